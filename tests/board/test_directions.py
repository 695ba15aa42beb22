"""Directions of straight slides, against brute force and against the sweep."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.board import Board, Crowd, Placed, Pose, Round, Wall, Walls, distance, outer_radius, sweep_faults, within
from referee.board.directions import Arc, Slides, arriving_arcs, entry_and_exit, reaching_arcs, slide_ends
from referee.board.shapes import TOLERANCE, Oval, at


def disc(name: str, mm: float, x: float, y: float) -> Placed:
    return Placed(name, Round(mm), Pose(x, y))


S = disc("s", 30, 10, 10)
TARGET = disc("t", 30, 17, 10)


def one(slides: Slides, degrees: float) -> float:
    return float(slides.contacts(np.array([degrees]))[0][0])


def test_the_cone_of_directions_that_reach() -> None:
    (arc,) = reaching_arcs(S, TARGET, 1.0)
    half = math.degrees(math.asin((60 / 25.4 / 2 + 1.0) / 7))
    assert arc.middle % 360 == pytest.approx(0)
    assert (arc.end - arc.start) / 2 == pytest.approx(half, abs=0.01)
    assert arc.holds(18.15)
    assert arc.holds(-18.15)
    assert not arc.holds(18.5)
    assert reaching_arcs(S, disc("t", 30, 12, 10), 1.0) == (Arc(0.0, 360.0),)


def test_entry_and_exit() -> None:
    entry, leave = entry_and_exit(S, TARGET, 1.0, np.array([0.0, 90.0]))
    assert entry[0] == pytest.approx(7 - 30 / 25.4 - 1, abs=2 * TOLERANCE)
    assert leave[0] == pytest.approx(7 + 30 / 25.4 + 1, abs=2 * TOLERANCE)
    assert math.isinf(entry[1])


def test_a_graze_touches_and_a_miss_does_not() -> None:
    touch = 30 / 25.4
    assert one(Slides(S, [disc("x", 30, 13, 10 + touch)]), 0.0) == pytest.approx(3.0)
    assert math.isinf(one(Slides(S, [disc("x", 30, 13, 10 + touch + 0.01)]), 0.0))
    assert math.isinf(one(Slides(S, [disc("x", 30, 13, 10 + touch)], grazing=False), 0.0))


def test_what_is_touched_at_the_start_stops_only_what_moves_into_it() -> None:
    slides = Slides(
        S, [disc("x", 30, 10, 10 + 30 / 25.4)], Walls([Wall("w", ((0, 10 - 15 / 25.4), (20, 10 - 15 / 25.4)))])
    )
    assert math.isinf(one(slides, 0.0))
    assert math.isinf(one(slides, 180.0))
    assert one(slides, 80.0) == 0.0
    assert one(slides, 280.0) == pytest.approx(0.0)


def test_walls_corners_and_edges_of_the_table() -> None:
    block = Wall("block", ((14, 8), (16, 8), (16, 12), (14, 12)))
    slides = Slides(S, (), Walls([block]), Board(20, 20))
    r = 15 / 25.4
    assert one(slides, 0.0) == pytest.approx(4 - r)
    assert one(slides, 90.0) == pytest.approx(10 - r)
    to_corner = math.degrees(math.atan2(2, 4))
    assert one(slides, to_corner) < math.hypot(2, 4)
    assert slides.touched(0.0, 10.0) == ("block",)


def test_other_bases_than_round() -> None:
    slides = Slides(S, [Placed("o", Oval(75, 42), Pose(15, 10))])
    assert one(slides, 0.0) == pytest.approx(5 - 37.5 / 25.4 - 15 / 25.4, abs=TOLERANCE)
    with pytest.raises(ValueError, match="no round base"):
        Slides(Placed("o", Oval(75, 42), Pose(15, 10)), ())


def test_a_gap_exactly_as_wide_as_the_base_is_one_direction() -> None:
    touch = 30 / 25.4
    pair = [disc("a", 30, 13, 10 + touch), disc("b", 30, 13, 10 - touch)]
    arcs = arriving_arcs(Slides(S, [*pair, TARGET], grazing=False), TARGET, 1.0, 9.0)
    assert any(arc.holds(0.0) for arc in arcs)
    assert sum(arc.end - arc.start for arc in arcs) < 0.1


def test_slow_ground_ends_a_slide_early_but_not_before_it_is_entered() -> None:
    slow = Slides(S, (), Walls([Wall("mud", ((14, 8), (16, 8), (16, 12), (14, 12)))]), grazing=False)
    far = Slides(S, (), Walls([Wall("mud", ((18, 8), (20, 8), (20, 12), (18, 12)))]), grazing=False)
    free = Slides(S)
    straight = np.array([0.0])
    assert slide_ends(free, straight, 8.0, slow, 6.0)[0] == pytest.approx(6.0)
    assert slide_ends(free, straight, 8.0, far, 6.0)[0] == pytest.approx(8 - 15 / 25.4)
    assert slide_ends(free, straight, 7.0, far, 5.0)[0] == pytest.approx(7.0)


def centre_of(model: Placed) -> shapely.Point:
    return shapely.Point(model.pose.x, model.pose.y)


def scene(seed: int, crowd: int = 14) -> tuple[Placed, Placed, list[Placed], Walls]:
    """A mover, a target, other bases none of which overlap the mover, and a block."""
    random = Random(seed)
    mover = disc("m", random.choice((30, 40, 50)), 15, 15)
    target = disc("t", random.choice((30, 50)), 15 + random.uniform(-9, 9), 15 + random.uniform(-9, 9))
    others = [target]
    while len(others) < crowd:
        other = disc(f"o{len(others)}", random.choice((30, 40, 50, 80)), random.uniform(3, 27), random.uniform(3, 27))
        if all(distance(other, one) > 0 for one in (mover, *others)):
            others.append(other)
    x, y = random.uniform(3, 25), random.uniform(3, 25)
    block = Wall("block", ((x, y), (x + 2, y + 0.5), (x + 1.5, y + 2)))
    walls = Walls([block])
    if distance(mover, target) == 0 or len(walls.touched_by(centre_of(mover), 0, 1, outer_radius(mover.base) + 0.01)):
        return scene(seed + 10_000, crowd)
    return mover, target, others, walls


def brute(
    mover: Placed, target: Placed, others: list[Placed], walls: Walls, reach: float, limit: float, turn: float
) -> bool:
    """Walk in small steps until something is touched; was the target in reach at any step?"""
    crowd, pose = Crowd(others), mover.pose
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    steps = 300
    for i in range(steps + 1):
        here = at(mover, Pose(pose.x + c * limit * i / steps, pose.y + s * limit * i / steps))
        if within(distance(here, target), reach):
            return True
        touching = crowd.near(here, 0.0)
        if touching or len(walls.touched_by(centre_of(here), 0, 1, outer_radius(here.base))):
            return False
    return False


@settings(max_examples=15, deadline=None)
@given(
    st.integers(0, 10_000), st.floats(0.5, 2.0), st.floats(3, 9), st.lists(st.floats(0, 360), min_size=6, max_size=6)
)
def test_arcs_agree_with_walking(seed: int, reach: float, limit: float, turns: list[float]) -> None:
    mover, target, others, walls = scene(seed)
    arcs = arriving_arcs(Slides(mover, others, walls), target, reach, limit)
    edges = [edge % 360 for arc in arcs for edge in (arc.start, arc.end)]
    cone = reaching_arcs(mover, target, reach)
    for turn in [*turns, *(arc.middle for arc in arcs), *(arc.middle for arc in cone)]:
        if any(abs((turn - edge + 180) % 360 - 180) < 1.0 for edge in edges):
            continue  # the walk's steps are too coarse so close to a border
        inside = any(arc.holds(turn) for arc in arcs)
        assert inside == brute(mover, target, others, walls, reach, limit, turn), turn


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.floats(0, 360))
def test_a_slide_to_its_end_enters_nothing(seed: int, turn: float) -> None:
    mover, _, others, walls = scene(seed)
    board = Board(30, 30)
    length = float(slide_ends(Slides(mover, others, walls, board), np.array([turn]), 12.0)[0])
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    end = Pose(mover.pose.x + c * length, mover.pose.y + s * length)
    assert not list(sweep_faults(mover, (end,), Crowd(others), walls, board))
    if length < 12.0:
        beyond = Pose(mover.pose.x + c * (length + 0.2), mover.pose.y + s * (length + 0.2))
        touched = not list(sweep_faults(mover, (beyond,), Crowd(others), walls, board))
        assert not touched or _grazes(mover, end, others, walls)


def _grazes(mover: Placed, end: Pose, others: list[Placed], walls: Walls) -> bool:
    here = at(mover, end)
    return bool(Crowd(others).near(here, 0.001)) or bool(len(walls.touched_by(centre_of(here), 0, 1, 1.0)))
