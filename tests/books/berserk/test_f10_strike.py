"""BER F10, 205: the simple strike, defenders, dice and tables."""

from __future__ import annotations

from typing import Any

import pytest

from books.berserk.scene import PASS, Scene, asked, card, declare, end_turn, finish, lives, refused, state, until, why
from referee.books.berserk.strike import NOTHING, one_roll, two_rolls
from referee.kernel import ChooseOne, Game


def fight(*dice: int, mine: str = "", his: str = "", closed: bool = False, **options: Any) -> Game:
    """C at c3 strikes T at c4 with these dice."""
    scene = Scene(**options).put("C", "c3", *([mine] if mine else [])).put("D", "a1")
    scene.put("T", "c4", *([his] if his else []), seat=1, closed=closed)
    return declare(scene.play(*dice), "C", "strike", "T")


def test_f10_c_a_strike_of_0_0_0_cannot_strike() -> None:
    game = Scene().put("C", "c3", strike=(0, 0, 0)).put("D", "b3", strike=(0, 0, 1)).put("T", "c4", seat=1).play()
    assert refused(game, "C", "strike", "T") == ["BER F10/c"]
    assert refused(game, "D", "strike", "T") == []


def test_f10_d_a_strike_closes_unless_it_may_strike_twice() -> None:
    twice = "Может атаковать [ПУ] 2 раза за ход, после первой атаки не закрывается."
    game = finish(fight(6, 1, 6, 1, mine=twice))
    assert not card(game, "C").closed
    finish(declare(game, "C", "strike", "T"))
    assert (card(game, "C").closed, lives(game, "T")) == (True, 3)
    once = finish(fight(6, 1))
    assert card(once, "C").closed
    assert "BER F14/a" in refused(once, "C", "strike", "T")


def test_f10_e_ground_creatures_do_not_strike_flyers() -> None:
    game = Scene().put("C", "c3").put("D", "b3", "Может атаковать летающих существ.").put("G", kind="flyer")
    play = game.put("F", kind="flyer", seat=1).put("T", "e6", seat=1).play()
    assert refused(play, "C", "strike", "F")[-1] == "BER F10/e"
    assert refused(play, "D", "strike", "F") == []
    assert refused(play, "G", "strike", "T") == []


def test_f10_h_own_cards_are_not_attacked() -> None:
    game = Scene().put("C", "c3").put("D", "b3").put("T", "c4", seat=1).play()
    assert refused(game, "C", "strike", "D") == ["BER F10/h"]
    assert refused(game, "C", "strike", "T") == []


def test_f10_i_terrains_are_not_attacked() -> None:
    game = Scene().put("C", kind="flyer").put("L", kind="terrain", seat=1).put("T", "c4", seat=1).play()
    assert refused(game, "C", "strike", "L") == ["BER F10/i"]
    assert refused(game, "C", "strike", "T") == []


def test_f10_r_an_instant_raises_the_level() -> None:
    line = "[и][з]: Свести [ПУ] вашего существа к сильному."
    game = Scene().put("C", "c3").put("D", "a1", line).put("T", "c4", seat=1).play(2, 1)
    assert "BER 501.1/b" in refused(game, "D", "0", "C")
    declare(game, "C", "strike", "T")
    until(game, "BER F08/e")
    assert card(game, "T").wounds == 0
    while "D" in game.options() and state(game).fight is None:
        game.answer(PASS)
    assert refused(game, "D", "0", "T") == ["BER 501.4/b", "BER F10/r"]
    declare(game, "D", "0", "C")
    finish(game)
    assert lives(game, "T") == 6


def test_f10_r_an_instant_caps_a_melee_strike() -> None:
    line = "[и][з]: Свести ближний удар по существу в вашем отряде к 1, при этом ранить Пробу на 1."
    game = Scene().put("C", "c3").put("T", "c4", seat=1).put("M", "e6", line, seat=1).play(6, 1)
    declare(game, "C", "strike", "T")
    assert asked(game) == "BER F08/e"
    declare(game, "M", "0", "T")
    finish(game)
    assert (lives(game, "T"), lives(game, "M")) == (8, 8)


def test_f10_r_a_cap_named_at_the_attacker_limits_the_reply() -> None:
    line = "[и][з]: Свести ближний удар по существу в вашем отряде к 1, при этом ранить Пробу на 1."
    game = Scene().put("C", "c3").put("M", "a1", line).put("T", "c4", seat=1).play(2, 6)
    declare(game, "C", "strike", "T")
    until(game, "BER F08/e")
    assert refused(game, "M", "0", "T") == ["BER 501.4/b"]
    declare(game, "M", "0", "C")
    finish(game)
    assert (lives(game, "C"), lives(game, "T"), lives(game, "M")) == (8, 8, 8)
    assert lives(finish(fight(2, 6)), "C") == 7


