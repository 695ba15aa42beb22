"""Moves in typed words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.board.shapes import Placed, Pose, Round
from referee.board.typed import Mistyped, typed_paths, typed_positions

MODELS = {
    "a1": Placed("a1", Round(32), Pose(10, 10)),
    "a2": Placed("a2", Round(32), Pose(12, 10)),
    "boss": Placed("boss", Round(40), Pose(20, 10)),
}
NAMES = {"a1": "Grunt", "a2": "Grunt", "boss": "The Big Boss"}


def way(words: str, subjects: tuple[str, ...] = ("a1",)) -> list[tuple[float, float]]:
    ((_, poses),) = typed_paths(words, MODELS, subjects, NAMES)
    return [(round(pose.x, 3), round(pose.y, 3)) for pose in poses]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("north 6", [(10, 4)]),
        ('S 2.5"', [(10, 12.5)]),
        ("north 3 east 2 inches", [(10, 7), (12, 7)]),
        ("a1 north-east 1.41421356", [(11, 9)]),
        ("12.5,30", [(12.5, 30)]),
        ("to 12 30 then west 2", [(12, 30), (10, 30)]),
        ("toward 13,14", [(13, 14)]),
        ("toward 13,14 2.5", [(11.5, 12)]),
        ("toward boss 4", [(14, 10)]),
        ("towards The Big Boss", [(20 - 72 / 2 / 25.4, 10)]),
        ("away from boss 3", [(7, 10)]),
        ("at 90 degrees 2", [(10, 12)]),
        ("direction 0 2", [(12, 10)]),
        ("stay", []),
    ],
)
def test_ways(words: str, expected: list[tuple[float, float]]) -> None:
    assert way(words) == [(round(x, 3), round(y, 3)) for x, y in expected]


def test_several_movers_and_all() -> None:
    assert typed_positions("a1 north 1; a2, boss east 2", MODELS, ("a1", "a2", "boss"), NAMES) == (
        ("a1", Pose(10, 9)),
        ("a2", Pose(14, 10)),
        ("boss", Pose(22, 10)),
    )
    assert [one for one, _ in typed_paths("all north 6", MODELS, ("a1", "a2"), NAMES)] == ["a1", "a2"]
    assert typed_positions("the big boss: turn 90", MODELS, ("a1", "boss"), NAMES) == (("boss", Pose(20, 10, 90)),)


def test_turning_climbing_and_heights() -> None:
    ((_, poses),) = typed_paths("face 45 up 3 then 1,2,0", MODELS, ("a1",))
    assert poses == (Pose(10, 10, 45), Pose(10, 10, 45, 3), Pose(1, 2, 45, 0))


@pytest.mark.parametrize(
    ("words", "subjects", "message"),
    [
        ("", ("a1",), "No move was typed"),
        ("north", ("a1",), 'How far? After "north" comes a number'),
        ("north 3", ("a1", "a2"), 'Say who: "a1 north 3"'),
        ("a9 north 3", ("a1", "a2"), "who moves? Known here: a1"),
        ("a1 sideways 3", ("a1",), 'What is "sideways 3"?'),
        ("toward bos 3", ("a1",), "neither a point such as 20,10 nor one of: boss"),
        ("a1 north 1; a1 south 1", ("a1",), "a1 is named twice."),
        ("Grunt north 3", ("a1", "a2"), "who moves?"),
    ],
)
def test_what_is_not_understood(words: str, subjects: tuple[str, ...], message: str) -> None:
    with pytest.raises(Mistyped) as refused:
        typed_paths(words, MODELS, subjects, NAMES)
    assert message in str(refused.value)
    assert refused.value.msgid.format(**refused.value.params) == str(refused.value)


@given(st.floats(0, 60), st.floats(0, 44))
def test_coordinates_come_back(x: float, y: float) -> None:
    ((_, pose),) = typed_positions(f"{x:.4f},{y:.4f}", MODELS, ("a1",))
    assert pose.x == pytest.approx(x, abs=1e-4)
    assert pose.y == pytest.approx(y, abs=1e-4)
