"""WM 2 Movement: when models move, how a move is measured, what a base cannot pass."""

from __future__ import annotations

import pytest

from books.warmachine.scene import (
    GUN,
    R30,
    R50,
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
    refused,
    spots,
    table,
    unit,
    way,
)
from referee.books.warmachine.state import EndMove
from referee.books.warmachine.travel import pushed
from referee.kernel import NotUnderstood

REPOSITION = EndMove("Reposition", 3.0)


def test_2_a_models_move_in_their_normal_movement_only() -> None:
    """S004-22"""
    s = table(figure("S", 10, 10, weapons=(SWORD, SWORD)), figure("E", 11.5, 10, seat=1))
    game = begin(s, "S", "full advance", way("S", (10, 10.5)), "melee attacks", dice=(1, 1, 1, 1))
    give(game, ("sword", "E"))
    with pytest.raises(NotUnderstood):
        game.book.parse(game, "north 1")  # type: ignore[misc]
    assert asked(game) == "WM 7.1/b"


def test_2_a_special_rules_let_models_move_at_other_times() -> None:
    """S004-23"""
    s = table(figure("S", 10, 10, end_moves=(REPOSITION,)), figure("T", 20, 20))
    game = begin(s, "S", "full advance", way("S", (14, 10)))
    assert asked(game) == "WM 5/b"
    give(game, "Reposition", way("S", (17, 10)))
    assert at(game, "S") == (17, 10)
    game = begin(table(figure("S", 10, 10), figure("T", 20, 20)), "S", "full advance", way("S", (14, 10)))
    assert asked(game) == "WM 6.3/a"


def test_2_b_an_advance_is_movement_of_ones_own_will() -> None:
    """S004-24: a snap shot answers advances, not pushes; who cannot advance is pushed all the same."""
    watcher = figure("W", 10, 16, seat=1, weapons=(GUN,), advantages=("Snap Shot",))
    game = begin(table(figure("S", 10, 10), watcher), "S", "full advance", way("S", (14, 10)))
    assert asked(game) == "REF window/b"
    s = table(figure("S", 10, 10), watcher, effects=[effect("cannot advance", "S")])
    refused(begin(s, "S"), "full advance", "WM 1.3/a")
    pushed(s, "S", (9, 10), 2.0)
    assert round(s.models["S"].x, 4) == 12.0


def test_2_c_distance_is_that_of_the_leading_point() -> None:
    """S004-25: equal to the shift of the centre, whatever the size of the base."""
    game = begin(table(figure("J", 10, 10, base=50)), "J", "full advance")
    refused(game, way("J", (16.1, 10)), "WM 3.3/a")
    give(game, way("J", (16, 10)))
    assert at(game, "J") == (16, 10)


def test_2_d_the_length_walked_counts() -> None:
    """S004-26"""
    game = begin(table(figure("S", 10, 10), figure("T", 30, 30)), "S", "full advance")
    refused(game, way("S", (10, 14), (13, 14)), "WM 3.3/a")
    refused(game, way("S", (13, 10), (10, 10), (11, 10)), "WM 3.3/a")
    out_and_back = give(game.clone(), way("S", (13, 10), (10, 10)))
    assert at(out_and_back, "S") == (10, 10)
    give(game, way("S", (10, 14), (12, 14)))
    assert at(game, "S") == (12, 14)


@pytest.mark.parametrize("seat", [0, 1])
def test_2_e_no_base_passes_over_a_base(seat: int) -> None:
    """S004-27: friend or foe."""
    s = table(figure("S", 10, 10, spd=7), figure("X", 13, 10, seat=seat), figure("T", 40, 40))
    game = begin(s, "S", "full advance")
    refused(game, way("S", (16, 10)), "WM 2/e")
    give(game, way("S", (11.5, 11.1), (13, 10 + TOUCH + 0.01), (14.5, 11.1), (16, 10)))
    assert at(game, "S") == (16, 10)
    s = table(figure("S", 10, 10), figure("X", 13, 10, seat=seat))
    refused(begin(s, "S", "full advance"), way("S", (11.5, 11.1), (13, 11.2), (14.5, 11.1), (16, 10)), "WM 3.3/a")


def test_2_e_touching_is_not_passing_over() -> None:
    """S004-28"""
    touching = table(figure("S", 10, 10), figure("E", 13, 10 + TOUCH, seat=1))
    game = begin(touching, "S", "full advance", way("S", (16, 10)))
    assert at(game, "S") == (16, 10)
    overlapping = table(figure("S", 10, 10), figure("E", 13, 11, seat=1))
    refused(begin(overlapping, "S", "full advance"), way("S", (16, 10)), "WM 2/e")


def test_2_e_placing_passes_over_bases() -> None:
    """S004-29: the ban is for advancing; placed models are not stopped by what stands between."""
    wall = [figure(f"E{i}", 20 + i * 1.2, 14, seat=1) for i in range(5)]
    s = table(unit("U", ((20, 16.5), (22, 17))), *wall, figure("T", 40, 40))
    game = begin(s, "U", "full advance", "U2")
    refused(game, way("U2", (22, 12)), "WM 2/f")
    game = begin(
        table(unit("U", ((26.5, 16.5), (22, 17))), *wall, figure("T", 40, 40), figure("F", 1, 1, seat=1)),
        "U",
        "full advance",
    )
    give(game, "U1", way("U1", (26.5, 12)), spots(U2=(24.2, 12)))
    assert at(game, "U2") == (24.2, 12)


