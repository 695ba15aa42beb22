"""Speed of the heresy book: random and sensible play, clone, save and load, views.

Run with `pytest benchmarks/heresy_bench.py`. Play is counted in decisions: `extra_info` holds the rate.
"""

from __future__ import annotations

from random import Random
from typing import Any

from referee.books.heresy import BOOK
from referee.books.heresy.exchange import Exchange
from referee.kernel import Game, Seeded

Bench = Any
SEEDS = range(8)


def random_game(seed: int) -> int:
    """Play one random game; returns the number of decisions."""
    game, random, decisions = BOOK.begin(dice=Seeded(str(seed))), Random(seed), 0
    while game.decision:
        game.answer(game.decision.sample(random))
        decisions += 1
    return decisions


def sensible_game(seed: int) -> int:
    """Play one game of two sensible players; returns the number of decisions."""
    game, random, decisions = BOOK.begin(dice=Seeded(str(seed))), Random(seed), 0
    while game.decision:
        game.answer(BOOK.bots["sensible"](game, game.decision.by, random))
        decisions += 1
    return decisions


def in_an_exchange() -> Game:
    """A game in the exchange of tactics of its second turn."""
    game, random = BOOK.begin(dice=Seeded("bench")), Random(1)
    while game.decision and not (game.state.turn == 2 and isinstance(game.stack[-1], Exchange)):  # type: ignore[attr-defined]
        game.answer(game.propose(random))
    return game


def test_random_play(benchmark: Bench) -> None:
    decisions = sum(map(random_game, SEEDS))
    benchmark.pedantic(lambda: [random_game(seed) for seed in SEEDS], rounds=20, warmup_rounds=1)
    benchmark.extra_info["decisions"] = decisions
    benchmark.extra_info["decisions a second"] = round(decisions / benchmark.stats.stats.min)


def test_sensible_play(benchmark: Bench) -> None:
    decisions = sum(map(sensible_game, SEEDS))
    benchmark.pedantic(lambda: [sensible_game(seed) for seed in SEEDS], rounds=5, warmup_rounds=1)
    benchmark.extra_info["decisions"] = decisions
    benchmark.extra_info["decisions a second"] = round(decisions / benchmark.stats.stats.min)


def test_clone(benchmark: Bench) -> None:
    game = in_an_exchange()
    benchmark.pedantic(game.clone, rounds=200, iterations=1000)


def test_clone_of_the_state(benchmark: Bench) -> None:
    game = in_an_exchange()
    benchmark.pedantic(game.state.clone, rounds=200, iterations=1000)


def test_save(benchmark: Bench) -> None:
    benchmark(in_an_exchange().save)


def test_load(benchmark: Bench) -> None:
    data = in_an_exchange().save()
    benchmark(Game.load, BOOK, data)


def test_view(benchmark: Bench) -> None:
    benchmark(BOOK.view, in_an_exchange(), 0)
