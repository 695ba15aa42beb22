"""What the grammars of printed ability text share: reading with errors that say where, and the report on a card file.

A book's grammar stands in `<name>.lark` beside this module and its records in `<name>.py`. A line is read whole or not
at all: what is not understood is a `NotParsed` with the position and what was expected there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from referee.kernel import Text, Unreadable, text

LOOKALIKES = str.maketrans(
    dict.fromkeys("\u00a0\u202f\u2009\t\n\r", " ")
    | dict.fromkeys("\u00ab\u00bb\u201c\u201d\u201e", '"')
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-")
)
"""Signs that are written in more than one way; one sign for one sign, so that positions stay true."""

END_OF_LINE = "$END"

MOST_EXPECTED = 16
"""So many words are named where one of them was expected; the error itself holds them all."""


class NotParsed(Unreadable):
    """A printed line that is not understood: `at` is the position (from 0), `expected` what could stand there."""

    def __init__(self, source: str, at: int, expected: Sequence[Text] = (), hint: Text | None = None) -> None:
        self.source = source
        self.at = at
        self.expected = tuple(expected)
        self.hint = hint
        super().__init__(_message(source, at, self.expected, hint))

    @property
    def found(self) -> str:
        """The word that stands at the position; empty at the end of the line."""
        return word_at(self.source, self.at)


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something wrong in a card file: the line of the file, the position in the printed line (or -1), and what."""

    line: int
    message: Text
    at: int = -1
    expected: tuple[Text, ...] = ()


class ReadLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One printed line of a card: where it stands in the file, and what was understood, or why nothing was."""

    line: int
    source: str
    understood: Text | None = None
    problem: Problem | None = None


class ReadCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """One card of a file: its name, its printed lines, and what is wrong with its other fields."""

    name: str
    line: int
    lines: tuple[ReadLine, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def is_right(self) -> bool:
        """Was everything on the card understood?"""
        return not self.problems and all(line.problem is None for line in self.lines)


class CardFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """The report on a card file: card by card, and what is wrong with the file as a whole."""

    book: str
    file: str
    cards: tuple[ReadCard, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def is_right(self) -> bool:
        """Was everything in the file understood?"""
        return not self.problems and all(card.is_right for card in self.cards)

    def every_problem(self) -> tuple[Problem, ...]:
        """All that is wrong, in the order of the file."""
        of_cards = [
            problem
            for card in self.cards
            for problem in (*card.problems, *(line.problem for line in card.lines if line.problem is not None))
        ]
        return tuple(sorted((*self.problems, *of_cards), key=lambda problem: problem.line))


@cache
def grammar(name: str, start: str = "start", maybe_placeholders: bool = True) -> Lark:
    """The grammar `<name>.lark` that stands beside this module (LALR with a lexer that knows the context)."""
    path = Path(__file__).with_name(f"{name}.lark")
    return Lark(
        path.read_text(encoding="utf-8"),
        parser="lalr",
        start=start,
        maybe_placeholders=maybe_placeholders,
        propagate_positions=True,
    )


def tidy(source: str) -> str:
    """`source` with one form of spaces, quotation marks and dashes. Every sign keeps its position."""
    return source.translate(LOOKALIKES)


def read(lark: Lark, source: str, labels: Mapping[str, Text], *, shown: str | None = None) -> Tree[Token]:
    """The parse tree of a printed line. Raises NotParsed.

    `labels` says in words what each terminal stands for; terminals that are a fixed word need none. `shown` is the line
    as errors show it, where `source` was prepared for the grammar (with every sign at its position).
    """
    shown = source if shown is None else shown
    try:
        return lark.parse(source)
    except UnexpectedInput as error:
        at = _position(error, source)
        raise NotParsed(shown, at, tuple(_expected(lark, error, labels))) from None


def listed(parts: Sequence[Text]) -> Text:
    """Texts one after another, with commas: `a, b, c`."""
    return _joined("{first}, {rest}", parts)


def in_turn(parts: Sequence[Text]) -> Text:
    """Sentences one after another: `A. B. C.` where each has its own full stop."""
    return _joined("{first} {rest}", parts)


def locate(raw: str, printed: str, after: int = 1) -> int:
    """The line of the file (from 1) where a printed string stands, from line `after` on; `after` if it is not found."""
    wanted = [printed, printed.replace("\\", "\\\\").replace('"', '\\"')]
    for number, line in enumerate(raw.splitlines(), 1):
        if number >= after and any(one and one in line for one in wanted):
            return number
    return after


def word_at(source: str, at: int) -> str:
    """The word (or sign) that stands at a position; empty at the end."""
    match = re.compile(r"\s*(\w+|\S)").match(source, max(at, 0))
    return match.group(1) if match else ""


def _joined(frame: str, parts: Sequence[Text]) -> Text:
    if not parts:
        return Text("")
    result = parts[-1]
    for part in reversed(parts[:-1]):
        result = Text(frame, {"first": part, "rest": result})
    return result


def _message(source: str, at: int, expected: Sequence[Text], hint: Text | None) -> Text:
    found = word_at(source, at)
    expected = _shortened(expected)
    parts: dict[str, Any] = {"column": at + 1, "found": found}
    if hint is not None:
        return text("column {column}: {hint}", column=at + 1, hint=hint)
    if expected and found:
        return text(
            "column {column}: “{found}” is not understood here. Expected: {expected}.",
            **parts,
            expected=listed(expected),
        )
    if expected:
        return text(
            "column {column}: the line ends here. Expected: {expected}.", column=at + 1, expected=listed(expected)
        )
    return text("column {column}: “{found}” is not understood here.", **parts)


def _shortened(expected: Sequence[Text]) -> Sequence[Text]:
    """So many words as a reader will read, and how many more there are."""
    if len(expected) <= MOST_EXPECTED:
        return expected
    rest = len(expected) - MOST_EXPECTED + 1
    return [*expected[: MOST_EXPECTED - 1], text("and {count} more", count=rest)]


def _position(error: UnexpectedInput, source: str) -> int:
    if isinstance(error, UnexpectedEOF):
        return len(source)
    if isinstance(error, UnexpectedToken) and error.token.type == END_OF_LINE:
        return len(source.rstrip())
    at = error.pos_in_stream
    return len(source) if at is None else at


def _expected(lark: Lark, error: UnexpectedInput, labels: Mapping[str, Text]) -> Iterable[Text]:
    names: Iterable[str] = ()
    if isinstance(error, UnexpectedToken):
        names = error.accepts or error.expected
    elif isinstance(error, UnexpectedCharacters):
        names = error.allowed or ()
    seen: list[Text] = []
    patterns = {terminal.name: terminal.pattern for terminal in lark.terminals}
    for name in sorted(names):
        if name in lark.ignore_tokens:
            continue
        label = labels.get(name)
        if label is None and name == END_OF_LINE:
            label = text("the end of the line")
        if label is None and name in patterns:
            label = Text("“{word}”", {"word": patterns[name].value})
        if label is not None and label not in seen:
            seen.append(label)
    return seen
