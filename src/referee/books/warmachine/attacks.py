"""WM 8 Attacks: attack rolls and what changes them, hits, damage rolls, boosts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import shapely

from referee.board import within
from referee.books.warmachine.charge import is_charge_attack
from referee.books.warmachine.costs import boost_price, can_pay
from referee.books.warmachine.damage import DamageRoll
from referee.books.warmachine.duties import AIM_BONUS, effects
from referee.books.warmachine.measuring import in_melee, is_engaged
from referee.books.warmachine.placing import gap, placed
from referee.books.warmachine.state import Battle, Weapon, called, change, note, profile
from referee.books.warmachine.terrain import completely_in, ground
from referee.kernel import DONE, Confirm, Modifier, Outcome, Pay, Procedure, Roll, fold, phrase, step, tell, text

AttackKind = Literal["melee", "ranged", "arcane"]
KNOCKED_DOWN_DEF = 5
IN_MELEE = 4
OBSCURED_IN_MELEE = 2
FEATURE_DISTANCE = 1.0
HUGE = (80, 120)


def weapon_of(s: Battle, model: str, name: str) -> Weapon:
    """A weapon or offensive spell of the model, by name."""
    for weapon in profile(s, model).weapons:
        if weapon.name == name:
            return weapon
    for spell in profile(s, model).spells:
        if spell.name == name:
            return Weapon(spell.name, "ranged", spell.range, spell.power)
    raise KeyError(name)


def attack_modifiers(s: Battle, attacker: str, kind: AttackKind) -> Iterator[Modifier]:
    """What changes the attack roll."""
    now = s.now
    # Reading: whether the model is engaged is judged when the roll is made.
    if kind == "ranged" and now is not None and attacker in now.aiming:
        judged_before = s.options.get("aim judged") == "when aiming"
        if judged_before or not is_engaged(s, attacker):
            yield Modifier(AIM_BONUS, "WM 3.2/b", "aim")
    for effect in effects(s, f"{kind} attack rolls", attacker):
        yield Modifier(effect.value, effect.rule, effect.source)


def attack_value(s: Battle, attacker: str, kind: AttackKind) -> int:
    """MAT, RAT or AAT with everything that changes it."""
    one = profile(s, attacker)
    base = {"melee": one.mat, "ranged": one.rat, "arcane": one.aat}[kind]
    return int(fold(base, attack_modifiers(s, attacker, kind)))


def defence_modifiers(s: Battle, attacker: str, target: str, kind: AttackKind) -> Iterator[Modifier]:
    """What raises the target's DEF against this attack."""
    for effect in effects(s, "defence", target):
        yield Modifier(effect.value, effect.rule, effect.source)
    if kind == "melee":
        if _obscured(s, attacker, target):
            yield Modifier(OBSCURED_IN_MELEE, "WM 8.1/f", "obscured")
        return
    if profile(s, target).base in HUGE:
        return
    hidden = max((_hides(s, attacker, target, number) for number in range(len(s.layout.features))), default=0)
    if hidden:
        yield Modifier(hidden, "WM 8.1/e", "cover")
    if in_melee(s, target):
        yield Modifier(IN_MELEE, "WM 8.1/g", "in melee")


def _between(s: Battle, attacker: str, target: str) -> shapely.Geometry:
    bases = [placed(s, one) for one in (attacker, target)]
    return shapely.convex_hull(
        shapely.union_all([shapely.Point(b.pose.x, b.pose.y).buffer(b.base.diameter_mm / 50.8) for b in bases])  # type: ignore[union-attr]
    )


def _hides(s: Battle, attacker: str, target: str, number: int) -> int:
    """What a feature adds. Reading: it intervenes if it meets the hull of both bases."""
    one = s.layout.features[number]
    kind, here = ground(one), placed(s, target)
    if not kind.cover:
        return 0
    if kind.forest or kind.rough:
        return kind.cover if completely_in(here, one) else 0
    shape = shapely.Polygon(one.outline)
    near = shapely.distance(shape, shapely.Point(here.pose.x, here.pose.y)) - profile(s, target).base / 50.8
    return (
        kind.cover if within(near, FEATURE_DISTANCE) and shapely.intersects(shape, _between(s, attacker, target)) else 0
    )


def _obscured(s: Battle, attacker: str, target: str) -> bool:
    """Is an obstacle or obstruction between the two?"""
    shapes = [
        shapely.Polygon(one.outline) for one in s.layout.features if ground(one).obstacle or ground(one).obstruction
    ]
    return bool(shapes) and any(shapely.intersects(shape, _between(s, attacker, target)) for shape in shapes)


def defence(s: Battle, attacker: str, target: str, kind: AttackKind) -> int:
    """The target's DEF against this attack."""
    base = KNOCKED_DOWN_DEF if s.models[target].knocked_down else profile(s, target).defence
    return int(fold(base, defence_modifiers(s, attacker, target, kind)))


def hits(dice: tuple[int, ...], total: int, against: int) -> bool:
    """WM 8.1/c: all ones miss, all sixes hit (with more than one die); otherwise the total has to reach DEF."""
    if dice and all(die == 1 for die in dice):
        return False
    if len(dice) > 1 and all(die == 6 for die in dice):
        return True
    return total >= against


