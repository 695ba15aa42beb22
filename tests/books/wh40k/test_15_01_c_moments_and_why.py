"""15.01/c the moments of a battle at which stratagems are offered; why one may not be used, at any moment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from books.wh40k.scene import Play, Scene, row
from books.wh40k.uses import at, made_up, scene
from referee.books.wh40k import BOOK
from referee.books.wh40k.explaining import explain
from referee.books.wh40k.moments import (
    BEFORE_BATTLE_SHOCK,
    END_OF,
    END_OF_TURN,
    OPENED,
    SELECTED_TO_FALL_BACK,
    SELECTED_TO_MOVE,
    START_OF,
    START_OF_TURN,
    UNIT_ENDED_MOVE,
    UNIT_SHOT,
    WITHIN_BY_HAND,
)
from referee.books.wh40k.sequence import PlayByHand, Turn
from referee.books.wh40k.state import Battle, Phase
from referee.books.wh40k.using import USE, StratagemMoment
from referee.books.wh40k.windows import A_MOMENT, NOTHING_MORE
from referee.cli import app
from referee.kernel import PASS, QUIET, Effect, Game, NotAnOption, Scripted, Seeded, text
from referee.record import Session

EVERY = tuple(Phase)


def always() -> Any:
    """A stratagem for every moment of every phase, and of none."""
    moments = tuple(dict.fromkeys(moment for phase in EVERY for moment in OPENED[phase]))
    return made_up("Always", cp=0, phases=EVERY, moments=moments)


def turn_of(board: Scene, *dice: int, own: Any = (), theirs: Any = ()) -> Game:
    s = board.start().s
    s.roster = replace(s.roster, stratagems=(tuple(own), tuple(theirs)))
    s.effects = ()
    game = Game(BOOK, s, [Turn()], Scripted(dice))
    game.run()
    return game


def windows(game: Game, answers: dict[str, Any]) -> list[tuple[str, int]]:
    """Every window of the turn: moment and seat, as they come; questions are answered by their rule."""
    found: list[tuple[str, int]] = []
    for _ in range(400):
        if game.decision is None:
            return found
        frame = game.stack[-1]
        if isinstance(frame, StratagemMoment):
            found.append((frame.moment, game.decision.by))
            game.answer(PASS)
        elif NOTHING_MORE in game.options():
            game.answer(NOTHING_MORE)
        else:
            game.answer(answers[game.where()[-1].rule])
    raise AssertionError("no end")


def test_15_01_c_the_named_moments_come_in_their_order_the_active_player_first() -> None:
    board = Scene().unit("A1", "Trooper", row(10.0, 30.0, 2), strength=6).unit("B1", "Trooper", row(10.0, 5.0, 2))
    game = turn_of(board, 6, 6, own=[always()], theirs=[always()])
    answers = {"40K 09.02/b": "A1", "40K 09.02/c": "normal", "40K 03.01/a": [["A1.1", [[10.0, 29.0]]]]}
    found = windows(game, answers)
    moments = [START_OF_TURN, START_OF[Phase.COMMAND], BEFORE_BATTLE_SHOCK, END_OF[Phase.COMMAND]]
    moments += [START_OF[Phase.MOVEMENT], SELECTED_TO_MOVE, UNIT_ENDED_MOVE, END_OF[Phase.MOVEMENT]]
    for phase in WITHIN_BY_HAND:
        moments += [START_OF[phase], END_OF[phase]]
    assert found == [(moment, seat) for moment in [*moments, END_OF_TURN] for seat in (0, 1)]


def test_15_01_c_a_unit_that_falls_back_has_its_own_moment() -> None:
    board = Scene().unit("A1", "Trooper", row(10.0, 30.0, 2)).unit("B1", "Trooper", row(10.0, 28.0, 2))
    game = turn_of(board, own=[always()])
    answers = {
        "40K 09.02/b": "A1",
        "40K 09.02/c": "fall-back",
        "40K 09.07/b": "ordered retreat",
        "40K 03.01/a": [["A1.1", [[10.0, 35.0]]], ["A1.2", [[11.5, 35.0]]]],
    }
    found = [moment for moment, _ in windows(game, answers)]
    at = found.index(SELECTED_TO_FALL_BACK)
    assert found[at - 1 : at + 2] == [SELECTED_TO_MOVE, SELECTED_TO_FALL_BACK, UNIT_ENDED_MOVE]


def test_15_01_c_twin_remaining_stationary_ends_no_move() -> None:
    board = Scene().unit("A1", "Trooper", row(10.0, 30.0, 2)).unit("B1", "Trooper", row(10.0, 5.0, 2))
    game = turn_of(board, own=[always()])
    found = [moment for moment, _ in windows(game, {"40K 09.02/b": "A1", "40K 09.02/c": "remain stationary"})]
    assert (SELECTED_TO_MOVE in found, UNIT_ENDED_MOVE in found) == (True, False)


def test_15_01_c_not_asking_again_holds_for_one_player_and_one_phase() -> None:
    game = turn_of(scene(), own=[always()])
    while game.stack[-1].moment != START_OF[Phase.MOVEMENT]:  # type: ignore[attr-defined]
        game.answer(PASS)
    game.answer(QUIET)
    assert game.where()[-1].rule == "40K 09.02/b"
    game.answer("end the step")
    assert isinstance(game.stack[-1], StratagemMoment)
    assert game.decision is not None
    assert (game.stack[-1].moment, game.decision.by) == (END_OF[Phase.MOVEMENT], 1)
    game.answer(PASS)
    assert game.stack[-1].moment == START_OF[Phase.SHOOTING]


def by_hand(phase: Phase) -> Play:
    s = scene().start().s
    one = made_up("Shot", phases=(Phase.SHOOTING,), moments=(UNIT_SHOT,), turn="either")
    s.roster = replace(s.roster, stratagems=((one,), ()))
    s.cp, s.phase = (3, 3), phase
    game = Game(BOOK, s, [PlayByHand(by=0, under="40K 07.02/h", reason=text("By hand."))], Scripted(()))
    game.run()
    return Play(game)


def test_40k_by_hand_j_the_players_say_when_a_moment_has_come_in_a_phase_played_by_hand() -> None:
    play = by_hand(Phase.SHOOTING).answer(A_MOMENT, "A1", UNIT_SHOT)
    assert USE + "shot" in play.options()
    play.answer(USE + "shot", "A1")
    assert play.s.cp == (2, 3)
    play.answer(A_MOMENT, "A2", UNIT_SHOT)
    assert play.options()[0] == NOTHING_MORE


def test_40k_by_hand_i_twin_a_written_phase_has_its_own_moments() -> None:
    assert A_MOMENT not in by_hand(Phase.MOVEMENT).options()


# --- why not


def movement(**more: Any) -> Play:
    """At A's first question of the Movement phase, which is about moving and not about stratagems."""
    play = scene(**more).start()
    play.s.cp = (0, 3)
    return play


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        ("use command re-roll", ["40K 15.01/c", "40K 15.01/d", "40K 15.01/l"]),
        ("use Smokescreen on A1", ["40K 15.01/c", "40K 15.01/c", "40K 15.01/c", "40K 15.01/d", "40K 15.01/l"]),
        ("use rapid ingress on trooper a2", ["40K 15.01/c", "40K 15.01/c", "40K 15.01/d", "40K 15.01/l"]),
        ("use fire overwatch on B1 as 2", ["40K 15.01/c"]),
        ("use no such thing", ["40K 15.01/n"]),
        ("use smokescreen on nobody", ["40K 15.01/d"]),
    ],
)
def test_15_01_c_why_not_is_explained_at_any_moment_with_all_reasons(words: str, rules: list[str]) -> None:
    assert [refusal.rule for refusal in movement().game.why(words)] == rules


