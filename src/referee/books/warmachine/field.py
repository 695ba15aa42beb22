"""The battlefield as screens draw it: terrain, and models gathered into the units that act together."""

from __future__ import annotations

from typing import Any

from referee.board import inches
from referee.books.warmachine import deployment
from referee.books.warmachine.state import Battle, Model, profile
from referee.books.warmachine.terrain import ground

GROUNDS = ("forest", "obstruction", "impassable", "hazard")


def field(s: Battle) -> dict[str, Any]:
    """Table, terrain and units, in inches. A model that belongs to no unit is a unit of its own."""
    units: dict[str, dict[str, Any]] = {}
    for model in (*s.models.values(), *s.reserve.values()):
        name = s.units[model.unit].name if model.unit else model.name or profile(s, model).name
        unit = units.setdefault(
            model.unit or model.id, {"id": model.unit or model.id, "name": name, "seat": model.seat, "models": []}
        )
        unit["models"].append(_model(s, model, model.id in s.models))
        if len(unit["models"]) == 1:
            unit["facts"] = _facts(s, model)
            unit["activated"] = unit["id"] in s.activated
    return {
        "table": {"width": s.layout.board.width, "height": s.layout.board.height},
        "terrain": [
            {"id": one.id, "name": one.name, "kind": _kind(one), "points": one.outline} for one in s.layout.features
        ],
        "zones": [{"seat": seat, "points": _strip(s, seat)} for seat in (0, 1)],
        "units": list(units.values()),
    }


def _strip(s: Battle, seat: int) -> list[tuple[float, float]]:
    """WM 13/b: where a seat deploys, from side to side of the table."""
    near, far = deployment.zone(s, seat)
    width = s.layout.board.width
    return [(0.0, near), (width, near), (width, far), (0.0, far)]


def _kind(feature: Any) -> str:
    kind = ground(feature)
    return next((name for name in GROUNDS if getattr(kind, name)), "open")


def _facts(s: Battle, model: Model) -> dict[str, Any]:
    kind = profile(s, model)
    facts = {
        "SPD": kind.spd, "MAT": kind.mat, "RAT": kind.rat, "DEF": kind.defence, "ARM": kind.armour,
        "Focus": model.focus, "Fury": model.fury,
    }  # fmt: skip
    return {name: value for name, value in facts.items() if value or name not in ("Focus", "Fury")}


def _model(s: Battle, model: Model, placed: bool) -> dict[str, Any]:
    kind = profile(s, model)
    shown: dict[str, Any] = {
        "id": model.id,
        "name": model.name,
        "base": {"type": "round", "width": inches(kind.base)},
        "wounds": kind.health - model.damage,
        "max_wounds": kind.health,
        "down": model.knocked_down,
    }
    return {**shown, "x": model.x, "y": model.y, "angle": 0.0, "z": 0.0} if placed else shown
