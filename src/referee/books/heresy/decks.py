"""HH A1 Imperial Mandate Alpha 1: decks. Reading them, and what a legal deck is.

A deck is a TOML file, or plain text with one card a line:

    book = "heresy"                 # Banners of the Crown
    name = "Banners of the Crown"   side: loyalist
    side = "loyalist"               4 Crown Guard
                                    3x oath-keepers
    [cards]                         Хранители клятвы x2
    crown-guard = 4

A TOML deck may bring cards of its own, as `[[card]]` tables of a card file.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from referee.books.heresy.content import cards
from referee.kernel import NotAllowed, Refusal, Unreadable, refuse, text
from referee.text.heresy import Card
from referee.text.heresy_cards import read_card

LEAST_CARDS = 60
MOST_COPIES = 4
UNALIGNED = "unaligned"
SIDES = ("loyalist", "traitor")

_COUNTED = re.compile(r"(?:(\d+)\s*[xх×]?\s+)?(.+?)(?:\s+[xх×]\s*(\d+))?$", re.IGNORECASE)


class Deck(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A deck as plain JSON: how many of each card, and the cards it brings itself, as a card file writes them."""

    side: str
    cards: dict[str, int]
    name: str = ""
    own: tuple[dict[str, Any], ...] = ()


def read_list(given: Any) -> dict[str, Any]:
    """A deck as plain JSON, from the text of a file or from such JSON.

    Raises Unreadable for what is no deck, NotAllowed with every reason for a deck that is not legal.
    """
    deck = _from_text(given) if isinstance(given, str) else _convert(given)
    wrong = list(deck_refusals(deck))
    if wrong:
        raise NotAllowed(*wrong)
    plain: dict[str, Any] = msgspec.to_builtins(deck)
    return plain


def deck_refusals(deck: Deck) -> Iterator[Refusal]:
    """Every reason why a deck is not legal."""
    total = sum(deck.cards.values())
    if total < LEAST_CARDS:
        yield refuse(
            "HH A1/a", "A deck has at least {least} cards; this one has {total}.", least=LEAST_CARDS, total=total
        )
    if deck.side not in SIDES:
        yield refuse("HH A1/c", "A deck is of one side: {sides}; not {side}.", sides=", ".join(SIDES), side=deck.side)
    known = known_cards(deck)
    for key, count in deck.cards.items():
        if key not in known:
            near = difflib.get_close_matches(key, known, 3)
            if near:
                yield refuse("HH A1/e", "There is no card {key}; there is {near}.", key=key, near=", ".join(near))
            else:
                yield refuse("HH A1/e", "There is no card {key}.", key=key)
            continue
        if count < 1:
            yield refuse("HH A1/e", "{count} copies of {key} cannot be in a deck.", count=count, key=key)
        if count > MOST_COPIES:
            yield refuse(
                "HH A1/b",
                "At most {most} copies of a card may be in a deck; there are {count} of {card}.",
                most=MOST_COPIES,
                count=count,
                card=known[key].name,
            )
        if known[key].side not in (deck.side, UNALIGNED):
            yield refuse(
                "HH A1/c",
                "{card} is {side}; the deck is {own}, and may have unaligned cards beside.",
                card=known[key].name,
                side=known[key].side,
                own=deck.side,
            )


def known_cards(deck: Deck) -> dict[str, Card]:
    """The cards a deck may name: the book's own and those it brings. Raises Unreadable for a card that is not right."""
    known = dict(cards())
    for entry in deck.own:
        card, report = read_card(entry)
        if card is None:
            problems = [*report.problems, *(x.problem for x in report.lines if x.problem)]
            raise Unreadable(text("The card {card}: {problem}", card=report.name, problem=problems[0].message))
        known[card.key] = card
    return known


def _convert(given: Any) -> Deck:
    try:
        return msgspec.convert(given, Deck)
    except msgspec.ValidationError as error:
        raise Unreadable(text("This is no deck of this game: {error}.", error=str(error))) from None


def _from_text(words: str) -> Deck:
    if re.search(r"^\s*(\[cards\]|book\s*=|side\s*=)", words, re.MULTILINE):
        return _from_toml(words)
    return _from_lines(words)


def _from_toml(words: str) -> Deck:
    try:
        tree = tomllib.loads(words)
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(text("{error}", error=str(error))) from None
    if tree.pop("book", "heresy") != "heresy":
        raise Unreadable(text("the file has to say for which book it is: {line}", line='book = "heresy"'))
    name = tree.pop("name", "")
    tree["name"] = name.get("en", "") if isinstance(name, Mapping) else name
    tree["own"] = tree.pop("card", [])
    return _convert(tree)


def _from_lines(words: str) -> Deck:
    names = {said.casefold(): card.key for card in cards().values() for said in (card.key, *card.name.values())}
    counts: dict[str, int] = {}
    name, side = "", ""
    for number, line in enumerate(words.splitlines(), 1):
        line = line.strip()
        if line.startswith("#"):
            name = name or line.lstrip("# ")
        elif line.casefold().startswith("side:"):
            side = line.partition(":")[2].strip()
        elif line:
            key, count = _counted(line, names, number)
            counts[key] = counts.get(key, 0) + count
    sides = {cards()[key].side for key in counts} - {UNALIGNED}
    return Deck(side or (min(sides) if len(sides) == 1 else ""), counts, name)


def _counted(line: str, names: Mapping[str, str], number: int) -> tuple[str, int]:
    match = _COUNTED.match(line)
    assert match is not None
    before, said, after = match.groups()
    key = names.get(said.casefold())
    if key is None:
        near = difflib.get_close_matches(said.casefold(), names, 3)
        raise Unreadable(
            text(
                "line {line}: there is no card “{name}”; near it: {near}.",
                line=number,
                name=said,
                near=", ".join(near) or "-",
            )
        )
    return key, int(before or after or 1)
