"""WM 3.5 Charges of independent models: who may charge whom, directions, stops, success, attacks."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from books.warmachine.scene import (
    GUN,
    R50,
    SPEAR,
    SWORD,
    TOUCH,
    asked,
    at,
    battle,
    begin,
    block,
    effect,
    figure,
    give,
    options,
    refused,
    rolls,
    table,
    way,
)
from referee.board import sweep_faults, within
from referee.books.warmachine.charge_lines import charge_line, legal_arcs, successful_arcs
from referee.books.warmachine.measuring import in_reach
from referee.books.warmachine.placing import crowd, gap, placed
from referee.books.warmachine.state import Battle, Contact, EndMove, Weapon
from referee.books.warmachine.travel import poses
from referee.kernel import Game

T = figure("T", 44, 44)
JACK: dict[str, Any] = {"kind": "warjack", "base": 50, "spd": 5, "focus": 1}


def charging(*figures: Any, target: str = "E", who: str = "S", **more: Any) -> Game:
    """A charge at the target has been declared; the way is asked for."""
    return begin(table(*figures, T, **more), who, "charge", target)


def ended(game: Game) -> tuple[float, bool]:
    """How far the last charge went, and whether it was a success."""
    now = battle(game).now or battle(game).past
    assert now is not None
    assert now.charge is not None
    return round(now.charge.moved, 4), now.charge.success


def test_3_5_a_a_charge_leads_into_melee_with_one_target() -> None:
    """S004-89"""
    game = charging(figure("S", 10, 10), figure("E", 16, 10, seat=1))
    give(game, way("S", (14.5, 10)))
    assert ended(game) == (4.5, True)
    assert in_reach(battle(game), "S", "E")


def test_3_5_b_a_melee_weapon_is_needed() -> None:
    """S004-90, WMR-18"""
    game = begin(table(figure("S", 10, 10, weapons=(GUN,)), figure("E", 16, 10, seat=1)), "S")
    refused(game, "charge", "WM 3.5/b")


def test_3_5_c_no_charge_with_the_combat_action_forfeited() -> None:
    """S004-91, WMR-19"""
    e = figure("E", 16, 10, seat=1)
    refused(
        begin(table(figure("S", 10, 10), e, effects=[effect("must forfeit action", "S")]), "S"), "charge", "WM 3.5/c"
    )
    game = begin(table(figure("S", 10, 10), e, effects=[effect("must forfeit movement", "S")]), "S")
    refused(game, "charge", "WM 1/b") if game.decision else None


def test_3_5_d_friends_cannot_be_charged() -> None:
    """S004-92"""
    game = begin(table(figure("S", 10, 10), figure("S2", 14, 12), figure("E", 16, 10, seat=1)), "S", "charge")
    assert options(game) == ("E",)
    refused(game, "S2", "WM 3.5/d")


def test_3_5_e_no_charge_while_engaged() -> None:
    """S004-93, S004-94, R29: judged when it is declared."""
    near, far = figure("E", 11.5, 10, seat=1), figure("F", 18, 10, seat=1)
    refused(begin(table(figure("S", 10, 10), near, far), "S"), "charge", "WM 3.5/e")
    down = figure("E", 11.5, 10, seat=1, knocked_down=True)
    assert "charge" in options(begin(table(figure("S", 10, 10), down, far), "S"))


def test_3_5_1_a_several_directions_lead_to_the_target() -> None:
    """S004-95: the picture with the Reaver and the Courser."""
    j, e = figure("J", 10, 10, **JACK), figure("E", 18, 10, seat=1, base=40)
    for degrees in (0.0, 12.0, -12.0):
        game = charging(j, e, who="J")
        line = charge_line(battle(game), "J", "E", degrees)
        assert line.arrives
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        give(game, way("J", (10 + c * line.entry, 10 + s * line.entry)))
        assert ended(game)[1]


def test_3_5_1_b_melee_range_is_a_band_round_the_base() -> None:
    """S004-96: a gap of 1.00 is in reach, 1.01 is not."""
    j, e = figure("J", 10, 10, **JACK), figure("E", 18, 10, seat=1, base=40)
    reach = 8 - R50 - 20 / 25.4 - 1
    refused(charging(j, e, who="J"), way("J", (10 + reach - 0.01, 10)), "WM 3.5.2/f")
    assert ended(give(charging(j, e, who="J"), way("J", (10 + reach, 10)))) == (round(reach, 4), True)


def test_3_5_2_a_the_target_is_named_first_and_stays() -> None:
    """S004-97, S004-98"""
    s = [figure("S", 10, 10), figure("E1", 16, 10, seat=1), figure("E2", 16, 11.5, seat=1)]
    game = begin(table(*s), "S", "charge")
    assert asked(game) == "WM 3.5.2/a"
    assert options(game) == ("E1", "E2")
    refused(game, ("E1", "E2"), "WM 3.5.2/a")
    give(game, "E1", way("S", (14.5, 10)))
    assert options(give(game, "melee attacks")) == (("sword", "E1"),)
    # in reach of another enemy only: failed
    s = [figure("S", 10, 10), figure("E1", 22, 10, seat=1), figure("E2", 19, 13.2, seat=1)]
    game = give(begin(table(*s, T), "S", "charge", "E1"), way("S", (19, 10)))
    assert ended(game) == (9.0, False)


def test_3_5_2_b_the_target_is_an_enemy_in_sight() -> None:
    """S004-99, S004-129: sight is enough at any distance."""
    wall = block("rock", "rock", 12, 0, 13, 20)
    far = figure("E", 10, 40, seat=1)
    game = begin(table(figure("S", 10, 10), figure("F", 15, 10, seat=1), far, features=[wall]), "S", "charge")
    assert options(game) == ("E",)
    refused(game, "F", "WM 3.5.2/b")
    refused(game, "rock", "WM 3.5.2/b")
    refused(
        begin(table(figure("S", 10, 10), figure("F", 15, 10, seat=1), features=[wall]), "S"), "charge", "WM 3.5.2/b"
    )


def test_3_5_2_c_up_to_current_spd_and_three() -> None:
    """S004-100"""
    far = figure("E", 30, 10, seat=1)
    refused(charging(figure("S", 10, 10), far), way("S", (19.2, 10)), "WM 3.5.2/c")
    assert ended(give(charging(figure("S", 10, 10), far), way("S", (19, 10)))) == (9.0, False)
    slowed = charging(figure("S", 10, 10), far, effects=[effect("speed", "S", -2)])
    refused(slowed, way("S", (17.2, 10)), "WM 3.5.2/c")


def test_3_5_2_d_in_one_straight_line() -> None:
    """S004-101"""
    game = charging(figure("J", 10, 10, **JACK), figure("E", 18, 10, seat=1, base=40), who="J")
    refused(game, way("J", (13, 10), (15.8, 11)), "WM 3.5.2/d")
    give(game, way("J", (15.5, 10)))


def test_3_5_2_e_any_direction_whose_line_reaches_the_target() -> None:
    """S004-102, S004-103, S004-104"""
    half = math.degrees(math.asin((TOUCH + 1) / 7))
    for degrees, legal in ((0, True), (18.1, True), (-18.1, True), (18.5, False), (90, False)):
        game = charging(figure("S", 10, 10), figure("E", 17, 10, seat=1))
        line = charge_line(battle(game), "S", "E", degrees)
        to = line.longest if line.arrives else 9.0
        answer = way("S", (10 + math.cos(math.radians(degrees)) * to, 10 + math.sin(math.radians(degrees)) * to))
        if legal:
            give(game, answer)
        else:
            refused(game, answer, "WM 3.5.2/e")
    assert half == pytest.approx(18.1548, abs=1e-3)
    # distance, terrain and models on the line play no part in the choice
    wall = block("rock", "rock", 12, 9.5, 13, 10.2)
    s = table(figure("S", 10, 10), figure("X", 14, 10.9), figure("E", 40, 10, seat=1), features=[wall])
    (arc,) = legal_arcs(s, "S", "E")
    assert arc.holds(0.0)
    assert successful_arcs(s, "S", "E") == ()


def test_3_5_2_e_a_target_in_reach_may_be_charged_in_any_direction_but_is_kept_in_reach() -> None:
    """S004-105, S004-108: reach-2 weapon, so that the enemy's own reach does not engage."""
    s = figure("S", 10, 10, weapons=(SPEAR,))
    e = figure("E", 12.5, 10, seat=1)
    game = charging(s, e)
    line = charge_line(battle(game), "S", "E", 180.0)
    assert line.entry == 0
    assert line.exit == pytest.approx(TOUCH + 2 - 2.5, abs=1e-3)
    refused(game, way("S", (10 - line.exit - 0.1, 10)), "WM 3.5.2/h")
    give(game, way("S", (10, 10.5)))
    assert ended(game) == (0.5, True)


