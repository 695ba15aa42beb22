"""Speed of the wh40k book: a battle of the two sample armies, and what search and front ends ask of a position.

Run with `pytest benchmarks/wh40k_bench.py`. The table is that of the sample armies at the start of battle round 2.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.board import reachable
from referee.books.wh40k import BOOK
from referee.books.wh40k.moving import NORMAL, Move, in_the_way, move_refusals
from referee.books.wh40k.state import Battle, Unit, crowd, placed, profile_of
from referee.books.wh40k.terrain import layout_of, walls_for
from referee.kernel import Game, Seeded

Bench = Any


def played_until(battle_round: int, seed: str = "2") -> Game:
    """The sample armies' battle between two sensible bots, at its first decision of a battle round."""
    random, game = Random(seed), BOOK.begin(dice=Seeded(seed))
    while game.decision and game.state.round < battle_round:  # type: ignore[attr-defined]
        game.answer(BOOK.bots["sensible"](game, game.decision.by, random))
    return game


@pytest.fixture(scope="module")
def game() -> Game:
    return played_until(2)


def battle(game: Game) -> Battle:
    assert isinstance(game.state, Battle)
    return game.state


def biggest_foot_unit(s: Battle) -> Unit:
    """The unit with ten models or more that walks, on the table."""
    return max((u for u in s.units.values() if u.where == "table"), key=lambda u: len(u.models))


def test_battle_between_sensible_bots(benchmark: Bench) -> None:
    """A whole battle, bots' thinking included."""
    counts: list[int] = []

    def play() -> None:
        random, game, decisions = Random("9"), BOOK.begin(dice=Seeded("9")), 0
        while game.decision:
            game.answer(BOOK.bots["sensible"](game, game.decision.by, random))
            decisions += 1
        counts.append(decisions)

    benchmark.pedantic(play, rounds=3)
    benchmark.extra_info["decisions"] = counts[-1]
    benchmark.extra_info["decisions/s"] = round(counts[-1] / benchmark.stats.stats.median)


def test_battle_answers_only(benchmark: Bench) -> None:
    """The answers of a battle given again: what the referee itself costs."""
    random, game, answers = Random("9"), BOOK.begin(dice=Seeded("9")), []
    while game.decision:
        answer = BOOK.bots["sensible"](game, game.decision.by, random)
        answers.append(answer)
        game.answer(answer)

    def play() -> None:
        game = BOOK.begin(dice=Seeded("9"))
        for answer in answers:
            game.answer(answer)

    benchmark.pedantic(play, rounds=3)
    benchmark.extra_info["decisions/s"] = round(len(answers) / benchmark.stats.stats.median)


def test_clone(benchmark: Bench, game: Game) -> None:
    benchmark.extra_info["models"] = sum(len(unit.models) for unit in battle(game).units.values())
    benchmark(game.clone)


def test_save(benchmark: Bench, game: Game) -> None:
    benchmark.extra_info["bytes"] = len(game.save())
    benchmark(game.save)


def test_load(benchmark: Bench, game: Game) -> None:
    data = game.save()
    benchmark(lambda: Game.load(BOOK, data))


def test_move_of_a_whole_unit_checked(benchmark: Bench, game: Game) -> None:
    """Every reason against the move of a unit of ten models or more, on the table with its terrain."""
    s = battle(game)
    unit = biggest_foot_unit(s)
    move = Move(NORMAL)
    paths = tuple(
        (m.id, ((m.pose.x + 1.5, m.pose.y + 1.0, m.pose.angle, 0.0),)) for m in unit.models if m.pose is not None
    )
    benchmark.extra_info["models"] = len(unit.models)
    benchmark(lambda: list(move_refusals(s, unit.id, move, paths)))


def test_reachable_area_of_a_model(benchmark: Bench, game: Game) -> None:
    s = battle(game)
    unit = biggest_foot_unit(s)
    model = unit.models[0]
    walls = walls_for(s, profile_of(s, model))
    enemies = in_the_way(s, unit, model, Move(NORMAL))
    friends = crowd(s, unit.seat, but=unit.id)
    benchmark(lambda: reachable(placed(s, model), 6.0, enemies, walls, layout_of(s).board, standing=friends))
