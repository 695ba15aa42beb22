"""Terrain: features with walls and floors, areas they stand in, and whole layouts; what a path crosses on its way.

What a kind of feature means (who may cross it, what it hides) is a book's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
import shapely

from referee.board.keepout import keep_out
from referee.board.paths import Path, turn_between
from referee.board.region import Board, partly_in, polygon
from referee.board.shapes import TOLERANCE, Geometry, Placed, Points, Pose, at
from referee.board.sweep import between, slide_hits, turn_hits
from referee.board.walls import Wall, Walls


class Floor(msgspec.Struct, frozen=True):
    """A surface to stand on, `z` inches above the table."""

    points: Points
    z: float


class Feature(msgspec.Struct, frozen=True):
    """A piece of scenery. `kind` is the book's word for it (for example exposed, light, dense).

    `outline` is its ground plan, `walls` the solid sections in it, each with its height, `floors` its upper surfaces.
    """

    id: str
    name: str
    kind: str
    outline: Points
    walls: tuple[Wall, ...] = ()
    floors: tuple[Floor, ...] = ()
    roof: bool = False

    @property
    def height(self) -> float:
        """Inches from the table to the top of its highest wall or floor."""
        tops = [wall.top for wall in self.walls if wall.top is not None] + [floor.z for floor in self.floors]
        return max(tops, default=0.0)


class Area(msgspec.Struct, frozen=True):
    """A marked part of the table and the ids of the features in it. `group` joins areas that count as one."""

    id: str
    name: str
    outline: Points
    features: tuple[str, ...] = ()
    terrain: bool = True
    group: str | None = None


class Objective(msgspec.Struct, frozen=True):
    """An objective: its place, its role in the mission, the areas it is part of, its range (inches) if printed."""

    id: str
    role: str
    x: float
    y: float
    areas: tuple[str, ...] = ()
    reach: float | None = None


class Zone(msgspec.Struct, frozen=True):
    """A part of the table that belongs to a side (attacker, defender): its deployment zone or its territory."""

    side: str
    kind: str
    points: Points


class Layout(msgspec.Struct, frozen=True):
    """A table with its terrain, objectives and zones. Plain data: it can be saved as JSON."""

    id: str
    name: str
    board: Board
    features: tuple[Feature, ...] = ()
    areas: tuple[Area, ...] = ()
    objectives: tuple[Objective, ...] = ()
    zones: tuple[Zone, ...] = ()
    pattern: str | None = None

    def zone(self, side: str, kind: str = "deployment") -> Geometry:
        """A side's zone as a shapely geometry; KeyError if the layout has none."""
        parts = [polygon(zone.points) for zone in self.zones if (zone.side, zone.kind) == (side, kind)]
        if not parts:
            known = sorted({f"{zone.side} {zone.kind}" for zone in self.zones})
            raise KeyError(f"layout {self.id!r} has no {kind} zone for {side!r}; it has: {', '.join(known) or 'none'}")
        return parts[0] if len(parts) == 1 else shapely.union_all(parts)


class Crossing(msgspec.Struct, frozen=True):
    """A path crosses walls of a feature: on which leg, for how many inches of it, how high the highest is (inches).

    `length` is 0 where only a turn enters the feature; it is good to 0.02". `height` is None if a wall has no top.
    """

    feature: str
    leg: int
    length: float
    height: float | None


def walls_of(features: Iterable[Feature], floors: bool = False) -> Walls:
    """The walls of these features, packed; with `floors` also their floors, as thin slabs."""
    walls: list[Wall] = []
    for feature in features:
        walls.extend(feature.walls)
        if floors:
            walls.extend(Wall(feature.id, f.points, f.z - 4 * TOLERANCE, f.z) for f in feature.floors)
    return Walls(walls)


def areas_under(model: Placed, areas: Iterable[Area]) -> tuple[Area, ...]:
    """The areas some part of a model's base lies in."""
    return tuple(area for area in areas if partly_in(model, polygon(area.outline)))


