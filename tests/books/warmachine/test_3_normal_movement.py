"""WM 3 Normal Movement: the options, aiming, full advance, run."""

from __future__ import annotations

from typing import Any

import pytest

from books.warmachine.scene import (
    GUN,
    SWORD,
    asked,
    at,
    battle,
    begin,
    effect,
    figure,
    give,
    options,
    refused,
    rolls,
    spots,
    table,
    unit,
    way,
)
from referee.books.warmachine.attacks import attack_value
from referee.books.warmachine.duties import has_forfeited
from referee.books.warmachine.state import Bargain, Battle, EndMove, Spell, Weapon
from referee.books.warmachine.travel import move_to

U = ((10.0, 10.0), (8.5, 10.0), (8.5, 11.5), (8.5, 8.5), (7.0, 10.0))
ARMED = (SWORD, GUN)
E = figure("E", 18, 10, seat=1)
T = figure("T", 44, 44)
REPOSITION = (EndMove("Reposition", 3.0),)


def test_3_a_one_option_for_the_whole_unit() -> None:
    """S004-61"""
    game = begin(table(unit("U", U, weapons=ARMED), E), "U", "aim")
    assert asked(game) == "WM 1.2/b"
    refused(game, "full advance", "WM 1/b")


def test_3_b_the_options_there_are() -> None:
    """S004-62: an engaged model may run unless the option says otherwise."""
    game = begin(table(figure("S", 10, 10), E, T), "S")
    assert options(game) == ("forfeit", "aim", "full advance", "run", "charge")
    near = figure("E", 11.5, 10, seat=1)
    assert "run" in options(begin(table(figure("S", 10, 10), near), "S"))
    barred = begin(table(figure("S", 10, 10), near, options={"run while engaged": "barred"}), "S")
    refused(barred, "run", "WM 3/b")


def test_3_c_power_attacks_of_both_parts_need_the_ability_and_both_parts() -> None:
    """S004-63, S004-64"""
    jack: dict[str, Any] = {"kind": "warjack", "base": 50, "spd": 5, "focus": 1, "advantages": ("Slam Power Attack",)}
    game = begin(table(figure("J", 10, 10, **jack), E), "J")
    assert "slam" in options(game)
    assert "trample" not in options(game)
    refused(game, "trample", "WM 3/c")
    refused(begin(table(figure("S", 10, 10), E), "S"), "slam", "WM 3/c")
    advanced = begin(table(figure("J", 10, 10, **jack), figure("E", 13, 10, seat=1)), "J", "full advance", ())
    assert asked(advanced) != "WM 7/a" or "slam" not in options(advanced)
    owing = begin(table(figure("J", 10, 10, **jack), E, effects=[effect("must forfeit action", "J")]), "J")
    refused(owing, "slam", "WM 3/c")


def test_3_1_a_forfeiting_normal_movement() -> None:
    """S004-65"""
    game = begin(table(figure("S", 10, 10, weapons=ARMED), figure("E", 15, 10, seat=1)), "S", "forfeit")
    assert asked(game) == "WM 7/a"
    refused(game, "full advance", "WM 1/b")
    assert attack_value(battle(game), "S", "ranged") == 5
    game = begin(table(unit("U", U, weapons=ARMED), E), "U", "forfeit")
    assert [at(game, f"U{i}") for i in range(1, 6)] == list(U)
    assert options(game) == ("U1", "U2", "U3", "U4", "U5")


def test_3_2_a_aiming_ends_the_movement() -> None:
    """S004-66"""
    game = begin(table(figure("S", 10, 10, weapons=ARMED), figure("E", 15, 10, seat=1)), "S", "aim")
    assert asked(game) == "WM 7/a"
    refused(game, "full advance", "WM 1/b")
    moved = begin(table(figure("S", 10, 10, weapons=ARMED), E), "S", "full advance", way("S", (12, 10)))
    refused(moved, "aim", "WM 1/b")


def test_3_2_b_plus_two_on_ranged_attack_rolls_of_this_activation() -> None:
    """S004-67, S004-68, S004-69, S004-70"""
    e14 = figure("E", 15, 10, seat=1, defence=14, health=20)
    twice = (SWORD, Weapon("gun", "ranged", 10.0, 10, attacks=2))
    game = begin(
        table(figure("S", 10, 10, weapons=twice), e14), "S", "aim", "ranged attacks", dice=(3, 4, 1, 1, 3, 4, 1, 1)
    )
    give(game, ("gun", "E"))
    assert rolls(game) == [("attack", 2), ("damage", 2)]  # 7 + 5 + 2 = 14 hits
    give(game, ("gun", "E"))
    assert rolls(game) == [("attack", 2), ("damage", 2)]
    missed = begin(table(figure("S", 10, 10, weapons=twice), e14), "S", "forfeit", "ranged attacks", dice=(3, 4))
    give(missed, ("gun", "E"))
    assert rolls(missed) == [("attack", 2)]
    aiming = battle(begin(table(figure("C", 10, 10, weapons=ARMED, aat=6), e14), "C", "aim"))
    assert attack_value(aiming, "C", "ranged") == 7
    assert attack_value(aiming, "C", "melee") == 6
    assert attack_value(aiming, "C", "arcane") == 6
    whole = battle(begin(table(unit("U", U, weapons=ARMED), e14), "U", "aim"))
    assert [attack_value(whole, f"U{i}", "ranged") for i in range(1, 6)] == [7] * 5


