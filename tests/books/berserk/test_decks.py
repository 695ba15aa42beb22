"""BER F02: what is said of decks that are not right, with the line in which it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.books.berserk.decks import read_deck, understand
from referee.kernel import NotAllowed, Unreadable

OWN = """# a runner and others
name = "Deck"

[cards]
plain-runner = 3
my-card = 2

[[card]]
key = "my-card"
name = { ru = "Мой", en = "Mine", hu = "Enyém" }
type = "creature"
cost = 3
life = 5
move = 1
strike = [1, 2, 3]
text = ['[з]: Выстрел на 1']
"""


def said(source: str | bytes | Path) -> list[str]:
    with pytest.raises(NotAllowed) as caught:
        read_deck(source)
    return [str(one) for one in caught.value.refusals]


def test_f02_c_a_wrong_line_of_an_own_card_is_named_as_it_stands_in_the_deck() -> None:
    assert understand(OWN).cards == {"plain-runner": 3, "my-card": 2}
    with pytest.raises(Unreadable, match="deck, line 16: column 17"):
        understand(OWN.replace("на 1'", "на один'"))


def test_f02_c_own_cards_may_stand_before_the_counts() -> None:
    counts, cards = OWN.split("[[card]]")
    assert understand(
        "[[card]]" + cards + counts.partition("[cards]")[0].replace('name = "Deck"', "") + "[cards]\nmy-card = 1\n"
    )


def test_f02_c_the_line_is_that_of_the_count_and_not_of_a_remark() -> None:
    assert said(OWN.replace("plain-runner", "runner")) == [
        "BER F02/c: Line 5: there is no card runner. Is it one of: plain-runner, Plain Runner?"
    ]


@pytest.mark.parametrize("count", ["true", '"3"', "1.5", "[1]"])
def test_f02_b_a_count_is_a_whole_number(count: str) -> None:
    with pytest.raises(Unreadable, match="how many of which card"):
        understand(OWN.replace("runner = 3", f"runner = {count}"))


def test_f02_b_names_of_one_card_are_counted_together() -> None:
    deck = "[cards]\nplain-runner = 3\n'Степной бегун' = 1\n"
    assert any("BER F02/b: Plain Runner is in the deck 4 times" in one for one in said(deck))


def test_f02_c_a_deck_of_another_book_or_without_counts_is_refused() -> None:
    with pytest.raises(Unreadable, match="for which book"):
        understand('book = "heresy"\n[cards]\nplain-runner = 3\n')
    assert understand('book = "berserk"\n[cards]\nplain-runner = 3\n').cards == {"plain-runner": 3}
    with pytest.raises(Unreadable, match="how many of which card"):
        understand('name = "nothing else"\n')


def test_f02_c_a_part_of_a_name_finds_the_card() -> None:
    assert said("2 Бегун")[0] == "BER F02/c: Line 1: there is no card Бегун. Is it one of: Степной бегун?"


def test_f02_c_marks_and_line_ends_of_other_systems() -> None:
    plain = "3x Степной бегун\r\n2 Plain Runner # more\r\nplain-runner x1\r\n".encode("utf-8-sig")
    assert understand(plain).cards == {"plain-runner": 6}
    with pytest.raises(Unreadable, match="not text in UTF-8"):
        understand("3x Степной бегун".encode("cp1251"))
