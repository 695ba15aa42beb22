"""WM 9 Power attacks and what they send flying."""

from __future__ import annotations

from typing import Any

import pytest

from books.warmachine.scene import (
    R30,
    R50,
    SWORD,
    asked,
    at,
    battle,
    begin,
    block,
    figure,
    give,
    options,
    refused,
    rolls,
    table,
    way,
)
from referee.books.warmachine.power_attacks import power_against
from referee.books.warmachine.state import Weapon
from referee.books.warmachine.thrown import Slammed, Thrown, flight_distance
from referee.books.warmachine.travel import pushed
from referee.kernel import Game

T = figure("T", 44, 44)
FIST = Weapon("fist", "melee", 1.0, 14, throws=True)
JACK: dict[str, Any] = {
    "kind": "warjack",
    "base": 50,
    "spd": 5,
    "focus": 1,
    "mat": 7,
    "weapons": (FIST,),
    "advantages": ("Headbutt", "Slam Power Attack", "Trample Power Attack"),
}
NEAR = figure("E", 12, 10, seat=1, health=30)


def fighting(*figures: Any, dice: tuple[int, ...] = ()) -> Game:
    return begin(table(figure("J", 10, 10, **JACK), *figures, T), "J", "forfeit", dice=dice)


def test_9_a_the_ability_and_a_target_are_needed() -> None:
    assert {"headbutt", "throw"} <= set(options(fighting(NEAR)))
    plain = begin(table(figure("S", 10, 10), figure("E", 11.5, 10, seat=1)), "S", "forfeit")
    refused(plain, "headbutt", "WM 9/a")
    refused(plain, "throw", "WM 9/a")
    larger = fighting(figure("E", 13, 10, seat=1, base=80), figure("F", 10, 11.8, seat=1))
    give(larger, "headbutt")
    refused(larger, "E", "WM 9/a")


def test_9_b_it_costs_focus_or_a_force() -> None:
    game = give(fighting(NEAR), "headbutt", "E")
    assert battle(game).models["J"].focus == 0
    poor = begin(table(figure("J", 10, 10, **(JACK | {"focus": 0})), NEAR), "J", "forfeit")
    refused(poor, "headbutt", "WM 9/b")


def test_9_c_not_after_a_charge() -> None:
    jack = figure("J", 10, 10, **(JACK | {"focus": 2}))
    game = begin(table(jack, figure("E", 16, 10, seat=1, health=30)), "J", "charge", "E", way("J", (14, 10)))
    refused(game, "headbutt", "WM 9/c")


def test_9_d_power_twelve_or_fourteen() -> None:
    s = table(figure("J", 10, 10, **JACK), NEAR, figure("F", 20, 20, seat=1, base=50))
    assert power_against(s, "J", "E") == 14
    assert power_against(s, "J", "F") == 12


def test_9_e_and_9_1_a_and_9_1_b_a_headbutt_knocks_down_and_hurts() -> None:
    game = give(fighting(NEAR, dice=(3, 4, 2, 2)), "headbutt", "E")
    assert rolls(game) == [("attack", 2), ("damage", 2)]
    assert battle(game).models["E"].knocked_down
    assert battle(game).models["E"].damage == 14 + 4 - 14
    missed = give(fighting(NEAR, dice=(1, 2)), "headbutt", "E")
    assert not battle(missed).models["E"].knocked_down


def slamming(x: float, *more: Any, dice: tuple[int, ...] = (), features: Any = ()) -> Game:
    e = figure("E", x, 10, seat=1, health=30)
    return begin(table(figure("J", 10, 10, **JACK), e, *more, T, features=features), "J", "slam", "E", dice=dice)


def test_9_2_a_no_slam_while_engaged() -> None:
    refused(begin(table(figure("J", 10, 10, **JACK), NEAR), "J"), "slam", "WM 9.2/a")


def test_9_2_b_directly_toward_the_target() -> None:
    game = slamming(16)
    assert battle(game).models["J"].focus == 0
    refused(game, way("J", (13, 10.4)), "WM 4.1/c")
    refused(slamming(30), way("J", (18.1, 10)), "WM 9.2/b")
    give(game, way("J", (14, 10)))


def test_9_2_c_a_slam_that_does_not_arrive_fails() -> None:
    game = give(slamming(30), way("J", (18, 10)))
    assert options(game) == ("T",)
    refused(game, "melee attacks", "WM 3.5.2/q")


def test_9_2_d_and_9_2_e_from_three_inches_it_sends_flying() -> None:
    """WMR-43: from less, damage only."""
    touch = R50 + R30
    game = give(slamming(16, dice=(3, 4, 5, 2, 2)), way("J", (16 - touch, 10)))
    assert at(game, "E") == (21, 10)
    assert battle(game).models["E"].knocked_down
    near = give(slamming(13.6, dice=(3, 4, 2, 2)), way("J", (13.6 - touch, 10)))
    assert at(near, "E") == (13.6, 10)
    assert not battle(near).models["E"].knocked_down
    assert battle(near).models["E"].damage == 4


def test_3_c_a_slam_takes_both_parts() -> None:
    game = give(slamming(16, dice=(1, 2)), way("J", (14, 10)))
    assert options(game) == ("T",)


