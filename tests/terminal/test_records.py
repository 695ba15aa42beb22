"""The commands about records: why, replay, show, report."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

import raid
from referee.kernel import Game
from referee.record import read, replay

from .conftest import Referee

SEED = "a-secret-seed"


@pytest.fixture
def record(referee: Referee, tmp_path: Path) -> Path:
    """A raid of Ann and Ben, played to its end."""
    path = tmp_path / "raid.jsonl"
    seats = ("--seats", "human:Annabel,human:Benjamin")
    typed = "\n".join(["stop", ""] * 20)
    referee("play", "raid:BOOK", *seats, "--seed", SEED, "--record", path, typed=typed)
    assert read(path).last == 6
    return path


def test_why_gives_every_reason_and_1(referee: Referee, record: Path) -> None:
    ran = referee("why", record, "storm", "--at", 3, "--book", "raid:BOOK")
    assert ran.code == 1
    assert "RAID 2.2\n    You have no raider." in ran.out
    plain = json.loads(referee("why", record, "storm", "--at", 3, "--book", "raid:BOOK", "--json").out)
    assert plain["legal"] is False
    assert [one["rule"] for one in plain["reasons"]] == ["RAID 2.2"]


def test_why_of_a_legal_answer_is_0(referee: Referee, record: Path) -> None:
    ran = referee("why", record, "stop", "--at", 3, "--book", "raid:BOOK")
    assert ran.code == 0
    assert "This may be answered." in ran.out


def test_why_of_no_answer_at_all_says_what_there_is(referee: Referee, record: Path) -> None:
    ran = referee("why", record, "dance", "--at", 3, "--book", "raid:BOOK")
    assert ran.code == 1
    assert "dance is not an option here" in ran.out


def test_why_where_nothing_is_asked_is_2(referee: Referee, record: Path) -> None:
    assert referee("why", record, "stop", "--book", "raid:BOOK").code == 2
    assert referee("why", record, "stop", "--at", 99, "--book", "raid:BOOK").code == 2


def test_replay_verifies_digest_by_digest(referee: Referee, record: Path) -> None:
    ran = referee("replay", record, "--verify", "--book", "raid:BOOK")
    assert ran.code == 0
    assert "Verified" in ran.out
    plain = json.loads(referee("replay", record, "--verify", "--book", "raid:BOOK", "--json").out)
    assert plain["verified"] is True
    assert plain["digest"] == replay(record, book=raid.BOOK).digest()


def test_replay_stops_at_the_first_difference_and_names_it(referee: Referee, record: Path) -> None:
    lines = record.read_text().splitlines()
    at = next(number for number, line in enumerate(lines) if '"number":4' in line)
    lines[at] = lines[at].replace('"stop"', '"storm"')
    record.write_text("\n".join(lines) + "\n")
    ran = referee("replay", record, "--verify", "--book", "raid:BOOK")
    assert ran.code == 1
    assert f"line {at + 1}, answer 4, RAID 2/a" in ran.out
    plain = json.loads(referee("replay", record, "--verify", "--book", "raid:BOOK", "--json").out)
    assert (plain["line"], plain["number"]) == (at + 1, 4)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: text[: len(text) // 2], "line "),
        (lambda text: text.replace('"by":', '"bye":', 1), "line "),
        (lambda text: text.replace('"format":1', '"format":99'), "line 1, format: the record has format 99"),
        (lambda text: "", "This is no record"),
        (lambda text: "\x00\xff\n" * 4, "line 1"),
        (lambda text: "[" * 100_000 + "\n", "line 1"),
    ],
)
def test_damaged_records_are_2_and_name_the_place(referee: Referee, record: Path, change, says: str) -> None:  # type: ignore[no-untyped-def]
    record.write_text(change(record.read_text()))
    ran = referee("replay", record, "--book", "raid:BOOK")
    assert ran.code == 2
    assert says in ran.err


def test_show_draws_the_table_there(referee: Referee, record: Path, tmp_path: Path) -> None:
    svg = tmp_path / "table.svg"
    ran = referee("show", record, "--at", 2, "--svg", svg, "--book", "raid:BOOK")
    assert ran.code == 0
    assert svg.read_text().startswith("<svg")
    assert "RAID" in referee("show", record, "--at", 2, "--book", "raid:BOOK").out
    plain = json.loads(referee("show", record, "--at", 2, "--json", "--book", "raid:BOOK").out)
    assert plain["view"]["turn"] == 1
    assert referee("show", record, "--seat", 9, "--book", "raid:BOOK").code == 2
    assert referee("show", record, "--svg", "/nowhere/x.svg", "--book", "raid:BOOK").code == 2


def test_a_report_holds_no_names_and_no_seed_and_replays(referee: Referee, record: Path, tmp_path: Path) -> None:
    packed = tmp_path / "report.zip"
    assert referee("report", record, "--at", 5, "-o", packed, "--book", "raid:BOOK").code == 0
    with zipfile.ZipFile(packed) as opened:
        files = {name: opened.read(name) for name in opened.namelist()}
    for body in files.values():
        assert not [word for word in (b"Annabel", b"Benjamin", SEED.encode()) if word in body]
    inner = tmp_path / "inner.jsonl"
    inner.write_bytes(files["record.jsonl"])
    game = replay(inner, book=raid.BOOK, verify=True)
    assert read(inner).last == 4
    assert game.digest() == replay(record, at=5, book=raid.BOOK).digest()
    loaded = Game.load(raid.BOOK, files["position.json"])
    assert loaded.decision == game.decision
    assert json.loads(files["question.json"])["rule"] == "RAID 2/a"
    assert json.loads(files["versions.json"])["book"] == "raid"


def test_a_report_of_a_record_that_does_not_replay_says_where(referee: Referee, record: Path, tmp_path: Path) -> None:
    record.write_text(record.read_text().replace('"stop"', '"storm"'))
    packed = tmp_path / "report.zip"
    assert referee("report", record, "-o", packed, "--book", "raid:BOOK").code == 0
    with zipfile.ZipFile(packed) as opened:
        assert "answer 1" in opened.read("difference.txt").decode()
