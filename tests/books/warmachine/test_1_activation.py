"""WM 1 Activating models and units; forfeits."""

from __future__ import annotations

from books.warmachine.scene import (
    GUN,
    SWORD,
    asked,
    at,
    battle,
    begin,
    block,
    effect,
    figure,
    give,
    now,
    options,
    refused,
    spots,
    table,
    unit,
    way,
)
from referee.books.warmachine.duties import forfeit_of, has_forfeited
from referee.books.warmachine.state import Bargain, EndMove
from referee.kernel import Game, RollDice

FOCUS_FOR_MOVEMENT = Bargain("Deep Breath", "movement", "focus")
HEAL_FOR_ACTION = Bargain("Bind Wounds", "action", "heal")
ARMOUR_FOR_MOVEMENT = Bargain("Dig In", "movement", "armour", 2)
HEAL_FOR_MOVEMENT = Bargain("Rest", "movement", "heal")

U = ((10.0, 10.0), (8.5, 10.0), (8.5, 11.5), (8.5, 8.5), (7.0, 10.0))


def placed_round(x: float, y: float, *others: str) -> object:
    """The others of a unit of five, 2 inches and less round (x, y)."""
    places = ((x + 2.5, y), (x, y + 2.5), (x, y - 2.5), (x - 2.5, y))
    return spots(**dict(zip(others, places, strict=False)))


def unit_that_advanced() -> Game:
    """A unit U of five whose U1 has advanced 6 inches; the others are placed; E is in reach of U2 only."""
    enemy = figure("E", 19.8, 10, seat=1)
    s = table(unit("U", U, weapons=(SWORD, GUN)), figure("S", 30, 30), enemy)
    game = begin(s, "U", "full advance", "U1", way("U1", (16, 10)), dice=(6, 5, 1, 1))
    return give(game, placed_round(16, 10, "U2", "U3", "U4", "U5"))


def test_1_a_an_activation_has_two_parts() -> None:
    """S004-01"""
    s = table(figure("S", 10, 10), figure("E", 15.5, 10, seat=1))
    game = begin(s, "S", "full advance", way("S", (14, 10)), dice=(3, 4, 2, 2))
    refused(game, "full advance", "WM 1/b")
    give(game, "melee attacks", ("sword", "E"))
    assert asked(game) == ""
    assert now(game).id == "S"


def test_1_b_movement_comes_before_the_combat_action() -> None:
    """S004-02, S004-03"""
    s = table(figure("S", 10, 10, weapons=(SWORD, GUN)), figure("E", 18, 10, seat=1))
    game = begin(s, "S")
    refused(game, "ranged attacks", "WM 1/b")
    refused(game, "melee attacks", "WM 1/b")
    give(game, "full advance", way("S", (11, 10)))
    refused(game, "full advance", "WM 1/b")
    refused(game, "run", "WM 1/b")
    give(game, "ranged attacks")
    assert asked(game) == "WM 7.1/b"


def test_1_1_a_independent_models_activate_one_at_a_time() -> None:
    """S004-04"""
    s = table(figure("C", 5, 5), figure("S1", 10, 10), figure("S2", 20, 10))
    game = begin(s)
    assert options(game) == ("C", "S1", "S2")
    refused(game, ("S1", "S2"), "WM 1.1/a")
    give(game, "S1")
    assert battle(game).activated == ("S1",)


def test_1_1_b_no_movement_where_it_is_forfeited_already() -> None:
    """S004-05"""
    s = table(figure("S", 10, 10), figure("E", 11.5, 10, seat=1), effects=[effect("must forfeit movement", "S")])
    game = begin(s, "S")
    assert asked(game) == "WM 7/a"
    refused(game, "full advance", "WM 1/b")
    assert "melee attacks" in options(game)


def test_1_1_c_the_combat_action_waits_for_what_the_movement_set_off() -> None:
    """S004-06: the hazard's damage roll comes first, and who dies of it has no Combat Action."""
    fire = block("fire", "burning earth", 13, 8, 16, 12)
    s = table(figure("S", 10, 10), figure("E", 15.2, 10, seat=1), features=[fire])
    game = begin(s, "S", "full advance", way("S", (14, 10)))
    assert asked(game) == "WM 12.2/a"
    assert isinstance(game.decision, RollDice)
    dead = give(game.clone(), (6, 6))
    assert "S" in battle(dead).lost
    assert asked(dead) != "WM 7/a"
    give(game, (1, 1))
    assert asked(game) == "WM 7/a"


