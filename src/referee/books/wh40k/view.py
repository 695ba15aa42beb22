"""What a seat may see of a battle: JSON for front ends, SVG, text for terminals. Nothing here is hidden."""

from __future__ import annotations

import math
from html import escape
from textwrap import wrap
from typing import Any

import msgspec

from referee.board import Hull, Layout, Oval, Round, outer_radius
from referee.books.wh40k.measuring import COHERENCY_NEIGHBOUR, ENGAGEMENT_RANGE, is_engaged, placed_models
from referee.books.wh40k.state import Battle, Profile, Unit, Where, on_table, profile_of
from referee.books.wh40k.terrain import layout_of
from referee.books.wh40k.windows import REMINDER
from referee.kernel import Game, Seat, effects_on, phrase

CREDIT = "Powered by 40kdc-data (https://github.com/wn-mitch/40kdc-data), CC BY 4.0"

COLOURS = ("#2f6fb7", "#b5442c")
TERRAIN = {"dense": "#8d8577", "light": "#b9b29c", "exposed": "#d3cdb9"}


def battle_of(game: Game) -> Battle:
    """The state of a game of this book."""
    assert isinstance(game.state, Battle)
    return game.state


def view(game: Game, seat: Seat | None) -> dict[str, Any]:
    """The whole battle as plain JSON; both players see everything."""
    s = battle_of(game)
    table = layout_of(s)
    sides = {"attacker": s.attacker, "defender": 1 - s.attacker}
    return {
        "book": "wh40k",
        "credit": CREDIT,
        "table": {"width": table.board.width, "height": table.board.height, "layout": table.name},
        "terrain": [
            {
                "id": feature.id,
                "name": feature.name,
                "kind": feature.kind,
                "points": feature.outline,
                "walls": [wall.points for wall in feature.walls],
                "height": feature.height,
            }
            for feature in table.features
        ],
        "areas": [{"id": area.id, "points": area.outline} for area in table.areas if area.terrain],
        "zones": [
            {"seat": sides[zone.side], "points": zone.points} for zone in table.zones if zone.kind == "deployment"
        ],
        "objectives": [{"id": one.id, "role": one.role, "x": one.x, "y": one.y} for one in table.objectives],
        "seats": [
            {"name": s.roster.armies[who], "cp": s.cp[who], "side": "attacker" if who == s.attacker else "defender"}
            for who in (0, 1)
        ],
        "round": s.round,
        "active": s.active,
        "phase": str(s.phase),
        "cp_history": [msgspec.to_builtins(entry) for entry in s.cp_history],
        "rings": [
            {"id": "engagement", "inches": ENGAGEMENT_RANGE, "around": "enemies"},
            {"id": "coherency", "inches": COHERENCY_NEIGHBOUR, "around": "subjects"},
        ],
        "units": [_unit(s, unit) for unit in s.units.values()],
    }


def _unit(s: Battle, unit: Unit) -> dict[str, Any]:
    engaged = unit.where is Where.TABLE and is_engaged(s, unit)
    reminders = [str(effect.value) for effect in effects_on(s, REMINDER, unit.id)]
    marks = {phrase("engaged"): engaged, phrase("battle-shocked"): unit.shocked}
    return {
        "id": unit.id,
        "name": unit.name,
        "seat": unit.seat,
        "where": str(unit.where),
        "transport": unit.transport,
        "shocked": unit.shocked,
        "reminders": reminders,
        "engaged": engaged,
        "facts": _facts(profile_of(s, unit.models[0])) if unit.models else {},
        "marks": [name for name, holds in marks.items() if holds],
        "text": reminders,
        "models": [
            {
                "id": model.id,
                "name": model.profile,
                "wounds": model.wounds,
                "max_wounds": profile_of(s, model).w,
                "m": profile_of(s, model).m,
                "base": msgspec.to_builtins(profile_of(s, model).base),
                **(msgspec.to_builtins(model.pose) if model.pose else {}),
            }
            for model in unit.models
        ],
    }


def _facts(kind: Profile) -> dict[str, Any]:
    """A profile's characteristics as datasheets print them."""
    move = "-" if kind.m is None else f'{kind.m:g}"'
    return {"M": move, "T": kind.t, "SV": f"{kind.sv}+", "W": kind.w, "LD": f"{kind.ld}+", "OC": kind.oc}


def draw(game: Game, seat: Seat | None) -> str:
    """The battlefield as SVG, one unit an inch."""
    s = battle_of(game)
    table = layout_of(s)
    w, h = table.board.width, table.board.height
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {w + 2:g} {h + 5:g}" font-family="sans-serif">',
        f'<rect width="{w:g}" height="{h:g}" fill="#e9e5d8" stroke="#555" stroke-width="0.15"/>',
        *_terrain(s, table),
        *(shape for unit in on_table(s) for shape in _models(s, unit)),
        *(_name(s, unit) for unit in on_table(s)),
        f'<text x="0" y="{h + 1.6:g}" font-size="1.05" fill="#222">{escape(_heading(s))}</text>',
        f'<text x="0" y="{h + 3.2:g}" font-size="0.9" fill="#666">{escape(CREDIT)}</text>',
        "</svg>",
    ]
    return "\n".join(parts)


def _heading(s: Battle) -> str:
    phase = f", {s.phase} phase of {s.roster.armies[s.active]}" if s.phase else ""
    return f"{s.roster.armies[0]} against {s.roster.armies[1]}: round {s.round}{phase}"


