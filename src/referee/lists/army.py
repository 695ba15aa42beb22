"""An army list as it was read: what the player's file says, what it means, and how sure that is.

Everything here is plain JSON through msgspec: `msgspec.to_builtins(army)` and `msgspec.convert(tree, ArmyList)`.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from referee.kernel.citation import Text, text


class Severity(StrEnum):
    """How much a finding matters."""

    ERROR = "error"
    """Something the file names could not be read, or contradicts itself: the army is not to be trusted."""
    WARNING = "warning"
    """Something was assumed or does not agree: a player should look at it."""
    NOTE = "note"
    """Worth knowing; nothing is in doubt (old points, an unusual encoding)."""


class Certainty(StrEnum):
    """How sure a unit is."""

    EXACT = "exact"
    ASSUMED = "assumed"
    """Something about it was assumed, or does not agree with its datasheet."""
    UNKNOWN = "unknown"
    """The data set has no datasheet of this name."""


class Role(StrEnum):
    """What a unit is in an attached unit."""

    NONE = ""
    LEADER = "leader"
    SUPPORT = "support"
    BODYGUARD = "bodyguard"

    @property
    def words(self) -> Text:
        """The role's name in a sentence; an attached unit without a role leads."""
        return _ROLES[self]


_ROLES = {
    Role.NONE: text("leader"),
    Role.LEADER: text("leader"),
    Role.SUPPORT: text("support"),
    Role.BODYGUARD: text("bodyguard"),
}


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to tell the player about the list: where, and what would be accepted."""

    severity: Severity
    code: str
    """Short name of the kind of finding, the same in every language: `unit-unknown`, `points-sum`."""
    message: Text
    line: int | None = None
    """Line of the file, from 1; None where the format has no lines or the whole list is meant."""
    unit: int | None = None
    """Index of the unit in `ArmyList.units`."""

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" if self.line else str(self.message)


class Named(msgspec.Struct, frozen=True, omit_defaults=True):
    """A name as written, and the data set's id for it if it is known."""

    name: str
    id: str | None = None


class Wargear(msgspec.Struct, frozen=True, omit_defaults=True):
    """A weapon or other wargear and how many of it one model carries."""

    name: str
    id: str | None = None
    count: int = 1


class ListedModel(msgspec.Struct, frozen=True, omit_defaults=True):
    """Models of a unit that are alike: `count` of them, each carrying `wargear`."""

    name: str
    profile: str
    """Name of the composition row of the datasheet; the name as written where the datasheet is not known."""
    count: int
    wargear: tuple[Wargear, ...] = ()


class ListedUnit(msgspec.Struct, frozen=True, omit_defaults=True):
    """One unit of the list."""

    id: str
    """Unique in the list and stable: the datasheet's id (or the name) and a running number, `rhino-2`."""
    name: str
    """As written in the file."""
    models: tuple[ListedModel, ...]
    points: int | None = None
    """As the list states it, enhancements included; None where it states none."""
    datasheet: str | None = None
    """Unit id in the data set."""
    faction: str | None = None
    """Faction id of that datasheet: unit ids are unique only within a faction."""
    enhancements: tuple[Named, ...] = ()
    is_warlord: bool = False
    role: Role = Role.NONE
    attached_to: str | None = None
    """Id of the bodyguard unit this leader or support unit is attached to."""
    custom_name: str = ""
    """The player's own name for the unit."""
    force: str = ""
    """Name of the force, where a roster has several."""
    line: int | None = None
    certainty: Certainty = Certainty.EXACT
    assumed: tuple[Text, ...] = ()
    """What was assumed, when `certainty` is not exact."""

    @property
    def model_count(self) -> int:
        """Number of models in the unit."""
        return sum(model.count for model in self.models)


class ArmyList(msgspec.Struct, frozen=True, omit_defaults=True):
    """A whole army list."""

    name: str
    units: tuple[ListedUnit, ...]
    faction: Named | None = None
    detachments: tuple[Named, ...] = ()
    dispositions: tuple[Named, ...] = ()
    battle_size: str | None = None
    """`incursion`, `strike-force`, or the name as written where it is another one."""
    points_limit: int | None = None
    stated_points: int | None = None
    counted_points: int = 0
    format: str = ""
    """Format recognised by content: `gw-app`, `new-recruit-json`, ..."""
    edition: str | None = None
    """`11th`, `10th`, ...: as the file says or shows; None where nothing shows it."""
    made_with: str = ""
    """Program and versions, as the file names them."""
    findings: tuple[Finding, ...] = ()

    @property
    def is_exact(self) -> bool:
        """True if nothing had to be assumed and nothing disagrees."""
        return not any(finding.severity is not Severity.NOTE for finding in self.findings)

    def unit(self, unit_id: str) -> ListedUnit:
        """The unit with this id; raises KeyError if there is none."""
        for unit in self.units:
            if unit.id == unit_id:
                return unit
        raise KeyError(unit_id)


class ListRefused(Exception):
    """The source cannot be read as an army list. `findings` say what, where, and what would be accepted."""

    def __init__(self, *findings: Finding) -> None:
        super().__init__("; ".join(str(finding) for finding in findings))
        self.findings = findings
