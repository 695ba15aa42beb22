"""BER F01, F07, F08, 405, 503, 506, 543, 604, 605: turns, priority and the stack, movement, the end."""

from __future__ import annotations

import pytest

from books.berserk.scene import PASS, Scene, asked, card, declare, end_turn, finish, lives, refused, state, until, why
from referee.books.berserk import BOOK
from referee.books.berserk.priority import CONCEDE
from referee.books.berserk.turn import technical_result
from referee.kernel import Game, NotAllowed, Seeded

SHOT = "[з]: Выстрел на 2."
BOLT = "[и][з]: Ранить существо противника на 1."
OPEN = "[з]: Открыть другое ваше существо."


def test_f01_b_who_destroys_the_last_creature_wins_whatever_else_stands() -> None:
    game = Scene().put("C", "c3").put("T", "c4", seat=1, life=1).put("R", "c6", seat=1, kind="artifact").play(6, 1)
    finish(declare(game, "C", "strike", "T"))
    assert game.is_over
    assert state(game).result is not None
    assert (state(game).result.winner, state(game).result.why) == (0, "destroyed")  # type: ignore[union-attr]


def test_f01_b_with_a_flyer_left_it_goes_on() -> None:
    game = Scene().put("C", "c3").put("T", "c4", seat=1, life=1).put("F", kind="flyer", seat=1).play(6, 1)
    finish(declare(game, "C", "strike", "T"))
    assert not game.is_over


def test_f01_c_both_last_creatures_at_once_is_a_draw() -> None:
    game = Scene().put("C", "c3", life=1).put("T", "c4", seat=1, life=1).play(6, 4)
    declare(game, "C", "strike", "T")
    game.answer("both")
    assert game.is_over
    assert state(game).result is not None
    assert state(game).result.winner is None  # type: ignore[union-attr]


def test_f01_c_one_of_them_alone_is_no_draw() -> None:
    game = Scene().put("C", "c3", life=1).put("T", "c4", seat=1, life=1).play(6, 4)
    declare(game, "C", "strike", "T")
    game.answer("lower")
    assert state(game).result is not None
    assert state(game).result.winner == 0  # type: ignore[union-attr]


def test_f01_g_a_player_may_concede_in_his_turn() -> None:
    game = Scene().put("C", "c3").put("T", "c5", BOLT, seat=1).play()
    game.answer(CONCEDE)
    assert (game.is_over, state(game).result.winner) == (True, 1)  # type: ignore[union-attr]
    other = Scene().put("C", "c3", BOLT).put("T", "c5", BOLT, seat=1).play()
    declare(other, "C", "0", "T")
    assert why(other, CONCEDE) == ["BER F01/g"]


def test_f07_a_players_take_turns() -> None:
    game = Scene().put("C", "c3").put("T", "c5", seat=1).play()
    assert (state(game).active, state(game).turn) == (0, 1)
    end_turn(game)
    assert (state(game).active, state(game).turn) == (1, 2)
    assert refused(game, "C", "move", "c4", seat=0) == ["BER 506.2"]


def test_f07_b_what_happens_at_the_start_of_the_opponents_turn_comes_first() -> None:
    mine, his = "В начале своего хода - получает 1 [ф].", "В начале хода противника - получает 1 [ф]."
    game = Scene().put("C", "c3", his).put("T", "c5", mine, seat=1).put("U", "e5", his, seat=1).play()
    end_turn(game)
    assert [card(game, one).chips for one in ("C", "T", "U")] == [1, 1, 0]


def test_f07_c_in_the_start_phase_instants_may_be_declared_slow_actions_not() -> None:
    game = Scene(active=1).put("C", "c2", BOLT, SHOT).put("D", "a1").put("T", "c5", seat=1).play()
    for _ in range(9):
        if state(game).phase == "start":
            break
        game.answer(PASS)
    assert (state(game).active, game.decision.by if game.decision else None) == (0, 0)
    assert game.options() == ("C", PASS)
    assert "BER F08/b" in refused(game, "C", "1", "T")


def test_f07_d_the_choice_subphase_ends_when_both_have_passed() -> None:
    game = Scene().put("C", "c2").put("D", "a2").put("T", "c5", BOLT, seat=1).play()
    finish(declare(game, "C", "move", "c3"))
    assert state(game).phase == "choice"
    game.answer(PASS)
    assert game.decision is not None
    assert (game.decision.by, state(game).phase) == (1, "choice")
    assert refused(game, "T", "move", "c6", seat=1) == ["BER 506.2"]


