"""Lines of sight: whether some straight line joins two bases and nothing on it blocks it, seen from above."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

import shapely

from referee.board import NO_WALLS, TOLERANCE, Crowd, Placed, Pose, Round, Walls, outer_radius, within
from referee.board.sight import visible
from referee.books.warmachine.placing import placed
from referee.books.warmachine.state import Battle, Model, has
from referee.books.warmachine.terrain import forests, sight_walls

Disc = tuple[float, float, float]
Line = tuple[tuple[float, float], tuple[float, float]]
FOREST_DEPTH = 3.0
STEALTH_DISTANCE = 5.0
HUGE = 120
LIKELY = 5
"""The line between the centres and the tangents of the two bases: one of them is nearly always free, if any is."""


def sees(s: Battle, viewer: str, target: str, viewer_at: Placed | None = None) -> bool:
    """WM 12.3: has the viewer (where it stands, or at another place) a line of sight to the target?"""
    a = viewer_at or placed(s, s.models.get(viewer) or s.reserve[viewer])
    b = placed(s, s.models[target])
    in_way = tuple(_disc(placed(s, other)) for other in intervening(s, viewer, target, _disc(a), _disc(b)))
    walls, woods = sight_walls(s), forests(s)
    if not in_way and not walls.walls and not woods.walls:
        return True
    huge = s.profiles[s.models[target].profile].base >= HUGE
    return _line_exists(_disc(a), _disc(b), in_way, walls, NO_WALLS if huge else woods)


@lru_cache(maxsize=16384)
def _line_exists(one: Disc, two: Disc, in_way: tuple[Disc, ...], walls: Walls, woods: Walls) -> bool:
    """Is there a free line between two bases, given what is in the way? The same question is asked many times over."""
    near_walls, near_woods = _near(walls, one, two), _near(woods, one, two)
    if not in_way and not near_walls and not near_woods:
        return True
    likely = islice(_lines(one, two, (), []), LIKELY)
    if any(_is_free(line, in_way, near_walls, near_woods) for line in likely):
        return True
    if not near_woods:
        crowd = Crowd(_flat(f"{number}", disc) for number, disc in enumerate(in_way))
        return visible(_flat("a", one), _flat("b", two), crowd, walls, width=0.0)
    every = _lines(one, two, in_way, [*near_walls, *near_woods])
    return any(_is_free(line, in_way, near_walls, near_woods) for line in every)


def intervening(s: Battle, viewer: str, target: str, a: Disc, b: Disc) -> Iterator[Model]:
    """The models that may block a line between two bases: as large as the target, standing, not the viewer's unit."""
    size = s.profiles[s.models[target].profile].base
    eyes = s.models.get(viewer) or s.reserve[viewer]
    for one in s.models.values():
        base = s.profiles[one.profile].base
        if base < size or one.id == viewer or one.id == target or not _between(a, b, one.x, one.y, base / 50.8):
            continue
        if one.knocked_down or (eyes.unit and one.unit == eyes.unit):  # WM 3.5.4/c
            continue
        if has(s, one, "Incorporeal") or (has(s, one, "Stealth") and _away(one, eyes) > STEALTH_DISTANCE):
            continue
        yield one


def _away(a: Model, b: Model) -> float:
    return math.hypot(a.x - b.x, a.y - b.y)


def _flat(name: str, disc: Disc) -> Placed:
    """A base without height: models block lines seen from above."""
    return Placed(name, Round(disc[2] * 50.8), Pose(disc[0], disc[1]))


def _disc(model: Placed) -> Disc:
    return (model.pose.x, model.pose.y, outer_radius(model.base))


def _between(a: Disc, b: Disc, x: float, y: float, r: float) -> bool:
    """May a line from a to b meet the disc at all?"""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    x, y = x - a[0], y - a[1]
    part = min(1.0, max(0.0, (x * dx + y * dy) / square)) if square else 0.0
    return math.hypot(x - part * dx, y - part * dy) < r + max(a[2], b[2]) - TOLERANCE


