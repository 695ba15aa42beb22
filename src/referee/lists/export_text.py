"""Text formats: the Games Workshop app's, New Recruit's three, and both WTC forms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.lists.army import ArmyList, ListedModel, ListedUnit, Role
from referee.lists.dataset import data, key
from referee.lists.datasheets import Datasheet
from referee.lists.names import BATTLE_SIZES, detachment_named

_FENCE = "+" * 47
_SIZE_NAMES = {identifier: name.title() for name, (identifier, _) in reversed(BATTLE_SIZES.items())}


def gw_app(army: ArmyList) -> str:
    """As the Games Workshop app exports it (11th edition)."""
    lines = [army.name if army.stated_points is None else _titled(army.name, army.stated_points), ""]
    lines += _faction_lines(army)
    if army.detachments:
        spent = _detachment_points(army)
        names = _joined([named.name for named in army.detachments])
        lines.append(f"{names} ({spent} Detachment Point{'s' if spent != 1 else ''})" if spent else names)
    lines += [named.name for named in army.dispositions]
    if army.battle_size:
        lines.append(size_name(army) if army.points_limit is None else _titled(size_name(army), army.points_limit))
    groups = _groups(army)
    section = ""
    for unit in army.units:
        group = groups.get(unit.id)
        if group is not None:
            if section != "ATTACHED UNITS":
                lines += ["", "ATTACHED UNITS"]
                section = "ATTACHED UNITS"
            if group[1]:
                lines += ["", f"Attached unit {group[0]}"]
        elif section != (wanted := _section(unit)):
            lines += ["", wanted]
            section = wanted
        lines += ["", _titled(_named(unit), unit.points)]
        lines += _gw_body(unit, army, in_group=group is not None)
    return "\n".join([*lines, "", "Created with Referee"]) + "\n"


def new_recruit_gw(army: ArmyList) -> str:
    """New Recruit's `GW` text: a summary, and a count in front of every unit."""
    lines = _summary(army)
    for unit in army.units:
        lines += ["", f"{unit.model_count}x {_titled(_named(unit), unit.points, 'pts')}"]
        if _is_flat(unit):
            lines += [f"• {item.count}x {item.name}" for item in unit.models[0].wargear]
        else:
            for model in unit.models:
                lines.append(f"• {model.count}x {model.name}")
                lines += [f"    • {item.count * model.count}x {item.name}" for item in model.wargear]
        lines += [f"• {tag}" for tag in _tags(unit, army)]
    return "\n".join(lines) + "\n"


def new_recruit_simple(army: ArmyList) -> str:
    """New Recruit's plain text."""
    faction = army.faction.name if army.faction else ""
    total = "" if army.stated_points is None else f" [{army.stated_points} pts]"
    title = " - ".join(part for part in (faction, army.name) if part)
    lines = [f"{title} -{total}", "", f"# ++ Army Roster ++{total}", "## Configuration"]
    if army.name:
        lines.append(f"List Name: {army.name}")
    if army.battle_size:
        lines.append(f"Battle Size: {size_name(army)} ({army.points_limit} Point limit)")
    lines += [f"Detachment: {named.name}" for named in army.detachments]
    lines += [f"Force Disposition: {named.name}" for named in army.dispositions]
    section = ""
    for unit in army.units:
        if (wanted := _section(unit).title()) != section:
            lines += ["", f"## {wanted}"]
            section = wanted
        head = f"{_named(unit)} [{'?' if unit.points is None else unit.points} pts]"
        tags = _tags(unit, army)
        if _is_flat(unit):
            lines.append(f"{head}: {', '.join([*tags, *_each(unit.models[0])])}".rstrip(": "))
            continue
        lines.append(f"{head}:")
        for at, model in enumerate(unit.models):
            parts = [*(tags if at == 0 else []), *_each(model)]
            lines.append(f"• {model.count}x {model.name}: {', '.join(parts)}".rstrip(": "))
    return "\n".join(lines) + "\n"


