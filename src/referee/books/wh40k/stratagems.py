"""15 Stratagems: what one is, whether it may be used now and on what, and what it costs. Using one is in `using`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

import msgspec

from referee.board import surely_apart
from referee.books.wh40k.measuring import is_engaged, placed_models
from referee.books.wh40k.state import Battle, Phase, Unit, UnitId, Where, army, crowd, has_keyword
from referee.kernel import Modifier, Refusal, RuleId, Seat, effects_on, fold, refuse, text, times_used

StratagemId = str


class Section(msgspec.Struct, frozen=True):
    """A section of a stratagem that carries an additional CP cost (15.01/l)."""

    name: str
    extra: int


class Target(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which units a stratagem can target: whose, with which keywords, where, and what has to be true of them."""

    side: Literal["friendly", "enemy", "any"] = "friendly"
    all_of: tuple[str, ...] = ()
    any_of: tuple[str, ...] = ()
    none_of: tuple[str, ...] = ()
    where: Where = Where.TABLE
    facts: tuple[str, ...] = ()
    """Names of `FACTS`."""
    count: int = 1


class Stratagem(msgspec.Struct, frozen=True, omit_defaults=True):
    """One stratagem: price, WHEN, TARGET, EFFECT, RESTRICTIONS (15.01/b)."""

    id: StratagemId
    name: str
    cp: int
    phases: tuple[Phase, ...]
    turn: Literal["your-turn", "opponent-turn", "either"]
    moments: tuple[str, ...] = ()
    """Names of `moments`; empty: any moment of its phases at which stratagems are offered."""
    target: Target = Target()
    per: Literal["phase", "turn", "battle"] = "phase"
    rule: RuleId = "40K 15.01"
    sections: tuple[Section, ...] = ()
    first_round: int = 1
    effect: Any = None
    """The effect as the data set describes it; core stratagems have theirs in `core_stratagems`."""
    duration: str = ""
    trigger: Any = None
    detachment: str = ""


class Price(msgspec.Struct, frozen=True):
    """What a use costs: the printed price with its sections, each modifier with its source, the sum (0 at least)."""

    printed: int
    modifiers: tuple[Modifier, ...]
    total: int


class CpEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a player's CP history: when, why, how much, and the total after it."""

    seat: Seat
    round: int
    phase: Phase
    reason: str
    amount: int
    total: int
    printed: int = 0
    modifiers: tuple[Modifier, ...] = ()


# --- whose, when, how often


def stratagems_of(s: Battle, seat: Seat) -> tuple[Stratagem, ...]:
    """The stratagems a player may use: the core ones and those of the army's detachments (15.01/n, /o)."""
    from referee.books.wh40k.core_stratagems import CORE

    return (*CORE, *s.roster.stratagems[seat])


def stratagem_of(s: Battle, seat: Seat, stratagem: StratagemId) -> Stratagem | None:
    """The stratagem of that id, if the player has it."""
    return next((one for one in stratagems_of(s, seat) if one.id == stratagem), None)


def timing_refusals(s: Battle, seat: Seat, stratagem: Stratagem, moment: str, subject: UnitId) -> Iterator[Refusal]:
    """Why this is not the moment its WHEN gives (15.01/c): phase, whose turn, moment, round."""
    if s.phase not in stratagem.phases:
        yield refuse(
            "40K 15.01/c",
            "{name} is used in the phases: {phases}. This is none of them.",
            name=stratagem.name,
            phases=", ".join(stratagem.phases),
        )
    if stratagem.turn == "your-turn" and seat != s.active:
        yield refuse("40K 15.01/c", "{name} is used in your own turn.", name=stratagem.name)
    if stratagem.turn == "opponent-turn" and seat == s.active:
        yield refuse("40K 15.01/c", "{name} is used in your opponent's turn.", name=stratagem.name)
    if stratagem.moments and moment not in stratagem.moments:
        yield refuse(
            "40K 15.01/c",
            "{name} is used at: {moments}.",
            name=stratagem.name,
            moments=", ".join(stratagem.moments),
        )
    if s.round < stratagem.first_round:
        yield refuse(
            "40K 15.01/f",
            "{name} cannot be used before battle round {round}.",
            name=stratagem.name,
            round=stratagem.first_round,
        )


def limit_refusals(s: Battle, seat: Seat, stratagem: Stratagem) -> Iterator[Refusal]:
    """Why the player may not use this stratagem again (15.01/h, and its own RESTRICTIONS, 15.01/f)."""
    again = any(e.value == stratagem.id for e in effects_on(s, "may use again", str(seat)))
    if times_used(s, "40K 15.01/h", seat, stratagem.id) and not again:
        yield refuse("40K 15.01/h", "{name} has been used in this phase.", name=stratagem.name)
    if stratagem.per != "phase" and times_used(s, "40K 15.01/f", seat, stratagem.id):
        yield refuse(
            "40K 15.01/f",
            "{name} is used once per {period}.",
            name=stratagem.name,
            period=text(stratagem.per),
        )


