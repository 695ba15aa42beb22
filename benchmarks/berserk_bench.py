"""Speed of the berserk book: random play, play of the sensible player, clone, save, load, the lists of options.

Run with `pytest benchmarks/berserk_bench.py`. Random play is measured game by game from the roll to the last creature,
set-up included. `extra_info` holds rates where one round is many decisions.
"""

from __future__ import annotations

from math import inf
from random import Random
from time import process_time
from typing import Any

import pytest

from referee.books.berserk import BOOK
from referee.books.berserk.actions import actions_of, sources, targets_of
from referee.books.berserk.bots import sensible_answer
from referee.books.berserk.state import Battle
from referee.kernel import Game, Seeded
from referee.text.berserk import parse_line

Bench = Any
BOOK.begin(dice=Seeded("cards are read before anything is measured"))


def random_game(seed: int) -> int:
    """Play one random game; returns the number of decisions."""
    game, random, decisions = BOOK.begin(dice=Seeded(str(seed))), Random(seed), 0
    while game.decision:
        game.answer(game.propose(random))
        decisions += 1
    return decisions


@pytest.fixture
def middle() -> Game:
    """A game in its third turn, when a card is to be named."""
    game, random = BOOK.begin(dice=Seeded("1")), Random(1)
    while game.decision:
        s = game.state
        assert isinstance(s, Battle)
        if s.turn >= 3 and game.decision.rule == "BER F08/e" and s.phase == "choice":
            return game
        game.answer(game.propose(random))
    raise AssertionError("the game ended before its third turn")


def test_random_play(benchmark: Bench) -> None:
    """The rate is that of each game's quickest round: a shared machine changes its speed within a round of all."""
    quickest: dict[int, float] = {}
    decisions: dict[int, int] = {}

    def run() -> None:
        for seed in range(3):
            start = process_time()
            decisions[seed] = random_game(seed)
            quickest[seed] = min(quickest.get(seed, inf), process_time() - start)

    benchmark.pedantic(run, rounds=60, warmup_rounds=2)
    benchmark.extra_info["decisions a second"] = round(sum(decisions.values()) / sum(quickest.values()))


def test_sensible_play(benchmark: Bench) -> None:
    def run() -> int:
        game, random, decisions = BOOK.begin(dice=Seeded("1")), Random(1), 0
        while game.decision:
            game.answer(sensible_answer(game, game.decision.by, random))
            decisions += 1
        return decisions

    decisions = benchmark(run)
    benchmark.extra_info["decisions a second"] = round(decisions / benchmark.stats.stats.min)


def test_clone(benchmark: Bench, middle: Game) -> None:
    benchmark.pedantic(middle.clone, rounds=200, iterations=200)


def test_clone_and_answer(benchmark: Bench, middle: Game) -> None:
    """A node of a search: an independent game, one answer further."""
    answer = middle.options()[0]
    benchmark.pedantic(lambda: middle.clone().answer(answer), rounds=100, iterations=50)


def test_state_copy(benchmark: Bench, middle: Game) -> None:
    benchmark.pedantic(middle.state.clone, rounds=200, iterations=200)


def test_save(benchmark: Bench, middle: Game) -> None:
    benchmark(middle.save)


def test_load(benchmark: Bench, middle: Game) -> None:
    data = middle.save()
    benchmark(lambda: Game.load(BOOK, data))


def test_every_declaration_there_is(benchmark: Bench, middle: Game) -> None:
    """All cards, all their actions, all targets of those: what a search or a screen asks for."""
    s = middle.state
    assert isinstance(s, Battle)

    def run() -> int:
        return sum(
            len(targets_of(s, s.cards[one], action))
            for one in sources(s, s.active)
            for action in actions_of(s, s.cards[one])
        )

    benchmark(run)


def test_read_a_printed_line(benchmark: Bench) -> None:
    line = "[з]: Три или менее разряда на 1 по разным существам противника."
    benchmark(lambda: parse_line(line, "Проба"))
