"""HH A4.3 The price of an ability: its parts in the printed order, whether they can be paid, and paying them.

Whether the whole price can be paid is judged part by part as it will be paid: a card that one part turns cannot be
turned by the next, and one part may make the next one payable. A test counts as payable: its result is not known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import msgspec

from referee.books.heresy.field import BARRED_BY, Field, fewest, tallied
from referee.books.heresy.piles import TakeTest
from referee.books.heresy.state import POSTURES, Lying, War, discard, do_to
from referee.kernel import AGAIN, DONE, Outcome, Part, Pay, Procedure, Refusal, Seat, Text, refuse, step, tell, text
from referee.text.heresy import Ability, CostPart, Discard, Do, DoThis, Posture, Test, Verb, What

Standing = dict[str, tuple[What, Posture]]
"""The player's own cards in the battle while the price is worked out: kind and posture by id."""


class Chosen(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was chosen for one decision of an ability: cards on the table by id, hand cards by their number."""

    ids: tuple[str, ...] = ()
    cards: tuple[int, ...] = ()


# --- can it be paid? ---


def standing(field: Field, by: Seat) -> Standing:
    """How the player's own cards in the battle stand now."""
    return {x.id: (x.kind, x.posture) for x in field.cards[by]}


def affected(cards: Standing, part: Do) -> list[str]:
    """The cards a part of the price may take, as they stand by then."""
    wanted, barred = part.objects, BARRED_BY[part.verb]
    return [
        id
        for id, (kind, posture) in cards.items()
        if kind is wanted.what and posture is not barred and (wanted.posture is None or posture is wanted.posture)
    ]


def after(cards: Standing, verb: Verb, ids: Sequence[str]) -> Standing:
    """How the cards stand once the verb has been done to some of them."""
    left = dict(cards)
    for id in ids:
        if verb is Verb.DESTROY:
            del left[id]
        else:
            left[id] = (left[id][0], _POSTURE_AFTER[verb])
    return left


_POSTURE_AFTER = {Verb.TURN: Posture.TURNED, Verb.READY: Posture.READY, Verb.ADVANCE: Posture.ADVANCING}


def can_pay(s: War, parts: Sequence[CostPart], cards: Standing, hand: int, this: str) -> bool:
    """Can all parts be paid, one after another?"""
    return unpayable(s, parts, cards, hand, this) is None


def unpayable(s: War, parts: Sequence[CostPart], cards: Standing, hand: int, this: str) -> CostPart | None:
    """The part that stops the price from being paid whichever cards the parts before it take, or nothing."""
    if not parts:
        return None
    part, rest = parts[0], parts[1:]
    if isinstance(part, Test):
        return unpayable(s, rest, cards, hand, this)
    if isinstance(part, Discard):
        return part if hand < part.number else unpayable(s, rest, cards, hand - part.number, this)
    if isinstance(part, DoThis):
        if this not in cards or cards[this][1] is BARRED_BY[part.verb]:
            return part
        return unpayable(s, rest, after(cards, part.verb, (this,)), hand, this) if rest else None
    free = affected(cards, part)
    if not part.objects.is_chosen:
        return unpayable(s, rest, after(cards, part.verb, free), hand, this)
    count = fewest(s, part.objects)
    if len(free) < count:
        return part
    if not any(isinstance(x, (Do, DoThis)) for x in rest):
        return unpayable(s, rest, cards, hand, this)
    stops = [unpayable(s, rest, after(cards, part.verb, ids), hand, this) for ids in combinations(free, count)]
    return None if None in stops else stops[0]


def payment_refusals(
    s: War, field: Field, cost: Sequence[CostPart], by: Seat, this: Lying | None, hand: int
) -> Iterator[Refusal]:
    """Why a price cannot be paid now; nothing if it can."""
    parts = [part for part in cost if part.__class__ is not Test]  # a test counts as payable
    if len(parts) == 1:
        part = None if _is_payable_alone(s, field, parts[0], by, this, hand) else parts[0]
    else:
        part = unpayable(s, parts, standing(field, by), hand, this.id if this else "")
    if part is not None:
        yield refuse("HH A4.3/d", "The price cannot be paid: {why}", why=_shortfall(s, field, part, by, hand))
        if isinstance(part, Do) and part.objects.posture is not None:
            yield refuse(
                "HH A4.3/exb", "The price asks for cards that are {posture}.", posture=POSTURES[part.objects.posture]
            )


def _is_payable_alone(s: War, field: Field, part: CostPart, by: Seat, this: Lying | None, hand: int) -> bool:
    if isinstance(part, DoThis):
        return this is not None and this.posture is not BARRED_BY[part.verb]
    if isinstance(part, Do):
        return tallied(field, by, part.verb, part.objects) >= fewest(s, part.objects)
    return isinstance(part, Test) or hand >= part.number


def _shortfall(s: War, field: Field, part: CostPart, by: Seat, hand: int) -> Text:
    if isinstance(part, Discard):
        return text("{wanted} cards of the hand are asked for, there are {hand}.", wanted=part.number, hand=hand)
    if isinstance(part, Do):
        there = len(affected(standing(field, by), part))
        return text(
            "{wanted} cards of that kind are asked for, there are {there}.", wanted=part.objects.number, there=there
        )
    return text("the card itself stands so already, or does not lie on the table.")


# --- paying ---


class DoToThese(Part, frozen=True, tag="do to these"):
    """A part that turns, destroys, readies or sends forward these cards: all of them, or it is not paid."""

    verb: Verb
    ids: tuple[str, ...]

    def pay(self, s: Any, by: Seat) -> bool:
        table: dict[str, Lying] = s.table
        if any(id not in table or table[id].posture is BARRED_BY[self.verb] for id in self.ids):
            return False
        for id in self.ids:
            do_to(s, s.table[id], self.verb, "HH A4.3/e")
        return True


class DiscardThese(Part, frozen=True, tag="discard these"):
    """A part that discards these cards of the hand."""

    cards: tuple[int, ...]

    def pay(self, s: Any, by: Seat) -> bool:
        left = list(s.hands[by])
        for card in self.cards:
            if card not in left:
                return False
            left.remove(card)
        discard(s, by, self.cards)
        for card in self.cards:
            tell(s, "HH A4.3/e", "{card} is discarded.", card=s.pool[card].name)
        return True


class PassTest(Part, frozen=True, tag="pass a test"):
    """A part that is paid by passing a test."""

    needed: int

    def pay(self, s: Any, by: Seat) -> Procedure:
        return TakeTest(by=by, needed=self.needed)


Payment = DoToThese | DiscardThese | PassTest


def payments(s: War, ability: Ability, by: Seat, this: str, chosen: Sequence[Chosen]) -> tuple[Payment, ...]:
    """The parts of the price with what was chosen for them, in the printed order."""
    picks = iter(chosen)
    parts: list[Payment] = []
    for part in ability.cost:
        if isinstance(part, Test):
            parts.append(PassTest(part.needed))
        elif isinstance(part, Discard):
            parts.append(DiscardThese(next(picks).cards))
        else:
            if isinstance(part, DoThis):
                ids: tuple[str, ...] = (this,)
            elif part.objects.is_chosen:
                ids = next(picks).ids
            else:
                cards = standing(Field(s), by)
                for done in parts:
                    if isinstance(done, DoToThese):
                        cards = after(cards, done.verb, [id for id in done.ids if id in cards])
                ids = tuple(affected(cards, part))
            parts.append(DoToThese(part.verb, ids))
    return tuple(parts)


class PayPrice(Pay):
    """HH A4.3 Pay the parts in the printed order. The result is true if all were paid; what was paid stays paid."""

    parts: tuple[Payment, ...]

    @step("HH A4.3/e", into="paid")
    def pay(self, s: War) -> Outcome:
        while self.paid and self.next < len(self.parts):
            part = self.parts[self.next]
            self.next += 1
            if isinstance(part, PassTest):
                return part.pay(s, self.by)
            self.paid = part.pay(s, self.by)
        self.result = self.paid
        return DONE

    @step("HH A4.3/g")
    def go_on(self, s: War) -> Outcome:
        return AGAIN
