"""The books: one rulebook as code each. A book is reached through its `BOOK`, by name."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from functools import cache

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
