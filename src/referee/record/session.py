"""A session: a game that is played, its record, and undo.

with Session.begin(book, {}, lists, ("Ann", "Ben"), Seeded("42"), Path("battle.jsonl")) as session:
    session.answer(...)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import msgspec

import referee
from referee.kernel import (
    Book,
    ByHand,
    Decision,
    Dice,
    Event,
    Game,
    InputError,
    NotAllowed,
    NotAnOption,
    Refusal,
    RollDice,
    Scripted,
    Seat,
    Seeded,
    State,
    Unreadable,
    refuse,
    text,
)
from referee.record.lines import FORMAT, Answered, AnyLine, Closed, Consented, Header, Resumed, Shown, Undone
from referee.record.log import Log, Record, read
from referee.record.replay import Past, Replay

EVERY = 10
"""After so many answers the record names the position."""


class TakeBack(msgspec.Struct, frozen=True):
    """What an undo would take back: answers from number `to` on; which of them revealed something; who has to agree."""

    by: Seat
    to: int
    answers: tuple[int, ...]
    revealed: tuple[int, ...]
    """Those that showed a roll or a hidden card: what was seen cannot be unseen, so the other seats have to agree."""
    others: tuple[int, ...]
    """Those that another seat gave: that seat has to agree."""
    consent: tuple[Seat, ...]


class ConsentNeeded(NotAllowed):
    """An undo that other seats have not agreed to. `undo` says which answers and which seats."""

    def __init__(self, refusal: Refusal, undo: TakeBack) -> None:
        self.undo = undo
        super().__init__(refusal)


class Session:
    """A game, its record, and undo. Answers are safe in the record before anybody sees what they caused."""

    def __init__(self, game: Game, log: Log, past: list[Past], last: int, *, digest_every: int = EVERY) -> None:
        self.game = game
        self.past = past
        """The answers that hold, oldest first."""
        self.last = last
        """The number of the last answer given, also if it was taken back; the next one has the next number."""
        self.opening: tuple[Event, ...] = ()
        """What the set-up caused."""
        self.cut = b""
        """What a crash had left of the answer that was being given: lost, but kept in the record."""
        self._log = log
        self._every = digest_every
        self._closed = False

    @classmethod
    def begin(
        cls,
        book: Book,
        options: Mapping[str, str] | None = None,
        lists: Sequence[Any] = (),
        seats: Sequence[str] = (),
        dice: Dice | None = None,
        path: Path | str | None = None,
        *,
        keep_seed: bool = False,
        sync: bool = True,
        digest_every: int = EVERY,
    ) -> Self:
        """A new game and its record, at the first decision.

        Without a path the record is kept in memory (`data`). The seed goes into the record only with `keep_seed`;
        otherwise into a file beside it (`battle.jsonl.dice`), so that the game can be resumed and the record handed
        to players. `sync=False` does not wait for the disk: safe against the end of the program, not of the machine.
        """
        dice = ByHand() if dice is None else dice
        settled = book.settled(options)
        if not lists and book.samples is not None:
            lists = book.samples()
        plain = tuple(msgspec.json.decode(msgspec.json.encode(list(lists))))
        game = book.begin(settled, plain, dice=dice)
        header = Header(
            format=FORMAT,
            referee=referee.__version__,
            book=book.name,
            edition=book.edition,
            options=settled,
            seats=tuple(seats) or book.seats,
            lists=plain,
            dice=_kind(dice),
            source=dice if keep_seed else None,
            rolls=len(game.rolls),
        )
        file = None if path is None else Path(path)
        session = cls(game, Log.create(file, sync=sync), [], 0, digest_every=digest_every)
        session.opening = game.told
        if file is not None and not keep_seed and not isinstance(dice, ByHand):
            _put_aside(dice, file)
        session._log.append([header, *_shown(game)])
        return session

    @classmethod
    def resume(
        cls,
        path: Path | str,
        *,
        dice: Dice | None = None,
        new_dice: Dice | None = None,
        book: Book | None = None,
        verify: bool = True,
        sync: bool = True,
        digest_every: int = EVERY,
    ) -> Self:
        """Go on with a record; also with one that a crash has cut off: what was cut is in `cut` and in the record.

        The dice are those of the record or of the file beside it; `dice` gives them where neither is there, and they
        have to agree with the first roll. `new_dice` are others, and the record says so. `verify=False` lets positions
        differ that an older version has named. Raises Unreadable and Difference, and then the file is untouched.
        """
        path = Path(path)
        record = read(path, allow_cut=True)
        run = Replay(record, book=book, verify=verify)
        game = run.run()
        game.dice = new_dice or _dice_of(record, path, dice)
        log = Log.reopen(path, record.size, sync=sync)
        session = cls(game, log, run.past, record.last, digest_every=digest_every)
        session.opening, session.cut = run.opening, record.cut
        kind = _kind(game.dice) if new_dice else ""
        log.append([Resumed(referee.__version__, kind, record.cut.decode(errors="replace"))])
        return session

    @property
    def decision(self) -> Decision | None:
        """What is asked now."""
        return self.game.decision

    @property
    def data(self) -> bytes:
        """The record, if it is kept in memory."""
        return self._log.data

    def answer(self, answer: Any, *, by: Seat | None = None) -> tuple[Event, ...]:
        """Give an answer (as seat `by`, if that is to be checked); returns what it caused.

        Raises InputError, and OSError if the record cannot be written; then nothing has changed.
        """
        asked = self.game.decision
        if asked is None:
            raise NotAnOption(text("The game is over."))
        if by is not None and by != asked.by:
            raise NotAllowed(refuse(asked.rule, "Seat {seat} is asked now, not seat {given}.", seat=asked.by, given=by))
        before = self.game.clone()
        before.told, before.rolls = self.game.told, self.game.rolls
        events = self.game.answer(answer)
        number = self.last + 1
        line = Answered(
            number=number,
            rule=asked.rule,
            by=asked.by,
            answer=asked.understand(answer),
            purpose=asked.purpose if isinstance(asked, RollDice) else "",
            rolls=len(self.game.rolls),
            digest=self.game.digest() if number % self._every == 0 else "",
        )
        try:
            self._log.append([line, *_shown(self.game)])
        except BaseException:
            self.game = before
            raise
        self.past.append(Past(number, asked.by, asked.rule, before))
        self.last = number
        return events

    # --- undo --------------------------------------------------------------------------------------------------

    def undo_of(self, by: Seat, answers: int = 1) -> TakeBack:
        """What would be taken back if `by` took back its last answers, and who has to agree.

        Raises NotAllowed if it has not given so many.
        """
        own = [place for place, past in enumerate(self.past) if past.by == by]
        if answers < 1 or len(own) < answers:
            raise NotAllowed(
                refuse("REF undo", "Seat {seat} has given no {count} answers to take back.", seat=by, count=answers)
            )
        first = own[-answers]
        taken = self.past[first:]
        after = [past.before for past in taken[1:]] + [self.game]
        revealed = tuple(
            past.number for past, then in zip(taken, after, strict=True) if _has_revealed(past.before, then)
        )
        others = tuple(past.number for past in taken if past.by != by)
        everybody = range(len(self.game.book.seats))
        asked = [seat for seat in everybody if revealed or any(past.by == seat for past in taken)]
        numbers = tuple(past.number for past in taken)
        consent = tuple(seat for seat in asked if seat != by)
        return TakeBack(by, taken[0].number, numbers, revealed, others, consent)

    def undo(self, by: Seat, consent: Mapping[Seat, bool] | Sequence[Seat] = (), answers: int = 1) -> TakeBack:
        """Take back the last answers of `by` and all that came of them; the dice of then will show the same again.

        `consent` holds the seats that agree, or what each has said. Raises ConsentNeeded if a seat that has to agree
        has not; what was said is in the record.
        """
        undo = self.undo_of(by, answers)
        said = dict(consent) if isinstance(consent, Mapping) else dict.fromkeys(consent, True)
        lines: list[AnyLine] = [Consented(seat, undo.to, said[seat]) for seat in undo.consent if seat in said]
        missing = [seat for seat in undo.consent if not said.get(seat)]
        if missing:
            self._log.append(lines)
            raise ConsentNeeded(_not_agreed(undo, missing), undo)
        place = next(at for at, past in enumerate(self.past) if past.number == undo.to)
        game = self.past[place].before.clone()
        self._log.append([*lines, Undone(by, undo.to, game.digest())])
        self.game = game
        del self.past[place:]
        return undo

    # --- the end -----------------------------------------------------------------------------------------------

    def close(self) -> None:
        """End the session: the record names the position it ends in. It can be resumed."""
        if self._closed:
            return
        self._closed = True
        try:
            self._log.append([Closed(self.last, self.game.digest(), self.game.is_over)])
        finally:
            self._log.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _has_revealed(before: Game, after: Game) -> bool:
    """Has somebody seen something: dice, or what had been hidden from him?"""
    if before.state.rolled != after.state.rolled:
        return True
    secrets = before.book.secrets
    if secrets is None:
        return False
    seats = range(len(before.book.seats))
    return any(Counter(secrets(before, seat)) - Counter(secrets(after, seat)) for seat in seats)


def _not_agreed(undo: TakeBack, missing: list[int]) -> Refusal:
    seats = ", ".join(map(str, missing))
    if undo.revealed:
        numbers = ", ".join(map(str, undo.revealed))
        return refuse(
            "REF undo",
            "Answer {numbers} showed a roll or a hidden card: seat {seats} has to agree.",
            numbers=numbers,
            seats=seats,
        )
    numbers = ", ".join(map(str, undo.others))
    return refuse(
        "REF undo",
        "Answer {numbers} was given by another seat: seat {seats} has to agree.",
        numbers=numbers,
        seats=seats,
    )


def _shown(game: Game) -> list[Shown]:
    return [Shown(roll.rule, roll.purpose, roll.by, roll.sides, roll.dice) for roll in game.rolls]


# --- the dice of a record --------------------------------------------------------------------------------------------


def _kind(dice: Dice) -> str:
    return {Seeded: "seeded", Scripted: "scripted", ByHand: "by_hand"}[type(dice)]


def _beside(path: Path) -> Path:
    return path.with_name(path.name + ".dice")


def _put_aside(dice: Dice, path: Path) -> None:
    """Write the dice beside a record, for its owner's eyes only."""
    beside = _beside(path)
    beside.touch(mode=0o600)
    beside.write_bytes(msgspec.json.encode(dice))


