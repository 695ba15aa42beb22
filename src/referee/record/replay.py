"""Re-running a record: every answer is given again, the dice show what they showed, and any difference is named.

for moment in Replay(read("battle.jsonl")):
    print(moment.line, moment.entry, *moment.events)
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from referee import books
from referee.kernel import (
    Book,
    ByHand,
    Decision,
    Event,
    Game,
    InputError,
    NotAllowed,
    RollDice,
    RuleId,
    Scripted,
    Seat,
    Unreadable,
    text,
)
from referee.record.lines import Answered, Closed, Entry, Shown, Undone
from referee.record.log import Record, read


class Difference(InputError):
    """A record and its re-run part here. `game` stands where they still agree, before the answer `number`."""

    def __init__(self, line: int, number: int, rule: RuleId, expected: str, found: str, game: Game) -> None:
        self.line, self.number, self.rule = line, number, rule
        self.expected, self.found, self.game = expected, found, game
        super().__init__(
            text(
                "line {line}, answer {number}, {rule}: the record says {expected}; the re-run says {found}.",
                line=line,
                number=number,
                rule=rule or "-",
                expected=expected,
                found=found,
            )
        )


class Past(msgspec.Struct, frozen=True):
    """An answer that was given and holds, and the game as it was before."""

    number: int
    by: Seat
    rule: RuleId
    before: Game


class Moment(msgspec.Struct, frozen=True):
    """One entry of a record, re-run: what had been asked, what it caused. `game` goes on; clone it to keep it."""

    line: int
    entry: Entry
    decision: Decision | None
    events: tuple[Event, ...]
    game: Game


class Replay:
    """The re-run of a record; iterate to go through it. With `verify`, positions are compared digest by digest.

    Raises Difference at the first difference; Unreadable if the header does not fit the book.
    """

    def __init__(self, record: Record, *, book: Book | None = None, verify: bool = False) -> None:
        self.record = record
        self.verify = verify
        self.past: list[Past] = []
        """The answers that hold so far, oldest first."""
        self.digests = 0
        """How many digests have been compared."""
        self._rolls = _rolls_of(record)
        self.game = self._begin(_book_of(record, book))
        self.opening = self.game.told

    def __iter__(self) -> Iterator[Moment]:
        for line, entry in self.record.entries:
            asked = self.game.decision
            events: tuple[Event, ...] = ()
            match entry:
                case Answered():
                    events = self._answer(line, entry)
                case Undone():
                    self._take_back(line, entry)
                case Closed():
                    self._compare(line, entry.number + 1, entry.digest, self.game)
                case Shown():
                    continue
            yield Moment(line, entry, asked, events, self.game)

    def run(self, at: int | None = None) -> Game:
        """The game at the end; or as it was when answer number `at` was asked for."""
        for moment in self:
            if at is not None and isinstance(moment.entry, Answered) and moment.entry.number == at:
                return self.past[-1].before
        if at is not None and at != self.record.last + 1:
            raise InputError(
                text("The record has answers 1 to {last}; there is no {given}.", last=self.record.last, given=at)
            )
        return self.game

    # --- inside ------------------------------------------------------------------------------------------------

    def _begin(self, book: Book) -> Game:
        header = self.record.header
        rolls = self._rolls.get(0, ())
        numbers = tuple(die for roll in rolls for die in roll.dice)
        try:
            game = book.begin(header.options, header.lists, dice=Scripted(numbers))
        except InputError as error:
            raise Unreadable(text("line 1: {error}", error=str(error))) from None
        except Exception as error:
            raise Unreadable(text("line 1, lists: {book} cannot begin a game with these.", book=book.name)) from error
        self._compare_rolls(1, 0, "", rolls, game, game)
        self._compare(1, 1, "", game)
        return game

    def _answer(self, line: int, entry: Answered) -> tuple[Event, ...]:
        game, rolls = self.game, self._rolls.get(line, ())
        asked = game.decision
        expected = _asked(entry.rule, entry.by, entry.purpose)
        if asked is None:
            raise self._difference(line, entry, expected, "the game is over")
        found = _asked(asked.rule, asked.by, asked.purpose if isinstance(asked, RollDice) else "")
        if found != expected:
            raise self._difference(line, entry, expected, found)
        before = game.clone()
        typed = asked.count if isinstance(asked, RollDice) else 0
        game.dice = Scripted(tuple(die for roll in rolls for die in roll.dice), game.state.rolled + typed)
        try:
            events = game.answer(entry.answer)
        except NotAllowed as error:
            raise self._difference(line, entry, f"answer {_plain(entry.answer)}", str(error.refusal)) from None
        except InputError as error:
            raise self._difference(line, entry, f"answer {_plain(entry.answer)}", str(error)) from None
        self._compare_rolls(line, entry.number, entry.rule, rolls, game, before)
        self._compare(line, entry.number, entry.digest, before, after=game, rule=entry.rule)
        self.past.append(Past(entry.number, entry.by, entry.rule, before))
        return events

    def _take_back(self, line: int, entry: Undone) -> None:
        for place, past in enumerate(self.past):
            if past.number == entry.to:
                self.game = past.before.clone()
                del self.past[place:]
                self._compare(line, entry.to, entry.digest, self.game)
                return
        raise Unreadable(text("line {line}, to: there is no answer {number} to take back.", line=line, number=entry.to))

    def _compare(
        self, line: int, number: int, digest: str, game: Game, *, after: Game | None = None, rule: RuleId = ""
    ) -> None:
        """Is the position the one the record names? `game` is where they agreed, if it is not."""
        if not self.verify or not digest:
            return
        found = (after or game).digest()
        self.digests += 1
        if found != digest:
            raise Difference(line, number, rule, f"position {digest}", f"position {found}", game)

    def _compare_rolls(
        self, line: int, number: int, rule: RuleId, rolls: tuple[Shown, ...], game: Game, before: Game
    ) -> None:
        expected = [_roll(one.rule, one.purpose, one.sides, one.dice) for one in rolls]
        found = [_roll(one.rule, one.purpose, one.sides, one.dice) for one in game.rolls]
        asked = game.decision
        if isinstance(asked, RollDice) and self.record.header.dice != "by_hand" and len(found) < len(expected):
            found.append(f"{asked.count} dice for {asked.purpose} ({asked.rule})")
        for place in range(max(len(expected), len(found))):
            one = expected[place] if place < len(expected) else "no more rolls"
            other = found[place] if place < len(found) else "no more rolls"
            if one != other:
                raise Difference(line + place + 1, number, rule, one, other, before)

    def _difference(self, line: int, entry: Answered, expected: str, found: str) -> Difference:
        return Difference(line, entry.number, entry.rule, expected, found, self.game)


def replay(
    source: Path | str | bytes, *, at: int | None = None, verify: bool = False, book: Book | None = None
) -> Game:
    """The game that a record holds, re-run; or as it was when answer number `at` was asked for.

    Dice rolled from there on are typed in by hand, unless the record holds its seed. Raises Unreadable, naming line
    and field, and Difference, naming line, rule, what was expected and what was found.
    """
    record = read(source)
    game = Replay(record, book=book, verify=verify).run(at)
    game.dice = record.header.source or ByHand()
    return game


def _book_of(record: Record, book: Book | None) -> Book:
    name = record.header.book
    if book is None:
        try:
            return books.load(name)
        except InputError as error:
            raise Unreadable(text("line 1, book: {error}", error=str(error))) from None
    if book.name != name:
        raise Unreadable(text("line 1, book: the record is of {given}, not {known}.", given=name, known=book.name))
    return book


def _rolls_of(record: Record) -> dict[int, tuple[Shown, ...]]:
    """The roll lines by the line of the answer they belong to; those of the set-up under 0."""
    rolls: dict[int, tuple[Shown, ...]] = {}
    owner = 0
    for line, entry in record.entries:
        if isinstance(entry, Shown):
            rolls[owner] = (*rolls.get(owner, ()), entry)
        elif isinstance(entry, Answered):
            owner = line
    return rolls


def _asked(rule: RuleId, by: Seat, purpose: str) -> str:
    return f"seat {by} is asked" + (f" to roll for {purpose}" if purpose else "") + f" by {rule}"


def _roll(rule: RuleId, purpose: str, sides: int, dice: tuple[int, ...]) -> str:
    return f"{', '.join(map(str, dice))} on D{sides} for {purpose} ({rule})"


def _plain(answer: Any) -> str:
    return msgspec.json.encode(answer).decode()
