"""Small Warmachine tables for tests: models, an activation under way, answers that are given and refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import pytest

from referee.board import Board
from referee.board.terrain import Feature, Layout
from referee.books.warmachine import BOOK
from referee.books.warmachine.sequence import ActivationPhase
from referee.books.warmachine.state import Activating, Battle, Charge, Kind, Model, Profile, Unit, Weapon
from referee.kernel import Effect, Game, NotAllowed, Procedure, Scripted

SWORD = Weapon("sword", "melee", 1.0, 12)
SPEAR = Weapon("spear", "melee", 2.0, 12)
GUN = Weapon("gun", "ranged", 10.0, 10)
BARE_HANDS: tuple[Weapon, ...] = ()
R30, R40, R50 = 15 / 25.4, 20 / 25.4, 25 / 25.4
TOUCH = 2 * R30
"""How far apart the centres of two touching 30 mm bases are."""


class Figure(msgspec.Struct, frozen=True):
    """A model with a profile of its own."""

    model: Model
    profile: Profile


def figure(name: str, x: float, y: float, seat: int = 0, **fields: Any) -> Figure:
    """A model: by default a warrior of 30 mm, SPD 6, with a sword that reaches 1 inch. Its FURY is `most_fury`."""
    own = {
        key: fields.pop(key)
        for key in ("unit", "controller", "damage", "focus", "fury", "knocked_down")
        if key in fields
    }
    kind: Kind = fields.pop("kind", "trooper" if own.get("unit") else "solo")
    stats: dict[str, Any] = {
        "base": 30,
        "spd": 6,
        "mat": 6,
        "rat": 5,
        "aat": 6,
        "defence": 12,
        "armour": 14,
        "health": 5,
        "weapons": (SWORD,),
    }
    if "most_fury" in fields:
        fields["fury"] = fields.pop("most_fury")
    profile = Profile(id=name, name=name, kind=kind, **(stats | fields))
    return Figure(Model(name, name, seat, name, x=float(x), y=float(y), **own), profile)


def unit(name: str, spots: Sequence[tuple[float, float]], seat: int = 0, **fields: Any) -> list[Figure]:
    """A unit of troopers `name1`, `name2`, ..."""
    return [figure(f"{name}{i}", x, y, seat, unit=name, **fields) for i, (x, y) in enumerate(spots, 1)]


def table(
    *figures: Figure | list[Figure],
    features: Iterable[Feature] = (),
    effects: Iterable[Effect] = (),
    options: dict[str, str] | None = None,
    size: tuple[float, float] = (48.0, 48.0),
) -> Battle:
    """A battle in the first player's Activation Phase."""
    s = Battle(options=BOOK.settled(options), phase="activation")
    s.layout = Layout("test", "Test", Board(*size), tuple(features))
    for one in figures:
        for each in one if isinstance(one, list) else [one]:
            s.profiles[each.profile.id] = each.profile
            s.models[each.model.id] = each.model
            if each.model.unit:
                s.units[each.model.unit] = Unit(each.model.unit, each.model.unit, each.model.seat)
    s.effects = tuple(effects)
    return s


def block(name: str, kind: str, x: float, y: float, to_x: float, to_y: float) -> Feature:
    """A rectangular piece of terrain."""
    return Feature(name, name, kind, ((x, y), (to_x, y), (to_x, to_y), (x, to_y)))


def effect(kind: str, subject: str, value: Any = None, rule: str = "WM 1.3/a") -> Effect:
    """An effect on a model or unit until its activation ends."""
    return Effect(kind, rule, subject, f"activation end {subject}", value, "a test")


def begin(s: Battle, *answers: Any, dice: Sequence[int] = (), first: Procedure | None = None) -> Game:
    """The game from this table on, with the answers given."""
    game = Game(BOOK, s, [first or ActivationPhase()], Scripted(tuple(dice)))
    game.run()
    return give(game, *answers)


def give(game: Game, *answers: Any) -> Game:
    """Give the answers, one after another."""
    for answer in answers:
        game.answer(answer)
    return game


def way(model: str, *points: tuple[float, float]) -> Any:
    """The answer that moves a model along points."""
    return ((model, tuple((x, y, 0.0, 0.0) for x, y in points)),)


def spots(**places: tuple[float, float]) -> Any:
    """The answer that places models, in this order."""
    return tuple((model, (x, y, 0.0, 0.0)) for model, (x, y) in places.items())


def refused(game: Game, answer: Any, *rules: str) -> None:
    """The answer is refused under these rules, and nothing has changed."""
    before = game.digest()
    with pytest.raises(NotAllowed):
        game.answer(answer)
    given = [refusal.rule for refusal in game.why(answer)]
    assert [rule for rule in rules if rule not in given] == [], given
    assert game.digest() == before


def asked(game: Game) -> str:
    """The rule of the question that waits, or nothing if none does."""
    return game.decision.rule if game.decision else ""


def options(game: Game) -> tuple[Any, ...]:
    """The options of the question that waits."""
    assert game.decision is not None
    return game.decision.options()


def at(game: Game, model: str) -> tuple[float, float]:
    """Where a model stands."""
    one = game.state.models[model]  # type: ignore[attr-defined]
    return (round(one.x, 4), round(one.y, 4))


def battle(game: Game) -> Battle:
    """The state of the game."""
    assert isinstance(game.state, Battle)
    return game.state


def now(game: Game) -> Activating:
    """The activation under way, or the last one."""
    found = battle(game).now or battle(game).past
    assert found is not None
    return found


def charge_of(game: Game) -> Charge:
    """The charge of that activation."""
    found = now(game).charge
    assert found is not None
    return found


def rolls(game: Game) -> list[tuple[str, int]]:
    """The purposes and numbers of dice of all rolls so far."""
    return [(roll.purpose, len(roll.dice)) for roll in game.rolls]
