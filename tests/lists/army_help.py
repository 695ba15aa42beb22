"""Armies made up from the data set, and writers for formats that `export` does not write."""

from __future__ import annotations

import base64
import gzip
import io
import zipfile
from collections import Counter
from typing import Any
from xml.sax.saxutils import quoteattr

import msgspec
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.lists.army import ArmyList, Finding, ListedModel, ListedUnit, Named, Role, Severity, Wargear
from referee.lists.dataset import data, key, singular
from referee.lists.datasheets import Datasheet, Row
from referee.lists.export_json import roster_tree
from referee.lists.prices import price
from referee.lists.same import meaning
from referee.lists.wargear import Gear, gear

FACTIONS = sorted({unit.faction_id for unit in data().bundle.units})


def usable(sheet: Datasheet) -> bool:
    """True for datasheets whose rows and wargear can be told apart by name."""
    composition = data().composition(sheet)
    if sheet.game_modes or composition is None or not sheet.points or not composition.tiers:
        return False
    rows = [singular(key(row.name)) for row in composition.models]
    known = gear(sheet.faction_id, sheet.id)
    names = [key(name) for name in (row.name for row in composition.models)]
    return (
        len(set(rows)) == len(rows) and all(known.find(row.name) is None for row in composition.models) and bool(names)
    )


@st.composite
def armies(draw: st.DrawFn, most: int = 7) -> ArmyList:
    """An army of one faction: sizes, wargear, enhancement, attachments and warlord drawn."""
    faction = data().factions[draw(st.sampled_from(FACTIONS))]
    sheets = [s for s in data().bundle.units if s.faction_id == faction.id and usable(s)]
    detachments = [d for d in data().bundle.detachments if d.faction_id == faction.id and not d.game_modes]
    chosen = draw(st.lists(st.sampled_from(sheets), min_size=1, max_size=most))
    detachment = draw(st.sampled_from(detachments)) if detachments else None
    counts: Counter[str] = Counter()
    units = []
    for sheet in chosen:
        counts[sheet.id] += 1
        units.append(_unit(draw, sheet, counts[sheet.id]))
    units = _attached(draw, units)
    has_lord: bool = draw(st.booleans())
    units[0] = replace(units[0], is_warlord=has_lord)
    if detachment is not None:
        enhancements = [
            e for e in data().bundle.enhancements if e.detachment_id == detachment.id and e.cost is not None
        ]
        characters = [i for i, unit in enumerate(units) if sheet_of(unit).is_character]
        if enhancements and characters and draw(st.booleans()):
            enhancement = draw(st.sampled_from(enhancements))
            at = draw(st.sampled_from(characters))
            units[at] = replace(units[at], enhancements=(Named(enhancement.name, enhancement.id),))
    copies: Counter[str] = Counter()
    for at, unit in enumerate(units):
        copies[unit.id.rpartition("-")[0]] += 1
        cost = price(unit, sheet_of(unit), copies[unit.id.rpartition("-")[0]], faction, data())
        units[at] = replace(unit, points=cost if cost is not None else 55)
    total = sum(unit.points or 0 for unit in units)
    dispositions = (detachment.force_dispositions or ()) if detachment else ()
    return ArmyList(
        name=draw(st.sampled_from(["Iron Rain", "Élan vital", "Third try", "Boyz 2 Men", "zażółć"])),
        units=tuple(units),
        faction=Named(faction.name, faction.id),
        detachments=(Named(detachment.name, detachment.id),) if detachment else (),
        dispositions=tuple(Named(data().dispositions[d].name, d) for d in dispositions[:1]),
        battle_size="strike-force",
        points_limit=2000,
        stated_points=total,
        counted_points=total,
    )


def sheet_of(unit: ListedUnit) -> Datasheet:
    """The datasheet of a unit made here."""
    return data().units[(unit.faction or "", unit.datasheet or "")]


