"""The duel of the kernel's tests, with a view as the page shows card games, and hands that are secret."""

from __future__ import annotations

from typing import Any

import msgspec

from duel import BOOK as DUEL
from duel import Duel
from referee.kernel import Game


def _cards(seat: int, hand: tuple[int, ...], open_to_all: bool) -> list[dict[str, Any]]:
    if not open_to_all:
        return [{"id": f"hand {seat}.{at}", "hidden": True} for at in range(len(hand))]
    return [{"id": f"hand {seat}.{at}", "name": f"Secret-{seat}-{card}", "cost": card} for at, card in enumerate(hand)]


def view(game: Game, seat: int | None) -> dict[str, Any]:
    s = game.state
    assert isinstance(s, Duel)
    zones: list[dict[str, Any]] = []
    for who in (0, 1):
        board = [
            {"id": f"creature {who}.{at}", "name": f"Power {one.power}", "used": not one.ready}
            for at, one in enumerate(s.board[who])
        ]
        zones += [
            {"id": f"board {who}", "name": "In play", "seat": who, "cards": board},
            {"id": f"hand {who}", "name": "Hand", "seat": who, "cards": _cards(who, s.hands[who], who == seat)},
            {"id": f"deck {who}", "name": "Deck", "seat": who, "layout": "pile", "count": len(s.decks[who])},
        ]
    seats = [{"seat": who, "facts": {"Life": s.life[who], "Mana": s.mana[who]}} for who in (0, 1)]
    return {"zones": zones, "seats": seats, "turn": s.active, "round": s.turn // 2 + 1}


def secrets(game: Game, seat: int | None) -> tuple[str, ...]:
    s = game.state
    assert isinstance(s, Duel)
    return tuple(f"Secret-{who}-{card}" for who in (0, 1) if who != seat for card in s.hands[who])


BOOK = msgspec.structs.replace(DUEL, name="card_duel", view=view, secrets=secrets)
