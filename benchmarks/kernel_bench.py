"""Speed of the kernel and the record, on the two small books of the tests.

Run with `pytest benchmarks/kernel_bench.py`. The duel (draw, play, attack, one response window) is the yardstick: its
rules cost next to nothing, so that what is measured is the kernel. `extra_info` holds rates where one round is many.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import duel
import raid
from referee.kernel import AGAIN, END, Book, Game, Outcome, Procedure, Roll, Scripted, Seeded, State, step
from referee.record import Session, replay

Bench = Any


class Count(Procedure):
    """Steps that do nothing but count to a thousand, five a turn."""

    count: int = 0

    @step("BENCH 1")
    def one(self, s: State) -> Outcome:
        self.count += 5
        return END if self.count > 1000 else None

    @step("BENCH 2")
    def two(self, s: State) -> Outcome:
        return None

    @step("BENCH 3", when=lambda self, s: self.count > 0)
    def three(self, s: State) -> Outcome:
        return None

    @step("BENCH 4", when=lambda self, s: self.count < 0)
    def four(self, s: State) -> Outcome:
        return None

    @step("BENCH 5")
    def five(self, s: State) -> Outcome:
        return AGAIN


class Rolls(Procedure):
    """A hundred rolls of ten dice."""

    count: int = 0
    dice: tuple[int, ...] = ()

    @step("BENCH 6", into="dice")
    def roll(self, s: State) -> Outcome:
        if self.count == 100:
            return END
        self.count += 1
        return Roll(under="BENCH 6", purpose="speed", by=0, count=10)

    @step("BENCH 7")
    def again(self, s: State) -> Outcome:
        return AGAIN


def in_the_middle(book: Book, answers: int) -> Game:
    """A random game of the book after so many answers."""
    game, random = book.begin(dice=Seeded("1")), Random(5)
    for _ in range(answers):
        game.answer(game.propose(random))
    return game


@pytest.fixture
def game() -> Game:
    """A duel in the middle."""
    return in_the_middle(duel.BOOK, 40)


def test_trivial_steps(benchmark: Bench) -> None:
    def run() -> None:
        Game(duel.BOOK, State(), [Count()], Scripted(())).run()

    benchmark(run)
    benchmark.extra_info["steps a second"] = round(1001 / benchmark.stats.stats.min)


def test_rolls_of_ten_dice(benchmark: Bench) -> None:
    def run() -> None:
        Game(duel.BOOK, State(), [Rolls()], Seeded("1")).run()

    benchmark(run)
    benchmark.extra_info["rolls a second"] = round(100 / benchmark.stats.stats.min)


def test_duel_decisions(benchmark: Bench) -> None:
    def run() -> int:
        return sum(duel.random_game(seed) for seed in range(20))

    decisions = benchmark(run)
    benchmark.extra_info["decisions a second"] = round(decisions / benchmark.stats.stats.min)


def test_raid_decisions(benchmark: Bench) -> None:
    """Dice, windows, costs, open questions: a game with some of everything."""

    def run() -> int:
        decisions = 0
        for seed in range(10):
            game, random = raid.BOOK.begin(dice=Seeded(str(seed))), Random(seed)
            while game.decision:
                game.answer(game.propose(random))
                decisions += 1
        return decisions

    decisions = benchmark(run)
    benchmark.extra_info["decisions a second"] = round(decisions / benchmark.stats.stats.min)


def test_clone(benchmark: Bench, game: Game) -> None:
    benchmark.pedantic(game.clone, rounds=100, iterations=1000, warmup_rounds=5)


def test_expand_a_search_node(benchmark: Bench, game: Game) -> None:
    """A clone and an answer for each option: what a search does at every node."""
    options = game.options()

    def run() -> None:
        for option in options:
            game.clone().answer(option)

    benchmark(run)
    benchmark.extra_info["nodes a second"] = round(len(options) / benchmark.stats.stats.min)


def test_save(benchmark: Bench, game: Game) -> None:
    benchmark.pedantic(game.save, rounds=100, iterations=100, warmup_rounds=5)


def test_load(benchmark: Bench, game: Game) -> None:
    data = game.save()
    benchmark.pedantic(Game.load, (duel.BOOK, data), rounds=100, iterations=50, warmup_rounds=5)


def test_digest(benchmark: Bench, game: Game) -> None:
    benchmark(game.digest)


def test_why_an_answer_is_refused(benchmark: Bench, game: Game) -> None:
    assert game.decision is not None
    refused = next(card for card in range(1, 9) if card not in game.options())
    game.stack[-1] = duel.PlayCards(seat=game.decision.by)
    game._ask_again()
    benchmark(game.why, refused)


@pytest.mark.parametrize("sync", [False, True], ids=["flush", "fsync"])
def test_recorded_decisions(benchmark: Bench, tmp_path: Path, sync: bool) -> None:
    number = iter(range(10**9))

    def run() -> int:
        path = tmp_path / f"{next(number)}.jsonl"
        with Session.begin(duel.BOOK, dice=Seeded("1"), path=path, sync=sync) as session:
            random = Random(1)
            while session.decision:
                session.answer(session.game.propose(random))
        return session.last

    decisions = benchmark.pedantic(run, rounds=5, warmup_rounds=1)
    benchmark.extra_info["decisions a second"] = round(decisions / benchmark.stats.stats.min)


def test_replayed_decisions(benchmark: Bench) -> None:
    session, random = Session.begin(duel.BOOK, dice=Seeded("1")), Random(1)
    while session.decision:
        session.answer(session.game.propose(random))
    session.close()
    benchmark(replay, session.data, book=duel.BOOK, verify=True)
    benchmark.extra_info["decisions a second"] = round(session.last / benchmark.stats.stats.min)
