"""09.05 Normal move."""

from __future__ import annotations

from books.wh40k.scene import Play, Scene, row
from referee.kernel import Effect, expire, mark_used


def facing(gap: float, m: int = 3) -> Play:
    """A1 at y = 30; B1 with its edge `gap` inches above A1's."""
    between = gap + 32 / 25.4
    return Scene().unit("A1", "Trooper", row(10, 30, m)).unit("B1", "Trooper", row(10, 30 - between, m)).start()


def test_09_05_a_offered_to_an_unengaged_unit_on_the_battlefield() -> None:
    assert "normal" in facing(2.1).answer("A1").options()


def test_09_05_a_refused_at_exactly_two_inches() -> None:
    facing(2.0).answer("A1").refused("normal", "40K 09.05/a", "engaged with Trooper B1")


def test_09_05_a_one_model_of_the_unit_is_enough_to_be_engaged() -> None:
    scene = Scene().unit("A1", "Trooper", row(10, 30, 6)).unit("B1", "Trooper", [(10, 28)])
    scene.start().answer("A1").refused("normal", "40K 09.05/a")


def test_09_05_a_refused_in_reserves_and_in_a_transport() -> None:
    scene = Scene().unit("A1", "Trooper", count=3).unit("A2", "Carrier", [(30, 30)], carries=10)
    scene.unit("A3", "Trooper", count=3, where="embarked", transport="A2").unit("B1", "Trooper", row(10, 5, 3))
    play = scene.start().answer("A1")
    play.refused("normal", "40K 09.05/a", "not on the battlefield")
    play.answer("remain stationary", "A3")
    play.refused("normal", "40K 09.05/a", "not on the battlefield")


def test_09_05_b_round_a_corner_and_near_an_enemy_on_the_way() -> None:
    """3 inches, a bend, 3 inches; passing within an inch of an enemy is free, only the end counts."""
    scene = Scene().unit("A1", "Trooper", [(10, 30)]).unit("B1", "Trooper", [(12, 26.7)])
    play = scene.start()
    play.answer("A1", "normal", [["A1.1", [[10, 27], [7, 27]]]])
    assert play.pose("A1.1").x == 7


def test_09_05_b_refused_through_an_enemy_model() -> None:
    play = Scene().unit("A1", "Trooper", [(10, 30)]).unit("B1", "Trooper", [(10, 26.5)]).start()
    play.answer("A1", "normal").refused([["A1.1", [[10, 24]]]], "40K 03.01", "pass through B1.1")


def test_09_05_b_refused_out_of_coherency() -> None:
    play = facing(20).answer("A1", "normal")
    play.refused([["A1.1", [[10, 35]]]], "40K 03.03", "A1.1")


def test_09_05_c_refused_to_end_engaged() -> None:
    play = facing(6).answer("A1", "normal")
    play.refused(play.shift("A1", 0, -4), "40K 09.05/c", "within engagement range")


def test_09_05_c_ends_just_out_of_engagement() -> None:
    play = facing(6).answer("A1", "normal")
    play.answer(play.shift("A1", 0, -3.99))
    assert play.s.phase == "shooting"


def test_09_05_d_exactly_m_is_legal() -> None:
    play = facing(20).answer("A1", "normal")
    play.answer(play.shift("A1", 0, -6))
    assert play.pose("A1.2").y == 24


def test_09_05_d_refused_beyond_m() -> None:
    play = facing(20).answer("A1", "normal")
    refusal = play.refused(play.shift("A1", 0, -6.1), "40K 09.05/d", '6.1"')
    assert str(refusal.instead) == '6" at most.'


def test_09_05_d_refused_a_bent_way_that_is_too_long() -> None:
    play = Scene().unit("A1", "Trooper", [(10, 30)]).unit("B1", "Trooper", [(50, 5)]).start()
    play.answer("A1", "normal").refused([["A1.1", [[13.25, 30], [13.25, 26.75]]]], "40K 09.05/d")


def test_09_05_d_models_with_different_m_use_their_own() -> None:
    play = Scene().unit("A1", ["Trooper", "Brute"], row(10, 30, 2)).unit("B1", "Trooper", [(50, 5)]).start()
    play.answer("A1", "normal")
    play.refused(play.shift("A1", 0, -6), "40K 09.05/d", "A1.2")
    play.answer([*play.shift("A1", 0, -6, only=["A1.1"]), *play.shift("A1", 0, -5, only=["A1.2"])])


def test_09_05_01_refused_a_second_normal_move_in_the_phase() -> None:
    """A normal move by another rule uses up the one of the phase; advancing stays open."""
    play = facing(20)
    mark_used(play.s, "40K 09.05.01", 0, "A1", until="phase end")
    play.answer("A1").refused("normal", "40K 09.05.01", "one normal move")
    assert "advance" in play.options()


def test_09_05_01_counted_by_phase() -> None:
    """The count ends with the phase, not with the turn."""
    play = facing(20).answer("A1", "normal", [])
    assert "40K 09.05.01|0|A1" not in play.s.limits
    assert play.s.phase == "shooting"


def test_09_05_01_the_follow_up_of_a_disembark_is_the_normal_move() -> None:
    scene = Scene().unit("A1", "Carrier", [(30, 30)], carries=10)
    scene.unit("A2", "Trooper", count=2, where="embarked", transport="A1").unit("B1", "Trooper", row(10, 5, 3))
    play = scene.start().answer("A2", "disembark", "tactical", {"A2.1": [30, 27], "A2.2": [31.5, 27]}, "normal")
    play.answer(play.shift("A2", 0, -6))
    assert play.s.limits["40K 09.05.01|0|A2"].times == 1


def test_09_05_01_an_advance_does_not_count() -> None:
    play = facing(20).answer("end the step")
    expire(play.s, "phase end")
    assert not [key for key in play.s.limits if "09.05.01" in key]


def test_09_05_effects_on_m_are_folded() -> None:
    slow = Effect("M", "40K 22", "A1", value=-9, source="Mud")
    play = Scene().unit("A1", "Trooper", [(10, 30)]).unit("B1", "Trooper", [(50, 5)]).start(effects=[slow])
    play.answer("A1", "normal").refused([["A1.1", [[10, 28.9]]]], "40K 09.05/d")
    play.answer([["A1.1", [[10, 29]]]])  # M is never below 1
