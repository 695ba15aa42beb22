"""Strategic reserves (20): ingress moves, deep strike (24.09), and what becomes of those who never arrive."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import shapely

from referee.board import Geometry, board_area, strip_along_edges
from referee.books.wh40k.setting_up import Limits, SetUp
from referee.books.wh40k.state import Battle, Unit, UnitId, Where, all_able, army, remove_model
from referee.books.wh40k.terrain import battlefield, layout_of
from referee.kernel import (
    DONE,
    Effect,
    Outcome,
    Procedure,
    Refusal,
    add_effect,
    choose,
    effects_on,
    has_effect,
    mark_used,
    phrase,
    refuse,
    step,
    tell,
    text,
    times_used,
)

ENEMY_DISTANCE = 8.0
"""Inches: an arriving unit has to be more than this away from every enemy (40K 20.04)."""
EDGE_STRIP = 6.0
"""Inches from the battlefield's edges (40K 20.04)."""
FIRST_ROUND = 2
ENEMY_ZONE_ROUND = 3
LAST_ROUND = 3
"""Battle rounds (40K 20.03, 20.04)."""

ARRIVES_BEYOND = "arrives beyond"
"""The kind of effect by which an arriving unit has to be more than its value away from enemies, instead of 8"."""
ANY_ZONE = "may arrive in the enemy deployment zone"
STRIKES_DEEP = "has deep strike"

FROM_THE_EDGE = "from the edge"
DEEP_STRIKE = "deep strike"


def side_of(s: Battle, seat: int) -> str:
    """Attacker or defender."""
    return "attacker" if seat == s.attacker else "defender"


def ingress_refusals(s: Battle, unit: Unit) -> Iterator[Refusal]:
    """Why the unit may not make an ingress move (20.03, 20.04)."""
    if unit.where is not Where.RESERVES:
        yield refuse("40K 20.04/a", "{unit} is not in strategic reserves.", unit=unit.name)
        return
    if s.round < FIRST_ROUND:
        yield refuse(
            "40K 20.03",
            "Units in strategic reserves arrive from battle round {first} on; this is round {round}.",
            first=FIRST_ROUND,
            round=s.round,
        )


def ingress_limits(s: Battle, unit: Unit, mode: str) -> Limits:
    """Where an arriving unit is set up (20.04, 24.09)."""
    beyond = min([ENEMY_DISTANCE, *(float(e.value) for e in effects_on(s, ARRIVES_BEYOND, unit.id))])
    if mode == DEEP_STRIKE:
        region = board_area(layout_of(s).board)
        return Limits("40K 24.09", text("the battlefield"), region, enemies_beyond=beyond)
    early = s.round < ENEMY_ZONE_ROUND and not has_effect(s, ANY_ZONE, unit.id)
    region = _edge_region(s.layout, s.options["deployment"], side_of(s, 1 - unit.seat) if early else "")
    where = text('{strip}" of an edge', strip=EDGE_STRIP)
    if early:
        where = text('{strip}" of an edge and outside the enemy deployment zone', strip=EDGE_STRIP)
    return Limits("40K 20.04/b", where, region, enemies_beyond=beyond)


@lru_cache(maxsize=32)
def _edge_region(layout: str, pattern: str, without: str) -> Geometry:
    table = battlefield(layout, pattern)
    region = strip_along_edges(table.board, EDGE_STRIP)
    if without:
        region = shapely.difference(region, table.zone(without))
    shapely.prepare(region)
    return region


def _strikes_deep(s: Battle, unit: Unit) -> bool:
    """Has the unit the ability of 24.09, its own or given by an effect?"""
    return all_able(s, unit, "deep-strike") or has_effect(s, STRIKES_DEEP, unit.id)


class PlaceArrived(SetUp):
    """40K 20.04 The arriving unit is set up."""

    mode: str

    def limits(self, s: Battle) -> Limits:
        return ingress_limits(s, s.units[self.unit], self.mode)


class IngressMove(Procedure):
    """40K 20.04 An ingress move. The result is whether the unit arrived."""

    unit: UnitId
    mode: str = FROM_THE_EDGE
    done: bool = False

    @step("40K 24.09", into="mode", when=lambda self, s: _strikes_deep(s, s.units[self.unit]))
    def select_mode(self, s: Battle) -> Outcome:
        unit = s.units[self.unit]
        return choose(
            text("How does {unit} arrive?", unit=unit.name),
            by=unit.seat,
            among=(DEEP_STRIKE, FROM_THE_EDGE),
            labels=(text('Deep strike: anywhere more than 8" from enemies'), text('Within 6" of an edge')),
        )

    @step("40K 20.04/b", into="done")
    def set_up(self, s: Battle) -> Outcome:
        return PlaceArrived(unit=self.unit, mode=self.mode)

    @step("40K 20.04/c")
    def after_setting_up(self, s: Battle) -> Outcome:
        if not self.done:
            return DONE
        unit = s.units[self.unit]
        add_effect(s, Effect("has moved", "40K 20.04", self.unit, until="turn end", value=f"{s.phase}/ingress"))
        why = phrase("it made an ingress move")
        add_effect(s, Effect("cannot move", "40K 20.04/c", self.unit, until="charge phase start", source=why))
        mark_used(s, "40K 20.03", unit.seat, unit.id, until="battle end")
        self.result = True
        return None


class LateReserves(Procedure):
    """40K 20.03 At the end of round 3 units that never arrived are destroyed; after the last turn all in reserves."""

    last: bool = False

    @step("40K 20.03/a")
    def destroy(self, s: Battle) -> Outcome:
        for seat in (0, 1):
            for unit in army(s, seat):
                if self._is_late(s, unit):
                    tell(s, "40K 20.03", "{unit} never arrived and is destroyed.", unit=unit.name)
                    for model in unit.models:
                        remove_model(s, model.id)
        s.wrecks.clear()
        return None

    def _is_late(self, s: Battle, unit: Unit) -> bool:
        base = s.units[unit.transport] if unit.where is Where.EMBARKED else unit
        if base.where is not Where.RESERVES and not (unit.where is Where.EMBARKED and base.where is Where.DESTROYED):
            return False
        return self.last or not times_used(s, "40K 20.03", base.seat, base.id)
