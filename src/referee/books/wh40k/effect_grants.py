"""Leaves of published effects of the type `ability-grant`, by what they grant."""

from __future__ import annotations

from collections.abc import Sequence

from referee.books.wh40k.dice import BATTLE_SHOCK
from referee.books.wh40k.effect_moves import BLOCKERS, ingress, into_reserves, movement_modifier
from referee.books.wh40k.effect_reasons import (
    ACTIONS,
    ATTACKS,
    CHARGING,
    DESTROYED,
    FIGHTING,
    NOT_UNDERSTOOD,
    POOLS,
    SHOOTING,
    VISIBILITY,
)
from referee.books.wh40k.effect_support import (
    BATTLE_SHOCK_ROLL,
    HEALED,
    Deed,
    Ground,
    each,
    grant_keyword,
    last,
    lasting,
)
from referee.books.wh40k.effect_units import Node, amount_of, modifier_of, name_of
from referee.books.wh40k.eligibility import ACTION, ADVANCED, CHARGE, DISEMBARKED, FELL_BACK, SHOOT, bar
from referee.books.wh40k.embarking import Embark
from referee.books.wh40k.move_types import ADVANCE_IS, FORCES_TEST, THROUGH_MODELS
from referee.books.wh40k.moving import NORMAL
from referee.books.wh40k.names import UnitId
from referee.books.wh40k.reserves import ANY_ZONE
from referee.books.wh40k.state import Battle, change
from referee.kernel import Outcome, phrase, tell

ACTS = {"shoot": SHOOT, "charge": CHARGE, "action": ACTION}
CAUSES = {"advance": ADVANCED, "fall-back": FELL_BACK, "disembark": DISEMBARKED}

AFTER: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "shoot-after-fall-back": (("shoot",), ("fall-back",)),
    "shoot-after-fallback": (("shoot",), ("fall-back",)),
    "shoot-after-advance": (("shoot",), ("advance",)),
    "shoot-after-advance-or-fall-back": (("shoot",), ("advance", "fall-back")),
    "charge-after-fall-back": (("charge",), ("fall-back",)),
    "charge-after-fallback": (("charge",), ("fall-back",)),
    "charge-after-advance": (("charge",), ("advance",)),
    "charge-after-advance-or-fall-back": (("charge",), ("advance", "fall-back")),
    "advance-and-charge": (("charge",), ("advance",)),
    "charge-after-disembark": (("charge",), ("disembark",)),
    "charge-eligible-after-normal-move-disembark": (("charge",), ("disembark",)),
    "disembark-after-advance-charge": (("charge",), ("disembark",)),
    "post-fallback-actions": (("shoot", "charge"), ("fall-back",)),
    "eligible-to-start-action-after-advance-or-fall-back": (("action",), ("advance", "fall-back")),
}

BY_HAND: dict[str, str] = {
    "shoot-as-if-shooting-phase": SHOOTING,
    "shoot-out-of-phase": SHOOTING,
    "shoot-again": SHOOTING,
    "snap-shooting": SHOOTING,
    "snap-shooting-response": SHOOTING,
    "act-after-shooting": SHOOTING,
    "shoot-while-performing-action": ACTIONS,
    "shoot-while-in-action": ACTIONS,
    "shoot-after-action": ACTIONS,
    "move-does-not-prevent-action": ACTIONS,
    "reactive-charge": CHARGING,
    "embark-when-charged": CHARGING,
    "stealth": VISIBILITY,
    "benefit-of-cover": VISIBILITY,
    "cannot-have-benefit-of-cover": VISIBILITY,
    "detection-range-modifier": VISIBILITY,
    "detection-range-extended-6": VISIBILITY,
    "increased-detection-range": VISIBILITY,
    "remain-hidden-after-shooting": VISIBILITY,
    "shooting-does-not-prevent-hidden": VISIBILITY,
    "delayed-model-removal": FIGHTING,
    "deferred-removal-until-fought-or-end-of-phase": FIGHTING,
    "engaged-enemies-must-target-this-unit": ATTACKS,
    "engaged-enemies-must-prefer-scintillating-legions-targets": ATTACKS,
    "incoming-psychic-attacks-hazardous": ATTACKS,
    "incoming-unmodified-ranged-hit-results-one-through-three-fail": ATTACKS,
    "melee-cleave-one-if-absent": ATTACKS,
    "melee-cleave-increment-if-present": ATTACKS,
    "ranged-rapid-fire-floor-one-increment-existing": ATTACKS,
    "terminate-current-attack-sequence": ATTACKS,
    "battle-shocked-targeting-permission": ATTACKS,
    "return-destroyed-models": DESTROYED,
    "deadly-demise-threshold": DESTROYED,
    "deadly-demise-disabled": DESTROYED,
    "deadly-demise-choose-result": DESTROYED,
    "summon-chaos-spawn-on-death": DESTROYED,
    "create-identical-replacement-unit": DESTROYED,
    "restore-replacement-to-original-model-count-and-full-health": DESTROYED,
    "place-replacement-in-strategic-reserves": DESTROYED,
    "replace-destroyed-unit-in-reserves": DESTROYED,
    "reuse-once-per-battle-ability": POOLS,
    "dark-pact-both-abilities": POOLS,
    "malefic-surge": POOLS,
    "extend-bondsman-range": POOLS,
    "kindred-sorcery-choice-override": POOLS,
    "make-a-blessings-of-khorne-roll-and-activate-one-additional-blessing": POOLS,
}

