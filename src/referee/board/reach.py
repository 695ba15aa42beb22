"""Where a model can get to: shortest paths, reachable ground, and sensible places to end.

All of it treats blocks as up to 0.01" (or half a percent of a circle's radius) larger than they are: what it offers is
legal, but it does not use gaps that leave less than about 0.02" to spare.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from referee.board.crowd import Crowd
from referee.board.keepout import SLACK
from referee.board.paths import Path, path_length, sweep_faults
from referee.board.region import Board
from referee.board.room import Point, Room, Stop, room_for, turn_at, ways
from referee.board.shapes import TOLERANCE, Floats, Geometry, Placed, Pose, Round, at
from referee.board.walls import NO_WALLS, Walls

ARC_STEP = math.radians(6)
LONG_SEARCH = 40
"""Stops after which it is worth asking whether there is any way at all."""
CRUMB = 0.001
"""Square inches of ground not worth looking at."""
_NOTHING = shapely.Polygon()


def find_path(
    mover: Placed,
    goal: Pose,
    crowd: Crowd,
    walls: Walls = NO_WALLS,
    board: Board | None = None,
    limit: float | None = None,
) -> Path | None:
    """A short legal path round everything to a pose at the same height; None if none within the limit is found.

    Only paths that `sweep_faults` accepts are returned. A base that is not round keeps one angle on the way: its own,
    the goal's, or along the straight line to the goal, whichever works first. Without a limit, detours of up to twice
    the straight line and 6 inches are looked for.
    """
    start = mover.pose
    direct = (goal,)
    if limit is None:
        limit = 2 * path_length(start, direct).total + 6
    if path_length(start, direct).total <= limit + TOLERANCE and _is_free(mover, direct, crowd, walls, board):
        return direct
    for angle in _angles(mover, goal):
        turned = Pose(start.x, start.y, angle, start.z)
        room = room_for(at(mover, turned), crowd, walls, board, [(start.x, start.y), (goal.x, goal.y)], limit)
        points = _shortest(room, (start.x, start.y), (goal.x, goal.y), limit + TOLERANCE)
        if points is None:
            continue
        legs = [Pose(x, y, angle, start.z) for x, y in points]
        path = (*([] if angle == start.angle else [turned]), *legs[:-1], Pose(goal.x, goal.y, angle, goal.z))
        if angle != goal.angle:
            path = (*path, goal)
        if path_length(start, path).total <= limit + TOLERANCE and _is_free(mover, path, crowd, walls, board):
            return path
    return None


def reachable(
    mover: Placed,
    limit: float,
    crowd: Crowd,
    walls: Walls = NO_WALLS,
    board: Board | None = None,
    standing: Crowd | None = None,
) -> Geometry:
    """Where the centre of a model can get, at its present angle and height, along paths of at most `limit` inches.

    `crowd` and `walls` stop the model on its way; `standing` are models it may pass but not end on. The area is never
    too large by more than `TOLERANCE`; it is too small by about 0.01" at obstacles and 0.1% of the limit at its rim,
    and leaves out what lies behind gaps less than about 0.02" wider than the base.
    """
    start = (mover.pose.x, mover.pose.y)
    room = room_for(mover, crowd, walls, board, [start], limit)
    if not room.holds(start):
        return _NOTHING
    blocks = shapely.STRtree(room.all_blocks())
    parts = [_seen(room, blocks, stop, limit - stop.length) for stop in ways(room, start, limit - 0.02)]
    area = shapely.union_all([part for part in parts if not part.is_empty])
    area = shapely.intersection(area, shapely.box(*room.low, *room.high))
    if standing is not None:
        taken = room_for(mover, standing, NO_WALLS, None, [start], limit).all_blocks()
        area = shapely.difference(area, shapely.union_all(taken))
    return area


def samples(
    area: Geometry, count: int, rng: random.Random, towards: Sequence[Point] = (), start: Point | None = None
) -> tuple[Point, ...]:
    """Up to `count` sensible points of an area: the nearest to each wanted point, the start, the rest at random.

    The random ones are spread evenly over the area. An empty area has none.
    """
    if area.is_empty:
        return ()
    chosen: list[Point] = []
    for x, y in towards:
        line = shapely.shortest_line(area, shapely.Point(x, y))
        chosen.append((float(line.coords[0][0]), float(line.coords[0][1])))
    if start is not None:
        chosen.append(start)
    left, top, right, bottom = area.bounds
    shapely.prepare(area)
    for _ in range(40):
        if len(chosen) >= count:
            break
        spots = [(rng.uniform(left, right), rng.uniform(top, bottom)) for _ in range(2 * count)]
        xs, ys = zip(*spots, strict=True)
        chosen.extend(spot for spot, ok in zip(spots, shapely.contains_xy(area, xs, ys), strict=True) if ok)
    return tuple(dict.fromkeys(chosen))[:count]


def _is_free(mover: Placed, path: Path, crowd: Crowd, walls: Walls, board: Board | None) -> bool:
    return next(sweep_faults(mover, path, crowd, walls, board), None) is None


def _angles(mover: Placed, goal: Pose) -> tuple[float, ...]:
    if isinstance(mover.base, Round):
        return (mover.pose.angle,)
    heading = math.degrees(math.atan2(goal.y - mover.pose.y, goal.x - mover.pose.x))
    return tuple(dict.fromkeys((mover.pose.angle, goal.angle, heading)))


def _shortest(room: Room, start: Point, goal: Point, limit: float) -> list[Point] | None:
    if not (room.holds(start) and room.holds(goal)):
        return None
    for tried, stop in enumerate(ways(room, start, limit, goal)):
        if tried == LONG_SEARCH and not _joined(room, start, goal):
            return None
        if stop.corner == -2:
            points: list[Point] = []
            back: Stop | None = stop
            while back is not None and back.before is not None:
                points.append(back.point)
                back = back.before
            return points[::-1]
    return None


def _joined(room: Room, start: Point, goal: Point) -> bool:
    """False if blocks and borders keep two places apart, however long the way."""
    ground = shapely.difference(shapely.box(*room.low, *room.high), shapely.union_all(room.all_blocks()))
    ends = shapely.points([start, goal])
    return any((shapely.distance(part, ends) <= SLACK).all() for part in getattr(ground, "geoms", [ground]))


def _seen(room: Room, blocks: shapely.STRtree, stop: Stop, left: float) -> Geometry:
    """The ground that opens at a stop, as far as the inches left carry: a sector less the shadows in it."""
    if stop.before is None:
        turn = np.arange(0, 2 * math.pi, ARC_STEP / 2)
        sector = shapely.polygons(_arc(stop.point, left, turn))
    else:
        first, last = turn_at(room, stop)
        if abs(last - first) * left * left / 2 < CRUMB:
            return _NOTHING
        turn = np.linspace(first, last, 2 + int(abs(last - first) / ARC_STEP))
        sector = shapely.polygons(np.concatenate([[stop.point], _arc(stop.point, left, turn)]))
    near = blocks.query(sector, predicate="intersects")
    if stop.before is not None:
        near = near[near != room.owner[stop.corner]]  # the sector ends at the rim of its own block
    if not len(near):
        return sector
    return shapely.difference(sector, shapely.union_all(_shadows(blocks.geometries[near], stop.point)))


def _arc(centre: Point, radius: float, turn: Floats) -> Floats:
    rim: Floats = np.column_stack([np.cos(turn), np.sin(turn)]) * radius + np.array(centre)
    return rim


def _shadows(blocks: NDArray[np.object_], light: Point) -> NDArray[np.object_]:
    """For each convex block the points it hides from a point outside it, and the block itself."""
    points, owner = shapely.get_coordinates(blocks, return_index=True)
    far = np.array(light) + (points - light) * 1e4
    both = np.stack([points, far], axis=1).reshape(-1, 2)
    shadows: NDArray[np.object_] = shapely.convex_hull(shapely.linestrings(both, indices=np.repeat(owner, 2)))
    return shadows
