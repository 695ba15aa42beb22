"""15.01/p to /z: published effects, node type by node type; what is not carried out is named to the players."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from books.wh40k.scene import Play, Scene, row
from books.wh40k.uses import at, kinds, made_up, scene
from referee.books.wh40k import BOOK
from referee.books.wh40k.data_stratagems import every_row, stratagem_of_row, stratagems_for
from referee.books.wh40k.dice import BattleShockRoll
from referee.books.wh40k.effect_nodes import RunEffect, described, reason_by_hand
from referee.books.wh40k.eligibility import ADVANCED, FELL_BACK, eligibility_refusals
from referee.books.wh40k.move_types import AdvanceMove, FallBackMove, NormalMove, fall_back_modes
from referee.books.wh40k.moving import NORMAL, Move, maximum_distance
from referee.books.wh40k.objectives import SECURED, controller, is_in_range, level_of_control
from referee.books.wh40k.state import Phase, Where, has_keyword, placed
from referee.books.wh40k.stratagem_records import Stratagem
from referee.books.wh40k.stratagem_report import is_offered, report
from referee.books.wh40k.terrain import battlefield
from referee.books.wh40k.use_record import Use
from referee.books.wh40k.windows import NOTHING_MORE, REMINDER, SettleByHand
from referee.kernel import Effect, Game, Scripted, Seeded


def node(kind: str, target: str = "unit", **modifier: Any) -> dict[str, Any]:
    return {"type": kind, "target": target, "modifier": modifier}


def grant(name: str, target: str = "unit", **more: Any) -> dict[str, Any]:
    return node("ability-grant", target, grant_type=name, **more)


def run(
    effect: dict[str, Any], *dice: int, board: Scene | None = None, target: str = "A1", subject: str = "", **more: Any
) -> Play:
    """The effect of a stratagem that A used on A1, up to the first question."""
    given = {key: more.pop(key) for key in ("duration", "reach") if key in more}
    one = made_up("S", effect=effect, **given)
    s = at(own=[one], board=board, **more).s
    use = Use(by=0, stratagem="s", targets=(target,), moment="start of the Movement phase", subject=subject)
    game = Game(BOOK, s, [RunEffect(use=use, nodes=(effect,))], Scripted(dice, after=s.rolled))
    game.run()
    return Play(game)


def engaged(**more: Any) -> Scene:
    board = Scene().unit("A1", "Trooper", row(10.0, 30.0, 5), **more).unit("A2", "Trooper", row(30.0, 40.0, 5))
    return board.unit("B1", "Trooper", row(10.0, 28.0, 5)).unit("B2", "Trooper", row(40.0, 10.0, 5))


def then(play: Play, frame: Any, *dice: int) -> Play:
    game = Game(BOOK, play.s, [frame], Scripted(dice, after=play.s.rolled))
    game.run()
    return Play(game)


# --- every published effect


def every_published() -> list[Stratagem]:
    found = {row["id"]: stratagem_of_row(row) for row in every_row()}
    return [one for one in found.values() if one.effect is not None]


def test_15_01_p_every_published_effect_runs_to_its_end_and_can_be_saved_at_every_question() -> None:
    for one in every_published():
        board = scene().unit("A4", "Carrier", [(20.0, 20.0)], carries=10)
        board.unit("A5", "Trooper", count=5, where="embarked", transport="A4").unit("A6", "Trooper", count=5)
        s = board.start().s
        s.roster = replace(s.roster, stratagems=((one,), ()))
        s.phase = one.phases[0]
        target = "A6" if one.target.where[0] is Where.RESERVES else "A1"
        use = Use(by=0, stratagem=one.id, targets=(target,), moment=next(iter(one.moments), ""), subject="B1")
        game, random = Game(BOOK, s, [RunEffect(use=use, nodes=(one.effect,))], Seeded(one.id)), Random(1)
        game.run()
        while game.decision is not None:
            assert Game.load(BOOK, game.save()).digest() == game.digest(), one.id
            by_hand = isinstance(game.stack[-1], SettleByHand)
            game.answer(NOTHING_MORE if by_hand else game.propose(random))


def test_15_01_u_every_node_is_carried_out_or_named_to_the_players() -> None:
    for one in every_published():
        reason = reason_by_hand(one.effect)
        assert described(one.effect)
        if reason:
            play = run(one.effect, phase=one.phases[0])
            assert play.where() == "40K 15.01/u", one.id
            assert described(one.effect) in str(play.game.decision.prompt), one.id  # type: ignore[union-attr]


def test_15_01_b_every_row_of_the_data_set_is_offered_and_counted() -> None:
    found = report()
    assert (found.total, found.offered) == (2213, 2213)
    assert found.executed + found.partly + found.by_hand == found.total
    assert all(
        one.seen == one.executed + one.by_hand == one.executed + sum(one.reasons.values()) for one in found.nodes
    )


def test_15_01_b_twin_one_whose_moment_never_comes_in_its_phases_is_not_offered() -> None:
    assert not is_offered(made_up("S", moments=("start of the Fight phase",)))


def test_15_01_o_the_detachments_stratagems_come_with_price_phase_turn_and_moment() -> None:
    known = {one.id: one for one in stratagems_for(["gladius-task-force"])}
    one = known["squad-tactics-gladius-task-force"]
    assert (one.cp, one.phases, one.turn, one.trigger.within) == (1, (Phase.MOVEMENT,), "opponent-turn", 8.0)
    assert one.moments == ("just after a unit ends a move",)


def test_15_01_o_twin_of_no_detachment_there_are_none() -> None:
    assert stratagems_for(["no-such-detachment"]) == ()


# --- stats, rolls


def test_15_01_s_m_is_modified_for_as_long_as_it_lasts() -> None:
    play = run(node("stat-modifier", stat="M", operation="add", value=2))
    unit, other = play.s.units["A1"], play.s.units["A2"]
    assert maximum_distance(play.s, unit, unit.models[0], Move(NORMAL)) == 8.0
    assert maximum_distance(play.s, other, other.models[0], Move(NORMAL)) == 6.0


@pytest.mark.parametrize(("how", "value", "gives"), [("subtract", 2, 4.0), ("set", 2, 2.0), ("subtract", 9, 1.0)])
def test_02_02_01_m_is_lowered_set_and_never_below_1(how: str, value: int, gives: float) -> None:
    play = run(node("stat-modifier", stat="M", operation=how, value=value))
    unit = play.s.units["A1"]
    assert maximum_distance(play.s, unit, unit.models[0], Move(NORMAL)) == gives


@pytest.mark.parametrize(("how", "passes"), [("improve", True), ("worsen", False)])
def test_02_02_01_leadership_is_improved_downward(how: str, passes: bool) -> None:
    play = run(node("stat-modifier", stat="Ld", operation=how, value=1))
    play = then(play, BattleShockRoll(unit="A1", under="40K 01.07"), 3, 3 if passes else 4)
    assert play.s.units["A1"].shocked is not passes


def test_15_01_s_a_battle_shock_roll_is_modified() -> None:
    play = run(node("roll-modifier", roll="battle-shock", operation="subtract", value=1))
    assert then(play, BattleShockRoll(unit="A1", under="40K 01.07"), 3, 4).s.units["A1"].shocked


def test_15_01_s_twin_without_it_the_roll_passes() -> None:
    play = run(node("roll-modifier", target="target", roll="battle-shock", operation="subtract", value=1)).answer("B1")
    assert not then(play, BattleShockRoll(unit="A1", under="40K 01.07"), 3, 4).s.units["A1"].shocked


def test_15_01_s_battle_shock_is_set_tested_and_removed() -> None:
    assert run({"type": "set-battle-shock", "target": "unit"}).s.units["A1"].shocked
    play = run(node("battle-shock-test", "target"), 1, 2).answer("B1")
    assert play.s.units["B1"].shocked
    board = Scene().unit("A1", "Trooper", row(10.0, 30.0, 2), shocked=True).unit("B1", "Trooper", row(10.0, 5.0, 2))
    assert not run(grant("remove-battle-shock"), board=board).s.units["A1"].shocked


def test_15_01_s_all_enemies_within_the_aura_are_tested_and_no_others() -> None:
    board = Scene().unit("A1", "Trooper", row(10.0, 30.0, 2)).unit("B1", "Trooper", row(10.0, 25.0, 2))
    board.unit("B2", "Trooper", row(40.0, 5.0, 2))
    play = run(grant("battle-shock-test", "enemy-within-aura"), 1, 1, board=board, reach=6.0)
    assert (play.s.units["B1"].shocked, play.s.units["B2"].shocked, play.s.rolled) == (True, False, 2)


# --- movement


def test_15_01_y_a_move_of_a_rolled_length() -> None:
    play = run(node("movement-modifier", move_type="normal", distance="D6"), 3)
    play.refused(play.shift("A1", 0.0, 3.1), "40K 09.05/d")
    play.answer(play.shift("A1", 0.0, 3.0))
    assert play.pose("A1.1").y == 33.0


def test_15_01_y_twin_an_engaged_unit_makes_none() -> None:
    play = run(node("movement-modifier", move_type="reactive", distance=6), board=engaged())
    assert play.game.is_over
    assert not play.s.effects


def test_15_01_y_a_fall_back_of_up_to_six_inches() -> None:
    play = run(node("movement-modifier", move_type="reactive", distance=6, applies_to_moves=["fall-back"]),
               board=engaged())  # fmt: skip
    play.answer("ordered retreat")
    play.refused(play.shift("A1", 0.0, 6.5), "40K 09.07/k")
    play.answer(play.shift("A1", 0.0, 5.0))
    assert play.pose("A1.1").y == 35.0


SQUAD_TACTICS = {
    "type": "sequence",
    "steps": [
        node("movement-modifier", move_type="reactive", distance="D6"),
        {
            "type": "conditional",
            "condition": {"type": "unit-has-keyword", "parameters": {"keyword": "Infantry"}},
            "effect": node("movement-modifier", move_type="reactive", distance=6, replaces_default=True),
        },
    ],
}


def test_15_01_p_a_step_that_replaces_another_does_so_where_its_condition_holds() -> None:
    play = run(SQUAD_TACTICS)
    assert (play.s.rolled, play.where()) == (0, "40K 03.01/a")
    play.answer(play.shift("A1", 0.0, 6.0))
    assert play.game.is_over


def test_15_01_p_twin_where_it_does_not_the_other_is_carried_out() -> None:
    play = run(SQUAD_TACTICS, 2, target="A3")
    assert play.s.rolled == 1
    play.refused(play.shift("A3", 0.0, 2.5), "40K 09.05/d")


def test_21_02_a_surge_may_end_engaged_with_the_closest_enemy_and_ends_all_moving() -> None:
    board = Scene().unit("A1", "Trooper", row(10.0, 30.0, 2)).unit("B1", "Trooper", row(10.0, 25.0, 2))
    play = run(node("movement-modifier", move_type="surge", distance="D6"), 3, board=board)
    play.answer(play.shift("A1", 0.0, -3.0))
    assert play.pose("A1.1").y == 27.0
    assert [e.until for e in play.s.effects if e.kind == "cannot move"] == ["phase end"]


def test_21_02_twin_not_with_another_enemy_and_not_farther() -> None:
    board = Scene().unit("A1", "Trooper", row(10.0, 30.0, 2)).unit("B1", "Trooper", row(10.0, 26.0, 2))
    board.unit("B2", "Trooper", row(16.0, 26.0, 2))
    play = run(node("movement-modifier", move_type="surge", distance="D6"), 4, board=board)
    play.refused(play.shift("A1", 2.5, -2.0), "40K 21.02", "of Trooper B2")
    play.refused(play.shift("A1", 0.0, 4.5), "40K 21.02")


def test_15_01_s_a_unit_goes_into_strategic_reserves() -> None:
    play = run(node("movement-modifier", move_type="redeploy", to_reserves=True))
    assert play.s.units["A1"].where is Where.RESERVES


def test_15_01_s_six_inches_are_added_instead_of_an_advance_roll() -> None:
    play = then(run(grant("advance-6-instead-of-roll")), AdvanceMove(unit="A1"))
    play.answer(play.shift("A1", 0.0, 12.0))
    assert play.s.rolled == 0


def test_15_01_s_through_models_but_titanic_ones() -> None:
    through = node("movement-modifier", applies_to_moves=["normal", "advance"], passthrough=["non-titanic-models"])
    board = Scene().unit("A1", "Trooper", [(10.0, 30.0)]).unit("B1", "Tank", [(10.0, 26.0)])
    play = then(run(through, board=board), NormalMove(unit="A1"))
    assert play.game.why([["A1.1", [[10.0, 20.5]]]])[0].rule == "40K 09.05/d"
    assert not [r for r in play.game.why([["A1.1", [[10.0, 20.5]]]]) if r.rule == "40K 03.01"]


def test_15_01_s_twin_without_it_the_model_is_in_the_way() -> None:
    board = Scene().unit("A1", "Trooper", [(10.0, 30.0)]).unit("B1", "Tank", [(10.0, 26.0)])
    play = then(at(board=board), NormalMove(unit="A1"))
    assert [r for r in play.game.why([["A1.1", [[10.0, 20.5]]]]) if r.rule == "40K 03.01"]


def test_15_01_s_ordered_retreat_is_barred_and_tests_are_forced_or_passed() -> None:
    barred = node("rule-state", "all-enemy", rule="ordered-retreat", direction="suppressed", rule_kind="core-rule")
    play = run(barred, board=engaged())
    assert fall_back_modes(play.s, play.s.units["B1"]) == ("desperate escape",)
    assert fall_back_modes(play.s, play.s.units["A1"]) == ("ordered retreat", "desperate escape")
    passed = run(node("auto-result", test="desperate-escape", result="pass"), board=engaged())
    play = then(passed, FallBackMove(unit="A1")).answer("desperate escape")
    assert play.where() == "40K 03.01/a"


# --- what a unit may do


@pytest.mark.parametrize(
    ("effect", "act", "cause"),
    [
        (grant("shoot-after-fall-back"), "shoot", FELL_BACK),
        (grant("charge-after-advance"), "declare a charge", ADVANCED),
        (
            grant("act-after-move", acts=["shoot", "charge"], moves=["advance", "fall-back"]),
            "declare a charge",
            ADVANCED,
        ),
        (node("fallback-and-act"), "shoot", FELL_BACK),
        (node("ability-grant", ability_id="charge-after-fallback"), "declare a charge", FELL_BACK),
    ],
)
def test_15_01_s_a_unit_may_act_although_it_moved(effect: dict[str, Any], act: str, cause: str) -> None:
    bar = Effect(f"not eligible to {act}", "40K 09.07/i", "A1", "turn end", value=cause)
    play = run(effect, effects=[bar], duration="turn")
    assert not list(eligibility_refusals(play.s, "A1", act))


def test_15_01_s_twin_another_cause_still_bars_it() -> None:
    bar = Effect("not eligible to shoot", "40K 09.07/i", "A1", "turn end", value=FELL_BACK)
    play = run(grant("charge-after-advance"), effects=[bar])
    assert [r.rule for r in eligibility_refusals(play.s, "A1", "shoot")] == ["40K 09.07/i"]


def test_15_01_s_a_charge_is_forbidden_and_a_keyword_given() -> None:
    play = run(node("rule-state", rule="charge", direction="suppressed", rule_kind="core-rule"))
    assert [r.rule for r in eligibility_refusals(play.s, "A1", "declare a charge")] == ["40K 15.01"]
    play = run(node("unit-keyword-grant", keyword="CHARACTER"))
    assert has_keyword(play.s, play.s.units["A1"], "CHARACTER")
    assert not has_keyword(play.s, play.s.units["A2"], "CHARACTER")


# --- wounds, objectives, CP


@pytest.mark.parametrize(
    ("given", "dice", "left"),
    [
        ({"count": 2}, (), 3),
        ({"count": "D3"}, (6,), 2),
        ({"count": "6D6", "per_roll": "4+"}, (4, 1, 1, 5, 1, 1), 3),
        ({"dice": "D6", "table": {"1": 1, "2-4": "D3", "5-6": "2D3"}}, (3, 5), 2),
    ],
)
def test_15_01_r_mortal_wounds_are_rolled_for(given: dict[str, Any], dice: tuple[int, ...], left: int) -> None:
    play = run(node("mortal-wounds", "target", **given), *dice, subject="B1")
    while play.game.decision is not None:
        play.answer(play.options()[0])
    assert len(play.s.units["B1"].models) == left


def test_02_02_04_a_damaged_model_regains_wounds_and_no_more_than_it_lost() -> None:
    board = Scene().unit("A1", "Tank", [(10.0, 30.0)], wounds=9).unit("B1", "Trooper", row(10.0, 5.0, 2))
    assert run(grant("heal-wounds", amount=3), board=board).s.units["A1"].models[0].wounds == 11


def test_02_02_04_twin_an_unhurt_unit_regains_nothing() -> None:
    assert [m.wounds for m in run(grant("heal-wounds", amount=3)).s.units["A1"].models] == [1] * 5


def test_14_03_an_objective_in_range_is_secured_and_stays_so_until_the_opponent_has_more() -> None:
    layout = battlefield("bm-take-vs-take-01", "")
    spot = layout.objectives[0]
    board = Scene(layout="bm-take-vs-take-01").unit("A1", "Trooper", [(spot.x, spot.y)])
    board.unit("B1", "Trooper", [(1.0, 1.0)])
    play = run(node("objective-control-modifier", sticky=True), board=board)
    assert is_in_range(play.s, placed(play.s, play.s.units["A1"].models[0]), spot.id)
    assert [(e.kind, e.value) for e in play.s.effects if e.subject == spot.id] == [(SECURED, 0)]
    assert (level_of_control(play.s, 0, spot.id), controller(play.s, spot.id)) == (1, 0)


def test_14_03_twin_out_of_range_nothing_is_secured() -> None:
    board = Scene(layout="bm-take-vs-take-01").unit("A1", "Trooper", [(1.0, 30.0)]).unit("B1", "Trooper", [(1.0, 1.0)])
    play = run(node("objective-control-modifier", sticky=True), board=board)
    assert play.s.effects == ()


# --- conditions and choices


def test_15_01_q_a_choice_is_the_players() -> None:
    faster, calm = node("stat-modifier", stat="M", operation="add", value=1), grant("mobile")
    play = run({"type": "choice", "options": [faster, calm]})
    assert play.options() == (0, 1)
    play.answer(1)
    assert kinds(play.s, "A1") == [("keyword", "MOBILE")]


def test_15_01_q_what_no_rule_can_tell_is_asked() -> None:
    faster = node("stat-modifier", stat="M", operation="add", value=1)
    unknown = {"type": "conditional", "condition": {"type": "was-hit-by-attack", "parameters": {}}, "effect": faster}
    play = run(unknown)
    assert "was-hit-by-attack" in str(play.game.decision.prompt)  # type: ignore[union-attr]
    assert kinds(play.answer(True).s, "A1") == [("M", 1)]
    assert kinds(run(unknown).answer(False).s, "A1") == []


def test_15_01_q_twin_what_a_rule_can_tell_is_not() -> None:
    faster = node("stat-modifier", stat="M", operation="add", value=1)
    known = {"type": "conditional", "condition": {"type": "player-turn-is", "parameters": {"turn": "opponent"}},
             "effect": faster}  # fmt: skip
    assert kinds(run(known).s, "A1") == []
    assert kinds(run(known, active=1).s, "A1") == [("M", 1)]


def test_15_01_u_what_attacks_would_do_is_named_and_kept_as_a_reminder() -> None:
    lance = node("keyword-grant", keywords=["Lance"], weapon_type="melee")
    both = {"type": "sequence", "steps": [lance, node("stat-modifier", stat="M", operation="add", value=1)]}
    play = run(both)
    assert "keyword-grant (Lance, melee)" in str(play.game.decision.prompt)  # type: ignore[union-attr]
    assert kinds(play.s, "A1") == [(REMINDER, "keyword-grant (Lance, melee)"), ("M", 1)]
    (unit,) = [one for one in BOOK.view(play.game, None)["units"] if one["id"] == "A1"]
    assert unit["reminders"] == ["keyword-grant (Lance, melee)"]


def test_15_01_u_twin_what_is_not_understood_is_named_too_never_left_out() -> None:
    play = run(node("no-such-node", thing=3))
    assert "no-such-node (thing 3)" in str(play.game.decision.prompt)  # type: ignore[union-attr]


def test_18_04_i_passengers_get_out_by_a_stratagem_one_after_another() -> None:
    board = Scene().unit("A1", "Carrier", [(20.0, 30.0)], carries=10)
    board.unit("A2", "Trooper", count=2, where="embarked", transport="A1").unit("B1", "Trooper", row(40.0, 5.0, 2))
    play = run(node("disembark"), board=board)
    assert play.options() == ("", "A2")
    play.answer("A2", [["A2.1", [20.0, 33.0]], ["A2.2", [21.5, 33.0]]])
    assert play.s.units["A2"].where is Where.TABLE


def test_18_04_h_twin_from_an_empty_transport_nobody_does() -> None:
    board = Scene().unit("A1", "Carrier", [(20.0, 30.0)], carries=10).unit("B1", "Trooper", row(40.0, 5.0, 2))
    assert run(node("disembark"), board=board).game.is_over
