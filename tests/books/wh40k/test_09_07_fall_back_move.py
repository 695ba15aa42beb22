"""09.07 Fall-back move, its modes, and Desperate Escape tests (09.07.01)."""

from __future__ import annotations

from books.wh40k.scene import Play, Scene, row
from referee.books.wh40k import BOOK
from referee.books.wh40k.dice import HazardRolls, desperate_escape_modifiers
from referee.books.wh40k.eligibility import eligibility_refusals
from referee.books.wh40k.move_types import FORCES_TEST
from referee.kernel import Effect, Game, Scripted, expire

BANE = Effect(
    "desperate escape test while battle-shocked", "40K 22", "A1", until="phase end", value=-1, source="Bane of Cowards"
)
FORCED = Effect(FORCES_TEST, "40K 22", "A1", until="phase end", source="Grim grip")


def melee(*dice: int, count: int = 5, effects: tuple[Effect, ...] = (), **fields: bool) -> Play:
    """Five models of A1 in a row, a row of five enemies 0.5 inches above them; free ground below."""
    scene = Scene().unit("A1", "Trooper", row(10, 30, count), **fields)
    return scene.unit("B1", "Trooper", row(10, 30 - 0.5 - 32 / 25.4, 5)).start(*dice, effects=effects)


def barred(play: Play, action: str) -> list[str]:
    return [refusal.rule for refusal in eligibility_refusals(play.s, "A1", action)]


def fall_back(play: Play, mode: str) -> Play:
    return play.answer("A1", "fall-back", mode)


def test_09_07_a_offered_when_one_model_is_engaged() -> None:
    scene = Scene().unit("A1", "Trooper", row(10, 30, 6)).unit("B1", "Trooper", [(10, 28)])
    assert "fall-back" in scene.start().answer("A1").options()


def test_09_07_a_refused_when_no_model_is_engaged() -> None:
    scene = Scene().unit("A1", "Trooper", row(10, 30, 6)).unit("B1", "Trooper", [(10, 20)])
    scene.start().answer("A1").refused("fall-back", "40K 09.07/a")


def test_09_07_b_the_mode_comes_before_the_move_and_stays() -> None:
    play = melee().answer("A1", "fall-back")
    assert play.where() == "40K 09.07/b"
    play.answer("ordered retreat")
    assert play.where() == "40K 03.01/a"
    assert "desperate escape" not in play.options()


def test_09_07_c_ordered_retreat_without_rolls() -> None:
    play = fall_back(melee(), "ordered retreat")
    play.answer(play.shift("A1", 0, 3))
    assert play.s.rolled == 0
    assert not play.s.units["A1"].shocked


def test_09_07_c_refused_to_a_battle_shocked_unit() -> None:
    play = melee(shocked=True).answer("A1", "fall-back")
    assert play.options() == ("desperate escape",)
    play.refused("ordered retreat", "40K 09.07/c", "battle-shocked")


def test_09_07_d_refused_without_a_mode() -> None:
    """There is no way to the move past the choice of a mode."""
    play = melee().answer("A1", "fall-back")
    assert play.options() == ("ordered retreat", "desperate escape")
    assert play.where() == "40K 09.07/b"


def test_09_02_02_a_modes_exclude_each_other() -> None:
    play = fall_back(melee(), "ordered retreat")
    play.refused(play.shift("A1", 0, -6), "40K 03.01", "pass through B1")
    assert play.s.rolled == 0


def test_09_02_02_a_refused_a_mode_that_comes_after_a_compulsory_one() -> None:
    scene = Scene().unit("A1", "Carrier", [(30, 30)], carries=10)
    scene.unit("A2", "Trooper", count=2, where="embarked", transport="A1").unit("B1", "Trooper", row(10, 5, 3))
    play = scene.start().answer("A1", "normal", [["A1.1", [[30, 32]]]], "A2", "disembark")
    assert play.options() == ("rapid",)
    play.refused("combat", "40K 09.02.02/a", "rapid disembark is compulsory")


def test_09_02_02_b_desperate_escape_has_no_condition_of_its_own() -> None:
    """So a fall-back never fails for want of a mode."""
    assert melee(shocked=True).answer("A1", "fall-back").options() == ("desperate escape",)


def test_09_02_02_c_ordered_retreat_is_not_compulsory() -> None:
    play = fall_back(melee(3, 3, 3, 3, 3, 6, 6), "desperate escape")
    assert play.rolls("40K 09.07/e") == [(3, 3, 3, 3, 3)]


def test_09_02_02_d_lines_of_desperate_escape_do_not_hold_in_ordered_retreat() -> None:
    play = fall_back(melee(), "ordered retreat")
    play.refused(play.shift("A1", 0, -6), "40K 03.01")
    play.answer(play.shift("A1", 0, 3))
    assert play.told("40K 01.07") == []


