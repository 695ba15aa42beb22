"""HH CARD The cards as dice and as hands: shuffling, drawing, and tests that turn the top card of the deck."""

from __future__ import annotations

from referee.books.heresy.state import War, draw_top, into_discards, into_hand, seat_name, with_pile
from referee.kernel import DONE, Event, Outcome, Procedure, RollDice, Seat, phrase, step, tell, text

SHUFFLE = phrase("shuffling")
SIDES = 1_000_000
"""Every card of a pile gets a number up to this one; the pile is put in the order of the numbers."""


class Shuffle(Procedure):
    """HH CARD/f Shuffle a deck. The numbers that give the order are shown to nobody."""

    by: Seat
    numbers: tuple[int, ...] = ()

    @step("HH CARD/f", into="numbers", when=lambda self, s: len(s.decks[self.by]) > 1)
    def mix(self, s: War) -> Outcome:
        return RollDice(
            by=self.by,
            rule="HH CARD/f",
            prompt=text("Give every card of the deck a number; the lowest comes on top."),
            count=len(s.decks[self.by]),
            sides=SIDES,
            purpose=SHUFFLE,
        )

    @step("HH CARD/g")
    def put_down(self, s: War) -> Outcome:
        if self.numbers:
            pairs = sorted(zip(self.numbers, s.decks[self.by], strict=True))
            s.decks = with_pile(s.decks, self.by, tuple([card for _, card in pairs]))
        self.numbers = ()
        tell(s, "HH CARD/f", "{player} shuffles.", player=seat_name(s, self.by))
        return None


class Replenish(Procedure):
    """HH CARD/e A deck that is too short is replenished with the shuffled discard pile. No source gives this rule."""

    by: Seat
    kept: tuple[int, ...] = ()

    @step("HH CARD/e")
    def turn_the_pile_over(self, s: War) -> Outcome:
        # Reading: the cards still in the deck come first; the option `empty-deck` leaves the discard pile alone.
        self.kept = s.decks[self.by]
        s.reshuffled = tuple(dict.fromkeys((*s.reshuffled, *s.discards[self.by])))
        s.decks = with_pile(s.decks, self.by, s.discards[self.by])
        s.discards = with_pile(s.discards, self.by, ())
        return Shuffle(by=self.by)

    @step("HH CARD/h")
    def put_the_rest_on_top(self, s: War) -> Outcome:
        s.decks = with_pile(s.decks, self.by, self.kept + s.decks[self.by])
        return None


def has_to_replenish(s: War, seat: Seat, count: int) -> bool:
    """Is the deck too short for drawing so many cards, and is there a discard pile to replenish it with?"""
    return len(s.decks[seat]) < count and bool(s.discards[seat]) and s.readings.empty_deck == "reshuffle"


class DrawCards(Procedure):
    """HH CARD/d Draw cards into the hand: as many as there are."""

    by: Seat
    count: int

    @step("HH CARD/e", when=lambda self, s: has_to_replenish(s, self.by, self.count))
    def replenish(self, s: War) -> Outcome:
        return Replenish(by=self.by)

    @step("HH CARD/d")
    def draw(self, s: War) -> Outcome:
        cards = draw_top(s, self.by, self.count)
        into_hand(s, self.by, cards)
        player = seat_name(s, self.by)
        names = tuple(s.pool[card].name for card in cards)
        cover = text("{player} draws {count} cards.", player=player, count=len(cards))
        shown = text("{player} draws: {cards}.", player=player, cards=names) if cards else cover
        s.events.append(Event("HH CARD/d", shown, seats=(self.by,), cover=cover))
        return None


class TakeTest(Procedure):
    """HH TEST/a Turn over the top card of the deck: the test is passed if its number is high enough."""

    by: Seat
    needed: int

    @step("HH CARD/e", when=lambda self, s: has_to_replenish(s, self.by, 1))
    def replenish(self, s: War) -> Outcome:
        return Replenish(by=self.by)

    @step("HH TEST/a")
    def turn_the_top_card(self, s: War) -> Outcome:
        cards = draw_top(s, self.by)
        into_discards(s, self.by, cards)
        if not cards:
            self.result = False  # Reading: with no card left to turn over a test is not passed.
            tell(s, "HH TEST/b", "There is no card to turn over: the test is failed.")
            return DONE
        card = s.pool[cards[0]]
        self.result = card.die >= self.needed
        if self.result:
            tell(
                s,
                "HH TEST/a",
                "Test {needed}+: {card} shows {die}: passed.",
                needed=self.needed,
                card=card.name,
                die=card.die,
            )
        else:
            tell(
                s,
                "HH TEST/a",
                "Test {needed}+: {card} shows {die}: failed.",
                needed=self.needed,
                card=card.name,
                die=card.die,
            )
        return None
