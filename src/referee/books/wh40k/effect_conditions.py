"""The conditions of published effects: true, false, or unknown where the written rules cannot tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.books.wh40k.dice import below_half
from referee.books.wh40k.effect_units import ANYWHERE, Node
from referee.books.wh40k.eligibility import HAS_FOUGHT, moves_made
from referee.books.wh40k.measuring import is_engaged
from referee.books.wh40k.moments import (
    END_OF,
    SELECTED_TO_FALL_BACK,
    SELECTED_TO_FIGHT,
    SELECTED_TO_MOVE,
    SELECTED_TO_SHOOT,
    START_OF,
    START_OF_FIGHT,
    START_OF_MOVEMENT,
    TARGETS_SELECTED,
    UNIT_DESTROYED,
    UNIT_ENDED_MOVE,
    UNIT_FOUGHT,
    UNIT_SHOT,
)
from referee.books.wh40k.objectives import controller, objectives_near
from referee.books.wh40k.state import Battle, Unit, Where, has_keyword, on_table
from referee.books.wh40k.stratagem_facts import gap_between
from referee.books.wh40k.use_record import Use
from referee.kernel import effects_on, has_effect

TAG = "tag"
"""The kind of effect by which a unit bears a name that other rules look at; `value` is the name."""
RULE_ACTIVE = "rule active for"
"""The kind of effect by which an army rule is active for a unit; `value` is the rule."""

TIMINGS: dict[str, tuple[str, ...]] = {
    "end-of-phase": tuple(END_OF.values()),
    "start-of-phase": tuple(START_OF.values()),
    "start": tuple(START_OF.values()),
    "start-of-fight-phase": (START_OF_FIGHT,),
    "selected-to-shoot": (SELECTED_TO_SHOOT,),
    "when-selected-to-shoot": (SELECTED_TO_SHOOT,),
    "selected-to-fight": (SELECTED_TO_FIGHT,),
    "fight-activation": (SELECTED_TO_FIGHT,),
    "selected-to-attack": (SELECTED_TO_SHOOT, SELECTED_TO_FIGHT),
    "selected-to-fall-back": (SELECTED_TO_FALL_BACK,),
    "selected-to-advance": (SELECTED_TO_MOVE,),
    "before-target-unit-is-selected-to-move-this-phase": (START_OF_MOVEMENT,),
    "after-unit-resolves-attacks": (UNIT_SHOT, UNIT_FOUGHT),
    "after-unit-completes-shooting": (UNIT_SHOT,),
    "after-shooting": (UNIT_SHOT,),
    "unit-has-shot": (UNIT_SHOT,),
    "after-enemy-unit-shot": (UNIT_SHOT,),
    "after-friendly-unit-shot": (UNIT_SHOT,),
    "after-triggering-enemy-unit-completes-attacks": (UNIT_SHOT, UNIT_FOUGHT),
    "when-enemy-unit-targets-friendly-unit": (TARGETS_SELECTED,),
    "selected-as-ranged-attack-target": (TARGETS_SELECTED,),
    "enemy-unit-ended-move": (UNIT_ENDED_MOVE,),
    "enemy-unit-ends-move": (UNIT_ENDED_MOVE,),
    "on-unit-destroyed": (UNIT_DESTROYED,),
    "selected-target-was-just-destroyed": (UNIT_DESTROYED,),
    "enemy-unit-destroyed-in-melee": (UNIT_DESTROYED,),
}
"""The data set's timings and the moments of this book."""


def holds(s: Battle, use: Use, unit: Unit | None, condition: Node) -> bool | None:
    """Does the condition hold for the unit now? None: this book cannot tell."""
    operator = condition.get("operator")
    if operator:
        found: list[bool | None] = [holds(s, use, unit, one) for one in condition["operands"]]
        if operator == "not":
            return None if found[0] is None else not found[0]
        decisive: bool = operator == "or"
        if decisive in found:
            return decisive
        return None if None in found else not decisive
    known = CONDITIONS.get(condition.get("type", ""))
    if known is None or unit is None:
        return None
    return known(s, use, unit, condition.get("parameters") or {})


