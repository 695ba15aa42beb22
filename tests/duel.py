"""A small card duel: draw, play, attack, one response window. The kernel's yardstick, and the book of its own tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from referee.kernel import (
    AGAIN,
    DONE,
    END,
    Book,
    Game,
    Index,
    Outcome,
    Procedure,
    Refusal,
    Row,
    Seeded,
    State,
    choose,
    refuse,
    step,
    text,
)

PLAY, ATTACK, BLOCK = text("Play a card?"), text("Attack with?"), text("Block with?")
DECK = (1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 2, 3, 4, 1, 2, 3)


class Creature(msgspec.Struct, frozen=True, gc=False):
    power: int
    ready: bool


class Duel(State):
    active: int = 0
    turn: int = 0
    life: tuple[int, int] = (20, 20)
    mana: tuple[int, int] = (0, 0)
    hands: dict[int, tuple[int, ...]] = {}
    decks: dict[int, tuple[int, ...]] = {}
    board: dict[int, tuple[Creature, ...]] = {}


def harm(s: Duel, seat: int, amount: int) -> None:
    first, second = s.life
    s.life = (first - amount, second) if seat == 0 else (first, second - amount)


class Turn(Procedure):
    """DUEL 1 A turn."""

    @step("DUEL 1.1")
    def draw(self, s: Duel) -> Outcome:
        seat = s.active
        if not s.decks[seat] or min(s.life) <= 0:
            return END
        s.hands[seat] = (*s.hands[seat], s.decks[seat][0])
        s.decks[seat] = s.decks[seat][1:]
        pool = min(10, s.turn // 2 + 1)
        s.mana = (pool, pool)
        s.board[seat] = tuple(Creature(c.power, True) for c in s.board[seat])
        return None

    @step("DUEL 1.2")
    def play_cards(self, s: Duel) -> Outcome:
        return PlayCards(seat=s.active)

    @step("DUEL 1.3")
    def attack(self, s: Duel) -> Outcome:
        return Attacks(seat=s.active)

    @step("DUEL 1.4")
    def pass_the_turn(self, s: Duel) -> Outcome:
        s.active = 1 - s.active
        s.turn += 1
        return AGAIN


class PlayCards(Procedure):
    """DUEL 2 Playing cards."""

    seat: int
    card: int | None = None

    @step("DUEL 2.1", into="card", check="refusals")
    def select(self, s: Duel) -> Outcome:
        mana = s.mana[self.seat]
        cards = dict.fromkeys(card for card in s.hands[self.seat] if card <= mana)
        return choose(PLAY, by=self.seat, among=(None, *cards))

    @step("DUEL 2.2")
    def put_into_play(self, s: Duel) -> Outcome:
        card = self.card
        if card is None:
            return DONE
        hand = s.hands[self.seat]
        at = hand.index(card)
        s.hands[self.seat] = hand[:at] + hand[at + 1 :]
        first, second = s.mana
        s.mana = (first - card, second) if self.seat == 0 else (first, second - card)
        s.board[self.seat] = (*s.board[self.seat], Creature(card, False))
        return AGAIN

    def refusals(self, s: Duel, card: Any) -> Iterator[Refusal]:
        if card not in s.hands[self.seat]:
            yield refuse("DUEL 2.1", "You have no {card} in hand.", card=card)
        elif card > s.mana[self.seat]:
            yield refuse("DUEL 2.2", "A {card} costs more than your {mana} mana.", card=card, mana=s.mana[self.seat])


class Attacks(Procedure):
    """DUEL 3 Attacks, each answered by a block if the other seat wishes."""

    seat: int
    attacker: int | None = None
    blocker: int | None = None

    @step("DUEL 3.1", into="attacker")
    def select(self, s: Duel) -> Outcome:
        ready = [at for at, creature in enumerate(s.board[self.seat]) if creature.ready]
        if not ready:
            return DONE
        return choose(ATTACK, by=self.seat, among=(None, *ready))

    @step("DUEL 3.2", into="blocker", when=lambda self, s: self.attacker is not None)
    def opponent_may_block(self, s: Duel) -> Outcome:
        return choose(BLOCK, by=1 - self.seat, among=(None, *range(len(s.board[1 - self.seat]))))

    @step("DUEL 3.3")
    def resolve(self, s: Duel) -> Outcome:
        if self.attacker is None:
            return DONE
        mine, theirs = s.board[self.seat], s.board[1 - self.seat]
        power, at = mine[self.attacker].power, self.attacker
        blocked = theirs[self.blocker].power if self.blocker is not None else 0
        if self.blocker is None:
            harm(s, 1 - self.seat, power)
        elif power >= blocked:
            s.board[1 - self.seat] = theirs[: self.blocker] + theirs[self.blocker + 1 :]
        kept = () if blocked >= power else (Creature(power, False),)
        s.board[self.seat] = (*mine[:at], *kept, *mine[at + 1 :])
        return END if min(s.life) <= 0 else AGAIN


def set_up(options: dict[str, str], lists: tuple[Any, ...]) -> tuple[Duel, Procedure]:
    s = Duel()
    for seat in (0, 1):
        s.hands[seat], s.decks[seat], s.board[seat] = DECK[:3], DECK[3:], ()
    return s, Turn()


def view(game: Game, seat: int | None) -> dict[str, Any]:
    s = game.state
    assert isinstance(s, Duel)
    hands = {who: hand if who == seat else len(hand) for who, hand in s.hands.items()}
    return {
        "life": s.life,
        "hands": hands,
        "board": s.board,
        "decks": {who: len(deck) for who, deck in s.decks.items()},
    }


RULES = ("DUEL 1.1", "DUEL 1.2", "DUEL 1.3", "DUEL 1.4", "DUEL 2.1", "DUEL 2.2", "DUEL 3.1", "DUEL 3.2", "DUEL 3.3")

BOOK = Book(
    name="duel",
    title="A small duel",
    edition="1",
    prefix="DUEL",
    state=Duel,
    set_up=set_up,
    view=view,
    draw=lambda game, seat: "<svg xmlns='http://www.w3.org/2000/svg'/>",
    sketch=lambda game, seat, columns: str(view(game, seat)),
    index=lambda: Index({rule: Row({"en": rule}, {"en": rule}, "the duel") for rule in RULES}),
)


def random_game(seed: int) -> int:
    """Play one random game; returns the number of decisions."""
    random, game, decisions = Random(seed), BOOK.begin(dice=Seeded(str(seed))), 0
    while game.decision:
        game.answer(game.decision.sample(random))
        decisions += 1
    return decisions
