"""PASS Passing, and the end of a battle by two passes."""

from __future__ import annotations

from books.heresy.scene import A, B, Scene

DISCARD = "ВА: Твой противник сбрасывает одну карту"


def test_pass_a_a_pass_is_always_on_offer() -> None:
    assert "pass" in Scene().lay("n", A, DISCARD).lay("u", A).start().options()
    assert Scene().lay("u", A).start().options() == ("pass",)
    Scene().lay("u", A).start().refused("wait", "HH A4.1/a")


def test_pass_b_one_may_act_later_in_the_same_battle() -> None:
    play = Scene().lay("n", A, DISCARD).lay("e", B, DISCARD).start()
    play.answer("pass", "e.1", "pass", "pass")
    assert play.by == A
    assert "n.1" in play.options()


def test_pass_b_but_not_once_the_battle_is_over() -> None:
    play = Scene().lay("n", A, DISCARD).lay("u", A, sector=1).lay("e", B, sector=1).start().answer("pass", "pass")
    assert (play.by, play.rule) == (B, "HH BAT/a")
    play.refused("n.1", "HH A4/c")


def test_pass_c_two_passes_one_after_the_other_end_it() -> None:
    play = Scene().lay("n", A, DISCARD).lay("e", B, sector=1).start().answer("pass", "pass")
    assert "HH PASS/c" in play.log_rules()


def test_pass_c_two_passes_in_all_do_not() -> None:
    play = Scene().lay("u", A).lay("e", B, DISCARD).start().answer("pass", "e.1", "pass", "pass", "pass")
    assert (play.by, play.rule) == (B, "HH PASS/a")
    assert "HH PASS/c" not in play.log_rules()
    play.answer("pass")
    assert "HH PASS/c" in play.log_rules()


def test_pass_d_then_the_winner_is_determined() -> None:
    play = Scene().lay("u", A, capture=4).lay("e", B, sector=1).start().answer("pass", "pass")
    rules = play.log_rules()
    assert rules.index("HH PASS/c") < rules.index("HH WIN/a")
    assert play.s.sectors[0].captor == A


def test_pass_d_before_the_next_battle_is_asked_about() -> None:
    play = Scene().lay("u", A, capture=4).lay("e", B, sector=1).start().answer("pass")
    assert play.rule == "HH PASS/a"
    assert "HH WIN/a" not in play.log_rules()


def test_pass_e_passing_destroys_nothing() -> None:
    play = Scene().lay("u", A, posture="turned", capture=4).lay("e", B).start().answer("pass", "pass")
    assert "u" in play.s.table
    assert play.s.sectors[0].captor == A


def test_pass_e_a_retreat_with_the_same_cards_destroys_them() -> None:
    play = Scene().lay("u", A, posture="turned", capture=4).lay("e", B).start().answer("retreat")
    assert "u" not in play.s.table
    assert play.s.sectors[0].captor == -1