def test_1_1_d_after_its_combat_action_the_activation_ends() -> None:
    """S004-07"""
    s = table(figure("C", 10, 10, kind="warcaster", arc=5, focus=5, damage=1), figure("S", 20, 20))
    game = begin(s, "C", "forfeit", "no attacks")
    assert options(game) == ("S",)
    refused(game, "heal", "WM 1.1/d")
    refused(game, "melee attacks", "WM 1.1/d")


def test_1_1_e_nobody_else_activates_meanwhile() -> None:
    """S004-08"""
    s = table(figure("S", 10, 10, end_moves=(EndMove("Reposition", 3),)), unit("U", ((20, 20),)), figure("S2", 30, 30))
    game = begin(s, "S")
    refused(game, "U", "WM 1.1/e")
    give(game, "heal" if "heal" in options(game) else "forfeit")
    refused(game, "S2", "WM 1.1/e")
    give(game, "stay")
    assert options(game) == ("U", "S2")
    give(game, "U")


def test_1_2_a_a_unit_activates_as_a_whole() -> None:
    """S004-09"""
    s = table(unit("U", U))
    game = begin(s)
    assert options(game) == ("U",)
    refused(game, "U2", "WM 1.2/a")


def test_1_2_b_combat_actions_follow_the_units_movement() -> None:
    """S004-10, S004-11: every trooper has one, the placed ones as well."""
    s = table(unit("U", U, weapons=(SWORD, GUN)), figure("E", 40, 40, seat=1))
    game = begin(s, "U")
    refused(game, "melee attacks", "WM 1/b")
    give(game, "full advance", "U1", way("U1", (16, 10)))
    assert asked(game) == "WM 2.1/c"
    give(game, placed_round(16, 10, "U2", "U3", "U4", "U5"))
    assert options(game) == ("U1", "U2", "U3", "U4", "U5")
    refused(game, "full advance", "WM 1/b")


def test_1_2_c_one_combat_action_is_finished_before_the_next_begins() -> None:
    """S004-12"""
    game = give(unit_that_advanced(), "U2")
    assert asked(game) == "WM 7/a"
    refused(game, "U1", "WM 1.2/c")
    give(game, "melee attacks", ("sword", "E"))
    refused(game, "U2", "WM 1/a")
    give(game, "U1")
    refused(game, "U2", "WM 1.2/c")


def test_1_2_d_a_unit_finishes_before_anything_else_activates() -> None:
    """S004-13"""
    game = give(unit_that_advanced(), "U1", "no attacks", "U3", "no attacks", "U4", "no attacks")
    refused(game, "S", "WM 1.2/d")
    give(game, "U5", "no attacks", "U2", "no attacks")
    assert options(game) == ("S",)


def test_1_3_a_a_part_that_has_to_be_forfeited_is_gone() -> None:
    """S004-14"""
    s = table(figure("S", 10, 10), figure("E", 11.5, 10, seat=1), effects=[effect("must forfeit action", "S")])
    game = begin(s, "S", "full advance", ())
    assert asked(game) == ""
    assert [one.part for one in now(game).forfeits] == ["action"]
    both = begin(table(figure("S", 10, 10), effects=[effect(f"must forfeit {p}", "S") for p in ("movement", "action")]))
    give(both, "S")
    assert asked(both) == ""


def test_1_3_b_a_part_may_be_forfeited_for_a_gain_where_a_rule_says_so() -> None:
    """S004-15: without such a rule there is no voluntary forfeit of a Combat Action."""
    s = table(figure("S", 10, 10, bargains=(HEAL_FOR_ACTION,), damage=2), figure("T", 20, 20))
    game = begin(s, "S")
    assert "forfeit action: Bind Wounds" in options(game)
    give(game, "forfeit action: Bind Wounds")
    assert has_forfeited(battle(game), "S", "action")
    give(game, "forfeit", "T")
    assert [one for one in options(game) if one.startswith("forfeit action")] == []


