"""An annotated game: each decision with its rule, what it caused, and every refusal a bot met."""

from __future__ import annotations

from typing import Any

from rich.status import Status

from referee.kernel.citation import Refusal
from referee.kernel.decision import Decision
from referee.kernel.event import Event
from referee.kernel.game import Game
from referee.players import Met
from referee.terminal.screen import Screen
from referee.terminal.wording import answer_words


class Annotator:
    """Prints a game as it is played, everything open: nobody plays who could learn from it."""

    def __init__(self, screen: Screen, *, quiet: bool = False, status: Status | None = None) -> None:
        self.screen = screen
        self.quiet = quiet
        self.status = status
        self.answers = 0
        self.refusals = 0
        self._heading = ""

    def table(self, game: Game) -> None:
        """The table, everything on it."""
        self.screen.table(self.screen.sketch(game, None))

    def heading(self, game: Game) -> None:
        """The first line of the table, where it says something new: the round, the phase, whose turn it is."""
        if self.quiet:
            return
        lines = self.screen.sketch(game, None).splitlines()
        if len(lines) > 3 and lines[0] != self._heading:
            self._heading = lines[0]
            self.screen.line(self._heading)

    def answered(self, decision: Decision, answer: Any, events: tuple[Event, ...], number: int | None = None) -> None:
        """One answer and what it caused."""
        self.answers += 1
        if self.status is not None and self.answers % 20 == 0:
            self.status.update(self.screen.speaker.say(f"{self.answers}"))
        if not self.quiet:
            words = answer_words(decision, answer, self.screen.speaker)
            self.screen.answered(decision, words, number or self.answers)
            self.screen.events(events)

    def met(self, met: Met) -> None:
        """One refusal that a bot met, with the answer it had tried."""
        self.refusals += 1
        if self.quiet:
            return
        if isinstance(met.why, Refusal):
            self.screen.refusals([met.why])
        else:
            self.screen.say("  ✗ " + self.screen.speaker.say(met.why), "red")

    def end(self, game: Game) -> None:
        """How it ended."""
        self.table(game)
        if game.is_over:
            self.screen.result(game)
        self.screen.note(
            "Decisions: {answers}. Refusals met: {refusals}.", answers=self.answers, refusals=self.refusals
        )
