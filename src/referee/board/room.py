"""The room a base has: a map of the places its centre may be, and the shortest ways round what stands in it.

Everything in the way becomes a convex block (its keep-out area). A shortest way is a taut string: it bends only at
block corners it touches, always towards the block. So only corners where a string could touch are ever tried.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from referee.board.crowd import Crowd
from referee.board.keepout import SLACK, convex_pieces, keep_out_of_model, keep_out_of_points
from referee.board.region import Board
from referee.board.shapes import TOLERANCE, Floats, Placed, Pose, Round, extent, outer_radius
from referee.board.walls import Walls

ROUND_CORNERS = 32
"""Corners of the block round a circle: half a percent of its radius too large."""
_HAIR = (
    1e-6  # blocks are this much smaller (relative) when a line is tested against them: lines may run along their rims
)
_SOFT = 0.9 * TOLERANCE  # inches: a line may cut this deep into a disc, as it may in `sweep_faults`
_FAR = 1e4

Point = tuple[float, float]


class Stop(NamedTuple):
    """A point where a shortest way may bend: how far it is from the start, and how the way got there."""

    point: Point
    length: float
    corner: int
    side: int
    before: Stop | None


class Room:
    """Blocks, corners and borders for one base at one angle and height.

    Discs (rows of x, y, radius) are the blocks of round models for a round base; `rings` are the corners of all other
    blocks. Lines are tested against the discs themselves; their corners are those of polygons round them.
    """

    def __init__(self, discs: Floats, rings: Sequence[Floats], low: Point, high: Point, ends: Sequence[Point]) -> None:
        self.low, self.high = low, high
        self.discs = discs
        self.blocks: NDArray[np.object_] = np.empty(len(rings), dtype=object)
        for i, points in enumerate(rings):
            self.blocks[i] = shapely.polygons(points + (points.mean(axis=0) - points) * _HAIR)
        self.tree = shapely.STRtree(self.blocks)
        round_rings = _rings_round(discs, ends)
        flat = round_rings.reshape(-1, 2)
        self.corners = np.concatenate([flat, *rings])
        self.previous = np.concatenate([np.roll(round_rings, 1, 1).reshape(-1, 2), *(np.roll(p, 1, 0) for p in rings)])
        self.next = np.concatenate([np.roll(round_rings, -1, 1).reshape(-1, 2), *(np.roll(p, -1, 0) for p in rings)])
        middles = discs[:, None, :2]
        self.disc_blocks = shapely.polygons(middles + (round_rings - middles) * (1 - TOLERANCE / discs[:, 2:, None]))
        sizes = [ROUND_CORNERS] * len(discs) + [len(points) for points in rings]
        self.owner = np.repeat(np.roll(np.arange(len(sizes)), -len(rings) if rings else 0), sizes)
        keep = self.free(self.corners)
        inside = shapely.STRtree(self.disc_blocks).query(shapely.points(self.corners[keep]), predicate="intersects")[0]
        keep[np.flatnonzero(keep)[inside]] = False
        self.corners, self.previous, self.next = self.corners[keep], self.previous[keep], self.next[keep]
        self.owner = self.owner[keep]

    def free(self, points: Floats) -> NDArray[np.bool_]:
        """At which points the centre of the base may be."""
        result = np.asarray(((points >= self.low) & (points <= self.high)).all(axis=1))
        for x, y, radius in self.discs.tolist():
            result &= (points[:, 0] - x) ** 2 + (points[:, 1] - y) ** 2 >= (radius - _SOFT) ** 2
        if len(self.blocks):
            left = np.flatnonzero(result)
            inside = self.tree.query(shapely.points(points[left]), predicate="intersects")[0]
            result[left[inside]] = False
        return result

    def holds(self, point: Point) -> bool:
        """True if the base may stand here, touching included."""
        low, high = np.array(self.low) - SLACK, np.array(self.high) + SLACK
        inside_border = bool(((low <= point) & (point <= high)).all())
        away = np.hypot(self.discs[:, 0] - point[0], self.discs[:, 1] - point[1]) >= self.discs[:, 2] - TOLERANCE
        return inside_border and bool(away.all()) and not len(self.tree.query(shapely.Point(point), "intersects"))

    def clear(self, point: Point, others: Floats) -> NDArray[np.bool_]:
        """To which other points a straight line from a point is free."""
        result = np.ones(len(others), dtype=np.bool_)
        if len(self.discs):
            away = others - point
            square = np.maximum((away**2).sum(axis=1), 1e-18)
            centre = self.discs[:, :2] - point
            part = np.clip(away @ centre.T / square[:, None], 0.0, 1.0)
            gap = (part * away[:, :1] - centre[:, 0]) ** 2 + (part * away[:, 1:] - centre[:, 1]) ** 2
            result = (gap >= (self.discs[:, 2] - _SOFT) ** 2).all(axis=1)
        left = np.flatnonzero(result)
        if len(self.blocks) and len(left):
            ends = np.broadcast_to(np.array(point), (len(left), 2))
            lines = shapely.linestrings(np.stack([ends, others[left]], axis=1))
            result[left[self.tree.query(lines, predicate="intersects")[0]]] = False
        return result

    def all_blocks(self) -> NDArray[np.object_]:
        """Every block as a polygon."""
        return np.concatenate([self.blocks, self.disc_blocks])


def room_for(
    mover: Placed, crowd: Crowd, walls: Walls, board: Board | None, ends: Sequence[Point], limit: float = math.inf
) -> Room:
    """The room of a base at its present angle and height, as far as a way of `limit` inches past `ends` can lead."""
    pose, base = mover.pose, mover.base
    low_z, high_z = pose.z, pose.z + mover.height
    detour = sum(np.hypot(crowd.x - x, crowd.y - y) for x, y in (ends[0], ends[-1]))
    close = detour - 2 * (crowd.outer + outer_radius(base)) <= (limit if len(ends) > 1 else 2 * limit)
    discs: list[tuple[float, float, float]] = []
    rings: list[Floats] = []
    for i in np.flatnonzero(close & crowd.meets(low_z, high_z)):
        other = crowd.models[i]
        if other.id == mover.id:
            continue
        if isinstance(base, Round) and isinstance(other.base, Round):
            discs.append((other.pose.x, other.pose.y, outer_radius(base) + outer_radius(other.base)))
        else:
            rings.append(_cut(np.array(keep_out_of_model(base, pose.angle, other).exterior.coords)[:-1], ends))
    around = shapely.LineString([ends[0], ends[-1]]) if len(ends) > 1 else shapely.Point(ends[0])
    reach = min(limit, _FAR) + outer_radius(base) + SLACK
    for i in walls.touched_by(around, low_z, high_z, reach):
        for piece in convex_pieces(walls.shapes[i]):
            block = keep_out_of_points(base, pose.angle, piece)
            rings.append(_cut(np.array(block.exterior.coords)[:-1], ends))
    packed = np.array(discs, dtype=np.float64).reshape(-1, 3)
    if board is None:
        return Room(packed, rings, (-_FAR, -_FAR), (_FAR, _FAR), ends)
    left, top, right, bottom = extent(base, Pose(0.0, 0.0, pose.angle))
    return Room(packed, rings, (-left, -top), (board.width - right, board.height - bottom), ends)


def ways(room: Room, start: Point, limit: float, goal: Point | None = None) -> Iterator[Stop]:
    """Stops, nearest the start first (with a goal: shortest way first); the goal is a stop with corner -2."""
    first = Stop(start, 0.0, -1, 0, None)
    count = 0
    queue: list[tuple[float, int, Stop]] = [(0.0, count, first)]
    best = np.full(len(room.corners), math.inf)
    done: set[int] = set()
    while queue:
        _, _, stop = heapq.heappop(queue)
        if stop.corner in done:
            continue
        done.add(stop.corner)
        yield stop
        if stop.corner == -2:
            return
        for ahead in _steps(room, stop, limit, goal, best):
            count += 1
            rest = math.dist(ahead.point, goal) if goal else 0.0
            heapq.heappush(queue, (ahead.length + rest, count, ahead))


def _steps(room: Room, stop: Stop, limit: float, goal: Point | None, best: Floats) -> Iterator[Stop]:
    """Corners (and the goal) that a taut string can go to next."""
    origin = np.array(stop.point)
    away = room.corners - origin
    length = stop.length + np.hypot(away[:, 0], away[:, 1])
    left = _cross(away, room.previous - room.corners), _cross(away, room.next - room.corners)
    on_left = (left[0] >= -1e-9) & (left[1] >= -1e-9)
    on_right = (left[0] <= 1e-9) & (left[1] <= 1e-9)
    rest = np.hypot(*(room.corners - goal).T) if goal else 0.0
    use = (on_left | on_right) & (length < best - 1e-9) & (length + rest <= limit) & (length > stop.length)
    if stop.before is not None:
        use &= _taut(room, stop, away)
    picked = np.flatnonzero(use)
    if len(picked):
        picked = picked[room.clear(stop.point, room.corners[picked])]
    best[picked] = length[picked]
    for i in picked.tolist():
        x, y = room.corners[i]
        yield Stop((float(x), float(y)), float(length[i]), i, 1 if on_left[i] else -1, stop)
    if goal is not None:
        whole = stop.length + math.dist(stop.point, goal)
        if whole <= limit and room.clear(stop.point, np.array([goal]))[0]:
            yield Stop(goal, whole, -2, 0, stop)


def _taut(room: Room, stop: Stop, away: Floats) -> NDArray[np.bool_]:
    """Which directions bend round the stop's own block, with the block still on the same side."""
    here = np.array(stop.point)
    assert stop.before is not None
    came = here - np.array(stop.before.point)
    bends = _cross(came, away) * stop.side >= -1e-9
    to_previous, to_next = room.previous[stop.corner] - here, room.next[stop.corner] - here
    beside = (_cross(away, to_previous) * stop.side >= -1e-9) & (_cross(away, to_next) * stop.side >= -1e-9)
    result: NDArray[np.bool_] = bends & beside
    return result


