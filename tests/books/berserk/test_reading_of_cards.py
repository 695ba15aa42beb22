"""What a printed line says is what happens: forms of which a word more or less makes another card."""

from __future__ import annotations

from random import Random
from typing import Any

from books.berserk.scene import Scene, asked, card, declare, end_turn, finish, lives, refused, state, until, why
from referee.books.berserk import BOOK
from referee.kernel import Game

THREE = "[з]: 3 или менее разряда на 1 по существам противника"


def test_501_4_ex2b_where_targets_need_not_differ_one_may_be_named_again() -> None:
    game = Scene().put("C", "c2", THREE).put("T", "c5", seat=1).put("U", "d5", seat=1).play(1, 1, 1)
    assert refused(game, "C", "0", "T", "T", "U") == []
    game.answer("C")
    game.answer("0")
    assert (asked(game), game.options()) == ("BER 501.1/b", ("T", "U"))
    assert why(game, "enough") == ["BER 501.1/b"]
    for one in ("T", "T", "U"):
        game.answer(one)
    finish(game)
    assert (lives(game, "T"), lives(game, "U"), card(game, "C").closed) == (7, 8, True)


def test_501_4_ex2b_and_it_may_be_enough_before_or_not_be_allowed() -> None:
    game = Scene().put("C", "c2", THREE).put("T", "c5", seat=1).put("D", "d5").play(1)
    game.answer("C")
    game.answer("0")
    assert why(game, "D") == ["BER 501.4/ex2c"]
    assert why(game, "nobody") == ["BER 501.1/b"]
    game.answer("T")
    game.answer("enough")
    assert lives(finish(game), "T") == 8
    twin = Scene().put("C", "c2", THREE.replace("по сущ", "по разным сущ")).put("T", "c5", seat=1).play()
    assert refused(twin, "C", "0", "T", "T") == ["BER 501.4/ex2b"]
    none = Scene(no_targets="allowed").put("C", "c2", THREE).put("T", "c5", seat=1).play()
    none.answer("C")
    none.answer("0")
    assert why(none, "enough") == []


def test_501_4_ex2b_a_triggered_feature_may_name_one_again_too() -> None:
    line = "При промахе - 2 или менее метания на 1 по существам противника"
    game = Scene().put("C", "c3", line).put("T", "c4", seat=1).put("U", "a6", seat=1).play(1, 3, 1, 1)
    declare(game, "C", "strike", "T")
    game.answer("U")
    game.answer("U")
    assert lives(finish(game), "U") == 7


def test_501_2_l_wounds_stated_as_an_effect_are_the_lives_left_at_most() -> None:
    line = "[з]: Получить X ран, при этом ранить существо противника на X"
    game = Scene().put("C", "c3", line, life=3).put("D", "a1").put("T", "c5", seat=1).play()
    assert refused(game, "C", "0", "T", amount=3) == []
    assert refused(game, "C", "0", "T", amount=4) == ["BER 501.2/l"]


def test_f11_d_chips_of_a_printed_price_count_as_spent() -> None:
    line = "2[ф]: Магический удар на 1, +1 к удару за каждую потраченную [ф]"
    game = Scene().put("C", "c3", line, chips=3).put("T", "c4", seat=1).play(1)
    finish(declare(game, "C", "0", "T"))
    assert (lives(game, "T"), card(game, "C").chips) == (6, 1)


def redirecting(line: str, **target: Any) -> Game:
    game = (
        Scene().put("C", "c2", "[з]: Разряд на 1").put("T", "c5", seat=1, **target).put("D", "d5", line, seat=1).play(1)
    )
    return declare(game, "C", "0", "T")


def test_502_1_e_only_what_was_declared_at_such_a_card_is_redirected() -> None:
    line = "Может перенаправить в себя разряд, объявленный по вашему существу."
    assert asked(redirecting(line)) == "BER 502.1/e"
    assert lives(redirecting(line, kind="artifact"), "T") == 8
    assert asked(redirecting(line.replace("вашему существу", "вашей карте"), kind="artifact")) == "BER 502.1/e"


def test_502_1_b_not_to_be_chosen_by_flyers_is_not_by_all() -> None:
    scene = (
        Scene()
        .put("C", "c3")
        .put("F", kind="flyer")
        .put("T", "c4", "Не может быть выбран целью атак летающих.", seat=1)
    )
    game = scene.put("U", "d4", "Не может быть выбран целью атак нелетающих.", seat=1).play()
    assert refused(game, "C", "strike", "T") == []
    assert refused(game, "F", "strike", "T") == ["BER 502.1/b"]
    assert refused(game, "C", "strike", "U") == ["BER 502.1/b"]
    assert refused(game, "F", "strike", "U") == []


def struck(cap: str) -> Game:
    """C makes a special strike at T, and its side may cap it."""
    scene = Scene().put("C", "c3", "[з]: Особый удар на 3").put("T", "c4", cap, seat=1)
    game = scene.play()
    declare(game, "C", "0", "T")
    return game


def test_f10_r_a_cap_of_simple_strikes_is_none_of_others() -> None:
    melee = until(struck("[и][з]: Свести ближний удар по вашему существу к 1"), "BER F08/e")
    while "T" not in melee.options():
        melee.answer("pass")
    melee.answer("T")
    melee.answer("0")
    melee.answer("T")
    assert lives(finish(melee), "T") == 8
    simple = finish(struck("[и][з]: Свести [ПУ] по вашему существу к 1"))
    assert lives(simple, "T") == 6


