"""What options cost: focus, fury, parts of the activation. Each price knows whether it can be paid."""

from __future__ import annotations

from collections.abc import Iterator

from referee.board import within
from referee.books.warmachine.duties import give_up, part_name, under, voluntary_refusals
from referee.books.warmachine.placing import gap
from referee.books.warmachine.state import Battle, Part, called, change, has, profile
from referee.kernel import Part as Price
from referee.kernel import Refusal, RuleId, Text, refuse, tell, text

MARSHAL_REACH = 8.0
MOST_FOCUS = 3


class SpendFocus(Price, frozen=True):
    """So many focus points of one model."""

    model: str
    rule: RuleId
    amount: int = 1

    def describe(self) -> Text:
        return text("{amount} focus", amount=self.amount)

    def refusals(self, s: Battle, by: int) -> Iterator[Refusal]:
        held = s.models[self.model].focus
        if held < self.amount:
            yield refuse(
                self.rule,
                "{model} needs {amount} focus and has {held}.",
                model=called(s, self.model),
                amount=self.amount,
                held=held,
            )

    def pay(self, s: Battle, by: int) -> bool:
        if next(self.refusals(s, by), None) is not None:
            return False
        change(s, self.model, focus=s.models[self.model].focus - self.amount)
        tell(s, self.rule, "{model} spends {amount} focus.", model=called(s, self.model), amount=self.amount)
        return True


class SpendFury(Price, frozen=True):
    """So many fury points of a warlock."""

    model: str
    rule: RuleId
    amount: int = 1

    def describe(self) -> Text:
        return text("{amount} fury", amount=self.amount)

    def refusals(self, s: Battle, by: int) -> Iterator[Refusal]:
        held = s.models[self.model].fury
        if held < self.amount:
            yield refuse(
                self.rule,
                "{model} needs {amount} fury and has {held}.",
                model=called(s, self.model),
                amount=self.amount,
                held=held,
            )

    def pay(self, s: Battle, by: int) -> bool:
        if next(self.refusals(s, by), None) is not None:
            return False
        change(s, self.model, fury=s.models[self.model].fury - self.amount)
        tell(s, self.rule, "{model} spends {amount} fury.", model=called(s, self.model), amount=self.amount)
        return True


class Force(Price, frozen=True):
    """A warbeast is forced: it gains fury, up to its FURY."""

    model: str
    rule: RuleId
    amount: int = 1

    def describe(self) -> Text:
        return text("forced: +{amount} fury", amount=self.amount)

    def refusals(self, s: Battle, by: int) -> Iterator[Refusal]:
        beast, limit = s.models[self.model], profile(s, self.model).fury
        if beast.fury + self.amount > limit:
            yield refuse(
                self.rule,
                "{model} has {held} fury of {limit} and cannot be forced.",
                model=called(s, self.model),
                held=beast.fury,
                limit=limit,
            )
        if not in_control(s, self.model):
            yield refuse(
                "WM 11.2/b", "{model} is outside the control range of its warlock.", model=called(s, self.model)
            )

    def pay(self, s: Battle, by: int) -> bool:
        if next(self.refusals(s, by), None) is not None:
            return False
        change(s, self.model, fury=s.models[self.model].fury + self.amount)
        tell(s, self.rule, "{model} is forced.", model=called(s, self.model))
        return True


class GiveUp(Price, frozen=True):
    """A part of the activation, given up of free will for a gain."""

    model: str
    which: Part
    rule: RuleId
    gain: str

    def describe(self) -> Text:
        return text("forfeit {part}", part=part_name(self.which))

    def refusals(self, s: Battle, by: int) -> Iterator[Refusal]:
        yield from voluntary_refusals(s, self.model, self.which)

    def pay(self, s: Battle, by: int) -> bool:
        if next(self.refusals(s, by), None) is not None:
            return False
        give_up(s, self.model, self.which, self.rule, self.gain)
        return True


def in_control(s: Battle, model: str) -> bool:
    """Is the model within the control range of its controller, edge to edge?"""
    one = s.models[model]
    leader = s.models.get(one.controller)
    if leader is None:
        return False
    return within(gap(s, model, leader.id), s.profiles[leader.profile].ctrl)


def is_marshaled(s: Battle, model: str) -> bool:
    """Does a marshal within 8" spare its warjack the focus for runs, charges and power attacks?"""
    marshal = s.models.get(s.models[model].controller)
    if marshal is None or not has(s, marshal, "'Jack Marshal"):
        return False
    return within(gap(s, model, marshal.id), MARSHAL_REACH)


def effort(s: Battle, model: str, rule_focus: RuleId, rule_fury: RuleId) -> tuple[Price, ...]:
    """WM 3.4/f, 3.5.2/r: what a run, a charge or a power attack costs this model."""
    kind = profile(s, model).kind
    if kind == "warjack" and not is_marshaled(s, model):
        return (SpendFocus(model, rule_focus),)
    if kind == "warbeast":
        return (Force(model, rule_fury),)
    return ()


def boost_price(s: Battle, model: str) -> tuple[Price, ...] | None:
    """What boosting a roll, or one more melee attack, costs this model; nothing if it can pay with nothing."""
    kind = profile(s, model).kind
    if kind in ("warcaster", "warjack") and not under(s, "no focus", model):
        return (SpendFocus(model, "WM 11.1/b"),)
    if kind == "warlock":
        return (SpendFury(model, "WM 11.2/c"),)
    if kind == "warbeast":
        return (Force(model, "WM 11.2/a"),)
    return None


def can_pay(s: Battle, price: tuple[Price, ...] | None, by: int) -> bool:
    """Can this price be paid now?"""
    return price is not None and next((r for part in price for r in part.refusals(s, by)), None) is None
