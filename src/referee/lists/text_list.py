"""A text list: the Games Workshop app's, New Recruit's, ListForge's, WTC and hand-typed ones are one grammar.

Exporters mix each other's habits and players edit what they paste, so the lines are read by what they show and by what
the data set knows, not by one rigid form per program; the form is named at the end from what was seen.
"""

from __future__ import annotations

import re

from referee.kernel.citation import count_text, text
from referee.lists.army import ListRefused, Severity
from referee.lists.dataset import Data, key, singular
from referee.lists.encoding import unquoted
from referee.lists.limits import Limits
from referee.lists.names import battle_size, faction_named, has_detachment_points, units_named
from referee.lists.source import ACCEPTED, refused
from referee.lists.text_header import Header
from referee.lists.text_lines import (
    Points,
    TextLine,
    is_rule,
    looks_like_section,
    loose_points,
    points_in,
    section_name,
    split_count,
    split_label,
    split_with,
    text_lines,
)
from referee.lists.text_units import UnitLines
from referee.lists.written import WrittenArmy, WrittenUnit

_FOOTER = re.compile(
    r"^(?:exported with|created with|made with|generated (?:by|with|using))\b[: ]*(?P<by>.*)$", re.IGNORECASE
)
_ATTACHED_GROUP = re.compile(r"^attached units?\s*#?\s*(?P<number>\d{1,2})\s*:?$", re.IGNORECASE)
_ATTACHED_SUPPORT = re.compile(r"^attached as support\s*:?$", re.IGNORECASE)


def read_text(string: str, known: Data, limits: Limits) -> WrittenArmy:
    """A text list as written; raises ListRefused if it has no units."""
    lines, cut = text_lines(unquoted(string), limits)
    army = _TextList(lines, known, limits).read()
    if cut:
        army.find(
            Severity.ERROR,
            "too-long",
            text("The text is longer than {lines} lines, or a line than {length} characters; the rest is not read.",
                 lines=limits.lines, length=limits.line_length),
        )  # fmt: skip
    return army