def test_3_2_b_the_bonus_is_gone_with_the_activation() -> None:
    """S004-68"""
    s = table(figure("S", 10, 10, weapons=ARMED), E, T)
    game = begin(s, "S", "aim", "no attacks")
    assert attack_value(battle(game), "S", "ranged") == 5


def test_3_2_c_no_bonus_while_engaged() -> None:
    """S004-71, S004-72: aiming stays legal; judged when a roll is made, or when aiming if the option says so."""
    near = figure("E", 11.5, 10, seat=1, defence=14)
    game = begin(table(figure("S", 10, 10, weapons=ARMED), near), "S", "aim")
    assert attack_value(battle(game), "S", "ranged") == 5
    s = battle(game)
    move_to(s, "E", 16.0, 10.0)
    assert attack_value(s, "S", "ranged") == 7
    game = begin(table(figure("S", 10, 10, weapons=ARMED), near, options={"aim judged": "when aiming"}), "S", "aim")
    assert attack_value(battle(game), "S", "ranged") == 5
    unit_of_two = unit("U", ((10, 10), (8.5, 10)), weapons=ARMED)
    whole = battle(begin(table(unit_of_two, near), "U", "aim"))
    assert [attack_value(whole, one, "ranged") for one in ("U1", "U2")] == [5, 7]


def test_3_3_a_up_to_current_spd() -> None:
    """S004-73, S004-74"""
    s = table(figure("S", 10, 10, weapons=ARMED), E, effects=[effect("speed", "S", -2)])
    game = begin(s, "S", "full advance")
    refused(game, way("S", (14.1, 10)), "WM 3.3/a")
    nothing = give(game.clone(), ())
    assert asked(nothing) == "WM 7/a"
    assert attack_value(battle(nothing), "S", "ranged") == 5
    give(game, way("S", (10, 14)))


def test_3_4_a_up_to_current_spd_and_five() -> None:
    """S004-75"""
    game = begin(table(figure("S", 10, 10), T), "S", "run")
    refused(game, way("S", (21.5, 10)), "WM 3.4/a")
    refused(game, way("S", (22, 10)), "WM 3.4/a")
    give(game, way("S", (10, 15), (16, 15)))
    assert at(game, "S") == (16, 15)
    slowed = begin(table(figure("S", 10, 10), effects=[effect("speed", "S", -2)]), "S", "run")
    refused(slowed, way("S", (19.1, 10)), "WM 3.4/a")
    give(slowed, way("S", (19, 10)))


def test_3_4_b_the_combat_action_is_forfeited_before_the_run() -> None:
    """S004-76, S004-77"""
    game = begin(table(figure("S", 10, 10, bargains=(Bargain("Rest", "action", "heal"),), damage=1), E), "S", "run")
    assert has_forfeited(battle(game), "S", "action")
    sold = begin(table(figure("S", 10, 10, bargains=(Bargain("Rest", "action", "heal"),), damage=1), E), "S")
    give(sold, "forfeit action: Rest")
    refused(sold, "run", "WM 1.3/e")
    owing = table(figure("S", 10, 10), E, T, effects=[effect("must forfeit action", "S")])
    assert "run" in options(begin(owing, "S"))
    barred = table(
        figure("S", 10, 10), E, effects=[effect("must forfeit action", "S")], options={"run with action owed": "barred"}
    )
    refused(begin(barred, "S"), "run", "WM 3.4/b")


def test_3_4_c_the_run_ends_the_activation() -> None:
    """S004-78: with an enemy in reach, and after a run of nothing, too."""
    for to in ((16.5, 10), (10, 10)):
        game = begin(table(figure("S", 10, 10), E, T), "S", "run", way("S", to))
        assert options(game) == ("T",)
        refused(game, "melee attacks", "WM 3.4/c")


def test_3_4_c_a_running_unit_is_placed_first() -> None:
    """S004-81"""
    game = begin(table(unit("U", U[:2]), E, T), "U", "run", "U1", way("U1", (16.5, 10)))
    assert asked(game) == "WM 2.1/c"
    give(game, spots(U2=(16.5, 12)))
    assert options(game) == ("T",)
    refused(game, "melee attacks", "WM 3.4/c")