def test_3_5_2_f_no_stop_before_the_target_is_in_reach() -> None:
    """S004-106: a hopeless charge goes the whole way."""
    game = charging(figure("S", 10, 10), figure("E", 17, 10, seat=1))
    refused(game, way("S", (14.5, 10)), "WM 3.5.2/f")
    refused(game, (), "WM 3.5.2/f")
    hopeless = charging(figure("S", 10, 10), figure("E", 30, 10, seat=1))
    refused(hopeless, way("S", (12, 10)), "WM 3.5.2/f")
    give(hopeless, way("S", (19, 10)))


@pytest.mark.parametrize("stop", [4.8189, 5.3, 5.8188])
def test_3_5_2_g_any_stop_once_it_is(stop: float) -> None:
    """S004-107"""
    game = charging(figure("S", 10, 10), figure("E", 17, 10, seat=1))
    give(game, way("S", (10 + stop, 10)))
    assert ended(game) == (stop, True)


def test_3_5_2_h_and_it_is_kept_in_reach() -> None:
    """S004-108, WMR-16: the move is capped at the exit, not failed by it."""
    game = charging(figure("S", 10, 10, spd=7), figure("E", 16, 11.9, seat=1))
    line = charge_line(battle(game), "S", "E", 0.0)
    assert line.exit < line.end == 10
    refused(game, way("S", (10 + line.exit + 0.1, 10)), "WM 3.5.2/h")
    give(game, way("S", (10 + line.exit, 10)))
    assert ended(game)[1]


