"""A4.3 The price: what it is, whether it can be paid, paying it in the printed order, and tests in it."""

from __future__ import annotations

import pytest

from books.heresy.scene import A, B, Play, Scene, keys

EXAMPLE = "ВА Поверни 2 своих наступающих отряда, (3+): Уничтожь до 3 отрядов противника"
TEST_FIRST = "ВА (3+), Поверни 2 своих наступающих отряда: Поверни все отряды противника"


def example(*dice: int, line: str = EXAMPLE, advancing: int = 2, enemies: int = 3, **options: str) -> Play:
    scene = Scene(**options).lay("n", A, line, kind="asset")
    for number in range(1, advancing + 1):
        scene.lay(f"u{number}", A, posture="advancing")
    for number in range(1, enemies + 1):
        scene.lay(f"e{number}", B)
    return scene.deck(A, *dice).start()


def postures(play: Play) -> list[str]:
    return [play.posture(id) for id in ("u1", "u2")]


def test_a4_3_a_paid_after_the_decisions_and_before_the_exchange() -> None:
    play = example(5).answer("n.1", ("u1", "u2"))
    assert postures(play) == ["advancing", "advancing"]
    play.answer(("e1",))
    assert play.rule == "HH BA.3/c"
    assert postures(play) == ["turned", "turned"]


def test_a4_3_a_the_option_has_it_paid_after_the_exchange() -> None:
    play = example(5, payment="after-exchange").answer("n.1", ("u1", "u2"), ("e1",))
    assert postures(play) == ["advancing", "advancing"]
    play.answer("pass", "pass")
    assert postures(play) == ["turned", "turned"]
    assert "e1" not in play.s.table


def test_a4_3_f_what_is_gone_by_then_cannot_be_paid_with() -> None:
    scene = Scene(payment="after-exchange").lay(
        "n", A, "ВА Поверни один свой наступающий отряд: Уничтожь один отряд противника"
    )
    scene.lay("u1", A, posture="advancing").lay("e1", B, "Т: Поверни один наступающий отряд противника")
    play = scene.start().answer("n.1", "u1", "e1", "pass", "e1.1", "u1", "pass", "pass")
    assert "e1" in play.s.table
    assert play.by == B


def test_a4_3_b_the_price_stands_before_the_colon() -> None:
    price = "ВА Поверни 2 своих наступающих отряда: Поверни все отряды противника"
    assert "n.1" in example(line=price).options()
    example(line=price, advancing=1).refused("n.1", "HH A4.3/d")


def test_a4_3_b_what_stands_after_it_is_no_price() -> None:
    effect = "ВА: Поверни все отряды противника и поверни все свои отряды"
    play = example(line=effect, advancing=0)
    assert "n.1" in play.options()


def test_a4_3_c_nothing_before_the_colon_is_no_price() -> None:
    play = Scene().lay("n", A, "ВА: Поверни все отряды противника", kind="asset").start()
    play.answer("n.1")
    assert play.rule == "HH BA.3/c"
    tested = Scene().lay("n", A, "ВА (3+): Поверни все отряды противника", kind="asset").lay("e", B).deck(A, 1).start()
    tested.answer("n.1")
    assert tested.posture("e") == "ready"
    assert tested.by == B


@pytest.mark.parametrize(
    "line", ["ВА Сбрось одну карту: Возьми 2 карты", "ВА Уничтожь один свой ресурс: Возьми 2 карты"]
)
def test_a4_3_d_a_price_that_cannot_be_paid_bars_the_ability(line: str) -> None:
    bare = Scene().lay("n", A, line).start()
    bare.refused("n.1", "HH A4.3/d")
    assert "n.1" in Scene().lay("n", A, line).lay("a", A, kind="asset").blank(A, 1).start().options()


def test_a4_3_d_two_parts_that_ask_one_unit_each_need_two_units() -> None:
    line = "ВА Поверни один свой отряд, Поверни один свой отряд: Поверни все отряды противника"
    example(line=line, advancing=1).refused("n.1", "HH A4.3/d")
    play = example(line=line, advancing=2).answer("n.1", "u1")
    assert play.options() == ("u2",)
    play.answer("u2")
    assert postures(play) == ["turned", "turned"]