def test_3_4_d_no_spells_and_no_any_time_abilities_after_a_run() -> None:
    """S004-79, S004-80: before it they are allowed."""
    caster: dict[str, Any] = {"kind": "warcaster", "arc": 6, "focus": 6, "damage": 2, "feat": "Glory"}
    bolt = Spell("Bolt", 2, 10.0, 12, offensive=True)
    s = table(figure("C", 10, 10, spells=(bolt,), **caster), E, T)
    game = begin(s, "C", "heal", "run", way("C", (10, 15)))
    assert battle(game).models["C"].damage == 1
    refused(game, "cast Bolt", "WM 3.4/d")
    refused(game, "feat", "WM 3.4/d")
    refused(game, "heal", "WM 3.4/d")


def test_3_4_e_who_has_to_run_and_cannot_makes_a_full_advance() -> None:
    """S004-82, S004-83: and its activation ends, without a movement at its end."""
    both = [effect("must run", "S"), effect("cannot run", "S")]
    near = figure("E", 17, 10, seat=1)
    s = table(figure("S", 10, 10, end_moves=REPOSITION), near, T, effects=both)
    game = begin(s, "S")
    assert asked(game) == "WM 2/b"
    refused(game, way("S", (10, 16.5)), "WM 3.3/a")
    assert has_forfeited(battle(game), "S", "action")
    give(game, way("S", (15.5, 10)))
    assert options(game) == ("T",)
    # a warjack without focus is one that cannot
    s = table(figure("J", 10, 10, kind="warjack", base=50), near, T, effects=[effect("must run", "J")])
    assert asked(begin(s, "J")) == "WM 2/b"
    # who can run has to
    game = begin(table(figure("S", 10, 10), near, T, effects=both[:1]), "S")
    assert options(game) == ("run",)
    refused(game, "aim", "WM 3.4/e")


def test_3_4_e_a_run_that_was_only_wished_for_is_refused() -> None:
    """S004-84"""
    game = begin(table(figure("S", 10, 10), E, effects=[effect("cannot run", "S")]), "S")
    refused(game, "run", "WM 1.3/a")
    give(game, "full advance", way("S", (16, 10)))
    assert asked(game) == "WM 7/a"


def test_3_4_f_warjacks_spend_focus_and_warbeasts_are_forced() -> None:
    """S004-85, S004-86; WMR-20: a marshal nearby spares the focus."""
    jack: dict[str, Any] = {"kind": "warjack", "base": 50, "spd": 5}
    game = begin(table(figure("J", 10, 10, focus=1, **jack), T), "J", "run", way("J", (20, 10)))
    assert battle(game).models["J"].focus == 0
    game = begin(table(figure("J", 10, 10, **jack), T), "J")
    refused(game, "run", "WM 3.4/f")
    assert "full advance" in options(game)
    game = begin(beast_with(2), "B", "run", way("B", (10, 5), (5, 5)))
    assert battle(game).models["B"].fury == 3
    refused(begin(beast_with(4), "B"), "run", "WM 3.4/f")
    marshal = figure("M", 10, 14, advantages=("'Jack Marshal",))
    game = begin(table(figure("J", 10, 10, controller="M", **jack), marshal), "J")
    assert "run" in options(game)
    far = figure("M", 10, 30, advantages=("'Jack Marshal",))
    refused(begin(table(figure("J", 10, 10, controller="M", **jack), far), "J"), "run", "WM 3.4/f")


def beast_with(fury: int, warlock_y: float = 14) -> Battle:
    """A warbeast of FURY 4 that holds so much fury, and its warlock."""
    lock = figure("L", 10, warlock_y, kind="warlock", ctrl=12.0, arc=6)
    beast = figure("B", 10, 10, kind="warbeast", base=50, spd=5, controller="L", most_fury=4, fury=fury)
    return table(beast, lock, E)


def test_11_2_b_a_beast_is_forced_within_control_only() -> None:
    s = beast_with(0, warlock_y=40)
    refused(begin(s, "B"), "run", "WM 11.2/b")


def test_3_4_1_a_no_movement_at_the_end_of_a_run() -> None:
    """S004-87"""
    game = begin(table(figure("S", 10, 10, end_moves=REPOSITION), T), "S", "run", way("S", (15, 10)))
    assert options(game) == ("T",)
    walked = begin(table(figure("S", 10, 10, end_moves=REPOSITION), T), "S", "full advance", way("S", (15, 10)))
    assert asked(walked) == "WM 5/b"


@pytest.mark.parametrize("moved", [True, False])
def test_7_3_a_leaving_melee_costs_the_combat_action(moved: bool) -> None:
    """WMR-47, R29: no free strike; Unstoppable models lose nothing."""
    near = figure("E", 11.5, 10, seat=1)
    gun: dict[str, Any] = {"weapons": ARMED}
    game = begin(table(figure("S", 10, 10, **gun), near), "S", "full advance", way("S", (6 if moved else 10, 10.5)))
    assert (asked(game) == "WM 7/a") is not moved
    free = figure("S", 10, 10, advantages=("Unstoppable",), **gun)
    assert asked(begin(table(free, near), "S", "full advance", way("S", (6, 10)))) == "WM 7/a"
