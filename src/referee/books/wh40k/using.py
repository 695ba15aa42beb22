"""15.01 Using a stratagem: select targets, reduce CP, resolve; and the windows at which stratagems are offered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.books.wh40k.command_points import pay
from referee.books.wh40k.core_stratagems import COMMAND_REROLL, REROLLED_KINDS
from referee.books.wh40k.moments import JUST_AFTER_A_ROLL, STRATAGEM_TARGETED
from referee.books.wh40k.state import Battle, Phase, UnitId
from referee.books.wh40k.stratagem_effects import resolve
from referee.books.wh40k.stratagem_records import Price, Stratagem, StratagemId
from referee.books.wh40k.stratagems import (
    COST,
    cp_refusals,
    price_of,
    stratagem_of,
    target_refusals,
    targets_of,
    usable,
    use_refusals,
)
from referee.books.wh40k.use_record import Use
from referee.books.wh40k.windows import Moment
from referee.kernel import (
    AGAIN,
    DONE,
    ChooseSome,
    Effect,
    Outcome,
    Procedure,
    Refusal,
    Seat,
    add_effect,
    choose,
    effects_on,
    expire,
    mark_used,
    refuse,
    step,
    tell,
    text,
)

AFFECTED = "affected by a stratagem"
"""The kind of effect on every unit that was selected as a target (15.01.02); `value` is the stratagem, `source` the
player. Reading: a unit stays affected until the end of the phase."""

USE = "use "
"""An offer to use a stratagem begins with this; its id follows."""
CANCEL = "cancel"
BASE = "without"

RAISES = "may raise a stratagem's cost"
"""The kind of effect by which a player may raise the price of an opponent's stratagem once; `value` is by how much."""


class StratagemMoment(Moment):
    """40K 15.01/c A moment at which stratagems may be used, the active player first (01.03.02)."""

    def offers(self, s: Any, seat: Seat) -> tuple[Any, ...]:
        rules = super().offers(s, seat)
        return (*rules, *(USE + one for one in usable(s, seat, self.moment, self.subject)))

    def label(self, s: Any, seat: Seat, offer: Any) -> Any:
        one = stratagem_of(s, seat, str(offer).removeprefix(USE))
        if one is None:
            return super().label(s, seat, offer)
        return text("{name} ({cp} CP)", name=one.name, cp=price_of(s, seat, one, (), 0).total)

    def refusals(self, s: Any, answer: Any) -> Iterator[Refusal]:
        """For a stratagem named by its id; in words, and on a unit, see `explaining`."""
        if isinstance(answer, str) and answer.startswith(USE):
            one = stratagem_of(s, self.seat, answer.removeprefix(USE))
            if one is not None:
                yield from use_refusals(s, self.seat, one, self.moment, self.subject)

    def respond(self, s: Any, seat: Seat, choice: Any) -> Procedure:
        if not str(choice).startswith(USE):
            return super().respond(s, seat, choice)
        return UseStratagem(by=seat, stratagem=str(choice).removeprefix(USE), moment=self.moment, subject=self.subject)


def moment(s: Battle, name: str, rule: str, subject: UnitId = "") -> StratagemMoment:
    """The window at a named moment, concerning a unit."""
    return StratagemMoment(moment=name, seats=(s.active, 1 - s.active), under=rule, subject=subject)


MAY_REROLL = "may re-roll"
"""The kind of effect by which a unit may re-roll a kind of roll (its value) without paying; `source` names the rule."""
FREE = "re-roll by "


class AfterRoll(StratagemMoment):
    """40K 15.02 Just after a roll. The result is which of its dice are re-rolled."""

    purpose: str = ""
    free: tuple[int, ...] = ()
    """The dice that have not been re-rolled yet."""
    places: tuple[int, ...] | None = None

    def offers(self, s: Any, seat: Seat) -> tuple[Any, ...]:
        rules = [e.source for e in effects_on(s, MAY_REROLL, self.subject) if e.value == self.purpose]
        return (*(FREE + source for source in dict.fromkeys(rules)), *super().offers(s, seat))

    def label(self, s: Any, seat: Seat, offer: Any) -> Any:
        if str(offer).startswith(FREE):
            return text("Re-roll by {rule}", rule=str(offer).removeprefix(FREE))
        return super().label(s, seat, offer)

    def respond(self, s: Any, seat: Seat, choice: Any) -> Procedure:
        if str(choice).startswith(FREE):
            return RerollAll(dice=self.free, source=str(choice).removeprefix(FREE))
        if choice == USE + COMMAND_REROLL:
            return UseStratagem(
                by=seat, stratagem=COMMAND_REROLL, moment=self.moment, subject=self.subject, dice=self.free
            )
        return super().respond(s, seat, choice)

    @step("REF window/c", into="places")
    def run(self, s: Battle) -> Outcome:
        return self.take_choice(s)

    @step("REF window/d")
    def again(self, s: Battle) -> Outcome:
        if self.places:
            self.result = self.places
            return DONE
        return AGAIN


