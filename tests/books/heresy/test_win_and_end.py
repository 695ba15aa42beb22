"""WIN and END: who captures a sector, and how the game ends."""

from __future__ import annotations

import msgspec
import pytest

from books.heresy.scene import A, B, Play, Scene
from referee.books.heresy import BOOK
from referee.kernel import Seeded


def battle(mine: int, theirs: int, force: int = 3, **options: str) -> Play:
    scene = Scene(((force, 1), (3, 2), (3, 3)), **options)
    scene.lay("u", A, capture=mine).lay("e", B, capture=theirs).lay("e1", B, sector=1)
    return scene.start().answer("pass", "pass")


@pytest.mark.parametrize(
    ("mine", "theirs", "captor"), [(3, 2, A), (2, 3, B), (3, 3, -1), (2, 1, -1), (5, 4, A), (0, 3, B)]
)
def test_win_a_the_greater_force_that_reaches_the_number_captures(mine: int, theirs: int, captor: int) -> None:
    assert battle(mine, theirs).s.sectors[0].captor == captor


def test_win_c_the_captor_is_told_with_both_forces() -> None:
    log = battle(4, 1).log()
    assert "s0 asks for 3: Attacker has 4, Defender has 1." in log
    assert "Attacker captures s0." in log


def test_win_d_or_nobody_does() -> None:
    assert "Nobody captures s0." in battle(2, 1).log()


@pytest.mark.parametrize(("option", "captor"), [("counts", A), ("nothing", -1)])
def test_win_b_turned_units_count_unless_the_option_says_no(option: str, captor: int) -> None:
    scene = Scene(turned_capture=option).lay("u", A, capture=4, posture="turned").lay("e1", B, sector=1)
    assert scene.start().answer("pass", "pass").s.sectors[0].captor == captor


def test_win_b_assets_and_ships_do_not_count() -> None:
    scene = Scene().lay("u", A, capture=2).lay("n", A, kind="asset").lay("v", A, kind="ship").lay("e1", B, sector=1)
    assert scene.start().answer("pass", "pass").s.sectors[0].captor == -1


@pytest.mark.parametrize(("option", "left"), [("stay", ["u", "e", "e1"]), ("discarded", ["e1"])])
def test_win_e_cards_at_a_captured_sector_stay(option: str, left: list[str]) -> None:
    assert list(battle(4, 1, survivors=option).s.table) == left


def taken(scene: Scene, *captors: int) -> Scene:
    sectors = zip(scene.s.sectors, captors, strict=True)
    scene.s.sectors = tuple(msgspec.structs.replace(one, captor=captor) for one, captor in sectors)
    return scene


def test_end_b_two_sectors_win_at_once() -> None:
    scene = taken(Scene().lay("u", A, capture=4).lay("e1", B, sector=1), -1, -1, A)
    play = scene.start().answer("pass", "pass")
    assert play.game.is_over, "there is no battle of the defender"
    assert play.s.winner == A
    assert taken(Scene().lay("u", A, capture=4), -1, -1, -1).start().answer("pass", "pass").game.decision


@pytest.mark.parametrize(("variant", "sectors", "to_win"), [("horus-heresy", 3, 2), ("wh40k-2001", 5, 3)])
def test_end_a_how_many_sectors_there_are_and_how_many_win(variant: str, sectors: int, to_win: int) -> None:
    game = BOOK.begin({"variant": variant}, dice=Seeded("5"))
    game.answer("attacker")
    game.answer("morrow")
    assert len(game.state.sectors) == sectors  # type: ignore[attr-defined]
    one_less = [A] * (to_win - 2) + [-1] * (sectors - to_win + 1)
    scene = taken(Scene(((3, 1),) * sectors, variant=variant).lay("u", A, capture=4), -1, *one_less)
    assert scene.start().answer("pass", "pass").s.winner == -1
    enough = [A] * (to_win - 1) + [-1] * (sectors - to_win)
    scene = taken(Scene(((3, 1),) * sectors, variant=variant).lay("u", A, capture=4), -1, *enough)
    assert scene.start().answer("pass", "pass").s.winner == A


def last_turn(*captors: int, values: tuple[int, int, int] = (1, 2, 3), **options: str) -> Play:
    scene = taken(Scene(tuple((9, value) for value in values), **options), *captors)
    scene.s.turn = 4
    for number in range(3):
        scene.lay(f"u{number}", A, sector=number).lay(f"e{number}", B, sector=number)
    play = scene.battle_choice()
    while play.game.decision:
        play.answer("pass" if "pass" in play.options() else play.options()[0])
    return play


def test_end_c_the_game_ends_after_four_turns() -> None:
    play = last_turn(-1, -1, -1)
    assert play.game.is_over
    assert play.s.turn == 4


def test_end_c_but_not_after_three() -> None:
    scene = Scene(((9, 1),) * 3).lay("u", A).lay("e", B, sector=1)
    scene.s.turn = 3
    play = scene.battle_choice().answer(0, "pass", "pass", 1, "pass", "pass")
    assert play.s.turn == 4
    assert play.game.decision


@pytest.mark.parametrize(
    ("captors", "winner"), [((A, -1, -1), A), ((-1, B, -1), B), ((A, B, -1), B), ((B, A, -1), A), ((-1, A, B), B)]
)
def test_end_d_more_sectors_win_then_the_more_valuable_one(captors: tuple[int, int, int], winner: int) -> None:
    assert last_turn(*captors).s.winner == winner


@pytest.mark.parametrize(("option", "winner"), [("draw", -1), ("defender", B)])
def test_end_e_an_open_end_is_a_draw(option: str, winner: int) -> None:
    assert last_turn(-1, -1, -1, level_game=option).s.winner == winner
    assert last_turn(A, B, -1, values=(2, 2, 1), level_game=option).s.winner == winner


def test_end_b_the_winner_has_the_higher_score() -> None:
    assert BOOK.scores is not None
    play = last_turn(A, -1, -1)
    assert BOOK.scores(play.game)[A] > BOOK.scores(play.game)[B]
