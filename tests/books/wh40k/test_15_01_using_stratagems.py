"""15.01 Using stratagems: what is stated, when, on what, how often, in which order, at which price."""

from __future__ import annotations

from random import Random

import pytest

from books.wh40k.scene import Play, Scene, row
from books.wh40k.uses import FASTER, TESTED, again, at, kinds, made_up, offered, scene, use
from referee.books.wh40k.core_stratagems import CORE, INTO_THE_FRAY
from referee.books.wh40k.moments import (
    END_OF_CHARGE,
    END_OF_MOVEMENT,
    END_OF_TURN,
    JUST_AFTER_A_ROLL,
    START_OF_SHOOTING,
    UNIT_ENDED_MOVE,
)
from referee.books.wh40k.state import Phase, Where
from referee.books.wh40k.stratagem_records import Section, Target, Trigger
from referee.books.wh40k.stratagems import stratagem_of, why_not
from referee.books.wh40k.using import CANCEL, USE
from referee.kernel import PASS, QUIET, Effect, Game, expire


def rules(found: object) -> list[str]:
    return [refusal.rule for refusal in found]  # type: ignore[attr-defined]


# --- 15.01/a both players; /b what is stated; /n, /o whose


def test_15_01_a_both_players_may_use_stratagems_in_either_turn_the_active_one_first() -> None:
    play = at(own=[made_up("S")], theirs=[made_up("T")])
    assert (play.game.decision.by, offered(play)) == (0, ["s"])  # type: ignore[union-attr]
    use(play, "s", "A1")
    assert (play.game.decision.by, offered(play)) == (1, ["t"])  # type: ignore[union-attr]


def test_15_01_a_nobody_has_to_use_one() -> None:
    play = at(own=[made_up("S")]).answer(PASS)
    assert play.game.is_over
    assert play.s.cp == (3, 3)


def test_15_01_a_twin_before_the_battle_there_is_no_phase_and_nothing_is_used() -> None:
    play = at(own=[made_up("S")], phase=Phase.NONE)
    assert play.game.is_over
    assert "40K 15.01/c" in rules(why_not(play.s, 0, "s", "A1", "start of the Movement phase"))


def test_15_01_a_in_the_end_of_turn_step_one_that_names_it_may_be_used_and_its_limits_count() -> None:
    own = [made_up("S", phases=(Phase.NONE,), moments=(END_OF_TURN,))]
    play = use(at(END_OF_TURN, own=own, phase=Phase.NONE), "s", "A1")
    assert rules(why_not(play.s, 0, "s", "A2", END_OF_TURN)) == ["40K 15.01/h"]
    expire(play.s, "phase end")
    assert not why_not(play.s, 0, "s", "A2", END_OF_TURN)


def test_15_01_b_price_when_target_and_effect_are_enough() -> None:
    play = use(at(own=[made_up("S", cp=1)]), "s", "A1")
    assert (play.s.cp, kinds(play.s, "A1")) == ((2, 3), [("M", 2)])


def test_15_01_b_every_use_is_paid_anew() -> None:
    play = use(at(own=[made_up("S", cp=1)]), "s", "A1")
    expire(play.s, "phase end")
    play = use(again(play.s), "s", "A2")
    assert play.s.cp == (1, 3)


def test_15_01_b_twin_a_stratagem_cannot_be_without_price_when_and_target() -> None:
    with pytest.raises(TypeError):
        made_up("S", phases=None, turn=None).__class__("s", "S", 1)  # type: ignore[call-arg]


def test_15_01_n_all_players_have_the_core_stratagems() -> None:
    play = at()
    assert all(stratagem_of(play.s, seat, one.id) for seat in (0, 1) for one in CORE)


def test_15_01_n_twin_a_detachments_stratagem_is_not_the_opponents() -> None:
    play = at(own=[made_up("S")], theirs=[made_up("T")])
    assert rules(why_not(play.s, 0, "t", "A1", "start of the Movement phase")) == ["40K 15.01/n"]
    play.refused("use t", "40K 15.01/n", "no stratagem")


def test_15_01_o_those_of_the_armys_detachments_are_added_to_the_core_ones() -> None:
    play = at(own=[made_up("S")])
    assert stratagem_of(play.s, 0, "s") == made_up("S")
    assert stratagem_of(play.s, 1, "s") is None


