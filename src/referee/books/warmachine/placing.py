"""Where models stand, and how far apart. Inches, edge to edge."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator
from functools import lru_cache

from referee.board import Crowd, Placed, Pose, Round, distance, inches
from referee.books.warmachine.state import HEIGHTS, Battle, Model, profile


@lru_cache(maxsize=64)
def base(mm: int) -> Round:
    """The round base of a size."""
    return Round(float(mm))


def radius(s: Battle, model: str) -> float:
    """Half the width of the model's base, in inches."""
    return inches(profile(s, model).base) / 2


def placed(s: Battle, model: str | Model) -> Placed:
    """The model as the board knows it."""
    one = s.models[model] if isinstance(model, str) else model
    mm = s.profiles[one.profile].base
    return Placed(one.id, base(mm), Pose(one.x, one.y), HEIGHTS[mm])


def placed_at(s: Battle, model: str, x: float, y: float) -> Placed:
    """The model as it would stand at (x, y)."""
    one = s.models.get(model) or s.reserve[model]
    mm = s.profiles[one.profile].base
    return Placed(model, base(mm), Pose(x, y), HEIGHTS[mm])


def crowd(s: Battle, without: Container[str] = ()) -> Crowd:
    """All models on the table but some."""
    return Crowd(placed(s, one) for one in s.models.values() if one.id not in without)


def gap(s: Battle, a: str, b: str) -> float:
    """Distance between two models, edge to edge."""
    return distance(placed(s, a), placed(s, b))


def centres(s: Battle, a: str, b: str) -> float:
    """Distance between the centres of two bases."""
    one, other = s.models[a], s.models[b]
    return math.hypot(one.x - other.x, one.y - other.y)


def enemies(s: Battle, seat: int) -> Iterator[Model]:
    """The other seat's models on the table."""
    return (one for one in s.models.values() if one.seat != seat)
