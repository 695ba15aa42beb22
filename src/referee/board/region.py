"""The table and the regions on it."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal

import msgspec
import shapely

from referee.board.shapes import TOLERANCE, Geometry, Placed, Points, Round, core, outer_radius

Edge = Literal["left", "right", "top", "bottom"]
EDGES: tuple[Edge, ...] = ("left", "right", "top", "bottom")


class Board(msgspec.Struct, frozen=True):
    """A rectangular table, in inches."""

    width: float = 60.0
    height: float = 44.0

    def __post_init__(self) -> None:
        if not (0 < self.width < math.inf and 0 < self.height < math.inf):
            raise ValueError(f"a table needs positive sizes, got {self.width} x {self.height}")


@lru_cache(maxsize=4096)
def polygon(points: Points) -> Geometry:
    """A shapely polygon of these points, prepared for repeated questions."""
    shape = shapely.Polygon(points)
    shapely.prepare(shape)
    return shape


def board_area(board: Board) -> Geometry:
    """The whole table."""
    return polygon(((0.0, 0.0), (board.width, 0.0), (board.width, board.height), (0.0, board.height)))


def strip_along_edges(board: Board, depth: float, edges: tuple[Edge, ...] = EDGES) -> Geometry:
    """The part of the table within `depth` inches of the named edges (all four unless told)."""
    w, h, d = board.width, board.height, depth
    strips = {
        "left": shapely.box(0, 0, min(d, w), h),
        "right": shapely.box(max(0, w - d), 0, w, h),
        "top": shapely.box(0, 0, w, min(d, h)),
        "bottom": shapely.box(0, max(0, h - d), w, h),
    }
    return shapely.union_all([strips[edge] for edge in edges])


def holds_point(region: Geometry, x: float, y: float) -> bool:
    """True if a point lies in a region; its border belongs to it."""
    return bool(shapely.distance(region, shapely.Point(x, y)) <= TOLERANCE)


def inside(model: Placed, region: Geometry) -> bool:
    """True if every part of a model's base lies in a region (wholly within); touching the border is allowed."""
    if isinstance(model.base, Round):
        centre = shapely.Point(model.pose.x, model.pose.y)
        if not shapely.intersects(region, centre):
            return False
        return bool(shapely.distance(region.boundary, centre) >= outer_radius(model.base) - TOLERANCE)
    return bool(shapely.covers(region, core(model.base, model.pose, TOLERANCE)))


def distance_to_region(model: Placed, region: Geometry) -> float:
    """Inches from the model's edge to a region: 0 when some part of the base is in it, inf if it is empty."""
    if region.is_empty:
        return math.inf
    if isinstance(model.base, Round):
        gap = shapely.distance(region, shapely.Point(model.pose.x, model.pose.y)) - outer_radius(model.base)
        return max(0.0, float(gap))
    return float(shapely.distance(region, core(model.base, model.pose, 0.0)))


def partly_in(model: Placed, region: Geometry) -> bool:
    """True if some part of a model's base lies in a region; touching its border from outside is not in."""
    if isinstance(model.base, Round):
        gap = shapely.distance(region, shapely.Point(model.pose.x, model.pose.y))
        return bool(gap < outer_radius(model.base) - TOLERANCE)
    return bool(shapely.intersects(region, core(model.base, model.pose, TOLERANCE)))
