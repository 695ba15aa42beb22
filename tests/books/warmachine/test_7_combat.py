"""WM 7 Combat Actions, WM 8 attacks, WM 10 damage, WM 11 focus and fury, WM 12 cover and sight."""

from __future__ import annotations

from typing import Any

import pytest

from books.warmachine.scene import (
    GUN,
    SPEAR,
    SWORD,
    TOUCH,
    asked,
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
    unit,
    way,
)
from referee.books.warmachine.attacks import attack_value, defence, hits, is_critical
from referee.books.warmachine.damage import DamageRoll, armour
from referee.books.warmachine.measuring import in_melee, is_engaged, reach
from referee.books.warmachine.sight import sees
from referee.books.warmachine.state import Spell, Weapon
from referee.kernel import Game

T = figure("T", 44, 44)
NEAR = figure("E", 11.5, 10, seat=1, health=20)
DAGGER = Weapon("dagger", "melee", 1.0, 10)


def fighting(*figures: Any, dice: tuple[int, ...] = (), who: str = "S", **more: Any) -> Game:
    """The Combat Action is asked for, nothing moved."""
    return begin(table(*figures, T, **more), who, "forfeit", dice=dice)


def test_7_a_what_a_combat_action_may_be() -> None:
    s = figure("S", 10, 10, weapons=(SWORD, GUN), special_actions=("Dig",), special_attacks=("Whirl",))
    game = fighting(s, NEAR)
    assert options(game) == (
        "melee attacks",
        "ranged attacks",
        "no attacks",
        "special attack: Whirl",
        "special action: Dig",
    )
    refused(game, "headbutt", "WM 9/a")


def test_7_b_ranged_attacks_need_a_ranged_weapon() -> None:
    refused(fighting(figure("S", 10, 10), NEAR), "ranged attacks", "WM 7/b")
    game = give(fighting(figure("S", 10, 10, weapons=(SWORD, GUN)), NEAR), "ranged attacks")
    assert asked(game) == "WM 7.1/b"


def test_7_c_special_attacks_and_actions_are_settled_by_hand() -> None:
    s = figure("S", 10, 10, special_actions=("Dig",))
    game = fighting(s, NEAR)
    refused(game, "special action: Fly", "WM 7/c")
    give(game, "special action: Dig")
    assert asked(game) == "WM 15/a"
    give(game, "heal", "S", 1, "done")
    assert options(game) == ("T",)


def test_7_d_after_a_spell_the_combat_action_is_still_to_be_made() -> None:
    caster = figure("C", 10, 10, kind="warcaster", focus=2, damage=2)
    game = fighting(caster, NEAR, who="C")
    give(game, "heal")
    assert asked(game) == "WM 7/a"
    assert battle(game).models["C"].damage == 1


def test_7_1_b_each_weapon_strikes_once_7_1_c_at_any_target_7_1_d_one_after_another() -> None:
    s = figure("S", 10, 10, weapons=(SWORD, DAGGER))
    game = give(fighting(s, NEAR, figure("F", 10, 11.6, seat=1), dice=(1, 2, 1, 2)), "melee attacks")
    assert len(options(game)) == 5
    give(game, ("sword", "E"))
    refused(game, ("sword", "F"), "WM 7.1/b")
    refused(game, ("axe", "F"), "WM 7.1/b")
    give(game, ("dagger", "F"))
    assert options(game) == ("T",)


def test_7_2_a_to_7_2_e_additional_attacks_are_bought_one_by_one() -> None:
    """WM 7.2/a, 7.2/b, 7.2/c, 7.2/d: with focus, and only while there is some."""
    jack = figure("J", 10, 10, kind="warjack", focus=2)
    game = give(fighting(jack, NEAR, who="J"), "melee attacks", ("sword", "E"), False, (1, 2))
    assert asked(game) == "WM 7.2/b"
    give(game, ("sword", "E"))
    assert battle(game).models["J"].focus == 1
    give(game, False, (1, 2), "done")
    assert options(game) == ("T",)
    broke = give(
        fighting(figure("J", 10, 10, kind="warjack"), NEAR, who="J", dice=(1, 2)), "melee attacks", ("sword", "E")
    )
    assert options(broke) == ("T",)


def test_8_a_and_8_b_an_attack_is_declared_and_then_its_range_checked() -> None:
    """Out of range is a miss without a roll."""
    game = fighting(figure("S", 10, 10, weapons=(GUN,)), figure("E", 25, 10, seat=1))
    give(game, "ranged attacks", ("gun", "E"))
    assert rolls(game) == []
    near = fighting(figure("S", 10, 10, weapons=(GUN,)), figure("E", 10 + TOUCH + 10, 10, seat=1), dice=(1, 2))
    give(near, "ranged attacks", ("gun", "E"))
    assert rolls(near) == [("attack", 2)]