def _dice_of(record: Record, path: Path, given: Dice | None) -> Dice:
    header = record.header
    if given is not None:
        dice: Dice = given
    elif header.source is not None:
        dice = header.source
    elif header.dice == "by_hand":
        dice = ByHand()
    else:
        try:
            dice = msgspec.json.decode(_beside(path).read_bytes(), type=Dice)
        except OSError:
            raise InputError(
                text(
                    "{path} does not hold its dice, and {beside} is not there: give the seed.",
                    path=str(path),
                    beside=_beside(path).name,
                )
            ) from None
        except msgspec.MsgspecError as error:
            raise Unreadable(text("{path}: {error}.", path=str(_beside(path)), error=str(error))) from None
    first = next(((line, entry) for line, entry in record.entries if isinstance(entry, Shown)), None)
    if first is not None:
        line, roll = first
        asked = RollDice(
            rule=roll.rule, by=roll.by, prompt=text(""), count=len(roll.dice), sides=roll.sides, purpose=roll.purpose
        )
        shown = dice.draw(State(), asked)
        if shown is not None and shown != roll.dice:
            raise InputError(
                text(
                    "These dice are not those of the record: line {line} shows {expected}, they show {found}.",
                    line=line,
                    expected=roll.dice,
                    found=shown,
                )
            )
    return dice
