"""The books: one rulebook as code each. A book is reached through its `BOOK`, by name; one's own as MODULE:NAME."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
import sys
from functools import cache
from pathlib import Path

from referee.kernel import Book, NotAnOption, text


@cache
def names() -> tuple[str, ...]:
    """The names of the books that are here."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


@cache
def load(name: str) -> Book:
    """The book of that name. Raises NotAnOption, naming the books there are."""
    if name not in names():
        near = difflib.get_close_matches(name, names(), 3) or names()
        raise NotAnOption(text("There is no book {name}. There is: {known}.", name=name, known=", ".join(near)))
    book: Book = importlib.import_module(f"{__name__}.{name}").BOOK
    return book


def find_book(name: str) -> Book:
    """The book of that name, or the object NAME of a module for `MODULE:NAME`. Raises NotAnOption."""
    if ":" not in name:
        return load(name)
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
