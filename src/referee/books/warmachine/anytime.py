"""WM 8.4 What a model may do at any time of its activation: heal, use its feat, cast spells. Never after a run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.books.warmachine.attacks import Attack
from referee.books.warmachine.costs import SpendFocus, SpendFury, can_pay
from referee.books.warmachine.measuring import visible_enemies
from referee.books.warmachine.state import LEADERS, Battle, Spell, called, change, profile
from referee.books.warmachine.wording import option_words
from referee.kernel import (
    DONE,
    Outcome,
    Part,
    Pay,
    Procedure,
    Refusal,
    RulesGap,
    choose,
    mark_used,
    refuse,
    step,
    tell,
    text,
    times_used,
)

HEAL, FEAT = "heal", "feat"


def spell_option(spell: Spell) -> str:
    """How casting a spell is named among the options."""
    return f"cast {spell.name}"


def spell_named(s: Battle, model: str, option: str) -> Spell | None:
    """The spell that an option names."""
    return next((one for one in profile(s, model).spells if spell_option(one) == option), None)


def is_anytime(s: Battle, model: str, option: str) -> bool:
    """Does the option name an ability of this model for any time?"""
    return option in (HEAL, FEAT) or spell_named(s, model, option) is not None


def price_of(s: Battle, model: str, option: str) -> tuple[Part, ...]:
    """What the ability costs."""
    amount = 1 if option == HEAL else 0
    spell = spell_named(s, model, option)
    amount = spell.cost if spell else amount
    if not amount:
        return ()
    fury = profile(s, model).kind == "warlock"
    return (SpendFury(model, "WM 8.4/a", amount),) if fury else (SpendFocus(model, "WM 8.4/a", amount),)


def anytime_refusals(s: Battle, model: str, option: str) -> Iterator[Refusal]:
    """Why the model may not do this now."""
    one, name = s.models[model], called(s, model)
    if s.now is not None and s.now.over:
        yield refuse("WM 3.4/d", "{model} has run or failed its charge: nothing more at any time.", model=name)
    if one.knocked_down:
        yield refuse("WM 10.3", "{model} is knocked down.", model=name)
    if option == HEAL:
        if profile(s, model).kind not in LEADERS:
            yield refuse("WM 8.4/b", "{model} cannot heal itself.", model=name)
        elif not one.damage:
            yield refuse("WM 8.4/b", "{model} has no damage.", model=name)
    if option == FEAT:
        if not profile(s, model).feat:
            yield refuse("WM 8.4/c", "{model} has no feat.", model=name)
        elif times_used(s, "WM 8.4/c", one.seat, model):
            yield refuse("WM 8.4/c", "{model} has used its feat.", model=name)
    spell = spell_named(s, model, option)
    if spell is not None and spell.offensive and not visible_enemies(s, model):
        yield refuse("WM 8.4/d", "{model} sees no enemy to cast {spell} at.", model=name, spell=spell.name)
    for part in price_of(s, model, option):
        yield from part.refusals(s, one.seat)


def anytime_options(s: Battle, model: str) -> tuple[str, ...]:
    """What the model may do now, beside moving and fighting."""
    names = (HEAL, FEAT, *(spell_option(one) for one in profile(s, model).spells))
    return tuple(one for one in names if next(anytime_refusals(s, model, one), None) is None)


class AnyTime(Procedure):
    """WM 8.4 One ability that may be used at any time of the activation."""

    model: str
    option: str
    paid: bool = True
    target: str = ""
    done: Any = None

    @step("WM 8.4/a", into="paid")
    def pay(self, s: Battle) -> Outcome:
        parts = price_of(s, self.model, self.option)
        if not can_pay(s, parts, s.models[self.model].seat):
            return DONE
        tell(s, "WM 8.4/a", "{model}: {option}.", model=called(s, self.model), option=option_words(self.option))
        return Pay(parts=parts, by=s.models[self.model].seat) if parts else None

    @step("WM 8.4/b", when=lambda self, s: self.option == HEAL)
    def heal(self, s: Battle) -> Outcome:
        change(s, self.model, damage=max(0, s.models[self.model].damage - 1))
        return None

    @step("WM 8.4/c", when=lambda self, s: self.option == FEAT)
    def use_feat(self, s: Battle) -> Outcome:
        mark_used(s, "WM 8.4/c", s.models[self.model].seat, self.model, until="battle end")
        return None

    @step("WM 8.4/d", into="target", when=lambda self, s: self._spell(s).offensive)
    def choose_target(self, s: Battle) -> Outcome:
        targets = visible_enemies(s, self.model)
        return choose(
            text("Whom does {model} cast at?", model=called(s, self.model)),
            by=s.models[self.model].seat,
            among=targets,
            labels=tuple(text("{name}", name=called(s, one)) for one in targets),
        )

    @step("WM 8.4/e", into="done")
    def resolve(self, s: Battle) -> Outcome:
        """An offensive spell is an arcane attack. What feats and other spells do is settled by hand."""
        spell = spell_named(s, self.model, self.option)
        if spell is not None and spell.offensive:
            return Attack(attacker=self.model, target=self.target, weapon=spell.name, kind="arcane")
        if self.option == FEAT:
            raise RulesGap("What a feat does is not written: settle it by hand.")
        if spell is not None:
            raise RulesGap("What this spell does is not written: settle it by hand.")
        return None

    def _spell(self, s: Battle) -> Spell:
        return spell_named(s, self.model, self.option) or Spell("", 0)
