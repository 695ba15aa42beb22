"""WM 3.5.2 The geometry of a charge: legal directions, how far each goes, which bring the target into reach."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from referee.board import TOLERANCE, Placed, Pose, more_than, outer_radius
from referee.board.directions import Arc, Slides, arcs_where, arriving_arcs, entry_and_exit, reaching_arcs
from referee.board.shapes import Floats, at
from referee.books.warmachine.advance import allowance, shortened_by_rough
from referee.books.warmachine.duties import cannot_move
from referee.books.warmachine.measuring import melee_range
from referee.books.warmachine.placing import crowd, placed
from referee.books.warmachine.restrictions import RULES, how_name, kept_for, may_move, restrictions
from referee.books.warmachine.state import Battle, called, profile
from referee.books.warmachine.terrain import (
    feature,
    no_standing,
    passes,
    slowing,
    stands_in,
    stops_charge,
)
from referee.books.warmachine.travel import XY
from referee.kernel import Refusal, RuleId, Text, refuse, text


class ChargeLine(msgspec.Struct, frozen=True):
    """One direction of a charge. Distances in inches from where the charger stands."""

    degrees: float
    entry: float
    """Where the target comes into reach; infinite if never."""
    exit: float
    """Where it would leave reach again."""
    end: float
    """Where the movement ends at the latest."""
    why: str
    """What ends it: "limit", "rough", "touch", "room" or "restriction"."""
    touched: str = ""
    """What is touched at the end, if that ends it."""

    @property
    def arrives(self) -> bool:
        """Does it bring the target into reach?"""
        return self.entry <= self.end + 1e-9

    @property
    def shortest(self) -> float:
        """Where the charger may stop first."""
        return self.entry if self.arrives else self.end

    @property
    def longest(self) -> float:
        """Where it has to stop at the latest."""
        return min(self.end, self.exit) if self.arrives else self.end


def charge_reach(s: Battle, model: str) -> float:
    """The charger's melee range."""
    return melee_range(profile(s, model)) or 0.0


def nearby(s: Battle, mover: str, distance: float) -> tuple[Placed, ...]:
    """The other models that a move of so many inches can touch."""
    one = s.models[mover]
    far = distance + profile(s, mover).base / 50.8 + TOLERANCE
    near = (
        other
        for other in s.models.values()
        if other.id != mover
        and math.hypot(other.x - one.x, other.y - one.y) <= far + s.profiles[other.profile].base / 50.8
    )
    return tuple(placed(s, other) for other in near)


def _slides(s: Battle, mover: str) -> Slides:
    longest = allowance(s, mover, "charge")
    others = () if passes(s, mover, "models") else nearby(s, mover, longest)
    return Slides(placed(s, mover), others, stops_charge(s, mover), s.layout.board, longest=longest)


def _slow(s: Battle, mover: str) -> tuple[Slides | None, float]:
    """The rough ground around, and how far the charge goes at once if the charger stands in it."""
    limit = allowance(s, mover, "charge")
    walls = slowing(s, mover)
    names = {wall.id for wall in walls.walls}
    if not names:
        return None, limit
    if any(one.id in names for one in stands_in(s, placed(s, mover), "rough")):
        return None, shortened_by_rough(limit)
    return Slides(placed(s, mover), (), walls, grazing=False, longest=limit), limit


def legal_arcs(s: Battle, mover: str, target: str) -> tuple[Arc, ...]:
    """WM 3.5.2/e: the directions whose endless line brings the target into reach, where restrictions allow a start."""
    arcs = reaching_arcs(placed(s, mover), placed(s, target), charge_reach(s, mover))
    found = restrictions(s, mover)
    if not found:
        return arcs
    one = s.models[mover]
    bearings = [math.degrees(math.atan2(r.y - one.y, r.x - one.x)) for r in found]
    marks = np.array([b + turn for b in bearings for turn in (0.0, 90.0, 180.0, 270.0)]) % 360.0
    start = (one.x, one.y)

    def opens(degrees: Floats) -> NDArray[np.bool_]:
        ahead = [_point(start, float(turn), 0.01) for turn in degrees]
        return np.array([all(kept_for(one, start, (point,)) > 0 for one in found) for point in ahead])

    return arcs_where(marks, opens, arcs)


