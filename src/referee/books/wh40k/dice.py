"""Rolls of this book: advance, hazard (06.03), leadership and battle-shock (01.06, 01.07), roll-offs (01.05.05)."""

from __future__ import annotations

from typing import Any

from referee.books.wh40k.characteristics import characteristic, modifiers_of
from referee.books.wh40k.eligibility import AUTO_PASS
from referee.books.wh40k.state import Battle, ModelId, UnitId, change, profile_of, set_wounds
from referee.kernel import (
    AGAIN,
    DONE,
    Modifier,
    Outcome,
    Procedure,
    Roll,
    choose,
    effects_on,
    fold,
    has_effect,
    lift,
    phrase,
    step,
    tell,
    text,
)

HAZARD_FAILS = 2
"""A hazard roll of this or less fails (40K 06.03)."""

ADVANCE = phrase("advance roll")
HAZARD = phrase("hazard roll")
BATTLE_SHOCK = phrase("battle-shock roll")
ROLL_OFF = phrase("roll-off")


def desperate_escape_modifiers(s: Battle, unit: UnitId) -> list[Modifier]:
    """What is added to or taken off the unit's Desperate Escape tests: their hazard rolls (09.07.01/a, /b).

    An effect's value is the amount; a source that works only on battle-shocked units says so in the effect's kind.
    """
    kinds = ["desperate escape test"]
    if s.units[unit].shocked:
        kinds.append("desperate escape test while battle-shocked")
    return [Modifier(e.value, e.rule, e.source) for kind in kinds for e in effects_on(s, kind, unit)]


class HazardRolls(Procedure):
    """40K 06.03 Hazard rolls of a unit, made together; the result is how many failed."""

    unit: UnitId
    count: int
    under: str
    """The rule that asks for them."""
    is_desperate_escape: bool = False
    dice: tuple[int, ...] = ()
    failed: int = 0

    @step("40K 06.03/a", into="dice")
    def roll(self, s: Battle) -> Outcome:
        return BattleRoll(
            under=self.under, purpose=HAZARD, by=s.units[self.unit].seat, count=self.count, subject=self.unit
        )

    @step("40K 06.03/b")
    def count_failures(self, s: Battle) -> Outcome:
        modifiers = desperate_escape_modifiers(s, self.unit) if self.is_desperate_escape else []
        shown = [max(1, int(fold(die, modifiers))) for die in self.dice]
        self.failed = sum(die <= HAZARD_FAILS for die in shown)
        for modifier in modifiers:
            tell(
                s,
                modifier.rule,
                "{source}: {amount} to each hazard roll of {unit}.",
                source=modifier.source,
                amount=f"{modifier.amount:+g}",
                unit=s.units[self.unit].name,
            )
        self.result = self.failed
        return None

    @step("40K 06.03/c", when=lambda self, s: self.failed > 0)
    def suffer(self, s: Battle) -> Outcome:
        heavy = all(
            any(k in profile_of(s, model).keywords for k in ("MONSTER", "VEHICLE"))
            for model in s.units[self.unit].models
        )
        return MortalWounds(unit=self.unit, count=self.failed * (3 if heavy else 1))


class MortalWounds(Procedure):
    """40K 06.02 Mortal wounds, one by one: wounded models first, CHARACTERs last; the owner picks among equals."""

    unit: UnitId
    count: int
    model: ModelId = ""

    @step("40K 06.02/a")
    def is_any_left(self, s: Battle) -> Outcome:
        return DONE if self.count == 0 or not s.units[self.unit].models else None

    @step("40K 06.02/b", into="model")
    def select_model(self, s: Battle) -> Outcome:
        unit = s.units[self.unit]
        ranks = [
            ("CHARACTER" in profile_of(s, model).keywords, model.wounds == profile_of(s, model).w)
            for model in unit.models
        ]
        next_to_die = [model.id for model, rank in zip(unit.models, ranks, strict=True) if rank == min(ranks)]
        if len(next_to_die) == 1:
            (self.model,) = next_to_die
            return None
        return choose(
            text("Which model of {unit} suffers the mortal wound?", unit=unit.name),
            by=unit.seat,
            among=next_to_die,
            labels=[text(s.roster.profiles[model.profile].name) for model in unit.models if model.id in next_to_die],
        )

    @step("40K 06.02/c")
    def suffer(self, s: Battle) -> Outcome:
        self.count -= 1
        wounds = next(model.wounds for model in s.units[self.unit].models if model.id == self.model)
        tell(
            s, "40K 06.02", "{model} of {unit} suffers a mortal wound.", model=self.model, unit=s.units[self.unit].name
        )
        set_wounds(s, self.model, wounds - 1)
        return AGAIN


