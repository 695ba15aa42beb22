"""A line that names a unit with its points, as programs write it and as people type it."""

from __future__ import annotations

import re

import msgspec

from referee.lists.dataset import Data, key
from referee.lists.names import units_named
from referee.lists.text_lines import UNIT_OF_POINTS, TextLine, points_in, split_count, split_label

_TYPED = re.compile(
    r"(?:\s*[(\[]\s*(?P<size>\d{1,2})\s*[)\]](?=[\s,:–—-]*[(\[]?\s*\d))?"
    r"[\s,:(\[–—-]*(?:(?P<models>\d{1,3})\s*(?:models?|strong|man|x)\b[\s,:)\]–—-]*)?"
    r"[(\[]?\s*(?P<points>\d{2,3})\s*(?:" + UNIT_OF_POINTS + r")?\s*[)\]]?(?P<rest>$|\s*[:,;–—-].*|\s+(?:w/|with\b).*)",
    re.IGNORECASE,
)
_CUSTOM = re.compile(r"(?P<name>.+?)\s+[“\"](?P<custom>[^“”\"]+)[”\"]")
_HAS_POINTS = re.compile(r"\D\d{2,3}(?!\d)")
_MOST_WORDS = 9


class UnitLine(msgspec.Struct, frozen=True):
    """What such a line says."""

    name: str
    points: int
    """-1 where the line gives none."""
    count: int | None = None
    label: str = ""
    custom_name: str = ""
    rest: str = ""
    """Wargear behind the points."""


def unit_line(line: TextLine, known: Data) -> UnitLine | None:
    """The unit a line could name: `10x Boyz (85 pts)`, `Char1: 1x Warboss (65 pts): Klaw`, `Rhino - 65`; else None.

    Without brackets or a word for points, only a name the data set knows is taken for a unit.
    """
    points = points_in(line.body)
    if points:
        first = points[0]
        if first.extra or first.start == 0:
            return None
        label, count, name = _name(line.body[: first.start], known)
        if not name:
            return None
        custom = _CUSTOM.fullmatch(name)
        rest = line.body[first.end :].strip()
        return UnitLine(
            custom["name"] if custom else name, first.value, count, label, custom["custom"] if custom else "", rest
        )
    if line.body.startswith("+") or not _HAS_POINTS.search(line.body):
        return None
    return _typed(line, known)


def _name(written: str, known: Data) -> tuple[str, int | None, str]:
    """Label, count and name in `Char1: 10x Boyz`; a count without `x` only where a known name follows it."""
    label, rest = split_label(re.sub(r"^[#*\s]+", "", written).strip())
    count, name = split_count(rest)
    if count is None:
        match = re.match(r"(\d{1,3})\s+(?=\D)", name)
        if match and not units_named(known, name) and units_named(known, name[match.end() :]):
            count, name = int(match[1]), name[match.end() :]
    return label, count, name.strip(" -–—:*").strip()


def _typed(line: TextLine, known: Data) -> UnitLine | None:
    """A line people type: a known name, perhaps a number of models, and a number of points."""
    start = known_start(line.body, known)
    if start is None:
        return None
    label, count, name, after = start
    match = _TYPED.fullmatch(after)
    if match is None:
        return None
    rest = re.sub(r"^\s*(?:[:,;–—-]|w/|with\b)\s*", "", match["rest"]).strip()
    size = match["size"] or match["models"]
    models = int(size) if size else None
    return UnitLine(name, int(match["points"]), count or models, label, "", f": {rest}" if rest else "")


def known_start(body: str, known: Data) -> tuple[str, int | None, str, str] | None:
    """Label, count, the known name a line begins with (the longest), and what follows it."""
    label, rest = split_label(re.sub(r"^[#*\s]+", "", body))
    count, rest = split_count(rest)
    if count is None and (match := re.match(r"(\d{1,3})\s+(?=\D)", rest)):
        count, rest = int(match[1]), rest[match.end() :]
    words = re.findall(r"\S+", rest)[:_MOST_WORDS]
    for size in range(len(words), 0, -1):
        name = " ".join(words[:size]).rstrip(" ,:;–—-([")
        if key(name) and units_named(known, name):
            return label, count, name, rest[len(name) :]
    return None
