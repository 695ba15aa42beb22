"""BA Playing the abilities that take a whole battle action: steps 1, 2 and 4, and whose cards may do it."""

from __future__ import annotations

import pytest

from books.heresy.scene import A, B, Scene, same
from referee.books.heresy.exchange import BattleAction
from referee.books.heresy.view import view
from referee.text.ability import NotParsed
from referee.text.heresy_reading import read_line

DESTROY = "ВА: Уничтожь один отряд противника"
TURN = "ВА: Поверни один отряд противника"
DISCARD_2 = "ВА: Твой противник сбрасывает 2 карты"
TURN_SELF = "ВА Поверни эту карту: Возьми одну карту"
TWO_AND_TEST = "ВА Поверни 2 своих наступающих отряда, (3+): Уничтожь до 3 отрядов противника"


@pytest.mark.parametrize("kind", ["unit", "asset", "ship"])
def test_ba_a_units_assets_and_ships_have_battle_actions(kind: str) -> None:
    play = Scene().lay("n", A, DISCARD_2, kind=kind).lay("e1", B).start()
    assert "n.1" in play.options()


def test_ba_a_a_command_card_has_none() -> None:
    play = Scene().hand(A, t1="Т: Возьми одну карту").lay("a1", A).start()
    assert play.options() == ("pass",)
    play.refused("hand.t1", "HH BA.3/e")


def test_ba_b_it_takes_the_whole_action() -> None:
    play = Scene().lay("n", A, DISCARD_2).lay("e1", B).start().answer("n.1", "pass", "pass")
    assert play.by == B
    play.refused("n.1", "HH BA/b")


def test_ba_b_other_letters_take_no_action() -> None:
    play = Scene(letter_m="go").lay("m", A, "М Поверни эту карту: Возьми одну карту").start()
    play.answer("m.1")
    assert (play.by, play.rule) == (A, "HH PASS/a")


def test_ba_c_the_letters_in_front_mark_it() -> None:
    scene = Scene().lay("n", A, DISCARD_2).lay("t", A, "Т: Твой противник сбрасывает 2 карты").lay("e1", B)
    play = scene.start()
    assert play.options() == ("n.1", "pass")
    play.refused("t.1", "HH BA.3/e")


def test_ba_c_latin_letters_are_read_as_cyrillic_ones_and_never_as_no_letters() -> None:
    line = read_line("BA: Возьми одну карту")
    assert line.words.startswith("ВА")
    with pytest.raises(NotParsed, match="none of the letters"):
        read_line("X: Возьми одну карту")


def test_ba_d_may_be_used_from_a_turned_card() -> None:
    play = Scene().lay("n", A, DESTROY, kind="asset", posture="turned").lay("e1", B).start()
    play.answer("n.1", "e1", "pass", "pass")
    assert "e1" not in play.s.table
    assert play.posture("n") == "turned"


def test_ba_d_using_it_does_not_turn_the_card() -> None:
    play = Scene().lay("n", A, DISCARD_2).lay("e1", B).start().answer("n.1", "pass", "pass")
    assert play.posture("n") == "ready"


def test_ba_e_a_turned_card_cannot_turn_itself() -> None:
    ready = Scene().lay("u", A, TURN_SELF).start().answer("u.1")
    assert ready.posture("u") == "turned"
    turned = Scene().lay("u", A, TURN_SELF, posture="turned").start()
    refusal = turned.refused("u.1", "HH BA/e", "HH A4.3/d")
    assert refusal.rule == "HH BA/e"
    assert turned.by == A


def test_ba_e_turning_itself_as_the_effect_bars_it_too_unless_the_option_says_no() -> None:
    line = "ВА: Возьми одну карту и поверни эту карту"
    Scene().lay("u", A, line, posture="turned").start().refused("u.1", "HH BA/e")
    play = Scene(self_turn_effect="allowed").lay("u", A, line, posture="turned").start()
    assert "u.1" in play.options()


def test_ba_f_turning_other_cards_leaves_a_turned_source_usable() -> None:
    scene = Scene().lay("n", A, TWO_AND_TEST, posture="turned").lay("e1", B)
    play = scene.lay("u1", A, posture="advancing").lay("u2", A, posture="advancing").start()
    assert "n.1" in play.options()


def test_ba_f_a_turned_source_is_no_advancing_unit_of_the_price() -> None:
    scene = Scene().lay("n", A, TWO_AND_TEST, posture="turned").lay("e1", B)
    play = scene.lay("u1", A, posture="advancing").start()
    play.refused("n.1", "HH A4.3/d")
    assert "HH BA/e" not in play.why("n.1")


def test_ba_g_the_other_letters_of_a_turned_card_are_an_option() -> None:
    for option, usable in (("usable", True), ("barred", False)):
        scene = Scene(turned_card=option).lay("u", A, DISCARD_2, "Т: Возьми одну карту", posture="turned")
        play = scene.lay("e1", B).start()
        assert "u.1" in play.options()
        play.answer("u.1")
        assert ("u.2" in play.options()) is usable
        if not usable:
            play.refused("u.2", "HH BA/g")


