"""Words for players: texts that can be translated, refusals that cite a rule.

A `Text` is an English sentence with named places in braces and the values for them. It is what the catalogues
translate, so the sentence itself is the key. A `Refusal` says which rule forbids an answer, why, and what would do.
"""

from __future__ import annotations

from typing import Any

import msgspec

RuleId = str
"""Book prefix and number, with our own subdivision after a slash: `40K 09.07/b`."""


class Text(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A sentence for players: English source, named values, and a plural form where the sentence counts something."""

    msgid: str
    params: dict[str, Any] = {}
    plural: str = ""
    count: int = 0

    def __str__(self) -> str:
        template = self.plural if self.plural and self.count != 1 else self.msgid
        return fill(template, self.params)


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Why an answer is not legal: the rule that forbids it, the reason, and what would be legal instead."""

    rule: RuleId
    reason: Text
    instead: Text | None = None

    def __str__(self) -> str:
        tail = f" {self.instead}" if self.instead else ""
        return f"{self.rule}: {self.reason}{tail}"


def text(msgid: str, /, **params: Any) -> Text:
    """A translatable sentence: `text("{unit} is engaged.", unit="Boyz")`.

    >>> str(text("{unit} is engaged.", unit="Boyz"))
    'Boyz is engaged.'
    """
    for name, value in params.items():
        if value.__class__ is list:  # a text may lie in a frame: lists are made tuples, as they come back from a save
            params[name] = tuple(value)
    return Text(msgid, params)


def count_text(one: str, many: str, count: int, /, **params: Any) -> Text:
    """A translatable sentence that counts: the singular, the plural, and the number (as `{count}`).

    >>> str(count_text("{count} model", "{count} models", 3))
    '3 models'
    """
    return Text(one, {"count": count, **text(one, **params).params}, many, count)


def phrase(words: str) -> str:
    """Mark words for the catalogues that become the value of a place in a sentence, such as the purpose of a roll."""
    return words


def refuse(rule: RuleId, msgid: str, /, instead: Text | None = None, **params: Any) -> Refusal:
    """A refusal under `rule`; `msgid` and `params` are those of `text`."""
    return Refusal(rule, Text(msgid, params), instead)


def fill(template: str, params: dict[str, Any]) -> str:
    """`template` with its named places filled; floats are shown with at most two decimals."""
    return template.format(**{name: _shown(value) for name, value in params.items()}) if params else template


def _shown(value: Any) -> Any:
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    if isinstance(value, dict) and "en" in value:  # words by language, such as the name of a card
        return value["en"]
    if isinstance(value, list | tuple):
        return ", ".join(str(_shown(one)) for one in value)
    return value
