"""Finding books: those that are installed by name, and one's own as MODULE:NAME."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from referee import books
from referee.kernel.book import Book
from referee.kernel.citation import text
from referee.kernel.errors import NotAnOption


def find_book(name: str) -> Book:
    """The book of that name, or the object NAME of a module for `MODULE:NAME`. Raises NotAnOption."""
    if ":" not in name:
        return books.load(name)
    module, _, attribute = name.partition(":")
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        found = getattr(importlib.import_module(module), attribute or "BOOK", None)
    except ModuleNotFoundError as error:
        raise NotAnOption(
            text("There is no module {module} to take a book from: {error}.", module=module, error=str(error))
        ) from None
    if not isinstance(found, Book):
        raise NotAnOption(text("{name} is not a book.", name=name))
    return found
