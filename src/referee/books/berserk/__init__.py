"""Berserk, the classic card game on a field: declarations, payment, sources and targets on a full game."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from referee.books.berserk.bots import BOTS
from referee.books.berserk.decks import Deck, read_deck, samples
from referee.books.berserk.draw import draw
from referee.books.berserk.explaining import explain
from referee.books.berserk.options import OPTIONS, settled_rules
from referee.books.berserk.setup import Game
from referee.books.berserk.sheet import own_key
from referee.books.berserk.sketch import sketch, sketch_said
from referee.books.berserk.state import Battle
from referee.books.berserk.view import secrets, view
from referee.books.berserk.worth import scores
from referee.kernel import Book, Index, NotUnderstood, Procedure, read_index, text


def set_up(options: dict[str, str], lists: tuple[Any, ...]) -> tuple[Battle, Procedure]:
    """A game with two decks, before the roll for the first turn. Raises NotAllowed for an illegal deck."""
    if len(lists) != 2:
        raise NotUnderstood(text("Two decks are needed, {count} are given.", count=len(lists)))
    decks: list[Deck] = [msgspec.convert(read_deck(one), Deck) for one in lists]
    own = {own_key(card): card for deck in decks for card in deck.own}
    return Battle(rules=settled_rules(options), own=own, decks={0: decks[0].kinds(), 1: decks[1].kinds()}), Game()


@cache
def index() -> Index:
    """The book's index."""
    return read_index(Path(__file__).with_name("index.toml"))


BOOK = Book(
    name="berserk",
    title="Berserk (classic board edition)",
    edition="comprehensive rules, part 5 as of 2014-10-31",
    prefix="BER",
    state=Battle,
    set_up=set_up,
    view=view,
    draw=draw,
    sketch=sketch,
    sketch_said=sketch_said,
    index=index,
    seats=("south", "north"),
    options=OPTIONS,
    bots=BOTS,
    read_list=read_deck,
    explain=explain,
    samples=samples,
    secrets=secrets,
    scores=scores,
)
