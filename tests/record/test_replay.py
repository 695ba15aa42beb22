"""Replays: a record re-run is the same game; where it is not, line, rule, expected and found are named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import duel
import raid
from record_help import begin, lines, play, rewrite
from referee.kernel import ByHand, InputError, Outcome, Scripted, Seeded, Unreadable, choose, refuse, step, text
from referee.kernel.procedure import tails
from referee.record import Answered, Difference, Replay, Session, read, replay


@pytest.mark.parametrize("dice", [Seeded("8"), ByHand()], ids=["seeded", "by hand"])
@pytest.mark.parametrize("book", [duel.BOOK, raid.BOOK], ids=lambda book: book.name)
def test_a_record_replays_to_the_same_positions(book: Any, dice: Any) -> None:
    session = Session.begin(book, dice=dice, digest_every=1)
    play(session)
    session.close()
    run = Replay(read(session.data), book=book, verify=True)
    game = run.run()
    assert (game.state, game.is_over, run.digests) == (session.game.state, True, session.last + 1)
    for number, past in enumerate(session.past, 1):
        if number % 5 == 0:
            assert replay(session.data, book=book, at=number).digest() == past.before.digest()


def test_a_moment_says_what_was_asked_answered_and_caused() -> None:
    session = begin(None, Scripted((2, 6)))
    expected: list[Any] = [(session.decision, "hire", session.answer("hire"))]
    expected.append((session.decision, [["t1", [1.0, 1.0, 0.0, 0.0]]], session.answer({"t1": [1, 1]})))
    run = Replay(read(session.data), book=raid.BOOK)
    assert run.opening == session.opening
    moments = list(run)
    found = [(one.decision, one.entry.answer, one.events) for one in moments if isinstance(one.entry, Answered)]
    assert found == expected
    assert [one.line for one in moments] == [3, 5]


def test_a_position_can_be_asked_for_by_the_number_of_its_answer() -> None:
    session = begin(None)
    play(session, 6)
    assert replay(session.data, book=raid.BOOK, at=7).digest() == session.game.digest()
    assert replay(session.data, book=raid.BOOK, at=1).digest() == session.past[0].before.digest()
    for wrong in (0, 8, -1):
        with pytest.raises(InputError, match=rf"The record has answers 1 to 6; there is no {wrong}"):
            replay(session.data, book=raid.BOOK, at=wrong)


def test_an_answer_that_was_taken_back_can_be_asked_for_too() -> None:
    session = begin(None, Scripted((2, *[6] * 9)))
    session.answer("show")
    session.answer("amber")
    session.undo(0, answers=2)
    session.answer("pray")
    taken_back = replay(session.data, book=raid.BOOK, at=2)
    assert taken_back.decision is not None
    assert taken_back.decision.rule == "RAID 4/a"


def test_what_is_rolled_after_a_replay_is_typed_by_hand_unless_the_seed_is_known() -> None:
    hidden, known = begin(None, Seeded("8")), begin(None, Seeded("8"), keep_seed=True)
    assert replay(hidden.data, book=raid.BOOK).dice == ByHand()
    assert replay(known.data, book=raid.BOOK).dice == Seeded("8")


# --- differences -----------------------------------------------------------------------------------------------------


@pytest.fixture
def played(path: Path) -> Path:
    """A record of which line 3 is a hiring with a roll on line 4, and line 5 a place for the raider."""
    with begin(path, Scripted((2, *[6] * 20)), digest_every=1) as session:
        session.answer("hire")
        session.answer({"t1": [1, 1]})
        session.answer("storm")
        session.answer(["t1"])
        session.answer(["t1"])
        session.answer(0)
    return path


def change(line: int, /, **fields: Any) -> Callable[[list[dict[str, Any]]], None]:
    return lambda found: found[line - 1].update(fields)


@pytest.mark.parametrize(
    ("edit", "line", "number", "rule", "words"),
    [
        (
            change(3, answer="dance"),
            3,
            1,
            "RAID 2/a",
            r'record says answer "dance"; the re-run says dance is not an opt',
        ),
        (change(3, answer="storm"), 3, 1, "RAID 2/a", r"the re-run says RAID 2\.2: You have no raider"),
        (
            change(3, rule="RAID 2/x"),
            3,
            1,
            "RAID 2/x",
            r"seat 0 is asked by RAID 2/x; the re-run says seat 0 .* RAID 2/a",
        ),
        (change(3, by=1), 3, 1, "RAID 2/a", r"seat 1 is asked by RAID 2/a; the re-run says seat 0"),
        (change(3, purpose="luck"), 3, 1, "RAID 2/a", r"to roll for luck"),
        (change(4, dice=[1]), 3, 1, "RAID 2/a", r"the record says position \w+; the re-run says position"),
        (change(4, dice=[6, 6]), 4, 1, "RAID 2/a", r"6, 6 on D6 for luck .* the re-run says 6 on D6"),
        (
            change(4, purpose="love"),
            4,
            1,
            "RAID 2/a",
            r"6 on D6 for love \(RAID 3/b\); the re-run says 6 on D6 for luck",
        ),
        (change(4, sides=8), 4, 1, "RAID 2/a", r"6 on D8 for luck"),
        (change(4, rule="RAID 9"), 4, 1, "RAID 2/a", r"\(RAID 9\)"),
        (change(5, answer=[["t1", [2, 2, 0, 0]]]), 5, 2, "RAID 5/b", r"the record says position"),
        (change(2, dice=[3]), 3, 1, "RAID 2/a", r"seat 0 is asked .* the re-run says seat 1 is asked"),
    ],
)
def test_the_first_difference_is_named(played: Path, edit: Any, line: int, number: int, rule: str, words: str) -> None:
    found = lines(played)
    edit(found)
    rewrite(played, found)
    with pytest.raises(Difference, match=words) as caught:
        replay(played, book=raid.BOOK, verify=True)
    difference = caught.value
    assert (difference.line, difference.number, difference.rule) == (line, number, rule)
    assert str(difference).startswith(f"line {line}, answer {number}, {rule}: the record says {difference.expected};")
    assert difference.game.decision is not None
    assert difference.game.digest() == replay(played_up_to(played, number), book=raid.BOOK).digest()


def played_up_to(path: Path, number: int) -> bytes:
    """The record before an answer."""
    found = path.read_bytes().splitlines(True)
    at = next(place for place, one in enumerate(lines(path)) if one.get("number") == number)
    return b"".join(found[:at])


def test_a_roll_too_many_or_too_few_is_named(played: Path) -> None:
    found = lines(played)
    found[2]["rolls"] = 2
    found.insert(3, found[3])
    rewrite(played, found)
    with pytest.raises(Difference, match=r"line 5.*says 6 on D6 for luck \(RAID 3/b\); the re-run says no more rolls"):
        replay(played, book=raid.BOOK)
    found = lines(played)
    del found[3:5], found[2]["rolls"]
    rewrite(played, found)
    with pytest.raises(Difference, match=r"answer 2, RAID 5/b: .* the re-run says seat 0 is asked to roll for luck"):
        replay(played, book=raid.BOOK)


def test_answers_after_the_end_are_named(path: Path) -> None:
    with begin(path) as session:
        play(session)
    found = lines(path)
    extra = {"line": "answer", "number": session.last + 1, "rule": "RAID 2/a", "by": 0, "answer": "stop"}
    rewrite(path, [*found[:-1], extra])
    with pytest.raises(Difference, match="seat 0 is asked by RAID 2/a; the re-run says the game is over"):
        replay(path, book=raid.BOOK)


def test_digests_are_compared_only_to_verify(played: Path) -> None:
    found = lines(played)
    found[-1]["digest"] = "0" * 16
    rewrite(played, found)
    assert replay(played, book=raid.BOOK).digest() != "0" * 16
    with pytest.raises(Difference, match=rf"line {len(found)}, answer 7"):
        replay(played, book=raid.BOOK, verify=True)


def test_an_old_record_replays_after_a_rule_fix_up_to_the_first_answer_that_differs(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_in_the_corner(self: Any, s: Any, places: Any) -> Any:
        yield from old(self, s, places)
        for _, (x, y, *_) in places:
            if x < 2 and y < 2:
                yield refuse("RAID 5.3", "Nobody stands in the corner.")

    old = raid.Hire.place_refusals
    monkeypatch.setattr(raid.Hire, "place_refusals", not_in_the_corner)
    with pytest.raises(
        Difference, match=r"line 5, answer 2, RAID 5/b.*RAID 5\.3: Nobody stands in the corner"
    ) as caught:
        replay(played, book=raid.BOOK)
    game = caught.value.game
    game.answer({"t1": [3, 3]})
    assert game.state.tokens["t1"].at == (3.0, 3.0)  # type: ignore[attr-defined]


def test_an_old_record_replays_through_a_step_that_is_new_and_asks_nothing(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = raid.Deeds.steps

    @step("RAID 2/new")
    def wait(self: Any, s: Any) -> Outcome:
        return None

    monkeypatch.setattr(raid.Deeds, "steps", (wait, *steps))
    monkeypatch.setattr(raid.Deeds, "steps_from", tails((wait, *steps)))
    assert replay(played, book=raid.BOOK, verify=True).decision is not None

    @step("RAID 2/new")
    def ask(self: Any, s: Any) -> Outcome:
        return choose(text("New?"), by=0, among=("yes",))

    monkeypatch.setattr(raid.Deeds, "steps", (ask, *steps))
    monkeypatch.setattr(raid.Deeds, "steps_from", tails((ask, *steps)))
    with pytest.raises(
        Difference, match=r"line 3, answer 1, RAID 2/a: .* the re-run says seat 0 is asked by RAID 2/new"
    ):
        replay(played, book=raid.BOOK)


# --- what cannot be read ---------------------------------------------------------------------------------------------


def drop(line: int) -> Callable[[list[dict[str, Any]]], None]:
    return lambda found: found.pop(line - 1)  # type: ignore[return-value]


def swap(found: list[dict[str, Any]]) -> None:
    found[4], found[5] = found[5], found[4]


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (change(1, format=7), r"line 1, format: the record has format 7; this version reads format 1"),
        (change(1, format="1"), r"line 1: this is no record: Expected `int`, got `str` - at `\$\.format`"),
        (change(1, line="letter"), r"line 1, line: Invalid value 'letter'"),
        (change(1, options={"hal": "great"}), r"line 1: raid has no option hal"),
        (change(1, options=[]), r"line 1, options: Expected `object`, got `array`"),
        (change(1, lists=["x", {}, []]), r"line 1, lists: raid cannot begin a game with these"),
        (change(1, book="chess"), r"line 1, book: the record is of chess, not raid"),
        (change(1, colour="red"), r"line 1: Object contains unknown field `colour`"),
        (change(3, number=2), r"line 3, number: answer 1 has to stand here, not 2"),
        (change(3, number="one"), r"line 3, number: Expected `int`, got `str`"),
        (change(3, line="question"), r"line 3, line: Invalid value 'question'"),
        (change(3, colour="red"), r"line 3: Object contains unknown field `colour`"),
        (change(4, dice=[6, "x"]), r"line 4, dice\[1\]: Expected `int`, got `str`"),
        (change(5, by=None), r"line 5, by: Expected `int`, got `null`"),
        (drop(3), r"line 3, line: a roll that belongs to no answer"),
        (drop(4), r"line 4, line: 1 rolls of the answer before are missing here"),
        (drop(5), r"line 5, number: answer 2 has to stand here, not 3"),
        (swap, r"line 5, number: answer 2 has to stand here, not 3"),
        (lambda found: found[4].pop("rule"), r"line 5: Object missing required field `rule`"),
        (
            lambda found: found.append({"line": "undo", "by": 0, "to": 9, "digest": ""}),
            r"line \d+, to: there is no answer 9",
        ),
    ],
)
def test_a_record_that_cannot_be_read_names_line_and_field(played: Path, edit: Any, reason: str) -> None:
    found = lines(played)
    edit(found)
    rewrite(played, found)
    with pytest.raises(Unreadable, match=reason):
        replay(played, book=raid.BOOK)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "This is no record: it has no whole line"),
        (b"dear diary\n", "line 1: this is no record"),
        (b"\xff\xfe\x00\n", "line 1: this is no record"),
        (b"[]\n", "line 1: this is no record: Expected `object`"),
    ],
)
def test_what_is_no_record_is_said_to_be_none(path: Path, data: bytes, reason: str) -> None:
    path.write_bytes(data)
    with pytest.raises(Unreadable, match=reason):
        read(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"none\.jsonl cannot be read: No such file"):
        read(tmp_path / "none.jsonl")


def test_a_line_that_is_no_json_is_named(played: Path) -> None:
    whole = played.read_bytes().splitlines(True)
    for bad in (b"\n", b"{\n", b"null\n"):
        with pytest.raises(Unreadable, match="line 5"):
            read(b"".join([*whole[:4], bad, *whole[4:]]))


def test_a_truncated_record_is_refused_unless_the_cut_is_allowed(played: Path) -> None:
    data = played.read_bytes()
    cut = data[: data.index(b'"RAID 5/b"') + 4]
    with pytest.raises(Unreadable, match=r"line 5: the record is cut off here, in the answer that was being written"):
        read(cut)
    record = read(cut, allow_cut=True)
    assert record.last == 1
    assert record.cut == cut[record.size :] != b""


@given(st.data())
def test_any_damage_is_found_or_harmless(data: st.DataObject) -> None:
    session = begin(None, Scripted((2, *[6] * 20)), digest_every=1)
    play(session, 8)
    session.close()
    record = bytearray(session.data)
    for _ in range(data.draw(st.integers(1, 3))):
        record[data.draw(st.integers(0, len(record) - 1))] = data.draw(st.integers(0, 255))
    try:
        game = replay(bytes(record), book=raid.BOOK, verify=True)
    except InputError as error:
        assert str(error)  # noqa: PT017
    else:
        assert game.digest() == session.game.digest() or read(bytes(record)).last < session.last


def test_a_header_reads_back_as_it_was_written() -> None:
    session = begin(None)
    header = read(session.data).header
    assert msgspec.json.decode(msgspec.json.encode(header), type=type(header)) == header


def test_a_record_of_format_1_replays() -> None:
    """A game of the raid with every kind of line, written by version 0.1.0. It is never written anew."""
    path = Path(__file__).parent / "golden" / "format_1.jsonl"
    assert {one["line"] for one in lines(path)} == {"record", "answer", "roll", "consent", "undo", "resume", "close"}
    run = Replay(read(path), book=raid.BOOK, verify=True)
    assert run.run().is_over
    assert run.digests == len([one for one in lines(path) if "digest" in one])
