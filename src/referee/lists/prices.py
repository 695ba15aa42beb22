"""What a unit costs by the data set, and what a price that differs may tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from referee.kernel.citation import Text, text
from referee.lists.army import ArmyList, Finding, ListedUnit, Severity
from referee.lists.dataset import Data
from referee.lists.datasheets import Datasheet, Faction, Tier


def price(unit: ListedUnit, sheet: Datasheet, copy: int, host: Faction | None, known: Data) -> int | None:
    """Points of a unit as the `copy`-th of its datasheet in an army of `host`; None where the data has no price."""
    tier = _tier(unit.model_count, sheet, copy, host)
    extras = _extras(unit, sheet, known)
    return None if tier is None or extras is None else tier.cost + extras


def _tier(models: int, sheet: Datasheet, copy: int, host: Faction | None) -> Tier | None:
    """The price for so many models."""
    fitting = [tier for tier in _tiers(sheet, host) if _covers(tier, copy) and tier.models <= models]
    return max(fitting, key=lambda tier: tier.models, default=None)


def _extras(unit: ListedUnit, sheet: Datasheet, known: Data) -> int | None:
    """Points of wargear and enhancements; None where the data has no price."""
    total = 0
    carried: Counter[str] = Counter()
    for model in unit.models:
        for item in model.wargear:
            if item.id:
                carried[item.id] += item.count * model.count
    total += sum(cost.cost * carried[cost.item_id] for cost in sheet.wargear_costs)
    for named in unit.enhancements:
        enhancement = known.enhancements_by_id.get(named.id or "")
        if enhancement is None or enhancement.cost is None:
            return None
        total += enhancement.cost
    return total


def _covers(tier: Tier, copy: int) -> bool:
    if tier.unit_count_min is None:
        return True
    return tier.unit_count_min <= copy <= (tier.unit_count_max or copy)


def _tiers(sheet: Datasheet, host: Faction | None) -> tuple[Tier, ...]:
    """The prices in force: an allied price only in another faction's army."""
    if host is None or sheet.faction_id == host.id or not sheet.allied_points:
        return sheet.points
    exact = tuple(tier for tier in sheet.allied_points if tier.host_faction == host.id)
    if exact:
        return exact
    owned = {"-".join(word.lower().split()) for word in host.keywords}
    return tuple(tier for tier in sheet.allied_points if tier.host_faction in owned) or sheet.points


# --- prices that differ ----------------------------------------------------------------------------------------------


class _Difference(msgspec.Struct, frozen=True):
    index: int
    unit: ListedUnit
    expected: int
    code: str = ""
    """What would explain it; nothing if only the age of the list does."""
    explained: Text | None = None


def price_findings(army: ArmyList, known: Data) -> Iterator[Finding]:
    """Prices that are not the data's: old ones are noted.

    In a list that is current otherwise, a price that fits another number of models, or an enhancement more or less, is
    doubted: a line may be missing or changed.
    """
    differing = list(_differing(army, known))
    explained = [each for each in differing if each.code]
    few = len(differing) == 1 or len(differing) * 3 <= len(army.units) or len(explained) == len(differing)
    current = few and (len(differing) < len(army.units) or any(each.code == "points-models" for each in explained))
    for each in differing:
        message = text(
            "{unit}: the list says {stated} points, the data set {expected}.",
            unit=each.unit.name, stated=each.unit.points, expected=each.expected,
        )  # fmt: skip
        doubted = current and each.code
        severity, code = (Severity.WARNING, each.code) if doubted else (Severity.NOTE, "points-old")
        yield Finding(severity, code, each.explained or message, each.unit.line, each.index)


def _differing(army: ArmyList, known: Data) -> Iterator[_Difference]:
    host = known.factions.get(army.faction.id) if army.faction and army.faction.id else None
    copies: Counter[tuple[str, str]] = Counter()
    for index, unit in enumerate(army.units):
        sheet = known.units.get((unit.faction or "", unit.datasheet or ""))
        if sheet is None:
            continue
        copies[(sheet.faction_id, sheet.id)] += 1
        copy = copies[(sheet.faction_id, sheet.id)]
        expected = price(unit, sheet, copy, host, known)
        if expected is None or unit.points is None or unit.points == expected:
            continue
        found = _by_models(unit, sheet, copy, host, expected, known) or _by_enhancement(
            unit, sheet, expected, army, known
        )
        yield _Difference(index, unit, expected, *(found or ()))


def _by_models(
    unit: ListedUnit, sheet: Datasheet, copy: int, host: Faction | None, expected: int, known: Data
) -> tuple[str, Text] | None:
    """The price of the same datasheet with another number of models."""
    extras = _extras(unit, sheet, known) or 0
    for tier in _tiers(sheet, host):
        if _covers(tier, copy) and tier.cost + extras == unit.points:
            low, high = tier.models, tier.models_max or tier.models
            message = text(
                "{unit}: {stated} points are its price at size {size}; at size {found}, as read, it is {expected}.",
                unit=unit.name, stated=unit.points, size=f"{low}-{high}" if high > low else low,
                found=unit.model_count, expected=expected,
            )  # fmt: skip
            return "points-models", message
    return None


def _by_enhancement(
    unit: ListedUnit, sheet: Datasheet, expected: int, army: ArmyList, known: Data
) -> tuple[str, Text] | None:
    """The price with an enhancement of the army's detachments that is not there, or without the one that is."""
    difference = (unit.points or 0) - expected
    if not unit.enhancements and not sheet.is_epic_hero:
        ids = {named.id for named in army.detachments}
        fitting = [e for e in known.bundle.enhancements if e.detachment_id in ids and e.cost == difference]
        names = dict.fromkeys(e.name for e in fitting if sheet.is_character or e.upgrade_tag)
        if names:
            message = text(
                "{unit}: the list says {stated} points, the data set {expected}; {names} would cost the difference.",
                unit=unit.name, stated=unit.points, expected=expected, names=", ".join(names),
            )  # fmt: skip
            return "enhancement-missing", message
    carried = [known.enhancements_by_id[named.id] for named in unit.enhancements if named.id]
    for enhancement in carried:
        if enhancement.cost == -difference:
            message = text(
                "{unit}: the list says {stated} points, which is its price without {name}.",
                unit=unit.name, stated=unit.points, name=enhancement.name,
            )  # fmt: skip
            return "enhancement-price", message
    return None