def test_3_5_2_i_the_charger_stops_at_what_it_touches() -> None:
    """S004-109, S004-110, S004-111: target, friend, foe, a graze, obstacle, building."""
    j, e = figure("J", 10, 10, **JACK), figure("E", 18, 10, seat=1, base=40)
    contact = 8 - R50 - 20 / 25.4
    game = charging(j, e, who="J")
    refused(game, way("J", (16.5, 10)), "WM 3.5.2/i")
    give(game, way("J", (10 + contact, 10)))
    assert ended(game) == (round(contact, 4), True)
    e = figure("E", 17.5, 10, seat=1)
    for seat in (0, 1):
        game = charging(figure("S", 10, 10), figure("X", 13, 10 + TOUCH, seat=seat), e)
        refused(game, way("S", (15, 10)), "WM 3.5.2/i")
        give(game, way("S", (13, 10)))
        assert ended(game) == (3.0, False)
    game = charging(figure("S", 10, 10), figure("X", 13, 11.19), e)
    give(game, way("S", (15.5, 10)))
    assert ended(game) == (5.5, True)
    for kind in ("wall", "building"):
        thing = block(kind, kind, 13, 10.3, 14, 12)
        game = charging(figure("S", 10, 10), e, features=[thing])
        refused(game, way("S", (15.5, 10)), "WM 3.5.2/i")
        stop = charge_line(battle(game), "S", "E", 0.0).end
        give(game, way("S", (10 + stop, 10)))
        assert not ended(game)[1]


