"""Sessions: what is played is in the record, line by line, and nothing else is."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Any

import pytest

import raid
from record_help import begin, lines, play
from referee.kernel import ByHand, InputError, NotAllowed, NotAnOption, Scripted, Seeded
from referee.record import Session, read, replay


def test_the_header_says_which_game_this_is(session: Session, path: Path) -> None:
    header = lines(path)[0]
    assert header == {
        "line": "record",
        "format": 1,
        "referee": header["referee"],
        "book": "raid",
        "edition": "1",
        "options": {"hall": "great"},
        "seats": ["Ann", "Ben"],
        "lists": [3, 3],
        "dice": "seeded",
        "rolls": 1,
    }


def test_the_set_up_is_told_and_its_rolls_are_recorded(session: Session, path: Path) -> None:
    assert [event.rule for event in session.opening] == ["RAID 0/a", "RAID 1/a"]
    roll = lines(path)[1]
    assert {key: roll[key] for key in ("line", "rule", "purpose", "by", "sides")} == {
        "line": "roll",
        "rule": "RAID 0/a",
        "purpose": "first turn",
        "by": 0,
        "sides": 6,
    }


def test_an_answer_is_in_the_record_with_rule_seat_and_rolls(path: Path) -> None:
    with begin(path, Scripted((2, 6))) as session:
        session.answer("hire")
        session.answer({"t1": [1, 2.5]})
        assert lines(path)[2:] == [
            {"line": "answer", "number": 1, "rule": "RAID 2/a", "by": 0, "answer": "hire", "rolls": 1},
            {"line": "roll", "rule": "RAID 3/b", "purpose": "luck", "by": 0, "sides": 6, "dice": [6]},
            {"line": "answer", "number": 2, "rule": "RAID 5/b", "by": 0, "answer": [["t1", [1.0, 2.5, 0.0, 0.0]]]},
        ]


def test_dice_typed_by_hand_are_answers_with_their_purpose(path: Path) -> None:
    with begin(path, ByHand()) as session:
        session.answer([4])
        assert lines(path)[1] == {
            "line": "answer",
            "number": 1,
            "rule": "RAID 0/a",
            "by": 0,
            "answer": [4],
            "purpose": "first turn",
        }


def test_the_position_is_named_every_few_answers_and_at_the_end(path: Path) -> None:
    with begin(path, digest_every=3) as session:
        play(session, 7)
    found = lines(path)
    assert [one["number"] for one in found if one["line"] == "answer" and "digest" in one] == [3, 6]
    assert found[-1] == {"line": "close", "number": 7, "digest": session.game.digest(), "over": False}


def test_closing_twice_writes_once(path: Path) -> None:
    with begin(path) as session:
        play(session)
        session.close()
    assert [one["line"] for one in lines(path)].count("close") == 1
    assert lines(path)[-1]["over"] is True


@pytest.mark.parametrize("answer", ["storm", "dance", None, 7, [], {"a": 1}])
def test_what_is_refused_is_not_recorded(session: Session, path: Path, answer: Any) -> None:
    before, digest = path.read_bytes(), session.game.digest()
    with pytest.raises(InputError):
        session.answer(answer)
    assert (path.read_bytes(), session.game.digest(), session.last) == (before, digest, 0)


def test_only_the_seat_that_is_asked_answers(session: Session, path: Path) -> None:
    before = path.read_bytes()
    asked = session.decision
    assert asked is not None
    with pytest.raises(NotAllowed, match=rf"RAID 2/a: Seat {asked.by} is asked now, not seat {1 - asked.by}"):
        session.answer("stop", by=1 - asked.by)
    assert path.read_bytes() == before
    session.answer("stop", by=asked.by)


def test_a_game_that_is_over_takes_no_answer(session: Session) -> None:
    play(session)
    with pytest.raises(NotAnOption, match="The game is over"):
        session.answer("stop")


# --- files -----------------------------------------------------------------------------------------------------------


def test_a_file_that_is_there_is_never_overwritten(path: Path) -> None:
    path.write_text("dear diary")
    with pytest.raises(InputError, match=r"is there already\. Resume it, or give another name"):
        begin(path)
    assert path.read_text() == "dear diary"


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere/raid\.jsonl cannot be written: No such file"):
        begin(tmp_path / "nowhere" / "raid.jsonl")


def test_two_programs_do_not_write_one_record(session: Session, path: Path) -> None:
    play(session, 3)
    before = path.read_bytes()
    with pytest.raises(InputError, match="is being written by another program"):
        Session.resume(path, book=raid.BOOK)
    assert path.read_bytes() == before


def test_a_record_that_cannot_be_written_leaves_the_game_as_it_was(
    session: Session, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(session, 5)
    session._log.sync = True
    before, digest, asked, told = path.read_bytes(), session.game.digest(), session.decision, session.game.told

    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            session.answer(session.game.options()[0])
        with pytest.raises(OSError, match="No space left"):
            session.undo(asked.by if asked else 0, consent=(0, 1))
    assert (session.game.digest(), session.decision, session.last, session.game.told) == (digest, asked, 5, told)
    assert path.read_bytes() == before
    play(session)
    session.close()
    assert replay(path, book=raid.BOOK, verify=True).is_over


def test_answers_are_on_the_disk_before_they_are_shown(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(path.stat().st_size))
    with Session.begin(raid.BOOK, dice=Seeded("8"), path=path) as session:
        for number in range(1, 5):
            play(session, 1)
            assert len(synced) == number + 1
            assert synced[-1] == path.stat().st_size


def test_without_a_path_the_record_is_kept_in_memory() -> None:
    session = begin(None)
    play(session, 12)
    session.close()
    record = read(session.data)
    assert record.last == 12
    assert replay(session.data, book=raid.BOOK, verify=True).digest() == session.game.digest()


# --- the seed --------------------------------------------------------------------------------------------------------


def test_b23_the_record_does_not_hold_the_seed(path: Path) -> None:
    with begin(path, Seeded("open sesame")) as session:
        play(session, 30)
    assert b"sesame" not in path.read_bytes()
    beside = path.with_name("raid.jsonl.dice")
    assert b"open sesame" in beside.read_bytes()
    assert stat.S_IMODE(beside.stat().st_mode) == 0o600


def test_the_record_holds_the_seed_if_asked(path: Path) -> None:
    begin(path, Seeded("open sesame"), keep_seed=True).close()
    assert lines(path)[0]["source"] == {"dice": "seeded", "seed": "open sesame"}
    assert list(path.parent.iterdir()) == [path]


def test_dice_typed_by_hand_need_no_file_beside(path: Path) -> None:
    begin(path, ByHand()).close()
    assert list(path.parent.iterdir()) == [path]
