from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import duel
from referee.kernel import Book, ByHand, Dice, Game, Procedure, State


def bare_book(state: State, first: Procedure, **changes: Any) -> Book:
    """A book whose game is one procedure on one state."""
    return msgspec.structs.replace(
        duel.BOOK,
        name="bare",
        state=type(state),
        set_up=lambda options, lists: (state, first),
        view=lambda game, seat: {},
        **changes,
    )


@pytest.fixture
def begin() -> Callable[..., Game]:
    """Begin a game that is one procedure: `begin(Walk(), state=..., dice=...)`."""

    def start(first: Procedure, *, state: State | None = None, dice: Dice | None = None, **changes: Any) -> Game:
        return bare_book(state or State(), first, **changes).begin(dice=dice or ByHand())

    return start
