"""Army lists and decks for a game: read by `referee.lists` if the book plays with army lists, else by the book."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee.kernel.book import Book
from referee.kernel.citation import Text, text
from referee.kernel.errors import InputError, NotAllowed, NotAnOption, Unreadable

MOST = 8
"""So many faults of a list are named at once."""


def read_file(book: Book, path: Path, *, accept: bool = False) -> Any:
    """The army list or deck in a file as the book's plain JSON.

    Raises Unreadable, naming file and line, if it cannot be read, or (unless `accept`) was not read exactly.
    """
    if book.read_list is None:
        raise NotAnOption(text("{book} is played without lists.", book=book.name))
    given = _army(path, accept=accept) if book.army_lists else _text(path)
    try:
        return book.read_list(given)
    except NotAllowed as error:
        raise Unreadable(text("{path}: {error}", path=str(path), error=_some(error.refusals))) from None
    except InputError as error:
        raise Unreadable(text("{path}: {error}", path=str(path), error=error.message)) from None


def _army(path: Path, *, accept: bool) -> Any:
    from referee import lists

    try:
        army = lists.read(_bytes(path))
    except lists.ListRefused as error:
        raise Unreadable(_found(path, error.findings)) from None
    doubts = [finding for finding in army.findings if finding.severity is not lists.Severity.NOTE]
    if doubts and not accept:
        raise Unreadable(_found(path, doubts))
    return army


def _text(path: Path) -> str:
    try:
        return _bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(text("{path} is not UTF-8 text: {error}.", path=str(path), error=str(error))) from None


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise Unreadable(
            text("{path} cannot be read: {error}.", path=str(path), error=error.strerror or str(error))
        ) from None


def _found(path: Path, findings: Sequence[Any]) -> Text:
    """What was found in a list, each with its line."""
    said = [
        text("line {line}: {message}", line=one.line, message=one.message) if one.line else one.message
        for one in findings
    ]
    return text("{path}: {findings}", path=str(path), findings=_some(said))


def _some(found: Sequence[Any]) -> list[Any]:
    """The first of what was found, and how much more there is."""
    rest = len(found) - MOST
    return [*found[:MOST], *([text("and {count} more", count=rest)] if rest > 0 else [])]
