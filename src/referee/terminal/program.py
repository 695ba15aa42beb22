"""Playing with a program: it reads JSON lines on our standard output and answers with JSON lines on our standard input.

We write `begin`, `events`, `answer` (a bot's, where nothing is hidden), `decision`, `refused`, `error`, `end`. On a
decision the program writes one of

    {"answer": ...}     as records hold it         {"words": "north 6"}   as a person would type it
    {"why": ...}        every reason against it    {"suggest": true}      a legal answer
    {"undo": 1}         take back                  {"where": true}        the procedures under way
    {"quit": true}      or closes its output: the record stays
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from referee.kernel.citation import Refusal, text
from referee.kernel.decision import Decision, Seat
from referee.kernel.errors import NotAllowed, NotUnderstood, RefereeError
from referee.kernel.event import Event
from referee.players import Met, play
from referee.record import Session
from referee.terminal.screen import Screen, print_json
from referee.terminal.seats import Chair, is_bots_turn
from referee.terminal.sitting import players_of
from referee.terminal.typed import read_answer
from referee.terminal.wording import answer_words, choices


class Ask(msgspec.Struct, forbid_unknown_fields=True):
    """One line of the program."""

    answer: Any = msgspec.UNSET
    words: str | None = None
    why: Any = msgspec.UNSET
    undo: int = 0
    suggest: bool = False
    where: bool = False
    quit: bool = False


def play_with_program(session: Session, chairs: tuple[Chair, ...], screen: Screen, path: Path | None) -> int:
    """Play a game whose people are one program; the exit code."""
    wire = Wire(session, chairs, screen)
    wire.begin(path)
    while (decision := session.decision) is not None:
        if is_bots_turn(chairs, decision):
            play(session, players_of(chairs), most=1, watch=wire.answered, on_refusal=wire.met)
        elif not wire.asked(decision):
            break
    wire.end(path)
    return 0


class Wire:
    """What goes over standard output and input."""

    def __init__(self, session: Session, chairs: tuple[Chair, ...], screen: Screen) -> None:
        self.session = session
        self.chairs = chairs
        self.screen = screen
        self.people = [seat for seat, chair in enumerate(chairs) if chair.is_person]

    def begin(self, path: Path | None) -> None:
        """The first line, and what the set-up caused."""
        book = self.screen.book
        print_json(
            {
                "type": "begin",
                "book": book.name,
                "edition": book.edition,
                "seats": self.screen.names,
                "yours": self.people,
                "record": str(path) if path else None,
            }
        )
        self._events(self.session.opening)

    def answered(self, decision: Decision, answer: Any, events: tuple[Event, ...]) -> None:
        """A bot's answer, where the program may know it, and what it caused."""
        if not self.people or self.screen.book.secrets is None:
            words = answer_words(decision, answer, self.screen.speaker)
            line = {"type": "answer", "number": self.session.last, "by": decision.by, "rule": decision.rule}
            print_json({**line, "answer": answer, "words": words})
        self._events(events)

    def met(self, met: Met) -> None:
        """A refusal that a bot met, where the program may know it."""
        if not self.people:
            reason = (
                self._reason(met.why) if isinstance(met.why, Refusal) else {"reason": self.screen.speaker.say(met.why)}
            )
            print_json(
                {"type": "refused", "by": met.by, "answer": met.answer, "reasons": [{"rule": met.rule, **reason}]}
            )

    def asked(self, decision: Decision) -> bool:
        """Put a decision to the program until it has answered; false if it leaves."""
        self._ask(decision)
        while self.session.decision is decision:
            line = sys.stdin.readline()
            if not line:
                return False
            if not line.strip():
                continue
            try:
                if not self._take(msgspec.json.decode(line, type=Ask), decision):
                    return False
            except msgspec.MsgspecError as error:
                print_json({"type": "error", "message": str(error)})
            except NotAllowed as error:
                print_json({"type": "refused", "reasons": [self._reason(one) for one in error.refusals]})
            except RefereeError as error:
                print_json({"type": "error", "message": self.screen.speaker.say(error)})
        return True

    def end(self, path: Path | None) -> None:
        """The last line."""
        game, scores = self.session.game, self.screen.book.scores
        print_json(
            {
                "type": "end",
                "over": game.is_over,
                "answers": self.session.last,
                "scores": scores(game) if scores and game.is_over else None,
                "digest": game.digest(),
                "record": str(path) if path else None,
            }
        )

    # --- inside ------------------------------------------------------------------------------------------------

    def _ask(self, decision: Decision) -> None:
        row = self.screen.row(decision.rule)
        seat = self._viewer(decision)
        print_json(
            {
                "type": "decision",
                "number": self.session.last + 1,
                "by": decision.by,
                "rule": decision.rule,
                "title": self.screen.speaker.pick(row.title) if row else "",
                "prompt": self.screen.speaker.say(decision.prompt),
                "decision": decision,
                "options": [
                    {"answer": one.value, "words": one.words} for one in choices(decision, self.screen.speaker)
                ],
                "view": self.screen.book.view(self.session.game, seat),
            }
        )

    def _take(self, ask: Ask, decision: Decision) -> bool:
        game = self.session.game
        if ask.quit:
            return False
        if ask.where:
            print_json({"type": "where", "where": [str(place) for place in game.where()]})
        elif ask.suggest:
            print_json({"type": "suggestion", "answer": game.propose(Random(self.session.last))})
        elif ask.undo:
            self._undo(ask.undo, decision)
        elif ask.why is not msgspec.UNSET:
            reasons = [self._reason(one) for one in game.why(ask.why)]
            print_json({"type": "why", "legal": not reasons, "reasons": reasons})
        elif ask.words is not None:
            self._give(read_answer(game, ask.words, self.screen.speaker))
        elif ask.answer is not msgspec.UNSET:
            self._give(ask.answer)
        else:
            raise NotUnderstood(
                text(
                    "A line is {example}, or has one of: words, why, undo, suggest, where, quit.",
                    example='{"answer": 1}',
                )
            )
        return True

    def _give(self, answer: Any) -> None:
        self._events(self.session.answer(answer))

    def _undo(self, answers: int, decision: Decision) -> None:
        """The program speaks for all its seats, and bots agree."""
        by = self._viewer(decision)
        wish = self.session.undo_of(by, answers)
        done = self.session.undo(by, wish.consent, answers)
        print_json({"type": "undone", "to": done.to, "answers": done.answers, "revealed": done.revealed})

    def _viewer(self, decision: Decision) -> Seat:
        return decision.by if decision.by in self.people else self.people[0]

    def _events(self, events: tuple[Event, ...]) -> None:
        """What happened, once for each seat of the program; with bots alone, everything."""
        seats: list[Seat | None] = [*self.people] or [None]
        for seat in seats:
            seen = [event if seat is None else event.seen_by(seat) for event in events]
            said = [
                {"rule": event.rule, "words": self.screen.speaker.say(event), "data": event.data, "text": event.text}
                for event in seen
                if event is not None
            ]
            if said:
                print_json({"type": "events", "seat": seat, "events": said})

    def _reason(self, refusal: Refusal) -> dict[str, Any]:
        say = self.screen.speaker.say
        instead = say(refusal.instead) if refusal.instead else None
        return {"rule": refusal.rule, "reason": say(refusal.reason), "instead": instead, "text": refusal}
