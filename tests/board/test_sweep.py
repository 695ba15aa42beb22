"""Slides and turns of bases of every shape."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.board import (
    TOLERANCE,
    Board,
    Crowd,
    FaultKind,
    Oval,
    Path,
    Placed,
    Pose,
    Round,
    Wall,
    Walls,
    at,
    end_faults,
    free_part,
    outline,
    path_length,
    rectangle,
    shortened,
    straight,
    sweep_faults,
    turn_between,
    visible,
)

from .shapes_strategy import L_SHAPE, placed, poses

MM = 1 / 25.4


def corridor(width: float, middle: float = 10.0) -> Walls:
    """Two endless parallel walls, `width` inches apart."""
    top, bottom = middle - width / 2, middle + width / 2
    return Walls([Wall("north", ((-50.0, top), (90.0, top))), Wall("south", ((-50.0, bottom), (90.0, bottom)))])


def is_free(mover: Placed, path: Path, crowd: Crowd = Crowd(), walls: Walls = Walls()) -> bool:  # noqa: B008
    return not list(sweep_faults(mover, path, crowd, walls))


# An oval of 160 x 100 mm in a gap of 101 mm (between walls, and between rows of bases).


def rows_of_bases(gap: float) -> Crowd:
    r = 20 * MM
    return Crowd(
        Placed(f"{side}{i}", Round(40), Pose(2 + 1.8 * i, 10 + side * (gap / 2 + r)))
        for side in (-1, 1)
        for i in range(10)
    )


def test_an_oval_may_leave_a_narrow_gap_lengthways() -> None:
    oval = Placed("o", Oval(160, 100), Pose(10, 10))
    assert is_free(oval, (Pose(30, 10),), walls=corridor(101 * MM))
    assert is_free(oval, (Pose(30, 10),), rows_of_bases(101 * MM))


def test_an_oval_may_not_turn_inside_a_narrow_gap() -> None:
    oval = Placed("o", Oval(160, 100), Pose(10, 10))
    faults = list(sweep_faults(oval, (Pose(10, 10, 90),), Crowd(), corridor(101 * MM)))
    assert {(fault.kind, fault.id) for fault in faults} == {(FaultKind.WALL, "north"), (FaultKind.WALL, "south")}
    assert not is_free(oval, (Pose(10, 10, 90),), rows_of_bases(101 * MM))
    assert is_free(oval, (Pose(10, 10, 3),), walls=corridor(101 * MM))


def test_half_a_turn_is_still_a_turn() -> None:
    """The end pose covers the same ground as the start; the way there does not."""
    oval = Placed("o", Oval(160, 100), Pose(10, 10))
    assert not list(end_faults(at(oval, Pose(10, 10, 180)), Crowd(), corridor(101 * MM)))
    assert not is_free(oval, (Pose(10, 10, 180),), walls=corridor(101 * MM))
    assert is_free(oval, (Pose(10, 10, 180),), walls=corridor(160 * MM))


@pytest.mark.parametrize(("width", "passes"), [(100.0, True), (100.3, True), (99.7, False)])
def test_a_gap_exactly_as_wide_as_an_oval(width: float, passes: bool) -> None:
    oval = Placed("o", Oval(160, 100), Pose(10, 10))
    assert is_free(oval, (Pose(30, 10),), walls=corridor(width * MM)) is passes


@pytest.mark.parametrize(("change", "passes"), [(0.0, True), (0.01, True), (-0.01, False)])
@pytest.mark.parametrize("base", [Round(32), Oval(60, 32), rectangle(3, 32 * MM)])
def test_a_gap_exactly_as_wide_as_any_base(base: Round | Oval, change: float, passes: bool) -> None:
    mover = Placed("m", base, Pose(10, 10))
    assert is_free(mover, (Pose(30, 10),), walls=corridor(32 * MM + change)) is passes


def test_a_tank_passes_its_own_width_and_not_its_length() -> None:
    tank = Placed("t", rectangle(5, 3), Pose(10, 10))
    assert is_free(tank, (Pose(30, 10),), walls=corridor(3))
    assert not is_free(at(tank, Pose(10, 10, 90)), (Pose(30, 10, 90),), walls=corridor(3))


def test_a_peg_fits_into_the_notch_of_a_hull() -> None:
    hull = Crowd([Placed("h", L_SHAPE, Pose(10, 10))])
    peg = Placed("p", Round(25), Pose(16, 11.2))
    assert is_free(peg, (Pose(10.6, 11.2),), hull)
    assert not is_free(peg, (Pose(10.4, 11.2),), hull)
    notched = Placed("h", L_SHAPE, Pose(10, 10))
    assert is_free(notched, (Pose(15.2, 10),), Crowd([Placed("p", Round(25), Pose(15.9, 11.2))]))


def test_turning_sweeps_the_corners_of_a_tank() -> None:
    tank = Placed("t", rectangle(6, 2), Pose(10, 10))
    post = Crowd([Placed("p", Round(25.4), Pose(12.5, 12.5))])
    assert not is_free(tank, (Pose(10, 10, 90),), post)
    assert is_free(tank, (Pose(10, 10, -90),), post)
    (fault,) = sweep_faults(tank, (Pose(10, 10, 90),), post)
    assert 0 < fault.pose.angle < 90


def test_turning_over_the_table_edge() -> None:
    tank = Placed("t", rectangle(6, 2), Pose(1.5, 20, 90))
    (fault,) = sweep_faults(tank, (Pose(1.5, 20, 45),), Crowd(), board=Board())
    assert (fault.kind, fault.id) == (FaultKind.EDGE, "left")
    assert not list(sweep_faults(at(tank, Pose(3.17, 20, 90)), (Pose(3.17, 20, -90),), Crowd(), board=Board()))


@pytest.mark.parametrize(("side", "angle"), [("left", 180), ("right", 0), ("top", 270), ("bottom", 90)])
def test_a_corner_that_is_over_the_edge_only_while_turning(side: str, angle: float) -> None:
    away = math.radians(angle)
    board = Board(20, 20)
    for room, faults in ((3.05, [side]), (math.hypot(3, 1), []), (math.hypot(3, 1) - 0.002, [side])):
        pose = Pose(10 + (10 - room) * math.cos(away), 10 + (10 - room) * math.sin(away), angle)
        tank = Placed("t", rectangle(6, 2), pose)
        ends = [Pose(pose.x, pose.y, angle + turn) for turn in (40, -40)]
        for end in ends:
            assert not list(end_faults(at(tank, end), Crowd(), board=board))
            assert [fault.id for fault in sweep_faults(tank, (end,), Crowd(), board=board)] == faults


@pytest.mark.parametrize(("short", "free"), [(0.0, True), (-0.01, True), (TOLERANCE * 0.8, True), (0.002, False)])
def test_a_wall_grazed_only_in_the_middle_of_a_turn(short: float, free: bool) -> None:
    tank = Placed("t", rectangle(6, 2), Pose(10, 10, 45))
    y = 10 + math.hypot(3, 1) - short
    assert is_free(tank, (Pose(10, 10, 100),), walls=Walls([Wall("w", ((0.0, y), (20.0, y)))])) is free
    post = Crowd([Placed("p", Round(25.4), Pose(10, y + 0.5))])
    assert is_free(tank, (Pose(10, 10, 100),), post) is free
    block = Crowd([Placed("p", rectangle(8, 1), Pose(10, y + 0.5))])
    assert is_free(tank, (Pose(10, 10, 100),), block) is free


def test_every_fault_is_reported_with_its_leg() -> None:
    mover = Placed("m", Round(32), Pose(5, 5))
    crowd = Crowd([Placed("a", Round(32), Pose(8, 5)), Placed("b", Round(32), Pose(12, 8))])
    faults = list(sweep_faults(mover, (Pose(12, 5), Pose(12, 50)), crowd, board=Board()))
    assert [(fault.leg, fault.kind, fault.id) for fault in faults] == [
        (0, FaultKind.MODEL, "a"),
        (1, FaultKind.MODEL, "b"),
        (1, FaultKind.EDGE, "bottom"),
    ]


def test_faults_come_lazily() -> None:
    mover = Placed("m", Round(32), Pose(5, 5))
    crowd = Crowd([Placed("a", Round(32), Pose(8, 5))])
    assert next(sweep_faults(mover, (Pose(12, 5), Pose(12, 50)), crowd)).id == "a"


def test_a_wall_ends_at_its_top() -> None:
    wall = Walls([Wall("w", ((10.0, 0.0), (10.5, 0.0), (10.5, 20.0), (10.0, 20.0)), 0.0, 3.0)])
    low, high = Placed("m", Round(32), Pose(5, 5)), Placed("m", Round(32), Pose(5, 5, 0, 3))
    assert not is_free(low, (Pose(15, 5),), walls=wall)
    assert is_free(high, (Pose(15, 5, 0, 3),), walls=wall)
    bridge = Walls([Wall("w", ((10.0, 0.0), (10.5, 0.0), (10.5, 20.0), (10.0, 20.0)), 2.0, 3.0)])
    assert is_free(Placed("m", Round(32), Pose(5, 5), 2.0), (Pose(15, 5),), walls=bridge)
    assert not is_free(Placed("m", Round(32), Pose(5, 5), 2.1), (Pose(15, 5),), walls=bridge)


def test_the_same_verdict_after_a_round_trip_through_json() -> None:
    walls = [Wall("w", ((10.0, 0.0), (10.0, 20.0))), Wall("v", ((3.0, 3.0), (4.0, 3.0), (4.0, 4.0)), 0.0, 2.5)]
    models = [Placed("a", Oval(75, 42), Pose(8, 12, 30)), Placed("b", rectangle(4, 2), Pose(5, 9), 2)]
    board = (walls, models, (Pose(15, 5), Pose(3, 12)))
    again = msgspec.json.decode(msgspec.json.encode(board), type=tuple[list[Wall], list[Placed], Path])
    assert again == (walls, models, board[2])
    mover = Placed("m", Round(32), Pose(5, 5))
    verdicts = [list(sweep_faults(mover, path, Crowd(ms), Walls(ws), Board())) for ws, ms, path in (board, again)]
    assert verdicts[0] == verdicts[1]
    assert {fault.id for fault in verdicts[1]} >= {"w", "b"}
    other = Placed("t", Round(32), Pose(15, 5))
    assert not visible(mover, other, Crowd(), Walls(again[0]))


@pytest.mark.parametrize("walls", [[{"id": "w", "points": [[10, 0], [10, 20]]}], ["w"]])
def test_walls_that_are_not_walls_raise_and_never_mean_free(walls: list[object]) -> None:
    with pytest.raises(AttributeError):
        Walls(walls)  # type: ignore[arg-type]


# A path agrees with looking at the base at many places on its way.


def on_the_way(start: Pose, path: Path, step: float, radius: float) -> list[Pose]:
    """Poses so close together that no part of the base moves more than `step` between them."""
    result = [start]
    here = start
    for there in path:
        n = 1 + math.ceil(math.hypot(there.x - here.x, there.y - here.y) / step)
        slide = np.linspace(0, 1, n + 1)
        result += [Pose(here.x + t * (there.x - here.x), here.y + t * (there.y - here.y), here.angle) for t in slide]
        turn = turn_between(here.angle, there.angle)
        n = 1 + math.ceil(math.radians(abs(turn)) * radius / step)
        result += [Pose(there.x, there.y, here.angle + t * turn) for t in np.linspace(0, 1, n + 1)]
        here = there
    return result


@settings(max_examples=60, deadline=None)
@given(placed("m"), st.lists(poses(), min_size=1, max_size=2), placed("o"))
def test_sweeping_agrees_with_sampling(mover: Placed, path: list[Pose], other: Placed) -> None:
    step = 0.05
    ring = shapely.get_coordinates(outline(mover.base, Pose(0, 0)))
    radius = float(np.hypot(ring[:, 0], ring[:, 1]).max())
    shapes = np.array([outline(mover.base, pose) for pose in on_the_way(mover.pose, tuple(path), step, radius)])
    target = outline(other.base, other.pose)
    if is_free(mover, tuple(path), Crowd([other])):
        cores = shapely.buffer(shapes, -3 * TOLERANCE)
        assert not shapely.intersects(cores, shapely.buffer(target, -3 * TOLERANCE)).any()
    else:
        assert shapely.distance(shapes, target).min() <= step
    block = Walls([Wall("w", tuple(map(tuple, shapely.get_coordinates(target)[:-1].tolist())))])
    if is_free(mover, tuple(path), walls=block):
        assert not shapely.intersects(shapely.buffer(shapes, -3 * TOLERANCE), target).any()
    else:
        assert shapely.distance(shapes, target).min() <= step


@settings(max_examples=60, deadline=None)
@given(placed("m"), poses())
def test_leaving_the_table_agrees_with_sampling(mover: Placed, to: Pose) -> None:
    board = Board(12, 12)
    table = shapely.box(0, 0, 12, 12)
    start = at(mover, Pose(6, 6, mover.pose.angle))
    faults = list(sweep_faults(start, (to,), Crowd(), board=board))
    shapes = np.array([outline(mover.base, pose) for pose in on_the_way(start.pose, (to,), 0.05, 4)])
    over = (shapely.get_coordinates(shapes) - 6).__abs__().max() - 6
    assert bool(faults) is bool(over > TOLERANCE) or abs(over - TOLERANCE) < 0.01
    assert not faults or not all(shapely.covers(shapely.buffer(table, TOLERANCE / 2), shapes))


def test_straight_shortened_and_free_part() -> None:
    start = Pose(2, 2, 30)
    assert straight(start, (2, 10), 6) == (Pose(2, 8, 30),)
    assert straight(start, (2, 2), 6) == ()
    path = (Pose(5, 2, 90), Pose(5, 6, 90))
    assert shortened(start, path, 5) == (Pose(5, 2, 90), Pose(5, 4, 90))
    assert path_length(start, shortened(start, path, 5)).total == 5
    assert shortened(start, path, 7) == path
    mover = Placed("m", Round(25.4), Pose(2, 2))
    pose, met = free_part(mover, Pose(12, 2), Crowd([Placed("e", Round(25.4), Pose(8, 2))]))
    assert met is not None
    assert met.id == "e"
    assert pose.x == pytest.approx(7, abs=0.001)
    assert free_part(mover, Pose(6, 2), Crowd([Placed("e", Round(25.4), Pose(8, 2))])) == (Pose(6, 2), None)


def test_turns_go_the_shorter_way() -> None:
    assert [turn_between(350, 10), turn_between(10, 350), turn_between(0, 180), turn_between(0, -180)] == [
        20,
        -20,
        180,
        180,
    ]
