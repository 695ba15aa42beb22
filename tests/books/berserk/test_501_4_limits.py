"""BER 501.4: limits of radius and manner limit the choice of the target, and nothing that is in the stack."""

from __future__ import annotations

from typing import Any

from books.berserk.scene import Scene, asked, card, declare, finish, lives, refused, state, until, why
from referee.books.berserk.actions import targets_of
from referee.kernel import Game

KNIFE = 'При промахе в свой ход - метание "ножа" на 2, дальность 2'
ACOLYTE = "[з]: 3 или менее разряда на 1 по разным существам противника"
TAKES_THROW = "Может перенаправить в себя метание, объявленное по вашей карте."
SQUIRE = "Может перенаправить в себя ещё один разряд, объявленный по вашей стоящей рядом карте."
MOVE_AWAY = "[и][з]: Переместить ваше существо на свободную клетку."


def thrower(*others: str, **options: Any) -> Scene:
    return Scene(**options).put("C", "c2", "[з]: Метание на 2, дальность 2.")


def test_501_4_a_within_the_radius_a_target_may_be_named() -> None:
    game = thrower().put("T", "c4", seat=1).put("U", "c5", seat=1).play()
    assert refused(game, "C", "0", "T") == []
    assert refused(game, "C", "0", "U") == ["BER 501.4/a"]


def test_501_4_a_how_cells_are_counted_is_an_option() -> None:
    assert refused(thrower().put("T", "e4", seat=1).play(), "C", "0", "T") == []
    steps = thrower(radius="steps").put("T", "e4", seat=1).put("U", "c4", seat=1).play()
    assert refused(steps, "C", "0", "T") == ["BER 501.4/a"]


def test_501_4_b_a_limit_of_the_manner_limits_the_choice_too() -> None:
    line = "[з]: Ранить стоящее напротив существо противника на 1."
    game = Scene().put("C", "c3", line).put("T", "c4", seat=1).put("U", "d4", seat=1).play()
    assert refused(game, "C", "0", "T") == []
    assert refused(game, "C", "0", "U") == ["BER F05/e"]
    own = (
        Scene().put("C", "c3", "[з]: Излечить другое ваше существо на 1.").put("D", "d3").put("T", "c4", seat=1).play()
    )
    assert refused(own, "C", "0", "D") == []
    assert refused(own, "C", "0", "C") == ["BER 501.4/b"]
    assert refused(own, "C", "0", "T") == ["BER 501.4/b"]


def test_501_4_c_spells_and_impacts_obey_a_radius_alike() -> None:
    for word in ("Заклинание", "Воздействие"):
        line = f'[з]: {word} "проба" - ранить существо противника на 1, дальность 2.'
        game = Scene().put("C", "c2", line).put("T", "c4", seat=1).put("U", "c5", seat=1).play()
        assert refused(game, "C", "0", "T") == []
        assert refused(game, "C", "0", "U") == ["BER 501.4/a"]


def moved_away(**options: str) -> Game:
    game = thrower(**options).put("T", "c4", MOVE_AWAY, seat=1).play(3)
    declare(game, "C", "0", "T")
    for answer in ("T", "0", "T"):
        game.answer(answer)
    return finish(game, **{"BER F11/h": "a6"})


def test_501_4_d_in_the_stack_the_limit_matters_no_more_r11() -> None:
    assert lives(moved_away(), "T") == 7


def test_501_4_d_by_option_the_limit_lasts_until_the_stack() -> None:
    game = moved_away(recheck="stack")
    assert (lives(game, "T"), card(game, "C").closed) == (9, False)


def missed(knife: str = KNIFE, **put: object) -> Scene:
    """C strikes T beside it with 1 against 3: a miss by -2."""
    return Scene().put("C", "c3", knife).put("T", "c4", seat=1)


def test_501_4_ex1a_the_knife_may_be_thrown_within_two_cells_r9() -> None:
    game = missed().put("U", "a5", seat=1).put("V", "a6", seat=1).play(1, 3, 4)
    declare(game, "C", "strike", "T")
    until(game, "BER 405/d")
    assert game.options() == ("U",)
    assert why(game, "V") == ["BER 501.4/a"]
    game.answer("U")
    finish(game)
    assert lives(game, "U") == 7