def test_a4_3_d_a_choice_that_would_make_a_later_part_unpayable_is_refused() -> None:
    line = "ВА Поверни один свой отряд, Поверни один свой наступающий отряд: Поверни все отряды противника"
    play = Scene().lay("n", A, line, kind="asset").lay("r", A).lay("u", A, posture="advancing").start().answer("n.1")
    assert play.options() == ("r",)
    play.refused("u", "HH A4.3/d")


def test_a4_3_d_of_several_cards_only_sets_that_leave_the_rest_payable_are_offered() -> None:
    line = "ВА Поверни 2 своих отряда, Поверни один свой наступающий отряд: Поверни все отряды противника"
    scene = Scene().lay("n", A, line, kind="asset").lay("r", A)
    play = scene.lay("u1", A, posture="advancing").lay("u2", A, posture="advancing").start().answer("n.1")
    assert play.options() == (("r", "u1"), ("r", "u2"))
    play.refused(("u1", "u2"), "HH A4.3/d")
    play.answer(("r", "u1"), "u2")
    assert postures(play) == ["turned", "turned"]


def test_a4_3_d_an_earlier_part_may_make_a_later_one_payable() -> None:
    line = "ВА Поверни один свой отряд, Уничтожь один свой повернутый отряд: Поверни все отряды противника"
    play = Scene().lay("n", A, line, kind="asset").lay("u1", A).start()
    assert "n.1" in play.options()
    play.answer("n.1", "u1")
    assert play.options() == ("u1",)
    play.answer("u1")
    assert "u1" not in play.s.table


def test_a4_3_d_a_test_counts_as_payable() -> None:
    play = Scene().lay("n", A, "ВА (6+): Возьми одну карту").deck(A, 1).start()
    assert "n.1" in play.options()


def test_a4_3_d_a_command_card_is_no_longer_in_the_hand_that_pays_for_it() -> None:
    scene = Scene().lay("n", A, "ВА: Поверни все отряды противника").hand(A, t="Т Сбрось одну карту: Возьми одну карту")
    scene.start().answer("n.1").refused("hand.t", "HH A4.3/d")
    play = scene.blank(A, 1).start().answer("n.1", "hand.t")
    assert play.options() == ("blank-0",)


def test_a4_3_e_parts_are_paid_in_the_printed_order() -> None:
    play = example(5).answer("n.1", ("u1", "u2"), ("e1",))
    rules = [rule for rule in play.log_rules() if rule in ("HH A4.3/e", "HH TEST/a")]
    assert rules == ["HH A4.3/e", "HH A4.3/e", "HH TEST/a"]
    other = example(5, line=TEST_FIRST).answer("n.1", ("u1", "u2"))
    rules = [rule for rule in other.log_rules() if rule in ("HH A4.3/e", "HH TEST/a")]
    assert rules == ["HH TEST/a", "HH A4.3/e", "HH A4.3/e"]


def test_a4_3_e_a_test_that_stands_first_and_fails_spares_the_rest() -> None:
    play = example(2, line=TEST_FIRST).answer("n.1", ("u1", "u2"))
    assert postures(play) == ["advancing", "advancing"]
    assert play.posture("e1") == "ready"


def test_a4_3_g_one_part_after_another() -> None:
    line = "ВА Сбрось одну карту, Поверни эту карту, Уничтожь один свой ресурс: Возьми одну карту"
    scene = Scene().lay("n", A, line).lay("a", A, kind="asset").blank(A, 1)
    play = scene.start().answer("n.1", "blank-0", "a")
    done = [words for words, rule in zip(play.log(), play.log_rules(), strict=True) if rule == "HH A4.3/e"]
    assert done == ["blank-0 is discarded.", "card-n (n) is turned.", "card-a (a) is destroyed."]


