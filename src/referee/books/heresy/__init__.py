"""The Horus Heresy card game: battle actions, abilities with printed prices, tactics and retreat, in a whole game.

Unofficial. The cards, planets and decks are our own.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from referee.books.heresy.bots import BOTS
from referee.books.heresy.content import SAMPLES, sample_deck
from referee.books.heresy.decks import Deck, known_cards, read_list
from referee.books.heresy.drawing import draw
from referee.books.heresy.options import OPTIONS, readings
from referee.books.heresy.setup import SetUp
from referee.books.heresy.sketch import sketch
from referee.books.heresy.state import Piles, War
from referee.books.heresy.view import secrets, view
from referee.books.heresy.winner import scores
from referee.kernel import Book, Index, NotAnOption, Procedure, read_index, text
from referee.text.heresy import Card


def set_up(options: dict[str, str], lists: tuple[Any, ...]) -> tuple[War, Procedure]:
    """A game of two decks, before its first step. Raises NotAnOption for decks that cannot be played."""
    if len(lists) != 2:
        raise NotAnOption(text("A game needs two decks; {count} were given.", count=len(lists)))
    pool, decks = _deal_out(msgspec.json.encode(lists))
    return War(readings=readings(options), pool=pool, decks=decks), SetUp()


@lru_cache(maxsize=64)
def _deal_out(lists: bytes) -> tuple[tuple[Card, ...], Piles]:
    """The printed cards of both decks, and the decks as numbers into them."""
    pool: list[Card] = []
    piles: list[tuple[int, ...]] = []
    for given in msgspec.json.decode(lists):
        deck = msgspec.convert(read_list(given), Deck)
        known = known_cards(deck)
        pile: list[int] = []
        for key, count in deck.cards.items():
            if known[key] not in pool:
                pool.append(known[key])
            pile += [pool.index(known[key])] * count
        piles.append(tuple(pile))
    return tuple(pool), (piles[0], piles[1])


@cache
def index() -> Index:
    """Every rule this book knows."""
    return read_index(Path(__file__).parent / "index.toml")


@cache
def samples() -> tuple[Any, ...]:
    """The book's own two decks."""
    return tuple(read_list(sample_deck(name)) for name in SAMPLES)


BOOK = Book(
    name="heresy",
    title="Horus Heresy CCG",
    edition="2003, Russian",
    prefix="HH",
    state=War,
    set_up=set_up,
    view=view,
    draw=draw,
    index=index,
    sketch=sketch,
    options=OPTIONS,
    bots=BOTS,
    read_list=read_list,
    samples=samples,
    secrets=secrets,
    scores=scores,
)
