"""Rosterizer's tree of assets: `Classification§Designation`, with what is included and its traits below."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from referee.kernel.citation import text
from referee.lists.army import Role, Severity
from referee.lists.encoding import one_line
from referee.lists.limits import Limits
from referee.lists.names import battle_size
from referee.lists.source import refused
from referee.lists.text_lines import number
from referee.lists.written import Kind, WrittenArmy, WrittenItem, WrittenName, WrittenUnit

Asset = dict[str, Any]

_ATTACHMENT = re.compile(
    r"^attachment\s*:\s*(?P<role>leader|support)\s*->\s*(?P<name>.+?)(?:\s*\[provisional\])?$", re.I
)


def snapshot_of(tree: Any) -> Asset | None:
    """The roster asset of an envelope: its snapshot, or the present state of its history."""
    if not isinstance(tree, dict) or not isinstance(tree.get("rulebook"), dict):
        return None
    if isinstance(tree.get("snapshot"), dict):
        return dict(tree["snapshot"])
    history = tree.get("history")
    present = history.get("present") if isinstance(history, dict) else None
    roster = present.get("roster") if isinstance(present, dict) else None
    return roster if isinstance(roster, dict) else None


def read_rosterizer(tree: Asset, limits: Limits) -> WrittenArmy:
    """The list in a Rosterizer export; raises ListRefused for another game's."""
    root = snapshot_of(tree)
    assert root is not None
    rulebook = tree["rulebook"]
    game = " ".join(str(rulebook.get(field) or "") for field in ("name", "game", "url"))
    if game.strip() and not re.search(r"40[,.\s]?000|40k", game, re.IGNORECASE):
        raise refused(
            "other-game",
            text("This is a list for {system}; army lists for Warhammer 40,000 are read.", system=one_line(game)),
        )
    army = WrittenArmy("rosterizer", name=_name(root), made_with="Rosterizer")
    army.stated_points = _points(root)
    _read(root, army, limits)
    return army


def _read(asset: Asset, army: WrittenArmy, limits: Limits) -> None:
    """An asset of the army and all below it; units are read where they are met."""
    kind, name = _class(asset), _name(asset)
    if kind == "Faction":
        army.factions.append(WrittenName(name))
    elif kind == "Detachment":
        army.detachments.append(WrittenName(name))
    elif kind == "Force Disposition":
        army.dispositions.append(WrittenName(name))
    elif kind == "Battle Size" and army.battle_size is None:
        label = re.sub(r"\s*[(\[].*$", "", name)
        army.battle_size = WrittenName(label)
        limit = re.search(r"(\d[\d,.]*)\s*p", name, re.IGNORECASE)
        size = battle_size(label)
        army.points_limit = (number(limit[1]) if limit else None) or (size[1] if size else None)
    elif kind in ("Unit", "Squad"):
        _read_unit(asset, army, limits)
        return
    for child in _below(asset):
        _read(child, army, limits)


def _read_unit(asset: Asset, army: WrittenArmy, limits: Limits) -> None:
    unit = WrittenUnit(None, _name(asset), _points(asset))
    army.units.append(unit)
    if len(army.units) > limits.units:
        raise refused("too-many", text("More than {limit} units; no army has as many.", limit=limits.units))
    designation = _split(asset)[1]
    if isinstance(asset.get("name"), str) and designation and designation != asset["name"]:
        unit.name, unit.custom_name = designation, unit.name
    extra = [_points(child) or 0 for child in _walk(asset) if _class(child) == "Enhancement"]
    if unit.points is not None:
        unit.points += sum(extra)
    models = [child for child in _included(asset) if _class(child) == "Model"]
    if not models:
        unit.count = _quantity(asset, army)
    for child in _below(asset):
        _read_part(child, unit, unit.items, army, limits)


def _read_part(asset: Asset, unit: WrittenUnit, items: list[WrittenItem], army: WrittenArmy, limits: Limits) -> None:
    kind, name = _class(asset), _name(asset)
    attachment = _ATTACHMENT.match(name) if kind == "Attachment" else None
    if kind in ("Unit", "Squad"):
        _read_unit(asset, army, limits)
        return
    if attachment:
        unit.role, unit.attached_to = Role(attachment["role"].lower()), attachment["name"].strip()
    elif name.lower() == "warlord":
        unit.is_warlord = True
    elif kind == "Enhancement":
        items.append(WrittenItem(None, name, None, _points(asset), Kind.ENHANCEMENT))
    elif kind == "Model":
        item = WrittenItem(None, name, _quantity(asset, army), None, Kind.MODEL)
        items.append(item)
        items = item.items
        for child in _below(asset):
            _read_part(child, unit, items, army, limits)
    elif kind == "Weapon" or kind.endswith(" Weapon") or kind in ("Wargear", "Equipment", "Item"):
        items.append(WrittenItem(None, name, _quantity(asset, army), None, Kind.WARGEAR))
    else:
        for child in _included(asset):
            _read_part(child, unit, items, army, limits)


def _split(asset: Asset) -> tuple[str, str]:
    item = asset.get("item")
    if isinstance(item, str) and "§" in item:
        kind, _, name = item.partition("§")
        return one_line(kind), one_line(name)
    return one_line(str(asset.get("classification") or "")), one_line(str(asset.get("designation") or ""))


def _class(asset: Asset) -> str:
    return _split(asset)[0]


def _name(asset: Asset) -> str:
    name = asset.get("name")
    return one_line(name) if isinstance(name, str) and name.strip() else _split(asset)[1]


def _assets(asset: Asset, name: str) -> list[Asset]:
    holder = asset.get("assets")
    value = holder.get(name) if isinstance(holder, dict) else None
    return [child for child in value if isinstance(child, dict)] if isinstance(value, list) else []


def _included(asset: Asset) -> list[Asset]:
    return _assets(asset, "included")


def _below(asset: Asset) -> list[Asset]:
    return [*_included(asset), *_assets(asset, "traits")]


def _walk(asset: Asset) -> Iterator[Asset]:
    for child in _below(asset):
        yield child
        yield from _walk(child)


def _quantity(asset: Asset, army: WrittenArmy) -> int:
    value = asset.get("quantity")
    if isinstance(value, str):
        value = number(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1e6:
        return int(value) or 1
    army.find(
        Severity.WARNING,
        "count-missing",
        text("{name}: how many is not stated; one is assumed.", name=_name(asset) or "-"),
    )
    return 1


def _points(asset: Asset) -> int | None:
    stats, meta = asset.get("stats"), asset.get("meta")
    candidates = [stats.get(name) for name in ("Points", "Pts")] if isinstance(stats, dict) else []
    values = [stat.get("value") for stat in candidates if isinstance(stat, dict)]
    if isinstance(meta, dict):
        values.append(meta.get("points"))
    for value in values:
        if isinstance(value, str):
            value = number(value)
        if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e6:
            return int(value)
    return None
