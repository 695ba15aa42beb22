"""Something lasting: what caused it, whom it concerns, what it changes, and until when.

The end of an effect is a named moment (`"phase end"`, `"turn end"`, ...). When a book reaches that moment it calls
`expire`, which ends the effects and the limits that last until then. An effect that holds while a condition holds has
`until=""` and is ended by the book with `lift`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from referee.kernel.citation import RuleId

if TYPE_CHECKING:
    from referee.kernel.state import State


class Effect(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """`kind` is what it changes (`"cannot charge"`), `rule` where it comes from, `subject` the id it concerns."""

    kind: str
    rule: RuleId
    subject: str = ""
    until: str = ""
    value: Any = None
    source: str = ""


def add_effect(s: State, effect: Effect) -> None:
    """From now on `effect` holds."""
    s.effects = (*s.effects, effect)


def effects_on(s: State, kind: str, subject: str = "") -> tuple[Effect, ...]:
    """The effects of one kind that concern `subject`, oldest first."""
    return tuple(e for e in s.effects if e.kind == kind and e.subject == subject)


def has_effect(s: State, kind: str, subject: str = "") -> bool:
    """Does an effect of this kind concern `subject`?"""
    return any(e.kind == kind and e.subject == subject for e in s.effects)


def lift(s: State, kind: str, subject: str = "") -> None:
    """End the effects of one kind on `subject`."""
    s.effects = tuple(e for e in s.effects if not (e.kind == kind and e.subject == subject))


def expire(s: State, moment: str) -> None:
    """`moment` has come: end every effect and every limit that lasts until then."""
    if any(e.until == moment for e in s.effects):
        s.effects = tuple(e for e in s.effects if e.until != moment)
    if any(used.until == moment for used in s.limits.values()):
        s.limits = {key: used for key, used in s.limits.items() if used.until != moment}
