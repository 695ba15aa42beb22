"""The stratagems of the 40kdc data set as this book's records: price, WHEN, TARGET, RESTRICTIONS, and the effect whole.

"Powered by 40kdc-data" (https://github.com/wn-mitch/40kdc-data), CC BY 4.0. Reading: the data set gives no TARGET in
words; a stratagem targets one friendly unit, and what is said of units there narrows it down: keywords, where the unit
has to be for the effect to do anything, and the conditions that the whole effect hangs on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from msgspec.structs import replace
from wh40kdc.data.bundle import raw_data

from referee.books.wh40k.core_stratagems import CORE
from referee.books.wh40k.effect_conditions import TIMINGS
from referee.books.wh40k.effect_units import ANYWHERE, ENGAGED, Node, modifier_of
from referee.books.wh40k.moments import (
    CHARGE_DECLARED,
    DAMAGE_ALLOCATED,
    END_OF,
    OPENED,
    SELECTED_TO_FALL_BACK,
    SELECTED_TO_FIGHT,
    SELECTED_TO_MOVE,
    SELECTED_TO_SHOOT,
    START_OF,
    TARGETS_SELECTED,
    UNIT_DESTROYED,
    UNIT_ENDED_CHARGE,
    UNIT_ENDED_MOVE,
    UNIT_FOUGHT,
    UNIT_SHOT,
)
from referee.books.wh40k.names import Phase, Where
from referee.books.wh40k.stratagem_records import Stratagem, Target, Trigger
from referee.kernel import frozen

Row = dict[str, Any]

EVENTS: dict[str, tuple[str, ...]] = {
    "after-enemy-unit-fires": (UNIT_SHOT,),
    "enemy-unit-ended-move": (UNIT_ENDED_MOVE,),
    "on-unit-destroyed": (UNIT_DESTROYED,),
    "selected-to-fight": (SELECTED_TO_FIGHT,),
    "end-of-charge-move": (UNIT_ENDED_CHARGE,),
    "charge-declaration": (CHARGE_DECLARED,),
    "end-of-phase": tuple(END_OF.values()),
    "start-of-phase": tuple(START_OF.values()),
    "fall-back-move": (SELECTED_TO_FALL_BACK,),
    "on-damage-allocated": (DAMAGE_ALLOCATED,),
    "after-unit-resolves-attacks": (UNIT_SHOT, UNIT_FOUGHT),
}
"""The data set's events and the moments of this book."""

SELECTED: dict[Phase, str] = {
    Phase.MOVEMENT: SELECTED_TO_MOVE,
    Phase.SHOOTING: SELECTED_TO_SHOOT,
    Phase.FIGHT: SELECTED_TO_FIGHT,
}
WHOLE_GAME = ("any-on-battlefield", "any-visible", "terrain-within-range")
PERS = {"once-per-phase": "phase", "once-per-turn": "turn", "once-per-battle": "battle", "unlimited": "phase"}


@cache
def _abilities() -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in raw_data()["abilities"]:
        found.setdefault(row["ability_id"], []).append(row)
    return found


@cache
def _by_detachment() -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in raw_data()["stratagems"]:
        if row["detachment_id"]:
            found.setdefault(row["detachment_id"], []).append(row)
    return found


def ability_of(row: Row) -> Row | None:
    """The published effect of a stratagem's row: the detachment's own, if several share the id."""
    known = _abilities().get(row["ability_id"] or "", [])
    own = [one for one in known if one.get("detachment_id") == row["detachment_id"]]
    return next(iter(own or known), None)


def stratagems_for(detachments: Iterable[str]) -> tuple[Stratagem, ...]:
    """The stratagems of these detachments, each once."""
    rows = {row["id"]: row for detachment in detachments for row in _by_detachment().get(detachment, ())}
    return tuple(stratagem_of_row(row) for row in rows.values())


