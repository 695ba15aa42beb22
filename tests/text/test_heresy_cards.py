"""Card files of the Horus Heresy card game: the report, the schema, our own cards."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from referee.books.heresy.content import FOLDER
from referee.kernel import Unreadable
from referee.text.heresy import Ability
from referee.text.heresy_cards import check_file, examine, read_cards, schema

GOOD = """book = "heresy"

[[card]]
key = "one"
name = { en = "One", hu = "Egy", ru = "Раз" }
kind = "unit"
side = "unaligned"
die = 3
capture = 2
text = ["ВА: Возьми 2 карты"]
command = "Т: Возьми одну карту"
"""


def problems(raw: str) -> list[tuple[int, str]]:
    return [(problem.line, str(problem.message)) for problem in examine(raw, "x")[0].every_problem()]


def test_a_right_file_gives_cards_with_their_abilities() -> None:
    (card,) = read_cards(GOOD)
    assert (card.key, card.die, card.capture, card.name["hu"]) == ("one", 3, 2, "Egy")
    assert isinstance(card.lines[0], Ability)
    assert card.command is not None


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("die = 3", "die = 0", 8, "at least 1, not 0"),
        ('kind = "unit"', 'kind = "asset"', 9, "Only units have a capture value"),
        ('kind = "unit"', 'kind = "tank"', 6, "tank"),
        ("die = 3", "dice = 3", 8, "no field dice. There is: die"),
        ('key = "one"', 'key = "o n e"', 4, "no dot, slash or space"),
        ("Возьми 2 карты", "Возьми 2 карт", 10, "column 14"),
        ('"Т: Возьми одну карту"', '"ВА: Возьми одну карту"', 11, "A command line is an ability"),
        ('book = "heresy"', 'book = "chess"', 1, 'book = "heresy"'),
        ("[[card]]", "[[cards]]", 3, "no field cards"),
        ("die = 3", "die = ", 8, "line 8"),
    ],
)
def test_what_is_wrong_is_reported_with_its_line(old: str, new: str, line: int, words: str) -> None:
    found = problems(GOOD.replace(old, new))
    assert any(number == line and words in said for number, said in found), found
    with pytest.raises(Unreadable):
        read_cards(GOOD.replace(old, new))


def test_a_key_may_stand_once() -> None:
    twice = GOOD + GOOD.partition("\n\n")[2]
    assert any("stands in the file twice" in said for _, said in problems(twice))


def test_a_line_that_is_not_understood_leaves_the_card_out_and_the_others_in() -> None:
    second = GOOD.partition("\n\n")[2].replace('"one"', '"two"').replace("Возьми 2 карты", "Возьми всё")
    report, cards = examine(GOOD + second, "x")
    assert [card.key for card in cards] == ["one"]
    assert [card.is_right for card in report.cards] == [True, False]


def test_our_own_cards_are_all_understood(tmp_path: Path) -> None:
    report = check_file(FOLDER / "cards.toml")
    assert report.is_right
    assert len(report.cards) >= 60


def test_the_schema_beside_the_cards_is_the_one_of_the_code() -> None:
    kept = msgspec.json.decode((FOLDER / "cards.schema.json").read_bytes())
    assert kept == msgspec.json.decode(msgspec.json.encode(schema()))
