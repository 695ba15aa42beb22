"""A written unit matched with its datasheet: which lines are models, what each carries, what had to be assumed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from msgspec.structs import replace

from referee.kernel.citation import Text, text
from referee.lists.army import ListedModel, Named, Severity
from referee.lists.dataset import Data, Suggestions, key
from referee.lists.datasheets import Datasheet, Enhancement, Row
from referee.lists.layout import Group, laid_out, merged
from referee.lists.limits import Limits
from referee.lists.wargear import Gear, gear
from referee.lists.written import Kind, WrittenItem, WrittenUnit

Report = Callable[[Severity, str, Text, "int | None"], None]


@dataclass
class Lookup:
    """What the units of one list share."""

    known: Data
    limits: Limits
    enhancement: Callable[[str], Enhancement | None]
    suggestions: Suggestions


@dataclass
class Resolved:
    """What became of a written unit."""

    models: list[ListedModel] = field(default_factory=list)
    enhancements: list[Named] = field(default_factory=list)
    enhancement_points: int = 0
    is_warlord: bool = False
    assumed: list[Text] = field(default_factory=list)


class UnitResolver:
    """Reads the items of one unit in the light of its datasheet (None: unknown)."""

    def __init__(self, unit: WrittenUnit, sheet: Datasheet | None, lookup: Lookup, report: Report) -> None:
        self.unit = unit
        self.sheet = sheet
        self.known = lookup.known
        self.limits = lookup.limits
        self.suggestions = lookup.suggestions
        self.report = report
        self._enhancement = lookup.enhancement
        self.gear: Gear | None = gear(sheet.faction_id, sheet.id) if sheet else None
        self.result = Resolved(is_warlord=unit.is_warlord)
        self.groups: list[Group] = []
        self.loose = Group(unit.name, None, unit.count or 0, unit.line)
        """Wargear written under no model."""
        self._flat: Group | None = None
        self._reported: set[str] = set()

    def resolve(self) -> Resolved:
        """Read everything."""
        for item in self.unit.items:
            self._read(item, self.loose)
        if not self.groups:
            self._assume_models()
        else:
            self._place_loose()
        self._assign_rows()
        for group in self.groups:
            group.name = group.name or self.unit.name
            models = laid_out(group, self.gear, self.limits.models_in_unit)
            if self.gear and len(models) > 1 and any(self.gear.missing(model) for model in models):
                self._assume_carriers()
            self.result.models += models
        self._assume_wargear()
        self.result.models = merged(self.result.models)
        return self.result

    def _assume_wargear(self) -> None:
        """A unit without any wargear has what its models carry unless they choose otherwise."""
        if self.gear is None or any(model.wargear for model in self.result.models):
            return
        defaults = {row.name: self.gear.default_wargear(row) for row in self.gear.rows}
        if any(defaults.get(model.profile) for model in self.result.models):
            self._assume(
                "wargear-assumed", text("{unit} lists no wargear; the datasheet's is assumed.", unit=self.unit.name)
            )
            self.result.models = [replace(m, wargear=defaults.get(m.profile, ())) for m in self.result.models]

    def _assume_carriers(self) -> None:
        message = text("{unit}: which model carries what is assumed.", unit=self.unit.name)
        if message not in self.result.assumed:
            self.result.assumed.append(message)

    # --- items ------------------------------------------------------------------------------------------------------

    def _read(self, item: WrittenItem, into: Group) -> None:
        if item.kind is Kind.IGNORED:
            return
        if item.kind is Kind.WARLORD:
            self.result.is_warlord = True
        elif item.kind is Kind.ENHANCEMENT:
            self._read_enhancement(item)
        elif self._is_model(item, into):
            self._note_repeated(item)
            self._read_model(item)
        else:
            self._note_repeated(item)
            if not self._read_wargear(item, self._flat if into is self.loose and self._flat else into):
                self._read_unknown(item, into)

    def _note_repeated(self, item: WrittenItem) -> None:
        if item.repeated:
            message = text("{unit}: {item} is there twice; both are counted.", unit=self.unit.name, item=item.name)
            self.report(Severity.NOTE, "line-repeated", message, item.line)

    def _is_model(self, item: WrittenItem, into: Group) -> bool:
        if item.kind is Kind.MODEL:
            return True
        if item.kind is Kind.WARGEAR or into is not self.loose:
            return False
        if self.gear is None:
            return bool(item.items)
        row = self.gear.row_named(item.name)
        if row is not None:
            return bool(item.items) or self.gear.find(item.name) is None
        return bool(item.items) and self.gear.find(item.name) is None and self._enhancement(item.name) is None

    def _read_model(self, item: WrittenItem) -> None:
        """A model line. Where its parts are again `2 with ...` lines, those are the groups."""
        parts = [part for part in item.items if part.kind is Kind.MODEL]
        if parts:
            for part in parts:
                part.items += [other for other in item.items if other.kind is not Kind.MODEL]
                self._read_model(part)
            stated, found = item.count or 1, sum(part.count or 1 for part in parts)
            if stated != found:
                self.report(
                    Severity.WARNING,
                    "model-count",
                    text("{unit}: {stated} {model} are stated, {found} are described.",
                         unit=self.unit.name, stated=stated, model=item.name, found=found),
                    item.line,
                )  # fmt: skip
            return
        row = self.gear.row_named(item.name) if self.gear and item.name else None
        group = Group(
            item.name or (row.name if row else ""),
            row,
            item.count if item.count is not None else 1,
            item.line,
            item.each,
        )
        self.groups.append(group)
        self._flat = None if item.items else group
        for part in item.items:
            self._read(part, group)

    def _read_wargear(self, item: WrittenItem, into: Group) -> bool:
        """True if the item is wargear the datasheet knows; what stands below it is read too."""
        item_id = None
        if self.gear is not None:
            item_id = self.gear.find(item.name)
            if item_id is None and item.name.endswith(")"):
                item_id = self.gear.find(re.sub(r"\s*\([^()]*\)$", "", item.name))
            if item_id is None and key(item.name) == "close combat weapon":
                item_id = self.gear.close_combat_weapon(into.row or self._only_row())
            if item_id is None:
                return False
        into.take(item.name, item_id, self._count(item, into))
        for part in item.items:
            self._read_part(part, item, into)
        return True

    def _read_part(self, part: WrittenItem, whole: WrittenItem, into: Group) -> None:
        """Something below wargear: other wargear badly indented, or its own weapon, which it brings by itself."""
        if self.gear is None or self.gear.find(part.name) or part.kind in (Kind.WARLORD, Kind.ENHANCEMENT):
            self._read(part, into)
        elif key(part.name) != key(whole.name):
            message = text(
                "{unit}: {part} is taken as part of {item}.", unit=self.unit.name, part=part.name, item=whole.name
            )
            self.report(Severity.NOTE, "wargear-part", message, part.line)

    def _only_row(self) -> Row | None:
        return self.gear.rows[0] if self.gear and len(self.gear.rows) == 1 else None

    def _count(self, item: WrittenItem, into: Group) -> int:
        """Without a number it is one; under several models written together, one for each of them."""
        if item.count is not None:
            return max(0, item.count)
        return into.count if into.count > 1 and not into.each else 1

    def _read_unknown(self, item: WrittenItem, into: Group) -> None:
        """An enhancement without a label, a container, two names run together, or something not on the datasheet."""
        target = self._flat if into is self.loose and self._flat else into
        if self._enhancement(item.name) is not None:
            self._read_enhancement(item)
            return
        if item.name.lower().endswith(" upgrade") and self._enhancement(item.name[:-8]) is not None:
            self._read_enhancement(WrittenItem(item.line, item.name[:-8]))
            return
        if item.items and item.kind is Kind.WARGEAR:
            for part in item.items:
                self._read(part, into)
            return
        pieces = self._unglued(item.name)
        if pieces:
            for piece in pieces:
                self._read(WrittenItem(item.line, piece, item.count), into)
            return
        target.take(item.name, None, self._count(item, target))
        self._report_unknown(item)

    def _report_unknown(self, item: WrittenItem) -> None:
        if key(item.name) in self._reported:
            return
        self._reported.add(key(item.name))
        if key(item.name) in self.known.weapon_keys:
            message = text("{unit}: {item} is not on its datasheet.", unit=self.unit.name, item=item.name)
            self.report(Severity.WARNING, "wargear-elsewhere", message, item.line)
            return
        known = [self.gear.name_of(item_id) for item_id in self.gear.ids.values()] if self.gear else []
        near = self.suggestions.nearest(item.name, known)
        message = text("{unit}: {item} is unknown.", unit=self.unit.name, item=item.name)
        if near:
            message = text(
                "{unit}: {item} is unknown. Nearest: {names}.", unit=self.unit.name, item=item.name, names=near
            )
        self.report(Severity.WARNING, "wargear-unknown", message, item.line)

    def _unglued(self, name: str) -> list[str]:
        """Two known names run together by an exporter: `Recon droneDrone burst cannon`."""
        assert self.gear is not None
        for match in re.finditer(r"(?<=[a-z])(?=[A-Z])", name[:200]):
            left, right = name[: match.start()], name[match.start() :]
            stem = left[:-8] if left.endswith(" upgrade") else left
            if self.gear.find(stem) or self._enhancement(stem):
                return [left, right]
        return []

    def _read_enhancement(self, item: WrittenItem) -> None:
        found = self._enhancement(item.name)
        if any(key(known.name) == key(item.name) for known in self.result.enhancements):
            return
        if found is None:
            parts = [part.strip() for part in item.name.split(",")]
            if len(parts) > 1 and all(self._enhancement(part) for part in parts):
                for part in parts:
                    self._read_enhancement(WrittenItem(item.line, part, kind=Kind.ENHANCEMENT))
                return
            near = self.suggestions.nearest(item.name, (e.name for e in self.known.bundle.enhancements))
            self.report(
                Severity.WARNING,
                "enhancement-unknown",
                text("{unit}: the enhancement {name} is unknown. Nearest: {names}.",
                     unit=self.unit.name, name=item.name, names=near or "-"),
                item.line,
            )  # fmt: skip
        self.result.enhancements.append(Named(item.name, found.id if found else None))
        self.result.enhancement_points += item.points or (found.cost if found and found.cost else 0)

    # --- models that no line names ----------------------------------------------------------------------------------

    def _assume_models(self) -> None:
        """No model lines: fixed by the datasheet, stated in front of the name, or found by the price."""
        rows = self.gear.rows if self.gear else ()
        stated = self.unit.count
        if not rows:
            self._add_loose_group(None, min(stated or 1, self.limits.models_in_unit))
            if self.sheet is not None and stated is None:
                self._assume(
                    "model-count",
                    text("{unit}: the data set has no composition; one model is assumed.", unit=self.unit.name),
                )
            return
        low, high = sum(row.min for row in rows), sum(row.max for row in rows)
        count = stated
        if count is None or not low <= count <= high:
            count = low if low == high else self._count_by_price(low, high)
        if stated is None and low != high:
            self._assume(
                "model-count",
                text(
                    "{unit}: no models are listed; {count} are assumed by its points.", unit=self.unit.name, count=count
                ),
            )
        self._spread(rows, count)

    def _count_by_price(self, low: int, high: int) -> int:
        assert self.sheet is not None
        price = (self.unit.points or 0) - self.result.enhancement_points
        sizes = [tier.models_max or tier.models for tier in self.sheet.points if tier.cost == price]
        return min(max(min(sizes, default=low), low), high)

    def _spread(self, rows: tuple[Row, ...], count: int) -> None:
        """Smallest number of each row, then more of the last rows, and the loose wargear among them in order."""
        counts = [row.min for row in rows]
        left = count - sum(counts)
        for index in reversed(range(len(rows))):
            more = min(left, rows[index].max - counts[index])
            if more > 0:
                counts[index] += more
                left -= more
        used = [(row, n) for row, n in zip(rows, counts, strict=True) if n > 0]
        if len(used) == 1:
            self._add_loose_group(*used[0])
            return
        total = sum(n for _, n in used)
        remaining = dict(self.loose.totals)
        for row, n in used:
            group = Group(row.name, row, n, self.unit.line)
            for at, (name, item_id, many) in list(remaining.items()):
                share = many * n // total if many % total == 0 else self._share(row, item_id, many, n)
                if share:
                    group.take(name, item_id, share)
                    remaining[at] = (name, item_id, many - share)
            self.groups.append(group)
        for name, item_id, many in remaining.values():
            if many > 0:
                self.groups[-1].take(name, item_id, many)
        if self.loose.totals and any(many % total for _, _, many in self.loose.totals.values()):
            self._assume_carriers()

    def _share(self, row: Row, item_id: str | None, many: int, models: int) -> int:
        """How many of a total go to a row: by what it carries as default."""
        assert self.gear is not None
        default = self.gear.defaults(row)[self.gear.key_of(item_id)] if item_id else 0
        return min(many, default * models)

    def _add_loose_group(self, row: Row | None, count: int) -> None:
        group = Group(row.name if row else self.unit.name, row, count, self.unit.line)
        group.totals = dict(self.loose.totals)
        self.groups.append(group)

    def _place_loose(self) -> None:
        """Wargear beside the model lines goes to the first model that may carry it."""
        if not self.loose.totals:
            return
        row = self.gear.row_named(self.unit.name) if self.gear else None
        if row is not None and row.max == 1 and all(group.row is not row for group in self.groups):
            self.groups.insert(0, Group(row.name, row, 1, self.unit.line, totals=self.loose.totals))
            return
        target = next((group for group in self.groups if group.count == 1), self.groups[0])
        for name, item_id, count in self.loose.totals.values():
            target.take(name, item_id, count)

    def _assign_rows(self) -> None:
        """Models whose name is not a row's: the row left that fits best."""
        if self.gear is None:
            return
        free = {row.name: row.max for row in self.gear.rows}
        for group in self.groups:
            if group.row is not None:
                free[group.row.name] -= group.count
        for group in self.groups:
            if group.row is None and self.gear.rows:
                fitting = [row for row in self.gear.rows if free[row.name] >= group.count]
                named = [row for row in self.gear.rows_of_profile(group.name) if row in fitting]
                self._assign(group, named or fitting)
                if group.row is not None:
                    free[group.row.name] -= group.count

    def _assign(self, group: Group, candidates: list[Row]) -> None:
        """Give a group the likeliest of the rows, and say so."""
        assert self.gear is not None
        if not candidates:
            message = text(
                "{unit}: its datasheet has no model {model}; it has {names}.",
                unit=self.unit.name, model=group.name or "-", names=", ".join(row.name for row in self.gear.rows),
            )  # fmt: skip
            self.report(Severity.WARNING, "model-unknown", message, group.line)
            return
        group.row = self._likeliest(group, candidates)
        if not group.name:
            group.name = group.row.name
            if len(candidates) > 1:
                self.result.assumed.append(text("{unit}: which models these are is assumed.", unit=self.unit.name))
            return
        message = text("{unit}: {model} is read as {row}.", unit=self.unit.name, model=group.name, row=group.row.name)
        self.report(Severity.NOTE, "model-assumed", message, group.line or self.unit.line)
        if len(self.gear.rows) > 1:
            self.result.assumed.append(message)

    def _likeliest(self, group: Group, candidates: list[Row]) -> Row:
        assert self.gear is not None
        carried = {self.gear.key_of(item_id) for _, item_id, _ in group.totals.values() if item_id}
        return max(
            candidates,
            key=lambda row: (row.max == group.count, len(carried & self.gear.defaults(row).keys()) if self.gear else 0),
        )

    def _assume(self, code: str, message: Text) -> None:
        self.result.assumed.append(message)
        self.report(Severity.WARNING, code, message, self.unit.line)
