"""Many models at once: centres and radii in arrays, shapes looked at only where the circles leave a question open."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from itertools import chain

import numpy as np
import shapely
from numpy.typing import NDArray

from referee.board.shapes import TOLERANCE, Floats, Placed, Round, core, inner_radius, outer_radius, outline


class Crowd:
    """The models of a table, or some of them, packed for fast questions. Build one per table state."""

    _ARRAYS = ("x", "y", "outer", "inner", "low", "high", "round")
    __slots__ = ("high", "inner", "low", "models", "outer", "round", "x", "y")

    def __init__(self, models: Iterable[Placed] = ()) -> None:
        self.models: tuple[Placed, ...] = tuple(models)
        rows = [
            (m.pose.x, m.pose.y, outer_radius(m.base), inner_radius(m.base), m.pose.z, m.pose.z + m.height)
            for m in self.models
        ]
        table = np.array(rows, dtype=np.float64).reshape(-1, 6)
        self.x, self.y, self.outer, self.inner, self.low, self.high = (np.ascontiguousarray(c) for c in table.T)
        self.round: NDArray[np.bool_] = np.array([isinstance(m.base, Round) for m in self.models], dtype=np.bool_)

    @classmethod
    def joined(cls, crowds: Sequence[Crowd]) -> Crowd:
        """The models of several crowds in one; cheaper than packing them anew."""
        if not crowds:
            return cls()
        crowd = cls.__new__(cls)
        crowd.models = tuple(chain.from_iterable(one.models for one in crowds))
        for name in cls._ARRAYS:
            setattr(crowd, name, np.concatenate([getattr(one, name) for one in crowds]))
        return crowd

    def __len__(self) -> int:
        return len(self.models)

    def only(self, ids: Container[str]) -> Crowd:
        """The models with these ids."""
        return self._pick([m.id in ids for m in self.models])

    def without(self, ids: Container[str]) -> Crowd:
        """All models but those with these ids."""
        return self._pick([m.id not in ids for m in self.models])

    def _pick(self, keep: list[bool]) -> Crowd:
        mask = np.array(keep, dtype=np.bool_)
        crowd = Crowd.__new__(Crowd)
        crowd.models = tuple(m for m, kept in zip(self.models, keep, strict=True) if kept)
        for name in self._ARRAYS:
            setattr(crowd, name, getattr(self, name)[mask])
        return crowd

    def distances(self, model: Placed) -> Floats:
        """Horizontal distance in inches, edge to edge, from a model to each model of the crowd."""
        result = self._centre_distances(model) - self.outer - outer_radius(model.base)
        if isinstance(model.base, Round):
            for i in np.flatnonzero(~self.round):
                result[i] = shape_distance(model, self.models[i])
        else:
            result[:] = [shape_distance(model, other) for other in self.models]
        return np.maximum(result, 0.0)

    def gaps(self) -> Floats:
        """Horizontal distances in inches, edge to edge, between all models of the crowd, as a square table."""
        radii = self.outer[:, None] + self.outer[None, :]
        table: Floats = np.hypot(self.x[:, None] - self.x[None, :], self.y[:, None] - self.y[None, :]) - radii
        for i in np.flatnonzero(~self.round):
            table[i, :] = table[:, i] = [shape_distance(self.models[i], other) for other in self.models]
        return np.maximum(table, 0.0)

    def near(self, model: Placed, limit: float, levels: float | None = None) -> tuple[str, ...]:
        """Ids of the models within `limit` inches of a model, edge to edge, itself left out.

        With `levels`, only those whose base stands within that many inches above or below the model's base.
        """
        is_round = isinstance(model.base, Round)
        return tuple(
            other.id
            for i in self.close_to(model.pose.x, model.pose.y, outer_radius(model.base) + limit + TOLERANCE)
            if (other := self.models[i]).id != model.id
            and (levels is None or abs(other.pose.z - model.pose.z) <= levels + TOLERANCE)
            and ((is_round and isinstance(other.base, Round)) or shape_distance(model, other) <= limit + TOLERANCE)
        )

    def overlapping(self, model: Placed) -> tuple[str, ...]:
        """Ids of the models a model overlaps (touching is not overlapping), itself left out."""
        low, high = model.pose.z, model.pose.z + model.height
        return tuple(
            other.id
            for i in self.close_to(model.pose.x, model.pose.y, outer_radius(model.base))
            if (other := self.models[i]).id != model.id
            and levels_meet(low, high, other.pose.z, other.pose.z + other.height)
            and shapes_overlap(model, other)
        )

    def close_to(self, x: float, y: float, distance: float, dx: float = 0.0, dy: float = 0.0) -> list[int]:
        """Numbers of the models whose outer circle comes this close to a point, or to the line from it by (dx, dy)."""
        wx, wy = self.x - x, self.y - y
        square = dx * dx + dy * dy
        if square > 0:
            part = np.minimum(np.maximum(wx * (dx / square) + wy * (dy / square), 0.0), 1.0)
            wx, wy = wx - part * dx, wy - part * dy
        limit = self.outer + distance
        found: list[int] = ((wx * wx + wy * wy) <= limit * limit).nonzero()[0].tolist()
        return found

    def meets(self, low: float, high: float) -> NDArray[np.bool_]:
        """Which models fill some of the space between two heights (inches)."""
        return (np.maximum(self.high, self.low + 2 * TOLERANCE) > low + TOLERANCE) & (
            max(high, low + 2 * TOLERANCE) > self.low + TOLERANCE
        )

    def _centre_distances(self, model: Placed) -> Floats:
        return np.hypot(self.x - model.pose.x, self.y - model.pose.y)


def levels_meet(low: float, high: float, other_low: float, other_high: float) -> bool:
    """True if two spans of height share more than a touch; flat things fill their own level."""
    return (
        max(other_high, other_low + 2 * TOLERANCE) > low + TOLERANCE
        and max(high, low + 2 * TOLERANCE) > other_low + TOLERANCE
    )


def shape_distance(a: Placed, b: Placed) -> float:
    """Horizontal distance in inches between the edges of two bases, 0 when they overlap."""
    if isinstance(a.base, Round):
        if isinstance(b.base, Round):
            gap = float(np.hypot(a.pose.x - b.pose.x, a.pose.y - b.pose.y)) - outer_radius(b.base)
        else:
            gap = float(shapely.distance(outline(b.base, b.pose), shapely.Point(a.pose.x, a.pose.y)))
        return max(0.0, gap - outer_radius(a.base))
    if isinstance(b.base, Round):
        return shape_distance(b, a)
    return float(shapely.distance(outline(a.base, a.pose), outline(b.base, b.pose)))


def shapes_overlap(a: Placed, b: Placed) -> bool:
    """True if two bases overlap by more than `TOLERANCE`, seen from above."""
    if isinstance(a.base, Round):
        if isinstance(b.base, Round):
            gap = float(np.hypot(a.pose.x - b.pose.x, a.pose.y - b.pose.y)) - outer_radius(b.base)
        else:
            gap = float(shapely.distance(outline(b.base, b.pose), shapely.Point(a.pose.x, a.pose.y)))
        return gap < outer_radius(a.base) - TOLERANCE
    if isinstance(b.base, Round):
        return shapes_overlap(b, a)
    half = TOLERANCE / 2
    return bool(shapely.intersects(core(a.base, a.pose, half), core(b.base, b.pose, half)))