def test_8_c_enemies_only_8_d_in_reach_and_in_sight() -> None:
    game = give(
        fighting(figure("S", 10, 10), NEAR, figure("F", 13, 10, seat=1), figure("S2", 10, 11.5)), "melee attacks"
    )
    refused(game, ("sword", "S2"), "WM 8/c")
    refused(game, ("sword", "F"), "WM 8/d")
    give(game, ("sword", "E"))


def test_8_d_a_longer_weapon_reaches_farther() -> None:
    s = figure("S", 10, 10, weapons=(SPEAR, SWORD))
    game = give(fighting(s, figure("F", 13, 10, seat=1)), "melee attacks")
    assert options(game) == (("spear", "F"), "done")


def test_8_e_engaged_models_shoot_at_who_engages_them() -> None:
    game = fighting(figure("S", 10, 10, weapons=(SWORD, GUN)), NEAR, figure("F", 15, 13, seat=1))
    give(game, "ranged attacks")
    refused(game, ("gun", "F"), "WM 8/e")
    give(game, ("gun", "E"))


def test_8_1_a_boosts_are_bought_before_the_roll_and_8_1_b_add_a_die() -> None:
    jack = figure("J", 10, 10, kind="warjack", focus=1)
    game = give(fighting(jack, NEAR, who="J"), "melee attacks", ("sword", "E"))
    assert asked(game) == "WM 11/a"
    plain = give(game.clone(), False)
    assert plain.decision.count == 2  # type: ignore[union-attr]
    give(game, True)
    assert game.decision.count == 3  # type: ignore[union-attr]
    assert battle(game).models["J"].focus == 0


def test_8_1_c_all_ones_miss_all_sixes_hit() -> None:
    assert not hits((1, 1), 99, 5)
    assert hits((6, 6), 12, 40)
    assert not hits((6,), 6, 7)
    assert hits((3, 4), 13, 13)
    assert not hits((3, 4), 12, 13)


def test_8_1_d_two_dice_alike_are_a_critical_hit() -> None:
    assert is_critical((4, 4))
    assert is_critical((2, 5, 2))
    assert not is_critical((2, 5))
    heavy = Weapon("maul", "melee", 1.0, 8, critical="knockdown")
    game = fighting(figure("S", 10, 10, weapons=(heavy,)), NEAR, dice=(4, 4, 1, 1))
    give(game, "melee attacks", ("maul", "E"))
    assert battle(game).models["E"].knocked_down
    game = fighting(figure("S", 10, 10, weapons=(heavy,)), NEAR, dice=(5, 4, 1, 1))
    give(game, "melee attacks", ("maul", "E"))
    assert not battle(game).models["E"].knocked_down


def test_8_1_e_cover_against_shots_8_1_f_obscured_in_melee_8_1_g_in_melee() -> None:
    wall = block("wall", "wall", 17, 8, 17.4, 12)
    s = table(
        figure("S", 10, 10, weapons=(GUN,)), figure("E", 18.2, 10, seat=1), figure("F", 20, 14, seat=1), features=[wall]
    )
    assert defence(s, "S", "E", "ranged") == 16
    assert defence(s, "S", "F", "ranged") == 12
    assert defence(s, "S", "E", "melee") == 14
    wood = block("wood", "forest", 16, 8, 20, 12)
    s = table(figure("S", 14.5, 10), figure("E", 17.5, 10, seat=1), features=[wood])
    assert defence(s, "S", "E", "ranged") == 14
    s = table(figure("S", 10, 10), figure("X", 18, 11.5), figure("E", 18, 10, seat=1))
    assert defence(s, "S", "E", "ranged") == 16
    big = table(figure("S", 10, 10), figure("X", 18, 13), figure("E", 18, 10, seat=1, base=120))
    assert defence(big, "S", "E", "ranged") == 12
    better = table(
        figure("S", 10, 10),
        figure("E", 18, 10, seat=1),
        effects=[effect("defence", "E", 1), effect("melee attack rolls", "S", 1)],
    )
    assert defence(better, "S", "E", "melee") == 13
    assert attack_value(better, "S", "melee") == 7


def test_8_2_a_the_damage_roll_may_be_boosted_8_2_b_and_10_1_is_rolled() -> None:
    jack = figure("J", 10, 10, kind="warjack", focus=1)
    game = give(fighting(jack, NEAR, who="J"), "melee attacks", ("sword", "E"), False, (5, 6))
    assert asked(game) == "WM 11/a"
    give(game, True)
    assert game.decision.count == 3  # type: ignore[union-attr]
    give(game, (2, 3, 4))
    assert battle(game).models["E"].damage == 12 + 9 - 14


