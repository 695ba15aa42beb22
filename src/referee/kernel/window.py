"""A window: a named moment at which players may respond, in an order the book gives.

A book subclasses `Window` and says what a seat may do at the moment (`offers`), what a chosen response runs
(`respond`), and how the moment is asked about (`prompt`). Seats are asked in order, again after each response, until
all have passed one after another. A seat that said "do not ask again this phase" is passed over, except where one of
its offers is compulsory.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.kernel.citation import Refusal, Text, phrase, text
from referee.kernel.decision import Seat, choose
from referee.kernel.limits import mark_used, times_used
from referee.kernel.procedure import AGAIN, DONE, Outcome, Procedure, step
from referee.kernel.state import State

PASS = phrase("pass")
"""The answer of a seat that does not respond."""

QUIET = phrase("pass, do not ask again this phase")
"""The answer of a seat that does not respond and does not want to be asked again in this phase."""


PASSING = {PASS: text("Pass"), QUIET: text("Pass, and do not ask again this phase")}


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

    def label(self, s: Any, seat: Seat, offer: Any) -> Text:
        """An offer in words."""
        return text(str(offer))

    def refusals(self, s: Any, answer: Any) -> Iterator[Refusal]:
        """Why the seat that is asked may not do what it answered: a book says it for every response it knows."""
        yield from ()

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

    @step("REF window/b", into="choice", check="refusals")
    def ask(self, s: State) -> Outcome:
        self.choice = PASS
        offers = self.offers(s, self.seat)
        if not offers:
            return None
        if not any(self.is_compulsory(s, self.seat, one) for one in offers):
            if times_used(s, self._quiet_rule(), self.seat):
                return None
            offers = (*offers, PASS, QUIET)
        return choose(
            self.prompt(s, self.seat),
            by=self.seat,
            among=offers,
            labels=[PASSING.get(one) or self.label(s, self.seat, one) for one in offers],
            moment=self.moment,
            subject=self.subject,
        )

    @step("REF window/c")
    def run(self, s: State) -> Outcome:
        return self.take_choice(s)

    def take_choice(self, s: State) -> Outcome:
        """Note a pass, or run the response chosen."""
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