def cp_refusals(
    s: Battle, seat: Seat, stratagem: Stratagem, targets: Sequence[UnitId], extra: int
) -> Iterator[Refusal]:
    """Why the player cannot pay (15.01/l)."""
    price = price_of(s, seat, stratagem, targets, extra)
    if price.total > s.cp[seat]:
        yield refuse(
            "40K 15.01/l",
            "{name} costs {price} CP; you have {cp}.",
            name=stratagem.name,
            price=price.total,
            cp=s.cp[seat],
        )


# --- targets


def target_refusals(s: Battle, seat: Seat, stratagem: Stratagem, unit: Unit, subject: UnitId) -> Iterator[Refusal]:
    """Why this unit cannot be a target of the stratagem now (15.01/d, /i, 01.07)."""
    wanted = stratagem.target
    if wanted.side == "friendly" and unit.seat != seat:
        yield refuse("40K 15.01/d", "{name} targets a unit of your own army.", name=stratagem.name)
    if wanted.side == "enemy" and unit.seat == seat:
        yield refuse("40K 15.01/d", "{name} targets an enemy unit.", name=stratagem.name)
    if unit.where is not wanted.where:
        yield refuse(
            "40K 15.01/d",
            "{unit} is not where {name} asks for: {where}.",
            unit=unit.name,
            name=stratagem.name,
            where=text(wanted.where),
        )
    missing = [keyword for keyword in wanted.all_of if not has_keyword(s, unit, keyword)]
    if wanted.any_of and not any(has_keyword(s, unit, keyword) for keyword in wanted.any_of):
        missing.append(" / ".join(wanted.any_of))
    if missing:
        yield refuse("40K 15.01/d", "{unit} has not the keyword {missing}.", unit=unit.name, missing=", ".join(missing))
    barred = [keyword for keyword in wanted.none_of if has_keyword(s, unit, keyword)]
    if barred:
        yield refuse("40K 15.01/d", "{unit} has the keyword {barred}.", unit=unit.name, barred=", ".join(barred))
    for fact in wanted.facts:
        yield from FACTS[fact](s, stratagem, unit, subject)
    if unit.seat == seat and unit.shocked:
        yield refuse("40K 01.07", "{unit} is battle-shocked: its player cannot target it.", unit=unit.name)
    if times_used(s, "40K 15.01/i", seat, unit.id) and not _may_be_targeted_again(s, stratagem, unit):
        yield refuse("40K 15.01/i", "{unit} has been targeted with a stratagem in this phase.", unit=unit.name)


def _may_be_targeted_again(s: Battle, stratagem: Stratagem, unit: Unit) -> bool:
    """Does a rule say that this stratagem may target this unit again ("unless otherwise stated", 15.01/i)?"""
    return any(e.value in (stratagem.id, "any") for e in effects_on(s, "may be targeted again", unit.id))


def targets_of(s: Battle, seat: Seat, stratagem: Stratagem, subject: UnitId) -> list[UnitId]:
    """The units that can be targets now."""
    sides = {"friendly": (seat,), "enemy": (1 - seat,), "any": (seat, 1 - seat)}[stratagem.target.side]
    return [
        unit.id
        for side in sides
        for unit in army(s, side)
        if next(target_refusals(s, seat, stratagem, unit, subject), None) is None
    ]


def use_refusals(s: Battle, seat: Seat, stratagem: Stratagem, moment: str, subject: UnitId) -> Iterator[Refusal]:
    """Every reason why the player may not use the stratagem now, on whatever unit."""
    yield from timing_refusals(s, seat, stratagem, moment, subject)
    yield from limit_refusals(s, seat, stratagem)
    found = targets_of(s, seat, stratagem, subject)
    if len(found) < stratagem.target.count:
        yield refuse("40K 15.01/d", "{name} has no unit to target now.", name=stratagem.name)
    elif stratagem.target.count == 1:
        prices = {price_of(s, seat, stratagem, (unit,), 0).total for unit in found}
        if min(prices) > s.cp[seat]:
            yield from cp_refusals(s, seat, stratagem, found[:1], 0)
    else:
        yield from cp_refusals(s, seat, stratagem, found[: stratagem.target.count], 0)


def usable(s: Battle, seat: Seat, moment: str, subject: UnitId) -> tuple[StratagemId, ...]:
    """The stratagems the player may use at this moment."""
    return tuple(
        one.id
        for one in stratagems_of(s, seat)
        if s.phase in one.phases and next(use_refusals(s, seat, one, moment, subject), None) is None
    )


