"""The top of a text list: title, faction, detachments, force disposition, battle size, in whatever order they come."""

from __future__ import annotations

import dataclasses
import re

from referee.kernel.citation import text
from referee.lists.army import Severity
from referee.lists.dataset import Data, Suggestions, key
from referee.lists.datasheets import Item
from referee.lists.names import (
    battle_size,
    disposition_in,
    faction_named,
    has_detachment_points,
    is_family,
    split_detachments,
    stated_detachment_points,
)
from referee.lists.text_lines import TextLine, bare_points, is_rule, loose_points, number, points_in, split_count
from referee.lists.unit_line import known_start
from referee.lists.written import HeaderEnhancement, WrittenArmy, WrittenName

_KEYED = re.compile(r"^\+?\s*(?P<key>[A-Za-z][A-Za-z ()/]{1,30}?)\s*:\s*(?P<value>.*)$")
_ON_UNIT = re.compile(r"^(?P<name>.*?)\s*\(on\s+(?P<unit>.*?)\)\s*$", re.IGNORECASE)
_FACTION_KEYS = frozenset(
    {"faction", "factions", "faction keyword", "faction keywords", "factions used", "army faction", "army"}
)
_DETACHMENT_KEYS = frozenset(
    {"detachment", "detachments", "detachement", "detatchment", "detatchments", "detachment used"}
)
_TOTAL_KEYS = frozenset({"total army points", "army points", "total points", "points", "total", "army total"})
_NAME_KEYS = frozenset({"list name", "name", "army name", "roster", "list"})
_OTHER_KEYS = _NAME_KEYS | {
    "warlord",
    "enhancement",
    "enhancements",
    "battle size",
    "force disposition",
    "number of units",
}
_QUIET_KEYS = frozenset(
    {"player", "player name", "team", "team name", "secondary", "secondaries", "reinforcement points", "event", "date",
     "show/hide options", "pre-game", "game", "system", "time", "opponent", "round", "table", "country", "role"}
)  # fmt: skip


