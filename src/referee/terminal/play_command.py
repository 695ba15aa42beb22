"""`referee play`: from what was asked for on the command line to a game that is played."""

from __future__ import annotations

import os
import secrets
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from rich.console import Console

from referee.books import find_book
from referee.kernel.book import Book
from referee.kernel.citation import text
from referee.kernel.decision import Decision
from referee.kernel.dice import ByHand, Seeded
from referee.kernel.errors import InputError, NotAnOption, Unreadable
from referee.kernel.event import Event
from referee.locale import Speaker
from referee.players import Player, play
from referee.record import Session, read
from referee.terminal.annotated import Annotator
from referee.terminal.screen import Screen
from referee.terminal.seats import Chair, read_seats
from referee.terminal.sitting import Leave, Sitting


class Wishes(msgspec.Struct, frozen=True):
    """What was asked for."""

    book: str = ""
    lists: tuple[Path, ...] = ()
    accept: bool = False
    """Play also with armies that were read with warnings."""
    options: tuple[str, ...] = ()
    seats: str = "human,bot"
    seed: str = ""
    dice: str = "seeded"
    record: Path | None = None
    resume: Path | None = None
    quiet: bool = False
    json: bool = False


def play_game(wishes: Wishes, speak: Callable[[str], Speaker], out: Console) -> int:
    """Begin or resume the game and play it; the exit code."""
    if wishes.dice not in ("seeded", "hand"):
        raise NotAnOption(
            text("Dice cannot be {given}. They can be: {known}.", given=wishes.dice, known="seeded, hand")
        )
    if wishes.resume is None and not wishes.book:
        raise NotAnOption(text("Which book? `referee books` lists them; such as: referee play wh40k"))
    book = _book_of(wishes)
    seed = wishes.seed or secrets.token_hex(4)
    random = Random(f"players|{seed}")
    chairs = read_seats(wishes.seats, book, random)
    people = any(chair.is_person for chair in chairs)
    if wishes.dice == "hand" and not people:
        raise NotAnOption(text("Dice typed in by hand need a person at the table: --seats human,bot"))
    speaker = speak(book.name)
    session, path = _session(wishes, book, chairs, seed)
    with session:
        screen = Screen(book, speaker, out, _names(session, path, chairs))
        if wishes.json:
            from referee.terminal.program import play_with_program

            return play_with_program(session, chairs, screen, path)
        if not people:
            return _unattended(session, chairs, screen, path, quiet=wishes.quiet)
        return _attended(session, chairs, screen, random, path, _go_on(wishes, path))


def _book_of(wishes: Wishes) -> Book:
    if wishes.book:
        return find_book(wishes.book)
    assert wishes.resume is not None
    name = read(wishes.resume, allow_cut=True).header.book
    try:
        return find_book(name)
    except InputError as error:
        raise Unreadable(text("{path}: {error}", path=str(wishes.resume), error=error.message)) from None


def _session(wishes: Wishes, book: Book, chairs: tuple[Chair, ...], seed: str) -> tuple[Session, Path | None]:
    if wishes.resume is not None:
        if wishes.options or wishes.lists or wishes.record:
            raise NotAnOption(text("A game that is resumed has its options, lists and record already."))
        given = Seeded(wishes.seed) if wishes.seed else None
        by_hand = ByHand() if wishes.dice == "hand" else None
        return Session.resume(wishes.resume, dice=given, new_dice=by_hand, book=book), wishes.resume
    options = _options(wishes.options)
    lists = _lists(wishes, book)
    if lists and len(lists) != len(book.seats):
        raise NotAnOption(
            text(
                "{count} lists are needed, one for each seat; {given} were given.",
                count=len(book.seats),
                given=len(lists),
            )
        )
    path = wishes.record
    if path is None and any(chair.is_person for chair in chairs):
        path = _free_path(book.name, seed)
    dice = ByHand() if wishes.dice == "hand" else Seeded(seed)
    return Session.begin(book, options, lists, [chair.name for chair in chairs], dice, path), path