def test_f07_e_features_of_the_end_of_the_turn() -> None:
    mine, his = "В конце своего хода - получает 1 [ф].", "В конце хода противника - получает 1 [ф]."
    game = Scene().put("C", "c3", mine).put("D", "a1", his).put("T", "c5", his, seat=1).play()
    end_turn(game)
    assert [card(game, one).chips for one in ("C", "D", "T")] == [1, 0, 1]


def test_f07_f_effects_until_the_end_of_the_turn_end() -> None:
    line = "[з]: Другое ваше существо получает броню 2 до конца хода."
    game = Scene().put("C", "c2", line).put("D", "c3").put("T", "c5", seat=1).play()
    finish(declare(game, "C", "0", "D"))
    assert len(state(game).effects) == 1
    end_turn(game)
    assert state(game).effects == ()


def test_f08_a_who_has_priority_declares_with_his_own_cards() -> None:
    game = Scene().put("C", "c3").put("T", "c5", seat=1).play()
    assert "C" in game.options()
    assert why(game, "T") == ["BER F08/a"]


def test_f08_b_slow_actions_on_an_empty_stack_only() -> None:
    game = Scene().put("C", "c2", BOLT, SHOT).put("D", "a1", SHOT).put("T", "c5", BOLT, seat=1).play()
    assert refused(game, "D", "0", "T") == []
    declare(game, "C", "0", "T")
    assert refused(game, "D", "0", "T") == ["BER F08/b"]


def test_f08_c_instants_whenever_one_has_priority() -> None:
    game = Scene().put("C", "c2", SHOT).put("T", "c5", BOLT, seat=1).put("U", "e5", SHOT, seat=1).play(3)
    declare(game, "C", "0", "T")
    assert game.decision is not None
    assert (game.decision.by, game.options()) == (1, ("T", PASS))
    assert why(game, "U") == ["BER 501.1/c"]


def test_f08_d_after_a_declaration_the_other_player_has_priority() -> None:
    game = Scene().put("C", "c2", BOLT).put("D", "a1", BOLT).put("T", "c5", BOLT, seat=1).play()
    declare(game, "C", "0", "T")
    assert game.decision is not None
    assert game.decision.by == 1
    declare(game, "T", "0", "D")
    assert game.decision is not None
    assert game.decision.by == 0
    assert why(game, "T") == ["BER F08/a"]


def test_f08_e_who_has_nothing_to_declare_passes_unasked() -> None:
    game = Scene().put("C", "c2").put("D", "a2").put("T", "c5", seat=1).play()
    game.answer("C")
    game.answer("move")
    game.answer("c3")
    assert game.decision is not None
    assert (game.decision.by, state(game).queue) == (0, ())


def test_f08_f_the_queue_enters_the_stack_together() -> None:
    game = Scene().put("C", "c2", BOLT, life=1).put("T", "c5", BOLT, seat=1).put("D", "a1").play()
    declare(game, "C", "0", "T")
    declare(game, "T", "0", "C")
    finish(game)
    assert (card(game, "C").zone, lives(game, "T")) == ("grave", 9)


def test_f08_i_the_last_declared_is_performed_first() -> None:
    game = (
        Scene()
        .put("C", "c2", SHOT)
        .put("T", "c5", "[и][з]: Закрыть существо противника.", seat=1)
        .put("D", "a1")
        .play(3)
    )
    declare(game, "C", "0", "T")
    declare(game, "T", "0", "C")
    assert card(game, "C").closed
    finish(game)
    assert lives(game, "T") == 7


@pytest.mark.parametrize(("option", "left"), [("not performed", 9), ("performed", 8)])
def test_f08_j_a_source_that_is_gone(option: str, left: int) -> None:
    scene = Scene(source_gone=option).put(
        "C", "c2", '[з]: Заклинание "проба" - ранить существо противника на 1.', life=1
    )
    game = scene.put("D", "a1").put("T", "c5", BOLT, seat=1).play()
    declare(game, "C", "0", "T")
    declare(game, "T", "0", "C")
    finish(game)
    assert (card(game, "C").zone, lives(game, "T")) == ("grave", left)