def flying(kind: type[Slammed], *figures: Any, dice: tuple[int, ...], features: Any = ()) -> Game:
    s = table(figure("J", 10, 10, **JACK), *figures, T, figure("Z", 1, 1, seat=1), features=features)
    return begin(s, first=kind(attacker="J", model="E"), dice=dice)


def test_9_5_a_how_far() -> None:
    s = table(
        figure("J", 10, 10, **JACK),
        figure("E", 12, 10, seat=1),
        figure("H", 20, 20, base=120),
        figure("B", 30, 30, seat=1, base=80),
    )
    assert flight_distance(s, "J", "E", 5, halved=True) == 5
    assert flight_distance(s, "J", "B", 5, halved=True) == 2.5
    assert flight_distance(s, "J", "B", 5, halved=False) == 5
    assert flight_distance(s, "H", "E", 5, halved=False) == 7


def test_9_5_b_directly_away_9_5_c_knocked_down_9_5_d_and_damaged() -> None:
    game = flying(Slammed, NEAR, dice=(4, 3, 3))
    assert at(game, "E") == (16, 10)
    assert battle(game).models["E"].knocked_down
    assert battle(game).models["E"].damage == 6


def test_9_5_d_stopped_by_something_one_more_die() -> None:
    """WMR-44: into an equal base, which is knocked down and hurt as well."""
    other = figure("F", 15, 10, seat=1, health=30)
    game = flying(Slammed, NEAR, other, dice=(6, 1, 1, 1, 2, 2))
    assert at(game, "E")[0] == pytest.approx(15 - 2 * R30, abs=1e-3)
    assert battle(game).models["F"].knocked_down
    assert battle(game).models["E"].damage == 14 + 3 - 14
    assert battle(game).models["F"].damage == 14 + 4 - 14
    walled = flying(Slammed, NEAR, dice=(6, 1, 1, 1), features=[block("w", "wall", 15, 8, 16, 12)])
    assert battle(walled).models["E"].damage == 3


def test_9_5_e_collateral_damage_and_9_5_f_to_each() -> None:
    """A slammed model goes through smaller bases."""
    big = figure("E", 12.2, 10, seat=1, base=40, health=30)
    small = [figure("F", 14, 10, seat=1, health=30), figure("G", 15.5, 10, seat=1, health=30)]
    game = flying(Slammed, big, *small, dice=(6, 1, 1, 2, 2, 3, 3))
    assert [battle(game).models[one].damage for one in ("F", "G")] == [4, 6]


def test_9_3_a_and_9_3_b_a_throw_goes_over_smaller_bases() -> None:
    """WMR-45: down where it lands; stopped by an equal base."""
    big = figure("E", 12.2, 10, seat=1, base=40, health=30)
    small = figure("F", 14, 10, seat=1, health=30)
    wall = figure("G", 17.5, 10, seat=1, base=50, health=30)
    game = flying(Thrown, big, small, wall, dice=(6, 1, 1, 1))
    assert battle(game).models["F"].damage == 0
    assert not battle(game).models["F"].knocked_down
    assert not battle(game).models["G"].knocked_down
    assert at(game, "E")[0] == pytest.approx(17.5 - R50 - 20 / 25.4, abs=1e-3)
    game = give(fighting(NEAR, dice=(3, 4, 2, 1, 1)), "throw", "E")
    assert at(game, "E") == (14, 10)


def test_9_5_a_push_is_directly_away_and_stops_at_things() -> None:
    s = table(figure("S", 10, 10), figure("X", 13, 10))
    assert pushed(s, "S", (9, 10), 5.0) == pytest.approx(3 - 2 * R30)


def trampling(*figures: Any, dice: tuple[int, ...] = (), features: Any = ()) -> Game:
    return begin(table(figure("J", 10, 10, **JACK), *figures, T, features=features), "J", "trample", dice=dice)


def test_9_4_a_straight_on_9_4_b_stopped_by_larger_bases_9_4_c_with_room_at_the_end() -> None:
    game = trampling(figure("E", 13, 10, seat=1), figure("F", 10, 14, seat=1, base=40))
    refused(game, way("J", (13, 13), (14, 13)), "WM 9.4/a")
    refused(game, way("J", (18.5, 10)), "WM 9.4/a")
    refused(game, way("J", (10, 17)), "WM 9.4/b")
    refused(game, way("J", (13, 10)), "WM 9.4/c")
    give(game, way("J", (17, 10)))


def test_9_4_d_and_9_4_e_and_9_4_f_and_9_4_g_every_small_enemy_on_the_way() -> None:
    small = [figure("E", 13, 10, seat=1, health=30), figure("F", 15, 10.5, seat=1, health=30), figure("S2", 14, 8.6)]
    game = trampling(*small, dice=(3, 4, 2, 2, 1, 2))
    give(game, way("J", (18, 10)))
    assert [battle(game).models[one].damage for one in ("E", "F", "S2")] == [4, 0, 0]
    assert options(game) == ("S2", "T")


def test_3_c_a_trample_may_leave_melee() -> None:
    game = trampling(figure("E", 11.8, 10, seat=1))
    assert asked(game) == "WM 9.4/a"
    assert SWORD.kind == "melee"
