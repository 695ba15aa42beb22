"""WM 3.5.4 Unit charges and WM 3.5.5 compulsory charges."""

from __future__ import annotations

from typing import Any

import pytest

from books.warmachine.scene import (
    GUN,
    SWORD,
    TOUCH,
    asked,
    at,
    battle,
    begin,
    block,
    charge_of,
    effect,
    figure,
    give,
    now,
    options,
    refused,
    rolls,
    spots,
    table,
    unit,
    way,
)
from referee.books.warmachine.charge import is_charge_attack
from referee.books.warmachine.duties import forfeit_of, has_forfeited
from referee.books.warmachine.measuring import in_reach
from referee.books.warmachine.state import Bargain, Contact, EndMove
from referee.kernel import Game, Scripted

U = ((10.0, 10.0), (8.5, 10.0), (8.5, 11.5), (8.5, 8.5), (7.0, 10.0))
T = figure("T", 44, 44)
E1 = figure("E1", 17, 10, seat=1, health=20)


def charging(*more: Any, mover: str = "U1", target: str = "E1", troopers: Any = None, **fields: Any) -> Game:
    """A unit charges; the way of its mover is asked for."""
    return begin(table(troopers or unit("U", U), T, *more, **fields), "U", "charge", mover, target)


def test_3_5_4_a_an_unengaged_trooper_moves() -> None:
    """S004-134, WMR-21"""
    near = figure("E9", 8.5, 7, seat=1)
    game = begin(table(unit("U", U), T, E1, near), "U", "charge")
    assert "U4" not in options(game)
    refused(game, "U4", "WM 3.5.4/a")
    give(game, "U1", "E1")
    all_engaged = begin(table(unit("U", U[:1]), figure("E9", 10, 11.5, seat=1), E1), "U")
    refused(all_engaged, "charge", "WM 3.5.4/a")


def test_3_5_4_b_the_target_is_named_first_and_seen_by_the_mover() -> None:
    """S004-135, S004-136"""
    wall = block("rock", "rock", 9.3, 7, 9.5, 9.3)
    troopers = unit("U", ((10, 10), (8.5, 8.5)))
    game = begin(table(troopers, T, figure("E1", 17, 8.2, seat=1), features=[wall]), "U", "charge")
    assert options(game) == ("U1",)
    refused(game, "U2", "WM 3.5.4/b")
    give(game, "U1")
    assert asked(game) == "WM 3.5.4/b"
    refused(game, "T", "WM 3.5/d")
    give(game, "E1")
    assert asked(game) == "WM 3.5.4/d"


def test_3_5_4_c_unit_mates_do_not_block_sight() -> None:
    """S004-137, WMR-06"""
    troopers = unit("U", ((10, 10), (13, 10)), base=50)
    game = begin(table(troopers, T, E1), "U", "charge", "U1")
    assert options(game) == ("E1",)
    stranger = begin(table(unit("U", ((10, 10),)), figure("X", 13, 10, base=50), T, E1), "U")
    refused(stranger, "charge", "WM 3.5.4/b")


def test_3_5_4_d_the_mover_goes_straight_up_to_spd_and_three() -> None:
    """S004-138"""
    game = charging(E1)
    refused(game, way("U1", (10 + 4.9, 10 + 1.64)), "WM 3.5.4/d")  # 18.5 degrees
    far = charging(figure("E1", 30, 10, seat=1))
    refused(far, way("U1", (19.2, 10)), "WM 3.5.4/d")
    refused(game, way("U1", (12, 10), (14, 11)), "WM 3.5.4/d")
    give(game, way("U1", (15, 10)))


def test_3_5_4_e_stops() -> None:
    """S004-139"""
    game = charging(E1)
    refused(game, way("U1", (14.5, 10)), "WM 3.5.4/e")
    for stop in (14.8189, 15.4, 15.8188):
        twin = give(game.clone(), way("U1", (stop, 10)))
        assert asked(twin) == "WM 2.1/c"


def test_3_5_4_f_unit_mates_are_in_the_way() -> None:
    """S004-140: sight is free among them, the way is not."""
    troopers = unit("U", ((10, 10), (13, 10)))
    game = charging(E1, troopers=troopers)
    refused(game, way("U1", (14.9, 10)), "WM 3.5.4/f")
    give(game, way("U1", (13 - TOUCH, 10)))
    assert not charge_of(game).success


def test_3_5_4_g_passing_through_sets_off_what_touching_does() -> None:
    """S004-141"""
    spiky = figure("X", 13, 10, contact=Contact("Spikes", power=8))
    troopers = unit("U", ((10, 10), (8.5, 12)), advantages=("Incorporeal",))
    game = charging(E1, spiky, troopers=troopers)
    give(game, way("U1", (15, 10)))
    assert asked(game) == "WM 3.5.2/j"
    give(game, (1, 1))
    assert asked(game) == "WM 2.1/c"


