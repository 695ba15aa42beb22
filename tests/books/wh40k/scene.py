"""Positions for the tests of this book: own profiles, own units, put where a test wants them, at A's Movement phase."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from referee.board import Base, Oval, Pose, Round, rectangle
from referee.books.wh40k import BOOK
from referee.books.wh40k.sequence import BattleRound, FightTheBattle, Turn
from referee.books.wh40k.state import Battle, Model, Profile, Roster, Transport, Unit, Where
from referee.kernel import Effect, Event, Game, NotAllowed, Refusal, Scripted

MM_32, MM_40 = Round(32.0), Round(40.0)


def profile(name: str, *keywords: str, base: Base = MM_32, m: float | None = 6.0, w: int = 1, **more: Any) -> Profile:
    return Profile(name, name.lower(), m, w, more.pop("ld", 7), 1, base, keywords, **more)


PROFILES = {
    p.name: p
    for p in (
        profile("Trooper", "INFANTRY"),
        profile("Hero", "INFANTRY", "CHARACTER", w=4, ld=6),
        profile("Brute", "INFANTRY", base=MM_40, w=3, m=5.0),
        profile("Jumper", "INFANTRY", "FLY", m=12.0),
        profile("Hoverer", "INFANTRY", "FLY", m=12.0, abilities=("hover",)),
        profile("Striker", "INFANTRY", abilities=("deep-strike",)),
        profile("Beast", "MONSTER", base=Oval(105.0, 70.0), m=8.0, w=10),
        profile("Tank", "VEHICLE", base=rectangle(4.5, 3.0), m=10.0, w=11),
        profile("Walker", "VEHICLE", base=Round(60.0), m=8.0, w=8),
        profile("Carrier", "VEHICLE", "TRANSPORT", base=rectangle(4.5, 3.0), m=12.0, w=10),
        profile("Flyer", "VEHICLE", "AIRCRAFT", "FLY", base=Round(60.0), m=20.0, w=10),
        profile("Turret", "VEHICLE", "FORTIFICATION", base=Round(60.0), m=None, w=6),
        profile("Knight", "VEHICLE", base=Oval(160.0, 100.0), m=10.0, w=20),
    )
}

Spot = tuple[float, float] | tuple[float, float, float]


def row(x: float, y: float, count: int, gap: float = 1.5) -> list[Spot]:
    """`count` places in a row to the right of (x, y), `gap` inches from centre to centre."""
    return [(x + i * gap, y) for i in range(count)]


class Scene:
    """A game at A's Movement phase (or at B's, or in another round), with short words for what tests do."""

    def __init__(self, **given: Any) -> None:
        self.units: dict[str, Unit] = {}
        self.transports: dict[str, Transport] = {}
        self.given = given

    def unit(self, name: str, kind: str | Sequence[str], spots: Sequence[Spot] = (), **fields: Any) -> Scene:
        """Add a unit: `A1` and its kind; on the table at `spots`, else of `count` models in `where`."""
        count = fields.pop("count", len(spots))
        wounds = fields.pop("wounds", None)
        strength = fields.pop("strength", count)
        carries = fields.pop("carries", None)
        kinds = [kind] * count if isinstance(kind, str) else list(kind)
        models = tuple(
            Model(f"{name}.{i + 1}", k, wounds or PROFILES[k].w, Pose(*spots[i]) if spots else None)
            for i, k in enumerate(kinds)
        )
        where = Where.TABLE if spots else Where(fields.pop("where", "reserves"))
        seat = 0 if name.startswith("A") else 1
        self.units[name] = Unit(name, seat, f"{kinds[0]} {name}", models, strength, 100, where=where, **fields)
        if carries:
            self.transports[name] = Transport(carries)
        return self

    def start(self, *dice: int, effects: Sequence[Effect] = ()) -> Play:
        """The game at the first decision of the Movement phase; rolls come from `dice`."""
        given = self.given
        options = BOOK.settled({"layout": given.pop("layout", "open"), **given.pop("options", {})})
        s = Battle(
            roster=Roster(dict(PROFILES), self.transports, ("Blue", "Red")),
            options=options,
            layout=options["layout"],
            units=self.units,
            round=given.pop("round", 2),
            effects=tuple(effects),
            active=given.pop("active", 0),
        )
        stack = [
            _at(FightTheBattle(), "battle_rounds"),
            _at(BattleRound(), "first_turn"),
            _at(Turn(), "movement_phase"),
        ]
        game = Game(BOOK, s, stack, Scripted(dice))
        game.run()
        s.events.clear()
        return Play(game)


def _at(frame: Any, name: str) -> Any:
    frame.at = next(i for i, one in enumerate(frame.steps) if one.name == name)
    return frame


class Play:
    """A game under test."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: list[Event] = []

    @property
    def s(self) -> Battle:
        assert isinstance(self.game.state, Battle)
        return self.game.state

    def answer(self, *answers: Any) -> Play:
        for answer in answers:
            self.events += self.game.answer(answer)
        return self

    def where(self) -> str:
        """The rule id of the step that asks."""
        return self.game.where()[-1].rule

    def options(self) -> tuple[Any, ...]:
        return self.game.options()

    def refused(self, answer: Any, rule: str, words: str = "") -> Refusal:
        """The answer is refused under `rule` (among its reasons), and nothing has changed."""
        before = self.game.digest()
        try:
            self.game.answer(answer)
        except NotAllowed:
            pass
        else:
            raise AssertionError(f"{answer} was accepted")
        assert self.game.digest() == before
        found = [refusal for refusal in self.game.why(answer) if refusal.rule == rule]
        assert found, f"refused by {[str(r) for r in self.game.why(answer)]}, not by {rule}"
        if words:
            assert re.search(words, str(found[0])), str(found[0])
        return found[0]

    def told(self, rule: str) -> list[str]:
        """What was reported under a rule so far."""
        return [str(event.text) for event in self.events if event.rule == rule]

    def rolls(self, rule: str) -> list[tuple[int, ...]]:
        """The dice rolled under a rule so far."""
        return [event.data["dice"] for event in self.events if event.rule == rule and "dice" in event.data]

    def pose(self, model: str) -> Pose:
        unit = self.s.units[model.rpartition(".")[0]]
        return next(m.pose for m in unit.models if m.id == model and m.pose is not None)

    def shift(self, unit: str, dx: float, dy: float, only: Sequence[str] = ()) -> Any:
        """The answer that moves every model of a unit (or only some) straight by dx, dy."""
        models = [m for m in self.s.units[unit].models if m.pose and (not only or m.id in only)]
        return [[m.id, [[m.pose.x + dx, m.pose.y + dy, m.pose.angle]]] for m in models if m.pose]

    def builtins(self) -> Any:
        return msgspec.to_builtins(self.s)
