"""HH BA.4 Doing what the card says: deed by deed, with the cards that were chosen when the ability was announced."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.books.heresy.cost import Chosen
from referee.books.heresy.declaring import hand_names
from referee.books.heresy.field import Field, can_be, candidates, is_true
from referee.books.heresy.piles import SIDES, DrawCards
from referee.books.heresy.state import War, ability_at, discard, do_to, seat_name
from referee.kernel import (
    AGAIN,
    DONE,
    ChooseSome,
    Outcome,
    Procedure,
    Refusal,
    RollDice,
    Seat,
    Text,
    phrase,
    refuse,
    step,
    tell,
    text,
)
from referee.text.heresy import Ability, Do, DoThis, Draw, OpponentDiscards, PickFromHand

LOSE = text("Which cards of your hand do you discard?")


class Perform(Procedure):
    """HH BA.4 Do what the card says. Objects that are gone, or stand so already, are passed over."""

    by: Seat
    this: str
    card: int
    line: int
    chosen: tuple[Chosen, ...] = ()
    """What was chosen for the deeds, in their order."""
    next: int = 0
    used: int = 0
    """How much of `chosen` has been used."""

    @step("HH A4.2/e", when=lambda self, s: not self.next and s.readings.condition_retest == "at-effect")
    def look_at_the_conditions_again(self, s: War) -> Outcome:
        # Reading: the conditions are tested once, when the ability is announced; the option has them tested again.
        ability, this = self.ability(s), s.table.get(self.this)
        field = Field(s)
        if all(is_true(s, field, one.fact, self.by, this) is one.holds for one in ability.conditions):
            return None
        tell(s, "HH A4.2/e", "The condition of use no longer holds: nothing happens.")
        return DONE

    @step("HH BA.4/a")
    def do_what_the_card_says(self, s: War) -> Outcome:
        deeds = self.ability(s).deeds
        while self.next < len(deeds):
            deed = deeds[self.next]
            self.next += 1
            if isinstance(deed, Draw):
                return DrawCards(by=self.by, count=deed.number)
            if isinstance(deed, OpponentDiscards):
                return LoseCards(by=1 - self.by, count=deed.number)
            self.do(s, deed)
        return DONE

    @step("HH BA.4/c")
    def go_on(self, s: War) -> Outcome:
        return AGAIN

    def ability(self, s: War) -> Ability:
        """The ability that takes effect."""
        found = ability_at(s, self.card, self.line)
        assert found is not None
        return found

    def do(self, s: War, deed: Do | DoThis | PickFromHand) -> None:
        """Do one deed at once."""
        if isinstance(deed, DoThis):
            ids: tuple[str, ...] = (self.this,)
        elif isinstance(deed, PickFromHand):
            self.discard_the_picked(s, self.chosen[self.used])
            self.used += 1
            return
        elif deed.objects.is_chosen:
            # Reading: a chosen card that has left, or came back as another one, is no object: nothing happens to it.
            ids = self.chosen[self.used].ids
            self.used += 1
        else:
            ids = tuple(x.id for x in candidates(s, Field(s), deed.verb, deed.objects, self.by))
        for id in ids:
            lying = s.table.get(id)
            if lying is not None and can_be(lying, deed.verb, self.by):
                do_to(s, lying, deed.verb, "HH BA.4/a")

    def discard_the_picked(self, s: War, chosen: Chosen) -> None:
        """Discard the picked cards that are still in the opponent's hand."""
        loser = 1 - self.by
        for card in chosen.cards:
            if card in s.hands[loser]:
                discard(s, loser, (card,))
                tell(s, "HH BA.4/a", "{player} discards {card}.", player=seat_name(s, loser), card=s.pool[card].name)


class LoseCards(Procedure):
    """HH A4.2/ex2a A player discards so many cards, or all he has."""

    by: Seat
    count: int
    picks: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()

    @step("HH A4.2/ex2a")
    def discard_all_he_has(self, s: War) -> Outcome:
        hand = s.hands[self.by]
        if len(hand) > self.count:
            return None
        self.lose(s, hand)
        if not hand:
            tell(s, "HH A4.2/ex2b", "{player} has no cards to discard.", player=seat_name(s, self.by))
        return DONE

    @step(
        "HH A4.2/ex2c",
        into="picks",
        check="pick_refusals",
        when=lambda self, s: s.readings.discarder == "owner",
    )
    def owner_picks(self, s: War) -> Outcome:
        # Reading: the owner picks what he discards; the option `discarder` leaves it to chance.
        hand = s.hands[self.by]
        labels = tuple(Text("{card}", {"card": s.pool[card].name}) for card in hand)
        names = tuple(hand_names(s, hand))
        return ChooseSome(by=self.by, prompt=LOSE, among=names, labels=labels, minimum=self.count, maximum=self.count)

    @step("HH LOSE/a", into="numbers", when=lambda self, s: s.readings.discarder == "chance")
    def chance_picks(self, s: War) -> Outcome:
        return RollDice(
            by=self.by,
            rule="HH A4.2/ex2c",
            prompt=text("Give every card of the hand a number; the lowest are discarded."),
            count=len(s.hands[self.by]),
            sides=SIDES,
            purpose=phrase("discarding at random"),
        )

    @step("HH LOSE/b")
    def discard_the_picked(self, s: War) -> Outcome:
        hand = s.hands[self.by]
        if self.numbers:
            order = sorted(range(len(hand)), key=lambda at: self.numbers[at])[: self.count]
            self.lose(s, tuple(hand[at] for at in order))
        else:
            names = hand_names(s, hand)
            self.lose(s, tuple(names[pick] for pick in self.picks))
        return None

    def lose(self, s: War, cards: tuple[int, ...]) -> None:
        """Discard these cards and report it: what lies on a discard pile is seen by all."""
        discard(s, self.by, cards)
        for card in cards:
            tell(s, "HH A4.2/ex2a", "{player} discards {card}.", player=seat_name(s, self.by), card=s.pool[card].name)

    def pick_refusals(self, s: War, answer: Any) -> Iterator[Refusal]:
        """Why these may not be discarded."""
        picks = answer if isinstance(answer, tuple | list) else (answer,)
        names = hand_names(s, s.hands[self.by])
        for pick in picks:
            if pick not in names:
                yield refuse("HH A4.2/ex2c", "There is no card {card} in your hand to discard.", card=str(pick))
        if len(picks) != self.count:
            yield refuse(
                "HH A4.2/ex2a", "{wanted} are to be discarded, not {given}.", wanted=self.count, given=len(picks)
            )
