"""What the list states against what was read, and against the data set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.kernel.citation import text
from referee.lists.army import ArmyList, Finding, ListedUnit, Severity
from referee.lists.dataset import Data
from referee.lists.datasheets import Datasheet
from referee.lists.names import detachment_named
from referee.lists.prices import price
from referee.lists.wargear import Gear, gear
from referee.lists.written import WrittenArmy


def compare(army: ArmyList, written: WrittenArmy, known: Data) -> list[Finding]:
    """Findings on sums, counts, models, weapons, points and detachments."""
    findings = [*_sums(army, written), *_detachments(army, written, known), *_edition(army)]
    copies: Counter[tuple[str, str]] = Counter()
    faction = known.factions.get(army.faction.id) if army.faction and army.faction.id else None
    for index, unit in enumerate(army.units):
        if unit.datasheet is None or unit.faction is None:
            continue
        sheet = known.units[(unit.faction, unit.datasheet)]
        copies[(sheet.faction_id, sheet.id)] += 1
        findings += _models(index, unit, gear(sheet.faction_id, sheet.id), army.edition in (None, "11th"))
        expected = price(unit, sheet, copies[(sheet.faction_id, sheet.id)], faction, known)
        findings += _points(index, unit, sheet, expected)
    for index, stated in enumerate(written.units):
        unit = army.units[index]
        if stated.count is not None and stated.count != unit.model_count:
            message = text(
                "{unit}: {stated} models are stated, {found} were read.",
                unit=unit.name, stated=stated.count, found=unit.model_count,
            )  # fmt: skip
            findings.append(Finding(Severity.WARNING, "model-count", message, unit.line, index))
    return findings


def _sums(army: ArmyList, written: WrittenArmy) -> Iterator[Finding]:
    last = army.units[-1].line if army.units else None
    if army.stated_points is None:
        yield Finding(Severity.WARNING, "points-total", text("The list states no total of points."))
    elif army.stated_points != army.counted_points:
        message = text(
            "The list states {stated} points; its units add up to {counted}.",
            stated=army.stated_points, counted=army.counted_points,
        )  # fmt: skip
        yield Finding(Severity.ERROR, "points-sum", message, written.stated_line or last)
        if army.counted_points < army.stated_points * 0.85 and last:
            yield Finding(
                Severity.WARNING,
                "cut-off",
                text(
                    "Much of the list is missing: it may be cut off after the last unit, {unit}.",
                    unit=army.units[-1].name,
                ),
                last,
            )
    if written.stated_units is not None and written.stated_units != len(army.units):
        message = text(
            "The list states {stated} units; {found} were read.", stated=written.stated_units, found=len(army.units)
        )
        yield Finding(Severity.ERROR, "unit-count", message)
    for index, unit in enumerate(army.units):
        if unit.points is None:
            yield Finding(
                Severity.WARNING, "unit-points", text("{unit} has no points.", unit=unit.name), unit.line, index
            )
    if not army.units:
        yield Finding(Severity.WARNING, "no-units", text("The list is valid but has no units."))


def _detachments(army: ArmyList, written: WrittenArmy, known: Data) -> Iterator[Finding]:
    if written.stated_detachment_points is None or any(named.id is None for named in army.detachments):
        return
    faction = army.faction.id if army.faction else None
    found = [detachment_named(known, named.name, faction) for named in army.detachments]
    spent = sum(detachment.detachment_points or 0 for detachment in found if detachment)
    if spent != written.stated_detachment_points:
        message = text(
            "The list states {stated} detachment points; its detachments cost {found}.",
            stated=written.stated_detachment_points, found=spent,
        )  # fmt: skip
        yield Finding(Severity.WARNING, "detachment-points", message, written.detachments[0].line)


def _edition(army: ArmyList) -> Iterator[Finding]:
    if army.edition and army.edition != "11th":
        message = text("This is a list of the {edition} edition; the data is of the 11th.", edition=army.edition)
        yield Finding(Severity.WARNING, "edition", message)
    elif army.edition == "11th" and not army.dispositions:
        yield Finding(Severity.NOTE, "disposition-missing", text("The list names no force disposition."))
    if army.battle_size is None:
        yield Finding(Severity.NOTE, "battle-size-missing", text("The list names no battle size."))
    if not any(unit.is_warlord for unit in army.units) and army.units:
        yield Finding(Severity.NOTE, "warlord-missing", text("The list names no warlord."))


def _models(index: int, unit: ListedUnit, known: Gear, is_current: bool) -> Iterator[Finding]:
    """Model counts against the datasheet's ranges, wargear against what a model can carry."""
    if not known.rows:
        yield Finding(
            Severity.NOTE,
            "no-composition",
            text("{unit}: the data set does not list its models.", unit=unit.name),
            unit.line,
            index,
        )
        return
    count = unit.model_count
    sizes = [(sum(r.min for r in tier.models), sum(r.max for r in tier.models)) for tier in known.tiers if tier.models]
    sizes = sizes or [(sum(row.min for row in known.rows), sum(row.max for row in known.rows))]
    if not any(low <= count <= high for low, high in sizes):
        allowed = ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in sorted(set(sizes)))
        message = text(
            "{unit} has {count} models; its datasheet allows {allowed}.", unit=unit.name, count=count, allowed=allowed
        )
        yield Finding(Severity.WARNING, "model-range", message, unit.line, index)
    else:
        by_row: Counter[str] = Counter()
        for model in unit.models:
            by_row[model.profile] += model.count
        for row in known.rows:
            if by_row[row.name] > row.max or by_row[row.name] < row.min:
                message = text(
                    "{unit} has {count} {model}; its datasheet allows {low}-{high}.",
                    unit=unit.name, count=by_row[row.name], model=row.name, low=row.min, high=row.max,
                )  # fmt: skip
                yield Finding(Severity.WARNING, "model-range", message, unit.line, index)
    for model in unit.models:
        for name, carried, bound in known.too_many(model):
            message = text(
                "{unit}: {model} has {count} {item}; at most {bound} are possible.",
                unit=unit.name, model=model.name, count=carried, item=name, bound=bound,
            )  # fmt: skip
            yield Finding(Severity.WARNING, "wargear-count", message, unit.line, index)
    lacking = [(model.name, name) for model in unit.models for name in known.missing(model)]
    if lacking:
        listed = "; ".join(dict.fromkeys(f"{model}: {name}" for model, name in lacking))
        message = text("{unit} is listed without what its models carry ({items}).", unit=unit.name, items=listed)
        severity = Severity.WARNING if is_current else Severity.NOTE
        yield Finding(severity, "wargear-missing", message, unit.line, index)


def _points(index: int, unit: ListedUnit, sheet: Datasheet, expected: int | None) -> Iterator[Finding]:
    if unit.points is not None and expected is not None and unit.points != expected:
        message = text(
            "{unit}: the list says {stated} points, the data set {expected}.",
            unit=unit.name, stated=unit.points, expected=expected,
        )  # fmt: skip
        yield Finding(Severity.NOTE, "points-old", message, unit.line, index)
    if sheet.is_legend:
        yield Finding(
            Severity.NOTE, "legends", text("{unit} is a Legends datasheet.", unit=unit.name), unit.line, index
        )