def test_f12_x_rage_asks_for_a_low_die() -> None:
    line = "Бешенство 2 - ранить существо противника на 3."
    for die, asks in ((1, True), (2, True), (3, False)):
        game = fight(die, mine=line, closed=True)
        until(game, "BER 405/d" if asks else "BER F08/e")
        if asks:
            game.answer("T")
        assert lives(finish(game), "T") == (5 if asks else 8)


def sides(*lines: str, attacker: str = "c3", target: str = "c4", **defender: object) -> Game:
    scene = Scene().put("C", attacker, *lines).put("T", target, seat=1)
    scene.put("D", str(defender.pop("at", "d4")), seat=1, **defender)  # type: ignore[arg-type]
    return declare(scene.put("A", "a1").play(6, 1, 6, 1), "C", "strike", "T")


def test_f10_1_a_the_opponent_may_name_one_defender() -> None:
    game = sides()
    assert (asked(game), game.options()) == ("BER F10.1/a", ("D", "none"))
    assert game.decision is not None
    assert game.decision.by == 1
    game.answer("none")
    assert lives(finish(game), "T") == 6
    assert why(sides(), "A") == ["BER F10.1/a"]


def test_f10_1_b_the_defender_is_open_and_not_the_card_attacked() -> None:
    game = Scene().put("C", "c3").put("T", "c4", seat=1).put("D", "d4", seat=1).put("E", "b4", seat=1, closed=True)
    play = declare(game.put("R", "b3", seat=1, kind="artifact").play(6, 1), "C", "strike", "T")
    assert play.options() == ("D", "none")
    assert why(play, "T") == ["BER F10.1/b"]
    assert why(play, "E") == ["BER F10.1/b"]
    assert why(play, "R") == ["BER F10.1/b"]


def test_f10_1_c_it_stands_next_to_both() -> None:
    game = Scene().put("C", "c3").put("T", "c4", seat=1).put("D", "d4", seat=1).put("E", "d5", seat=1)
    play = declare(game.put("F", "d2", seat=1).play(6, 1), "C", "strike", "T")
    assert play.options() == ("D", "none")
    assert why(play, "E") == ["BER F10.1/c"]
    assert why(play, "F") == ["BER F10.1/c"]


def test_f10_1_c_against_a_flyer_next_to_the_card_attacked() -> None:
    game = Scene().put("C", kind="flyer").put("T", "c4", seat=1).put("E", "d5", seat=1).put("F", "e6", seat=1)
    play = declare(game.play(6, 1), "C", "strike", "T")
    assert play.options() == ("E", "none")


def test_f10_1_e_only_flyers_defend_flyers() -> None:
    game = (
        Scene()
        .put("C", kind="flyer")
        .put("T", kind="flyer", seat=1)
        .put("D", "c4", seat=1)
        .put("G", kind="flyer", seat=1)
    )
    play = declare(game.play(6, 1), "C", "strike", "T")
    assert play.options() == ("G", "none")
    assert why(play, "D") == ["BER F10.1/e"]


def test_f10_1_f_flyers_do_not_defend_ground_creatures() -> None:
    line = "Может выступать защитником любому вашему нелетающему существу."
    game = Scene().put("C", "c3").put("T", "c4", seat=1).put("G", kind="flyer", seat=1).put("H", "a6", line, seat=1)
    play = declare(game.play(6, 1), "C", "strike", "T")
    assert play.options() == ("H", "none")
    assert why(play, "G") == ["BER F10.1/f"]


def test_f10_1_g_the_defender_closes_afterwards() -> None:
    game = sides()
    game.answer("D")
    finish(game)
    assert (card(game, "D").closed, lives(game, "D"), lives(game, "T")) == (True, 6, 9)
    scene = Scene().put("C", "c3").put("T", "c4", seat=1).put("D", "d4", "Выступая защитником, не закрывается.", seat=1)
    other = declare(scene.put("A", "a1").play(6, 1), "C", "strike", "T")
    other.answer("D")
    assert not card(finish(other), "D").closed


def test_f10_1_h_against_a_directed_strike_no_defender_is_named_r33() -> None:
    game = sides("Направленный удар.")
    assert asked(game) == "BER F08/e"
    assert lives(game, "T") == 6
    assert asked(sides()) == "BER F10.1/a"


def test_f10_2_a_both_roll_a_die() -> None:
    game = finish(fight(6, 1))
    assert state(game).rolled == 2


def test_f10_2_b_a_closed_card_neither_rolls_nor_strikes_back() -> None:
    game = finish(fight(1, closed=True))
    assert (state(game).rolled, lives(game, "T"), lives(game, "C")) == (1, 8, 9)
    open_one = finish(fight(1, 4))
    assert (lives(open_one, "T"), lives(open_one, "C")) == (9, 8)


def test_f10_2_c_an_unanswered_strike_is_not_answered() -> None:
    game = finish(fight(4, mine="Безответный удар."))
    assert (state(game).rolled, lives(game, "T")) == (1, 7)
    assert state(finish(fight(4, 4))).rolled == 2


