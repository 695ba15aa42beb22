"""BER F11, 123, 118: attacks that are no simple strike, what abilities do, chips."""

from __future__ import annotations

import pytest

from books.berserk.scene import PASS, Scene, asked, card, declare, end_turn, finish, lives, refused, state, until, why
from referee.kernel import Game

BLOCK = "[и][з]: Блокировать атаку."


def shoot(line: str, *dice: int, his: str = "", **target: object) -> Game:
    scene = Scene().put("C", "c2", line, chips=4).put("D", "a1")
    scene.put("T", "c5", *([his] if his else []), seat=1, life=20, **target)  # type: ignore[arg-type]
    return finish(declare(scene.play(*dice), "C", "0", "T"))


def test_f11_a_each_attack_has_its_own_roll_and_target() -> None:
    line = "[з]: 2 или менее разряда на 1-2-3 по разным существам противника."
    game = Scene().put("C", "c1", line).put("D", "a1").put("T", "c5", seat=1).put("U", "e5", seat=1).play(6, 1)
    finish(declare(game, "C", "0", "T", "U"))
    assert (lives(game, "T"), lives(game, "U"), state(game).rolled) == (6, 8, 2)


def test_f11_a_a_target_that_is_gone_is_passed_over_the_others_stand_b14() -> None:
    line = "[з]: 2 или менее разряда на 1-2-3 по разным существам противника."
    scene = Scene().put("C", "c1", line).put("D", "a1", "[и][з]: Уничтожить существо противника.")
    game = declare(scene.put("T", "c5", seat=1).put("U", "e5", seat=1).play(6), "C", "0", "T", "U")
    declare(until(game, "BER F08/e"), "D", "0", "T")
    finish(game)
    assert (card(game, "T").zone, lives(game, "U"), card(game, "C").closed) == ("grave", 6, True)


@pytest.mark.parametrize(("die", "left"), [(1, 19), (3, 19), (4, 18), (5, 18), (6, 17)])
def test_f11_b_the_attacker_rolls_alone(die: int, left: int) -> None:
    assert lives(shoot("[з]: Выстрел на 1-2-3.", die), "T") == left


def test_f11_c_a_strike_through_a_row() -> None:
    line = "[з]: Удар через ряд на 2."
    game = (
        Scene()
        .put("C", "c3", line)
        .put("D", "a1")
        .put("T", "c4", seat=1)
        .put("U", "c5", seat=1)
        .put("V", "d5", seat=1)
        .play(3)
    )
    assert refused(game, "C", "0", "U") == []
    assert refused(game, "C", "0", "T") == ["BER F11/c"]
    assert refused(game, "C", "0", "V") == ["BER F11/c"]
    assert lives(finish(declare(game, "C", "0", "U")), "U") == 7


def test_f11_d_a_number_alone_is_the_same_on_every_level_r31() -> None:
    line = "При сильном выстреле - атакованный получает отравление на 1."
    for die, poison in ((6, 1), (3, 0)):
        scene = Scene().put("C", "c2", "[з]: Выстрел на 1.", line).put("D", "a1").put("T", "c5", seat=1)
        game = finish(declare(scene.play(die), "C", "0", "T"))
        assert (lives(game, "T"), card(game, "T").poison) == (8, poison)


def test_f11_d_chips_add_to_a_shot_and_are_lost() -> None:
    line = "+2 к выстрелу за каждую [ф] на Пробе. При выстреле теряет все [ф]."
    scene = Scene().put("C", "c2", "[з]: Выстрел на 1.", line, chips=3).put("D", "a1").put("T", "c5", seat=1, life=20)
    game = finish(declare(scene.play(1), "C", "0", "T"))
    assert (lives(game, "T"), card(game, "C").chips) == (13, 0)


def test_f11_d_a_magic_strike_counts_the_chips_spent() -> None:
    line = "X[ф][з]: Магический удар на 0-1-2, +1 к удару за каждую потраченную [ф]."
    scene = Scene().put("C", "c3", line, chips=3).put("D", "a1").put("T", "c4", seat=1)
    game = finish(declare(scene.play(4), "C", "0", "T", amount=2))
    assert (lives(game, "T"), card(game, "C").chips) == (6, 1)


