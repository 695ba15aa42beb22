"""At every decision of random games: what a seat is shown is plain, and holds nothing that is hidden from it."""

from __future__ import annotations

from random import Random
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from referee.kernel import Book, Event, Game, InputError, Seeded

SECRET_GUESS = "no such thing at all"


def seats(book: Book) -> tuple[int | None, ...]:
    return (*range(len(book.seats)), None)


def test_a_view_is_plain_json_at_every_decision(book: Book, stops: tuple[Any, ...], walked: tuple[Any, ...]) -> None:
    viewers = seats(book)
    for number, game in enumerate((*(walk.end for walk in walked), *(stop.game for stop in stops))):
        before = game.digest()
        for seat in viewers if number < 50 else (viewers[number % len(viewers)],):
            data = msgspec.json.encode(book.view(game, seat))
            assert msgspec.json.encode(msgspec.json.decode(data)) == data, game.where()
        assert game.digest() == before, game.where()


def test_the_table_is_drawn_as_svg_and_sketched_within_its_columns(
    book: Book, stops: tuple[Any, ...], walked: tuple[Any, ...]
) -> None:
    games = [stop.game for stop in stops[:: max(1, len(stops) // 12)]] + [walk.end for walk in walked]
    for game in games:
        for seat in seats(book):
            root = ElementTree.fromstring(book.draw(game, seat))
            assert root.tag.endswith("svg"), game.where()
        for columns in (80, 160):
            sketch = book.sketch(game, 0, columns)
            assert sketch
            if book.name not in ("duel",):
                assert max(map(len, sketch.splitlines())) <= columns, game.where()


def test_a_view_does_not_depend_on_how_the_game_came_about(book: Book, stops: tuple[Any, ...]) -> None:
    for stop in stops[::7]:
        loaded = Game.load(book, stop.game.save())
        for seat in seats(book):
            assert msgspec.json.encode(book.view(loaded, seat)) == msgspec.json.encode(book.view(stop.game, seat))


def shown_to(book: Book, game: Game, seat: int | None) -> bytes:
    """Everything a seat is given at a decision: its view, and what is asked, whole if it is asked of that seat."""
    asked = game.decision
    question: Any = asked
    if asked is not None and asked.by != seat:
        question = (asked.rule, asked.by, asked.prompt)
    return msgspec.json.encode((book.view(game, seat), question, game.where()))


def test_b23_nothing_hidden_is_shown(book: Book, stops: tuple[Any, ...]) -> None:
    if book.secrets is None:
        pytest.skip("this book says of nothing that it is hidden")
    something_was_hidden = False
    for number, stop in enumerate(stops):
        for seat in seats(book):
            hidden = book.secrets(stop.game, seat)
            something_was_hidden |= bool(hidden)
            data = shown_to(book, stop.game, seat)
            if number % 10 == 0:
                data += book.draw(stop.game, seat).encode() + book.sketch(stop.game, seat, 100).encode()
            for secret in hidden:
                assert msgspec.json.encode(secret).strip(b'"') not in data, (secret, seat, stop.game.where())
    assert something_was_hidden


def test_b24_no_event_tells_a_seat_what_is_hidden_from_it_afterwards(book: Book, walked: tuple[Any, ...]) -> None:
    if book.secrets is None:
        pytest.skip("this book says of nothing that it is hidden")
    for walk in walked:
        after = [*(stop.game for stop in walk.stops[1:]), walk.end]
        for stop, then in zip(walk.stops, after, strict=True):
            for seat in seats(book):
                # what is open to the seat before or after the answer may be told to it
                hidden = set(book.secrets(stop.game, seat)) & set(book.secrets(then, seat))
                told = [seen for event in stop.events if (seen := event.seen_by(seat))]
                data = msgspec.json.encode(told)
                for secret in hidden:
                    assert msgspec.json.encode(secret).strip(b'"') not in data, (secret, seat, told)


def test_b24_a_refusal_does_not_confirm_a_guess(book: Book, stops: tuple[Any, ...]) -> None:
    if book.secrets is None:
        pytest.skip("this book says of nothing that it is hidden")
    for stop in stops[::5]:
        asked = stop.game.decision
        for secret in book.secrets(stop.game, asked.by)[:8]:
            assert _words(stop.game, secret) == _words(stop.game, SECRET_GUESS), (secret, stop.game.where())


def _words(game: Game, guess: str) -> list[str]:
    """What is said to a guess, with the guess itself taken out."""
    try:
        return [str(refusal).replace(guess, "...") for refusal in game.why(guess)]
    except InputError as error:
        return [str(error).replace(guess, "...")]


def test_b23_the_seed_is_nowhere_to_be_seen(book: Book) -> None:
    game = book.begin(dice=Seeded("open sesame"))
    for _ in range(10):
        if game.decision is None:
            break
        events: tuple[Event, ...] = game.answer(game.options()[0] if game.options() else game.propose(Random(1)))
        for seat in seats(book):
            assert b"sesame" not in shown_to(book, game, seat) + msgspec.json.encode(events)
