"""Shortest paths, reachable ground and proposals."""

from __future__ import annotations

import heapq
import math
import random

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.board import (
    Base,
    Board,
    Crowd,
    Oval,
    Placed,
    Pose,
    Round,
    Wall,
    Walls,
    end_faults,
    find_path,
    path_length,
    reachable,
    rectangle,
    samples,
    sweep_faults,
)

BOARD = Board(16, 16)
R = 16 / 25.4


def table(seed: int, models: int = 14) -> tuple[Placed, Crowd, Walls]:
    """A crowded little table with two walls, and a mover in its middle."""
    rng = random.Random(seed)
    walls = Walls(
        Wall(f"w{i}", ((x, y), (x + rng.uniform(-4, 4), y + rng.uniform(-4, 4))))
        for i, (x, y) in enumerate([(4.0, 4.0), (12.0, 10.0)])
    )
    mover = Placed("m", Round(32), Pose(8, 8))
    placed = [mover]
    for i in range(models):
        bases: list[Base] = [Round(32), Round(60), Oval(75, 42), rectangle(3, 1.5)]
        base = rng.choice(bases)
        new = Placed(f"o{i}", base, Pose(rng.uniform(1, 15), rng.uniform(1, 15), rng.uniform(0, 180)))
        if not Crowd(placed).overlapping(new):
            placed.append(new)
    crowd = Crowd(placed[1:])
    return mover, crowd, walls.without({wall.id for wall in walls.walls if list(end_faults(mover, Crowd(), walls))})


def grid_reach(mover: Placed, limit: float, crowd: Crowd, walls: Walls, step: float = 0.4) -> list[tuple[float, float]]:
    """Grid points that some path over the grid reaches within the limit: a lower bound of the reachable ground."""
    moves = [(i, j) for i in range(-2, 3) for j in range(-2, 3) if math.gcd(i, j) == 1]
    best = {(0, 0): 0.0}
    queue = [(0.0, (0, 0))]
    while queue:
        length, (i, j) = heapq.heappop(queue)
        if length > best[i, j]:
            continue
        here = Pose(mover.pose.x + i * step, mover.pose.y + j * step)
        for a, b in moves:
            there = Pose(here.x + a * step, here.y + b * step)
            far = length + step * math.hypot(a, b)
            if far > limit or far >= best.get((i + a, j + b), math.inf):
                continue
            if not list(sweep_faults(Placed("m", mover.base, here), (there,), crowd, walls, BOARD)):
                best[i + a, j + b] = far
                heapq.heappush(queue, (far, (i + a, j + b)))
    return [(mover.pose.x + i * step, mover.pose.y + j * step) for i, j in best]


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10_000))
def test_what_is_offered_can_be_reached_by_a_legal_path(seed: int) -> None:
    mover, crowd, walls = table(seed)
    area = reachable(mover, 5, crowd, walls, BOARD)
    for x, y in samples(area, 12, random.Random(seed)):
        path = find_path(mover, Pose(x, y), crowd, walls, BOARD, 5)
        assert path is not None
        assert path_length(mover.pose, path).total <= 5.0005
        assert list(sweep_faults(mover, path, crowd, walls, BOARD)) == []


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10_000))
def test_what_a_grid_search_reaches_is_offered(seed: int) -> None:
    mover, crowd, walls = table(seed)
    area = shapely.buffer(reachable(mover, 4, crowd, walls, BOARD), 0.03)
    points = grid_reach(mover, 3.98, crowd, walls)
    missed = [p for p in points if not shapely.intersects(area, shapely.Point(p))]
    # Only what lies behind a gap that is hardly wider than the base may be missing.
    slim = Placed("m", Round(33), mover.pose)
    assert not [p for p in grid_reach(slim, 3.98, crowd, walls) if p in missed]


def test_open_ground_is_a_disc() -> None:
    area = reachable(Placed("m", Round(32), Pose(30, 20)), 6, Crowd(), board=Board())
    assert area.area == pytest.approx(math.pi * 36, rel=0.002)
    assert area.within(shapely.Point(30, 20).buffer(6, 256).buffer(0.001))


def test_the_table_edge_stops_the_edge_of_the_base() -> None:
    area = reachable(Placed("m", Round(32), Pose(2, 20)), 6, Crowd(), board=Board())
    assert area.bounds[0] == pytest.approx(R)


