"""BattleScribe's tree of forces and selections, which New Recruit and ListForge export as JSON too."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from referee.kernel.citation import count_text, text
from referee.lists.army import Role, Severity
from referee.lists.dataset import Data, key
from referee.lists.encoding import one_line
from referee.lists.limits import Limits
from referee.lists.names import battle_size, units_named
from referee.lists.source import refused
from referee.lists.text_lines import number
from referee.lists.written import Kind, WrittenArmy, WrittenItem, WrittenName, WrittenUnit

Node = dict[str, Any]

SCHEMA = "http://www.battlescribe.net/schema/rosterSchema"
_GAME = re.compile(r"40[,.\s]?000|\b40k\b|wh40", re.IGNORECASE)
_EDITION = re.compile(r"(\d{1,2})(?:st|nd|rd|th)\s+ed", re.IGNORECASE)
_POINTS = re.compile(r"\s*(?:pts?|points?)\.?\s*", re.IGNORECASE)
_ATTACHMENT = re.compile(r"attachment:(?P<role>leader|support)\b", re.IGNORECASE)
_ROLE = re.compile(r"attached as: (?P<role>leader|support|bodyguard)", re.IGNORECASE)
_CONFIGURATION = re.compile(
    r"^(?:battle size|detachments?(?: choice| command cost| cp)?|force dispositions?|show.*|configuration|game type|"
    r"legion|chapter.*|sub-?faction|army rule.*|crusade.*|options?)$",
    re.IGNORECASE,
)


def is_battlescribe(tree: Any) -> bool:
    """True for a JSON value with a roster of forces."""
    return isinstance(roster_of(tree), dict)


def roster_of(tree: Any) -> Node | None:
    """The roster: under `roster`, or the value itself."""
    for candidate in (tree.get("roster"), tree) if isinstance(tree, dict) else ():
        if isinstance(candidate, dict) and isinstance(candidate.get("forces"), (list, dict)):
            return candidate
    return None


def read_battlescribe(tree: Node, form: str, known: Data, limits: Limits) -> WrittenArmy:
    """The list in a roster tree; raises ListRefused for another game's."""
    roster = roster_of(tree)
    assert roster is not None
    army = WrittenArmy(form, name=_string(tree, "name") or _string(roster, "name"))
    army.made_with = _string(tree, "generatedBy") or _string(roster, "generatedBy") or _version(roster)
    _refuse_other_game(tree, roster)
    system = _string(roster, "gameSystemName") or _string(tree, "gameSystemName")
    edition = _EDITION.search(system)
    army.edition = f"{edition[1]}th" if edition else None
    army.stated_points = _points(roster, "costs")
    army.points_limit = _points(roster, "costLimits")
    _Tree(army, known, limits).read_forces(roster, ())
    return army


def _version(roster: Node) -> str:
    version = _string(roster, "battleScribeVersion")
    return f"BattleScribe {version}" if version else ""


def _refuse_other_game(tree: Node, roster: Node) -> None:
    system = _string(roster, "gameSystemName") or _string(tree, "gameSystemName")
    if not system or _GAME.search(system):
        return
    names = [_string(force, "catalogueName") or _string(force, "name") for force in _all_forces(roster)]
    raise refused(
        "other-game",
        text(
            "This is a list for {system} ({forces}); army lists for Warhammer 40,000 are read.",
            system=system, forces="; ".join(name for name in names if name) or "-",
        ),
        roster.get("line"),
    )  # fmt: skip


def _all_forces(roster: Node) -> Iterator[Node]:
    for force in _nodes(roster, "forces"):
        yield force
        yield from _all_forces(force)


