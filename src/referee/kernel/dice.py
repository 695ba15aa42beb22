"""Dice are a player. Every roll is a `Roll` procedure; what the dice show comes from a source given to the game.

Seeded dice are drawn from a named stream for each rule and purpose. A stream is a counter: its n-th roll depends only
on the seed, the name and n, so that one rule's rolls never shift another's.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from struct import Struct
from typing import Any

import msgspec

from referee.kernel.citation import RuleId, Text, text
from referee.kernel.decision import RollDice, Seat
from referee.kernel.event import Event
from referee.kernel.procedure import AGAIN, Outcome, Procedure, step
from referee.kernel.state import State


class Rolled(msgspec.Struct, frozen=True, gc=False):
    """Dice that a source has shown: under which rule, for what, for whom. The game's `rolls` hold those."""

    rule: RuleId
    purpose: str
    by: Seat
    sides: int
    dice: tuple[int, ...]


EIGHT = Struct(">8Q")
"""A digest is read as eight numbers."""


class Seeded(msgspec.Struct, frozen=True, tag_field="dice", tag="seeded"):
    """Dice from a seed: the same seed, the same rolls."""

    seed: str

    def draw(self, s: State, asked: RollDice) -> tuple[int, ...] | None:
        """What the dice show for the next roll of this rule and purpose."""
        stream = f"{asked.rule}|{asked.purpose}"
        number = s.streams.get(stream, 0)
        dice: list[int] = []
        block = 0
        while len(dice) < asked.count:
            key = f"{self.seed}|{stream}|{number}|{block}".encode()
            digest = hashlib.blake2b(key).digest()
            dice += [one % asked.sides + 1 for one in EIGHT.unpack(digest)[: asked.count - len(dice)]]
            block += 1
        return tuple(dice)


class Scripted(msgspec.Struct, frozen=True, tag_field="dice", tag="scripted"):
    """Dice that show the given numbers one after another, then have to be typed in by hand.

    The first number is for the die rolled after `after` dice of the game.
    """

    numbers: tuple[int, ...]
    after: int = 0

    def draw(self, s: State, asked: RollDice) -> tuple[int, ...] | None:
        """The next numbers of the script, or nothing once it has run out."""
        first = s.rolled - self.after
        dice = self.numbers[first : first + asked.count]
        return dice if len(dice) == asked.count else None


class ByHand(msgspec.Struct, frozen=True, tag_field="dice", tag="by_hand"):
    """Real dice on a real table: the player who rolls types in what they show."""

    def draw(self, s: State, asked: RollDice) -> tuple[int, ...] | None:
        """Nothing: the question goes to the player."""
        return None


Dice = Seeded | Scripted | ByHand


def count_roll(s: State, asked: RollDice) -> None:
    """The dice asked for have been rolled: their stream moves on."""
    stream = f"{asked.rule}|{asked.purpose}"
    s.streams = {**s.streams, stream: s.streams.get(stream, 0) + 1}
    s.rolled += asked.count


class Roll(Procedure):
    """Roll dice under the rule `under`. The result is what they show after all re-rolls, before any modifier.

    A book that lets players act just after a roll overrides `after`; the result of what it returns is a tuple of the
    places of the dice to re-roll. Each die is re-rolled once at most, whatever the source.
    """

    under: RuleId
    purpose: str
    by: Seat
    count: int = 1
    sides: int = 6
    subject: str = ""
    dice: tuple[int, ...] = ()
    rerolled: tuple[int, ...] = ()
    """The places of the dice that have been re-rolled."""
    again: tuple[int, ...] = ()
    new: tuple[int, ...] = ()

    @property
    def rule(self) -> RuleId:
        return self.under

    def after(self, s: Any) -> Outcome:
        """What may be done just after this roll. By default nothing."""
        return None

    def prompt(self) -> Text:
        """How the dice are asked for when they are rolled by hand."""
        return _prompt(self.count, self.sides, self.purpose)

    def _asked(self, count: int) -> RollDice:
        return RollDice(
            rule=self.under, by=self.by, prompt=self.prompt(), count=count, sides=self.sides, purpose=self.purpose
        )

    @step("REF roll/a", into="dice", when=lambda self, s: not self.dice and self.count > 0)
    def roll(self, s: State) -> Outcome:
        return self._asked(self.count)

    @step("REF roll/b")
    def show(self, s: State) -> Outcome:
        shown = ", ".join(map(str, self.dice)) or "-"
        data = {"dice": self.dice, "purpose": self.purpose, "by": self.by, "subject": self.subject}
        s.events.append(Event(self.under, text("{purpose}: {dice}", purpose=text(self.purpose), dice=shown), data))
        return None

    @step("REF roll/c", into="again", when=lambda self, s: len(self.rerolled) < len(self.dice))
    def just_after_the_roll(self, s: State) -> Outcome:
        return self.after(s)

    @step("REF roll/d", into="new", when=lambda self, s: bool(self._may_reroll()))
    def reroll(self, s: State) -> Outcome:
        return self._asked(len(self._may_reroll()))

    @step("REF roll/e", when=lambda self, s: bool(self._may_reroll()))
    def replace(self, s: State) -> Outcome:
        places = self._may_reroll()
        shown = dict(enumerate(self.dice)) | dict(zip(places, self.new, strict=True))
        self.dice = tuple(shown.values())
        self.rerolled = (*self.rerolled, *places)
        self.again = ()
        return AGAIN

    @step("REF roll/f")
    def finish(self, s: State) -> Outcome:
        self.result = self.dice
        return None

    @property
    def may_be_rerolled(self) -> tuple[int, ...]:
        """The places of the dice that have not been re-rolled yet."""
        return tuple(place for place in range(len(self.dice)) if place not in self.rerolled)

    def _may_reroll(self) -> tuple[int, ...]:
        return tuple(place for place in self.may_be_rerolled if place in self.again) if self.again else ()


@lru_cache(maxsize=1000)
def _prompt(count: int, sides: int, purpose: str) -> Text:
    return text("Roll {count} dice with {sides} sides for {purpose}.", count=count, sides=sides, purpose=text(purpose))
