"""A book: one rulebook as code. The doors need nothing but its `BOOK`."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from referee.kernel.citation import Refusal, RuleId, Text, text
from referee.kernel.decision import Seat
from referee.kernel.dice import Dice
from referee.kernel.errors import NotAnOption
from referee.kernel.game import Game
from referee.kernel.procedure import Procedure
from referee.kernel.state import State

if TYPE_CHECKING:
    from referee.kernel.index import Index


class BookOption(msgspec.Struct, frozen=True):
    """A named choice between readings or variants of a book: its values (any text, if empty) and the default."""

    name: str
    about: Text
    default: str
    values: tuple[str, ...] = ()
    rule: RuleId = ""


class Book(msgspec.Struct, frozen=True):
    """One rulebook as code."""

    name: str
    title: str
    edition: str
    prefix: str
    """The prefix of its rule ids."""
    state: type[State]
    set_up: Callable[[dict[str, str], tuple[Any, ...]], tuple[State, Procedure]]
    """From the options and the seats' lists (plain JSON) to a first state and the first procedure."""
    view: Callable[[Game, Seat | None], dict[str, Any]]
    """What a seat (or a spectator, `None`) may know, as plain JSON."""
    draw: Callable[[Game, Seat | None], str]
    """The table as a seat may see it, as SVG."""
    index: Callable[[], Index]
    sketch: Callable[[Game, Seat | None, int], str]
    """The table as a seat may see it, as plain text of at most so many columns, for terminals."""
    sketch_said: Callable[[Game, Seat | None, int, Callable[[Any], str]], str] | None = None
    """The same in a reader's language: the last argument says a text. Without it the sketch is in English."""
    seats: tuple[str, ...] = ("first", "second")
    options: tuple[BookOption, ...] = ()
    parse: Callable[[Game, str], Any] | None = None
    """From words typed in ("all north 6") to an answer of the open question that waits. Raises NotUnderstood."""
    bots: dict[str, Callable[[Game, Seat, Random], Any]] = {}
    """Players that know the book: they answer for a seat, from what that seat may know."""
    by_hand: Callable[[Any, RuleId, Text], Procedure] | None = None
    """The procedure by which the players settle a rule that is not written, by hand."""
    read_list: Callable[[Any], Any] | None = None
    """From an army list or deck to this book's own plain JSON: from the text of its file, or from an army list as
    `referee.lists` reads it if `army_lists`. Plain JSON of its own is passed on as it is."""
    army_lists: bool = False
    """Are its lists army lists that `referee.lists` reads?"""
    samples: Callable[[], tuple[Any, ...]] | None = None
    """Lists to play with where none were given, one for each seat."""
    secrets: Callable[[Game, Seat | None], tuple[str, ...]] | None = None
    """What is hidden from a seat now, as words that nothing it is shown may hold. An answer after which one of them is
    hidden no longer has revealed something: taking it back needs consent."""
    explain: Callable[[Game, Any], Iterator[Refusal] | None] | None = None
    """Why something that is no answer to the question that waits may not be done now, for what a player may ask about
    at any time. None if the book has nothing to say about it; no refusals if it may be done."""
    reports: Mapping[str, Callable[[], Any]] = {}
    """What `check-book --<name>` prints: a table of ours about this book, as a frozen record with a `markdown()`."""
    credit: str = ""
    """Whose data it plays with, in the words their licence asks for: doors show it where the data is shown."""
    scores: Callable[[Game], tuple[float, ...]] | None = None
    """How each seat stands; at the end the highest has won."""

    def settled(self, options: Mapping[str, str] | None = None) -> dict[str, str]:
        """All options with their values: those given, and the defaults. Raises NotAnOption, naming what would do."""
        known = {option.name: option for option in self.options}
        values = {option.name: option.default for option in self.options}
        for name, value in (options or {}).items():
            if name not in known:
                near = difflib.get_close_matches(name, known, 3) or list(known)
                raise NotAnOption(
                    text(
                        "{book} has no option {name}. There is: {known}.",
                        book=self.name,
                        name=name,
                        known=", ".join(near),
                    )
                )
            if known[name].values and value not in known[name].values:
                raise NotAnOption(
                    text(
                        "The option {name} cannot be {value}. It can be: {values}.",
                        name=name,
                        value=value,
                        values=", ".join(known[name].values),
                    )
                )
            values[name] = value
        return values

    def begin(self, options: Mapping[str, str] | None = None, lists: tuple[Any, ...] = (), *, dice: Dice) -> Game:
        """A new game, at its first decision."""
        if not lists and self.samples is not None:
            lists = self.samples()
        state, first = self.set_up(self.settled(options), lists)
        game = Game(self, state, [first], dice)
        game.run()
        return game
