"""The books that can be played here: those of the package, and those the server was told of."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from referee import books
from referee.kernel import Book, NotAnOption, RefereeError, text

LOG = logging.getLogger(__name__)


class Shelf:
    """All books by name, each loaded when it is first asked for; one's own at once. Raises NotAnOption for these."""

    def __init__(self, own: Sequence[str] = ()) -> None:
        found = [own_book(name) for name in own]
        self._books: dict[str, Book | None] = {book.name: book for book in found}
        self._own = tuple(book.name for book in found if book.name not in books.names())

    def names(self) -> tuple[str, ...]:
        """The names of the books that are here. One that cannot be loaded is left out; the server's log says so."""
        return tuple(name for name in (*books.names(), *self._own) if self._find(name) is not None)

    def load(self, name: str) -> Book:
        """The book of that name. Raises NotAnOption, naming the books there are."""
        book = self._find(name)
        if book is None:
            raise NotAnOption(
                text("There is no book {name}. There is: {known}.", name=name, known=", ".join(self.names()) or "-")
            )
        return book

    def _find(self, name: str) -> Book | None:
        if name not in self._books:
            if name not in books.names():
                return None
            try:
                self._books[name] = books.load(name)
            except (ImportError, AttributeError, RefereeError, TypeError, ValueError):
                LOG.exception("The book %s cannot be loaded.", name)
                self._books[name] = None
        return self._books[name]


def own_book(name: str) -> Book:
    """A book of one's own: MODULE:NAME, or MODULE for its BOOK. Raises NotAnOption, saying what is wrong with it."""
    try:
        return books.find_book(name if ":" in name else f"{name}:BOOK")
    except NotAnOption:
        raise
    except Exception as error:  # whatever a module of the user's does when it is read
        raise NotAnOption(
            text("{name} cannot be read: {error}.", name=name, error=f"{type(error).__name__}: {error}")
        ) from error
