"""15.02 to 15.12: the core stratagems; what their phases do not yet do is settled by hand."""

from __future__ import annotations

from typing import Any

import pytest

from books.wh40k.scene import PROFILES, Play, Scene, profile, row
from books.wh40k.uses import at, made_up, offered, use
from referee.books.wh40k import BOOK
from referee.books.wh40k.core_stratagems import COMMAND_REROLL, REROLLED_KINDS
from referee.books.wh40k.dice import BattleRoll, HazardRolls
from referee.books.wh40k.moments import (
    BEFORE_BATTLE_SHOCK,
    END_OF_CHARGE,
    END_OF_COMMAND,
    END_OF_MOVEMENT,
    SELECTED_TO_FIGHT,
    START_OF_SHOOTING,
    UNIT_ENDED_CHARGE,
    UNIT_FOUGHT,
)
from referee.books.wh40k.sequence import BattleShockStep
from referee.books.wh40k.state import Phase
from referee.books.wh40k.stratagems import why_not
from referee.books.wh40k.using import USE
from referee.kernel import PASS, Effect, Game, Scripted


def run(play: Play, frame: Any, *dice: int) -> Play:
    game = Game(BOOK, play.s, [frame], Scripted(dice, after=play.s.rolled))
    game.run()
    return Play(game)


def profiled(*keywords: str, count: int = 2, **more: Any) -> Scene:
    """A1 whose models have these keywords beside INFANTRY, and an enemy far away."""
    kind = " ".join(keywords or ("INFANTRY",))
    PROFILES[kind] = profile(kind, *kind.split())
    return Scene().unit("A1", kind, row(10.0, 30.0, count), **more).unit("B1", "Trooper", row(10.0, 10.0, 3))


def reasons(play: Play, seat: int, name: str, unit: str, moment: str, subject: str = "") -> list[str]:
    return [refusal.rule for refusal in why_not(play.s, seat, name, unit, moment, subject)]


# --- 15.02


def test_15_02_one_of_several_dice_is_rolled_again() -> None:
    board = profiled(count=3)
    play = run(at(board=board), HazardRolls(unit="A1", count=3, under="40K 06.03"), 1, 5, 5, 6)
    play.answer(USE + COMMAND_REROLL, "A1", 0)
    assert (play.s.cp, len(play.s.units["A1"].models)) == ((2, 3), 3)


def test_15_02_a_one_die_alone_needs_no_choice() -> None:
    play = run(at(board=profiled(count=1)), HazardRolls(unit="A1", count=1, under="40K 06.03"), 1, 6)
    play.answer(USE + COMMAND_REROLL, "A1")
    assert play.game.is_over


def test_15_02_b_twin_cited_b12_a_die_is_rolled_again_once_only() -> None:
    play = run(at(board=profiled(count=1)), HazardRolls(unit="A1", count=1, under="40K 06.03"), 1, 2)
    play.answer(USE + COMMAND_REROLL, "A1")
    assert (play.game.is_over, play.s.cp) == (True, (2, 3))


def test_01_05_02_cited_b12_after_a_free_reroll_the_stratagem_is_not_offered_and_no_cp_are_spent() -> None:
    free = Effect("may re-roll", "X", "A1", "phase end", value="advance roll", source="Banner")
    play = at(board=profiled(), effects=[free])
    play = run(play, BattleRoll(under="40K 09.06/b", purpose="advance roll", by=0, subject="A1"), 1, 2)
    assert play.options()[:2] == ("re-roll by Banner", USE + COMMAND_REROLL)
    play.answer("re-roll by Banner")
    assert (play.game.is_over, play.s.cp) == (True, (3, 3))


def test_01_05_02_twin_a_rule_for_another_roll_gives_none() -> None:
    free = Effect("may re-roll", "X", "A1", "phase end", value="charge roll", source="Banner")
    play = at(board=profiled(), effects=[free])
    play = run(play, BattleRoll(under="40K 09.06/b", purpose="advance roll", by=0, subject="A1"), 1)
    assert play.options()[0] == USE + COMMAND_REROLL


def test_15_02_twin_a_battle_shock_roll_is_not_named() -> None:
    play = run(at(board=profiled()), BattleRoll(under="40K 01.06", purpose="battle-shock roll", by=0, subject="A1"), 1)
    assert play.game.is_over
    assert "battle-shock roll" not in REROLLED_KINDS