def crossed(features: Iterable[Feature] | Walls, mover: Placed, path: Sequence[Pose]) -> tuple[Crossing, ...]:
    """What walls a path crosses, per leg and feature, in order. Touching is not crossing, as in `sweep_faults`."""
    walls = features if isinstance(features, Walls) else walls_of(features)
    result: list[Crossing] = []
    here = mover.pose
    for leg, there in enumerate(path):
        arrived = Pose(there.x, there.y, here.angle, there.z)
        found = {int(i) for i in _slid_into(at(mover, here), arrived, walls)}
        turned = {i for i, _ in turn_hits(at(mover, arrived), turn_between(here.angle, there.angle), walls)}
        by_feature: dict[str, list[int]] = {}
        for i in sorted(found | turned):
            by_feature.setdefault(walls.walls[i].id, []).append(i)
        for name, numbers in by_feature.items():
            pieces = [keep_out(mover.base, here.angle, walls.shapes[i]) for i in numbers if i in found]
            line = shapely.LineString([(here.x, here.y), (there.x, there.y)])
            length = float(shapely.intersection(shapely.union_all(pieces), line).length) if pieces else 0.0
            tops = [walls.walls[i].top for i in numbers]
            height = None if None in tops else max(top for top in tops if top is not None)
            result.append(Crossing(name, leg, length, height))
        here = there
    return tuple(result)


def climbing(features: Iterable[Feature] | Walls, mover: Placed, path: Sequence[Pose]) -> Path:
    """The same path with every wall it crosses climbed: up beside the wall, over its top, down beside it again.

    Its `path_length` counts the climbs. Where the path ends over a wall it ends on top of it. Walls without a top are
    not climbed; the path still runs into them.
    """
    walls = features if isinstance(features, Walls) else walls_of(features)
    result: list[Pose] = []
    here = mover.pose
    for there in path:
        arrived = Pose(there.x, there.y, here.angle, there.z)
        height = there.z
        for start, end, top in _spans(at(mover, here), arrived, walls):
            foot, far_foot = between(here, arrived, start), between(here, arrived, end)
            if start > 0:
                result.append(foot)
            result.append(Pose(foot.x, foot.y, here.angle, top))
            result.append(Pose(far_foot.x, far_foot.y, here.angle, top))
            if end < 1:
                result.append(far_foot)
            else:
                height = top
        end_pose = Pose(there.x, there.y, there.angle, height)
        if not result or result[-1] != end_pose:
            result.append(end_pose)
        here = there
    return tuple(result)


def _slid_into(mover: Placed, to: Pose, walls: Walls) -> list[int]:
    low, high = min(mover.pose.z, to.z), max(mover.pose.z, to.z) + mover.height
    return [int(i) for i in slide_hits(mover, to, walls, low, high)[1]]


def _spans(mover: Placed, to: Pose, walls: Walls) -> list[tuple[float, float, float]]:
    """Parts (0 to 1) of a level slide that lie over walls, joined where they meet, with the height to climb to."""
    line = shapely.LineString([(mover.pose.x, mover.pose.y), (to.x, to.y)])
    spans: list[tuple[float, float, float]] = []
    if line.length <= TOLERANCE or mover.pose.z != to.z:
        return spans
    for i in _slid_into(mover, to, walls):
        top = walls.walls[i].top
        common = shapely.intersection(keep_out(mover.base, mover.pose.angle, walls.shapes[i]), line)
        if top is None or common.is_empty:
            continue
        along = [line.project(shapely.Point(p)) / line.length for p in shapely.get_coordinates(common)]
        start, end = min(along), max(along)
        spans.append((start if start > 1e-9 else 0.0, end if end < 1 - 1e-9 else 1.0, top))
    spans.sort()
    joined: list[tuple[float, float, float]] = []
    for start, end, top in spans:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]), max(top, joined[-1][2]))
        else:
            joined.append((start, end, top))
    return joined