# --- 15.01/c WHEN


AFTER_ADVANCE = made_up(
    "S", turn="your-turn", moments=(UNIT_ENDED_MOVE,), trigger=Trigger(side="target", moves=("advance",))
)


def moved(kind: str) -> Effect:
    return Effect("has moved", "40K 09", "A1", "turn end", value=f"movement/{kind}")


def test_15_01_c_at_the_moment_its_when_gives_it_is_offered() -> None:
    play = at(UNIT_ENDED_MOVE, "A1", own=[AFTER_ADVANCE], effects=[moved("advance")])
    assert offered(play) == ["s"]


def test_15_01_c_twin_after_a_move_of_another_type_it_is_not() -> None:
    play = at(UNIT_ENDED_MOVE, "A1", own=[AFTER_ADVANCE], effects=[moved("normal")])
    (refusal,) = why_not(play.s, 0, "s", "A1", UNIT_ENDED_MOVE, "A1")
    assert (refusal.rule, "another type" in str(refusal)) == ("40K 15.01/c", True)


def test_15_01_c_twin_at_a_later_moment_it_is_not() -> None:
    play = at(own=[AFTER_ADVANCE], effects=[moved("advance")])
    assert any("not used at this moment" in str(one) for one in why_not(play.s, 0, "s", "A1", END_OF_MOVEMENT))


def test_15_01_c_twin_in_the_opponents_turn_it_is_not() -> None:
    play = at(own=[AFTER_ADVANCE], effects=[moved("advance")], active=1)
    assert any("your own turn" in str(one) for one in why_not(play.s, 0, "s", "A1", UNIT_ENDED_MOVE, "A1"))


def test_15_01_c_twin_in_another_phase_it_is_not_and_each_element_has_its_own_reason() -> None:
    play = at(own=[AFTER_ADVANCE], phase=Phase.CHARGE, active=1)
    found = [str(one) for one in why_not(play.s, 0, "s", "A1", "", "")]
    assert [sum(word in one for one in found) for word in ("this phase", "own turn", "not used at this moment")] == [
        1,
        1,
        1,
    ]


def test_15_01_c_the_unit_concerned_has_to_be_an_enemy_within_reach() -> None:
    one = made_up("S", moments=(UNIT_ENDED_MOVE,), trigger=Trigger(side="enemy", within=8.0))
    board = scene().unit("B3", "Trooper", row(10.0, 24.0, 2))
    play = at(UNIT_ENDED_MOVE, "B3", own=[one], board=board)
    assert not why_not(play.s, 0, "s", "A1", UNIT_ENDED_MOVE, "B3")
    assert rules(why_not(play.s, 0, "s", "A2", UNIT_ENDED_MOVE, "B3")) == ["40K 15.01/c"]
    assert any("waits for an enemy" in str(r) for r in why_not(play.s, 0, "s", "A1", UNIT_ENDED_MOVE, "A2"))


# --- 15.01/d TARGET


INFANTRY = made_up("S", target=Target(all_of=("INFANTRY",)))


def test_15_01_d_a_unit_that_fits_is_a_target() -> None:
    play = at(own=[INFANTRY]).answer(USE + "s")
    assert play.options() == ("A1", "A2", CANCEL)


@pytest.mark.parametrize(("unit", "words"), [("A3", "has not the keyword INFANTRY"), ("B1", "your own army")])
def test_15_01_d_twin_a_unit_that_does_not_fit_is_none(unit: str, words: str) -> None:
    at(own=[INFANTRY]).answer(USE + "s").refused(unit, "40K 15.01/d", words)


def test_15_01_d_twin_not_two_where_one_is_asked_for() -> None:
    at(own=[INFANTRY]).answer(USE + "s").refused(["A1", "A2"], "40K 15.01/d", "1 targets, not 2")


def test_15_01_d_twin_without_any_unit_to_target_it_is_not_offered() -> None:
    play = at(own=[made_up("S", target=Target(all_of=("MONSTER",)))], theirs=[made_up("T")])
    assert rules(why_not(play.s, 0, "s", "", "start of the Movement phase")) == ["40K 15.01/d"]


