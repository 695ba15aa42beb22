"""Moving over terrain (13.06): which walls stop which model, and where it may end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import shapely

from referee.board import (
    NO_WALLS,
    TOLERANCE,
    Board,
    Feature,
    Geometry,
    Layout,
    Placed,
    Pose,
    Walls,
    at,
    distance_to_region,
    inside,
    polygon,
    within,
)
from referee.books.wh40k.layouts import deployment_zones, load_layout
from referee.books.wh40k.state import Battle, Profile
from referee.kernel import Refusal, refuse, text

LOW_WALL = 2.0
"""Inches: dense sections this high or lower are crossed by every model (40K 13.06)."""
CLIMB_REACH = 0.5
"""Inches from the feature within which a climbing model has to stay (40K 13.06)."""

WALKS_THROUGH = ("INFANTRY", "BEASTS", "SWARM", "MOBILE")
STANDS_ABOVE = ("INFANTRY", "BEASTS", "SWARM", "FLY", "MONSTER")


OPEN_TABLE = "open"
"""The layout of a table without terrain."""
OPEN_PATTERN = "dawn-of-war"
"""The deployment pattern of the open table, unless another one is named."""


@cache
def battlefield(layout: str, pattern: str) -> Layout:
    """A layout with the zones of a deployment pattern (empty: its own). Raises UnknownLayout."""
    if layout != OPEN_TABLE:
        return load_layout(layout, pattern or None)
    zones = deployment_zones(pattern or OPEN_PATTERN)
    return Layout(OPEN_TABLE, "Open table", Board(), zones=zones, pattern=pattern or OPEN_PATTERN)


def layout_of(s: Battle) -> Layout:
    """The battlefield: board, terrain, objectives and the zones of the deployment pattern."""
    return battlefield(s.layout, s.options["deployment"])


def _dense(layout: str, pattern: str) -> list[Feature]:
    return [feature for feature in battlefield(layout, pattern).features if feature.kind == "dense"]


@cache
def _tall_walls(layout: str, pattern: str) -> Walls:
    """The walls that stop models which do not walk through dense features."""
    walls = [wall for feature in _dense(layout, pattern) for wall in feature.walls]
    return Walls(wall for wall in walls if wall.top is None or wall.top > LOW_WALL + TOLERANCE)


@cache
def _solid_walls(layout: str, pattern: str) -> Walls:
    """The walls no model may end in."""
    return Walls(wall for feature in _dense(layout, pattern) for wall in feature.walls)


def walls_for(s: Battle, profile: Profile, *, skies: bool = False) -> Walls:
    """The walls that a model of this profile may not pass through on its way (13.06, 21.03)."""
    if any(keyword in profile.keywords for keyword in WALKS_THROUGH) or (skies and "FLY" in profile.keywords):
        return NO_WALLS
    return _tall_walls(s.layout, s.options["deployment"])


def solid_walls(s: Battle) -> Walls:
    """The walls that no model may end in (03.01, 13.06.01)."""
    return _solid_walls(s.layout, s.options["deployment"])


@cache
def _climbable(layout: str, pattern: str) -> Geometry:
    features = battlefield(layout, pattern).features
    shape = shapely.union_all([polygon(feature.outline) for feature in features])
    shapely.prepare(shape)
    return shape


def climb_refusals(s: Battle, model: Placed, path: Sequence[Pose]) -> Iterator[Refusal]:
    """Why a model may not climb like this: it has to stay within half an inch of the feature it climbs (13.06)."""
    here = model.pose
    for there in path:
        if abs(there.z - here.z) > TOLERANCE or there.z > TOLERANCE:
            for pose in (here, there):
                near = distance_to_region(at(model, pose), _climbable(s.layout, s.options["deployment"]))
                if pose.z > TOLERANCE and not within(near, CLIMB_REACH):
                    yield refuse(
                        "40K 13.06",
                        '{model} would be {z}" above the ground at {x}, {y}, away from any terrain feature.',
                        instead=text('A climbing model stays within {reach}" of the feature.', reach=CLIMB_REACH),
                        model=model.id,
                        z=pose.z,
                        x=pose.x,
                        y=pose.y,
                    )
                    return
        if there.z < -TOLERANCE:
            yield refuse("40K 13.06", "{model} would be below the ground.", model=model.id)
            return
        here = there


def footing_refusals(s: Battle, profile: Profile, model: Placed) -> Iterator[Refusal]:
    """Why a model may not end at this height: it needs a floor under its whole base, and the right keyword (13.06)."""
    z = model.pose.z
    if z <= TOLERANCE:
        return
    if not any(keyword in profile.keywords for keyword in STANDS_ABOVE):
        yield refuse(
            "40K 13.06",
            "{model} may not end above the ground.",
            instead=text("Models that may: {keywords}.", keywords=", ".join(STANDS_ABOVE)),
            model=model.id,
        )
    floors = [
        polygon(floor.points)
        for feature in layout_of(s).features
        for floor in feature.floors
        if abs(floor.z - z) <= TOLERANCE
    ]
    if not any(inside(model, floor) for floor in floors):
        yield refuse(
            "40K 13.06",
            '{model} would not stand with its whole base on a floor {z}" above the ground.',
            model=model.id,
            z=z,
        )
