"""WM 2.1 How a unit moves in its Normal Movement: one trooper moves, the others are placed by it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from referee.board import Pose, distance, end_faults, more_than
from referee.board.shapes import at
from referee.board.spots import room_near
from referee.books.warmachine.advance import Advance, MoveKind, allowance
from referee.books.warmachine.charge import UnitChargeMovement, charge_refusals
from referee.books.warmachine.damage import remove
from referee.books.warmachine.duties import (
    UNIT_DISTANCE,
    cannot_move,
    effects,
    give_up,
    has_forfeited,
    take_back,
)
from referee.books.warmachine.ending import check_end
from referee.books.warmachine.measuring import engages
from referee.books.warmachine.placing import crowd, placed, placed_at
from referee.books.warmachine.restrictions import may_move, restrictions
from referee.books.warmachine.sight import sees
from referee.books.warmachine.state import Battle, called, has, members, note
from referee.books.warmachine.terrain import feature, no_standing
from referee.books.warmachine.travel import XY, move_to
from referee.books.warmachine.wording import option_words
from referee.kernel import AGAIN, DONE, Outcome, PlacePositions, Procedure, Refusal, choose, refuse, step, tell, text

NOBODY = "nobody"
MOVES: tuple[MoveKind, ...] = ("full advance", "run", "charge")


def mover_refusals(s: Battle, unit: str, model: Any, kind: MoveKind) -> Iterator[Refusal]:
    """Why this trooper may not be the one that moves."""
    if model not in members(s, unit):
        yield refuse("WM 2.1/a", "{model} is not a trooper of {unit}.", model=str(model), unit=called(s, unit))
        return
    name = called(s, model)
    if has_forfeited(s, model, "movement"):
        yield refuse("WM 1.1/b", "{model} has forfeited its Normal Movement.", model=name)
    if kind == "charge":
        yield from _charging_mover(s, model)
        return
    held = cannot_move(s, model)
    if held is not None:
        yield refuse("WM 2.1/f", "{model} cannot move, so it cannot be the one that does.", model=name)
    one = s.models[model]
    if not may_move(restrictions(s, model), (one.x, one.y)):
        yield refuse(
            "WM 4.1/g", "The restrictions on {model} cannot all be kept, so it cannot move at all.", model=name
        )
    if kind == "run":
        for effect in effects(s, "cannot run", model):
            yield refuse(effect.rule, "{model} cannot run: {source}.", model=name, source=effect.source or effect.kind)


def _charging_mover(s: Battle, model: str) -> Iterator[Refusal]:
    for refusal in charge_refusals(s, model, price=False):
        if refusal.rule == "WM 3.5/e":
            yield refuse("WM 3.5.4/a", "{model} is engaged; an unengaged trooper has to move.", model=called(s, model))
        elif refusal.rule == "WM 3.5.2/b":
            yield refuse("WM 3.5.4/b", "{model} itself sees no enemy.", model=called(s, model))
        else:
            yield refusal


def movers(s: Battle, unit: str, kind: MoveKind) -> tuple[str, ...]:
    """The troopers that may be the one that moves."""
    return tuple(one for one in members(s, unit) if next(mover_refusals(s, unit, one, kind), None) is None)


class UnitMovement(Procedure):
    """WM 2.1 A unit advances, runs or charges."""

    unit: str
    kind: MoveKind
    mover: str = ""
    moved: Any = None
    again: str = ""

    @step("WM 3.4/b", when=lambda self, s: self.kind == "run")
    def forfeit_before_running(self, s: Battle) -> Outcome:
        for model in members(s, self.unit):
            give_up(s, model, "action", "WM 3.4/b")
        return None

    @step("WM 2.1/a", into="mover", check="mover_refusals")
    def choose_mover(self, s: Battle) -> Outcome:
        note(s, movement=self.kind)
        able = movers(s, self.unit, self.kind)
        return choose(
            text("Which trooper of {unit} moves ({kind})?", unit=called(s, self.unit), kind=option_words(self.kind)),
            by=s.units[self.unit].seat,
            among=able,
            labels=tuple(text("{name}", name=called(s, one)) for one in able),
        )

    def mover_refusals(self, s: Battle, model: Any) -> Iterator[Refusal]:
        yield from mover_refusals(s, self.unit, model, self.kind)

    @step("WM 2.1/b", into="moved")
    def move(self, s: Battle) -> Outcome:
        note(s, mover=self.mover)
        if self.kind == "charge":
            return UnitChargeMovement(mover=self.mover)
        return Advance(model=self.mover, kind=self.kind, limit=allowance(s, self.mover, self.kind))

    @step("WM 2.1/i", into="again", when=lambda self, s: self.mover not in s.models and bool(members(s, self.unit)))
    def mover_lost(self, s: Battle) -> Outcome:
        """Another trooper may begin anew, in any way of moving; or nobody, and then nobody is placed."""
        kinds = tuple(kind for kind in MOVES if movers(s, self.unit, kind))
        return choose(
            text("The trooper that moved is gone. How does another one of {unit} move?", unit=called(s, self.unit)),
            by=s.units[self.unit].seat,
            among=(*kinds, NOBODY),
            labels=(*(option_words(kind) for kind in kinds), text("nobody moves")),
        )

    @step("WM 2.1")
    def begin_anew(self, s: Battle) -> Outcome:
        if self.mover in s.models:
            return None
        # Reading: the choice is open again, so a run that was begun has cost the Combat Action only if it is run again.
        if self.again in ("", NOBODY):
            self.result = ""
            return DONE
        take_back(s, "WM 3.4/b")
        note(s, charge=None)
        self.kind, self.mover = _kind(self.again), ""
        return AGAIN

    @step("WM 2.1/c")
    def place_the_others(self, s: Battle) -> Outcome:
        rest = tuple(one for one in members(s, self.unit) if one != self.mover)
        return PlaceTroopers(unit=self.unit, mover=self.mover, rest=rest) if rest else None

    @step("WM 3.5.4/h")
    def finish(self, s: Battle) -> Outcome:
        """After a run and after a failed charge the unit's activation ends, once the others are placed."""
        self.result = self.mover
        assert s.now is not None
        failed = self.kind == "charge" and not (s.now.charge and s.now.charge.success)
        if self.kind == "run" or failed:
            note(s, over=True)
        return None


