"""The index of every book: each rule that the code carries is in it; each written rule is carried and tested."""

from __future__ import annotations

import pytest

from referee.kernel import Book
from referee.locale import speaker
from referee.terminal import coverage


def test_every_step_carries_a_rule_of_the_index(book: Book) -> None:
    rows = book.index().rows
    unknown = {rule: steps for rule, steps in coverage.steps_by_rule(book).items() if rule not in rows}
    assert not unknown


def test_every_rule_of_the_index_has_the_prefix_of_the_book(book: Book) -> None:
    assert [rule for rule in book.index().rows if not rule.startswith(f"{book.prefix} ")] == []


def test_every_rule_has_title_gist_and_source(book: Book) -> None:
    languages = ("en",) if book.name in ("duel", "raid") else ("en", "hu", "ru")
    for rule, row in book.index().rows.items():
        assert row.source, rule
        for words in (row.title, row.gist):
            assert [lang for lang in languages if not words.get(lang)] == [], rule


def test_a_reading_names_its_alternative(book: Book) -> None:
    for rule, row in book.index().rows.items():
        assert bool(row.reading) == bool(row.alternative), rule


def test_options_name_rules_of_the_index(book: Book) -> None:
    options = {option.name for option in book.options}
    for rule, row in book.index().rows.items():
        assert not row.option or row.option in options, rule
    for option in book.options:
        assert not option.rule or book.index().find(option.rule), option.name
        assert not option.values or option.default in option.values, option.name


def test_a_rule_said_to_be_written_is_carried_and_tested(book: Book) -> None:
    if book.name in ("duel", "raid"):
        pytest.skip("the books of the tests have no tests of their own")
    folder = coverage.folder_of_tests(book)
    assert folder is not None, f"{book.name} has no tests"
    rows = coverage.covered(book, speaker("en"), folder)
    nothing_carries = [row.id for row in rows if row.status == "gap" and book.index().rows[row.id].status == "written"]
    assert (nothing_carries, list(coverage.untested(rows))) == ([], [])
