"""WM 3.5 Charges: naming the target, moving in a straight line, success and failure; charges that have to be made."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

from referee.board import TOLERANCE, within
from referee.books.warmachine.charge_lines import (
    RuleOf,
    charge_line,
    charge_reach,
    direction_refusals,
    end_point,
    legal_arcs,
    successful_arcs,
)
from referee.books.warmachine.costs import effort
from referee.books.warmachine.duties import cannot_move, duty, effects, forfeit_of
from referee.books.warmachine.measuring import is_engaged, reached_by, sees_an_enemy, visible_enemies
from referee.books.warmachine.placing import gap
from referee.books.warmachine.restrictions import may_move, restrictions
from referee.books.warmachine.sight import sees
from referee.books.warmachine.state import Battle, Charge, called, note, profile
from referee.books.warmachine.terrain import feature
from referee.books.warmachine.travel import XY, Travel
from referee.kernel import MovePaths, Outcome, Pay, Procedure, Refusal, choose, refuse, step, tell, text

INDEPENDENT: RuleOf = {
    "target": "WM 3.5.2/a",
    "sight": "WM 3.5.2/b",
    "limit": "WM 3.5.2/c",
    "straight": "WM 3.5.2/d",
    "direction": "WM 3.5.2/e",
    "early": "WM 3.5.2/f",
    "keep": "WM 3.5.2/h",
    "stops": "WM 3.5.2/i",
}
OF_A_UNIT: RuleOf = {
    "target": "WM 3.5.4/b",
    "sight": "WM 3.5.4/b",
    "limit": "WM 3.5.4/d",
    "straight": "WM 3.5.4/d",
    "direction": "WM 3.5.4/d",
    "early": "WM 3.5.4/e",
    "keep": "WM 3.5.4/e",
    "stops": "WM 3.5.4/f",
}
"""Where a unit's charge is ruled; the text of its own rules is that of the independent models' in other words."""


def charge_targets(s: Battle, model: str) -> tuple[str, ...]:
    """WM 3.5.2/b, 3.5.3/a: whom the model may name: every enemy it sees, however hopeless."""
    return visible_enemies(s, model)


def target_refusals(s: Battle, model: str, target: Any, rules: RuleOf) -> Iterator[Refusal]:
    """Why this may not be named as the target of a charge."""
    if isinstance(target, str) and feature(s, target) is not None:
        yield refuse(rules["sight"], "{target} is not a model.", target=feature(s, target).name)  # type: ignore[union-attr]
    elif target not in s.models:
        yield refuse(rules["target"], "There is no model {target} on the table.", target=str(target))
    elif s.models[target].seat == s.models[model].seat:
        yield refuse("WM 3.5/d", "{target} is friendly.", target=called(s, target))
    elif not sees(s, model, target):
        yield refuse(rules["sight"], "{model} does not see {target}.", model=called(s, model), target=called(s, target))


def charge_refusals(s: Battle, model: str, *, price: bool = True) -> Iterator[Refusal]:
    """Why the model may not charge at all. What it would cost is asked last, so that nothing is paid for nothing."""
    name = called(s, model)
    gone = forfeit_of(s, model, "action")
    owed = duty(s, model, "action")
    if gone is not None or owed is not None:
        yield refuse("WM 3.5/c", "{model} forfeits its Combat Action and cannot charge.", model=name)
    if not any(weapon.kind == "melee" for weapon in profile(s, model).weapons):
        yield refuse("WM 3.5/b", "{model} has no melee weapon.", model=name)
    if is_engaged(s, model):
        yield refuse("WM 3.5/e", "{model} is engaged.", model=name)
    for effect in effects(s, "cannot charge", model):
        yield refuse(effect.rule, "{model} cannot charge: {source}.", model=name, source=effect.source or effect.kind)
    held = cannot_move(s, model)
    if held is not None:
        yield refuse(held.rule, "{model} cannot advance.", model=name)
    one = s.models[model]
    if not may_move(restrictions(s, model), (one.x, one.y)):
        yield refuse(
            "WM 4.1/g", "The restrictions on {model} cannot all be kept, so it cannot move at all.", model=name
        )
    if not sees_an_enemy(s, model):
        yield refuse("WM 3.5.2/b", "{model} sees no enemy.", model=name)
    if price:
        for part in effort(s, model, "WM 3.5.2/r", "WM 3.5.2/r"):
            yield from part.refusals(s, one.seat)


def can_charge(s: Battle, model: str) -> bool:
    """May the model charge?"""
    return next(charge_refusals(s, model), None) is None


class ChargeMovement(Procedure):
    """WM 3.5.2 The movement of a charge by an independent model. Result: was it a success?"""

    mover: str
    target: str = ""
    paid: bool = True
    way: tuple[tuple[str, tuple[tuple[float, float, float, float], ...]], ...] = ()
    moved: float = 0.0
    rules: ClassVar[RuleOf] = INDEPENDENT

    def _path(self, way: Any) -> tuple[XY, ...]:
        return tuple((point[0], point[1]) for _, points in way for point in points)

    @step("WM 3.5.2/a", into="target", check="target_refusals")
    def name_target(self, s: Battle) -> Outcome:
        targets = charge_targets(s, self.mover)
        return choose(
            text("Whom does {model} charge?", model=called(s, self.mover)),
            by=s.models[self.mover].seat,
            among=targets,
            labels=tuple(text("{name}", name=called(s, one)) for one in targets),
            overlay="charge",
        )

    def target_refusals(self, s: Battle, target: Any) -> Iterator[Refusal]:
        yield from target_refusals(s, self.mover, target, self.rules)

    @step("WM 3.5.2/r", into="paid")
    def pay(self, s: Battle) -> Outcome:
        tell(s, "WM 3.5.2/a", "{model} charges {target}.", model=called(s, self.mover), target=called(s, self.target))
        parts = effort(s, self.mover, "WM 3.5.2/r", "WM 3.5.2/r")
        self.paid = True
        return Pay(parts=parts, by=s.models[self.mover].seat) if parts else None

    @step("WM 3.5.2/d", into="way", check="way_refusals", propose="propose_ways")
    def choose_direction_and_stop(self, s: Battle) -> Outcome:
        return MovePaths(
            by=s.models[self.mover].seat,
            prompt=text(
                "{model} charges {target}: to which point does it move, in a straight line?",
                model=called(s, self.mover),
                target=called(s, self.target),
            ),
            subjects=(self.mover,),
            about={
                "charge": self.target,
                "legal": [(arc.start, arc.end) for arc in legal_arcs(s, self.mover, self.target)],
                "successful": [(arc.start, arc.end) for arc in successful_arcs(s, self.mover, self.target)],
            },
        )

    def way_refusals(self, s: Battle, way: Any) -> Iterator[Refusal]:
        yield from direction_refusals(s, self.mover, self.target, self._path(way), self.rules)

    def propose_ways(self, s: Battle, random: Random) -> Iterator[Any]:
        """Directions that succeed, then others; every stop that is allowed may be proposed."""
        good = successful_arcs(s, self.mover, self.target)
        legal = legal_arcs(s, self.mover, self.target)
        for arc in (*good, *legal):
            for part in (random.random(), 0.5, 0.0, 1.0):
                degrees = arc.start + (arc.end - arc.start) * part
                line = charge_line(s, self.mover, self.target, degrees)
                least, most = line.shortest, line.longest
                for distance in (least + (most - least) * random.random(), most):
                    yield from self._if_legal(s, (end_point(s, self.mover, degrees, distance),))
        yield ()

    def _if_legal(self, s: Battle, path: tuple[XY, ...]) -> Iterator[Any]:
        way = ((self.mover, tuple((x, y, 0.0, 0.0) for x, y in path)),)
        if next(self.way_refusals(s, way), None) is None:
            yield way

    @step("WM 3.5.2/c", into="moved", when=lambda self, s: bool(self._path(self.way)))
    def charge(self, s: Battle) -> Outcome:
        one = s.models[self.mover]
        return Travel(model=self.mover, path=self._path(self.way), start=(one.x, one.y))

    @step("WM 3.5.2/k")
    def judge(self, s: Battle) -> Outcome:
        """Whether the target is in reach at the end is what counts, not whether it was on the way."""
        if self.mover not in s.models:
            self.result = False
            return None
        near = self.target in s.models and within(gap(s, self.mover, self.target), charge_reach(s, self.mover))
        charge = Charge(self.mover, self.target, self.moved, near, reached_by(s, self.mover))
        note(s, charge=charge)
        if near:
            tell(s, "WM 3.5.2/k", "The charge of {model} succeeds.", model=called(s, self.mover))
        else:
            tell(s, "WM 3.5.2/q", "The charge of {model} fails.", model=called(s, self.mover))
        self.result = near
        return None


class UnitChargeMovement(ChargeMovement):
    """WM 3.5.4 The movement of the one trooper that moves in its unit's charge."""

    rules: ClassVar[RuleOf] = OF_A_UNIT

    @step("WM 3.5.4/b", into="target", check="target_refusals")
    def name_target(self, s: Battle) -> Outcome:
        return ChargeMovement.steps[0].run(self, s)  # type: ignore[no-any-return]

    @step("WM 3.5.4/d", into="way", check="way_refusals", propose="propose_ways")
    def choose_direction_and_stop(self, s: Battle) -> Outcome:
        return ChargeMovement.steps[2].run(self, s)  # type: ignore[no-any-return]

    @step("WM 3.5.4/f", into="moved", when=lambda self, s: bool(self._path(self.way)))
    def charge(self, s: Battle) -> Outcome:
        return ChargeMovement.steps[3].run(self, s)  # type: ignore[no-any-return]