def test_f11_d_a_throw_by_own_wounds_has_a_most() -> None:
    line = '[з]: Метание "ножа" на X, дальность 4, где X - число ран на Пробе (максимум 4).'
    scene = Scene().put("C", "c2", line, wounds=6).put("D", "a1").put("T", "c5", seat=1)
    assert lives(finish(declare(scene.play(1), "C", "0", "T")), "T") == 5


def test_f11_e_ranged_attacks_are_not_aimed_at_a_neighbour() -> None:
    for word in ("Выстрел", "Метание", "Разряд"):
        game = Scene().put("C", "c3", f"[з]: {word} на 1.").put("T", "c4", seat=1).put("U", "c6", seat=1).play()
        assert refused(game, "C", "0", "T") == ["BER F11/e"]
        assert refused(game, "C", "0", "U") == []
    near = (
        Scene()
        .put("C", "c3", "[з]: Выстрел на 1. Может стрелять по стоящим рядом картам.")
        .put("T", "c4", seat=1)
        .play()
    )
    assert refused(near, "C", "0", "T") == []
    allowed = Scene(near_throws="allowed").put("C", "c3", "[з]: Разряд на 1.").put("T", "c4", seat=1).play()
    assert refused(allowed, "C", "0", "T") == []


def test_f11_f_a_special_strike_of_one_number_is_not_rolled() -> None:
    scene = Scene().put("C", "c3", "[з]: Особый удар на 2.").put("D", "a1").put("T", "c4", seat=1)
    game = finish(declare(scene.play(), "C", "0", "T"))
    assert (lives(game, "T"), state(game).rolled) == (7, 0)
    far = Scene().put("C", "c3", "[з]: Особый удар на 2.").put("T", "c5", seat=1).play()
    assert "BER 501.4/a" in refused(far, "C", "0", "T")


@pytest.mark.parametrize("levels", ["1-1-3", "1-2-3"])
def test_f11_f_a_special_strike_of_several_numbers_is_rolled(levels: str) -> None:
    for die, lives_left in ((1, 8), (6, 6)):
        scene = Scene().put("C", "c3", f"[з]: Особый удар на {levels}.").put("D", "a1").put("T", "c4", seat=1)
        game = finish(declare(scene.play(die), "C", "0", "T"))
        assert (lives(game, "T"), state(game).rolled) == (lives_left, 1)


def test_f11_f_a_special_strike_in_answer_to_a_strike() -> None:
    line = "При ближнем ударе по Пробе - особый удар на 2 по атаковавшему."
    scene = Scene().put("C", "c3").put("D", "a1").put("T", "c4", line, seat=1)
    game = finish(declare(scene.play(6, 1), "C", "strike", "T"))
    assert (lives(game, "T"), lives(game, "C")) == (6, 7)


def test_f11_g_deeds_are_done_in_printed_order() -> None:
    line = '3[ф][з]: Заклинание "проба" - уничтожить Пробу и выбранное существо.'
    scene = Scene().put("C", "c2", line, chips=3).put("D", "a1").put("T", "c5", seat=1).put("U", "e5", seat=1)
    game = finish(declare(scene.play(), "C", "0", "T"))
    assert (card(game, "C").zone, card(game, "T").zone) == ("grave", "grave")


def test_f11_g_x_wounds_as_an_effect() -> None:
    line = '[ф][з]: Воздействие "таран" - получить X ран, при этом ранить на X-1 стоящее напротив существо противника.'
    scene = Scene().put("C", "c3", line, chips=1, life=5).put("D", "a1").put("T", "c4", seat=1)
    game = finish(declare(scene.play(), "C", "0", "T", amount=4))
    assert (lives(game, "C"), lives(game, "T")) == (1, 6)


def test_f11_h_cells_are_chosen_when_the_deed_is_done() -> None:
    scene = Scene().put("C", "c2", "[з]: Переместить существо противника на свободную клетку.").put("D", "a1")
    game = declare(scene.put("T", "c5", seat=1).play(), "C", "0", "T")
    assert asked(game) == "BER F11/h"
    assert why(game, "c2") == ["BER F09/b"]
    assert why(game, "z9") == ["BER 506.6/b"]
    game.answer("e5")
    assert card(finish(game), "T").cell == "e5"


def test_f11_i_a_protected_card_is_not_concerned() -> None:
    line = '[з]: Заклинание "проба" - ранить существо противника на 2.'
    for his, left in (("Защита от заклинаний.", 9), ("Защита от воздействий.", 7)):
        scene = Scene().put("C", "c2", line).put("D", "a1").put("T", "c5", his, seat=1)
        assert lives(finish(declare(scene.play(), "C", "0", "T")), "T") == left