def test_501_4_ex1b_a_flyer_may_be_named_at_any_radius_r10() -> None:
    game = missed().put("V", "a6", seat=1).put("F", kind="flyer", seat=1).play(1, 3, 4)
    declare(game, "C", "strike", "T")
    until(game, "BER 405/d")
    assert game.options() == ("F",)
    assert why(game, "V") == ["BER 501.4/a"]


def test_501_4_ex1c_it_may_be_redirected_to_a_card_three_cells_away_r8() -> None:
    game = missed().put("U", "a5", seat=1).put("V", "a6", TAKES_THROW, seat=1).play(1, 3, 4)
    declare(game, "C", "strike", "T")
    until(game, "BER 405/d")
    game.answer("U")
    until(game, "BER 502.1/e")
    assert game.options() == ("V", "none")
    game.answer("V")
    finish(game)
    assert (lives(game, "V"), lives(game, "U")) == (7, 9)


def test_501_4_ex1c_without_such_a_feature_no_redirect_is_offered() -> None:
    game = missed().put("U", "a5", seat=1).put("V", "a6", seat=1).play(1, 3, 4)
    declare(game, "C", "strike", "T")
    until(game, "BER 405/d")
    game.answer("U")
    finish(game)
    assert (lives(game, "V"), lives(game, "U")) == (9, 7)


def test_501_4_ex1d_it_is_triggered_by_a_miss_in_its_own_turn() -> None:
    hit = missed().put("U", "a5", seat=1).play(6, 1)
    finish(declare(hit, "C", "strike", "T"))
    assert lives(hit, "U") == 9
    other = Scene(active=1).put("C", "c3", KNIFE).put("T", "c4", seat=1).put("U", "a5", seat=1).play(1, 3)
    declare(other, "T", "strike", "C")
    finish(other)
    assert lives(other, "U") == 9


def test_501_4_ex1d_in_ones_own_turn_is_not_in_the_other_players() -> None:
    line = "При [ПУ] в свой ход - получает 1 [ф]."
    mine = Scene().put("C", "c3", line).put("D", "a1").put("T", "c4", seat=1).play(6, 1)
    assert card(finish(declare(mine, "C", "strike", "T")), "C").chips == 1
    his = Scene(active=1).put("C", "c3", line).put("T", "c4", seat=1).put("U", "e6", seat=1).play(2, 5)
    finish(declare(his, "T", "strike", "C"))
    assert (lives(his, "T"), card(his, "C").chips) == (8, 0)


def test_501_4_ex1d_it_names_no_payment() -> None:
    game = missed().put("U", "a5", seat=1).play(1, 3, 4)
    declare(game, "C", "strike", "T")
    until(game, "BER 405/d")
    assert card(game, "C").closed
    game.answer("U")
    finish(game)
    assert lives(game, "U") == 7


def acolyte(*names: str, **options: Any) -> Game:
    scene = Scene(**options).put("C", "c1", ACOLYTE)
    scene.put("N1", "b5", seat=1).put("Q", "c5", SQUIRE, seat=1).put("N2", "d5", seat=1).put("N3", "a5", seat=1)
    scene.put("D", "a1").put("R", "e5", seat=1, kind="artifact")
    game = scene.play(1, 2, 3)
    return declare(game, "C", "0", *names) if names else game


def test_501_4_ex2a_up_to_three_discharges() -> None:
    game = acolyte()
    assert refused(game, "C", "0", "Q", "N1", "N2") == []
    assert refused(game, "C", "0", "Q") == []
    assert refused(game, "C", "0", "Q", "N1", "N2", "N3") == ["BER 501.4/ex2a"]
    finish(declare(game, "C", "0", "Q", "N1", "N2"))
    assert [lives(game, one) for one in ("Q", "N1", "N2", "N3")] == [8, 8, 8, 9]


def test_501_4_ex2a_none_is_refused_unless_the_option_allows_it() -> None:
    game = acolyte()
    assert refused(game, "C", "0") == ["BER 501.1/b"]
    game.answer("C")
    game.answer("0")
    assert why(game, ()) == ["BER 501.1/b"]
    free = acolyte(no_targets="allowed")
    assert refused(free, "C", "0") == []


def test_501_4_ex2b_the_same_creature_twice_is_refused_r13() -> None:
    game = acolyte()
    assert refused(game, "C", "0", "Q", "Q") == ["BER 501.4/ex2b"]
    game.answer("C")
    game.answer("0")
    assert why(game, ("Q", "Q")) == ["BER 501.4/ex2b"]


