"""A game: state + stack + the decision that waits.

game = BOOK.begin(options, lists, dice=Seeded("42"))
while game.decision:
    game.answer(game.propose(random))
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from referee.kernel.citation import Refusal, RuleId, text
from referee.kernel.decision import Decision, RollDice
from referee.kernel.dice import Dice, count_roll
from referee.kernel.errors import NotAllowed, NotAnOption, NotUnderstood, RulesGap, Unreadable
from referee.kernel.event import Event
from referee.kernel.procedure import AGAIN, DONE, REGISTRY, Procedure, Signal, Step
from referee.kernel.state import State

if TYPE_CHECKING:
    from referee.kernel.book import Book

FORMAT = 1
"""The version of the save format."""


class Frame(msgspec.Struct, frozen=True):
    """A frame as it is saved: the procedure's tag, the rule id of the step it stands at, and its fields."""

    procedure: str
    rule: RuleId
    fields: msgspec.Raw


class Save(msgspec.Struct, frozen=True):
    """A game as it is saved."""

    format: int
    book: str
    edition: str
    state: msgspec.Raw
    stack: list[Frame]
    dice: Dice


class Place(msgspec.Struct, frozen=True):
    """One line of `where()`: a procedure under way and the rule id of the step it stands at."""

    procedure: str
    rule: RuleId

    def __str__(self) -> str:
        return f"{self.procedure.rpartition('.')[2]} {self.rule}"


