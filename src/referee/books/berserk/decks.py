"""BER F02 Decks: reading them from plain text or TOML, and checking them against the deck rules."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from referee.books.berserk.sheet import CONTENT, own_key, shipped
from referee.kernel import NotAllowed, NotUnderstood, Refusal, Unreadable, refuse, text
from referee.text.ability import tidy
from referee.text.berserk_cards import PrintedCard, abilities_of, read_cards

LEAST, MOST = 30, 50
"""BER F02/a: cards in a deck."""

COPIES = 3
"""BER F02/b: copies of one card in a deck, at most."""


TOML = re.compile(r"^\s*(\[\[?\s*cards?\s*\]|(cards|name|book)\s*=)", re.MULTILINE)
"""A line that only a deck in TOML has."""


class Deck(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deck as this book keeps it: how many of which card, and cards that are not among the shipped ones."""

    name: str = ""
    cards: dict[str, int] = {}
    own: tuple[PrintedCard, ...] = ()

    def kinds(self) -> tuple[str, ...]:
        """Every card of the deck by the key it has in a game, in a fixed order."""
        keys = {card.key: own_key(card) for card in self.own}
        return tuple(keys.get(key, key) for key, count in sorted(self.cards.items()) for _ in range(count))


class Entry(msgspec.Struct, frozen=True):
    """One line of a deck as written: where, how many, which card."""

    line: int
    count: int
    name: str


def read_deck(source: Any) -> dict[str, Any]:
    """A deck from text (plain or TOML), bytes, a path or plain JSON: legal, or refused with every reason.

    Raises Unreadable or NotUnderstood for what cannot be read, NotAllowed for a deck that breaks the deck rules.
    """
    deck = understand(source)
    refusals = tuple(deck_refusals(deck))
    if refusals:
        raise NotAllowed(*refusals)
    plain: dict[str, Any] = msgspec.to_builtins(deck)
    return plain


def understand(source: Any) -> Deck:
    """A deck with known cards, not yet checked against the deck rules."""
    if isinstance(source, Deck):
        return source
    if isinstance(source, dict):
        try:
            deck = msgspec.convert(source, Deck)
        except msgspec.ValidationError as error:
            raise Unreadable(text("This is not a deck: {error}.", error=str(error))) from None
        named = [Entry(0, count, name) for name, count in deck.cards.items()]
        return msgspec.structs.replace(deck, cards=_counted(named, deck.own))
    if isinstance(source, Path):
        source = source.read_bytes()
    if isinstance(source, bytes):
        try:
            source = source.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise Unreadable(text("The deck is not text in UTF-8.")) from None
    if not isinstance(source, str):
        raise NotUnderstood(text("A deck is text or plain data, not {kind}.", kind=type(source).__name__))
    return _from_toml(source) if TOML.search(source) else _from_lines(source)


def deck_refusals(deck: Deck) -> Iterator[Refusal]:
    """Why the deck may not be played, every reason."""
    size = sum(deck.cards.values())
    if not LEAST <= size <= MOST:
        yield refuse(
            "BER F02/a",
            "The deck has {size} cards; from {least} to {most} are asked for.",
            size=size,
            least=LEAST,
            most=MOST,
        )
    names = {card.key: card for card in deck.own}
    for key, count in deck.cards.items():
        if count > COPIES:
            card = names.get(key) or shipped()[key]
            yield refuse(
                "BER F02/b", "{card} is in the deck {count} times; {most} are allowed.",
                card=msgspec.to_builtins(card.name),
                count=count, most=COPIES,
            )  # fmt: skip