def test_3_5_2_i_what_is_touched_at_the_start_stops_no_move_away_from_it() -> None:
    """S004-110"""
    game = charging(figure("S", 10, 10), figure("X", 10, 10 + TOUCH), figure("E", 16, 10, seat=1))
    give(game, way("S", (14.5, 10)))
    assert ended(game)[1]


def test_3_5_2_i_pushed_on_the_way_it_stops() -> None:
    """S004-112, S004-115: inches of a push are no charge movement, and only the end counts."""
    thorn = figure("X", 13, 10 + TOUCH, seat=1, contact=Contact("Springs", push=2.0))
    game = charging(figure("S", 10, 10), thorn, figure("E", 15.5, 10, seat=1))
    give(game, way("S", (13, 10)))
    moved, success = ended(game)
    assert moved == 3.0
    assert not success
    assert at(game, "S")[1] == pytest.approx(8.0)


def test_3_5_2_j_passing_through_is_no_stop_but_a_touch() -> None:
    """S004-113, S004-114"""
    ghost = figure("S", 10, 10, advantages=("Incorporeal",))
    spiky = figure("X", 13, 10, seat=1, contact=Contact("Spikes", power=12))
    game = charging(ghost, spiky, figure("E", 17, 10.5, seat=1))
    refused(game, way("S", (13, 10)), "WM 3.5.2/f")
    game.answer(way("S", (15.2, 10)))
    assert asked(game) == "WM 3.5.2/j"
    give(game, (1, 1))
    assert ended(game)[1]
    game = charging(figure("S", 10, 10), figure("X", 13, 10, seat=1), figure("E", 17, 10.5, seat=1))
    refused(game, way("S", (15.2, 10)), "WM 3.5.2/i")


def test_3_5_2_j_a_base_needs_room_where_it_ends() -> None:
    """S004-113"""
    ghost = figure("S", 10, 10, advantages=("Incorporeal",), spd=1)
    game = charging(ghost, figure("X", 14, 10, seat=1), figure("E", 20, 10.5, seat=1))
    line = charge_line(battle(game), "S", "E", 0.0)
    assert line.end == pytest.approx(4 - TOUCH, abs=1e-3)
    refused(game, way("S", (14, 10)), "WM 2/e")


def test_3_5_2_k_success_is_reach_at_the_end() -> None:
    """S004-115: stopped by a wall, but in reach."""
    wall = block("wall", "wall", 16.3, 8, 16.8, 12)
    j, e = figure("J", 10, 10, **JACK), figure("E", 18, 10, seat=1, base=40)
    game = charging(j, e, who="J", features=[wall])
    give(game, way("J", (16.3 - R50, 10)))
    assert ended(game) == (round(6.3 - R50, 4), True)


def test_3_5_2_l_the_combat_action_is_melee() -> None:
    """S004-116"""
    s = figure("S", 10, 10, weapons=(SWORD, GUN), special_attacks=("Whirl",), special_actions=("Dig",))
    game = charging(s, figure("E", 16, 10, seat=1))
    give(game, way("S", (14.5, 10)))
    assert options(game) == ("melee attacks", "special attack: Whirl")
    for other in ("ranged attacks", "special action: Dig", "no attacks"):
        refused(game, other, "WM 3.5.2/l")
    jack = figure("J", 10, 10, **(JACK | {"focus": 2, "advantages": ("Headbutt",)}))
    game = charging(jack, figure("E", 16, 10, seat=1), who="J")
    give(game, way("J", (14, 10)))
    refused(game, "headbutt", "WM 9/c", "WM 3.5.2/l")


def two_weapons() -> tuple[Weapon, ...]:
    return (SWORD, Weapon("dagger", "melee", 1.0, 10))


