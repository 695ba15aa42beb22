"""Players that know the book."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from referee.kernel import Game, Seat


def random_answer(game: Game, seat: Seat, random: Random) -> Any:
    """Any legal answer."""
    return game.propose(random)


BOTS: dict[str, Callable[[Game, Seat, Random], Any]] = {"random": random_answer}
