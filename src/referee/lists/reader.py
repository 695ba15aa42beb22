"""`read`: any list a player has, recognised by content."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.kernel.citation import text
from referee.lists.army import ArmyList
from referee.lists.dataset import Data, data
from referee.lists.limits import DEFAULT_LIMITS, Limits
from referee.lists.resolve import resolve
from referee.lists.source import ACCEPTED, Content, load, refused
from referee.lists.written import WrittenArmy


def read(source: bytes | str | Path, limits: Limits = DEFAULT_LIMITS) -> ArmyList:
    """The army list in a file, in bytes or in a text.

    A string without line breaks that names a file is a path; any other string is the list itself. Raises ListRefused,
    with what was found, where, and what would be accepted, if there is no list to read.
    """
    content = load(source, limits)
    known = data()
    written = _written(content, known, limits)
    written.findings[:0] = content.findings
    return resolve(written, known, limits)


def _written(content: Content, known: Data, limits: Limits) -> WrittenArmy:
    """What the content says. Each form is loaded when it is met: starting stays fast."""
    if content.text is not None:
        from referee.lists.text_list import read_text

        return read_text(content.text, known, limits)
    from referee.lists.battlescribe import is_battlescribe, read_battlescribe

    if content.xml is not None:
        from referee.lists.xml_tree import xml_roster

        return read_battlescribe(xml_roster(content.xml, limits), "battlescribe", known, limits)
    from referee.lists.rosterizer import read_rosterizer, snapshot_of

    tree = content.json
    if snapshot_of(tree) is not None:
        return read_rosterizer(tree, limits)
    if is_battlescribe(tree):
        return read_battlescribe(tree, _json_form(tree, content.via), known, limits)
    raise refused("json-unknown", text("The JSON is not an army list. {accepted}", accepted=ACCEPTED))


def _json_form(tree: dict[str, Any], via: str) -> str:
    from referee.lists.battlescribe import SCHEMA, roster_of

    roster = roster_of(tree) or {}
    made_with = str(tree.get("generatedBy") or roster.get("generatedBy") or "").lower()
    if "newrecruit" in made_with:
        return "new-recruit-json"
    if via or "listforge" in made_with.replace(" ", ""):
        return "listforge-json"
    return "new-recruit-json" if roster.get("xmlns") == SCHEMA else "listforge-json"
