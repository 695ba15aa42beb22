"""Books: options with defaults, and a beginning; the index and its file."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import duel
import raid
from referee.kernel import NotAnOption, Seeded, Unreadable, read_index


def test_options_that_are_not_given_have_their_default() -> None:
    assert raid.BOOK.settled() == {"hall": "great"}
    assert raid.BOOK.settled({"hall": "small"}) == {"hall": "small"}


def test_an_option_or_a_value_that_is_not_there_is_refused_with_what_is() -> None:
    with pytest.raises(NotAnOption, match=r"raid has no option hal\. There is: hall"):
        raid.BOOK.settled({"hal": "small"})
    with pytest.raises(NotAnOption, match=r"The option hall cannot be tiny\. It can be: great, small"):
        raid.BOOK.begin({"hall": "tiny"}, dice=Seeded("1"))


def test_a_game_begins_with_the_samples_unless_lists_are_given() -> None:
    game = raid.BOOK.begin(dice=Seeded("1"))
    assert game.state.gold == {0: 3, 1: 3}  # type: ignore[attr-defined]
    game = raid.BOOK.begin(lists=(1, 2), dice=Seeded("1"))
    assert game.state.gold == {0: 1, 1: 2}  # type: ignore[attr-defined]


def test_the_same_seed_is_the_same_game() -> None:
    assert [duel.random_game(seed) for seed in range(5)] == [duel.random_game(seed) for seed in range(5)]


ROW = """
["T 1"]
title = { en = "Moving" }
gist = { en = "You move." }
source = "page 1"
"""


def test_an_index_is_read_in_order_and_finds_subdivisions(tmp_path: Path) -> None:
    one, two = tmp_path / "one.toml", tmp_path / "two.toml"
    one.write_text(ROW + ROW.replace("T 1", "T 1/b"), encoding="utf-8")
    two.write_text(ROW.replace("T 1", "T 2") + 'status = "by hand"\n', encoding="utf-8")
    index = read_index(one, two)
    assert list(index.rows) == ["T 1", "T 1/b", "T 2"]
    assert index.find("T 1/a") is index.rows["T 1"]
    assert index.find("T 1/b") is index.rows["T 1/b"]
    assert index.find("T 3") is None
    assert (index.rows["T 1"].status, index.rows["T 2"].status) == ("written", "by hand")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("x", r"index\.toml: "),
        (ROW.replace('source = "page 1"', ""), "index.toml: Object missing required field `source`"),
        (ROW + 'colour = "red"', "index.toml: Object contains unknown field `colour`"),
        (ROW + 'status = "done"', "index.toml: Invalid enum value 'done'"),
    ],
)
def test_an_index_that_cannot_be_read_names_the_file(tmp_path: Path, content: str, reason: str) -> None:
    path = tmp_path / "index.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(Unreadable, match=reason):
        read_index(path)


def test_a_rule_stands_in_the_index_once(tmp_path: Path) -> None:
    path = tmp_path / "index.toml"
    path.write_text(ROW, encoding="utf-8")
    with pytest.raises(Unreadable, match="T 1 stands in the index twice"):
        read_index(path, path)


def test_rows_are_plain_records() -> None:
    for book in (duel.BOOK, raid.BOOK):
        assert msgspec.json.decode(msgspec.json.encode(book.index()), type=type(book.index())) == book.index()