def test_3_5_2_m_the_first_melee_attack_is_at_the_target() -> None:
    """S004-117: with a weapon that reaches it."""
    s = figure("S", 10, 10, weapons=two_weapons())
    game = charging(s, figure("E", 16, 10, seat=1), figure("F", 15, 11.6, seat=1))
    give(game, way("S", (14.5, 10)), "melee attacks")
    refused(game, ("sword", "F"), "WM 3.5.2/m")
    refused(game, "done", "WM 3.5.2/m")
    assert {target for _, target in options(game)} == {"E"}
    reach = (Weapon("spear", "melee", 2.0, 12), SWORD)
    game = charging(figure("S", 10, 10, weapons=reach), figure("E", 16, 10, seat=1))
    give(game, way("S", (16 - TOUCH - 1.5, 10)), "melee attacks")
    assert options(game) == (("spear", "E"),)


def test_3_5_2_n_from_three_inches_the_first_hit_is_boosted() -> None:
    """S004-118, S004-119, S004-120, WMR-14, WMR-15: exactly 3 is enough; only damage, only the first attack."""
    e = figure("E", 15, 10, seat=1, armour=18, health=20)
    for start, count in ((15 - TOUCH - 3.0, 3), (15 - TOUCH - 2.9, 2)):
        s = table(figure("S", start, 10, weapons=two_weapons()), e, T)
        game = begin(
            s, "S", "charge", "E", way("S", (15 - TOUCH, 10)), "melee attacks", dice=(6, 5, 2, 3, 4, 6, 5, 1, 1)
        )
        give(game, ("sword", "E"))
        assert rolls(game) == [("attack", 2), ("damage", count)]
        assert battle(game).models["E"].damage == (3 if count == 3 else 0)


def test_3_5_2_n_a_boosted_roll_is_not_boosted_again() -> None:
    """S004-119, S004-120: no question is asked, and the second attack is rolled as usual."""
    jack = figure("J", 10, 10, **(JACK | {"focus": 2, "weapons": two_weapons()}))
    game = charging(jack, figure("E", 16, 10, seat=1, health=30), who="J")
    give(game, way("J", (14, 10)), "melee attacks", ("sword", "E"))
    assert asked(game) == "WM 11/a"  # the attack roll may be boosted
    give(game, False, (6, 5))
    assert asked(game) == "WM 3.5.2/n"  # the damage is rolled at once, three dice
    assert game.decision.count == 3  # type: ignore[union-attr]
    give(game, (1, 1, 1), ("dagger", "E"), False, (6, 5))
    assert asked(game) == "WM 11/a"
    give(game, False)
    assert game.decision.count == 2  # type: ignore[union-attr]


def test_3_5_2_o_then_the_combat_action_goes_on_as_usual() -> None:
    """S004-121"""
    jack = figure("J", 10, 10, **(JACK | {"focus": 2, "weapons": two_weapons()}))
    s = table(jack, figure("E", 16, 10, seat=1, health=30), figure("F", 15, 12.2, seat=1), T)
    game = begin(s, "J", "charge", "E", way("J", (14, 10)), "melee attacks", ("sword", "E"), dice=())
    give(game, False, (1, 2))
    assert ("dagger", "F") in options(game)
    give(game, ("dagger", "F"), False, (1, 2))
    assert asked(game) == "WM 7.2/b"
    assert ("sword", "F") in options(game)


def test_3_5_2_p_under_three_inches_the_attack_is_bound_but_not_boosted() -> None:
    """S004-122: also after a charge of nothing."""
    s = table(figure("S", 10, 10, weapons=(SPEAR,)), figure("E", 12.5, 10, seat=1), T)
    game = begin(s, "S", "charge", "E", (), "melee attacks", dice=(6, 5, 1, 1))
    assert options(game) == (("spear", "E"),)
    give(game, ("spear", "E"))
    assert rolls(game) == [("attack", 2), ("damage", 2)]


def test_3_5_2_q_a_failed_charge_ends_the_activation() -> None:
    """S004-123, S004-124, S004-88"""
    s = figure("S", 10, 10, end_moves=(EndMove("Reposition", 3),), weapons=(SWORD, GUN))
    game = charging(s, figure("E", 30, 10, seat=1))
    give(game, way("S", (19, 10)))
    assert options(game) == ("T",)
    refused(game, "melee attacks", "WM 3.5.2/q")
    refused(game, "heal", "WM 3.4/d")


