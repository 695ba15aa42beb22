"""01.05.05 roll-offs, 01.06 Leadership, 01.07 battle-shock."""

from __future__ import annotations

from books.wh40k.scene import Play, Scene, row
from referee.books.wh40k import BOOK
from referee.books.wh40k.dice import BattleShockRoll, RollOff
from referee.kernel import Game, Procedure, Scripted


def run(frame: Procedure, *dice: int, kinds: tuple[str, ...] = ("Trooper", "Trooper")) -> Play:
    scene = Scene().unit("A1", kinds, row(10.0, 30.0, len(kinds))).unit("B1", "Trooper", row(10.0, 5.0, 2))
    game = Game(BOOK, scene.start().s, [frame], Scripted(dice))
    game.run()
    return Play(game)


def test_01_05_05_the_higher_die_wins() -> None:
    frame = RollOff(under="40K 01.05.05")
    run(frame, 2, 5)
    assert frame.result == 1


def test_01_05_05_twin_equal_dice_are_rolled_again() -> None:
    frame = RollOff(under="40K 01.05.05")
    assert run(frame, 3, 3, 6, 1).s.rolled == 4
    assert frame.result == 0


def test_01_06_the_best_leadership_of_the_unit_counts() -> None:
    assert not run(BattleShockRoll(unit="A1", under="40K 01.07"), 3, 3, kinds=("Trooper", "Hero")).s.units["A1"].shocked


def test_01_06_twin_without_the_hero_the_same_roll_fails() -> None:
    assert run(BattleShockRoll(unit="A1", under="40K 01.07"), 3, 3).s.units["A1"].shocked