def test_3_5_4_h_the_others_are_placed_whether_it_succeeds_or_fails() -> None:
    """S004-142, S004-143"""
    game = give(charging(E1, troopers=unit("U", U[:2])), way("U1", (15, 10)))
    assert asked(game) == "WM 2.1/c"
    give(game, spots(U2=(13.5, 11)))
    assert asked(game) == "WM 1.2/b"
    failed = give(charging(figure("E1", 30, 10, seat=1), troopers=unit("U", U[:2])), way("U1", (19, 10)))
    assert asked(failed) == "WM 2.1/c"
    give(failed, spots(U2=(17.5, 11)))
    assert options(failed) == ("T",)
    refused(failed, "melee attacks", "WM 3.5.2/q")


def charged(stop: float = 15.0, *more: Any, start: float = 10.0, **options: Any) -> Game:
    """A unit of three has charged E1; U2 and U3 are placed where they reach E1 and whatever else is there."""
    troopers = unit("U", ((start, 10), (8.5, 12), (8.5, 8)), weapons=(SWORD, GUN))
    game = charging(E1, *more, troopers=troopers, **options)
    give(game, way("U1", (stop, 10)))
    return give(game, spots(U2=(16.3, 11.9), U3=(15.2, 8.2)))


def test_3_5_4_i_the_movers_first_attack_at_its_target_is_a_charge_attack() -> None:
    """S004-144"""
    s = battle(charged())
    assert is_charge_attack(s, "U1", "E1")
    short = battle(charged(stop=15.0, start=12.2))
    assert not is_charge_attack(short, "U1", "E1")
    game = charged()
    game.dice = Scripted((6, 5, 1, 1, 1))
    give(game, "U1", "melee attacks", ("sword", "E1"))
    assert rolls(game) == [("attack", 2), ("damage", 3)]
    assert not is_charge_attack(battle(game), "U1", "E1")


def test_3_5_4_j_so_are_the_others_at_whom_the_mover_reached() -> None:
    """S004-145, S004-146, S004-147, WMR-22"""
    other = figure("E2", 16.4, 8.5, seat=1)
    solo = figure("E7", 17.9, 12.3, seat=1)
    game = charged(15.0, other, solo)
    s = battle(game)
    assert charge_of(game).reached == ("E1", "E2")
    assert is_charge_attack(s, "U3", "E2")
    assert is_charge_attack(s, "U2", "E1")
    assert in_reach(s, "U2", "E7")
    assert not is_charge_attack(s, "U2", "E7")
    give(game, "U2", "melee attacks")
    assert ("sword", "E7") in options(game)


def test_3_5_4_j_any_model_of_a_unit_that_the_mover_reached() -> None:
    """S004-146: an option counts the model alone."""
    enemies = unit("V", ((17, 10), (17, 12.5)), seat=1)
    for option, counts in (("unit", True), ("model", False)):
        troopers = unit("U", ((10, 10), (8.5, 12)))
        game = charging(*enemies, target="V1", troopers=troopers, options={"charged units": option})
        give(game, way("U1", (15, 10)), spots(U2=(15.5, 11.5)))
        s = battle(game)
        assert not in_reach(s, "U1", "V2")
        assert is_charge_attack(s, "U2", "V2") is counts
    stranger = battle(charged(15.0, figure("E3", 17.6, 12.2, seat=1)))
    assert not is_charge_attack(stranger, "U2", "E3")


def test_3_5_4_j_troopers_may_do_anything_unless_the_option_says_melee() -> None:
    """S004-147: the placed ones are not bound."""
    game = give(charged(), "U2")
    assert "melee attacks" in options(game)
    assert "no attacks" in options(game)
    strict = give(charged(options={"unit charge actions": "melee only"}), "U2")
    assert "ranged attacks" not in options(strict)
    refused(strict, "ranged attacks", "WM 3.5.4/j")


def engaged_unit(x: float, y: float, option: str = "all", kind: str = "charge") -> Game:
    """U3 is engaged by E5 and E6; U1 charges (or advances) to (14.8189, 10); U3 is placed at (x, y)."""
    troopers = unit("U", ((10, 10), (14.8, 13)), weapons=(SWORD, GUN))
    enemies = [figure("E5", 14.8, 15, seat=1), figure("E6", 16.9, 13.4, seat=1), E1]
    s = table(troopers, T, *enemies, options={"put back": option})
    if kind == "charge":
        game = begin(s, "U", "charge", "U1", "E1", way("U1", (14.8189, 10)))
    else:
        game = begin(s, "U", "full advance", "U1", way("U1", (14.8, 10)))
    return give(game, spots(U2=(x, y)))


def test_3_5_4_k_drawn_out_of_melee_costs_the_combat_action() -> None:
    """S004-148, S004-149, WMR-23"""
    game = engaged_unit(16.3, 8.9)
    forfeited = forfeit_of(battle(game), "U2", "action")
    assert forfeited is not None
    assert forfeited.rule == "WM 3.5.4/k"
    refused(game, "U2", "WM 1.3/a")
    assert has_forfeited(battle(engaged_unit(14.0, 13.05)), "U2", "action")  # in reach of E5 only
    assert not has_forfeited(battle(engaged_unit(14.8, 13)), "U2", "action")
    assert not has_forfeited(battle(engaged_unit(14.0, 13.05, option="any")), "U2", "action")


