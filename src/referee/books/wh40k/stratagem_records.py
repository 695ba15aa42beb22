"""What a stratagem is made of (15.01/b), what a use costs, and the lines of the CP history. All of it is plain JSON."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from referee.books.wh40k.names import Phase, Where
from referee.kernel import Modifier, RuleId, Seat

StratagemId = str


class Section(msgspec.Struct, frozen=True):
    """A section of a stratagem that carries an additional CP cost (15.01/l)."""

    name: str
    extra: int


class Target(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which units a stratagem can target: whose, with which keywords, where, and what has to be true of them."""

    side: Literal["friendly", "enemy", "any"] = "friendly"
    all_of: tuple[str, ...] = ()
    any_of: tuple[str, ...] = ()
    none_of: tuple[str, ...] = ()
    where: tuple[Where, ...] = (Where.TABLE,)
    facts: tuple[str, ...] = ()
    """Names of `stratagems.FACTS`."""
    count: int = 1


class Trigger(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has to have happened at the moment: to whose unit, how near the target, in which kind of move."""

    side: Literal["", "friendly", "enemy", "target"] = ""
    """Whose unit the moment concerns; `target`: it is the unit that the stratagem targets."""
    within: float = 0.0
    """Inches from the target within which that unit has to be; 0: anywhere."""
    moves: tuple[str, ...] = ()
    """The types of move, if the moment is the end of one."""


class Stratagem(msgspec.Struct, frozen=True, omit_defaults=True):
    """One stratagem: price, WHEN, TARGET, EFFECT, RESTRICTIONS (15.01/b)."""

    id: StratagemId
    name: str
    cp: int
    phases: tuple[Phase, ...]
    turn: Literal["your-turn", "opponent-turn", "either"]
    moments: tuple[str, ...] = ()
    """Names of `moments`; empty: any moment of its phases at which stratagems are offered."""
    target: Target = Target()
    per: Literal["phase", "turn", "round", "battle"] = "phase"
    rule: RuleId = "40K 15.01"
    sections: tuple[Section, ...] = ()
    first_round: int = 1
    trigger: Trigger = Trigger()
    effect: Any = None
    """The effect as the data set describes it; core stratagems have theirs in `stratagem_effects`."""
    duration: str = ""
    """How long the effect lasts, in the data set's words."""
    reach: float = 0.0
    """Inches around the target within which the effect finds other units; 0: none are looked for."""
    detachment: str = ""


class Price(msgspec.Struct, frozen=True):
    """What a use costs: the printed price with its sections, each modifier with its source, the sum (0 at least)."""

    printed: int
    modifiers: tuple[Modifier, ...]
    total: int


class CpEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a player's CP history: when, why, how much, and the total after it."""

    seat: Seat
    round: int
    phase: Phase
    reason: str
    amount: int
    total: int
    printed: int = 0
    modifiers: tuple[Modifier, ...] = ()
    floored: bool = False
    """Would the modifiers have taken the price below 0?"""