def successful_arcs(s: Battle, mover: str, target: str) -> tuple[Arc, ...]:
    """The legal directions in which the charge, as things stand, brings the target into reach."""
    slow, limit = _slow(s, mover)
    short = shortened_by_rough(limit)
    arcs = arriving_arcs(_slides(s, mover), placed(s, target), charge_reach(s, mover), limit, slow, short)
    if not restrictions(s, mover):
        return arcs
    kept = [arc for arc in arcs if charge_line(s, mover, target, arc.middle).arrives]
    return tuple(arc for arc in kept if any(one.holds(arc.middle) for one in legal_arcs(s, mover, target)))


def charge_line(s: Battle, mover: str, target: str, degrees: float) -> ChargeLine:
    """How a charge in one direction goes."""
    one = s.models[mover]
    start, turn = (one.x, one.y), np.array([degrees])
    entry, leave = entry_and_exit(placed(s, mover), placed(s, target), charge_reach(s, mover), turn)
    slow, limit = _slow(s, mover)
    end, why, touched = limit, "limit" if limit == allowance(s, mover, "charge") else "rough", ""
    if slow is not None:
        enters = float(slow.contacts(turn)[0][0])
        if enters < limit:
            end, why = max(shortened_by_rough(limit), enters), "rough"
    slides = _slides(s, mover)
    stops, what = slides.contacts(turn)
    if float(stops[0]) < end:
        end, why = float(stops[0]), "touch"
        touched = slides.names[int(what[0])] if int(what[0]) < len(slides.names) else ""
    for restriction in restrictions(s, mover):
        kept = kept_for(restriction, start, (_point(start, degrees, end),)) if end > TOLERANCE else math.inf
        if kept < end:
            end, why, touched = kept, "restriction", restriction.of
    room = room_until(s, mover, degrees, end)
    if room < end - TOLERANCE:
        end, why, touched = room, "room", ""
    return ChargeLine(degrees, float(entry[0]), float(leave[0]), end, why, touched)


def room_until(s: Battle, mover: str, degrees: float, distance: float) -> float:
    """The farthest spot up to a distance where the base has room. Reading: who passes over models stops before them."""
    here = placed(s, mover)
    turn = np.array([degrees])
    for _ in range(1 + len(s.models)):
        x, y = _point((here.pose.x, here.pose.y), degrees, distance)
        end = at(here, Pose(x, y))
        others = crowd(s, (mover,))
        in_way = others.overlapping(end)
        walls = no_standing(s)
        stuck = walls.touched_by(shapely.Point(x, y), 0.0, 1.0, outer_radius(end.base) - TOLERANCE)
        if not in_way and not len(stuck):
            return distance
        names = {walls.walls[int(i)].id for i in stuck}
        slides = Slides(here, others.only(in_way), walls.only(names), grazing=False)
        before = float(slides.contacts(turn)[0][0])
        if before >= distance or before <= 0.0:
            return 0.0
        distance = before
    return 0.0


def _point(start: XY, degrees: float, distance: float) -> XY:
    turn = math.radians(degrees)
    return (start[0] + math.cos(turn) * distance, start[1] + math.sin(turn) * distance)


def end_point(s: Battle, mover: str, degrees: float, distance: float) -> XY:
    """Where a charger stands after so many inches."""
    return _point((s.models[mover].x, s.models[mover].y), degrees, distance)


RuleOf = dict[str, RuleId]


def direction_refusals(s: Battle, mover: str, target: str, path: tuple[XY, ...], rules: RuleOf) -> Iterator[Refusal]:
    """Why a charge may not end where it is meant to: direction, stop, distance. `rules` names the rule of each."""
    one = s.models[mover]
    start = (one.x, one.y)
    held = cannot_move(s, mover)
    distance = math.dist(start, path[-1]) if path else 0.0
    if held is not None and distance > TOLERANCE:
        yield refuse(held.rule, "{model} cannot advance.", model=called(s, mover))
    if len(path) > 1 and _bends(start, path):
        yield refuse(rules["straight"], "A charge is one straight line.")
        return
    if distance <= TOLERANCE:
        yield from _no_distance(s, mover, target, rules)
        return
    degrees = math.degrees(math.atan2(path[-1][1] - start[1], path[-1][0] - start[0]))
    arcs = legal_arcs(s, mover, target)
    if not any(arc.holds(degrees, slack=0.01) for arc in arcs):
        yield _wrong_direction(s, mover, target, degrees, arcs, rules)
        return
    yield from _distance_refusals(s, mover, target, charge_line(s, mover, target, degrees), distance, rules)


