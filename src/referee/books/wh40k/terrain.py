"""Moving over terrain (13.06): which walls stop which model, and where it may end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

import shapely

from referee.board import (
    NO_WALLS,
    TOLERANCE,
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
from referee.books.wh40k.layouts import load_layout
from referee.books.wh40k.state import Battle, Profile
from referee.kernel import Refusal, refuse, text

LOW_WALL = 2.0
"""Inches: dense sections this high or lower are crossed by every model (40K 13.06)."""
CLIMB_REACH = 0.5
"""Inches from the feature within which a climbing model has to stay (40K 13.06)."""

WALKS_THROUGH = ("INFANTRY", "BEASTS", "SWARM", "MOBILE")
STANDS_ABOVE = ("INFANTRY", "BEASTS", "SWARM", "FLY", "MONSTER")


def layout_of(s: Battle) -> Layout:
    """The battlefield: board, terrain, objectives and the zones of the deployment pattern."""
    return load_layout(s.layout, s.options["deployment"] or None)


@cache
def _dense(layout: Layout) -> tuple[Feature, ...]:
    return tuple(feature for feature in layout.features if feature.kind == "dense")


@lru_cache(maxsize=16)
def _tall_walls(layout: str, pattern: str | None) -> Walls:
    """The walls that stop models which do not walk through dense features."""
    walls = [w for f in _dense(load_layout(layout, pattern)) for w in f.walls]
    return Walls(wall for wall in walls if wall.top is None or wall.top > LOW_WALL + TOLERANCE)


@lru_cache(maxsize=16)
def _solid_walls(layout: str, pattern: str | None) -> Walls:
    """The walls no model may end in."""
    return Walls(wall for feature in _dense(load_layout(layout, pattern)) for wall in feature.walls)


def walls_for(s: Battle, profile: Profile, *, skies: bool = False) -> Walls:
    """The walls that a model of this profile may not pass through on its way (13.06, 21.03)."""
    if any(keyword in profile.keywords for keyword in WALKS_THROUGH) or (skies and "FLY" in profile.keywords):
        return NO_WALLS
    return _tall_walls(s.layout, s.options["deployment"] or None)


def solid_walls(s: Battle) -> Walls:
    """The walls that no model may end in (03.01, 13.06.01)."""
    return _solid_walls(s.layout, s.options["deployment"] or None)


@lru_cache(maxsize=16)
def _climbable(layout: str, pattern: str | None) -> Geometry:
    features = load_layout(layout, pattern).features
    shape = shapely.union_all([polygon(feature.outline) for feature in features])
    shapely.prepare(shape)
    return shape


def climb_refusals(s: Battle, model: Placed, path: Sequence[Pose]) -> Iterator[Refusal]:
    """Why a model may not climb like this: it has to stay within half an inch of the feature it climbs (13.06)."""
    here = model.pose
    for there in path:
        if abs(there.z - here.z) > TOLERANCE or there.z > TOLERANCE:
            for pose in (here, there):
                near = distance_to_region(at(model, pose), _climbable(s.layout, s.options["deployment"] or None))
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