def every_row() -> list[Row]:
    """All rows of the data set's stratagems, the core ones included."""
    rows: list[Row] = raw_data()["stratagems"]
    return rows


def stratagem_of_row(row: Row) -> Stratagem:
    """One row with its published effect as a record of this book. The core ones are this book's own."""
    core = next((one for one in CORE if one.id == row["id"]), None)
    if core is not None:
        return core
    ability = ability_of(row) or {}
    effect = ability.get("effect")
    scope = ability.get("scope") or {}
    one = Stratagem(
        id=row["id"],
        name=row["name"].title() if row["name"].isupper() else row["name"],
        cp=row["cp_cost"],
        phases=tuple(Phase(phase) for phase in row["phases"]),
        turn=row["player_turn"],
        per=_period(row, ability),  # type: ignore[arg-type]
        effect=frozen(effect),
        duration=scope.get("duration", ""),
        reach=_reach(scope),
        detachment=row["detachment_id"] or "",
        target=_target(row, ability),
    )
    return _narrowed(_triggered(one, ability.get("trigger")), effect)


def _period(row: Row, ability: Row) -> str:
    frequency = str((ability.get("usage") or {}).get("frequency", ""))
    if frequency.endswith("per-battle"):
        return "battle"
    return "round" if frequency.endswith("battle-round") else PERS[row["timing"]]


def _reach(scope: Row) -> float:
    kind = scope.get("range", "unit")
    if kind == "engagement-range":
        return ENGAGED
    if kind in WHOLE_GAME:
        return float(scope.get("range_inches", ANYWHERE))
    if kind.startswith("aura-") and kind != "aura-custom":
        return float(kind.removeprefix("aura-"))
    return float(scope.get("range_inches", 0.0))


def _target(row: Row, ability: Row) -> Target:
    limits = row.get("target_restrictions") or {}
    applies = ability.get("applies_to") or {}
    needed = [*limits.get("required_keywords", ()), *applies.get("required_keywords", ())]
    barred = [*limits.get("excluded_keywords", ()), *applies.get("excluded_keywords", ())]
    return Target(
        all_of=_words(needed),
        any_of=_words(limits.get("required_keywords_any", ())),
        none_of=_words(barred),
        where=_places(ability.get("effect") or {}),
    )


def _words(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word.upper() for word in words))


def _places(effect: Node) -> tuple[Where, ...]:
    """Where the target has to be for the effect to do anything."""
    leaves = list(leaves_of(effect))
    grants = [modifier_of(one).get("grant_type") for one in leaves]
    if "ingress-move" in grants and not any(one.get("type") == "select-units" for one in nodes_of(effect)):
        return (Where.RESERVES,)
    if any(one.get("type") in ("deep-strike", "strategic-reserves-arrival") for one in leaves):
        return (Where.TABLE, Where.RESERVES)
    if any(one.get("type") == "disembark" for one in leaves):
        return (Where.TABLE, Where.EMBARKED)
    return (Where.TABLE,)


def nodes_of(node: Any) -> Iterator[Node]:
    """Every node of an effect, conditions included, the outer ones first."""
    if isinstance(node, dict):
        if isinstance(node.get("type"), str):
            yield node
        for value in node.values():
            yield from nodes_of(value)
    elif isinstance(node, list | tuple):
        for value in node:
            yield from nodes_of(value)


def leaves_of(effect: Node) -> Iterator[Node]:
    """The nodes that do something themselves."""
    return (node for node in nodes_of(effect) if "modifier" in node or node["type"] == "set-battle-shock")


