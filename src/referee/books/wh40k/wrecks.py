"""Emergency disembarks (18.05): who sat in a transport when it was destroyed."""

from __future__ import annotations

from random import Random

from referee.board import Base, Placed, Pose
from referee.books.wh40k.dice import HazardRolls
from referee.books.wh40k.eligibility import CHARGE, DISEMBARKED, bar
from referee.books.wh40k.setting_up import Limits, SetUp, around, set_up_places
from referee.books.wh40k.state import Battle, UnitId, aboard, change, on_table, placed, remove_model
from referee.kernel import AGAIN, DONE, Outcome, Procedure, step, tell, text

FAR = 6.0
"""Inches from the wreck (40K 18.05)."""


class PlaceSurvivors(SetUp):
    """40K 18.05 A unit from a destroyed transport is set up near the wreck.

    Reading: "as close as possible" is left to the player; wholly within 6" is checked. A place out of engagement comes
    first; a place in engagement may be taken only where none was found.
    """

    wreck_base: Base
    wreck_pose: Pose
    may_engage: bool = False

    def limits(self, s: Battle) -> Limits:
        foes = tuple(u.id for u in on_table(s, 1 - s.units[self.unit].seat)) if self.may_engage else ()
        region = around(self.wreck_base, self.wreck_pose, FAR)
        return Limits("40K 18.05", text('{reach}" of the destroyed transport', reach=FAR), region, may_engage=foes)

    def may_decline(self, s: Battle) -> bool:
        return next(set_up_places(s, self.unit, self.limits(s), Random(0), tries=40), None) is None


class EmergencyDisembark(Procedure):
    """40K 18.05 A unit leaves its destroyed transport: hazard rolls, set up near the wreck, battle-shocked."""

    unit: UnitId
    wreck: UnitId
    failed: int = 0
    done: bool = False

    def _wreck(self, s: Battle) -> Placed:
        return placed(s, s.wrecks[self.wreck])

    @step("40K 18.05/a", into="failed")
    def make_hazard_rolls(self, s: Battle) -> Outcome:
        return HazardRolls(unit=self.unit, count=len(s.units[self.unit].models), under="40K 18.05/a")

    @step("40K 18.05/b", into="done", when=lambda self, s: bool(s.units[self.unit].models))
    def set_up_unengaged(self, s: Battle) -> Outcome:
        wreck = self._wreck(s)
        return PlaceSurvivors(unit=self.unit, wreck_base=wreck.base, wreck_pose=wreck.pose)

    @step("40K 18.05/c", into="done", when=lambda self, s: bool(s.units[self.unit].models) and not self.done)
    def set_up_engaged(self, s: Battle) -> Outcome:
        wreck = self._wreck(s)
        return PlaceSurvivors(unit=self.unit, wreck_base=wreck.base, wreck_pose=wreck.pose, may_engage=True)

    @step("40K 18.05/d")
    def finish(self, s: Battle) -> Outcome:
        unit = s.units[self.unit]
        if not unit.models:
            return DONE
        if not self.done:
            tell(s, "40K 18.05", "{unit} finds no place to stand and is destroyed.", unit=unit.name)
            for model in unit.models:
                remove_model(s, model.id)
            return DONE
        change(s, self.unit, shocked=True)
        bar(s, self.unit, CHARGE, "40K 18.05", DISEMBARKED)
        tell(s, "40K 18.05", "{unit} leaves the wreck and is battle-shocked.", unit=unit.name)
        return None


class Aftermath(Procedure):
    """40K 18.05 After models were lost: whoever sat in a destroyed transport gets out, one unit after another."""

    def _next(self, s: Battle) -> tuple[UnitId, UnitId] | None:
        for wreck in s.wrecks:
            for unit in aboard(s, wreck):
                return wreck, unit.id
        return None

    @step("40K 18.05")
    def get_out(self, s: Battle) -> Outcome:
        found = self._next(s)
        if found is None:
            s.wrecks.clear()
            return DONE
        wreck, unit = found
        if s.wrecks[wreck].pose is None:
            for model in s.units[unit].models:
                remove_model(s, model.id)
            return None
        return EmergencyDisembark(unit=unit, wreck=wreck)

    @step("40K 18.05/e")
    def next_one(self, s: Battle) -> Outcome:
        return AGAIN
