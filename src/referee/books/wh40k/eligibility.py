"""What a unit did this turn, and what it may not do because of it (09.06, 09.07), unless otherwise stated."""

from __future__ import annotations

from collections.abc import Iterator

from referee.books.wh40k.state import Battle, Phase, UnitId
from referee.kernel import Effect, Refusal, RuleId, add_effect, effects_on, phrase, refuse, text

AUTO_PASS = "battle-shock roll succeeds"
"""The kind of effect by which the next battle-shock roll of a unit succeeds without dice (15.04)."""

HAS_SHOT = "has shot"
HAS_FOUGHT = "has fought"
"""The kinds of effects by which a unit is known to have shot or fought in this phase."""

SHOOT = phrase("shoot")
CHARGE = phrase("declare a charge")
ACTION = phrase("start an action")

ADVANCED = phrase("it advanced")
FELL_BACK = phrase("it fell back")
DISEMBARKED = phrase("it disembarked")


def record_move(s: Battle, unit: UnitId, name: str, rule: RuleId) -> None:
    """The unit has made a move of this type in this phase."""
    add_effect(s, Effect("has moved", rule, unit, until="turn end", value=f"{s.phase}/{name}"))


def moves_made(s: Battle, unit: UnitId, phase: Phase | None = None) -> tuple[str, ...]:
    """The types of the moves the unit has made this turn, or in one phase of it."""
    made = [str(effect.value).partition("/") for effect in effects_on(s, "has moved", unit)]
    return tuple(name for when, _, name in made if phase is None or when == phase)


def bar(s: Battle, unit: UnitId, action: str, rule: RuleId, because: str) -> None:
    """Until the end of the turn the unit is not eligible to do this, unless otherwise stated."""
    add_effect(s, Effect(f"not eligible to {action}", rule, unit, until="turn end", value=because))


def eligibility_refusals(s: Battle, unit: UnitId, action: str) -> Iterator[Refusal]:
    """Why the unit is not eligible to shoot, declare a charge or start an action because of how it moved.

    "Unless otherwise stated" (09.06/e, 09.07/i): an effect of the kind `may <action> after` lifts the bar whose cause
    is its value, and no other.
    """
    for effect in effects_on(s, f"not eligible to {action}", unit):
        lifted = effects_on(s, f"may {action} after", unit)
        if not any(permission.value == effect.value for permission in lifted):
            yield refuse(
                effect.rule,
                "{unit} is not eligible to {action} this turn: {because}.",
                unit=s.units[unit].name,
                action=text(action),
                because=text(str(effect.value)),
            )