def test_15_02_twin_the_opponents_roll_is_not_ones_own() -> None:
    play = run(at(board=profiled(), cp=(0, 3)), HazardRolls(unit="A1", count=2, under="40K 06.03"), 5, 5)
    assert play.game.is_over


# --- 15.03 to 15.06, in phases played by hand


def test_15_03_a_character_selected_to_fight_may_be_challenged_with() -> None:
    play = at(SELECTED_TO_FIGHT, "A1", phase=Phase.FIGHT, board=profiled("INFANTRY", "CHARACTER"))
    use(play, "epic-challenge", "A1")
    assert ("melee weapons gain", "PRECISION") in [(e.kind, e.value) for e in play.s.effects]


def test_15_03_twin_without_a_character_it_may_not() -> None:
    play = at(SELECTED_TO_FIGHT, "A1", phase=Phase.FIGHT, board=profiled("INFANTRY"))
    assert reasons(play, 0, "epic-challenge", "A1", SELECTED_TO_FIGHT, "A1") == ["40K 15.01/d"]


def weak(**more: Any) -> Scene:
    return profiled(count=1, strength=5, **more)


def test_15_04_just_before_a_battle_shock_roll_it_is_made_to_succeed() -> None:
    play = run(at(board=weak(), phase=Phase.COMMAND), BattleShockStep(units=("A1",)), 1, 1)
    assert offered(play) == ["insane-bravery"]
    play.answer(USE + "insane-bravery", "A1")
    assert (play.s.units["A1"].shocked, play.s.rolled, play.s.cp) == (False, 0, (2, 3))


def test_15_04_twin_without_it_the_roll_is_made_and_failed() -> None:
    play = run(at(board=weak(), phase=Phase.COMMAND), BattleShockStep(units=("A1",)), 1, 1).answer(PASS)
    assert play.s.units["A1"].shocked


def test_15_04_twin_cited_106_a_shocked_unit_cannot_be_targeted_by_its_player() -> None:
    play = run(at(board=weak(shocked=True), phase=Phase.COMMAND), BattleShockStep(units=("A1",)), 6, 6)
    assert play.game.is_over
    play = at(board=weak(shocked=True), phase=Phase.COMMAND)
    assert "40K 01.07" in reasons(play, 0, "insane-bravery", "A1", BEFORE_BATTLE_SHOCK, "A1")


def test_15_04_twin_once_in_a_battle() -> None:
    play = run(at(board=weak(), phase=Phase.COMMAND), BattleShockStep(units=("A1",)), 1, 1)
    play.answer(USE + "insane-bravery", "A1")
    play.s.limits = {key: used for key, used in play.s.limits.items() if used.until == "battle end"}
    assert reasons(play, 0, "insane-bravery", "A1", BEFORE_BATTLE_SHOCK, "A1") == ["40K 15.01/f"]


@pytest.mark.parametrize("keyword", ["EXPLOSIVES", "GRENADES"])
def test_15_05_a_unit_with_explosives_is_a_target_and_the_rest_is_by_hand(keyword: str) -> None:
    play = at(START_OF_SHOOTING, phase=Phase.SHOOTING, board=profiled("INFANTRY", keyword))
    play.answer(USE + "explosives", "A1")
    assert play.where() == "40K 15.05"
    assert play.s.cp == (2, 3)


@pytest.mark.parametrize(
    ("keywords", "effects"),
    [
        (("INFANTRY",), []),
        (("GRENADES",), [Effect("has moved", "40K 09.06", "A1", "turn end", value="movement/advance")]),
        (("GRENADES",), [Effect("not eligible to shoot", "40K 09.07/i", "A1", "turn end", value="it fell back")]),
    ],
)
def test_15_05_twin_without_them_or_after_an_advance_or_fall_back_it_is_none(
    keywords: tuple[str, ...], effects: list[Effect]
) -> None:
    play = at(START_OF_SHOOTING, phase=Phase.SHOOTING, board=profiled(*keywords), effects=effects)
    assert len(reasons(play, 0, "explosives", "A1", START_OF_SHOOTING)) == 1


def test_15_05_twin_an_engaged_unit_is_none() -> None:
    board = profiled("INFANTRY", "GRENADES").unit("B2", "Trooper", row(10.0, 28.0, 2))
    play = at(START_OF_SHOOTING, phase=Phase.SHOOTING, board=board)
    assert reasons(play, 0, "explosives", "A1", START_OF_SHOOTING) == ["40K 15.01/d"]


