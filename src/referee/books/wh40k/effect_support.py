"""What the deeds of published effects share: the use they belong to, and effects that last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from referee.books.wh40k.dice import BattleShockRoll, MortalWounds
from referee.books.wh40k.effect_units import Amount, Node, until_of
from referee.books.wh40k.healing import Heal
from referee.books.wh40k.names import UnitId
from referee.books.wh40k.state import KEYWORD, Battle
from referee.books.wh40k.stratagem_records import Stratagem
from referee.books.wh40k.use_record import Use
from referee.books.wh40k.wrecks import Aftermath
from referee.kernel import AGAIN, DONE, Effect, Outcome, Procedure, add_effect, step


class Ground(msgspec.Struct, frozen=True):
    """The use a node is carried out for, its stratagem, and how further nodes are carried out."""

    use: Use
    stratagem: Stratagem
    again: Callable[[Node], Procedure]

    @property
    def until(self) -> str:
        """The moment at which what is changed ends."""
        return until_of(self.stratagem, self.use)


Run = Callable[[Battle, Ground, Node, tuple[UnitId, ...], tuple[int, ...]], Outcome]


class Deed(msgspec.Struct, frozen=True):
    """How a node is carried out, and the dice that are rolled first."""

    run: Run
    amount: Amount | None = None
    by_player: bool = False
    """Does it work on no unit of its own?"""


def last(s: Battle, ground: Ground, kind: str, units: Sequence[UnitId], value: Any) -> None:
    """From now on, as long as the stratagem lasts, an effect of this kind is on these units."""
    for unit in units:
        add_effect(
            s, Effect(kind, ground.stratagem.rule, unit, ground.until, value=value, source=ground.stratagem.name)
        )


def lasting(kind: str, value: Any) -> Deed:
    """The deed that puts one lasting effect on the units."""

    def run(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
        last(s, ground, kind, units, value)
        return None

    return Deed(run)


def grant_keyword(s: Battle, ground: Ground, units: Sequence[UnitId], keyword: str) -> None:
    """The units have one more keyword."""
    last(s, ground, KEYWORD, units, keyword)


def each(what: str, units: Sequence[UnitId], count: int = 0) -> Outcome:
    """The same befalls units, one after another: `BATTLE_SHOCK_ROLL`, `WOUNDS` or `HEALED`, with its number."""
    return OneByOne(what=what, units=tuple(units), count=count) if units else None


BATTLE_SHOCK_ROLL, WOUNDS, HEALED = "battle-shock roll", "mortal wounds", "healed"


class OneByOne(Procedure):
    """40K 01.03.02 Several units do or suffer the same, one after another."""

    what: str
    units: tuple[UnitId, ...]
    count: int = 0

    @step("40K 15.01/v")
    def next_one(self, s: Battle) -> Outcome:
        if not self.units:
            return DONE
        unit, self.units = self.units[0], self.units[1:]
        if not s.units[unit].models:
            return None
        if self.what == BATTLE_SHOCK_ROLL:
            return BattleShockRoll(unit=unit, under="40K 01.07")
        return MortalWounds(unit=unit, count=self.count) if self.what == WOUNDS else Heal(unit=unit, count=self.count)

    @step("40K 15.01/w")
    def aftermath(self, s: Battle) -> Outcome:
        return Aftermath()

    @step("40K 15.01/x")
    def go_on(self, s: Battle) -> Outcome:
        return AGAIN
