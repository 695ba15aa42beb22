"""The table as SVG: the sectors in a line between the players, fleets and piles beside them."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

from referee.books.heresy.view import view
from referee.kernel import Game, Seat

CARD_WIDTH, CARD_HEIGHT, GAP = 62, 86, 6
SECTOR_WIDTH, SECTOR_HEIGHT = 220, 60
PER_ROW = 3
COLOURS = ("#2f6f9f", "#9f3f2f")
BACK = "#555b66"


def draw(game: Game, seat: Seat | None) -> str:
    """The table as `seat` may see it. Seat 1 is above the sectors, seat 0 below; turned cards lie on their side."""
    shown = view(game, seat)
    sectors = [zone for zone in shown["zones"] if zone["id"].startswith("sector")]
    rows = max((_rows(zone, who) for zone in sectors for who in (0, 1)), default=1)
    half = rows * (CARD_HEIGHT + GAP) + GAP
    width = max(len(sectors), 1) * (SECTOR_WIDTH + GAP) + GAP + 160
    height = 2 * half + SECTOR_HEIGHT
    parts = [f'<rect width="{width}" height="{height}" fill="#e9e4d8"/>']
    for at, zone in enumerate(sectors):
        parts += _sector(zone, GAP + at * (SECTOR_WIDTH + GAP), half)
    for who in (0, 1):
        x = GAP + len(sectors) * (SECTOR_WIDTH + GAP)
        parts += _piles(shown, who, x, half + SECTOR_HEIGHT + GAP if who == 0 else GAP)
    body = "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="9">{body}</svg>'
    )


def _rows(zone: dict[str, Any], who: Seat) -> int:
    count = len([card for card in zone["cards"] if card["seat"] == who])
    return max(1, -(-count // PER_ROW))


def _sector(zone: dict[str, Any], x: int, y: int) -> list[str]:
    stroke = "#b8860b" if zone["fought"] else "#666"
    fill = COLOURS[zone["captor"]] if zone["captor"] is not None else "#d8cfb8"
    parts = [
        f'<rect x="{x}" y="{y}" width="{SECTOR_WIDTH}" height="{SECTOR_HEIGHT}" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="2"/>',
        _words(x + 8, y + 24, zone["name"], 14),
        _words(x + 8, y + 44, f"{zone['force']} / {zone['value']}", 12),
    ]
    for who in (0, 1):
        mine = [card for card in zone["cards"] if card["seat"] == who]
        for number, card in enumerate(mine):
            row, column = divmod(number, PER_ROW)
            left = x + column * (CARD_WIDTH + GAP)
            if who == 0:
                top = y + SECTOR_HEIGHT + GAP + row * (CARD_HEIGHT + GAP)
            else:
                top = y - (row + 1) * (CARD_HEIGHT + GAP)
            parts.append(_card(card, left, top))
    return parts


def _piles(shown: dict[str, Any], who: Seat, x: int, y: int) -> list[str]:
    zones = {zone["id"]: zone for zone in shown["zones"]}
    seat = shown["seats"][who]
    lines = [seat["role"] or f"player {who + 1}"]
    lines += [f"{pile}: {zones[f'{pile} {who}']['count']}" for pile in ("hand", "deck", "discards")]
    lines += [card.get("name", card["id"]) for card in zones[f"fleet {who}"]["cards"]]
    return [_words(x, y + 14 * (number + 1), line, 11) for number, line in enumerate(lines)]


def _card(card: dict[str, Any], x: int, y: int) -> str:
    is_open = "name" in card
    fill = "#fbf8ef" if is_open else BACK
    turn = (
        f' transform="rotate(90 {x + CARD_WIDTH / 2} {y + CARD_HEIGHT / 2})"' if card.get("posture") == "turned" else ""
    )
    forward = ' stroke-dasharray="4 2"' if card.get("posture") == "advancing" else ""
    parts = [
        f'<rect x="{x}" y="{y}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="4" fill="{fill}" '
        f'stroke="{COLOURS[card["seat"]]}" stroke-width="2"{forward}/>',
        _words(x + 4, y + 12, card["id"], 9),
    ]
    if is_open:
        parts += [_words(x + 4, y + 28 + 11 * at, word, 9) for at, word in enumerate(card["name"].split()[:4])]
        parts.append(_words(x + 4, y + CARD_HEIGHT - 6, f"{card['kind']} {card['capture'] or ''}", 8))
    return f"<g{turn}>{''.join(parts)}</g>"


def _words(x: float, y: float, words: str, size: int) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}">{escape(words)}</text>'
