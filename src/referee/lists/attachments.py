"""Attached units: leaders and supports joined with their bodyguard, as the list writes them. 40K 19.01."""

from __future__ import annotations

from typing import Protocol

from msgspec.structs import replace

from referee.kernel.citation import Text, text
from referee.lists.army import ListedUnit, Role, Severity
from referee.lists.dataset import Data, key
from referee.lists.datasheets import Datasheet
from referee.lists.written import WrittenArmy


class Find(Protocol):
    """Notes a finding."""

    def __call__(
        self, severity: Severity, code: str, message: Text, line: int | None = None, unit: int | None = None
    ) -> None: ...


def attached(
    units: list[ListedUnit], sheets: list[Datasheet | None], written: WrittenArmy, known: Data, find: Find
) -> list[ListedUnit]:
    """The units with their roles and bodyguards: by the group they are written under, or by the bodyguard's name."""
    roles = {index: unit.role for index, unit in enumerate(units)}
    links: dict[int, int] = {}
    groups: dict[int, list[int]] = {}
    for index, unit in enumerate(written.units):
        if unit.group is not None:
            groups.setdefault(unit.group, []).append(index)
    for members in groups.values():
        _roles_by_data(members, sheets, roles, known)
        _link_group(members, roles, links, written, find)
    _link_by_name(roles, links, written, find)
    for target in links.values():
        roles[target] = Role.BODYGUARD
    return [
        replace(unit, role=roles[index], attached_to=units[links[index]].id if index in links else None)
        for index, unit in enumerate(units)
    ]


def _roles_by_data(members: list[int], sheets: list[Datasheet | None], roles: dict[int, Role], known: Data) -> None:
    """Roles of a group that writes none: characters that can be attached lead, the other unit is the bodyguard."""
    if any(roles[index] is not Role.NONE for index in members):
        return
    for index in members:
        sheet = sheets[index]
        if sheet and sheet.is_character and (sheet.attachment_role or sheet.id in known.attachments):
            roles[index] = Role.SUPPORT if sheet.attachment_role == "support" else Role.LEADER
    others = [index for index in members if roles[index] is Role.NONE]
    if len(others) == 1:
        roles[others[0]] = Role.BODYGUARD


def _link_group(
    members: list[int], roles: dict[int, Role], links: dict[int, int], written: WrittenArmy, find: Find
) -> None:
    """Each leader and support to the bodyguard of its group; a group without exactly one bodyguard is said."""
    bodyguards = [index for index in members if roles[index] is Role.BODYGUARD]
    leaders = [index for index in members if roles[index] in (Role.LEADER, Role.SUPPORT)]
    if len(bodyguards) != 1 or not leaders:
        message = text(
            "An attached unit needs one bodyguard and a leader or support; here are {bodyguards} and {leaders}.",
            bodyguards=len(bodyguards),
            leaders=len(leaders),
        )
        find(Severity.WARNING, "attached-unit", message, written.units[members[0]].line, members[0])
    for index in leaders if bodyguards else ():
        after = [bodyguard for bodyguard in bodyguards if bodyguard > index]
        links[index] = after[0] if after else bodyguards[-1]


def _link_by_name(roles: dict[int, Role], links: dict[int, int], written: WrittenArmy, find: Find) -> None:
    """`Attachment: leader -> Intercessor Squad #2`; without a number, the first of the name without a leader yet."""
    taken: set[tuple[int, Role]] = set()
    for index, unit in enumerate(written.units):
        if not unit.attached_to or index in links:
            continue
        name, _, number = unit.attached_to.partition(" #")
        wanted = key(name)
        named = [i for i, other in enumerate(written.units) if key(other.name) == wanted and i != index]
        free = [i for i in named if (i, roles[index]) not in taken] or named
        if number.isdecimal() and 0 < int(number) <= len(named):
            free = [named[int(number) - 1]]
        if free:
            links[index] = free[0]
            taken.add((free[0], roles[index]))
        else:
            message = text(
                "{unit} is attached to {name}, which is not in the list.", unit=unit.name, name=unit.attached_to
            )
            find(Severity.WARNING, "attached-unit", message, unit.line, index)
