"""A4.2 The decisions of an ability: all of them, before anything is paid, and none where the text asks for none."""

from __future__ import annotations

import pytest

from books.heresy.scene import A, B, Play, Scene, keys

TURN = "ВА: Поверни один отряд противника"
TURN_ALL = "ВА: Поверни все отряды противника"
DISCARD_2 = "ВА: Твой противник сбрасывает 2 карты"
PICK_2 = "ВА: Выбери и сбрось 2 карты с руки противника"
EXAMPLE = "ВА Поверни 2 своих наступающих отряда, (3+): Уничтожь до 3 отрядов противника"


def example(enemies: int = 3) -> Play:
    scene = Scene().lay("n", A, EXAMPLE, kind="asset")
    scene.lay("u1", A, posture="advancing").lay("u2", A, posture="advancing")
    for number in range(1, enemies + 1):
        scene.lay(f"e{number}", B)
    return scene.deck(A, 5).start()


def test_a4_2_f_all_decisions_of_price_and_effect_are_taken_first() -> None:
    play = example().answer("n.1")
    assert play.options() == ("u1", "u2")
    play.answer(("u1", "u2"))
    assert play.options() == ("e1", "e2", "e3")
    assert play.posture("u1") == "advancing"
    play.answer(("e1", "e2", "e3"))
    assert play.posture("u1") == "turned"


def test_a4_2_f_a_decision_is_fixed() -> None:
    play = example().answer("n.1", ("u1", "u2"), ("e1", "e2"))
    play.refused("e3", "HH BA.3/d")
    play.answer("pass", "pass")
    assert "e3" in play.s.table


def test_a4_2_g_one_impossible_decision_bars_the_whole_ability() -> None:
    line = "ВА: Поверни один отряд противника и уничтожь один ресурс противника"
    assert "n.1" in Scene().lay("n", A, line).lay("e", B).lay("ea", B, kind="asset").start().options()
    Scene().lay("n", A, line).lay("e", B).start().refused("n.1", "HH A4.2/g")


def test_a4_2_g_also_a_number_that_is_not_there() -> None:
    line = "ВА: Уничтожь 2 ресурса противника"
    scene = Scene().lay("n", A, line).lay("ea", B, kind="asset")
    scene.start().refused("n.1", "HH A4.2/g")
    assert "n.1" in scene.lay("eb", B, kind="asset").start().options()


def test_a4_2_ex1a_one_enemy_unit_is_one_decision_of_the_abilitys_player() -> None:
    play = Scene().lay("n", A, TURN).lay("e1", B).lay("e2", B, posture="advancing").start().answer("n.1")
    assert (play.by, play.options()) == (A, ("e1", "e2"))
    play.refused("n", "HH A4.2/ex1a")
    play.answer("e2")
    assert play.posture("e2") == "advancing"
    play.answer("pass", "pass")
    assert (play.posture("e1"), play.posture("e2")) == ("ready", "turned")


def test_a4_2_ex1a_assets_and_cards_elsewhere_are_no_units_of_the_battle() -> None:
    scene = Scene().lay("n", A, TURN).lay("e1", B).lay("ea", B, kind="asset").lay("e2", B, sector=1)
    play = scene.lay("e3", B, sector=1, face_up=False).start().answer("n.1")
    play.refused("ea", "HH A4.2/ex1a")
    play.refused("e2", "HH A4.2/ex1a")
    hidden = str(play.refused("e3", "HH A4.2/ex1a"))
    assert "card-e3" not in hidden


def test_a4_2_ex1a_the_option_widens_the_choice_to_all_open_cards() -> None:
    scene = Scene(choice_range="anywhere").lay("n", A, TURN).lay("e2", B, sector=1)
    play = scene.lay("e3", B, sector=1, face_up=False).start().answer("n.1")
    assert play.options() == ("e2",)


def test_a4_2_ex1b_only_a_unit_that_can_be_turned_may_be_chosen() -> None:
    play = Scene().lay("n", A, TURN).lay("e1", B, posture="turned").lay("e2", B).start().answer("n.1")
    assert play.options() == ("e2",)
    play.refused("e1", "HH A4.2/ex1b")


def test_a4_2_ex1b_nor_one_whose_own_text_forbids_it() -> None:
    shield = "Не может быть повернут способностями противника"
    play = Scene().lay("n", A, TURN).lay("e1", B, shield).lay("e2", B).start().answer("n.1")
    assert play.options() == ("e2",)
    play.refused("e1", "HH A4.2/ex1b")


