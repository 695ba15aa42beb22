"""Room for a round base near a model: every place worth trying, so that "there is no room" is known, not guessed.

Where a base can stand at all within a distance, it can stand in a corner of the free ground: touching two things, or
one thing and the limit of the distance. Those corners are worked out; places spread over the ground are added.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray

from referee.board.crowd import Crowd
from referee.board.region import Board
from referee.board.shapes import TOLERANCE, Floats, Placed, Round, outer_radius, outline
from referee.board.walls import NO_WALLS, Walls


def room_near(
    model: Placed,
    near: Placed,
    limit: float,
    crowd: Crowd,
    walls: Walls = NO_WALLS,
    board: Board | None = None,
    spread: int = 24,
) -> Floats:
    """Centres (x, y) where `model`'s round base can stand within `limit` inches of `near`, edge to edge; maybe none.

    `model` itself never stands in its own way; `near` does if it is in `crowd`. The corners of the free ground come
    first, then places on rings round `near`, `spread` to each.
    """
    if not (isinstance(model.base, Round) and isinstance(near.base, Round)):
        raise ValueError("room is looked for with round bases only")
    own, others = outer_radius(model.base), crowd.without((model.id,))
    middle, far = (near.pose.x, near.pose.y), limit + own + outer_radius(near.base)
    around = shapely.Point(middle)
    close = np.flatnonzero(np.hypot(others.x - middle[0], others.y - middle[1]) <= far + others.outer + own)
    circles = [(*middle, far)]
    shapes = []
    for i in close:
        other = others.models[int(i)]
        if isinstance(other.base, Round):
            circles.append((other.pose.x, other.pose.y, own + outer_radius(other.base)))
        else:
            shapes.append(outline(other.base, other.pose))
    shapes += [shape for shape in walls.shapes if shapely.dwithin(shape, around, far + own)]
    discs = np.array(circles, dtype=np.float64)
    lines = _offset_sides(shapes, own, board)
    corners = np.array([(x, y, own) for shape in shapes for x, y in shapely.get_coordinates(shape)]).reshape(-1, 3)
    rounds = np.concatenate([discs, corners])
    found = np.concatenate([_meetings(rounds), _on_lines(rounds, lines), _crossings(lines), _spread(discs, spread)])
    good: Floats = found[_fits(found, own, discs, shapes, board)]
    return good


def _fits(
    points: Floats, own: float, discs: Floats, shapes: list[shapely.Geometry], board: Board | None
) -> NDArray[np.bool_]:
    """Which places are near enough, on the table, and clear of everything."""
    away = np.hypot(points[:, None, 0] - discs[None, :, 0], points[:, None, 1] - discs[None, :, 1])
    good: NDArray[np.bool_] = (away[:, 0] <= discs[0, 2] + TOLERANCE) & (
        away[:, 1:] >= discs[None, 1:, 2] - TOLERANCE
    ).all(axis=1)
    if board is not None:
        low = np.array([own, own]) - TOLERANCE
        high = np.array([board.width - own, board.height - own]) + TOLERANCE
        good &= ((points >= low) & (points <= high)).all(axis=1)
    for shape in shapes:
        left = np.flatnonzero(good)
        good[left] = shapely.distance(shape, shapely.points(points[left])) >= own - TOLERANCE
    return good


def _meetings(rounds: Floats) -> Floats:
    """Where each two of these circles meet."""
    one, two = np.triu_indices(len(rounds), 1)
    a, b = rounds[one], rounds[two]
    dx, dy = b[:, 0] - a[:, 0], b[:, 1] - a[:, 1]
    away = np.maximum(np.hypot(dx, dy), 1e-12)
    along = (away**2 + a[:, 2] ** 2 - b[:, 2] ** 2) / (2 * away)
    square = a[:, 2] ** 2 - along**2
    meets = square >= -4 * TOLERANCE * a[:, 2]
    half = np.sqrt(np.maximum(square, 0.0))
    ux, uy = dx / away, dy / away
    px, py = a[:, 0] + along * ux, a[:, 1] + along * uy
    both = [np.column_stack([px - sign * half * uy, py + sign * half * ux])[meets] for sign in (1, -1)]
    return np.concatenate(both)


def _offset_sides(shapes: list[shapely.Geometry], own: float, board: Board | None) -> Floats:
    """The lines on which a centre touches a side, as (x, y, direction x, direction y), on both sides of each."""
    lines: list[tuple[float, float, float, float]] = []
    for shape in shapes:
        points = shapely.get_coordinates(shape)
        for (ax, ay), (bx, by) in pairwise(points):
            length = math.hypot(bx - ax, by - ay)
            if length > 0:
                ux, uy = (bx - ax) / length, (by - ay) / length
                lines += [(ax - sign * own * uy, ay + sign * own * ux, ux, uy) for sign in (1, -1)]
    if board is not None:
        lines += [(own, own, 1, 0), (own, own, 0, 1)]
        lines += [(board.width - own, board.height - own, 1, 0), (board.width - own, board.height - own, 0, 1)]
    return np.array(lines, dtype=np.float64).reshape(-1, 4)


def _on_lines(rounds: Floats, lines: Floats) -> Floats:
    """Where the circles meet the lines."""
    if not len(lines):
        return np.empty((0, 2))
    wx, wy = rounds[:, None, 0] - lines[None, :, 0], rounds[:, None, 1] - lines[None, :, 1]
    along = wx * lines[None, :, 2] + wy * lines[None, :, 3]
    across = wx * lines[None, :, 3] - wy * lines[None, :, 2]
    square = rounds[:, None, 2] ** 2 - across**2
    i, j = np.nonzero(square >= -4 * TOLERANCE * rounds[:, None, 2])
    half = np.sqrt(np.maximum(square[i, j], 0.0))
    both = []
    for sign in (1, -1):
        t = along[i, j] + sign * half
        both.append(np.column_stack([lines[j, 0] + t * lines[j, 2], lines[j, 1] + t * lines[j, 3]]))
    return np.concatenate(both)


def _crossings(lines: Floats) -> Floats:
    """Where each two of the lines cross."""
    one, two = np.triu_indices(len(lines), 1)
    a, b = lines[one], lines[two]
    turn = a[:, 2] * b[:, 3] - a[:, 3] * b[:, 2]
    cross = np.abs(turn) > 1e-9
    a, b, turn = a[cross], b[cross], turn[cross]
    t = ((b[:, 0] - a[:, 0]) * b[:, 3] - (b[:, 1] - a[:, 1]) * b[:, 2]) / turn
    return np.column_stack([a[:, 0] + t * a[:, 2], a[:, 1] + t * a[:, 3]])


def _spread(discs: Floats, count: int) -> Floats:
    """Places on rings round the middle, from its edge to the limit."""
    x, y, far = discs[0]
    turn = np.arange(count) * (2 * math.pi / count)
    rings = [
        (far * part, turn + offset) for part, offset in ((1.0, 0.0), (0.85, 0.1), (0.7, 0.0), (0.55, 0.1), (0.4, 0))
    ]
    found = [np.column_stack([x + size * np.cos(at), y + size * np.sin(at)]) for size, at in rings]
    return np.concatenate(found)
