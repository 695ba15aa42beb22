"""18 Transports: capacity, embarking, disembark moves and their modes, emergency disembarks."""

from __future__ import annotations

from books.wh40k.scene import Play, Scene, row
from referee.books.wh40k.disembarking import DisembarkMove
from referee.books.wh40k.eligibility import eligibility_refusals
from referee.kernel import Effect


def beside(distance: float = 3.0, **more: int) -> Play:
    """A carrier at (30, 30), 4.5 by 3 inches, and two troopers whose edges are `distance` above its side."""
    y = 30 - 1.5 - distance - 16 / 25.4
    scene = Scene().unit("A1", "Carrier", [(30, 30)], carries=more.get("carries", 10))
    return scene.unit("A2", "Trooper", row(29.5, y, 2)).unit("B1", "Trooper", row(10, 5, 3)).start()


def aboard(*dice: int, effects: tuple[Effect, ...] = (), enemy: tuple[float, float] = (10, 5)) -> Play:
    scene = Scene().unit("A1", "Carrier", [(30, 30)], carries=10)
    scene.unit("A2", "Trooper", count=2, where="embarked", transport="A1")
    return scene.unit("B1", "Trooper", row(*enemy, 3)).start(*dice, effects=effects)


def barred(play: Play, action: str) -> list[str]:
    return [refusal.rule for refusal in eligibility_refusals(play.s, "A2", action)]


def test_18_02_embarks_after_a_move_when_all_models_are_within_three_inches() -> None:
    play = beside(3.0).answer("A2", "normal", [])
    assert play.options() == ("stay", "A1")
    play.answer("A1")
    assert play.s.units["A2"].where == "embarked"
    assert play.s.units["A2"].transport == "A1"
    assert all(model.pose is None for model in play.s.units["A2"].models)


def test_18_02_refused_when_one_model_is_further() -> None:
    play = beside(3.1).answer("A2", "normal", [])
    assert play.where() == "40K 09.02/b"  # nobody is asked: no transport in reach


def test_18_02_refused_to_a_unit_that_was_set_up_this_turn() -> None:
    play = aboard().answer("A2", "disembark", "tactical", {"A2.1": [30, 27], "A2.2": [31.5, 27]}, "normal", [])
    assert play.where() == "40K 09.02/b"
    assert play.s.units["A2"].where == "table"


def test_18_01_refused_without_room_for_the_whole_unit() -> None:
    play = beside(3.0, carries=1).answer("A2", "normal", [])
    assert play.where() == "40K 09.02/b"


def test_18_04_refused_after_embarking_in_the_same_phase() -> None:
    """The unit has been selected already; the refusal of 09.02/b comes first, 18.04/a stands behind it."""
    from referee.books.wh40k.disembarking import disembark_refusals

    play = beside(3.0).answer("A2", "normal", [], "A1")
    assert [r.rule for r in disembark_refusals(play.s, play.s.units["A2"])] == ["40K 18.04/a"]


def test_18_04_refused_when_the_transport_advanced() -> None:
    play = aboard(3).answer("A1", "advance", [], "A2")
    assert "disembark" not in play.options()
    play.refused("disembark", "40K 18.04/a", "advanced")


def test_18_04_refused_when_the_transport_is_in_reserves() -> None:
    scene = Scene().unit("A1", "Carrier", count=1, carries=10)
    scene.unit("A2", "Trooper", count=2, where="embarked", transport="A1").unit("B1", "Trooper", row(10, 5, 3))
    scene.start().answer("A2").refused("disembark", "40K 18.04/a", "not on the battlefield")


def test_18_04_rapid_after_a_normal_move_of_the_transport() -> None:
    play = aboard().answer("A1", "normal", [["A1.1", [[30, 33]]]], "A2", "disembark")
    assert play.options() == ("rapid",)
    play.answer("rapid").refused({"A2.1": [30, 27], "A2.2": [31.5, 27]}, "40K 18.04/b", "wholly within")
    play.answer({"A2.1": [30, 30.5], "A2.2": [31.5, 30.5]})
    assert barred(play, "declare a charge") == ["40K 18.04/d"]
    assert barred(play, "shoot") == []
    assert play.s.phase == "shooting"


