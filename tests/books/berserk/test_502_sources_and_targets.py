"""BER 502: payment has no source and no target; a card is the target once the target is settled."""

from __future__ import annotations

from books.berserk.scene import Scene, asked, card, declare, finish, lives, refused, state, why

COUNTS_TARGET = "Став целью атаки - получает 1 [ф]."
PAYS = '2 раны: Заклинание "проба" - ранить существо противника на 1.'
THROW = "[з]: Метание на 2."
TAKES = "Может перенаправить в себя метание, объявленное по вашей карте."


def test_502_a_a_payment_never_enters_the_stack() -> None:
    game = Scene().put("C", "b3", PAYS).put("T", "d5", "[и][з]: Ранить существо противника на 1.", seat=1).play()
    declare(game, "C", "0", "T")
    assert [(item.source, item.action) for item in state(game).queue] == [("C", "0")]
    finish(game)
    assert (state(game).queue, state(game).stack) == ((), ())


def test_502_b_once_due_it_is_not_declined() -> None:
    game = Scene().put("C", "b3", PAYS).put("T", "d5", seat=1).play()
    declare(game, "C", "0", "T")
    assert asked(game) == "BER F08/e"
    assert lives(game, "C") == 7
    assert refused(game, "C", "0", "T") == []


def test_502_c_nobody_destroyed_a_card_that_pays_its_last_life() -> None:
    game = Scene().put("C", "b3", PAYS, life=2).put("D", "c2", "При уничтожении существа противника - получает 1 [ф].")
    play = game.put("T", "d5", "При уничтожении существа противника - получает 1 [ф].", seat=1).play()
    finish(declare(play, "C", "0", "T"))
    assert card(play, "C").zone == "grave"
    assert (card(play, "T").chips, card(play, "D").chips) == (0, 0)


def test_502_c_paid_wounds_trigger_nothing_of_the_payer() -> None:
    game = Scene().put("C", "b3", PAYS, "При ближнем ударе по Пробе - получает 1 [ф].").put("T", "d5", seat=1).play()
    finish(declare(game, "C", "0", "T"))
    assert (lives(game, "C"), card(game, "C").chips) == (7, 0)


def test_502_d_protection_does_not_keep_off_a_payment() -> None:
    line = "Защита от воздействий, защита от заклинаний, защита от всех атак."
    game = Scene().put("C", "b3", PAYS, line, "Броня 3.").put("T", "d5", seat=1).play()
    finish(declare(game, "C", "0", "T"))
    assert lives(game, "C") == 7


def test_502_d_a_payment_has_no_target_to_redirect_r1() -> None:
    game = (
        Scene()
        .put("C", "b3", PAYS, COUNTS_TARGET)
        .put("D", "c3", "Может перенаправить в себя разряд, объявленный по вашей карте.")
    )
    play = game.put("T", "d5", seat=1).play()
    declare(play, "C", "0", "T")
    assert asked(play) == "BER F08/e"
    assert (lives(play, "C"), lives(play, "D"), card(play, "C").chips) == (7, 9, 0)


def test_502_1_a_the_source_chosen_is_the_card_named() -> None:
    game = (
        Scene()
        .put("C", "b3", THROW)
        .put("D", "c3", THROW)
        .put("T", "c5", "[и][з]: Ранить существо противника на 1.", seat=1)
        .play(3)
    )
    declare(game, "D", "0", "T")
    assert state(game).queue[0].source == "D"
    assert refused(game, "X", "0", "T") == ["BER 501.1/a"]


def unchosen() -> Scene:
    return (
        Scene()
        .put("C", "b3", THROW)
        .put("T", "c5", seat=1)
        .put("D", "e5", "Не может быть выбран целью метаний.", TAKES, seat=1)
    )


def test_502_1_b_a_card_that_cannot_be_chosen_is_refused_in_the_declaration() -> None:
    assert refused(unchosen().play(), "C", "0", "D") == ["BER 502.1/b"]