def test_15_01_d_an_enemy_unit_can_be_the_target() -> None:
    play = use(at(own=[made_up("S", target=Target(side="enemy"))]), "s", "B1")
    assert kinds(play.s, "B1") == [("M", 2)]


def test_01_07_a_battle_shocked_unit_cannot_be_targeted_by_its_own_player() -> None:
    board = Scene().unit("A1", "Trooper", row(10.0, 30.0, 5), shocked=True).unit("A2", "Tank", [(30.0, 30.0)])
    play = at(own=[made_up("S")], board=board.unit("B1", "Trooper", row(10.0, 10.0, 5)))
    play.answer(USE + "s").refused("A1", "40K 01.07", "battle-shocked")


def test_01_07_twin_by_the_opponent_it_can() -> None:
    board = Scene().unit("A1", "Trooper", row(10.0, 30.0, 5)).unit("B1", "Trooper", row(10.0, 10.0, 5), shocked=True)
    play = use(at(own=[made_up("S", target=Target(side="enemy"))], board=board), "s", "B1")
    assert kinds(play.s, "B1") == [("M", 2)]


# --- 15.01/e EFFECT, /f RESTRICTIONS


def test_15_01_e_the_effect_lasts_as_long_as_it_says_and_no_longer() -> None:
    play = use(at(own=[made_up("S", duration="turn")]), "s", "A1")
    expire(play.s, "phase end")
    assert kinds(play.s, "A1") == [("M", 2)]
    expire(play.s, "turn end")
    assert kinds(play.s, "A1") == []


def test_15_01_e_twin_another_unit_is_not_changed() -> None:
    play = use(at(own=[made_up("S")]), "s", "A1")
    assert kinds(play.s, "A2") == []


def test_15_01_f_own_restrictions_come_on_top_of_the_general_limits() -> None:
    play = use(at(own=[made_up("S", per="battle")]), "s", "A1")
    assert rules(why_not(play.s, 0, "s", "A2", "start of the Movement phase")) == ["40K 15.01/h", "40K 15.01/f"]
    expire(play.s, "phase end")
    assert rules(why_not(play.s, 0, "s", "A2", "start of the Movement phase")) == ["40K 15.01/f"]


def test_15_01_f_twin_a_stratagem_of_a_later_round_is_refused_in_the_first() -> None:
    play = at(own=[made_up("S", first_round=2)], round=1)
    assert rules(why_not(play.s, 0, "s", "A1", "start of the Movement phase")) == ["40K 15.01/f"]


def test_15_01_f_cited_r05_once_per_turn_outlasts_the_phase() -> None:
    play = use(at(own=[made_up("S", per="turn", phases=(Phase.MOVEMENT, Phase.CHARGE))]), "s", "A1")
    expire(play.s, "phase end")
    again_ = Effect("may be targeted again", "X", "A2", "turn end", value="any")
    play.s.effects = (*play.s.effects, again_)
    assert rules(why_not(play.s, 0, "s", "A2", "start of the Movement phase")) == ["40K 15.01/f"]


# --- 15.01/g, /h, /i limits


def test_15_01_g_the_same_stratagem_may_be_used_again_in_another_phase_of_the_turn() -> None:
    both = made_up("S", phases=(Phase.MOVEMENT, Phase.SHOOTING))
    play = use(at(own=[both]), "s", "A1")
    expire(play.s, "phase end")
    play.s.phase = Phase.SHOOTING
    play = use(again(play.s, START_OF_SHOOTING), "s", "A1")
    assert play.s.cp == (1, 3)


def test_15_01_g_twin_twice_in_one_phase_on_one_unit_both_limits_refuse() -> None:
    play = use(at(own=[made_up("S"), made_up("T")]), "s", "A1")
    assert rules(why_not(play.s, 0, "s", "A1", "start of the Movement phase")) == ["40K 15.01/h", "40K 15.01/i"]


def test_15_01_h_once_in_a_phase_whatever_the_unit_and_section() -> None:
    one = made_up("S", sections=(Section("more", 1),))
    play = use(at(own=[one, made_up("T")]), "s", "A1", "without")
    play.answer(PASS) if play.game.decision and play.game.decision.by == 1 else None
    assert rules(why_not(play.s, 0, "s", "A2", "start of the Movement phase")) == ["40K 15.01/h"]
    assert not why_not(play.s, 0, "t", "A2", "start of the Movement phase")


