"""The lines of a text list and what can be seen in a line alone: bullets, counts, points, labels, sections."""

from __future__ import annotations

import re
from dataclasses import dataclass

from referee.lists.dataset import key
from referee.lists.limits import Limits


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line that is not blank."""

    number: int
    indent: int
    mark: str
    """The bullet in front, or nothing."""
    body: str
    """What follows the bullet, without spaces around it."""
    blank_before: bool = False

    @property
    def depth(self) -> tuple[int, int]:
        """Nesting: by the column the words start in, and by bullet where the spaces were lost.

        Some exporters bullet only the first of several weapons and put the others under its words.
        """
        return self.indent + (2 if self.mark else 0), _RANK.get(self.mark, 0)


@dataclass(frozen=True, slots=True)
class Points:
    """Points in brackets within a line."""

    value: int
    """-1 where a question mark stands for them."""
    extra: bool
    """Written with a plus sign: a part of a unit's price."""
    start: int
    end: int


_RANK = {"◦": 1, "○": 1, "▪": 2, "■": 2, "▫": 2, "‣": 1}
_BULLET = re.compile(r"(?P<mark>[•◦·∙‣▪▫●○■□►▸▶➤➢✦♦⁃]|[*–—-](?=\s)|[o+](?=\s+\d{1,3}\s?[x×]\s))\s*")
_RULE = re.compile(r"[-=_*~+#.•·\s]{3,}")
UNIT_OF_POINTS = r"(?:pts?|points?|pt|p|punkte|pkt|punti|puntos|pontos|punkt[óo]w|pont|очк\w{0,4})\b\.?"
_POINTS = re.compile(
    r"[(\[]\s*(?P<plus>\+)?\s*(?P<value>\d[\d,.'’ ]{0,10}|\?)\s*" + UNIT_OF_POINTS + r"[^()\[\]]{0,60}[)\]]",
    re.IGNORECASE,
)
_LOOSE_POINTS = re.compile(r"[\s,:–—-]+(?P<value>\d[\d,.]{0,6})\s*" + UNIT_OF_POINTS + r"\s*$", re.IGNORECASE)
_BARE_POINTS = re.compile(r"[(\[]?\s*(?P<value>\d[\d,.'’ ]{0,10})\s*" + UNIT_OF_POINTS + r"\s*[)\]]?", re.IGNORECASE)
_COUNT = re.compile(r"(?P<count>\d{1,4})\s?[x×*]\s*(?=[^\W\d])|(?P<count2>\d{1,3})\s?[x×]\s+(?=\S)", re.IGNORECASE)
_LABEL = re.compile(r"(?P<label>[A-Za-z]{2,12}\s?\d{1,2})\s*[:.)]\s+(?=\S)")
_WITH = re.compile(r"(?P<count>\d{1,3})\s*[x×]?\s+(?:with|w/)\s+(?P<rest>\S.*)", re.IGNORECASE)


def text_lines(string: str, limits: Limits) -> tuple[list[TextLine], bool]:
    """The lines that say something, and whether any had to be left out or cut."""
    lines: list[TextLine] = []
    blank = True
    cut = False
    for number, raw in enumerate(string.split("\n"), start=1):
        if number > limits.lines:
            cut = True
            break
        if len(raw) > limits.line_length:
            raw = raw[: limits.line_length]
            cut = True
        expanded = raw.expandtabs(4).rstrip()
        body = " ".join(expanded.split())
        if not body:
            blank = True
            continue
        indent = len(expanded) - len(expanded.lstrip())
        mark = ""
        match = _BULLET.match(body)
        if match and match["mark"] and not _RULE.fullmatch(body):
            mark = match["mark"]
            body = body[match.end() :]
            if not body:
                blank = True
                continue
        lines.append(TextLine(number, indent, mark, body, blank))
        blank = False
    return lines, cut


def is_rule(body: str) -> bool:
    """True for a line of dashes, plus signs or stars."""
    return bool(_RULE.fullmatch(body))


def bare_points(body: str) -> int | None:
    """The total in a line that is nothing else: `1995 points`."""
    match = _BARE_POINTS.fullmatch(body)
    return number(match["value"]) if match else None


