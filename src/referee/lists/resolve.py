"""A written list matched with the data set: faction, detachments, datasheets, attachments, and what disagrees."""

from __future__ import annotations

import re
from collections import Counter

from msgspec.structs import replace

from referee.kernel.citation import Text, text
from referee.lists.army import ArmyList, Certainty, Finding, ListedUnit, Named, Severity
from referee.lists.attachments import attached
from referee.lists.compare import compare
from referee.lists.dataset import Data, Suggestions, key, singular, without_upgrade
from referee.lists.datasheets import Datasheet, Enhancement, Faction
from referee.lists.limits import Limits
from referee.lists.names import battle_size, faction_named, family_of, most_specific, split_detachments, units_named
from referee.lists.resolve_unit import Lookup, Resolved, UnitResolver
from referee.lists.summary import with_summary
from referee.lists.written import WrittenArmy, WrittenUnit


def resolve(written: WrittenArmy, known: Data, limits: Limits) -> ArmyList:
    """The army list a written one means."""
    return _Resolver(written, known, limits).army()


class _Resolver:
    def __init__(self, written: WrittenArmy, known: Data, limits: Limits) -> None:
        self.written = written
        self.known = known
        self.limits = limits
        self.findings = list(written.findings)
        self.suggestions = Suggestions(limits.suggestions)
        self.detachment_ids: set[str] = set()

    def find(
        self, severity: Severity, code: str, message: Text, line: int | None = None, unit: int | None = None
    ) -> None:
        """Note a finding."""
        self.findings.append(Finding(severity, code, message, line, unit))

    def army(self) -> ArmyList:
        written = self.written
        faction = self._faction()
        self.faction_id = faction.id if faction else None
        self.family = family_of(self.known, self.faction_id)
        detachments = self._detachments()
        self.detachment_ids = {d.id for d in detachments if d.id}
        dispositions = self._dispositions()
        sheets = [self._sheet(index, unit) for index, unit in enumerate(written.units)]
        resolved = [self._unit(index, unit, sheets[index]) for index, unit in enumerate(written.units)]
        units = attached(self._listed(sheets, resolved), sheets, written, self.known, self.find)
        size = battle_size(written.battle_size.name) if written.battle_size else None
        army = ArmyList(
            name=written.name,
            units=tuple(units),
            faction=self._faction_name(faction),
            detachments=tuple(detachments),
            dispositions=tuple(dispositions),
            battle_size=size[0] if size else (written.battle_size.name if written.battle_size else None),
            points_limit=written.points_limit,
            stated_points=written.stated_points,
            counted_points=sum(unit.points or 0 for unit in units),
            format=written.format,
            edition=written.edition or self._edition(),
            made_with=written.made_with,
        )
        army = with_summary(army, written, self._enhancement, self.find)
        self.findings += compare(army, written, self.known)
        doubted = tuple(self._doubted(index, unit) for index, unit in enumerate(army.units))
        return replace(army, units=doubted, findings=tuple(sorted(self.findings, key=_by_place)))

    def _doubted(self, index: int, unit: ListedUnit) -> ListedUnit:
        """A unit with warnings is not exact: they say what is assumed of it."""
        doubts = [f.message for f in self.findings if f.unit == index and f.severity is Severity.WARNING]
        if not doubts:
            return unit
        certainty = Certainty.ASSUMED if unit.certainty is Certainty.EXACT else unit.certainty
        return replace(unit, certainty=certainty, assumed=tuple(_unique([*unit.assumed, *doubts])))

    # --- the army ---------------------------------------------------------------------------------------------------

    def _faction(self) -> Faction | None:
        found = [faction for name in self.written.factions if (faction := faction_named(self.known, name.name))]
        if found:
            return most_specific(found[::-1] if found[-1].parent_faction_id else found)
        for name in self.written.factions:
            near = self.suggestions.nearest(name.name, (faction.name for faction in self.known.bundle.factions))
            self.find(
                Severity.WARNING,
                "faction-unknown",
                text("The faction {name} is unknown. Nearest: {names}.", name=name.name, names=near or "-"),
                name.line,
            )
        inferred = self._faction_of_units()
        if inferred is None:
            self.find(Severity.WARNING, "faction-missing", text("The list names no faction."))
        elif not self.written.factions:
            self.find(
                Severity.WARNING,
                "faction-assumed",
                text("The list names no faction; {name} is assumed by its units.", name=inferred.name),
            )
        return inferred

    def _faction_of_units(self) -> Faction | None:
        """The faction most units are of."""
        votes: Counter[str] = Counter()
        for unit in self.written.units:
            places = {sheet.faction_id for sheet in units_named(self.known, unit.name)}
            if len(places) == 1:
                votes.update(places)
        for name in self.written.detachments:
            for _, detachment in split_detachments(self.known, name.name, None):
                if detachment is not None:
                    votes[detachment.faction_id] += 1
        best = votes.most_common(1)
        return self.known.factions.get(best[0][0]) if best else None

    def _faction_name(self, faction: Faction | None) -> Named | None:
        if faction is not None:
            return Named(faction.name, faction.id)
        return Named(self.written.factions[-1].name) if self.written.factions else None

    def _detachments(self) -> list[Named]:
        named = []
        for written in self.written.detachments:
            for name, found in split_detachments(self.known, written.name, self.faction_id):
                if found is None:
                    self._report_detachment(name, written.line)
                named.append(Named(found.name, found.id) if found else Named(name))
        if not named:
            self.find(Severity.WARNING, "detachment-missing", text("The list names no detachment."))
        return named

    def _report_detachment(self, name: str, line: int | None) -> None:
        places = self.family or tuple(self.known.factions)
        near = self.suggestions.nearest(name, (d.name for d in self.known.bundle.detachments if d.faction_id in places))
        self.find(
            Severity.WARNING,
            "detachment-unknown",
            text("The detachment {name} is unknown. Nearest: {names}.", name=name, names=near or "-"),
            line,
        )

    def _dispositions(self) -> list[Named]:
        named = []
        for written in self.written.dispositions:
            found = self.known.dispositions_by_key.get(key(written.name))
            if found is None:
                names = ", ".join(d.name for d in self.known.bundle.force_dispositions)
                self.find(
                    Severity.WARNING,
                    "disposition-unknown",
                    text(
                        "The force disposition {name} is unknown. There are: {names}.", name=written.name, names=names
                    ),
                    written.line,
                )
            named.append(Named(found.name if found else written.name, found.id if found else None))
        return list(dict.fromkeys(named))

    def _edition(self) -> str | None:
        """Force dispositions and detachment points are of the 11th edition."""
        if self.written.dispositions or self.written.stated_detachment_points:
            return "11th"
        return None

    # --- units ------------------------------------------------------------------------------------------------------

    def _sheet(self, index: int, unit: WrittenUnit) -> Datasheet | None:
        candidates = units_named(self.known, unit.name)
        if not candidates:
            for shorter in (re.sub(r"\s*[(\[].*$", "", unit.name), re.sub(r"\s+-\s+.*$", "", unit.name)):
                if shorter and shorter != unit.name and (candidates := units_named(self.known, shorter)):
                    break
        if not candidates:
            candidates = self.known.units_by_singular.get(singular(key(unit.name)), [])
        if candidates:
            return self._preferred(candidates)
        self._report_unknown(index, unit)
        return None

    def _preferred(self, candidates: list[Datasheet]) -> Datasheet:
        """The army's own datasheet of a name, then an ally's, then any."""

        def rank(sheet: Datasheet) -> tuple[int, int]:
            own = self.family.index(sheet.faction_id) if sheet.faction_id in self.family else 9
            return own + (20 if sheet.game_modes else 0), 0 if self._is_ally(sheet) else 1

        return min(candidates, key=rank)

    def _is_ally(self, sheet: Datasheet) -> bool:
        faction = self.known.factions.get(self.faction_id or "")
        words = set(faction.keywords) if faction else set()
        return any(
            sheet.faction_id == rule.source_faction_id and words & set(rule.army_keywords_any)
            for rule in self.known.allied_rules
        )

    def _report_unknown(self, index: int, unit: WrittenUnit) -> None:
        own = [sheet.name for sheet in self.known.bundle.units if sheet.faction_id in self.family]
        near = self.suggestions.nearest(unit.name, own) if own else ""
        near = near or self.suggestions.nearest(unit.name, (sheet.name for sheet in self.known.bundle.units))
        message = text("No datasheet is called {unit}.", unit=unit.name)
        if near:
            message = text("No datasheet is called {unit}. Nearest: {names}.", unit=unit.name, names=near)
        self.find(Severity.ERROR, "unit-unknown", message, unit.line, index)

    def _unit(self, index: int, unit: WrittenUnit, sheet: Datasheet | None) -> Resolved:
        def report(severity: Severity, code: str, message: Text, line: int | None) -> None:
            self.find(severity, code, message, line, index)

        if (
            sheet
            and key(sheet.name).removeprefix("the ") != key(unit.name).removeprefix("the ")
            and key(unit.name) not in map(key, sheet.aliases)
        ):
            report(
                Severity.NOTE,
                "unit-spelling",
                text("{unit} is read as {name}.", unit=unit.name, name=sheet.name),
                unit.line,
            )
        lookup = Lookup(self.known, self.limits, self._enhancement, self.suggestions)
        return UnitResolver(unit, sheet, lookup, report).resolve()

    def _enhancement(self, name: str) -> Enhancement | None:
        """The enhancement of this name: of the army's detachments, of its faction, or of any."""
        found = self.known.enhancements_by_key.get(key(name)) or self.known.enhancements_by_key.get(
            key(without_upgrade(name))
        )
        if not found:
            return None

        def rank(enhancement: Enhancement) -> int:
            if enhancement.detachment_id in self.detachment_ids:
                return 0
            places = {d.faction_id for d in self.known.detachments_by_id.get(enhancement.detachment_id or "", [])}
            return 1 if places & set(self.family) else 2

        return min(found, key=rank)

    def _listed(self, sheets: list[Datasheet | None], resolved: list[Resolved]) -> list[ListedUnit]:
        numbers: Counter[str] = Counter()
        units = []
        for written, sheet, result in zip(self.written.units, sheets, resolved, strict=True):
            stem = sheet.id if sheet else (re.sub(r"[^a-z0-9]+", "-", key(written.name)).strip("-") or "unit")
            numbers[stem] += 1
            certainty = Certainty.UNKNOWN if sheet is None else Certainty.ASSUMED if result.assumed else Certainty.EXACT
            units.append(
                ListedUnit(
                    id=f"{stem}-{numbers[stem]}",
                    name=written.name,
                    models=tuple(result.models),
                    points=written.points,
                    datasheet=sheet.id if sheet else None,
                    faction=sheet.faction_id if sheet else None,
                    enhancements=tuple(result.enhancements),
                    is_warlord=result.is_warlord,
                    role=written.role,
                    custom_name=written.custom_name,
                    force=written.force,
                    line=written.line,
                    certainty=certainty,
                    assumed=tuple(result.assumed),
                )
            )
        return units


def _unique(texts: list[Text]) -> list[Text]:
    """The texts without repetitions, in order."""
    return [each for at, each in enumerate(texts) if each not in texts[:at]]


def _by_place(finding: Finding) -> tuple[int, int]:
    return finding.line or 0, finding.unit if finding.unit is not None else -1
