"""The book's own cards, planets and decks, read from the TOML files in `content`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import msgspec

from referee.books.heresy.state import Sector
from referee.kernel import Unreadable, text
from referee.text.heresy import Card
from referee.text.heresy_cards import read_cards

FOLDER = Path(__file__).parent / "content"
SAMPLES = ("crown", "oathbreakers")
"""The decks to play with where none were given."""


class Planet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A planet and its sectors; a game takes as many of them, from the first, as its variant asks for."""

    key: str
    name: dict[str, str]
    sectors: tuple[Sector, ...]


class Planets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of planets."""

    planet: tuple[Planet, ...]


@cache
def cards() -> dict[str, Card]:
    """The book's own cards by key."""
    path = FOLDER / "cards.toml"
    return {card.key: card for card in read_cards(path.read_text(encoding="utf-8"), path.name)}


@cache
def planets() -> dict[str, Planet]:
    """The book's own planets by key."""
    path = FOLDER / "planets.toml"
    try:
        found = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Planets)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Unreadable(text("{file}: {error}", file=path.name, error=str(error))) from None
    return {planet.key: planet for planet in found.planet}


@cache
def sample_deck(name: str) -> str:
    """The text of one of the book's own decks."""
    return (FOLDER / "decks" / f"{name}.toml").read_text(encoding="utf-8")
