"""The commands about books and rules: `books`, `rule`, `check-book`."""

from __future__ import annotations

import difflib
import re
import shlex
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.table import Table

from referee import books
from referee.books import find_book
from referee.kernel.book import Book
from referee.kernel.citation import RuleId, phrase, text
from referee.kernel.errors import NotAnOption
from referee.locale import Speaker
from referee.terminal.coverage import (
    Covered,
    covered,
    folder_of_tests,
    unknown_rules,
    untested,
)
from referee.terminal.screen import Screen, print_json

HEADINGS = (phrase("rule"), phrase("title"), phrase("status"), phrase("steps"), phrase("tests"))
STATUSES = (phrase("written"), phrase("by hand"), phrase("gap"), phrase("question"))


def list_books(speaker: Speaker, out: Console, *, json: bool = False) -> int:
    """Print the books there are, with their seats and options."""
    shelf = [books.load(name) for name in books.names()]
    if json:
        print_json([_about(book, speaker) for book in shelf])
        return 0
    for book in shelf:
        screen = Screen(book, speaker, out)
        screen.say(f"{book.name}:", "bold cyan")
        screen.heading()
        screen.note(
            "Rules: {count}. Seats: {seats}.",
            indent=2,
            count=len(book.index().rows),
            seats=len(book.seats),
        )
        _options(book, screen)
    return 0


def show_rule(name: str, rule: RuleId, speaker: Speaker, out: Console, *, json: bool = False) -> int:
    """Print one rule: title, gist, source, how it is read, what carries it; and its subdivisions."""
    book = find_book(name)
    rows = {row.id: row for row in covered(book, speaker, folder_of_tests(book))}
    known = _known_rule(book, rule)
    row = rows.get(known)
    under = [one for id, one in rows.items() if id.startswith((known + "/", known + "."))]
    if json:
        about = {"book": book.name, "edition": book.edition, "id": known}
        own = msgspec.to_builtins(row) if row else {}
        print_json({**about, **own, "under": under})
        return 0
    screen = Screen(book, speaker, out)
    if row is not None:
        _rule(row, screen)
    else:
        screen.say(known, "bold")
    for one in under:
        screen.say("")
        _rule(one, screen)
    return 0


def _rule(row: Covered, screen: Screen) -> None:
    screen.say(screen.title(row.id), "bold")
    screen.say(row.gist)
    _reading(row.reading, row.alternative, row.option, screen)
    if row.status != "written":
        screen.note("Status: {status}", status=text(row.status))
    screen.note("Source: {source} ({edition})", style="dim", source=row.source, edition=screen.book.edition)
    if row.steps:
        screen.note("Carried by: {steps}", style="dim", steps=", ".join(row.steps))
    if row.tests:
        screen.note("Tested by: {tests}", style="dim", tests=", ".join(row.tests))


def check_book(name: str, speaker: Speaker, out: Console, *, json: bool = False, tests: Path | None = None) -> int:
    """Print every rule of a book with what carries it; the exit code is 1 if there are gaps."""
    book = find_book(name)
    folder = tests or folder_of_tests(book)
    rows = covered(book, speaker, folder)
    strays = unknown_rules(book)
    gaps = [row for row in rows if row.status == "gap"]
    if json:
        print_json(rows)
        return 1 if gaps or strays else 0
    screen = Screen(book, speaker, out)
    out.print(_table(rows, speaker, wide=out.width >= 110))
    totals = Counter(row.status for row in rows)
    screen.note(
        "Rules: {count} ({totals}).",
        count=len(rows),
        totals=", ".join(f"{speaker.say(status)} {number}" for status, number in totals.items()),
    )
    for row in gaps:
        screen.note("Gap: {rule}", style="red", rule=screen.title(row.id))
    for rule, steps in strays.items():
        screen.note("Not in the index: {rule}, which {steps} carries", style="red", rule=rule, steps=", ".join(steps))
    if folder:
        without = untested(rows)
        screen.note("Written rules that no test names: {count}", count=len(without))
        for rule in without:
            screen.say("  " + screen.title(rule), "yellow")
    _options(book, screen)
    for row in rows:
        if row.reading:
            screen.say(screen.title(row.id))
            _reading(row.reading, row.alternative, row.option, screen)
    return 1 if gaps or strays else 0