def test_1_3_c_what_a_voluntary_forfeit_sets_off_happens_there_and_then() -> None:
    """S004-16"""
    s = table(figure("S", 10, 10, bargains=(FOCUS_FOR_MOVEMENT,)), figure("E", 11.5, 10, seat=1))
    game = begin(s, "S", "forfeit movement: Deep Breath")
    assert battle(game).models["S"].focus == 1
    assert asked(game) == "WM 7/a"
    refused(game, "forfeit movement: Deep Breath", "WM 1/b", "WM 1.3/e")


def test_1_3_d_what_is_owed_cannot_be_sold() -> None:
    """S004-17, S004-18, S004-19: part by part."""
    rules = (FOCUS_FOR_MOVEMENT, HEAL_FOR_ACTION)
    s = table(
        figure("S", 10, 10, bargains=rules, damage=2),
        figure("E", 11.5, 10, seat=1),
        effects=[effect("must forfeit movement", "S")],
    )
    game = begin(s, "S")
    assert battle(game).models["S"].focus == 0
    refused(game, "forfeit movement: Deep Breath", "WM 1.3/d")
    give(game, "forfeit action: Bind Wounds")
    assert battle(game).models["S"].damage == 1

    s = table(figure("S", 10, 10, bargains=rules, damage=2), effects=[effect("must forfeit action", "S")])
    game = begin(s, "S")
    refused(game, "forfeit action: Bind Wounds", "WM 1.3/d")
    give(game, "forfeit movement: Deep Breath")
    assert battle(game).models["S"].damage == 2


def test_1_3_d_owing_one_part_bars_any_gain_where_the_option_says_so() -> None:
    s = table(
        figure("S", 10, 10, bargains=(FOCUS_FOR_MOVEMENT,)),
        effects=[effect("must forfeit action", "S")],
        options={"owed forfeits": "any part"},
    )
    refused(begin(s, "S"), "forfeit movement: Deep Breath", "WM 1.3/d")


def test_1_3_d_who_owes_one_part_or_the_other_picks_first() -> None:
    """S004-19: the part picked is owed, the other stays free for a gain."""
    rules = (FOCUS_FOR_MOVEMENT, HEAL_FOR_ACTION)
    s = table(figure("S", 10, 10, bargains=rules, damage=2), effects=[effect("must forfeit one", "S")])
    game = begin(s, "S")
    assert options(game) == ("movement", "action")
    give(game, "action")
    refused(game, "forfeit action: Bind Wounds", "WM 1.3/d")
    give(game, "forfeit movement: Deep Breath")
    assert battle(game).models["S"].focus == 1


def test_1_3_e_one_forfeit_one_effect() -> None:
    """S004-20, S004-21: the other part can still pay for another effect."""
    rules = (ARMOUR_FOR_MOVEMENT, HEAL_FOR_MOVEMENT, HEAL_FOR_ACTION)
    s = table(figure("S", 10, 10, bargains=rules, damage=3), figure("E", 11.5, 10, seat=1))
    game = begin(s, "S", "forfeit movement: Rest")
    assert battle(game).models["S"].damage == 2
    refused(game, "forfeit movement: Dig In", "WM 1.3/e")
    past = forfeit_of(battle(game), "S", "movement")
    assert past is not None
    assert past.gain == "Rest"
    give(game, "forfeit action: Bind Wounds")
    assert battle(game).models["S"].damage == 1


def test_1_3_e_one_effect_in_all_where_the_option_says_so() -> None:
    rules = (HEAL_FOR_MOVEMENT, HEAL_FOR_ACTION)
    s = table(
        figure("S", 10, 10, bargains=rules, damage=3),
        figure("E", 11.5, 10, seat=1),
        options={"forfeits": "one in all"},
    )
    game = begin(s, "S", "forfeit movement: Rest")
    refused(game, "forfeit action: Bind Wounds", "WM 1.3/e")


def test_1_1_d_a_model_at_rest_stays_where_it_was() -> None:
    s = table(figure("S", 10, 10), figure("T", 20, 10))
    game = begin(s, "S", "forfeit")
    assert at(game, "S") == (10, 10)
    assert options(game) == ("T",)
