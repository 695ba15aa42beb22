"""What a file says, before anything is looked up: the common form all formats are read into."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from referee.kernel.citation import Text
from referee.lists.army import Finding, Role, Severity


class Kind(StrEnum):
    """What an item below a unit is, where its format says so."""

    UNSAID = ""
    MODEL = "model"
    WARGEAR = "wargear"
    ENHANCEMENT = "enhancement"
    WARLORD = "warlord"
    IGNORED = "ignored"
    """Part of the format that says nothing about the army."""


class WrittenItem(msgspec.Struct):
    """A line or selection below a unit."""

    line: int | None
    name: str
    count: int | None = None
    points: int | None = None
    kind: Kind = Kind.UNSAID
    each: bool = False
    """True if the counts of `items` are for one model, False if for all `count` together."""
    items: list[WrittenItem] = []
    repeated: bool = False
    """True if the line above it says the same."""


class WrittenUnit(msgspec.Struct):
    """A unit block."""

    line: int | None
    name: str
    points: int | None = None
    count: int | None = None
    """Models stated in front of the name: `10x Boyz`."""
    items: list[WrittenItem] = []
    force: str = ""
    group: int | None = None
    """Number of the attached unit it is written under."""
    role: Role = Role.NONE
    attached_to: str = ""
    """Name of the bodyguard unit, where the format names it."""
    slot: str = ""
    """Label in front of the name: `Char3`."""
    is_warlord: bool = False
    custom_name: str = ""


class WrittenName(msgspec.Struct):
    """A name and its line."""

    name: str
    line: int | None = None


class HeaderEnhancement(msgspec.Struct):
    """An enhancement stated in a summary block, with the unit it says."""

    name: str
    line: int
    unit: str


class WrittenArmy(msgspec.Struct):
    """Everything a file says."""

    format: str
    name: str = ""
    factions: list[WrittenName] = []
    """Candidates, most specific last: `Space Marines`, `Space Wolves`."""
    detachments: list[WrittenName] = []
    dispositions: list[WrittenName] = []
    battle_size: WrittenName | None = None
    points_limit: int | None = None
    stated_points: int | None = None
    stated_line: int | None = None
    stated_units: int | None = None
    stated_warlord: WrittenName | None = None
    stated_enhancements: list[HeaderEnhancement] = []
    stated_detachment_points: int | None = None
    edition: str | None = None
    made_with: str = ""
    units: list[WrittenUnit] = []
    findings: list[Finding] = []

    def find(self, severity: Severity, code: str, message: Text, line: int | None = None) -> None:
        """Note a finding."""
        self.findings.append(Finding(severity, code, message, line))
