"""20 Strategic reserves, deep strike (24.09), aircraft (23)."""

from __future__ import annotations

from books.wh40k.scene import Play, Scene, row
from referee.kernel import mark_used


def arriving(kind: str = "Trooper", battle_round: int = 2) -> Play:
    """A1 of two models in reserves; the attacker is A, whose enemy's zone is the upper 12 inches."""
    scene = Scene(round=battle_round).unit("A1", kind, count=2).unit("B1", "Trooper", [(40, 20)])
    return scene.start().answer("A1")


def by_the_left_edge(y: float) -> dict[str, list[float]]:
    return {"A1.1": [1, y], "A1.2": [2.5, y]}


def test_20_03_refused_in_the_first_round() -> None:
    play = arriving(battle_round=1)
    assert play.options() == ("remain stationary",)
    play.refused("ingress", "40K 20.03")


def test_20_04_within_six_inches_of_an_edge() -> None:
    play = arriving().answer("ingress", by_the_left_edge(30))
    assert play.s.units["A1"].where == "table"


def test_20_04_refused_further_in() -> None:
    play = arriving().answer("ingress")
    play.refused({"A1.1": [1, 30], "A1.2": [5.5, 30]}, "40K 20.04/b", 'within 6" of an edge')


def test_20_04_refused_at_exactly_eight_inches_from_an_enemy() -> None:
    scene = Scene().unit("A1", "Trooper", count=1).unit("B1", "Trooper", [(10, 30)])
    edge = 32 / 25.4
    play = scene.start().answer("A1", "ingress")
    play.refused({"A1.1": [10 - 8 - edge, 30]}, "40K 20.04/b", '8" from B1.1')
    play.answer({"A1.1": [10 - 8.01 - edge, 30]})
    assert play.s.units["A1"].where == "table"


def test_20_04_refused_in_the_enemy_zone_before_round_three() -> None:
    spot = by_the_left_edge(5 if _enemy_is_above() else 39)
    arriving().answer("ingress").refused(spot, "40K 20.04/b", "outside the enemy deployment zone")
    arriving(battle_round=3).answer("ingress", spot)


def _enemy_is_above() -> bool:
    from referee.books.wh40k.terrain import battlefield

    zone = battlefield("open", "").zone("defender")
    return bool(zone.bounds[1] < 10)


def test_20_04_no_other_move_until_the_charge_phase() -> None:
    from referee.books.wh40k.move_types import normal_move_refusals
    from referee.kernel import expire

    play = arriving().answer("ingress", by_the_left_edge(30))
    unit = play.s.units["A1"]
    assert [r.rule for r in normal_move_refusals(play.s, unit)] == ["40K 20.04/c"]
    expire(play.s, "charge phase start")
    assert list(normal_move_refusals(play.s, unit)) == []


def test_20_04_refused_to_a_unit_on_the_table() -> None:
    play = Scene().unit("A1", "Trooper", row(10, 30, 2)).unit("B1", "Trooper", [(40, 20)]).start().answer("A1")
    play.refused("ingress", "40K 20.04/a", "not in strategic reserves")


def test_24_09_deep_strike_anywhere_beyond_eight_inches() -> None:
    play = arriving("Striker").answer("ingress", "deep strike")
    play.refused({"A1.1": [40, 28], "A1.2": [41.5, 28]}, "40K 24.09")
    play.answer({"A1.1": [30, 36], "A1.2": [31.5, 36]})
    assert play.s.units["A1"].where == "table"


def test_24_09_refused_to_a_unit_with_a_model_that_cannot() -> None:
    scene = Scene().unit("A1", ["Striker", "Trooper"], count=2).unit("B1", "Trooper", [(40, 20)])
    play = scene.start().answer("A1", "ingress")
    assert play.where() == "40K 03.02/a"  # no question how it arrives
    play.refused({"A1.1": [30, 36], "A1.2": [31.5, 36]}, "40K 20.04/b")


def test_03_02_the_whole_unit_or_none() -> None:
    play = arriving().answer("ingress")
    play.refused({"A1.1": [1, 30]}, "40K 03.02", "A1.2 would not be set up")


def test_03_02_01_left_in_reserves_it_may_be_selected_again() -> None:
    play = arriving().answer("ingress", {})
    assert "A1" in play.options()


def end_of_turns(play: Play, count: int) -> Play:
    """Play on, everybody stationary and nothing by hand, for so many turns."""
    start = play.s.round, play.s.active
    turns = 0
    while turns < count and play.game.decision is not None:
        for answer in ("end the step", "nothing more", "pass"):
            if answer in play.options():
                play.answer(answer)
                break
        if (play.s.round, play.s.active) != start:
            start = play.s.round, play.s.active
            turns += 1
    return play


def test_20_03_never_arrived_by_the_end_of_round_three() -> None:
    scene = Scene(round=3).unit("A1", "Trooper", count=2).unit("A2", "Trooper", row(10, 30, 2))
    play = end_of_turns(scene.unit("B1", "Trooper", [(40, 20)]).start(), 2)
    assert play.s.units["A1"].where == "destroyed"
    assert play.told("40K 20.03") == ["Trooper A1 never arrived and is destroyed."]


def test_20_03_twin_one_that_arrived_and_was_lifted_again_is_safe() -> None:
    scene = Scene(round=3).unit("A1", "Trooper", count=2).unit("A2", "Trooper", row(10, 30, 2))
    play = scene.unit("B1", "Trooper", [(40, 20)]).start()
    mark_used(play.s, "40K 20.03", 0, "A1", until="battle end")
    assert end_of_turns(play, 2).s.units["A1"].where == "reserves"


def test_23_02_aircraft_leave_at_the_end_of_the_opponents_turn() -> None:
    scene = Scene().unit("A1", "Trooper", row(10, 30, 2)).unit("B1", "Flyer", [(40, 20)])
    play = end_of_turns(scene.start(), 1)
    assert play.s.units["B1"].where == "reserves"


def test_23_02_refused_any_other_move() -> None:
    scene = Scene().unit("A1", "Flyer", [(30, 30)]).unit("B1", "Trooper", [(40, 20)])
    play = scene.start().answer("A1")
    play.refused("normal", "40K 23.02", "only make ingress moves")


def test_23_02_everybody_passes_through_aircraft_and_is_not_held_by_them() -> None:
    scene = Scene().unit("A1", "Trooper", [(30, 30)]).unit("B1", "Flyer", [(30, 27.5)])
    play = scene.start().answer("A1", "normal")
    play.refused([["A1.1", [[30, 24.5]]]], "40K 09.05/c")
    play.answer([["A1.1", [[30, 35]]]])