def test_f08_k_an_action_does_what_it_says() -> None:
    game = (
        Scene()
        .put("C", "c2", "[з]: Излечить ваше существо на 3.")
        .put("D", "a1", wounds=5)
        .put("T", "c5", seat=1)
        .play()
    )
    assert refused(game, "C", "0", "T") == ["BER 501.4/b"]
    finish(declare(game, "C", "0", "D"))
    assert lives(game, "D") == 7


def test_f09_a_a_step_goes_beside_and_costs_a_unit() -> None:
    game = Scene().put("C", "c2", move=2).play()
    assert refused(game, "C", "move", "d3") == ["BER F09/a"]
    finish(declare(game, "C", "move", "c3"))
    assert (card(game, "C").cell, card(game, "C").moves, card(game, "C").closed) == ("c3", 1, False)
    any_way = Scene(steps="any").put("C", "c2").play()
    assert refused(any_way, "C", "move", "d3") == []


def test_f09_a_whose_text_says_so_steps_diagonally() -> None:
    """Shut in on every side, it is offered as long as a corner is free; without the text, or with none free, not."""

    def shut_in(*text: str, more: bool = False, **options: str) -> Game:
        scene = Scene(**options).put("C", "a1", *text, strike=(0, 0, 0)).put("D", "a2").put("E", "b1")
        return (scene.put("F", "b2") if more else scene).play()

    for game in (shut_in("Может ходить по диагонали."), shut_in(steps="any")):
        assert "C" in game.options()
        assert refused(game, "C", "move", "b2") == []
        finish(declare(game, "C", "move", "b2"))
        assert (card(game, "C").cell, card(game, "C").moves) == ("b2", 0)
    for game in (shut_in(), shut_in("Может ходить по диагонали.", more=True)):
        assert "C" not in game.options()
        assert refused(game, "C", "move", "b2") != []
        assert why(game, "C") == ["BER 501.1/c"]


def test_f09_b_only_to_free_cells() -> None:
    game = Scene().put("C", "c2").put("D", "c3").play()
    assert refused(game, "C", "move", "c3") == ["BER F09/b"]
    assert refused(game, "C", "move", "d2") == []


def test_506_1_a_movement_is_declared_to_a_cell() -> None:
    game = Scene().put("C", "c2").put("T", "c5", seat=1).play()
    assert refused(game, "C", "move", "c9") == ["BER 506.1"]
    finish(declare(game, "C", "move", "c3"))
    assert card(game, "C").cell == "c3"


def test_506_2_the_other_players_creatures_do_not_move_r22() -> None:
    game = Scene().put("C", "c2").put("T", "c5", seat=1).play()
    assert refused(game, "C", "move", "c3") == []
    assert refused(game, "T", "move", "c6", seat=1) == ["BER 506.2"]


def test_506_4_cards_open_and_move_again_r18() -> None:
    game = (
        Scene().put("C", "c2", SHOT, "Прыжок, дальность 2.", move=2).put("D", "a1", OPEN).put("T", "c5", seat=1).play(3)
    )
    finish(declare(game, "C", "move", "c3"))
    finish(declare(game, "C", "0", "T"))
    assert (card(game, "C").moves, card(game, "C").closed) == (0, True)
    finish(declare(game, "D", "0", "C"))
    assert (card(game, "C").moves, card(game, "C").closed) == (2, False)
    assert refused(game, "C", "jump", "c1") == []


def test_506_4_at_the_start_of_the_turn_unless_stunned() -> None:
    game = Scene().put("C", "c2", closed=True).put("D", "a1").put("T", "c5", seat=1, closed=True)
    play = game.put("U", "e5", "Оглушение.", seat=1, closed=True).play()
    end_turn(play)
    assert [card(play, one).closed for one in ("C", "T", "U")] == [True, False, True]


def test_506_5_acting_loses_the_rest_of_the_movement_r17() -> None:
    game = Scene().put("C", "c2", "[ф]: Выстрел на 2.", move=3, chips=1).put("T", "c5", seat=1).play(3)
    finish(declare(game, "C", "move", "c3"))
    assert card(game, "C").moves == 2
    finish(declare(game, "C", "0", "T"))
    assert (card(game, "C").moves, card(game, "C").closed) == (0, False)
    assert "BER 501.2/i" in refused(game, "C", "move", "c4")


