"""What carries each rule of a book: the steps and facts in the code, and the tests that name it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

import referee
from referee.kernel.book import Book
from referee.kernel.citation import RuleId
from referee.kernel.index import Index
from referee.kernel.procedure import REGISTRY
from referee.locale import Speaker


class Covered(msgspec.Struct, frozen=True):
    """A row of `check-book`: a rule, its status, the steps that carry it and the tests that name it."""

    id: RuleId
    title: str
    gist: str
    source: str
    status: str
    steps: tuple[str, ...]
    tests: tuple[str, ...]
    option: str = ""
    reading: str = ""
    alternative: str = ""


def covered(book: Book, speaker: Speaker, tests: Path | None = None) -> tuple[Covered, ...]:
    """Every rule of the book's index. A rule said to be written that nothing carries is a gap."""
    index = book.index()
    steps = steps_by_rule(book)
    named = rules_tested(index, tests) if tests else {}
    found = []
    for rule, row in index.rows.items():
        carried = (*steps.get(rule, ()), *row.steps)
        under = any(one.startswith(rule + "/") and (steps.get(one) or index.rows[one].steps) for one in index.rows)
        found.append(
            Covered(
                id=rule,
                title=speaker.pick(row.title),
                gist=speaker.pick(row.gist),
                source=row.source,
                status="gap" if row.status == "written" and not carried and not under else row.status,
                steps=carried,
                tests=tuple(dict.fromkeys((*named.get(rule, ()), *row.tests))),
                option=row.option,
                reading=row.reading,
                alternative=row.alternative,
            )
        )
    return tuple(found)


def steps_by_rule(book: Book) -> dict[RuleId, tuple[str, ...]]:
    """The numbered steps in the book's code by rule id, as `module.Class.step`."""
    found: dict[RuleId, dict[str, None]] = {}
    for tag, kind in REGISTRY.items():
        if tag.partition(".")[0] != book.name:
            continue
        for step in kind.steps:
            if not step.rule.startswith("REF "):
                module = step.run.__module__.rpartition(".")[2]
                found.setdefault(step.rule, {})[f"{module}.{step.run.__qualname__}"] = None
    return {rule: tuple(names) for rule, names in found.items()}


def unknown_rules(book: Book) -> dict[RuleId, tuple[str, ...]]:
    """Rule ids that steps carry and the index has not: each is a mistake of ours."""
    index = book.index()
    return {rule: steps for rule, steps in steps_by_rule(book).items() if rule not in index.rows}


def untested(rows: Iterable[Covered]) -> tuple[RuleId, ...]:
    """The written rules that no test names, neither themselves nor a subdivision of theirs."""
    rows = tuple(rows)
    tested = {row.id for row in rows if row.tests}
    parents = {rule.partition("/")[0] for rule in tested}
    return tuple(row.id for row in rows if row.status == "written" and row.id not in tested | parents)


def folder_of_tests(book: Book) -> Path | None:
    """Where the tests of the book are, if this is a checkout and not an installation."""
    folder = Path(referee.__file__).parents[2] / "tests" / "books" / book.name
    return folder if folder.is_dir() else None


def rules_tested(index: Index, folder: Path) -> dict[RuleId, tuple[str, ...]]:
    """The tests by the rule their name names (`test_09_07_b_...` names 09.07/b), else by the one their file names."""
    slugs = {_slug(rule): rule for rule in index.rows}
    found: dict[RuleId, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        by_file = _named(path.stem, slugs)
        for name in _test_functions(path):
            rule = _named(name, slugs) or by_file
            if rule:
                found.setdefault(rule, []).append(f"{path.stem}::{name}")
    return {rule: tuple(names) for rule, names in found.items()}


def _slug(rule: RuleId) -> str:
    """`09_07_b` for `40K 09.07/b`."""
    return re.sub(r"\W+", "_", rule.partition(" ")[2] or rule).strip("_").lower()


def _named(name: str, slugs: dict[str, RuleId]) -> RuleId | None:
    """The rule a test's name names: the longest that fits, at its start or between underscores."""
    words = f"_{name.lower()}_"
    fits = [slug for slug in slugs if f"_{slug}_" in words]
    return slugs[max(fits, key=len)] if fits else None


def _test_functions(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name