def _kind(word: str) -> MoveKind:
    return next(kind for kind in MOVES if kind == word)


def place_refusals(s: Battle, model: str, mover: str, x: float, y: float) -> Iterator[Refusal]:
    """WM 2.1/c-e: why a trooper may not be placed here."""
    here = placed_at(s, model, x, y)
    away = distance(here, placed(s, mover))
    if more_than(away, UNIT_DISTANCE):
        yield refuse(
            "WM 2.1/c",
            "{model} would be {distance} inches from {mover}; {limit} are allowed.",
            model=called(s, model),
            distance=away,
            mover=called(s, mover),
            limit=UNIT_DISTANCE,
        )
    for fault in end_faults(here, crowd(s, (model,)), no_standing(s), s.layout.board):
        if fault.id in s.models:
            yield refuse(
                "WM 2.1/d",
                "{model} would stand on the base of {other}.",
                model=called(s, model),
                other=called(s, fault.id),
            )
        else:
            found = feature(s, fault.id)
            name = found.name if found else fault.id
            yield refuse("WM 12.1/b", "{model} cannot stand on {place}.", model=called(s, model), place=name)
    if not sees(s, model, mover, here):
        yield refuse("WM 2.1/e", "{model} would not see {mover} there.", model=called(s, model), mover=called(s, mover))


def spots(s: Battle, model: str, mover: str, *, seen: bool = True, random: Random | None = None) -> Iterator[XY]:
    """Places where a trooper may be put, the corners of the free ground first; in any order with `random`."""
    others = crowd(s, (model,))
    here, near = placed(s, model), placed(s, mover)
    for spread in (16, 96):
        found = room_near(here, near, UNIT_DISTANCE, others, no_standing(s), s.layout.board, spread).tolist()
        if random is not None:
            random.shuffle(found)
        for x, y in found:
            if not seen or sees(s, model, mover, at(here, Pose(x, y))):
                yield (x, y)


def placeable(s: Battle, rest: tuple[str, ...], mover: str) -> tuple[str, ...]:
    """Which of the troopers have somewhere to be placed now."""
    return tuple(one for one in rest if next(spots(s, one, mover), None) is not None)


