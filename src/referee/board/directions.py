"""Straight slides in every direction: how far a round base gets, and which directions bring something into reach.

Everything is in closed form. Where an answer changes with the direction, it changes at a direction that can be named:
where the slide just grazes a base, a corner or the end of a wall, or where two things happen after equally many inches.
`Slides` collects those directions, asks once between each two neighbours and on each of them, and so finds the exact
set of directions as arcs. Angles are degrees from the x axis towards the y axis; distances are inches.

Sliding into something ends where it touches; a base that only grazes something on its way touches it too. What is
touched at the start stops only what moves into it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import pairwise

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from referee.board.crowd import Crowd
from referee.board.region import Board
from referee.board.shapes import TOLERANCE, Floats, Placed, Round, outer_radius, outline
from referee.board.walls import NO_WALLS, Walls

Bools = NDArray[np.bool_]
HAIR = 1e-9
"""Degrees on either side of a direction where an answer changes at it and nowhere near."""
WITHIN = TOLERANCE / 2
"""Inches by which a reach is taken longer: a slide that ends where it enters the reach is within it beyond doubt."""


class Arc(msgspec.Struct, frozen=True):
    """The directions from `start` to `end` degrees, both included; `start` lies in [0, 360), `end` may be past 360."""

    start: float
    end: float

    @property
    def middle(self) -> float:
        """The direction halfway."""
        return (self.start + self.end) / 2

    def holds(self, degrees: float, slack: float = 1e-6) -> bool:
        """Is this direction in the arc (give or take `slack` degrees)?"""
        return (degrees - self.start + slack) % 360.0 <= self.end - self.start + 2 * slack


ALL_ROUND = (Arc(0.0, 360.0),)


def reaching_arcs(mover: Placed, target: Placed, reach: float) -> tuple[Arc, ...]:
    """The directions whose endless line brings a round target within `reach` inches of a round base, edge to edge."""
    dx, dy = target.pose.x - mover.pose.x, target.pose.y - mover.pose.y
    away, radius = math.hypot(dx, dy), _radius(mover) + _radius(target) + reach + WITHIN
    if away <= radius:
        return ALL_ROUND
    half = math.degrees(math.asin(radius / away))
    centre = math.degrees(math.atan2(dy, dx))
    return (_arc(centre - half, centre + half),)


def entry_and_exit(mover: Placed, target: Placed, reach: float, degrees: Floats) -> tuple[Floats, Floats]:
    """After how many inches a slide comes within `reach` of a round target, and after how many it leaves it again.

    Both are infinite for a direction that never reaches it; a target in reach at the start is entered after 0.
    """
    along, across = _turned(degrees, target.pose.x - mover.pose.x, target.pose.y - mover.pose.y)
    radius = _radius(mover) + _radius(target) + reach + WITHIN
    inside = math.hypot(target.pose.x - mover.pose.x, target.pose.y - mover.pose.y) <= radius
    half = np.sqrt(np.maximum(radius * radius - across * across, 0.0))
    hits = (np.abs(across) <= radius + HAIR) & ((along > 0) | inside)
    entry = np.where(hits, np.maximum(along - half, 0.0), math.inf)
    leave = np.where(hits, np.maximum(along + half, 0.0), math.inf)
    if inside:
        entry = np.zeros_like(along)
        leave = np.where(hits, leave, 0.0)
    return entry, leave


class Slides:
    """The slides of one round base from where it stands, among models, walls and the table's edges."""

    __slots__ = ("_cx", "_cy", "_deep", "_ends", "_nx", "_ny", "_off", "_radii", "_walls", "board", "mover", "names")

    def __init__(
        self,
        mover: Placed,
        crowd: Crowd | Iterable[Placed] = (),
        walls: Walls = NO_WALLS,
        board: Board | None = None,
        *,
        grazing: bool = True,
        longest: float = math.inf,
    ) -> None:
        """With `grazing` off only what the base would enter counts, as for ground: touching its border is nothing.

        `longest`: no slide goes farther than so many inches; what cannot be met within them is left out.
        """
        self.mover = mover
        self.board = board
        own = _radius(mover)
        models = _in_range(mover, crowd, longest + own)
        discs: list[tuple[float, float, float]] = []
        sides: list[tuple[float, float, float, float]] = []
        names: list[str] = []
        side_names: list[str] = []
        for model in models:
            if model.id == mover.id:
                continue
            if isinstance(model.base, Round):
                discs.append((model.pose.x, model.pose.y, own + outer_radius(model.base)))
                names.append(model.id)
            else:
                _outline_parts(outline(model.base, model.pose), own, model.id, discs, names, sides, side_names)
        near = shapely.Point(mover.pose.x, mover.pose.y)
        for wall, shape in zip(walls.walls, walls.shapes, strict=True):
            if math.isinf(longest) or shapely.dwithin(shape, near, longest + own + TOLERANCE):
                _outline_parts(shape, own, wall.id, discs, names, sides, side_names)
        x, y = mover.pose.x, mover.pose.y
        table = np.array(discs, dtype=np.float64).reshape(-1, 3)
        self._cx, self._cy, self._radii = table[:, 0] - x, table[:, 1] - y, table[:, 2]
        lines = np.array(sides, dtype=np.float64).reshape(-1, 4) - (x, y, x, y)
        ex, ey = lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1]
        length = np.hypot(ex, ey)
        nx, ny = -ey / length, ex / length
        off = -(lines[:, 0] * nx + lines[:, 1] * ny)  # how far the mover stands on the side the normal points to
        flip = np.where(off < 0, -1.0, 1.0)
        self._nx, self._ny, self._off = nx * flip, ny * flip, np.abs(off) - own
        self._walls = lines
        self._ends = length
        self.names = (*names, *side_names)
        at_start = (np.hypot(self._cx, self._cy) <= self._radii + TOLERANCE).tolist()
        at_start += [
            bool(one) for one in self._side_contacts(np.array([0.0, 90.0, 180.0, 270.0])).min(axis=0) <= TOLERANCE
        ]
        met = {name: True for name, here in zip(self.names, at_start, strict=True) if here}
        # what is touched at the start, with all the parts of its outline, is met only by moving into it
        slack = TOLERANCE if grazing else -TOLERANCE
        self._deep = np.array([-TOLERANCE if name in met else slack for name in names])[None, :]

    def contacts(self, degrees: Floats) -> tuple[Floats, NDArray[np.intp]]:
        """For each direction: after how many inches the base touches something (infinite if never), and what.

        What is touched is a place in `names`; for an edge of the table it is the number of names.
        """
        everything = np.concatenate([self._disc_contacts(degrees), self._side_contacts(degrees)], axis=1)
        edge = self._edge_contacts(degrees)
        everything = np.column_stack([everything, edge])
        first = np.argmin(everything, axis=1)
        return everything[np.arange(len(degrees)), first], first

    def touched(self, degrees: float, distance: float) -> tuple[str, ...]:
        """Everything a slide in one direction touches up to a distance, first things first; what is behind too."""
        one = np.array([degrees])
        found = np.concatenate([self._disc_contacts(one)[0], self._side_contacts(one)[0]])
        order = [int(i) for i in np.argsort(found, kind="stable") if found[i] <= distance + TOLERANCE]
        return tuple(dict.fromkeys(self.names[i] for i in order))

    def _disc_contacts(self, degrees: Floats) -> Floats:
        along, across = _turned(degrees[:, None], self._cx[None, :], self._cy[None, :])
        radius = self._radii[None, :]
        half = np.sqrt(np.maximum(radius * radius - across * across, 0.0))
        meets = (along > 0) & (np.abs(across) <= radius + self._deep)
        return np.where(meets, np.maximum(along - half, 0.0), math.inf)

    def _side_contacts(self, degrees: Floats) -> Floats:
        if not len(self._walls):
            return np.empty((len(degrees), 0))
        turn = np.radians(degrees)[:, None]
        ux, uy = np.cos(turn), np.sin(turn)
        towards = -(ux * self._nx + uy * self._ny)
        after = np.where(towards > 1e-12, np.maximum(self._off, 0.0) / np.maximum(towards, 1e-12), 1e12)
        x, y = after * ux - self._walls[:, 0], after * uy - self._walls[:, 1]
        ex, ey = self._walls[:, 2] - self._walls[:, 0], self._walls[:, 3] - self._walls[:, 1]
        foot = (x * ex + y * ey) / self._ends
        fits = (after < 1e12) & (foot >= 0) & (foot <= self._ends) & (self._off >= -TOLERANCE)
        return np.where(fits, after, math.inf)

    def _edge_contacts(self, degrees: Floats) -> Floats:
        if self.board is None:
            return np.full(len(degrees), math.inf)
        turn = np.radians(degrees)
        own, x, y = _radius(self.mover), self.mover.pose.x, self.mover.pose.y
        room = (self.board.width - own - x, x - own, self.board.height - own - y, y - own)
        best = np.full(len(degrees), math.inf)
        for left, speed in zip(room, (np.cos(turn), -np.cos(turn), np.sin(turn), -np.sin(turn)), strict=True):
            after = np.where(speed > 1e-12, max(left, 0.0) / np.maximum(speed, 1e-12), math.inf)
            best = np.minimum(best, after)
        return best

    def critical(self, circles: Iterable[tuple[float, float, float]] = ()) -> Floats:
        """Directions at which something changes: grazes, corners, and the meetings with the given circles.

        A circle is (x, y, radius) on the table: what a question compares contacts with, such as the distance within
        which a target is in reach, or the end of the movement.
        """
        found = [self._tangents(), self._side_ends()]
        x, y = self.mover.pose.x, self.mover.pose.y
        for cx, cy, radius in circles:
            found.append(_tangent_angles(np.array([cx - x]), np.array([cy - y]), np.array([radius])))
            found.append(_circle_angles(self._cx, self._cy, self._radii, cx - x, cy - y, radius))
            found.append(self._side_circle_angles(cx - x, cy - y, radius))
        if self.board is not None:
            found.append(self._edge_angles(circles))
        return np.unique(np.mod(np.concatenate(found), 360.0))

    def _tangents(self) -> Floats:
        return np.concatenate(
            [_tangent_angles(self._cx, self._cy, self._radii + slack) for slack in (-TOLERANCE, 0.0, TOLERANCE)]
        )

    def _side_ends(self) -> Floats:
        """Where the centre touches a side with its foot on an end of it, and the directions along the sides."""
        ends = []
        own = _radius(self.mover)
        for first in (0, 2):
            x, y = self._walls[:, first] + self._nx * own, self._walls[:, first + 1] + self._ny * own
            ends.append(np.degrees(np.arctan2(y, x)))
        along = np.degrees(np.arctan2(self._nx, -self._ny))
        return np.asarray(np.concatenate([*ends, along, along + 180.0]), dtype=np.float64)

    def _side_circle_angles(self, cx: float, cy: float, radius: float) -> Floats:
        """Where the line on which the centre touches a side meets a circle."""
        # the line is: p . n = -off  (n points to the mover, which stands at the origin)
        gap = cx * self._nx + cy * self._ny + self._off
        inside = np.abs(gap) <= radius
        half = np.sqrt(np.maximum(radius * radius - gap * gap, 0.0))[inside]
        fx, fy = (cx - gap * self._nx)[inside], (cy - gap * self._ny)[inside]
        tx, ty = -self._ny[inside], self._nx[inside]
        both = [np.arctan2(fy + sign * half * ty, fx + sign * half * tx) for sign in (1, -1)]
        angles: Floats = np.degrees(np.concatenate(both))
        return angles

    def _edge_angles(self, circles: Iterable[tuple[float, float, float]]) -> Floats:
        assert self.board is not None
        own, x, y = _radius(self.mover), self.mover.pose.x, self.mover.pose.y
        left, right, top, bottom = own - x, self.board.width - own - x, own - y, self.board.height - own - y
        angles = [math.atan2(b, a) for a in (left, right) for b in (top, bottom)]
        for cx, cy, radius in circles:
            for at, centre, across, level in (
                (left, cx - x, cy - y, False),
                (right, cx - x, cy - y, False),
                (top, cy - y, cx - x, True),
                (bottom, cy - y, cx - x, True),
            ):
                square = radius * radius - (at - centre) ** 2
                if square >= 0:
                    for other in (across + math.sqrt(square), across - math.sqrt(square)):
                        angles.append(math.atan2(at, other) if level else math.atan2(other, at))
        return np.array([math.degrees(angle) for angle in angles], dtype=np.float64)


