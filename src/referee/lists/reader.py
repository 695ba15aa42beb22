"""`read`: any list a player has, recognised by content."""

from __future__ import annotations

from pathlib import Path

from referee.lists.army import ArmyList
from referee.lists.dataset import data
from referee.lists.limits import DEFAULT_LIMITS, Limits
from referee.lists.resolve import resolve
from referee.lists.source import load
from referee.lists.text_list import read_text
from referee.lists.written import WrittenArmy


def read(source: bytes | str | Path, limits: Limits = DEFAULT_LIMITS) -> ArmyList:
    """The army list in a file, in bytes or in a text.

    A string without line breaks that names a file is a path; any other string is the list itself. Raises ListRefused,
    with what was found, where, and what would be accepted, if there is no list to read.
    """
    content = load(source, limits)
    known = data()
    assert content.text is not None
    written: WrittenArmy = read_text(content.text, known, limits)
    written.findings[:0] = content.findings
    return resolve(written, known, limits)
