"""The frozen records of a game of Berserk: options, cards, declared actions, triggers, the attack under way."""

from __future__ import annotations

import msgspec

from referee.text.berserk_ability import Resource

FIELD, AIR, HOST, SQUAD, DEALT, GRAVE, EXILE = "field", "air", "host", "squad", "dealt", "grave", "exile"
"""Where a card is: in a cell; in the additional zone; on another card; recruited and not placed; dealt; gone."""

REPLACED = "replaced"
"""Where a card is that has come back from the graveyard as a new card: whoever remembers the old one finds it gone."""

IN_BATTLE = (FIELD, AIR, HOST)


class Rules(msgspec.Struct, frozen=True):
    """The book's options, settled."""

    payment_impossible: str = "stands"
    not_performed: str = "free"
    source_gone: str = "not performed"
    radius: str = "diagonals"
    steps: str = "straight"
    recheck: str = "declaration"
    no_targets: str = "refused"
    mirror: str = "refused"
    reply_from_afar: str = "yes"
    near_throws: str = "refused"
    armour_impacts: str = "no"
    poison: str = "opponent"
    placement: str = "order of play"
    redeals: str = "3"
    unrecruited: str = "shuffled"
    turn_limit: str = "60"


class Card(msgspec.Struct, frozen=True, gc=False):
    """A card in play: which card, whose, where, and what has happened to it. `moves` are the units it has left."""

    id: str
    kind: str
    seat: int
    owner: int
    zone: str = DEALT
    cell: str = ""
    host: str = ""
    wounds: int = 0
    extra: int = 0
    """Lives beyond the printed ones."""
    closed: bool = False
    hidden: bool = False
    chips: int = 0
    moves: int = 0
    armour: int = 0
    """Wounds its armour has prevented this turn."""
    poison: int = 0
    strikes: int = 0
    """Simple strikes made this turn."""
    stayed: bool = True
    """Has it spent no movement since its allowance was restored?"""
    tokens: int = 0
    """Turns in the graveyard, counted for incarnation."""
    returned: bool = False
    """Has it come back by incarnation?"""
    fell: bool = False
    """Was it destroyed by an attack, and has its Valhalla not been used?"""


class Item(msgspec.Struct, frozen=True, gc=False):
    """A declared game action: its source, the action, the targets chosen, and X; `targets` once they are settled."""

    number: int
    seat: int
    source: str
    action: str
    chosen: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    amount: int = 0
    price: tuple[Resource, ...] = ()
    subject: str = ""
    """The other card of the event that triggered it."""
    dealt: int = 0
    kind: str = ""
    """The printed card the source was, so that a card that is gone still has its text."""


class Trigger(msgspec.Struct, frozen=True, gc=False):
    """A triggered feature that waits to be declared."""

    seat: int
    source: str
    kind: str
    ability: int
    subject: str = ""
    dealt: int = 0


class Fight(msgspec.Struct, frozen=True, gc=False):
    """The attack being performed: who strikes whom, what the dice gave, and what has been changed since.

    Levels count from 0 (weak) to 2 (strong); -1 is no hit. `reply` is what the card attacked deals back.
    """

    attacker: str
    target: str
    kind: str
    dice: tuple[int, ...] = ()
    level: int = -1
    reply: int = -1
    cap: int = -1
    """At most so many wounds; -1 for no such limit."""
    reply_cap: int = -1
    blocked: bool = False


class Result(msgspec.Struct, frozen=True):
    """How the game ended: the winner (nothing for a draw), why, and the summed costs if time ran out."""

    winner: int | None
    why: str
    sums: tuple[int, int] | None = None
