"""BER F04 Before the battle: roll, deal, re-deal, recruit, place, reveal."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from referee.books.berserk.harm import SIDES, fire, is_decided
from referee.books.berserk.placement import Place, count_squads, reveal_all
from referee.books.berserk.records import DEALT, IN_BATTLE, SQUAD, Card
from referee.books.berserk.sheet import SHEETS, Sheet
from referee.books.berserk.state import Battle, next_id, put
from referee.books.berserk.turn import Turns
from referee.kernel import (
    AGAIN,
    DONE,
    END,
    Event,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    choose,
    phrase,
    refuse,
    step,
    tell,
    text,
)

DEAL = 15
"""BER F04/e: cards dealt to each player."""

PURSES = ((24, 22), (25, 23))
"""BER F04/d: gold and silver of the first and of the second player."""

FLYER_LIMIT = 15
"""BER F04/q: crystals' worth of flyers in a squad, at most."""

REDEAL_PRICE = 1
SHUFFLES = 10**15
FINISH, KEEP, REDEAL = "finish", "keep", "re-deal"
GO_FIRST, GO_SECOND = "first", "second"
FIRST_OR_SECOND = (text("go first"), text("go second"))
KEEP_OR_REDEAL = (text("keep this deal"), text("deal again"))


class Shuffle(Roll):
    """A shuffle: one number, from which the order of the deck follows. Nobody is shown it."""

    @step("REF roll/b")
    def show(self, s: Battle) -> Outcome:
        cover = text("The {side} side's deck is shuffled.", side=text(SIDES[self.by]))
        s.events.append(Event(self.under, text("The deck is shuffled."), seats=(), cover=cover))
        return None


def shuffled(deck: tuple[str, ...], number: int) -> tuple[str, ...]:
    """The deck in the order that belongs to the number."""
    keys = [hashlib.blake2b(f"{number}|{at}".encode(), digest_size=8).digest() for at in range(len(deck))]
    return tuple(deck[at] for at in sorted(range(len(deck)), key=lambda at: (keys[at], at)))


class Game(Procedure):
    """BER F04 A whole game, from the roll for the first turn."""

    rolls: tuple[int, ...] = ()
    wish: str = ""

    @step("BER F04/a", into="rolls")
    def roll_for_first(self, s: Battle) -> Outcome:
        return Roll(under="BER F04/a", purpose=FIRST_ROLL, by=0, count=2)

    @step("BER F04/b")
    def ties_are_rolled_again(self, s: Battle) -> Outcome:
        return AGAIN if self.rolls[0] == self.rolls[1] else None

    @step("BER F04/c", into="wish")
    def higher_roller_decides(self, s: Battle) -> Outcome:
        higher = 0 if self.rolls[0] > self.rolls[1] else 1
        return choose(
            text("Do you go first or second?"), by=higher, among=(GO_FIRST, GO_SECOND), labels=FIRST_OR_SECOND
        )

    @step("BER F04/d")
    def purses(self, s: Battle) -> Outcome:
        higher = 0 if self.rolls[0] > self.rolls[1] else 1
        s.first = s.active = higher if self.wish == GO_FIRST else 1 - higher
        (gold, silver), (more_gold, more_silver) = PURSES
        s.gold = (gold, more_gold) if s.first == 0 else (more_gold, gold)
        s.silver = (silver, more_silver) if s.first == 0 else (more_silver, silver)
        tell(s, "BER F04/a", "The {side} side goes first.", side=text(SIDES[s.first]))
        return None

    @step("BER 302/a")
    def first_deals(self, s: Battle) -> Outcome:
        return Deal(seat=s.first)

    @step("BER 302/b")
    def second_deals(self, s: Battle) -> Outcome:
        return Deal(seat=1 - s.first)

    @step("BER F04/i")
    def first_recruits(self, s: Battle) -> Outcome:
        return Recruit(seat=s.first)

    @step("BER F04/j")
    def second_recruits(self, s: Battle) -> Outcome:
        return Recruit(seat=1 - s.first)

    @step("BER F06/a")
    def first_places(self, s: Battle) -> Outcome:
        return Place(seat=s.first)

    @step("BER F06/b")
    def second_places(self, s: Battle) -> Outcome:
        return Place(seat=1 - s.first)

    @step("BER F06/f")
    def first_is_revealed(self, s: Battle) -> Outcome:
        count_squads(s)
        return reveal_all(s, s.first)

    @step("BER F06/g")
    def second_is_revealed(self, s: Battle) -> Outcome:
        """The second player's third row stays hidden."""
        return reveal_all(s, 1 - s.first, keep_third_row=True, rule="BER F06/g")

    @step("BER 307")
    def battle_begins(self, s: Battle) -> Outcome:
        """BER 307: what some cards get at the start, if their player is second."""
        for card in list(s.cards.values()):
            if card.seat != s.first and card.zone in IN_BATTLE:
                fire(s, "second", card)
        return END if is_decided(s) else Turns()


FIRST_ROLL = phrase("who decides on the first turn (south, north)")
SHUFFLE_ROLL = phrase("a shuffle")


