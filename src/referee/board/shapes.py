"""Bases, poses and the one tolerance.

Coordinates are inches on the table, x to the right and y downwards as on a screen, (0, 0) in a corner. Angles are
degrees from the x axis towards the y axis. Base sizes are millimetres, as printed on the boxes; an inch is 25.4 mm.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

TOLERANCE = 0.0005
"""Inches. Every comparison of the board uses it: 9.001" is more than 9", 9.0004" is 9"."""

MM_PER_INCH = 25.4

Geometry = Any
"""A shapely geometry (shapely ships no types)."""
Floats = NDArray[np.float64]
Points = tuple[tuple[float, float], ...]


def within(distance: float, limit: float) -> bool:
    """True if a distance (inches) is at most the limit; exactly the limit is within."""
    return distance <= limit + TOLERANCE


def more_than(distance: float, limit: float) -> bool:
    """True if a distance (inches) is more than the limit: exactly the negation of `within`."""
    return not within(distance, limit)


def inches(mm: float) -> float:
    """Millimetres to inches."""
    return mm / MM_PER_INCH


class Round(msgspec.Struct, frozen=True, tag="round"):
    """A round base, its diameter in mm."""

    diameter_mm: float

    def __post_init__(self) -> None:
        _check_size("diameter_mm", self.diameter_mm)


class Oval(msgspec.Struct, frozen=True, tag="oval"):
    """An elliptical base in mm; its length lies along the pose's angle, its width across it."""

    length_mm: float
    width_mm: float

    def __post_init__(self) -> None:
        _check_size("length_mm", self.length_mm)
        _check_size("width_mm", self.width_mm)


class Hull(msgspec.Struct, frozen=True, tag="hull"):
    """A model measured to its own outline: a simple polygon in inches around the point (0, 0), on which it turns."""

    points: Points

    def __post_init__(self) -> None:
        if len(self.points) < 3 or not all(math.isfinite(value) for point in self.points for value in point):
            raise ValueError(f"a hull needs at least 3 points with finite coordinates, got {self.points!r}")
        polygon = shapely.Polygon(self.points)
        if not polygon.is_valid or polygon.area <= 0:
            raise ValueError(f"a hull's outline may not cross itself and needs an area, got {self.points!r}")


Base = Round | Oval | Hull


def rectangle(length: float, width: float) -> Hull:
    """A rectangular hull, length along the facing, both in inches."""
    _check_size("length", length)
    _check_size("width", width)
    x, y = length / 2, width / 2
    return Hull(((-x, -y), (x, -y), (x, y), (-x, y)))


def hull(points: Points) -> Hull:
    """A hull whose outline is moved so that its centre of area is the point it turns on."""
    centre = shapely.Polygon(points).centroid
    return Hull(tuple((x - centre.x, y - centre.y) for x, y in points))


class Pose(msgspec.Struct, frozen=True):
    """Where a base stands: its centre and height above the table (z) in inches, its angle in degrees."""

    x: float
    y: float
    angle: float = 0.0
    z: float = 0.0

    def __post_init__(self) -> None:
        if not math.isfinite(self.x + self.y + self.angle + self.z):
            raise ValueError(f"a pose needs finite numbers, got x={self.x}, y={self.y}, angle={self.angle}, z={self.z}")


class Placed(msgspec.Struct, frozen=True):
    """A model on the table. It fills the space from `pose.z` up to its own height (inches) above that."""

    id: str
    base: Base
    pose: Pose
    height: float = 0.0


def at(model: Placed, pose: Pose) -> Placed:
    """The same model at another pose."""
    return Placed(model.id, model.base, pose, model.height)


@lru_cache(maxsize=1024)
def outer_radius(base: Base) -> float:
    """Radius in inches of the smallest circle round the base's centre that holds the base."""
    if isinstance(base, Round):
        return base.diameter_mm / 2 / MM_PER_INCH
    if isinstance(base, Oval):
        return max(base.length_mm, base.width_mm) / 2 / MM_PER_INCH
    return max(math.hypot(x, y) for x, y in base.points)


@lru_cache(maxsize=1024)
def inner_radius(base: Base) -> float:
    """Radius in inches of the largest circle round the base's centre that the base holds (0 if there is none)."""
    if isinstance(base, Round):
        return base.diameter_mm / 2 / MM_PER_INCH
    if isinstance(base, Oval):
        return min(base.length_mm, base.width_mm) / 2 / MM_PER_INCH
    polygon = shapely.Polygon(base.points)
    centre = shapely.Point(0, 0)
    return float(polygon.exterior.distance(centre)) if polygon.covers(centre) else 0.0


