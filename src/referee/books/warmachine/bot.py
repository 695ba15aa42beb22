"""Players that know the book."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from referee.kernel import Game, Seat

BOTS: dict[str, Callable[[Game, Seat, Random], Any]] = {}
