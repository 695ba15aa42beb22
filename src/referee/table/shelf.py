"""The books that can be played here: those of the package, and those the server was told of."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Sequence

from referee import books
from referee.kernel import Book, NotAnOption, RefereeError, text

LOG = logging.getLogger(__name__)


class Shelf:
    """All books by name, each loaded once. A book that cannot be loaded is left out, and the server's log says so."""

    def __init__(self, extra: Sequence[str] = ()) -> None:
        self._books: dict[str, Book] = {}
        for name in books.names():
            try:
                self._books[name] = books.load(name)
            except (ImportError, AttributeError, RefereeError, TypeError, ValueError):
                LOG.exception("The book %s cannot be loaded.", name)
        for module in extra:
            book: Book = importlib.import_module(module).BOOK
            self._books[book.name] = book

    def names(self) -> tuple[str, ...]:
        """The names of the books that are here."""
        return tuple(self._books)

    def load(self, name: str) -> Book:
        """The book of that name. Raises NotAnOption, naming the books there are."""
        book = self._books.get(name)
        if book is None:
            raise NotAnOption(
                text("There is no book {name}. There is: {known}.", name=name, known=", ".join(self._books) or "-")
            )
        return book
