"""09.06 Advance move."""

from __future__ import annotations

from books.wh40k.scene import Play, Scene, row
from referee.books.wh40k.eligibility import eligibility_refusals
from referee.kernel import Effect, expire


def alone(*dice: int, effects: tuple[Effect, ...] = ()) -> Play:
    scene = Scene().unit("A1", "Trooper", row(10, 38, 5)).unit("B1", "Trooper", row(50, 5, 3))
    return scene.start(*dice, effects=effects)


def barred(play: Play, action: str) -> list[str]:
    return [refusal.rule for refusal in eligibility_refusals(play.s, "A1", action)]


def test_09_06_a_offered_to_an_unengaged_unit_on_the_battlefield() -> None:
    assert "advance" in alone().answer("A1").options()


def test_09_06_a_refused_in_reserves_and_while_engaged() -> None:
    scene = Scene().unit("A1", "Trooper", count=2).unit("A2", "Trooper", row(10, 30, 2))
    play = scene.unit("B1", "Trooper", row(10, 27, 2)).start().answer("A1")
    play.refused("advance", "40K 09.06/a", "not on the battlefield")
    play.answer("remain stationary", "A2").refused("advance", "40K 09.06/a", "engaged")


def test_09_06_b_one_die_for_the_whole_unit_before_any_model() -> None:
    play = alone(4).answer("A1", "advance")
    assert play.rolls("40K 09.06/b") == [(4,)]
    assert play.where() == "40K 03.01/a"


def test_09_06_b_refused_to_leave_the_roll_out() -> None:
    """No way leads from the choice to the move without the die, however short the move."""
    play = alone(4).answer("A1", "advance", [])
    assert play.rolls("40K 09.06/b") == [(4,)]


def test_09_06_c_refused_against_the_rules_of_moving() -> None:
    play = Scene().unit("A1", "Trooper", [(10, 30)]).unit("B1", "Trooper", [(10, 26.5)]).start(6)
    play.answer("A1", "advance").refused([["A1.1", [[10, 20]]]], "40K 03.01", "B1.1")


def test_09_06_d_refused_to_end_engaged() -> None:
    play = Scene().unit("A1", "Trooper", [(10, 30)]).unit("B1", "Trooper", [(10, 20)]).start(6)
    play.answer("A1", "advance").refused([["A1.1", [[10, 22.5]]]], "40K 09.06/d")


def test_09_06_e_no_charge_and_no_action_but_shooting() -> None:
    play = alone(3).answer("A1", "advance", [])
    assert barred(play, "declare a charge") == ["40K 09.06/e"]
    assert barred(play, "start an action") == ["40K 09.06/e"]
    assert barred(play, "shoot") == []


def test_09_06_e_twin_a_normal_move_bars_nothing() -> None:
    play = alone().answer("A1", "normal", [])
    assert not any(barred(play, action) for action in ("declare a charge", "start an action", "shoot"))


def test_09_06_e_unless_otherwise_stated() -> None:
    """A rule that lets it charge after advancing lifts that bar and no other."""
    may = Effect("may declare a charge after", "40K 22", "A1", value="it advanced")
    play = alone(3, effects=(may,)).answer("A1", "advance", [])
    assert barred(play, "declare a charge") == []
    assert barred(play, "start an action") == ["40K 09.06/e"]


def test_09_06_e_ends_with_the_turn() -> None:
    play = alone(3).answer("A1", "advance", [])
    expire(play.s, "phase end")
    assert barred(play, "declare a charge") == ["40K 09.06/e"]
    expire(play.s, "turn end")
    assert barred(play, "declare a charge") == []


def test_09_06_f_roll_plus_m_is_legal() -> None:
    play = alone(4).answer("A1", "advance")
    play.answer(play.shift("A1", 0, -10))
    assert play.pose("A1.1").y == 28


def test_09_06_f_refused_beyond_roll_plus_m() -> None:
    play = alone(4).answer("A1", "advance")
    play.refused(play.shift("A1", 0, -10.1), "40K 09.06/f", '10.1"')
