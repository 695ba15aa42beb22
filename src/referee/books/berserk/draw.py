"""The table as SVG: the field, what lies beside it, the stack; what a seat may see and nothing else."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

from referee.books.berserk.field import COLUMNS, ROWS
from referee.books.berserk.view import view
from referee.kernel import Game

CELL_WIDTH, CELL_HEIGHT, MARGIN, SIDE = 150, 96, 34, 190
LONGEST_NAME = 17
INK, PAPER, FIELD_FILL, LINE = "#22262b", "#f7f4ec", "#e9e4d6", "#b9b09a"
ELEMENTS = {
    "steppe": "#d9a93b", "mountains": "#7f8a99", "forest": "#4f8a4b", "swamp": "#6c7d3c", "darkness": "#5b4a78",
    "": "#a79f90",
}  # fmt: skip
SEATS = ("#9c3b2e", "#2e5f9c")


def draw(game: Game, seat: int | None) -> str:
    """The table as a seat may see it; seat 0's half lies below."""
    shown = view(game, seat)
    width = MARGIN * 2 + CELL_WIDTH * len(COLUMNS) + SIDE
    height = MARGIN * 2 + CELL_HEIGHT * ROWS
    cards = shown["cards"]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="system-ui, sans-serif" font-size="12" fill="{INK}">',
        f"<title>Berserk, turn {shown['turn']}</title>",
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
        *_cells(),
    ]
    riders: dict[str, list[dict[str, Any]]] = {}
    for card in cards:
        if card["zone"] == "host":
            riders.setdefault(card["host"], []).append(card)
    for card in cards:
        if card["zone"] == "field":
            x, y = _place(card["cell"])
            parts += _card(card, x + 4, y + 4, CELL_WIDTH - 8, CELL_HEIGHT - 8, riders.get(card["id"], []))
    parts += _beside(cards)
    parts += _stack(shown)
    return "".join([*parts, "</svg>"])


def _place(cell: str) -> tuple[int, int]:
    return MARGIN + COLUMNS.index(cell[0]) * CELL_WIDTH, MARGIN + (ROWS - int(cell[1])) * CELL_HEIGHT


def _cells() -> list[str]:
    parts = []
    for row in range(1, ROWS + 1):
        for column in COLUMNS:
            x, y = _place(f"{column}{row}")
            parts.append(
                f'<rect x="{x}" y="{y}" width="{CELL_WIDTH}" height="{CELL_HEIGHT}" '
                f'fill="{FIELD_FILL}" stroke="{LINE}"/>'
            )
        parts.append(_text(MARGIN - 16, _place(f"a{row}")[1] + CELL_HEIGHT / 2, str(row)))
    for column in COLUMNS:
        parts.append(_text(_place(f"{column}1")[0] + CELL_WIDTH / 2, MARGIN + CELL_HEIGHT * ROWS + 18, column))
    middle = MARGIN + CELL_HEIGHT * ROWS / 2
    right = MARGIN + CELL_WIDTH * len(COLUMNS)
    parts.append(f'<line x1="{MARGIN}" y1="{middle}" x2="{right}" y2="{middle}" stroke="{INK}" stroke-width="2"/>')
    return parts


def _card(
    card: dict[str, Any], x: float, y: float, width: float, height: float, riders: list[dict[str, Any]]
) -> list[str]:
    edge = SEATS[card["seat"]]
    if "kind" not in card:
        return [
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" fill="#6b6459" stroke="{edge}" '
            f'stroke-width="2"/>',
            _text(x + width / 2, y + height / 2, f"? {card['id']}", fill="#ffffff", anchor="middle"),
        ]
    element = card["elements"][0] if card["elements"] else ""
    faded = ' opacity="0.55"' if card.get("closed") else ""
    name = card["name"]["en"]
    parts = [
        f"<g{faded}><title>{escape(name)}: {escape(' / '.join(map(str, card['text'])))}</title>",
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" fill="#ffffff" '
        f'stroke="{edge}" stroke-width="2"/>',
        f'<rect x="{x}" y="{y}" width="8" height="{height}" rx="4" fill="{ELEMENTS[element]}"/>',
        _text(x + 14, y + 16, _cut(name), weight="bold" if card["elite"] else "600"),
        _text(x + 14, y + 33, f"{card['id']}{' face down' if card['hidden'] else ''}", fill="#6b6459"),
    ]
    if "lives" in card:
        parts.append(_text(x + 14, y + 52, f"♥ {card['lives']}/{card['life']}", fill="#9c3b2e"))
    if "strike" in card:
        parts.append(_text(x + 78, y + 52, "⚔ " + "-".join(map(str, card["strike"]))))
    marks = _marks(card)
    if marks:
        parts.append(_text(x + 14, y + 70, marks))
    if riders:
        parts.append(_text(x + 14, y + 86, "+ " + ", ".join(one.get("name", {}).get("en", "?") for one in riders)))
    return [*parts, "</g>"]


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def _marks(card: dict[str, Any]) -> str:
    words = []
    if card.get("closed"):
        words.append("closed")
    if card.get("moves"):
        words.append(f"moves {card['moves']}")
    if card.get("chips"):
        words.append(f"chips {card['chips']}")
    if card.get("poison"):
        words.append(f"poison {card['poison']}")
    return ", ".join(words)


def _beside(cards: list[dict[str, Any]]) -> list[str]:
    """The additional zones, to the right: seat 1's above, seat 0's below."""
    x = MARGIN * 2 + CELL_WIDTH * len(COLUMNS)
    parts = []
    for seat in (1, 0):
        top = MARGIN if seat == 1 else MARGIN + CELL_HEIGHT * ROWS / 2
        found = [card for card in cards if card["zone"] == "air" and card["seat"] == seat]
        for number, card in enumerate(found):
            step = min(CELL_HEIGHT, CELL_HEIGHT * ROWS / 2 / max(len(found), 1))
            parts += _card(card, x, top + number * step, SIDE - MARGIN, CELL_HEIGHT - 8, [])
    return parts


def _stack(shown: dict[str, Any]) -> list[str]:
    items = [*shown["working"], *reversed(shown["stacked"]), *reversed(shown["queue"])]
    words = [f"{item['source']} {item['action']} {' '.join(item['targets'] or item['chosen'])}" for item in items]
    return [_text(MARGIN, MARGIN - 12, "stack: " + "; ".join(words))] if words else []


def _text(x: float, y: float, words: str, *, fill: str = INK, weight: str = "", anchor: str = "") -> str:
    more = f' font-weight="{weight}"' if weight else ""
    more += f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x:g}" y="{y:g}" fill="{fill}"{more}>{escape(words)}</text>'
