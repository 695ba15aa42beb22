"""Who plays each seat: people (or a program that answers for them) and bots."""

from __future__ import annotations

from random import Random

import msgspec

from referee.kernel.book import Book
from referee.kernel.citation import text
from referee.kernel.decision import Decision, RollDice
from referee.kernel.errors import NotAnOption
from referee.players import Player, maker


class Chair(msgspec.Struct, frozen=True):
    """A seat and who sits there: a player of ours, or nobody (then the question goes to the person)."""

    name: str
    player: Player | None = None

    @property
    def is_person(self) -> bool:
        """Does a person sit here?"""
        return self.player is None


def read_seats(wish: str, book: Book, random: Random) -> tuple[Chair, ...]:
    """The chairs that words like `human:Ann,bot:simple` mean. Raises NotAnOption."""
    words = [word.strip() for word in wish.split(",")]
    if len(words) != len(book.seats):
        raise NotAnOption(
            text(
                "{book} has {count} seats ({seats}); {given} were given. Such as: --seats human,bot",
                book=book.name,
                count=len(book.seats),
                seats=", ".join(book.seats),
                given=len(words),
            )
        )
    return tuple(_chair(word, name, book, random) for word, name in zip(words, book.seats, strict=True))


def is_bots_turn(chairs: tuple[Chair, ...], decision: Decision) -> bool:
    """Does a bot answer this? Dice rolled by hand are rolled by a person, if there is one, for bots as well."""
    if isinstance(decision, RollDice) and any(chair.is_person for chair in chairs):
        return False
    return not chairs[decision.by].is_person


def _chair(word: str, seat: str, book: Book, random: Random) -> Chair:
    kind, _, name = word.partition(":")
    if kind == "human":
        return Chair(name or seat)
    if kind != "bot":
        raise NotAnOption(text("{word} is no seat. A seat is human, human:NAME, bot or bot:NAME.", word=word))
    make = maker(book, name or "bot")
    return Chair(f"{seat} ({name or 'bot'})", make(Random(random.random())))