def slide_ends(slides: Slides, degrees: Floats, limit: float, slow: Slides | None = None, short: float = 0.0) -> Floats:
    """How far the base gets in each direction: to what it touches first, or `limit`.

    A slide that enters `slow` ground ends after `short` inches instead, or where it enters it if that is farther.
    """
    far = np.full(len(degrees), limit)
    if slow is not None:
        enters, _ = slow.contacts(degrees)
        far = np.where(enters < limit, np.maximum(np.minimum(short, limit), enters), limit)
    return np.asarray(np.minimum(slides.contacts(degrees)[0], far), dtype=np.float64)


def arriving_arcs(
    slides: Slides, target: Placed, reach: float, limit: float, slow: Slides | None = None, short: float = 0.0
) -> tuple[Arc, ...]:
    """The directions in which a slide of at most `limit` inches brings `target` within `reach` before it is stopped."""
    mover = slides.mover
    radius = _radius(mover) + _radius(target) + reach + WITHIN
    lengths = (limit,) if slow is None else (limit, min(short, limit))
    circles = [
        (target.pose.x, target.pose.y, radius),
        *((mover.pose.x, mover.pose.y, length) for length in lengths),
    ]
    marks = [slides.critical(circles[:1]), _meeting(mover, target, radius, lengths)]
    if slow is not None:
        marks.append(slow.critical(circles))

    def holds(degrees: Floats) -> Bools:
        entry, _ = entry_and_exit(mover, target, reach, degrees)
        arrives: Bools = entry <= slide_ends(slides, degrees, limit, slow, short) + HAIR
        return arrives

    return arcs_where(np.concatenate(marks), holds, reaching_arcs(mover, target, reach))


