"""Objectives (14) as far as stratagems concern them: who is in range, levels of control, secured ones."""

from __future__ import annotations

import shapely

from referee.board import Placed, Pose, Round, distance, distance_to_region, polygon, within
from referee.books.wh40k.characteristics import characteristic
from referee.books.wh40k.names import UnitId
from referee.books.wh40k.state import Battle, Unit, on_table, placed, profile_of
from referee.books.wh40k.terrain import layout_of
from referee.kernel import (
    DONE,
    Effect,
    Outcome,
    Procedure,
    Seat,
    add_effect,
    choose,
    effects_on,
    lift,
    step,
    tell,
    text,
)

RANGE, LEVELS = 3.0, 5.0
"""Inches from an objective marker, horizontally and vertically (40K 14.01.01)."""
MARKER = Round(40.0)

SECURED = "secured"
"""The kind of effect on an objective that a player has secured (14.03); `value` is the seat."""


def is_in_range(s: Battle, model: Placed, objective: str) -> bool:
    """Is the model within range of the objective: in its terrain area, or near its marker (14.01, 14.01.01)?"""
    table = layout_of(s)
    one = next(each for each in table.objectives if each.id == objective)
    areas = [polygon(area.outline) for area in table.areas if area.id in one.areas]
    if areas:
        return within(distance_to_region(model, shapely.union_all(areas)), 0.0)
    marker = Placed(objective, MARKER, Pose(one.x, one.y), 0.0)
    return within(distance(model, marker), RANGE) and abs(model.pose.z) <= LEVELS


def objectives_near(s: Battle, unit: Unit) -> tuple[str, ...]:
    """The objectives that the unit is within range of."""
    models = [placed(s, model) for model in unit.models if model.pose is not None]
    known = [one.id for one in layout_of(s).objectives]
    return tuple(one for one in known if any(is_in_range(s, model, one) for model in models))


def level_of_control(s: Battle, seat: Seat, objective: str) -> int:
    """The sum of OC of the player's models in range (14.02); battle-shocked ones count for nothing (01.07)."""
    level = 0.0
    for unit in on_table(s, seat):
        if unit.shocked:
            continue
        for model in unit.models:
            if is_in_range(s, placed(s, model), objective):
                level += characteristic(s, unit.id, "OC", profile_of(s, model).oc)
    return int(level)


def controller(s: Battle, objective: str) -> Seat | None:
    """Who controls the objective as things stand (14.02, 14.03): the higher level; on a tie, who has secured it.

    A secured objective stays its owner's until the opponent's level is the higher one.
    """
    levels = [level_of_control(s, seat, objective) for seat in (0, 1)]
    if levels[0] != levels[1]:
        return 0 if levels[0] > levels[1] else 1
    held = effects_on(s, SECURED, objective)
    return int(held[-1].value) if held else None


class Secure(Procedure):
    """40K 14.03 A player secures an objective that a unit is within range of and that the player controls."""

    by: Seat
    units: tuple[UnitId, ...]
    source: str
    objective: str = ""

    @step("40K 14.03/a", into="objective")
    def select_objective(self, s: Battle) -> Outcome:
        near = dict.fromkeys(one for unit in self.units for one in objectives_near(s, s.units[unit]))
        held = [one for one in near if controller(s, one) == self.by]
        if not held:
            tell(
                s, "40K 14.03", "{source}: no objective in range is controlled, nothing is secured.", source=self.source
            )
            return DONE
        if len(held) == 1:
            (self.objective,) = held
            return None
        return choose(text("Which objective is secured?"), by=self.by, among=held)

    @step("40K 14.03/b")
    def secure(self, s: Battle) -> Outcome:
        lift(s, SECURED, self.objective)
        until = "battle end"
        add_effect(s, Effect(SECURED, "40K 14.03", self.objective, until, value=self.by, source=self.source))
        tell(s, "40K 14.03", "{player} secures {objective}.", player=s.roster.armies[self.by], objective=self.objective)
        return None
