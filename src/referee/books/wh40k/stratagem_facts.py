"""What has to be true of a unit that a stratagem targets, beside keywords: by name, for plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee.board import Crowd, surely_apart
from referee.books.wh40k.eligibility import HAS_FOUGHT, SHOOT, eligibility_refusals
from referee.books.wh40k.measuring import is_engaged, placed_models
from referee.books.wh40k.state import Battle, Unit, UnitId, Where, crowd, has_keyword
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


def _is_subject(s: Battle, unit: Unit, subject: UnitId) -> Iterator[Refusal]:
    if unit.id != subject:
        yield refuse("40K 15.01/d", "{unit} is not the unit concerned at this moment.", unit=unit.name)


def _unengaged(s: Battle, unit: Unit, subject: UnitId) -> Iterator[Refusal]:
    if unit.where is Where.TABLE and is_engaged(s, unit):
        yield refuse("40K 15.01/d", "{unit} is engaged.", unit=unit.name)


def _engaged(s: Battle, unit: Unit, subject: UnitId) -> Iterator[Refusal]:
    if unit.where is not Where.TABLE or not is_engaged(s, unit):
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