def why_not(
    s: Battle, seat: Seat, stratagem: StratagemId, unit: UnitId = "", moment: str = "", subject: UnitId = ""
) -> tuple[Refusal, ...]:
    """Every reason why the player may not use a stratagem now, on one unit or at all; nothing if it is legal."""
    one = stratagem_of(s, seat, stratagem)
    if one is None:
        return (refuse("40K 15.01/n", "Your army has no stratagem {name}.", name=stratagem),)
    if not unit:
        return tuple(use_refusals(s, seat, one, moment, subject))
    return (
        *timing_refusals(s, seat, one, moment, subject),
        *limit_refusals(s, seat, one),
        *target_refusals(s, seat, one, s.units[unit], subject),
        *cp_refusals(s, seat, one, (unit,), 0),
    )


# --- price

COST = "stratagem cost"
"""The kind of effect that changes prices: on a seat (its number) or a unit; `value` is the amount, `source` the rule's
name; with `"stratagem cost of <id>"` it covers one stratagem only (15.01.01/a)."""


def price_of(s: Battle, seat: Seat, stratagem: Stratagem, targets: Sequence[UnitId], extra: int) -> Price:
    """The price of one use (15.01.01): printed price and sections, then all modifiers, and 0 at least.

    Reading: modifiers add up before the floor (option `price floor`: after each); there is no ceiling on increases
    (option `price ceiling`: +1 in all, as a later text has it).
    """
    printed = stratagem.cp + extra
    effects = [*effects_on(s, COST, str(seat)), *effects_on(s, f"{COST} of {stratagem.id}", str(seat))]
    effects += [e for unit in targets for e in effects_on(s, COST, unit) if s.units[unit].seat == seat]
    modifiers = tuple(Modifier(e.value, e.rule, e.source) for e in effects)
    if s.options["price floor"] == "each":
        total = float(printed)
        for modifier in modifiers:
            total = max(0.0, total + modifier.amount)
    else:
        total = fold(printed, modifiers)
    if s.options["price ceiling"] == "+1":
        total = min(total, printed + 1)
    return Price(printed, modifiers, max(0, int(total)))


# --- what has to be true of a target


def _is_subject(s: Battle, stratagem: Stratagem, unit: Unit, subject: UnitId) -> Iterator[Refusal]:
    if unit.id != subject:
        yield refuse("40K 15.01/d", "{unit} is not the unit concerned at this moment.", unit=unit.name)


def _unengaged(s: Battle, stratagem: Stratagem, unit: Unit, subject: UnitId) -> Iterator[Refusal]:
    if unit.where is Where.TABLE and is_engaged(s, unit):
        yield refuse("40K 15.01/d", "{unit} is engaged.", unit=unit.name)


def _engaged(s: Battle, stratagem: Stratagem, unit: Unit, subject: UnitId) -> Iterator[Refusal]:
    if unit.where is not Where.TABLE or not is_engaged(s, unit):
        yield refuse("40K 15.01/d", "{unit} is unengaged.", unit=unit.name)


def _has_not_advanced(s: Battle, stratagem: Stratagem, unit: Unit, subject: UnitId) -> Iterator[Refusal]:
    if any(str(effect.value).endswith("/advance") for effect in effects_on(s, "has moved", unit.id)):
        yield refuse("40K 15.01/d", "{unit} advanced this turn.", unit=unit.name)


def _eligible_to_shoot(s: Battle, stratagem: Stratagem, unit: Unit, subject: UnitId) -> Iterator[Refusal]:
    for effect in effects_on(s, "not eligible to shoot", unit.id):
        yield refuse(effect.rule, "{unit} is not eligible to shoot.", unit=unit.name)


def _near_an_enemy(s: Battle, stratagem: Stratagem, unit: Unit, subject: UnitId) -> Iterator[Refusal]:
    enemies = crowd(s, 1 - unit.seat)
    models = placed_models(s, unit)
    if not len(enemies) or surely_apart(models, enemies, 12.0).all() or not any(enemies.near(m, 12.0) for m in models):
        yield refuse("40K 15.01/d", '{unit} is not within 12" of an enemy.', unit=unit.name)


def _vehicle_only_as_character_or_walker(
    s: Battle, stratagem: Stratagem, unit: Unit, subject: UnitId
) -> Iterator[Refusal]:
    if has_keyword(s, unit, "VEHICLE") and not (has_keyword(s, unit, "CHARACTER") or has_keyword(s, unit, "WALKER")):
        yield refuse("40K 15.01/d", "{unit} is a VEHICLE without CHARACTER or WALKER.", unit=unit.name)


Fact = Callable[[Battle, Stratagem, Unit, UnitId], Iterator[Refusal]]

FACTS: dict[str, Fact] = {
    "is the subject": _is_subject,
    "unengaged": _unengaged,
    "engaged": _engaged,
    "has not advanced": _has_not_advanced,
    "eligible to shoot": _eligible_to_shoot,
    'within 12" of an enemy': _near_an_enemy,
    "VEHICLE only as CHARACTER or WALKER": _vehicle_only_as_character_or_walker,
}