def test_f10_r_the_strike_of_an_opponent_is_not_ones_own() -> None:
    line = "[и][з]: Свести [ПУ] существа противника к слабому."
    mine = Scene().put("C", "c3").put("D", "a1", line).put("T", "c4", seat=1).play(6, 1)
    declare(mine, "C", "strike", "T")
    assert lives(mine, "T") == 6
    his = Scene(active=1).put("C", "c3").put("D", "a1", line).put("T", "c4", seat=1).play(6, 1)
    until(declare(his, "T", "strike", "C"), "BER F08/e")
    assert his.options() == ("D", "pass")


def raised(first: str) -> Game:
    """D dies with a feature of its own while another card can raise it at once; its player decides what comes first."""
    scene = Scene().put("C", "c3", strike=(9, 9, 9))
    scene.put("D", "c4", "При гибели Пробы - ранить всех стоящих рядом существ на 1.", seat=1, life=1)
    game = scene.put("E", "e5", "При гибели другого вашего существа - воскресить существо.", seat=1).play(6, 1)
    declare(game, "C", "strike", "D")
    game.answer(first)
    if asked(game) == "BER 405/d":
        game.answer("D")
    until(game, "BER F11/h") if asked(game) != "BER F11/h" else None
    game.answer("e6")
    return finish(game)


def test_f12_u_a_card_that_came_back_is_another_one_b15() -> None:
    for first in ("0", "1"):
        game = raised(first)
        assert card(game, "D").zone == "replaced"
        assert (lives(game, "n1"), lives(game, "C")) == (1, 8)


def test_f12_u_what_was_declared_at_the_old_card_finds_it_gone_b15() -> None:
    scene = Scene().put("C", "c2", "[з]: Метание на 2").put("T", "c5", seat=1, life=2)
    scene.put("K", "a5", "[и][з]: Ранить ваше существо на 2", seat=1)
    game = scene.put("R", "d6", "[и][з]: Воскресить существо", seat=1).play(3)
    declare(game, "C", "0", "T")
    for answer in ("K", "0", "T", "R", "0", "T", "e6"):
        game.answer(answer)
    finish(game)
    assert (lives(game, "n1"), card(game, "T").zone, card(game, "C").closed) == (2, "replaced", True)
    assert "T" not in [one["id"] for one in BOOK.view(game, 0)["cards"]]


def test_f12_u_a_source_that_came_back_performs_nothing_b15() -> None:
    scene = Scene().put("C", "c3", "[з]: Метание на 2", life=2).put("R", "d3", "[и][з]: Воскресить существо")
    game = scene.put("T", "c6", seat=1).put("K", "a5", "[и][з]: Ранить существо противника на 2", seat=1).play(3)
    declare(game, "C", "0", "T")
    for answer in ("K", "0", "C", "R", "0", "C", "d4"):
        game.answer(answer)
    finish(game)
    assert (lives(game, "T"), lives(game, "s1"), card(game, "s1").closed) == (9, 2, False)


def test_f12_s_a_card_poisoned_to_death_returns_before_its_feature_is_declared() -> None:
    scene = (
        Scene(poison="own turn")
        .put("C", "c3")
        .put("D", "d2", "Воплощение 1.", "При гибели Пробы - ранить всех стоящих рядом существ на 1.", life=1, poison=1)
    )
    game = scene.put("T", "c6", seat=1).play()
    end_turn(game)
    game.answer("pass")
    until(game, "BER F12/r")
    game.answer("a1")
    finish(game)
    assert (card(game, "D").zone, lives(game, "s1"), lives(game, "C")) == ("replaced", 1, 8)


def test_f12_a_the_dead_lie_in_the_graveyard_and_in_no_cell() -> None:
    game = Scene().put("C", "c3", strike=(9, 9, 9)).put("D", "c4", seat=1).put("E", "e5", seat=1).play(6, 1)
    before = {zone["id"]: zone.get("cards") for zone in BOOK.view(game, 0)["zones"]}
    finish(declare(game, "C", "strike", "D"))
    after = {zone["id"]: zone.get("cards") for zone in BOOK.view(game, 0)["zones"]}
    assert (before["field"], after["field"]) == (["C", "D", "E"], ["C", "E"])
    assert after["grave 1"] == ["D"]


def test_the_sensible_bot_names_a_target_again() -> None:
    game = Scene().put("C", "c2", THREE, strike=(0, 0, 0), move=0).put("T", "c5", seat=1).play(1, 1, 1)
    for _ in range(6):
        if card(game, "C").closed:
            break
        game.answer(BOOK.bots["sensible"](game, state(game).active, Random(1)))
    assert lives(game, "T") == 6


def test_games_are_saved_and_loaded_between_two_targets() -> None:
    game = Scene().put("C", "c2", THREE).put("T", "c5", seat=1).play(1, 1)
    for answer in ("C", "0", "T"):
        game.answer(answer)
    kept = Game.load(BOOK, game.save())
    assert (kept.digest(), kept.options()) == (game.digest(), ("T", "enough"))
    twin = game.clone()
    for one in (kept, twin):
        one.answer("T")
        one.answer("enough")
        assert lives(finish(one), "T") == 7
    assert lives(game, "T") == 9
