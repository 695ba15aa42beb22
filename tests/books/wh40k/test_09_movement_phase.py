"""09, 09.01, 09.02, 09.03: the phase, its steps, and selecting units and move types."""

from __future__ import annotations

from books.wh40k.scene import Play, Scene, row
from referee.kernel import Effect


def three_units() -> Scene:
    scene = Scene()
    scene.unit("A1", "Trooper", row(10, 30, 3)).unit("A2", "Trooper", row(30, 30, 3))
    return scene.unit("A3", "Trooper", row(45, 30, 3)).unit("B1", "Trooper", row(10, 5, 3))


def stationary(play: Play, *units: str) -> None:
    for unit in units:
        play.answer(unit, "remain stationary")


def test_09_a_each_unit_is_offered_once_in_any_order() -> None:
    play = three_units().start()
    assert play.options()[:-1] == ("A1", "A2", "A3")
    stationary(play, "A2")
    assert play.options()[:-1] == ("A1", "A3")


def test_09_a_refused_a_second_time() -> None:
    play = three_units().start()
    stationary(play, "A1")
    play.refused("A1", "40K 09.02/b", "already been selected")


def test_09_b_reinforcements_arrive_in_this_phase() -> None:
    play = Scene(round=2).unit("A1", "Trooper", count=3).unit("B1", "Trooper", row(10, 5, 3)).start()
    play.answer("A1", "ingress", {"A1.1": [2, 40], "A1.2": [3.5, 40], "A1.3": [5, 40]})
    assert play.s.units["A1"].where == "table"


def test_09_b_refused_in_the_first_round() -> None:
    play = Scene(round=1).unit("A1", "Trooper", count=3).unit("B1", "Trooper", row(10, 5, 3)).start()
    play.answer("A1").refused("ingress", "40K 20.03", "from battle round 2 on")


def timed(moment: str, seat: int) -> Effect:
    return Effect(f"rule at {moment}", "40K 22", str(seat), value="Battle hymn")


def test_09_c_all_three_steps_run_even_without_a_unit() -> None:
    play = Scene().unit("B1", "Trooper", row(10, 5, 3)).start(effects=[timed("end of the Movement phase", 1)])
    assert play.where() == "40K 09.03"
    assert play.game.decision is not None
    assert play.game.decision.by == 1


def test_09_c_refused_an_end_of_phase_rule_before_the_end() -> None:
    play = three_units().start(effects=[timed("end of the Movement phase", 0)])
    assert "Battle hymn" not in play.options()
    assert play.where() == "40K 09.02/b"


def test_09_01_start_rules_come_before_the_first_selection() -> None:
    play = three_units().start(effects=[timed("start of the Movement phase", 0)])
    assert play.where() == "40K 09.01"
    play.answer("Battle hymn", "nothing more")
    assert play.where() == "40K 09.02/b"


def test_09_01_refused_once_a_unit_was_selected() -> None:
    play = three_units().start(effects=[timed("start of the Movement phase", 0)])
    play.answer("pass").answer("A1")
    assert "Battle hymn" not in play.options()


def test_09_01_active_player_is_asked_first() -> None:
    both = [timed("start of the Movement phase", 1), timed("start of the Movement phase", 0)]
    play = three_units().start(effects=both)
    assert play.game.decision is not None
    assert play.game.decision.by == 0


def test_09_02_a_refused_a_unit_of_the_other_player() -> None:
    play = three_units().start()
    play.refused("B1", "40K 09.02/a", "active player")


def test_09_02_a_the_next_unit_only_after_the_last_model() -> None:
    play = three_units().start(3)
    play.answer("A1", "normal")
    assert play.where() == "40K 03.01/a"
    assert play.game.decision is not None
    assert set(play.game.decision.subjects) == {"A1.1", "A1.2", "A1.3"}  # type: ignore[attr-defined]
    play.answer(play.shift("A1", 0, -6))
    assert play.where() == "40K 09.02/b"


def test_09_02_a_the_step_lasts_until_every_unit_is_done() -> None:
    play = three_units().start()
    stationary(play, "A1", "A2")
    assert play.where() == "40K 09.02/b"
    stationary(play, "A3")
    assert "40K 09.02" not in play.where()


def test_09_02_b_embarked_and_reserve_units_can_be_selected() -> None:
    scene = Scene().unit("A1", "Carrier", [(30, 30)], carries=10)
    scene.unit("A2", "Trooper", count=3, where="embarked", transport="A1").unit("A3", "Trooper", count=3)
    play = scene.unit("B1", "Trooper", row(10, 5, 3)).start()
    assert play.options() == ("A1", "A2", "A3", "end the step")