def _terrain(s: Battle, table: Layout) -> list[str]:
    sides = {"attacker": s.attacker, "defender": 1 - s.attacker}
    shapes = [
        f'<polygon points="{_points(zone.points)}" fill="{COLOURS[sides[zone.side]]}" fill-opacity="0.08"/>'
        for zone in table.zones
        if zone.kind == "deployment"
    ]
    shapes += [f'<polygon points="{_points(a.outline)}" fill="#c9c2ab" fill-opacity="0.6"/>' for a in table.areas]
    for feature in table.features:
        colour = TERRAIN.get(feature.kind, "#999")
        shapes.append(f'<polygon points="{_points(feature.outline)}" fill="{colour}" fill-opacity="0.55"/>')
        shapes += [f'<polygon points="{_points(wall.points)}" fill="#5d564a"/>' for wall in feature.walls]
    shapes += [
        f'<circle cx="{one.x:g}" cy="{one.y:g}" r="0.79" fill="none" stroke="#a07d1c" stroke-width="0.25"/>'
        for one in table.objectives
    ]
    return shapes


def _points(points: Any) -> str:
    return " ".join(f"{x:.3f},{y:.3f}" for x, y in points)


def _models(s: Battle, unit: Unit) -> list[str]:
    shapes = []
    style = f'fill="{COLOURS[unit.seat]}" stroke="{"#000" if not unit.shocked else "#e0b000"}" stroke-width="0.08"'
    for one in placed_models(s, unit):
        title = f"<title>{escape(one.id)} {escape(unit.name)}</title>"
        x, y = one.pose.x, one.pose.y
        turn = f'transform="translate({x:.3f} {y:.3f}) rotate({one.pose.angle:.2f})"'
        if isinstance(one.base, Round):
            shapes.append(
                f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{outer_radius(one.base):.3f}" {style}>{title}</circle>'
            )
        elif isinstance(one.base, Oval):
            rx, ry = one.base.length_mm / 50.8, one.base.width_mm / 50.8
            shapes.append(f'<ellipse rx="{rx:.3f}" ry="{ry:.3f}" {turn} {style}>{title}</ellipse>')
        else:
            assert isinstance(one.base, Hull)
            shapes.append(f'<polygon points="{_points(one.base.points)}" {turn} {style}>{title}</polygon>')
    return shapes


def _name(s: Battle, unit: Unit) -> str:
    models = placed_models(s, unit)
    label = f"{unit.id} {unit.name[:24]}"
    edge = 0.26 * len(label)
    x = min(max(sum(m.pose.x for m in models) / len(models), edge), layout_of(s).board.width - edge)
    y = max(0.9, min(m.pose.y - outer_radius(m.base) for m in models) - 0.2)
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="0.95" text-anchor="middle" fill="#111" stroke="#fff" '
        f'stroke-width="0.18" paint-order="stroke">{escape(label)}</text>'
    )


def sketch(game: Game, seat: Seat | None, columns: int = 100) -> str:
    """The battlefield in text: a letter and number where each unit stands, terrain shaded, objectives as `o`."""
    s = battle_of(game)
    table = layout_of(s)
    wide = max(40, min(columns - 2, 120))
    per_inch = wide / table.board.width
    high = math.ceil(table.board.height * per_inch / 2)
    rows = [[" "] * wide for _ in range(high)]

    def put(x: float, y: float, mark: str) -> None:
        column = min(wide - len(mark), max(0, round(x * per_inch - len(mark) / 2)))
        row = min(high - 1, max(0, int(y * per_inch / 2)))
        rows[row][column : column + len(mark)] = mark

    for feature in table.features:
        xs, ys = [p[0] for p in feature.outline], [p[1] for p in feature.outline]
        mark = "#" if feature.kind == "dense" else ":"
        for row in range(int(min(ys) * per_inch / 2), min(high, math.ceil(max(ys) * per_inch / 2))):
            for column in range(int(min(xs) * per_inch), min(wide, math.ceil(max(xs) * per_inch))):
                rows[max(0, row)][max(0, column)] = mark
    for one in table.objectives:
        put(one.x, one.y, "o")
    for unit in on_table(s):
        for model in placed_models(s, unit):
            put(model.pose.x, model.pose.y, unit.id[0].lower())
    for unit in on_table(s):
        models = placed_models(s, unit)
        put(sum(m.pose.x for m in models) / len(models), sum(m.pose.y for m in models) / len(models), unit.id)
    scale = "".join(f"{inch:<{round(10 * per_inch)}}" for inch in range(0, int(table.board.width), 10))[:wide]
    lines = [" " + scale, "+" + "-" * wide + "+", *("|" + "".join(row) + "|" for row in rows), "+" + "-" * wide + "+"]
    words = [line for one in (_heading(s), *_legend(s)) for line in wrap(one, columns, subsequent_indent="  ")]
    about = len(wrap(_heading(s), columns, subsequent_indent="  "))
    return "\n".join([*words[:about], *lines, *words[about:]])


def _legend(s: Battle) -> list[str]:
    lines = []
    for seat in (0, 1):
        names = [f"{u.id} {u.name} ({len(u.models)})" + ("!" if u.shocked else "") for u in on_table(s, seat)]
        lines.append(f"{s.roster.armies[seat]} ({s.cp[seat]} CP): " + ", ".join(names))
    return lines