def test_15_06_a_vehicle_that_ended_a_charge_move_is_a_target() -> None:
    board = Scene().unit("A1", "Tank", [(10.0, 30.0)]).unit("B1", "Trooper", row(10.0, 27.0, 2))
    play = at(UNIT_ENDED_CHARGE, "A1", phase=Phase.CHARGE, board=board)
    play.answer(USE + "crushing-impact", "A1")
    assert (play.where(), play.s.cp) == ("40K 15.06", (2, 3))


def test_15_06_twin_infantry_is_none() -> None:
    play = at(UNIT_ENDED_CHARGE, "A1", phase=Phase.CHARGE, board=profiled())
    assert reasons(play, 0, "crushing-impact", "A1", UNIT_ENDED_CHARGE, "A1") == ["40K 15.01/d"]


# --- 15.07, 15.08: the end of the opponent's Movement phase


def reserves(kind: str = "Trooper") -> Scene:
    board = Scene().unit("A1", kind, count=2).unit("A2", "Trooper", row(30.0, 40.0, 3))
    return board.unit("B1", "Trooper", row(10.0, 10.0, 3))


def test_15_07_a_reserve_unit_arrives_at_the_end_of_the_opponents_movement_phase() -> None:
    play = at(END_OF_MOVEMENT, active=1, board=reserves()).answer(USE + "rapid-ingress", "A1")
    assert (play.where(), play.s.cp) == ("40K 03.02/a", (2, 3))
    play.answer([["A1.1", [2.0, 40.0]], ["A1.2", [3.5, 40.0]]])
    assert play.s.units["A1"].where == "table"


def test_15_07_twin_not_in_the_first_round_nor_ones_own_turn_nor_an_aircraft_nor_a_unit_on_the_table() -> None:
    first = at(END_OF_MOVEMENT, active=1, board=reserves(), round=1)
    assert reasons(first, 0, "rapid-ingress", "A1", END_OF_MOVEMENT) == ["40K 15.01/f"]
    own = at(END_OF_MOVEMENT, active=0, board=reserves())
    assert reasons(own, 0, "rapid-ingress", "A1", END_OF_MOVEMENT) == ["40K 15.01/c"]
    flyer = at(END_OF_MOVEMENT, active=1, board=reserves("Flyer"))
    assert reasons(flyer, 0, "rapid-ingress", "A1", END_OF_MOVEMENT) == ["40K 15.01/d"]
    assert reasons(flyer, 0, "rapid-ingress", "A2", END_OF_MOVEMENT) == ["40K 15.01/d"]


def test_15_08_an_unengaged_unit_fires_overwatch() -> None:
    play = at(END_OF_MOVEMENT, active=1, board=profiled()).answer(USE + "fire-overwatch", "A1")
    assert (play.where(), play.s.cp) == ("40K 15.08", (2, 3))


def test_15_08_twin_an_engaged_or_a_titanic_one_does_not() -> None:
    board = profiled().unit("B2", "Trooper", row(10.0, 28.0, 2))
    play = at(END_OF_MOVEMENT, active=1, board=board)
    assert reasons(play, 0, "fire-overwatch", "A1", END_OF_MOVEMENT) == ["40K 15.01/d"]
    play = at(END_OF_MOVEMENT, active=1, board=profiled("VEHICLE", "TITANIC"))
    assert reasons(play, 0, "fire-overwatch", "A1", END_OF_MOVEMENT) == ["40K 15.01/d"]


def test_15_08_cited_100_overwatch_and_rapid_ingress_with_two_units_are_both_legal() -> None:
    play = use(at(END_OF_MOVEMENT, active=1, board=reserves()), "fire-overwatch", "A2")
    assert not reasons(play, 0, "rapid-ingress", "A1", END_OF_MOVEMENT)


# --- 15.10 to 15.12


def test_15_10_a_unit_with_smoke_gets_cover() -> None:
    play = use(at(START_OF_SHOOTING, active=1, phase=Phase.SHOOTING, board=profiled("SMOKE")), "smokescreen", "A1")
    assert "benefit of cover" in [e.kind for e in play.s.effects if e.subject == "A1"]