def test_8_4_a_to_8_4_e_spells_and_feats() -> None:
    """WM 8.4/a paid; 8.4/b healing; 8.4/c once a game; 8.4/d at an enemy that is seen; 8.4/e resolved."""
    bolt, wind = Spell("Bolt", 2, 10.0, 12, offensive=True), Spell("Wind", 1)
    caster = figure("C", 10, 10, kind="warcaster", focus=4, feat="Glory", spells=(bolt, wind))
    game = begin(table(caster, figure("E", 15, 10, seat=1, health=20), T), "C")
    refused(game, "heal", "WM 8.4/b")
    give(game, "cast Bolt", "E", False, (5, 6), False, (5, 5))
    assert battle(game).models["E"].damage == 8
    assert battle(game).models["C"].focus == 2
    give(game, "feat", "done")
    refused(game, "feat", "WM 8.4/c")
    give(game, "cast Wind", "done")
    refused(game, "cast Bolt", "WM 8.4/a")
    hidden = table(
        figure("C", 10, 10, kind="warcaster", focus=4, spells=(bolt,)),
        figure("E", 30, 10, seat=1),
        features=[block("r", "rock", 12, 0, 13, 48)],
    )
    refused(begin(hidden, "C"), "cast Bolt", "WM 8.4/d")
    refused(begin(table(figure("S", 10, 10), T), "S"), "feat", "WM 8.4/c")


def test_8_5_a_reactions_follow_the_whole_movement_8_5_b_once_a_turn() -> None:
    watcher = figure("W", 16, 14, seat=1, weapons=(GUN,), advantages=("Snap Shot",))
    s = table(unit("U", ((10, 10), (8.5, 10)), health=9), figure("S", 10, 13, health=9), watcher)
    game = begin(s, "U", "full advance", "U1", way("U1", (14, 10)))
    assert asked(game) == "WM 2.1/c"
    give(game, (("U2", (12.5, 10.0, 0.0, 0.0)),))
    assert asked(game) == "REF window/b"
    give(game, "W", (1, 2), "S", "full advance", way("S", (12, 13)))
    assert asked(game) != "REF window/b"


def test_10_1_a_and_10_1_b_damage_is_what_exceeds_armour() -> None:
    s = table(figure("S", 10, 10), NEAR)
    game = begin(s, first=DamageRoll(target="E", power=10, by=0, under="WM 10.1"), dice=(3, 4))
    assert battle(game).models["E"].damage == 3
    game = begin(s, first=DamageRoll(target="E", power=5, by=0, under="WM 10.1"), dice=(3, 4))
    assert battle(game).models["E"].damage == 3
    s.effects = (effect("armour", "E", 2),)
    assert armour(s, "E") == 16


def test_10_2_a_a_power_field_takes_five_points() -> None:
    """WMR-41: 13 becomes 8, 4 becomes nothing; asked only of a warcaster with focus."""
    for points, left in ((13, 8), (4, 0)):
        s = table(figure("C", 10, 10, kind="warcaster", focus=1, health=20), NEAR)
        game = begin(s, first=DamageRoll(target="C", power=points + 12, by=1, under="WM 10.1"), dice=(1, 1))
        assert asked(game) == "WM 10.2/a"
        give(game, True)
        assert battle(game).models["C"].damage == left
        assert battle(game).models["C"].focus == 0


def test_10_2_b_points_are_recorded_10_2_d_and_destroy() -> None:
    s = table(figure("S", 10, 10), NEAR, figure("F", 30, 30, seat=1))
    begin(s, first=DamageRoll(target="E", power=31, by=0, under="WM 10.1"), dice=(1, 2))
    assert "E" in s.lost
    assert s.lost["E"].damage == 20


@pytest.mark.parametrize(("die", "survives"), [(5, True), (4, False)])
def test_10_2_c_tough_models(die: int, survives: bool) -> None:
    s = table(figure("S", 10, 10), figure("E", 11.5, 10, seat=1, advantages=("Tough",)), figure("F", 30, 30, seat=1))
    begin(s, first=DamageRoll(target="E", power=31, by=0, under="WM 10.1"), dice=(1, 2, die))
    assert ("E" in s.models) is survives
    if survives:
        assert s.models["E"].knocked_down
        assert s.models["E"].damage == 4


