"""Distances between models, edge to edge, in inches."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import shapely

from referee.board.crowd import Crowd, levels_meet, shape_distance, shapes_overlap
from referee.board.region import inside
from referee.board.shapes import Geometry, Placed, Round, moved, outer_radius, outline, ring, within


def distance(a: Placed, b: Placed) -> float:
    """Horizontal distance from edge to edge, 0 when the bases overlap (seen from above)."""
    return shape_distance(a, b)


def level_gap(a: Placed, b: Placed) -> float:
    """Vertical distance from base to base."""
    return abs(a.pose.z - b.pose.z)


def vertical_gap(a: Placed, b: Placed) -> float:
    """Vertical distance between two whole models, 0 when some parts of them are level."""
    return max(0.0, a.pose.z - (b.pose.z + b.height), b.pose.z - (a.pose.z + a.height))


def overlap(a: Placed, b: Placed) -> bool:
    """True if bases overlap by more than `TOLERANCE` and heights meet. Touching is not overlapping."""
    level = levels_meet(a.pose.z, a.pose.z + a.height, b.pose.z, b.pose.z + b.height)
    return level and shapes_overlap(a, b)


def farthest(a: Placed, b: Placed) -> float:
    """Distance from `b` to the part of `a` that is farthest from it: what "wholly within" measures."""
    if isinstance(a.base, Round) and isinstance(b.base, Round):
        centres = float(np.hypot(a.pose.x - b.pose.x, a.pose.y - b.pose.y))
        return max(0.0, centres + outer_radius(a.base) - outer_radius(b.base))
    points = shapely.points(moved(ring(a.base), a.pose))
    if isinstance(b.base, Round):
        centre = shapely.Point(b.pose.x, b.pose.y)
        return max(0.0, float(shapely.distance(points, centre).max()) - outer_radius(b.base))
    return float(shapely.distance(points, outline(b.base, b.pose)).max())


def wholly_within(a: Placed, of: Placed | Geometry, limit: float = 0.0) -> bool:
    """True if every part of a model's base is within `limit` inches of a model, or lies in a region."""
    if isinstance(of, Placed):
        return within(farthest(a, of), limit)
    return inside(a, of)


def near(a: Placed, others: Crowd | Iterable[Placed], limit: float, levels: float | None = None) -> tuple[str, ...]:
    """Ids of the other models within `limit` inches of a model (and `levels` inches up or down, if given)."""
    crowd = others if isinstance(others, Crowd) else Crowd(others)
    return crowd.near(a, limit, levels)