class Game:
    """One game of a book. It asks one decision at a time and takes one answer at a time."""

    __slots__ = ("book", "decision", "dice", "stack", "state")

    def __init__(self, book: Book, state: State, stack: list[Procedure], dice: Dice) -> None:
        self.book = book
        self.state = state
        self.stack = stack
        self.dice: Dice = dice
        self.decision: Decision | None = None

    # --- asking ------------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.decision is None

    def options(self) -> tuple[Any, ...]:
        """Every legal answer where they can be listed; for open questions, some sensible ones."""
        if self.decision is None:
            return ()
        if self.decision.is_open:
            return tuple(self._proposals(Random(0)))
        return self.decision.options()

    def propose(self, random: Random) -> Any:
        """Some legal answer, at random."""
        if self.decision is None:
            raise NotAnOption("The game is over.")
        if self._step().propose:
            return next(self._proposals(random))
        return self.decision.sample(random)

    def check(self, answer: Any) -> Refusal | None:
        """May this be answered now? The first refusal, or nothing. Raises InputError if it is no answer at all."""
        return next(self._reasons(answer), None)

    def why(self, answer: Any) -> tuple[Refusal, ...]:
        """Every reason why this may not be answered now, not only the first."""
        return tuple(self._reasons(answer))

    def where(self) -> tuple[Place, ...]:
        """The procedures under way, from the outermost to the one that asks, as rule ids."""
        return tuple(Place(frame.tag, frame.rule) for frame in self.stack)

    # --- answering ---------------------------------------------------------------------------------------------

    def answer(self, answer: Any) -> tuple[Event, ...]:
        """Give an answer; returns what it caused.

        Raises NotUnderstood, NotAnOption or NotAllowed, and then nothing has changed. An error of ours on the way
        (RulesGap with nobody to settle it, a bug) leaves the game as it was too.
        """
        decision = self.decision
        if decision is None:
            raise NotAnOption("The game is over.")
        value = self._understand(decision, answer)
        state, stack = self.state.clone(), [frame.copy() for frame in self.stack]
        try:
            if decision.__class__ is RollDice:
                count_roll(self.state, decision)
            self._deliver(value)
            self.run()
        except Exception as error:
            error.add_note("at " + " > ".join(map(str, self.where())))
            self.state, self.stack, self.decision = state, stack, decision
            raise
        events = tuple(self.state.events)
        self.state.events.clear()
        return events

    def run(self) -> None:
        """Take steps until a question has to be asked or the game is over."""
        state, stack = self.state, self.stack
        while stack:
            frame = stack[-1]
            steps = frame.steps
            if frame.at >= len(steps):
                stack.pop()
                if stack and frame.delivers:
                    self._deliver(frame.result)
                elif stack:
                    stack[-1].at += 1
                continue
            step = steps[frame.at]
            if step.when is not None and not step.when(frame, state):
                frame.at += 1
                continue
            try:
                outcome = step.run(frame, state)
            except RulesGap as gap:
                if self.book.by_hand is None:
                    raise
                outcome = self.book.by_hand(state, step.rule, gap.message)
            if outcome is None:
                frame.at += 1
            elif outcome.__class__ is Signal:
                if outcome is DONE:
                    frame.at = len(steps)
                elif outcome is AGAIN:
                    frame.at = 0
                else:
                    stack.clear()
            elif isinstance(outcome, Procedure):
                stack.append(outcome)
            elif outcome.__class__ is RollDice:
                asked = outcome
                dice = self.dice.draw(state, asked)
                if dice is None:
                    self.decision = asked
                    return
                count_roll(state, asked)
                self._deliver(dice)
            else:
                self.decision = outcome if outcome.rule else msgspec.structs.replace(outcome, rule=step.rule)
                return
        self.decision = None

    def _deliver(self, value: Any) -> None:
        """Put an answer or a result where the waiting step wants it, and go past that step."""
        frame = self.stack[-1]
        into = frame.steps[frame.at].into
        if into:
            setattr(frame, into, value)
        frame.at += 1

    # --- copying and saving ------------------------------------------------------------------------------------

    def clone(self, dice: Dice | None = None) -> Game:
        """An independent game at the same point; with other dice if wished (for search: never with the real ones)."""
        twin = Game(self.book, self.state.clone(), [frame.copy() for frame in self.stack], dice or self.dice)
        twin.decision = self.decision
        return twin

    def digest(self) -> str:
        """A short name of the whole position: two games with the same digest are the same."""
        body = msgspec.json.encode((self.state, [(frame.tag, frame.rule, frame) for frame in self.stack]))
        return hashlib.blake2b(body, digest_size=8).hexdigest()

    def save(self) -> bytes:
        """The game as JSON, at any decision."""
        encode = msgspec.json.encode
        stack = [Frame(frame.tag, frame.steps[frame.at].rule, msgspec.Raw(encode(frame))) for frame in self.stack]
        return encode(
            Save(FORMAT, self.book.name, self.book.edition, msgspec.Raw(encode(self.state)), stack, self.dice)
        )

    @classmethod
    def load(cls, book: Book, data: bytes) -> Game:
        """The game that `save` wrote. Raises Unreadable, naming the place."""
        try:
            save = msgspec.json.decode(data, type=Save)
        except msgspec.MsgspecError as error:
            raise Unreadable(text("This is not a saved game: {error}.", error=str(error))) from None
        if save.format != FORMAT:
            raise Unreadable(
                text("The save has format {given}; this version reads format {known}.", given=save.format, known=FORMAT)
            )
        if save.book != book.name:
            raise Unreadable(text("The save is of the book {given}, not {known}.", given=save.book, known=book.name))
        try:
            state = msgspec.json.decode(save.state, type=book.state)
            stack = [_load_frame(frame) for frame in save.stack]
        except msgspec.MsgspecError as error:
            raise Unreadable(text("The save is damaged: {error}.", error=str(error))) from None
        game = cls(book, state, stack, save.dice)
        game._ask_again()
        return game

    def _ask_again(self) -> None:
        """Ask the question of the step on top afresh, as after loading."""
        if not self.stack:
            self.decision = None
            return
        frame = self.stack[-1]
        step = frame.steps[frame.at]
        outcome = step.run(frame, self.state)
        self.state.events.clear()
        if not isinstance(outcome, Decision):
            raise Unreadable(text("The save stands at {rule}, which asks nothing.", rule=step.rule))
        self.decision = outcome if outcome.rule else msgspec.structs.replace(outcome, rule=step.rule)

    # --- inside ------------------------------------------------------------------------------------------------

    def _step(self) -> Step:
        frame = self.stack[-1]
        return frame.steps[frame.at]

    def _understand(self, decision: Decision, answer: Any) -> Any:
        """The answer in plain form, once it is known to be legal."""
        check = self._step().check
        if decision.is_open:
            value = decision.understand(answer)
        else:
            try:
                return decision.understand(answer)
            except NotAnOption:
                refusal = self.check(answer)
                if refusal is None:
                    raise
                raise NotAllowed(refusal) from None
        if check:
            frame = self.stack[-1]
            refusal = next(iter(getattr(frame, check)(self.state, value)), None)
            if refusal is not None:
                raise NotAllowed(refusal)
        return value

    def _reasons(self, answer: Any) -> Iterator[Refusal]:
        decision = self.decision
        if decision is None:
            raise NotAnOption("The game is over.")
        check = self._step().check
        try:
            value = decision.understand(answer)
        except NotAnOption:
            if not check or decision.is_open:
                raise
            found = False
            for refusal in getattr(self.stack[-1], check)(self.state, answer):
                found = True
                yield refusal
            if not found:
                raise
            return
        if decision.is_open and check:
            yield from getattr(self.stack[-1], check)(self.state, value)

    def _proposals(self, random: Random) -> Iterator[Any]:
        name = self._step().propose
        if not name:
            raise NotUnderstood("This question has no proposer.")
        yield from getattr(self.stack[-1], name)(self.state, random)


def _load_frame(frame: Frame) -> Procedure:
    kind = REGISTRY.get(frame.procedure)
    if kind is None:
        raise Unreadable(text("The save names a procedure {name} that this version has not.", name=frame.procedure))
    loaded = msgspec.json.decode(frame.fields, type=kind)
    for at, step in enumerate(kind.steps):
        if step.rule == frame.rule:
            loaded.at = at
            return loaded
    raise Unreadable(text("{name} has no step {rule} in this version.", name=frame.procedure, rule=frame.rule))
