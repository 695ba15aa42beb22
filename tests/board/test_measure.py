"""Distances between bases of every shape."""

from __future__ import annotations

import math

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.board import (
    TOLERANCE,
    Base,
    Crowd,
    Hull,
    Oval,
    Placed,
    Pose,
    Round,
    at,
    distance,
    farthest,
    hull,
    inches,
    level_gap,
    near,
    overlap,
    rectangle,
    vertical_gap,
    wholly_within,
)
from referee.board.shapes import inner_radius, outer_radius

from .shapes_strategy import BASES, ROUNDS, placed

A, B, C = placed("a"), placed("b"), placed("c")
MM = 1 / 25.4


def rigid(model: Placed, turn: float, dx: float, dy: float) -> Placed:
    """The model after the whole table was turned round (0, 0) and shifted."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    p = model.pose
    return at(model, Pose(c * p.x - s * p.y + dx, s * p.x + c * p.y + dy, p.angle + turn, p.z))


@given(A, B)
def test_distance_and_overlap_are_symmetric(a: Placed, b: Placed) -> None:
    assert distance(a, b) == pytest.approx(distance(b, a), abs=1e-9)
    assert overlap(a, b) == overlap(b, a)


@given(A, B, st.floats(-180, 180), st.floats(-20, 20), st.floats(-20, 20))
def test_distance_stays_when_the_table_is_turned_and_shifted(
    a: Placed, b: Placed, turn: float, dx: float, dy: float
) -> None:
    assert distance(rigid(a, turn, dx, dy), rigid(b, turn, dx, dy)) == pytest.approx(distance(a, b), abs=TOLERANCE)


@given(A, B, C)
def test_a_detour_over_a_third_model_is_no_shorter(a: Placed, b: Placed, c: Placed) -> None:
    assert distance(a, c) <= distance(a, b) + 2 * outer_radius(b.base) + distance(b, c) + 1e-9


@given(A, B)
def test_circles_inside_and_outside_bound_the_distance(a: Placed, b: Placed) -> None:
    centres = math.hypot(a.pose.x - b.pose.x, a.pose.y - b.pose.y)
    slack = 2 * TOLERANCE
    assert distance(a, b) <= max(0.0, centres - inner_radius(a.base) - inner_radius(b.base)) + slack
    assert distance(a, b) >= centres - outer_radius(a.base) - outer_radius(b.base) - slack


@given(placed("a", ROUNDS), B)
def test_an_oval_as_long_as_wide_is_a_round_base(a: Placed, b: Placed) -> None:
    assert isinstance(a.base, Round)
    same = Placed("a", Oval(a.base.diameter_mm, a.base.diameter_mm), a.pose)
    assert distance(same, b) == pytest.approx(distance(a, b), abs=TOLERANCE)
    assert farthest(same, b) == pytest.approx(farthest(a, b), abs=TOLERANCE)


@given(A, st.lists(st.tuples(BASES, st.floats(0, 20), st.floats(0, 20), st.floats(0, 180)), max_size=8))
def test_a_crowd_answers_as_its_models_do_one_by_one(a: Placed, rows: list[tuple[Base, float, float, float]]) -> None:
    others = [Placed(f"o{i}", base, Pose(x, y, angle)) for i, (base, x, y, angle) in enumerate(rows)]
    crowd = Crowd(others)
    assert list(crowd.distances(a)) == pytest.approx([distance(a, other) for other in others], abs=1e-9)
    assert near(a, crowd, 3.0) == tuple(o.id for o in others if distance(a, o) <= 3.0 + TOLERANCE)
    assert crowd.overlapping(a) == tuple(o.id for o in others if overlap(a, o))
    assert crowd.without({"o0"}).models == tuple(o for o in others if o.id != "o0")
    assert crowd.only({"o1"}).models == tuple(o for o in others if o.id == "o1")


def test_two_ovals_side_by_side_at_45_degrees() -> None:
    step = 42 * MM / math.sqrt(2)
    a = Placed("a", Oval(75, 42), Pose(10, 10, 45))
    b = Placed("b", Oval(75, 42), Pose(10 - step, 10 + step, 45))
    assert distance(a, b) == pytest.approx(0, abs=TOLERANCE / 5)
    assert not overlap(a, b)
    closer = at(b, Pose(10 - step * 0.999, 10 + step * 0.999, 45))
    assert overlap(a, closer)
    apart = at(b, Pose(10 - 2 * step, 10 + 2 * step, 45))
    assert distance(a, apart) == pytest.approx(42 * MM, abs=TOLERANCE / 5)
    end_to_end = 75 * MM / math.sqrt(2)
    assert not overlap(a, at(b, Pose(10 + end_to_end, 10 + end_to_end, 45)))
    assert overlap(a, at(b, Pose(10 + 0.99 * end_to_end, 10 + 0.99 * end_to_end, 45)))


def test_oval_distances_are_exact_on_the_axes() -> None:
    oval, peg = Placed("o", Oval(170, 109), Pose(0, 0, 30)), Round(25)
    c, s = math.cos(math.radians(30)), math.sin(math.radians(30))
    for reach, x, y in ((170, c, s), (109, -s, c)):
        away = (reach + 25) / 2 * MM + 3
        assert distance(oval, Placed("p", peg, Pose(x * away, y * away))) == pytest.approx(3, abs=TOLERANCE / 10)


def test_hulls_measure_to_their_own_outline() -> None:
    tank = Placed("t", rectangle(4, 2), Pose(10, 10, 90))
    assert distance(tank, Placed("m", Round(25.4), Pose(10, 14))) == pytest.approx(1.5)
    assert distance(tank, Placed("m", Round(25.4), Pose(14, 10))) == pytest.approx(2.5)
    moved = hull(((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)))
    assert moved.points == rectangle(4, 2).points


def test_levels() -> None:
    low, up = Placed("l", Round(32), Pose(0, 0), 2), Placed("u", Round(32), Pose(0.2, 0, 0, 5), 2)
    assert (level_gap(low, up), vertical_gap(low, up)) == (5, 3)
    assert near(low, [up], 1, levels=5) == ("u",)
    assert near(low, [up], 1, levels=4.9) == ()


def test_wholly_within_measures_to_the_far_edge() -> None:
    target = Placed("t", Round(25.4), Pose(0, 0))
    assert wholly_within(Placed("a", Round(25.4), Pose(3, 0)), target, 3)
    assert not wholly_within(Placed("a", Round(25.4), Pose(3.01, 0)), target, 3)
    tank = Placed("a", rectangle(4, 2), Pose(5, 0))
    assert farthest(tank, target) == pytest.approx(math.hypot(7, 1) - 0.5)


@pytest.mark.parametrize(
    "bad",
    [
        '{"type":"round"}',
        '{"type":"round","diameter_mm":0}',
        '{"type":"round","diameter_mm":"32"}',
        '{"type":"oval","length_mm":75}',
        '{"type":"unknown","diameter_mm":32}',
        '{"type":"hull","points":[[0,0],[1,0]]}',
        '{"type":"hull","points":[[0,0],[1,1],[1,0],[0,1]]}',
        "{}",
    ],
)
def test_a_base_that_is_not_known_is_an_error_and_never_a_default(bad: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(bad, type=Base)


@given(BASES)
def test_bases_survive_json(base: Base) -> None:
    assert msgspec.json.decode(msgspec.json.encode(base), type=Base) == base


def test_millimetres_are_exact() -> None:
    assert inches(25.4) == 1
    assert outer_radius(Round(32)) == 32 / 2 / 25.4
    assert outer_radius(Hull(((-1.0, 0.0), (1.0, 0.0), (0.0, 1.0)))) == 1
