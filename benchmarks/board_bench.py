"""Speed of the board on a table of 200 models with a real terrain layout.

Run with `pytest benchmarks/board_bench.py`. The table holds 20 units of 10 models on bases from 25 to 80 mm, set up in
clusters; the mover's own side is passable, the enemy's 100 models and all walls are not.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.board import (
    Crowd,
    Layout,
    Oval,
    Path,
    Placed,
    Pose,
    Round,
    Walls,
    at,
    climbing,
    crossed,
    end_faults,
    find_path,
    near,
    path_length,
    reachable,
    samples,
    sweep_faults,
    visible,
    walls_of,
)
from referee.books.wh40k.layouts import load_layout

Bench = Any


class Table:
    """A layout with its walls, two armies of 100 models, and a unit of ten with a place to go for each of them."""

    def __init__(self) -> None:
        self.layout: Layout = load_layout("bm-take-vs-purge-01")
        self.walls: Walls = walls_of(self.layout.features)
        rng = random.Random(7)
        models: list[Placed] = []
        for unit in range(20):
            base = Round(rng.choice([25, 28.5, 32, 32, 32, 40, 50, 60, 80]) if unit else 32)
            models.extend(self._cluster(unit, base, models, rng))
        self.models = models
        self.everybody = Crowd(models)
        self.unit = models[:10]
        mine = {model.id for model in models if int(model.id.split(".")[0]) % 2 == 0}
        self.enemies = self.everybody.without(mine)
        self.moves: list[tuple[Placed, Path]] = []
        standing = self.everybody
        for model in self.unit:
            area = reachable(model, 6, self.enemies, self.walls, self.layout.board, standing)
            for x, y in samples(area, 60, rng):
                path = find_path(model, Pose(x, y), self.enemies, self.walls, self.layout.board, 6)
                others = [m for m in standing.models if m.id != model.id]
                if path and not list(end_faults(at(model, path[-1]), Crowd(others))):
                    self.moves.append((model, path))
                    standing = Crowd([*others, at(model, path[-1])])
                    break

    def _cluster(self, unit: int, base: Round, before: list[Placed], rng: random.Random) -> list[Placed]:
        mine: list[Placed] = []
        while len(mine) < 10:
            x, y = rng.uniform(3, 57), rng.uniform(3, 41)
            for _ in range(80):
                pose = Pose(rng.gauss(x, 2.5), rng.gauss(y, 2.5))
                new = Placed(f"{unit}.{len(mine)}", base, pose, 2.0)
                crowd = Crowd([*before, *mine])
                if len(mine) < 10 and not list(end_faults(new, crowd, self.walls, self.layout.board)):
                    mine.append(new)
        return mine


@pytest.fixture(scope="module")
def table() -> Table:
    """The table, set up once."""
    return Table()


def check_unit_move(table: Table) -> int:
    """Everything a book asks of a move of ten models: paths, lengths, terrain, ends, engagement, coherency."""
    faults = 0
    arrived = [at(model, path[-1]) for model, path in table.moves]
    names = {model.id for model in arrived}
    others = Crowd([*table.everybody.without(names).models, *arrived])
    unit = Crowd(arrived)
    for (model, path), end in zip(table.moves, arrived, strict=True):
        faults += path_length(model.pose, path).total > 6.001
        faults += len(list(sweep_faults(model, path, table.enemies, table.walls, table.layout.board)))
        faults += len(others.overlapping(end))
        faults += len(near(end, table.enemies, 2, levels=5)) > 100
        faults += len(near(end, unit, 2, levels=5)) > 100
    return faults


def test_move_of_ten_models(benchmark: Bench, table: Table) -> None:
    assert len(table.moves) == 10
    assert benchmark(check_unit_move, table) == 0


def test_pack_200_models(benchmark: Bench, table: Table) -> None:
    assert len(benchmark(Crowd, table.models)) == 200


def test_one_slide(benchmark: Bench, table: Table) -> None:
    model, path = table.moves[0]
    benchmark(lambda: list(sweep_faults(model, path, table.enemies, table.walls, table.layout.board)))


def test_one_slide_of_an_oval(benchmark: Bench, table: Table) -> None:
    oval = Placed("oval", Oval(120, 92), Pose(30, 22, 20), 4.0)
    path = (Pose(34, 25, 80),)
    benchmark(lambda: list(sweep_faults(oval, path, table.enemies, table.walls, table.layout.board)))


def test_walls_crossed(benchmark: Bench, table: Table) -> None:
    model = Placed("m", Round(32), Pose(10, 22), 2.0)
    path = (Pose(50, 22),)
    assert benchmark(crossed, table.walls, model, path)
    assert climbing(table.walls, model, path)


def test_distances_to_200_models(benchmark: Bench, table: Table) -> None:
    benchmark(table.everybody.distances, table.unit[0])


@pytest.mark.parametrize("limit", [6, 12])
def test_reachable_ground(benchmark: Bench, table: Table, limit: int) -> None:
    def every_tenth() -> list[float]:
        crowd, walls, board = table.enemies, table.walls, table.layout.board
        return [reachable(m, limit, crowd, walls, board, table.everybody).area for m in table.models[::10]]

    assert sum(benchmark.pedantic(every_tenth, rounds=5)) > 0
    benchmark.extra_info["per model"] = benchmark.stats.stats.median / 20


def test_find_path_round_things(benchmark: Bench, table: Table) -> None:
    crowd, walls, board = table.enemies, table.walls, table.layout.board
    area = reachable(table.unit[0], 12, crowd, walls, board)
    goals = [Pose(x, y) for x, y in samples(area, 20, random.Random(1))]

    def all_of_them() -> list[Path | None]:
        return [find_path(table.unit[0], goal, crowd, walls, board, 12) for goal in goals]

    assert all(benchmark(all_of_them))


def test_line_of_sight(benchmark: Bench, table: Table) -> None:
    pairs = [(a, b) for a in table.models[:100:10] for b in table.models[100::20]]
    benchmark.pedantic(lambda: [visible(a, b, table.enemies, table.walls) for a, b in pairs], rounds=3)