def test_506_6_a_only_creatures_in_cells_move() -> None:
    game = Scene().put("C", "c2", "Прыжок, дальность 2.").put("F", kind="flyer").put("R", "d2", kind="artifact").play()
    assert refused(game, "C", "jump", "c3") == []
    assert "BER 506.6/a" in refused(game, "F", "move", "c3")
    assert "BER 506.6/a" in refused(game, "R", "move", "d3")


def test_506_6_b_a_jump_has_its_range() -> None:
    game = Scene().put("C", "c1", "Прыжок, дальность 2.").play()
    assert refused(game, "C", "jump", "e3") == []
    assert refused(game, "C", "jump", "c4") == ["BER 506.6/b"]
    finish(declare(game, "C", "jump", "c3"))
    assert (card(game, "C").cell, card(game, "C").moves, card(game, "C").closed) == ("c3", 0, False)


def test_506_7_in_place_of_movement_the_full_allowance_is_needed_r21() -> None:
    game = Scene().put("C", "c2", "Телепорт.", move=2).put("D", "a1", "Телепорт.", move=0).play()
    assert refused(game, "C", "teleport", "e6") != []
    assert refused(game, "C", "teleport", "e5") == []
    assert refused(game, "D", "teleport", "e5") == []
    finish(declare(game, "C", "move", "c3"))
    assert "BER 506.7" in refused(game, "C", "teleport", "e5")


def test_506_7_1_a_jump_inside_a_triggered_feature_needs_no_full_allowance_r20() -> None:
    game = (
        Scene()
        .put("C", "c2", "При промахе в свой ход - прыжок, дальность 2.", move=2)
        .put("T", "c4", seat=1)
        .play(1, 3)
    )
    finish(declare(game, "C", "move", "c3"))
    declare(game, "C", "strike", "T")
    assert asked(game) == "BER F11/h"
    assert "c1" in game.options()
    assert why(game, "c6") == ["BER 506.6/b"]
    game.answer("c1")
    assert card(game, "C").cell == "c1"


def test_405_a_what_is_triggered_is_declared_before_anything_else_r42() -> None:
    line = "При [ПУ] - ранить существо противника на 1."
    game = Scene().put("C", "c3", line).put("D", "a1", BOLT).put("T", "c4", seat=1).put("U", "e5", seat=1).play(6, 1)
    until(declare(game, "C", "strike", "T"), "BER 405/d")
    assert why(game, None) == ["BER 405/b"]
    game.answer("U")
    finish(game)
    assert (lives(game, "T"), lives(game, "U")) == (6, 8)


def test_405_b_several_are_declared_in_the_order_wished() -> None:
    one, two = "При [ПУ] - получает 1 [ф].", "При [ПУ] - ранить атакованного на 1."
    game = Scene().put("C", "c3", one, two).put("T", "c4", seat=1).play(6, 1)
    declare(game, "C", "strike", "T")
    assert asked(game) == "BER 405/b"
    assert len(game.options()) == 2
    game.answer("1")
    finish(game)
    assert (card(game, "C").chips, lives(game, "T")) == (1, 5)


def test_405_b_between_two_that_are_alike_there_is_nothing_to_choose() -> None:
    line = "[з]: 2 или менее разряда на 1 по существам противника."
    game = Scene().put("C", "c2", line).put("D", "a1").put("T", "c5", "Став целью атаки - получает 1 [ф].", seat=1)
    play = game.put("U", "e6", seat=1).play(1, 1)
    play.answer("C")
    play.answer("0")
    play.answer("T")
    play.answer("T")
    assert asked(play) != "BER 405/b"
    finish(play)
    assert card(play, "T").chips == 2


def test_405_c_may_lets_it_be_left_r42() -> None:
    game = Scene().put("C", "c3", "При [ПУ] - может получает 1 [ф].").put("T", "c4", seat=1).play(6, 1)
    declare(game, "C", "strike", "T")
    assert (asked(game), game.options()) == ("BER 405/c", ("declare", "leave"))
    assert why(game, "x") == ["BER 405/c"]
    game.answer("leave")
    finish(game)
    assert card(game, "C").chips == 0


