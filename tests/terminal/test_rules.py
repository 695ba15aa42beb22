"""The commands about books: rule, check-book, books."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

import duel
from referee.kernel import Index, Row
from referee.terminal.coverage import rules_tested, untested
from referee.terminal.screen import clean

from .conftest import Referee


def test_check_book_lists_every_rule_with_its_steps(referee: Referee) -> None:
    ran = referee("check-book", "duel:BOOK", "--json")
    rows = json.loads(ran.out)
    assert ran.code == 0
    assert [row["id"] for row in rows] == list(duel.RULES)
    assert set(rows[0]) == {
        "id", "title", "gist", "source", "status", "steps", "tests", "option", "reading", "alternative"
    }  # fmt: skip
    assert rows[5]["steps"] == ["duel.PlayCards.put_into_play"]


def test_a_rule_that_nothing_carries_is_a_gap_and_1(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = {**duel.BOOK.index().rows, "DUEL 4": Row({"en": "Surrender"}, {"en": "A seat may give up."}, "the duel")}
    monkeypatch.setattr(duel, "BOOK", msgspec.structs.replace(duel.BOOK, index=lambda: Index(rows)))
    ran = referee("check-book", "duel:BOOK")
    assert ran.code == 1
    assert "Gap: DUEL 4 Surrender" in ran.out


def test_a_step_whose_rule_is_not_in_the_index_is_1(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = {rule: row for rule, row in duel.BOOK.index().rows.items() if rule != "DUEL 3.2"}
    monkeypatch.setattr(duel, "BOOK", msgspec.structs.replace(duel.BOOK, index=lambda: Index(rows)))
    ran = referee("check-book", "duel:BOOK")
    assert ran.code == 1
    assert "DUEL 3.2" in ran.out


def test_tests_are_found_by_the_longest_rule_their_name_names(tmp_path: Path) -> None:
    (tmp_path / "test_09_07_fall_back.py").write_text(
        "def test_plain(): ...\ndef test_09_07_b_mode(): ...\ndef test_09_07_01_c_forced(): ...\ndef helper(): ...\n"
    )
    row = Row({"en": "x"}, {"en": "x"}, "x")
    index = Index(dict.fromkeys(("40K 09.07", "40K 09.07/b", "40K 09.07.01/c", "40K 09"), row))
    assert rules_tested(index, tmp_path) == {
        "40K 09.07": ("test_09_07_fall_back::test_plain",),
        "40K 09.07/b": ("test_09_07_fall_back::test_09_07_b_mode",),
        "40K 09.07.01/c": ("test_09_07_fall_back::test_09_07_01_c_forced",),
    }


def test_written_rules_without_a_test_are_listed(referee: Referee, tmp_path: Path) -> None:
    (tmp_path / "test_1_1_draw.py").write_text("def test_draw(): ...\n")
    ran = referee("check-book", "duel:BOOK", "--tests", tmp_path)
    assert "Written rules that no test names: 8" in ran.out
    assert untested([]) == ()


def test_rule_prints_title_gist_source_and_its_subdivisions(referee: Referee) -> None:
    ran = referee("rule", "wh40k", "9.7", "--lang", "hu")
    assert ran.code == 0
    assert "40K 09.07/b" in ran.out
    plain = json.loads(referee("rule", "wh40k", "40k 09.07", "--json").out)
    assert len(plain["under"]) >= 6


def test_every_book_is_listed_with_its_options(referee: Referee) -> None:
    ran = referee("books")
    assert "Powered by 40kdc-data (https://github.com/wn-mitch/40kdc-data)" in ran.out
    assert "wh40k" in [book["name"] for book in json.loads(referee("books", "--json").out)]


def test_version_and_help(referee: Referee) -> None:
    assert referee("--version").out == "referee 0.1.0\n"
    for command in ("play", "rule", "why", "replay", "show", "report", "check-book", "books"):
        assert command in referee("--help").out
        assert referee(command, "--help").code == 0


def test_names_cannot_write_over_the_screen() -> None:
    assert clean("Bo\x1b[2Jyz\x07\n") == "Bo?[2Jyz?\n"