def test_15_10_twin_one_without_does_not_nor_in_ones_own_turn() -> None:
    play = at(START_OF_SHOOTING, active=1, phase=Phase.SHOOTING, board=profiled("INFANTRY"))
    assert reasons(play, 0, "smokescreen", "A1", START_OF_SHOOTING) == ["40K 15.01/d"]
    play = at(START_OF_SHOOTING, active=0, phase=Phase.SHOOTING, board=profiled("SMOKE"))
    assert reasons(play, 0, "smokescreen", "A1", START_OF_SHOOTING) == ["40K 15.01/c"]


def near(gap: float, *keywords: str) -> Scene:
    board = profiled(*keywords, count=1)
    return board.unit("B2", "Trooper", [(10.0, 30.0 + gap + 32 / 25.4)])


def test_15_11_within_12_inches_of_an_enemy_a_unit_intervenes() -> None:
    play = at(END_OF_CHARGE, active=1, phase=Phase.CHARGE, board=near(12.0)).answer(USE + "heroic-intervention", "A1")
    play.answer("into the fray")
    assert (play.where(), play.s.cp) == ("40K 15.11", (1, 3))


@pytest.mark.parametrize("board", [near(12.1), near(1.0), near(5.0, "VEHICLE")])
def test_15_11_twin_farther_away_or_engaged_or_a_plain_vehicle_does_not(board: Scene) -> None:
    play = at(END_OF_CHARGE, active=1, phase=Phase.CHARGE, board=board)
    assert reasons(play, 0, "heroic-intervention", "A1", END_OF_CHARGE) == ["40K 15.01/d"]


def test_15_11_a_walker_or_character_vehicle_does() -> None:
    for word in ("WALKER", "CHARACTER"):
        play = at(END_OF_CHARGE, active=1, phase=Phase.CHARGE, board=near(5.0, "VEHICLE", word))
        assert not reasons(play, 0, "heroic-intervention", "A1", END_OF_CHARGE)


def fought(subject: str = "B2") -> Play:
    board = profiled(count=1).unit("B2", "Trooper", row(10.0, 28.0, 2)).unit("A2", "Trooper", row(40.0, 40.0, 2))
    return at(UNIT_FOUGHT, subject, active=1, phase=Phase.FIGHT, board=board)


def test_15_12_after_an_enemy_unit_fought_an_engaged_unit_fights_next() -> None:
    play = fought().answer(USE + "counter-offensive", "A1")
    assert (play.where(), play.s.cp) == ("40K 15.12", (1, 3))


def test_15_12_twin_not_a_unit_that_has_fought_nor_an_unengaged_one_nor_after_ones_own_unit() -> None:
    assert reasons(fought(), 0, "counter-offensive", "A2", UNIT_FOUGHT, "B2") == ["40K 15.01/d"]
    assert reasons(fought("A1"), 0, "counter-offensive", "A1", UNIT_FOUGHT, "A1") == ["40K 15.01/c"]
    play = fought()
    play.s.effects = (Effect("has fought", "40K 12", "A1", "phase end"),)
    assert reasons(play, 0, "counter-offensive", "A1", UNIT_FOUGHT, "B2") == ["40K 15.12"]


def test_15_new_orders_at_the_end_of_ones_command_phase_once_in_a_battle() -> None:
    play = use(at(END_OF_COMMAND, phase=Phase.COMMAND), "new-orders", ())
    assert play.s.cp == (2, 3)
    play.s.limits = {key: used for key, used in play.s.limits.items() if used.until == "battle end"}
    assert [r.rule for r in why_not(play.s, 0, "new-orders", "", END_OF_COMMAND)] == ["40K 15.01/f"]


def test_15_new_orders_twin_not_at_the_opponents() -> None:
    play = at(END_OF_COMMAND, phase=Phase.COMMAND, active=1)
    assert [r.rule for r in why_not(play.s, 0, "new-orders", "", END_OF_COMMAND)] == ["40K 15.01/c"]


def test_15_01_n_cited_98_a_unit_that_intervened_cannot_have_its_charge_roll_rolled_again() -> None:
    play = use(at(END_OF_CHARGE, active=1, phase=Phase.CHARGE, board=near(5.0)), "heroic-intervention", "A1", "without")
    assert reasons(play, 0, COMMAND_REROLL, "A1", "just after a roll", "A1") == ["40K 15.01/i"]


def test_15_01_n_twin_made_up_ones_are_not_core() -> None:
    assert reasons(at(own=[made_up("S")]), 1, "s", "B1", END_OF_MOVEMENT) == ["40K 15.01/n"]