def after_roll(s: Battle, purpose: str, by: Seat, subject: UnitId, free: tuple[int, ...]) -> Outcome:
    """The window just after a roll of a unit, if its kind of roll is one that a rule names."""
    if purpose not in REROLLED_KINDS or not subject or s.phase is Phase.NONE:
        return None
    return AfterRoll(
        moment=JUST_AFTER_A_ROLL, seats=(by,), under="40K 15.02", subject=subject, purpose=purpose, free=free
    )


class RerollAll(Procedure):
    """40K 01.05.02 A rule lets all dice of a roll be re-rolled that have not been yet. The result is their places."""

    dice: tuple[int, ...]
    source: str

    @step("40K 01.05.02")
    def reroll(self, s: Battle) -> Outcome:
        tell(s, "40K 01.05.02", "{source}: the roll is made again.", source=self.source)
        self.result = self.dice
        return None


class RaisePrice(Moment):
    """40K 15.01.01 After the targets are selected an opponent's rule may raise the price of this use."""

    def offers(self, s: Any, seat: Seat) -> tuple[Any, ...]:
        return tuple(effect.source for effect in effects_on(s, RAISES, str(seat)))

    def respond(self, s: Any, seat: Seat, choice: Any) -> Procedure:
        rule = next(e for e in effects_on(s, RAISES, str(seat)) if e.source == choice)
        return PutUpPrice(by=seat, rule_used=rule)


class PutUpPrice(Procedure):
    """40K 15.01.01/c A price change that names no duration holds for this use only; the rule is used up."""

    by: Seat
    rule_used: Effect

    @step("40K 15.01.01/c")
    def raise_price(self, s: Battle) -> Outcome:
        used = self.rule_used
        s.effects = tuple(e for e in s.effects if e != used)
        add_effect(s, Effect(COST, used.rule, str(1 - self.by), "stratagem use end", used.value, used.source))
        tell(s, used.rule, "{source}: this use costs {amount} CP more.", source=used.source, amount=used.value)
        return None


