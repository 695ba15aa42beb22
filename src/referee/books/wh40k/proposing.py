"""Sensible answers to the open questions of this book: ways of a unit, and places to set it up. Never a rule."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from random import Random

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from referee.board import (
    TOLERANCE,
    Geometry,
    Placed,
    Pose,
    end_faults,
    hopeless_shifts,
    inner_radius,
    outer_radius,
)
from referee.board.shapes import Floats
from referee.books.wh40k.measuring import ENGAGEMENT_RANGE, placed_models
from referee.books.wh40k.moving import NOBODY, Move, in_the_way, is_legal, maximum_distance
from referee.books.wh40k.state import Battle, Model, Unit, UnitId, crowd, on_table, placed, profile_of
from referee.books.wh40k.terrain import layout_of, solid_walls
from referee.kernel import Paths, Point, Positions

SPACING = 0.05
"""Inches left between bases that are set up side by side."""


def centre(models: Sequence[Placed]) -> tuple[float, float]:
    """The middle of some models, in inches."""
    return (
        sum(model.pose.x for model in models) / len(models),
        sum(model.pose.y for model in models) / len(models),
    )


def reach(s: Battle, unit: Unit, move: Move) -> float:
    """How many inches the whole unit may go as one: what its slowest model may."""
    return min(maximum_distance(s, unit, model, move) for model in unit.models)


def shift(pose: Pose, dx: float, dy: float) -> Point:
    """A pose moved by dx and dy, as a point of an answer."""
    return (pose.x + dx, pose.y + dy, pose.angle, pose.z)


def first_legal(s: Battle, unit_id: UnitId, move: Move, shifts: Sequence[tuple[float, float]], tries: int = 4) -> Paths:
    """The first of these shifts of the whole unit that is legal, as an answer; nothing if none of the likely ones is.

    Those that surely cannot be made are left out, all at once; of the others, `tries` are looked at exactly.
    """
    unit = s.units[unit_id]
    models = placed_models(s, unit)
    if not shifts or not models:
        return ()
    enemies = crowd(s, 1 - unit.seat)
    way = in_the_way(s, unit, unit.models[0], move)
    standing = crowd(s, None, but=unit_id)
    hopeless = hopeless_shifts(models, np.array(shifts), way, standing, layout_of(s).board, enemies, ENGAGEMENT_RANGE)
    for dx, dy in [one for one, lost in zip(shifts, hopeless, strict=True) if not lost][:tries]:
        paths = tuple((model.id, (shift(model.pose, dx, dy),)) for model in models)
        if is_legal(s, unit_id, move, paths):
            return paths
    return ()


def fan(start: tuple[float, float], goal: tuple[float, float], farthest: float) -> list[tuple[float, float]]:
    """Shifts toward a goal: straight and far first, then turned aside and shorter."""
    gap = math.hypot(goal[0] - start[0], goal[1] - start[1])
    heading = math.atan2(goal[1] - start[1], goal[0] - start[0])
    found = []
    for share in (1.0, 0.6, 0.3):
        for turn in (0, 20, -20, 40, -40, 65, -65):
            length = min(gap, farthest * share) if turn == 0 else farthest * share
            angle = heading + math.radians(turn)
            found.append((length * math.cos(angle), length * math.sin(angle)))
    return found if farthest > 0 and gap > 0 else []


def moves(s: Battle, unit_id: UnitId, move: Move, random: Random) -> Iterator[Paths]:
    """Legal moves of a unit: straight towards objectives, enemies and at random, far or less far; at last none."""
    unit = s.units[unit_id]
    board = layout_of(s).board
    here = centre(placed_models(s, unit))
    farthest = reach(s, unit, move)
    goals = [(objective.x, objective.y) for objective in layout_of(s).objectives]
    goals += [centre(placed_models(s, other)) for other in on_table(s, 1 - unit.seat)]
    for _ in range(3):
        anywhere = (random.uniform(0, board.width), random.uniform(0, board.height))
        goal = random.choice([*goals, anywhere, anywhere])
        shifts = fan(here, goal, farthest * random.choice((1.0, 1.0, 0.7)))
        paths = first_legal(s, unit_id, move, shifts, tries=2)
        if paths:
            yield paths
    yield ()


def away(s: Battle, unit_id: UnitId, move: Move) -> Paths:
    """A legal move of the whole unit that ends out of engagement, the shortest turn from where its enemies are not."""
    unit = s.units[unit_id]
    x, y = centre(placed_models(s, unit))
    near = min(
        ((math.hypot(ox - x, oy - y), ox, oy) for ox, oy in _centres(s, 1 - unit.seat)),
        default=None,
    )
    if near is None:
        return ()
    start, farthest = math.atan2(y - near[2], x - near[1]), reach(s, unit, move)
    shifts = [
        (
            farthest * share * math.cos(start + math.radians(turn)),
            farthest * share * math.sin(start + math.radians(turn)),
        )
        for share in (1.0, 0.7, 0.45)
        for turn in (0, 20, -20, 40, -40, 60, -60, 80, -80, 110, -110, 140, -140, 180)
    ]
    return first_legal(s, unit_id, move, shifts, tries=6)


def _centres(s: Battle, seat: int) -> list[tuple[float, float]]:
    return [centre(placed_models(s, other)) for other in on_table(s, seat)]


class Room(msgspec.Struct, frozen=True):
    """Where a unit may be set up, for the search: a region, and how far from enemies."""

    region: Geometry
    gap: float = 0.0
    """More than so many inches from every enemy model."""


def pack(
    s: Battle,
    unit: Unit,
    anchor: tuple[float, float],
    room: Room,
    may_stand: Callable[[Placed], bool],
    angle: float = 0.0,
) -> Positions | None:
    """Places for all models of a unit side by side around a point, or nothing if they do not fit there.

    Every place has room for the unit's largest base.
    """
    largest = _largest(s, unit)
    step = 2 * outer_radius(profile_of(s, largest).base) + SPACING
    spots = _around(anchor, step, 6 + 3 * len(unit.models))
    lost = _hopeless_spots(s, unit, largest, np.array(spots), room)
    board, walls = layout_of(s).board, solid_walls(s)
    others = crowd(s, None, but=unit.id)
    done: list[tuple[float, float]] = []
    left = len(spots) - int(lost.sum())
    for (x, y), is_lost in zip(spots, lost, strict=True):
        if is_lost:
            continue
        if len(done) + left < len(unit.models):
            return None
        left -= 1
        here = placed(s, largest, Pose(x, y, angle))
        free = not others.overlapping(here) and next(end_faults(here, NOBODY, walls, board), None) is None
        if free and may_stand(here):
            done.append((x, y))
            if len(done) == len(unit.models):
                return tuple((m.id, (*spot, angle, 0.0)) for m, spot in zip(unit.models, done, strict=True))
    return None


def _largest(s: Battle, unit: Unit) -> Model:
    """The model of the unit with the largest base."""
    return max(unit.models, key=lambda model: outer_radius(profile_of(s, model).base))


def _hopeless_spots(s: Battle, unit: Unit, model: Model, spots: Floats, room: Room) -> NDArray[np.bool_]:
    """Where the model surely cannot stand: on others, too near enemies, not wholly in the region."""
    r = inner_radius(profile_of(s, model).base) - 2 * TOLERANCE
    lost = ~np.asarray(shapely.intersects_xy(room.region, spots[:, 0], spots[:, 1]))
    points = shapely.points(spots)
    lost |= np.asarray(shapely.distance(room.region.boundary, points)) < r
    for others, gap in ((crowd(s, None, but=unit.id), 0.0), (crowd(s, 1 - unit.seat), room.gap)):
        if len(others):
            apart = np.hypot(spots[:, :1] - others.x, spots[:, 1:] - others.y)
            lost |= (apart < r + others.inner + gap).any(axis=1)
    return np.asarray(lost, dtype=np.bool_)


def places(
    s: Battle,
    unit: Unit,
    room: Room,
    may_stand: Callable[[Placed], bool],
    legal: Callable[[Positions], bool],
    random: Random,
    tries: int = 24,
) -> Iterator[Positions]:
    """Legal places for a whole unit around random points of a region."""
    if room.region.is_empty:
        return
    left, top, right, bottom = (float(bound) for bound in shapely.bounds(room.region))
    anchors = np.array([(random.uniform(left, right), random.uniform(top, bottom)) for _ in range(4 * tries)])
    largest = _largest(s, unit)
    lost = _hopeless_spots(s, unit, largest, anchors, room)
    open_anchors = [(float(x), float(y)) for (x, y), is_lost in zip(anchors, lost, strict=True) if not is_lost]
    for number, anchor in enumerate(open_anchors[:tries]):
        found = pack(s, unit, anchor, room, may_stand, (0.0, 90.0)[number % 2])
        if found is not None and legal(found):
            yield found


def _around(anchor: tuple[float, float], step: float, count: int) -> list[tuple[float, float]]:
    """The points of a triangular grid around a point, the nearest first."""
    rings = 2 + math.ceil(math.sqrt(count))
    grid = [
        (anchor[0] + (i + j / 2) * step, anchor[1] + j * step * math.sqrt(3) / 2)
        for i in range(-rings, rings + 1)
        for j in range(-rings, rings + 1)
    ]
    grid.sort(key=lambda point: (round(math.hypot(point[0] - anchor[0], point[1] - anchor[1]), 6), point))
    return grid[:count]
