"""New Recruit's JSON: a BattleScribe tree of forces and selections."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.lists.army import ArmyList, ListedUnit, Role
from referee.lists.battlescribe import SCHEMA
from referee.lists.export_text import bodyguard_label, size_name

Node = dict[str, Any]


def new_recruit_json(army: ArmyList) -> str:
    """The army as New Recruit exports it, without rules and profiles."""
    return msgspec.json.format(msgspec.json.encode(roster_tree(army)), indent=2).decode() + "\n"


def roster_tree(army: ArmyList) -> Node:
    """The tree; ids are running numbers."""
    forces: dict[str, list[ListedUnit]] = {}
    for unit in army.units:
        forces.setdefault(unit.force, []).append(unit)
    nodes = [
        {
            "id": f"force-{at}",
            "name": name.rpartition(" / ")[2] or "Army Roster",
            "catalogueName": army.faction.name if army.faction else "",
            "selections": [*(_configuration(army) if at == 1 else []), *(_unit(unit, army) for unit in units)],
        }
        for at, (name, units) in enumerate((forces or {"": []}).items(), start=1)
    ]
    roster: Node = {"name": army.name, "xmlns": SCHEMA, "forces": nodes}
    roster["gameSystemName"] = "Warhammer 40,000" + (f" {army.edition} Edition" if army.edition else "")
    if army.stated_points is not None:
        roster["costs"] = _cost(army.stated_points)
    if army.points_limit is not None:
        roster["costLimits"] = _cost(army.points_limit)
    return {"name": army.name, "generatedBy": "https://newrecruit.eu", "roster": roster}


def _cost(points: int) -> list[Node]:
    return [{"name": "pts", "typeId": "pts", "value": points}]


def _configuration(army: ArmyList) -> list[Node]:
    nodes = []
    if army.battle_size:
        nodes.append(_choice("Battle Size", f"{size_name(army)} ({army.points_limit} Point limit)"))
    nodes += [_choice("Detachment", named.name) for named in army.detachments]
    return nodes + [_choice("Force Disposition", named.name) for named in army.dispositions]


def _choice(name: str, value: str) -> Node:
    return {
        "name": name,
        "type": "upgrade",
        "number": 1,
        "categories": [{"name": "Configuration", "primary": True}],
        "selections": [{"name": value, "type": "upgrade", "number": 1}],
    }


def _unit(unit: ListedUnit, army: ArmyList) -> Node:
    node: Node = {"id": unit.id, "name": unit.name, "type": "unit", "number": 1}
    if unit.custom_name:
        node["customName"] = unit.custom_name
    if unit.points is not None:
        node["costs"] = _cost(unit.points)
    selections = [
        {
            "name": model.name,
            "type": "model",
            "number": model.count,
            "selections": [
                {"name": item.name, "type": "upgrade", "number": item.count * model.count} for item in model.wargear
            ],
        }
        for model in unit.models
    ]
    selections += [
        {"name": named.name, "type": "upgrade", "number": 1, "group": "Enhancements"} for named in unit.enhancements
    ]
    if unit.is_warlord:
        selections.append({"name": "Warlord", "type": "upgrade", "number": 1})
    if unit.attached_to:
        role = unit.role or Role.LEADER
        group = f"Attachment:{role.value}:confirmed"
        selections.append({"name": bodyguard_label(unit, army), "type": "upgrade", "number": 1, "group": group})
    elif unit.role is not Role.NONE and all(other.attached_to != unit.id for other in army.units):
        selections.append({"name": f"Attached as: {unit.role.value.title()}", "type": "upgrade", "number": 1})
    return {**node, "selections": selections}
