"""Who may have which enhancement, and how many an army may have. 40K 25/f to 25/i and 25/m."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from referee.kernel.citation import Refusal, refuse
from referee.lists.army import ArmyList, ListedUnit
from referee.lists.dataset import Data
from referee.lists.datasheets import Datasheet, Detachment, Enhancement


def enhancement_refusals(
    army: ArmyList,
    units: Sequence[tuple[ListedUnit, Datasheet]],
    words: Mapping[str, set[str]],
    detachments: Sequence[Detachment],
    limit: int,
    known: Data,
) -> Iterator[Refusal]:
    """Enhancements the army or a unit may not have; `words` are the units' keywords by unit id."""
    yield from _counts(army, limit, known)
    allowed = {detachment.id for detachment in detachments}
    for unit, sheet in units:
        if sheet.is_epic_hero and unit.enhancements:
            yield refuse("40K 25/f", "{unit} is an epic hero and may have no enhancement.", unit=unit.name)
        count = len(unit.enhancements)
        if count > 1:
            yield refuse("40K 25/i", "{unit} has {count} enhancements; one is allowed.", unit=unit.name, count=count)
        for named in unit.enhancements:
            enhancement = known.enhancements_by_id.get(named.id or "")
            if enhancement is not None:
                yield from _bearer(unit, sheet, enhancement, words[unit.id], allowed)


def _counts(army: ArmyList, limit: int, known: Data) -> Iterator[Refusal]:
    taken = Counter(named.id or named.name for unit in army.units for named in unit.enhancements)
    if len(taken) > limit:
        yield refuse(
            "40K 25/g", "The army has {count} enhancements; {limit} are allowed.", count=len(taken), limit=limit
        )
    for name, count in taken.items():
        enhancement = known.enhancements_by_id.get(name)
        most = 3 if enhancement is not None and enhancement.upgrade_tag else 1
        if count > most:
            yield refuse(
                "40K 25/h",
                "{name} is taken {count} times; {limit} are allowed.",
                name=enhancement.name if enhancement else name,
                count=count,
                limit=most,
            )


def _bearer(
    unit: ListedUnit, sheet: Datasheet, enhancement: Enhancement, words: set[str], allowed: set[str]
) -> Iterator[Refusal]:
    bearer, name = unit.name, enhancement.name
    if enhancement.detachment_id not in allowed:
        yield refuse("40K 25/m", "{name} is not of a detachment of the army ({unit}).", unit=bearer, name=name)
    if not enhancement.upgrade_tag and "Character" not in words and not sheet.is_character:
        yield refuse("40K 25/m", "{unit} is no character and may not have {name}.", unit=bearer, name=name)
    lacking = _lacking(enhancement, words)
    if lacking:
        keywords = " / ".join(lacking)
        yield refuse(
            "40K 25/m", "{unit} may not have {name}: it is not {keywords}.", unit=bearer, name=name, keywords=keywords
        )
    barred = sorted(set(enhancement.exclusion_keywords or ()) & words)
    if barred:
        keywords = ", ".join(barred)
        yield refuse(
            "40K 25/m", "{unit} may not have {name}: it is {keywords}.", unit=bearer, name=name, keywords=keywords
        )


def _lacking(enhancement: Enhancement, words: set[str]) -> list[str]:
    """Keywords the bearer would need; empty if it has them."""
    groups = enhancement.keyword_restriction_groups
    if groups is not None:
        if any(set(group) <= words for group in groups):
            return []
        return [", ".join(sorted(set(group) - words)) for group in groups]
    missing = set(enhancement.keyword_restrictions or ()) - words
    return [", ".join(sorted(missing))] if missing else []
