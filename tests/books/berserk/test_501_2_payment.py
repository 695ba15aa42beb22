"""BER 501.2: resources are checked and promised when declaring, and paid after the action has been performed."""

from __future__ import annotations

import pytest

from books.berserk.scene import PASS, Scene, asked, card, declare, end_turn, finish, lives, refused, state, why
from referee.kernel import Game, NotAllowed, Unreadable
from referee.text.ability import NotParsed
from referee.text.berserk import parse_line

SHOT = "[з]: Выстрел на 2."
CHIP_SHOT = "[ф]: Выстрел на 1."
INSTANT_CHIP = "[и][ф]: Ранить существо противника на 1."
INSTANT_CLOSE = "[и][з]: Ранить существо противника на 1."
INSTANT_WOUNDS = "[и] 2 раны: Ранить существо противника на 1."
INSTANT_DESTROY = "[и] уничтожить Пробу: Ранить существо противника на 1."


def test_501_2_a_the_card_pays_after_the_action_r7() -> None:
    game = Scene().put("C", "b3", SHOT).put("T", "d5", INSTANT_CLOSE, seat=1).play(3)
    declare(game, "C", "0", "T")
    assert not card(game, "C").closed
    assert asked(game) == "BER F08/e"
    game.answer(PASS)
    assert not card(game, "C").closed
    finish(game)
    assert (lives(game, "T"), card(game, "C").closed) == (7, True)


def test_501_2_a_a_blow_that_wins_is_struck_before_it_is_paid() -> None:
    game = Scene().put("C", "b3", "9 ран: Ранить существо противника на 9.").put("T", "d5", seat=1).play()
    declare(game, "C", "0", "T")
    assert game.is_over
    assert state(game).result is not None
    assert state(game).result.winner == 0  # type: ignore[union-attr]


@pytest.mark.parametrize(("option", "closed"), [("free", False), ("paid", True)])
def test_501_2_a_an_action_never_performed_costs_nothing_or_its_price(option: str, closed: bool) -> None:
    game = (
        Scene(recheck="stack", not_performed=option)
        .put("C", "b3", "[з]: Метание на 2, дальность 2.")
        .put("T", "d5", "[и][з]: Переместиться на свободную клетку.", seat=1)
        .play(3)
    )
    declare(game, "C", "0", "T")
    game.answer("T")
    game.answer("0")
    finish(game, **{"BER F11/h": "e6"})
    assert (lives(game, "T"), card(game, "C").closed) == (9, closed)


def test_501_2_b_it_pays_with_what_is_asked() -> None:
    game = Scene().put("C", "b3", SHOT, chips=3).put("T", "d5", seat=1).play(3)
    finish(declare(game, "C", "0", "T"))
    assert (card(game, "C").closed, card(game, "C").chips) == (True, 3)


def test_501_2_b_chips_are_no_closing() -> None:
    game = Scene().put("C", "b3", SHOT, CHIP_SHOT, chips=3, closed=True).put("D", "c2").put("T", "d5", seat=1).play()
    assert "BER 501.2/i" in refused(game, "C", "0", "T")


def test_501_2_c_closing_is_a_resource_a_closed_card_has_not() -> None:
    game = Scene().put("C", "b3", SHOT).put("D", "c2", SHOT, closed=True).put("T", "d5", seat=1).play()
    assert refused(game, "C", "0", "T") == []
    assert "BER 501.2/i" in refused(game, "D", "0", "T")


def test_501_2_d_movement_units_are_a_resource() -> None:
    game = Scene().put("C", "b2", "2 единицы движения: Метание на 2.", move=2).put("T", "b5", seat=1).play(3)
    assert refused(game, "C", "0", "T") == []
    declare(game, "C", "move", "b3")
    assert refused(game, "C", "0", "T") == ["BER 501.2/i"]


def test_501_2_d_promised_units_cannot_be_walked_with() -> None:
    line = "[и] 1 единица движения: Ранить существо противника на 1."
    game = Scene().put("C", "b2", line).put("T", "b5", INSTANT_CLOSE, seat=1).play()
    declare(game, "C", "0", "T")
    assert card(game, "C").moves == 1
    assert "BER 501.2/m" in refused(game, "C", "move", "b3")


def test_501_2_e_exactly_the_price_goes_off_the_card() -> None:
    game = Scene().put("C", "b3", "2[ф]: Выстрел на 2.", chips=3).put("T", "d5", seat=1).play(3)
    finish(declare(game, "C", "0", "T"))
    assert card(game, "C").chips == 1
    assert refused(game, "C", "0", "T") == ["BER 501.2/i"]


