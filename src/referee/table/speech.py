"""One language for one book: sentences through the catalogues, rules through the book's index."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from referee.kernel import Book, Index, Row, RuleId, Text
from referee.locale import LANGUAGES, Speaker, speaker
from referee.table.messages import Words

T = TypeVar("T")
R = TypeVar("R")
KEPT = 10_000
"""So many things that were said are kept at most."""


class Speech:
    """Says texts and names rules in one language."""

    def __init__(self, language: str, book: Book) -> None:
        self.language = language
        self._speaker: Speaker = speaker(language, book.name)
        self._index: Index = index_of(book)
        self._titles: dict[RuleId, str] = {}
        self._plain: dict[str, str] = {}
        """Sentences without values that have been said."""
        self._pieces: dict[tuple[str, bytes], msgspec.Raw] = {}
        """Pieces of views that have been said."""
        self._lasting: dict[int, tuple[Any, Any]] = {}
        """What has been worked out of the very same thing before."""

    def say(self, what: Text | str) -> str:
        """A sentence in this language."""
        if isinstance(what, Text):
            if what.params or what.plural:
                return self._speaker.say(what)
            what = what.msgid
        known = self._plain.get(what)
        if known is None:
            _make_room(self._plain)
            known = self._plain[what] = self._speaker.say(what)
        return known

    def say_again(self, what: Text) -> str:
        """A sentence in this language, for texts of which the very same comes again, such as those printed on cards."""
        return self.once(what, self.say)

    def once(self, thing: T, make: Callable[[T], R]) -> R:
        """What is made of a thing in this language; not made again for the very same thing."""
        known = self._lasting.get(id(thing))
        if known is None or known[0] is not thing:
            _make_room(self._lasting)
            known = self._lasting[id(thing)] = (thing, make(thing))
        made: R = known[1]
        return made

    def piece(self, key: str, data: bytes, say: Callable[[], bytes]) -> msgspec.Raw:
        """A piece of a view that stands under a key, as JSON in this language; `data` is its JSON before.

        Seats see mostly the same, and much comes again: what has been said is kept.
        """
        known = self._pieces.get((key, data))
        if known is None:
            _make_room(self._pieces)
            known = self._pieces[key, data] = msgspec.Raw(say())
        return known

    def pick(self, words: dict[str, str]) -> str:
        """Of words by language, those of this one."""
        return self._speaker.pick(words)

    def title(self, rule: RuleId) -> str:
        """What a rule is called, or nothing if the index does not know it."""
        known = self._titles.get(rule)
        if known is None:
            row = self._index.find(rule)
            known = self._titles[rule] = self._speaker.pick(row.title) if row else ""
        return known

    def rule(self, rule: RuleId) -> Words | None:
        """A rule's title and gist, if the index knows it."""
        row = self._index.find(rule)
        return self._words(rule, row) if row else None

    def _words(self, rule: RuleId, row: Row) -> Words:
        pick = self._speaker.pick
        return Words(rule, pick(row.title), pick(row.gist), row.source, row.status, row.reading, row.alternative)


def _make_room(kept: dict[Any, Any]) -> None:
    if len(kept) >= KEPT:
        kept.clear()


_INDEXES: dict[str, Index] = {}
_SPEECHES: dict[tuple[str, str], Speech] = {}


def index_of(book: Book) -> Index:
    """The book's index, read once."""
    if book.name not in _INDEXES:
        _INDEXES[book.name] = book.index()
    return _INDEXES[book.name]


def speech(language: str, book: Book) -> Speech:
    """The language for the book; English if there is no such language."""
    key = (language if language in LANGUAGES else "en", book.name)
    if key not in _SPEECHES:
        _SPEECHES[key] = Speech(key[0], book)
    return _SPEECHES[key]
