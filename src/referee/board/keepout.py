"""Keep-out areas: the places where a base's centre may not be, because the base would stand in something.

They turn questions about a moving base into questions about a moving point. Drawn a little too large: by at most
`SLACK` inches.
"""

from __future__ import annotations

import math

import numpy as np
import shapely

from referee.board.shapes import Base, Floats, Geometry, Placed, Pose, Round, coarse_ring, moved, outer_radius

SLACK = 0.01
"""Inches by which a keep-out area may be larger than it is in truth."""


def keep_out(base: Base, angle: float, shape: Geometry) -> Geometry:
    """Where the centre of a base at an angle may not be because of a shape (polygon or line)."""
    pieces = [keep_out_of_points(base, angle, points) for points in convex_pieces(shape)]
    return pieces[0] if len(pieces) == 1 else shapely.union_all(pieces)


def keep_out_of_points(base: Base, angle: float, points: Floats) -> Geometry:
    """The same for a convex shape given by its corners. The result is convex."""
    body = moved(coarse_ring(base, SLACK), Pose(0.0, 0.0, angle))
    sums = (points[:, None, :] - body[None, :, :]).reshape(-1, 2)
    return shapely.convex_hull(shapely.multipoints(sums))


def keep_out_of_model(base: Base, angle: float, other: Placed) -> Geometry:
    """The same for another model's base (a hull that is not convex counts as its convex hull)."""
    if isinstance(base, Round) and isinstance(other.base, Round):
        radius = outer_radius(base) + outer_radius(other.base)
        n = max(12, math.ceil(math.pi / math.acos(radius / (radius + SLACK))))
        turn = np.arange(n) * (2 * math.pi / n)
        ring = np.column_stack([np.cos(turn), np.sin(turn)]) * (radius / math.cos(math.pi / n))
        return shapely.polygons(ring + np.array([other.pose.x, other.pose.y]))
    return keep_out_of_points(base, angle, moved(coarse_ring(other.base, SLACK / 2), other.pose))


def convex_pieces(shape: Geometry) -> list[Floats]:
    """The corners of convex pieces that together make up a polygon or a line."""
    if shape.geom_type == "LineString":
        points = np.array(shape.coords)
        return [points[i : i + 2] for i in range(len(points) - 1)]
    if shape.geom_type == "Point":
        return [np.array(shape.coords)]
    if shape.convex_hull.area - shape.area <= 1e-9 * shape.area:
        return [np.array(shape.exterior.coords)[:-1]]
    return [np.array(part.exterior.coords)[:-1] for part in shapely.constrained_delaunay_triangles(shape).geoms]
