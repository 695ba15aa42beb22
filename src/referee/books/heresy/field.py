"""Who is in the battle: the cards that fight over the sector, and which of them a verb or a condition is about."""

from __future__ import annotations

from referee.books.heresy.state import NOBODY, Lying, War
from referee.kernel import Seat
from referee.text.heresy import (
    ADVANCING,
    ALL,
    OWN,
    READY,
    TURNED,
    UNIT,
    UP_TO,
    Fact,
    Has,
    IsAttacker,
    Objects,
    Outnumbers,
    Posture,
    ThisIs,
    Verb,
    What,
)


class Field:
    """The cards in the battle, seat by seat, in the order in which they came onto the table. A momentary picture."""

    __slots__ = ("cards", "guarded", "tally")

    def __init__(self, s: War) -> None:
        battle = s.battle
        # Reading: a ship in the fleet area takes part in every battle; the option `ship-reach` ties it to its sector.
        if s.readings.ship_reach == "any" and battle != NOBODY:
            here = [x for x in s.table.values() if x.sector == battle or x.in_fleet]
        else:
            here = [x for x in s.table.values() if x.sector == battle]
        self.cards = ([x for x in here if x.owner == 0], [x for x in here if x.owner == 1])
        self.guarded = [x for x in here if x.guards]
        """Those with a standing text of their own."""
        self.tally: dict[tuple[Seat, What], tuple[int, int, int]] = {}
        """How many cards of a kind a seat has that are ready, advancing and turned: counted when first asked for."""

    def standing(self, seat: Seat, what: What) -> tuple[int, int, int]:
        """How many cards of one kind a seat has in the battle that are ready, advancing and turned."""
        stand = [lying.posture for lying in self.cards[seat] if lying.kind is what]
        found = self.tally[seat, what] = (stand.count(READY), stand.count(ADVANCING), stand.count(TURNED))
        return found

    def count(self, seat: Seat, what: What, posture: Posture | None = None) -> int:
        """How many cards of one kind a seat has in the battle; only those that stand so, if a posture is given."""
        found = self.tally.get((seat, what)) or self.standing(seat, what)
        if posture is None:
            return found[0] + found[1] + found[2]
        return found[0] if posture is READY else found[1] if posture is ADVANCING else found[2]


def takes_part(s: War, lying: Lying) -> bool:
    """Is the card face up in the battle?"""
    if not lying.face_up or s.battle == NOBODY:
        return False
    return lying.sector == s.battle or (lying.in_fleet and s.readings.ship_reach == "any")


BARRED_BY: dict[Verb, Posture | None] = {
    Verb.TURN: TURNED,
    Verb.READY: READY,
    Verb.ADVANCE: ADVANCING,
    Verb.DESTROY: None,
}
"""The posture in which a card cannot have this done to it, since it stands so already."""


def can_be(lying: Lying, verb: Verb, by: Seat) -> bool:
    """Can this be done to the card by `by`: does it not stand so already, and does no text of its own forbid it?"""
    return lying.posture is not BARRED_BY[verb] and (lying.owner == by or verb not in lying.guards)


def candidates(s: War, field: Field, verb: Verb, objects: Objects, by: Seat) -> list[Lying]:
    """The cards that may be chosen for the verb, or that "all" means, as things stand."""
    seat = by if objects.whose is OWN else 1 - by
    cards = field.cards[seat]
    if objects.is_chosen and s.readings.choice_range == "anywhere":
        # Reading: chosen cards are cards of this battle; the option `choice-range` widens it to all open cards.
        cards = [x for x in s.table.values() if x.owner == seat and x.face_up and (x.in_fleet or _is_open(s, x))]
    kind, posture = objects.what, objects.posture
    return [x for x in cards if x.kind is kind and (posture is None or x.posture is posture) and can_be(x, verb, by)]


def how_many(s: War, field: Field, verb: Verb, objects: Objects, by: Seat) -> int:
    """How many cards may be chosen for the verb: the number of `candidates`, without naming them."""
    if s.readings.choice_range == "anywhere":
        return len(candidates(s, field, verb, objects, by))
    seat = by if objects.whose is OWN else 1 - by
    count = tallied(field, seat, verb, objects)
    if count and seat != by:
        for x in field.guarded:
            if x.owner == seat and verb in x.guards and x.kind is objects.what and x.posture is not BARRED_BY[verb]:
                count -= objects.posture is None or x.posture is objects.posture
    return count


def tallied(field: Field, seat: Seat, verb: Verb, objects: Objects) -> int:
    """How many cards of a seat in the battle fit the words and do not stand so already."""
    barred, posture = BARRED_BY[verb], objects.posture
    if posture is not None:
        return 0 if posture is barred else field.count(seat, objects.what, posture)
    every = field.count(seat, objects.what)
    return every if barred is None else every - field.count(seat, objects.what, barred)


def fewest(s: War, objects: Objects) -> int:
    """How many cards have to be chosen at least."""
    # Reading: "up to N" may be none; the option `up-to-none` asks for one.
    if objects.many is UP_TO:
        return 0 if s.readings.up_to_none == "allowed" else 1
    return 0 if objects.many is ALL else objects.number


def is_true(s: War, field: Field, fact: Fact, by: Seat, this: Lying | None) -> bool:
    """Is what a condition of use asks for true now, seen from the player of the ability?"""
    if isinstance(fact, Has):
        count = field.count(by if fact.whose is OWN else 1 - by, fact.what, fact.posture)
        return count >= fact.number if fact.number else count == 0
    if isinstance(fact, ThisIs):
        return this is not None and this.posture is fact.posture
    if isinstance(fact, Outnumbers):
        mine, theirs = field.count(by, UNIT), field.count(1 - by, UNIT)
        return mine > theirs if fact.more else mine < theirs
    assert isinstance(fact, IsAttacker)
    return (by == s.attacker) is fact.attacker


def units_that_bar_retreat(s: War, seat: Seat) -> list[Lying]:
    """The seat's own ready and advancing units in the sector that is fought over."""
    here = s.battle
    return [
        x
        for x in s.table.values()
        if x.sector == here and x.owner == seat and x.kind is UNIT and x.posture is not TURNED and not x.in_fleet
    ]


def _is_open(s: War, lying: Lying) -> bool:
    return s.sectors[lying.sector].captor == NOBODY
