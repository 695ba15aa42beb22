"""Characteristics of models with what modifies them (02.02.01): effects named after the characteristic."""

from __future__ import annotations

from referee.books.wh40k.names import UnitId
from referee.books.wh40k.state import Battle
from referee.kernel import Modifier, effects_on, fold

FLOORS = {"M": 1.0, "T": 1.0, "W": 1.0, "Sv": 2.0, "Ld": 5.0, "OC": 0.0}
CEILINGS = {"Sv": 7.0, "Ld": 8.0}
"""What a characteristic is never modified below or beyond (40K 02.02.01)."""

HOWS = ("add", "set", "multiply", "divide", "subtract")


def kind_of(stat: str, how: str) -> str:
    """The kind of effect that changes a characteristic: `M` adds to it, `M set`, `M multiply`, ... change it so."""
    return stat if how == "add" else f"{stat} {how}"


def modifiers_of(s: Battle, unit: UnitId, stat: str) -> list[Modifier]:
    """What modifies a characteristic of the unit's models (or a roll of the unit) now."""
    return [Modifier(e.value, e.rule, e.source, how) for how in HOWS for e in effects_on(s, kind_of(stat, how), unit)]


def characteristic(s: Battle, unit: UnitId, stat: str, printed: float) -> float:
    """A characteristic that is printed so, with its modifiers, within its bounds (02.02.01)."""
    modifiers = modifiers_of(s, unit, stat)
    if not modifiers:
        return float(printed)
    return min(CEILINGS.get(stat, 999.0), max(FLOORS.get(stat, 0.0), fold(printed, modifiers)))
