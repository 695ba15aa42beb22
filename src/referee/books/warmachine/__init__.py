"""Warmachine MKIV: activating models and units, Normal Movement, charges, Combat Actions."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from referee.books.warmachine.army import battlefields, samples, set_up
from referee.books.warmachine.bot import BOTS
from referee.books.warmachine.by_hand import settle
from referee.books.warmachine.ending import destroyed_points
from referee.books.warmachine.explaining import explain
from referee.books.warmachine.exports import read_list
from referee.books.warmachine.options import OPTIONS
from referee.books.warmachine.state import Battle
from referee.books.warmachine.typing_words import parse
from referee.books.warmachine.view import draw, sketch, view
from referee.kernel import Book, Game, Index, read_index

HERE = Path(__file__).parent


@cache
def index() -> Index:
    """The book's rules."""
    return read_index(*sorted(HERE.glob("index*.toml")))


def scores(game: Game) -> tuple[float, ...]:
    """What each seat has destroyed of the enemy; the winner is ahead of that."""
    s = game.state
    assert isinstance(s, Battle)
    return tuple(float(destroyed_points(s, 1 - seat)) + (1000.0 if s.winner == seat else 0.0) for seat in (0, 1))


BOOK = Book(
    name="warmachine",
    title="Warmachine MKIV",
    edition="MKIV",
    prefix="WM",
    state=Battle,
    set_up=set_up,
    view=view,
    draw=draw,
    sketch=sketch,
    index=index,
    seats=("first", "second"),
    options=OPTIONS,
    parse=parse,
    bots=BOTS,
    by_hand=settle,
    read_list=read_list,
    samples=samples,
    explain=explain,
    scores=scores,
)

__all__ = ["BOOK", "battlefields"]
