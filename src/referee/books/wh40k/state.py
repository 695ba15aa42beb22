"""What is true in a battle: armies, units, models, and the few changes that may be made to them.

Ids: a unit is its seat's letter and a number (`A3`), a model its unit and a number (`A3.2`). Distances are inches.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from referee.board import Base, Crowd, Placed, Pose
from referee.books.wh40k.names import ModelId as ModelId
from referee.books.wh40k.names import Phase as Phase
from referee.books.wh40k.names import UnitId as UnitId
from referee.books.wh40k.names import Where as Where
from referee.books.wh40k.stratagem_records import CpEntry, Stratagem
from referee.kernel import Seat, State, effects_on, tell


class Profile(msgspec.Struct, frozen=True, omit_defaults=True):
    """One kind of model: characteristics, base, keywords and abilities that this book reads. `m` is None for M '-'."""

    name: str
    datasheet: str
    m: float | None
    w: int
    ld: int
    oc: int
    base: Base
    keywords: tuple[str, ...]
    """In capitals, as the rules print them: `INFANTRY`, `FLY`."""
    abilities: tuple[str, ...] = ()
    """Core abilities by the data set's id: `deep-strike`, `hover`, `scouts-6`."""
    height: float = 2.0
    """How much room above the table the model is taken to need, in inches."""
    t: int = 0
    sv: int = 0


