"""The body of a text list: units and what belongs to them, section by section."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.kernel.citation import text
from referee.lists.army import Role, Severity
from referee.lists.dataset import Data, key, singular
from referee.lists.limits import Limits
from referee.lists.names import units_named
from referee.lists.source import refused
from referee.lists.text_lines import TextLine, is_rule, looks_like_section, section_name, split_count, split_with
from referee.lists.text_units import UnitLines
from referee.lists.unit_line import UnitLine, known_start, unit_line
from referee.lists.written import WrittenArmy, WrittenUnit

_FOOTER = re.compile(
    r"^(?:exported with|created with|made with|generated (?:by|with|using))\b[: ]*(?P<by>.*)$", re.IGNORECASE
)
_GROUP = re.compile(r"^attached units?\s*#?\s*\d{1,2}\s*:?$", re.IGNORECASE)
_SUPPORT = re.compile(r"^attached as support\s*:?$", re.IGNORECASE)
_OF_UNIT = re.compile(
    r"^(?:warlord|attached (?:as|to)|attachment|leading|e|enh|enhancements?)\b\s*(?::|$)", re.IGNORECASE
)

_PRICED = re.compile(r"[^\W\d]\W{1,3}\d{2,3}\s*(?:p|pts?|points?)?\W?$", re.IGNORECASE)
"""A line people type that ends in a price."""


def opens_group(line: TextLine) -> bool:
    """True for `Attached unit 1`."""
    return bool(_GROUP.match(line.body))


def is_item(line: TextLine, above: TextLine) -> bool:
    """True if a line that names no unit is something only a unit is followed by: a bullet, `2 with`, `3x`."""
    if line.mark and (line.depth > above.depth or not above.mark):
        return True
    return bool(split_with(line.body)) or (split_count(line.body)[0] is not None and not line.blank_before)


def read_footer(line: TextLine, army: WrittenArmy) -> bool:
    """`Exported with App Version: v2.4.0 (1), Data Version: v925`: program, and by its version the edition."""
    footer = _FOOTER.match(line.body)
    if footer is None:
        return False
    army.made_with = footer["by"].strip()
    version = re.search(r"app version:?\s*v?(\d+)\.", line.body, re.IGNORECASE)
    if version:
        army.edition = "11th" if int(version[1]) >= 2 else "10th"
        army.format = "gw-app"
    return True


class Body:
    """Reads lines into the units of a `WrittenArmy`, one after the other."""

    def __init__(self, army: WrittenArmy, lines: Sequence[TextLine], known: Data, limits: Limits) -> None:
        self.army = army
        self.lines = lines
        self.known = known
        self.limits = limits
        self.last_part = -1
        """Index of the last line that belongs to a unit, a section or the footer."""
        self.found = [unit_line(line, known) for line in lines]
        """The unit each line could name."""
        self._last_unit = max((index for index, found in enumerate(self.found) if found), default=-1)
        self.has_ended = False
        """True after the footer."""
        self._current: UnitLines | None = None
        self._unit_line: TextLine | None = None
        self._group: int | None = None
        self._groups = 0
        self._support = False

    def read(self, index: int) -> None:
        """Read the line at `index`; every line is taken in or found."""
        line = self.lines[index]
        if is_rule(line.body):
            return
        if read_footer(line, self.army):
            self.has_ended = True
        elif not (self._read_section(line, index) or self._read_unit(line, index) or self._read_part(line, index)):
            self._skip(line, index)
            return
        self.last_part = index

    def _read_section(self, line: TextLine, index: int) -> bool:
        if line.mark:
            return False
        if opens_group(line):
            self._open_group()
        elif _SUPPORT.match(line.body):
            self._support = True
        else:
            name = section_name(line)
            if name is None or (not line.body.startswith("#") and self.found[index]):
                return False
            self._group = None
        self._current = None
        return True

    def _open_group(self) -> None:
        self._groups += 1
        self._group = self._groups

    # --- units ------------------------------------------------------------------------------------------------------

    def _read_unit(self, line: TextLine, index: int) -> bool:
        found = self.found[index]
        if found is not None and self._is_pair(found):
            self._open_group()
            self._current = None
            return True
        if found is not None and self._is_unit(line, found):
            self._begin(line, found)
            return True
        outside = self._current is None or not self._belongs(line, index) or self._is_beside_unit(line)
        if outside and self._names_unit(line, index):
            count, name = split_count(line.body)
            self._begin(line, UnitLine(name.rstrip(":").strip(), -1, count))
            return True
        return False

    def _is_pair(self, found: UnitLine) -> bool:
        """ListForge's `Leader + Bodyguard (200 pts)`: a heading over the two units, not a unit."""
        parts = found.name.split(" + ")
        return len(parts) > 1 and all(units_named(self.known, split_count(part)[1]) for part in parts)

    def _is_unit(self, line: TextLine, found: UnitLine) -> bool:
        """A line with points is a unit, unless it is a model or enhancement of the unit above."""
        if not line.mark:
            return (
                self._current is None
                or line.indent == 0
                or line.blank_before
                or bool(units_named(self.known, found.name))
            )
        if self._current is None or self._is_beside_unit(line):
            return True
        if not units_named(self.known, found.name) or key(found.name) in self.known.enhancements_by_key:
            return False
        return not self._is_model_of(self._current.unit.name, found.name)

    def _is_beside_unit(self, line: TextLine) -> bool:
        """True for a bullet like the one of the unit above: people bullet their units."""
        above = self._unit_line
        return above is not None and bool(above.mark) and above.mark == line.mark and line.depth <= above.depth

    def _is_model_of(self, unit: str, name: str) -> bool:
        wanted = singular(key(name))
        compositions = (self.known.composition(sheet) for sheet in units_named(self.known, unit))
        return any(singular(key(row.name)) == wanted for c in compositions if c for row in c.models)

    def _names_unit(self, line: TextLine, index: int) -> bool:
        """A name without points that the data set knows, or that is followed by what only units have."""
        if self.has_ended:
            return False
        if line.mark:
            return self._names_bulleted_unit(line)
        if units_named(self.known, split_count(line.body)[1].rstrip(":").strip()):
            return True
        return not looks_like_section(line) and len(line.body) < 80 and self.has_items(index)

    def _names_bulleted_unit(self, line: TextLine) -> bool:
        """`- 3x Boyz` among bulleted units: a datasheet's name, and no model or item of the last unit."""
        start = known_start(line.body, self.known) if self._current and self._is_beside_unit(line) else None
        if start is None or self._current is None:
            return False
        name = start[2]
        return key(name) not in self.known.weapon_keys and not self._is_model_of(self._current.unit.name, name)

    def has_items(self, index: int) -> bool:
        """True if the next line is something only a unit is followed by."""
        if index + 1 >= len(self.lines):
            return False
        following = self.lines[index + 1]
        return not (self.found[index + 1] and not following.mark) and is_item(following, self.lines[index])

    def _begin(self, line: TextLine, found: UnitLine) -> None:
        unit = WrittenUnit(line.number, found.name, found.points if found.points >= 0 else None, found.count)
        unit.group, unit.slot = self._group, found.label
        unit.custom_name = found.custom_name
        if self._support:
            unit.role, self._support = Role.SUPPORT, False
        self.army.units.append(unit)
        if len(self.army.units) > self.limits.units:
            message = text("More than {limit} units; no army has as many.", limit=self.limits.units)
            raise refused("too-many", message, line.number)
        self._current = UnitLines(unit, self.known.names_with_commas)
        self._unit_line = line
        inline = found.rest.lstrip(":–—- ").strip(" *-–:")
        if inline:
            self._current.add_inline(line.number, inline)

    # --- what is below ----------------------------------------------------------------------------------------------

    def _read_part(self, line: TextLine, index: int) -> bool:
        if self._current is not None and self._belongs(line, index):
            self._current.add(line)
            return True
        if looks_like_section(line) and not self.has_ended:
            self._group = self._current = None
            message = text("Unknown heading “{line}”.", line=line.body)
            self.army.find(Severity.NOTE, "section-unknown", message, line.number)
            return True
        return False

    def _belongs(self, line: TextLine, index: int) -> bool:
        """Bullets, `2 with ...`, `3x ...`, labelled lines, and plain lines indented under a bullet."""
        if self.has_ended:
            return False
        if line.mark or split_with(line.body) or split_count(line.body)[0] is not None or _OF_UNIT.match(line.body):
            return True
        return line.indent > 0 and not line.blank_before and self.last_part == index - 1

    def _skip(self, line: TextLine, index: int) -> None:
        """Say what was not read: a warning inside the list or where it names a unit, else a note."""
        if not line.mark:
            self._current = None
        inside = not self.has_ended and index < self._last_unit
        priced = _PRICED.search(line.body) and not line.blank_before and not self.has_ended
        loud = inside or line.mark or known_start(line.body, self.known) or priced
        message = text("Not part of a list: “{line}”.", line=line.body[:80])
        self.army.find(Severity.WARNING if loud else Severity.NOTE, "line-skipped", message, line.number)