def _bends(start: XY, path: tuple[XY, ...]) -> bool:
    return sum(math.dist(a, b) for a, b in zip((start, *path), path, strict=False)) > math.dist(start, path[-1]) + 1e-6


def _no_distance(s: Battle, mover: str, target: str, rules: RuleOf) -> Iterator[Refusal]:
    """Not moving at all is a charge only where the target is in reach, or nothing lets the charger move."""
    arcs = legal_arcs(s, mover, target)
    lines = [charge_line(s, mover, target, turn) for arc in arcs for turn in (arc.start, arc.middle, arc.end)]
    if not lines or any(line.shortest <= TOLERANCE for line in lines):
        return
    yield refuse(rules["early"], "It may not stop before {target} is in its melee range.", target=called(s, target))


def _wrong_direction(
    s: Battle, mover: str, target: str, degrees: float, arcs: tuple[Arc, ...], rules: RuleOf
) -> Refusal:
    found = restrictions(s, mover)
    one = s.models[mover]
    if found and not may_move(found, (one.x, one.y)):
        return refuse("WM 4.1/g", "Its restrictions cannot all be kept, so it cannot move at all.")
    for r in found:
        if kept_for(r, (one.x, one.y), (end_point(s, mover, degrees, 0.01),)) <= 0:
            return refuse(RULES[r.how], "It may move only {how} {of}.", how=how_name(r.how), of=called(s, r.of))
    span = ", ".join(f"{arc.start:.1f}..{arc.end:.1f}" for arc in arcs)
    return refuse(
        rules["direction"],
        "This line ({degrees} degrees) never brings {target} into its melee range.",
        text("Directions that do, in degrees: {span}.", span=span),
        degrees=degrees % 360.0,
        target=called(s, target),
    )


def _distance_refusals(
    s: Battle, mover: str, target: str, line: ChargeLine, distance: float, rules: RuleOf
) -> Iterator[Refusal]:
    x, y = end_point(s, mover, line.degrees, line.longest)
    instead = text("It stops at {x},{y} after {distance} inches.", x=round(x, 4), y=round(y, 4), distance=line.longest)
    if more_than(distance, line.end):
        yield _too_far(s, line, instead, distance, rules)
    elif line.arrives and more_than(distance, line.exit):
        yield refuse(
            rules["keep"],
            "After {exit} inches {target} would be out of its melee range again.",
            instead,
            exit=line.exit,
            target=called(s, target),
        )
    elif distance < line.shortest - TOLERANCE:
        yield refuse(
            rules["early"],
            "It may not stop before {target} is in its melee range.",
            text("It may stop after {entry} inches.", entry=line.shortest) if line.arrives else instead,
            target=called(s, target),
        )


def _too_far(s: Battle, line: ChargeLine, instead: Text, distance: float, rules: RuleOf) -> Refusal:
    if line.why == "touch":
        found = feature(s, line.touched)
        name = found.name if found else called(s, line.touched)
        if not name:
            return refuse("WM 12.1/e", "It would leave the table.", instead)
        return refuse(rules["stops"], "It stops when it touches {other}.", instead, other=name)
    if line.why == "restriction":
        return refuse(
            "WM 4.1/g", "Its restriction with regard to {of} ends the move.", instead, of=called(s, line.touched)
        )
    if line.why == "room":
        return refuse("WM 2/e", "Its base has no room there.", instead)
    if line.why == "rough":
        return refuse("WM 3.5.3/c", "Rough ground on its way leaves it {limit} inches.", instead, limit=line.end)
    return refuse(
        rules["limit"],
        "{distance} inches are more than the {limit} it may charge.",
        instead,
        distance=distance,
        limit=line.end,
    )