def test_501_2_f_a_stated_number_of_wounds_is_laid_on_the_card() -> None:
    game = Scene().put("C", "b3", "2 раны: Ранить существо противника на 1.", life=5).put("T", "d5", seat=1).play()
    finish(declare(game, "C", "0", "T"))
    assert (lives(game, "C"), lives(game, "T")) == (3, 8)


def test_501_2_f_another_number_is_not_taken() -> None:
    game = Scene().put("C", "b3", "2 раны: Ранить существо противника на 1.").put("T", "d5", seat=1).play()
    assert refused(game, "C", "0", "T", amount=1) == ["BER 501.2/l"]


def test_501_2_g_destruction_is_a_resource_too() -> None:
    game = Scene().put("C", "b3", "Уничтожить Пробу: Ранить существо противника на 3.").put("T", "d5", seat=1).play()
    finish(declare(game, "C", "0", "T"))
    assert (card(game, "C").zone, lives(game, "T")) == ("grave", 6)


def test_501_2_g_a_card_destroyed_pays_no_more() -> None:
    game = Scene().put("C", "b3", "Уничтожить Пробу: Ранить существо противника на 3.").put("T", "d5", seat=1).play()
    finish(declare(game, "C", "0", "T"))
    assert refused(game, "C", "0", "T") == ["BER 501.1/a"]


def test_501_2_h_after_the_colon_the_same_words_are_effect() -> None:
    effect = "[з]: получает 2 раны, при этом ранить существо противника на 3."
    game = Scene().put("C", "b3", effect, life=1).put("D", "c2").put("T", "d5", seat=1).play()
    assert refused(game, "C", "0", "T") == []
    finish(declare(game, "C", "0", "T"))
    assert (card(game, "C").zone, lives(game, "T")) == ("grave", 6)


def test_501_2_h_before_the_colon_they_are_payment() -> None:
    game = (
        Scene()
        .put("C", "b3", "2 раны и закрытие: ранить существо противника на 3.", life=1)
        .put("T", "d5", seat=1)
        .play()
    )
    assert refused(game, "C", "0", "T") == ["BER 501.2/p"]


def test_501_2_h_a_line_that_begins_with_a_colon_is_an_error() -> None:
    with pytest.raises(NotParsed, match=r"column 1: the payment before the colon is missing"):
        parse_line(": выстрел на 1", "Проба")
    assert issubclass(NotParsed, Unreadable)


def test_501_2_i_without_enough_resources_nothing_is_declared() -> None:
    game = Scene().put("C", "b3", CHIP_SHOT, chips=1).put("D", "c2", CHIP_SHOT).put("T", "d5", seat=1).play()
    assert refused(game, "C", "0", "T") == []
    assert refused(game, "D", "0", "T") == ["BER 501.2/i"]


def test_501_2_j_chips_gained_before_count() -> None:
    game = Scene().put("C", "b3", "2[ф]: Выстрел на 1.", chips=1).put("D", "c2", "[з]: Существо получает 1 [ф].")
    play = game.put("T", "d5", seat=1).play(1)
    assert refused(play, "C", "0", "T") == ["BER 501.2/i"]
    finish(declare(play, "D", "0", "C"))
    assert refused(play, "C", "0", "T") == []


def test_501_2_j_what_will_come_later_does_not_help_r7() -> None:
    game = (
        Scene()
        .put("C", "b3", "[и] 2[ф]: Ранить существо противника на 1.", chips=1)
        .put("D", "c2", "[з]: Существо получает 1 [ф].")
        .put("T", "d5", INSTANT_CLOSE, seat=1)
        .play()
    )
    declare(game, "D", "0", "C")
    assert refused(game, "C", "0", "T") == ["BER 501.2/i"]


def robbed(**options: str) -> Game:
    game = (
        Scene(**options)
        .put("C", "b3", CHIP_SHOT, chips=1)
        .put("T", "d5", "[и][з]: Существо противника теряет 1 [ф].", seat=1)
        .play(3)
    )
    declare(game, "C", "0", "T")
    game.answer("T")
    game.answer("0")
    game.answer("C")
    return finish(game)


def test_501_2_k_a_loss_after_the_declaration_does_not_unmake_it() -> None:
    game = robbed()
    assert (lives(game, "T"), card(game, "C").chips) == (8, 0)
    assert refused(game, "C", "0", "T") == ["BER 501.2/i"]


def test_501_2_k_where_the_option_says_so_it_is_undone() -> None:
    assert lives(robbed(payment_impossible="undone"), "T") == 9


