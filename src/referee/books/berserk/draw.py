"""The table as SVG."""

from __future__ import annotations

from referee.kernel import Game


def draw(game: Game, seat: int | None) -> str:
    """The table as a seat may see it."""
    return "<svg xmlns='http://www.w3.org/2000/svg'/>"
