"""Regions of the table."""

from __future__ import annotations

import pytest
import shapely

from referee.board import (
    TOLERANCE,
    Board,
    Oval,
    Placed,
    Pose,
    Round,
    board_area,
    distance_to_region,
    holds_point,
    inside,
    partly_in,
    polygon,
    rectangle,
    strip_along_edges,
    wholly_within,
)

ZONE = polygon(((0.0, 0.0), (60.0, 0.0), (60.0, 12.0), (0.0, 12.0)))
BASES = [Round(50.8), Oval(101.6, 50.8), rectangle(4, 2)]


@pytest.mark.parametrize("base", BASES)
def test_touching_the_border_from_inside_is_inside(base: Round | Oval) -> None:
    def at_y(y: float) -> Placed:
        return Placed("m", base, Pose(30, y))

    assert inside(at_y(11), ZONE)
    assert wholly_within(at_y(11), ZONE)
    assert not inside(at_y(11.001), ZONE)
    assert not inside(at_y(20), ZONE)
    assert partly_in(at_y(12.999), ZONE)
    assert not partly_in(at_y(13), ZONE)
    assert distance_to_region(at_y(16), ZONE) == pytest.approx(3, abs=TOLERANCE / 10)
    assert distance_to_region(at_y(12), ZONE) == 0


def test_a_base_round_a_hole_is_not_inside() -> None:
    ring = shapely.difference(shapely.box(0, 0, 10, 10), shapely.box(4.9, 4.9, 5.1, 5.1))
    assert not inside(Placed("m", Round(50.8), Pose(5, 5)), ring)
    assert not inside(Placed("m", Round(50.8), Pose(5.5, 5)), ring)
    assert inside(Placed("m", Round(50.8), Pose(7, 5)), ring)


def test_strips_along_the_edges() -> None:
    board = Board(60, 44)
    ring = strip_along_edges(board, 6)
    assert ring.area == 60 * 44 - 48 * 32
    assert strip_along_edges(board, 6, ("left",)).bounds == (0, 0, 6, 44)
    assert strip_along_edges(board, 6, ("bottom",)).bounds == (0, 38, 60, 44)
    assert board_area(board).area == 60 * 44
    assert inside(Placed("m", Round(50.8), Pose(5, 20)), ring)
    assert not inside(Placed("m", Round(50.8), Pose(5.01, 20)), ring)
    assert strip_along_edges(Board(10, 10), 50).area == 100


def test_points_on_the_border_belong_to_a_region() -> None:
    assert holds_point(ZONE, 5, 12)
    assert not holds_point(ZONE, 5, 12.001)


@pytest.mark.parametrize(("width", "height"), [(0, 44), (60, -1), (float("nan"), 44), (float("inf"), 44)])
def test_a_table_has_a_size(width: float, height: float) -> None:
    with pytest.raises(ValueError, match="positive"):
        Board(width, height)