@lru_cache(maxsize=8192)
def outline(base: Base, pose: Pose) -> Geometry:
    """The base as a shapely polygon on the table (a prepared one: repeated questions are cheap).

    Curves become polygons half in, half out of the true line, never further from it than a tenth of `TOLERANCE`.
    """
    polygon = shapely.polygons(moved(ring(base), pose))
    shapely.prepare(polygon)
    return polygon


def moved(points: Floats, pose: Pose) -> Floats:
    """Points of a base (around its centre) turned and carried to a pose."""
    turn = math.radians(pose.angle)
    c, s = math.cos(turn), math.sin(turn)
    placed: Floats = points @ np.array([[c, s], [-s, c]]) + (pose.x, pose.y)
    return placed


def extent(base: Base, pose: Pose) -> tuple[float, float, float, float]:
    """The left, top, right and bottom ends of a base at a pose."""
    if isinstance(base, Round):
        r = outer_radius(base)
        return pose.x - r, pose.y - r, pose.x + r, pose.y + r
    points = moved(ring(base), pose)
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    return float(left), float(top), float(right), float(bottom)


@lru_cache(maxsize=1024)
def ring(base: Base) -> Floats:
    """The base's outline as points around its centre, in inches, at angle 0."""
    if isinstance(base, Hull):
        return np.array(base.points, dtype=np.float64)
    half_length, half_width = _half_axes(base)
    # The gap between a circle of radius r and an n-gon halfway in and out of it is r * (1 - cos(pi / n)) / 2.
    n = 4 * math.ceil(math.pi / math.acos(1 - 2 * (TOLERANCE / 10) / max(half_length, half_width)) / 4)
    return _ellipse(half_length, half_width, n, scale=2 / (1 + math.cos(math.pi / n)))


def _ellipse(half_length: float, half_width: float, n: int, scale: float) -> Floats:
    turn = np.arange(n) * (2 * math.pi / n)
    return np.column_stack([half_length * scale * np.cos(turn), half_width * scale * np.sin(turn)])


@lru_cache(maxsize=1024)
def coarse_ring(base: Base, slack: float = 0.01) -> Floats:
    """A convex outline of few points that holds the base, at most `slack` inches outside it (hulls: convex hull)."""
    if isinstance(base, Hull):
        corners = shapely.Polygon(base.points).convex_hull.exterior.coords
        return np.array(corners)[:-1]
    half_length, half_width = _half_axes(base)
    longest = max(half_length, half_width)
    n = max(8, 4 * math.ceil(math.pi / math.acos(longest / (longest + slack)) / 4))
    return _ellipse(half_length, half_width, n, scale=1 / math.cos(math.pi / n))


@lru_cache(maxsize=8192)
def core(base: Base, pose: Pose, shrink: float) -> Geometry:
    """The base less `shrink` inches all round, at a pose."""
    core_here = shapely.transform(_core(base, shrink), lambda points: moved(points, pose))
    shapely.prepare(core_here)
    return core_here


@lru_cache(maxsize=1024)
def core_parts(base: Base, shrink: float) -> tuple[Floats, ...]:
    """The base less `shrink` inches all round, as convex pieces around its centre."""
    pieces: list[Floats] = []
    whole = _core(base, shrink)
    for polygon in getattr(whole, "geoms", [whole]):
        convex = polygon.convex_hull.area - polygon.area <= TOLERANCE * TOLERANCE
        parts = [polygon] if convex else shapely.constrained_delaunay_triangles(polygon).geoms
        pieces.extend(np.array(part.exterior.coords)[:-1] for part in parts)
    return tuple(pieces)


@lru_cache(maxsize=1024)
def _core(base: Base, shrink: float) -> Geometry:
    return shapely.Polygon(ring(base)).buffer(-shrink, join_style="mitre")


def _half_axes(base: Round | Oval) -> tuple[float, float]:
    if isinstance(base, Round):
        return inches(base.diameter_mm) / 2, inches(base.diameter_mm) / 2
    return inches(base.length_mm) / 2, inches(base.width_mm) / 2


def _check_size(name: str, value: float) -> None:
    if not (math.isfinite(value) and value > 0):
        raise ValueError(f"{name} must be a positive number, got {value!r}")