def test_09_07_e_one_hazard_roll_for_each_model_before_moving() -> None:
    play = fall_back(melee(1, 2, 4, 5, 6), "desperate escape")
    assert play.rolls("40K 09.07/e") == [(1, 2, 4, 5, 6)]
    assert play.where() == "40K 06.02/b"
    play.answer("A1.1", "A1.5")
    assert play.where() == "40K 03.01/a"
    assert [model.id for model in play.s.units["A1"].models] == ["A1.2", "A1.3", "A1.4"]


def test_09_07_e_refused_to_change_the_mode_after_the_dice() -> None:
    play = fall_back(melee(3, 3, 3, 3, 3), "desperate escape")
    assert "ordered retreat" not in play.options()
    assert play.where() == "40K 03.01/a"


def test_09_07_e_a_unit_lost_to_its_rolls_neither_moves_nor_rolls_again() -> None:
    play = fall_back(melee(1, 1, count=2), "desperate escape")
    play.answer("A1.1")
    assert play.s.units["A1"].where == "destroyed"
    assert play.rolls("40K 09.07/j") == []


def test_09_07_e_no_legal_end_the_wounds_stand_and_the_move_is_taken_back() -> None:
    """The reading of 09.07: rolled is rolled; the unit stays where it is and has been selected."""
    play = fall_back(melee(1, 3, 3, 3, 3), "desperate escape").answer("A1.3", [])
    assert len(play.s.units["A1"].models) == 4
    assert play.told("40K 03.01") == ["Trooper A1 cannot end its move legally: the move is taken back."]
    assert barred(play, "shoot") == []
    assert play.rolls("40K 09.07/j") == []


def test_09_07_f_through_enemy_models() -> None:
    play = fall_back(melee(3, 3, 3, 3, 3, 6, 6), "desperate escape")
    play.answer(play.shift("A1", 0, -6))
    assert play.pose("A1.1").y == 24


def test_09_07_f_through_vehicles_too() -> None:
    scene = Scene().unit("A1", "Trooper", [(10, 30)]).unit("B1", "Walker", [(10, 28.1)])
    play = fall_back(scene.start(3, 6, 6), "desperate escape")
    play.refused([["A1.1", [[10, 27]]]], "40K 03.01", "end on")
    play.answer([["A1.1", [[10, 24.2]]]])
    assert play.pose("A1.1").y == 24.2


def test_09_07_f_refused_to_end_on_an_enemy() -> None:
    play = fall_back(melee(3, 3, 3, 3, 3), "desperate escape")
    play.refused(play.shift("A1", 0, -1.76), "40K 03.01", "would end on B1")


def test_09_07_g_refused_out_of_coherency() -> None:
    play = fall_back(melee(), "ordered retreat")
    play.refused(play.shift("A1", 0, 6, only=["A1.1"]), "40K 03.03")


def test_09_07_h_ends_clear_of_everybody() -> None:
    play = fall_back(melee(), "ordered retreat")
    play.answer(play.shift("A1", 0, 1.6))
    assert play.told("40K 09.07/k") != []


def test_09_07_h_refused_near_another_enemy() -> None:
    scene = Scene().unit("A1", "Trooper", row(10, 30, 3)).unit("B1", "Trooper", row(10, 28, 3))
    play = fall_back(scene.unit("B2", "Trooper", row(10, 38.5, 3)).start(), "ordered retreat")
    play.refused(play.shift("A1", 0, 6), "40K 09.07/h", "Trooper B2")


def test_09_07_i_no_shooting_charge_or_action() -> None:
    play = fall_back(melee(), "ordered retreat")
    play.answer(play.shift("A1", 0, 3))
    for action in ("shoot", "declare a charge", "start an action"):
        assert barred(play, action) == ["40K 09.07/i"]
    expire(play.s, "turn end")
    assert not any(barred(play, action) for action in ("shoot", "declare a charge", "start an action"))


def test_09_07_i_unless_otherwise_stated() -> None:
    may = Effect("may shoot after", "40K 22", "A1", value="it fell back")
    play = fall_back(melee(effects=(may,)), "ordered retreat")
    play.answer(play.shift("A1", 0, 3))
    assert barred(play, "shoot") == []
    assert barred(play, "declare a charge") == ["40K 09.07/i"]


def test_09_07_i_twin_a_permission_for_advancing_does_not_help() -> None:
    may = Effect("may declare a charge after", "40K 22", "A1", value="it advanced")
    play = fall_back(melee(effects=(may,)), "ordered retreat")
    play.answer(play.shift("A1", 0, 3))
    assert barred(play, "declare a charge") == ["40K 09.07/i"]


