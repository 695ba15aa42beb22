"""Things that stand still and stop bases: wall segments and solid blocks."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from referee.board.shapes import TOLERANCE, Geometry, Points


class Wall(msgspec.Struct, frozen=True):
    """A thin wall (2 points) or a solid block (3 and more), between two heights in inches; `top=None` has no top.

    Several walls may share an id: the feature they belong to.
    """

    id: str
    points: Points
    bottom: float = 0.0
    top: float | None = None

    def __post_init__(self) -> None:
        if len(self.points) < 2:
            raise ValueError(f"wall {self.id!r} needs at least 2 points, got {self.points!r}")
        if not all(math.isfinite(value) for point in self.points for value in point):
            raise ValueError(f"wall {self.id!r} has a coordinate that is not a finite number: {self.points!r}")


def wall_shape(wall: Wall) -> Geometry:
    """The wall seen from above, as a shapely line or polygon."""
    return shapely.LineString(wall.points) if len(wall.points) == 2 else shapely.Polygon(wall.points)


class Walls:
    """Walls packed for fast questions. Build it once per layout (and per set of features that block)."""

    __slots__ = ("high", "low", "shapes", "tree", "walls")

    def __init__(self, walls: Iterable[Wall] = ()) -> None:
        self.walls: tuple[Wall, ...] = tuple(walls)
        self.shapes: NDArray[np.object_] = np.array([wall_shape(w) for w in self.walls], dtype=object)
        self.low = np.array([w.bottom for w in self.walls], dtype=np.float64)
        self.high = np.array([math.inf if w.top is None else w.top for w in self.walls], dtype=np.float64)
        self.tree = shapely.STRtree(self.shapes)

    def __len__(self) -> int:
        return len(self.walls)

    def only(self, ids: Container[str]) -> Walls:
        """The walls with these ids."""
        return Walls(w for w in self.walls if w.id in ids)

    def without(self, ids: Container[str]) -> Walls:
        """All walls but those with these ids."""
        return Walls(w for w in self.walls if w.id not in ids)

    def touched_by(self, shape: Geometry, low: float, high: float, distance: float = 0.0) -> NDArray[np.intp]:
        """Numbers of the walls that come as close as `distance` inches to a shape between two heights."""
        if not self.walls:
            return np.empty(0, dtype=np.intp)
        if distance > 0:
            found = self.tree.query(shape, predicate="dwithin", distance=distance)
        else:
            found = self.tree.query(shape, predicate="intersects")
        if not len(found):
            return np.empty(0, dtype=np.intp)
        found = np.sort(found)
        meets = (self.high[found] > low + TOLERANCE) & (max(high, low + 2 * TOLERANCE) > self.low[found] + TOLERANCE)
        picked: NDArray[np.intp] = found[meets]
        return picked


NO_WALLS = Walls()
