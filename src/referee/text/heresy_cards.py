"""A card file of the Horus Heresy card game (TOML): reading it, and the report that says what was understood.

    book = "heresy"

    [[card]]
    key = "storm-guard"
    name = { en = "Storm Guard", hu = "Viharőrség", ru = "Стража бури" }
    kind = "unit"            # unit, asset or ship
    side = "loyalist"        # loyalist, traitor or unaligned
    die = 4                  # the number when the card is turned over as a die
    capture = 2              # units only: the force it counts for
    text = ["ВА: Поверни один отряд противника"]
    command = "Т: Возьми 1 карту"

The schema of the file is `schema()`.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from referee.kernel import Unreadable, text
from referee.text.ability import CardFile, NotParsed, Problem, ReadCard, ReadLine, in_turn, locate
from referee.text.heresy import Ability, Card, Letters, Line, What
from referee.text.heresy_reading import has_latin_letters, read_line
from referee.text.heresy_said import said

BOOK = "heresy"
HEADER = "[[card]]"


class Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a card in each language."""

    en: str
    hu: str
    ru: str


class CardEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One card as the file writes it."""

    key: str
    name: Names
    kind: Literal["unit", "asset", "ship"]
    side: Literal["loyalist", "traitor", "unaligned"]
    die: int
    capture: int = 0
    text: tuple[str, ...] = ()
    command: str = ""


class Cards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole card file."""

    book: Literal["heresy"]
    card: tuple[CardEntry, ...]


def schema() -> dict[str, Any]:
    """The JSON Schema of a card file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Heresy cards",
        **msgspec.json.schema(Cards),
    }


def read_cards(raw: str, file: str = "cards") -> tuple[Card, ...]:
    """The cards of a file, every line understood. Raises Unreadable with the first problem and its line."""
    report, cards = examine(raw, file)
    for problem in report.every_problem():
        raise Unreadable(text("{file}, line {line}: {problem}", file=file, line=problem.line, problem=problem.message))
    return cards


def check_file(path: Path) -> CardFile:
    """The report on a card file."""
    return examine(path.read_text(encoding="utf-8-sig"), path.name)[0]


def examine(raw: str, file: str) -> tuple[CardFile, tuple[Card, ...]]:
    """The report on a card file, and the cards that are right."""
    try:
        tree = tomllib.loads(raw)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        wrong = Problem(int(found.group(1)) if found else 1, text("{error}", error=str(error)))
        return CardFile(BOOK, file, problems=(wrong,)), ()
    problems: list[Problem] = []
    if tree.get("book") != BOOK:
        wanted = text("the file has to say for which book it is: {line}", line='book = "heresy"')
        problems.append(Problem(1, wanted))
    for name in tree:
        if name not in ("book", "card"):
            problems.append(Problem(locate(raw, name), text("there is no field {name} here.", name=name)))
    entries = tree.get("card", [])
    if not isinstance(entries, list) or not entries:
        problems.append(Problem(1, text("the file has no {table} table.", table=HEADER)))
        entries = []
    starts = [number for number, line in enumerate(raw.splitlines(), 1) if line.strip() == HEADER]
    cards: dict[str, Card] = {}
    report: list[ReadCard] = []
    for number, entry in enumerate(entries):
        start = starts[number] if number < len(starts) else 1
        card, read = read_card(entry, raw, start)
        if card is not None and card.key in cards:
            twice = Problem(locate(raw, card.key, start), text("{key} stands in the file twice.", key=card.key))
            read, card = msgspec.structs.replace(read, problems=(*read.problems, twice)), None
        if card is not None:
            cards[card.key] = card
        report.append(read)
    return CardFile(BOOK, file, tuple(report), tuple(problems)), tuple(cards.values())


def read_card(entry: Any, raw: str = "", start: int = 1) -> tuple[Card | None, ReadCard]:
    """One card of a file that begins at line `start`; nothing instead of the card if something on it is wrong."""
    if not isinstance(entry, dict):
        return None, ReadCard("", start, problems=(Problem(start, text("A card is a table of fields.")),))
    name = _shown_name(entry)
    problems = list(_field_problems(entry, raw, start))
    lines: list[ReadLine] = []
    understood: list[Line] = []
    after = start
    for printed in _printed(entry):
        line, read = _read_printed(printed, raw, after)
        after = read.line
        lines.append(read)
        if line is not None:
            understood.append(line)
    command: Ability | None = None
    if entry.get("command"):
        line, read = _read_printed(str(entry["command"]), raw, after, command=True)
        lines.append(read)
        command = line if isinstance(line, Ability) else None
    read_whole = ReadCard(name, start, tuple(lines), tuple(problems))
    if not read_whole.is_right:
        return None, read_whole
    card = Card(
        key=entry["key"],
        name=dict(entry["name"]),
        kind=What(entry["kind"]),
        side=entry["side"],
        die=entry["die"],
        capture=entry.get("capture", 0),
        lines=tuple(understood),
        command=command,
    )
    return card, read_whole


def _shown_name(entry: dict[str, Any]) -> str:
    names = entry.get("name")
    return str(names.get("ru", "")) if isinstance(names, dict) else str(entry.get("key", ""))


def _printed(entry: dict[str, Any]) -> tuple[str, ...]:
    lines = entry.get("text", ())
    return tuple(str(line) for line in lines) if isinstance(lines, list | tuple) else ()


def _read_printed(printed: str, raw: str, after: int, *, command: bool = False) -> tuple[Line | None, ReadLine]:
    at = locate(raw, printed, after)
    try:
        line = read_line(printed)
    except NotParsed as error:
        return None, ReadLine(at, printed, problem=Problem(at, error.message, error.at, error.expected))
    if command and not (isinstance(line, Ability) and line.letters is not Letters.ACTION):
        wrong = text(
            "A command line is an ability with letters other than ВА: only cards on the table have battle actions."
        )
        return None, ReadLine(at, printed, problem=Problem(at, wrong, 0))
    words = said(line)
    if has_latin_letters(printed):
        words = in_turn([words, text("Its Latin letters were read as Cyrillic ones.")])
    return line, ReadLine(at, printed, words)


def _field_problems(entry: dict[str, Any], raw: str, start: int) -> Iterator[Problem]:
    known = tuple(CardEntry.__struct_fields__)
    for field in entry:
        if field not in known:
            near = difflib.get_close_matches(field, known, 1)
            yield Problem(
                locate(raw, field, start),
                text("A card has no field {field}. There is: {known}.", field=field, known=", ".join(near or known)),
            )
    try:
        card = msgspec.convert({name: value for name, value in entry.items() if name in known}, CardEntry)
    except msgspec.ValidationError as error:
        named = re.search(r"\$\.?(\w+)", str(error))
        yield Problem(locate(raw, named.group(1), start) if named else start, text("{error}", error=str(error)))
        return
    if not card.key or any(sign in card.key for sign in "./ "):
        yield Problem(locate(raw, "key", start), text("The key {key} must have no dot, slash or space.", key=card.key))
    if card.die < 1:
        yield Problem(locate(raw, "die", start), text("The number as a die is at least 1, not {die}.", die=card.die))
    if card.capture < 0 or (card.capture and card.kind != "unit"):
        yield Problem(locate(raw, "capture", start), text("Only units have a capture value, and it is not below 0."))