def test_3_4_1_a_a_successful_charger_keeps_its_movement_at_the_end() -> None:
    """S004-88"""
    s = figure("S", 10, 10, end_moves=(EndMove("Reposition", 3),))
    game = charging(s, figure("E", 16, 10, seat=1))
    give(game, way("S", (14.5, 10)), "melee attacks", ("sword", "E"), (1, 2))
    assert asked(game) == "WM 5/b"


def test_3_5_2_r_warjacks_spend_focus_and_warbeasts_are_forced() -> None:
    """S004-125, S004-126: other refusals come first and cost nothing."""
    e = figure("E", 16, 10, seat=1)
    game = charging(figure("J", 10, 10, **JACK), e, who="J")
    assert battle(game).models["J"].focus == 0
    broke = begin(table(figure("J", 10, 10, **(JACK | {"focus": 0})), e), "J")
    refused(broke, "charge", "WM 3.5.2/r")
    engaged = begin(table(figure("J", 10, 10, **JACK), figure("E", 12, 10, seat=1)), "J")
    assert engaged.why("charge")[0].rule == "WM 3.5/e"
    assert battle(engaged).models["J"].focus == 1
    lock = figure("L", 10, 14, kind="warlock", ctrl=12.0, arc=6)
    beast = figure("B", 10, 10, kind="warbeast", base=50, spd=5, controller="L", most_fury=4, fury=3)
    game = begin(table(beast, lock, e), "B", "charge", "E")
    assert battle(game).models["B"].fury == 4


def test_3_5_2_s_a_target_that_cannot_be_attacked() -> None:
    """S004-127, S004-128, WMR-17: the first attack may go elsewhere, and is not boosted."""
    s = table(figure("S", 10, 10), figure("E", 16, 10, seat=1), figure("F", 15, 11.6, seat=1, health=20), T)
    game = begin(s, "S", "charge", "E", way("S", (14.5, 10)), dice=(6, 5, 1, 1))
    del battle(game).models["E"]
    give(game, "melee attacks", ("sword", "F"))
    assert rolls(game) == [("attack", 2), ("damage", 2)]


def test_3_5_3_a_to_charge_a_model_it_is_enough_to_see_it() -> None:
    """S004-129"""
    water = block("lake", "deep water", 12, 0, 14, 48)
    game = begin(table(figure("S", 10, 10), figure("E", 20, 10, seat=1), features=[water]), "S", "charge")
    assert options(game) == ("E",)


def test_3_5_3_b_example_1_no_room_between_two_legionnaires() -> None:
    """S004-130, WMR-11: the narrower base fits."""
    others = [figure("L3", 13, 11.2, seat=1), figure("L4", 13, 8.8, seat=1), figure("W", 16, 10, seat=1)]
    game = charging(figure("J", 10, 10, **JACK), *others, who="J", target="W")
    line = charge_line(battle(game), "J", "W", 0.0)
    assert line.end == pytest.approx(1.9802, abs=1e-4)
    assert successful_arcs(battle(game), "J", "W") == ()
    refused(game, way("J", (14.5, 10)), "WM 3.5.2/i")
    give(game, way("J", (10 + line.end, 10)))
    assert ended(game)[1] is False
    assert options(game) == ("T",)
    slim = charging(figure("S", 10, 10), *others, target="W")
    give(slim, way("S", (14.5, 10)))
    assert ended(slim)[1]


