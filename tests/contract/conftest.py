"""What every book promises. The tests of this folder run for the two books of the tests and for every real one."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

import duel
import raid
from referee import books
from referee.kernel import Book, Event, Game, Seeded

GAMES = 6
"""No more random games of a book are walked through."""

ENOUGH = 200
"""So many decisions of a book are enough: then no other game is begun."""

LONGEST = 600
"""No walk is longer than so many decisions."""


class Stop(msgspec.Struct, frozen=True):
    """One decision of a walk: the game as it was (clone it to go on), what was answered, what came of it."""

    game: Game
    answer: Any
    events: tuple[Event, ...]
    after: str
    """The digest of the position after the answer."""


class Walk(msgspec.Struct, frozen=True):
    """A random game of a book from its beginning, decision by decision, and as it stood in the end."""

    seed: str
    opening: tuple[Event, ...]
    stops: tuple[Stop, ...]
    end: Game


def load(name: str) -> Book:
    """A book by name: one of the tests', or a real one."""
    return {"duel": duel.BOOK, "raid": raid.BOOK}.get(name) or books.load(name)


@cache
def walks(name: str) -> tuple[Walk, ...]:
    """The walks through a book, made once for all tests."""
    found: list[Walk] = []
    while len(found) < GAMES and sum(len(walk.stops) for walk in found) < ENOUGH:
        found.append(_walk(load(name), str(len(found))))
    return tuple(found)


def _walk(book: Book, seed: str) -> Walk:
    game, random, stops = book.begin(dice=Seeded(seed)), Random(seed), list[Stop]()
    opening = game.told
    while game.decision and len(stops) < LONGEST:
        before, answer = game.clone(), game.propose(random)
        events = game.answer(answer)
        stops.append(Stop(before, answer, events, game.digest()))
    return Walk(seed, opening, tuple(stops), game)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", ["duel", "raid", *books.names()], scope="session")


@pytest.fixture(scope="session")
def book(name: str) -> Book:
    """The book under test."""
    return load(name)


@pytest.fixture(scope="session")
def stops(name: str) -> tuple[Stop, ...]:
    """Every decision of the walks through the book."""
    return tuple(stop for walk in walks(name) for stop in walk.stops)


@pytest.fixture(scope="session")
def walked(name: str) -> tuple[Walk, ...]:
    """The walks through the book."""
    return walks(name)