def _meeting(mover: Placed, target: Placed, radius: float, lengths: Iterable[float]) -> Floats:
    """The directions in which exactly so many inches bring the target into reach."""
    x, y = target.pose.x - mover.pose.x, target.pose.y - mover.pose.y
    found = [_circle_angles(np.array([x]), np.array([y]), np.array([radius]), 0.0, 0.0, one) for one in lengths]
    return np.mod(np.concatenate(found), 360.0)


def arcs_where(
    critical: Floats, holds: Callable[[Floats], Bools], within: tuple[Arc, ...] = ALL_ROUND
) -> tuple[Arc, ...]:
    """The directions of `within` for which `holds` is true, if its answer changes at `critical` directions only.

    A direction at which alone it is true (a slide exactly between two bases) is an arc of no width.
    """
    result: list[Arc] = []
    for arc in within:
        inner = np.mod(critical - arc.start, 360.0)
        inner = inner[(inner > HAIR) & (inner < arc.end - arc.start - HAIR)]
        marks = np.unique(np.concatenate([[0.0, arc.end - arc.start], inner])) + arc.start
        middles = (marks[:-1] + marks[1:]) / 2
        answers = holds(np.concatenate([marks, middles]))
        on_mark, between = answers[: len(marks)], answers[len(marks) :]
        start: float | None = None
        for i, mark in enumerate(marks):
            if on_mark[i] and start is None:
                start = float(mark)
            if start is not None and not on_mark[i] and i > 0 and between[i - 1]:
                result.append(_arc(start, float(mark) - HAIR))
                start = None
            follows = i < len(between) and bool(between[i])
            if follows and start is None:
                start = float(mark) + HAIR
            if not follows and start is not None:
                result.append(_arc(start, float(mark)))
                start = None
    return _joined(result)


