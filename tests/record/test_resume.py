"""Resuming: a record goes on where it stopped; of what a crash cut off, the answer being given is lost, and no more."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import raid
from record_help import begin, lines, play, rewrite
from referee.kernel import ByHand, InputError, Scripted, Seeded, Unreadable
from referee.record import Difference, Session, read, replay


def test_a_resumed_game_goes_on_as_if_it_had_never_stopped(path: Path, tmp_path: Path) -> None:
    straight = begin(tmp_path / "straight.jsonl")
    play(straight)
    session = begin(path)
    while session.decision:
        play(session, 7)
        session.close()
        session = Session.resume(path, book=raid.BOOK)
    session.close()
    straight.close()
    assert session.game.digest() == straight.game.digest()
    assert session.last == straight.last
    assert [past.number for past in session.past] == [past.number for past in straight.past]
    answers = [[one for one in lines(file) if one["line"] in ("answer", "roll")] for file in (path, straight._log.path)]  # type: ignore[arg-type]
    assert answers[0] == answers[1]


def test_an_undo_reaches_back_beyond_a_resume(path: Path) -> None:
    session = begin(path)
    play(session, 9)
    known = session.past[4].before.digest()
    session.close()
    with Session.resume(path, book=raid.BOOK) as session:
        for by in (session.past[4].by,):
            own = [past for past in session.past[4:] if past.by == by]
            session.undo(by, consent=(0, 1), answers=len(own))
        assert session.game.digest() == known
        play(session, 4)
    assert replay(path, book=raid.BOOK, verify=True).digest() == session.game.digest()


@pytest.mark.parametrize("back", range(1, 400, 7))
def test_a_record_cut_anywhere_loses_the_answer_being_given_and_no_more(path: Path, back: int) -> None:
    session = begin(path)
    play(session, 12)
    session._log.close()
    whole = path.read_bytes()
    data = whole[: len(whole) - back]
    path.write_bytes(data)
    complete = [one for one in lines_of(data) if one["line"] == "answer"]
    resumed = Session.resume(path, book=raid.BOOK)
    assert len(complete) - resumed.last in (0, 1)  # an answer whose rolls are not all there is cut off too
    assert resumed.game.digest() == (
        session.past[resumed.last].before.digest() if resumed.last < 12 else session.game.digest()
    )
    assert data.startswith(whole[: read(path).size - len(path.read_bytes().splitlines(True)[-1])])
    note = lines(path)[-1]
    assert note["line"] == "resume"
    assert data.endswith(resumed.cut)
    assert note.get("cut", "") == resumed.cut.decode()
    play(resumed)
    resumed.close()
    assert replay(path, book=raid.BOOK, verify=True).is_over


def lines_of(data: bytes) -> list[dict[str, object]]:
    whole = data[: data.rfind(b"\n") + 1]
    return [msgspec.json.decode(line) for line in whole.splitlines()]


def test_what_was_cut_off_is_kept_in_the_record(path: Path) -> None:
    session = begin(path, Scripted((2, *[6] * 9)))
    session.answer("show")
    session.close()
    rewrite(path, lines(path)[:-1])
    with path.open("ab") as file:
        file.write(b'{"line":"answer","number":2,"rule":"RAID 4/a","by":0,"ans')
    with Session.resume(path, book=raid.BOOK) as resumed:
        assert resumed.cut.endswith(b'"ans')
        assert resumed.last == 1
    assert lines(path)[-2]["cut"] == '{"line":"answer","number":2,"rule":"RAID 4/a","by":0,"ans'


def test_a_record_cut_in_its_set_up_is_no_record(path: Path) -> None:
    begin(path)._log.close()
    header = path.read_bytes().splitlines(True)[0]
    for data in (b"", header[:40], header, header + b'{"line":"roll"'):
        path.write_bytes(data)
        with pytest.raises(Unreadable, match="This is no record"):
            Session.resume(path, book=raid.BOOK)
        assert path.read_bytes() == data


# --- dice ------------------------------------------------------------------------------------------------------------


def test_without_the_file_beside_the_seed_has_to_be_given(path: Path) -> None:
    begin(path, Seeded("8")).close()
    path.with_name("raid.jsonl.dice").unlink()
    before = path.read_bytes()
    with pytest.raises(InputError, match=r"does not hold its dice, and raid\.jsonl\.dice is not there: give the seed"):
        Session.resume(path, book=raid.BOOK)
    with pytest.raises(InputError, match=r"These dice are not those of the record: line 2 shows"):
        Session.resume(path, book=raid.BOOK, dice=Seeded("10"))
    assert path.read_bytes() == before
    with Session.resume(path, book=raid.BOOK, dice=Seeded("8")) as session:
        assert session.game.dice == Seeded("8")


def test_other_dice_are_noted_in_the_record(path: Path) -> None:
    begin(path, Seeded("8")).close()
    with Session.resume(path, book=raid.BOOK, new_dice=ByHand()) as session:
        assert session.game.dice == ByHand()
        assert lines(path)[-1]["dice"] == "by_hand"
        session.answer("hire")
        session.answer([6])
    assert replay(path, book=raid.BOOK, verify=True).digest() == session.game.digest()


def test_a_damaged_file_beside_is_named(path: Path) -> None:
    begin(path).close()
    path.with_name("raid.jsonl.dice").write_text('{"dice": "loaded"}')
    with pytest.raises(Unreadable, match=r"raid\.jsonl\.dice: Invalid value 'loaded'"):
        Session.resume(path, book=raid.BOOK)


def test_dice_kept_in_the_record_or_typed_by_hand_are_there_again(path: Path, tmp_path: Path) -> None:
    begin(path, Seeded("8"), keep_seed=True).close()
    with Session.resume(path, book=raid.BOOK) as session:
        assert session.game.dice == Seeded("8")
    other = tmp_path / "other.jsonl"
    begin(other, ByHand()).close()
    with Session.resume(other, book=raid.BOOK) as session:
        assert session.game.dice == ByHand()


# --- what does not fit -----------------------------------------------------------------------------------------------


def test_an_edited_record_is_not_gone_on_with(path: Path) -> None:
    with begin(path, digest_every=1) as session:
        play(session, 10)
    found = lines(path)
    at = next(place for place, one in enumerate(found) if one.get("answer") in ("hire", "show", "pray"))
    found[at]["answer"] = "stop"
    rewrite(path, found)
    before = path.read_bytes()
    with pytest.raises(Difference, match=rf"line {at + 1}, answer"):
        Session.resume(path, book=raid.BOOK)
    assert path.read_bytes() == before


def test_a_position_that_an_older_version_named_may_be_let_pass(path: Path) -> None:
    with begin(path, digest_every=1) as session:
        play(session, 5)
    rewrite(path, [one | ({"digest": "0" * 16} if "digest" in one else {}) for one in lines(path)])
    with pytest.raises(Difference, match="the record says position 0000"):
        Session.resume(path, book=raid.BOOK)
    with Session.resume(path, book=raid.BOOK, verify=False) as session:
        assert session.last == 5


def test_a_book_by_another_name_is_refused(path: Path) -> None:
    begin(path).close()
    with pytest.raises(Unreadable, match=r"line 1, book: There is no book raid\. There is: "):
        Session.resume(path)
