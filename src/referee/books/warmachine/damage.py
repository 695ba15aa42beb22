"""WM 10 Damage rolls, damage points, and what is destroyed by them."""

from __future__ import annotations

from referee.books.warmachine.duties import effects
from referee.books.warmachine.ending import check_end
from referee.books.warmachine.state import LEADERS, Battle, called, change, has, profile
from referee.kernel import Confirm, Outcome, Procedure, Roll, RuleId, phrase, step, tell, text

POWER_FIELD = 5
TOUGH = 5


def armour(s: Battle, model: str) -> int:
    """The model's ARM now."""
    return profile(s, model).armour + sum(int(effect.value) for effect in effects(s, "armour", model))


def boxes_left(s: Battle, model: str) -> int:
    """How many damage points the model can still take before it is destroyed."""
    return profile(s, model).health - s.models[model].damage


def remove(s: Battle, model: str, rule: RuleId, *, destroyed: bool = True) -> None:
    """The model leaves the table: destroyed, or removed from play."""
    one = s.models.pop(model)
    s.lost[model] = one
    s.effects = tuple(effect for effect in s.effects if effect.subject != model)
    if destroyed:
        tell(s, rule, "{model} is destroyed.", model=one.name or one.id)
    else:
        tell(s, rule, "{model} is removed from play.", model=one.name or one.id)
    for other in list(s.models.values()):
        if other.controller == model and one.profile in s.profiles and s.profiles[one.profile].kind in LEADERS:
            change(s, other.id, focus=0, fury=0)


class DamageRoll(Procedure):
    """WM 10.1 A damage roll: dice and power against armour; what is left over is suffered. Result: the points."""

    target: str
    power: int
    by: int
    under: RuleId
    dice: int = 2
    shown: tuple[int, ...] = ()

    @property
    def rule(self) -> RuleId:
        return self.under

    @step("WM 10.1/a", into="shown")
    def roll(self, s: Battle) -> Outcome:
        return Roll(under=self.under, purpose=phrase("damage"), by=self.by, count=self.dice, subject=self.target)

    @step("WM 10.1/b")
    def compare_with_armour(self, s: Battle) -> Outcome:
        if self.target not in s.models:
            return None
        total = sum(self.shown) + self.power
        points = max(0, total - armour(s, self.target))
        self.result = points
        tell(
            s,
            "WM 10.1/b",
            "Damage {total} against ARM {armour} of {model}: {points}.",
            total=total,
            armour=armour(s, self.target),
            model=called(s, self.target),
            points=points,
        )
        return Suffer(model=self.target, points=points, under=self.under)


class Suffer(Procedure):
    """WM 10.2 A model suffers damage points."""

    model: str
    points: int
    under: RuleId
    shield: bool = False
    shown: tuple[int, ...] = ()

    def _may_shield(self, s: Battle) -> bool:
        one = s.models.get(self.model)
        return one is not None and self.points > 0 and one.focus > 0 and profile(s, one).kind == "warcaster"

    @step("WM 10.2/a", into="shield", when=lambda self, s: self._may_shield(s))
    def power_field(self, s: Battle) -> Outcome:
        """A warcaster may spend one focus to suffer five points less."""
        return Confirm(
            by=s.models[self.model].seat,
            prompt=text(
                "{model} is about to suffer {points} damage. Spend 1 focus to suffer {less} less?",
                model=called(s, self.model),
                points=self.points,
                less=POWER_FIELD,
            ),
        )

    @step("WM 10.2/b")
    def record(self, s: Battle) -> Outcome:
        one = s.models.get(self.model)
        if one is None:
            return None
        points = self.points
        if self.shield:
            points = max(0, points - POWER_FIELD)
            change(s, self.model, focus=one.focus - 1)
        if points:
            change(s, self.model, damage=one.damage + points)
            tell(s, "WM 10.2/b", "{model} suffers {points} damage.", model=called(s, self.model), points=points)
        return None

    def _is_disabled(self, s: Battle) -> bool:
        return self.model in s.models and boxes_left(s, self.model) <= 0

    @step(
        "WM 10.2/c",
        into="shown",
        when=lambda self, s: (
            self._is_disabled(s) and has(s, self.model, "Tough") and not s.models[self.model].knocked_down
        ),
    )
    def tough(self, s: Battle) -> Outcome:
        return Roll(under="WM 10.2/c", purpose=phrase("Tough"), by=s.models[self.model].seat, subject=self.model)

    @step("WM 10.2/d", when=lambda self, s: self._is_disabled(s))
    def destroyed(self, s: Battle) -> Outcome:
        if self.shown and self.shown[0] >= TOUGH:
            change(s, self.model, damage=profile(s, self.model).health - 1, knocked_down=True)
            tell(s, "WM 10.2/c", "{model} is tough: knocked down, not destroyed.", model=called(s, self.model))
            return None
        remove(s, self.model, self.under)
        return check_end(s)
