"""Line of sight: is there a straight free line, as wide as asked, from any part of a base to any part of another?

Seen from above the answer is exact (curves of oval bases to 0.002"). A free line can be pushed until it grazes two
shapes; between two neighbouring directions of such double tangents nothing changes. So one direction between each two
neighbours is tried, and in it one line between each two neighbouring tangents: if none of them is free, none is.

Heights: everything is a prism. A blocker that ends below the straight line between the tops of the two models does not
block; lines that would pass under a raised blocker are not looked for.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec
import numpy as np
import shapely

from referee.board.crowd import Crowd, shape_distance
from referee.board.keepout import convex_pieces
from referee.board.shapes import (
    TOLERANCE,
    Floats,
    Placed,
    Round,
    coarse_ring,
    inches,
    moved,
    outer_radius,
)
from referee.board.walls import NO_WALLS, Walls

MILLIMETRE = inches(1)
_CURVE = 0.002
_CHUNK = 64

Point = tuple[float, float]


class _Body(msgspec.Struct, frozen=True):
    """A convex shape: the corners of a polygon, or the middle and radius of a disc, and the height of its top."""

    corners: Floats
    radius: float
    top: float

    def span(self, across: Floats) -> tuple[Floats, Floats]:
        """How far it reaches to both sides along each direction across the lines."""
        places = self.corners @ across.T
        return places.min(axis=0) - self.radius, places.max(axis=0) + self.radius


def visible(
    a: Placed, b: Placed, blockers: Crowd | None = None, walls: Walls = NO_WALLS, width: float = MILLIMETRE
) -> bool:
    """True if a straight line `width` inches wide joins any part of a base to any part of another and meets no blocker.

    The two models never block. The caller leaves out of `blockers` and `walls` whatever its rules see through.
    """
    return sight_line(a, b, blockers, walls, width) is not None


def sight_line(
    a: Placed, b: Placed, blockers: Crowd | None = None, walls: Walls = NO_WALLS, width: float = MILLIMETRE
) -> tuple[Point, Point] | None:
    """A line that proves `visible`, from the edge of one base to the edge of the other, or None."""
    if shape_distance(a, b) <= TOLERANCE:
        return (a.pose.x, a.pose.y), (b.pose.x, b.pose.y)
    viewer, target = _body(a, 0.0), _body(b, 0.0)
    between = _bodies_between(a, b, blockers or Crowd(), walls, max(0.0, width - TOLERANCE))
    facing = math.atan2(b.pose.y - a.pose.y, b.pose.x - a.pose.x)
    distance = math.hypot(b.pose.x - a.pose.x, b.pose.y - a.pose.y)
    widest = min(1.0, (outer_radius(a.base) + outer_radius(b.base)) / distance)
    spread = math.asin(widest) if widest < 1 else math.pi / 2
    for directions in _directions([viewer, target, *between], facing, spread):
        found = _free_line(viewer, target, between, directions)
        if found is not None:
            return found
    return None


def _bodies_between(a: Placed, b: Placed, crowd: Crowd, walls: Walls, width: float) -> list[_Body]:
    corridor = shapely.convex_hull(
        shapely.union_all([shapely.Point(m.pose.x, m.pose.y).buffer(outer_radius(m.base)) for m in (a, b)])
    )
    low, high = min(a.pose.z, b.pose.z), max(a.pose.z + a.height, b.pose.z + b.height)
    bodies: list[_Body] = []
    if len(crowd):
        gaps = shapely.distance(shapely.points(crowd.x, crowd.y), corridor)
        for i in np.flatnonzero((gaps < crowd.outer + width / 2) & crowd.meets(low, high)):
            if crowd.models[i].id not in (a.id, b.id):
                bodies.append(_body(crowd.models[i], width / 2))
    for i in walls.touched_by(corridor, low, high, width / 2):
        shape = walls.shapes[i]
        if shape.geom_type == "Polygon" and shape.convex_hull.area - shape.area > TOLERANCE:
            shape = shape.simplify(_CURVE)
        bodies.extend(_thick(piece, width / 2, float(walls.high[i])) for piece in convex_pieces(shape))
    return bodies


def _body(model: Placed, extra: float) -> _Body:
    top = model.pose.z + model.height
    if isinstance(model.base, Round):
        return _Body(np.array([[model.pose.x, model.pose.y]]), outer_radius(model.base) + extra, top)
    return _thick(moved(coarse_ring(model.base, _CURVE), model.pose), extra, top)


def _thick(corners: Floats, extra: float, top: float) -> _Body:
    if extra > 0:
        shape = shapely.convex_hull(shapely.multipoints(corners)).buffer(extra, quad_segs=2)
        corners = shapely.get_coordinates(shape)[:-1]
    return _Body(corners, 0.0, top)


def _directions(bodies: list[_Body], facing: float, spread: float) -> Iterator[Floats]:
    """Directions to try, in portions: first a few that are likely, then one between each two double tangents."""
    yield facing + spread * np.array([0.0, 0.3, -0.3, 0.6, -0.6, 0.9, -0.9])
    corners = np.concatenate([body.corners for body in bodies])
    before = np.concatenate([np.roll(body.corners, 1, axis=0) for body in bodies]) - corners
    after = np.concatenate([np.roll(body.corners, -1, axis=0) for body in bodies]) - corners
    sizes = [len(body.corners) for body in bodies]
    radii, owner = np.repeat([body.radius for body in bodies], sizes), np.repeat(np.arange(len(bodies)), sizes)
    i, j = np.nonzero(owner[:, None] < owner[None, :])
    offset = corners[j] - corners[i]
    away = np.maximum(np.hypot(offset[:, 0], offset[:, 1]), 1e-12)
    along = np.arctan2(offset[:, 1], offset[:, 0])
    tilts = [np.arcsin(np.clip(r / away, -1, 1)) for r in (radii[i] + radii[j], radii[i] - radii[j])]
    every = np.concatenate([along + sign * tilt for tilt in tilts for sign in (1, -1)])
    i, j = np.tile(i, 4), np.tile(j, 4)
    normal = np.column_stack([-np.sin(every), np.cos(every)])
    graze = np.ones(len(every), dtype=np.bool_)
    for end in (i, j):
        graze &= (normal * before[end]).sum(axis=1) * (normal * after[end]).sum(axis=1) >= -1e-9
    every = np.concatenate([every[graze], every[graze] + math.pi])
    turn = np.mod(every - facing + math.pi, 2 * math.pi) - math.pi
    marks = np.unique(np.round(np.concatenate([turn[np.abs(turn) <= spread], [-spread, spread]]), 12))
    middles = facing + (marks[1:] + marks[:-1]) / 2
    for k in range(0, len(middles), _CHUNK):
        yield middles[k : k + _CHUNK]


def _free_line(viewer: _Body, target: _Body, between: list[_Body], directions: Floats) -> tuple[Point, Point] | None:
    along = np.column_stack([np.cos(directions), np.sin(directions)])
    across = np.column_stack([-along[:, 1], along[:, 0]])
    spans = [body.span(across) for body in (viewer, target, *between)]
    low, high = np.maximum(spans[0][0], spans[1][0]), np.minimum(spans[0][1], spans[1][1])
    marks = np.sort(np.clip(np.column_stack([side for span in spans for side in span]), low[:, None], high[:, None]), 1)
    places = (marks[:, 1:] + marks[:, :-1]) / 2
    real = (marks[:, 1:] - marks[:, :-1] > 1e-9) & (low < high)[:, None]
    which = np.nonzero(real)[0]
    lines = (along[which], across[which], places[real])
    start, leave = _chord(viewer, *lines)
    enter, end = _chord(target, *lines)
    free = enter > leave
    for body in between:
        first, last = _chord(body, *lines)
        meets = (first < enter) & (last > leave)
        if math.isfinite(body.top) and meets.any():
            eye, aim = viewer.top, target.top
            origin, goal = (start, enter) if aim > eye else (leave, end) if aim < eye else (leave, enter)
            slope = (aim - eye) / np.maximum(goal - origin, 1e-12)
            nearest, farthest = np.where(meets, first, origin) - origin, np.where(meets, last, origin) - origin
            lowest = eye + np.minimum(slope * nearest, slope * farthest)
            meets &= body.top >= lowest - TOLERANCE
        free &= ~meets
    if not free.any():
        return None
    best = int(np.flatnonzero(free)[0])
    u, n, p = lines[0][best], lines[1][best], lines[2][best]
    first_point, last_point = n * p + u * leave[best], n * p + u * enter[best]
    return (float(first_point[0]), float(first_point[1])), (float(last_point[0]), float(last_point[1]))


def _chord(body: _Body, along: Floats, across: Floats, places: Floats) -> tuple[Floats, Floats]:
    """Where each line enters and leaves a body, as lengths along the line; entry after exit where it misses."""
    if len(body.corners) == 1:
        middle = along @ body.corners[0]
        half = body.radius**2 - (across @ body.corners[0] - places) ** 2
        root = np.sqrt(np.maximum(half, 0.0))
        return np.where(half > 0, middle - root, np.inf), np.where(half > 0, middle + root, -np.inf)
    enter, leave = np.full(len(places), np.inf), np.full(len(places), -np.inf)
    beyond = body.corners @ across.T - places
    reach = body.corners @ along.T
    for i in range(len(body.corners)):
        here, there = beyond[i - 1], beyond[i]
        hits = (here <= 0) != (there <= 0)
        part = here[hits] / (here[hits] - there[hits])
        crossing = reach[i - 1][hits] + part * (reach[i][hits] - reach[i - 1][hits])
        enter[hits] = np.minimum(enter[hits], crossing)
        leave[hits] = np.maximum(leave[hits], crossing)
    return enter, leave
