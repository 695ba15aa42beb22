"""Ids and the closed lists of words that records of this book use."""

from __future__ import annotations

from enum import StrEnum

UnitId = str
ModelId = str


class Where(StrEnum):
    """Where a unit is."""

    UNDEPLOYED = "undeployed"
    TABLE = "table"
    RESERVES = "reserves"
    EMBARKED = "embarked"
    DESTROYED = "destroyed"


class Phase(StrEnum):
    """The phases of a turn (07.02); before the battle there is none."""

    NONE = ""
    COMMAND = "command"
    MOVEMENT = "movement"
    SHOOTING = "shooting"
    CHARGE = "charge"
    FIGHT = "fight"