class _TextList:
    """Reads lines into a `WrittenArmy`; stops where a second list begins."""

    def __init__(self, lines: list[TextLine], known: Data, limits: Limits) -> None:
        self.lines = lines
        self.known = known
        self.limits = limits
        self.army = WrittenArmy("text")
        self.current: UnitLines | None = None
        self.section = ""
        self.group: int | None = None
        self.groups = 0
        self.pending_support = False
        self.footer_at: int | None = None
        self.last_part = -1
        """Index of the last line that belongs to a unit, section or footer."""

    def read(self) -> WrittenArmy:
        first = self._first_unit()
        if first is None:
            raise self._without_units()
        header = self.lines[:first]
        Header(self.army, self.known).read([line for line in header if not self._is_marker(line)])
        second: int | None = None
        for index in range(first, len(self.lines)):
            second = self._second_list(index)
            if second is not None:
                break
            self._read_line(index)
        self._name_format()
        if second is not None:
            self._read_second(second)
        return self.army

    def _without_units(self) -> ListRefused:
        number = self.lines[0].number if self.lines else None
        return refused("no-units", text("No unit was found. {accepted}", accepted=ACCEPTED), number)

    # --- the header ends where the first unit stands ----------------------------------------------------------------

    def _first_unit(self) -> int | None:
        titled = False
        for index, line in enumerate(self.lines):
            if _ATTACHED_GROUP.match(line.body) or (section_name(line) and not line.body.startswith("# ++")):
                titled = True
                if self._opens_body(index):
                    return index
                continue
            points = self._unit_points(line)
            if points is None:
                continue
            name = self._unit_name(line, points)
            if not name or battle_size(name) or has_detachment_points(line.body) or line.body.startswith("#"):
                continue
            if re.match(r"^\+?\s*(total|army|points)\b", line.body, re.IGNORECASE) and not units_named(
                self.known, name
            ):
                titled = True
                continue
            if not titled and not self._has_items(index) and not self._is_unit_for_sure(name, points.value, index):
                titled = True
                continue
            return index
        return None

    def _opens_body(self, index: int) -> bool:
        """True if a section line is followed by a unit or another section, not by `Battle Size: ...`."""
        for line in self.lines[index + 1 : index + 4]:
            if _ATTACHED_GROUP.match(line.body):
                continue
            points = self._unit_points(line)
            return points is not None and not battle_size(line.body) and not line.body.startswith("#")
        return False

    def _is_unit_for_sure(self, name: str, points: int, index: int) -> bool:
        if not units_named(self.known, name):
            return False
        return not any(battle_size(line.body) for line in self.lines[index + 1 : index + 6])

    def _has_items(self, index: int) -> bool:
        """True if the next line is something only a unit is followed by."""
        line = self.lines[index]
        points = self._unit_points(line)
        if points and line.body[points.end :].lstrip().startswith(":"):
            return True
        following = self.lines[index + 1] if index + 1 < len(self.lines) else None
        return following is not None and self._is_item(following, line)

    def _is_item(self, line: TextLine, above: TextLine) -> bool:
        if self._unit_points(line) and not line.mark:
            return False
        if line.mark and (line.depth > above.depth or above.mark == ""):
            return True
        return bool(split_with(line.body)) or (split_count(line.body)[0] is not None and not line.blank_before)

    def _unit_points(self, line: TextLine) -> Points | None:
        """The points of a line that could name a unit."""
        points = points_in(line.body)
        if points and not points[0].extra and points[0].start > 0:
            return points[0]
        if not points:
            loose = loose_points(line.body)
            if loose and not line.body.startswith("+") and units_named(self.known, self._unit_name(line, loose)):
                return loose
        return None

    def _unit_name(self, line: TextLine, points: Points) -> str:
        name = split_label(re.sub(r"^[#*\s]+", "", line.body[: points.start]).strip())[1]
        count, rest = split_count(name)
        if count is None and re.match(r"^\d{1,3}\s+\D", name) and not units_named(self.known, name):
            rest = re.sub(r"^\d{1,3}\s+", "", name)
        return rest.strip(" -–—:*").strip()

    # --- the body ---------------------------------------------------------------------------------------------------

    def _is_marker(self, line: TextLine) -> bool:
        """Footers and section lines, which say nothing about the army as a whole."""
        footer = _FOOTER.match(line.body)
        if footer:
            self._read_footer(line, footer["by"])
            return True
        return (
            not re.match(r"^#\s*\+\+", line.body)
            and section_name(line) is not None
            and battle_size(line.body.lstrip("# ")) is None
            and self.known.dispositions_by_key.get(key(line.body)) is None
            and faction_named(self.known, line.body) is None
        )

    def _read_line(self, index: int) -> None:
        line = self.lines[index]
        if is_rule(line.body):
            return
        footer = _FOOTER.match(line.body)
        if footer:
            self._read_footer(line, footer["by"])
            self.footer_at = self.last_part = index
            return
        if not line.mark and self._read_section(line):
            self.last_part = index
            return
        points = self._unit_points(line)
        if points and self._is_unit_line(line, points):
            self._begin_unit(line, points)
            self.last_part = index
        elif self.current and self._belongs_to_unit(line, index):
            self.current.add(line)
            self.last_part = index
        elif self._names_unit(line, index):
            self._begin_unit(line, None)
            self.last_part = index
        elif looks_like_section(line) and self.footer_at is None:
            self.section, self.group = line.body.rstrip(":"), None
            self.current = None
            self.last_part = index
            self.army.find(
                Severity.NOTE, "section-unknown", text("Unknown heading “{line}”.", line=line.body), line.number
            )
        else:
            self._skip(line, index)

    def _read_footer(self, line: TextLine, made_with: str) -> None:
        self.army.made_with = made_with.strip()
        version = re.search(r"app version:?\s*v?(\d+)\.", line.body, re.IGNORECASE)
        if version:
            self.army.edition = "11th" if int(version[1]) >= 2 else "10th"
            self.army.format = "gw-app"

    def _read_section(self, line: TextLine) -> bool:
        group = _ATTACHED_GROUP.match(line.body)
        if group:
            self.section = "Attached Units"
            self.groups += 1
            self.group = self.groups
            self.current = None
            return True
        if _ATTACHED_SUPPORT.match(line.body):
            self.pending_support = True
            self.current = None
            return True
        name = section_name(line)
        if name is None or (
            self._unit_points(line) and units_named(self.known, name) and not line.body.startswith("#")
        ):
            return False
        self.section, self.group = name, None
        self.current = None
        return True

    def _is_unit_line(self, line: TextLine, points: Points) -> bool:
        """A line with points is a unit, unless it is a model or enhancement of the unit above."""
        name = self._unit_name(line, points)
        if not name:
            return False
        if not line.mark:
            return self.current is None or line.indent == 0 or bool(units_named(self.known, name)) or line.blank_before
        if self.current is None:
            return True
        if not units_named(self.known, name) or key(name) in self.known.enhancements_by_key:
            return False
        return not self._is_model_of(self.current.unit.name, name)

    def _is_model_of(self, unit: str, name: str) -> bool:
        for sheet in units_named(self.known, unit):
            composition = self.known.composition(sheet)
            rows = composition.models if composition else ()
            if any(singular(key(row.name)) == singular(key(name)) for row in rows):
                return True
        return False

    def _begin_unit(self, line: TextLine, points: Points | None) -> None:
        body = re.sub(r"^[#*\s]+", "", line.body[: points.start] if points else line.body).strip()
        label, rest = split_label(body)
        count = split_count(rest)[0]
        name = self._unit_name(line, points) if points else split_count(rest)[1].rstrip(":").strip()
        if (
            count is None
            and points
            and (match := re.match(r"^(\d{1,3})\s+", rest))
            and rest[match.end() :].startswith(name)
        ):
            count = int(match[1])
        unit = WrittenUnit(line.number, name, points.value if points else None, count)
        custom = re.fullmatch(r"(?P<name>.+?)\s+[“\"](?P<custom>[^“”\"]+)[”\"]", name)
        if custom:
            unit.name, unit.custom_name = custom["name"], custom["custom"]
        unit.section, unit.group, unit.slot = self.section, self.group, label
        if self.pending_support:
            unit.role, self.pending_support = unit.role.SUPPORT, False
        self.army.units.append(unit)
        if len(self.army.units) > self.limits.units:
            raise refused(
                "too-many", text("More than {limit} units; no army has as many.", limit=self.limits.units), line.number
            )
        self.current = UnitLines(unit, self.known.names_with_commas)
        rest = line.body[points.end :].strip() if points else ""
        if rest.startswith(":"):
            self.current.add_inline(line.number, rest[1:])
        elif rest.strip(" *-–:"):
            self.current.add_inline(line.number, rest.lstrip("-–: "))

    def _belongs_to_unit(self, line: TextLine, index: int) -> bool:
        """Bullets, `2 with ...`, `3x ...`, labelled lines, and plain lines indented under a bullet."""
        if self.footer_at is not None:
            return False
        body = line.body
        if line.mark or split_with(body) or split_count(body)[0] is not None:
            return True
        if re.match(
            r"^(?:warlord|attached (?:as|to)|attachment|leading|e|enh|enhancements?)\b\s*(?::|$)", body, re.IGNORECASE
        ):
            return True
        return line.indent > 0 and not line.blank_before and index > 0 and self.last_part == index - 1

    def _names_unit(self, line: TextLine, index: int) -> bool:
        """A name without points that the data set knows, or that is followed by what only units have."""
        if line.mark or self.footer_at is not None:
            return False
        name = split_count(split_label(line.body)[1])[1].rstrip(":").strip()
        if units_named(self.known, name):
            return True
        return not looks_like_section(line) and len(line.body) < 80 and self._has_items(index)

    def _skip(self, line: TextLine, index: int) -> None:
        """Say what was not read: a warning inside the list, a note behind it."""
        self.current = None if not line.mark else self.current
        inside = self.footer_at is None and any(self._unit_points(later) for later in self.lines[index + 1 :])
        severity = Severity.WARNING if inside or line.mark else Severity.NOTE
        self.army.find(
            severity, "line-skipped", text("Not part of a list: “{line}”.", line=line.body[:80]), line.number
        )

    # --- second lists -----------------------------------------------------------------------------------------------

    def _second_list(self, index: int) -> int | None:
        """Where a second list begins, if the line at `index` shows that one has begun."""
        line = self.lines[index]
        if not self.army.units:
            return None
        body = line.body
        shows = (
            (battle_size(re.sub(r"\s*[(\[].*$", "", body.lstrip("# "))) is not None and not line.mark)
            or bool(re.match(r"^\+\s*FACTION KEYWORD", body, re.IGNORECASE))
            or bool(re.match(r"^#\s*\+\+.*\+\+", body))
            or (self.footer_at is not None and self._unit_points(line) is not None)
            or (not line.mark and has_detachment_points(body))
        )
        if not shows:
            return None
        last = self.army.units[-1]
        if not last.items and last.line is not None and last.line != self.lines[0].number and len(self.army.units) > 1:
            start = next(i for i, other in enumerate(self.lines) if other.number == last.line)
            if all(not other.mark for other in self.lines[start:index]):
                self.army.units.pop()
                return start
        return self.last_part + 1

    def _read_second(self, start: int) -> None:
        """A second list is not read into this one; that it is there, and what it names, is said."""
        army, line = self.army, self.lines[start]
        try:
            second = _TextList(self.lines[start:], self.known, self.limits).read()
        except ListRefused:
            army.find(Severity.WARNING, "line-skipped", text("A second heading without units."), line.number)
            return
        skipped = {finding.line for finding in army.findings if finding.code in ("section-unknown", "line-skipped")}
        army.findings[:] = [f for f in army.findings if f.line is None or f.line < line.number or f.line not in skipped]
        if _same(army, second):
            army.find(
                Severity.WARNING,
                "list-twice",
                text("The list is there twice; the second copy is left out."),
                line.number,
            )
            return
        army.find(
            Severity.ERROR,
            "second-list",
            count_text(
                "A second list begins here, with {count} unit. Give it in a file of its own.",
                "A second list begins here, with {count} units. Give it in a file of its own.",
                len(second.units),
            ),
            line.number,
        )
        for unit in second.units:
            army.find(
                Severity.ERROR, "second-list-unit", text("{unit} is of the second list.", unit=unit.name), unit.line
            )
        army.findings += [f for f in second.findings if f.code in ("second-list", "second-list-unit", "list-twice")]

    def _name_format(self) -> None:
        """Name the program's form by what was seen."""
        army = self.army
        bodies = [line.body for line in self.lines[:400]]
        fenced = any(re.match(r"^\+\s*FACTION KEYWORD", body, re.IGNORECASE) for body in bodies)
        if any(re.match(r"^#\s*\+\+", body) for body in bodies):
            army.format = "new-recruit-simple"
        elif fenced and any(split_with(body) for body in bodies):
            army.format = "wtc-full"
        elif fenced and any(re.search(r"pts?\)\s*:", body) for body in bodies):
            army.format = "wtc-compact"
        elif fenced:
            army.format = "new-recruit-gw"
        elif self.lines and self.lines[0].body.count(" - ") >= 2 and points_in(self.lines[0].body):
            army.format = "listforge-text"
        elif army.format == "text" and army.battle_size is not None:
            army.format = "gw-app"


def _same(one: WrittenArmy, other: WrittenArmy) -> bool:
    return [(unit.name, unit.points) for unit in one.units] == [(unit.name, unit.points) for unit in other.units]