class Deal(Procedure):
    """BER 302 One player's deal, and re-deals."""

    seat: int
    number: tuple[int, ...] = ()
    wish: str = ""

    @step("BER F04/e", into="number")
    def shuffle(self, s: Battle) -> Outcome:
        purpose = SHUFFLE_ROLL
        return Shuffle(
            under="BER F04/e", purpose=f"{purpose} {SIDES[self.seat]}", by=self.seat, count=1, sides=SHUFFLES
        )

    @step("BER F04/f")
    def deal(self, s: Battle) -> Outcome:
        deck = shuffled(s.decks[self.seat], self.number[0])
        s.decks = {**s.decks, self.seat: deck[DEAL:]}
        for kind in deck[:DEAL]:
            card = Card(next_id(s, self.seat), kind, self.seat, self.seat, DEALT)
            s.cards[card.id] = card
        return None

    @step("BER F04/g", into="wish", check="check_redeal")
    def may_deal_again(self, s: Battle) -> Outcome:
        # Reading: three re-deals at most, a number that only fan code gives. Alternative: option "re-deals" = "any".
        limit = s.rules.redeals
        if (limit != "any" and s.redealt[self.seat] >= int(limit)) or s.gold[self.seat] < REDEAL_PRICE:
            self.wish = KEEP
            return None
        prompt = text("Keep this deal, or deal again? Gold crystals it costs: {count}.", count=REDEAL_PRICE)
        return choose(prompt, by=self.seat, among=(KEEP, REDEAL), labels=KEEP_OR_REDEAL)

    @step("BER F04/h")
    def deal_again(self, s: Battle) -> Outcome:
        if self.wish == KEEP:
            return DONE
        give_back(s, self.seat)
        spend(s, self.seat, gold=REDEAL_PRICE)
        s.redealt = _raised(s.redealt, self.seat)
        tell(s, "BER F04/g", "The {side} side deals again.", side=text(SIDES[self.seat]))
        return AGAIN

    def check_redeal(self, s: Battle, answer: Any) -> Iterator[Refusal]:
        yield refuse("BER F04/g", "The deal is kept or dealt again.")


def give_back(s: Battle, seat: int) -> None:
    """The cards dealt and not recruited go back to the deck."""
    dealt = [card for card in s.cards.values() if card.seat == seat and card.zone == DEALT]
    for card in dealt:
        del s.cards[card.id]
    s.decks = {**s.decks, seat: (*s.decks[seat], *(card.kind for card in dealt))}


def spend(s: Battle, seat: int, gold: int = 0, silver: int = 0) -> None:
    """Crystals leave a purse."""
    s.gold = (s.gold[0] - gold, s.gold[1]) if seat == 0 else (s.gold[0], s.gold[1] - gold)
    s.silver = (s.silver[0] - silver, s.silver[1]) if seat == 0 else (s.silver[0], s.silver[1] - silver)


def _raised(pair: tuple[int, int], seat: int) -> tuple[int, int]:
    return (pair[0] + 1, pair[1]) if seat == 0 else (pair[0], pair[1] + 1)


class Recruit(Procedure):
    """BER F04/k One player recruits a squad from the deal, card by card."""

    seat: int
    able: tuple[str, ...] = ()
    """The cards that may be named now: what the question offers."""
    card: str = ""
    number: tuple[int, ...] = ()

    @step("BER F04/k", into="card", check="check_card", propose="propose")
    def choose_card(self, s: Battle) -> Outcome:
        squad = squad_so_far(s, self.seat)
        able = self.able = tuple(recruitable(s, self.seat, squad))
        done = (FINISH,) if squad.creature or not able else ()
        labels = [SHEETS[s.cards[one].kind].name for one in able]
        prompt = text(
            "Recruit a card? Crystals left: {gold} gold, {silver} silver.",
            gold=s.gold[self.seat],
            silver=s.silver[self.seat],
        )
        return choose(
            prompt, by=self.seat, among=(*able, *done), labels=(*labels, *(text("finish") for _ in done))
        )  # fmt: skip

    @step("BER F04/l")
    def pay_crystals(self, s: Battle) -> Outcome:
        if self.card == FINISH:
            return None
        card = s.cards[self.card]
        gold, silver = crystals(s, self.seat, SHEETS[card.kind], squad_so_far(s, self.seat))
        spend(s, self.seat, gold, silver)
        put(s, card, zone=SQUAD)
        name = SHEETS[card.kind].name
        cover = text("The {side} side recruits a card.", side=text(SIDES[self.seat]))
        s.events.append(Event("BER F04/l", text("You recruit {card}.", card=name), seats=(self.seat,), cover=cover))
        return AGAIN

    @step("BER F04/m")
    def leftovers_are_lost(self, s: Battle) -> Outcome:
        s.gold = (0, s.gold[1]) if self.seat == 0 else (s.gold[0], 0)
        s.silver = (0, s.silver[1]) if self.seat == 0 else (s.silver[0], 0)
        return None

    @step("BER F04/n", into="number")
    def shuffle_the_rest(self, s: Battle) -> Outcome:
        """BER F04/n: cards not recruited are shuffled into the deck, or put on its bottom."""
        # Reading: shuffled in. Alternative: option "unrecruited" = "bottom".
        give_back(s, self.seat)
        if s.rules.unrecruited == "bottom":
            return None
        purpose = f"{SHUFFLE_ROLL} {SIDES[self.seat]}"
        return Shuffle(under="BER F04/n", purpose=purpose, by=self.seat, count=1, sides=SHUFFLES)

    @step("BER F04/o")
    def order_the_deck(self, s: Battle) -> Outcome:
        if self.number:
            s.decks = {**s.decks, self.seat: shuffled(s.decks[self.seat], self.number[0])}
        return None

    def check_card(self, s: Battle, answer: Any) -> Iterator[Refusal]:
        card = s.cards.get(answer) if isinstance(answer, str) else None
        if answer == FINISH:
            yield refuse("BER F04/s", "The squad has no creature yet: it would have lost before the battle.")
        elif card is None or card.seat != self.seat or card.zone != DEALT:
            yield refuse("BER F04/k", "{card} is not among the cards dealt to you.", card=str(answer))
        else:
            yield from recruit_refusals(s, self.seat, card, squad_so_far(s, self.seat))

    def propose(self, s: Battle, random: Random) -> Iterator[str]:
        """A card if there is one: squads are worth having."""
        return iter((random.choice(self.able) if self.able else FINISH,))


