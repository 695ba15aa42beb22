"""Lines of sight."""

from __future__ import annotations

import random

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.board import (
    Base,
    Crowd,
    Oval,
    Placed,
    Pose,
    Round,
    Wall,
    Walls,
    outline,
    rectangle,
    sight_line,
    visible,
)

MM = 1 / 25.4
A, B = Placed("a", Round(30), Pose(0, 0)), Placed("b", Round(30), Pose(10, 0))


def test_nothing_between() -> None:
    line = sight_line(A, B)
    assert line is not None
    assert [*line[0], *line[1]] == pytest.approx([15 * MM, 0, 10 - 15 * MM, 0])


def test_a_wider_base_between_hides_and_a_narrower_one_does_not() -> None:
    assert not visible(A, B, Crowd([Placed("c", Round(40), Pose(5, 0))]))
    assert visible(A, B, Crowd([Placed("c", Round(25), Pose(5, 0))]))


@pytest.mark.parametrize(("gap", "seen"), [(1.0, True), (0.9, False)])
def test_a_gap_of_a_millimetre_is_enough(gap: float, seen: bool) -> None:
    half = gap * MM / 2
    walls = Walls([Wall("w", ((5.0, -9.0), (5.0, -half))), Wall("w", ((5.0, half), (5.0, 9.0)))])
    assert visible(A, B, walls=walls) is seen


def test_only_what_lies_between_blocks() -> None:
    behind = Crowd([Placed("c", Round(60), Pose(-3, 0)), Placed("d", Round(60), Pose(13, 0))])
    assert visible(A, B, behind)
    assert visible(A, B, Crowd([A, B]))


def test_low_walls_are_seen_over() -> None:
    tall_a, tall_b = Placed("a", Round(30), Pose(0, 0), 2), Placed("b", Round(30), Pose(10, 0), 2)

    def wall(top: float | None, x: float = 5.0) -> Walls:
        return Walls([Wall("w", ((x, -9.0), (x, 9.0)), 0.0, top)])

    assert visible(tall_a, tall_b, walls=wall(1.9))
    assert not visible(tall_a, tall_b, walls=wall(2.0))
    assert not visible(tall_a, tall_b, walls=wall(None))
    giant = Placed("b", Round(30), Pose(10, 0), 6)
    assert visible(tall_a, giant, walls=wall(3.5))
    assert not visible(tall_a, giant, walls=wall(3.5, x=1.0))
    upstairs = Placed("b", Round(30), Pose(10, 0, 0, 5), 1)
    assert not visible(tall_a, Placed("c", Round(30), Pose(10, 0), 1), walls=wall(2.5))
    assert visible(tall_a, upstairs, walls=wall(2.5))


def test_base_contact_is_always_seen() -> None:
    walls = Walls([Wall("w", ((30 * MM, -9.0), (30 * MM, 9.0)))])
    assert visible(A, Placed("b", Round(30), Pose(30 * MM, 0)), walls=walls)


def brute(a: Placed, b: Placed, blockers: list[Placed], walls: Walls) -> bool:
    """Try many pairs of points on the two outlines."""
    things = [outline(m.base, m.pose) for m in blockers] + list(walls.shapes)
    blocked = shapely.union_all([shapely.buffer(thing, MM / 2, quad_segs=32) for thing in things])
    ends = [shapely.get_coordinates(shapely.segmentize(outline(m.base, m.pose), 0.2)) for m in (a, b)]
    ends = [points[:: max(1, len(points) // 60)] for points in ends]
    pairs = np.stack([np.repeat(ends[0], len(ends[1]), 0), np.tile(ends[1], (len(ends[0]), 1))], axis=1)
    return not shapely.intersects(blocked, shapely.linestrings(pairs)).all()


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 100_000))
def test_sight_agrees_with_trying_many_lines_and_is_mutual(seed: int) -> None:
    rng = random.Random(seed)
    bases: list[Base] = [Round(30), Round(50), Round(80), Oval(75, 42), rectangle(3, 1.5)]

    def somewhere(name: str, low: float, high: float) -> Placed:
        pose = Pose(rng.uniform(low, high), rng.uniform(-4, 4), rng.uniform(0, 180))
        return Placed(name, rng.choice(bases), pose)

    a, b = somewhere("a", -1, 1), somewhere("b", 15, 17)
    blockers = [somewhere(f"c{i}", 4, 12) for i in range(rng.randint(1, 7))]
    walls = Walls([Wall("w", ((8.0, rng.uniform(-6, 0)), (8.0 + rng.uniform(-2, 2), rng.uniform(0, 6))))])
    seen = visible(a, b, Crowd(blockers), walls)
    assert seen == visible(b, a, Crowd(blockers), walls)
    # Lines tried on a grid can miss a slit, never invent one.
    assert seen or not brute(a, b, blockers, walls)
    if seen:
        thin = sight_line(a, b, Crowd(blockers), walls)
        assert thin is not None
        shapes = [outline(m.base, m.pose) for m in blockers] + list(walls.shapes)
        assert shapely.distance(shapely.LineString(thin), np.array(shapes)).min() >= MM / 2 - 0.005
