"""BER 501.2 Payment: what a card has to pay with, what is promised already, and paying.

A payment is a resource of the card itself (BER 502/a, b): it has no source and no target (BER 502/c, d). Nothing here
starts a trigger or asks about protections.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from referee.books.berserk.records import Card
from referee.books.berserk.sheet import SHEETS
from referee.kernel import Refusal, Text, refuse
from referee.kernel.cost import Part
from referee.text.ability import listed
from referee.text.berserk_ability import Resource
from referee.text.berserk_words import describe_resource

CLOSING = (Resource("close"),)


class Price(Part, frozen=True):
    """The whole payment of one action by one card: its parts draw on that card alone."""

    card: str
    parts: tuple[Resource, ...] = ()

    def describe(self) -> Text:
        return describe_parts(self.parts)

    def refusals(self, s: Any, by: int) -> Iterator[Refusal]:
        return price_refusals(s, s.cards[self.card], self.parts)

    def commit(self, s: Any, by: int) -> None:
        """BER 501.2/m: from now on nothing else can be paid with these resources."""
        if self.parts:
            s.committed[self.card] = (*s.committed.get(self.card, ()), self)

    def release(self, s: Any) -> None:
        """The resources are no longer promised."""
        promised = s.committed.get(self.card, ())
        if self in promised:
            at = promised.index(self)
            rest = promised[:at] + promised[at + 1 :]
            if rest:
                s.committed[self.card] = rest
            else:
                del s.committed[self.card]

    def pay(self, s: Any, by: int) -> bool:
        """BER 501.2/a, b: take the promised resources, or as much of them as there is. Is all of it paid?

        A card left without lives, or that pays with its destruction, is for the caller to destroy.
        """
        self.release(s)
        card: Card | None = s.cards.get(self.card)
        if card is None:
            return False
        whole = True
        for part in self.parts:
            card, paid = _take(s, card, part)
            whole = whole and paid
        s.cards[card.id] = card
        return whole


@lru_cache(maxsize=1000)
def describe_parts(parts: tuple[Resource, ...]) -> Text:
    """A payment in words."""
    return listed([describe_resource(part) for part in parts])


def with_amount(parts: tuple[Resource, ...], amount: int) -> tuple[Resource, ...]:
    """The payment with X stated (BER 501.2/l): fixed from then on."""
    if not any(part.x for part in parts):
        return parts
    return tuple(Resource(part.kind, amount) if part.x else part for part in parts)


def committed(s: Any, card: Card, kind: str) -> int:
    """How much of a resource of the card is promised to actions that are not paid yet."""
    promised: tuple[Price, ...] = s.committed.get(card.id, ())
    return sum(part.amount for price in promised for part in price.parts if part.kind == kind)


def on_card(s: Any, card: Card, kind: str) -> int:
    """How much of a resource the card has, promised or not."""
    match kind:
        case "close":
            return 0 if card.closed else 1
        case "chips":
            return card.chips
        case "moves":
            return card.moves
        case "wounds":
            return SHEETS[card.kind].life + card.extra - card.wounds
        case _:
            return 1


def can_pay(s: Any, card: Card, parts: tuple[Resource, ...]) -> bool:
    """Has the card enough, at this moment?"""
    if card.id not in s.committed:
        for part in parts:
            if part.kind == "close":
                if card.closed:
                    return False
            elif part.kind != "chips" or part.amount > card.chips or len(parts) > 2:
                break
        else:
            return True
    return next(price_refusals(s, card, parts), None) is None


def price_refusals(s: Any, card: Card, parts: tuple[Resource, ...]) -> Iterator[Refusal]:
    """Why the card cannot promise this payment, every reason."""
    kinds = tuple(dict.fromkeys(part.kind for part in parts))
    for kind in kinds:
        wanted = sum(part.amount for part in parts if part.kind == kind)
        have, promised = on_card(s, card, kind), committed(s, card, kind)
        if wanted <= have - promised:
            continue
        yield _lacks(kind, wanted, have, promised)
    yield from _destruction_refusals(s, card, parts)


def _lacks(kind: str, wanted: int, have: int, promised: int) -> Refusal:
    if kind == "destroy":
        return refuse("BER 501.2/r", "The card's destruction is already promised to another action.")
    if kind == "close":
        if promised:
            return refuse("BER 501.2/m", "The card's closing is already promised to another action.")
        return refuse("BER 501.2/i", "The card is closed, it cannot pay by closing.")
    amounts: dict[str, Any] = {"wanted": wanted, "have": have, "promised": promised}
    if promised and wanted <= have:
        if kind == "chips":
            return refuse(
                "BER 501.2/m", "Chips needed: {wanted}; on the card: {have}, promised already: {promised}.", **amounts
            )
        if kind == "moves":
            return refuse(
                "BER 501.2/m",
                "Movement units needed: {wanted}; left: {have}, promised already: {promised}.",
                **amounts,
            )
        return refuse(
            "BER 501.2/o", "Wounds to be paid: {wanted}; lives left: {have}, promised already: {promised}.", **amounts
        )
    if kind == "chips":
        return refuse("BER 501.2/i", "Chips needed: {wanted}; the card has {have}.", **amounts)
    if kind == "moves":
        return refuse("BER 501.2/i", "Movement units needed: {wanted}; the card has {have} left.", **amounts)
    return refuse("BER 501.2/p", "Wounds to be paid: {wanted}; lives left: {have}.", **amounts)


def _destruction_refusals(s: Any, card: Card, parts: tuple[Resource, ...]) -> Iterator[Refusal]:
    lives = on_card(s, card, "wounds")
    wounds = sum(part.amount for part in parts if part.kind == "wounds") + committed(s, card, "wounds")
    destroys = any(part.kind == "destroy" for part in parts)
    if not lives or not wounds or wounds < lives:
        return
    if committed(s, card, "destroy") and not destroys:
        # Reading: the prohibition is of destroying the card, by whatever payment; a payment of wounds that would do so
        # is refused. Alternative: only a second payment by destruction is.
        yield refuse("BER 501.2/s", "The card's destruction is promised: a payment of wounds may not destroy it.")
    elif destroys and s.rules.mirror == "refused":
        # Reading: the mirror case is not written; refused. Alternative: option "mirror" = "allowed".
        yield refuse("BER 501.2/s", "All lives of the card are promised as wounds: it cannot pay by its destruction.")


def _take(s: Any, card: Card, part: Resource) -> tuple[Card, bool]:
    have = on_card(s, card, part.kind)
    taken = min(part.amount, max(have, 0))
    match part.kind:
        case "close":
            card = msgspec.structs.replace(card, closed=True)
        case "chips":
            card = msgspec.structs.replace(card, chips=card.chips - taken)
        case "moves":
            card = msgspec.structs.replace(card, moves=card.moves - taken, stayed=card.stayed and not taken)
        case "wounds":
            card = msgspec.structs.replace(card, wounds=card.wounds + taken)
        case _:
            pass
    return card, taken == part.amount