def test_15_01_h_cited_r07_is_counted_for_each_player() -> None:
    play = use(at(own=[made_up("S")], theirs=[made_up("S")]), "s", "A1")
    play = use(play, "s", "B1")
    assert play.s.cp == (2, 2)


def test_15_01_h_cited_r07_the_phase_of_the_other_players_turn_is_another_phase() -> None:
    play = use(at(own=[made_up("S")]), "s", "A1")
    expire(play.s, "phase end")
    play.s.active = 1
    assert not why_not(play.s, 0, "s", "A1", "start of the Movement phase")


def test_15_01_h_twin_the_steps_of_one_phase_share_the_limit() -> None:
    play = use(at(own=[made_up("S")]), "s", "A1")
    assert rules(why_not(play.s, 0, "s", "A2", END_OF_MOVEMENT)) == ["40K 15.01/h"]


def test_15_01_h_cited_r04_a_rule_that_names_the_stratagem_gives_another_use() -> None:
    named = Effect("may use again", "X", "0", "turn end", value="s")
    play = use(at(own=[made_up("S")], effects=[named]), "s", "A1")
    assert not why_not(play.s, 0, "s", "A2", "start of the Movement phase")


@pytest.mark.parametrize(
    "lifting",
    [
        Effect("may use again", "X", "0", "turn end", value="any"),
        Effect("may be targeted again", "X", "A2", "turn end", value="any"),
        Effect("stratagem cost", "X", "A2", "turn end", value=-1, source="free"),
    ],
)
def test_15_01_h_twin_cited_r04_r12_a_rule_that_does_not_name_it_gives_none(lifting: Effect) -> None:
    play = use(at(own=[made_up("S")], effects=[lifting]), "s", "A1")
    assert "40K 15.01/h" in rules(why_not(play.s, 0, "s", "A2", "start of the Movement phase"))
    assert play.s.cp == (2, 3)


def test_15_01_h_twin_cited_b11_no_limit_field_is_needed_for_it() -> None:
    play = use(at(own=[made_up("S")], theirs=[made_up("S")]), "s", "A1")
    use(play, "s", "B1")
    assert rules(why_not(play.s, 1, "s", "B2", "start of the Movement phase")) == ["40K 15.01/h"]


def test_15_01_i_two_stratagems_on_two_units_are_fine() -> None:
    play = use(at(own=[made_up("S"), made_up("T")], cp=(2, 0)), "s", "A1")
    play = use(play, "t", "A2")
    assert play.s.cp == (0, 0)


def test_15_01_i_twin_two_on_one_unit_are_not() -> None:
    play = use(at(own=[made_up("S"), made_up("T")]), "s", "A1")
    play.answer(USE + "t").refused("A1", "40K 15.01/i", "has been targeted")


def test_15_01_i_a_rule_lifts_it_for_the_stratagem_and_unit_it_names() -> None:
    lifted = Effect("may be targeted again", "X", "A1", "phase end", value="t")
    play = use(at(own=[made_up("S"), made_up("T"), made_up("R")], effects=[lifted]), "s", "A1")
    play = use(play, "t", "A1")
    play.refused("use t", "40K 15.01/h")
    assert rules(why_not(play.s, 0, "r", "A1", "start of the Movement phase")) == ["40K 15.01/i"]


def test_15_01_i_twin_the_other_way_round_nothing_is_lifted() -> None:
    lifted = Effect("may be targeted again", "X", "A1", "phase end", value="t")
    play = use(at(own=[made_up("S"), made_up("T")], effects=[lifted]), "t", "A1")
    play.answer(USE + "s").refused("A1", "40K 15.01/i")


ON_ENEMY = Target(side="enemy")


def test_15_01_i_each_player_may_target_the_same_unit() -> None:
    play = use(at(own=[made_up("S", target=ON_ENEMY)], theirs=[made_up("T")]), "s", "B1")
    play = use(play, "t", "B1")
    assert kinds(play.s, "B1") == [("M", 2), ("M", 2)]


