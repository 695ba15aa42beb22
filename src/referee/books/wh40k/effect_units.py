"""Which units a node of a published effect works on, and how long: the data set's words as this book's."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from referee.books.wh40k.measuring import engaging_units
from referee.books.wh40k.state import Battle, Unit, UnitId, Where, has_keyword, on_table
from referee.books.wh40k.stratagem_facts import gap_between
from referee.books.wh40k.stratagem_records import Stratagem
from referee.books.wh40k.use_record import Use

Node = dict[str, Any]
"""One node of an effect, as the data set's published schema has it."""

OWN = ("unit", "self", "bearer", "")
ENGAGED = -1.0
"""A reach that stands for: the enemy units engaged with the target."""
ANYWHERE = 999.0

UNITS = "units"
"""A key of ours: the units a node was bound to beforehand."""


class Amount(msgspec.Struct, frozen=True):
    """A number that may come from dice: `count` dice of `sides` sides, and `plus`."""

    count: int
    sides: int
    plus: int

    def total(self, dice: tuple[int, ...]) -> int:
        """The number these D6 show; a D3 is a D6 halved, rounded up (01.05)."""
        return sum((die + 1) // 2 if self.sides == 3 else die for die in dice) + self.plus


_DICE = re.compile(r"(\d*)D([36])(?:\+(\d+))?", re.IGNORECASE)


def amount_of(given: Any) -> Amount | None:
    """A number of the data set: `3`, `"D6"`, `"2D3"`, `"D3+3"`. None if it is no such number."""
    if isinstance(given, int) and not isinstance(given, bool):
        return Amount(0, 6, given)
    match = _DICE.fullmatch(given) if isinstance(given, str) else None
    if match is None:
        return None
    return Amount(int(match[1] or 1), int(match[2]), int(match[3] or 0))


def modifier_of(node: Node) -> Node:
    """What the node says beside its type and target."""
    found: Node = node.get("modifier") or {}
    return found


def wants_pick(node: Node, use: Use, s: Battle) -> bool:
    """Has the player to say which enemy unit the node works on?"""
    if UNITS in node:
        return False
    target = node.get("target", "")
    if target in ("target", "defender", "attacker"):
        return not (use.subject and s.units[use.subject].seat != use.by)
    return str(modifier_of(node).get("target_scope", "")).startswith("one-")


def reach_of(node: Node, stratagem: Stratagem) -> float:
    """How far around the target the node finds other units, in inches."""
    given = modifier_of(node).get("range_inches", modifier_of(node).get("range"))
    if str(modifier_of(node).get("target_scope", "")).endswith("engaged-enemy"):
        return ENGAGED
    return float(given) if isinstance(given, int | float) else stratagem.reach


def units_near(s: Battle, use: Use, seat: int, reach: float) -> tuple[UnitId, ...]:
    """The units of a seat on the battlefield within so many inches of the stratagem's targets (which are left out)."""
    mine = [s.units[unit] for unit in use.targets if s.units[unit].where is Where.TABLE]
    if reach == ENGAGED:
        return tuple(dict.fromkeys(other for unit in mine for other in engaging_units(s, unit)))
    found = []
    for other in on_table(s, seat):
        if other.id in use.targets:
            continue
        if reach >= ANYWHERE or any(gap_between(s, unit, other, reach) is None for unit in mine):
            found.append(other.id)
    return tuple(found)


def units_for(s: Battle, use: Use, stratagem: Stratagem, node: Node) -> tuple[UnitId, ...]:
    """The units the node works on; those a player has to pick from, if `wants_pick`."""
    if UNITS in node:
        return _alive(s, tuple(node[UNITS]))
    target = node.get("target", "")
    if target in OWN:
        return _alive(s, use.targets)
    if target == "friendly-within-aura":
        return units_near(s, use, use.by, reach_of(node, stratagem))
    if target in ("target", "defender", "attacker") and not wants_pick(node, use, s):
        return _alive(s, (use.subject,))
    reach = reach_of(node, stratagem)
    if not reach and target != "enemy-within-aura":
        reach = ANYWHERE
    excluded = [str(word).upper() for word in modifier_of(node).get("excludes", ())]
    near = units_near(s, use, 1 - use.by, reach)
    return tuple(one for one in near if not any(has_keyword(s, s.units[one], word) for word in excluded))


def _alive(s: Battle, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    return tuple(unit for unit in units if s.units[unit].where is not Where.DESTROYED)


def until_of(stratagem: Stratagem, use: Use) -> str:
    """The kernel's moment at which what the effect changes ends."""
    return {
        "turn": "turn end",
        "battle-round": "round end",
        "battle": "battle end",
        "permanent": "battle end",
        "until-next-battle-round": "round end",
        "until-next-command-phase": f"command phase start of {use.by}",
        "until-next-movement-phase": f"movement phase start of {use.by}",
        "until-start-next-turn": f"turn start of {use.by}",
    }.get(stratagem.duration, "phase end")


def name_of(s: Battle, unit: UnitId) -> str:
    """The unit's name, for messages."""
    found: Unit = s.units[unit]
    return found.name
