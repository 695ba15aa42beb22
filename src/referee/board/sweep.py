"""What a base runs into while it slides along a straight line or turns on the spot.

Slides are exact: round against round in closed form, everything else on the convex hull of the base at both ends (piece
by piece for hulls that are not convex). Turns halve the angle until no part of the base can move far enough to hit
anything, or it does hit. Touching is free; entering something by more than `TOLERANCE` is a fault.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Iterator
from functools import lru_cache, partial

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from referee.board.crowd import Crowd, levels_meet
from referee.board.region import Board
from referee.board.shapes import (
    TOLERANCE,
    Base,
    Floats,
    Geometry,
    Placed,
    Pose,
    Round,
    core,
    core_parts,
    extent,
    moved,
    outer_radius,
    outline,
    ring,
)
from referee.board.walls import Walls


class FaultKind(enum.StrEnum):
    """What a base runs into."""

    MODEL = "model"
    WALL = "wall"
    EDGE = "edge"


class Fault(msgspec.Struct, frozen=True):
    """Where a path is not free: on which leg (from 0), what is in the way, the pose that meets it, how deep it goes.

    `id` is the model's or wall's id, or the edge: left, right, top or bottom. `depth` is in inches; against walls and
    between shapes that are not round it is a lower bound.
    """

    leg: int
    kind: FaultKind
    id: str
    pose: Pose
    depth: float


def slide_faults(
    leg: int, mover: Placed, to: Pose, crowd: Crowd, walls: Walls, board: Board | None, *, contact: bool = True
) -> Iterator[Fault]:
    """Faults of a straight slide from `mover.pose` to a pose at the same angle, one by one: models, walls, edge.

    Without `contact` the pose of a fault is the end of the slide: quicker, where only whether it is free is asked.
    """
    start = mover.pose
    low, high = min(start.z, to.z), max(start.z, to.z) + mover.height
    for i in crowd.close_to(start.x, start.y, outer_radius(mover.base), to.x - start.x, to.y - start.y):
        other = crowd.models[i]
        if other.id == mover.id or not levels_meet(low, high, other.pose.z, other.pose.z + other.height):
            continue
        depth = _model_depth(mover, to, other)
        if depth > 0:
            met = _first_contact(mover, to, partial(_enters, mover, other)) if contact else to
            yield Fault(leg, FaultKind.MODEL, other.id, met, depth)
    yield from _wall_faults(leg, mover, to, walls, low, high, contact)
    if board is not None:
        yield from _edge_faults(leg, mover, to, board)


def _wall_faults(
    leg: int, mover: Placed, to: Pose, walls: Walls, low: float, high: float, contact: bool
) -> Iterator[Fault]:
    is_round = isinstance(mover.base, Round)
    radius = outer_radius(mover.base)
    track, found = slide_hits(mover, to, walls, low, high)
    for i in found:
        shape = walls.shapes[i]

        def hits(end: Pose, shape: Geometry = shape) -> bool:
            if is_round:
                return bool(shapely.dwithin(_track(mover.pose, end), shape, radius - TOLERANCE))
            return bool(shapely.intersects(swept(mover.base, mover.pose, end, TOLERANCE), shape))

        depth = radius - float(shapely.distance(track, shape)) if is_round else _shared_depth(track, shape)
        met = _first_contact(mover, to, hits) if contact else to
        yield Fault(leg, FaultKind.WALL, walls.walls[i].id, met, depth)


def slide_hits(mover: Placed, to: Pose, walls: Walls, low: float, high: float) -> tuple[Geometry, NDArray[np.intp]]:
    """What a slide passes over (a round base: its centre's line) and the numbers of the walls it enters."""
    if isinstance(mover.base, Round):
        track = _track(mover.pose, to)
        return track, walls.touched_by(track, low, high, outer_radius(mover.base) - TOLERANCE)
    track = swept(mover.base, mover.pose, to, TOLERANCE)
    return track, walls.touched_by(track, low, high)


def turn_hits(mover: Placed, degrees: float, walls: Walls) -> Iterator[tuple[int, Pose]]:
    """Numbers of the walls a turn enters, each with a pose that is in it."""
    if isinstance(mover.base, Round) or degrees == 0:
        return
    pose, reach = mover.pose, outer_radius(mover.base)
    centre = shapely.Point(pose.x, pose.y)
    for i in (int(n) for n in walls.touched_by(centre, pose.z, pose.z + mover.height, reach - TOLERANCE)):
        blocked = _first_blocked(_gap_to_shape(mover, walls.shapes[i], TOLERANCE), degrees, reach)
        if blocked is not None:
            yield i, Pose(pose.x, pose.y, pose.angle + blocked, pose.z)


def _edge_faults(leg: int, mover: Placed, to: Pose, board: Board) -> Iterator[Fault]:
    before, after = extent(mover.base, mover.pose), extent(mover.base, to)
    for side, was, over in (
        ("left", -before[0], -after[0]),
        ("right", before[2] - board.width, after[2] - board.width),
        ("top", -before[1], -after[1]),
        ("bottom", before[3] - board.height, after[3] - board.height),
    ):
        if over > TOLERANCE:
            part = min(1.0, max(0.0, -was / (over - was))) if over > was else 0.0
            yield Fault(leg, FaultKind.EDGE, side, between(mover.pose, to, part), over)


def turn_faults(
    leg: int, mover: Placed, degrees: float, crowd: Crowd, walls: Walls, board: Board | None
) -> Iterator[Fault]:
    """Faults of turning on the spot by signed degrees from `mover.pose`. Round bases have none."""
    if isinstance(mover.base, Round) or degrees == 0:
        return
    pose, low, high = mover.pose, mover.pose.z, mover.pose.z + mover.height
    reach = outer_radius(mover.base)
    for i in crowd.close_to(pose.x, pose.y, reach):
        other = crowd.models[i]
        if other.id == mover.id or not levels_meet(low, high, other.pose.z, other.pose.z + other.height):
            continue
        blocked = _first_blocked(_gap_to_model(mover, other), degrees, reach)
        if blocked is not None:
            met = Pose(pose.x, pose.y, pose.angle + blocked, pose.z)
            yield Fault(leg, FaultKind.MODEL, other.id, met, _model_depth(Placed("", mover.base, met), met, other))
    for number, met in turn_hits(mover, degrees, walls):
        depth = _shared_depth(core(mover.base, met, 0.0), walls.shapes[number])
        yield Fault(leg, FaultKind.WALL, walls.walls[number].id, met, depth)
    if board is not None:
        yield from _turn_edge_faults(leg, mover, degrees, board)


def _turn_edge_faults(leg: int, mover: Placed, degrees: float, board: Board) -> Iterator[Fault]:
    pose = mover.pose
    points = ring(mover.base)
    away, direction = np.hypot(points[:, 0], points[:, 1]), np.arctan2(points[:, 1], points[:, 0])
    first = direction + math.radians(pose.angle + min(0.0, degrees))
    span = math.radians(abs(degrees))
    for side, towards, room in (
        ("left", math.pi, pose.x),
        ("right", 0.0, board.width - pose.x),
        ("top", -math.pi / 2, pose.y),
        ("bottom", math.pi / 2, board.height - pose.y),
    ):
        ahead = np.mod(towards - first, 2 * math.pi)  # how far each point turns until it faces this edge
        out = np.where(ahead <= span, away, away * np.maximum(np.cos(ahead), np.cos(ahead - span)))
        worst = int(np.argmax(out))
        if out[worst] - room > TOLERANCE:
            stop = min(float(ahead[worst]), span) if math.cos(ahead[worst]) < out[worst] / away[worst] else 0.0
            angle = pose.angle + min(0.0, degrees) + math.degrees(stop)
            yield Fault(leg, FaultKind.EDGE, side, Pose(pose.x, pose.y, angle, pose.z), float(out[worst] - room))


def between(a: Pose, b: Pose, part: float) -> Pose:
    """The pose a part (0 to 1) of the way along a straight slide from a to b, at a's angle."""
    return Pose(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part, a.angle, a.z + (b.z - a.z) * part)


@lru_cache(maxsize=64)
def swept(base: Base, start: Pose, to: Pose, shrink: float) -> Geometry:
    """Everything a base (less `shrink` inches all round) passes over on a straight slide."""
    shift = (to.x - start.x, to.y - start.y)
    hulls = []
    for part in core_parts(base, shrink):
        here = moved(part, start)
        hulls.append(shapely.convex_hull(shapely.multipoints(np.concatenate([here, here + shift]))))
    return hulls[0] if len(hulls) == 1 else shapely.union_all(hulls)


def _line_distance(start: Pose, to: Pose, x: float, y: float) -> float:
    """Distance of a point from the line a centre slides along."""
    dx, dy, wx, wy = to.x - start.x, to.y - start.y, x - start.x, y - start.y
    square = dx * dx + dy * dy
    if square > 0:
        part = min(max((wx * dx + wy * dy) / square, 0.0), 1.0)
        wx, wy = wx - part * dx, wy - part * dy
    return math.hypot(wx, wy)


def _track(start: Pose, to: Pose) -> Geometry:
    if math.hypot(to.x - start.x, to.y - start.y) < TOLERANCE / 10:
        return shapely.Point(to.x, to.y)  # to the index of walls a line as short as that is none
    return shapely.LineString([(start.x, start.y), (to.x, to.y)])


def _model_depth(mover: Placed, to: Pose, other: Placed) -> float:
    """How deep a slide enters another model's base, 0 if it does not by more than `TOLERANCE`."""
    start = mover.pose
    if isinstance(mover.base, Round) and isinstance(other.base, Round):
        line = _line_distance(start, to, other.pose.x, other.pose.y)
        depth = outer_radius(mover.base) + outer_radius(other.base) - line
    elif isinstance(mover.base, Round):
        depth = outer_radius(mover.base) - float(shapely.distance(outline(other.base, other.pose), _track(start, to)))
    elif isinstance(other.base, Round):
        # To the mover it is the other one that slides, the opposite way.
        x, y = other.pose.x, other.pose.y
        slides = _track(other.pose, Pose(x - to.x + start.x, y - to.y + start.y))
        depth = outer_radius(other.base) - float(shapely.distance(outline(mover.base, start), slides))
    else:
        path, body = swept(mover.base, start, to, TOLERANCE / 2), core(other.base, other.pose, TOLERANCE / 2)
        depth = _shared_depth(path, body) + TOLERANCE if shapely.intersects(body, path) else 0.0
    return depth if depth > TOLERANCE else 0.0


def _enters(mover: Placed, other: Placed, to: Pose) -> bool:
    return _model_depth(mover, to, other) > 0


def _shared_depth(path: Geometry, body: Geometry) -> float:
    """How far the common part of two shapes reaches into the second one."""
    corners = shapely.get_coordinates(shapely.intersection(path, body))
    if not len(corners):
        return 0.0
    rim = body.boundary if body.area > 0 else path.boundary
    places = shapely.points(np.concatenate([corners, corners.mean(axis=0, keepdims=True)]))
    return float(shapely.distance(places, rim).max())


def _first_contact(mover: Placed, to: Pose, hits: Callable[[Pose], bool]) -> Pose:
    """The last free pose of a slide that hits something."""
    low, high = 0.0, 1.0
    if hits(mover.pose):
        return mover.pose
    while (high - low) * math.hypot(to.x - mover.pose.x, to.y - mover.pose.y) > TOLERANCE:
        middle = (low + high) / 2
        low, high = (low, middle) if hits(between(mover.pose, to, middle)) else (middle, high)
    return between(mover.pose, to, low)


def _gap_to_model(mover: Placed, other: Placed) -> Callable[[Floats], Floats]:
    if not isinstance(other.base, Round):
        return _gap_to_shape(mover, core(other.base, other.pose, TOLERANCE / 2), TOLERANCE / 2)
    body, allowed = outline(mover.base, Pose(0, 0)), outer_radius(other.base) - TOLERANCE
    offset = np.array([[other.pose.x - mover.pose.x, other.pose.y - mover.pose.y]])

    def gap(degrees: Floats) -> Floats:
        points = shapely.points(np.concatenate([_turned_back(offset, mover.pose.angle + d) for d in degrees]))
        return np.asarray(shapely.distance(body, points)) - allowed

    return gap


def _gap_to_shape(mover: Placed, shape: Geometry, shrink: float) -> Callable[[Floats], Floats]:
    """Distance of the turning base from a shape at several angles; the shape is turned the other way instead."""
    body = core(mover.base, Pose(0, 0), shrink)
    centre = (mover.pose.x, mover.pose.y)

    def gap(degrees: Floats) -> Floats:
        shapes = [
            shapely.transform(shape, lambda p, d=d: _turned_back(p - centre, mover.pose.angle + d)) for d in degrees
        ]
        return np.asarray(shapely.distance(body, np.array(shapes, dtype=object)))

    return gap


def _turned_back(points: Floats, degrees: float) -> Floats:
    return moved(points, Pose(0.0, 0.0, -degrees))


def _first_blocked(gap: Callable[[Floats], Floats], degrees: float, reach: float) -> float | None:
    """A turn after which the base is blocked, or None: no part of the base moves faster than `reach` per radian."""
    left, width = np.zeros(1), degrees
    while len(left):
        middle = left + width / 2
        gaps = gap(middle)
        if (gaps <= 0).any():
            return float(middle[np.flatnonzero(gaps <= 0)[0]])
        travel = reach * math.radians(abs(width)) / 2
        if travel <= TOLERANCE / 4:
            return None
        left = left[gaps <= travel]
        width /= 2
        left = np.column_stack([left, left + width]).ravel()
    return None
