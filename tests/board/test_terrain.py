"""Walls of features: what a path crosses and what climbing it costs."""

from __future__ import annotations

import msgspec
import pytest

from referee.board import (
    Area,
    Board,
    Crowd,
    Feature,
    Floor,
    Layout,
    Oval,
    Path,
    Placed,
    Pose,
    Round,
    Wall,
    Zone,
    areas_under,
    climbing,
    crossed,
    path_length,
    rectangle,
    sweep_faults,
    walls_of,
)

R = 16 / 25.4
OUTLINE = ((10.0, 0.0), (14.0, 0.0), (14.0, 20.0), (10.0, 20.0))
RUIN = Feature(
    "ruin",
    "Ruin",
    "dense",
    OUTLINE,
    walls=(
        Wall("ruin", ((10.0, 0.0), (10.5, 0.0), (10.5, 20.0), (10.0, 20.0)), 0.0, 5.0),
        Wall("ruin", ((13.5, 0.0), (14.0, 0.0), (14.0, 20.0), (13.5, 20.0)), 0.0, 3.0),
    ),
    floors=(Floor(OUTLINE, 3.0),),
)
FENCE = Feature("fence", "Fence", "light", OUTLINE, walls=(Wall("fence", ((18.0, 0.0), (18.0, 20.0)), 0.0, 1.5),))
MAN = Placed("m", Round(32), Pose(5, 10), 1.5)


def test_a_path_knows_what_it_crosses_and_for_how_long() -> None:
    crossings = crossed([RUIN, FENCE], MAN, (Pose(12, 10), Pose(16, 10), Pose(20, 10)))
    assert [(c.feature, c.leg, c.height) for c in crossings] == [("ruin", 0, 5), ("ruin", 1, 3), ("fence", 2, 1.5)]
    assert [c.length for c in crossings] == pytest.approx([0.5 + 2 * R, 0.5 + 2 * R, 2 * R], abs=0.02)


@pytest.mark.parametrize("base", [Round(32), Oval(60, 32), rectangle(2, 32 / 25.4)])
def test_touching_a_wall_is_not_crossing_it(base: Round | Oval) -> None:
    mover = Placed("m", base, Pose(18 - R, 10, 90))
    assert crossed([FENCE], mover, (Pose(18 - R, 15, 90),)) == ()
    assert len(crossed([FENCE], mover, (Pose(18 - R + 0.01, 15, 90),))) == 1


def test_turning_into_a_wall_is_crossing_it() -> None:
    tank = Placed("t", rectangle(4, 2), Pose(16.5, 10, 90))
    (crossing,) = crossed([FENCE], tank, (Pose(16.5, 10, 0),))
    assert (crossing.feature, crossing.length, crossing.height) == ("fence", 0, 1.5)
    assert crossed([FENCE], tank, (Pose(16.5, 10, 80),)) == ()


def test_climbing_goes_up_over_and_down_and_is_free_of_faults() -> None:
    path = climbing([RUIN, FENCE], MAN, (Pose(20, 10),))
    assert [pose.z for pose in path] == [0, 5, 5, 0, 0, 3, 3, 0, 0, 1.5, 1.5, 0, 0][: len(path)]
    length = path_length(MAN.pose, path)
    assert [length.horizontal, length.vertical] == pytest.approx([15, 2 * (5 + 3 + 1.5)])
    walls = walls_of([RUIN, FENCE])
    assert list(sweep_faults(MAN, path, Crowd(), walls)) == []
    assert list(sweep_faults(MAN, (Pose(20, 10),), Crowd(), walls)) != []


def test_walls_close_together_are_climbed_once() -> None:
    wide = Placed("m", Round(100), Pose(5, 10))
    assert path_length(wide.pose, climbing([RUIN], wide, (Pose(18, 10),))).vertical == pytest.approx(10)


def test_ending_over_a_wall_ends_on_top_of_it() -> None:
    path = climbing([RUIN], MAN, (Pose(10.2, 10),))
    assert path[-1] == Pose(10.2, 10, 0, 5)


def test_a_path_that_crosses_nothing_stays_as_it_is() -> None:
    path: Path = (Pose(5, 15), Pose(6, 15, 90))
    assert climbing([RUIN], MAN, path) == path


def test_a_wall_without_a_top_cannot_be_climbed() -> None:
    cliff = Feature("cliff", "Cliff", "dense", OUTLINE, walls=(Wall("cliff", OUTLINE),))
    path = climbing([cliff], MAN, (Pose(20, 10),))
    assert path == (Pose(20, 10),)
    assert [fault.id for fault in sweep_faults(MAN, path, Crowd(), walls_of([cliff]))] == ["cliff"]
    assert crossed([cliff], MAN, path)[0].height is None


def test_floors_stop_what_climbs_through_them() -> None:
    below = Placed("m", Round(32), Pose(12, 10), 1.5)
    assert list(sweep_faults(below, (Pose(12, 10, 0, 3),), Crowd(), walls_of([RUIN]))) == []
    through = list(sweep_faults(below, (Pose(12, 10, 0, 3),), Crowd(), walls_of([RUIN], floors=True)))
    assert [fault.id for fault in through] == ["ruin"]
    upstairs = Placed("m", Round(32), Pose(12, 10, 0, 3), 1.5)
    assert list(sweep_faults(upstairs, (Pose(12, 12, 0, 3),), Crowd(), walls_of([RUIN], floors=True))) == []


def test_layouts_are_plain_data() -> None:
    layout = Layout("l", "L", Board(), (RUIN,), (Area("a", "A", OUTLINE, ("ruin",)),), zones=(Zone("x", "d", OUTLINE),))
    assert msgspec.json.decode(msgspec.json.encode(layout), type=Layout) == layout
    assert RUIN.height == 5
    assert areas_under(MAN, layout.areas) == ()
    assert areas_under(Placed("m", Round(32), Pose(9.5, 10)), layout.areas) == layout.areas
    assert layout.zone("x", "d").area == 80
    with pytest.raises(KeyError, match="no deployment zone for 'y'; it has: x d"):
        layout.zone("y")
