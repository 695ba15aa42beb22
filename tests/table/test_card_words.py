"""Card games say kinds, words, prices and what is under way in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

pytest.importorskip("litestar", reason="the extra `table` is not installed")

from referee import books
from referee.kernel import Game
from referee.kernel.dice import Seeded
from referee.table.reading import lists_for
from referee.table.speech import speech
from referee.table.views import decision_for, spoken

CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
LANGUAGES = ("en", "hu", "ru")


def played(name: str, seed: str, moment: Callable[[Game], bool]) -> Game:
    """A game of the book's bots, at the first such moment."""
    book = books.load(name)
    game = book.begin({}, lists_for(book, ()), dice=Seeded(seed))
    think, random = next(iter(book.bots.values())), Random(seed)
    while game.decision is not None and not moment(game):
        game.answer(think(game.clone(), game.decision.by, random))
    assert game.decision is not None
    return game


def asks(game: Game, rule: str) -> bool:
    """Is this rule's question the one that waits?"""
    return game.decision is not None and game.decision.rule == rule


def seen(game: Game, language: str, seat: int = 0) -> Any:
    """The view as the seat is told it."""
    return spoken(game.book.view(game, seat), speech(language, game.book))


def test_a_hand_card_is_called_and_explained_in_the_readers_language() -> None:
    game = played("heresy", "1", lambda game: asks(game, "HH DEP/b"))
    hands = {
        language: next(zone for zone in seen(game, language)["zones"] if zone["id"] == "hand 0")["cards"]
        for language in LANGUAGES
    }
    roles = {language: {card["role"] for card in hand} for language, hand in hands.items()}
    assert "unit" in roles["en"]
    assert "egység" in roles["hu"]
    assert "отряд" in roles["ru"]
    for language in ("en", "hu"):
        words = [line for card in hands[language] for line in card["text"]]
        assert words
        assert not [line for line in words if CYRILLIC.search(re.sub("(marked|jelű) .|. jelű", "", line))]
    assert all(CYRILLIC.search(line) for card in hands["ru"] for line in card["text"])
    assert hands["en"][0]["names"] != hands["hu"][0]["names"]


def test_abilities_on_offer_are_explained_in_the_readers_language() -> None:
    game = played("heresy", "2", lambda game: asks(game, "HH PASS/a") and len(game.options()) > 3)
    assert game.decision is not None
    said = {
        language: decision_for(game, game.decision.by, speech(language, game.book), seen(game, language))
        for language in LANGUAGES
    }
    first = {language: found["among"][0]["label"] for language, found in said.items() if found}
    assert "Price, in this order" in first["en"] or "No price" in first["en"]
    assert "Ár" in first["hu"] or "Nincs ár" in first["hu"]
    assert CYRILLIC.search(first["ru"])


def test_a_sector_can_be_clicked_where_a_card_may_be_deployed() -> None:
    game = played("heresy", "1", lambda game: asks(game, "HH DEP/c"))
    assert game.decision is not None
    zones = [zone["id"] for zone in seen(game, "en")["zones"]]
    ids = game.decision.about["ids"]
    assert len(ids) == len(game.options())
    assert set(ids) <= set(zones)


def strikes(game: Game) -> bool:
    """May somebody respond to a strike whose price is not paid yet?"""
    asked = game.decision
    if asked is None or "in response" not in str(asked.prompt):
        return False
    return any(one["cost"] and "strike" in str(one["text"][0]) for one in game.book.view(game, None)["stack"])


def test_a_declared_action_is_shown_with_its_target_and_its_price() -> None:
    game = played("berserk", "1", strikes)
    stack = seen(game, "hu")["stack"]
    assert [one["cost"] for one in stack] == ["a lap zárása"]
    assert stack[0]["text"][0].startswith("egyszerű csapás")
    cards = {card["id"]: card for card in seen(game, "hu")["cards"]}
    assert stack[0]["name"] == cards[stack[0]["card"]]["name"]
    assert set(stack[0]["targets"]) <= set(cards)


@pytest.mark.parametrize(("language", "role"), [("en", "creature"), ("hu", "lény"), ("ru", "существо")])
def test_a_creature_is_called_so(language: str, role: str) -> None:
    game = played("berserk", "1", lambda game: asks(game, "BER F04/k"))
    assert game.decision is not None
    own = [card for card in seen(game, language, game.decision.by)["cards"] if not card["hidden"]]
    assert role in {card["role"] for card in own}
    if language != "ru":
        words = [re.sub("[“„][^”]*”", "", line) for card in own for line in card["text"]]  # names on the cards stay
        assert not [line for line in words if CYRILLIC.search(line)]