def print_report(name: str, report: str, speaker: Speaker, out: Console, *, json: bool = False) -> int:
    """Print one of a book's own tables about itself."""
    book = find_book(name)
    if report not in book.reports:
        raise NotAnOption(text("The book {book} has no such table: {report}.", book=book.name, report=report))
    found = book.reports[report]()
    if json:
        print_json(found)
    else:
        out.print(Markdown(found.markdown()) if out.is_terminal else found.markdown(), markup=False, soft_wrap=True)
    return 0


def _about(book: Book, speaker: Speaker) -> dict[str, Any]:
    options = [
        {
            "name": option.name,
            "about": speaker.say(option.about),
            "default": option.default,
            "values": option.values,
            "rule": option.rule,
        }
        for option in book.options
    ]
    return {
        "name": book.name,
        "title": book.title,
        "edition": book.edition,
        "prefix": book.prefix,
        "seats": book.seats,
        "options": options,
        "bots": [*book.bots],
        "rules": len(book.index().rows),
    }


def _options(book: Book, screen: Screen) -> None:
    for option in book.options:
        values = f"  ({' | '.join(option.values)})" if option.values else ""
        about = screen.speaker.say(option.about)
        screen.say(f"  --option {shlex.quote(f'{option.name}={option.default}')}  {about}{values}", "dim")


def _reading(reading: str, alternative: str, option: str, screen: Screen) -> None:
    if reading:
        screen.note("Read as: {reading}", indent=2, reading=reading)
    if alternative:
        screen.note("It could be read: {alternative}", indent=2, alternative=alternative)
    if option:
        screen.note("Chosen by the option {option}", indent=2, option=option)


def _table(rows: tuple[Covered, ...], speaker: Speaker, *, wide: bool) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in HEADINGS:
        table.add_column(
            speaker.say(heading),
            no_wrap=heading == "rule",
            justify="right" if heading in ("steps", "tests") else "left",
        )
    if wide:
        table.add_column(speaker.say(phrase("gist")), max_width=70)
    for row in rows:
        style = {"gap": "red", "question": "yellow", "by hand": "cyan"}.get(row.status, "")
        cells = (row.id, row.title, speaker.say(row.status), str(len(row.steps)), str(len(row.tests)))
        table.add_row(*(escape(cell) for cell in cells), *([escape(row.gist)] if wide else []), style=style)
    return table


def _known_rule(book: Book, rule: RuleId) -> RuleId:
    """The rule as the index has it, or one it subdivides. Prefix, leading zeros and case may be left out."""
    rows = book.index().rows
    known = {_folded(one.partition("/")[0]): one.partition("/")[0] for one in rows} | {
        _folded(one): one for one in rows
    }
    wishes = (_folded(rule), _folded(f"{book.prefix} {rule}"))
    for wish in wishes:
        if wish in known:
            return known[wish]
    near = [known[one] for wish in wishes for one in difflib.get_close_matches(wish, known, 3)]
    titled = [
        one for one, row in rows.items() if any(rule.casefold() in words.casefold() for words in row.title.values())
    ]
    raise NotAnOption(
        text(
            "The book {book} has no rule {rule}. Near it: {known}.",
            book=book.name,
            rule=rule,
            known=list(dict.fromkeys([*titled[:6], *near]))[:8] or list(rows)[:6],
        )
    )


def _folded(rule: RuleId) -> str:
    return re.sub(r"\b0+(?=\d)", "", " ".join(rule.casefold().split()))
