"""15 Stratagems: whether one may be used now and on what, and what it costs. Using one is in `using`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.books.wh40k.core_stratagems import CORE
from referee.books.wh40k.moments import NEVER_OPEN, PERIODS, PHASES, PLACES
from referee.books.wh40k.state import Battle, Unit, UnitId, Where, army, has_keyword
from referee.books.wh40k.stratagem_facts import FACTS, gap_between
from referee.books.wh40k.stratagem_records import Price, Stratagem, StratagemId
from referee.kernel import Modifier, Refusal, Seat, effects_on, fold, refuse, text, times_used

# --- whose, when, how often


def stratagems_of(s: Battle, seat: Seat) -> tuple[Stratagem, ...]:
    """The stratagems a player may use: the core ones and those of the army's detachments (15.01/n, /o)."""
    return (*CORE, *s.roster.stratagems[seat])


def stratagem_of(s: Battle, seat: Seat, stratagem: StratagemId) -> Stratagem | None:
    """The stratagem of that id, if the player has it."""
    return next((one for one in stratagems_of(s, seat) if one.id == stratagem), None)


def timing_refusals(s: Battle, seat: Seat, stratagem: Stratagem, moment: str, subject: UnitId) -> Iterator[Refusal]:
    """Why this is not the moment its WHEN gives (15.01/c): phase, whose turn, moment, what happened, round."""
    if s.phase not in stratagem.phases:
        yield refuse(
            "40K 15.01/c",
            "{name} is not used in this phase: {phase}.",
            instead=text("It is used in: {phases}.", phases=[text(PHASES[phase]) for phase in stratagem.phases]),
            name=stratagem.name,
            phase=text(PHASES[s.phase]),
        )
    if stratagem.turn == "your-turn" and seat != s.active:
        yield refuse("40K 15.01/c", "{name} is used in your own turn.", name=stratagem.name)
    if stratagem.turn == "opponent-turn" and seat == s.active:
        yield refuse("40K 15.01/c", "{name} is used in your opponent's turn.", name=stratagem.name)
    if moment not in stratagem.moments if stratagem.moments else not moment or moment in NEVER_OPEN:
        when = [text(one) for one in stratagem.moments] or text("any moment at which stratagems are offered")
        yield refuse(
            "40K 15.01/c",
            "{name} is not used at this moment: {moment}.",
            instead=text("It is used at: {moments}.", moments=when),
            name=stratagem.name,
            moment=text(moment) if moment else text("no moment at which stratagems are offered"),
        )
    elif subject and stratagem.moments:
        yield from trigger_refusals(s, seat, stratagem, subject)
    if s.round < stratagem.first_round:
        yield refuse(
            "40K 15.01/f",
            "{name} cannot be used before battle round {round}.",
            name=stratagem.name,
            round=stratagem.first_round,
        )


def trigger_refusals(s: Battle, seat: Seat, stratagem: Stratagem, subject: UnitId) -> Iterator[Refusal]:
    """Why what happened is not what its WHEN asks for (15.01/c): whose unit it was, and how it moved."""
    trigger, unit = stratagem.trigger, s.units[subject]
    if trigger.side in ("friendly", "target") and unit.seat != seat:
        yield refuse(
            "40K 15.01/c", "{name} waits for a unit of yours; {unit} is none.", name=stratagem.name, unit=unit.name
        )
    if trigger.side == "enemy" and unit.seat == seat:
        yield refuse(
            "40K 15.01/c", "{name} waits for an enemy unit; {unit} is none.", name=stratagem.name, unit=unit.name
        )
    if trigger.moves:
        made = [str(effect.value).partition("/")[2] for effect in effects_on(s, "has moved", subject)]
        if not made or made[-1] not in trigger.moves:
            yield refuse(
                "40K 15.01/c",
                "{name} waits for a move of {unit} of another type.",
                instead=text("It waits for: {moves}.", moves=[text(move) for move in trigger.moves]),
                name=stratagem.name,
                unit=unit.name,
            )