def _lists(wishes: Wishes, book: Book) -> tuple[Any, ...]:
    if not wishes.lists:
        return ()
    from referee.terminal.reading_lists import read_file

    return tuple(read_file(book, path, accept=wishes.accept) for path in wishes.lists)


def _options(words: tuple[str, ...]) -> dict[str, str]:
    options: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise NotAnOption(text("An option is NAME=VALUE, not {given}.", given=word))
        options[name.strip()] = value.strip()
    return options


def _free_path(book: str, seed: str) -> Path | None:
    """A new file for a record among the player's own data; nothing if there is no place for it."""
    folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "referee" / "records"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    name = "".join(letter if letter.isalnum() else "-" for letter in f"{book}-{seed}")
    for number in range(1, 10_000):
        path = folder / (f"{name}.jsonl" if number == 1 else f"{name}-{number}.jsonl")
        if not path.exists():
            return path
    return None


def _names(session: Session, path: Path | None, chairs: tuple[Chair, ...]) -> tuple[str, ...]:
    """The names of the seats: those of the record, with who plays them now."""
    given = tuple(chair.name for chair in chairs)
    if path is None:
        return given
    header = read(path, allow_cut=True).header
    own = session.game.book.seats
    return tuple(then if now == seat else now for then, now, seat in zip(header.seats, given, own, strict=False))


def _go_on(wishes: Wishes, path: Path | None) -> str:
    words = ["referee", "play", *([wishes.book] if ":" in wishes.book else []), "--resume", str(path)]
    words += ["--seats", wishes.seats] if wishes.seats != "human,bot" else []
    return shlex.join(words)


def _unattended(session: Session, chairs: tuple[Chair, ...], screen: Screen, path: Path | None, *, quiet: bool) -> int:
    players = [chair.player for chair in chairs if chair.player is not None]
    busy = Console(stderr=True)
    with busy.status("", spinner="dots") as status:
        annotator = Annotator(screen, quiet=quiet, status=status if busy.is_terminal else None)
        if not quiet:
            _banner(screen, path)
            annotator.table(session.game)
            screen.events(session.opening)
        if not busy.is_terminal or (screen.out.is_terminal and not quiet):
            status.stop()
        _play(session, players, annotator)
    annotator.end(session.game)
    if path is not None:
        screen.note("The record is {path}.", path=str(path))
    return 0


def _play(session: Session, players: list[Player], annotator: Annotator) -> None:
    def watch(decision: Decision, answer: Any, events: tuple[Event, ...]) -> None:
        annotator.answered(decision, answer, events)
        annotator.heading(session.game)

    play(session, players, watch=watch, on_refusal=annotator.met)


def _attended(
    session: Session, chairs: tuple[Chair, ...], screen: Screen, random: Random, path: Path | None, go_on: str
) -> int:
    _banner(screen, path)
    screen.note('"?" explains what is asked, "help" lists what can be typed.', style="dim")
    if session.cut:
        screen.note("The answer that was being given when the program ended is lost; everything before it is here.")
    sitting = Sitting(session, chairs, screen, read_line, random, path=path, go_on=go_on)
    code = 0
    try:
        sitting.play()
        return 0
    except (Leave, EOFError):
        pass
    except KeyboardInterrupt:
        code = 130
    screen.say("")
    if path is not None:
        screen.note("The record is {path}. Go on with: {command}", path=str(path), command=go_on)
    return code


def _banner(screen: Screen, path: Path | None) -> None:
    screen.heading()
    screen.say(" - ".join(screen.names))
    if path is not None:
        screen.note("The record is {path}.", style="dim", path=str(path))


def read_line(prompt: str) -> str:
    """The next line typed. Raises EOFError when there is no more."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        import readline  # noqa: F401  # gives input() a history and keys for editing

        return input(prompt)
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    sys.stdout.write(line if line.endswith("\n") else line + "\n")
    return line.rstrip("\n")