def number(written: str) -> int | None:
    """The whole number in `2,000`, `2.000`, `2 000` or `95.0`; None if it is none.

    >>> number("2,000"), number("95.0"), number("1'985")
    (2000, 95, 1985)
    """
    written = written.strip().rstrip(".,'’ ")
    if re.fullmatch(r"\d{1,3}(?:[,.'’ ]\d{3})+", written):
        return int(re.sub(r"\D", "", written))
    if re.fullmatch(r"\d{1,6}(?:[.,]\d{1,2})?", written):
        return int(float(written.replace(",", ".")))
    return None


def points_in(body: str) -> list[Points]:
    """All points in brackets, from the left."""
    found = []
    for match in _POINTS.finditer(body):
        value = -1 if match["value"] == "?" else number(match["value"])
        if value is not None:
            found.append(Points(value, bool(match["plus"]), match.start(), match.end()))
    return found


def loose_points(body: str) -> Points | None:
    """Points at the end of a line without brackets: `Invasion Fleet, 2000 pts`."""
    match = _LOOSE_POINTS.search(body)
    value = number(match["value"]) if match and match.start() else None
    return Points(value, False, match.start(), match.end()) if match and value is not None else None


def split_count(body: str) -> tuple[int | None, str]:
    """`10x Boyz` as (10, "Boyz"); no count as (None, the same).

    >>> split_count("2x Storm bolter"), split_count("Boyz")
    ((2, 'Storm bolter'), (None, 'Boyz'))
    """
    match = _COUNT.match(body)
    if not match:
        return None, body
    return int(match["count"] or match["count2"]), body[match.end() :].strip()


def split_label(body: str) -> tuple[str, str]:
    """`Char1: 1x Rhino` as ("Char1", "1x Rhino")."""
    match = _LABEL.match(body)
    return (match["label"], body[match.end() :]) if match else ("", body)


def split_with(body: str) -> tuple[int, str] | None:
    """`2 with Boltgun, Knife` as (2, "Boltgun, Knife")."""
    match = _WITH.fullmatch(body)
    return (int(match["count"]), match["rest"]) if match else None


SECTIONS = frozenset(
    key(name)
    for name in (
        "Character", "Characters", "Epic Hero", "Epic Heroes", "Battleline", "Dedicated Transport",
        "Dedicated Transports", "Transport", "Transports", "Other Datasheet", "Other Datasheets", "Allied Unit",
        "Allied Units", "Allies", "Fortification", "Fortifications", "Infantry", "Vehicle", "Vehicles", "Monster",
        "Monsters", "Beast", "Beasts", "Swarm", "Swarms", "Mounted", "Drone", "Drones", "Aircraft", "Unit", "Units",
        "HQ", "Troops", "Elites", "Fast Attack", "Heavy Support", "Flyer", "Lord of War", "Lords of War", "Other",
        "Others", "Configuration", "Attached Units", "Attached Unit", "Leader", "Leaders", "Bodyguard",
        "Strategic Reserves", "Reserves", "Unassigned Units", "Uncategorised", "Army List",
    )
)  # fmt: skip
"""Headings that say nothing about the army, singular and plural."""


def section_name(line: TextLine) -> str | None:
    """The name of the section a line opens, known or written like one; None for anything else."""
    body = re.sub(r"^#{1,6}\s*|\s*:$|^\*{1,2}|\*{1,2}:?$|^=+|=+$|^\[|\]$", "", line.body).strip()
    body = _POINTS.sub("", body).strip()
    body = re.sub(r"\s*[([]?\d+\s*(units?|x)?[)\]]?$", "", body, flags=re.IGNORECASE).strip() or body
    if key(body) in SECTIONS:
        return body
    if line.body.startswith("#"):
        return body
    return None


def looks_like_section(line: TextLine) -> bool:
    """True for a line all in capitals or ending in a colon."""
    body = line.body
    if line.mark or line.indent:
        return False
    return (
        body.upper() == body and any(c.isalpha() for c in body) and len(body) < 40 and not re.search(r"\d", body)
    ) or (body.endswith(":") and len(body) < 40 and "," not in body)
