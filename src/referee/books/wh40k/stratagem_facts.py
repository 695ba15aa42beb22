"""What has to be true of a unit that a stratagem targets, beside keywords: by name, for plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee.board import Crowd, surely_apart
from referee.books.wh40k.eligibility import HAS_FOUGHT, SHOOT, eligibility_refusals
from referee.books.wh40k.measuring import ENGAGEMENT_LEVELS, ENGAGEMENT_RANGE, placed_models
from referee.books.wh40k.state import Battle, Unit, UnitId, Where, crowd, has_keyword, on_table
from referee.kernel import Refusal, effects_on, has_effect, refuse

Fact = Callable[[Battle, Unit, UnitId], Iterator[Refusal]]


def gap_between(s: Battle, unit: Unit, other: Unit, reach: float) -> float | None:
    """Nothing if some models of the two are within `reach` inches of each other; else how far apart they are."""
    mine, theirs = placed_models(s, unit), placed_models(s, other)
    if not mine or not theirs:
        return float("inf")
    crowd_ = Crowd(theirs)
    if any(crowd_.near(model, reach) for model in mine):
        return None
    return min(float(crowd_.distances(model).min()) for model in mine)


_engaged_lately: dict[tuple[int, ...], tuple[tuple[Unit, ...], frozenset[UnitId]]] = {}
"""Who was engaged lately, by the identity of the units on the battlefield (kept beside it)."""


def engaged_units(s: Battle) -> frozenset[UnitId]:
    """All units on the battlefield that are engaged (03.04), found together."""
    units = tuple(on_table(s))
    key = tuple(map(id, units))
    known = _engaged_lately.get(key)
    if known is None:
        if len(_engaged_lately) >= 16:
            del _engaged_lately[next(iter(_engaged_lately))]
        found: set[UnitId] = set()
        mover = s.active  # those of the other player have not moved: their crowd is at hand
        mine = [model for unit in units if unit.seat == mover for model in placed_models(s, unit)]
        theirs = crowd(s, 1 - mover)
        if mine and len(theirs):
            apart = surely_apart(mine, theirs, ENGAGEMENT_RANGE)
            for model, far in zip(mine, apart, strict=True):
                near = () if far else theirs.near(model, ENGAGEMENT_RANGE, ENGAGEMENT_LEVELS)
                found.update(name.rpartition(".")[0] for name in (*near, *([model.id] if near else [])))
        known = _engaged_lately[key] = (units, frozenset(found))
    return known[1]


def _is_subject(s: Battle, unit: Unit, subject: UnitId) -> Iterator[Refusal]:
    if unit.id != subject:
        yield refuse("40K 15.01/d", "{unit} is not the unit concerned at this moment.", unit=unit.name)


def _unengaged(s: Battle, unit: Unit, subject: UnitId) -> Iterator[Refusal]:
    if unit.where is Where.TABLE and unit.id in engaged_units(s):
        yield refuse("40K 15.01/d", "{unit} is engaged.", unit=unit.name)


def _engaged(s: Battle, unit: Unit, subject: UnitId) -> Iterator[Refusal]:
    if unit.id not in engaged_units(s):
        yield refuse("40K 15.01/d", "{unit} is unengaged.", unit=unit.name)


def _has_not_advanced(s: Battle, unit: Unit, subject: UnitId) -> Iterator[Refusal]:
    if any(str(effect.value).endswith("/advance") for effect in effects_on(s, "has moved", unit.id)):
        yield refuse("40K 15.01/d", "{unit} advanced this turn.", unit=unit.name)


def _has_advanced(s: Battle, unit: Unit, subject: UnitId) -> Iterator[Refusal]:
    if not any(str(effect.value).endswith("/advance") for effect in effects_on(s, "has moved", unit.id)):
        yield refuse("40K 15.01/d", "{unit} has not advanced this turn.", unit=unit.name)


def _eligible_to_shoot(s: Battle, unit: Unit, subject: UnitId) -> Iterator[Refusal]:
    yield from eligibility_refusals(s, unit.id, SHOOT)


def _eligible_to_fight(s: Battle, unit: Unit, subject: UnitId) -> Iterator[Refusal]:
    """Reading: of those who are eligible (12.04) this finds the engaged ones; the rest is for the players."""
    yield from _engaged(s, unit, subject)
    if has_effect(s, HAS_FOUGHT, unit.id):
        yield refuse("40K 15.12", "{unit} has already fought.", unit=unit.name)


def _near_an_enemy(s: Battle, unit: Unit, subject: UnitId) -> Iterator[Refusal]:
    enemies = crowd(s, 1 - unit.seat)
    models = placed_models(s, unit)
    if not len(enemies) or surely_apart(models, enemies, 12.0).all() or not any(enemies.near(m, 12.0) for m in models):
        yield refuse("40K 15.01/d", '{unit} is not within 12" of an enemy.', unit=unit.name)


def _vehicle_only_as_character_or_walker(s: Battle, unit: Unit, subject: UnitId) -> Iterator[Refusal]:
    if has_keyword(s, unit, "VEHICLE") and not (has_keyword(s, unit, "CHARACTER") or has_keyword(s, unit, "WALKER")):
        yield refuse("40K 15.01/d", "{unit} is a VEHICLE without CHARACTER or WALKER.", unit=unit.name)


FACTS: dict[str, Fact] = {
    "is the subject": _is_subject,
    "unengaged": _unengaged,
    "engaged": _engaged,
    "has not advanced": _has_not_advanced,
    "has advanced": _has_advanced,
    "eligible to shoot": _eligible_to_shoot,
    "eligible to fight": _eligible_to_fight,
    'within 12" of an enemy': _near_an_enemy,
    "VEHICLE only as CHARACTER or WALKER": _vehicle_only_as_character_or_walker,
}
