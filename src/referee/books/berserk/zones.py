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


def zones(s: Battle, cards: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The zones with the ids of the cards in them, as they were shown to a seat. Row 0 is seat 0's last row."""
    grid = [_cell(cell) for cell in CELLS]
    found: list[dict[str, Any]] = [
        {
            "id": "field", "name": NAMES["field"], "layout": "grid", "rows": ROWS, "columns": len(COLUMNS),
            "cells": grid, "cards": [one["id"] for one in cards if one["cell"]],
        }
    ]  # fmt: skip
    for seat in (0, 1):
        found.append(_row(cards, "beside", seat, (AIR, HOST)))
        found.append(_row(cards, DEALT, seat, (DEALT,)))
        found.append(_row(cards, SQUAD, seat, (SQUAD,)))
        for pile in (GRAVE, EXILE):
            found.append({**_row(cards, pile, seat, (pile,)), "layout": "pile"})
        deck = {"id": f"deck {seat}", "name": NAMES["deck"], "seat": seat, "layout": "pile"}
        found.append({**deck, "count": len(s.decks.get(seat, ()))})
    return [zone for zone in found if zone.get("layout") == "grid" or zone.get("cards") or zone.get("count")]


def _cell(cell: str) -> dict[str, Any]:
    seat = 0 if cell in half(0) else 1
    return {"id": cell, "name": cell, "row": ROWS - int(cell[1]), "column": COLUMNS.index(cell[0]), "seat": seat}


def _row(cards: list[dict[str, Any]], name: str, seat: int, places: tuple[str, ...]) -> dict[str, Any]:
    here = [one["id"] for one in cards if one["zone"] in places and one["seat"] == seat and not one["cell"]]
    return {"id": f"{name} {seat}", "name": NAMES[name], "seat": seat, "cards": here}