def wtc_full(army: ArmyList) -> str:
    """The WTC form with a line for each kind of loadout."""
    lines = _summary(army)
    for unit in army.units:
        lines += ["", f"{_slot(unit, army)}{unit.model_count}x {_titled(_named(unit), unit.points, 'pts')}"]
        if _is_flat(unit) and unit.models[0].wargear:
            lines.append(f"1 with {', '.join(_each(unit.models[0]))}")
        elif not _is_flat(unit):
            for model in unit.models:
                lines.append(f"• {model.count}x {model.name}")
                if model.wargear:
                    lines.append(f"    {model.count} with {', '.join(_each(model))}")
        lines += [tag if ":" in tag else f"  • {tag}" for tag in _tags(unit, army)]
    return "\n".join(lines) + "\n"


def wtc_compact(army: ArmyList) -> str:
    """The WTC form with one line a unit."""
    lines = [*_summary(army), ""]
    for unit in army.units:
        head = f"{_slot(unit, army)}{unit.model_count}x {_titled(_named(unit), unit.points, 'pts')}"
        if _is_flat(unit):
            lines.append(f"{head}: {', '.join(_each(unit.models[0]))}".rstrip(": "))
        else:
            lines.append(f"{head}:")
            lines += [f"• {m.count}x {m.name}: {', '.join(_each(m))}".rstrip(": ") for m in unit.models]
        lines += [tag if ":" in tag else f"• {tag}" for tag in _tags(unit, army)]
    return "\n".join(lines) + "\n"


# --- parts ----------------------------------------------------------------------------------------------------------


def size_name(army: ArmyList) -> str:
    """`Strike Force` for `strike-force`; other names as they are."""
    return _SIZE_NAMES.get(army.battle_size or "", army.battle_size or "")


def bodyguard_label(unit: ListedUnit, army: ArmyList) -> str:
    """The name of the unit this one is attached to, numbered `#2` where several have it."""
    body = army.unit(unit.attached_to or "")
    same = [other for other in army.units if key(other.name) == key(body.name)]
    return body.name if len(same) == 1 else f"{body.name} #{same.index(body) + 1}"


def _titled(name: str, points: int | None, word: str = "Points") -> str:
    """`Name (80 Points)`; points nobody stated are a question mark."""
    if points is None:
        return f"{name} (? {word})"
    shown = f"{points:,}" if word == "Points" else str(points)
    return f"{name} ({shown} {word})"


def _named(unit: ListedUnit) -> str:
    return f"{unit.name} “{unit.custom_name}”" if unit.custom_name else unit.name


def _faction_lines(army: ArmyList) -> list[str]:
    """The faction, under its parent: `Space Marines`, `Space Wolves`."""
    if army.faction is None:
        return []
    faction = data().factions.get(army.faction.id or "")
    parent = data().factions.get(faction.parent_faction_id or "") if faction else None
    lines = [parent.aliases[0] if parent.aliases else parent.name] if parent else []
    return [*lines, army.faction.name]


