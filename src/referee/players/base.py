"""Players: whoever answers for a seat. They find any legal answer through the book's proposers, so they know no game.

A player is asked only when its seat is; what it returns goes through the same checks as a person's answer.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Protocol

from referee.kernel import Book, Game, NotAnOption, Seat, text


class Player(Protocol):
    """Answers for a seat."""

    def answer(self, game: Game, seat: Seat) -> Any:
        """An answer to `game.decision`, from what `seat` may know. Leave the game as it is: clone it to search."""
        ...


Maker = Callable[[Random], Player]
"""Makes a player for one game, with its own random numbers."""


class RandomPlayer:
    """Any legal answer, at random."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def answer(self, game: Game, seat: Seat) -> Any:
        """What the proposers find."""
        return game.propose(self._random)


class FirstLegal:
    """Always the first legal answer; of open questions, the first that is proposed."""

    def answer(self, game: Game, seat: Seat) -> Any:
        """The first option."""
        options = game.options()
        return options[0] if options else game.propose(Random(0))


class Scripted:
    """The given answers one after another, then those of `after`."""

    def __init__(self, answers: Iterable[Any], after: Player | None = None) -> None:
        self._answers = iter(answers)
        self._after = after

    def answer(self, game: Game, seat: Seat) -> Any:
        """The next answer of the script. Raises NotAnOption if there is none and nobody to follow."""
        for answer in self._answers:
            return answer
        if self._after is None:
            raise NotAnOption(text("The script has no more answers."))
        return self._after.answer(game, seat)


class BookBot:
    """A player that the book brings along."""

    def __init__(self, think: Callable[[Game, Seat, Random], Any], random: Random) -> None:
        self._think = think
        self._random = random

    def answer(self, game: Game, seat: Seat) -> Any:
        """What the book's bot answers."""
        return self._think(game, seat, self._random)


def names(book: Book) -> tuple[str, ...]:
    """The players there are for a book, the book's own first."""
    return (*book.bots, "random", "first")


def maker(book: Book, name: str) -> Maker:
    """The maker of a player by its name; `bot` is the first of `names`. Raises NotAnOption, naming what there is."""
    known = names(book)
    if name == "bot":
        name = known[0]
    if name in book.bots:
        think = book.bots[name]
        return lambda random: BookBot(think, random)
    if name == "random":
        return RandomPlayer
    if name == "first":
        return lambda random: FirstLegal()
    near = difflib.get_close_matches(name, known, 3) or known
    raise NotAnOption(
        text("{book} has no player {name}. There is: {known}.", book=book.name, name=name, known=", ".join(near))
    )
