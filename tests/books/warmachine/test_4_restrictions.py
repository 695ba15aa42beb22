"""WM 4 Movement restrictions and WM 5 movement at the end of an activation."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from books.warmachine.scene import (
    TOUCH,
    asked,
    at,
    battle,
    begin,
    effect,
    figure,
    give,
    options,
    refused,
    spots,
    table,
    unit,
    way,
)
from referee.books.warmachine.duties import has_forfeited
from referee.books.warmachine.restrictions import Restriction, kept_for, may_move
from referee.books.warmachine.state import EndMove
from referee.books.warmachine.travel import pushed
from referee.kernel import Game

T = figure("T", 44, 44)
B = figure("B", 16, 10, seat=1)


def only(how: str, of: str = "B", who: str = "A") -> Any:
    return effect(f"only {how}", who, of)


def advancing(*effects: Any, **fields: Any) -> Game:
    return begin(table(figure("A", 10, 10, **fields), B, T, effects=effects), "A", "full advance")


def arc(radius: float, start: float, end: float, steps: int = 40) -> list[tuple[float, float]]:
    turns = [math.radians(start + (end - start) * i / steps) for i in range(1, steps + 1)]
    return [(16 + radius * math.cos(t), 10 + radius * math.sin(t)) for t in turns]


def test_4_1_a_four_kinds_hold_the_models_own_movements() -> None:
    """S004-155: a push moves it all the same, and so does placement."""
    effects = [only("toward")]
    for option, limit in (("full advance", 6.0), ("run", 11.0)):
        game = begin(table(figure("A", 10, 10), B, T, effects=effects), "A", option)
        refused(game, way("A", (10 - limit / 2, 10)), "WM 4.1/b")
    charge = begin(table(figure("A", 10, 10), B, figure("F", 4, 10, seat=1), effects=effects), "A", "charge", "F")
    refused(charge, way("A", (6, 10)), "WM 4.1/b")
    ending = begin(
        table(figure("A", 10, 10, end_moves=(EndMove("Reposition", 3),)), B, effects=effects), "A", "forfeit"
    )
    give(ending, "Reposition")
    refused(ending, way("A", (8, 10)), "WM 4.1/b")
    s = table(figure("A", 10, 10), B, effects=effects)
    pushed(s, "A", (11, 10), 2.0)
    assert s.models["A"].x == pytest.approx(8.0)
    troopers = unit("U", ((10, 13), (14, 10)))
    placed = begin(table(troopers, B, T, effects=[only("toward", who="U2")]), "U", "full advance", "U1", ())
    give(placed, spots(U2=(8, 13)))
    assert at(placed, "U2") == (8, 13)


def test_4_1_b_toward_never_grows() -> None:
    """S004-156: start and end are not enough."""
    game = advancing(only("toward"))
    give(game.clone(), way("A", *arc(6, 180, 180 + math.degrees(3 / 6)), _inward(3 / 6, 3.0)))
    a = math.radians(33.69)
    give(game.clone(), way("A", (10 + 4.9 * math.cos(a), 10 + 4.9 * math.sin(a))))
    refused(game, way("A", (14.5, 13)), "WM 4.1/b")
    assert math.dist((14.5, 13), (16, 10)) < 6


def _inward(turn: float, distance: float) -> tuple[float, float]:
    t = math.radians(180) + turn
    return (16 + (6 - distance) * math.cos(t), 10 + (6 - distance) * math.sin(t))


def test_4_1_c_directly_toward_keeps_to_the_line() -> None:
    """S004-157"""
    game = advancing(only("directly toward"))
    refused(game, way("A", (13, 10.3)), "WM 4.1/c")
    refused(game, way("A", *arc(6, 180, 200)), "WM 4.1/c")
    refused(game, way("A", (13, 10), (12, 10)), "WM 4.1/c")
    give(game, way("A", (13, 10)))
    blocked = begin(
        table(figure("A", 10, 10), B, figure("X", 13, 10), effects=[only("directly toward")]), "A", "full advance"
    )
    refused(blocked, way("A", (12.5, 10)), "WM 2/e")
    refused(blocked, way("A", (11.5, 11.1), (14, 11.2)), "WM 4.1/c")
    give(blocked, way("A", (13 - TOUCH, 10)))


def test_4_1_d_away_never_shrinks() -> None:
    """S004-158"""
    game = advancing(only("away"))
    refused(game, way("A", (11, 10)), "WM 4.1/d")
    refused(game, way("A", (12, 13), (8, 13)), "WM 4.1/d")
    give(game.clone(), way("A", *arc(6, 180, 150)))
    give(game, way("A", (8, 13)))


def test_4_1_e_directly_away_keeps_to_the_line() -> None:
    """S004-159"""
    game = advancing(only("directly away"))
    refused(game, way("A", (7, 10.4)), "WM 4.1/e")
    refused(game, way("A", (12, 10)), "WM 4.1/e")
    give(game, way("A", (7, 10)))


@pytest.mark.parametrize("how", ["toward", "directly toward", "away", "directly away"])
def test_4_1_f_it_may_always_stay(how: str) -> None:
    """S004-160"""
    give(advancing(only(how)), ())
    game = begin(table(figure("A", 10, 10), B, T, effects=[only(how)]), "A")
    assert {"forfeit", "aim", "full advance"} <= set(options(game))


def test_4_1_g_several_at_once_are_all_kept() -> None:
    """S004-161, S004-162: each all along the way, so the common stretch may end early."""
    c = figure("C", 10, 16, seat=1)
    s = table(figure("A", 10, 10), B, c, T, effects=[only("toward"), only("away", "C")])
    game = begin(s, "A", "full advance")
    refused(game, way("A", (12, 12)), "WM 4.1/d")
    refused(game, way("A", (8, 8)), "WM 4.1/b")
    give(game, way("A", (13, 9)))
    passing = figure("C", 13, 12, seat=1)
    s = table(figure("A", 10, 10), B, passing, T, effects=[only("directly toward"), only("toward", "C")])
    game = begin(s, "A", "full advance")
    refused(game, way("A", (14, 10)), "WM 4.1/b")
    give(game, way("A", (13, 10)))


def test_4_1_g_if_they_cannot_be_it_cannot_move_at_all() -> None:
    """S004-163, WMR-25"""
    both = [only("directly toward"), only("away", "C")]
    c, far = figure("C", 16, 14, seat=1), figure("B", 20, 10, seat=1)
    game = begin(table(figure("A", 10, 10), far, c, T, effects=both), "A", "full advance")
    refused(game, way("A", (11, 10)), "WM 4.1/g")
    refused(game, way("A", (9.2, 9.5)), "WM 4.1/g")
    give(game, ())
    charge = begin(table(figure("A", 10, 10), far, c, T, effects=both), "A")
    refused(charge, "charge", "WM 4.1/g")
    refused(charge, "run", "WM 4.1/g")
    duty = table(figure("A", 10, 10), far, c, T, effects=[*both, effect("must run", "A")])
    forced = begin(duty, "A")
    assert asked(forced) == "WM 2/b"
    assert has_forfeited(battle(forced), "A", "action")
    # a trooper that cannot move is not the mover; it is placed, without Combat Action
    troopers = unit("U", ((10, 10), (10, 8)))
    held = [only("directly toward", who="U1"), only("away", "C", who="U1")]
    game = begin(table(troopers, far, c, T, effects=held), "U", "full advance")
    refused(game, "U1", "WM 4.1/g")
    give(game, "U2", ())
    give(game, spots(U1=(10, 10)))
    assert has_forfeited(battle(game), "U1", "action") or asked(game) == "WM 6.3/a"


REPOSITION, SLIP = EndMove("Reposition", 3.0), EndMove("Slip Away", 5.0, "directly away")


def test_5_a_a_movement_at_the_end_of_the_activation() -> None:
    """S004-164"""
    s = table(figure("S", 10, 10, end_moves=(REPOSITION,)), figure("X", 8, 12), figure("E", 11.5, 10, seat=1), T)
    game = begin(s, "S", "forfeit")
    assert asked(game) == "WM 7/a"
    give(game, "no attacks")
    assert asked(game) == "WM 5/b"
    refused(game, "melee attacks", "WM 1/a")
    refused(game, "T", "WM 1.1/e")
    give(game, "Reposition")
    refused(game, way("S", (8.5, 11.5)), "WM 2/e")
    refused(game, way("S", (6.9, 10)), "WM 5/c")
    give(game, way("S", (7, 10)))
    assert options(game) == ("X", "T")


def test_5_b_one_of_several() -> None:
    """S004-165, WMR-26"""
    s = table(figure("S", 10, 10, end_moves=(REPOSITION, SLIP)), figure("E", 14, 10, seat=1), T)
    game = begin(s, "S", "forfeit")
    assert options(game) == ("Reposition", "Slip Away", "stay")
    refused(game, ("Reposition", "Slip Away"), "WM 5/b")
    stay = give(game.clone(), "stay")
    assert options(stay) == ("T",)
    give(game, "Reposition", way("S", (10, 13)))
    assert options(game) == ("T",)


def test_5_c_resolved_as_its_rule_says() -> None:
    """S004-166"""
    s = table(figure("S", 10, 10, end_moves=(REPOSITION, SLIP)), figure("E", 14, 10, seat=1), T)
    game = begin(s, "S", "forfeit", "Slip Away")
    refused(game, way("S", (10, 14)), "WM 4.1/e")
    give(game, way("S", (5, 10)))
    game = begin(
        table(figure("S", 10, 10, end_moves=(REPOSITION, SLIP)), figure("E", 14, 10, seat=1), T),
        "S",
        "forfeit",
        "Reposition",
    )
    refused(game, way("S", (5, 10)), "WM 5/c")


points = st.tuples(st.floats(-8, 8), st.floats(-8, 8))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["toward", "away"]), st.lists(points, min_size=1, max_size=4))
def test_4_1_b_and_4_1_d_agree_with_walking(how: Any, path: list[tuple[float, float]]) -> None:
    """Against many small steps: where the restriction is broken, and that it is kept before."""
    rule = Restriction(how, "B", 3.0, 2.0)
    after = kept_for(rule, (0.0, 0.0), path)
    here, done, best = (0.0, 0.0), 0.0, math.dist((0, 0), (3, 2))
    broken = math.inf
    for there in path:
        leg = math.dist(here, there)
        for i in range(1, 201):
            x, y = here[0] + (there[0] - here[0]) * i / 200, here[1] + (there[1] - here[1]) * i / 200
            away = math.dist((x, y), (3, 2))
            worse = away > best + 0.0006 if how == "toward" else away < best - 0.0006
            if worse and broken == math.inf:
                broken = done + leg * i / 200
            best = min(best, away) if how == "toward" else max(best, away)
        done, here = done + leg, there
    if broken < math.inf:
        assert after <= broken + 0.001
    else:
        assert after == math.inf or kept_for(rule, (0.0, 0.0), path) <= done


def test_4_1_g_directions_that_are_open() -> None:
    toward, away = Restriction("toward", "B", 10, 0), Restriction("away", "C", -10, 0)
    assert may_move((toward, away), (0.0, 0.0))
    assert not may_move(
        (Restriction("directly toward", "B", 10, 0), Restriction("directly toward", "C", 0, 10)), (0.0, 0.0)
    )
    assert not may_move((toward, Restriction("directly away", "B", 10, 0)), (0.0, 0.0))