def test_15_01_i_twin_one_player_may_not_target_an_enemy_unit_twice() -> None:
    play = use(at(own=[made_up("S", target=ON_ENEMY), made_up("T", target=ON_ENEMY)]), "s", "B1")
    play.answer(USE + "t").refused("B1", "40K 15.01/i")


def test_15_01_i_a_unit_that_an_effect_picks_has_not_been_targeted() -> None:
    own = [made_up("S", effect=TESTED), made_up("T", effect=TESTED)]
    play = at("start of the Movement phase", "", 6, 6, 6, 6, own=own)
    play.answer(USE + "s", "A1", "B1")
    play.answer(USE + "t", "A2", "B1")
    assert play.s.cp == (1, 3)


def test_15_01_i_the_mark_ends_with_the_phase_not_with_the_effect() -> None:
    own = [made_up("S", duration="turn"), made_up("T", phases=(Phase.MOVEMENT, Phase.SHOOTING))]
    play = use(at(own=own), "s", "A1")
    expire(play.s, "phase end")
    play.s.phase = Phase.SHOOTING
    play = use(again(play.s, START_OF_SHOOTING), "t", "A1")
    assert play.s.cp == (1, 3)


def test_15_01_i_twin_the_mark_outlasts_an_effect_that_is_over() -> None:
    play = use(at(own=[made_up("S", effect=None), made_up("T")]), "s", "A1")
    play.answer(USE + "t").refused("A1", "40K 15.01/i")


PAIR = Target(count=2)


def test_15_01_i_every_target_of_one_use_is_marked_and_no_other() -> None:
    play = use(at(own=[made_up("S", target=PAIR), made_up("T")]), "s", ["A1", "A2"])
    assert "40K 15.01/i" in rules(why_not(play.s, 0, "t", "A2", "start of the Movement phase"))
    assert not why_not(play.s, 0, "t", "A3", "start of the Movement phase")


def test_15_01_i_twin_a_pair_with_one_marked_unit_is_refused_and_the_other_stays_unmarked() -> None:
    play = use(at(own=[made_up("S"), made_up("R", target=PAIR), made_up("T")]), "s", "A1")
    play.answer(USE + "r").refused(["A1", "A2"], "40K 15.01/i")
    play.answer([])
    assert not why_not(play.s, 0, "t", "A2", "start of the Movement phase")


# --- 15.01/j, /k, /l, /m the sequence


def test_15_01_j_targets_then_cp_then_effects() -> None:
    play = at(own=[made_up("S")])
    play.answer(USE + "s")
    assert (play.where(), play.s.cp) == ("40K 15.01/k", (3, 3))
    play.answer("A1")
    assert (play.s.cp, kinds(play.s, "A1")) == ((2, 3), [("M", 2)])


BACK = {"type": "movement-modifier", "target": "unit", "modifier": {"distance": 6, "move_type": "reactive",
        "applies_to_moves": ["fall-back"]}}  # fmt: skip
DRIVEN_OFF = made_up("R", target=Target(side="enemy"), effect=BACK)


def driven_off(cp: tuple[int, int]) -> Play:
    """B drives A1 off, which chooses desperate escape: A's five hazard rolls show a 1."""
    board = Scene().unit("A1", "Trooper", row(10.0, 30.0, 5)).unit("B1", "Trooper", row(10.0, 28.0, 5))
    play = at("start of the Movement phase", "", 1, 5, 5, 5, 5, 6, board=board, theirs=[DRIVEN_OFF], cp=cp)
    return play.answer(USE + "r", "A1", "desperate escape")


def test_15_01_j_a_use_within_another_runs_the_whole_sequence_and_then_the_outer_one_goes_on() -> None:
    play = driven_off((1, 1))
    assert offered(play) == ["command-re-roll"]
    play.answer(USE + "command-re-roll", "A1", 0)
    assert [(entry.seat, entry.amount, entry.total) for entry in play.s.cp_history] == [(1, -1, 0), (0, -1, 0)]
    assert len(play.s.units["A1"].models) == 5
    assert play.where() == "40K 03.01/a"


