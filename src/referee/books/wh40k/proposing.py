"""Sensible answers to the open questions of this book: ways of a unit, and places to set it up. Never a rule."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from random import Random

import shapely

from referee.board import Crowd, Geometry, Placed, Pose, end_faults, outer_radius
from referee.books.wh40k.measuring import placed_models
from referee.books.wh40k.moving import Move, is_legal, maximum_distance
from referee.books.wh40k.state import Battle, Unit, UnitId, crowd, on_table, placed
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


def shifted(s: Battle, unit: Unit, move: Move, towards: tuple[float, float], share: float = 1.0) -> Paths:
    """The ways by which the whole unit goes straight towards a place, as one, `share` of what its slowest may go."""
    models = placed_models(s, unit)
    x, y = centre(models)
    dx, dy = towards[0] - x, towards[1] - y
    length = math.hypot(dx, dy)
    reach = min(maximum_distance(s, unit, model, move) for model in unit.models) * share
    if length < 1e-9 or reach <= 0:
        return ()
    part = min(reach, length) / length
    return tuple((model.id, (shift(model.pose, dx * part, dy * part),)) for model in models)


def shift(pose: Pose, dx: float, dy: float) -> Point:
    """A pose moved by dx and dy, as a point of an answer."""
    return (pose.x + dx, pose.y + dy, pose.angle, pose.z)


def moves(s: Battle, unit_id: UnitId, move: Move, random: Random) -> Iterator[Paths]:
    """Legal moves of a unit: straight towards objectives, enemies and at random, far or less far; at last none."""
    unit = s.units[unit_id]
    board = layout_of(s).board
    places = [(objective.x, objective.y) for objective in layout_of(s).objectives]
    places += [centre(placed_models(s, other)) for other in on_table(s, 1 - unit.seat)]
    for _ in range(12):
        anywhere = (random.uniform(0, board.width), random.uniform(0, board.height))
        goal = random.choice([*places, anywhere, anywhere])
        paths = shifted(s, unit, move, goal, random.choice((1.0, 1.0, 0.7, 0.4)))
        if paths and is_legal(s, unit_id, move, paths):
            yield paths
    yield ()


def away(s: Battle, unit_id: UnitId, move: Move) -> Paths:
    """A legal move of the whole unit that ends out of engagement, the shortest turn from where its enemies are not."""
    unit = s.units[unit_id]
    models = placed_models(s, unit)
    x, y = centre(models)
    near = sorted(
        (math.hypot(ox - x, oy - y), ox, oy)
        for ox, oy in (centre(placed_models(s, other)) for other in on_table(s, 1 - unit.seat))
    )
    if not near:
        return ()
    start = math.atan2(y - near[0][2], x - near[0][1])
    for share in (1.0, 0.7, 0.45):
        for turn in (0, 20, -20, 40, -40, 60, -60, 80, -80, 110, -110, 140, -140, 180):
            angle = start + math.radians(turn)
            goal = (x + 100 * math.cos(angle), y + 100 * math.sin(angle))
            paths = shifted(s, unit, move, goal, share)
            if paths and is_legal(s, unit_id, move, paths):
                return paths
    return ()


def pack(
    s: Battle, unit: Unit, anchor: tuple[float, float], may_stand: Callable[[Placed], bool], angle: float = 0.0
) -> Positions | None:
    """Places for all models of a unit side by side around a point, or nothing if they do not fit there."""
    board = layout_of(s).board
    others, walls = crowd(s, None, but=unit.id), solid_walls(s)
    done: list[Placed] = []
    step = 2 * max(outer_radius(s.roster.profiles[model.profile].base) for model in unit.models) + SPACING
    spots = _around(anchor, step, 6 + 3 * len(unit.models))
    for model in unit.models:
        for x, y in spots:
            here = placed(s, model, Pose(x, y, angle))
            free = not others.overlapping(here) and not Crowd(done).overlapping(here)
            if free and may_stand(here) and next(end_faults(here, Crowd(), walls, board), None) is None:
                done.append(here)
                break
        else:
            return None
    return tuple((one.id, (one.pose.x, one.pose.y, one.pose.angle, one.pose.z)) for one in done)


def places(
    s: Battle,
    unit: Unit,
    region: Geometry,
    may_stand: Callable[[Placed], bool],
    legal: Callable[[Positions], bool],
    random: Random,
    tries: int = 60,
) -> Iterator[Positions]:
    """Legal places for a whole unit around random points of a region."""
    if region.is_empty:
        return
    left, top, right, bottom = (float(bound) for bound in shapely.bounds(region))
    angles = (0.0, 90.0)
    for number in range(tries):
        x, y = random.uniform(left, right), random.uniform(top, bottom)
        if not shapely.intersects(region, shapely.Point(x, y)):
            continue
        found = pack(s, unit, (x, y), may_stand, angles[number % 2])
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