def _joined(arcs: list[Arc]) -> tuple[Arc, ...]:
    if len(arcs) > 1 and arcs[0].start < HAIR and abs(arcs[-1].end - 360.0) < HAIR:
        return (Arc(arcs[-1].start, arcs[0].end + 360.0), *arcs[1:-1])
    return tuple(arcs)


def _arc(start: float, end: float) -> Arc:
    low = start % 360.0
    return Arc(low, low + max(0.0, end - start))


def _in_range(mover: Placed, crowd: Crowd | Iterable[Placed], limit: float) -> Iterable[Placed]:
    models = crowd.models if isinstance(crowd, Crowd) else crowd
    x, y = mover.pose.x, mover.pose.y
    if math.isinf(limit):
        return models
    far = limit + TOLERANCE
    return (one for one in models if math.hypot(one.pose.x - x, one.pose.y - y) <= far + outer_radius(one.base))


def _radius(model: Placed) -> float:
    if not isinstance(model.base, Round):
        raise ValueError(f"{model.id!r} has no round base: directions are worked out for round bases only")
    return outer_radius(model.base)


def _turned(degrees: Floats, x: Floats | float, y: Floats | float) -> tuple[Floats, Floats]:
    """Points as a slide sees them: how far ahead, and how far to the side."""
    turn = np.radians(degrees)
    c, s = np.cos(turn), np.sin(turn)
    return c * x + s * y, c * y - s * x