def test_15_01_j_twin_a_nested_use_sees_the_cp_after_the_outer_payment() -> None:
    assert driven_off((0, 1)).where() == "40K 06.02/b"


def test_15_01_j_twin_without_cp_left_the_inner_use_is_refused() -> None:
    play = at(JUST_AFTER_A_ROLL, "A1", cp=(0, 0))
    assert rules(why_not(play.s, 0, "command-re-roll", "A1", JUST_AFTER_A_ROLL, "A1")) == ["40K 15.01/l"]


def test_15_01_k_backing_out_while_selecting_targets_leaves_no_trace() -> None:
    play = at(own=[made_up("S")])
    before = (play.s.cp, dict(play.s.limits), play.s.effects, play.s.cp_history)
    play.answer(USE + "s", CANCEL)
    assert (play.s.cp, dict(play.s.limits), play.s.effects, play.s.cp_history) == before


def test_15_01_k_choices_of_the_effect_come_after_payment_and_do_not_gate_the_use() -> None:
    near = {"type": "designate-target", "designation": "x", "select": {"within_inches": 8}, "applies":
            {"to": "target", "effect": FASTER}}  # fmt: skip
    play = at(own=[made_up("S", effect=near)])
    play.answer(USE + "s", "A1")
    assert play.s.cp == (2, 3)
    assert play.options() == ("",)


def test_15_01_k_twin_the_same_distance_printed_as_when_is_refused_before_any_cp() -> None:
    one = made_up("S", moments=(UNIT_ENDED_MOVE,), trigger=Trigger(side="enemy", within=8.0))
    play = at(UNIT_ENDED_MOVE, "B1", own=[one])
    assert play.game.is_over
    assert rules(why_not(play.s, 0, "s", "A1", UNIT_ENDED_MOVE, "B1")) == ["40K 15.01/c"]
    assert play.s.cp == (3, 3)


def test_15_01_l_the_users_own_cp_go_down_at_once_and_in_full() -> None:
    play = at(own=[made_up("S", cp=2, effect=TESTED)]).answer(USE + "s", "A1")
    assert play.s.cp == (1, 3)
    (entry,) = play.s.cp_history
    assert (entry.seat, entry.amount, entry.total, entry.printed) == (0, -2, 1, 2)


SECTIONED = made_up("S", sections=(Section("more", 1),))


def test_15_01_l_a_section_raises_the_price_and_without_it_the_rest_is_used() -> None:
    assert use(at(own=[SECTIONED], cp=(2, 0)), "s", "A1", "more").s.cp == (0, 0)
    assert use(at(own=[SECTIONED], cp=(2, 0)), "s", "A1", "without").s.cp == (1, 0)


def test_15_01_l_twin_without_enough_cp_the_section_is_refused_and_the_base_use_is_offered() -> None:
    play = at(own=[SECTIONED], cp=(1, 0)).answer(USE + "s", "A1")
    play.refused("more", "40K 15.01/l", "costs 2 CP; you have 1")
    assert play.options() == ("without", CANCEL)


def test_15_01_l_the_section_is_added_before_modifiers_and_the_floor() -> None:
    cheaper = Effect("stratagem cost", "X", "0", "turn end", value=-2, source="cheaper")
    play = use(at(own=[SECTIONED], cp=(0, 0), effects=[cheaper]), "s", "A1", "more")
    assert play.s.cp == (0, 0)


def test_15_01_l_twin_a_section_of_two_costs_two_more() -> None:
    play = use(at(own=[made_up("S", sections=(Section("more", 2),))]), "s", "A1", "more")
    assert play.s.cp == (0, 3)


def test_15_01_l_exactly_enough_is_enough() -> None:
    assert use(at(own=[made_up("S", cp=2)], cp=(2, 0)), "s", "A1").s.cp == (0, 0)


def test_15_01_l_twin_one_too_few_is_not_and_nothing_counts() -> None:
    play = at(own=[made_up("S", cp=2)], theirs=[made_up("T")], cp=(1, 1))
    assert rules(why_not(play.s, 0, "s", "A1", "start of the Movement phase")) == ["40K 15.01/l"]
    assert (play.s.cp, dict(play.s.limits)) == ((1, 1), {})


