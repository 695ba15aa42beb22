"""Questions about a whole unit at once, answered only where the answer is sure.

Each function looks at the circles round the bases, all models together, and says for which models nothing can be in
the way. Where it does not say so, the exact questions of `paths` and `measure` decide; they never disagree with it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from referee.board.crowd import Crowd
from referee.board.region import Board
from referee.board.shapes import TOLERANCE, Floats, Placed, Pose, inner_radius, outer_radius
from referee.board.walls import Walls

Flags = NDArray[np.bool_]


def circles(models: Sequence[Placed]) -> tuple[Floats, Floats, Floats]:
    """Centres' x and y and the radii (inches) of the circles round these bases."""
    table = np.array([(m.pose.x, m.pose.y, outer_radius(m.base)) for m in models], dtype=np.float64).reshape(-1, 3)
    return table[:, 0], table[:, 1], table[:, 2]


def surely_free(
    movers: Sequence[Placed], ends: Sequence[Pose], crowd: Crowd, walls: Walls, board: Board | None
) -> Flags:
    """Which of these straight slides, each to its end at the same angle, surely meet no model, wall or edge."""
    x, y, r = circles(movers)
    to_x = np.array([end.x for end in ends], dtype=np.float64)
    to_y = np.array([end.y for end in ends], dtype=np.float64)
    free = np.array([m.pose.angle == e.angle for m, e in zip(movers, ends, strict=True)], dtype=np.bool_)
    if len(crowd):
        gaps = _to_segments(x, y, to_x - x, to_y - y, crowd)
        free &= (gaps >= r[:, None] + crowd.outer[None, :] - TOLERANCE / 2).all(axis=1)
    lines = shapely.linestrings(np.stack([np.column_stack([x, y]), np.column_stack([to_x, to_y])], axis=1))
    still = np.hypot(to_x - x, to_y - y) < TOLERANCE / 4  # lines that short are no lines to the walls' index
    lines[still] = shapely.points(x, y)[still]
    free &= _clear_of_walls(lines, r, walls)
    if board is not None:
        free &= (np.minimum(x, to_x) >= r) & (np.maximum(x, to_x) <= board.width - r)
        free &= (np.minimum(y, to_y) >= r) & (np.maximum(y, to_y) <= board.height - r)
    return free


def surely_apart(models: Sequence[Placed], others: Crowd, gap: float = 0.0) -> Flags:
    """Which of these models are surely more than `gap` inches from (for 0: not overlapping) all the others."""
    if not len(others):
        return np.ones(len(models), dtype=np.bool_)
    x, y, r = circles(models)
    centres = np.hypot(x[:, None] - others.x[None, :], y[:, None] - others.y[None, :])
    needed = r[:, None] + others.outer[None, :] + gap + (2 * TOLERANCE if gap else 0.0)
    return np.asarray((centres >= needed).all(axis=1), dtype=np.bool_)


def surely_apart_from_each_other(models: Sequence[Placed]) -> Flags:
    """Which of these models surely overlap none of the rest."""
    x, y, r = circles(models)
    centres = np.hypot(x[:, None] - x[None, :], y[:, None] - y[None, :])
    np.fill_diagonal(centres, np.inf)
    return np.asarray((centres >= r[:, None] + r[None, :]).all(axis=1), dtype=np.bool_)


def surely_outside(models: Sequence[Placed], walls: Walls) -> Flags:
    """Which of these models surely stand in no wall."""
    x, y, r = circles(models)
    return _clear_of_walls(shapely.points(x, y), r, walls)


def _clear_of_walls(shapes: NDArray[np.object_], r: Floats, walls: Walls) -> Flags:
    clear = np.ones(len(shapes), dtype=np.bool_)
    if len(walls):
        touched = walls.tree.query(shapes, predicate="dwithin", distance=np.maximum(r - TOLERANCE / 2, 0.0))
        clear[touched[0]] = False
    return clear


def _to_segments(x: Floats, y: Floats, dx: Floats, dy: Floats, crowd: Crowd) -> Floats:
    """Distances from each segment (row) to each centre of the crowd (column)."""
    ox, oy = crowd.x[None, :] - x[:, None], crowd.y[None, :] - y[:, None]
    long = dx * dx + dy * dy
    along = np.clip((ox * dx[:, None] + oy * dy[:, None]) / np.where(long > 0, long, 1.0)[:, None], 0.0, 1.0)
    gaps: Floats = np.hypot(ox - along * dx[:, None], oy - along * dy[:, None])
    return gaps


def hopeless_shifts(
    movers: Sequence[Placed],
    shifts: Floats,
    crowd: Crowd,
    standing: Crowd,
    board: Board,
    enemies: Crowd,
    gap: float,
) -> Flags:
    """Which of these shifts (rows of dx, dy in inches) surely cannot be made by the whole group at once.

    A shift is hopeless if a mover slides through the crowd, ends on one of `standing`, ends within `gap` of one of
    `enemies`, or leaves the board. Looks at the circles inside the bases, on level ground.
    """
    x = np.array([m.pose.x for m in movers])
    y = np.array([m.pose.y for m in movers])
    r = np.array([inner_radius(m.base) for m in movers])
    dx, dy = shifts[:, :1], shifts[:, 1:]
    end_x, end_y = x[None, :] + dx, y[None, :] + dy
    lost = ((end_x < r - TOLERANCE) | (end_x > board.width - r + TOLERANCE)).any(axis=1)
    lost |= ((end_y < r - TOLERANCE) | (end_y > board.height - r + TOLERANCE)).any(axis=1)
    if len(crowd):
        ox = crowd.x[None, None, :] - x[None, :, None]
        oy = crowd.y[None, None, :] - y[None, :, None]
        long = np.maximum(dx * dx + dy * dy, TOLERANCE**2)
        along = np.clip((ox * dx[:, :, None] + oy * dy[:, :, None]) / long[:, :, None], 0.0, 1.0)
        ox, oy = ox - along * dx[:, :, None], oy - along * dy[:, :, None]
        lost |= (ox * ox + oy * oy < _squared(r[:, None] + crowd.inner - 2 * TOLERANCE)).any(axis=(1, 2))
    for others, room in ((standing, -2 * TOLERANCE), (enemies, gap - TOLERANCE)):
        if len(others):
            ox, oy = end_x[:, :, None] - others.x, end_y[:, :, None] - others.y
            lost |= (ox * ox + oy * oy < _squared(r[:, None] + others.inner + room)).any(axis=(1, 2))
    return np.asarray(lost, dtype=np.bool_)


def _squared(distances: Floats) -> Floats:
    """Squares of distances, to compare squares with: quicker than roots. What is below 0 counts as 0."""
    kept: Floats = np.maximum(distances, 0.0)
    return kept * kept
