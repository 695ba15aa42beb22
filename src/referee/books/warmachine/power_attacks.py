"""WM 9 Power attacks: headbutt, slam, throw, trample."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

from referee.board import TOLERANCE, Crowd, Pose, end_faults, more_than, sweep_faults, within
from referee.board.shapes import at
from referee.books.warmachine.advance import Advance, allowance, longest_way
from referee.books.warmachine.attacks import Boost, attack_value, defence, hits, knock_down, may_boost
from referee.books.warmachine.costs import effort
from referee.books.warmachine.damage import DamageRoll
from referee.books.warmachine.duties import CHARGE_ATTACK_DISTANCE, cannot_move, duty, forfeit_of, give_up
from referee.books.warmachine.measuring import is_engaged, visible_enemies
from referee.books.warmachine.placing import crowd, gap, placed
from referee.books.warmachine.restrictions import Restriction, path_refusals, restrictions
from referee.books.warmachine.sight import sees
from referee.books.warmachine.state import Battle, called, has, note, profile
from referee.books.warmachine.terrain import no_standing, stops_charge
from referee.books.warmachine.thrown import Slammed, Thrown
from referee.books.warmachine.travel import XY, Travel, length_of, poses
from referee.books.warmachine.wording import option_words
from referee.kernel import (
    AGAIN,
    DONE,
    MovePaths,
    Outcome,
    Pay,
    Procedure,
    Refusal,
    Roll,
    RuleId,
    choose,
    phrase,
    refuse,
    step,
    tell,
    text,
)

POWER, POWER_IF_LARGER = 12, 14
HUGE = 120
ADVANTAGES = {"headbutt": "Headbutt", "slam": "Slam Power Attack", "trample": "Trample Power Attack"}
SLAM_LARGER = -2
TRAMPLED = 30


def power_against(s: Battle, attacker: str, target: str) -> int:
    """WM 9/d: the power of a power attack's damage."""
    larger = profile(s, attacker).base > profile(s, target).base
    return POWER_IF_LARGER if larger else POWER


def power_reach(s: Battle, model: str) -> float:
    """How far a headbutt or slam reaches."""
    return 2.0 if profile(s, model).base >= HUGE else 1.0


def throw_reach(s: Battle, model: str) -> float:
    """The reach of the longest weapon the model may throw with; nothing without one."""
    return max((weapon.range for weapon in profile(s, model).weapons if weapon.throws), default=0.0)


def power_attack_targets(s: Battle, model: str, kind: str) -> tuple[str, ...]:
    """Whom the power attack may be made at."""
    if kind == "slam":
        return visible_enemies(s, model)
    far = throw_reach(s, model) if kind == "throw" else power_reach(s, model)
    size = profile(s, model).base
    return tuple(
        one.id
        for one in s.models.values()
        if one.seat != s.models[model].seat
        and s.profiles[one.profile].base <= size
        and within(gap(s, model, one.id), far)
        and sees(s, model, one.id)
    )


def power_attack_refusals(s: Battle, model: str, kind: str) -> Iterator[Refusal]:
    """Why the model may not make this power attack."""
    name = called(s, model)
    able = throw_reach(s, model) > 0 if kind == "throw" else has(s, model, ADVANTAGES[kind])
    if not able:
        yield refuse(
            "WM 3/c" if kind in ("slam", "trample") else "WM 9/a",
            "{model} has no {kind}.",
            model=name,
            kind=option_words(kind),
        )
    parts = ("movement", "action") if kind in ("slam", "trample") else ("action",)
    for part in ("movement", "action"):
        if part in parts and (forfeit_of(s, model, part) or duty(s, model, part)):
            yield refuse("WM 3/c", "{model} has not both parts of its activation to give.", model=name)
            break
    if kind in ("slam", "trample"):
        held = cannot_move(s, model)
        if held is not None:
            yield refuse(held.rule, "{model} cannot advance.", model=name)
        if kind == "slam" and is_engaged(s, model):
            yield refuse("WM 9.2/a", "{model} is engaged and cannot slam.", model=name)
    if s.now is not None and s.now.charge is not None:
        yield refuse("WM 9/c", "{model} has charged: no power attacks.", model=name)
    if kind != "trample" and not power_attack_targets(s, model, kind):
        yield refuse("WM 9/a", "{model} has nobody to make it at.", model=name)
    for price in effort(s, model, "WM 9/b", "WM 9/b"):
        yield from price.refusals(s, s.models[model].seat)


