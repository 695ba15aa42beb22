"""The books that can be played here: those of the package, and those the server was told of."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Sequence

from referee import books
from referee.kernel import Book, NotAnOption, RefereeError, text

LOG = logging.getLogger(__name__)


class Shelf:
    """All books by name, each loaded when it is first asked for."""

    def __init__(self, extra: Sequence[str] = ()) -> None:
        self._books: dict[str, Book | None] = {}
        self._extra = {module.rpartition(".")[2]: module for module in extra}

    def names(self) -> tuple[str, ...]:
        """The names of the books that are here. One that cannot be loaded is left out; the server's log says so."""
        return tuple(name for name in (*books.names(), *self._extra) if self._find(name) is not None)

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
            if name not in self._extra and name not in books.names():
                return None
            try:
                module = self._extra.get(name)
                self._books[name] = importlib.import_module(module).BOOK if module else books.load(name)
            except (ImportError, AttributeError, RefereeError, TypeError, ValueError):
                LOG.exception("The book %s cannot be loaded.", name)
                self._books[name] = None
        return self._books[name]
