"""What a unit costs by the data set."""

from __future__ import annotations

from collections import Counter

from referee.lists.army import ListedUnit
from referee.lists.dataset import Data
from referee.lists.datasheets import Datasheet, Faction, Tier


def price(unit: ListedUnit, sheet: Datasheet, copy: int, host: Faction | None, known: Data) -> int | None:
    """Points of a unit as the `copy`-th of its datasheet in an army of `host`; None where the data has no price."""
    tiers = [tier for tier in _tiers(sheet, host) if _covers(tier, copy)]
    fitting = [tier for tier in tiers if tier.models <= unit.model_count]
    if not fitting:
        return None
    total = max(fitting, key=lambda tier: tier.models).cost
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