def test_405_d_without_a_possible_target_it_is_passed_over() -> None:
    line = "При [ПУ] - ранить летающее существо противника на 1."
    game = Scene().put("C", "c3", line).put("T", "c4", seat=1).play(6, 1)
    finish(declare(game, "C", "strike", "T"))
    assert state(game).triggers == ()
    with_flyer = Scene().put("C", "c3", line).put("T", "c4", seat=1).put("F", kind="flyer", seat=1).play(6, 1)
    declare(with_flyer, "C", "strike", "T")
    assert with_flyer.options() == ("F",)
    assert why(with_flyer, "T") == ["BER 501.4/b"]


def test_405_e_it_pays_nothing_and_keeps_the_movement() -> None:
    line = "Став целью атаки - ранить существо противника на 1."
    game = Scene().put("C", "c3", SHOT).put("T", "c5", line, seat=1, closed=True).put("D", "a1").play(3)
    declare(game, "C", "0", "T")
    assert asked(game) == "BER 405/d"
    assert game.decision is not None
    assert game.decision.by == 1
    game.answer("C")
    finish(game)
    assert (lives(game, "C"), lives(game, "T"), card(game, "T").moves) == (8, 7, 1)


def test_543_5_two_triggers_are_declared_separately_r25() -> None:
    line = "При гибели другого вашего существа - получает 1 [ф]."
    game = (
        Scene()
        .put("C", "c3", strike=(9, 9, 9))
        .put("T", "c4", seat=1)
        .put("U", "e5", line, seat=1)
        .put("V", "e6", line, seat=1)
    )
    play = game.play(6, 1)
    finish(declare(play, "C", "strike", "T"))
    assert (card(play, "U").chips, card(play, "V").chips) == (1, 1)


def test_503_2_death_is_at_once_and_outside_the_stack() -> None:
    game = (
        Scene().put("C", "c3", BOLT).put("D", "a1").put("T", "c5", BOLT, seat=1, life=1).put("U", "e5", seat=1).play()
    )
    declare(game, "C", "0", "T")
    game.answer(PASS)
    assert card(game, "T").zone == "grave"
    assert asked(game) == "BER F08/e"
    assert game.decision is not None
    assert (game.decision.by, "T" in state(game).cells.values()) == (0, False)


def test_503_3_rules_effects_cannot_loop_r41() -> None:
    """Deaths only ever make fewer cards: buried together they end."""
    game = Scene().put("C", "c3", "[з]: Ранить всех стоящих рядом существ на 9.")
    for number, cell in enumerate(("b3", "d3", "c4", "b4")):
        game.put(f"T{number}", cell, "При гибели Пробы - ранить всех стоящих рядом существ на 9.", seat=1)
    play = game.put("U", "e6", seat=1).play()
    finish(declare(play, "C", "0"))
    assert [card(play, f"T{number}").zone for number in range(4)] == ["grave"] * 4
    assert state(play).triggers == ()


def test_604_1_when_time_runs_out_costs_are_compared_r40() -> None:
    scene = Scene(turn=2, active=1, turn_limit="2").put("A", "c3", cost=10).put("B", "b3", cost=9)
    game = scene.put("T", "c5", seat=1, cost=20).play()
    while game.decision:
        game.answer(PASS)
    assert state(game).result is not None
    assert (state(game).result.why, state(game).result.winner) == ("time", 1)  # type: ignore[union-attr]
    assert state(game).result.sums == (19, 20)  # type: ignore[union-attr]


def test_604_1_equal_sums_are_a_draw() -> None:
    scene = Scene().put("A", "c3", cost=5).put("T", "c5", seat=1, cost=5)
    technical_result(scene.s)
    assert scene.s.result is not None
    assert scene.s.result.winner is None


def test_604_1_only_after_a_turn_of_the_second_player() -> None:
    game = Scene(turn=2, active=0, turn_limit="2").put("A", "c3").put("T", "c5", seat=1).play()
    end_turn(game)
    assert not game.is_over


def test_605_1_a_result_stands() -> None:
    game = Scene().put("C", "c3").put("T", "c5", seat=1).play()
    game.answer(CONCEDE)
    before = state(game).result
    assert Game.load(BOOK, game.save()).is_over
    assert state(game).result == before
    assert game.options() == ()


def test_501_1_an_answer_that_is_refused_changes_nothing() -> None:
    game = Scene().put("C", "c3").put("T", "c5", seat=1).play()
    before = game.digest()
    with pytest.raises(NotAllowed):
        game.answer("T")
    assert (game.digest(), game.dice == Seeded("1")) == (before, False)