def test_models_that_may_be_passed_may_not_be_ended_on() -> None:
    mover = Placed("m", Round(32), Pose(8, 8))
    friend = Crowd([Placed("f", Round(32), Pose(11, 8))])
    area = reachable(mover, 6, Crowd(), board=BOARD, standing=friend)
    assert not area.contains(shapely.Point(11, 8))
    assert area.contains(shapely.Point(13.5, 8))
    assert not reachable(mover, 6, friend, board=BOARD).contains(shapely.Point(13.95, 8))


def test_a_model_in_base_contact_can_still_go() -> None:
    mover = Placed("m", Round(32), Pose(8, 8))
    ring = Crowd([Placed(f"e{i}", Round(32), Pose(8 + 2 * R * math.cos(i), 8 + 2 * R * math.sin(i))) for i in (0, 3)])
    area = reachable(mover, 4, ring, board=BOARD)
    assert area.area > 15
    path = find_path(mover, Pose(10.6, 8), ring, board=BOARD)
    assert path is not None
    assert list(sweep_faults(mover, path, ring, board=BOARD)) == []


def test_a_path_into_base_contact_behind_a_screen() -> None:
    mover = Placed("m", Round(32), Pose(4, 8))
    screen = [Placed(f"s{i}", Round(32), Pose(8, 6 + 1.5 * i)) for i in range(3)]
    enemy = Placed("e", Round(40), Pose(11, 8))
    goal = Pose(11 - R - 20 / 25.4, 8)
    path = find_path(mover, goal, Crowd([*screen, enemy]), board=BOARD)
    assert path is not None
    assert path[-1] == goal
    assert len(path) > 2
    assert path_length(mover.pose, path).total < 9


def test_enclosed_models_find_no_path_and_only_their_own_ground() -> None:
    mover = Placed("m", Round(32), Pose(8, 8))
    cage = Walls([Wall("c", ((6.0, 6.0), (10.0, 6.0))), Wall("c", ((10.0, 6.0), (10.0, 10.0))),
                  Wall("c", ((10.0, 10.0), (6.0, 10.0))), Wall("c", ((6.0, 10.0), (6.0, 6.0)))])  # fmt: skip
    assert find_path(mover, Pose(13, 8), Crowd(), cage, BOARD) is None
    assert reachable(mover, 8, Crowd(), cage, BOARD).area == pytest.approx((4 - 2 * R) ** 2, rel=0.05)


def test_the_limit_counts_the_way_round() -> None:
    mover = Placed("m", Round(32), Pose(4, 8))
    wall = Walls([Wall("w", ((6.0, 4.0), (6.0, 12.0)))])
    path = find_path(mover, Pose(8, 8), Crowd(), wall, BOARD)
    assert path is not None
    length = path_length(mover.pose, path).total
    assert 9.5 < length < 10.5
    assert find_path(mover, Pose(8, 8), Crowd(), wall, BOARD, limit=length - 0.1) is None
    assert not reachable(mover, length - 0.1, Crowd(), wall, BOARD).contains(shapely.Point(8, 8))
    assert reachable(mover, length + 0.1, Crowd(), wall, BOARD).contains(shapely.Point(8, 8))


def test_an_oval_turns_to_pass_a_gap() -> None:
    oval = Placed("o", Oval(160, 100), Pose(4, 8, 90))
    gap = Walls([Wall("w", ((8.0, 0.0), (8.0, 5.9))), Wall("w", ((8.0, 10.1), (8.0, 16.0)))])
    path = find_path(oval, Pose(12, 8), Crowd(), gap, BOARD)
    assert path is not None
    assert list(sweep_faults(oval, path, Crowd(), gap, BOARD)) == []
    assert reachable(oval, 8, Crowd(), gap, BOARD).bounds[2] < 8
    assert reachable(Placed("o", oval.base, Pose(4, 8, 0)), 8, Crowd(), gap, BOARD).bounds[2] > 11


def test_samples_are_in_the_area_and_repeatable() -> None:
    area = shapely.Point(5, 5).buffer(3).difference(shapely.Point(5, 5).buffer(1))
    points = samples(area, 10, random.Random(1), towards=[(20.0, 5.0)], start=(5.0, 8.0))
    assert points == samples(area, 10, random.Random(1), towards=[(20.0, 5.0)], start=(5.0, 8.0))
    assert points[0] == pytest.approx((8, 5))
    assert points[1] == (5, 8)
    assert len(points) == 10
    assert all(area.buffer(1e-6).contains(shapely.Point(p)) for p in points)
    assert samples(shapely.Polygon(), 5, random.Random(1)) == ()
