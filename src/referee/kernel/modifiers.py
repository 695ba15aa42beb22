"""Modifiers: a list of (amount, rule, source), folded once in the order the book gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from referee.kernel.citation import RuleId
from referee.kernel.errors import RuleConflict


class Modifier(msgspec.Struct, frozen=True, omit_defaults=True):
    """One change to a number: `how` names its kind in the book's order (`"add"`, `"set"`, ...)."""

    amount: float
    rule: RuleId
    source: str = ""
    how: str = "add"


OPERATIONS: dict[str, Callable[[float, float], float]] = {
    "multiply": lambda value, amount: value * amount,
    "add": lambda value, amount: value + amount,
    "divide": lambda value, amount: value / amount,
    "subtract": lambda value, amount: value - amount,
}


def fold(
    base: float, modifiers: Iterable[Modifier], order: Sequence[str] = ("set", "multiply", "add", "divide", "subtract")
) -> float:
    """`base` after all modifiers, kind by kind in `order`; in which order they were collected changes nothing.

    Raises RuleConflict if two rules set the number to different values, ValueError if a kind is not in `order`.

    >>> fold(6, [Modifier(2, "X 1"), Modifier(2, "X 2", how="multiply")])
    14.0
    """
    kinds: dict[str, list[Modifier]] = {how: [] for how in order}
    for modifier in modifiers:
        if modifier.how not in kinds:
            raise ValueError(f"{modifier.rule}: unknown kind of modifier {modifier.how!r}")
        kinds[modifier.how].append(modifier)
    value = float(base)
    for how, group in kinds.items():
        if how == "set":
            for modifier in group:
                if modifier.amount != group[0].amount:
                    raise RuleConflict(group[0].rule, modifier.rule, "a value they both set")
                value = float(modifier.amount)
        else:
            for amount in sorted(modifier.amount for modifier in group):
                value = OPERATIONS[how](value, amount)
    return value