def _tangent_angles(x: Floats, y: Floats, radii: Floats) -> Floats:
    """The directions that graze circles round (x, y), and those straight at and across them where the mover touches."""
    away = np.hypot(x, y)
    centre = np.degrees(np.arctan2(y, x))
    half = np.degrees(np.arcsin(np.clip(radii / np.maximum(away, 1e-12), -1.0, 1.0)))
    return np.concatenate([centre - half, centre + half, centre - 90.0, centre + 90.0])


def _circle_angles(x: Floats, y: Floats, radii: Floats, cx: float, cy: float, radius: float) -> Floats:
    """The directions of the points where circles meet another circle."""
    dx, dy = cx - x, cy - y
    away = np.hypot(dx, dy)
    meets = (away > 1e-12) & (away <= radii + radius) & (away >= np.abs(radii - radius))
    dx, dy, away, x, y, radii = dx[meets], dy[meets], away[meets], x[meets], y[meets], radii[meets]
    along = (away * away + radii * radii - radius * radius) / (2 * away)
    half = np.sqrt(np.maximum(radii * radii - along * along, 0.0))
    px, py = x + along * dx / away, y + along * dy / away
    ox, oy = -dy / away * half, dx / away * half
    angles: Floats = np.degrees(np.concatenate([np.arctan2(py + oy, px + ox), np.arctan2(py - oy, px - ox)]))
    return angles


def _outline_parts(
    shape: object,
    own: float,
    name: str,
    discs: list[tuple[float, float, float]],
    names: list[str],
    sides: list[tuple[float, float, float, float]],
    side_names: list[str],
) -> None:
    points = shapely.get_coordinates(shape)
    for px, py in points[:-1] if shape.geom_type == "Polygon" else points:  # type: ignore[attr-defined]
        discs.append((float(px), float(py), own))
        names.append(name)
    for (ax, ay), (bx, by) in pairwise(points):
        if math.hypot(bx - ax, by - ay) > 0:
            sides.append((float(ax), float(ay), float(bx), float(by)))
            side_names.append(name)
