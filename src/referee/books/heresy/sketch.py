"""The table as plain text, for terminals."""

from __future__ import annotations

import textwrap
from typing import Any

from referee.books.heresy.view import view
from referee.kernel import Game, Seat

POSTURE_SIGNS = {"ready": "|", "advancing": "^", "turned": "-"}


def sketch(game: Game, seat: Seat | None, columns: int) -> str:
    """The table as `seat` may see it, at most `columns` wide: sector by sector, then fleets, hand and piles."""
    shown = view(game, seat)
    zones = {zone["id"]: zone for zone in shown["zones"]}
    lines = [f"{shown['stage']}, turn {shown['round']}", "| ready  ^ advancing  - turned  ? face down"]
    for name, zone in zones.items():
        if name.startswith("sector"):
            lines += _sector(name, zone, columns)
    for who in (0, 1):
        role = shown["seats"][who]["role"] or f"player {who + 1}"
        counts = ", ".join(f"{zones[f'{pile} {who}']['count']} in the {pile}" for pile in ("hand", "deck", "discards"))
        lines.append(f"{role}: {counts}")
        lines += _cards("  fleet: ", zones[f"fleet {who}"]["cards"], columns)
        lines += _cards("  hand: ", zones[f"hand {who}"].get("cards", []), columns)
    for use in shown["under_way"]:
        lines += _wrapped(f"{use['id'] or 'hand'}: ", [use["name"], use["words"]], columns, ": ")
    return "\n".join(line[:columns] for line in lines)


def _sector(name: str, zone: dict[str, Any], columns: int) -> list[str]:
    held = "" if zone["captor"] is None else f", captured by player {zone['captor'] + 1}"
    fought = " <- battle" if zone["fought"] else ""
    number = name.removeprefix("sector ")
    lines = [f"[{number}] {zone['name']} (force {zone['force']}, value {zone['value']}{held}){fought}"]
    for who in (0, 1):
        mine = [card for card in zone["cards"] if card["seat"] == who]
        lines += _cards(f"  {who + 1}: ", mine, columns)
    return lines


def _cards(front: str, cards: list[dict[str, Any]], columns: int) -> list[str]:
    return _wrapped(front, [_card(card) for card in cards], columns, "; ") if cards else []


def _card(card: dict[str, Any]) -> str:
    if "name" not in card:
        return f"{card['id']} ?"
    if "posture" not in card:
        return f"{card['name']} ({card['command'] or '-'})"
    force = f" {card['capture']}" if card["capture"] else ""
    sign = POSTURE_SIGNS[card["posture"]] if card["face_up"] else "?"
    return f"{card['id']}{sign} {card['name']}{force}"


def _wrapped(front: str, parts: list[str], columns: int, between: str) -> list[str]:
    indent = " " * min(len(front), 8)
    width = max(columns, 20)
    return textwrap.wrap(front + between.join(parts), width, subsequent_indent=indent, break_long_words=True)