def test_09_02_b_refused_to_select_a_unit_that_embarked_after_moving() -> None:
    scene = Scene().unit("A1", "Carrier", [(30, 30)], carries=10).unit("A2", "Trooper", row(28, 26, 3))
    play = scene.unit("B1", "Trooper", row(10, 5, 3)).start()
    play.answer("A2", "normal", play.shift("A2", 0, 1), "A1")
    assert play.s.units["A2"].where == "embarked"
    play.refused("A2", "40K 09.02/b", "already")


def test_09_02_b_a_move_by_another_rule_is_not_a_selection() -> None:
    """A move made outside the selection leaves the unit to be selected."""
    moved = Effect("has moved", "40K 22", "A1", until="turn end", value="movement/other")
    play = three_units().start(effects=[moved])
    assert "A1" in play.options()


def test_09_02_c_engaged_units_are_offered_two_types() -> None:
    play = Scene().unit("A1", "Trooper", row(10, 30, 3)).unit("B1", "Trooper", row(10, 27, 3)).start()
    play.answer("A1")
    assert play.options() == ("remain stationary", "fall-back")
    play.refused("normal", "40K 09.05/a", "engaged")
    play.refused("advance", "40K 09.06/a", "engaged")


def test_09_02_c_unengaged_units_are_offered_three_types() -> None:
    play = three_units().start().answer("A1")
    assert play.options() == ("remain stationary", "normal", "advance")
    play.refused("fall-back", "40K 09.07/a", "unengaged")


def test_09_02_c_refused_a_charge_in_this_step() -> None:
    three_units().start().answer("A1").refused("charge", "40K 09.02/c", "own rules say when")


def test_09_02_c_refused_another_type_after_the_roll() -> None:
    play = three_units().start(1)
    play.answer("A1", "advance")
    assert play.rolls("40K 09.06/b") == [(1,)]
    assert play.where() == "40K 03.01/a"
    play.refused(play.shift("A1", 0, -7.2), "40K 09.06/f")
    play.answer(play.shift("A1", 0, -7))
    assert play.pose("A1.1").y == 23


def test_09_02_01_a_ending_the_step_selects_everybody() -> None:
    scene = three_units().unit("A4", "Trooper", count=3)
    play = scene.start().answer("A1", "remain stationary", "end the step")
    assert "40K 09.02" not in play.where()
    selected = [key for key in play.s.limits if key.startswith("40K 09.02/b")]
    assert selected == []  # the phase is over: its limits have expired


def test_09_02_01_b_embarked_units_count_as_selected_too() -> None:
    scene = Scene().unit("A1", "Carrier", [(30, 30)], carries=10)
    scene.unit("A2", "Trooper", count=3, where="embarked", transport="A1").unit("B1", "Trooper", row(10, 5, 3))
    play = scene.start().answer("A1", "remain stationary")
    assert play.options() == ("A2", "end the step")
    play.answer("A2", "remain stationary")
    assert "40K 09.02" not in play.where()


def test_09_02_01_c_the_unselected_remain_stationary_without_a_roll() -> None:
    play = three_units().start().answer("end the step")
    kept = [effect.subject for effect in play.s.effects if effect.kind == "remained stationary"]
    assert kept == ["A1", "A2", "A3"]
    assert play.s.rolled == 0


def test_09_02_01_c_refused_to_move_after_the_step() -> None:
    play = three_units().start(effects=[timed("end of the Movement phase", 0)]).answer("end the step")
    assert play.where() == "40K 09.03"
    assert "A2" not in play.options()


def test_09_02_03_reinforcements_step_is_the_move_units_step() -> None:
    """Arrivals are options of the Move Units step; there is no other step between it and the end of the phase."""
    play = Scene(round=2).unit("A1", "Striker", count=2).unit("B1", "Trooper", row(10, 5, 3)).start()
    assert play.where() == "40K 09.02/b"
    play.answer("A1", "remain stationary")
    assert "40K 09" not in play.where()


def test_09_03_end_rules_come_after_all_moves_in_the_same_phase() -> None:
    play = three_units().start(effects=[timed("end of the Movement phase", 1)])
    stationary(play, "A1", "A2", "A3")
    assert play.where() == "40K 09.03"
    assert play.s.phase == "movement"


def test_09_03_refused_while_a_unit_has_not_been_selected() -> None:
    play = three_units().start(effects=[timed("end of the Movement phase", 1)])
    stationary(play, "A1", "A2")
    assert play.where() == "40K 09.02/b"
    assert "Battle hymn" not in play.options()