class PlaceTroopers(Procedure):
    """WM 2.1/c The other troopers are placed, one after another, within 2 inches of the mover and in sight of it."""

    unit: str
    mover: str
    rest: tuple[str, ...]
    spots: tuple[tuple[str, tuple[float, float, float, float]], ...] = ()

    @step("WM 2.1/h", when=lambda self, s: self._lost(s))
    def without_room(self, s: Battle) -> Outcome:
        """Those that cannot be placed are destroyed; it is no choice. What an option may allow is placed unseen."""
        if s.options.get("no seen spot") == "placed out of sight":
            for model in self.rest:
                spot = next(spots(s, model, self.mover, seen=False), None)
                if spot is not None:
                    put(s, model, self.mover, *spot)
                    self.rest = tuple(one for one in self.rest if one != model)
        for model in self.rest:
            if model in s.models:
                tell(
                    s,
                    "WM 2.1/h",
                    "There is no place for {model} by {mover}.",
                    model=called(s, model),
                    mover=called(s, self.mover),
                )
                remove(s, model, "WM 2.1/h")
        self.rest = ()
        return check_end(s)

    def _left(self, s: Battle) -> tuple[str, ...]:
        """Who is still to be placed."""
        return tuple(one for one in self.rest if one in s.models) if self.mover in s.models else ()

    def _lost(self, s: Battle) -> bool:
        left = self._left(s)
        return bool(left) and not placeable(s, left, self.mover)

    @step("WM 2.1/c", into="spots", check="spot_refusals", propose="propose_spots")
    def choose_spots(self, s: Battle) -> Outcome:
        if not self._left(s):
            return DONE
        return PlacePositions(
            by=s.units[self.unit].seat,
            prompt=text(
                "Place the others within 2 inches of {mover}, in the order you name them.", mover=called(s, self.mover)
            ),
            subjects=self._left(s),
            about={"near": self.mover, "limit": UNIT_DISTANCE},
        )

    def spot_refusals(self, s: Battle, answer: Any) -> Iterator[Refusal]:
        """Each place is judged at its own moment: those named later still stand where they stood."""
        table = s.clone()
        if not answer:
            yield refuse("WM 2.1/h", "Somebody can still be placed.", instead=self._a_place(s))
        for model, (x, y, *_) in answer:
            faults = list(place_refusals(table, model, self.mover, x, y))
            yield from faults
            if faults:
                return
            move_to(table, model, x, y)

    def _a_place(self, s: Battle) -> Any:
        for model in self.rest:
            for x, y in spots(s, model, self.mover):
                return text("{model} can stand at {x},{y}.", model=called(s, model), x=round(x, 3), y=round(y, 3))
        return None

    def propose_spots(self, s: Battle, random: Random) -> Iterator[Any]:
        """All that are left where there is room for all, else one of them."""
        for _ in range(3):
            table, answer = s.clone(), []
            for model in sorted(self.rest, key=lambda _: random.random()):
                spot = next(spots(table, model, self.mover, random=random), None)
                if spot is not None:
                    move_to(table, model, *spot)
                    answer.append((model, (*spot, 0.0, 0.0)))
            if answer:
                yield tuple(answer)

    @step("WM 2.1/d")
    def place(self, s: Battle) -> Outcome:
        for model, (x, y, *_) in self.spots:
            put(s, model, self.mover, x, y)
        named = [model for model, _ in self.spots]
        self.rest = tuple(one for one in self.rest if one not in named)
        return AGAIN


def put(s: Battle, model: str, mover: str, x: float, y: float) -> None:
    """A trooper is placed; WM 2.1/g and 3.5.4/k say what that costs it."""
    move_to(s, model, x, y)
    tell(s, "WM 2.1/d", "{model} is placed by {mover}.", model=called(s, model), mover=called(s, mover))
    one = s.models[model]
    assert s.now is not None
    # Reading: a trooper whose restrictions cannot all be kept is one that cannot move.
    if cannot_move(s, model) is not None or not may_move(restrictions(s, model), (one.x, one.y)):
        give_up(s, model, "action", "WM 2.1/g")
        note(s, barred=(*s.now.barred, model))
    former = dict(s.now.engaged_before).get(model, ())
    former = tuple(enemy for enemy in former if enemy in s.models)
    if not former or has(s, model, "Unstoppable"):
        return
    back = [engages(s, enemy, model) for enemy in former]
    if all(back) if _all_of_them(s) else any(back):
        note(s, put_back=(*s.now.put_back, model))
    else:
        give_up(s, model, "action", "WM 3.5.4/k")


def _all_of_them(s: Battle) -> bool:
    """Reading: "the same enemies" are all of them, in every unit movement. The alternatives are options."""
    option = s.options.get("put back", "all")
    charging = s.now is not None and s.now.movement == "charge"
    return option == "all" or (option == "all in charges" and charging)
