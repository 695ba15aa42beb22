"""Who is in the battle: the cards that fight over the sector, and which of them a verb or a condition is about."""

from __future__ import annotations

from referee.books.heresy.state import NOBODY, Lying, War, is_shielded
from referee.kernel import Seat
from referee.text.heresy import Fact, Has, IsAttacker, Objects, Outnumbers, Posture, ThisIs, Verb, What, Whose


class Field:
    """The cards in the battle, seat by seat, in the order in which they came onto the table. A momentary picture."""

    __slots__ = ("cards",)

    def __init__(self, s: War) -> None:
        first: list[Lying] = []
        second: list[Lying] = []
        battle = s.battle
        # Reading: a ship in the fleet area takes part in every battle; the option `ship-reach` ties it to its sector.
        any_ship = s.readings.ship_reach == "any" and battle != NOBODY
        for lying in s.table.values():
            if lying.sector == battle or (any_ship and lying.in_fleet):
                (second if lying.owner else first).append(lying)
        self.cards = (first, second)

    def of(self, seat: Seat, what: What, posture: Posture | None = None) -> list[Lying]:
        """The cards of one kind that a seat has in the battle; only those that stand so, if a posture is given."""
        if posture is None:
            return [lying for lying in self.cards[seat] if lying.kind is what]
        return [lying for lying in self.cards[seat] if lying.kind is what and lying.posture is posture]


BARRED_BY: dict[Verb, Posture | None] = {
    Verb.TURN: Posture.TURNED,
    Verb.READY: Posture.READY,
    Verb.ADVANCE: Posture.ADVANCING,
    Verb.DESTROY: None,
}
"""The posture in which a card cannot have this done to it, since it stands so already."""


def can_be(s: War, lying: Lying, verb: Verb, by: Seat) -> bool:
    """Can this be done to the card by `by`: does it not stand so already, and does no text of its own forbid it?"""
    return lying.posture is not BARRED_BY[verb] and not is_shielded(s, lying, verb, by)


def objects_of(s: War, field: Field, objects: Objects, by: Seat) -> list[Lying]:
    """The cards that the words name, before the verb narrows them: kind, side, posture, and where they lie."""
    seat = by if objects.whose is Whose.OWN else 1 - by
    if s.readings.choice_range == "anywhere" and objects.is_chosen:
        cards = [x for x in s.table.values() if x.owner == seat and x.face_up and (x.in_fleet or _is_open(s, x))]
        found = [x for x in cards if x.kind is objects.what]
        return found if objects.posture is None else [x for x in found if x.posture is objects.posture]
    return field.of(seat, objects.what, objects.posture)


def candidates(s: War, field: Field, verb: Verb, objects: Objects, by: Seat) -> list[Lying]:
    """The cards that may be chosen for the verb, or that "all" means, as things stand."""
    barred = BARRED_BY[verb]
    found = objects_of(s, field, objects, by)
    return [x for x in found if x.posture is not barred and not is_shielded(s, x, verb, by)]


def fewest(s: War, objects: Objects) -> int:
    """How many cards have to be chosen at least."""
    # Reading: "up to N" may be none; the option `up-to-none` asks for one.
    if objects.is_chosen and not objects.minimum:
        return 0 if s.readings.up_to_none == "allowed" else 1
    return objects.minimum


def is_true(s: War, field: Field, fact: Fact, by: Seat, this: Lying | None) -> bool:
    """Is what a condition of use asks for true now, seen from the player of the ability?"""
    if isinstance(fact, Has):
        count = len(field.of(by if fact.whose is Whose.OWN else 1 - by, fact.what, fact.posture))
        return count >= fact.number if fact.number else count == 0
    if isinstance(fact, ThisIs):
        return this is not None and this.posture is fact.posture
    if isinstance(fact, Outnumbers):
        mine, theirs = len(field.of(by, What.UNIT)), len(field.of(1 - by, What.UNIT))
        return mine > theirs if fact.more else mine < theirs
    assert isinstance(fact, IsAttacker)
    return (by == s.attacker) is fact.attacker


def units_that_bar_retreat(s: War, seat: Seat) -> tuple[Lying, ...]:
    """The seat's own ready and advancing units in the sector that is fought over."""
    return tuple(
        x
        for x in s.table.values()
        if x.owner == seat
        and x.sector == s.battle
        and x.kind is What.UNIT
        and not x.in_fleet
        and x.posture is not Posture.TURNED
    )


def _is_open(s: War, lying: Lying) -> bool:
    return s.sectors[lying.sector].captor == NOBODY