def limit_refusals(s: Battle, seat: Seat, stratagem: Stratagem) -> Iterator[Refusal]:
    """Why the player may not use this stratagem again (15.01/h, and its own RESTRICTIONS, 15.01/f)."""
    again = any(e.value == stratagem.id for e in effects_on(s, "may use again", str(seat)))
    if times_used(s, "40K 15.01/h", seat, stratagem.id) and not again:
        yield refuse(
            "40K 15.01/h",
            "{name} has been used in this phase.",
            instead=text("It may be used again in another phase."),
            name=stratagem.name,
        )
    if stratagem.per != "phase" and times_used(s, "40K 15.01/f", seat, stratagem.id) and not again:
        yield refuse(
            "40K 15.01/f",
            "{name} is used once per {period}.",
            name=stratagem.name,
            period=text(PERIODS[stratagem.per]),
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
    wanted, trigger = stratagem.target, stratagem.trigger
    if wanted.side == "friendly" and unit.seat != seat:
        yield refuse("40K 15.01/d", "{name} targets a unit of your own army.", name=stratagem.name)
    if wanted.side == "enemy" and unit.seat == seat:
        yield refuse("40K 15.01/d", "{name} targets an enemy unit.", name=stratagem.name)
    if unit.where not in wanted.where:
        yield refuse(
            "40K 15.01/d",
            "{unit} is {where}.",
            instead=text("{name} asks for: {places}.", name=stratagem.name, places=_places(wanted.where)),
            unit=unit.name,
            where=text(PLACES[unit.where]),
        )
    missing = [keyword for keyword in wanted.all_of if not has_keyword(s, unit, keyword)]
    if wanted.any_of and not any(has_keyword(s, unit, keyword) for keyword in wanted.any_of):
        missing.append(" / ".join(wanted.any_of))
    if missing:
        yield refuse("40K 15.01/d", "{unit} has not the keyword {missing}.", unit=unit.name, missing=", ".join(missing))
    barred = [keyword for keyword in wanted.none_of if has_keyword(s, unit, keyword)]
    if barred:
        yield refuse("40K 15.01/d", "{unit} has the keyword {barred}.", unit=unit.name, barred=", ".join(barred))
    if unit.seat == seat and unit.shocked:
        yield refuse("40K 01.07", "{unit} is battle-shocked: its player cannot target it.", unit=unit.name)
    if times_used(s, "40K 15.01/i", seat, unit.id) and not _may_be_targeted_again(s, stratagem, unit):
        yield refuse("40K 15.01/i", "{unit} has been targeted with a stratagem in this phase.", unit=unit.name)
    if trigger.side == "target" and unit.id != subject:
        yield refuse("40K 15.01/d", "{unit} is not the unit concerned at this moment.", unit=unit.name)
    for fact in wanted.facts:
        yield from FACTS[fact](s, unit, subject)
    if trigger.within and subject and subject != unit.id:
        gap = gap_between(s, unit, s.units[subject], trigger.within)
        if gap is not None:
            yield refuse(
                "40K 15.01/c",
                '{unit} is not within {range}" of {other}.',
                unit=unit.name,
                range=trigger.within,
                other=s.units[subject].name,
            )


def _places(where: Sequence[Where]) -> list[object]:
    return [text(PLACES[one]) for one in where]


def _may_be_targeted_again(s: Battle, stratagem: Stratagem, unit: Unit) -> bool:
    """Does a rule say that this stratagem may target this unit again ("unless otherwise stated", 15.01/i)?"""
    return any(e.value in (stratagem.id, "any") for e in effects_on(s, "may be targeted again", unit.id))


def candidates(s: Battle, seat: Seat, stratagem: Stratagem, subject: UnitId) -> Iterator[Unit]:
    """The units that are looked at as targets: the one concerned, or those of the sides that can be targeted."""
    if stratagem.trigger.side == "target" or "is the subject" in stratagem.target.facts:
        if subject:
            yield s.units[subject]
        return
    sides = {"friendly": (seat,), "enemy": (1 - seat,), "any": (seat, 1 - seat)}[stratagem.target.side]
    for side in sides:
        yield from army(s, side)


def targets_of(s: Battle, seat: Seat, stratagem: Stratagem, subject: UnitId) -> list[UnitId]:
    """The units that can be targets now."""
    return [
        unit.id
        for unit in candidates(s, seat, stratagem, subject)
        if next(target_refusals(s, seat, stratagem, unit, subject), None) is None
    ]


# --- may it be used?


def use_refusals(s: Battle, seat: Seat, stratagem: Stratagem, moment: str, subject: UnitId) -> Iterator[Refusal]:
    """Every reason why the player may not use the stratagem now, on whatever unit."""
    yield from timing_refusals(s, seat, stratagem, moment, subject)
    yield from limit_refusals(s, seat, stratagem)
    found = targets_of(s, seat, stratagem, subject)
    if len(found) < stratagem.target.count:
        yield refuse("40K 15.01/d", "{name} has no unit to target now.", name=stratagem.name)
        yield from cp_refusals(s, seat, stratagem, (), 0)
    elif stratagem.target.count == 1:
        cheapest = min(found, key=lambda unit: price_of(s, seat, stratagem, (unit,), 0).total)
        yield from cp_refusals(s, seat, stratagem, (cheapest,), 0)
    else:
        yield from cp_refusals(s, seat, stratagem, found[: stratagem.target.count], 0)


def is_usable(s: Battle, seat: Seat, stratagem: Stratagem, moment: str, subject: UnitId) -> bool:
    """May the stratagem be used now? The verdict of `use_refusals`, that stops at the first unit it can target."""
    if next(timing_refusals(s, seat, stratagem, moment, subject), None) is not None:
        return False
    if next(limit_refusals(s, seat, stratagem), None) is not None:
        return False
    if stratagem.target.count != 1:
        return next(use_refusals(s, seat, stratagem, moment, subject), None) is None
    for unit in candidates(s, seat, stratagem, subject):
        if (
            unit.where in stratagem.target.where
            and next(target_refusals(s, seat, stratagem, unit, subject), None) is None
            and price_of(s, seat, stratagem, (unit.id,), 0).total <= s.cp[seat]
        ):
            return True
    return False


def usable(s: Battle, seat: Seat, moment: str, subject: UnitId) -> tuple[StratagemId, ...]:
    """The stratagems the player may use at this moment."""
    return tuple(
        one.id for one in stratagems_of(s, seat) if s.phase in one.phases and is_usable(s, seat, one, moment, subject)
    )


def usable_on(s: Battle, seat: Seat, moment: str, subject: UnitId) -> dict[StratagemId, tuple[UnitId, ...]]:
    """The stratagems the player may use at this moment, each with the units it may target."""
    return {
        one.id: tuple(
            unit for unit in targets_of(s, seat, one, subject) if price_of(s, seat, one, (unit,), 0).total <= s.cp[seat]
        )
        for one in stratagems_of(s, seat)
        if s.phase in one.phases and is_usable(s, seat, one, moment, subject)
    }


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

    A rule that covers a player's stratagems covers those the player uses, whoever's turn it is and whoever's unit they
    target (15.01.03/a, /b); one that covers a unit works where its own player targets it.

    Reading: modifiers add up before the floor (option `price floor`: after each); there is no ceiling on increases
    (option `price ceiling`: +1 in all, as a later text has it).
    """
    printed = stratagem.cp + extra
    effects = [e for e in s.effects if e.kind.startswith(COST)]
    if not effects:
        return Price(printed, (), printed)
    kinds = (COST, f"{COST} of {stratagem.id}")
    own = (str(seat), *(unit for unit in targets if s.units[unit].seat == seat))
    modifiers = tuple(
        Modifier(float(e.value), e.rule, e.source) for e in effects if e.kind in kinds and e.subject in own
    )
    if s.options["price floor"] == "each":
        total = float(printed)
        for modifier in modifiers:
            total = max(0.0, total + modifier.amount)
    else:
        total = fold(printed, modifiers)
    if s.options["price ceiling"] == "+1":
        total = min(total, printed + 1)
    return Price(printed, modifiers, max(0, int(total)))
