"""WM 2 and 3.3 Advancing: a way of the player's choosing, how long it may be and what it may not pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Literal

from referee.board import TOLERANCE, Crowd, Fault, FaultKind, Pose, end_faults, inches, more_than, sweep_faults
from referee.board.paths import straight
from referee.board.reach import reachable, samples
from referee.board.shapes import at
from referee.books.warmachine.duties import CHARGE_BONUS, RUN_BONUS, cannot_move, speed
from referee.books.warmachine.placing import crowd, gap, placed
from referee.books.warmachine.restrictions import (
    Restriction,
    kept_for,
    may_move,
    open_directions,
    path_refusals,
    restrictions,
)
from referee.books.warmachine.state import Battle, called, profile
from referee.books.warmachine.terrain import (
    LEAST_MOVE,
    ROUGH_LOSS,
    closed_to,
    entered_after,
    feature,
    no_standing,
    passes,
    slowing,
    stands_in,
)
from referee.books.warmachine.travel import XY, Travel, length_of, poses
from referee.kernel import MovePaths, Outcome, Procedure, Refusal, RuleId, refuse, step, tell, text

MoveKind = Literal["full advance", "run", "charge", "end move", "slam", "trample"]
LIMIT_RULES: dict[str, RuleId] = {
    "full advance": "WM 3.3/a",
    "run": "WM 3.4/a",
    "end move": "WM 5/c",
    "slam": "WM 9.2/b",
}


def allowance(s: Battle, model: str, kind: MoveKind) -> float:
    """How far a model may move, in inches, before rough terrain takes its share."""
    if kind == "run":
        return speed(s, model) + RUN_BONUS
    if kind in ("charge", "slam", "trample"):
        return speed(s, model) + CHARGE_BONUS
    return speed(s, model)


def shortened_by_rough(limit: float) -> float:
    """WM 12.1/a: what is left of a move that meets rough terrain."""
    return min(limit, max(limit - ROUGH_LOSS, LEAST_MOVE))


def rough_after(s: Battle, model: str, path: Sequence[XY]) -> float | None:
    """After how many inches of a way rough terrain slows the model; nothing if it does not."""
    walls = slowing(s, model)
    if not walls.walls:
        return None
    here = placed(s, model)
    names = {wall.id for wall in walls.walls}
    if any(one.id in names for one in stands_in(s, here, "rough")):
        return 0.0
    found = entered_after(here, poses(path), walls)
    return found[0][0] if found else None


def longest_way(s: Battle, model: str, limit: float, path: Sequence[XY]) -> float:
    """How long this way may be. Reading: entered only beyond the shortened limit, rough terrain ends the move there."""
    after = rough_after(s, model, path)
    return limit if after is None else max(shortened_by_rough(limit), min(after, limit))


def way_refusals(
    s: Battle, model: str, path: Sequence[XY], limit: float, rule: RuleId, found: Sequence[Restriction]
) -> Iterator[Refusal]:
    """Why a model may not advance along a way: every reason."""
    one = s.models[model]
    start = (one.x, one.y)
    length = length_of(start, path)
    held = cannot_move(s, model)
    if held is not None and length > TOLERANCE:
        yield refuse(held.rule, "{model} cannot advance.", model=called(s, model))
    longest = longest_way(s, model, limit, path)
    if more_than(length, longest):
        if longest < limit:
            yield refuse(
                "WM 12.1/a",
                "This way is {length} inches long. It meets rough ground, which leaves {limit}.",
                length=length,
                limit=longest,
            )
        else:
            yield refuse(rule, "This way is {length} inches long; {limit} are allowed.", length=length, limit=limit)
    yield from path_refusals(found, start, path, s)
    yield from collisions(s, model, path)


def obstacles_for(s: Battle, model: str) -> Crowd:
    """The models the model may not pass over."""
    return Crowd() if passes(s, model, "models") else crowd(s, (model,))


def collisions(s: Battle, model: str, path: Sequence[XY]) -> Iterator[Refusal]:
    """WM 2/e, 2/f, 12.1: what a way runs into, and what it ends in."""
    mover, way = placed(s, model), poses(path)
    faults = list(sweep_faults(mover, way, obstacles_for(s, model), closed_to(s, model), s.layout.board))
    tight = _tight_gaps(s, model, faults)
    for fault in faults:
        yield _collision(s, model, fault, fault.id in tight)
    if way:
        end = at(mover, way[-1])
        told = {(fault.kind, fault.id) for fault in faults}
        for fault in end_faults(end, crowd(s, (model,)), no_standing(s)):
            if (fault.kind, fault.id) not in told:
                yield _bad_end(s, fault)


def _collision(s: Battle, model: str, fault: Fault, tight: bool) -> Refusal:
    x, y = fault.pose.x, fault.pose.y
    if fault.kind is FaultKind.MODEL and tight:
        return refuse(
            "WM 2/f",
            "The gap beside {other} is too narrow for a {base} mm base.",
            text("It gets as far as {x},{y}.", x=x, y=y),
            other=called(s, fault.id),
            base=profile(s, model).base,
        )
    if fault.kind is FaultKind.MODEL:
        return refuse(
            "WM 2/e",
            "It would pass over the base of {other}.",
            text("It gets as far as {x},{y}.", x=x, y=y),
            other=called(s, fault.id),
        )
    if fault.kind is FaultKind.EDGE:
        return refuse("WM 12.1/e", "It would leave the table.", text("It gets as far as {x},{y}.", x=x, y=y))
    found = feature(s, fault.id)
    return refuse(
        "WM 12.1/c",
        "{place} cannot be entered.",
        text("It gets as far as {x},{y}.", x=x, y=y),
        place=found.name if found else fault.id,
    )


def _bad_end(s: Battle, fault: Fault) -> Refusal:
    if fault.kind is FaultKind.MODEL:
        return refuse("WM 2/e", "It would end on the base of {other}.", other=called(s, fault.id))
    found = feature(s, fault.id)
    return refuse("WM 12.1/b", "It cannot end on {place}.", place=found.name if found else fault.id)


def _tight_gaps(s: Battle, model: str, faults: Sequence[Fault]) -> set[str]:
    """Models between which the way goes, closer together than the base is wide."""
    names = [fault.id for fault in faults if fault.kind is FaultKind.MODEL]
    width = inches(profile(s, model).base)
    pairs = [(a, b) for number, a in enumerate(names) for b in names[number + 1 :] if gap(s, a, b) < width - TOLERANCE]
    return {one for pair in pairs for one in pair}


class Advance(Procedure):
    """WM 2 One model advances. Result: how far it moved."""

    model: str
    kind: MoveKind
    limit: float
    found: tuple[Restriction, ...] = ()
    """What restricts this move besides the effects on the model."""
    way: tuple[tuple[str, tuple[tuple[float, float, float, float], ...]], ...] = ()
    moved: float = 0.0

    def _path(self, way: Any) -> tuple[XY, ...]:
        return tuple((point[0], point[1]) for _, points in way for point in points)

    def _restrictions(self, s: Battle) -> tuple[Restriction, ...]:
        return (*restrictions(s, self.model), *self.found)

    @step("WM 2/b", into="way", check="way_refusals", propose="propose_ways")
    def choose_way(self, s: Battle) -> Outcome:
        one = s.models[self.model]
        return MovePaths(
            by=one.seat,
            prompt=text(
                "Which way does {model} go? {limit} inches at most.", model=called(s, self.model), limit=self.limit
            ),
            subjects=(self.model,),
            about={"limit": self.limit, "move": self.kind},
        )

    def way_refusals(self, s: Battle, way: Any) -> Iterator[Refusal]:
        rule = LIMIT_RULES.get(self.kind, "WM 3.3/a")
        yield from way_refusals(s, self.model, self._path(way), self.limit, rule, self._restrictions(s))

    def propose_ways(self, s: Battle, random: Random) -> Iterator[Any]:
        """Ways to random places that can be reached, the straight ones first; staying is always possible."""
        for path in sample_ways(s, self.model, self.limit, self._restrictions(s), random):
            way = ((self.model, tuple((x, y, 0.0, 0.0) for x, y in path)),)
            if next(self.way_refusals(s, way), None) is None:
                yield way
        yield ()

    @step("WM 2/c", into="moved", when=lambda self, s: bool(self._path(self.way)))
    def go(self, s: Battle) -> Outcome:
        one = s.models[self.model]
        tell(s, LIMIT_RULES.get(self.kind, "WM 2/b"), "{model} advances.", model=called(s, self.model))
        return Travel(model=self.model, path=self._path(self.way), start=(one.x, one.y))

    @step("WM 2/d")
    def finish(self, s: Battle) -> Outcome:
        self.result = self.moved
        return None


def sample_ways(
    s: Battle, model: str, limit: float, found: Sequence[Restriction], random: Random
) -> Iterator[tuple[XY, ...]]:
    """Some ways a model may go, for bots and for showing where it may go."""
    one = s.models[model]
    start = (one.x, one.y)
    if cannot_move(s, model) is not None or limit <= TOLERANCE or not may_move(found, start):
        return
    if found:
        for turn in open_directions(found, start):
            yield from _kept_part(found, start, _ahead(start, turn, limit * random.random()))
        return
    for _ in range(4):
        yield _ahead(start, random.random() * 360.0, limit * (0.3 + 0.7 * random.random()))
    area = reachable(
        placed(s, model), shortened_by_rough(limit), obstacles_for(s, model), closed_to(s, model), s.layout.board
    )
    from referee.board import find_path

    for x, y in samples(area, 3, random):
        path = find_path(
            placed(s, model), Pose(x, y), obstacles_for(s, model), closed_to(s, model), s.layout.board, limit
        )
        if path is not None:
            yield tuple((pose.x, pose.y) for pose in path)


def _ahead(start: XY, turn: float, distance: float) -> tuple[XY, ...]:
    import math

    to = (start[0] + math.cos(math.radians(turn)), start[1] + math.sin(math.radians(turn)))
    return tuple((pose.x, pose.y) for pose in straight(Pose(*start), to, distance))


def _kept_part(found: Sequence[Restriction], start: XY, path: tuple[XY, ...]) -> Iterator[tuple[XY, ...]]:
    """As much of a straight way as the restrictions allow."""
    from referee.books.warmachine.travel import along

    after = min((kept_for(one, start, path) for one in found), default=0.0)
    length = length_of(start, path)
    if after > TOLERANCE:
        yield path if after >= length else (along(start, path, after - TOLERANCE),)
