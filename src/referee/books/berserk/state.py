"""Everything true in a game of Berserk: cards, cells, the stack, what is committed, what was triggered."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from referee.books.berserk.field import KING, STEPS
from referee.books.berserk.price import Price
from referee.books.berserk.records import HOST, IN_BATTLE, Card, Fight, Item, Result, Rules, Trigger
from referee.books.berserk.sheet import SHEETS, Sheet, know
from referee.kernel import State, Text, text
from referee.text.berserk_cards import PrintedCard


class Battle(State):
    """A game of Berserk."""

    rules: Rules = Rules()
    phase: str = "preparation"
    first: int = 0
    active: int = 0
    turn: int = 0
    cards: dict[str, Card] = {}
    cells: dict[str, str] = {}
    """Which card stands in a cell."""
    riders: Mapping[str, tuple[str, ...]] = {}
    """The symbionts on a card."""
    queue: tuple[Item, ...] = ()
    """Declared, not yet in the stack."""
    stack: tuple[Item, ...] = ()
    working: tuple[Item, ...] = ()
    """Being performed, the innermost last."""
    committed: dict[str, tuple[Price, ...]] = {}
    """What each card has promised to pay."""
    triggers: tuple[Trigger, ...] = ()
    fight: Fight | None = None
    decks: Mapping[int, tuple[str, ...]] = {}
    shown: tuple[str, ...] = ()
    """Kinds of cards of the decks that prophecies have shown to all."""
    own: Mapping[str, PrintedCard] = {}
    """Cards that are not among the shipped ones."""
    living: tuple[int, int] = (0, 0)
    """How many creatures each seat has in battle."""
    instants: tuple[str, ...] = ()
    """The cards in battle that have instant actions."""
    timed: tuple[str, ...] = ()
    """The cards in battle that have features of the start or the end of a turn."""
    gold: tuple[int, int] = (0, 0)
    silver: tuple[int, int] = (0, 0)
    redealt: tuple[int, int] = (0, 0)
    counted: tuple[int, int] = (0, 0)
    """How many card ids each seat has used."""
    declared: int = 0
    result: Result | None = None

    def __post_init__(self) -> None:
        know(self.own)


SEATS = ("s", "n")


def sheet(s: Battle, card: Card) -> Sheet:
    """The card's printed side, worked out."""
    return SHEETS[card.kind]


def is_creature(s: Battle, card: Card) -> bool:
    """Is it a creature of any kind?"""
    return SHEETS[card.kind].creature


def lives_left(s: Battle, card: Card) -> int:
    """Its lives less its wounds."""
    return SHEETS[card.kind].life + card.extra - card.wounds


def cell_of(s: Battle, card: Card) -> str:
    """The cell it stands in, or its host stands in; empty for a card of the additional zone."""
    if card.zone == HOST:
        host = s.cards.get(card.host)
        return host.cell if host is not None else ""
    return card.cell


def distance(s: Battle, one: str, other: str) -> int:
    """Cells between two cells, as the option says."""
    return (KING if s.rules.radius == "diagonals" else STEPS)[one][other]


def squad(s: Battle, seat: int) -> list[Card]:
    """The cards of `seat` in the battle zone."""
    return [card for card in s.cards.values() if card.seat == seat and card.zone in IN_BATTLE]


def name_of(s: Battle, card: Card) -> Text:
    """The card's name for messages to everybody: a hidden card has none."""
    if card.hidden:
        return text("a hidden card in {cell}", cell=card.cell) if card.cell else text("a hidden card")
    return _name(card.kind, card.id)


@lru_cache(maxsize=1000)
def _name(kind: str, one: str) -> Text:
    return text("{card} ({id})", card=SHEETS[kind].names, id=one)


def said_plainly(words: str) -> Text:
    """The name of a cell as a label: the same in all languages."""
    return Text("{name}", {"name": words})


def put(s: Battle, card: Card, **changes: Any) -> Card:
    """Replace a card by a changed one."""
    card = msgspec.structs.replace(card, **changes)
    s.cards[card.id] = card
    return card


def next_id(s: Battle, seat: int) -> str:
    """A card id nobody has had: s1, s2 ... for seat 0, n1, n2 ... for seat 1."""
    number = s.counted[seat] + 1
    s.counted = (number, s.counted[1]) if seat == 0 else (s.counted[0], number)
    return f"{SEATS[seat]}{number}"
