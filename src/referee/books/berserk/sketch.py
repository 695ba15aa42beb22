"""The table as plain text."""

from __future__ import annotations

from referee.kernel import Game


def sketch(game: Game, seat: int | None, columns: int) -> str:
    """The table as a seat may see it, in at most so many columns."""
    return ""