def is_critical(dice: tuple[int, ...]) -> bool:
    """WM 8.1/d: do two dice of the attack roll match?"""
    return len(set(dice)) < len(dice)


def may_boost(s: Battle, model: str) -> bool:
    """Can the model pay for a boost?"""
    return model in s.models and can_pay(s, boost_price(s, model), s.models[model].seat)


class Boost(Procedure):
    """WM 11 One more die for a roll, if its player pays for it. The result: was it paid?"""

    model: str
    target: str
    roll: Literal["attack", "damage"]
    wanted: bool = False
    paid: bool = False

    @step("WM 11/a", into="wanted")
    def ask(self, s: Battle) -> Outcome:
        name = called(s, self.model)
        attack = self.roll == "attack"
        return Confirm(
            by=s.models[self.model].seat,
            prompt=text("Boost the attack roll of {model}?", model=name)
            if attack
            else text("Boost the damage roll of {model}?", model=name),
            about={"boost": self.roll, "target": self.target},
        )

    @step("WM 11/b", into="paid", when=lambda self, s: self.wanted)
    def pay(self, s: Battle) -> Outcome:
        return Pay(parts=boost_price(s, self.model) or (), by=s.models[self.model].seat)

    @step("WM 11/c")
    def finish(self, s: Battle) -> Outcome:
        self.result = self.wanted and self.paid
        return None


class Attack(Procedure):
    """WM 8 One attack from its declaration to its damage. Result: did it hit?"""

    attacker: str
    target: str
    weapon: str
    kind: AttackKind
    modifier: int = 0
    is_charge: bool = False
    boosted: bool = False
    shown: tuple[int, ...] = ()
    hit: bool = False
    damage_boosted: bool = False
    points: int = 0

    @step("WM 8/a")
    def declare(self, s: Battle) -> Outcome:
        self.is_charge = self.kind == "melee" and is_charge_attack(s, self.attacker, self.target)
        tell(
            s,
            "WM 3.5.2/n" if self.is_charge else "WM 8/a",
            "{model} attacks {target} with {weapon}.",
            model=called(s, self.attacker),
            target=called(s, self.target),
            weapon=self.weapon,
        )
        if self.kind == "melee" and s.now is not None and self.attacker in s.now.members:
            note(s, struck=(*s.now.struck, self.attacker))
        return None

    @step("WM 8/b")
    def check_range(self, s: Battle) -> Outcome:
        self.result = False
        if within(gap(s, self.attacker, self.target), weapon_of(s, self.attacker, self.weapon).range):
            return None
        tell(s, "WM 8/b", "{target} is out of range: a miss.", target=called(s, self.target))
        return DONE

    def _automatic(self, s: Battle) -> bool:
        return self.kind == "melee" and s.models[self.target].knocked_down

    @step("WM 8.1/a", into="boosted", when=lambda self, s: not self._automatic(s) and may_boost(s, self.attacker))
    def boost_attack(self, s: Battle) -> Outcome:
        return Boost(model=self.attacker, target=self.target, roll="attack")

    @step("WM 8.1/b", into="shown", when=lambda self, s: not self._automatic(s))
    def roll_to_hit(self, s: Battle) -> Outcome:
        return Roll(
            under="WM 8.1/b",
            purpose=phrase("attack"),
            by=s.models[self.attacker].seat,
            count=3 if self.boosted else 2,
            subject=self.target,
        )

    @step("WM 8.1/c")
    def compare_with_defence(self, s: Battle) -> Outcome:
        value = attack_value(s, self.attacker, self.kind) + self.modifier
        against = defence(s, self.attacker, self.target, self.kind)
        total = sum(self.shown) + value
        self.hit = self._automatic(s) or hits(self.shown, total, against)
        self.result = self.hit
        if self.hit:
            tell(s, "WM 8.1/c", "{total} against DEF {defence}: a hit.", total=total, defence=against)
            return None
        tell(s, "WM 8.1/c", "{total} against DEF {defence}: a miss.", total=total, defence=against)
        return DONE

    @step("WM 8.1/d", when=lambda self, s: is_critical(self.shown))
    def critical_hit(self, s: Battle) -> Outcome:
        tell(s, "WM 8.1/d", "A critical hit.")
        if weapon_of(s, self.attacker, self.weapon).critical == "knockdown":
            knock_down(s, self.target)
        return None

    @step("WM 8.2/a", into="damage_boosted", when=lambda self, s: not self.is_charge and may_boost(s, self.attacker))
    def boost_damage(self, s: Battle) -> Outcome:
        """The damage roll of a charge attack is boosted already, and no roll is boosted twice."""
        return Boost(model=self.attacker, target=self.target, roll="damage")

    @step("WM 8.2/b", into="points")
    def roll_damage(self, s: Battle) -> Outcome:
        boosted = self.is_charge or self.damage_boosted
        return DamageRoll(
            target=self.target,
            power=weapon_of(s, self.attacker, self.weapon).power,
            by=s.models[self.attacker].seat,
            under="WM 3.5.2/n" if self.is_charge else "WM 8.2/b",
            dice=3 if boosted else 2,
        )


def knock_down(s: Battle, model: str) -> None:
    """WM 10.3: the model is knocked down."""
    if model in s.models and not s.models[model].knocked_down:
        change(s, model, knocked_down=True)
        tell(s, "WM 10.3", "{model} is knocked down.", model=called(s, model))