def test_18_04_tactical_is_followed_by_a_move_and_may_charge() -> None:
    play = aboard().answer("A2", "disembark")
    assert play.options() == ("tactical",)
    play.answer("tactical", {"A2.1": [30, 27], "A2.2": [31.5, 27]})
    assert play.options() == ("normal", "advance")
    play.answer("normal", play.shift("A2", 0, -6))
    assert barred(play, "declare a charge") == []


def test_18_04_twin_tactical_refused_more_than_three_inches_away() -> None:
    play = aboard().answer("A2", "disembark", "tactical")
    play.refused({"A2.1": [30, 24.5], "A2.2": [31.5, 24.5]}, "40K 18.04/b", 'wholly within 3" of')


def test_18_04_not_set_up_is_not_selected() -> None:
    play = aboard().answer("A2", "disembark", "tactical", {})
    assert play.where() == "40K 09.02/b"
    assert "A2" in play.options()
    assert play.told("40K 03.02.01") != []


def surrounded(*dice: int) -> Play:
    """Enemies so close on every side that nobody can be set up unengaged within 3 inches."""
    ring = [(26.4, 28), (26.4, 32), (33.6, 28), (33.6, 32), (28, 27.1), (32, 27.1), (28, 32.9), (32, 32.9), (30, 27.1)]
    scene = Scene().unit("A1", "Carrier", [(30, 30)], carries=10)
    scene.unit("A2", "Trooper", count=2, where="embarked", transport="A1")
    for number, spot in enumerate(ring, start=1):
        scene.unit(f"B{number}", "Trooper", [spot])
    return scene.start(*dice)


def test_18_04_combat_where_no_other_place_is() -> None:
    play = surrounded(3, 4).answer("A2", "disembark")
    assert play.options()[0] == "combat"
    play.answer("combat")
    assert play.rolls("40K 18.04/c") == [(3, 4)]
    play.answer({"A2.1": [29, 25], "A2.2": [30.5, 25]})
    assert play.s.units["A2"].shocked
    assert barred(play, "declare a charge") == ["40K 18.04/d"]


def test_18_04_twin_combat_refused_where_tactical_fits() -> None:
    play = aboard().answer("A2", "disembark")
    play.refused("combat", "40K 09.02.02/a", "tactical disembark is compulsory")


def test_18_05_survivors_get_out_of_a_destroyed_transport() -> None:
    play = aboard(4, 5).answer("end the step", "destroy a model", "A1", "A1.1")
    assert play.rolls("40K 18.05/a") == [(4, 5)]
    play.answer({"A2.1": [30, 27], "A2.2": [31.5, 27]})
    assert play.s.units["A2"].where == "table"
    assert play.s.units["A2"].shocked
    assert barred(play, "declare a charge") == ["40K 18.05"]
    assert play.s.wrecks == {}


def test_18_05_refused_more_than_six_inches_from_the_wreck() -> None:
    play = aboard(4, 5).answer("end the step", "destroy a model", "A1", "A1.1")
    play.refused({"A2.1": [30, 21], "A2.2": [31.5, 21]}, "40K 18.05", 'within 6"')
    play.refused({}, "40K 03.02", "has to be set up now")


def test_18_05_passengers_of_a_transport_lost_in_reserves_are_lost() -> None:
    from referee.books.wh40k.state import remove_model
    from referee.books.wh40k.wrecks import Aftermath
    from referee.kernel import Game

    scene = Scene().unit("A1", "Carrier", count=1, carries=10)
    scene.unit("A2", "Trooper", count=2, where="embarked", transport="A1").unit("B1", "Trooper", row(10, 5, 3))
    play = scene.start()
    remove_model(play.s, "A1.1")
    Game(play.game.book, play.s, [Aftermath()], play.game.dice).run()
    assert play.s.units["A2"].where == "destroyed"


def test_18_04_is_part_of_the_units_one_selection() -> None:
    assert DisembarkMove.steps[0].rule == "40K 18.04/a"
    play = aboard().answer("A2", "disembark", "tactical", {"A2.1": [30, 27], "A2.2": [31.5, 27]}, "advance")
    assert play.where() == "40K 09.06/b"  # the dice of the script have run out: they are asked for