def test_3_5_4_k_who_keeps_it_makes_no_charge_attack() -> None:
    """S004-150"""
    s = battle(engaged_unit(14.8, 13))
    assert s.now is not None
    assert s.now.put_back == ("U2",)
    for enemy in ("E5", "E6"):
        assert not is_charge_attack(s, "U2", enemy)
    # neither at an enemy that the mover has reached, where any other trooper would make one
    reached = figure("E5", 16.2, 11.6, seat=1)
    troopers = unit("U", ((10, 10), (15.4, 12.9), (8.5, 8)))
    game = charging(E1, reached, troopers=troopers)
    give(game, way("U1", (14.8189, 10)), spots(U2=(15.4, 12.9), U3=(15.2, 8.2)))
    assert now(game).put_back == ("U2",)
    assert "E5" in charge_of(game).reached
    assert not is_charge_attack(battle(game), "U2", "E5")
    assert is_charge_attack(battle(game), "U3", "E5")


def test_3_5_4_k_in_other_movements_as_the_option_says() -> None:
    """WMR-24: "all in charges" asks for any former engager elsewhere."""
    assert has_forfeited(battle(engaged_unit(14.0, 13.05, kind="advance")), "U2", "action")
    assert not has_forfeited(battle(engaged_unit(14.0, 13.05, "all in charges", "advance")), "U2", "action")
    assert has_forfeited(battle(engaged_unit(14.0, 13.05, "all in charges")), "U2", "action")


def test_3_5_5_a_who_has_to_charge_and_can_does_nothing_else() -> None:
    """S004-151: sight makes it legal, however hopeless."""
    far = figure("E", 30, 10, seat=1)
    game = begin(table(figure("S", 10, 10), far, T, effects=[effect("must charge", "S")]), "S")
    assert options(game) == ("charge",)
    for other in ("full advance", "aim", "forfeit", "run"):
        refused(game, other, "WM 3.5.5/a")
    give(game, "charge", "E", way("S", (19, 10)))
    assert options(game) == ("T",)


def barred(**fields: Any) -> list[Any]:
    """Why a model that has to charge cannot."""
    return [figure("S", 10, 10, **fields), T]


def test_3_5_5_b_who_cannot_forfeits_one_part_or_the_other() -> None:
    """S004-152, S004-153, S004-154, WMR-28: a compulsory forfeit, so nothing is gained by it."""
    must = [effect("must charge", "S")]
    hidden = [*barred(bargains=(Bargain("Rest", "action", "heal"),), damage=2), figure("E", 30, 10, seat=1)]
    wall = block("rock", "rock", 12, 0, 13, 48)
    game = begin(table(*hidden, features=[wall], effects=must), "S")
    assert asked(game) == "WM 3.5.5/b"
    assert options(game) == ("movement", "action")
    action = give(game.clone(), "action")
    refused(action, "forfeit action: Rest", "WM 1.3/d")
    assert {"forfeit", "aim", "full advance", "run"} <= set(options(action))
    refused(action, "charge", "WM 3.5/c")
    movement = give(game, "movement")
    assert asked(movement) == "WM 7/a"
    engaged = begin(table(figure("S", 10, 10), figure("E", 11.5, 10, seat=1), effects=must), "S")
    assert asked(engaged) == "WM 3.5.5/b"
    unarmed = begin(table(figure("S", 10, 10, weapons=(GUN,)), figure("E", 16, 10, seat=1), effects=must), "S")
    assert asked(unarmed) == "WM 3.5.5/b"
    jack = figure("S", 10, 10, kind="warjack", base=50)
    assert asked(begin(table(jack, figure("E", 18, 10, seat=1), effects=must), "S")) == "WM 3.5.5/b"


def test_3_5_5_b_or_both_where_the_option_says_so() -> None:
    """WMR-28"""
    s = table(
        figure("S", 10, 10, end_moves=(EndMove("Reposition", 3),)),
        figure("E", 11.5, 10, seat=1),
        T,
        effects=[effect("must charge", "S")],
        options={"compulsory charge": "both"},
    )
    game = begin(s, "S")
    assert asked(game) == "WM 5/b"
    assert [one.part for one in now(game).forfeits] == ["movement", "action"]


def test_3_5_5_b_a_unit_that_has_to_charge() -> None:
    must = [effect("must charge", "U")]
    game = begin(table(unit("U", U[:2]), T, E1, effects=must), "U")
    assert options(game) == ("charge",)
    cannot = begin(table(unit("U", U[:2], weapons=(GUN,)), T, E1, effects=must), "U")
    assert asked(cannot) == "WM 3.5.5/b"
    give(cannot, "movement")
    assert [at(cannot, one) for one in ("U1", "U2")] == [U[0], U[1]]


@pytest.mark.parametrize(("stop", "counts"), [(12.95, False), (13.0, True)])
def test_3_5_4_i_exactly_three_inches_are_enough(stop: float, counts: bool) -> None:
    game = charging(figure("E1", 15.1, 10, seat=1), troopers=unit("U", ((10, 10),)))
    give(game, way("U1", (stop, 10)))
    assert is_charge_attack(battle(game), "U1", "E1") is counts