def turn_at(room: Room, stop: Stop) -> tuple[float, float]:
    """Directions (radians) between which new ground opens at a stop: straight on, and along the rim of its block."""
    assert stop.before is not None
    came = np.array(stop.point) - np.array(stop.before.point)
    rims = np.array([room.previous[stop.corner], room.next[stop.corner]]) - np.array(stop.point)
    turns = np.arctan2(_cross(came, rims) * stop.side, rims @ came)
    turns[turns < -1e-6] += 2 * math.pi  # the rim it came along
    straight = math.atan2(came[1], came[0])
    return straight, straight + stop.side * max(0.0, float(turns.min()))


def _cross(a: Floats, b: Floats) -> Floats:
    result: Floats = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return result


def _rings_round(discs: Floats, ends: Sequence[Point]) -> Floats:
    """Regular polygons round discs, one edge of each square on to the nearest end."""
    away = np.array(ends)[None, :, :] - discs[:, None, :2]
    nearest = away[np.arange(len(discs)), np.argmin((away**2).sum(axis=2), axis=1)]
    facing = np.arctan2(nearest[:, 1], nearest[:, 0]) + math.pi / ROUND_CORNERS
    turn = facing[:, None] + np.arange(ROUND_CORNERS) * (2 * math.pi / ROUND_CORNERS)
    size = discs[:, 2] / math.cos(math.pi / ROUND_CORNERS)
    return np.stack([np.cos(turn), np.sin(turn)], axis=2) * size[:, None, None] + discs[:, None, :2]


def _cut(points: Floats, ends: Sequence[Point]) -> Floats:
    """A block less the sliver by which it is too large where a way begins or ends touching it."""
    for end in ends:
        edges = np.roll(points, -1, axis=0) - points
        normals = np.column_stack([edges[:, 1], -edges[:, 0]]) / np.hypot(edges[:, 0], edges[:, 1])[:, None]
        normals *= np.sign(_cross(edges, points.mean(axis=0) - points))[:, None]
        depth = -((np.array(end) - points) * normals).sum(axis=1)
        nearest = int(np.argmin(depth))
        if 0 < depth[nearest] <= 2 * SLACK:
            points = _clip(points, np.array(end), normals[nearest])
    return points


def _clip(points: Floats, origin: Floats, outwards: Floats) -> Floats:
    """The part of a convex ring on the inner side of a line."""
    height = (points - origin) @ outwards
    kept: list[Floats] = []
    for i, j in zip(range(len(points)), np.roll(np.arange(len(points)), -1), strict=True):
        if height[i] <= 0:
            kept.append(points[i])
        if (height[i] <= 0) != (height[j] <= 0):
            part = height[i] / (height[i] - height[j])
            kept.append(points[i] + (points[j] - points[i]) * part)
    return np.array(kept)
