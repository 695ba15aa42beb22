"""WM 9.5 Models that are slammed or thrown: how far they fly, what they hit, and what that does to whom."""

from __future__ import annotations

import math

import numpy as np

from referee.board import Crowd, Pose
from referee.board.directions import Slides
from referee.board.shapes import at
from referee.books.warmachine.attacks import knock_down
from referee.books.warmachine.charge_lines import room_until
from referee.books.warmachine.damage import DamageRoll
from referee.books.warmachine.placing import placed
from referee.books.warmachine.state import Battle, called, profile
from referee.books.warmachine.terrain import stops_forced
from referee.books.warmachine.travel import move_to
from referee.kernel import AGAIN, DONE, Outcome, Procedure, Roll, phrase, step, tell

HUGE = 120
HUGE_BONUS = 2
POWER, POWER_IF_LARGER = 12, 14


def flight_power(s: Battle, attacker: str, model: str) -> int:
    """The power of the damage, by the sizes of the bases."""
    if attacker not in s.models or model not in s.models:
        return POWER
    return POWER_IF_LARGER if profile(s, attacker).base > profile(s, model).base else POWER


class Slammed(Procedure):
    """WM 9.5/a A model is moved directly away by a slam, knocked down and damaged."""

    attacker: str
    model: str
    shown: tuple[int, ...] = ()
    distance: float = 0.0
    hit: tuple[str, ...] = ()
    """Models it was slammed into or through."""
    stopped: bool = False
    """Was it stopped by something, so that its damage roll has one more die?"""

    @step("WM 9.5/a", into="shown")
    def roll_distance(self, s: Battle) -> Outcome:
        by = s.models[self.attacker].seat
        return Roll(under="WM 9.5/a", purpose=phrase("distance"), by=by, subject=self.model)

    @step("WM 9.5/b")
    def fly(self, s: Battle) -> Outcome:
        self.distance = flight_distance(s, self.attacker, self.model, self.shown[0], halved=self._is_slam())
        self.stopped, self.hit = fly(s, self.attacker, self.model, self.distance, over=not self._is_slam())
        return None

    def _is_slam(self) -> bool:
        return True

    @step("WM 9.5/c")
    def knock_down(self, s: Battle) -> Outcome:
        for model in (self.model, *self.hit):
            knock_down(s, model)
        return None

    @step("WM 9.5/d")
    def damage(self, s: Battle) -> Outcome:
        power = flight_power(s, self.attacker, self.model)
        dice = 3 if self.stopped else 2
        return DamageRoll(target=self.model, power=power, by=self._by(s), under="WM 9.5/d", dice=dice)

    def _by(self, s: Battle) -> int:
        one = s.models.get(self.attacker) or s.lost[self.attacker]
        return one.seat

    @step("WM 9.5/e", when=lambda self, s: bool(self.hit))
    def collateral_damage(self, s: Battle) -> Outcome:
        return Collateral(attacker=self.attacker, models=self.hit, by=self._by(s))


class Thrown(Slammed):
    """WM 9.5/a A model is thrown directly away: over smaller bases, down where it lands."""

    def _is_slam(self) -> bool:
        return False


class Collateral(Procedure):
    """WM 9.5/e Damage to those that were hit by a model in flight."""

    attacker: str
    models: tuple[str, ...]
    by: int

    @step("WM 9.5/e")
    def damage(self, s: Battle) -> Outcome:
        here = tuple(one for one in self.models if one in s.models)
        if not here:
            return DONE
        self.models = here[1:]
        power = flight_power(s, self.attacker, here[0])
        return DamageRoll(target=here[0], power=power, by=self.by, under="WM 9.5/e")

    @step("WM 9.5/f")
    def next_one(self, s: Battle) -> Outcome:
        return AGAIN


def flight_distance(s: Battle, attacker: str, model: str, die: int, *, halved: bool) -> float:
    """WM 9.5/a: d6 inches; half against a larger model (slam); two more from a huge attacker against a smaller one."""
    mine, theirs = profile(s, attacker).base, profile(s, model).base
    distance = float(die)
    if halved and theirs > mine:
        distance /= 2
    if mine >= HUGE and theirs < mine:
        distance += HUGE_BONUS
    return distance


def fly(s: Battle, attacker: str, model: str, distance: float, *, over: bool) -> tuple[bool, tuple[str, ...]]:
    """Move a slammed or thrown model. Returns whether something stopped it, and the models it hit.

    A slammed model goes through smaller bases and hits them; a thrown one flies over them and hits what it lands on.
    """
    one, away = s.models[model], s.models[attacker]
    turn = math.degrees(math.atan2(one.y - away.y, one.x - away.x))
    here, size = placed(s, model), profile(s, model).base
    big = Crowd(placed(s, m) for m in s.models.values() if m.id != model and profile(s, m).base >= size)
    slides = Slides(here, big, stops_forced(s), s.layout.board, longest=distance + 1)
    stop, what = slides.contacts(np.array([turn]))
    far = min(distance, float(stop[0]))
    stopped = float(stop[0]) <= distance and int(what[0]) < len(slides.names)  # the table's edge adds no die
    touched = slides.names[int(what[0])] if stopped else ""
    hit = [touched] if touched in s.models and profile(s, touched).base <= size else []
    small = Crowd(placed(s, m) for m in s.models.values() if m.id != model and profile(s, m).base < size)
    if over:
        landing = _landing(s, model, turn, far)
        hit += small.overlapping(at(here, Pose(*landing)))
    else:
        through = Slides(here, small, grazing=False)
        hit += [other for other in through.touched(turn, far) if other in s.models]
    # Reading: who lands on another base stops where there is room; moving the others aside is settled by hand.
    room = room_until(s, model, turn, far)
    x, y = _landing(s, model, turn, room)
    move_to(s, model, x, y)
    tell(s, "WM 9.5/b", "{model} flies {distance} inches.", model=called(s, model), distance=room)
    return stopped, tuple(dict.fromkeys(hit))


def _landing(s: Battle, model: str, turn: float, distance: float) -> tuple[float, float]:
    one, angle = s.models[model], math.radians(turn)
    return (one.x + math.cos(angle) * distance, one.y + math.sin(angle) * distance)
