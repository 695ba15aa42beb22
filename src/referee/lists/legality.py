"""May this army be fielded? The mustering rules, with rule ids in the game's own refusal format.

Only what the list says and the data set knows is judged: a unit without a datasheet is left to the findings of `read`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.kernel.citation import Refusal, refuse, text
from referee.lists.allies import ally_refusals
from referee.lists.army import ArmyList, ListedUnit, Role, Severity
from referee.lists.dataset import Data, data
from referee.lists.datasheets import Datasheet, Detachment
from referee.lists.enhancements import enhancement_refusals
from referee.lists.keywords import keywords_of
from referee.lists.names import detachment_named

_SIZES = {"incursion": (1000, 2, 2, 2), "strike-force": (2000, 3, 4, 3)}
"""40K 25: points, detachment points, enhancements, copies of a datasheet."""


def legality(army: ArmyList) -> tuple[Refusal, ...]:
    """Why the army may not be fielded: every reason, in the order of the rules; empty if it may."""
    return tuple(_Check(army, data()).refusals())


class _Check:
    def __init__(self, army: ArmyList, known: Data) -> None:
        self.army = army
        self.known = known
        self.points, self.detachment_points, self.enhancements, self.copies = _SIZES[battle_size_of(army)]
        faction = army.faction.id if army.faction else None
        found = [detachment_named(known, named.name, faction) for named in army.detachments if named.id]
        self.detachments: list[Detachment] = [detachment for detachment in found if detachment]
        self.units: list[tuple[ListedUnit, Datasheet]] = [
            (unit, known.units[(unit.faction, unit.datasheet)])
            for unit in army.units
            if unit.faction and unit.datasheet and (unit.faction, unit.datasheet) in known.units
        ]
        self.words = {unit.id: keywords_of(sheet, army, self.detachments, known) for unit, sheet in self.units}

    def refusals(self) -> Iterator[Refusal]:
        """All of them."""
        yield from self._attachments()
        yield from self._totals()
        yield from self._datasheets()
        yield from enhancement_refusals(
            self.army, self.units, self.words, self.detachments, self.enhancements, self.known
        )
        yield from self._disposition()
        yield from self._support()
        yield from self._warlord()
        yield from self._models()
        yield from ally_refusals(self.army, self.units, self.known, battle_size_of(self.army))
        yield from self._detachment_demands()

    # --- 19.01 ------------------------------------------------------------------------------------------------------

    def _attachments(self) -> Iterator[Refusal]:
        sheets = {unit.id: (unit, sheet) for unit, sheet in self.units}
        shares: Counter[tuple[str, Role]] = Counter()
        for unit, sheet in self.units:
            if unit.attached_to is None:
                continue
            shares[(unit.attached_to, unit.role)] += 1
            if unit.attached_to in sheets:
                body, body_sheet = sheets[unit.attached_to]
                if not self._may_attach(unit, sheet, body_sheet):
                    names = ", ".join(self._bodyguards(sheet)) or "-"
                    yield refuse(
                        "40K 19.01/a",
                        "{unit} may not be attached to {body}.",
                        text("It may be attached to: {names}.", names=names),
                        unit=unit.name,
                        body=body.name,
                    )
        for (body_id, role), count in shares.items():
            if count > 1:
                yield refuse(
                    "40K 19.01/b",
                    "{body} has {count} units attached as {role}; it may have one.",
                    body=self.army.unit(body_id).name,
                    count=count,
                    role=role.words,
                )

    def _may_attach(self, unit: ListedUnit, sheet: Datasheet, body: Datasheet) -> bool:
        """Reading: where the data has no list of bodyguards for a leader, nothing is refused."""
        rows = self.known.attachments.get(sheet.id)
        if rows is None:
            return sheet.attachment_role is None and sheet.is_character
        enhancements = [self.known.enhancements_by_id.get(named.id or "") for named in unit.enhancements]
        extra = [i for enhancement in enhancements if enhancement for i in enhancement.attachment_bodyguard_ids or ()]
        words = {*body.keywords, body.name}
        return body.id in extra or any(
            body.id in row.eligible_bodyguard_ids or words & set(row.eligible_bodyguard_keywords) for row in rows
        )

    def _bodyguards(self, sheet: Datasheet) -> list[str]:
        ids = [i for row in self.known.attachments.get(sheet.id, []) for i in row.eligible_bodyguard_ids]
        names = {unit.id: unit.name for unit in self.known.bundle.units}
        return sorted({names.get(i, i) for i in ids})

    # --- 25 ---------------------------------------------------------------------------------------------------------

    def _totals(self) -> Iterator[Refusal]:
        army = self.army
        limit = army.points_limit or self.points
        if army.counted_points > limit:
            yield refuse(
                "40K 25/a",
                "The army costs {points} points; {limit} are allowed.",
                points=army.counted_points,
                limit=limit,
            )
        spent = sum(detachment.detachment_points or 0 for detachment in self.detachments)
        alone = self.detachment_points == 2 and len(army.detachments) == 1 and spent == 3
        if spent > self.detachment_points and not alone:
            yield refuse(
                "40K 25/b" if self.detachment_points == 3 or len(army.detachments) > 1 else "40K 25.04",
                "The detachments cost {spent} detachment points; {limit} are allowed.",
                spent=spent,
                limit=self.detachment_points,
            )
        for named, count in Counter(named.id or named.name for named in army.detachments).items():
            if count > 1:
                name = next(d.name for d in army.detachments if (d.id or d.name) == named)
                yield refuse("40K 25/c", "The detachment {name} is taken {count} times.", name=name, count=count)

    def _datasheets(self) -> Iterator[Refusal]:
        counts = Counter(sheet.id for _, sheet in self.units)
        firsts = {sheet.id: (unit, sheet) for unit, sheet in reversed(self.units)}
        for sheet_id, count in counts.items():
            unit, sheet = firsts[sheet_id]
            name = sheet.name
            often = {"Battleline", "Dedicated Transport"} & self.words[unit.id]
            limit = self.copies * (2 if often or sheet.role in ("battleline", "dedicated-transport") else 1)
            if sheet.is_epic_hero and count > 1:
                yield refuse("40K 25/e", "{name} is an epic hero and is taken {count} times.", name=name, count=count)
            elif count > limit:
                yield refuse(
                    "40K 25/d",
                    "{name} is taken {count} times; {limit} are allowed.",
                    name=name,
                    count=count,
                    limit=limit,
                )

    def _disposition(self) -> Iterator[Refusal]:
        granted = [set(d.force_dispositions) for d in self.detachments if d.force_dispositions is not None]
        if not granted or len(self.detachments) < len(self.army.detachments):
            return
        offered = set().union(*granted)
        for named in self.army.dispositions:
            if named.id and named.id not in offered:
                names = ", ".join(self.known.dispositions[i].name for i in sorted(offered))
                yield refuse(
                    "40K 25/j",
                    "No detachment of the army grants {name}.",
                    text("They grant: {names}.", names=names),
                    name=named.name,
                )

    def _support(self) -> Iterator[Refusal]:
        """Reading: a list that shows no attachment at all is of a format that cannot; nothing is refused then."""
        if not any(unit.role is not Role.NONE for unit in self.army.units):
            return
        for unit, sheet in self.units:
            if sheet.attachment_role == "support" and sheet.is_character and unit.attached_to is None:
                yield refuse("40K 25/k", "{unit} is a support unit and is not attached to a bodyguard.", unit=unit.name)

    def _warlord(self) -> Iterator[Refusal]:
        """Reading: the sources at hand do not print this rule; it is taken from the data set's own checks."""
        lords = [unit for unit in self.army.units if unit.is_warlord]
        if not lords and self.army.units:
            yield refuse("40K 25/l", "The army has no warlord.")
        elif len(lords) > 1:
            names = ", ".join(unit.name for unit in lords)
            yield refuse("40K 25/l", "The army has {count} warlords: {names}.", count=len(lords), names=names)
        for unit, sheet in self.units:
            if unit.is_warlord and not sheet.is_character and "Character" not in self.words[unit.id]:
                yield refuse("40K 25/l", "{unit} is no character and may not be the warlord.", unit=unit.name)

    def _models(self) -> Iterator[Refusal]:
        """From the findings of `read`, which compared the numbers already."""
        for finding in self.army.findings:
            if finding.code == "model-range" and finding.severity is Severity.WARNING:
                yield Refusal("40K 25/n", finding.message)

    def _detachment_demands(self) -> Iterator[Refusal]:
        """Reading: the rules at hand do not print what detachments ask; the data set's restrictions, minimums and marks
        are judged, and of every unit. The alternative: only units that use the detachment's rules have to meet them.
        """
        tags = Counter(tag for detachment in self.detachments for tag in detachment.tags)
        for tag, count in tags.items():
            if count > 1:
                names = ", ".join(d.name for d in self.detachments if tag in d.tags)
                yield refuse("40K 25/p", "Only one detachment may be marked {tag}: {names}.", tag=tag, names=names)
        for detachment in self.detachments:
            for unit, _ in self.units:
                words = self.words[unit.id]
                asked = detachment.restrictions
                if asked and (not set(asked.required_keywords) <= words or set(asked.excluded_keywords) & words):
                    yield refuse(
                        "40K 25/p", "The detachment {name} does not allow {unit}.", name=detachment.name, unit=unit.name
                    )
            for minimum in detachment.unit_minimums:
                count = sum(
                    minimum.keyword in keywords_of(sheet, self.army, self.detachments, self.known)
                    for _, sheet in self.units
                )
                if count < minimum.min:
                    yield refuse(
                        "40K 25/p",
                        "The detachment {name} needs {minimum} {keyword} units; there are {count}.",
                        name=detachment.name,
                        minimum=minimum.min,
                        keyword=minimum.keyword,
                        count=count,
                    )


def battle_size_of(army: ArmyList) -> str:
    """`incursion` or `strike-force`: as stated, or by the points limit, or by the points.

    Reading: other sizes have no mustering numbers in this edition; they are judged by the nearer of the two.
    """
    if army.battle_size in _SIZES:
        return army.battle_size or ""
    points = army.points_limit or army.stated_points or army.counted_points
    return "incursion" if points <= 1000 else "strike-force"