def test_2_f_a_gap_narrower_than_the_base_bars_the_way() -> None:
    """S004-30"""
    wide = [figure("E1", 10, 11.30, seat=1), figure("E2", 10, 8.70, seat=1)]
    narrow = [figure("E1", 10, 11.0, seat=1), figure("E2", 10, 9.0, seat=1)]
    game = begin(table(figure("S", 7, 10), *wide), "S", "full advance", way("S", (13, 10)))
    assert at(game, "S") == (13, 10)
    refused(begin(table(figure("S", 7, 10), *narrow), "S", "full advance"), way("S", (13, 10)), "WM 2/f")
    for gap in (wide, narrow):
        refused(begin(table(figure("J", 7, 10, base=50), *gap), "J", "full advance"), way("J", (13, 10)), "WM 2/f")


@pytest.mark.parametrize(("slack", "passes"), [(0.0, True), (0.01, True), (-0.01, False)])
def test_2_f_a_gap_exactly_as_wide_lets_the_base_through(slack: float, passes: bool) -> None:
    """S004-31"""
    away = R30 + R30 + slack
    pair = [figure("E1", 10, 10 + away, seat=1), figure("E2", 10, 10 - away, seat=1)]
    game = begin(table(figure("S", 7, 10), *pair), "S", "full advance")
    if passes:
        assert at(give(game, way("S", (13, 10))), "S") == (13, 10)
    else:
        refused(game, way("S", (13, 10)), "WM 2/f")


def test_12_1_a_rough_ground_costs_two_inches_once() -> None:
    """Entered once or twice, or started in; a least move of 1 inch; Pathfinder pays nothing."""
    mud = [block("mud", "rough", 12, 8, 13, 12), block("more", "rough", 14, 8, 15, 12)]
    s = table(figure("S", 10, 10), figure("T", 40, 40), features=mud)
    game = begin(s, "S", "full advance")
    refused(game, way("S", (15, 10)), "WM 12.1/a")
    give(game, way("S", (14, 10)))
    s = table(figure("P", 10, 10, advantages=("Pathfinder",)), features=mud)
    assert at(begin(s, "P", "full advance", way("P", (16, 10))), "P") == (16, 10)
    s = table(figure("S", 12.5, 10, spd=2), features=mud)
    game = begin(s, "S", "full advance")
    refused(game, way("S", (12.5, 8.9)), "WM 12.1/a")
    give(game, way("S", (12.5, 9.0)))


def test_12_1_a_rough_ground_met_late_ends_the_move_there() -> None:
    mud = block("mud", "rough", 15.7, 8, 20, 12)
    game = begin(table(figure("S", 10, 10), features=[mud]), "S", "full advance")
    refused(game, way("S", (15.5, 10)), "WM 12.1/a")
    (reason,) = game.why(way("S", (15.5, 10)))
    assert reason.reason.params["limit"] == pytest.approx(5.7 - R30, abs=1e-3)
    give(game, way("S", (15.7 - R30, 10)))


def test_12_1_b_nobody_ends_on_an_obstacle() -> None:
    wall = block("wall", "wall", 13, 8, 13.5, 12)
    game = begin(table(figure("S", 10, 10), features=[wall]), "S", "full advance")
    refused(game, way("S", (13, 10)), "WM 12.1/b")
    give(game, way("S", (15, 10)))


def test_12_1_c_obstructions_and_impassable_ground_stop_a_move() -> None:
    for kind in ("building", "deep water"):
        game = begin(table(figure("S", 10, 10), features=[block("it", kind, 13, 8, 13.5, 12)]), "S", "full advance")
        refused(game, way("S", (15, 10)), "WM 12.1/c")
    flyer = table(figure("F", 10, 10, advantages=("Flight",)), features=[block("it", "building", 13, 8, 13.5, 12)])
    assert at(begin(flyer, "F", "full advance", way("F", (15, 10))), "F") == (15, 10)


def test_12_1_e_nobody_leaves_the_table() -> None:
    game = begin(table(figure("J", 3, 3, base=50)), "J", "full advance")
    refused(game, way("J", (R50 - 0.1, 3)), "WM 12.1/e")
    give(game, way("J", (R50, 3)))


def test_12_2_a_a_hazard_hurts_once_on_entering_and_12_2_b_again_at_the_end() -> None:
    fire = block("fire", "burning earth", 12, 8, 13, 12)
    s = table(figure("S", 10, 10), figure("T", 40, 40), features=[fire])
    game = begin(s, "S", "full advance", way("S", (15, 10)), dice=(2, 2))
    assert battle(game).models["S"].damage == 2
    s = table(figure("S", 10, 10), figure("T", 40, 40), features=[fire])
    game = begin(s, "S", "full advance", way("S", (12, 10)), dice=(2, 2, 1, 2))
    assert battle(game).models["S"].damage == 3


def test_12_2_b_ending_an_activation_in_a_hazard() -> None:
    fire = block("fire", "burning earth", 8, 8, 13, 12)
    s = table(figure("S", 10, 10), figure("T", 40, 40), features=[fire])
    game = begin(s, "S", "forfeit", dice=(2, 2))
    assert battle(game).models["S"].damage == 2
