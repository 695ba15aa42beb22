"""WM 2 A model goes its way: what it enters and touches on it happens there and then."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from referee.board import TOLERANCE, Placed, Pose, Wall, Walls, polygon
from referee.board.directions import Slides
from referee.board.shapes import at
from referee.board.terrain import Feature
from referee.books.warmachine.damage import DamageRoll
from referee.books.warmachine.placing import crowd, placed
from referee.books.warmachine.state import Battle, Contact, called, change, profile
from referee.books.warmachine.terrain import KINDS, entered_after, feature, ground, hazards, stands_in, stops_forced
from referee.kernel import AGAIN, DONE, Outcome, Procedure, step, tell

XY = tuple[float, float]


def length_of(start: XY, path: Sequence[XY]) -> float:
    """How long a way is."""
    return sum(math.dist(a, b) for a, b in zip((start, *path), path, strict=False))


def along(start: XY, path: Sequence[XY], distance: float) -> XY:
    """The point after so many inches of a way."""
    here = start
    for there in path:
        leg = math.dist(here, there)
        if distance <= leg and leg > 0:
            part = distance / leg
            return (here[0] + (there[0] - here[0]) * part, here[1] + (there[1] - here[1]) * part)
        distance -= leg
        here = there
    return here


def poses(path: Sequence[XY]) -> tuple[Pose, ...]:
    """A way as the board knows it."""
    return tuple(Pose(x, y) for x, y in path)


def move_to(s: Battle, model: str, x: float, y: float) -> None:
    """The model stands at (x, y) now."""
    change(s, model, x=x, y=y)


class Trigger(Procedure):
    """WM 3.5.2/j Somebody touched something that hurts or pushes."""

    model: str
    source: str
    x: float
    y: float
    contact: Contact

    @step("WM 3.5.2/j", when=lambda self, s: self.contact.power > 0)
    def hurt(self, s: Battle) -> Outcome:
        tell(s, "WM 3.5.2/j", "{model} touches {other}.", model=called(s, self.model), other=called(s, self.source))
        return DamageRoll(
            target=self.model, power=self.contact.power, by=1 - s.models[self.model].seat, under="WM 3.5.2/j"
        )

    @step("WM 3.5.2/i", when=lambda self, s: self.contact.push > 0 and self.model in s.models)
    def push(self, s: Battle) -> Outcome:
        pushed(s, self.model, (self.x, self.y), self.contact.push)
        return None


def pushed(s: Battle, model: str, away_from: XY, distance: float) -> float:
    """WM 9.5 The model is moved directly away from a point until something stops it. Returns how far; no advance."""
    one = s.models[model]
    turn = math.degrees(math.atan2(one.y - away_from[1], one.x - away_from[0]))
    slides = Slides(placed(s, model), crowd(s, (model,)), stops_forced(s), s.layout.board, longest=distance)
    stop, _ = slides.contacts(np.array([turn]))
    far = min(distance, float(stop[0]))
    c, d = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    move_to(s, model, one.x + c * far, one.y + d * far)
    tell(s, "WM 9.5", "{model} is pushed {distance} inches.", model=called(s, model), distance=far)
    return far


class Travel(Procedure):
    """WM 2 A model moves along a way that has been checked. Result: how far it came."""

    model: str
    path: tuple[XY, ...]
    start: XY
    done: float = 0.0
    met: tuple[str, ...] = ()
    """What it has entered or touched already."""
    at_x: float = 0.0
    at_y: float = 0.0
    source: str = ""

    @step("WM 2/c")
    def go_to_what_comes_next(self, s: Battle) -> Outcome:
        self.source = ""
        one = s.models.get(self.model)
        if one is None or (self.met and math.dist((one.x, one.y), (self.at_x, self.at_y)) > TOLERANCE):
            self.result = self.done  # destroyed, or moved by something else: this way is over
            return DONE
        after, source = next_trigger(s, self.model, self.start, self.path, self.done, self.met)
        x, y = along(self.start, self.path, after)
        move_to(s, self.model, x, y)
        self.done, self.at_x, self.at_y, self.source = after, x, y, source
        self.result = after
        if not source:
            return DONE
        self.met = (*self.met, source)
        return None

    @step("WM 12.2/a", when=lambda self, s: _is_ground(s, self.source))
    def enter_hazard(self, s: Battle) -> Outcome:
        power = ground(_feature(s, self.source)).hazard
        tell(
            s, "WM 12.2/a", "{model} enters {place}.", model=called(s, self.model), place=_feature(s, self.source).name
        )
        return DamageRoll(target=self.model, power=power, by=1 - s.models[self.model].seat, under="WM 12.2/a")

    @step("WM 3.5.2/j", when=lambda self, s: bool(self.source) and not _is_ground(s, self.source))
    def touch(self, s: Battle) -> Outcome:
        contact, (x, y) = contact_of(s, self.source), place_of(s, self.source)
        return Trigger(model=self.model, source=self.source, x=x, y=y, contact=contact)

    @step("WM 2/d")
    def go_on(self, s: Battle) -> Outcome:
        return AGAIN


def _feature(s: Battle, name: str) -> Feature:
    found = feature(s, name)
    assert found is not None
    return found


def _is_ground(s: Battle, name: str) -> bool:
    """Is this a piece of terrain that hurts those who enter it?"""
    found = feature(s, name)
    return found is not None and not (ground(found).obstacle or ground(found).obstruction)


def contact_of(s: Battle, source: str) -> Contact:
    """What touching this model or feature does."""
    if source in s.models:
        found = profile(s, source).contact
        assert found is not None
        return found
    return Contact(_feature(s, source).name, ground(_feature(s, source)).hazard)


def place_of(s: Battle, source: str) -> XY:
    """Where this model or feature is."""
    if source in s.models:
        return (s.models[source].x, s.models[source].y)
    centre = polygon(_feature(s, source).outline).centroid
    return (float(centre.x), float(centre.y))


def next_trigger(
    s: Battle, model: str, start: XY, path: Sequence[XY], done: float, met: Sequence[str]
) -> tuple[float, str]:
    """After how many inches of the way something happens next, and what; the whole way and nothing if nothing does."""
    whole = length_of(start, path)
    mover = at(placed(s, model), Pose(*start))
    found: list[tuple[float, str]] = []
    walls = hazards(s)
    if walls.walls:
        inside = {one.id for one in stands_in(s, mover, "hazard")}
        found += [(d, name) for d, name in entered_after(mover, poses(path), walls) if name not in inside]
    touching = [other.id for other in s.models.values() if other.id != model and profile(s, other).contact]
    solid = Walls(
        Wall(one.id, one.outline)
        for one in s.layout.features
        if KINDS[one.kind].hazard and (KINDS[one.kind].obstacle or KINDS[one.kind].obstruction)
    )
    if touching or solid.walls:
        found += touched_after(s, mover, start, path, touching, solid)
    ahead = [(d, name) for d, name in found if name not in met and d >= done - TOLERANCE]
    return min(ahead, default=(whole, ""))


def touched_after(
    s: Battle, mover: Placed, start: XY, path: Sequence[XY], models: Sequence[str], walls: Walls
) -> list[tuple[float, str]]:
    """After how many inches of a way a base touches each of these models and walls."""
    found: list[tuple[float, str]] = []
    before, here = 0.0, start
    for there in path:
        leg = math.dist(here, there)
        if leg > 0:
            turn = np.array([math.degrees(math.atan2(there[1] - here[1], there[0] - here[0]))])
            now = at(mover, Pose(*here))
            for one in models:
                after = float(Slides(now, [placed(s, one)]).contacts(turn)[0][0])
                found += [(before + after, one)] if after <= leg + TOLERANCE else []
            for wall in walls.walls:
                after = float(Slides(now, (), Walls([wall])).contacts(turn)[0][0])
                found += [(before + after, wall.id)] if after <= leg + TOLERANCE else []
        before, here = before + leg, there
    return found
