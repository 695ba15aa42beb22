"""Card files of Berserk: TOML in, cards with their abilities out, and a report line by line.

book = "berserk"

[[card]]
key = "reed-archer"
name = { ru = "Камышовый стрелок", en = "Reed Archer", hu = "Nádi íjász" }
type = "creature"
elements = ["swamp"]
cost = 4
life = 6
move = 1
strike = [1, 1, 2]
text = ["[з]: Выстрел на 1-1-2, дальность 3."]
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from referee.kernel import Text, Unreadable, text
from referee.text.ability import CardFile, NotParsed, Problem, ReadCard, ReadLine, locate
from referee.text.berserk import parse_line
from referee.text.berserk_ability import Ability
from referee.text.berserk_words import describe_all

CardType = Literal["creature", "flyer", "companion", "parasite", "artifact", "terrain"]
Element = Literal["steppe", "mountains", "forest", "swamp", "darkness"]
CREATURES: tuple[CardType, ...] = ("creature", "flyer", "companion", "parasite")

Key = Annotated[
    str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]*$", description="the card's short name in Latin letters")
]
Name = Annotated[str, msgspec.Meta(min_length=1, pattern=r"\S")]
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card's name: Russian, as its printed text has it, and in the other languages."""

    ru: Name
    en: Name
    hu: Name


class PrintedCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A card as printed."""

    key: Key
    name: Names
    type: CardType
    cost: Annotated[int, msgspec.Meta(ge=1, le=20, description="crystals")]
    elements: Annotated[tuple[Element, ...], msgspec.Meta(max_length=2, description="none: a neutral card")] = ()
    elite: bool = False
    unique: bool = False
    life: Small = 0
    move: Small = 0
    strike: tuple[Small, Small, Small] | None = None
    classes: tuple[str, ...] = ()
    text: tuple[str, ...] = ()

    @property
    def is_creature(self) -> bool:
        """Is it a creature of any kind?"""
        return self.type in CREATURES


class CardFileToml(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file: which book its cards are for, and the cards."""

    book: Literal["berserk"]
    card: tuple[PrintedCard, ...] = ()


def schema() -> dict[str, Any]:
    """The JSON Schema of a card file (for TOML editors too)."""
    body = msgspec.json.schema(CardFileToml)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Berserk cards", **body}


def abilities_of(card: PrintedCard) -> tuple[Ability, ...]:
    """The abilities of a card. Raises NotParsed for a line that is not understood."""
    return tuple(ability for line in card.text for ability in parse_line(line, card.name.ru))


def read_cards(raw: str, file: str = "cards", *, deck: bool = False) -> tuple[PrintedCard, ...]:
    """The cards of a file (or of a deck that brings its own), every line understood.

    Raises Unreadable with the first problem and its line.
    """
    report, cards = examine(raw, file, DECK_FIELDS if deck else CARD_FIELDS)
    for problem in report.every_problem():
        raise Unreadable(text("{file}, line {line}: {problem}", file=file, line=problem.line, problem=problem.message))
    return cards


def check_file(path: Path) -> CardFile:
    """The report on a card file. Raises Unreadable if it cannot be read at all."""
    return examine(path.read_text(encoding="utf-8-sig"), path.name)[0]


CARD_FIELDS, DECK_FIELDS = ("book", "card"), ("book", "card", "name", "cards")
"""What a file of cards and a deck with cards of its own have."""


CARD_HEAD = re.compile(r"\s*\[\[\s*card\s*\]\]")
"""The line with which a card begins."""


def examine(raw: str, file: str, fields: tuple[str, ...] = CARD_FIELDS) -> tuple[CardFile, tuple[PrintedCard, ...]]:
    """The report on a card file, and the cards that are right."""
    try:
        data = tomllib.loads(raw)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        return CardFile(
            "berserk", file, (), (Problem(int(line.group(1)) if line else 1, text("{error}", error=str(error))),)
        ), ()
    problems: list[Problem] = []
    if data.get("book") != "berserk" and fields == CARD_FIELDS:
        message = text("the file has to say for which book it is: {line}", line='book = "berserk"')
        problems.append(Problem(1, message))
    for name in data:
        if name not in fields:
            problems.append(Problem(locate(raw, name), text("there is no field {name} here.", name=name)))
    seen: dict[str, int] = {}
    read: list[ReadCard] = []
    right: list[PrintedCard] = []
    starts = [number for number, line in enumerate(raw.splitlines(), 1) if CARD_HEAD.match(line)]
    entries = data.get("card", [])
    if not isinstance(entries, list):
        problems.append(Problem(locate(raw, "card"), text("every card begins with a line {line}.", line="[[card]]")))
        entries = []
    for number, entry in enumerate(entries):
        start = starts[number] if number < len(starts) else 1
        report, card = _examine_card(raw, entry, start)
        if card is not None and card.key in seen:
            again = Problem(
                locate(raw, card.key, start),
                text("{key} stands in the file twice, first in line {line}.", key=card.key, line=seen[card.key]),
            )
            report = msgspec.structs.replace(report, problems=(*report.problems, again))
        read.append(report)
        if card is not None and report.is_right:
            seen[card.key] = start
            right.append(card)
    return CardFile("berserk", file, tuple(read), tuple(problems)), tuple(right)


def _examine_card(raw: str, entry: Any, start: int) -> tuple[ReadCard, PrintedCard | None]:
    name = entry.get("name", {}) if isinstance(entry, dict) else {}
    shown = name.get("ru", "") if isinstance(name, dict) else str(name)
    try:
        card = msgspec.convert(entry, PrintedCard)
    except msgspec.ValidationError as error:
        field = re.search(r"\$\.?(\w+)", str(error)) or re.search(r"field `(\w+)`", str(error))
        line = locate(raw, field.group(1), start) if field else start
        return ReadCard(shown, start, (), (Problem(line, text("{error}", error=str(error))),)), None
    problems = [Problem(start, message) for message in _wrong_fields(card)]
    lines = tuple(_examine_line(raw, line, card, start) for line in card.text)
    return ReadCard(shown, start, lines, tuple(problems)), card


def _examine_line(raw: str, line: str, card: PrintedCard, start: int) -> ReadLine:
    number = locate(raw, line, start)
    try:
        return ReadLine(number, line, describe_all(parse_line(line, card.name.ru)))
    except NotParsed as error:
        return ReadLine(number, line, problem=Problem(number, error.message, error.at, error.expected))


def _wrong_fields(card: PrintedCard) -> list[Text]:
    """What does not fit the type of the card."""
    wrong: list[Text] = []
    if len(dict.fromkeys(card.elements)) < len(card.elements):
        wrong.append(text("an element stands here twice."))
    if card.type == "terrain" and (card.life or card.move or card.strike):
        wrong.append(text("a terrain has no life, movement or strike."))
    if card.type == "artifact" and (card.move or card.strike):
        wrong.append(text("an artifact has no movement and no strike."))
    if card.type in ("flyer", "companion", "parasite") and card.move:
        wrong.append(text("a flyer or symbiont has no movement number."))
    if card.type != "terrain" and not card.life:
        wrong.append(text("a card of this type has lives: {field} is missing.", field="life"))
    if card.is_creature and card.strike is None:
        wrong.append(text("a creature has a simple strike: {field} is missing.", field="strike"))
    return wrong
