"""09.04 Remain stationary."""

from __future__ import annotations

import pytest

from books.wh40k.scene import Scene, row
from referee.kernel import Effect, NotAnOption


@pytest.mark.parametrize("where", ["free", "engaged", "reserves", "embarked"])
def test_09_04_a_any_unit_may_remain_stationary(where: str) -> None:
    scene = Scene().unit("A2", "Carrier", [(50, 30)], carries=10).unit("B1", "Trooper", row(10, 27, 3))
    if where in ("free", "engaged"):
        scene.unit("A1", "Trooper", row(10, 30 if where == "engaged" else 38, 3))
    else:
        scene.unit("A1", "Trooper", count=3, where=where, transport="A2" if where == "embarked" else "")
    play = scene.start().answer("A1")
    assert "remain stationary" in play.options()


def test_09_04_b_nothing_moves() -> None:
    play = Scene().unit("A1", "Tank", [(30, 30, 20)]).unit("B1", "Trooper", row(10, 5, 3)).start()
    play.answer("A1", "remain stationary")
    assert (play.pose("A1.1").x, play.pose("A1.1").y, play.pose("A1.1").angle) == (30, 30, 20)


def test_09_04_b_a_tank_that_turns_has_made_another_move() -> None:
    """Turning on the spot is a normal move of 0 inches, not remaining stationary."""
    play = Scene().unit("A1", "Tank", [(30, 30, 20)]).unit("B1", "Trooper", row(10, 5, 3)).start()
    play.answer("A1", "normal", [["A1.1", [[30, 30, 50]]]])
    kinds = {effect.kind for effect in play.s.effects if effect.subject == "A1"}
    assert "has moved" in kinds
    assert "remained stationary" not in kinds


def test_09_04_b_refused_to_turn_while_stationary() -> None:
    play = Scene().unit("A1", "Tank", [(30, 30)]).unit("B1", "Trooper", row(10, 5, 3)).start()
    play.answer("A1", "remain stationary")
    assert play.where() != "40K 03.01/a"
    with pytest.raises(NotAnOption):
        play.answer([["A1.1", [[30, 30, 30]]]])


def test_09_04_c_it_triggers_nothing_of_a_move() -> None:
    """A stationary unit beside its transport is not asked whether it embarks: that follows a move."""
    scene = Scene().unit("A1", "Trooper", row(28, 26, 3)).unit("A2", "Carrier", [(30, 30)], carries=10)
    play = scene.unit("B1", "Trooper", row(10, 5, 3)).start().answer("A1", "remain stationary")
    assert play.where() == "40K 09.02/b"


def test_09_04_c_twin_a_move_is_followed_by_embarking() -> None:
    scene = Scene().unit("A1", "Trooper", row(28, 26, 3)).unit("A2", "Carrier", [(30, 30)], carries=10)
    play = scene.unit("B1", "Trooper", row(10, 5, 3)).start().answer("A1", "normal", [])
    assert play.where() == "40K 18.02/a"


def test_09_04_d_a_dash_cannot_be_added_to() -> None:
    more = Effect("M", "40K 22", "A1", value=3, source="Fleet of foot")
    play = Scene().unit("A1", "Trooper", row(10, 30, 3)).unit("B1", "Trooper", row(10, 5, 3)).start(effects=[more])
    play.answer("A1", "remain stationary")
    assert play.where() != "40K 03.01/a"
    assert play.pose("A1.1").y == 30
