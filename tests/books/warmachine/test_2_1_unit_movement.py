"""WM 2.1 Unit movement: one trooper moves, the others are placed by it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from books.warmachine.scene import (
    R30,
    TOUCH,
    Figure,
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
from referee.board import within
from referee.books.warmachine.duties import has_forfeited
from referee.books.warmachine.placing import gap
from referee.books.warmachine.sight import sees
from referee.books.warmachine.state import Bargain, Battle, EndMove
from referee.books.warmachine.units import PlaceTroopers
from referee.kernel import Game

U = ((10.0, 10.0), (8.5, 10.0), (8.5, 11.5), (8.5, 8.5), (7.0, 10.0))
T = figure("T", 44, 44)
E = figure("E", 44, 4, seat=1)


def placing(s: Battle, mover: str, *rest: str) -> Game:
    """The moment at which the rest is placed by the mover."""
    from referee.books.warmachine.activation import begin as activate

    activate(s, s.models[mover].unit)
    return begin(s, first=PlaceTroopers(unit=s.models[mover].unit, mover=mover, rest=rest))


def five(*more: Any, **fields: Any) -> Game:
    """A unit of five whose U1 has moved to (16, 10); the others are to be placed."""
    return begin(table(unit("U", U, **fields), T, E, *more), "U", "full advance", "U1", way("U1", (16, 10)))


def test_2_1_a_one_trooper_moves() -> None:
    """S004-32, S004-33: in advances, runs and charges alike; aiming moves nobody."""
    for option in ("full advance", "run"):
        game = begin(table(unit("U", U), T, E), "U", option)
        assert asked(game) == "WM 2.1/a"
        assert options(game) == ("U1", "U2", "U3", "U4", "U5")
        refused(game, "T", "WM 2.1/a")
        give(game, "U1", way("U1", (16, 10)))
        assert asked(game) == "WM 2.1/c"
    game = begin(table(unit("U", U), T, figure("E", 17, 10, seat=1)), "U", "charge")
    assert asked(game) == "WM 2.1/a"
    game = begin(table(unit("U", U), T, E), "U", "aim")
    assert [at(game, f"U{i}") for i in range(1, 6)] == [(x, y) for x, y in U]


def test_2_1_b_it_holds_in_normal_movement_only() -> None:
    """S004-34: at the end of the activation each moves on its own, and nobody is placed."""
    s = table(unit("U", U[:2], end_moves=(EndMove("Reposition", 3),)), T, E)
    game = begin(s, "U", "full advance", "U1", way("U1", (16, 10)), spots(U2=(18, 10)))
    assert asked(game) == "WM 5/b"
    give(game, "Reposition", way("U1", (16, 13)))
    assert at(game, "U2") == (18, 10)
    assert asked(game) == "WM 5/b"


def test_2_1_c_all_others_are_placed_within_two_inches_edge_to_edge() -> None:
    """S004-35, S004-36, S004-37, S004-38"""
    game = five()
    refused(game, (), "WM 2.1/h")
    exact = 16 + 2 + TOUCH
    refused(game, spots(U2=(exact + 0.12, 10)), "WM 2.1/c")
    give(game, spots(U2=(exact, 10)))
    refused(game, spots(U3=(exact + TOUCH, 10)), "WM 2.1/c")
    assert asked(game) == "WM 2.1/c"
    give(game, spots(U3=(16, 12.5), U4=(16, 7.5), U5=(13.5, 10)))
    assert asked(game) == "WM 6.3/a"


def test_2_1_c_placing_is_no_movement() -> None:
    """S004-39: neither distance nor rock nor bases matter, and nobody who answers advances answers it."""
    rock = block("rock", "rock", 28, 0, 30, 48)
    watcher = figure("W", 20, 14, seat=1, advantages=("Snap Shot",))
    far = unit("U", ((10, 10), (40, 10)))
    game = begin(table(far, T, watcher, features=[rock]), "U", "full advance", "U1", way("U1", (16, 10)))
    give(game, spots(U2=(18.5, 10)))
    assert at(game, "U2") == (18.5, 10)
    assert asked(game) != "REF window/b"
    game = begin(table(far, T, watcher, features=[rock]), "U", "full advance", "U2")
    refused(game, way("U2", (18.5, 10)), "WM 3.3/a", "WM 12.1/c")


def test_2_1_d_one_after_another() -> None:
    """S004-40: who is not placed yet still stands where it stood."""
    s = table(unit("U", ((20, 20), (26, 20), (22, 20))), T, E)
    game = placing(s, "U1", "U2", "U3")
    refused(game, spots(U2=(22, 20)), "WM 2.1/d")
    refused(game, spots(U2=(22, 20), U3=(18, 20)), "WM 2.1/d")
    give(game, spots(U3=(18, 20), U2=(22, 20)))
    assert at(game, "U2") == (22, 20)


LANE = (
    block("north", "rock", 15, 10, 26, 19.35),
    block("south", "rock", 15, 20.65, 26, 30),
    block("end", "rock", 15, 19.35, 19.3, 20.65),
)


def in_the_lane() -> Game:
    return placing(
        table(unit("U", ((20, 20), (40, 20), (40, 22), (40, 24), (40, 26))), T, E, features=LANE),
        "U1",
        "U2",
        "U3",
        "U4",
        "U5",
    )


def test_2_1_d_an_early_placement_may_leave_no_room() -> None:
    """S004-41: it stays where it is."""
    game = give(in_the_lane(), spots(U2=(22.20, 20)))
    assert [one for one in ("U3", "U4", "U5") if one in battle(game).models] == []
    game = give(in_the_lane(), spots(U2=(21.19, 20)))
    give(game, spots(U3=(22.38, 20)))
    assert "U3" in battle(game).models
    assert "U4" in battle(game).lost


def test_2_1_e_each_is_put_where_it_sees_the_mover() -> None:
    """S004-42"""
    tall = block("tall", "rock", 21.2, 18, 21.4, 22)
    game = placing(table(unit("U", ((20, 20), (40, 20))), T, E, features=[tall]), "U1", "U2")
    refused(game, spots(U2=(22.2, 20)), "WM 2.1/e")
    give(game, spots(U2=(20, 22.5)))


def test_2_1_e_unit_mates_block_no_sight_others_do() -> None:
    """S004-43"""
    mates = [figure(f"U{i}", x, 20, unit="U", base=mm) for i, x, mm in ((1, 20, 30), (2, 21.585, 50), (3, 40, 30))]
    game = placing(table(mates, T, E), "U1", "U2", "U3")
    give(game, spots(U3=(23.165, 20)))
    blocked = table(unit("U", ((20, 20), (40, 20))), T, figure("E", 21.585, 20, seat=1, base=50))
    refused(placing(blocked, "U1", "U2"), spots(U2=(23.165, 20)), "WM 2.1/e")


def test_2_1_f_troopers_that_cannot_move_are_placed_too_and_never_move() -> None:
    """S004-44, S004-47"""
    s = table(unit("U", U), T, E, effects=[effect("cannot advance", "U4")])
    game = begin(s, "U", "full advance")
    refused(game, "U4", "WM 2.1/f")
    assert "U4" not in options(game)
    give(game, "U1", way("U1", (16, 10)), spots(U2=(18.5, 10), U3=(16, 12.5), U4=(16, 7.5), U5=(13.5, 10)))
    assert at(game, "U4") == (16, 7.5)


def test_2_1_g_but_have_no_combat_action_and_no_attacks() -> None:
    """S004-45, S004-46: nor may the forfeit be sold; who is not placed keeps its action."""
    heal = (Bargain("Rest", "action", "heal"),)
    near = figure("E", 18.5, 8.2, seat=1)
    s = table(unit("U", U, bargains=heal), T, near, effects=[effect("cannot advance", "U4")])
    game = begin(s, "U", "full advance", "U1", way("U1", (16, 10)))
    give(game, spots(U4=(18.5, 9.5), U2=(18.5, 11.2), U3=(16, 12.5), U5=(13.5, 10)))
    assert options(game) == ("U1", "U2", "U3", "U5")
    refused(game, "U4", "WM 1.3/a")
    assert now(game).barred == ("U4",)
    s = table(unit("U", U), T, figure("E", 8.5, 7.2, seat=1), effects=[effect("cannot advance", "U4")])
    game = begin(s, "U", "aim")
    assert "U4" in options(game)


def test_2_1_h_who_cannot_be_placed_is_destroyed_and_only_then() -> None:
    """S004-48, S004-49: destruction is no choice."""
    game = give(in_the_lane(), spots(U2=(21.19, 20)))
    refused(game, (), "WM 2.1/h")
    shown = next(refusal for refusal in game.why(()) if refusal.rule == "WM 2.1/h")
    assert shown.instead is not None
    give(game, spots(U3=(22.38, 20)))
    assert set(battle(game).lost) == {"U4", "U5"}


def test_2_1_h_room_out_of_sight_is_no_room() -> None:
    """S004-50: an option places such a trooper unseen."""
    closed = [
        block("north", "rock", 17, 18.4, 23, 19.40),
        block("south", "rock", 17, 20.60, 23, 21.6),
        block("west", "rock", 17, 19.40, 19.40, 20.60),
        block("east", "rock", 20.60, 19.40, 21.0, 20.60),
    ]
    for option, lost in (("destroyed", True), ("placed out of sight", False)):
        s = table(unit("U", ((20, 20), (40, 20))), T, E, features=closed, options={"no seen spot": option})
        game = placing(s, "U1", "U2")
        assert ("U2" in battle(game).lost) is lost


def test_2_1_i_another_mover_if_the_first_is_lost() -> None:
    """S004-51, S004-52, S004-53, S004-54"""
    fire = block("fire", "burning earth", 13, 9, 13.6, 11)
    s = table(unit("U", U, health=1), T, figure("E", 22, 10, seat=1), features=[fire])
    game = begin(s, "U", "charge", "U1", "E", dice=(6, 6, 6, 6))
    give(game, way("U1", (19, 10)))
    assert "U1" in battle(game).lost
    assert asked(game) == "WM 2.1/i"
    assert options(game) == ("full advance", "run", "charge", "nobody")
    nobody = give(game.clone(), "nobody")
    assert at(nobody, "U3") == U[2]
    assert asked(nobody) == "WM 6.3/a"
    give(game, "full advance")
    assert options(game) == ("U2", "U3", "U4", "U5")
    give(game, "U2", way("U2", (11.5, 10)))
    assert asked(game) == "WM 2.1/c"


def test_2_1_i_a_run_begun_by_a_mover_that_was_lost_costs_nothing() -> None:
    """S004-52: the choice is open again."""
    fire = block("fire", "burning earth", 13, 9, 13.6, 11)
    s = table(unit("U", U, health=1), T, figure("E", 8.5, 14.5, seat=1), features=[fire])
    game = begin(s, "U", "run", "U1", way("U1", (19, 10)), dice=(6, 6))
    assert has_forfeited(battle(game), "U2", "action")
    give(game, "full advance")
    assert not has_forfeited(battle(game), "U2", "action")


def test_2_1_i_no_new_mover_once_all_are_placed_or_while_it_lives() -> None:
    """S004-51"""
    fire = block("fire", "burning earth", 13, 9, 13.6, 11)
    s = table(unit("U", U, health=19), T, E, features=[fire])
    game = begin(s, "U", "full advance", "U1", way("U1", (16, 10)), dice=(6, 6))
    assert asked(game) == "WM 2.1/c"


def test_2_1_j_at_any_other_time_each_moves_and_is_measured_alone() -> None:
    """S004-55"""
    s = table(unit("U", U[:2], end_moves=(EndMove("Reposition", 3),)), T, E)
    game = begin(s, "U", "forfeit", "Reposition")
    refused(game, way("U1", (13.1, 10)), "WM 5/c")
    give(game, way("U1", (13, 10)), "Reposition", way("U2", (8.5, 7)))
    assert (at(game, "U1"), at(game, "U2")) == ((13, 10), (8.5, 7))


def test_2_1_k_example_five_legionnaires() -> None:
    """S004-56, S004-57: SPD 6, one moves 6, four are placed."""
    game = begin(table(unit("U", U), T, E), "U", "full advance", "U1")
    refused(game, way("U1", (16.1, 10)), "WM 3.3/a")
    give(game, way("U1", (16, 10)))
    refused(game, spots(U5=(9, 10)), "WM 2.1/c")
    give(game, spots(U2=(18.5, 10), U3=(16, 12.5), U4=(16, 7.5), U5=(13.5, 10)))
    assert asked(game) == "WM 6.3/a"


def test_2_1_l_example_mortars_with_reposition() -> None:
    """S004-58, S004-59, S004-60"""
    mortars = unit("O", ((20, 20), (20, 18), (20, 16)), end_moves=(EndMove("Reposition", 3),))
    game = begin(table(mortars, T, E), "O", "full advance", "O1")
    give(game, way("O1", (23, 20)), spots(O2=(23, 18), O3=(23, 22)))
    give(game, "Reposition")
    refused(game, way("O1", (26.5, 20)), "WM 5/c")
    give(game, way("O1", (26, 20)), "Reposition", way("O2", (23, 15)), "stay")
    assert (at(game, "O1"), at(game, "O2"), at(game, "O3")) == ((26, 20), (23, 15), (23, 22))
    assert gap(battle(game), "O1", "O2") > 2
    assert battle(game).lost == {}


def test_3_3_a_a_full_advance_of_nothing_gathers_a_unit() -> None:
    """S004-74"""
    s = table(unit("U", ((20, 20), (30, 20))), T, E)
    game = begin(s, "U", "full advance", "U1", ())
    refused(game, spots(U2=(30, 20)), "WM 2.1/c")
    give(game, spots(U2=(22, 20)))


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(["full advance", "run"]))
def test_2_1_c_no_trooper_is_left_beyond_two_inches_or_unseen(seed: int, kind: str) -> None:
    """Whatever is answered, who lives stands within 2 inches of the mover and sees it."""
    random = Random(seed)
    others = [
        figure(f"X{i}", random.uniform(2, 28), random.uniform(2, 28), seat=i % 2, base=random.choice((30, 50)))
        for i in range(12)
    ]
    rocks = [
        block(f"r{i}", "rock", x, y, x + 2, y + 1)
        for i in range(3)
        for x, y in [(random.uniform(3, 25), random.uniform(3, 25))]
    ]
    clear = [one for one in others if all(abs(one.model.x - x) + abs(one.model.y - y) > 3 for x, y in U)]
    apart = [one for n, one in enumerate(clear) if all(_apart(one, other) for other in clear[:n])]
    s = table(unit("U", U), *apart, features=rocks, size=(30, 30))
    game = begin(s, "U", kind)
    while game.decision and battle(game).now and asked(game) not in ("WM 1.2/b", "WM 6.3/a"):
        mover = now(game).mover
        game.answer(game.propose(random))
    s = battle(game)
    if mover in s.models:
        for model in s.models.values():
            if model.unit == "U" and model.id != mover:
                assert within(gap(s, model.id, mover), 2.0)
                assert sees(s, model.id, mover)


def _apart(a: Figure, b: Figure) -> bool:
    return abs(a.model.x - b.model.x) + abs(a.model.y - b.model.y) > 4


@pytest.mark.parametrize("radius", [R30])
def test_2_1_c_the_whole_base_need_not_be_inside(radius: float) -> None:
    game = five()
    give(game, spots(U2=(16 + 2 + 2 * radius, 10)))
    assert at(game, "U2")[0] + radius > 16 + radius + 2
