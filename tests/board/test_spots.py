"""Room for a round base near a model."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.board import Board, Crowd, Oval, Placed, Pose, Round, Wall, Walls, distance, end_faults, within
from referee.board.shapes import at
from referee.board.spots import room_near

R = 15 / 25.4


def disc(name: str, mm: float, x: float, y: float) -> Placed:
    return Placed(name, Round(mm), Pose(x, y))


NEAR = disc("near", 30, 20, 20)
LANE = Walls(
    [
        Wall("north", ((15, 10), (30, 10), (30, 20 - 0.65), (15, 20 - 0.65))),
        Wall("south", ((15, 30), (30, 30), (30, 20 + 0.65), (15, 20 + 0.65))),
        Wall("end", ((15, 19), (19.3, 19), (19.3, 21), (15, 21))),
    ]
)


def test_every_place_found_is_free_and_near() -> None:
    crowd = Crowd([NEAR, disc("a", 50, 22, 20), disc("b", 30, 19, 22)])
    model = disc("m", 30, 0, 0)
    found = room_near(model, NEAR, 2.0, crowd, board=Board(30, 30))
    assert len(found) > 50
    for x, y in found:
        here = at(model, Pose(float(x), float(y)))
        assert within(distance(here, NEAR), 2.0)
        assert not list(end_faults(here, crowd, board=Board(30, 30)))


def test_a_place_exactly_as_wide_as_the_base_is_found() -> None:
    """In a lane a base wide, one spot is left between another base and the limit."""
    lane = Walls(
        [
            Wall("north", ((15, 10), (30, 10), (30, 20 - R), (15, 20 - R))),
            Wall("south", ((15, 30), (30, 30), (30, 20 + R), (15, 20 + R))),
            Wall("end", ((15, 19), (20 - R, 19), (20 - R, 21), (15, 21))),
        ]
    )
    exact = disc("o", 30, 20 + 4 * R, 20)
    found = room_near(disc("m", 30, 0, 0), NEAR, 2.0, Crowd([NEAR, exact]), lane)
    assert np.allclose(found, (20 + 2 * R, 20), atol=0.05)
    assert len(found)
    closer = disc("o", 30, 20 + 4 * R - 0.01, 20)
    assert not len(room_near(disc("m", 30, 0, 0), NEAR, 2.0, Crowd([NEAR, closer]), lane))


def test_an_early_place_may_leave_no_room() -> None:
    model = disc("u3", 30, 0, 0)
    assert not len(room_near(model, NEAR, 2.0, Crowd([NEAR, disc("u2", 30, 22.2, 20)]), LANE))
    assert len(room_near(model, NEAR, 2.0, Crowd([NEAR, disc("u2", 30, 21.19, 20)]), LANE))


def test_round_bases_only() -> None:
    with pytest.raises(ValueError, match="round"):
        room_near(Placed("o", Oval(60, 35), Pose(0, 0)), NEAR, 2.0, Crowd())


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000))
def test_no_room_means_no_room(seed: int) -> None:
    """Where nothing is found, nothing is found at random either; and the other way round."""
    random = Random(seed)
    crowd = [NEAR]
    for number in range(60):
        turn, away = random.random() * 7, random.uniform(1.2, 4.5)
        other = disc(f"o{number}", random.choice((30, 40)), 20 + away * math.cos(turn), 20 + away * math.sin(turn))
        if all(distance(other, one) > 0 for one in crowd):
            crowd.append(other)
    packed, model = Crowd(crowd), disc("m", random.choice((30, 40, 50)), 0, 0)
    found = room_near(model, NEAR, 2.0, packed)
    for _ in range(400):
        turn, away = random.random() * 7, random.uniform(1.0, 4.0)
        here = at(model, Pose(20 + away * math.cos(turn), 20 + away * math.sin(turn)))
        if within(distance(here, NEAR), 2.0) and not packed.overlapping(here):
            assert len(found)
            break
