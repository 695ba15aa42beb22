"""One language for one book: sentences through the catalogues, rules through the book's index."""

from __future__ import annotations

from referee.kernel import Book, Index, Row, RuleId, Text
from referee.locale import LANGUAGES, Speaker, speaker
from referee.table.messages import Words


class Speech:
    """Says texts and names rules in one language."""

    def __init__(self, language: str, book: Book) -> None:
        self.language = language
        self._speaker: Speaker = speaker(language, book.name)
        self._index: Index = index_of(book)

    def say(self, what: Text | str) -> str:
        """A sentence in this language."""
        return self._speaker.say(what)

    def pick(self, words: dict[str, str]) -> str:
        """Of words by language, those of this one."""
        return self._speaker.pick(words)

    def title(self, rule: RuleId) -> str:
        """What a rule is called, or nothing if the index does not know it."""
        row = self._index.find(rule)
        return self._speaker.pick(row.title) if row else ""

    def rule(self, rule: RuleId) -> Words | None:
        """A rule's title and gist, if the index knows it."""
        row = self._index.find(rule)
        return self._words(rule, row) if row else None

    def _words(self, rule: RuleId, row: Row) -> Words:
        pick = self._speaker.pick
        return Words(rule, pick(row.title), pick(row.gist), row.source, row.status, row.reading, row.alternative)


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
