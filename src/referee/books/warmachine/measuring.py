"""Who is in whose melee range, who engages whom, who sees whom."""

from __future__ import annotations

from referee.board import within
from referee.books.warmachine.placing import enemies, gap
from referee.books.warmachine.sight import sees
from referee.books.warmachine.state import Battle, Profile, profile


def melee_range(of: Profile) -> float | None:
    """The reach of the longest melee weapon; nothing if there is none."""
    return max((weapon.range for weapon in of.weapons if weapon.kind == "melee"), default=None)


def reach(s: Battle, model: str) -> float | None:
    """The model's melee range now: none for a model without a melee weapon or knocked down."""
    return None if s.models[model].knocked_down else melee_range(profile(s, model))


def in_reach(s: Battle, attacker: str, target: str) -> bool:
    """Is the target within the attacker's melee range?"""
    far = reach(s, attacker)
    return far is not None and within(gap(s, attacker, target), far)


def engages(s: Battle, a: str, b: str) -> bool:
    """Does `a` engage the enemy model `b`: in its melee range and in its line of sight?"""
    if s.models[b].knocked_down:
        return False
    return in_reach(s, a, b) and sees(s, a, b)


def engaged_by(s: Battle, model: str) -> tuple[str, ...]:
    """The enemies that engage the model."""
    return tuple(one.id for one in enemies(s, s.models[model].seat) if engages(s, one.id, model))


def is_engaged(s: Battle, model: str) -> bool:
    """Is the model engaged by an enemy?"""
    return any(engages(s, one.id, model) for one in enemies(s, s.models[model].seat))


def in_melee(s: Battle, model: str) -> bool:
    """Does the model engage an enemy, or is it engaged?"""
    return any(engages(s, one.id, model) or engages(s, model, one.id) for one in enemies(s, s.models[model].seat))


def reached_by(s: Battle, model: str) -> tuple[str, ...]:
    """The enemies in the model's melee range."""
    return tuple(one.id for one in enemies(s, s.models[model].seat) if in_reach(s, model, one.id))


def sees_an_enemy(s: Battle, model: str) -> bool:
    """Is any enemy in the model's line of sight?"""
    return any(sees(s, model, one.id) for one in enemies(s, s.models[model].seat))


def visible_enemies(s: Battle, model: str) -> tuple[str, ...]:
    """The enemies in the model's line of sight."""
    return tuple(one.id for one in enemies(s, s.models[model].seat) if sees(s, model, one.id))
