"""WM 6 Turns, WM 13 deployment, WM 14 the end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from books.warmachine.scene import asked, battle, begin, figure, give, options, refused, spots, table, unit
from referee.books.warmachine import BOOK
from referee.books.warmachine.damage import remove
from referee.books.warmachine.ending import check_end
from referee.books.warmachine.sequence import Control, Maintenance, Rounds, ThresholdChecks, Turn
from referee.books.warmachine.state import Battle
from referee.kernel import END, Seeded

CASTER: dict[str, Any] = {"kind": "warcaster", "arc": 6, "ctrl": 12.0}
JACK: dict[str, Any] = {"kind": "warjack", "base": 50, "controller": "C"}


def test_6_a_and_6_b_rounds_of_two_turns() -> None:
    s = table(figure("S", 10, 10), figure("E", 30, 30, seat=1), options={"rounds": "2"})
    game = begin(s, first=Rounds())
    seen = []
    while game.decision:
        seen.append((battle(game).round, battle(game).active))
        give(game, options(game)[0])
        give(game, "forfeit")
    assert seen == [(1, 0), (1, 1), (2, 0), (2, 1)]
    assert battle(game).ended == "attrition"


def test_6_1_and_6_1_a_maintenance_takes_focus() -> None:
    s = table(figure("C", 10, 10, focus=9, **CASTER), figure("J", 14, 10, focus=3, **JACK))
    begin(s, first=Maintenance())
    assert (s.models["C"].focus, s.models["J"].focus) == (6, 0)


def test_6_2_a_casters_refill_6_2_d_jacks_power_up_6_2_e_and_6_2_f_focus_is_shared_out() -> None:
    s = table(figure("C", 10, 10, focus=1, **CASTER), figure("J", 14, 10, **JACK), figure("K", 44, 44, **JACK))
    game = begin(s, first=Control())
    assert asked(game) == "WM 6.2/e"
    assert s.models["C"].focus == 6
    assert [s.models[one].focus for one in ("J", "K")] == [1, 0]
    with pytest.raises(Exception, match="at most"):
        game.answer((3, 3))
    give(game, (4, 2))
    assert [battle(game).models[one].focus for one in ("C", "J", "K")] == [4, 3, 0]


def test_6_2_b_and_6_2_c_a_warlock_leeches_fury() -> None:
    lock = figure("L", 10, 10, kind="warlock", arc=6, ctrl=12.0, fury=3)
    beasts = [
        figure(name, x, x - 4, kind="warbeast", controller="L", most_fury=4, fury=fury, threshold=12)
        for name, x, fury in (("B", 14, 4), ("F", 44, 2))
    ]
    game = begin(table(lock, *beasts), first=Control(), dice=(1, 1, 1, 1))
    assert asked(game) == "WM 6.2/b"
    assert game.decision.maximum == 3  # type: ignore[union-attr]
    give(game, 3)
    assert [battle(game).models[one].fury for one in ("L", "B", "F")] == [6, 1, 2]


@pytest.mark.parametrize(("dice", "frenzy"), [((3, 3), False), ((3, 4), True)])
def test_6_2_g_and_6_2_h_threshold_checks_and_6_2_i_a_frenzy(dice: tuple[int, int], frenzy: bool) -> None:
    """WMR-49: equal to the threshold is no frenzy."""
    s = table(figure("B", 14, 10, kind="warbeast", fury=3, threshold=9), figure("E", 20, 10, seat=1))
    game = begin(s, first=ThresholdChecks(left=("B",)), dice=dice)
    assert ("B" in s.activated) is frenzy
    assert (asked(game) == "WM 15/a") is frenzy


def test_6_2_j_and_6_2_k_a_frenzy_is_settled_by_hand() -> None:
    s = table(figure("B", 14, 10, kind="warbeast", fury=3, threshold=2), figure("E", 20, 10, seat=1))
    game = begin(s, first=ThresholdChecks(left=("B",)), dice=(3, 3))
    give(game, "damage", "E", 2, "done")
    assert battle(game).models["E"].damage == 2
    assert game.is_over


def test_6_3_a_everything_activates_once() -> None:
    game = begin(table(figure("S", 10, 10), figure("T", 20, 20), figure("E", 40, 40, seat=1)), "S", "forfeit")
    refused(game, "S", "WM 6.3/a")
    refused(game, "E", "WM 6.3/a")


def test_6_3_and_6_3_b_and_6_3_c_until_nothing_is_left_6_4() -> None:
    s = table(figure("S", 10, 10), unit("U", ((20, 20),)), figure("E", 40, 40, seat=1))
    game = begin(s, first=Turn())
    give(game, "S", "forfeit", "U", "forfeit")
    assert game.is_over
    assert s.phase == "activation"


def test_13_a_and_13_b_deployment() -> None:
    """Wholly in the zone, all of them, where there is room."""
    game = BOOK.begin({"battlefield": "bare"}, dice=Seeded("1"))
    assert asked(game) == "WM 13/a"
    refused(game, (("a1", (10.0, 40.9, 0.0, 0.0)),), "WM 13/b")
    refused(game, (), "WM 13/a")
    give(game, spots(a1=(10, 45)))
    refused(game, spots(a2=(10.5, 45)), "WM 13/b")
    give(game, spots(a2=(13, 45)))


def test_13_d_a_units_models_stand_together() -> None:
    game = BOOK.begin({"battlefield": "bare"}, dice=Seeded("1"))
    give(game, spots(a1=(10, 45)), spots(a2=(13, 45)), spots(a3=(16, 45)))
    row = {f"a4.{i}": (20 + 1.3 * i, 45) for i in range(1, 7)}
    refused(game, tuple((one, (x, y, 0.0, 0.0)) for one, (x, y) in row.items()), "WM 13/d")


def test_13_c_starting_focus_and_fury_and_13_and_6_the_battle_begins() -> None:
    game, random = BOOK.begin(dice=Seeded("1")), Random(1)
    while asked(game) == "WM 13/a":
        give(game, game.propose(random))
    assert battle(game).models["a1"].focus == 6
    assert battle(game).models["b1"].fury == 6
    assert battle(game).round == 1


def two_leaders() -> Battle:
    enemies = [figure("D", 30, 30, seat=1, **CASTER), figure("E", 32, 32, seat=1)]
    return table(figure("C", 10, 10, **CASTER), figure("S", 12, 12), *enemies)


def test_14_a_the_last_leader_wins() -> None:
    s = two_leaders()
    assert check_end(s) is None
    remove(s, "D", "WM 10.2/d")
    assert check_end(s) is END
    assert (s.winner, s.ended) == (0, "assassination")
    s = two_leaders()
    s.options = s.options | {"victory": "attrition"}
    remove(s, "D", "WM 10.2/d")
    assert check_end(s) is None


def test_14_b_an_army_that_is_gone_has_lost() -> None:
    s = table(figure("S", 10, 10), figure("E", 32, 32, seat=1))
    remove(s, "S", "WM 10.2/d")
    assert check_end(s) is END
    assert (s.winner, s.ended) == (1, "annihilation")


def test_14_c_after_the_last_round_whoever_destroyed_more() -> None:
    s = table(
        figure("S", 10, 10),
        figure("T", 12, 12),
        figure("E", 32, 32, seat=1, points=9),
        figure("F", 36, 32, seat=1),
        options={"rounds": "1"},
    )
    remove(s, "E", "WM 10.2/d")
    remove(s, "T", "WM 10.2/d")
    game = begin(s, first=Rounds())
    while game.decision:
        give(game, options(game)[0], "forfeit")
    assert (battle(game).winner, battle(game).ended) == (0, "attrition")
