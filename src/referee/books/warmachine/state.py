"""What is true on a Warmachine table: profiles, models, units, the activation under way. Inches, base sizes in mm."""

from __future__ import annotations

from typing import Literal

import msgspec

from referee.board import Board
from referee.board.terrain import Layout
from referee.kernel import RuleId, State

Kind = Literal["warcaster", "warlock", "warjack", "warbeast", "solo", "trooper"]
Part = Literal["movement", "action"]
Gain = Literal["focus", "fury", "heal", "armour"]
How = Literal["free", "toward", "directly toward", "away", "directly away"]

LEADERS = ("warcaster", "warlock")
BASES = (30, 40, 50, 80, 120)
HEIGHTS = {30: 1.75, 40: 2.25, 50: 2.75, 80: 3.25, 120: 5.0}
"""How high a model of each base size stands, in inches."""


class Weapon(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A weapon: range in inches from edge to edge, power, and how many initial attacks it makes."""

    name: str
    kind: Literal["melee", "ranged"]
    range: float
    power: int
    attacks: int = 1
    throws: bool = False
    """May its bearer make throw power attacks with it?"""
    critical: Literal["", "knockdown"] = ""
    """What a critical hit with it does besides."""


class Spell(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A spell. An offensive one is an arcane attack; what any other does is settled by hand."""

    name: str
    cost: int
    range: float = 0.0
    power: int = 0
    offensive: bool = False


class Bargain(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A special rule: give up a part of the activation, gain something."""

    name: str
    part: Part
    gain: Gain
    amount: int = 1


class EndMove(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A special rule that lets a model advance at the end of its activation; `how` is judged from the nearest enemy."""

    name: str
    distance: float
    how: How = "free"


class Contact(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A special rule: whoever touches this while moving suffers a damage roll, and is pushed directly away."""

    name: str
    power: int = 0
    push: float = 0.0


class Profile(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What all models of one entry have in common."""

    id: str
    name: str
    kind: Kind
    base: int
    spd: int
    mat: int
    rat: int
    defence: int
    armour: int
    health: int
    aat: int = 0
    arc: int = 0
    ctrl: float = 0.0
    fury: int = 0
    threshold: int = 0
    points: int = 0
    weapons: tuple[Weapon, ...] = ()
    spells: tuple[Spell, ...] = ()
    advantages: tuple[str, ...] = ()
    bargains: tuple[Bargain, ...] = ()
    end_moves: tuple[EndMove, ...] = ()
    contact: Contact | None = None
    special_actions: tuple[str, ...] = ()
    special_attacks: tuple[str, ...] = ()
    feat: str = ""


class Model(msgspec.Struct, frozen=True, omit_defaults=True):
    """One model. `controller` is the id of the warcaster, warlock or marshal that controls it."""

    id: str
    profile: str
    seat: int
    name: str = ""
    unit: str = ""
    controller: str = ""
    x: float = 0.0
    y: float = 0.0
    damage: int = 0
    focus: int = 0
    fury: int = 0
    knocked_down: bool = False


class Unit(msgspec.Struct, frozen=True):
    """Troopers that activate together."""

    id: str
    name: str
    seat: int


class Forfeit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of an activation that a model has given up, under which rule; `gain` names what it bought, if anything."""

    model: str
    part: Part
    rule: RuleId
    gain: str = ""


class Charge(msgspec.Struct, frozen=True, omit_defaults=True):
    """A charge: who moved, at whom, how far, whether it succeeded, and whom the mover then had in its melee range."""

    mover: str
    target: str
    moved: float = 0.0
    success: bool = False
    reached: tuple[str, ...] = ()


class Activating(msgspec.Struct, frozen=True, omit_defaults=True):
    """The activation under way, of the unit or independent model `id`."""

    id: str
    members: tuple[str, ...]
    part: Literal["movement", "action", "end"] = "movement"
    movement: str = ""
    """The option chosen for the Normal Movement."""
    mover: str = ""
    """The trooper that moved for its unit."""
    forfeits: tuple[Forfeit, ...] = ()
    aiming: tuple[str, ...] = ()
    engaged_before: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Who was engaged when the Normal Movement began, and by which enemies."""
    charge: Charge | None = None
    put_back: tuple[str, ...] = ()
    """Troopers that were engaged, placed, and stand in reach of the same enemies again."""
    barred: tuple[str, ...] = ()
    """Troopers that were placed although they could not move: they may not attack."""
    struck: tuple[str, ...] = ()
    """Who has made its first melee attack."""
    charge_spent: tuple[str, ...] = ()
    """Who has used up its charge attack."""
    acted: tuple[str, ...] = ()
    """Whose Combat Action is done."""
    over: bool = False
    """Has the activation ended at once (a run, a failed charge)?"""


class Battle(State):
    """A battle."""

    options: dict[str, str] = {}
    seats: tuple[str, ...] = ("first", "second")
    active: int = 0
    round: int = 1
    profiles: dict[str, Profile] = {}
    models: dict[str, Model] = {}
    """The models on the table, by id."""
    lost: dict[str, Model] = {}
    """Models destroyed or removed from play, as they were when they went."""
    reserve: dict[str, Model] = {}
    """Models not deployed yet."""
    units: dict[str, Unit] = {}
    layout: Layout = Layout("bare", "Bare table", Board(48.0, 48.0))
    activated: tuple[str, ...] = ()
    """Units and independent models that have activated this turn."""
    now: Activating | None = None
    past: Activating | None = None
    """The activation before, so that a refusal can say why it is over."""
    phase: str = ""
    winner: int | None = None
    ended: str = ""
    """How the battle ended, once it has."""


def profile(s: Battle, model: str | Model) -> Profile:
    """The profile of a model."""
    one = s.models[model] if isinstance(model, str) else model
    return s.profiles[one.profile]


def has(s: Battle, model: str | Model, advantage: str) -> bool:
    """Does the model have this advantage?"""
    return advantage in profile(s, model).advantages


def called(s: Battle, one: str) -> str:
    """What a model or unit is called."""
    if one in s.units:
        return s.units[one].name
    model = s.models.get(one) or s.lost.get(one) or s.reserve.get(one)
    return (model.name or model.id) if model else one


def group_of(s: Battle, model: str) -> str:
    """What activates when this model does: its unit, or itself."""
    return s.models[model].unit or model


def members(s: Battle, group: str) -> tuple[str, ...]:
    """The models of a unit that are on the table; of an independent model, itself."""
    if group in s.units:
        return tuple(one.id for one in s.models.values() if one.unit == group)
    return (group,) if group in s.models else ()


def groups(s: Battle, seat: int) -> tuple[str, ...]:
    """The units and independent models of a seat that are on the table."""
    return tuple(dict.fromkeys(one.unit or one.id for one in s.models.values() if one.seat == seat))


def seat_of(s: Battle, one: str) -> int:
    """Whose model or unit this is."""
    if one in s.units:
        return s.units[one].seat
    return (s.models.get(one) or s.lost[one]).seat


def change(s: Battle, model: str, **fields: object) -> None:
    """Replace fields of a model on the table."""
    s.models[model] = msgspec.structs.replace(s.models[model], **fields)


def note(s: Battle, **fields: object) -> None:
    """Replace fields of the activation under way."""
    assert s.now is not None
    s.now = msgspec.structs.replace(s.now, **fields)
