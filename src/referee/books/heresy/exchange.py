"""HH BA Battle actions, tactics, and the exchange of tactics that lies between announcement and effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from referee.books.heresy.abilities import Use, find_use, price_decisions, refusals, window_of
from referee.books.heresy.cost import Chosen, PassTest, PayPrice, payments
from referee.books.heresy.declaring import Declare
from referee.books.heresy.field import Field
from referee.books.heresy.menu import WINDOWS, ask_use
from referee.books.heresy.performing import Perform
from referee.books.heresy.state import Stage, War, ability_at, seat_name
from referee.kernel import (
    AGAIN,
    DONE,
    PASS,
    Outcome,
    Procedure,
    Refusal,
    Seat,
    refuse,
    step,
    tell,
    text,
)
from referee.text.heresy import Letters

RETREAT = "retreat"
TACTIC_PROMPT = text("Play a tactic, or pass?")
PASS_LABEL = text("Pass")
_OR_PASS = {PASS: PASS_LABEL}


class Played(msgspec.Struct, frozen=True):
    """A tactic that waits for the end of the exchange (option `tactic-effect`)."""

    by: Seat
    this: str
    card: int
    line: int
    chosen: tuple[Chosen, ...] = ()


class Using(Procedure):
    """The base of the two ways to use an ability: who, from which card and line, what was chosen, was it paid."""

    by: Seat
    this: str
    card: int
    line: int
    chosen: tuple[Chosen, ...] = ()
    paid: bool = False

    def declaration(self) -> Declare:
        """Announce the ability and take its decisions."""
        return Declare(by=self.by, this=self.this, card=self.card, line=self.line)

    def payment(self, s: War) -> Procedure | None:
        """Pay its price: at once, unless a test has to be passed."""
        ability = ability_at(s, self.card, self.line)
        assert ability is not None
        if ability.cost:
            parts = payments(s, ability, self.by, self.this, self.chosen)
            if any(part.__class__ is PassTest for part in parts):
                return PayPrice(parts=parts, by=self.by)
            self.paid = all(part.pay(s, self.by) for part in parts)
        else:
            self.paid = True
        return None

    def effect(self, s: War) -> Perform:
        """Do what it says."""
        return Perform(by=self.by, this=self.this, card=self.card, line=self.line, chosen=self.of_the_deeds(s))

    def of_the_deeds(self, s: War) -> tuple[Chosen, ...]:
        """What was chosen for the deeds; the choices of the price stand before."""
        ability = ability_at(s, self.card, self.line)
        assert ability is not None
        return self.chosen[price_decisions(ability) :]

    def fail(self, s: War) -> None:
        """Report that the price was not paid in full."""
        tell(s, "HH A4.3/exd", "The price was not paid in full: nothing happens.")


class BattleAction(Using):
    """HH BA A battle action ability: check, announce, pay, tactics in turn, then what the card says.

    The result is true if the go is used up.
    """

    @step("HH BA.1/a")
    def check_that_it_can_be_played(self, s: War) -> Outcome:
        use = Use(s.table.get(self.this), self.card, self.line)
        self.result = False
        return None if next(refusals(s, Field(s), use, self.by), None) is None else DONE

    @step("HH BA.2/a", into="chosen")
    def announce(self, s: War) -> Outcome:
        self.result = True
        return self.declaration()

    @step("HH A4.3/a", into="paid", when=lambda self, s: s.readings.payment == "before-exchange")
    def pay_the_price(self, s: War) -> Outcome:
        # Reading: the check of Alpha 4 comes before the exchange, its payment included; the option has it paid after.
        return self.payment(s)

    @step("HH BA.3/a", when=lambda self, s: self.paid or s.readings.payment == "after-exchange")
    def play_tactics(self, s: War) -> Outcome:
        return Exchange(first=self.by)

    @step("HH A4.3/f", into="paid", when=lambda self, s: s.readings.payment == "after-exchange")
    def pay_after_the_exchange(self, s: War) -> Outcome:
        return self.payment(s)

    @step("HH A4.3/exd")
    def go_without_effect(self, s: War) -> Outcome:
        if self.paid:
            return None
        self.fail(s)
        # Reading: the action is spent although its test failed, or the test could be tried until it is passed.
        self.result = s.readings.failed_test == "action-spent"
        return DONE

    @step("HH BA.4/a")
    def do_what_the_card_says(self, s: War) -> Outcome:
        return self.effect(s)


class Tactic(Using):
    """HH A4 An ability that is no battle action: the same procedure, without an exchange of its own."""

    waits: bool = False
    """Does its effect wait for the end of the exchange in which it is played? Then the result is what waits."""

    @step("HH A4/d", into="chosen")
    def announce(self, s: War) -> Outcome:
        return self.declaration()

    @step("HH A4.3/a", into="paid")
    def pay_the_price(self, s: War) -> Outcome:
        return self.payment(s)

    @step("HH A4.3/exd", when=lambda self, s: not self.paid)
    def go_without_effect(self, s: War) -> Outcome:
        self.fail(s)
        return DONE

    @step("HH BA.3/d")
    def take_effect(self, s: War) -> Outcome:
        # Reading: a tactic takes effect at once; the option has all of them wait, the last played first.
        if self.waits:
            self.result = Played(self.by, self.this, self.card, self.line, self.of_the_deeds(s))
            return DONE
        return self.effect(s)


class WaitingEffects(Procedure):
    """HH BA.3/d Tactics that have waited take effect, the last played first (option `tactic-effect`)."""

    waiting: tuple[Played, ...]

    @step("HH BA.3/d")
    def last_first(self, s: War) -> Outcome:
        if not self.waiting:
            return DONE
        one, self.waiting = self.waiting[-1], self.waiting[:-1]
        return Perform(by=one.by, this=one.this, card=one.card, line=one.line, chosen=one.chosen)

    @step("HH BA.3/f")
    def go_on(self, s: War) -> Outcome:
        return AGAIN


class Exchange(Procedure):
    """HH BA.3 The players play tactics in turn, from the player of the battle action on, until both pass in a row."""

    first: Seat
    goes: int = 0
    passes: int = 0
    choice: str = PASS
    played: Played | None = None
    waiting: tuple[Played, ...] = ()

    @property
    def seat(self) -> Seat:
        """Whose go it is."""
        return self.first if self.goes % 2 == 0 else 1 - self.first

    @step("HH BA.3/c", into="choice", check="go_refusals")
    def take_a_go(self, s: War) -> Outcome:
        return ask_use(s, TACTIC_PROMPT, self.seat, WINDOWS[0], _OR_PASS)

    @step("HH BA.3/g", into="played")
    def play_or_pass(self, s: War) -> Outcome:
        seat = self.seat
        self.goes += 1
        if self.choice != PASS:
            self.passes = 0
            return use_procedure(s, seat, self.choice, waits=s.readings.tactic_effect == "after-exchange")
        self.passes += 1
        tell(s, "HH BA.3/e", "{player} passes in the exchange of tactics.", player=seat_name(s, seat))
        return AGAIN if self.passes < 2 else None

    @step("HH BA.3/e")
    def close_after_two_passes(self, s: War) -> Outcome:
        if self.passes == 2:
            return WaitingEffects(waiting=self.waiting) if self.waiting else DONE
        if self.played is not None:
            self.waiting, self.played = (*self.waiting, self.played), None
        return AGAIN

    def go_refusals(self, s: War, answer: Any) -> Iterator[Refusal]:
        """Why this may not be the go."""
        if answer == RETREAT:
            yield refuse("HH BA.3/d", "In the exchange a go is a tactic or a pass: a retreat is a battle action.")
            return
        found = False
        for refusal in use_refusals(s, self.seat, answer, "exchange"):
            found = True
            yield refusal
        if not found:
            yield refuse("HH BA.3/a", "Tactics come before the effect, and both players have their goes.")
            yield refuse("HH BA.3/d", "In the exchange a go is a tactic or a pass, nothing else.")


def use_procedure(s: War, by: Seat, answer: str, *, waits: bool = False) -> Using:
    """The procedure that uses the ability an answer names."""
    use = find_use(s, by, answer)
    assert isinstance(use, Use)
    ability = ability_at(s, use.card, use.line)
    this = use.this.id if use.this else ""
    if ability is not None and ability.letters is Letters.ACTION:
        return BattleAction(by=by, this=this, card=use.card, line=use.line)
    return Tactic(by=by, this=this, card=use.card, line=use.line, waits=waits)


def use_refusals(s: War, by: Seat, answer: Any, window: str) -> Iterator[Refusal]:
    """Why the ability an answer names may not be used in this window; nothing if it names none."""
    use = find_use(s, by, answer, window)
    if use is None or isinstance(use, Refusal):
        if use is not None:
            yield use
        return
    ability = ability_at(s, use.card, use.line)
    if ability is None or s.stage is not Stage.BATTLE:
        yield from refusals(s, Field(s), use, by)
        return
    wanted = window_of(s, ability.letters)
    if wanted == "closed":
        yield refuse(
            "HH A4/b",
            "No source says when abilities marked {letters} are used: an option of the game has to open them.",
            letters=ability.letters.value,
        )
    elif window == "exchange" and wanted != "exchange":
        yield refuse(
            "HH BA.3/d",
            "In the exchange a go is a tactic or a pass; {letters} is no tactic.",
            letters=ability.letters.value,
        )
    elif window == "go" and wanted == "exchange":
        yield refuse(
            "HH BA.3/e",
            "Abilities marked {letters} are played in the exchange that follows a battle action; none is open now.",
            letters=ability.letters.value,
        )
    yield from refusals(s, Field(s), use, by)
