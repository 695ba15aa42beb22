"""The player's language: English sentences of the code said in Hungarian or Russian.

    say = speaker("hu").say
    say(refusal)

The English sentence is the key. Translations stand in `locale/<language>/<domain>.po`, one domain a package. What has
no translation is said in English.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from referee.kernel.citation import Refusal, Text, fill
from referee.kernel.errors import NotAllowed, RefereeError
from referee.kernel.event import Event
from referee.locale.catalogue import DOMAINS, FOLDER, Catalogue, read

__all__ = ["DOMAINS", "FOLDER", "LANGUAGES", "Speaker", "preferred", "speaker"]

LANGUAGES = {"en": "English", "hu": "magyar", "ru": "русский"}
"""The languages there are, each by its own name."""

Sayable = Text | Refusal | Event | RefereeError | str


class Speaker:
    """Says texts in one language. `book` names the domain asked first where two books share a sentence."""

    def __init__(self, lang: str = "en", book: str = "") -> None:
        self.lang = lang
        self._words: Catalogue = read(lang, book) if lang != "en" else Catalogue()
        self._form: Callable[[int], int] = _plural_form(self._words.plural)

    def say(self, what: Sayable) -> str:
        """`what` in words. A refusal starts with its rule id; an event is its text alone."""
        match what:
            case str():
                return self._words.messages.get(what, (what,))[0]
            case Text():
                return self._text(what)
            case Refusal():
                tail = f" {self._text(what.instead)}" if what.instead else ""
                return f"{what.rule}: {self._text(what.reason)}{tail}"
            case Event():
                return self._text(what.text)
            case NotAllowed():
                return self.say(what.refusal)
        return self._text(what.message)

    def pick(self, words: Mapping[str, Any]) -> str:
        """From words by language, such as the title of a rule, those of this language; else the English ones."""
        return str(self._value(words.get(self.lang) or words.get("en") or next(iter(words.values()), "")))

    def _text(self, what: Text) -> str:
        params = {name: self._value(value) for name, value in what.params.items()} if what.params else {}
        forms = self._words.messages.get(what.msgid)
        if forms is None:
            return fill(what.plural if what.plural and what.count != 1 else what.msgid, params)
        return fill(forms[self._form(what.count)] if what.plural and len(forms) > 1 else forms[0], params)

    def _value(self, value: Any) -> Any:
        """A value for a place in a sentence: texts in it are translated, also those a record has made plain JSON."""
        if value.__class__ is str or value.__class__ is int:
            return value
        match value:
            case Text():
                return self._text(value)
            case Refusal() | Event():
                return self.say(value)
            case {"msgid": str()}:
                return self._text(msgspec.convert(value, Text))
            case {"en": _}:
                return self.pick(value)
            case list() | tuple():
                return ", ".join(str(self._value(one)) for one in value)
        return value


@cache
def speaker(lang: str = "en", book: str = "") -> Speaker:
    """The speaker of a language; of English, if the language is none of ours."""
    return Speaker(lang if lang in LANGUAGES else "en", book)


def preferred(environment: Mapping[str, str]) -> str:
    """The language the environment asks for (LANGUAGE, LC_ALL, LC_MESSAGES, LANG), or English.

    >>> preferred({"LANG": "hu_HU.UTF-8"})
    'hu'
    """
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wish in environment.get(name, "").split(":"):
            if wish[:2].lower() in LANGUAGES and not wish[2:3].isalpha():
                return wish[:2].lower()
            if wish and name != "LANGUAGE":
                return "en"
    return "en"


def _plural_form(expression: str) -> Callable[[int], int]:
    form: Callable[[int], int] = gettext.c2py(expression)
    return form