def _from_lines(source: str) -> Deck:
    """`2x Name`, `2 Name`, `Name x2`, `Name`; `#` starts a remark."""
    entries = []
    for number, raw in enumerate(source.splitlines(), 1):
        line = tidy(raw).partition("#")[0].strip().strip("-*• ").strip()
        if not line:
            continue
        before = re.fullmatch(r"(\d+)\s*[xх×]?\s+(.+)", line, re.IGNORECASE)
        after = re.fullmatch(r"(.+?)\s+[xх×]\s*(\d+)", line, re.IGNORECASE)
        if before:
            entries.append(Entry(number, int(before.group(1)), before.group(2)))
        elif after:
            entries.append(Entry(number, int(after.group(2)), after.group(1)))
        else:
            entries.append(Entry(number, 1, line))
    return Deck("", _counted(entries, ()))


def _from_toml(source: str) -> Deck:
    try:
        data = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(text("The deck is not right TOML: {error}", error=str(error))) from None
    unknown = [name for name in data if name not in ("name", "cards", "card", "book")]
    if unknown:
        raise Unreadable(text("A deck has no field {name}; it has: name, cards, card.", name=unknown[0]))
    if data.get("book", "berserk") != "berserk":
        raise Unreadable(text("the file has to say for which book it is: {line}", line='book = "berserk"'))
    own = read_cards(source, "deck", deck=True) if "card" in data else ()
    cards = data.get("cards")
    if not isinstance(cards, dict) or not all(type(count) is int for count in cards.values()):
        raise Unreadable(text("The table {name} of a deck says how many of which card.", name="[cards]"))
    entries = [Entry(_line_of(source, name), count, name) for name, count in cards.items()]
    return Deck(str(data.get("name", "")), _counted(entries, own), own)


def _line_of(source: str, name: str) -> int:
    """The line in which a card is counted; 0 if it is written in an unusual way."""
    wanted = re.compile(rf"\s*([\"']?){re.escape(name)}\1\s*=")
    return next((at for at, line in enumerate(source.splitlines(), 1) if wanted.match(line)), 0)


def _counted(entries: list[Entry], own: tuple[PrintedCard, ...]) -> dict[str, int]:
    """Cards by key. Raises NotAllowed naming every line with an unknown card or an impossible count."""
    for card in own:
        abilities_of(card)
    known = _names(own)
    found: dict[str, int] = {}
    wrong: list[Refusal] = []
    for entry in entries:
        wanted = _plain(entry.name)
        key, _ = known.get(wanted, ("", ""))
        if not key:
            near = difflib.get_close_matches(wanted, known, 3) or [one for one in known if wanted in one][:3]
            spelled = dict.fromkeys(known[one][1] for one in near)
            instead = text("Is it one of: {names}?", names=", ".join(spelled)) if near else None
            wrong.append(
                refuse("BER F02/c", "Line {line}: there is no card {name}.", instead, line=entry.line, name=entry.name)
            )
        elif entry.count < 1:
            wrong.append(
                refuse("BER F02/b", "Line {line}: {count} copies are not possible.", line=entry.line, count=entry.count)
            )
        else:
            found[key] = found.get(key, 0) + entry.count
    if wrong:
        raise NotAllowed(*wrong)
    return found


def _names(own: tuple[PrintedCard, ...]) -> dict[str, tuple[str, str]]:
    """Every name of every card, in all languages, to its key and to the name as it is written."""
    names = dict(_shipped_names())
    for card in own:
        for name in (card.key, card.name.ru, card.name.en, card.name.hu):
            names[_plain(name)] = (card.key, name)
    return names


@cache
def _shipped_names() -> dict[str, tuple[str, str]]:
    names: dict[str, tuple[str, str]] = {}
    for card in shipped().values():
        for name in (card.key, card.name.ru, card.name.en, card.name.hu):
            names[_plain(name)] = (card.key, name)
    return names


def _plain(name: str) -> str:
    return " ".join(tidy(name).lower().replace("ё", "е").split())


@cache
def samples() -> tuple[dict[str, Any], dict[str, Any]]:
    """The two starter decks."""
    first, second = (read_deck(CONTENT / f"deck-{name}.toml") for name in ("open-country", "deep-wood"))
    return first, second
