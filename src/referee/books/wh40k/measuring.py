"""Coherency (03.03) and engagement (03.04): what distances between models mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from referee.board import TOLERANCE, Crowd, Placed, distance, surely_apart
from referee.books.wh40k.state import Battle, Unit, UnitId, crowd, has_keyword, placed, unit_of
from referee.kernel import Refusal, refuse, text

ENGAGEMENT_RANGE = 2.0
"""Inches, horizontally (40K 03.04)."""
ENGAGEMENT_LEVELS = 5.0
"""Inches, vertically (40K 03.04)."""
COHERENCY_NEIGHBOUR = 2.0
COHERENCY_SPREAD = 9.0
COHERENCY_LEVELS = 5.0
"""Inches (40K 03.03)."""


def placed_models(s: Battle, unit: Unit) -> list[Placed]:
    """The models of a unit on the battlefield."""
    return [placed(s, model) for model in unit.models if model.pose is not None]


def engaged_with(s: Battle, models: Sequence[Placed], seat: int) -> tuple[UnitId, ...]:
    """The enemy units of `seat` that these models are engaged with (03.04), in order of their ids' first model."""
    enemies = crowd(s, 1 - seat)
    found: dict[UnitId, None] = {}
    for model in _perhaps_engaged(models, enemies):
        for other in enemies.near(model, ENGAGEMENT_RANGE, ENGAGEMENT_LEVELS):
            found[unit_of(s, other).id] = None
    return tuple(found)


def _perhaps_engaged(models: Sequence[Placed], enemies: Crowd) -> list[Placed]:
    """The models that are not surely too far from all enemies."""
    apart = surely_apart(models, enemies, ENGAGEMENT_RANGE)
    return [model for model, far in zip(models, apart, strict=True) if not far]


def engaging_units(s: Battle, unit: Unit) -> tuple[UnitId, ...]:
    """The enemy units that a unit is engaged with where it stands."""
    return engaged_with(s, placed_models(s, unit), unit.seat)


def is_engaged(s: Battle, unit: Unit) -> bool:
    """Is some model of the unit within engagement range of an enemy model (03.04)?"""
    return bool(engaging_units(s, unit))


def is_held(s: Battle, unit: Unit) -> bool:
    """Is the unit engaged in a way that bars normal and advance moves? AIRCRAFT alone do not (23.02)."""
    return any(not has_keyword(s, s.units[other], "AIRCRAFT") for other in engaging_units(s, unit))


def strays(s: Battle, models: Sequence[Placed], *, connected: bool = False) -> tuple[str, ...]:
    """The models that are out of coherency (03.03); none in a unit of one model.

    Reading: two knots of models, all within 9" of each other, are coherent, as printed. The book's option
    `coherency = "connected"` asks for one chain of neighbours instead.
    """
    if len(models) < 2:
        return ()
    gaps = Crowd(models).gaps()
    levels = np.array([model.pose.z for model in models])
    near_level = np.abs(levels[:, None] - levels[None, :]) <= COHERENCY_LEVELS + TOLERANCE
    wide = ~((gaps <= COHERENCY_SPREAD + TOLERANCE) & near_level)
    close = (gaps <= COHERENCY_NEIGHBOUR + TOLERANCE) & near_level
    np.fill_diagonal(wide, False)
    np.fill_diagonal(close, False)
    spread = {model.id: None for model, far in zip(models, wide.any(axis=1), strict=True) if far}
    neighbours = {
        model.id: [other.id for other, is_near in zip(models, row, strict=True) if is_near]
        for model, row in zip(models, close, strict=True)
    }
    lone = {name: None for name, near in neighbours.items() if not near}
    if connected:
        lone |= {name: None for name in neighbours if name not in _chain(neighbours)}
    return tuple(model.id for model in models if model.id in spread or model.id in lone)


def _chain(neighbours: dict[str, list[str]]) -> dict[str, None]:
    first = next(iter(neighbours))
    found, waiting = {first: None}, [first]
    while waiting:
        for near in neighbours[waiting.pop()]:
            if near not in found:
                found[near] = None
                waiting.append(near)
    return found


def is_coherent(s: Battle, models: Sequence[Placed]) -> bool:
    """Are all these models of one unit in coherency (03.03)?"""
    return not strays(s, models, connected=s.options["coherency"] == "connected")


def coherency_refusals(s: Battle, models: Sequence[Placed]) -> Iterator[Refusal]:
    """Why the models of a unit may not stand like this: each one that is out of coherency (03.03)."""
    for model in strays(s, models, connected=s.options["coherency"] == "connected"):
        yield refuse(
            "40K 03.03",
            "{model} would be out of coherency.",
            instead=text(
                'Each model has to be within {near}" of another of its unit and within {far}" of all of them.',
                near=COHERENCY_NEIGHBOUR,
                far=COHERENCY_SPREAD,
            ),
            model=model,
        )


def engagement_refusals(
    s: Battle, rule: str, models: Sequence[Placed], seat: int, allowed: Sequence[UnitId] = ()
) -> Iterator[Refusal]:
    """Why the models may not stand like this if they have to be unengaged: each enemy too near, under `rule`.

    Enemy units in `allowed` may be engaged.
    """
    enemies = crowd(s, 1 - seat)
    for model in _perhaps_engaged(models, enemies):
        for other in enemies.near(model, ENGAGEMENT_RANGE, ENGAGEMENT_LEVELS):
            if unit_of(s, other).id in allowed:
                continue
            yield refuse(
                rule,
                '{model} would be {gap}" from {enemy} of {unit}, within engagement range.',
                instead=text('The unit has to be unengaged: more than {range}" away.', range=ENGAGEMENT_RANGE),
                model=model.id,
                gap=distance(model, _find(enemies, other)),
                enemy=other,
                unit=unit_of(s, other).name,
            )


def _find(models: Crowd, name: str) -> Placed:
    return next(model for model in models.models if model.id == name)