def _unit(draw: st.DrawFn, sheet: Datasheet, number: int) -> ListedUnit:
    composition = data().composition(sheet)
    assert composition is not None
    tier = draw(st.sampled_from([t for t in composition.tiers if t.models] or list(composition.tiers)))
    sizes = {row.name: (row.min, row.max) for row in tier.models}
    known = gear(sheet.faction_id, sheet.id)
    models: list[ListedModel] = []
    for row in composition.models:
        low, high = sizes.get(row.name, (row.min, row.max))
        count = draw(st.integers(low, high))
        special = draw(st.integers(0, min(2, count)))
        if special:
            models.append(ListedModel(row.name, row.name, special, _wargear(draw, known, row, change=True)))
        if count - special:
            models.append(ListedModel(row.name, row.name, count - special, _wargear(draw, known, row, change=False)))
    if not models:
        row = composition.models[0]
        models = [ListedModel(row.name, row.name, 1, _wargear(draw, known, row, change=False))]
    return ListedUnit(
        id=f"{sheet.id}-{number}", name=sheet.name, models=_merged(models), datasheet=sheet.id, faction=sheet.faction_id
    )


def _merged(models: list[ListedModel]) -> tuple[ListedModel, ...]:
    found: dict[tuple[str, str, tuple[Wargear, ...]], int] = {}
    for model in models:
        alike = (model.name, model.profile, model.wargear)
        found[alike] = found.get(alike, 0) + model.count
    return tuple(ListedModel(name, profile, count, wargear) for (name, profile, wargear), count in found.items())


def _wargear(draw: st.DrawFn, known: Gear, row: Row, change: bool) -> tuple[Wargear, ...]:
    """A model's defaults, or with one option taken."""
    carried = Counter(row.default_weapon_ids)
    options = [o for o in known.options if o.bundles and o.model_constraint.model_name in (None, row.name)]
    if change and options:
        option = draw(st.sampled_from(options))
        if all(carried[i] for i in option.replaces):
            for item_id in option.replaces:
                del carried[item_id]
            carried.update(draw(st.sampled_from(option.bundles)))
    found: dict[str, Wargear] = {}
    for item_id, count in carried.items():
        name = known.name_of(item_id)
        found_id = known.find(name)
        if found_id is None or count < 1:
            continue
        before = found[found_id].count if found_id in found else 0
        found[found_id] = Wargear(known.name_of(found_id), found_id, count + before)
    return tuple(found.values())


def _attached(draw: st.DrawFn, units: list[ListedUnit]) -> list[ListedUnit]:
    """The first leader whose bodyguard is in the army joined to it."""
    for at, unit in enumerate(units):
        rows = data().attachments.get(unit.datasheet or "", [])
        allowed = {i for row in rows for i in row.eligible_bodyguard_ids}
        bodies = [i for i, other in enumerate(units) if i != at and other.datasheet in allowed]
        joined: bool = draw(st.booleans())
        if bodies and joined:
            body: int = draw(st.sampled_from(bodies))
            role = Role.SUPPORT if sheet_of(unit).attachment_role == "support" else Role.LEADER
            units[at] = replace(unit, role=role, attached_to=units[body].id)
            units[body] = replace(units[body], role=Role.BODYGUARD)
            return units
    return units


def essence(army: ArmyList) -> ArmyList:
    """What must be the same however an army is written."""
    return meaning(army)


def doubts(army: ArmyList) -> list[str]:
    """Codes of the findings that are more than notes."""
    return [finding.code for finding in army.findings if finding.severity is not Severity.NOTE]


def codes(findings: tuple[Finding, ...]) -> set[str]:
    """Codes of findings."""
    return {finding.code for finding in findings}


# --- writers --------------------------------------------------------------------------------------------------------


def listforge_json(army: ArmyList) -> str:
    """ListForge's tree: New Recruit's without its marks."""
    tree = roster_tree(army)
    del tree["generatedBy"], tree["roster"]["xmlns"]
    return msgspec.json.encode({"generatedBy": "https://listforge.club", **tree}).decode()


def listforge_link(army: ArmyList) -> str:
    """A share link."""
    packed = base64.b64encode(gzip.compress(listforge_json(army).encode(), mtime=0)).decode()
    return f"https://listforge.club/listforge/{packed}"


