"""Round bases: exact limits, gaps, edges."""

from __future__ import annotations

import pytest

from referee.board import (
    TOLERANCE,
    Board,
    Crowd,
    FaultKind,
    Placed,
    Pose,
    Round,
    distance,
    end_faults,
    more_than,
    near,
    overlap,
    path_length,
    sweep_faults,
    within,
)

R32 = 32 / 25.4 / 2


def model(name: str, x: float, y: float, mm: float = 32) -> Placed:
    return Placed(name, Round(mm), Pose(x, y))


@pytest.mark.parametrize(
    ("gap", "is_within", "is_more"), [(9.0, True, False), (9.001, False, True), (8.999, True, False)]
)
def test_exactly_the_limit_is_within_and_not_more(gap: float, is_within: bool, is_more: bool) -> None:
    a, b = model("a", 10, 10), model("b", 10 + 2 * R32 + gap, 10)
    assert within(distance(a, b), 9) is is_within
    assert more_than(distance(a, b), 9) is is_more
    assert (near(a, [b], 9) == ("b",)) is is_within


def test_one_tolerance_decides_for_within_and_more_than() -> None:
    for distance_, is_within in ((9.0, True), (9 + TOLERANCE, True), (9 + 1.1 * TOLERANCE, False), (8.0, True)):
        assert within(distance_, 9) is is_within
        assert more_than(distance_, 9) is not is_within


def test_edges_are_measured_not_centres() -> None:
    assert within(distance(model("a", 10, 10), model("b", 19.5, 10)), 9)


@pytest.mark.parametrize(("change", "passes"), [(0.0, True), (0.01, True), (-0.01, False)])
def test_a_gap_exactly_as_wide_as_the_base_is_passable(change: float, passes: bool) -> None:
    half = 2 * R32 + change / 2
    pillars = Crowd([model("top", 10, 10 - half), model("bottom", 10, 10 + half)])
    faults = list(sweep_faults(model("m", 5, 10), (Pose(15, 10),), pillars))
    assert (not faults) is passes
    assert {fault.id for fault in faults} == (set() if passes else {"top", "bottom"})


def test_a_free_end_point_behind_an_enemy_is_no_free_path() -> None:
    mover, enemy = model("m", 5, 10), model("e", 8, 10)
    assert not list(end_faults(model("m", 11, 10), Crowd([enemy])))
    (fault,) = sweep_faults(mover, (Pose(11, 10),), Crowd([enemy]))
    assert (fault.kind, fault.id, fault.leg) == (FaultKind.MODEL, "e", 0)
    assert fault.pose.x == pytest.approx(8 - 2 * R32, abs=0.001)
    assert fault.depth == pytest.approx(2 * R32)


def test_the_table_edge_may_be_touched_and_not_crossed() -> None:
    mover = model("m", 5, 10)
    assert not list(sweep_faults(mover, (Pose(R32, 10),), Crowd(), board=Board()))
    (fault,) = sweep_faults(mover, (Pose(R32 - 0.01, 10),), Crowd(), board=Board())
    assert (fault.kind, fault.id) == (FaultKind.EDGE, "left")
    assert fault.depth == pytest.approx(0.01)


def test_models_at_other_levels_do_not_block() -> None:
    below = Placed("b", Round(32), Pose(8, 10), height=1.5)
    above = Placed("m", Round(32), Pose(5, 10, 0, 3), height=1.5)
    assert not list(sweep_faults(above, (Pose(11, 10, 0, 3),), Crowd([below])))
    assert not overlap(above, Placed("b", Round(32), Pose(5, 10), height=3))
    assert overlap(above, Placed("b", Round(32), Pose(5, 10), height=3.1))


def test_length_counts_slides_and_climbs_and_not_turns() -> None:
    length = path_length(Pose(0, 0), (Pose(3, 4), Pose(3, 4, 90), Pose(3, 4, 90, 3), Pose(3, 4, 90, 1)))
    assert (length.horizontal, length.vertical, length.total) == (5, 5, 10)


def test_a_pose_that_is_no_place_is_an_error_and_not_a_free_path() -> None:
    with pytest.raises(ValueError, match="finite"):
        Pose(float("nan"), 0)