def test_501_4_ex2c_creatures_of_the_opponent_only() -> None:
    game = acolyte()
    assert refused(game, "C", "0", "Q", "D") == ["BER 501.4/ex2c"]
    assert refused(game, "C", "0", "Q", "R") == ["BER 501.4/ex2c"]
    assert refused(game, "C", "0", "N1", "N2", "N3") == []


def test_501_4_ex2c_the_line_without_the_opponent_allows_own_creatures() -> None:
    line = "[з]: Три или менее разряда на 1 по разным существам."
    game = Scene().put("C", "c1", line).put("D", "a3").put("T", "c5", seat=1).play()
    assert refused(game, "C", "0", "D", "T") == []


def test_501_4_ex2d_a_card_named_may_take_one_more_discharge_r12() -> None:
    game = acolyte("Q", "N1", "N2")
    assert asked(game) == "BER 502.1/e"
    game.answer("none")
    game.answer("Q")
    finish(game)
    assert [lives(game, one) for one in ("Q", "N1", "N2")] == [7, 8, 9]


def test_501_4_ex2d_but_one_only_r12() -> None:
    game = acolyte("N1", "N2", "N3")
    game.answer("Q")
    assert asked(game) != "BER 502.1/e" or "Q" not in game.options()
    finish(game)
    assert [lives(game, one) for one in ("Q", "N1", "N2", "N3")] == [8, 9, 8, 8]


def test_501_4_ex2d_and_only_from_a_card_next_to_it() -> None:
    game = acolyte("N3", "N1")
    assert asked(game) == "BER 502.1/e"
    assert game.decision is not None
    assert game.decision.about["target"] == "N1"


def test_501_4_ex3a_a_strike_is_declared_at_a_card_next_to_it() -> None:
    game = Scene().put("C", "c3").put("T", "d4", seat=1).put("U", "c5", seat=1).play()
    assert refused(game, "C", "strike", "T") == []
    assert refused(game, "C", "strike", "U") == ["BER 501.4/ex3a"]


def carried(**options: str) -> Game:
    """C strikes T with 5 against 3 (medium, weak reply); after the dice T is carried to a6."""
    game = Scene(**options).put("C", "c3").put("T", "c4", seat=1).put("M", "e6", MOVE_AWAY, seat=1).play(5, 3)
    declare(game, "C", "strike", "T")
    until(game, "BER F10.2/h")
    game.answer("both")
    assert asked(game) == "BER F08/e"
    game.answer("M")
    game.answer("0")
    game.answer("T")
    return finish(game, **{"BER F11/h": "a6"})


def test_501_4_ex3b_the_strike_lands_on_a_card_carried_away_after_the_dice_r14() -> None:
    game = carried()
    assert card(game, "T").cell == "a6"
    assert (lives(game, "T"), lives(game, "C")) == (7, 8)


def test_501_4_ex3b_moved_before_the_declaration_it_cannot_be_struck_r14() -> None:
    game = Scene().put("C", "c3").put("T", "a6", seat=1).put("U", "c4", seat=1).play()
    assert refused(game, "C", "strike", "T") == ["BER 501.4/ex3a"]


def test_501_4_ex3b_the_reply_from_afar_is_an_option() -> None:
    assert lives(carried(reply_from_afar="no"), "C") == 9


def test_501_4_b_what_wants_any_card_may_name_a_terrain_but_no_attack_may() -> None:
    lines = (
        "[з]: Закрыть карту противника.",
        "[з]: Разряд на 2 по карте противника.",
        "[з]: Закрыть существо противника.",
    )
    scene = Scene().put("C", "c2", *lines).put("D", "a1").put("G", "c4", kind="terrain", seat=1)
    game = scene.put("T", "d5", seat=1).play()
    offered = [targets_of(state(game), card(game, "C"), action) for action in "012"]
    assert offered == [["G", "T"], ["T"], ["T"]]
    assert refused(game, "C", "0", "G") == []
    assert refused(game, "C", "1", "G") == ["BER F10/i"]
    assert refused(game, "C", "2", "G") == ["BER 501.4/ex2c"]
    finish(declare(game, "C", "0", "G"))
    assert card(game, "G").closed
