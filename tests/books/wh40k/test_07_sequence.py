"""01.01, 07, 08: before the battle, rounds and turns, the Command phase; 06.02 and 06.03 mortal wounds and hazards."""

from __future__ import annotations

from random import Random

from books.wh40k.scene import Play, Scene, row
from referee.books.wh40k import BOOK
from referee.books.wh40k.dice import HazardRolls, at_or_below_half, below_half
from referee.books.wh40k.sequence import CommandPhase
from referee.books.wh40k.state import Battle
from referee.kernel import Game, Scripted, Seeded


def run(play: Play, frame: object, *dice: int) -> Game:
    game = Game(BOOK, play.s, [frame], Scripted(dice))  # type: ignore[list-item]
    game.run()
    return game


def test_07_01_five_rounds_of_two_turns_and_the_battle_is_over() -> None:
    random, game = Random(3), BOOK.begin({"layout": "open"}, dice=Seeded("3"))
    turns: list[tuple[int, int]] = []
    while game.decision:
        s = game.state
        assert isinstance(s, Battle)
        if not turns or turns[-1] != (s.round, s.active):
            turns.append((s.round, s.active))
        game.answer(BOOK.bots["sensible"](game, game.decision.by, random))
    assert isinstance(game.state, Battle)
    first = game.state.first
    played = [turn for turn in turns if turn[0] > 0]
    assert played == [(n, seat) for n in range(1, 6) for seat in (first, 1 - first)]


def test_08_02_both_players_gain_a_command_point_in_every_command_phase() -> None:
    play = Scene().unit("A1", "Trooper", row(10, 30, 3)).unit("B1", "Trooper", row(10, 5, 3)).start()
    run(play, CommandPhase())
    assert play.s.cp == (1, 1)


def shocked(*dice: int, models: int = 5, strength: int = 10, was: bool = False) -> Play:
    scene = Scene().unit("A1", "Trooper", row(10, 30, models), strength=strength, shocked=was)
    play = scene.unit("B1", "Trooper", row(10, 5, 3)).start()
    run(play, CommandPhase(), *dice)
    return play


def test_08_03_at_half_strength_a_unit_rolls_and_may_fail() -> None:
    assert shocked(3, 3).s.units["A1"].shocked
    assert not shocked(3, 4).s.units["A1"].shocked


def test_08_03_twin_above_half_strength_it_does_not_roll() -> None:
    play = shocked(1, 1, models=6)
    assert play.s.rolled == 0
    assert not play.s.units["A1"].shocked


def test_08_03_a_shocked_unit_rolls_at_any_strength_and_passing_ends_it() -> None:
    assert not shocked(6, 6, models=6, was=True).s.units["A1"].shocked
    assert shocked(1, 1, models=6, was=True).s.units["A1"].shocked


def test_01_02_01_half_strength_of_one_model_is_half_its_wounds() -> None:
    scene = Scene().unit("A1", "Tank", [(10, 30)], wounds=5).unit("A2", "Tank", [(30, 30)], wounds=6)
    play = scene.unit("B1", "Trooper", row(10, 5, 3)).start()
    assert (below_half(play.s, "A1"), at_or_below_half(play.s, "A1")) == (True, True)
    assert at_or_below_half(play.s, "A2") is False


def hazard(kind: str, *dice: int, count: int = 1, models: int = 1) -> Game:
    scene = Scene().unit("A1", kind, row(10, 30, models, 4.0)).unit("B1", "Trooper", row(10, 5, 3))
    return run(scene.start(), HazardRolls(unit="A1", count=count, under="40K 06.03"), *dice)


def wounds(game: Game) -> list[int]:
    assert isinstance(game.state, Battle)
    return [model.wounds for model in game.state.units["A1"].models]


def test_06_03_a_hazard_roll_fails_on_one_and_two() -> None:
    assert wounds(hazard("Brute", 2)) == [2]
    assert wounds(hazard("Brute", 3)) == [3]


def test_06_03_three_mortal_wounds_for_monsters_and_vehicles() -> None:
    assert wounds(hazard("Tank", 1)) == [8]


def test_06_02_a_wounded_model_comes_first() -> None:
    game = hazard("Brute", 1, 1, count=2, models=2)
    game.answer("A1.2")
    assert wounds(game) == [3, 1]


def test_06_02_a_character_comes_last() -> None:
    scene = Scene().unit("A1", ["Trooper", "Hero"], row(10, 30, 2)).unit("B1", "Trooper", row(10, 5, 3))
    game = run(scene.start(), HazardRolls(unit="A1", count=2, under="40K 06.03"), 1, 1)
    assert wounds(game) == [3]


def set_up_game(**options: str) -> Game:
    return BOOK.begin({"layout": "open", **options}, dice=Seeded("11"))


def test_01_01_the_attacker_declares_first_and_the_defender_deploys_first() -> None:
    game = set_up_game(attacker="second player")
    assert game.decision is not None
    assert game.decision.by == 1
    random = Random(1)
    while game.where()[-1].rule != "40K 01.01/h":
        game.answer("ready" if "ready" in game.options() else game.propose(random))
    assert game.decision.by == 0


def test_18_01_units_start_embarked_or_in_reserves() -> None:
    game = set_up_game(attacker="first player")
    game.answer("A4 in A6")
    s = game.state
    assert isinstance(s, Battle)
    assert s.units["A4"].where == "embarked"
    assert [r.rule for r in game.why("A4 in reserves")] == ["40K 18.01"]


def test_18_01_refused_without_room() -> None:
    game = set_up_game(attacker="first player")
    game.answer("A4 in A6")
    assert "room for 2" in str(game.why("A5 in A6")[0])


def test_18_01_refused_to_those_the_transport_does_not_carry() -> None:
    game = set_up_game(attacker="first player")
    assert {r.rule for r in game.why("A7 in A6")} == {"40K 18.01"}


def test_20_01_refused_beyond_half_of_the_points() -> None:
    game = set_up_game(attacker="first player")
    for unit in ("A1", "A2", "A3", "A7", "A14"):
        if f"{unit} in reserves" in game.options():
            game.answer(f"{unit} in reserves")
    refused = [unit for unit in ("A4", "A5", "A9", "A10", "A11") if not _fits(game, unit)]
    assert refused
    assert game.why(f"{refused[-1]} in reserves")[0].rule == "40K 20.01"


def _fits(game: Game, unit: str) -> bool:
    fits = f"{unit} in reserves" in game.options()
    if fits:
        game.answer(f"{unit} in reserves")
    return fits


def test_18_01_an_empty_dedicated_transport_is_destroyed() -> None:
    game = set_up_game(attacker="first player", **{"first turn": "first player"})
    game.answer("ready")
    game.answer("ready")
    s = game.state
    assert isinstance(s, Battle)
    assert s.units["A6"].where == "destroyed"


def test_01_01_refused_outside_the_own_zone() -> None:
    game = set_up_game(attacker="first player")
    game.answer("ready")
    game.answer("ready")
    game.answer("B11")
    assert [r.rule for r in game.why({"B11.1": [30, 22]})] == ["40K 01.01"]