class Transport(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a TRANSPORT carries: how many models, of which keywords, and what takes more room."""

    capacity: int
    needs: tuple[str, ...] = ()
    bars: tuple[str, ...] = ()
    room: dict[str, int] = {}


class Model(msgspec.Struct, frozen=True, gc=False):
    """One model. `pose` is None unless it stands on the battlefield."""

    id: ModelId
    profile: str
    wounds: int
    pose: Pose | None = None


class Unit(msgspec.Struct, frozen=True, gc=False):
    """One unit, attached leaders and supports included (19.01). Destroyed models are no longer among `models`."""

    id: UnitId
    seat: Seat
    name: str
    models: tuple[Model, ...]
    starting_strength: int
    points: int
    where: Where = Where.UNDEPLOYED
    transport: UnitId = ""
    """The transport it is embarked in."""
    shocked: bool = False


class Roster(msgspec.Struct, frozen=True):
    """What does not change in a battle: profiles by name, transports by unit."""

    profiles: dict[str, Profile]
    transports: dict[UnitId, Transport] = {}
    armies: tuple[str, str] = ("", "")
    stratagems: tuple[tuple[Stratagem, ...], tuple[Stratagem, ...]] = ((), ())
    """Each player's stratagems beyond the core ones."""
    limits: tuple[int, int] = (2000, 2000)
    """The points limit of each army."""


class Battle(State):
    """A battle of Warhammer 40,000."""

    roster: Roster
    options: dict[str, str]
    layout: str
    units: dict[UnitId, Unit] = {}
    attacker: Seat = 0
    first: Seat = 0
    active: Seat = 0
    round: int = 0
    phase: Phase = Phase.NONE
    cp: tuple[int, int] = (0, 0)
    bonus_cp: tuple[int, int] = (0, 0)
    """CP gained this battle round beyond the core ones."""
    cp_history: tuple[CpEntry, ...] = ()
    """Every gain and every payment of CP."""
    destroyed_this_turn: tuple[UnitId, ...] = ()
    wrecks: dict[UnitId, Model] = {}
    """The last model of each destroyed transport whose passengers have not got out yet (18.05)."""


# --- facts -----------------------------------------------------------------------------------------------------------


def profile_of(s: Battle, model: Model) -> Profile:
    """The profile of a model."""
    return s.roster.profiles[model.profile]


def unit_of(s: Battle, model: ModelId) -> Unit:
    """The unit a model belongs to."""
    return s.units[model.rpartition(".")[0]]


def army(s: Battle, seat: Seat) -> list[Unit]:
    """The units of a seat that have not been destroyed."""
    return [unit for unit in s.units.values() if unit.seat == seat and unit.where is not Where.DESTROYED]


def on_table(s: Battle, seat: Seat | None = None) -> list[Unit]:
    """The units on the battlefield, of one seat or of both."""
    return [u for u in s.units.values() if u.where is Where.TABLE and (seat is None or u.seat == seat)]


def aboard(s: Battle, transport: UnitId) -> list[Unit]:
    """The units embarked in a transport."""
    return [u for u in s.units.values() if u.transport == transport and u.where is Where.EMBARKED]


_keywords: dict[int, tuple[Unit, Mapping[str, Profile], frozenset[str]]] = {}
"""What was asked lately, by the unit's identity (the unit is kept beside it, so that no identity is used twice)."""

KEYWORD = "keyword"
"""The kind of effect by which a unit has one more keyword; `value` is the keyword."""


def printed_keywords(s: Battle, unit: Unit) -> frozenset[str]:
    """The keywords of the unit's models (02.05.01), without those that effects give it."""
    known = _keywords.get(id(unit))
    if known is None or known[1] is not s.roster.profiles:
        if len(_keywords) >= 512:
            _keywords.clear()
        found = frozenset(word for model in unit.models for word in profile_of(s, model).keywords)
        known = _keywords[id(unit)] = (unit, s.roster.profiles, found)
    return known[2]


def has_keyword(s: Battle, unit: Unit, keyword: str) -> bool:
    """Has some model of the unit this keyword (02.05.01), printed or given by an effect?"""
    if keyword in printed_keywords(s, unit):
        return True
    return any(effect.value == keyword for effect in effects_on(s, KEYWORD, unit.id))


def all_able(s: Battle, unit: Unit, ability: str) -> bool:
    """Has every model of the unit this ability?"""
    return all(ability in profile_of(s, model).abilities for model in unit.models)


def placed(s: Battle, model: Model, pose: Pose | None = None) -> Placed:
    """The model on the table, at its pose or at another one."""
    profile = s.roster.profiles[model.profile]
    where = pose or model.pose
    if where is None:
        raise ValueError(f"{model.id} is not on the battlefield")
    return Placed(model.id, profile.base, where, profile.height)


_crowds: dict[tuple[object, ...], tuple[tuple[Unit, ...], Crowd]] = {}
"""Crowds built lately, by the identity of their units (kept beside them, so that no identity is used twice)."""

CROWDS_KEPT = 512


def crowd(
    s: Battle,
    seat: Seat | None = None,
    but: UnitId = "",
    without: tuple[str, ...] = (),
    only: tuple[str, ...] = (),
) -> Crowd:
    """The models on the battlefield, of one seat or of both, without one unit.

    `without` leaves out models with one of these keywords, `only` all that have none of these.
    """
    units = tuple(u for u in s.units.values() if u.where is Where.TABLE and u.id != but and seat in (None, u.seat))
    return _crowd_of(s, units, without, only)


def _crowd_of(s: Battle, units: tuple[Unit, ...], without: tuple[str, ...], only: tuple[str, ...]) -> Crowd:
    """The crowd of some units: packed anew for a unit that has changed, joined from those of its units for many."""
    key = (without, only, *map(id, units))
    known = _crowds.get(key)
    if known is None:
        if len(units) == 1:
            models = [m for m in units[0].models if _is_wanted(profile_of(s, m).keywords, without, only)]
            packed = Crowd(placed(s, m) for m in models)
        else:
            packed = Crowd.joined([_crowd_of(s, (unit,), without, only) for unit in units])
        if len(_crowds) >= CROWDS_KEPT:
            del _crowds[next(iter(_crowds))]
        known = _crowds[key] = (units, packed)
    return known[1]


def _is_wanted(keywords: tuple[str, ...], without: tuple[str, ...], only: tuple[str, ...]) -> bool:
    if any(keyword in keywords for keyword in without):
        return False
    return not only or any(keyword in keywords for keyword in only)


# --- changes ---------------------------------------------------------------------------------------------------------


def change(s: Battle, unit: UnitId, **fields: Any) -> Unit:
    """Replace fields of a unit. The only place where units change."""
    s.units[unit] = msgspec.structs.replace(s.units[unit], **fields)
    return s.units[unit]


def stand(s: Battle, unit: UnitId, poses: dict[ModelId, Pose]) -> None:
    """Put models of a unit at new poses on the battlefield."""
    models = tuple(
        Model(one.id, one.profile, one.wounds, poses[one.id]) if one.id in poses else one
        for one in s.units[unit].models
    )
    change(s, unit, models=models, where=Where.TABLE, transport="")


def leave_table(s: Battle, unit: UnitId, where: Where, transport: UnitId = "") -> None:
    """Take a unit off the battlefield, into reserves or into a transport."""
    models = tuple(Model(one.id, one.profile, one.wounds) for one in s.units[unit].models)
    change(s, unit, models=models, where=where, transport=transport)


def remove_model(s: Battle, model: ModelId) -> None:
    """A model is destroyed; with its last model its unit is."""
    unit = unit_of(s, model)
    models = tuple(one for one in unit.models if one.id != model)
    if models:
        change(s, unit.id, models=models)
    else:
        if unit.id in s.roster.transports:
            s.wrecks[unit.id] = unit.models[0]
        change(s, unit.id, models=(), where=Where.DESTROYED, transport="")
        s.destroyed_this_turn = (*s.destroyed_this_turn, unit.id)
        tell(s, "40K 19.02", "{unit} is destroyed.", unit=unit.name)


def set_wounds(s: Battle, model: ModelId, wounds: int) -> None:
    """A model has so many wounds left; with none it is destroyed."""
    if wounds <= 0:
        remove_model(s, model)
        return
    unit = unit_of(s, model)
    models = tuple(Model(m.id, m.profile, wounds, m.pose) if m.id == model else m for m in unit.models)
    change(s, unit.id, models=models)
