"""A window: a named moment at which players may respond, in an order the book gives.

A book subclasses `Window` and says what a seat may do at the moment (`offers`), what a chosen response runs
(`respond`), and how the moment is asked about (`prompt`). Seats are asked in order, again after each response, until
all have passed one after another. A seat that said "do not ask again this phase" is passed over, except where one of
its offers is compulsory.
"""

from __future__ import annotations

from typing import Any

from referee.kernel.citation import Text, phrase, text
from referee.kernel.decision import Seat, choose
from referee.kernel.limits import mark_used, times_used
from referee.kernel.procedure import AGAIN, DONE, Outcome, Procedure, step
from referee.kernel.state import State

PASS = phrase("pass")
"""The answer of a seat that does not respond."""

QUIET = phrase("pass, do not ask again this phase")
"""The answer of a seat that does not respond and does not want to be asked again in this phase."""


class Window(Procedure):
    """The moment `moment`, concerning `subject`; `seats` in the order in which they are asked."""

    moment: str
    seats: tuple[Seat, ...]
    subject: str = ""
    asked: int = 0
    """Which of `seats` is asked next."""
    passes: int = 0
    """How many seats have passed in a row."""
    choice: Any = PASS

    def offers(self, s: Any, seat: Seat) -> tuple[Any, ...]:
        """What `seat` may do now."""
        raise NotImplementedError

    def respond(self, s: Any, seat: Seat, choice: Any) -> Procedure:
        """The procedure that carries out the response chosen."""
        raise NotImplementedError

    def is_compulsory(self, s: Any, seat: Seat, choice: Any) -> bool:
        """Must this offer be taken?"""
        return False

    def prompt(self, s: Any, seat: Seat) -> Text:
        """How the seat is asked."""
        return text("Respond: {moment}?", moment=text(self.moment))

    @property
    def seat(self) -> Seat:
        """The seat that is asked next."""
        return self.seats[self.asked % len(self.seats)]

    def _quiet_rule(self) -> str:
        return "REF window/quiet"

    @step("REF window/a")
    def close(self, s: State) -> Outcome:
        return DONE if self.passes >= len(self.seats) else None

    @step("REF window/b", into="choice")
    def ask(self, s: State) -> Outcome:
        self.choice = PASS
        offers = self.offers(s, self.seat)
        if not offers:
            return None
        if any(self.is_compulsory(s, self.seat, one) for one in offers):
            return choose(self.prompt(s, self.seat), by=self.seat, among=offers, moment=self.moment)
        if times_used(s, self._quiet_rule(), self.seat):
            return None
        return choose(self.prompt(s, self.seat), by=self.seat, among=(*offers, PASS, QUIET), moment=self.moment)

    @step("REF window/c")
    def run(self, s: State) -> Outcome:
        if self.choice == QUIET:
            mark_used(s, self._quiet_rule(), self.seat, until="phase end")
        if self.choice in (PASS, QUIET):
            self.passes += 1
            self.asked += 1
            return None
        seat, self.passes = self.seat, 0
        self.asked += 1
        return self.respond(s, seat, self.choice)

    @step("REF window/d")
    def again(self, s: State) -> Outcome:
        return AGAIN