def test_501_2_k_a_card_with_fewer_lives_pays_what_it_has() -> None:
    game = (
        Scene()
        .put("C", "b3", "3 раны: Выстрел на 1.", life=3)
        .put("D", "c1")
        .put("T", "d5", "[и][з]: Ранить существо противника на 2.", seat=1)
        .play(3)
    )
    declare(game, "C", "0", "T")
    game.answer("T")
    game.answer("0")
    game.answer("C")
    finish(game)
    assert (lives(game, "T"), card(game, "C").zone) == (8, "grave")


def test_501_2_l_the_number_is_stated_when_declaring() -> None:
    game = Scene().put("C", "b3", "X[ф]: Ранить существо противника на X.", chips=3).put("T", "d5", seat=1).play()
    game.answer("C")
    game.answer("0")
    assert asked(game) == "BER 501.2/l"
    assert game.decision is not None
    assert game.decision.options() == (1, 2, 3)
    assert why(game, 4) == ["BER 501.2/i"]
    assert why(game, 0) == ["BER 501.2/l"]
    game.answer(2)
    game.answer("T")
    finish(game)
    assert (lives(game, "T"), card(game, "C").chips) == (7, 1)


def test_501_2_l_chips_gained_later_do_not_raise_x_r5() -> None:
    game = (
        Scene()
        .put("C", "b3", "X[ф]: Ранить существо противника на X.", chips=2)
        .put("D", "c2", "[и][з]: Существо получает 1 [ф].")
        .put("T", "d5", INSTANT_CLOSE, seat=1)
        .play()
    )
    declare(game, "C", "0", "T", amount=2)
    game.answer(PASS)
    game.answer("D")
    game.answer("0")
    game.answer("C")
    finish(game)
    assert (lives(game, "T"), card(game, "C").chips) == (7, 1)


def test_501_2_m_two_chips_pay_two_actions() -> None:
    game = Scene().put("C", "b3", CHIP_SHOT, INSTANT_CHIP, chips=2).put("T", "d5", INSTANT_CLOSE, seat=1).play(3)
    declare(game, "C", "0", "T")
    game.answer(PASS)
    game.answer("C")
    game.answer("1")
    game.answer("T")
    finish(game)
    assert (lives(game, "T"), card(game, "C").chips) == (7, 0)


def test_501_2_m_a_promised_chip_pays_nothing_else_r2() -> None:
    game = Scene().put("C", "b3", CHIP_SHOT, INSTANT_CHIP, chips=1).put("T", "d5", INSTANT_CLOSE, seat=1).play(3)
    declare(game, "C", "0", "T")
    assert card(game, "C").chips == 1
    assert refused(game, "C", "1", "T") == ["BER 501.2/m"]
    game.answer(PASS)
    assert asked(game) != "BER F08/e" or "C" not in game.options()


def test_501_2_m_with_three_chips_and_two_promised_one_is_there() -> None:
    chips = Scene().put("C", "b3", "X[ф]: Ранить существо противника на X.", INSTANT_CHIP, chips=3)
    game = chips.put("T", "d5", INSTANT_CLOSE, seat=1).play()
    declare(game, "C", "0", "T", amount=2)
    assert refused(game, "C", "1", "T") == []


def test_501_2_m_the_promise_ends_when_it_is_paid() -> None:
    game = Scene().put("C", "b3", CHIP_SHOT, INSTANT_CHIP, chips=2).put("T", "d5", seat=1).play(3)
    finish(declare(game, "C", "0", "T"))
    assert state(game).committed == {}
    assert refused(game, "C", "1", "T") == []


def test_501_2_n_chips_may_be_paid_beside_a_promised_closing() -> None:
    game = Scene().put("C", "b3", SHOT, INSTANT_CHIP, chips=1).put("T", "d5", INSTANT_CLOSE, seat=1).play(3)
    declare(game, "C", "0", "T")
    assert refused(game, "C", "1", "T") == []


def test_501_2_n_closing_cannot_be_promised_twice_r3() -> None:
    game = Scene().put("C", "b3", SHOT, INSTANT_CLOSE).put("T", "d5", INSTANT_CLOSE, seat=1).play(3)
    declare(game, "C", "0", "T")
    assert not card(game, "C").closed
    assert refused(game, "C", "1", "T") == ["BER 501.2/m"]


