"""Army lists and decks for a game: an army is read by `referee.lists`, a deck by the book itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee.kernel.book import Book
from referee.kernel.citation import Text, text
from referee.kernel.errors import InputError, NotAnOption, Unreadable


def read_army(book: Book, path: Path, *, accept: bool = False) -> Any:
    """The army list in a file as the book's plain JSON.

    Raises Unreadable, naming file and line, if the list cannot be read, or was not read exactly (unless `accept`).
    """
    read_list = _reader(book)
    from referee import lists

    try:
        army = lists.read(_bytes(path))
    except lists.ListRefused as error:
        raise Unreadable(_found(path, error.findings)) from None
    doubts = [finding for finding in army.findings if finding.severity is not lists.Severity.NOTE]
    if doubts and not accept:
        raise Unreadable(_found(path, doubts))
    return _named(path, read_list, army)


def read_deck(book: Book, path: Path) -> Any:
    """The deck in a file as the book's plain JSON: the book reads the text. Raises Unreadable, naming the file."""
    read_list = _reader(book)
    try:
        words = _bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(text("{path} is not UTF-8 text: {error}.", path=str(path), error=str(error))) from None
    return _named(path, read_list, words)


def _reader(book: Book) -> Any:
    if book.read_list is None:
        raise NotAnOption(text("{book} is played without lists.", book=book.name))
    return book.read_list


def _named(path: Path, read_list: Any, given: Any) -> Any:
    try:
        return read_list(given)
    except InputError as error:
        raise Unreadable(text("{path}: {error}", path=str(path), error=error.message)) from None


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
    return text("{path}: {findings}", path=str(path), findings=said)
