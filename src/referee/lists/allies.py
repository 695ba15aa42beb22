"""Which units an army may include: those of its faction and chapter, and allies on their terms. 40K 25/o."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from referee.kernel.citation import Refusal, refuse
from referee.lists.army import ArmyList, ListedUnit
from referee.lists.dataset import Data
from referee.lists.datasheets import AlliedRule, Datasheet, Faction
from referee.lists.names import family_of

_RULE = "40K 25/o"


def ally_refusals(
    army: ArmyList, units: Sequence[tuple[ListedUnit, Datasheet]], known: Data, battle_size: str
) -> Iterator[Refusal]:
    """Units that are neither of the army nor allowed as allies, and allies beyond their limits.

    Reading: the rules at hand do not print how allies are mustered; the data set's allied rules are taken as the whole
    of it. The alternative: what no rule forbids is allowed, and units of any faction are left to the players.
    """
    faction = known.factions.get(army.faction.id) if army.faction and army.faction.id else None
    if faction is None:
        return
    yield from _wrong_chapter(faction, units, known)
    words = set(faction.keywords)
    detachments = {named.id for named in army.detachments}
    by_rule: dict[str, list[tuple[ListedUnit, Datasheet]]] = {}
    rules: dict[str, AlliedRule] = {}
    for unit, sheet in units:
        barred = sorted(set(sheet.excluded_faction_keywords) & words)
        if barred:
            yield refuse(_RULE, "{unit} may not be in an army of {faction}.", unit=unit.name, faction=faction.name)
        if _is_own(sheet, faction, known):
            continue
        rule = _rule_for(sheet, words, detachments, known)
        if rule is None:
            yield refuse(
                _RULE,
                "{unit} is neither of {faction} nor allowed as its ally.",
                unit=unit.name,
                faction=faction.name,
            )
            continue
        rules[rule.id] = rule
        by_rule.setdefault(rule.id, []).append((unit, sheet))
        if rule.cannot_be_warlord and unit.is_warlord:
            yield refuse(_RULE, "{unit} is an ally and may not be the warlord.", unit=unit.name)
        if rule.cannot_take_enhancements and unit.enhancements:
            yield refuse(_RULE, "{unit} is an ally and may have no enhancement.", unit=unit.name)
    for rule_id, allies in by_rule.items():
        yield from _over_limits(rules[rule_id], allies, battle_size)


def _is_own(sheet: Datasheet, faction: Faction, known: Data) -> bool:
    if sheet.faction_id in family_of(known, faction.id):
        return True
    of = known.factions.get(sheet.faction_id)
    return of is not None and of.parent_faction_id == faction.id


def _wrong_chapter(faction: Faction, units: Sequence[tuple[ListedUnit, Datasheet]], known: Data) -> Iterator[Refusal]:
    """Units of another chapter than the army's; in an army of none, than that of the first such unit."""
    chapters = {f.name for f in known.bundle.factions if f.parent_faction_id}
    chosen = faction.name if faction.parent_faction_id else ""
    for unit, sheet in units:
        own = chapters & set(sheet.faction_keywords)
        if not own or sheet.faction_id not in (faction.id, faction.parent_faction_id):
            continue
        if not chosen:
            chosen = min(own)
        if chosen not in own:
            yield refuse(
                _RULE, "{unit} is of {other}, the army of {faction}.", unit=unit.name, other=min(own), faction=chosen
            )


def _rule_for(sheet: Datasheet, words: set[str], detachments: set[str | None], known: Data) -> AlliedRule | None:
    for rule in known.allied_rules:
        if rule.source_faction_id not in (None, sheet.faction_id) or not words & set(rule.army_keywords_any):
            continue
        if rule.detachment_ids and not detachments & set(rule.detachment_ids):
            continue
        if not rule.source_datasheet_ids or sheet.id in rule.source_datasheet_ids:
            return rule
    return None


def _over_limits(rule: AlliedRule, allies: list[tuple[ListedUnit, Datasheet]], battle_size: str) -> Iterator[Refusal]:
    points = sum(unit.points or 0 for unit, _ in allies)
    words = Counter(word for _, sheet in allies for word in {*sheet.keywords, *sheet.faction_keywords})
    for limit in rule.points_limits:
        if limit.battle_size == battle_size and limit.max_points is not None and points > limit.max_points:
            yield refuse(
                _RULE,
                "Allies by {rule} cost {points} points; {limit} are allowed.",
                rule=rule.name,
                points=points,
                limit=limit.max_points,
            )
    for limit in rule.keyword_limits:
        over = limit.keyword and limit.max_count is not None and words[limit.keyword] > limit.max_count
        if limit.battle_size == battle_size and over:
            yield refuse(
                _RULE,
                "Allies by {rule} include {count} {keyword} units; {limit} are allowed.",
                rule=rule.name,
                count=words[limit.keyword or ""],
                keyword=limit.keyword,
                limit=limit.max_count,
            )
