"""Records as files: written line by line, each safe on the disk before anybody sees what it caused; read with care."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

import msgspec

from referee.kernel import InputError, Unreadable, text
from referee.record.lines import FORMAT, Answered, AnyLine, Entry, Header, Shown

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]


class Log:
    """A record being written. Without a path it is kept in memory only, in `data`."""

    def __init__(self, path: Path | None, *, sync: bool = True) -> None:
        self.path = path
        self.sync = sync
        self.data = b""
        self._file: BinaryIO | None = None

    @classmethod
    def create(cls, path: Path | None, *, sync: bool = True) -> Log:
        """A new record. Raises InputError if the file is there already or cannot be made."""
        log = cls(path, sync=sync)
        if path is not None:
            try:
                log._file = path.open("xb")
            except FileExistsError:
                raise InputError(
                    text("{path} is there already. Resume it, or give another name.", path=str(path))
                ) from None
            except OSError as error:
                raise InputError(
                    text("{path} cannot be written: {error}.", path=str(path), error=error.strerror or str(error))
                ) from None
            log._lock()
        return log

    @classmethod
    def reopen(cls, path: Path, size: int, *, sync: bool = True) -> Log:
        """A record to go on with after its first `size` bytes; what stands after them is taken off."""
        log = cls(path, sync=sync)
        try:
            log._file = path.open("r+b")
        except OSError as error:
            raise InputError(
                text("{path} cannot be written: {error}.", path=str(path), error=error.strerror or str(error))
            ) from None
        log._lock()
        log._file.seek(size)
        log._file.truncate()
        return log

    def append(self, lines: Iterable[AnyLine]) -> None:
        """Write lines; on return they are safe. If they cannot be written, the record is as before, and OSError."""
        data = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
        file = self._file
        if file is None:
            self.data += data
            return
        start = file.tell()
        try:
            file.write(data)
            file.flush()
            if self.sync:
                os.fsync(file.fileno())
        except BaseException:
            with contextlib.suppress(OSError):
                file.seek(start)
                file.truncate()
            raise

    def close(self) -> None:
        """Nothing more is written."""
        if self._file is not None:
            self._file.close()

    def _lock(self) -> None:
        """Only one program may write a record at a time."""
        if fcntl is None or self._file is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise InputError(text("{path} is being written by another program.", path=str(self.path))) from None


class Record(msgspec.Struct, frozen=True):
    """A record as it was read: the header, the entries with the numbers of their lines, and what is cut at the end."""

    header: Header
    entries: tuple[tuple[int, Entry], ...]
    size: int
    """So many bytes are whole lines of answers that are complete."""
    cut: bytes = b""
    """What stands after them: the answer that was being written when the program ended."""

    @property
    def last(self) -> int:
        """The number of the last answer; 0 if there is none."""
        return max((entry.number for _, entry in self.entries if isinstance(entry, Answered)), default=0)


class _Head(msgspec.Struct):
    format: int


def read(source: Path | str | bytes, *, allow_cut: bool = False) -> Record:
    """The record in a file (or its bytes). Raises Unreadable, naming line and field.

    An answer that is cut off at the end of the file, as by a crash, is an error too unless `allow_cut`; it is then
    found in `cut`.
    """
    if not isinstance(source, bytes):
        try:
            source = Path(source).read_bytes()
        except OSError as error:
            raise Unreadable(
                text("{path} cannot be read: {error}.", path=str(source), error=error.strerror or str(error))
            ) from None
    whole = source.rpartition(b"\n")[0]
    lines = whole.split(b"\n") if whole else []
    if not lines:
        raise Unreadable(text("This is no record: it has no whole line."))
    header = _header(lines[0])
    entries: list[tuple[int, Entry]] = []
    done, due, last = len(lines[0]) + 1, header.rolls, 0
    kept, size = 0, 0 if due else done
    for number, line in enumerate(lines[1:], 2):
        entry = _entry(number, line)
        due = _still_due(number, entry, due)
        if isinstance(entry, Answered):
            last = _next_number(number, entry, last)
        entries.append((number, entry))
        done += len(line) + 1
        if due == 0:
            kept, size = len(entries), done
    if size == 0:
        raise Unreadable(text("This is no record: its set-up is not complete."))
    cut = source[size:]
    if cut and not allow_cut:
        raise Unreadable(
            text(
                "line {line}: the record is cut off here, in the answer that was being written. Resume it to go on.",
                line=source[:size].count(b"\n") + 1,
            )
        )
    return Record(header, tuple(entries[:kept]), size, cut)


def _still_due(number: int, entry: Entry, due: int) -> int:
    """How many roll lines have to follow after this one. Raises Unreadable if it is not what has to stand here."""
    if isinstance(entry, Shown):
        if due == 0:
            raise Unreadable(text("line {line}, line: a roll that belongs to no answer.", line=number))
        return due - 1
    if due:
        raise Unreadable(
            text("line {line}, line: {due} rolls of the answer before are missing here.", line=number, due=due)
        )
    return entry.rolls if isinstance(entry, Answered) else 0


def _next_number(line: int, entry: Answered, last: int) -> int:
    if entry.number != last + 1:
        raise Unreadable(
            text(
                "line {line}, number: answer {expected} has to stand here, not {given}.",
                line=line,
                expected=last + 1,
                given=entry.number,
            )
        )
    return entry.number


def _header(line: bytes) -> Header:
    try:
        head = msgspec.json.decode(line, type=_Head)
    except msgspec.MsgspecError as error:
        raise Unreadable(text("line 1: this is no record: {error}.", error=str(error))) from None
    if head.format != FORMAT:
        raise Unreadable(
            text(
                "line 1, format: the record has format {given}; this version reads format {known}.",
                given=head.format,
                known=FORMAT,
            )
        )
    try:
        return msgspec.json.decode(line, type=Header)
    except msgspec.MsgspecError as error:
        raise _unreadable(1, error) from None


def _entry(number: int, line: bytes) -> Entry:
    try:
        return msgspec.json.decode(line, type=Entry)
    except msgspec.MsgspecError as error:
        raise _unreadable(number, error) from None


def _unreadable(line: int, error: msgspec.MsgspecError) -> Unreadable:
    """msgspec says `Expected int, got str - at $.by`: line and field first, then the rest."""
    reason, _, place = str(error).partition(" - at `$")
    field = place.strip("`").lstrip(".")
    if field:
        return Unreadable(text("line {line}, {field}: {error}.", line=line, field=field, error=reason))
    return Unreadable(text("line {line}: {error}.", line=line, error=reason))