def _joined(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _detachment_points(army: ArmyList) -> int:
    faction = army.faction.id if army.faction else None
    found = [detachment_named(data(), named.name, faction) for named in army.detachments if named.id]
    return sum(d.detachment_points or 0 for d in found if d) if len(found) == len(army.detachments) else 0


def _sheet(unit: ListedUnit) -> Datasheet | None:
    return data().units.get((unit.faction or "", unit.datasheet or ""))


def _section(unit: ListedUnit) -> str:
    sheet = _sheet(unit)
    if sheet is None:
        return "OTHER DATASHEETS"
    if sheet.is_character:
        return "CHARACTERS"
    names = {"battleline": "BATTLELINE", "dedicated-transport": "DEDICATED TRANSPORTS"}
    return names.get(sheet.role or "", "OTHER DATASHEETS")


def _is_flat(unit: ListedUnit) -> bool:
    """True for one model whose name needs no line of its own."""
    if len(unit.models) != 1 or unit.models[0].count != 1:
        return False
    model = unit.models[0]
    sheet = _sheet(unit)
    composition = data().composition(sheet) if sheet else None
    if composition is None:
        return model.name == unit.name
    return len(composition.models) == 1 and composition.models[0].max == 1 and model.name == model.profile


def _each(model: ListedModel) -> list[str]:
    return [f"{item.count}x {item.name}" if item.count > 1 else item.name for item in model.wargear]


def _groups(army: ArmyList) -> dict[str, tuple[int, bool]]:
    """Attached units written together: number, and whether the unit opens its group. Others are written by name."""
    order = {unit.id: at for at, unit in enumerate(army.units)}
    found: dict[str, tuple[int, bool]] = {}
    number = 0
    for body in army.units:
        members = sorted([order[body.id], *(order[u.id] for u in army.units if u.attached_to == body.id)])
        if len(members) > 1 and members[-1] - members[0] == len(members) - 1 and all(
            army.units[at].attached_to == body.id or at == order[body.id] for at in members
        ):  # fmt: skip
            number += 1
            for at in members:
                found[army.units[at].id] = (number, at == members[0])
    return found


def _gw_body(unit: ListedUnit, army: ArmyList, in_group: bool) -> Iterator[str]:
    if in_group:
        role = unit.role or Role.BODYGUARD
        sheet = _sheet(unit)
        kind = "Character" if sheet and sheet.is_character else ""
        yield f"  • Attached as: {role.value.title()} ({kind})"
    if unit.is_warlord:
        yield "  • Warlord"
    if _is_flat(unit):
        yield from (f"  • {item.count}x {item.name}" for item in unit.models[0].wargear)
    else:
        for model in unit.models:
            yield f"  • {model.count}x {model.name}"
            yield from (f"     ◦ {item.count * model.count}x {item.name}" for item in model.wargear)
    if not in_group and unit.attached_to:
        yield f"  • {_attachment(unit, army)}"
    elif not in_group and _stands_alone(unit, army):
        yield f"  • {_role(unit)}"
    if unit.enhancements:
        yield f"  • Enhancements: {', '.join(named.name for named in unit.enhancements)}"


def _attachment(unit: ListedUnit, army: ArmyList) -> str:
    return f"Attachment: {(unit.role or Role.LEADER).value} -> {bodyguard_label(unit, army)}"


def _tags(unit: ListedUnit, army: ArmyList) -> list[str]:
    """What is no wargear: warlord, enhancements, attachment."""
    tags = ["Warlord"] if unit.is_warlord else []
    tags += [f"Enhancement: {named.name}" for named in unit.enhancements]
    if unit.attached_to:
        tags.append(_attachment(unit, army))
    elif _stands_alone(unit, army):
        tags.append(_role(unit))
    return tags


def _stands_alone(unit: ListedUnit, army: ArmyList) -> bool:
    """True for a role that no attachment shows."""
    return unit.role is not Role.NONE and all(other.attached_to != unit.id for other in army.units)


def _role(unit: ListedUnit) -> str:
    return f"Attached as: {unit.role.value.title()}"


def _slot(unit: ListedUnit, army: ArmyList) -> str:
    """`Char2: ` in front of characters."""
    characters = [other.id for other in army.units if (sheet := _sheet(other)) and sheet.is_character]
    return f"Char{characters.index(unit.id) + 1}: " if unit.id in characters else ""


def _summary(army: ArmyList) -> list[str]:
    """The block of `+` lines."""
    lines = [_FENCE, *([f"+ LIST NAME: {army.name}"] if army.name else [])]
    if army.faction:
        lines.append(f"+ FACTION KEYWORD: {army.faction.name}")
    lines += [f"+ DETACHMENT: {named.name}" for named in army.detachments]
    lines += [f"+ FORCE DISPOSITION: {named.name}" for named in army.dispositions]
    if army.battle_size:
        lines.append(f"+ BATTLE SIZE: {size_name(army)} ({army.points_limit} Point limit)")
    if army.stated_points is not None:
        lines.append(f"+ TOTAL ARMY POINTS: {army.stated_points}pts")
    lines.append("+")
    lords = Counter(unit.name for unit in army.units if unit.is_warlord)
    lines += [f"+ WARLORD: {name}" for name in list(lords)[:1]]
    return [*lines, f"+ NUMBER OF UNITS: {len(army.units)}", _FENCE]