def test_a4_2_ex1c_without_a_unit_that_can_be_turned_it_cannot_be_used() -> None:
    Scene().lay("n", A, TURN).start().refused("n.1", "HH A4.2/ex1c")
    Scene().lay("n", A, TURN).lay("e1", B, posture="turned").start().refused("n.1", "HH A4.2/ex1c")
    assert "n.1" in Scene().lay("n", A, TURN).lay("e1", B, posture="advancing").start().options()


def test_a4_2_ex2a_discarding_two_needs_no_two_cards() -> None:
    play = Scene().lay("n", A, DISCARD_2).blank(B, 1).start().answer("n.1", "pass", "pass")
    assert play.s.hands[B] == ()
    assert keys(play.s, play.s.discards[B]) == ["blank-0"]
    Scene().lay("n", A, PICK_2).blank(B, 1).start().refused("n.1", "HH A4.2/g")


def test_a4_2_ex2b_an_empty_hand_is_no_bar() -> None:
    play = Scene().lay("n", A, DISCARD_2).start().answer("n.1", "pass", "pass")
    assert (play.by, play.rule) == (B, "HH PASS/a"), "the action is spent"
    Scene().lay("n", A, TURN).start().refused("n.1", "HH A4.2/ex1c")


def test_a4_2_ex2c_the_owner_picks_what_is_discarded_when_it_happens() -> None:
    play = Scene().lay("n", A, DISCARD_2).blank(B, 3).start().answer("n.1")
    assert play.rule == "HH BA.3/c", "nothing is picked at the announcement"
    play.answer("pass", "pass")
    assert (play.by, play.rule) == (B, "HH A4.2/ex2c")
    play.refused(("blank-0",), "HH A4.2/ex2a")
    play.refused(("blank-0", "other"), "HH A4.2/ex2c")
    play.answer(("blank-0", "blank-2"))
    assert keys(play.s, play.s.hands[B]) == ["blank-1"]


def test_lose_a_the_option_leaves_the_discards_to_chance() -> None:
    from referee.kernel import Scripted

    play = Scene(discarder="chance").lay("n", A, DISCARD_2).blank(B, 3).start().answer("n.1", "pass")
    play.game.dice = Scripted((5, 9, 1))
    play.answer("pass")
    assert keys(play.s, play.s.hands[B]) == ["blank-1"]


def test_lose_b_what_is_discarded_lies_open() -> None:
    play = Scene().lay("n", A, DISCARD_2).blank(B, 2).start().answer("n.1", "pass", "pass")
    assert [words for words in play.log() if "discards" in words and "announces" not in words] == [
        "Defender discards blank-0.",
        "Defender discards blank-1.",
    ]


def test_a4_2_g_picking_unseen_cards_is_a_decision() -> None:
    play = Scene().lay("n", A, PICK_2).blank(B, 3).start().answer("n.1")
    assert (play.by, play.options()) == (A, (1, 2, 3))
    play.refused((1,), "HH A4.2/g")
    play.answer((1, 3))
    assert not any("blank" in words for words in play.log())
    play.answer("pass", "pass")
    assert keys(play.s, play.s.hands[B]) == ["blank-1"]


def test_a4_2_ex3a_all_means_no_choosing() -> None:
    scene = Scene().lay("n", A, TURN_ALL).lay("e1", B).lay("e2", B, posture="advancing").lay("e3", B, posture="turned")
    play = scene.start().answer("n.1")
    assert play.rule == "HH BA.3/c"
    play.refused("e1", "HH BA.3/d")
    play.answer("pass", "pass")
    assert {play.posture(id) for id in ("e1", "e2", "e3")} == {"turned"}


def test_a4_2_ex3a_all_is_counted_when_the_effect_happens() -> None:
    ready = "Т Сбрось одну карту: Приведи в готовность один свой отряд"
    scene = (
        Scene().lay("n", A, TURN_ALL).lay("e1", B, ready, posture="turned").lay("e2", B, posture="turned").blank(B, 1)
    )
    play = scene.start().answer("n.1", "pass", "e1.1", "blank-0", "e2")
    assert play.posture("e2") == "ready"
    play.answer("pass", "pass")
    assert play.posture("e2") == "turned"


@pytest.mark.parametrize("enemy", ["none", "turned"])
def test_a4_2_ex3b_all_may_be_none(enemy: str) -> None:
    scene = Scene().lay("n", A, TURN_ALL)
    if enemy == "turned":
        scene.lay("e", B, posture="turned")
    play = scene.start().answer("n.1", "pass", "pass")
    assert (play.by, play.rule) == (B, "HH PASS/a")
    one = Scene().lay("n", A, TURN)
    one.start().refused("n.1", "HH A4.2/ex1c")
