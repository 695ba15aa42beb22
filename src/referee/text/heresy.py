"""What a printed ability of the Horus Heresy card game says, as records: letters, conditions, cost parts and deeds.

A line is `LETTERS [cost part {, cost part}] : what is done.` What stands before the first colon is the price, in the
printed order; `(N+)` in it is a test. What stands after it is done when the ability takes effect. Sentences that begin
"used only if" and "cannot be used if" are conditions of use wherever they stand.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

import msgspec


class Letters(StrEnum):
    """What stands before an additional ability. Only the first two are explained anywhere."""

    ACTION = "ВА"
    TACTIC = "Т"
    M = "М"
    R = "Р"
    SH = "Ш"


class What(StrEnum):
    """The kinds of cards that lie on the table."""

    UNIT = "unit"
    ASSET = "asset"
    SHIP = "ship"


class Posture(StrEnum):
    """How a card on the table stands."""

    READY = "ready"
    ADVANCING = "advancing"
    TURNED = "turned"


class Whose(StrEnum):
    """Seen from the player of the ability."""

    OWN = "own"
    ENEMY = "enemy"


class Many(StrEnum):
    """How many objects: one and exactly N and up to N are chosen, all are not."""

    ONE = "one"
    EXACTLY = "exactly"
    UP_TO = "up to"
    ALL = "all"


class Verb(StrEnum):
    """What is done to a card on the table."""

    TURN = "turn"
    DESTROY = "destroy"
    READY = "ready"
    ADVANCE = "advance"


READY, ADVANCING, TURNED = Posture.READY, Posture.ADVANCING, Posture.TURNED
UNIT, ASSET, SHIP = What.UNIT, What.ASSET, What.SHIP
OWN, ENEMY = Whose.OWN, Whose.ENEMY
ONE, EXACTLY, UP_TO, ALL = Many.ONE, Many.EXACTLY, Many.UP_TO, Many.ALL
"""The members by themselves: looking a member up in its class takes six times as long."""


class Objects(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which cards on the table a verb concerns."""

    whose: Whose
    what: What
    many: Many
    number: int = 1
    posture: Posture | None = None

    @property
    def is_chosen(self) -> bool:
        """Does somebody choose the cards one by one?"""
        return self.many is not ALL

    @property
    def minimum(self) -> int:
        """The fewest cards the words ask for; "up to" may be none (see the option for that)."""
        return self.number if self.many is ONE or self.many is EXACTLY else 0


class Do(msgspec.Struct, frozen=True, omit_defaults=True, tag="do"):
    """Turn, destroy, ready or send forward some cards. As a cost and as a deed."""

    verb: Verb
    objects: Objects


class DoThis(msgspec.Struct, frozen=True, tag="do this"):
    """Turn, destroy, ready or send forward the very card that carries the ability. As a cost and as a deed."""

    verb: Verb


class Discard(msgspec.Struct, frozen=True, tag="discard"):
    """Discard cards of one's own hand, of one's own choice. Only as a cost."""

    number: int


class Test(msgspec.Struct, frozen=True, tag="test"):
    """Turn the top card of one's deck: the test is passed if its number is at least this. Only as a cost."""

    needed: int
    __test__ = False


class OpponentDiscards(msgspec.Struct, frozen=True, tag="opponent discards"):
    """The opponent discards so many cards, or all he has. Nothing is chosen by the player of the ability."""

    number: int


class PickFromHand(msgspec.Struct, frozen=True, tag="pick from hand"):
    """The player of the ability picks so many cards of the opponent's hand, unseen; they are discarded."""

    number: int


class Draw(msgspec.Struct, frozen=True, tag="draw"):
    """Draw cards into one's own hand."""

    number: int


CostPart: TypeAlias = Do | DoThis | Discard | Test
Deed: TypeAlias = Do | DoThis | OpponentDiscards | PickFromHand | Draw


class Has(msgspec.Struct, frozen=True, omit_defaults=True, tag="has"):
    """Somebody has at least so many of these cards in the battle; with `number` 0: has none."""

    whose: Whose
    what: What
    number: int
    posture: Posture | None = None


class ThisIs(msgspec.Struct, frozen=True, tag="this is"):
    """The card that carries the ability stands so."""

    posture: Posture


class Outnumbers(msgspec.Struct, frozen=True, tag="outnumbers"):
    """The player of the ability has more, or fewer, units in the battle than his opponent."""

    more: bool


class IsAttacker(msgspec.Struct, frozen=True, tag="is attacker"):
    """The player of the ability is the attacker of the game, or is not."""

    attacker: bool


Fact: TypeAlias = Has | ThisIs | Outnumbers | IsAttacker


class Condition(msgspec.Struct, frozen=True, tag="condition"):
    """A condition of use: the fact has to hold ("used only if") or must not hold ("cannot be used if")."""

    holds: bool
    fact: Fact
    words: str
    """The sentence as it is printed."""


class Ability(msgspec.Struct, frozen=True, omit_defaults=True, tag="ability"):
    """An additional ability: what stands after letters."""

    letters: Letters
    deeds: tuple[Deed, ...]
    words: str
    """The line as it is printed, with Cyrillic letters."""
    cost: tuple[CostPart, ...] = ()
    conditions: tuple[Condition, ...] = ()


class Shield(msgspec.Struct, frozen=True, tag="shield"):
    """A standing text: the opponent's abilities cannot do this to the card. It has no letters and no procedure."""

    verb: Verb
    words: str


Line: TypeAlias = Ability | Shield


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """A printed card: a unit, an asset or a ship, its number as a die, and its line as a command card."""

    key: str
    name: dict[str, str]
    """By language: `en`, `hu`, `ru`."""
    kind: What
    side: str
    die: int
    capture: int = 0
    """The force a unit counts for when the winner of a battle is determined."""
    lines: tuple[Line, ...] = ()
    command: Ability | None = None


def turns_its_card(ability: Ability, *, deeds_too: bool) -> bool:
    """Does the ability demand that its own card be turned: in its cost, or (if `deeds_too`) in what it does?"""
    parts = (*ability.cost, *ability.deeds) if deeds_too else ability.cost
    return any(isinstance(part, DoThis) and part.verb is Verb.TURN for part in parts)