def is_evaluated(condition: Node) -> bool:
    """Is every part of the condition one that this book can tell, as far as its kind goes?"""
    if condition.get("operator"):
        return all(is_evaluated(one) for one in condition["operands"])
    return condition.get("type") in CONDITIONS and _unknown_kind(condition) is None


def _unknown_kind(condition: Node) -> str | None:
    given = condition.get("parameters") or {}
    if given.get("subject") in ("target", "attacker"):
        return "it concerns an attack"
    if condition["type"] == "timing-is" and given.get("timing") not in TIMINGS:
        return "an unknown timing"
    return None


def condition_types(condition: Node) -> list[Node]:
    """The single conditions in a condition."""
    if condition.get("operator"):
        return [leaf for one in condition["operands"] for leaf in condition_types(one)]
    return [condition]


def _phase(s: Battle, use: Use, unit: Unit, given: Node) -> bool | None:
    wanted = str(given.get("phase", ""))
    if wanted.startswith("opponent-"):
        return s.active != use.by and s.phase == wanted.removeprefix("opponent-")
    return s.phase == wanted


def _turn(s: Battle, use: Use, unit: Unit, given: Node) -> bool | None:
    return (s.active == use.by) == str(given.get("turn", "")).startswith("your")


def _timing(s: Battle, use: Use, unit: Unit, given: Node) -> bool | None:
    moments = TIMINGS.get(str(given.get("timing")))
    return None if moments is None else use.moment in moments or None


def _keyword(s: Battle, use: Use, unit: Unit, given: Node) -> bool | None:
    words = given.get("keywords") or [given.get("keyword")]
    return all(has_keyword(s, unit, str(word).upper()) for word in words)


def _target_keyword(s: Battle, use: Use, unit: Unit, given: Node) -> bool | None:
    subject = s.units.get(use.subject)
    return _keyword(s, use, subject, given) if subject and subject.seat != use.by else None


def _subject(s: Battle, use: Use, unit: Unit, given: Node) -> Unit | None:
    if given.get("subject") not in ("target", "attacker"):
        return unit
    subject = s.units.get(use.subject)
    return subject if subject and subject.seat != use.by else None


def _shocked(s: Battle, use: Use, unit: Unit, given: Node) -> bool | None:
    subject = _subject(s, use, unit, given)
    return subject.shocked if subject else None


def _below_start(s: Battle, use: Use, unit: Unit, given: Node) -> bool | None:
    subject = _subject(s, use, unit, given)
    return len(subject.models) < subject.starting_strength if subject else None


def _below_half(s: Battle, use: Use, unit: Unit, given: Node) -> bool | None:
    subject = _subject(s, use, unit, given)
    return below_half(s, subject.id) if subject and subject.models else None


def _engagement(s: Battle, use: Use, unit: Unit, given: Node) -> bool | None:
    state = str(given.get("state", "engaged"))
    if state not in ("engaged", "unengaged", "not-in-engagement-range", "not-within-enemy-engagement-range"):
        return None
    if given.get("timing") == "start-of-phase":
        return None
    return (unit.where is Where.TABLE and is_engaged(s, unit)) == (state == "engaged")


def _made(kind: str) -> Callable[[Battle, Use, Unit, Node], bool | None]:
    def test(s: Battle, use: Use, unit: Unit, given: Node) -> bool | None:
        return kind in moves_made(s, unit.id)

    return test


def _charged(s: Battle, use: Use, unit: Unit, given: Node) -> bool | None:
    """Charges are made by hand: that one was is known where the players have said so."""
    return "charge" in moves_made(s, unit.id) or None


def _fought(s: Battle, use: Use, unit: Unit, given: Node) -> bool | None:
    """Fights are played by hand: that a unit fought is known where the players have said so."""
    return has_effect(s, HAS_FOUGHT, unit.id) or None


def _disembarked(s: Battle, use: Use, unit: Unit, given: Node) -> bool | None:
    return any(e.value == "it disembarked" for e in s.effects if e.subject == unit.id) or "disembark" in moves_made(
        s, unit.id
    )


def _stationary(s: Battle, use: Use, unit: Unit, given: Node) -> bool | None:
    return has_effect(s, "remained stationary", unit.id)


