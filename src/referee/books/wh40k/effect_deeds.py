"""What each kind of leaf of a published effect does: carried out by this book, or by hand, with the reason."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from referee.books.wh40k.characteristics import FLOORS, kind_of
from referee.books.wh40k.command_points import gain_cp
from referee.books.wh40k.dice import ADVANCE as ADVANCE_ROLL
from referee.books.wh40k.dice import BATTLE_SHOCK
from referee.books.wh40k.effect_conditions import RULE_ACTIVE, TAG
from referee.books.wh40k.effect_grants import grant_of, may_act_after
from referee.books.wh40k.effect_moves import MOVES
from referee.books.wh40k.effect_reasons import (
    ACTIONS,
    ATTACKS,
    CHARGING,
    DESTROYED,
    FIGHTING,
    NOT_UNDERSTOOD,
    POOLS,
    VISIBILITY,
)
from referee.books.wh40k.effect_support import (
    BATTLE_SHOCK_ROLL,
    HEALED,
    WOUNDS,
    Deed,
    Ground,
    each,
    grant_keyword,
    last,
    lasting,
)
from referee.books.wh40k.effect_units import Node, amount_of, modifier_of, name_of
from referee.books.wh40k.eligibility import AUTO_PASS, CHARGE, bar
from referee.books.wh40k.measuring import engaging_units
from referee.books.wh40k.move_types import FORCES_TEST, MORE_HAZARDS, NO_ORDERED_RETREAT, NO_TEST
from referee.books.wh40k.names import UnitId
from referee.books.wh40k.objectives import Secure
from referee.books.wh40k.reserves import ARRIVES_BEYOND, STRIKES_DEEP
from referee.books.wh40k.state import Battle, change, has_keyword
from referee.kernel import Outcome, phrase, tell

WEAPON_STATS = ("A", "S", "AP", "D", "BS", "WS", "Range")
UNIT_ABILITIES = ("MOBILE", "DEEP STRIKE")
"""Abilities given as keywords that the written rules read."""


def deed_of(node: Node) -> Deed | str:
    """How the node is carried out; or, in words, why the players have to do it."""
    found = LEAVES.get(str(node.get("type")))
    if found is None:
        return NOT_UNDERSTOOD
    return found(node) if callable(found) and not isinstance(found, Deed) else found


def _stat(node: Node) -> Deed | str:
    given = modifier_of(node)
    stat, how, value = given.get("stat"), given.get("operation"), given.get("value")
    if stat in WEAPON_STATS or given.get("incoming"):
        return ATTACKS
    if stat == "detection-range":
        return VISIBILITY
    if stat not in FLOORS or how not in HOW or not isinstance(value, int | float):
        return NOT_UNDERSTOOD
    return Deed(_change_stat)


HOW = {
    "add": ("add", 1),
    "subtract": ("add", -1),
    "set": ("set", 1),
    "multiply": ("multiply", 1),
    "divide": ("divide", 1),
    "improve": ("add", 1),
    "worsen": ("add", -1),
}
LOWER_IS_BETTER = ("Ld", "Sv")


def _change_stat(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
    """Reading: add and subtract work on the number as printed; improve and worsen, on what it is worth (Ld, Sv)."""
    given = modifier_of(node)
    stat = str(given.get("stat", "OC"))
    how, sign = HOW[given["operation"]]
    if given["operation"] in ("improve", "worsen") and stat in LOWER_IS_BETTER:
        sign = -sign
    value = given["value"] * sign
    last(s, ground, kind_of(stat, how), units, value)
    tell(
        s,
        "40K 02.02.01",
        "{source}: {stat} {how} {value} for {units}.",
        source=ground.stratagem.name,
        stat=stat,
        how=how,
        value=f"{value:+g}" if how == "add" else value,
        units=[name_of(s, unit) for unit in units],
    )
    return None


def _objective_control(node: Node) -> Deed | str:
    given = modifier_of(node)
    if given.get("sticky") or given.get("operation") == "secure":
        return Deed(_secure)
    return _stat({**node, "modifier": {**given, "stat": "OC"}})


def _secure(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
    return Secure(by=ground.use.by, units=units, source=ground.stratagem.name)


def _objective_tag(node: Node) -> Deed | str:
    given = modifier_of(node)
    if given.get("source") == "this-action":
        return ACTIONS
    return Deed(_secure) if given.get("tag") in ("secured", "remains-under-your-control") else NOT_UNDERSTOOD


def _leadership(node: Node) -> Deed | str:
    given = modifier_of(node)
    how, value = given.get("operation"), given.get("value")
    if given.get("test") != "battle-shock":
        return NOT_UNDERSTOOD
    if how in ("subtract", "add") and isinstance(value, int | float):
        return lasting(BATTLE_SHOCK, value if how == "add" else -value)
    if how == "auto-success":
        return lasting(AUTO_PASS, None)
    return Deed(_battle_shock_tests) if how in (None, "force-test") else NOT_UNDERSTOOD


def _battle_shock_tests(
    s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]
) -> Outcome:
    minus = modifier_of(node).get("result_modifier")
    if isinstance(minus, int | float):
        last(s, ground, BATTLE_SHOCK, units, minus)
    return each(BATTLE_SHOCK_ROLL, units)


def _roll(node: Node) -> Deed | str:
    given = modifier_of(node)
    roll, how, value = given.get("roll"), given.get("operation"), given.get("value")
    if roll == "charge":
        return CHARGING
    kind = {
        "battle-shock": BATTLE_SHOCK,
        "advance": ADVANCE_ROLL,
        "desperate-escape": "desperate escape test",
    }.get(str(roll))
    if kind is None:
        return ATTACKS
    if how not in ("add", "subtract") or not isinstance(value, int | float):
        return NOT_UNDERSTOOD
    return lasting(kind, value if how == "add" else -value)


def _reroll(node: Node) -> Deed | str:
    roll = modifier_of(node).get("roll")
    if roll == "advance":
        return lasting("may re-roll", ADVANCE_ROLL)
    return CHARGING if roll == "charge" else NOT_UNDERSTOOD if roll in ("surge", "psychic-test") else ATTACKS


def _auto(node: Node) -> Deed | str:
    given = modifier_of(node)
    test = given.get("test") or given.get("roll")
    if test == "desperate-escape":
        return lasting(NO_TEST, None)
    if test == "battle-shock":
        return lasting(AUTO_PASS, None)
    return DESTROYED if test == "deadly-demise" else NOT_UNDERSTOOD


def _rule_state(node: Node) -> Deed | str:
    given = modifier_of(node)
    rule, granted = given.get("rule"), given.get("direction") == "granted"
    if rule == "charge" and not granted:
        return Deed(_bar_charge)
    if rule == "desperate-escape" and granted:
        return lasting(FORCES_TEST, None)
    if rule == "ordered-retreat" and not granted:
        return lasting(NO_ORDERED_RETREAT, None)
    if rule == "benefit-of-cover":
        return VISIBILITY
    return lasting(RULE_ACTIVE, rule) if granted and given.get("rule_kind") == "keyword" else NOT_UNDERSTOOD


def _bar_charge(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
    for unit in units:
        bar(s, unit, CHARGE, ground.stratagem.rule, phrase("a stratagem forbids it"))
    return None


def _keywords(node: Node) -> Deed | str:
    given = modifier_of(node)
    words = [str(word).upper() for word in given.get("keywords") or [given.get("keyword")]]
    if given.get("weapon_type") or given.get("attack_type") or not all(word in UNIT_ABILITIES for word in words):
        return ATTACKS
    return Deed(_grant_abilities)


def _grant_abilities(
    s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]
) -> Outcome:
    given = modifier_of(node)
    for word in given.get("keywords") or [given.get("keyword")]:
        if str(word).upper() == "DEEP STRIKE":
            last(s, ground, STRIKES_DEEP, units, None)
        else:
            grant_keyword(s, ground, units, str(word).upper())
    return None


def _unit_keyword(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
    grant_keyword(s, ground, units, str(modifier_of(node)["keyword"]).upper())
    return None


def _unit_tag(node: Node) -> Deed | str:
    given = modifier_of(node)
    if given.get("operation") == "remove" and given.get("tag") == "battle-shocked":
        return Deed(_calm)
    if given.get("tag") == "split-into-single-model-units":
        return NOT_UNDERSTOOD
    return lasting(TAG, given.get("tag")) if "detection_range_bonus" not in given else VISIBILITY


def _calm(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
    for unit in units:
        change(s, unit, shocked=False)
        tell(s, "40K 01.07", "{unit} is no longer battle-shocked.", unit=name_of(s, unit))
    return None


def _shock(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
    for unit in units:
        change(s, unit, shocked=True)
        tell(s, "40K 01.07", "{unit} is battle-shocked.", unit=name_of(s, unit))
    return None


def _mortal_wounds(node: Node) -> Deed | str:
    given = modifier_of(node)
    if given.get("trigger"):
        return NOT_UNDERSTOOD
    table = given.get("table")
    if table:
        fits = all(amount_of(value) for value in table.values())
        return Deed(_table_wounds, amount=amount_of(given.get("dice", "D6"))) if fits else NOT_UNDERSTOOD
    rolled = given.get("dice") or (given.get("count") if given.get("per_roll") else None)
    if rolled:
        return Deed(_wounds_by_success, amount=amount_of(rolled)) if amount_of(rolled) else NOT_UNDERSTOOD
    amount = amount_of(given.get("count", given.get("amount")))
    return Deed(_wounds, amount=amount) if amount else NOT_UNDERSTOOD


def _wounds(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
    given = modifier_of(node)
    amount = amount_of(given.get("count", given.get("amount")))
    assert amount is not None
    return each(WOUNDS, units, amount.total(dice))


def _wounds_by_success(
    s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]
) -> Outcome:
    given = modifier_of(node)
    least = int(given.get("threshold") or str(given.get("per_roll", "4+")).rstrip("+"))
    count = sum(die >= least for die in dice) * int(given.get("mortal_per_success", 1))
    return each(WOUNDS, units, count)


def _table_wounds(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
    """The row of the table that was rolled is a node of its own: its number may need dice too."""
    for row, value in modifier_of(node)["table"].items():
        first, _, final = str(row).partition("-")
        if int(first) <= sum(dice) <= int(final or first):
            return ground.again({"type": "mortal-wounds", "units": list(units), "modifier": {"count": value}})
    return None


def _heal(node: Node) -> Deed | str:
    amount = amount_of(modifier_of(node).get("amount"))
    return Deed(_heal_units, amount=amount) if amount else NOT_UNDERSTOOD


def _heal_units(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
    amount = amount_of(modifier_of(node)["amount"])
    assert amount is not None
    return each(HEALED, units, amount.total(dice))


def _deep_strike(node: Node) -> Deed | str:
    given = modifier_of(node)
    least = given.get("min_distance", given.get("range"))
    return lasting(ARRIVES_BEYOND, least) if least is not None else lasting(STRIKES_DEEP, None)


def _hazard_rolls(node: Node) -> Deed | str:
    given = modifier_of(node)
    more = given.get("additional_per_engaged_unit")
    return Deed(_more_hazards) if isinstance(more, int) else NOT_UNDERSTOOD


def _more_hazards(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
    given = modifier_of(node)
    for unit in units:
        by = [s.units[one] for one in engaging_units(s, s.units[unit])]
        word = given.get("engaged_keyword")
        count = sum(not word or has_keyword(s, one, word) for one in by) * given["additional_per_engaged_unit"]
        last(s, ground, MORE_HAZARDS, (unit,), count)
        if given.get("roll_modifier_if_battle_shocked"):
            kind = "desperate escape test while battle-shocked"
            last(s, ground, kind, (unit,), given["roll_modifier_if_battle_shocked"])
    return None


def _resource(node: Node) -> Deed | str:
    given = modifier_of(node)
    amount = amount_of(given.get("amount"))
    if str(given.get("pool_id", "")).replace("_", "-") in ("cp", "command-points") and amount:
        return Deed(_gain_cp, amount=amount)
    return POOLS


def _gain_cp(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
    amount = amount_of(modifier_of(node)["amount"])
    assert amount is not None
    gain_cp(s, ground.use.by, amount.total(dice), ground.stratagem.name)
    return None


def _act_after_fall_back(node: Node) -> Deed | str:
    act = str(modifier_of(node).get("act", "shoot-and-charge"))
    return may_act_after(tuple(act.split("-and-")), ("fall-back",))


def _restriction(node: Node) -> Deed | str:
    given = modifier_of(node)
    return Deed(_bar_charge) if given.get("action") == "charge" else ATTACKS


LEAVES: dict[str, Callable[[Node], Deed | str] | Deed | str] = {
    "stat-modifier": _stat,
    "objective-control-modifier": _objective_control,
    "objective-tag": _objective_tag,
    "leadership-modifier": _leadership,
    "battle-shock-test": Deed(_battle_shock_tests),
    "set-battle-shock": Deed(_shock),
    "roll-modifier": _roll,
    "re-roll": _reroll,
    "auto-result": _auto,
    "rule-state": _rule_state,
    "keyword-grant": _keywords,
    "unit-keyword-grant": Deed(_unit_keyword),
    "unit-tag": _unit_tag,
    "mortal-wounds": _mortal_wounds,
    "heal-wounds": _heal,
    "deep-strike": _deep_strike,
    "strategic-reserves-arrival": _deep_strike,
    "hazard-rolls": _hazard_rolls,
    "resource-gain": _resource,
    "resource-spend": POOLS,
    "fallback-and-act": _act_after_fall_back,
    "attack-restriction": _restriction,
    "ability-grant": grant_of,
    "feel-no-pain": ATTACKS,
    "invulnerable-save": ATTACKS,
    "damage-reduction": ATTACKS,
    "bs-modifier": ATTACKS,
    "modifier-immunity": ATTACKS,
    "targeting-permission": ATTACKS,
    "detection-range-modifier": VISIBILITY,
    "charge-roll-modifier": CHARGING,
    "fight-first": FIGHTING,
    "fight-on-death": FIGHTING,
    "fight-eligibility-extension": FIGHTING,
    "shoot-on-death": ATTACKS,
    "resurrection": DESTROYED,
    "unit-attachment": DESTROYED,
    **MOVES,
}


class Verdict(msgspec.Struct, frozen=True):
    """Is a leaf carried out, and if not, why not?"""

    executed: bool
    reason: str = ""


def verdict_of(node: Node) -> Verdict:
    """Whether the leaf is carried out by this book, from the node alone."""
    found = deed_of(node)
    return Verdict(False, found) if isinstance(found, str) else Verdict(True)