INTO_RESERVES = (
    "place-into-strategic-reserves",
    "place-in-strategic-reserves",
    "into-strategic-reserves",
    "place-selected-unit-in-strategic-reserves",
    "withdraw-to-strategic-reserves",
)
CALMS = ("remove-battle-shock", "remove-battle-shocked-status")
EMBARKS = ("embark-at-end-of-fight-phase", "embark-after-fight", "embark-in-selected-transport", "embark-in-transport")


def may_act_after(acts: Sequence[str], moves: Sequence[str]) -> Deed | str:
    """The units may shoot, declare a charge or start an action although they made such a move (09.06/e, 09.07/i)."""
    if not all(act in ACTS for act in acts) or not all(move in CAUSES for move in moves):
        return NOT_UNDERSTOOD

    def run(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
        for act in acts:
            for move in moves:
                last(s, ground, f"may {ACTS[act]} after", units, CAUSES[move])
        return None

    return Deed(run)


def grant_of(node: Node) -> Deed | str:
    """How an `ability-grant` is carried out, or why by hand."""
    given = modifier_of(node)
    name = str(given.get("grant_type") or given.get("ability_id") or "").lower()
    if name in AFTER:
        return may_act_after(*AFTER[name])
    if name == "act-after-move":
        if any(key.startswith("acts_if") for key in given):
            return POOLS
        if "action" in given.get("moves", ()) or "shoot" in given.get("moves", ()):
            return ACTIONS
        return may_act_after(tuple(given.get("acts", ("shoot", "charge"))), tuple(given.get("moves", ())))
    if name in INTO_RESERVES:
        return Deed(into_reserves)
    if name == "ingress-move":
        return ingress(node)
    if name in EMBARKS:
        return Deed(_embark)
    if name in CALMS:
        return Deed(_calm)
    if name == "heal-wounds":
        if any(key.startswith("amount_if") for key in given) or not amount_of(given.get("amount")):
            return POOLS
        return Deed(_heal, amount=amount_of(given["amount"]))
    return GRANTS.get(name) or BY_HAND.get(name, NOT_UNDERSTOOD)


def _embark(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
    return Embark(unit=units[0]) if units else None


def _calm(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
    for unit in units:
        if s.units[unit].shocked:
            change(s, unit, shocked=False)
            tell(s, "40K 01.07", "{unit} is no longer battle-shocked.", unit=name_of(s, unit))
    return None


def _heal(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
    amount = amount_of(modifier_of(node)["amount"])
    assert amount is not None
    return each(HEALED, units, amount.total(dice))


def _battle_shock(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
    minus = modifier_of(node).get("result_modifier")
    if isinstance(minus, int | float):
        last(s, ground, BATTLE_SHOCK, units, minus)
    return each(BATTLE_SHOCK_ROLL, units)


def _bar_charge(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
    for unit in units:
        bar(s, unit, CHARGE, ground.stratagem.rule, phrase("a stratagem forbids it"))
    return None


def _mobile(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
    grant_keyword(s, ground, units, "MOBILE")
    return None


def _move(given: str, kind: str) -> Deed | str:
    deed = movement_modifier({"modifier": {"move_type": kind, "distance": given}})
    if isinstance(deed, str):
        return deed

    def run(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
        return deed.run(s, ground, {**node, "modifier": {"move_type": kind, "distance": given}}, units, dice)

    return Deed(run, amount=deed.amount)


def _through(name: str) -> Deed:
    return lasting(THROUGH_MODELS, {"moves": [], "but": list(BLOCKERS[name])})


GRANTS: dict[str, Deed | str] = {
    "battle-shock-test": Deed(_battle_shock),
    "advance-6-instead-of-roll": lasting(ADVANCE_IS, 6),
    "mobile": Deed(_mobile),
    "cannot-embark-transport": lasting("cannot embark", None),
    "move-through-models": _through("non-monster-vehicle-models"),
    "charge-ineligible-for-remainder-of-turn": Deed(_bar_charge),
    "desperate-escape": lasting(FORCES_TEST, None),
    "ingress-into-enemy-deployment-zone": lasting(ANY_ZONE, None),
    "normal-move-d3-plus-3-inches": _move("D3+3", NORMAL.name),
    "same-unit-surge-move-up-to-d6": _move("D6", "surge"),
}