def test_15_01_l_twin_what_the_effect_yields_cannot_pay_for_it() -> None:
    gain = {"type": "resource-gain", "target": "self", "modifier": {"pool_id": "cp", "amount": 1}}
    play = at(own=[made_up("S", effect=gain)], cp=(0, 0))
    assert rules(why_not(play.s, 0, "s", "A1", "start of the Movement phase")) == ["40K 15.01/l"]
    play = use(at(own=[made_up("S", effect=gain)], cp=(1, 0)), "s", "A1")
    assert [(entry.amount, entry.total) for entry in play.s.cp_history] == [(-1, 0), (1, 1)]


def test_15_01_m_an_effect_that_comes_to_nothing_stays_paid_and_used() -> None:
    gated = {"type": "dice-gated", "dice": "D6", "comparison": "gte", "threshold": 4, "on_success": FASTER}
    play = use(at("start of the Movement phase", "", 2, own=[made_up("S", effect=gated), made_up("T")]), "s", "A1")
    assert (play.s.cp, kinds(play.s, "A1")) == ((2, 3), [])
    assert rules(why_not(play.s, 0, "s", "A2", "start of the Movement phase")) == ["40K 15.01/h"]


def test_15_01_m_twin_on_a_good_roll_it_comes_to_something() -> None:
    gated = {"type": "dice-gated", "dice": "D6", "comparison": "gte", "threshold": 4, "on_success": FASTER}
    play = use(at("start of the Movement phase", "", 4, own=[made_up("S", effect=gated)]), "s", "A1")
    assert kinds(play.s, "A1") == [("M", 2)]


# --- windows


def test_15_01_c_do_not_ask_again_holds_for_the_phase_and_for_that_player_only() -> None:
    own, theirs = [made_up("S"), made_up("T")], [made_up("R")]
    play = at(own=own, theirs=theirs).answer(QUIET)
    assert play.game.decision is not None
    assert play.game.decision.by == 1
    play.answer(PASS)
    play = again(play.s, END_OF_MOVEMENT)
    assert play.game.decision is not None
    assert play.game.decision.by == 1
    expire(play.s, "phase end")
    assert again(play.s).game.decision.by == 0  # type: ignore[union-attr]


def test_15_01_c_the_opponents_end_of_phase_stratagems_come_after_the_active_players() -> None:
    play = at(END_OF_CHARGE, phase=Phase.CHARGE, own=[made_up("S", phases=(Phase.CHARGE,))], active=0, board=near())
    assert play.game.decision is not None
    assert (play.game.decision.by, offered(play)) == (0, ["s"])
    play.answer(PASS)
    assert (play.game.decision.by, offered(play)) == (1, ["heroic-intervention"])


def near() -> Scene:
    board = Scene().unit("A1", "Trooper", row(10.0, 20.0, 3)).unit("A2", "Trooper", row(30.0, 40.0, 3))
    return board.unit("B1", "Trooper", row(10.0, 10.0, 3))


def test_15_01_d_twin_a_unit_in_reserves_is_not_on_the_battlefield() -> None:
    board = scene().unit("A4", "Trooper", count=3)
    play = at(own=[made_up("S")], board=board).answer(USE + "s")
    play.refused("A4", "40K 15.01/d", "in strategic reserves")
    one = made_up("S", target=Target(where=(Where.RESERVES,)))
    assert at(own=[one], board=scene().unit("A4", "Trooper", count=3)).answer(USE + "s").options() == ("A4", CANCEL)


def test_15_01_l_cited_b05_no_total_is_negative_at_any_moment_of_random_uses() -> None:
    for seed in range(20):
        random, play = Random(seed), at(own=[made_up("S", cp=2), made_up("T"), SECTIONED], cp=(2, 1))
        while play.game.decision is not None:
            play.game.answer(play.game.propose(random))
            assert min(play.s.cp) >= 0
            assert Game.load(play.game.book, play.game.save()).digest() == play.game.digest()


def test_15_01_l_twin_into_the_fray_needs_two_cp() -> None:
    play = at(END_OF_CHARGE, phase=Phase.CHARGE, active=1, cp=(1, 0), board=near())
    play.answer(USE + "heroic-intervention", "A1").refused(INTO_THE_FRAY, "40K 15.01/l")
