"""What the kinds of terrain mean: who may cross them, whom they slow, hide or hurt."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from referee.board import Wall, Walls, inside, partly_in, polygon, sweep_faults
from referee.board.shapes import Placed, Pose
from referee.board.terrain import Feature, Layout
from referee.books.warmachine.state import Battle, has


class Ground(msgspec.Struct, frozen=True, omit_defaults=True):
    """One kind of terrain."""

    rough: bool = False
    """A model that starts in it or enters it loses 2" of that move."""
    obstacle: bool = False
    """Low: may be moved across by a model that ends past it; a charge stops at it."""
    obstruction: bool = False
    """High: stops every move and every line of sight."""
    impassable: bool = False
    """Nothing may enter it."""
    forest: bool = False
    """Lines of sight end after 3" of it, and do not pass through it."""
    cover: int = 0
    """What it adds to DEF against ranged and arcane attacks."""
    hazard: int = 0
    """The power of the damage roll for entering it, or ending an activation in it."""


KINDS: dict[str, Ground] = {
    "rough": Ground(rough=True),
    "shallow water": Ground(rough=True),
    "rubble": Ground(rough=True, cover=4),
    "forest": Ground(rough=True, forest=True, cover=2),
    "hedge": Ground(obstacle=True, cover=2),
    "wall": Ground(obstacle=True, cover=4),
    "building": Ground(obstruction=True, cover=4),
    "rock": Ground(obstruction=True, cover=4),
    "deep water": Ground(impassable=True),
    "burning earth": Ground(hazard=12),
    "spiked wall": Ground(obstacle=True, cover=4, hazard=10),
}
"""WM 12: the kinds of terrain this book knows, by the `kind` of a feature."""

ROUGH_LOSS = 2.0
LEAST_MOVE = 1.0


def ground(feature: Feature) -> Ground:
    """What a feature's kind means."""
    return KINDS[feature.kind]


@lru_cache(maxsize=64)
def _walls(layout: Layout, what: tuple[str, ...]) -> Walls:
    return Walls(
        Wall(feature.id, feature.outline)
        for feature in layout.features
        if any(getattr(ground(feature), one) for one in what)
    )


def passes(s: Battle, model: str, what: str) -> bool:
    """May the model move through "models", "obstacles" or "obstructions" by a special rule?"""
    if has(s, model, "Flight") and not s.models[model].knocked_down:
        return True
    if has(s, model, "Incorporeal"):
        return True
    return what == "obstacles" and has(s, model, "Pathfinder")


def closed_to(s: Battle, model: str) -> Walls:
    """What stops the model while it advances."""
    kinds = ("impassable",) if passes(s, model, "obstructions") else ("impassable", "obstruction")
    return _walls(s.layout, kinds)


def stops_charge(s: Battle, model: str) -> Walls:
    """What stops the model in a charge when it touches it."""
    kinds = ["impassable"]
    kinds += [] if passes(s, model, "obstructions") else ["obstruction"]
    kinds += [] if passes(s, model, "obstacles") else ["obstacle"]
    return _walls(s.layout, tuple(kinds))


def no_standing(s: Battle) -> Walls:
    """Where no model may end a move or be placed."""
    return _walls(s.layout, ("impassable", "obstruction", "obstacle"))


def stops_forced(s: Battle) -> Walls:
    """What ends a push, slam or throw."""
    return _walls(s.layout, ("impassable", "obstruction", "obstacle"))


def slowing(s: Battle, model: str) -> Walls:
    """The rough terrain that slows the model."""
    if has(s, model, "Pathfinder") or (has(s, model, "Flight") and not s.models[model].knocked_down):
        return _walls(s.layout, ())
    return _walls(s.layout, ("rough",))


def hazards(s: Battle) -> Walls:
    """The terrain that hurts."""
    return _walls(s.layout, ("hazard",))


def sight_walls(s: Battle) -> Walls:
    """What no line of sight passes."""
    return _walls(s.layout, ("obstruction",))


def forests(s: Battle) -> Walls:
    """The forests."""
    return _walls(s.layout, ("forest",))


def feature(s: Battle, name: str) -> Feature | None:
    """The feature with this id."""
    return next((one for one in s.layout.features if one.id == name), None)


def stands_in(s: Battle, model: Placed, what: str) -> tuple[Feature, ...]:
    """The features with a property (such as "rough") that some part of the model's base is in."""
    return tuple(
        one for one in s.layout.features if getattr(ground(one), what) and partly_in(model, polygon(one.outline))
    )


def completely_in(model: Placed, one: Feature) -> bool:
    """Is the whole base in the feature?"""
    return inside(model, polygon(one.outline))


def entered_after(mover: Placed, path: tuple[Pose, ...], walls: Walls) -> list[tuple[float, str]]:
    """After how many inches of a path a base enters each of these features, nearest first; each feature once."""
    from referee.board import Crowd, path_length

    found: dict[str, float] = {}
    for fault in sweep_faults(mover, path, Crowd(), walls):
        before = path_length(mover.pose, path[: fault.leg]).total
        here = path[fault.leg - 1] if fault.leg else mover.pose
        after = before + path_length(here, (fault.pose,)).total
        found[fault.id] = min(found.get(fault.id, after), after)
    return sorted((after, name) for name, after in found.items())
