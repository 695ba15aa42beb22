"""The commands about records: `why`, `replay`, `show`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console

from referee.books import find_book
from referee.kernel.book import Book
from referee.kernel.citation import Refusal, text
from referee.kernel.errors import InputError, NotAllowed, NotAnOption
from referee.kernel.game import Game
from referee.locale import Speaker
from referee.record import Answered, Difference, Moment, Replay, Resumed, Undone, read
from referee.terminal.annotated import Annotator
from referee.terminal.screen import Screen, print_json
from referee.terminal.typed import read_answer

Speak = Callable[[str], Speaker]


def own_book(name: str) -> Book | None:
    """The book given beside a record, if one was."""
    return find_book(name) if name else None


def game_of(record: Path, at: int | None, own: str) -> Game:
    """The game of a record, also of one that was cut off, as it was when answer `at` was asked for."""
    return Replay(read(record, allow_cut=True), book=own_book(own)).run(at)


def explain(
    record: Path, words: str, at: int | None, own: str, speak: Speak, out: Console, *, json: bool = False
) -> int:
    """Print whether this may be answered there, and every reason if not; 0 if it may, 1 if not."""
    game = game_of(record, at, own)
    decision = game.decision
    if decision is None:
        raise NotAnOption("The game is over.")
    screen = Screen(game.book, speak(game.book.name), out, read(record, allow_cut=True).header.seats)
    say = screen.speaker.say
    refusals: tuple[Refusal, ...] = ()
    stray = ""
    try:
        refusals = game.why(_answer(game, words, screen.speaker))
    except NotAllowed as error:
        refusals = error.refusals
    except NotAnOption as error:
        known = game.book.explain(game, words) if game.book.explain else None
        stray = say(error) if known is None else ""
    reasons = [
        {"rule": one.rule, "reason": say(one.reason), "instead": say(one.instead) if one.instead else None}
        for one in refusals
    ]
    if stray:
        reasons.append({"rule": decision.rule, "reason": stray, "instead": None})
    if json:
        print_json({"legal": not reasons, "rule": decision.rule, "prompt": say(decision.prompt), "reasons": reasons})
        return 1 if reasons else 0
    screen.question(decision)
    screen.say(f"> {words}", "bold")
    if refusals:
        screen.refusals(refusals)
    elif stray:
        screen.say(f"  ✗ {stray}", "red")
    else:
        screen.note("✓ This may be answered.", indent=2, style="green")
    return 1 if reasons else 0


def _answer(game: Game, words: str, speaker: Speaker) -> Any:
    """The answer meant; the words themselves, if they mean none and the book can say more about them."""
    try:
        return read_answer(game, words, speaker)
    except InputError:
        if game.book.explain is None:
            raise
        return words


def replay_record(
    record: Path, own: str, speak: Speak, out: Console, *, verify: bool = False, json: bool = False
) -> int:
    """Play a record again; print it, or only whether it gives the same game. 0 if it does, 1 at a difference."""
    kept = read(record)
    run = Replay(kept, book=own_book(own), verify=True)
    book = run.game.book
    screen = Screen(book, speak(book.name), out, kept.header.seats)
    annotator = Annotator(screen, quiet=verify)
    if not json and not verify:
        screen.heading()
        annotator.table(run.game)
        screen.events(run.opening)
    try:
        for moment in run:
            if json and not verify:
                print_json(_plain(moment, screen))
            elif not json:
                _print(moment, annotator)
    except Difference as error:
        if json:
            print_json({"type": "difference", "line": error.line, "number": error.number, "rule": error.rule,
                        "expected": error.expected, "found": error.found})  # fmt: skip
        else:
            screen.error(error)
            screen.note("In: {where}", where=" > ".join(map(str, error.game.where())))
        return 1
    game = run.game
    if json:
        print_json({"type": "end", "verified": True, "answers": kept.last, "digests": run.digests,
                    "over": game.is_over, "digest": game.digest()})  # fmt: skip
        return 0
    if not verify:
        annotator.table(game)
        if game.is_over:
            screen.result(game)
    screen.note(
        "Verified: the same game after each of {answers} answers; positions compared: {digests}, the last is {digest}.",
        style="green",
        answers=kept.last,
        digests=run.digests,
        digest=game.digest(),
    )
    return 0


def show_table(
    record: Path,
    at: int | None,
    svg: Path | None,
    seat: int | None,
    own: str,
    speak: Speak,
    out: Console,
    *,
    json: bool = False,
) -> int:
    """Show the table of a record there: in the terminal, as a picture, or as JSON."""
    game = game_of(record, at, own)
    book = game.book
    if seat is not None and not 1 <= seat <= len(book.seats):
        raise NotAnOption(text("There is no seat {given}; there are 1 to {count}.", given=seat, count=len(book.seats)))
    viewer = None if seat is None else seat - 1
    screen = Screen(book, speak(book.name), out)
    if svg is not None:
        try:
            svg.write_text(book.draw(game, viewer), encoding="utf-8")
        except OSError as error:
            raise InputError(
                text("{path} cannot be written: {error}.", path=str(svg), error=error.strerror or str(error))
            ) from None
    if json:
        asked = game.decision
        print_json({"view": book.view(game, viewer), "where": [*map(str, game.where())], "rule": asked and asked.rule,
                    "by": asked and asked.by, "svg": str(svg) if svg else None})  # fmt: skip
    elif svg is not None:
        screen.note("The picture is {path}.", path=str(svg))
    else:
        screen.table(screen.sketch(game, viewer))
        if game.decision is not None and (viewer is None or viewer == game.decision.by):
            screen.question(game.decision)
    return 0


def _print(moment: Moment, annotator: Annotator) -> None:
    entry = moment.entry
    if isinstance(entry, Answered) and moment.decision is not None:
        annotator.answered(moment.decision, entry.answer, moment.events, entry.number)
        annotator.heading(moment.game)
    elif isinstance(entry, Undone) and not annotator.quiet:
        annotator.screen.note("Answers from {number} on are taken back.", style="yellow", number=entry.to)
    elif isinstance(entry, Resumed) and not annotator.quiet:
        annotator.screen.note("The game is taken up again.", style="dim")


def _plain(moment: Moment, screen: Screen) -> dict[str, Any]:
    events = [{"rule": event.rule, "words": screen.speaker.say(event), "data": event.data} for event in moment.events]
    entry: dict[str, Any] = msgspec.to_builtins(moment.entry)
    return {"type": entry.pop("line"), **entry, "events": events}