def test_f10_2_d_experience_is_added_and_clumsiness_taken_off() -> None:
    assert lives(finish(fight(4, 1, mine="ОвА 2.")), "T") == 6
    assert lives(finish(fight(6, 1, his="ОвЗ 2.")), "T") == 7
    assert lives(finish(fight(6, 1, mine="Неповоротливость.", his="")), "T") == 6
    assert lives(finish(fight(4, 1, mine="Неповоротливость.")), "T") == 7


@pytest.mark.parametrize(
    ("own", "other", "strike", "reply"),
    [
        (6, 1, 2, -1), (6, 2, 2, 0), (5, 2, 1, -1), (5, 3, 1, 0), (4, 3, 0, -1), (3, 4, 0, -1), (3, 5, -1, -1),
        (2, 5, -1, 0), (2, 6, 0, 1), (1, 6, -1, 1), (9, 1, 2, -1), (1, 9, -1, 1),
    ],
)  # fmt: skip
def test_f10_2_e_the_table_of_two_rolls_r37(own: int, other: int, strike: int, reply: int) -> None:
    assert two_rolls(own, other) == (strike, reply)


def test_f10_2_e_on_the_table_r37() -> None:
    game = finish(fight(3, 5))
    assert (lives(game, "T"), lives(game, "C")) == (9, 9)


def test_f10_2_f_equal_totals_r35() -> None:
    assert two_rolls(4, 4) == (0, NOTHING)
    assert two_rolls(5, 5) == (NOTHING, 0)
    game = finish(fight(5, 5))
    assert (lives(game, "T"), lives(game, "C")) == (9, 8)


def test_f10_2_g_a_roll_alone() -> None:
    assert [one_roll(die) for die in (1, 3, 4, 5, 6, 8)] == [0, 0, 1, 1, 2, 2]


def test_f10_2_h_the_better_roller_may_lower_both() -> None:
    game = fight(6, 2)
    assert game.decision is not None
    assert (asked(game), game.decision.by) == ("BER F10.2/h", 0)
    game.answer("lower")
    finish(game)
    assert (lives(game, "T"), lives(game, "C")) == (7, 9)
    defending = fight(2, 6)
    assert isinstance(defending.decision, ChooseOne)
    assert defending.decision.by == 1
    assert [str(words.params["own"]) + "/" + str(words.params["reply"]) for words in defending.decision.labels] == [
        "weak/medium", "no hit/weak",
    ]  # fmt: skip
    defending.answer("lower")
    finish(defending)
    assert (lives(defending, "T"), lives(defending, "C")) == (9, 8)
    assert asked(fight(6, 1)) == "BER F08/e"


def test_f10_2_i_between_the_dice_and_the_blows_instants_may_be_declared() -> None:
    scene = Scene().put("C", "c3").put("T", "c4", "[и][з]: Ранить существо противника на 9.", seat=1).put("D", "a1")
    game = declare(scene.play(6, 1), "C", "strike", "T")
    game.answer(PASS)
    assert state(game).fight is not None
    declare(game, "T", "0", "C")
    finish(game)
    assert (card(game, "C").zone, lives(game, "T")) == ("grave", 9)


def test_f10_2_j_additions_then_reductions_then_armour() -> None:
    game = finish(fight(6, 1, mine="+2 к удару по стоящему напротив.", his="-1 от простых ударов, броня 1."))
    assert lives(game, "T") == 9 - (3 + 2 - 1 - 1)
    weak = finish(fight(6, 1, his="Все [ПУ] по Пробе сводятся к слабым."))
    assert lives(weak, "T") == 8


def test_205_a_strength_counts_when_the_attack_is_performed() -> None:
    scene = Scene().put("C", "c3", "+1 к удару за каждую [ф] на Пробе.", chips=2).put("D", "a1")
    game = declare(scene.put("T", "c4", seat=1).play(6, 1), "C", "strike", "T")
    assert lives(finish(game), "T") == 9 - 5
    none = declare(Scene().put("C", "c3").put("D", "a1").put("T", "c4", seat=1).play(6, 1), "C", "strike", "T")
    assert lives(finish(none), "T") == 6


def test_f10_2_e_against_closed_wounded_and_elements() -> None:
    lines = ("+1 к удару по закрытым.", "+2 к удару по раненым.", "+4 к удару по горным.")
    scene = Scene().put("C", "c3", *lines).put("D", "a1")
    scene.put("T", "c4", seat=1, closed=True, wounds=1, life=20, elements=("mountains",))
    assert lives(finish(declare(scene.play(1), "C", "strike", "T")), "T") == 19 - (1 + 7)


def test_f10_d_in_the_next_turn_it_strikes_again() -> None:
    game = finish(fight(6, 1))
    end_turn(end_turn(game))
    assert refused(game, "C", "strike", "T") == []