class Header:
    """Collects what header lines say into a `WrittenArmy`."""

    def __init__(self, army: WrittenArmy, known: Data) -> None:
        self.army = army
        self.known = known
        self._last_key = ""
        self._unknown: list[TextLine] = []
        self._remark: WrittenName | None = None
        self._titled = self._title_read = False

    def read(self, lines: list[TextLine]) -> None:
        """All lines before the first unit. Faction lines first: they say which detachment of a name is meant."""
        rest = [line for line in lines if not is_rule(line.body)]
        rest = [line for line in rest if not self._is_keyed(line)]
        rest = [line for line in rest if not self._is_dictionary_line(line)]
        for line in rest:
            self._read_free(line)
        self._settle_unknown()
        if self._remark and not self.army.dispositions:
            self.army.dispositions.append(self._remark)

    def _is_keyed(self, line: TextLine) -> bool:
        """`+ FACTION KEYWORD: ...`, `Battle Size: ...`, and the `& ...` that continues one."""
        if line.body.startswith("&") and self._last_key:
            self._read_value(self._last_key, line.body[1:].strip(), line)
            return True
        match = _KEYED.match(line.body)
        if not match:
            return line.body == "+" or line.body.lower() in _QUIET_KEYS
        name = match["key"].strip().lower()
        value = match["value"].strip()
        if self._read_value(name, value, line):
            self._last_key = name
            return True
        if (not points_in(value) or battle_size(value)) and self._is_dictionary_line(
            dataclasses.replace(line, body=value)
        ):
            message = text("“{key}” is unknown; {value} is read by what it names.", key=name, value=value)
            self.army.find(Severity.WARNING, "key-unknown", message, line.number)
            return True
        return False

    def _read_value(self, name: str, value: str, line: TextLine) -> bool:
        """False if the key says nothing to us."""
        army = self.army
        if value in ("", "-", "—", "–"):
            return name in _QUIET_KEYS | _FACTION_KEYS | _DETACHMENT_KEYS | _TOTAL_KEYS | _OTHER_KEYS
        if name in _FACTION_KEYS:
            self._add_faction(value, line, sure=True)
        elif name in _DETACHMENT_KEYS:
            self._add_detachments(value, line)
        elif re.fullmatch(r"(?:force )?dispositions?", name):
            value = re.sub(r"\s*\((?:selected|chosen)\)\.?\s*", "", value, flags=re.IGNORECASE)
            army.dispositions.append(WrittenName(value.split(",")[0].strip(), line.number))
        elif name == "battle size":
            self._read_battle_size(value, line, named=True)
        elif name in _TOTAL_KEYS:
            self._read_total(value, line)
        elif name in ("points limit", "limit"):
            army.points_limit = number(re.sub(r"[^\d,.' ]", "", value))
        elif name in _NAME_KEYS:
            army.name, self._titled = value, True
        elif name == "number of units":
            army.stated_units = number(value)
        elif name == "warlord":
            army.stated_warlord = WrittenName(value, line.number)
        elif name in ("enhancement", "enhancements"):
            match = _ON_UNIT.match(value)
            army.stated_enhancements.append(
                HeaderEnhancement(match["name"] if match else value, line.number, match["unit"] if match else "")
            )
        else:
            return name in _QUIET_KEYS
        return True

    def _is_dictionary_line(self, line: TextLine) -> bool:
        """A line that is a faction, a force disposition, detachments, or a battle size, and nothing else."""
        body = line.body
        plain = re.sub(r"^#+\s*", "", body)
        if self._read_battle_size(plain, line):
            return True
        loose = loose_points(plain)
        if loose and self._is_dictionary_line(dataclasses.replace(line, body=plain[: loose.start])):
            self._total(loose.value, line)
            return True
        if not points_in(plain) or has_detachment_points(plain):
            disposition = self.disposition(plain)
            if disposition is not None:
                self.army.dispositions.append(WrittenName(disposition.name, line.number))
                return True
            if self._add_faction(plain, line, sure=False):
                return True
            if has_detachment_points(plain) or self._is_detachments(plain):
                return self._read_detachments(plain, line)
        return bool(is_family(plain))

    def _read_detachments(self, body: str, line: TextLine) -> bool:
        """Detachments, and a force disposition or battle size written in the same line after the brackets."""
        match = re.match(r"^(?P<names>.*?[(\[][^()\[\]]*(?:points?|DP|PD)[)\]])\s+(?P<rest>\S.*)$", body, re.IGNORECASE)
        if match and has_detachment_points(match["names"]):
            body = match["names"]
            for name in self.known.dispositions_by_key.values():
                if match["rest"].lower().startswith(name.name.lower()):
                    self.army.dispositions.append(WrittenName(name.name, line.number))
            size = re.search(r"(combat patrol|incursion|strike force|onslaught)\b.*$", match["rest"], re.IGNORECASE)
            if size:
                self._read_battle_size(size[0], line)
        self._add_detachments(body, line)
        return True

    def _add_detachments(self, body: str, line: TextLine) -> None:
        """Detachments in one line, with their points; a disposition in brackets counts where no line states one."""
        army = self.army
        army.detachments.append(WrittenName(body, line.number))
        points = stated_detachment_points(body)
        if points:
            army.stated_detachment_points = (army.stated_detachment_points or 0) + points
        remark = disposition_in(self.known, body)
        if remark and not self._remark:
            self._remark = WrittenName(remark, line.number)

    def _is_detachments(self, body: str) -> bool:
        faction = self._faction_id()
        return all(found for _, found in split_detachments(self.known, body, faction)) and bool(body)

    def _faction_id(self) -> str | None:
        for written in reversed(self.army.factions):
            faction = faction_named(self.known, written.name)
            if faction:
                return faction.id
        return None

    def _add_faction(self, name: str, line: TextLine, sure: bool) -> bool:
        exact = self.known.factions_by_key.get(key(name))
        if (
            not exact
            and not sure
            and not re.match(r"^(chaos|imperium|xenos|aeldari|unaligned)\s+-\s", name, re.IGNORECASE)
        ):
            return False
        if not sure and faction_named(self.known, name) is None:
            return False
        self.army.factions.append(WrittenName(name, line.number))
        return True

    def disposition(self, body: str) -> Item | None:
        """The force disposition of this name."""
        return self.known.dispositions_by_key.get(key(re.sub(r"\s*\((?:selected|chosen)\)\.?", "", body, flags=re.I)))

    def _read_battle_size(self, body: str, line: TextLine, named: bool = False) -> bool:
        """False if the text is none; `named` if the line says it is one."""
        found = battle_size(re.sub(r"\s*[(\[].*$", "", body))
        if not found and not named:
            return False
        army = self.army
        if army.battle_size is None:
            army.battle_size = WrittenName(re.sub(r"\s*[(\[].*$", "", body).strip(), line.number)
            match = re.search(r"(\d[\d,.'’ ]*)\s*p", body, re.IGNORECASE)
            limit = number(match[1]) if match else None
            army.points_limit = army.points_limit or limit or (found[1] if found else None)
        return True

    def _read_total(self, value: str, line: TextLine) -> bool:
        match = re.search(r"\d[\d,.'’ ]*", value)
        total = number(match[0]) if match else None
        if total is None:
            return False
        if self.army.stated_points is None:
            self.army.stated_points, self.army.stated_line = total, line.number
        return True

    def _read_free(self, line: TextLine) -> None:
        """A title, or something said in chat before the list."""
        points = [each for each in points_in(line.body) if each.value >= 0]
        bare = bare_points(line.body)
        if bare is not None:
            self._total(bare, line)
            return
        plain = re.sub(r"^#+\s*(?:\+\+\s*)?|\s*\+\+\s*$", "", line.body)
        if re.match(r"^#\s*\+\+.*\+\+", line.body):
            if points:
                self._total(points[-1].value, line)
        elif points and re.sub(r"[\s#+*=-]", "", plain[: points[0].start]) == "":
            self._total(points[0].value, line)
        elif points and not self._title_read:
            self._read_title(line, line.body[: points[0].start], [p.value for p in points])
        elif not line.body.startswith("#"):
            self._unknown.append(line)

    def _total(self, value: int, line: TextLine) -> None:
        army = self.army
        if army.stated_points is None or line.body.startswith("# ++"):
            army.stated_points, army.stated_line = value, line.number

    def _read_title(self, line: TextLine, title: str, totals: list[int]) -> None:
        """`Name (2,000 Points)`, `Imperium - Space Wolves - Name - [1985 pts]`, `Name - Faction - Detachment (...)`."""
        self._titled = self._title_read = True
        self._total(totals[0], line)
        if len(set(totals)) > 1:
            self.army.find(
                Severity.WARNING,
                "points-total",
                text("The title states several totals; {total} is taken.", total=totals[0]),
                line.number,
            )
        parts = [part for part in re.split(r"\s+-\s+|\s+-$|^-\s+", title.strip().rstrip("-").strip()) if part]
        breadcrumbs = title.rstrip().endswith("-")
        if len(parts) >= 2 or breadcrumbs:
            kept = [part for part in parts if not self._is_title_part(part, line)]
            if len(kept) < len(parts):
                title = " - ".join(kept) or ("" if breadcrumbs else title)
        if not self.army.name:
            self.army.name = title.strip("*_ ").rstrip("-").strip()

    def _is_title_part(self, part: str, line: TextLine) -> bool:
        if is_family(part):
            return True
        if key(part) in self.known.factions_by_key:
            self.army.factions.append(WrittenName(part, line.number))
            return True
        disposition = self.disposition(part)
        if disposition is not None:
            self.army.dispositions.append(WrittenName(disposition.name, line.number))
            return True
        if self._is_detachments(part) and not self.army.detachments:
            self.army.detachments.append(WrittenName(part, line.number))
            return True
        return False

    def _settle_unknown(self) -> None:
        """What nothing explains: a title without points, an unknown detachment or faction, or chat in front."""
        army = self.army
        known = [*army.factions, *army.detachments, *([army.battle_size] if army.battle_size else [])]
        anchors = [line for line in (army.stated_line, *(name.line for name in known)) if line]
        start = min(anchors, default=0)
        suggestions = Suggestions(10)
        names = [item.name for item in self.known.bundle.force_dispositions]
        for line in self._unknown:
            body = line.body
            near = "" if army.dispositions else suggestions.nearest(body, names, 1, 0.8)
            link = re.search(r"https?://|www\.|^\+", body, re.IGNORECASE)
            if near:
                army.dispositions.append(WrittenName(body, line.number))
            elif not link and army.factions and not army.detachments and (line.number > start) and len(body) < 80:
                army.detachments.append(WrittenName(body, line.number))
            elif not link and not army.factions and line.number > start and len(body) < 60 and self._titled:
                army.factions.append(WrittenName(body, line.number))
            elif not link and not army.name and len(body) < 80 and not points_in(body):
                army.name = body
            else:
                loud = body.startswith("+") or known_start(body, self.known) or self._is_part(line)
                severity = Severity.WARNING if loud else Severity.NOTE
                army.find(severity, "line-skipped", text("Not part of a list: “{line}”.", line=body[:80]), line.number)

    def _is_part(self, line: TextLine) -> bool:
        """True for a bullet that belongs under a unit, though it stands above the first."""
        name = key(split_count(line.body)[1])
        return bool(line.mark) and (
            name == "warlord" or name in self.known.weapon_keys or name in self.known.enhancements_by_key
        )
