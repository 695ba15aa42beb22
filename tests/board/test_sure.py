"""What is answered for a whole unit at once never disagrees with the exact answers."""

from __future__ import annotations

import numpy as np
from hypothesis import given
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
    at,
    distance,
    end_faults,
    hopeless_shifts,
    rectangle,
    surely_apart,
    surely_apart_from_each_other,
    surely_free,
    surely_outside,
    sweep_faults,
)

BASES: list[Base] = [Round(32.0), Round(60.0), Oval(75.0, 42.0), rectangle(4.5, 3.0)]
BOARD = Board(20.0, 20.0)
WALLS = Walls([Wall("ruin", ((8.0, 8.0), (12.0, 8.0), (12.0, 8.5), (8.0, 8.5)))])

places = st.tuples(st.floats(0, 20), st.floats(0, 20), st.sampled_from([0.0, 30.0, 90.0]))
models = st.lists(st.tuples(st.sampled_from(BASES), places), min_size=1, max_size=5)


def placed(rows: list[tuple[Base, tuple[float, float, float]]], name: str) -> list[Placed]:
    return [Placed(f"{name}{i}", base, Pose(*place), 2.0) for i, (base, place) in enumerate(rows)]


@given(models, models, st.tuples(st.floats(-6, 6), st.floats(-6, 6)))
def test_a_way_called_free_has_no_fault(
    mine: list[tuple[Base, tuple[float, float, float]]],
    theirs: list[tuple[Base, tuple[float, float, float]]],
    by: tuple[float, float],
) -> None:
    movers, crowd = placed(mine, "a"), Crowd(placed(theirs, "b"))
    ends = [Pose(m.pose.x + by[0], m.pose.y + by[1], m.pose.angle) for m in movers]
    free = surely_free(movers, ends, crowd, WALLS, BOARD)
    for mover, end, is_free in zip(movers, ends, free, strict=True):
        if is_free:
            assert not list(sweep_faults(mover, (end,), crowd, WALLS, BOARD))


@given(models, models)
def test_models_called_apart_are(
    mine: list[tuple[Base, tuple[float, float, float]]], theirs: list[tuple[Base, tuple[float, float, float]]]
) -> None:
    movers, crowd = placed(mine, "a"), Crowd(placed(theirs, "b"))
    for mover, apart, far, outside in zip(
        movers,
        surely_apart(movers, crowd),
        surely_apart(movers, crowd, 2.0),
        surely_outside(movers, WALLS),
        strict=True,
    ):
        assert not (apart and crowd.overlapping(mover))
        assert not (far and crowd.near(mover, 2.0))
        assert not (outside and list(end_faults(mover, Crowd(), WALLS)))
    for mover, lone in zip(movers, surely_apart_from_each_other(movers), strict=True):
        assert not (lone and Crowd(movers).overlapping(mover))


@given(models)
def test_gaps_are_the_distances(mine: list[tuple[Base, tuple[float, float, float]]]) -> None:
    movers = placed(mine, "a")
    table = Crowd(movers).gaps()
    for i, one in enumerate(movers):
        for j, other in enumerate(movers):
            if i != j:
                assert abs(table[i, j] - distance(one, other)) < 1e-9


def test_a_free_way_is_called_free() -> None:
    mover = Placed("a", Round(32.0), Pose(3, 3), 2.0)
    enemy = Crowd([Placed("b", Round(32.0), Pose(10, 3), 2.0)])
    assert surely_free([mover], [Pose(3, 10)], enemy, WALLS, BOARD).all()
    assert not surely_free([mover], [Pose(12, 3)], enemy, WALLS, BOARD).any()
    assert not surely_free([at(mover, Pose(10, 5))], [Pose(10, 12)], Crowd(), WALLS, BOARD).any()
    assert not surely_free([mover], [Pose(0.5, 3)], Crowd(), WALLS, BOARD).any()


@given(models, models, st.lists(st.tuples(st.floats(-6, 6), st.floats(-6, 6)), min_size=1, max_size=4))
def test_a_shift_called_hopeless_is(
    mine: list[tuple[Base, tuple[float, float, float]]],
    theirs: list[tuple[Base, tuple[float, float, float]]],
    shifts: list[tuple[float, float]],
) -> None:
    movers, crowd = placed(mine, "a"), Crowd(placed(theirs, "b"))
    lost = hopeless_shifts(movers, np.array(shifts), crowd, crowd, BOARD, crowd, 2.0)
    for (dx, dy), hopeless in zip(shifts, lost, strict=True):
        if hopeless:
            ends = [at(m, Pose(m.pose.x + dx, m.pose.y + dy, m.pose.angle)) for m in movers]
            assert any(
                list(sweep_faults(m, (end.pose,), crowd, Walls(), BOARD)) or crowd.near(end, 2.0)
                for m, end in zip(movers, ends, strict=True)
            )