def recruited(s: Battle, seat: int) -> list[Sheet]:
    """The cards recruited so far."""
    return [SHEETS[card.kind] for card in s.cards.values() if card.seat == seat and card.zone == SQUAD]


class Squad(msgspec.Struct, frozen=True):
    """What counts of a squad while it is recruited."""

    elements: tuple[str, ...]
    kinds: tuple[str, ...]
    flyers: int
    terrain: bool
    creature: bool
    size: int


def squad_so_far(s: Battle, seat: int) -> Squad:
    """The squad of a seat as far as it is recruited."""
    mine = recruited(s, seat)
    elements = tuple(dict.fromkeys(element for one in mine for element in one.card.elements))
    flyers = sum([one.cost for one in mine if one.flyer])
    types = [one.type for one in mine]
    creature = any(one.creature for one in mine)
    return Squad(elements, tuple([one.kind for one in mine]), flyers, "terrain" in types, creature, len(mine))


def new_elements(squad: Squad, sheet: Sheet) -> int:
    """BER F04/p: how many elements beyond the first the squad would have more."""
    more = len(set(sheet.card.elements).difference(squad.elements))
    return more if squad.elements else max(more - 1, 0)


def crystals(s: Battle, seat: int, sheet: Sheet, squad: Squad) -> tuple[int, int]:
    """BER F04/l: gold and silver for a card: elite cards gold only; silver goes first. The tax on elements is gold."""
    tax = new_elements(squad, sheet)
    if sheet.card.elite:
        return sheet.cost + tax, 0
    silver = min(sheet.cost, s.silver[seat])
    return sheet.cost - silver + tax, silver


def recruit_refusals(s: Battle, seat: int, card: Card, squad: Squad) -> Iterator[Refusal]:
    """Why this card cannot be recruited."""
    sheet = SHEETS[card.kind]
    gold, _silver = crystals(s, seat, sheet, squad)
    tax, have = new_elements(squad, sheet), s.gold[seat]
    if gold > have and tax:
        yield refuse(
            "BER F04/p",
            "{card} needs {gold} gold, {tax} of it for another element; {have} are left.",
            card=sheet.name,
            gold=gold,
            tax=tax,
            have=have,
        )
    elif gold > have:
        yield refuse("BER F04/l", "{card} needs {gold} gold, {have} are left.", card=sheet.name, gold=gold, have=have)
    if sheet.flyer and squad.flyers + sheet.cost > FLYER_LIMIT:
        yield refuse("BER F04/q", "Flyers for more than {limit} crystals in one squad.", limit=FLYER_LIMIT)
    if sheet.card.unique and sheet.kind in squad.kinds:
        yield refuse("BER F02/e", "{card} is unique and already in the squad.", card=sheet.name)
    if sheet.type == "terrain" and squad.terrain:
        yield refuse("BER F04/r", "One terrain for each player at most.")


def can_recruit(s: Battle, seat: int, sheet: Sheet, squad: Squad) -> bool:
    """The same as `recruit_refusals` says, without its words."""
    if sheet.flyer and squad.flyers + sheet.cost > FLYER_LIMIT:
        return False
    if (sheet.card.unique and sheet.kind in squad.kinds) or (squad.terrain and sheet.type == "terrain"):
        return False
    return crystals(s, seat, sheet, squad)[0] <= s.gold[seat]


def recruitable(s: Battle, seat: int, squad: Squad) -> list[str]:
    """The cards of the deal that can be recruited now."""
    dealt = [card for card in s.cards.values() if card.zone == DEALT and card.seat == seat]
    return [card.id for card in dealt if can_recruit(s, seat, SHEETS[card.kind], squad)]