class _Tree:
    def __init__(self, army: WrittenArmy, known: Data, limits: Limits) -> None:
        self.army = army
        self.known = known
        self.limits = limits
        self.several = False
        self.labels: Counter[str] = Counter()

    def read_forces(self, parent: Node, path: tuple[str, ...]) -> None:
        """Forces side by side and inside each other, in order."""
        forces = _nodes(parent, "forces")
        self.several = self.several or len(forces) > 1 or bool(path and forces)
        for force in forces:
            here = (*path, _string(force, "name") or "Force")
            label = " / ".join(here)
            self.labels[label] += 1
            if self.labels[label] > 1:
                label = f"{label} ({self.labels[label]})"
            catalogue = _string(force, "catalogueName")
            if catalogue and all(name.name != catalogue for name in self.army.factions):
                self.army.factions.append(WrittenName(catalogue, force.get("line")))
            before = len(self.army.units)
            for selection in _nodes(force, "selections"):
                self._read_top(selection)
            for unit in self.army.units[before:]:
                unit.force = label
            self.read_forces(force, here)
        if not path and not self.several:
            for unit in self.army.units:
                unit.force = ""

    def _read_top(self, selection: Node) -> None:
        """A selection directly in a force: configuration, or a unit."""
        name = _string(selection, "name")
        if self._is_configuration(selection, name):
            self._read_configuration(name, selection)
            return
        kind = _string(selection, "type").lower()
        if kind in ("unit", "model"):
            self._read_units(selection)
        elif units_named(self.known, name) or (not kind and not _CONFIGURATION.match(name)):
            if not kind:
                self.army.find(
                    Severity.WARNING,
                    "type-missing",
                    text("{name} does not say whether it is a unit; it is read as one.", name=name),
                    selection.get("line"),
                )
            self._read_units(selection)
        else:
            self._read_other(selection, name)

    def _read_other(self, selection: Node, name: str) -> None:
        """Neither unit nor configuration: units may be inside; points must not be lost."""
        inside = [child for child in _nodes(selection, "selections") if _string(child, "type") in ("unit", "model")]
        for child in inside:
            self._read_units(child)
        points = (_sum_points(selection) or 0) - sum(_sum_points(child) or 0 for child in inside)
        if points or (not inside and name):
            self.army.find(
                Severity.WARNING if points else Severity.NOTE,
                "selection-other",
                text("{name} ({points} points) is not a unit.", name=name or "-", points=points),
                selection.get("line"),
            )

    def _is_configuration(self, selection: Node, name: str) -> bool:
        primary = {_string(c, "name") for c in _nodes(selection, "categories") if c.get("primary") in (True, "true")}
        return "Configuration" in primary or (
            _string(selection, "type").lower() not in ("unit", "model") and bool(_CONFIGURATION.match(name))
        )

    def _read_configuration(self, name: str, selection: Node) -> None:
        values = [
            WrittenName(_string(child, "name"), child.get("line"))
            for child in _nodes(selection, "selections")
            if _string(child, "name")
        ]
        lowered = name.lower()
        if lowered == "battle size" and values:
            label = re.sub(r"^\d+\.\s*", "", values[0].name)
            size = battle_size(re.sub(r"\s*[(\[].*$", "", label))
            self.army.battle_size = WrittenName(re.sub(r"\s*[(\[].*$", "", label), values[0].line)
            limit = re.search(r"(\d[\d,.]*)\s*p", label, re.IGNORECASE)
            stated = number(limit[1]) if limit else None
            self.army.points_limit = stated or self.army.points_limit or (size[1] if size else None)
        elif lowered in ("detachment", "detachments", "detachment choice"):
            self.army.detachments += values
        elif re.fullmatch(r"force dispositions?", lowered):
            self.army.dispositions += values
        elif lowered != "battle size":
            self._read_unnamed(name, values, selection.get("line"))
        if not values and lowered in ("detachment", "battle size", "force disposition"):
            message = text("{name} is there without a choice.", name=name)
            self.army.find(Severity.WARNING, "choice-missing", message, selection.get("line"))

    def _read_unnamed(self, name: str, values: list[WrittenName], line: int | None) -> None:
        """A choice under a name that is unknown, or none: a detachment or disposition is one all the same."""
        for value in values:
            if value.name and key(value.name) in self.known.detachments_by_key:
                self.army.detachments.append(value)
            elif value.name and key(value.name) in self.known.dispositions_by_key:
                self.army.dispositions.append(value)
            else:
                continue
            message = text("“{key}” is unknown; {value} is read by what it names.", key=name or "-", value=value.name)
            self.army.find(Severity.WARNING, "key-unknown", message, line)

    # --- units ------------------------------------------------------------------------------------------------------

    def _read_units(self, selection: Node) -> None:
        """A unit selection; several alike where its number says so; units inside it on their own."""
        name, line = _string(selection, "name"), selection.get("line")
        count = self._number(selection)
        nested = [child for child in _nodes(selection, "selections") if _string(child, "type").lower() == "unit"]
        points = _sum_points(selection)
        if points is not None:
            points -= sum(_sum_points(child) or 0 for child in nested)
        is_model = _string(selection, "type").lower() == "model"
        copies = count if count > 1 and not is_model else 1
        if copies > self.limits.units:
            raise refused("too-many", text("{count} units {name}; no army has as many.", count=copies, name=name), line)
        for _ in range(copies):
            unit = WrittenUnit(line, name, points // copies if points is not None else None)
            unit.custom_name = _string(selection, "customName")
            if is_model and not any(
                _string(child, "type").lower() == "model" for child in _nodes(selection, "selections")
            ):
                unit.count = count
            unit.items = self._items(selection, unit, copies)
            self.army.units.append(unit)
        if copies > 1:
            self.army.find(
                Severity.WARNING,
                "unit-copies",
                count_text("{name} is selected {count} time.", "{name} is selected {count} times.", copies, name=name),
                line,
            )
        if len(self.army.units) > self.limits.units:
            raise refused(
                "too-many", text("More than {limit} units; no army has as many.", limit=self.limits.units), line
            )
        for child in nested:
            self._read_units(child)

    def _items(self, selection: Node, unit: WrittenUnit, copies: int) -> list[WrittenItem]:
        items = []
        for child in _nodes(selection, "selections"):
            item = self._item(child, unit, copies)
            if item is not None:
                items.append(item)
        return items

    def _item(self, selection: Node, unit: WrittenUnit, copies: int) -> WrittenItem | None:
        name, line, group = _string(selection, "name"), selection.get("line"), _string(selection, "group")
        kind = _string(selection, "type").lower()
        if kind == "unit":
            return None
        attachment = _ATTACHMENT.search(group)
        if attachment:
            unit.role, unit.attached_to = Role(attachment["role"].lower()), name
            return None
        role = _ROLE.fullmatch(name)
        if role:
            unit.role = Role(role["role"].lower())
            return None
        if name.lower() == "warlord":
            return WrittenItem(line, name, kind=Kind.WARLORD)
        points = _points(selection, "costs")
        if name.endswith(" Character") and not points:
            return WrittenItem(line, name, kind=Kind.IGNORED)
        item = WrittenItem(line, name, self._number(selection) // copies or 1, points, Kind.WARGEAR)
        if kind == "model":
            item.kind = Kind.MODEL
        elif group.startswith("Enhancements"):
            item.kind = Kind.ENHANCEMENT
        item.items = self._items(selection, unit, copies)
        return item

    def _number(self, selection: Node) -> int:
        """How many: a number, or one written as text; missing or senseless is taken as one, and said."""
        written = selection.get("number")
        if isinstance(written, str):
            value = number(written)
        else:
            value = int(written) if isinstance(written, (int, float)) and abs(written) < 1e6 else None
        if value is None or value < 0 or isinstance(written, bool):
            self.army.find(
                Severity.WARNING,
                "count-missing",
                text("{name}: how many is not stated; one is assumed.", name=_string(selection, "name") or "-"),
                selection.get("line"),
            )
            return 1
        return value or 1


def _nodes(node: Node, name: str) -> list[Node]:
    """The nodes in a list of the tree; a lone node counts as a list of one."""
    value = node.get(name)
    if isinstance(value, dict):
        value = value.get(name.removesuffix("s"), [value] if value else [])
    if isinstance(value, dict):
        value = [value]
    return [child for child in value if isinstance(child, dict)] if isinstance(value, list) else []


def _string(node: Any, name: str) -> str:
    """A text of a node, in one line; nothing for anything else."""
    value = node.get(name) if isinstance(node, dict) else None
    return one_line(value) if isinstance(value, str) else ""


def _points(node: Node, name: str) -> int | None:
    """The points among a node's costs: `pts`, ` pts`, `Points`, as number or text; None if there are none."""
    for cost in _nodes(node, name):
        if not _POINTS.fullmatch(str(cost.get("name") or "")):
            continue
        value = cost.get("value")
        if isinstance(value, str):
            value = number(value.strip().lstrip("+"))
        if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e6:
            return int(value) if int(value) >= 0 or name == "costs" else None
    return None


def _sum_points(node: Node) -> int | None:
    """Points of a selection and all inside it; None if none are stated anywhere."""
    found = [_points(node, "costs"), *(_sum_points(child) for child in _nodes(node, "selections"))]
    stated = [points for points in found if points is not None]
    return sum(stated) if stated else None