@pytest.mark.parametrize(("x", "success"), [(18.7, True), (19.5, False)])
def test_3_5_3_c_example_2_rough_ground_costs_two_inches(x: float, success: bool) -> None:
    """S004-131, S004-132, WMR-12"""
    mud = block("mud", "rough", 14, 5, 16, 15)
    game = charging(figure("J", 10, 10, **JACK), figure("E", x, 10, seat=1, base=40), who="J", features=[mud])
    refused(game, way("J", (17.5, 10)), "WM 3.5.3/c")
    refused(game, way("J", (14 - R50, 10)), "WM 3.5.2/f")
    give(game, way("J", (16, 10)))
    assert ended(game) == (6.0, success)
    if not success:
        free = charging(figure("J", 10, 10, **JACK), figure("E", x, 10, seat=1, base=40), who="J")
        assert ended(give(free, way("J", (16.8, 10))))[1]


def test_3_5_3_d_example_3_too_far_is_legal_and_fails() -> None:
    """S004-133, WMR-13"""
    game = charging(figure("J", 10, 10, **JACK), figure("E", 22, 10, seat=1, base=40), who="J")
    refused(game, way("J", (12, 10)), "WM 3.5.2/f")
    give(game, way("J", (18, 10)))
    assert ended(game) == (8.0, False)


def test_12_3_models_as_large_as_the_target_block_sight_and_smaller_do_not() -> None:
    big, small = figure("X", 13, 10, seat=1, base=50), figure("X", 13, 10, seat=1)
    e = figure("E", 17, 10, seat=1)
    hidden = begin(table(figure("S", 10, 10), big, e), "S", "charge")
    refused(hidden, "E", "WM 3.5.2/b")
    large = figure("E", 17, 10, seat=1, base=50)
    assert "E" in options(begin(table(figure("S", 10, 10), small, large), "S", "charge"))


def crowded(seed: int) -> tuple[Battle, Random]:
    """A charger, a target and others at random, on rough ground; nobody engaged at the start."""
    random = Random(seed)
    names = ["E", *(f"X{i}" for i in range(10))]
    x, y = random.uniform(4, 24), random.uniform(4, 24)
    kept: list[Any] = [figure("S", 15, 15, base=random.choice((30, 50)))]
    for number, name in enumerate(names):
        spot, base = (random.uniform(4, 26), random.uniform(4, 26)), random.choice((30, 40, 50))
        one = figure(name, *spot, seat=1 if name == "E" else number % 2, base=base)
        if all(math.dist(spot, (k.model.x, k.model.y)) > 2.2 for k in kept):
            kept.append(one)
    return table(*kept, T, features=[block("mud", "rough", x, y, x + 4, y + 3)]), random


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000))
def test_3_5_2_e_the_overlay_and_the_referee_agree(seed: int) -> None:
    """What the overlay calls legal is accepted, all else refused; success is as foretold; no base is passed over."""
    s, random = crowded(seed)
    game = begin(s, "S")
    if "E" not in s.models or "charge" not in options(game) or "E" not in options(give(game, "charge")):
        return
    give(game, "E")
    s = battle(game)
    legal, good = legal_arcs(s, "S", "E"), successful_arcs(s, "S", "E")
    edges = [edge for arc in (*legal, *good) for edge in (arc.start, arc.end)]
    for _ in range(16):
        near = random.choice(legal).start + random.uniform(-5, 60)
        degrees = random.uniform(0, 360) if random.random() < 0.4 else near
        line = charge_line(s, "S", "E", degrees)
        if line.longest < 0.01 or any(abs((degrees - edge + 180) % 360 - 180) < 0.05 for edge in edges):
            continue
        turn = math.radians(degrees)
        answer = way("S", (15 + math.cos(turn) * line.longest, 15 + math.sin(turn) * line.longest))
        assert (game.check(answer) is None) is any(arc.holds(degrees) for arc in legal), game.why(answer)
        if game.check(answer) is None:
            twin = give(game.clone(), answer)
            path = poses((answer[0][1][0][:2],))
            assert not list(sweep_faults(placed(s, "S"), path, crowd(s, ("S",)), board=s.layout.board))
            assert ended(twin)[1] is any(arc.holds(degrees) for arc in good)
            assert ended(twin)[1] is within(gap(battle(twin), "S", "E"), 1.0)
