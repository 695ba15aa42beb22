"""The index of a book: every rule it knows, where it stands in the source, and what carries it.

An `index.toml` has one table a rule:

    ["40K 09.07/c"]
    title = { en = "Ordered retreat", hu = "Rendezett visszavonulas", ru = "..." }
    gist = { en = "...", hu = "...", ru = "..." }
    source = "seed 001 line 295"        # where the rule stands in the book's source
    status = "by hand"                  # only if it is not written: "by hand", "gap", "question"
    steps = ["movement.fall_back_modes"]  # fact functions that carry it, beside the steps found in the code
    reading = "..."                     # how an unclear rule is read
    alternative = "..."                 # the other reading
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal

import msgspec

from referee.kernel.citation import RuleId
from referee.kernel.errors import Unreadable

Status = Literal["written", "by hand", "gap", "question"]


class Row(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One rule of a book: title and gist by language, place in the source, status, and what carries it."""

    title: dict[str, str]
    gist: dict[str, str]
    source: str
    status: Status = "written"
    steps: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    option: str = ""
    reading: str = ""
    alternative: str = ""


class Index(msgspec.Struct, frozen=True):
    """All rules of a book by rule id, in the book's order."""

    rows: dict[RuleId, Row]

    def find(self, rule: RuleId) -> Row | None:
        """The row of `rule`, or of the rule it subdivides."""
        row = self.rows.get(rule)
        if row is None and "/" in rule:
            row = self.rows.get(rule.partition("/")[0])
        return row


def read_index(*paths: Path) -> Index:
    """The index in the given TOML files, in their order. Raises Unreadable, naming file and rule."""
    rows: dict[RuleId, Row] = {}
    for path in paths:
        try:
            found = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), dict[str, Row])
        except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
            raise Unreadable(f"{path.name}: {error}") from None
        for rule, row in found.items():
            if rule in rows:
                raise Unreadable(f"{path.name}: {rule} stands in the index twice")
            rows[rule] = row
    return Index(rows)
