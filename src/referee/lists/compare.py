"""What the list states against what was read, and against the data set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.kernel.citation import text
from referee.lists.army import ArmyList, Finding, ListedUnit, Severity
from referee.lists.dataset import Data
from referee.lists.names import BATTLE_SIZES, battle_size, detachment_named
from referee.lists.options import Budget, misfit
from referee.lists.prices import price_findings
from referee.lists.wargear import Gear, gear
from referee.lists.written import WrittenArmy


def compare(army: ArmyList, written: WrittenArmy, known: Data) -> list[Finding]:
    """Findings on sums, counts, models, weapons, points and detachments."""
    findings = [*_sums(army, written), *_detachments(army, written, known), *_edition(army)]
    findings += price_findings(army, known)
    budget = Budget()
    for index, (unit, stated) in enumerate(zip(army.units, written.units, strict=True)):
        sheet = known.units.get((unit.faction or "", unit.datasheet or ""))
        if sheet is not None:
            is_current = army.edition in (None, "11th")
            findings += _models(index, unit, gear(sheet.faction_id, sheet.id), budget if is_current else None)
            if sheet.is_legend:
                message = text("{unit} is a Legends datasheet.", unit=unit.name)
                findings.append(Finding(Severity.NOTE, "legends", message, unit.line, index))
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
    for name, count in Counter(named.name for named in army.detachments).items():
        if count > 1:
            message = text("The detachment {name} is named {count} times.", name=name, count=count)
            yield Finding(Severity.WARNING, "detachment-twice", message, written.detachments[-1].line)
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
    """What the list should say of itself: the app names a battle size, the 11th edition a force disposition."""
    if army.edition and army.edition != "11th":
        message = text("This is a list of the {edition} edition; the data is of the 11th.", edition=army.edition)
        yield Finding(Severity.WARNING, "edition", message)
    elif army.edition == "11th" and not army.dispositions:
        yield Finding(Severity.WARNING, "disposition-missing", text("The list names no force disposition."))
    elif not army.dispositions:
        yield Finding(Severity.NOTE, "disposition-missing", text("The list names no force disposition."))
    known = battle_size(army.battle_size) if army.battle_size else None
    if army.battle_size is None:
        severity = Severity.WARNING if army.format in ("gw-app", "text") else Severity.NOTE
        yield Finding(severity, "battle-size-missing", text("The list names no battle size."))
    elif known is None:
        names = ", ".join(BATTLE_SIZES)
        message = text("The battle size {name} is unknown. There are: {names}.", name=army.battle_size, names=names)
        yield Finding(Severity.WARNING, "battle-size-unknown", message)
    elif army.points_limit is not None and army.points_limit != known[1]:
        message = text(
            "The list states a limit of {stated} points; {size} has {limit}.",
            stated=army.points_limit,
            size=army.battle_size,
            limit=known[1],
        )
        yield Finding(Severity.WARNING, "points-limit", message)
    if not any(unit.is_warlord for unit in army.units) and army.units:
        yield Finding(Severity.NOTE, "warlord-missing", text("The list names no warlord."))


def _models(index: int, unit: ListedUnit, known: Gear, budget: Budget | None) -> Iterator[Finding]:
    """Model counts against the datasheet's ranges, then the wargear."""
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
    yield from _wargear(index, unit, known, budget)


def _wargear(index: int, unit: ListedUnit, known: Gear, budget: Budget | None) -> Iterator[Finding]:
    """What models have too much of, what they lack, and what no options give all in all.

    A list of an older edition (without `budget`) is not judged by the options of this one.
    """
    doubted = False
    for model in unit.models:
        for name, carried, bound in known.too_many(model):
            doubted = True
            message = text(
                "{unit}: {model} has {count} {item}; at most {bound} are possible.",
                unit=unit.name, model=model.name, count=carried, item=name, bound=bound,
            )  # fmt: skip
            yield Finding(Severity.WARNING, "wargear-count", message, unit.line, index)
    lacking = [(model.name, name) for model in unit.models for name in known.missing(model)]
    if lacking:
        listed = "; ".join(dict.fromkeys(f"{model}: {name}" for model, name in lacking))
        message = text("{unit} is listed without what its models carry ({items}).", unit=unit.name, items=listed)
        severity = Severity.WARNING if budget else Severity.NOTE
        yield Finding(severity, "wargear-missing", message, unit.line, index)
    elif budget and not doubted:
        for row in known.rows:
            found = misfit(known, row, (model for model in unit.models if model.profile == row.name), budget)
            if found:
                message = text(
                    "{unit}: no options give its {model} what they carry; too many: {more}; too few: {less}.",
                    unit=unit.name, model=row.name, more=_counted(found[0]), less=_counted(found[1]),
                )  # fmt: skip
                yield Finding(Severity.WARNING, "wargear-options", message, unit.line, index)


def _counted(items: Counter[str]) -> str:
    return ", ".join(f"{count}x {name}" for name, count in items.items()) or "-"
