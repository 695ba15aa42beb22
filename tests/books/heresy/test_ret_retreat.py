"""RET Retreating from the field of battle."""

from __future__ import annotations

import pytest

from books.heresy.scene import A, B, Scene, keys


def test_ret_a_only_with_no_ready_unit() -> None:
    turned = Scene().lay("u1", A, posture="turned").lay("u2", A, posture="turned").start()
    assert "retreat" in turned.options()
    play = Scene().lay("u1", A, posture="turned").lay("u2", A).start()
    refusal = play.refused("retreat", "HH RET/a")
    assert "u2" in str(refusal)


def test_ret_b_an_advancing_unit_bars_it_just_as_well() -> None:
    play = Scene().lay("u1", A, posture="advancing").start()
    play.refused("retreat", "HH RET/b")
    assert "retreat" in Scene().lay("u1", A, posture="turned").start().options()


def test_ret_c_only_units_count() -> None:
    scene = Scene().lay("u1", A, posture="turned").lay("n", A, kind="asset").lay("v", A, kind="ship")
    assert "retreat" in scene.start().options()
    Scene().lay("u1", A).lay("n", A, kind="asset", posture="turned").start().refused("retreat", "HH RET/a")


def test_ret_d_only_ones_own_units_in_this_sector() -> None:
    scene = Scene().lay("u1", A, posture="turned").lay("u2", A, sector=1).lay("e1", B)
    assert "retreat" in scene.start().options()
    Scene().lay("u1", A).lay("e1", B, posture="turned").start().refused("retreat", "HH RET/a")


def test_ret_e_having_no_unit_at_all_is_enough() -> None:
    assert "retreat" in Scene().lay("n", A, kind="asset").start().options()
    assert "retreat" in Scene().lay("e1", B).start().options()
    Scene().lay("n", A, kind="asset").lay("u1", A).start().refused("retreat", "HH RET/a")


def test_ret_f_it_is_optional() -> None:
    play = Scene().lay("u1", A, posture="turned").start()
    assert play.options() == ("pass", "retreat")
    play.answer("pass")
    assert "u1" in play.s.table


def test_ret_g_the_battle_is_over_at_once() -> None:
    scene = Scene().lay("u1", A, posture="turned").lay("u2", A, sector=1)
    play = scene.lay("e1", B, "Т: Возьми одну карту").lay("e2", B, sector=1).start().answer("retreat")
    assert play.rule == "HH BAT/a", "nobody is asked anything before the next battle"
    rules = play.log_rules()
    assert rules.index("HH RET/g") < rules.index("HH RET/h") < rules.index("HH WIN/a")
    play.refused("e1.1", "HH A4/c")


def test_ret_h_all_ones_cards_there_are_destroyed() -> None:
    play = Scene().lay("u1", A, posture="turned").lay("n", A, kind="asset").lay("e1", B).start().answer("retreat")
    assert "u1" not in play.s.table
    assert "n" not in play.s.table
    assert keys(play.s, play.s.discards[A])[:2] == ["card-u1", "card-n"]


@pytest.mark.parametrize(("option", "stays"), [("stays", True), ("destroyed", False)])
def test_ret_h_ships_of_the_fleet_area_are_an_option(option: str, stays: bool) -> None:
    play = Scene(retreat_fleet=option).lay("v", A, kind="ship").lay("e1", B).start().answer("retreat")
    assert ("v" in play.s.table) is stays


def test_ret_i_other_cards_are_left_alone() -> None:
    scene = Scene().lay("u1", A, posture="turned").lay("u2", A, sector=1).lay("e1", B).lay("e2", B, sector=2)
    play = scene.start()
    deck = play.s.decks[A]
    play.answer("retreat")
    assert list(play.s.table) == ["u2", "e1", "e2"]
    assert play.s.decks[A] == deck


def test_ret_j_then_the_winner_is_determined_and_need_not_be_the_other() -> None:
    weak = Scene(((3, 1), (3, 2), (3, 3))).lay("u1", A, posture="turned").lay("e1", B, capture=2)
    play = weak.start().answer("retreat")
    assert "HH WIN/d" in play.log_rules()
    assert play.s.sectors[0].captor == -1
    strong = Scene().lay("u1", A, posture="turned", capture=9).lay("e1", B, capture=3).start().answer("retreat")
    assert strong.s.sectors[0].captor == B