class Strike(Procedure):
    """WM 9/e The attack roll of a power attack. The result: did it hit?"""

    attacker: str
    target: str
    modifier: int = 0
    boosted: bool = False
    shown: tuple[int, ...] = ()

    def _automatic(self, s: Battle) -> bool:
        return s.models[self.target].knocked_down

    @step("WM 8.1/a", into="boosted", when=lambda self, s: not self._automatic(s) and may_boost(s, self.attacker))
    def boost(self, s: Battle) -> Outcome:
        return Boost(model=self.attacker, target=self.target, roll="attack")

    @step("WM 9/e", into="shown", when=lambda self, s: not self._automatic(s))
    def roll(self, s: Battle) -> Outcome:
        by, count = s.models[self.attacker].seat, 3 if self.boosted else 2
        return Roll(under="WM 9/e", purpose=phrase("attack"), by=by, count=count, subject=self.target)

    @step("WM 8.1/c")
    def compare(self, s: Battle) -> Outcome:
        total = sum(self.shown) + attack_value(s, self.attacker, "melee") + self.modifier
        against = defence(s, self.attacker, self.target, "melee")
        self.result = self._automatic(s) or hits(self.shown, total, against)
        if self.result:
            tell(s, "WM 8.1/c", "{total} against DEF {defence}: a hit.", total=total, defence=against)
        else:
            tell(s, "WM 8.1/c", "{total} against DEF {defence}: a miss.", total=total, defence=against)
        return None


class PowerAttack(Procedure):
    """WM 9 What headbutt, slam and throw have in common: a target and a price."""

    model: str
    target: str = ""
    paid: bool = True
    hit: bool = False
    kind: ClassVar[str] = ""

    @step("WM 9/a", into="target", check="target_refusals")
    def choose_target(self, s: Battle) -> Outcome:
        targets = power_attack_targets(s, self.model, self.kind)
        return choose(
            text(
                "{model} makes a power attack ({kind}): at whom?",
                model=called(s, self.model),
                kind=option_words(self.kind),
            ),
            by=s.models[self.model].seat,
            among=targets,
            labels=tuple(text("{name}", name=called(s, one)) for one in targets),
        )

    def target_refusals(self, s: Battle, target: Any) -> Iterator[Refusal]:
        model, name = called(s, self.model), called(s, str(target))
        if target not in s.models or s.models[target].seat == s.models[self.model].seat:
            yield refuse("WM 8/c", "{target} is no enemy on the table.", target=name)
        elif not sees(s, self.model, target):
            yield refuse("WM 8/d", "{model} does not see {target}.", model=model, target=name)
        elif self.kind != "slam" and profile(s, target).base > profile(s, self.model).base:
            yield refuse("WM 9/a", "{target} is larger than {model}.", model=model, target=name)
        elif self.kind != "slam":
            yield refuse("WM 9/a", "{target} is out of reach.", target=name)

    @step("WM 9/b", into="paid")
    def pay(self, s: Battle) -> Outcome:
        parts = effort(s, self.model, "WM 9/b", "WM 9/b")
        return Pay(parts=parts, by=s.models[self.model].seat) if parts else None

    def _damage(self, s: Battle, rule: RuleId) -> Outcome:
        power = power_against(s, self.model, self.target)
        return DamageRoll(target=self.target, power=power, by=s.models[self.model].seat, under=rule)


class Headbutt(PowerAttack):
    """WM 9.1 A headbutt: the target is knocked down and damaged."""

    kind: ClassVar[str] = "headbutt"

    @step("WM 9.1/a", into="hit")
    def strike(self, s: Battle) -> Outcome:
        return Strike(attacker=self.model, target=self.target)

    @step("WM 9.1/b", when=lambda self, s: self.hit)
    def knock_down_and_damage(self, s: Battle) -> Outcome:
        knock_down(s, self.target)
        return self._damage(s, "WM 9.1/b")


class Throw(PowerAttack):
    """WM 9.3 A throw: the target flies directly away, is knocked down and damaged."""

    kind: ClassVar[str] = "throw"

    @step("WM 9.3/a", into="hit")
    def strike(self, s: Battle) -> Outcome:
        return Strike(attacker=self.model, target=self.target)

    @step("WM 9.3/b", when=lambda self, s: self.hit)
    def throw(self, s: Battle) -> Outcome:
        return Thrown(attacker=self.model, model=self.target)


class Slam(PowerAttack):
    """WM 9.2 A slam, which takes up the Normal Movement and the Combat Action."""

    kind: ClassVar[str] = "slam"
    moved: float = 0.0

    @step("WM 9.2/b", into="moved")
    def advance_directly_toward(self, s: Battle) -> Outcome:
        give_up(s, self.model, "action", "WM 3/c")
        other = s.models[self.target]
        directly = Restriction("directly toward", other.id, other.x, other.y)
        return Advance(model=self.model, kind="slam", limit=allowance(s, self.model, "slam"), found=(directly,))

    @step("WM 9.2/c")
    def judge(self, s: Battle) -> Outcome:
        if self.model not in s.models or self.target not in s.models:
            return DONE
        if within(gap(s, self.model, self.target), power_reach(s, self.model)):
            return None
        tell(s, "WM 9.2/c", "The slam of {model} fails.", model=called(s, self.model))
        note(s, over=True)
        return DONE

    @step("WM 9.2/d", into="hit")
    def strike(self, s: Battle) -> Outcome:
        larger = profile(s, self.target).base > profile(s, self.model).base
        return Strike(attacker=self.model, target=self.target, modifier=SLAM_LARGER if larger else 0)

    @step("WM 9.2/e", when=lambda self, s: self.hit)
    def slam(self, s: Battle) -> Outcome:
        """From less than 3 inches nobody is sent flying: damage only."""
        if self.moved < CHARGE_ATTACK_DISTANCE - TOLERANCE:
            return self._damage(s, "WM 9.2/e")
        return Slammed(attacker=self.model, model=self.target)