class BattleShockRoll(Procedure):
    """40K 01.07 A battle-shock roll: 2D6 against the unit's best Leadership. The result is whether it passed.

    Passing lifts battle-shock only in the Battle-shock step (08.03), which looks at the result.
    """

    unit: UnitId
    under: str
    dice: tuple[int, ...] = ()

    @step("40K 15.04", when=lambda self, s: has_effect(s, AUTO_PASS, self.unit))
    def succeed_without_dice(self, s: Battle) -> Outcome:
        lift(s, AUTO_PASS, self.unit)
        tell(s, "40K 15.04", "The battle-shock roll of {unit} succeeds.", unit=s.units[self.unit].name)
        self.result = True
        return DONE

    @step("40K 01.06", into="dice")
    def roll(self, s: Battle) -> Outcome:
        return BattleRoll(
            under=self.under, purpose=BATTLE_SHOCK, by=s.units[self.unit].seat, count=2, subject=self.unit
        )

    @step("40K 01.07/a")
    def compare(self, s: Battle) -> Outcome:
        unit = s.units[self.unit]
        ld = characteristic(s, self.unit, "Ld", min(profile_of(s, model).ld for model in unit.models))
        self.result = fold(sum(self.dice), modifiers_of(s, self.unit, BATTLE_SHOCK)) >= ld
        if not self.result:
            change(s, self.unit, shocked=True)
            tell(s, "40K 01.07", "{unit} is battle-shocked.", unit=unit.name)
        return None


class RollOff(Procedure):
    """40K 01.05.05 Both roll a D6, the higher wins, ties roll again. The result is the winner's seat."""

    under: str
    first: tuple[int, ...] = ()
    second: tuple[int, ...] = ()

    @step("40K 01.05.05/a", into="first")
    def first_rolls(self, s: Battle) -> Outcome:
        return Roll(under=self.under, purpose=ROLL_OFF, by=0)

    @step("40K 01.05.05/b", into="second")
    def second_rolls(self, s: Battle) -> Outcome:
        return Roll(under=self.under, purpose=ROLL_OFF, by=1)

    @step("40K 01.05.05/c")
    def compare(self, s: Battle) -> Outcome:
        if self.first == self.second:
            return AGAIN
        self.result = 0 if self.first > self.second else 1
        return None


class BattleRoll(Roll):
    """A roll of this book: rules that act just after a roll get their moment here (15.02)."""

    def after(self, s: Any) -> Outcome:
        from referee.books.wh40k.using import after_roll

        return after_roll(s, self.purpose, self.by, self.subject, self.may_be_rerolled)


def below_half(s: Battle, unit: UnitId) -> bool:
    """Is the unit below half strength: fewer than half its models, or for one model fewer than half its wounds?"""
    return _part(s, unit) < 0


def at_or_below_half(s: Battle, unit: UnitId) -> bool:
    """Is the unit at or below half strength (01.02.01, 08.03)?"""
    return _part(s, unit) <= 0


def _part(s: Battle, unit_id: UnitId) -> int:
    unit = s.units[unit_id]
    if unit.starting_strength == 1:
        (model,) = unit.models
        return 2 * model.wounds - profile_of(s, model).w
    return 2 * len(unit.models) - unit.starting_strength
