"""A game: state + stack + the decision that waits.

game = BOOK.begin(options, lists, dice=Seeded("42"))
while game.decision:
    game.answer(game.propose(random))
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from referee.kernel import save
from referee.kernel.citation import Refusal, RuleId, text
from referee.kernel.decision import ChooseOne, Decision, RollDice, frozen
from referee.kernel.dice import Dice, Rolled, count_roll
from referee.kernel.errors import InputError, NotAllowed, NotAnOption, NotUnderstood, RefereeError, RulesGap, Unreadable
from referee.kernel.event import Event
from referee.kernel.procedure import AGAIN, DONE, END, Procedure, Step
from referee.kernel.record import Changing, copy
from referee.kernel.state import State, copier

if TYPE_CHECKING:
    from referee.kernel.book import Book

ENDLESS = 1_000_000
"""So many steps without a question are taken for steps that never end."""

SAMPLES = 32
"""How many sensible answers to an open question are shown."""


class Place(msgspec.Struct, frozen=True):
    """One line of `where()`: a procedure under way and the rule id of the step it stands at."""

    procedure: str
    rule: RuleId

    def __str__(self) -> str:
        return f"{self.procedure.rpartition('.')[2]} {self.rule}"


class Game(msgspec.Struct, eq=False, metaclass=Changing):
    """One game of a book. It asks one decision at a time and takes one answer at a time."""

    book: Book
    state: State
    stack: list[Procedure]
    dice: Dice
    decision: Decision | None = None
    told: tuple[Event, ...] = ()
    """What the last answer caused; before the first answer, what the set-up caused."""
    rolls: tuple[Rolled, ...] = ()
    """What the source of dice has shown meanwhile. Dice typed in by hand are answers."""

    def __repr__(self) -> str:
        return f"<{self.book.name}: {' > '.join(map(str, self.where())) or 'over'}>"

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
            return tuple(islice(self._proposals(Random(0)), SAMPLES))
        return self.decision.options()

    def propose(self, random: Random) -> Any:
        """Some legal answer, at random. Raises RefereeError if the rule that asks finds none: a bug of the book."""
        if self.decision is None:
            raise NotAnOption("The game is over.")
        frame = self.stack[-1]
        step = frame.steps[frame.at]
        if step.propose:
            proposals = getattr(frame, step.propose)(self.state, random)
        elif not step.check or self.decision.__class__ is ChooseOne:
            return self.decision.sample(random)
        else:
            samples = (self.decision.sample(random) for _ in range(1000))
            proposals = (answer for answer in samples if self.check(answer) is None)
        for answer in proposals:
            return answer
        raise RefereeError(text("{rule} asks a question and finds no answer to it.", rule=step.rule))

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
        if decision.__class__ is ChooseOne and answer.__class__ is str and answer in decision.among:
            value = answer  # most often: nothing else has to be looked at
        else:
            value = self._understand(decision, answer)
        state, stack, told, rolls = self.state, self.stack, self.told, self.rolls
        self.state = copier(state.__class__)(state)
        frame = copy(stack[-1])
        self.stack = stack.copy()
        self.stack[-1] = frame
        self.rolls = ()
        try:
            if decision.__class__ is RollDice:
                count_roll(self.state, decision)
            _deliver(frame, value)
            self.run(shared=len(stack) - 1)
        except BaseException as error:
            error.add_note("at " + " > ".join(map(str, self.where())))
            self.state, self.stack, self.told, self.rolls = state, stack, told, rolls
            raise
        return self.told

    def run(self, shared: int = 0) -> None:
        """Take steps until a question has to be asked or the game is over.

        So many of the outermost frames are `shared` with earlier games: they are copied before they go on.
        """
        state, stack = self.state, self.stack
        asked: Decision | None = None
        frame = stack[-1]
        for _ in range(ENDLESS):
            outcome: Any = None
            at = frame.at
            try:
                for step in frame.steps_from[at]:
                    when, run = step.when, step.run
                    if when is None or when(frame, state):
                        outcome = run(frame, state)
                        if outcome is not None:
                            break
                    at += 1
            except RulesGap as gap:
                frame.at = at
                if self.book.by_hand is None:
                    raise
                outcome = self.book.by_hand(state, step.rule, gap.message)
            except BaseException:
                frame.at = at  # for the words about where it happened
                raise
            if outcome is None or outcome is DONE:
                done = stack.pop()
                if not stack:
                    break
                frame = stack[-1]
                if len(stack) <= shared:
                    shared = len(stack) - 1
                    frame = stack[-1] = copy(frame)
                if done.delivers:
                    _deliver(frame, done.result)
                else:
                    frame.at += 1
            elif outcome is AGAIN:
                frame.at = 0
            elif outcome is END:
                stack.clear()
                break
            elif not outcome.asks:
                frame.at = at
                stack.append(outcome)
                frame = outcome
            else:
                frame.at = at
                asked = outcome if outcome.rule else replace(outcome, rule=step.rule)
                if asked.__class__ is not RollDice or not self._rolled(asked):
                    break
                asked = None
        else:
            raise RefereeError(text("{rule} goes on for ever.", rule=step.rule))
        self.decision = asked
        self.told = tuple(state.events)
        state.events = []

    def _rolled(self, asked: RollDice) -> bool:
        """Roll the dice asked for, if their source can."""
        dice = self.dice.draw(self.state, asked)
        if dice is None:
            return False
        count_roll(self.state, asked)
        self.rolls = (*self.rolls, Rolled(asked.rule, asked.purpose, asked.by, asked.sides, dice))
        _deliver(self.stack[-1], dice)
        return True

    # --- copying and saving ------------------------------------------------------------------------------------

    def clone(self, dice: Dice | None = None) -> Game:
        """An independent game at the same point; with other dice if wished (for search: never with the real ones).

        An answer replaces state and stack and never changes them, so that clones share them until then.
        """
        twin: Game = copy(self)
        if dice is not None:
            twin.dice = dice
        return twin

    def digest(self) -> str:
        """A short name of the whole position: two games with the same digest are the same.

        The steps are named by their rule ids, so that a step more or less in the code changes nothing.
        """
        frames = [(frame.tag, frame.rule, replace(frame, at=0)) for frame in self.stack]
        body = save.state_json(self.state) + msgspec.json.encode(frames)
        return hashlib.blake2b(body, digest_size=8).hexdigest()

    def save(self) -> bytes:
        """The game as JSON, at any decision. It holds the dice too, so it is not for players' eyes."""
        return save.encode(self.book.name, self.book.edition, self.state, self.stack, self.dice)

    @classmethod
    def load(cls, book: Book, data: bytes) -> Game:
        """The game that `save` wrote. Raises Unreadable, naming the place."""
        game = cls(book, *save.decode(book.name, book.state, data))
        game._ask_again()
        return game

    def _ask_again(self) -> None:
        """Ask the question of the step on top afresh, as after loading."""
        if not self.stack:
            return
        step = self._step()
        try:
            outcome = step.run(self.stack[-1], self.state)
        except Exception as error:
            raise Unreadable(
                text("The save does not fit {rule}, where it stands: {error}.", rule=step.rule, error=repr(error))
            ) from error
        self.state.events.clear()
        if not isinstance(outcome, Decision):
            raise Unreadable(text("The save stands at {rule}, which asks nothing.", rule=step.rule))
        self.decision = outcome if outcome.rule else replace(outcome, rule=step.rule)

    # --- inside ------------------------------------------------------------------------------------------------

    def _step(self) -> Step:
        frame = self.stack[-1]
        return frame.steps[frame.at]

    def _understand(self, decision: Decision, answer: Any) -> Any:
        """The answer in plain form, once it is known to be legal."""
        try:
            value = decision.understand(answer)
        except (NotAnOption, NotUnderstood):
            refusal = self.check(answer)
            if refusal is None:
                raise
            raise NotAllowed(refusal) from None
        if decision.__class__ is not ChooseOne:
            for refusal in self._refusals(value):
                raise NotAllowed(refusal)
        return value

    def _reasons(self, answer: Any) -> Iterator[Refusal]:
        decision = self.decision
        if decision is None:
            raise NotAnOption("The game is over.")
        try:
            value = decision.understand(answer)
        except (NotAnOption, NotUnderstood) as error:
            refusal = None
            if isinstance(error, NotAnOption) and not decision.is_open:
                for refusal in self._refusals_of_no_option(decision, frozen(answer)):
                    yield refusal
            if refusal is None and self.book.explain is not None:
                for refusal in self.book.explain(self, answer) or ():
                    yield refusal
            if refusal is None:
                raise
        else:
            if decision.__class__ is not ChooseOne:
                yield from self._refusals(value)

    def _refusals_of_no_option(self, decision: Decision, answer: Any) -> Iterator[Refusal]:
        """What the checker has to say; if it stumbles over something unlike any option, nothing."""
        try:
            yield from self._refusals(answer)
        except (TypeError, ValueError, LookupError, AttributeError) as error:
            if isinstance(error, InputError) or decision.is_like_an_option(answer):
                raise

    def _refusals(self, answer: Any) -> Iterator[Refusal]:
        """What the checker of the step that asks has to say against an answer."""
        name = self._step().check
        return iter(getattr(self.stack[-1], name)(self.state, answer)) if name else iter(())

    def _proposals(self, random: Random) -> Iterator[Any]:
        name = self._step().propose
        if not name:
            raise RefereeError(text("{rule} asks an open question and proposes nothing.", rule=self._step().rule))
        return iter(getattr(self.stack[-1], name)(self.state, random))


def _deliver(frame: Procedure, value: Any) -> None:
    """Put an answer or a result where the waiting step of a frame wants it, and go past that step."""
    at = frame.at
    into = frame.steps[at].into
    if into:
        setattr(frame, into, value)
    frame.at = at + 1