class Trample(Procedure):
    """WM 9.4 A trample: straight on through small bases, then an attack at every small enemy on the way."""

    model: str
    paid: bool = True
    way: tuple[tuple[str, tuple[tuple[float, float, float, float], ...]], ...] = ()
    moved: float = 0.0
    left: tuple[str, ...] = ()

    @step("WM 9/b", into="paid")
    def pay(self, s: Battle) -> Outcome:
        give_up(s, self.model, "action", "WM 3/c")
        parts = effort(s, self.model, "WM 9/b", "WM 9/b")
        return Pay(parts=parts, by=s.models[self.model].seat) if parts else None

    @step("WM 9.4/a", into="way", check="way_refusals", propose="propose_ways")
    def choose_way(self, s: Battle) -> Outcome:
        return MovePaths(
            by=s.models[self.model].seat,
            prompt=text("{model} tramples: to which point, in a straight line?", model=called(s, self.model)),
            subjects=(self.model,),
            about={"limit": allowance(s, self.model, "trample"), "move": "trample"},
        )

    def _path(self, way: Any) -> tuple[XY, ...]:
        return tuple((point[0], point[1]) for _, points in way for point in points)

    def way_refusals(self, s: Battle, way: Any) -> Iterator[Refusal]:
        path, one = self._path(way), s.models[self.model]
        if len(path) > 1:
            yield refuse("WM 9.4/a", "A trample is one straight line.")
            return
        limit = longest_way(s, self.model, allowance(s, self.model, "trample"), path)
        length = length_of((one.x, one.y), path)
        if more_than(length, limit):
            yield refuse(
                "WM 9.4/a", "This way is {length} inches long; {limit} are allowed.", length=length, limit=limit
            )
        yield from path_refusals(restrictions(s, self.model), (one.x, one.y), path, s)
        mover, walls, board = placed(s, self.model), stops_charge(s, self.model), s.layout.board
        for fault in sweep_faults(mover, poses(path), large(s, self.model), walls, board):
            yield refuse("WM 9.4/b", "It is stopped by {other}.", other=called(s, fault.id))
        if path and any(True for _ in end_faults(at(mover, Pose(*path[-1])), crowd(s, (self.model,)), no_standing(s))):
            yield refuse("WM 9.4/c", "Its base has no room there.")

    def propose_ways(self, s: Battle, random: Random) -> Iterator[Any]:
        one, limit = s.models[self.model], allowance(s, self.model, "trample")
        for _ in range(12):
            turn, far = random.random() * 2 * math.pi, limit * (0.4 + 0.6 * random.random())
            way = ((self.model, ((one.x + math.cos(turn) * far, one.y + math.sin(turn) * far, 0.0, 0.0),)),)
            if next(self.way_refusals(s, way), None) is None:
                yield way
        yield ()

    @step("WM 9.4/d", into="moved")
    def go(self, s: Battle) -> Outcome:
        one, path = s.models[self.model], self._path(self.way)
        self.left = trampled(s, self.model, path)
        return Travel(model=self.model, path=path, start=(one.x, one.y)) if path else None

    @step("WM 9.4/e", when=lambda self, s: bool(self.left))
    def strike_those_on_the_way(self, s: Battle) -> Outcome:
        return TrampleStrikes(model=self.model, left=self.left)


class TrampleStrikes(Procedure):
    """WM 9.4/e An attack at each model that was trampled. Reading: all are rolled one by one, none affects another."""

    model: str
    left: tuple[str, ...]
    target: str = ""
    hit: bool = False

    @step("WM 9.4/e", into="hit")
    def strike(self, s: Battle) -> Outcome:
        here = tuple(one for one in self.left if one in s.models)
        if not here or self.model not in s.models:
            return DONE
        self.target, self.left = here[0], here[1:]
        return Strike(attacker=self.model, target=self.target)

    @step("WM 9.4/f", when=lambda self, s: self.hit and self.target in s.models)
    def damage(self, s: Battle) -> Outcome:
        power = power_against(s, self.model, self.target)
        return DamageRoll(target=self.target, power=power, by=s.models[self.model].seat, under="WM 9.4/f")

    @step("WM 9.4/g")
    def next_one(self, s: Battle) -> Outcome:
        return AGAIN


def large(s: Battle, model: str) -> Crowd:
    """The models that stop a trample."""
    return Crowd(placed(s, one) for one in s.models.values() if one.id != model and profile(s, one).base > TRAMPLED)


def trampled(s: Battle, model: str, path: tuple[XY, ...]) -> tuple[str, ...]:
    """The small enemies a trample goes through."""
    seat = s.models[model].seat
    small = Crowd(placed(s, one) for one in s.models.values() if one.seat != seat and profile(s, one).base <= TRAMPLED)
    return tuple(dict.fromkeys(fault.id for fault in sweep_faults(placed(s, model), poses(path), small)))
