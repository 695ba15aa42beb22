"""What a printed line of a Berserk card says, as plain frozen records. The book's procedures run them."""

from __future__ import annotations

from typing import Literal

import msgspec

ResourceKind = Literal["close", "chips", "moves", "wounds", "destroy"]
AttackKind = Literal["strike", "shot", "throw", "discharge", "magic strike", "special strike", "row strike"]
Level = Literal["weak", "medium", "strong"]
Side = Literal["enemy", "own", "any"]
Whom = Literal["target", "self", "attacker", "struck", "neighbours", "enemy neighbours", "row"]
Nature = Literal["attack", "spell", "impact", "movement", "plain"]
Per = Literal["", "x", "own wounds", "own chips", "dealt", "elite"]

LEVELS: tuple[Level, ...] = ("weak", "medium", "strong")
RANGED: tuple[AttackKind, ...] = ("shot", "throw", "discharge")
MAGIC: tuple[AttackKind, ...] = ("discharge", "magic strike")
MELEE: tuple[AttackKind, ...] = ("strike", "special strike")


class Resource(msgspec.Struct, frozen=True, omit_defaults=True):
    """One part of a payment: what is used up, and how much of it (`x`: as much as is stated when declaring)."""

    kind: ResourceKind
    amount: int = 1
    x: bool = False


class Amount(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number: `base`, plus a count (`per`: X, wounds on the card ...), at most `cap` of it if there is a cap."""

    base: int = 0
    per: Per = ""
    cap: int = 0


class Aim(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which targets may be chosen. These are limits of the choice and of nothing else."""

    side: Side = "enemy"
    what: Literal["card", "creature", "ground", "flyer", "dead"] = "card"
    place: Literal["", "adjacent", "opposite"] = ""
    closed: bool = False
    other: bool = False
    least: int = 1
    most: int = 1
    different: bool = False
    reach: int = 0
    cost: int = 0
    """At most this printed cost; 0 for any."""


class Feature(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that holds as long as the card has it: a named feature with its numbers."""

    name: str
    amount: int = 0
    kinds: tuple[str, ...] = ()
    against: str = ""
    place: Literal["", "adjacent"] = ""


class Attack(msgspec.Struct, frozen=True, omit_defaults=True):
    """An attack other than the simple strike: its strength on a weak, medium and strong roll."""

    kind: AttackKind
    levels: tuple[Amount, Amount, Amount]
    name: str = ""
    per_chip: int = 0
    """Added to the strength for each chip spent."""
    at: Whom = "target"
    """Whom it is aimed at, where that is not for the player to choose."""


DeedKind = Literal[
    "wound", "heal", "destroy", "close", "open", "poison", "cure", "gain", "gain chips", "lose chips", "lose all chips",
    "finish", "level", "cap", "move", "jump", "raise", "summon", "block", "prophecy",
]  # fmt: skip


class Deed(msgspec.Struct, frozen=True, omit_defaults=True):
    """One effect: what is done, to whom, how much of it."""

    do: DeedKind
    whom: Whom = "target"
    amount: Amount = Amount()
    feature: Feature | None = None
    turns: Amount | None = None
    """For how many of the opponent's turns; nothing: until the end of this turn, or for good where it lasts."""
    level: Level | None = None
    strike: Literal["strike", "melee"] = "melee"
    """Of which strikes it is, where a strike under way is changed."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """The condition of a triggered feature."""

    what: Literal[
        "miss", "hit", "struck", "kills", "dies", "other dies", "target", "turn start", "enemy turn start", "turn end",
        "enemy turn end", "defends", "rage", "valhalla", "second", "attacks",
    ]  # fmt: skip
    kinds: tuple[str, ...] = ()
    levels: tuple[Level, ...] = ()
    turn: Literal["", "own", "enemy"] = ""
    amount: int = 0


class Ability(msgspec.Struct, frozen=True, omit_defaults=True):
    """One sentence of a card: an action with its payment, a triggered feature, or a lasting feature."""

    source: str
    """The sentence as printed."""
    payment: tuple[Resource, ...] = ()
    instant: bool = False
    event: Event | None = None
    may: bool = False
    feature: Feature | None = None
    formation: bool = False
    nature: Nature = "plain"
    name: str = ""
    aim: Aim | None = None
    attack: Attack | None = None
    deeds: tuple[Deed, ...] = ()

    @property
    def is_action(self) -> bool:
        """Is it declared by the player's own wish?"""
        return self.event is None and self.feature is None

    @property
    def has_x(self) -> bool:
        """Has the number of resources to be stated when declaring?"""
        return any(part.x for part in self.payment) or self.states_wounds

    @property
    def states_wounds(self) -> bool:
        """Is X a number of wounds that the card takes as an effect, not as a payment?"""
        return any(deed.do == "wound" and deed.whom == "self" and deed.amount.per == "x" for deed in self.deeds)