def test_15_01_c_why_not_says_what_would_be_legal() -> None:
    (first, *_) = movement().game.why("use smokescreen on A1")
    assert str(first) == (
        "40K 15.01/c: Smokescreen is not used in this phase: Movement phase. It is used in: Shooting phase."
    )


def test_15_01_c_what_may_be_done_has_no_reasons_against_it() -> None:
    play = at(own=[made_up("S")])
    found = explain(play.game, "use s on A1")
    assert found is not None
    assert list(found) == []
    assert list(explain(play.game, "use s on B1") or ()) != []
    assert explain(play.game, "sing a song") is None


def test_15_01_c_twin_other_words_are_still_no_answer() -> None:
    with pytest.raises(NotAnOption):
        movement().game.why("sing a song")


def test_15_01_c_why_not_names_the_unit_limit_and_battle_shock() -> None:
    play = movement(round=3)
    s = play.s
    s.units["A1"] = replace(s.units["A1"], shocked=True)
    s.effects = (*s.effects, Effect("x", "X"))
    found = [refusal.rule for refusal in play.game.why("use insane bravery on A1")]
    assert "40K 01.07" in found


def test_15_01_c_the_terminal_explains_it_for_a_record(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    session = Session.begin(BOOK, {"layout": "open"}, (), (), Seeded("3"), path, sync=False)
    session.close()
    found = CliRunner().invoke(app, ["why", str(path), "use smokescreen on A1", "--no-color", "--lang", "en"])
    assert found.exit_code == 1
    assert "Smokescreen is not used in this phase: no phase" in " ".join(found.output.split())
    assert isinstance(session.game.state, Battle)


def test_15_01_b_the_terminal_prints_the_totals_of_the_data_set() -> None:
    found = CliRunner().invoke(app, ["check-book", "wh40k", "--stratagems", "--json"])
    assert found.exit_code == 0
    assert '"total":2213,' in found.output.replace(" ", "")
    found = CliRunner().invoke(app, ["check-book", "berserk", "--stratagems"])
    assert found.exit_code != 0


def test_15_01_b_the_document_is_what_the_command_writes() -> None:
    from referee.books.wh40k.stratagem_report import report

    kept = Path(__file__).parents[3] / "docs" / "stratagems.md"
    assert kept.read_text(encoding="utf-8") == report().markdown()