def test_ba_1_a_what_fails_the_check_is_not_played() -> None:
    play = Scene().lay("n", A, TURN).start()
    before = play.game.clone()
    play.refused("n.1", "HH A4.2/ex1c")
    assert same(before, play.game)
    assert play.by == A
    good = Scene().lay("n", A, TURN).lay("e1", B).start().answer("n.1")
    assert good.rule == "HH A4.2/f"


def test_ba_1_a_the_procedure_itself_checks_again() -> None:
    play = Scene().lay("n", A, TURN).start()
    action = BattleAction(by=A, this="n", card=play.s.table["n"].card, line=0)
    action.steps[0].run(action, play.s)
    assert action.result is False


def test_ba_1_b_the_check_is_the_whole_of_alpha_4() -> None:
    condition = "Используется только в том случае, если у противника есть ресурс"
    only_if = f"ВА Поверни эту карту: Поверни один отряд противника. {condition}"
    right = Scene().lay("n", A, only_if).lay("e1", B).lay("ea", B, kind="asset").start()
    assert "n.1" in right.options()
    Scene().lay("n", A, only_if).lay("e1", B).start().refused("n.1", "HH A4.2/c")
    Scene().lay("n", A, only_if).lay("ea", B, kind="asset").start().refused("n.1", "HH A4.2/ex1c")
    turned = Scene().lay("n", A, only_if, posture="turned").lay("e1", B).lay("ea", B, kind="asset").start()
    turned.refused("n.1", "HH A4.3/d")
    deployment = Scene().lay("n", B, only_if).lay("e1", A).lay("ea", A, kind="asset").blank(B, 1).deployment()
    deployment.refused("n.1", "HH A4/c")
    both = Scene().lay("n", A, only_if).start()
    both.refused("n.1", "HH A4.2/c", "HH A4.2/ex1c")


def test_ba_2_a_the_announcement_comes_between_check_and_tactics() -> None:
    play = Scene().lay("n", A, DESTROY).lay("e1", B).start().answer("n.1")
    assert (play.by, play.options()) == (A, ("e1",))
    play.refused("pass", "HH BA.2/a", "HH A4.2/f")
    play.answer("e1")
    assert play.rule == "HH BA.3/c"


def test_ba_2_b_the_opponent_can_see_what_is_being_done() -> None:
    scene = Scene().lay("n", A, TWO_AND_TEST, kind="asset").lay("u1", A, posture="advancing")
    play = scene.lay("u2", A, posture="advancing").lay("e1", B).lay("e2", B).deck(A, 5).start()
    play.answer("n.1", ("u1", "u2"), ("e1",), "pass")
    assert play.by == B
    (shown,) = view(play.game, B)["under_way"]
    assert (shown["id"], shown["paid"]) == ("n", True)
    assert shown["chosen"] == [{"ids": ["u1", "u2"]}, {"ids": ["e1"]}]
    assert "Уничтожь до 3" in shown["words"]


def test_ba_2_b_a_choice_cannot_be_kept_secret() -> None:
    play = Scene().lay("n", A, DESTROY).lay("e1", B).start().answer("n.1")
    play.refused("secret", "HH BA.2/b")


def test_ba_4_a_the_effect_comes_after_the_exchange() -> None:
    play = Scene().lay("n", A, DISCARD_2).blank(B, 2).lay("e1", B).start().answer("n.1", "pass")
    assert len(play.s.hands[B]) == 2
    play.answer("pass")
    assert len(play.s.hands[B]) == 0


def test_ba_4_b_the_chosen_unit_is_there_all_through_the_exchange() -> None:
    scene = Scene().lay("n", A, DESTROY).lay("e1", B, "Т Поверни эту карту: Возьми одну карту")
    play = scene.start().answer("n.1", "e1", "pass")
    assert "e1.1" in play.options()
    play.answer("e1.1")
    assert play.posture("e1") == "turned"
    play.answer("pass")
    assert "e1" in play.s.table
    play.answer("pass")
    assert "e1" not in play.s.table


def test_ba_4_b_what_has_left_before_is_no_object_and_the_action_is_spent() -> None:
    scene = Scene().lay("n", A, DESTROY).lay("e1", B, "Т Уничтожь эту карту: Возьми одну карту").lay("e2", B)
    play = scene.start().answer("n.1", "e1", "pass", "e1.1", "pass", "pass")
    assert "e2" in play.s.table
    assert (play.by, play.rule) == (B, "HH PASS/a")


def test_ba_4_c_deeds_are_done_in_the_printed_order() -> None:
    line = "ВА: Уничтожь один ресурс противника и поверни один отряд противника"
    play = Scene().lay("n", A, line).lay("e1", B).lay("ea", B, kind="asset").start()
    play.answer("n.1", "ea", "e1", "pass", "pass")
    done = [words for words in play.log() if "destroyed" in words or "turned" in words]
    assert done == ["card-ea (ea) is destroyed.", "card-e1 (e1) is turned."]
