"""The summary block in front of a New Recruit or WTC list: its warlord and enhancements against the units."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from referee.kernel.citation import text
from referee.lists.army import ArmyList, ListedUnit, Named, Severity
from referee.lists.attachments import Find
from referee.lists.dataset import key
from referee.lists.datasheets import Enhancement
from referee.lists.written import WrittenArmy

_NOTHING = ("", "-", "–", "—")


def with_summary(
    army: ArmyList, written: WrittenArmy, enhancement_named: Callable[[str], Enhancement | None], find: Find
) -> ArmyList:
    """The army with what only the summary says; what the units contradict is found."""
    return _with_enhancements(_with_warlord(army, written, find), written, enhancement_named, find)


def _with_enhancements(
    army: ArmyList, written: WrittenArmy, enhancement_named: Callable[[str], Enhancement | None], find: Find
) -> ArmyList:
    units = list(army.units)
    for stated in written.stated_enhancements:
        if stated.name in _NOTHING or any(key(e.name) == key(stated.name) for unit in units for e in unit.enhancements):
            continue
        matches = [i for i in range(len(units)) if _is_called(i, units, written, stated.unit)]
        if len(matches) == 1:
            found = enhancement_named(stated.name)
            unit = units[matches[0]]
            extra = Named(stated.name, found.id if found else None)
            units[matches[0]] = replace(unit, enhancements=(*unit.enhancements, extra))
        else:
            message = text(
                "The summary gives {name} to {unit}; no unit below has it.", name=stated.name, unit=stated.unit or "-"
            )
            find(Severity.WARNING, "enhancement-placed", message, stated.line)
    return replace(army, units=tuple(units))


def _is_called(index: int, units: list[ListedUnit], written: WrittenArmy, label: str) -> bool:
    """True if `Char2: Name` means this unit: by name, and by slot where several have the name."""
    slot, _, name = label.rpartition(": ")
    if not label or key(units[index].name) != key(name):
        return False
    same = [unit for unit in units if key(unit.name) == key(name)]
    return len(same) == 1 or not slot or written.units[index].slot.lower() == slot.lower()


def _with_warlord(army: ArmyList, written: WrittenArmy, find: Find) -> ArmyList:
    stated = written.stated_warlord
    if stated is None or stated.name in _NOTHING:
        return army
    units = list(army.units)
    name = stated.name.rpartition(": ")[2]
    flagged = [unit for unit in units if unit.is_warlord]
    if any(key(unit.name) == key(name) for unit in flagged):
        return army
    if flagged:
        message = text("The summary names {name} as warlord, the list {unit}.", name=name, unit=flagged[0].name)
        find(Severity.WARNING, "warlord", message, stated.line)
        return army
    matches = [i for i in range(len(units)) if _is_called(i, units, written, stated.name)]
    matches = matches or [i for i, unit in enumerate(units) if key(unit.name) == key(name)]
    if len(matches) == 1:
        units[matches[0]] = replace(units[matches[0]], is_warlord=True)
        return replace(army, units=tuple(units))
    message = text("The summary names {name} as warlord; it is not clear which unit that is.", name=name)
    find(Severity.WARNING, "warlord", message, stated.line)
    return army