def test_09_07_j_one_battle_shock_roll_after_the_move() -> None:
    play = fall_back(melee(3, 3, 3, 3, 3, 1, 2), "desperate escape")
    play.answer(play.shift("A1", 0, 3))
    assert play.rolls("40K 09.07/j") == [(1, 2)]
    assert play.s.units["A1"].shocked


def test_09_07_j_none_for_a_unit_that_is_shocked_already() -> None:
    play = fall_back(melee(3, 3, 3, 3, 3, shocked=True), "desperate escape")
    play.answer(play.shift("A1", 0, 3))
    assert play.rolls("40K 09.07/j") == []


def test_09_07_k_exactly_m_is_legal() -> None:
    play = fall_back(melee(), "ordered retreat")
    play.answer(play.shift("A1", 0, 6))
    assert play.pose("A1.1").y == 36


def test_09_07_k_refused_beyond_m_in_both_modes() -> None:
    for mode, dice in (("ordered retreat", ()), ("desperate escape", (3, 3, 3, 3, 3))):
        play = fall_back(melee(*dice), mode)
        play.refused(play.shift("A1", 0, 6.1), "40K 09.07/k", '6.1"')


def test_09_07_01_a_the_test_is_the_hazard_rolls_of_this_mode() -> None:
    """A modifier of Desperate Escape tests does nothing to hazard rolls for another reason."""
    worse = Effect("desperate escape test", "40K 22", "A1", value=-1, source="Chains")
    play = melee(effects=(worse,))
    assert [m.amount for m in desperate_escape_modifiers(play.s, "A1")] == [-1]
    Game(BOOK, play.s, [HazardRolls(unit="A1", count=1, under="40K 18.04/c")], Scripted((3,))).run()
    assert len(play.s.units["A1"].models) == 5  # a 3 passes: it was not modified


def test_09_07_01_b_each_roll_is_modified() -> None:
    worse = Effect("desperate escape test", "40K 22", "A1", value=-1, source="Chains")
    play = fall_back(melee(3, 3, 4, 5, 6, effects=(worse,)), "desperate escape")
    play.answer("A1.1", "A1.2")
    assert len(play.s.units["A1"].models) == 3


def test_09_07_01_c_bane_of_cowards_on_a_battle_shocked_unit() -> None:
    play = fall_back(melee(3, 3, 4, 5, 6, effects=(BANE,), shocked=True), "desperate escape")
    play.answer("A1.1", "A1.2").answer(play.shift("A1", 0, 3))
    assert len(play.s.units["A1"].models) == 3
    assert play.rolls("40K 09.07/j") == []


def test_09_07_01_c_twin_not_on_an_unshocked_unit() -> None:
    play = fall_back(melee(3, 3, 4, 5, 6, 6, 6, effects=(BANE,)), "desperate escape")
    play.answer(play.shift("A1", 0, 3))
    assert len(play.s.units["A1"].models) == 5
    assert play.rolls("40K 09.07/j") == [(6, 6)]


def test_09_07_01_d_the_mode_stays_ordered_retreat() -> None:
    play = fall_back(melee(3, 3, 3, 3, 3, 6, 6, effects=(FORCED,)), "ordered retreat")
    play.refused(play.shift("A1", 0, -6), "40K 03.01", "pass through")


def test_09_07_01_e_a_forced_test_is_one_roll_for_each_model() -> None:
    play = fall_back(melee(3, 3, 3, 3, 3, 6, 6, effects=(FORCED,)), "ordered retreat")
    assert play.rolls("40K 09.07/e") == [(3, 3, 3, 3, 3)]


def test_09_07_01_e_one_set_when_the_mode_is_chosen_too() -> None:
    play = fall_back(melee(3, 3, 3, 3, 3, 6, 6, effects=(FORCED,)), "desperate escape")
    play.answer(play.shift("A1", 0, 3))
    assert len(play.rolls("40K 09.07/e")) == 1
    assert len(play.rolls("40K 09.07/j")) == 1


def test_09_07_01_f_a_battle_shock_roll_even_if_shocked() -> None:
    play = fall_back(melee(3, 3, 3, 3, 3, 6, 6, effects=(FORCED,), shocked=True), "desperate escape")
    play.answer(play.shift("A1", 0, 3))
    assert play.rolls("40K 09.07/j") == [(6, 6)]
    assert play.s.units["A1"].shocked  # a pass does not lift it outside 08.03


def test_09_07_01_f_twin_no_roll_in_ordered_retreat_without_such_a_rule() -> None:
    play = fall_back(melee(), "ordered retreat")
    play.answer(play.shift("A1", 0, 3))
    assert play.s.rolled == 0