def _tagged(s: Battle, use: Use, unit: Unit, given: Node) -> bool | None:
    subject = _subject(s, use, unit, given)
    if subject is None:
        return None
    return any(e.value == given.get("tag") for e in effects_on(s, TAG, subject.id))


def _rule_active(s: Battle, use: Use, unit: Unit, given: Node) -> bool | None:
    """Army rules are not written: that one is active is known where a stratagem has made it so."""
    return any(e.value == given.get("rule") for e in effects_on(s, RULE_ACTIVE, unit.id)) or None


def _disposition(s: Battle, use: Use, unit: Unit, given: Node) -> bool | None:
    subject = _subject(s, use, unit, given)
    wanted = given.get("disposition")
    if subject is None or wanted not in ("friendly", "enemy"):
        return None
    fits = (subject.seat == use.by) == (wanted == "friendly")
    return fits and len(subject.models) >= int(given.get("model_count_min", 0))


def _near_enemy(s: Battle, use: Use, unit: Unit, given: Node) -> bool | None:
    reach = float(given.get("range") or given.get("range_inches") or ANYWHERE)
    return any(gap_between(s, unit, other, reach) is None for other in on_table(s, 1 - unit.seat))


def _near_unit(s: Battle, use: Use, unit: Unit, given: Node) -> bool | None:
    reach, kind = given.get("range") or given.get("within_inches"), given.get("target_type")
    if not reach or given.get("wholly") or given.get("visibility"):
        return None
    if kind == "triggering-enemy-unit" and use.subject:
        return gap_between(s, unit, s.units[use.subject], float(reach)) is None
    keywords = {"friendly-monster": "MONSTER", "friendly-keyword": str(given.get("keyword", "")).upper()}.get(str(kind))
    if given.get("of") == "friendly-chaplain":
        keywords = "CHAPLAIN"
    if not keywords:
        return None
    return any(
        has_keyword(s, other, keywords) and gap_between(s, unit, other, float(reach)) is None
        for other in on_table(s, unit.seat)
        if other.id != unit.id
    )


def _attached(s: Battle, use: Use, unit: Unit, given: Node) -> bool | None:
    """A unit whose models come from more than one datasheet is an attached unit (19.01)."""
    return len({s.roster.profiles[model.profile].datasheet for model in unit.models}) > 1


def _destroyed(s: Battle, use: Use, unit: Unit, given: Node) -> bool | None:
    """Destroyed units are kept for the turn: of a phase only that none was is known."""
    seat = use.by if given.get("side") == "friendly" else 1 - use.by
    count = sum(s.units[one].seat == seat for one in s.destroyed_this_turn)
    enough = count >= int(given.get("count_min", 1))
    return enough if given.get("window") == "this-turn" or not enough else None


def _in_range(s: Battle, use: Use, unit: Unit, given: Node) -> bool | None:
    return bool(objectives_near(s, unit))


def _controls(s: Battle, use: Use, unit: Unit, given: Node) -> bool | None:
    return any(controller(s, one) == unit.seat for one in objectives_near(s, unit))


CONDITIONS: dict[str, Callable[[Battle, Use, Unit, Any], bool | None]] = {
    "phase-is": _phase,
    "player-turn-is": _turn,
    "timing-is": _timing,
    "unit-has-keyword": _keyword,
    "target-has-keyword": _target_keyword,
    "is-battle-shocked": _shocked,
    "unit-below-starting-strength": _below_start,
    "unit-below-half-strength": _below_half,
    "engagement-state": _engagement,
    "advanced-this-turn": _made("advance"),
    "charged-this-turn": _charged,
    "has-fought-this-phase": _fought,
    "disembarked-from-transport": _disembarked,
    "remained-stationary": _stationary,
    "unit-has-tag": _tagged,
    "faction-rule-active": _rule_active,
    "disposition-matches": _disposition,
    "opponent-unit-within-range": _near_enemy,
    "unit-within-range-of": _near_unit,
    "is-attached": _attached,
    "units-destroyed": _destroyed,
    "within-range-of-objective": _in_range,
    "controls-objective": _controls,
}