def test_501_2_n_a_card_opened_after_paying_can_close_again() -> None:
    game = (
        Scene().put("C", "b3", SHOT).put("D", "c2", "[з]: Открыть другое ваше существо.").put("T", "d5", seat=1).play(3)
    )
    finish(declare(game, "C", "0", "T"))
    assert refused(game, "C", "0", "T") != []
    finish(declare(game, "D", "0", "C"))
    assert refused(game, "C", "0", "T") == []


def test_501_2_o_promised_lives_are_not_there_for_another() -> None:
    game = (
        Scene()
        .put("C", "b3", "2 раны: Выстрел на 1.", INSTANT_WOUNDS, life=3)
        .put("T", "d5", INSTANT_CLOSE, seat=1)
        .play(3)
    )
    assert refused(game, "C", "1", "T") == []
    declare(game, "C", "0", "T")
    assert refused(game, "C", "1", "T") == ["BER 501.2/o"]


def test_501_2_p_lives_left_count_not_the_printed_ones() -> None:
    game = Scene().put("C", "b3", INSTANT_WOUNDS, life=5, wounds=3).put("D", "c2", INSTANT_WOUNDS, life=5, wounds=4)
    play = game.put("T", "d5", seat=1).play()
    assert refused(play, "C", "0", "T") == []
    assert refused(play, "D", "0", "T") == ["BER 501.2/p"]


def test_501_2_q_exactly_as_many_wounds_as_lives_may_be_paid_r4() -> None:
    game = (
        Scene()
        .put("C", "b3", "2 раны: Ранить существо противника на 1.", life=2)
        .put("D", "c2")
        .put("T", "d5", seat=1)
        .play()
    )
    finish(declare(game, "C", "0", "T"))
    assert (lives(game, "T"), card(game, "C").zone) == (8, "grave")


def test_501_2_q_one_more_is_refused_r4() -> None:
    game = (
        Scene()
        .put("C", "b3", "3 раны: Ранить существо противника на 1.", life=2)
        .put("D", "c2")
        .put("T", "d5", seat=1)
        .play()
    )
    assert refused(game, "C", "0", "T") == ["BER 501.2/p"]


def destroyers(*lines: str, life: int = 9) -> Game:
    game = Scene().put("C", "b3", *lines, life=life).put("D", "c2").put("T", "d5", INSTANT_CLOSE, seat=1).play(3)
    return declare(game, "C", "0", "T")


def test_501_2_r_the_destruction_is_used_once_r6() -> None:
    game = destroyers("Уничтожить Пробу: Выстрел на 1.", INSTANT_DESTROY)
    assert refused(game, "C", "1", "T") == ["BER 501.2/r"]
    finish(game)
    assert card(game, "C").zone == "grave"


def test_501_2_s_while_its_destruction_is_promised_wounds_may_not_destroy_it() -> None:
    game = destroyers("Уничтожить Пробу: Выстрел на 1.", INSTANT_WOUNDS, life=2)
    assert refused(game, "C", "1", "T") == ["BER 501.2/s"]


def test_501_2_s_wounds_that_leave_it_alive_may_be_paid() -> None:
    game = destroyers("Уничтожить Пробу: Выстрел на 1.", INSTANT_WOUNDS, life=3)
    assert refused(game, "C", "1", "T") == []


def test_501_2_s_the_mirror_case_is_an_option() -> None:
    lines = ("2 раны: Выстрел на 1.", INSTANT_DESTROY)
    assert refused(destroyers(*lines, life=2), "C", "1", "T") == ["BER 501.2/s"]
    game = Scene(mirror="allowed").put("C", "b3", *lines, life=2).put("T", "d5", INSTANT_CLOSE, seat=1).play(3)
    declare(game, "C", "0", "T")
    assert refused(game, "C", "1", "T") == []


def test_501_2_i_a_refused_declaration_changes_nothing() -> None:
    game = Scene().put("C", "b3", CHIP_SHOT).put("T", "d5", seat=1).play()
    game.answer("C")
    before = game.digest()
    with pytest.raises(NotAllowed, match=r"BER 501.2/i: Chips needed: 1; the card has 0"):
        game.answer("0")
    assert game.digest() == before


def test_501_2_e_chips_of_the_paying_card_only() -> None:
    game = Scene().put("C", "b3", CHIP_SHOT).put("D", "c2", chips=5).put("T", "d5", seat=1).play()
    assert refused(game, "C", "0", "T") == ["BER 501.2/i"]


def test_501_2_m_promises_end_with_the_turn() -> None:
    game = Scene().put("C", "b3", SHOT).put("T", "d5", seat=1).play(3)
    finish(declare(game, "C", "0", "T"))
    end_turn(game)
    assert state(game).committed == {}