def test_502_1_b_redirecting_to_it_is_not_choosing() -> None:
    game = unchosen().play(3)
    declare(game, "C", "0", "T")
    assert asked(game) == "BER 502.1/e"
    game.answer("D")
    finish(game)
    assert (lives(game, "D"), lives(game, "T")) == (7, 9)


def test_502_1_c_a_card_is_the_target_only_when_the_target_is_settled() -> None:
    game = Scene().put("C", "c3").put("T", "c4", COUNTS_TARGET, seat=1).put("D", "d4", seat=1).play(3, 3)
    declare(game, "C", "strike", "T")
    assert asked(game) == "BER F10.1/a"
    (item,) = state(game).working
    assert (item.chosen, item.targets, card(game, "T").chips) == (("T",), (), 0)
    game.answer("none")
    finish(game)
    assert card(game, "T").chips == 1


def test_502_1_d_the_defender_is_the_target_r15() -> None:
    game = Scene().put("C", "c3").put("T", "c4", COUNTS_TARGET, seat=1).put("D", "d4", COUNTS_TARGET, seat=1).play(6, 1)
    declare(game, "C", "strike", "T")
    assert game.options() == ("D", "none")
    game.answer("D")
    finish(game)
    assert (lives(game, "D"), lives(game, "T")) == (6, 9)
    assert (card(game, "D").chips, card(game, "T").chips) == (1, 0)


def test_502_1_d_a_card_that_may_not_defend_is_refused() -> None:
    game = Scene().put("C", "c3").put("T", "c4", seat=1).put("D", "d4", seat=1).put("E", "a6", seat=1).play(6, 1)
    declare(game, "C", "strike", "T")
    assert "BER F10.1/c" in why(game, "E")


def test_502_1_e_the_card_redirected_to_is_the_target_and_its_protections_count_r16() -> None:
    game = Scene().put("C", "b3", THROW).put("T", "c5", COUNTS_TARGET, seat=1)
    play = game.put("D", "e5", TAKES, COUNTS_TARGET, "Защита от метаний.", seat=1).play(3)
    declare(play, "C", "0", "T")
    play.answer("D")
    finish(play)
    assert (lives(play, "D"), lives(play, "T")) == (9, 9)
    assert (card(play, "D").chips, card(play, "T").chips) == (1, 0)


def test_502_1_e_the_first_card_protects_nobody_else() -> None:
    game = (
        Scene().put("C", "b3", THROW).put("T", "c5", "Защита от метаний.", seat=1).put("D", "e5", TAKES, seat=1).play(3)
    )
    declare(game, "C", "0", "T")
    game.answer("D")
    finish(game)
    assert lives(game, "D") == 7


def test_502_1_f_otherwise_it_is_the_card_first_named() -> None:
    game = (
        Scene().put("C", "b3", THROW).put("T", "c5", COUNTS_TARGET, seat=1).put("D", "e5", TAKES, COUNTS_TARGET, seat=1)
    )
    play = game.play(3)
    declare(play, "C", "0", "T")
    play.answer("none")
    finish(play)
    assert (lives(play, "T"), card(play, "T").chips, card(play, "D").chips) == (7, 1, 0)


def test_502_1_g_attacks_spells_and_impacts_have_targets() -> None:
    line = "Став целью воздействия - получает 1 [ф]."
    game = (
        Scene()
        .put("C", "b3", '[з]: Воздействие "проба" - ранить существо противника на 1.')
        .put("T", "c5", line, seat=1)
    )
    play = game.play()
    finish(declare(play, "C", "0", "T"))
    assert card(play, "T").chips == 1


def test_502_1_g_walking_up_to_a_card_makes_it_no_target() -> None:
    game = (
        Scene()
        .put("C", "c3")
        .put("T", "b5", "Став целью атаки или заклинания или воздействия - получает 1 [ф].", seat=1)
        .play()
    )
    finish(declare(game, "C", "move", "c4"))
    assert card(game, "T").chips == 0
