"""Speed of the warmachine book: charge directions among 100 models, lines of sight, bot battles, random play.

Run with `pytest benchmarks/warmachine_bench.py`. Aim: all legal directions of one charge, and those that succeed, among
100 other models and 10 pieces of terrain in at most 5 ms. `extra_info` holds decisions a second.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest

from referee.board import Board
from referee.board.terrain import Feature, Layout
from referee.books.warmachine import BOOK
from referee.books.warmachine.bot import play
from referee.books.warmachine.charge_lines import charge_line, legal_arcs, successful_arcs
from referee.books.warmachine.measuring import visible_enemies
from referee.books.warmachine.sight import _line_exists
from referee.books.warmachine.state import Battle, Model, Profile, Weapon
from referee.kernel import Seeded

Bench = Any


@pytest.fixture
def crowded() -> Battle:
    """One charger in the middle of 100 other models, and 10 pieces of terrain, half of them rough."""
    random = Random(3)
    s = Battle(options=BOOK.settled())
    sword = (Weapon("sword", "melee", 1.0, 12),)
    for base in (30, 40, 50):
        s.profiles[f"p{base}"] = Profile(f"p{base}", "warrior", "solo", base, 6, 6, 5, 12, 14, 5, weapons=sword)
    s.models["S"] = Model("S", "p50", 0, x=24.0, y=24.0)
    s.models["E"] = Model("E", "p50", 1, x=30.0, y=27.0)
    while len(s.models) < 102:
        name = f"m{len(s.models)}"
        one = Model(
            name,
            f"p{random.choice((30, 30, 40, 50))}",
            random.randrange(2),
            x=random.uniform(1, 47),
            y=random.uniform(1, 47),
        )
        if all(math.hypot(one.x - other.x, one.y - other.y) > 2.0 for other in s.models.values()):
            s.models[name] = one
    features = []
    for number in range(10):
        x, y = random.uniform(1, 44), random.choice((random.uniform(1, 20), random.uniform(28, 44)))
        kind = "rough" if number % 2 else "rock"
        features.append(Feature(f"f{number}", "f", kind, ((x, y), (x + 3, y), (x + 3, y + 2), (x, y + 2))))
    s.layout = Layout("bench", "Bench", Board(48.0, 48.0), tuple(features))
    return s


def test_all_legal_charge_directions_among_100_models(benchmark: Bench, crowded: Battle) -> None:
    arcs = benchmark(lambda: (legal_arcs(crowded, "S", "E"), successful_arcs(crowded, "S", "E")))
    assert len(arcs[0]) == 1


def test_one_charge_line(benchmark: Bench, crowded: Battle) -> None:
    benchmark(charge_line, crowded, "S", "E", 20.0)


def test_whom_a_model_sees_among_100(benchmark: Bench, crowded: Battle) -> None:
    def fresh() -> tuple[str, ...]:
        _line_exists.cache_clear()
        return visible_enemies(crowded, "S")

    assert benchmark(fresh)


def battle_of_bots(seed: int) -> int:
    """Play one battle of bots, three rounds; returns the number of decisions."""
    game, random, decisions = BOOK.begin({"rounds": "3"}, dice=Seeded(str(seed))), Random(seed), 0
    while game.decision:
        game.answer(play(game, game.decision.by, random))
        decisions += 1
    return decisions


def test_battle_of_bots(benchmark: Bench) -> None:
    decisions = benchmark.pedantic(lambda: sum(battle_of_bots(seed) for seed in range(2)), rounds=2)
    benchmark.extra_info["decisions a second"] = round(decisions / benchmark.stats.stats.min)


def test_random_play(benchmark: Bench) -> None:
    def run() -> int:
        game, random, decisions = BOOK.begin(dice=Seeded("1")), Random(1), 0
        while game.decision and decisions < 150:
            game.answer(game.propose(random))
            decisions += 1
        return decisions

    decisions = benchmark.pedantic(run, rounds=3)
    benchmark.extra_info["decisions a second"] = round(decisions / benchmark.stats.stats.min)


def test_clone(benchmark: Bench) -> None:
    game, random = BOOK.begin(dice=Seeded("1")), Random(1)
    for _ in range(30):
        game.answer(play(game, game.decision.by if game.decision else 0, random))
    benchmark(game.clone)


def test_save_and_load(benchmark: Bench) -> None:
    from referee.kernel import Game

    game, random = BOOK.begin(dice=Seeded("1")), Random(1)
    for _ in range(30):
        game.answer(play(game, game.decision.by if game.decision else 0, random))
    benchmark(lambda: Game.load(BOOK, game.save()))