def battlescribe_xml(army: ArmyList) -> str:
    """A BattleScribe roster."""
    roster = dict(roster_tree(army)["roster"])
    roster.pop("xmlns")
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        + _element(
            "roster",
            {**roster, "battleScribeVersion": "2.03"},
            ' xmlns="http://www.battlescribe.net/schema/rosterSchema"',
        )
        + "\n"
    )


_ONE = {
    "forces": "force",
    "selections": "selection",
    "costs": "cost",
    "costLimits": "costLimit",
    "categories": "category",
}


def _element(tag: str, node: dict[str, Any], extra: str = "") -> str:
    attributes = "".join(
        f" {name}={quoteattr(str(value).lower() if isinstance(value, bool) else str(value))}"
        for name, value in node.items()
        if not isinstance(value, list)
    )
    inner = "".join(
        f"<{name}>{''.join(_element(_ONE[name], child) for child in value)}</{name}>"
        for name, value in node.items()
        if isinstance(value, list)
    )
    return f"<{tag}{attributes}{extra}>{inner}</{tag}>"


def rosz(army: ArmyList, inner: str = "roster.ros", stored: bool = False) -> bytes:
    """The roster in a zip."""
    return zipped({inner: battlescribe_xml(army).encode()}, stored)


def zipped(files: dict[str, bytes], stored: bool = False) -> bytes:
    """A zip archive in memory."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def rosterizer(army: ArmyList) -> str:
    """Rosterizer's tree."""

    def asset(kind: str, name: str, quantity: int = 1, **more: Any) -> dict[str, Any]:
        return {"item": f"{kind}§{name}", "name": name, "quantity": quantity, **more}

    included = [asset("Faction", army.faction.name)] if army.faction else []
    included += [asset("Detachment", named.name) for named in army.detachments]
    included += [asset("Force Disposition", named.name) for named in army.dispositions]
    included.append(asset("Battle Size", "Strike Force (2000 Point limit)"))
    for unit in army.units:
        inner = [
            asset(
                "Model",
                model.name,
                model.count,
                assets={"included": [asset("Weapon", w.name, w.count * model.count) for w in model.wargear]},
            )
            for model in unit.models
        ]
        inner += [asset("Enhancement", named.name) for named in unit.enhancements]
        if unit.attached_to:
            inner.append(asset("Attachment", f"Attachment: {unit.role.value} -> {_label(army, unit.attached_to)}"))
        traits = [asset("Trait", "Warlord")] if unit.is_warlord else []
        included.append(
            asset(
                "Unit",
                unit.name,
                unit.model_count,
                stats={"Points": {"value": unit.points}},
                assets={"included": inner, "traits": traits},
            )
        )
    snapshot = asset("Roster", "Roster", stats={"Points": {"value": army.stated_points}}, assets={"included": included})
    snapshot["name"] = army.name
    return msgspec.json.encode({"rulebook": {"game": "Warhammer 40,000"}, "snapshot": snapshot}).decode()


def _label(army: ArmyList, unit_id: str) -> str:
    body = army.unit(unit_id)
    same = [unit for unit in army.units if key(unit.name) == key(body.name)]
    return f"{body.name} #{same.index(body) + 1}" if len(same) > 1 else body.name


def listforge_text(army: ArmyList) -> str:
    """ListForge's text."""
    parts = [army.name, army.faction.name if army.faction else "", *(d.name for d in army.dispositions)]
    parts += [", ".join(named.name for named in army.detachments)] if army.detachments else []
    lines = [f"{' - '.join(parts)} ({army.stated_points} Points)", "", "Battle Size: Strike Force (2000 Points)", ""]
    for unit in army.units:
        lines += ["", f"{unit.name} ({unit.points} pts)"]
        for model in unit.models:
            lines.append(f"  • {model.count}x {model.name}" if model.count > 1 else f"  • {model.name}")
            lines += [
                f"    • {item.count * model.count}x {item.name}"
                if item.count * model.count > 1
                else f"    • {item.name}"
                for item in model.wargear
            ]
        lines += [f"  • E: {named.name}" for named in unit.enhancements]
        lines += ["  • Warlord"] if unit.is_warlord else []
        if unit.attached_to:
            lines.append(f"  • Attachment: {unit.role.value} -> {_label(army, unit.attached_to)}")
    return "\n".join(lines) + "\n"
