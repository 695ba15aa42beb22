"""What is seen of a battle: as data, as a drawing, as plain text. Nothing in this game is hidden."""

from __future__ import annotations

import html
import math
from typing import Any

import msgspec

from referee.board import holds_point, inches, polygon
from referee.books.warmachine.field import field
from referee.books.warmachine.state import Battle, called, groups, profile
from referee.books.warmachine.terrain import ground
from referee.kernel import Game, Seat

COLOURS = ("#2b6cb0", "#b03a2e")
GROUND_COLOURS = {"forest": "#7fa66a", "obstruction": "#6d6459", "impassable": "#5b8db5", "hazard": "#d98a4b"}


def view(game: Game, seat: Seat | None) -> dict[str, Any]:
    """The whole battle as plain JSON; every seat sees the same."""
    s = game.state
    assert isinstance(s, Battle)
    found: dict[str, Any] = msgspec.to_builtins(
        {
            "round": s.round,
            "phase": s.phase,
            "active": s.active,
            "seats": s.seats,
            "models": s.models,
            "lost": s.lost,
            "reserve": s.reserve,
            "units": s.units,
            "profiles": s.profiles,
            "layout": s.layout,
            "activated": s.activated,
            "now": s.now,
            "effects": s.effects,
            "winner": s.winner,
            "ended": s.ended,
        }
    )
    found["field"] = msgspec.to_builtins(field(s))
    return found


def draw(game: Game, seat: Seat | None) -> str:
    """The table as SVG, an inch to each unit; with the directions of a charge while one is asked for."""
    s = game.state
    assert isinstance(s, Battle)
    w, h = s.layout.board.width, s.layout.board.height
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w:g} {h:g}" font-family="sans-serif" font-size="0.7">',
        f'<rect width="{w:g}" height="{h:g}" fill="#e9e4d4"/>',
    ]
    for one in s.layout.features:
        points = " ".join(f"{x:g},{y:g}" for x, y in one.outline)
        x, y = one.outline[0]
        parts.append(
            f'<polygon points="{points}" fill="{_colour(one)}" fill-opacity="0.7" stroke="#555" stroke-width="0.05"/>'
        )
        parts.append(f'<text x="{x:g}" y="{y - 0.2:g}" fill="#444">{html.escape(one.name)}</text>')
    parts += _overlay(game, s)
    active = s.now.members if s.now else ()
    for model in s.models.values():
        r = inches(profile(s, model).base) / 2
        edge = "#f1c40f" if model.id in active else "#222"
        dash = ' stroke-dasharray="0.2 0.15"' if model.knocked_down else ""
        parts.append(
            f'<circle cx="{model.x:.3f}" cy="{model.y:.3f}" r="{r:.3f}" fill="{COLOURS[model.seat]}" stroke="{edge}"'
            f' stroke-width="0.12"{dash}><title>{html.escape(_title(s, model.id))}</title></circle>'
        )
        parts.append(
            f'<text x="{model.x:.3f}" y="{model.y + 0.2:.3f}" text-anchor="middle" fill="#fff" font-size="0.55">'
            f"{html.escape(model.id)}</text>"
        )
    return "\n".join([*parts, "</svg>"])


def _colour(one: Any) -> str:
    kind = ground(one)
    return next((colour for what, colour in GROUND_COLOURS.items() if getattr(kind, what)), "#b9ab8c")


def _title(s: Battle, model: str) -> str:
    one, kind = s.models[model], profile(s, model)
    points = f" focus {one.focus}" if one.focus else f" fury {one.fury}" if one.fury else ""
    return f"{called(s, model)} {kind.health - one.damage}/{kind.health}{points}"


def _overlay(game: Game, s: Battle) -> list[str]:
    """The legal directions of the charge that is asked for, and those that succeed."""
    decision = game.decision
    if decision is None or "legal" not in decision.about:
        return []
    mover = s.models[decision.subjects[0]]  # type: ignore[attr-defined]
    parts = []
    for name, colour in (("legal", "#f1c40f"), ("successful", "#27ae60")):
        for start, end in decision.about[name]:
            parts.append(_sector(mover.x, mover.y, 12.0, start, end, colour))
    return parts


def _sector(x: float, y: float, r: float, start: float, end: float, colour: str) -> str:
    if end - start >= 359.9:
        return f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{r:g}" fill="{colour}" fill-opacity="0.25"/>'
    a, b = math.radians(start), math.radians(end)
    large = 1 if end - start > 180 else 0
    ends = [(x + r * math.cos(t), y + r * math.sin(t)) for t in (a, b)]
    return (
        f'<path d="M {x:.3f} {y:.3f} L {ends[0][0]:.3f} {ends[0][1]:.3f} A {r:g} {r:g} 0 {large} 1 '
        f'{ends[1][0]:.3f} {ends[1][1]:.3f} Z" fill="{colour}" fill-opacity="0.3"/>'
    )


MARKS = {"obstruction": "#", "forest": "%", "impassable": "~", "hazard": "^", "obstacle": "=", "rough": '"'}
"""How terrain is sketched, by what it is first."""


def sketch(game: Game, seat: Seat | None, columns: int) -> str:
    """The table as plain text: a map with a letter to each unit and independent model, and what each has left."""
    s = game.state
    assert isinstance(s, Battle)
    board = s.layout.board
    width = max(24, min(columns, 96))
    height = max(12, round(width * board.height / board.width / 2))
    rows = [[_mark(s, x, y) for x in _middles(width, board.width)] for y in _middles(height, board.height)]
    letters = _letters(s)
    for model in s.models.values():
        row = min(height - 1, max(0, int(model.y / board.height * height)))
        column = min(width - 1, max(0, int(model.x / board.width * width)))
        rows[row][column] = letters[model.unit or model.id]
    lines = ["".join(row) for row in rows]
    used = {kind: mark for kind, mark in MARKS.items() if any(mark in line for line in lines)}
    lines.append(" ".join(f"{mark} {kind}" for kind, mark in used.items())[:columns])
    for number, name in enumerate(s.seats):
        lines.append(name[:columns])
        lines += [_line(s, model.id, letters)[:columns] for model in s.models.values() if model.seat == number]
    return "\n".join(lines)


def _middles(count: int, size: float) -> list[float]:
    return [size * (i + 0.5) / count for i in range(count)]


def _mark(s: Battle, x: float, y: float) -> str:
    for one in s.layout.features:
        if holds_point(polygon(one.outline), x, y):
            return next((mark for kind, mark in MARKS.items() if getattr(ground(one), kind)), "?")
    return "."


def _letters(s: Battle) -> dict[str, str]:
    """A letter to each unit and independent model: capitals for the first player, small ones for the second."""
    found: dict[str, str] = {}
    for seat, first in ((0, "A"), (1, "a")):
        for number, group in enumerate(groups(s, seat)):
            found[group] = chr(ord(first) + number % 26)
    return found


def _line(s: Battle, model: str, letters: dict[str, str]) -> str:
    one = s.models[model]
    mark = "*" if (one.unit or one.id) in s.activated else " "
    down = " down" if one.knocked_down else ""
    where = f"at {one.x:.1f},{one.y:.1f}{down}"
    return f"{mark}{letters[one.unit or one.id]} {one.id:<5} {_title(s, model)} {where}"
