"""Setting up (03.02): a whole unit is put on the table, in coherency and under the limits of the rule that asks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

import msgspec
import shapely

from referee.board import Base, Crowd, Geometry, Placed, Pose, end_faults, inside, more_than, outline
from referee.books.wh40k.measuring import ENGAGEMENT_RANGE, coherency_refusals, engagement_refusals
from referee.books.wh40k.moving import ending_refusals, pose_of
from referee.books.wh40k.proposing import Room, places
from referee.books.wh40k.state import Battle, Unit, UnitId, crowd, placed, stand
from referee.books.wh40k.terrain import layout_of
from referee.kernel import (
    Effect,
    Outcome,
    PlacePositions,
    Positions,
    Procedure,
    Refusal,
    RuleId,
    Text,
    add_effect,
    refuse,
    step,
    tell,
    text,
)


class Limits(msgspec.Struct, frozen=True):
    """Where a unit may be set up: wholly within `region`, so far from the enemy, engaged with nobody (or only some)."""

    rule: RuleId
    where: Text
    """The region in words."""
    region: Geometry
    enemies_beyond: float | None = None
    """More than so many inches horizontally from every enemy model."""
    may_engage: tuple[UnitId, ...] = ()


@lru_cache(maxsize=256)
def around(base: Base, pose: Pose, reach: float) -> Geometry:
    """The part of the table within so many inches of a base."""
    region = outline(base, pose).buffer(reach, quad_segs=64)
    shapely.prepare(region)
    return region


def set_up_refusals(s: Battle, unit_id: UnitId, limits: Limits, positions: Positions) -> Iterator[Refusal]:
    """Every reason why the unit may not be set up like this (03.02)."""
    unit = s.units[unit_id]
    given = {name: pose_of(point) for name, point in positions}
    missing = [model.id for model in unit.models if model.id not in given]
    if missing:
        yield refuse(
            "40K 03.02",
            "{models} would not be set up: the whole unit is set up, or none of it.",
            models=", ".join(missing),
        )
    models = tuple(model for model in unit.models if model.id in given)
    ends = [placed(s, model, given[model.id]) for model in models]
    for end in ends:
        yield from _place_refusals(s, unit, limits, end)
    present = msgspec.structs.replace(unit, models=models)
    yield from ending_refusals(s, present, ends, moved=given)
    yield from coherency_refusals(s, ends)
    if limits.enemies_beyond is None:
        yield from engagement_refusals(s, "40K 03.02", ends, unit.seat, allowed=limits.may_engage)


def _place_refusals(s: Battle, unit: Unit, limits: Limits, end: Placed) -> Iterator[Refusal]:
    for _ in end_faults(end, Crowd(), board=layout_of(s).board):
        yield refuse("40K 03.02", "{model} would not be on the battlefield.", model=end.id)
        break
    if not inside(end, limits.region):
        yield refuse(
            limits.rule,
            "{model} would not be wholly within {where}.",
            model=end.id,
            where=limits.where,
        )
    if limits.enemies_beyond is not None:
        for enemy, gap in _too_near(s, unit, end, limits.enemies_beyond):
            yield refuse(
                limits.rule,
                '{model} would be {gap}" from {enemy}.',
                instead=text('More than {limit}" horizontally from every enemy.', limit=limits.enemies_beyond),
                model=end.id,
                gap=gap,
                enemy=enemy,
            )


def _too_near(s: Battle, unit: Unit, end: Placed, limit: float) -> Iterator[tuple[str, float]]:
    enemies = crowd(s, 1 - unit.seat)
    for enemy, gap in zip(enemies.models, enemies.distances(end), strict=True):
        if not more_than(float(gap), limit):
            yield enemy.id, float(gap)


def room_of(limits: Limits) -> Room:
    """The limits as the search for places needs them; units that may be engaged are left to the exact check."""
    gap = 0.0 if limits.may_engage else ENGAGEMENT_RANGE
    return Room(limits.region, gap if limits.enemies_beyond is None else limits.enemies_beyond)


def set_up_places(s: Battle, unit_id: UnitId, limits: Limits, random: Random, tries: int = 24) -> Iterator[Positions]:
    """Legal places for the unit within the limits."""
    unit = s.units[unit_id]

    def may_stand(end: Placed) -> bool:
        return next(_place_refusals(s, unit, limits, end), None) is None

    def legal(positions: Positions) -> bool:
        return next(set_up_refusals(s, unit_id, limits, positions), None) is None

    return places(s, unit, room_of(limits), may_stand, legal, random, tries)


class SetUp(Procedure, kw_only=True):
    """40K 03.02 Set up a unit. The base of every procedure that does; the result is whether it was set up.

    The answer that names no model leaves the unit where it came from (03.02.01).
    """

    unit: UnitId
    positions: Positions = ()

    def limits(self, s: Battle) -> Limits:
        """Where the unit may be set up."""
        raise NotImplementedError

    def may_decline(self, s: Battle) -> bool:
        """May the unit be left where it came from?"""
        return True

    @step("40K 03.02/a", into="positions", check="refusals", propose="proposals")
    def set_up(self, s: Battle) -> Outcome:
        unit = s.units[self.unit]
        return PlacePositions(
            by=unit.seat,
            prompt=text("Set up {unit}, wholly within {where}.", unit=unit.name, where=self.limits(s).where),
            subjects=tuple(model.id for model in unit.models),
            about={"unit": unit.id, "rule": self.limits(s).rule},
        )

    @step("40K 03.02/b")
    def place(self, s: Battle) -> Outcome:
        self.result = bool(self.positions)
        if self.result:
            stand(s, self.unit, {name: pose_of(point) for name, point in self.positions})
            add_effect(s, Effect("set up this turn", "40K 03.02", self.unit, until="turn end"))
            tell(s, "40K 03.02", "{unit} is set up.", unit=s.units[self.unit].name)
        return None

    def refusals(self, s: Battle, positions: Positions) -> Iterator[Refusal]:
        if positions:
            yield from set_up_refusals(s, self.unit, self.limits(s), positions)
        elif not self.may_decline(s):
            yield refuse("40K 03.02", "{unit} has to be set up now.", unit=s.units[self.unit].name)

    def found(self, s: Battle, random: Random) -> Iterator[Positions]:
        """Legal places that a search finds."""
        return set_up_places(s, self.unit, self.limits(s), random)

    def proposals(self, s: Battle, random: Random) -> Iterator[Any]:
        yield from self.found(s, random)
        if self.may_decline(s):
            yield ()
