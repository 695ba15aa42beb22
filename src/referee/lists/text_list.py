"""A text list: the Games Workshop app's, New Recruit's, ListForge's, WTC and hand-typed ones are one grammar.

Exporters mix each other's habits and players edit what they paste, so the lines are read by what they show and by what
the data set knows, not by one rigid form per program; the form is named at the end from what was seen.
"""

from __future__ import annotations

import re

from referee.kernel.citation import count_text, text
from referee.lists.army import ListRefused, Severity
from referee.lists.dataset import Data, key
from referee.lists.encoding import unquoted
from referee.lists.limits import Limits
from referee.lists.names import battle_size, faction_named, has_detachment_points, units_named
from referee.lists.source import ACCEPTED, refused
from referee.lists.text_body import Body, opens_group, read_footer
from referee.lists.text_header import Header
from referee.lists.text_lines import TextLine, points_in, section_name, split_with, text_lines
from referee.lists.unit_line import UnitLine
from referee.lists.written import WrittenArmy

_MOST_LISTS = 20
"""Lists in one text that are told apart."""


def read_text(string: str, known: Data, limits: Limits) -> WrittenArmy:
    """A text list as written; raises ListRefused if it has no units."""
    lines, cut = text_lines(unquoted(string), limits)
    army = _TextList(lines, known, limits).read(_MOST_LISTS)
    if cut:
        message = text(
            "The text is longer than {lines} lines, or a line than {length} characters; the rest is not read.",
            lines=limits.lines,
            length=limits.line_length,
        )
        army.find(Severity.ERROR, "too-long", message)
    return army


class _TextList:
    """One list: the header up to the first unit, the body up to where a second list begins."""

    def __init__(self, lines: list[TextLine], known: Data, limits: Limits) -> None:
        self.lines = lines
        self.known = known
        self.limits = limits
        self.army = WrittenArmy("text")
        self.body = Body(self.army, lines, known, limits)

    def read(self, lists: int) -> WrittenArmy:
        first = self._first_unit()
        if first is None:
            number = self.lines[0].number if self.lines else None
            raise refused("no-units", text("No unit was found. {accepted}", accepted=ACCEPTED), number)
        Header(self.army, self.known).read([line for line in self.lines[:first] if not self._is_marker(line)])
        second: int | None = None
        for index in range(first, len(self.lines)):
            second = self._second_list(index)
            if second is not None:
                break
            self.body.read(index)
        self._name_format()
        if second is not None:
            self._read_second(second, lists)
        return self.army

    # --- where the header ends --------------------------------------------------------------------------------------

    def _first_unit(self) -> int | None:
        """Index of the first unit, or of the section it stands in."""
        titled = False
        for index, line in enumerate(self.lines):
            if opens_group(line) or (section_name(line) and not line.body.startswith("# ++")):
                titled = True
                if self._opens_body(index):
                    return index
                continue
            found = self.body.found[index]
            if (
                found is None
                or battle_size(found.name)
                or has_detachment_points(line.body)
                or line.body.startswith("#")
            ):
                continue
            if self._is_total(found) or not (titled or self._has_items(index, found) or self._is_sure(found, index)):
                titled = True
                continue
            return index
        return None

    def _opens_body(self, index: int) -> bool:
        """True if a section line is followed by a unit, not by `Battle Size: ...`."""
        for at, line in enumerate(self.lines[index + 1 : index + 4], start=index + 1):
            if not opens_group(line):
                found = self.body.found[at]
                return found is not None and not battle_size(line.body) and not line.body.startswith("#")
        return False

    def _is_total(self, found: UnitLine) -> bool:
        words = re.match(r"^\+?\s*(total|army|points)\b", found.name, re.IGNORECASE)
        return words is not None and not units_named(self.known, found.name)

    def _is_sure(self, found: UnitLine, index: int) -> bool:
        """A known name is a unit, unless the header goes on below: then it is the title."""
        following = self.lines[index + 1 : index + 6]
        return bool(units_named(self.known, found.name)) and not any(battle_size(line.body) for line in following)

    def _has_items(self, index: int, found: UnitLine) -> bool:
        return found.rest.startswith(":") or self.body.has_items(index)

    def _is_marker(self, line: TextLine) -> bool:
        """Footers and section lines in the header, which say nothing about the army as a whole."""
        if read_footer(line, self.army):
            return True
        return (
            not re.match(r"^#\s*\+\+", line.body)
            and section_name(line) is not None
            and battle_size(line.body.lstrip("# ")) is None
            and key(line.body) not in self.known.dispositions_by_key
            and faction_named(self.known, line.body) is None
        )

    # --- second lists -----------------------------------------------------------------------------------------------

    def _second_list(self, index: int) -> int | None:
        """Where a second list begins, if the line at `index` shows that one has begun."""
        line, units = self.lines[index], self.army.units
        if not units or line.mark:
            return None
        shows = (
            battle_size(line.body.lstrip("# ")) is not None
            or bool(re.match(r"^\+\s*FACTION KEYWORD|^#\s*\+\+.*\+\+", line.body, re.IGNORECASE))
            or (self.body.has_ended and self.body.found[index] is not None)
            or has_detachment_points(line.body)
        )
        if not shows:
            return None
        last = units[-1]
        start = next(i for i, other in enumerate(self.lines) if other.number == last.line)
        if not last.items and len(units) > 1 and not any(other.mark for other in self.lines[start:index]):
            units.pop()
            return start
        return self.body.last_part + 1

    def _read_second(self, start: int, lists: int) -> None:
        """A second list is not read into this one; that it is there, and what it names, is said."""
        army, line = self.army, self.lines[start]
        army.findings[:] = [finding for finding in army.findings if finding.line is None or finding.line < line.number]
        try:
            second = _TextList(self.lines[start:], self.known, self.limits).read(lists - 1) if lists else None
        except ListRefused:
            second = None
        if second is None:
            army.find(Severity.ERROR, "second-list", text("What follows is not read as a list."), line.number)
            return
        if [(unit.name, unit.points) for unit in second.units] == [(unit.name, unit.points) for unit in army.units]:
            message = text("The list is there twice; the second copy is left out.")
            army.find(Severity.WARNING, "list-twice", message, line.number)
        else:
            message = count_text(
                "A second list begins here, with {count} unit. Give it in a file of its own.",
                "A second list begins here, with {count} units. Give it in a file of its own.",
                len(second.units),
            )
            army.find(Severity.ERROR, "second-list", message, line.number)
            for unit in second.units:
                message = text("{unit} is of the second list.", unit=unit.name)
                army.find(Severity.ERROR, "second-list-unit", message, unit.line)
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