def _near(walls: Walls, a: Disc, b: Disc) -> list[shapely.Geometry]:
    """The shapes that a line between the two bases may meet."""
    if not walls.walls:
        return []
    middle = shapely.LineString([a[:2], b[:2]])
    return [walls.shapes[int(i)] for i in walls.touched_by(middle, 0.0, 1.0, max(a[2], b[2]))]


def _lines(a: Disc, b: Disc, blockers: Sequence[Disc], shapes: list[shapely.Geometry]) -> Iterator[Line]:
    """The lines worth trying: between the centres, and all that touch two of the things between which they pass.

    If a free line exists, so does a free one that touches two bases, blockers or corners.
    """
    corners = [(float(x), float(y), 0.0) for shape in shapes for x, y in shapely.get_coordinates(shape)[:-1]]
    yield from _segment(a, b, a[:2], b[:2])
    things = [a, b, *blockers, *corners]
    for number, one in enumerate(things):
        for two in things[number + 1 :]:
            for p, q in _tangents(one, two):
                yield from _segment(a, b, p, q)


def _segment(a: Disc, b: Disc, p: tuple[float, float], q: tuple[float, float]) -> Iterator[Line]:
    """The shortest piece from a to b of the line through p and q, if it meets both."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = math.hypot(dx, dy)
    if length < 1e-9:
        return
    dx, dy = dx / length, dy / length
    chords = []
    for x, y, r in (a, b):
        along = (x - p[0]) * dx + (y - p[1]) * dy
        across = abs((x - p[0]) * dy - (y - p[1]) * dx)
        if across > r + 1e-9:
            return
        half = math.sqrt(max(0.0, r * r - across * across))
        chords.append((along - half, along + half))
    (a0, a1), (b0, b1) = chords
    start, end = (a1, b0) if b0 >= a1 else (a0, b1) if a0 >= b1 else (max(a0, b0), max(a0, b0))
    yield ((p[0] + start * dx, p[1] + start * dy), (p[0] + end * dx, p[1] + end * dy))


def _tangents(one: Disc, two: Disc) -> Iterator[Line]:
    """The common tangents of two circles (of radius 0: points), each as two points."""
    dx, dy = two[0] - one[0], two[1] - one[1]
    away = math.hypot(dx, dy)
    if away < 1e-9:
        return
    angle = math.atan2(dy, dx)
    for r1, r2 in ((one[2], two[2]), (one[2], -two[2])):
        if abs(r1 - r2) > away:
            continue
        turn = math.acos(max(-1.0, min(1.0, (r1 - r2) / away)))
        for sign in (1, -1):
            c, s = math.cos(angle + sign * turn), math.sin(angle + sign * turn)
            yield ((one[0] + r1 * c, one[1] + r1 * s), (two[0] + r2 * c, two[1] + r2 * s))


def _is_free(
    line: Line, blockers: Sequence[Disc], walls: list[shapely.Geometry], woods: list[shapely.Geometry]
) -> bool:
    (ax, ay), (bx, by) = line
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    for x, y, r in blockers:
        part = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / square)) if square else 0.0
        if math.hypot(ax + part * dx - x, ay + part * dy - y) < r - TOLERANCE:
            return False
    string = shapely.LineString([line[0], line[1]])
    for shape in walls:
        if shapely.intersection(string, shape).length > TOLERANCE and not shapely.touches(string, shape):
            return False
    return all(_passes(string, line, wood) for wood in woods)


def _passes(string: shapely.Geometry, line: Line, wood: shapely.Geometry) -> bool:
    """WM 12.3/c: a line out of or into a forest may cross 3 inches of it, a line right through it none."""
    depth = float(shapely.intersection(string, wood).length)
    if depth <= TOLERANCE:
        return True
    ends = any(shapely.distance(wood, shapely.Point(end)) <= TOLERANCE for end in line)
    return ends and within(depth, FOREST_DEPTH)
