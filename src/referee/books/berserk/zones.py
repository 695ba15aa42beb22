"""Where cards lie, for screens: the grid, what lies beside it, each player's piles; a card's numbers in short."""

from __future__ import annotations

from typing import Any

from referee.books.berserk.field import CELLS, COLUMNS, ROWS, half
from referee.books.berserk.records import AIR, DEALT, EXILE, GRAVE, HOST, SQUAD
from referee.books.berserk.state import Battle

NAMES = {
    "field": {"en": "Field", "hu": "Csatatér", "ru": "Поле"},
    "beside": {"en": "Additional zone", "hu": "Kiegészítő zóna", "ru": "Дополнительная зона"},
    DEALT: {"en": "Dealt", "hu": "Kiosztva", "ru": "Раздача"},
    SQUAD: {"en": "Squad", "hu": "Osztag", "ru": "Отряд"},
    GRAVE: {"en": "Graveyard", "hu": "Temető", "ru": "Кладбище"},
    EXILE: {"en": "Removed from the game", "hu": "Játékból eltávolítva", "ru": "Удалены из игры"},
    "deck": {"en": "Deck", "hu": "Pakli", "ru": "Колода"},
}


PLACES = {AIR: "beside", HOST: "beside", DEALT: DEALT, SQUAD: SQUAD, GRAVE: GRAVE, EXILE: EXILE}
"""In which zone a card is shown that stands in no cell."""


def zones(s: Battle, cards: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The zones with the ids of the cards in them, as they were shown to a seat. Row 0 is seat 0's last row."""
    standing: list[str] = []
    lying: dict[tuple[str, int], list[str]] = {}
    for one in cards:
        if one["cell"]:
            standing.append(one["id"])
        elif one["zone"] in PLACES:
            lying.setdefault((PLACES[one["zone"]], one["seat"]), []).append(one["id"])
    found: list[dict[str, Any]] = [
        {
            "id": "field", "name": NAMES["field"], "layout": "grid", "rows": ROWS, "columns": len(COLUMNS),
            "cells": GRID, "cards": standing,
        }
    ]  # fmt: skip
    for seat in (0, 1):
        for place in ("beside", DEALT, SQUAD, GRAVE, EXILE):
            if here := lying.get((place, seat)):
                zone = {"id": f"{place} {seat}", "name": NAMES[place], "seat": seat, "cards": here}
                found.append(zone | {"layout": "pile"} if place in (GRAVE, EXILE) else zone)
        if count := len(s.decks.get(seat, ())):
            deck = {"id": f"deck {seat}", "name": NAMES["deck"], "seat": seat, "layout": "pile"}
            found.append({**deck, "count": count})
    return found


def _cell(cell: str) -> dict[str, Any]:
    seat = 0 if cell in half(0) else 1
    return {"id": cell, "name": cell, "row": ROWS - int(cell[1]), "column": COLUMNS.index(cell[0]), "seat": seat}


GRID = [_cell(cell) for cell in CELLS]