def _triggered(one: Stratagem, trigger: Row | None) -> Stratagem:
    """The moment and what has to have happened, from the data set's trigger."""
    if not trigger:
        return one
    event, subject = trigger["event"], trigger.get("subject", "")
    side = {"enemy-unit": "enemy", "friendly-unit": "friendly", "self": "target", "any-unit": ""}.get(subject, "")
    moves = tuple(trigger.get("move_types", ()))
    moments = EVENTS.get(event, ())
    if event == "on-unit-selected":
        enemy = side == "enemy"
        moments = tuple(
            dict.fromkeys(
                SELECTED.get(phase, CHARGE_DECLARED)
                if not enemy or phase in (Phase.MOVEMENT, Phase.CHARGE)
                else TARGETS_SELECTED
                for phase in one.phases
                if phase is not Phase.COMMAND
            )
        )
    elif event == "enemy-unit-fell-back":
        moments, moves = (UNIT_ENDED_MOVE,), ("fall-back",)
    if event in ("end-of-phase", "start-of-phase"):
        table = END_OF if event == "end-of-phase" else START_OF
        moments, side = tuple(table[phase] for phase in one.phases), ""
    within = float((trigger.get("proximity") or {}).get("range", 0.0))
    found = Trigger(side=side, within=within, moves=moves)  # type: ignore[arg-type]
    return replace(one, moments=moments, trigger=found)


def _narrowed(one: Stratagem, effect: Node | None) -> Stratagem:
    """What the whole effect hangs on is part of WHEN and TARGET: phase, whose turn, moment, keywords, engagement."""
    if not effect or effect.get("type") != "conditional":
        return one
    condition = effect.get("condition") or {}
    parts = condition["operands"] if condition.get("operator") == "and" else [condition]
    for part in parts:
        one = _narrowed_by(one, part)
    return one


def _narrowed_by(one: Stratagem, part: Node) -> Stratagem:
    kind, given = part.get("type"), part.get("parameters") or {}
    if kind == "phase-is":
        wanted = str(given["phase"]).removeprefix("opponent-")
        phases = tuple(phase for phase in one.phases if phase == wanted)
        return replace(one, phases=phases) if phases else one
    if kind == "player-turn-is" and one.turn == "either":
        return replace(one, turn="your-turn" if str(given["turn"]).startswith("your") else "opponent-turn")
    if kind == "timing-is" and not one.moments:
        return replace(one, moments=_fitting(one, TIMINGS.get(str(given.get("timing")), ())))
    if kind == "unit-has-keyword" and given.get("keyword"):
        return _with_target(one, all_of=(*one.target.all_of, str(given["keyword"]).upper()))
    if kind == "engagement-state" and not given.get("timing"):
        return _with_target(one, facts=(*one.target.facts, _state(given)))
    if part.get("operator") == "or":
        operands = part["operands"]
        if all(other.get("type") == "unit-has-keyword" for other in operands):
            return _with_target(one, any_of=_words(other["parameters"]["keyword"] for other in operands))
        if all(other.get("type") == "timing-is" for other in operands) and not one.moments:
            known = [m for other in operands for m in TIMINGS.get(other["parameters"]["timing"], ())]
            return replace(one, moments=_fitting(one, tuple(known)))
    if part.get("operator") == "not":
        (inner,) = part["operands"]
        other = inner.get("parameters") or {}
        if inner.get("type") == "unit-has-keyword" and other.get("keyword"):
            return _with_target(one, none_of=(*one.target.none_of, str(other["keyword"]).upper()))
        if inner.get("type") == "engagement-state" and not other.get("timing"):
            opposite = "engaged" if _state(other) == "unengaged" else "unengaged"
            return _with_target(one, facts=(*one.target.facts, opposite))
    return one


def _state(given: Node) -> str:
    return "engaged" if str(given.get("state", "engaged")) == "engaged" else "unengaged"


def _with_target(one: Stratagem, **fields: Any) -> Stratagem:
    return replace(one, target=replace(one.target, **fields))


def _fitting(one: Stratagem, moments: tuple[str, ...]) -> tuple[str, ...]:
    """Of these moments, those that come in the stratagem's phases."""
    opened = [moment for phase in one.phases for moment in OPENED[phase]]
    return tuple(moment for moment in moments if moment in opened)
