"""Playing at the terminal: questions are shown, words are read, refusals say why, commands do the rest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from referee.kernel.citation import text
from referee.kernel.decision import Decision, Seat
from referee.kernel.errors import NotAllowed, NotAnOption, RefereeError
from referee.kernel.event import Event
from referee.kernel.game import Game
from referee.players import Player, maker, play
from referee.record import Session
from referee.terminal.screen import Screen
from referee.terminal.seats import Chair, is_bots_turn
from referee.terminal.typed import is_option, near_options, read_answer
from referee.terminal.wording import answer_words


class Heard(msgspec.Struct, frozen=True):
    """One answer of the game as the others hear of it: who gave it, to what, and what it caused."""

    decision: Decision
    answer: Any
    events: tuple[Event, ...]
    by_bot: bool = False
    """Did a bot give it for a person? Then he is told what it was."""


class Leave(Exception):
    """The player gets up from the table."""


class _Nobody:
    """Sits where a person does; is never asked."""

    def answer(self, game: Game, seat: Seat) -> Any:
        raise NotImplementedError


def players_of(chairs: tuple[Chair, ...]) -> list[Player]:
    """Who answers for each seat; where a person sits, nobody."""
    return [chair.player or _Nobody() for chair in chairs]


class Sitting:
    """A player (or several, one after another) at the terminal. `ask` gives the next line typed; EOFError ends it."""

    def __init__(
        self,
        session: Session,
        chairs: tuple[Chair, ...],
        screen: Screen,
        ask: Callable[[str], str],
        random: Random,
        *,
        path: Path | None,
        go_on: str,
    ) -> None:
        self.session = session
        self.chairs = chairs
        self.screen = screen
        self.ask = ask
        self.random = random
        self.path = path
        self.go_on = go_on
        """The command that goes on with this game."""
        self.heard: list[Heard] = []
        self.proposal: Any = None
        """The legal answer that was suggested last, for `ok`."""
        self._players = players_of(chairs)
        self._told = [0] * len(chairs)
        self._sketch = ""
        self._last: Seat | None = None
        self._hinted = False

    @property
    def seat(self) -> Seat:
        """The person's seat that is at the screen: the one asked, or the first person where a bot's dice are rolled."""
        decision = self.session.decision
        people = [seat for seat, chair in enumerate(self.chairs) if chair.is_person]
        if decision is not None and decision.by in people:
            return decision.by
        return people[0]

    def play(self) -> None:
        """Play to the end of the game. Raises Leave, EOFError or KeyboardInterrupt when the player goes."""
        self.screen.events(self._visible(self.session.opening, self.seat))
        while (decision := self.session.decision) is not None:
            if is_bots_turn(self.chairs, decision):
                self._bot()
            else:
                self._person(decision)
        self._news(self.seat)
        self._table(again=True)
        self._result()

    def give(self, words: str) -> None:
        """Take words as an answer of the question that waits. Raises RefereeError, and then nothing has changed."""
        answer = read_answer(self.session.game, words, self.screen.speaker)
        try:
            self.answer(answer)
        except NotAllowed as error:
            raise NotAllowed(*(self.session.game.why(answer) or error.refusals)) from None

    def let_bot(self, answers: int) -> int:
        """Let the book's bot give the next answers of the person at the screen; how many it gave."""
        seat, given = self.seat, 0
        bot = maker(self.session.game.book, "bot")(self.random)
        while given < answers and (decision := self.session.decision) is not None:
            if is_bots_turn(self.chairs, decision):
                self._bot()
            elif decision.by == seat:
                play(self.session, [bot] * len(self.chairs), most=1, watch=self._hear_own_bot)
                self._news(seat)
                given += 1
            else:
                break
        return given

    def answer(self, answer: Any) -> None:
        """Give an answer to the question that waits."""
        decision = self.session.decision
        assert decision is not None
        self._hear(decision, answer, self.session.answer(answer))

    def show_table(self) -> None:
        """The table as the person at the screen may see it."""
        self._table(again=True)

    def show_log(self, count: int) -> None:
        """The last answers and what they caused."""
        for heard in self.heard[-count:]:
            self._tell(heard, self.seat)

    def forget(self, answers: int) -> None:
        """The last answers have been taken back."""
        del self.heard[len(self.heard) - min(answers, len(self.heard)) :]
        self._told = [min(told, len(self.heard)) for told in self._told]
        self.proposal = None

    # --- inside ------------------------------------------------------------------------------------------------

    def _person(self, decision: Decision) -> None:
        from referee.terminal.spoken import command_of

        self._hand_over()
        self._news(self.seat)
        self._table()
        self.screen.question(decision)
        while self.session.decision is decision:
            words = self.ask("> ").strip()
            if not words:
                continue
            command, rest = command_of(words, self.screen.speaker)
            try:
                if command is None or (not words.startswith("/") and is_option(decision, words, self.screen.speaker)):
                    self.give(words)
                else:
                    command(self, rest)
            except RefereeError as error:
                self._refused(decision, words, error)

    def _refused(self, decision: Decision, words: str, error: RefereeError) -> None:
        self.screen.error(error)
        if isinstance(error, NotAnOption) and (near := near_options(decision, words, self.screen.speaker)):
            self.screen.note("Did you mean: {options}?", indent=4, options="; ".join(near))
        if isinstance(error, NotAllowed) and not self._hinted:
            self.screen.note('"?" explains the question, "options" shows what is legal.', indent=4, style="dim")
            self._hinted = True

    def _bot(self) -> None:
        play(self.session, self._players, most=1, watch=self._hear)
        if sum(chair.is_person for chair in self.chairs) == 1:
            self._news(self.seat)

    def _hear(self, decision: Decision, answer: Any, events: tuple[Event, ...]) -> None:
        self.heard.append(Heard(decision, answer, events))
        self.proposal = None

    def _hear_own_bot(self, decision: Decision, answer: Any, events: tuple[Event, ...]) -> None:
        self._hear(decision, answer, events)
        self.heard[-1] = msgspec.structs.replace(self.heard[-1], by_bot=True)

    def _hand_over(self) -> None:
        """Where things are hidden and several people share the screen: wait until the next one sits before it."""
        seat = self.seat
        shared = sum(chair.is_person for chair in self.chairs) > 1 and self.screen.book.secrets is not None
        if shared and self._last not in (None, seat):
            self.screen.out.clear()
            self.ask(
                self.screen.speaker.say(text("{seat}, press Enter to see your table. ", seat=self.screen.seat(seat)))
            )
            self._sketch = ""
        self._last = seat

    def _news(self, seat: Seat) -> None:
        for heard in self.heard[self._told[seat] :]:
            self._tell(heard, seat)
        self._told[seat] = len(self.heard)

    def _tell(self, heard: Heard, seat: Seat) -> None:
        decision, open_to_all = heard.decision, self.screen.book.secrets is None
        if (heard.by_bot and decision.by == seat) or (decision.by != seat and open_to_all):
            self.screen.answered(decision, answer_words(decision, heard.answer, self.screen.speaker))
        self.screen.events(self._visible(heard.events, seat))

    def _visible(self, events: tuple[Event, ...], seat: Seat) -> list[Event]:
        return [seen for event in events if (seen := event.seen_by(seat)) is not None]

    def _table(self, *, again: bool = False) -> None:
        sketch = self.screen.sketch(self.session.game, self.seat)
        if again or sketch != self._sketch:
            self.screen.line()
            self.screen.table(sketch)
        self._sketch = sketch

    def _result(self) -> None:
        self.screen.result(self.session.game)
        if self.path is not None:
            self.screen.note("The record is {path}.", path=str(self.path))
