"""Leaving transports: disembark moves and their modes (18.03, 18.04), emergency disembarks (18.05)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from referee.books.wh40k.dice import HazardRolls
from referee.books.wh40k.eligibility import CHARGE, DISEMBARKED, bar, moves_made
from referee.books.wh40k.measuring import engaging_units
from referee.books.wh40k.move_types import AdvanceMove, NormalMove, normal_move_refusals
from referee.books.wh40k.reserves import ENEMY_DISTANCE
from referee.books.wh40k.setting_up import Limits, SetUp, around, set_up_places
from referee.books.wh40k.state import (
    Battle,
    Phase,
    Unit,
    UnitId,
    Where,
    change,
    placed,
)
from referee.kernel import (
    DONE,
    Outcome,
    Procedure,
    Refusal,
    choose,
    effects_on,
    phrase,
    refuse,
    step,
    tell,
    text,
    times_used,
)

NEAR = 3.0
FAR = 6.0
"""Inches from the transport: rapid and tactical, combat and emergency (40K 18.04, 18.05)."""

MAY_LEAVE = "passengers may disembark after"
"""The kind of effect on a transport by which a move of the type named by the value does not keep passengers in."""

RAPID, TACTICAL, COMBAT = phrase("rapid"), phrase("tactical"), phrase("combat")

MODE_LABELS = {
    RAPID: text('Rapid disembark: within 3", no charge this turn'),
    TACTICAL: text('Tactical disembark: within 3", then a normal or advance move'),
    COMBAT: text('Combat disembark: within 6", hazard rolls, battle-shocked, no charge this turn'),
}


def disembark_refusals(s: Battle, unit: Unit) -> Iterator[Refusal]:
    """Why the unit may not make a disembark move (18.04)."""
    if unit.where is not Where.EMBARKED:
        yield refuse("40K 18.04/a", "{unit} is not embarked.", unit=unit.name)
        return
    transport = s.units[unit.transport]
    if transport.where is not Where.TABLE:
        yield refuse("40K 18.04/a", "{transport} is not on the battlefield.", transport=transport.name)
    if times_used(s, "40K 18.02", unit.seat, unit.id):
        yield refuse("40K 18.04/a", "{unit} embarked in this phase.", unit=unit.name)
    for made, word in (("advance", phrase("advanced")), ("fall-back", phrase("fell back"))):
        lifted = any(e.value == made for e in effects_on(s, MAY_LEAVE, transport.id))
        if made in moves_made(s, transport.id, Phase.MOVEMENT) and not lifted:
            yield refuse(
                "40K 18.04/a",
                "{transport} {word} in this phase: nobody disembarks.",
                transport=transport.name,
                word=text(word),
            )


def disembark_modes(s: Battle, unit: Unit) -> tuple[str, ...]:
    """The modes open to the unit (18.04): the first whose condition holds is compulsory.

    Reading: tactical is compulsory where a place for it is found; where none is found, it may still be tried.
    """
    made = moves_made(s, unit.transport, Phase.MOVEMENT)
    if "normal" in made or "ingress" in made or "advance" in made:
        return (RAPID,)
    found = next(set_up_places(s, unit.id, disembark_limits(s, unit, TACTICAL), Random(0), tries=16), None)
    return (TACTICAL,) if found else (COMBAT, TACTICAL)


def disembark_limits(s: Battle, unit: Unit, mode: str) -> Limits:
    """Where a disembarking unit is set up: around its transport, and in rapid mode after ingress under its limits."""
    (carrier,) = [placed(s, model) for model in s.units[unit.transport].models]
    reach = FAR if mode == COMBAT else NEAR
    where = text('{reach}" of {transport}', reach=reach, transport=s.units[unit.transport].name)
    region = around(carrier.base, carrier.pose, reach)
    if mode == RAPID and "ingress" in moves_made(s, unit.transport, Phase.MOVEMENT):
        return Limits("40K 18.04/b", where, region, enemies_beyond=ENEMY_DISTANCE)
    foes = engaging_units(s, s.units[unit.transport]) if mode == COMBAT else ()
    return Limits("40K 18.04/b", where, region, may_engage=foes)


class PlaceDisembarked(SetUp):
    """40K 18.04 The disembarking unit is set up near its transport."""

    mode: str

    def limits(self, s: Battle) -> Limits:
        return disembark_limits(s, s.units[self.unit], self.mode)


class DisembarkMove(Procedure):
    """40K 18.04 A disembark move. The result is whether the unit left its transport."""

    unit: UnitId
    mode: str = ""
    failed: int = 0
    done: bool = False
    follow_up: str = ""

    @step("40K 18.04/a", into="mode", check="mode_refusals")
    def select_mode(self, s: Battle) -> Outcome:
        unit = s.units[self.unit]
        modes = disembark_modes(s, unit)
        return choose(
            text("Which disembark mode for {unit}?", unit=unit.name),
            by=unit.seat,
            among=modes,
            labels=[MODE_LABELS[mode] for mode in modes],
        )

    @step("40K 18.04/c", into="failed", when=lambda self, s: self.mode == COMBAT)
    def make_hazard_rolls(self, s: Battle) -> Outcome:
        return HazardRolls(unit=self.unit, count=len(s.units[self.unit].models), under="40K 18.04/c")

    @step("40K 18.04/b", into="done", when=lambda self, s: bool(s.units[self.unit].models))
    def set_up(self, s: Battle) -> Outcome:
        return PlaceDisembarked(unit=self.unit, mode=self.mode)

    @step("40K 18.04/d")
    def after_setting_up(self, s: Battle) -> Outcome:
        if not self.done:
            return DONE
        self.result = True
        if self.mode in (RAPID, COMBAT):
            bar(s, self.unit, CHARGE, "40K 18.04/d", DISEMBARKED)
        if self.mode == COMBAT:
            change(s, self.unit, shocked=True)
            tell(s, "40K 18.04", "{unit} is battle-shocked.", unit=s.units[self.unit].name)
        return None

    @step("40K 18.04/e", into="follow_up", when=lambda self, s: self.mode == TACTICAL)
    def select_follow_up(self, s: Battle) -> Outcome:
        unit = s.units[self.unit]
        normal = next(normal_move_refusals(s, unit), None) is None
        options = ("normal", "advance") if normal else ("advance",)
        labels = {"normal": text("Normal move (09.05)"), "advance": text("Advance move (09.06)")}
        return choose(
            text("{unit} has disembarked. Which move does it make?", unit=unit.name),
            by=unit.seat,
            among=options,
            labels=[labels[one] for one in options],
        )

    @step("40K 18.04/f", when=lambda self, s: self.mode == TACTICAL)
    def make_follow_up(self, s: Battle) -> Outcome:
        return NormalMove(unit=self.unit) if self.follow_up == "normal" else AdvanceMove(unit=self.unit)

    @step("40K 18.04/g")
    def finish(self, s: Battle) -> Outcome:
        self.result = True
        return None

    def mode_refusals(self, s: Battle, mode: Any) -> Iterator[Refusal]:
        if mode not in MODE_LABELS:
            return
        (first, *_) = disembark_modes(s, s.units[self.unit])
        yield refuse(
            "40K 09.02.02/a",
            "{mode} is not open to {unit}: {first} disembark is compulsory here (18.04).",
            mode=MODE_LABELS[mode],
            unit=s.units[self.unit].name,
            first=text(first),
        )