class ChargeOfModel(Procedure):
    """WM 3.5 The Normal Movement of an independent model that charges."""

    model: str
    success: bool = False

    @step("WM 3.5/a", into="success")
    def move(self, s: Battle) -> Outcome:
        return ChargeMovement(mover=self.model)

    @step("WM 3.5.2/q", when=lambda self, s: not self.success and self.model in s.models)
    def failed(self, s: Battle) -> Outcome:
        note(s, over=True)
        return None


def is_charge_attack(s: Battle, attacker: str, target: str) -> bool:
    """WM 3.5.2/n, 3.5.4/i-k: would this melee attack, the attacker's first, be a charge attack?"""
    now = s.now
    if now is None or now.charge is None or not now.charge.success or attacker not in now.members:
        return False
    charge = now.charge
    if attacker in now.struck or attacker in now.put_back or charge.moved < 3.0 - TOLERANCE:
        return False
    if attacker == charge.mover:
        return target == charge.target
    return was_reached(s, charge, target)


def was_reached(s: Battle, charge: Charge, target: str) -> bool:
    """WM 3.5.4/j: did the mover reach this model by its charge, or another of its unit?"""
    if target in charge.reached:
        return True
    # Reading: "models / units" counts the whole unit of a model the mover reached. The alternative is an option.
    unit = s.models[target].unit if target in s.models else ""
    if not unit or s.options.get("charged units", "unit") != "unit":
        return False
    reached = [s.models.get(one) or s.lost.get(one) for one in charge.reached]
    return any(one is not None and one.unit == unit for one in reached)


def bound_to(s: Battle, attacker: str) -> str:
    """WM 3.5.2/m: the model that the attacker's first melee attack has to be aimed at; nothing if there is none."""
    now = s.now
    if now is None or now.charge is None or not now.charge.success or now.charge.mover != attacker:
        return ""
    return "" if attacker in now.struck else now.charge.target
