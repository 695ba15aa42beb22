"""What the grammars of printed text share: positions, tidying, lists of texts."""

from __future__ import annotations

import pytest
from lark import Lark

from referee.kernel import text
from referee.text.ability import CardFile, NotParsed, Problem, ReadCard, ReadLine, in_turn, listed, locate, read, tidy

LARK = Lark('start: "бой" NUMBER\nNUMBER: /[0-9]+/\n%ignore " "', parser="lalr")
LABELS = {"NUMBER": text("a number")}


def test_tidying_keeps_every_position() -> None:
    source = "Выстрел — «нож»\u00a0на 2"
    assert tidy(source) == 'Выстрел - "нож" на 2'
    assert len(tidy(source)) == len(source)


def test_a_line_that_is_not_understood_says_where_and_what_was_expected() -> None:
    with pytest.raises(NotParsed, match=r"column 5: “мир” is not understood here. Expected: a number.") as caught:
        read(LARK, "бой мир", LABELS)
    assert (caught.value.at, caught.value.found) == (4, "мир")


def test_a_line_that_ends_too_early_says_so() -> None:
    with pytest.raises(NotParsed, match=r"column 4: the line ends here. Expected: a number.") as caught:
        read(LARK, "бой", LABELS)
    assert caught.value.found == ""


def test_fixed_words_and_the_end_are_expected_by_themselves() -> None:
    with pytest.raises(NotParsed, match="Expected: “бой”"):
        read(LARK, "5", LABELS)
    with pytest.raises(NotParsed, match="Expected: the end of the line"):
        read(LARK, "бой 5 6", LABELS)


def test_lists_of_texts_are_texts() -> None:
    assert str(listed([text("a"), text("b"), text("c")])) == "a, b, c"
    assert str(in_turn([text("A."), text("B.")])) == "A. B."
    assert str(listed([])) == ""


def test_a_printed_line_is_found_in_its_file() -> None:
    raw = 'name = "x"\ntext = [\n  "метание \\"ножа\\" на 2",\n]\n'
    assert locate(raw, 'метание "ножа" на 2') == 3
    assert locate(raw, "нет", 2) == 2


def test_a_report_is_right_only_if_every_line_is() -> None:
    good = ReadCard("Ель", 1, (ReadLine(2, "Броня 1.", text("armour 1")),))
    bad = ReadCard("Бук", 4, (ReadLine(5, "Бруня 1.", problem=Problem(5, text("what?"), 0)),))
    assert CardFile("berserk", "a.toml", (good,)).is_right
    report = CardFile("berserk", "a.toml", (good, bad), (Problem(1, text("no name")),))
    assert not report.is_right
    assert [problem.line for problem in report.every_problem()] == [1, 5]
