"""Undo: what is taken back is gone whole, the dice of then come again, and what was seen needs consent."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import duel
import raid
from record_help import begin, lines
from referee.kernel import ByHand, NotAllowed, Scripted, Seeded
from referee.record import ConsentNeeded, Session, replay


def raiding(path: Path | None = None) -> Session:
    """Seat 0 begins, and every roll of the script is a 6."""
    return begin(path, Scripted((2, *[6] * 50)))


def test_b22_an_undo_restores_the_whole_position(path: Path) -> None:
    session = raiding(path)
    session.answer("hire")
    before = [(session.game.digest(), session.decision, session.game.state.clone())]
    session.answer({"t1": [1, 1]})  # a token comes, a limit is marked
    session.answer("stop")  # the turn changes, limits end, a card is drawn
    session.undo(0, consent=(1,), answers=2)
    session.close()
    assert [(session.game.digest(), session.decision, session.game.state)] == before
    assert lines(path)[-2] == {"line": "undo", "by": 0, "to": 2, "digest": before[0][0]}


def test_an_answer_that_showed_nothing_needs_no_consent() -> None:
    session = raiding()
    session.answer("show")
    session.answer("amber")
    undo = session.undo_of(0)
    assert (undo.answers, undo.revealed, undo.others, undo.consent) == ((2,), (), (), ())
    assert session.undo(0) == undo
    assert session.decision is not None
    assert session.decision.rule == "RAID 4/a"


def test_b21_a_roll_needs_the_consent_of_the_other_seat(path: Path) -> None:
    session = raiding(path)
    session.answer("hire")
    digest = session.game.digest()
    undo = session.undo_of(0)
    assert (undo.to, undo.revealed, undo.consent) == (1, (1,), (1,))
    before = path.read_bytes()
    with pytest.raises(ConsentNeeded, match=r"REF undo: Answer 1 showed a roll or a hidden card: seat 1 has to agree"):
        session.undo(0)
    assert (session.game.digest(), path.read_bytes()) == (digest, before)
    with pytest.raises(ConsentNeeded) as caught:
        session.undo(0, consent={1: False})
    assert caught.value.undo == undo
    assert lines(path)[-1] == {"line": "consent", "by": 1, "to": 1, "given": False}
    assert session.game.digest() == digest
    session.undo(0, consent={1: True})
    assert [one["line"] for one in lines(path)[-2:]] == ["consent", "undo"]
    assert lines(path)[-2]["given"] is True


@pytest.mark.parametrize("seed", range(5))
def test_b21_the_same_roll_comes_again_after_an_undo(seed: int) -> None:
    session = begin(None, Seeded(str(seed)))
    session.answer("hire")
    rolls, digest = session.game.rolls, session.game.digest()
    assert rolls
    by = session.past[-1].by
    session.undo(by, consent=(1 - by,))
    session.answer("hire")
    assert session.game.rolls == rolls
    assert session.game.digest() == digest


def test_a_typed_roll_needs_consent_too() -> None:
    session = begin(None, ByHand())
    session.answer([2])
    session.answer("hire")
    session.answer([6])
    undo = session.undo_of(0)
    assert (undo.answers, undo.revealed, undo.consent) == ((3,), (3,), (1,))


def test_b24_a_card_that_was_shown_needs_consent() -> None:
    session = raiding()
    session.answer("show")
    session.answer("amber")
    session.answer(False)  # not sure: nothing was shown
    assert session.undo_of(0).consent == ()
    session.undo(0)
    session.answer(True)
    undo = session.undo_of(0)
    assert (undo.revealed, undo.consent) == ((4,), (1,))


def test_a_card_that_was_drawn_needs_consent() -> None:
    session = raiding()
    session.answer("stop")  # the other seat draws a card, and has seen it
    assert session.undo_of(0).revealed == (1,)


def test_what_revealed_nothing_on_the_way_is_not_named() -> None:
    session = raiding()
    session.answer("show")
    session.answer("amber")
    session.answer(True)
    session.answer("pray")
    session.answer(1)
    undo = session.undo_of(0, answers=5)
    assert (undo.answers, undo.revealed) == ((1, 2, 3, 4, 5), (3,))


def test_an_answer_of_another_seat_needs_that_seats_consent() -> None:
    session = Session.begin(duel.BOOK, dice=Seeded("1"))
    session.answer(None)
    session.answer(1)
    undo = session.undo_of(0)
    assert (undo.answers, undo.revealed, undo.others, undo.consent) == ((1, 2), (), (2,), (1,))
    with pytest.raises(ConsentNeeded, match="Answer 2 was given by another seat: seat 1 has to agree"):
        session.undo(0)
    assert session.undo_of(1).consent == ()


def test_who_has_given_no_answer_cannot_take_one_back() -> None:
    session = raiding()
    session.answer("show")
    for by, answers in ((1, 1), (0, 2), (0, 0)):
        with pytest.raises(NotAllowed, match="REF undo: Seat"):
            session.undo(by, consent=(0, 1), answers=answers)
    assert session.last == 1


def test_numbers_are_never_used_twice(path: Path) -> None:
    session = raiding(path)
    session.answer("show")
    session.undo(0)
    session.answer("pray")
    session.close()
    assert [one["number"] for one in lines(path) if one["line"] == "answer"] == [1, 2]
    assert [past.number for past in session.past] == [2]


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 1), st.integers(1, 3)), max_size=12), st.integers(0, 99))
def test_b22_any_play_with_undos_comes_back_to_where_it_was_and_replays(
    plan: list[tuple[int, int, int]], seed: int
) -> None:
    session = begin(None, Seeded(str(seed)), digest_every=1)
    random, known = Random(seed), [(session.game.digest(), session.game.state.clone())]
    for answers, by, back in plan:
        for _ in range(answers):
            if session.decision:
                session.answer(session.game.propose(random))
                known.append((session.game.digest(), session.game.state.clone()))
        try:
            undo = session.undo(by, consent=(0, 1), answers=back)
        except NotAllowed:
            continue
        del known[len(known) - len(undo.answers) :]
        assert (session.game.digest(), session.game.state) == known[-1]
    session.close()
    again = replay(session.data, book=raid.BOOK, verify=True)
    assert again.state == session.game.state
    assert again.decision == session.game.decision


def test_b23_nothing_that_was_taken_back_is_shown_to_a_seat() -> None:
    """A seat's view after an undo is the view of before: no trace of the other seat's secret answers."""
    session = raiding()
    session.answer("show")
    views: list[dict[str, Any]] = [raid.view(session.game, seat) for seat in (0, 1)]
    session.answer("amber")
    session.undo(0)
    assert [raid.view(session.game, seat) for seat in (0, 1)] == views
