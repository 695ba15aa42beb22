"""How often something may be done: one table, keyed by rule, player and subject, with the moment the count ends.

A use is marked before its effect runs, so that an effect cannot use its own rule again. The counts end with
`referee.kernel.effect.expire`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from referee.kernel.citation import RuleId

if TYPE_CHECKING:
    from referee.kernel.state import State


class Used(msgspec.Struct, frozen=True):
    """How many times, and until which moment it counts (`"phase end"`, `"battle end"`)."""

    times: int
    until: str


def _key(rule: RuleId, player: int, subject: str) -> str:
    return f"{rule}|{player}|{subject}"


def times_used(s: State, rule: RuleId, player: int, subject: str = "") -> int:
    """How many uses of `rule` by `player` on `subject` count now."""
    used = s.limits.get(_key(rule, player, subject))
    return used.times if used else 0


def mark_used(s: State, rule: RuleId, player: int, subject: str = "", *, until: str) -> None:
    """Count one use, until the named moment."""
    key = _key(rule, player, subject)
    before = s.limits.get(key)
    s.limits = {**s.limits, key: Used(before.times + 1 if before else 1, until)}


def forget_use(s: State, rule: RuleId, player: int, subject: str = "") -> None:
    """A use that turned out not to have happened counts no more."""
    s.limits = {key: used for key, used in s.limits.items() if key != _key(rule, player, subject)}
