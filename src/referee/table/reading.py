"""Lists and decks as players paste or upload them, for a book."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee import lists
from referee.kernel import Book, InputError, text
from referee.lists import ArmyList, ListRefused
from referee.table.messages import ListRead
from referee.table.speech import Speech


def lists_for(book: Book, pasted: Sequence[str | None]) -> tuple[Any, ...]:
    """The seats' lists in the book's own form; the book's sample where a seat gave none. Raises InputError."""
    samples = book.samples() if book.samples else ()
    found: list[Any] = []
    for seat in range(len(book.seats)):
        given = pasted[seat] if seat < len(pasted) else None
        if given and given.strip():
            try:
                found.append(_own_form(book, _read(book, given)))
            except InputError as error:
                raise InputError(
                    text("The list of {seat}: {problem}", seat=book.seats[seat], problem=error.message)
                ) from error
        elif seat < len(samples):
            found.append(samples[seat])
        else:
            raise InputError(text("{seat} needs a list: {book} has no sample.", seat=book.seats[seat], book=book.name))
    return tuple(found)


def look_at(book: Book, pasted: str, speech: Speech) -> ListRead:
    """What a list holds, before a game is made with it. Raises InputError if it cannot be read."""
    read = _read(book, pasted)
    if not isinstance(read, ArmyList):
        return ListRead(_title(_own_form(book, read)), ())
    units = tuple(f"{unit.name} ({unit.model_count})" if unit.model_count > 1 else unit.name for unit in read.units)
    faults = tuple(speech.say(found.message) for found in read.findings)
    title = read.name or (read.faction.name if read.faction else "")
    if not faults:
        _own_form(book, read)
    return ListRead(title, units, faults)


def _title(form: Any) -> str:
    name = form.get("name") if isinstance(form, dict) else None
    return str(name) if isinstance(name, str) else ""


def _read(book: Book, pasted: str) -> Any:
    """What the book's own reader takes: an army list, or the text of a deck."""
    if book.read_list is None:
        raise InputError(text("{book} takes no lists here; its samples are played.", book=book.name))
    if not book.army_lists:
        return pasted
    try:
        # Bytes, never a string: a string that names a file of the server would be taken for a path.
        return lists.read(pasted.encode())
    except ListRefused as error:
        raise InputError(error.findings[0].message) from None


def _own_form(book: Book, read: Any) -> Any:
    assert book.read_list is not None
    return book.read_list(read)