def test_a4_3_exa_the_example_has_two_parts_of_exactly_two_units_and_a_test() -> None:
    play = example(5).answer("n.1")
    play.refused(("u1",), "HH A4.3/exa")
    three = example(5, advancing=3).answer("n.1")
    three.refused(("u1", "u2", "u3"), "HH A4.3/exa")
    play.answer(("u1", "u2"), ("e1",))
    assert any("Test 3+" in words for words in play.log())


def test_a4_3_exb_the_two_are_ones_own_and_advancing() -> None:
    scene = Scene().lay("n", A, EXAMPLE, kind="asset").lay("r", A).lay("e1", B, posture="advancing")
    for number in (1, 2, 3):
        scene.lay(f"u{number}", A, posture="advancing")
    play = scene.start().answer("n.1")
    assert play.options() == ("u1", "u2", "u3")
    play.refused(("u1", "r"), "HH A4.3/exb")
    play.refused(("u1", "e1"), "HH A4.3/exb")


def test_a4_3_exb_two_ready_units_do_not_pay_it() -> None:
    play = Scene().lay("n", A, EXAMPLE, kind="asset").lay("r1", A).lay("r2", A).lay("e1", B).start()
    play.refused("n.1", "HH A4.3/d", "HH A4.3/exb")
    assert play.posture("r1") == "ready"
    assert "HH TEST/a" not in play.log_rules()


@pytest.mark.parametrize(("die", "passed"), [(2, False), (3, True), (4, True)])
def test_a4_3_exc_the_test_is_passed_on_three_or_more(die: int, passed: bool) -> None:
    play = example(die).answer("n.1", ("u1", "u2"), ("e1",))
    assert (play.rule == "HH BA.3/c") is passed


def test_a4_3_exd_the_effect_needs_both_parts() -> None:
    play = example(3).answer("n.1", ("u1", "u2"), ("e1",), "pass", "pass")
    assert "e1" not in play.s.table
    failed = example(2).answer("n.1", ("u1", "u2"), ("e1",))
    assert "e1" in failed.s.table
    assert postures(failed) == ["turned", "turned"], "what was paid stays paid"
    assert (failed.by, failed.rule) == (B, "HH PASS/a"), "no exchange, and the action is spent"


def test_a4_3_exd_the_option_keeps_the_action() -> None:
    play = example(2, failed_test="action-kept").answer("n.1", ("u1", "u2"), ("e1",))
    assert (play.by, play.rule) == (A, "HH PASS/a")


def test_a4_3_exe_the_units_are_turned_before_the_test() -> None:
    play = example(2).answer("n.1", ("u1", "u2"), ("e1",))
    told = [words for words in play.log() if "turned" in words or "Test" in words]
    assert told == ["card-u1 (u1) is turned.", "card-u2 (u2) is turned.", "Test 3+: die-2-0 shows 2: failed."]


def test_a4_3_exf_up_to_three_enemy_units() -> None:
    play = example(5, enemies=5).answer("n.1", ("u1", "u2"))
    play.refused(("e1", "e2", "e3", "e4"), "HH A4.3/exf")
    play.refused(("e1", "e1"), "HH A4.3/exf")
    play.refused(("e1", "u1"), "HH A4.2/ex1a")
    play.answer(("e1", "e4"), "pass", "pass")
    assert sorted(id for id in play.s.table if id.startswith("e")) == ["e2", "e3", "e5"]


def test_a4_3_exf_up_to_may_be_none_unless_the_option_says_no() -> None:
    play = example(5, enemies=0)
    play.answer("n.1", ("u1", "u2"), (), "pass", "pass")
    assert postures(play) == ["turned", "turned"]
    example(5, enemies=0, up_to_none="refused").refused("n.1", "HH A4.2/g")
    example(5, up_to_none="refused").answer("n.1", ("u1", "u2")).refused((), "HH A4.3/exf")


def test_a4_3_exa_w10_with_one_advancing_unit_nothing_is_touched() -> None:
    play = example(5, advancing=1)
    deck = keys(play.s, play.s.decks[A])
    play.refused("n.1", "HH A4.3/d")
    assert play.posture("u1") == "advancing"
    assert keys(play.s, play.s.decks[A]) == deck