class UseStratagem(Procedure):
    """40K 15.01/j Use a stratagem. The result is what its effect gives; nothing if it was called off or fell flat."""

    by: Seat
    stratagem: StratagemId
    moment: str
    subject: UnitId = ""
    dice: tuple[int, ...] = ()
    targets: tuple[UnitId, ...] = ()
    choice: Any = ""
    section: str = BASE
    paid: bool = False

    def _stratagem(self, s: Battle) -> Stratagem:
        one = stratagem_of(s, self.by, self.stratagem)
        assert one is not None
        return one

    @step("40K 15.01/k", into="choice", check="target_reasons")
    def select_targets(self, s: Battle) -> Outcome:
        one = self._stratagem(s)
        found = self._affordable(s)
        if one.target.count == 0:
            return choose(
                text("{name} has no target. Is it used?", name=one.name),
                by=self.by,
                among=((), CANCEL),
                labels=[text("Use it"), text("Call it off")],
            )
        if one.target.count > 1:
            return ChooseSome(
                by=self.by,
                prompt=text(
                    "{name}: select {count} targets, or none to call it off.", name=one.name, count=one.target.count
                ),
                among=tuple(found),
                minimum=0,
                maximum=one.target.count,
                labels=tuple(text(s.units[unit].name) for unit in found),
            )
        return choose(
            text("{name}: select the target.", name=one.name),
            by=self.by,
            among=(*found, CANCEL),
            labels=[*(text(s.units[unit].name) for unit in found), text("Call it off")],
        )

    def _affordable(self, s: Battle) -> list[UnitId]:
        one = self._stratagem(s)
        found = targets_of(s, self.by, one, self.subject)
        if one.target.count != 1:
            return found
        return [unit for unit in found if next(cp_refusals(s, self.by, one, (unit,), 0), None) is None]

    @step("40K 15.01/c")
    def take_targets(self, s: Battle) -> Outcome:
        if self.choice == CANCEL or (self.choice == () and self._stratagem(s).target.count):
            return DONE
        self.targets = (self.choice,) if isinstance(self.choice, str) else tuple(self.choice)
        return None

    @step("40K 15.01/l", into="section", check="section_reasons", when=lambda self, s: self._has_sections(s))
    def select_section(self, s: Battle) -> Outcome:
        one = self._stratagem(s)
        names = [
            section.name
            for section in one.sections
            if next(cp_refusals(s, self.by, one, self.targets, section.extra), None) is None
        ]
        return choose(
            text("{name}: with a section that costs more?", name=one.name),
            by=self.by,
            among=(BASE, *names, CANCEL),
            labels=[
                text("Without: {cp} CP", cp=self._price(s, BASE).total),
                *(text("{section}: {cp} CP", section=text(name), cp=self._price(s, name).total) for name in names),
                text("Call it off"),
            ],
        )

    @step("40K 15.01.02")
    def targets_are_affected(self, s: Battle) -> Outcome:
        """Targets are selected: from here on the units are affected, whatever comes of it (15.01.02)."""
        if self.section == CANCEL:
            return DONE
        for unit in self.targets:
            affected = Effect(AFFECTED, "40K 15.01.02", unit, "phase end", self.stratagem, str(self.by))
            add_effect(s, affected)
        return None

    @step("40K 15.01.01")
    def opponent_may_raise_the_price(self, s: Battle) -> Outcome:
        """From here on there is no way back."""
        return RaisePrice(moment=STRATAGEM_TARGETED, seats=(1 - self.by,), under="40K 15.01.01")

    @step("40K 15.01/h")
    def count_the_use(self, s: Battle) -> Outcome:
        """The use counts before anything is paid or resolved; also where the raised price cannot be paid (reading)."""
        one, price = self._stratagem(s), self._price(s, self.section)
        self.paid = price.total <= s.cp[self.by]
        if self.paid or s.options["raised price"] == "use counts":
            mark_used(s, "40K 15.01/h", self.by, one.id, until="phase end")
            if one.per != "phase":
                mark_used(s, "40K 15.01/f", self.by, one.id, until=f"{one.per} end")
            for unit in self.targets:
                mark_used(s, "40K 15.01/i", self.by, unit, until="phase end")
        return None

    @step("40K 15.01/m")
    def reduce_command_points(self, s: Battle) -> Outcome:
        one, price = self._stratagem(s), self._price(s, self.section)
        expire(s, "stratagem use end")
        if not self.paid:
            tell(
                s,
                "40K 15.01/l",
                "{name} costs {price} CP now and cannot be paid: nothing is paid and nothing happens.",
                name=one.name,
                price=price.total,
            )
            return DONE
        pay(s, self.by, one.name, price)
        tell(
            s,
            one.rule,
            "{player} uses {name} for {price} CP: {targets}.",
            player=s.roster.armies[self.by],
            name=one.name,
            price=price.total,
            targets=[s.units[unit].name for unit in self.targets] or "-",
        )
        for modifier in price.modifiers:
            tell(
                s,
                modifier.rule,
                "{source}: {amount} CP to the price of {name}.",
                source=modifier.source,
                amount=f"{modifier.amount:+g}",
                name=one.name,
            )
        return None

    @step("40K 15.01/e", into="result")
    def resolve(self, s: Battle) -> Outcome:
        use = Use(
            by=self.by,
            stratagem=self.stratagem,
            targets=self.targets,
            moment=self.moment,
            subject=self.subject,
            section=self.section,
        )
        return resolve(s, self._stratagem(s), use, self.dice)

    def _price(self, s: Battle, section: str) -> Price:
        one = self._stratagem(s)
        extra = sum(other.extra for other in one.sections if other.name == section)
        return price_of(s, self.by, one, self.targets, extra)

    def _has_sections(self, s: Battle) -> bool:
        return bool(self._stratagem(s).sections)

    def target_reasons(self, s: Battle, answer: Any) -> Iterator[Refusal]:
        one = self._stratagem(s)
        units = (answer,) if isinstance(answer, str) else tuple(answer or ())
        for unit in units:
            if unit in s.units:
                yield from target_refusals(s, self.by, one, s.units[unit], self.subject)
        if units and len(units) != one.target.count and CANCEL not in units:
            yield refuse(
                "40K 15.01/d",
                "{name} has {count} targets, not {given}.",
                name=one.name,
                count=one.target.count,
                given=len(units),
            )
        yield from cp_refusals(s, self.by, one, tuple(unit for unit in units if unit in s.units), 0)

    def section_reasons(self, s: Battle, answer: Any) -> Iterator[Refusal]:
        one = self._stratagem(s)
        for section in one.sections:
            if section.name == answer:
                yield from cp_refusals(s, self.by, one, self.targets, section.extra)
