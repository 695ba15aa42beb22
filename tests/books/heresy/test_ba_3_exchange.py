"""BA.3 The exchange of tactics between the announcement and the effect."""

from __future__ import annotations

import pytest

from books.heresy.scene import A, B, Play, Scene

DISCARD = "ВА: Твой противник сбрасывает одну карту"
TACTIC = "Т Поверни эту карту: Приведи в готовность все свои ресурсы"


def announced(**options: str) -> Play:
    """A has announced a battle action; both have tactics on the table."""
    scene = Scene(**options).lay("n", A, DISCARD).blank(B, 1)
    for id, seat in (("a1", A), ("a2", A), ("b1", B), ("b2", B)):
        scene.lay(id, seat, TACTIC)
    return scene.start().answer("n.1")


def effect_done(play: Play) -> bool:
    return any(" discards " in words and "announces" not in words for words in play.log())


def test_ba_3_a_tactics_come_before_the_effect() -> None:
    play = Scene().lay("n", A, DISCARD).blank(B, 1).start().answer("n.1")
    assert (play.rule, play.options()) == ("HH BA.3/c", ("pass",))
    play.refused("do it now", "HH BA.3/a")
    play.answer("pass")
    assert play.by == B
    assert not effect_done(play)
    play.answer("pass")
    assert effect_done(play)


@pytest.mark.parametrize("seat", [A, B])
def test_ba_3_b_the_player_of_the_ability_begins(seat: int) -> None:
    play = Scene().lay("n", seat, DISCARD).blank(1 - seat, 1).lay("x", 1 - seat, TACTIC).start(first=seat)
    play.answer("n.1")
    assert play.by == seat
    play.refused("x.1", "HH BA.3/c")


def test_ba_3_c_the_players_take_goes_in_turn() -> None:
    play = announced().answer("a1.1")
    assert play.by == B
    play.refused("a2.1", "HH BA.3/c")


def test_ba_3_c_a_pass_hands_the_go_over_too() -> None:
    assert announced().answer("pass").by == B


def test_ba_3_d_a_go_is_a_tactic_or_a_pass() -> None:
    scene = Scene().lay("n", A, DISCARD).lay("b1", B, DISCARD, posture="turned").blank(B, 1)
    play = scene.start().answer("n.1", "pass")
    assert play.options() == ("pass",)
    play.refused("retreat", "HH BA.3/d")
    play.refused("b1.1", "HH BA.3/d")


def test_ba_3_d_a_tactic_takes_effect_at_once_unless_the_option_has_it_wait() -> None:
    turn = "Т: Поверни один готовый отряд противника"
    for option, posture in (("at-once", "turned"), ("after-exchange", "ready")):
        scene = Scene(tactic_effect=option).lay("n", A, DISCARD).blank(B, 1).lay("e1", B).hand(A, t1=turn)
        play = scene.start().answer("n.1", "hand.t1", "e1")
        assert play.by == B
        assert play.posture("e1") == posture
        play.answer("pass", "pass")
        assert play.posture("e1") == "turned"


def test_ba_3_d_what_is_used_in_a_go_does_not_wait() -> None:
    turn_all = "М Поверни эту карту: Поверни все отряды противника"
    scene = Scene(tactic_effect="after-exchange", letter_m="go").lay("n", A, turn_all)
    play = scene.lay("e1", B).start().answer("n.1")
    assert play.posture("e1") == "turned"


def test_ba_3_d_waiting_tactics_take_effect_the_last_first() -> None:
    scene = Scene(tactic_effect="after-exchange").lay("n", A, DISCARD).blank(B, 1).lay("e1", B, posture="turned")
    scene.hand(A, t1="Т: Поверни один готовый отряд противника").hand(B, t2="Т: Приведи в готовность один свой отряд")
    play = scene.lay("e2", B).start().answer("n.1", "hand.t1", "e2", "hand.t2", "e1", "pass", "pass")
    done = [words for words in play.log() if " becomes ready." in words or words.endswith("turned.")]
    assert done == ["card-e1 (e1) becomes ready.", "card-e2 (e2) is turned."]


def test_ba_3_e_two_passes_one_after_the_other_close_it() -> None:
    play = announced().answer("pass", "b1.1", "pass")
    assert (play.by, play.rule) == (B, "HH BA.3/c")
    play.answer("b2.1", "pass")
    assert play.rule == "HH BA.3/c", "A has passed twice, but not one after the other with B"
    play.answer("pass")
    assert effect_done(play)


def test_ba_3_e_a_closed_exchange_takes_no_more_tactics() -> None:
    play = announced().answer("pass", "pass")
    assert play.rule == "HH PASS/a"
    play.refused("b1.1", "HH BA.3/e")


def test_ba_3_f_the_passes_may_come_in_either_order() -> None:
    play = announced().answer("a1.1", "pass")
    assert (play.by, play.rule) == (A, "HH BA.3/c")
    play.answer("pass")
    assert effect_done(play)


def test_ba_3_f_one_pass_is_not_two() -> None:
    play = announced().answer("pass")
    assert not effect_done(play)


def test_ba_3_g_whoever_passed_may_play_a_tactic_later() -> None:
    play = announced().answer("pass", "b1.1", "a1.1", "b2.1", "a2.1")
    assert [id for id in ("a1", "a2", "b1", "b2") if play.posture(id) == "turned"] == ["a1", "a2", "b1", "b2"]


def test_ba_3_g_but_not_once_the_exchange_is_over() -> None:
    play = Scene().lay("n", B, DISCARD).blank(A, 1).lay("a1", A, TACTIC).start(first=B)
    play.answer("n.1", "pass", "pass")
    assert play.by == A
    play.refused("a1.1", "HH BA.3/e")


def test_ba_3_h_passes_of_the_exchange_do_not_end_the_battle() -> None:
    play = announced().answer("pass", "pass")
    assert (play.by, play.rule) == (B, "HH PASS/a")
    play.answer("pass")
    assert (play.by, play.rule) == (A, "HH PASS/a"), "A's last go was a battle action"


def test_ba_3_h_and_those_of_the_battle_do_not_close_an_exchange() -> None:
    play = Scene().lay("n", B, DISCARD).blank(A, 1).start().answer("pass", "n.1")
    assert (play.by, play.rule) == (B, "HH BA.3/c")
    play.answer("pass")
    assert (play.by, play.rule) == (A, "HH BA.3/c")


def test_ba_3_c_w16_and_w17() -> None:
    assert not effect_done(announced().answer("pass", "b1.1", "pass"))
    assert effect_done(announced().answer("pass", "b1.1", "pass", "pass"))
    assert effect_done(announced().answer("pass", "pass"))
