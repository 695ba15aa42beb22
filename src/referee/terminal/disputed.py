"""`referee report`: what a maintainer needs to see a disputed ruling. Names and the seed stay at home."""

from __future__ import annotations

import platform
import zipfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console

import referee
from referee.kernel.book import Book
from referee.kernel.citation import text
from referee.kernel.dice import ByHand
from referee.kernel.errors import InputError
from referee.kernel.game import Game
from referee.record import Answered, Closed, Difference, Entry, Header, Record, Replay, Resumed, Undone, read
from referee.terminal.record_commands import Speak, own_book
from referee.terminal.screen import Screen

LIBRARIES = ("msgspec", "numpy", "shapely", "wh40kdc", "lark", "rich", "typer", "babel")


def pack_report(source: Path, at: int | None, target: Path, own: str, speak: Speak, out: Console) -> int:
    """Write the report on the game as it was when answer `at` was asked for (or at its end)."""
    kept = read(source, allow_cut=True)
    run = Replay(kept, book=own_book(own))
    book = run.game.book
    game, stopped = _run(run, at)
    number = at if at is not None else kept.last + 1
    lines = list(_without_names(_cut(kept, number), book, stopped))
    files = {
        "README.txt": _readme(number),
        "record.jsonl": b"".join(msgspec.json.encode(line) + b"\n" for line in lines).decode(),
        "position.json": game.clone(ByHand()).save().decode(),
        "question.json": msgspec.json.encode(game.decision).decode(),
        "where.txt": "".join(f"{place}\n" for place in game.where()),
        "table.txt": book.sketch(game, None, 120) + "\n",
        "table.svg": book.draw(game, None),
        "versions.json": msgspec.json.format(msgspec.json.encode(_versions(kept.header))).decode(),
        **({"difference.txt": f"{stopped}\n"} if stopped else {}),
    }
    try:
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, words in files.items():
                packed.writestr(zipfile.ZipInfo(name), words, zipfile.ZIP_DEFLATED)
    except OSError as error:
        raise InputError(
            text("{path} cannot be written: {error}.", path=str(target), error=error.strerror or str(error))
        ) from None
    screen = Screen(book, speak(book.name), out)
    screen.note(
        "{path} holds the game up to answer {number}: {files}.", path=str(target), number=number, files=", ".join(files)
    )
    screen.note("Players' names and the seed are not in it; the rolls up to there are.", style="dim")
    return 0


def _run(run: Replay, at: int | None) -> tuple[Game, Difference | None]:
    """The game there; or where the record and this version part, which is worth a report as well."""
    try:
        return run.run(at), None
    except Difference as error:
        return error.game, error


def _cut(record: Record, number: int) -> Record:
    """The record before answer `number`."""
    entries: list[tuple[int, Entry]] = []
    for line, entry in record.entries:
        if isinstance(entry, Answered) and entry.number >= number:
            break
        entries.append((line, entry))
    return Record(record.header, tuple(entries), record.size)


def _without_names(record: Record, book: Book, stopped: Difference | None) -> Iterator[Header | Entry]:
    """The record's lines with the seats' own names, no seed, and the digests of the game without names."""
    own = [(name, seat) for name, seat in zip(record.header.seats, book.seats, strict=False) if name != seat]
    header = msgspec.structs.replace(
        record.header, seats=book.seats, source=None, lists=tuple(_nameless(one, own) for one in record.header.lists)
    )
    yield header
    lines: dict[int, Entry] = dict(record.entries)
    if stopped is None:
        for moment in Replay(Record(header, record.entries, record.size), book=book):
            lines[moment.line] = _renamed(moment.entry, moment.game)
    for entry in lines.values():
        yield msgspec.structs.replace(entry, cut="") if isinstance(entry, Resumed) else entry


def _renamed(entry: Entry, game: Game) -> Entry:
    if isinstance(entry, Answered | Undone | Closed) and entry.digest:
        return msgspec.structs.replace(entry, digest=game.digest())
    return entry


def _nameless(value: Any, names: list[tuple[str, str]], depth: int = 0) -> Any:
    """A list without the names of players, and without the name its owner gave it."""
    if isinstance(value, dict):
        return {
            key: "list" if depth == 0 and key == "name" else _nameless(one, names, depth + 1)
            for key, one in value.items()
        }
    if isinstance(value, list | tuple):
        return [_nameless(one, names, depth + 1) for one in value]
    if isinstance(value, str):
        for name, seat in names:
            value = value.replace(name, seat)
    return value


def _versions(header: Header) -> dict[str, Any]:
    found = {}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "-"
    return {
        "referee": referee.__version__,
        "record written by": header.referee,
        "book": header.book,
        "edition": header.edition,
        "options": header.options,
        "python": platform.python_version(),
        "system": platform.system(),
        "libraries": found,
    }


def _readme(number: int) -> str:
    return f"""A report of the referee on the question of answer {number}.

record.jsonl   the game up to there: referee replay record.jsonl --verify
position.json  the position, as Game.load reads it
question.json  what is asked
where.txt      the procedures under way, from the outermost to the one that asks
table.svg      the table as everybody may see it (also table.txt)
versions.json  of the referee, the book, Python and the libraries
"""