def test_10_3_knocked_down_models() -> None:
    """DEF 5, hit automatically in melee, no reach; they stand up for one part, and then neither run nor charge."""
    down = figure("E", 11.5, 10, seat=1, knocked_down=True)
    s = table(figure("S", 10, 10, weapons=(SWORD, GUN)), down)
    assert defence(s, "S", "E", "melee") == 5
    assert reach(s, "E") is None
    assert not is_engaged(s, "S")
    game = fighting(figure("S", 10, 10), down, dice=(1, 1))
    give(game, "melee attacks", ("sword", "E"))
    assert rolls(game) == [("damage", 2)]
    game = begin(table(figure("S", 10, 10, knocked_down=True), figure("E", 16, 10, seat=1), T), "S")
    assert options(game) == ("movement", "action")
    moved = give(game.clone(), "movement")
    assert not battle(moved).models["S"].knocked_down
    assert options(moved) == ("T",)
    give(game, "action")
    refused(game, "run", "WM 10.3")
    refused(game, "charge", "WM 3.5/c")
    assert "full advance" in options(game)


def test_11_a_to_11_c_a_boost_is_paid_or_not_made() -> None:
    """WM 11/a, 11/b, 11/c"""
    game = give(
        fighting(figure("J", 10, 10, kind="warjack", focus=1), NEAR, who="J"), "melee attacks", ("sword", "E"), True
    )
    assert battle(game).models["J"].focus == 0
    give(game, (1, 2, 3))
    poor = give(fighting(figure("J", 10, 10, kind="warjack"), NEAR, who="J"), "melee attacks", ("sword", "E"))
    assert asked(poor) == "WM 8.1/b"


KINDS = (("J", "warjack"), ("B", "warbeast"), ("L", "warlock"), ("S", "solo"))


def test_11_1_b_focus_pays_11_2_a_forcing_pays_11_2_c_fury_pays() -> None:
    from referee.books.warmachine.costs import Force, SpendFocus, SpendFury, boost_price

    s = table(
        figure("J", 10, 10, kind="warjack"),
        figure("B", 14, 10, kind="warbeast"),
        figure("L", 18, 10, kind="warlock"),
        figure("S", 22, 10),
    )
    kinds = [type(part) for one in "JBL" for part in boost_price(s, one) or ()]
    assert kinds == [SpendFocus, Force, SpendFury]
    assert boost_price(s, "S") is None


def test_12_3_a_and_12_3_b_what_blocks_a_line_of_sight() -> None:
    e = figure("E", 20, 10, seat=1)
    rock = block("rock", "rock", 14, 8, 15, 12)
    assert not sees(table(figure("S", 10, 10), e, features=[rock]), "S", "E")
    assert sees(table(figure("S", 10, 10), e, features=[block("rock", "rock", 14, 10.2, 15, 12)]), "S", "E")
    assert sees(table(figure("S", 10, 10), e, features=[block("wall", "wall", 14, 8, 15, 12)]), "S", "E")
    assert not sees(table(figure("S", 10, 10), e, figure("X", 15, 10, base=50)), "S", "E")
    assert sees(table(figure("S", 10, 10), e, figure("X", 15, 10, base=50, knocked_down=True)), "S", "E")
    assert sees(table(figure("S", 10, 10), e, figure("X", 15, 10, base=50, advantages=("Incorporeal",))), "S", "E")
    stealthy = figure("X", 16.5, 10, base=50, advantages=("Stealth",))
    assert sees(table(figure("S", 10, 10), e, stealthy), "S", "E")


def test_12_3_c_forests() -> None:
    e = figure("E", 20, 10, seat=1)
    through = block("wood", "forest", 14, 0, 15, 48)
    assert not sees(table(figure("S", 10, 10), e, features=[through]), "S", "E")
    deep = block("wood", "forest", 12, 0, 22, 48)
    assert not sees(table(figure("S", 10, 10), e, features=[deep]), "S", "E")
    edge = block("wood", "forest", 17, 0, 22, 48)
    assert sees(table(figure("S", 10, 10), e, features=[edge]), "S", "E")
    huge = figure("E", 20, 10, seat=1, base=120)
    assert sees(table(figure("S", 10, 10), huge, features=[through]), "S", "E")


def test_7_3_b_engaged_means_in_an_enemys_reach_and_sight() -> None:
    s = table(figure("S", 10, 10), figure("E", 12.9, 10, seat=1, weapons=(SPEAR,)))
    assert is_engaged(s, "S")
    assert not is_engaged(s, "E")
    assert in_melee(s, "E")
    between = block("rock", "rock", 10.95, 5, 11.15, 15)
    assert not is_engaged(table(figure("S", 10, 10), figure("E", 12.1, 10, seat=1), features=[between]), "S")
    assert is_engaged(table(figure("S", 10, 10), figure("E", 12.1, 10, seat=1)), "S")