def test_f11_j_a_decoy_draws_the_attacks_it_names() -> None:
    line = "Выстрелы противника можно объявлять только по Пробе."
    game = (
        Scene()
        .put("C", "c2", "[з]: Выстрел на 1.", "[з]: Метание на 1.")
        .put("T", "c5", seat=1)
        .put("R", "e5", line, seat=1)
        .play()
    )
    assert refused(game, "C", "0", "T") == ["BER F11/j"]
    assert refused(game, "C", "0", "R") == []
    assert refused(game, "C", "1", "T") == []


def blocking() -> Game:
    line = "При [ПУ] - получает 1 [ф]."
    scene = Scene().put("C", "c3", line).put("D", "a1").put("T", "c4", seat=1).put("B", "e6", BLOCK, seat=1)
    return declare(scene.play(6, 1), "C", "strike", "T")


def test_f11_k_a_blocked_attack_deals_nothing_and_is_paid() -> None:
    game = blocking()
    assert asked(game) == "BER F08/e"
    declare(game, "B", "0")
    finish(game)
    assert (lives(game, "T"), card(game, "C").chips, card(game, "C").closed) == (9, 0, True)


def test_f11_k_without_an_attack_there_is_nothing_to_block() -> None:
    game = Scene().put("C", "c3").put("T", "c5", seat=1).put("B", "e6", BLOCK, seat=1).play()
    assert refused(game, "B", "0", seat=1) == ["BER F11/k"]


def test_f11_l_finishing_takes_so_many_lives_or_fewer() -> None:
    scene = Scene().put("C", "c3", "[з]: Добивание на 2.").put("D", "a1").put("T", "c4", seat=1, wounds=7)
    game = scene.put("U", "d4", seat=1, wounds=6).put("F", kind="flyer", seat=1, wounds=8).play()
    assert refused(game, "C", "0", "U") == ["BER F11/l"]
    assert refused(game, "C", "0", "F")[-1] == "BER 501.4/a"
    finish(declare(game, "C", "0", "T"))
    assert card(game, "T").zone == "grave"


def test_123_2_any_card_may_get_chips_without_a_most() -> None:
    scene = Scene().put("C", "c2", "[з]: Карта получает 7 [ф].").put("R", "a1", kind="artifact").put("D", "b1")
    game = finish(declare(scene.play(), "C", "0", "R"))
    assert card(game, "R").chips == 7
    assert "BER 123.3" in refused(game, "R", "gather")


def test_123_3_who_pays_chips_by_its_text_may_gather_them_r23() -> None:
    uses = "+1 к удару за каждую [ф] на Пробе."
    game = Scene().put("C", "c2", "X[ф]: Выстрел на X.").put("D", "a1", uses).put("T", "c5", seat=1).play()
    assert refused(game, "D", "gather") == ["BER 123.3"]
    finish(declare(game, "C", "gather"))
    assert (card(game, "C").chips, card(game, "C").closed) == (1, True)


def test_118_a_a_feature_got_twice_adds_up() -> None:
    line = "[з]: Другое ваше существо получает броню 2 на 1 ход противника."
    scene = Scene().put("C", "c2", line).put("D", "c3", "Броня 1.").put("T", "c4", seat=1)
    game = finish(declare(scene.play(6, 1), "C", "0", "D"))
    end_turn(game)
    finish(declare(game, "T", "strike", "D"))
    assert lives(game, "D") == 9
    end_turn(end_turn(game))
    assert state(game).effects == ()


def test_118_a_for_x_turns_of_the_opponent() -> None:
    line = (
        'X[ф][з]: Заклинание "щит" - другое существо получает защиту от всех немагических атак на X ходов противника.'
    )
    scene = Scene().put("C", "c2", line, chips=2).put("D", "c3").put("T", "c4", seat=1).put("U", "e6", seat=1)
    game = finish(declare(scene.play(6, 1, 6, 1, 6, 1), "C", "0", "D", amount=2))
    for expected in (9, 9, 6):
        end_turn(game)
        finish(declare(game, "T", "strike", "D"))
        assert lives(game, "D") == expected
        end_turn(game)


def test_f11_k_a_miss_of_the_window_is_no_block() -> None:
    game = blocking()
    game.answer(PASS)
    assert lives(finish(game), "T") == 6
