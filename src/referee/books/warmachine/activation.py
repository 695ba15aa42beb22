"""WM 1 Activations: of independent models one at a time, of units as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.books.warmachine.combat import CombatAction, can_act
from referee.books.warmachine.damage import DamageRoll
from referee.books.warmachine.duties import PARTS, duty, give_up, has_forfeited, owes_one, part_name, stand_up
from referee.books.warmachine.end_moves import EndMoves
from referee.books.warmachine.movement import NormalMovement, compelled, engaged_now, must_charge_and_cannot
from referee.books.warmachine.placing import placed
from referee.books.warmachine.reactions import reactions_to
from referee.books.warmachine.state import Activating, Battle, Part, called, members, note, seat_of
from referee.books.warmachine.terrain import ground, stands_in
from referee.kernel import AGAIN, DONE, Outcome, Procedure, Refusal, choose, expire, refuse, step, tell, text


def begin(s: Battle, group: str) -> None:
    """The activation of a unit or independent model begins."""
    s.now = Activating(group, members(s, group), engaged_before=engaged_now(s, group))
    s.activated = (*s.activated, group)
    tell(s, "WM 1.2/a" if group in s.units else "WM 1.1/a", "{group} activates.", group=called(s, group))


def close(s: Battle, group: str) -> None:
    """The activation is over, and what lasted as long as it did."""
    for one in s.now.members if s.now else ():
        expire(s, f"activation end {one}")
    expire(s, f"activation end {group}")
    expire(s, "activation end")
    s.past, s.now = s.now, None


class ForcedForfeits(Procedure):
    """WM 1.3/a What the members of the group are required to give up, before anything else."""

    group: str
    left: tuple[str, ...] = ()
    begun: bool = False
    part: str = ""

    @step("WM 1.3/a")
    def owed_parts(self, s: Battle) -> Outcome:
        for model in members(s, self.group):
            for part in PARTS:
                rule = duty(s, model, part)
                if rule is not None:
                    give_up(s, model, part, rule)
                    tell(s, rule, "{model} forfeits its {part}.", model=called(s, model), part=part_name(part))
        return None

    def _next(self, s: Battle) -> str:
        """The first model that has still to choose which part it gives up."""
        for model in members(s, self.group):
            if (s.models[model].knocked_down or owes_one(s, model)) and not self._has_paid(s, model):
                return model
        return ""

    def _has_paid(self, s: Battle, model: str) -> bool:
        assert s.now is not None
        rule = self._rule(s, model)
        return any(one.model == model and one.rule == rule for one in s.now.forfeits) or all(
            has_forfeited(s, model, part) for part in PARTS
        )

    def _rule(self, s: Battle, model: str) -> str:
        owed = owes_one(s, model)
        return owed.rule if owed else "WM 10.3"

    @step("WM 10.3", into="part", check="part_refusals", when=lambda self, s: bool(self._next(s)))
    def choose_part(self, s: Battle) -> Outcome:
        """A model that is knocked down, or owes one part or the other, gives up the one its player chooses."""
        model = self._next(s)
        among = tuple(part for part in PARTS if not has_forfeited(s, model, part))
        return choose(
            text("{model} has to forfeit one part of its activation: which?", model=called(s, model)),
            by=s.models[model].seat,
            among=among,
            labels=tuple(part_name(part) for part in among),
        )

    def part_refusals(self, s: Battle, part: Any) -> Iterator[Refusal]:
        model = self._next(s)
        yield refuse("WM 1.3/d", "{model} has already forfeited that.", model=called(s, model))

    @step("WM 1.3", when=lambda self, s: bool(self._next(s)))
    def give_up(self, s: Battle) -> Outcome:
        model = self._next(s)
        give_up(s, model, _part(self.part), self._rule(s, model))
        if s.models[model].knocked_down:
            stand_up(s, model)
            tell(s, "WM 10.3", "{model} stands up.", model=called(s, model))
        return AGAIN


def _part(word: str) -> Part:
    return "movement" if word == "movement" else "action"


class CompulsoryCharge(Procedure):
    """WM 3.5.5/b A charge that has to be made and cannot: one part of the activation is forfeited instead."""

    group: str
    part: str = ""

    @step("WM 3.5.5/b", into="part", check="part_refusals")
    def choose_part(self, s: Battle) -> Outcome:
        # Reading: the source says "or"; the English text is known with "and". The option decides.
        if s.options.get("compulsory charge", "one") == "both":
            for model in members(s, self.group):
                for both in PARTS:
                    give_up(s, model, both, "WM 3.5.5/b")
            return DONE
        among = tuple(part for part in PARTS if not all(has_forfeited(s, m, part) for m in members(s, self.group)))
        if not among:
            return DONE
        return choose(
            text("{model} has to charge and cannot. Which part does it forfeit?", model=called(s, self.group)),
            by=seat_of(s, self.group),
            among=among,
            labels=tuple(part_name(part) for part in among),
        )

    def part_refusals(self, s: Battle, part: Any) -> Iterator[Refusal]:
        yield refuse("WM 1.3/d", "{model} has already forfeited that.", model=called(s, self.group))

    @step("WM 3.5.5")
    def give_up(self, s: Battle) -> Outcome:
        for model in members(s, self.group):
            give_up(s, model, _part(self.part), "WM 3.5.5/b")
        return None


class _Activation(Procedure):
    """What both kinds of activation share: they go on only while somebody of the group is on the table."""

    group: str
    done: Any = None

    def _goes_on(self, s: Battle) -> bool:
        return s.now is not None and not s.now.over and bool(members(s, self.group))

    def _must_forfeit_for_charge(self, s: Battle) -> bool:
        return self._goes_on(s) and must_charge_and_cannot(s, self.group) and not compelled(s, self.group)


class ModelActivation(_Activation):
    """WM 1.1 The activation of an independent model."""

    @step("WM 1.1/a")
    def activate(self, s: Battle) -> Outcome:
        begin(s, self.group)
        return None

    @step("WM 1.3/a")
    def forfeit_what_is_owed(self, s: Battle) -> Outcome:
        return ForcedForfeits(group=self.group)

    @step("WM 3.5.5/b", when=lambda self, s: self._must_forfeit_for_charge(s))
    def compulsory_charge(self, s: Battle) -> Outcome:
        return CompulsoryCharge(group=self.group)

    @step("WM 1.1/b", into="done", when=lambda self, s: self._goes_on(s))
    def normal_movement(self, s: Battle) -> Outcome:
        return NormalMovement(group=self.group)

    @step("WM 8.5/a", into="done")
    def reactions(self, s: Battle) -> Outcome:
        return reactions_to(s, self.group)

    @step("WM 1.1/c", into="done", when=lambda self, s: self._goes_on(s))
    def combat_action(self, s: Battle) -> Outcome:
        note(s, part="action")
        return CombatAction(model=self.group)

    @step("WM 5/a", into="done", when=lambda self, s: self._goes_on(s))
    def end_of_activation_movement(self, s: Battle) -> Outcome:
        note(s, part="end")
        return EndMoves(model=self.group)

    @step("WM 12.2/b", into="done")
    def hazards_at_the_end(self, s: Battle) -> Outcome:
        return StandInHazards(left=members(s, self.group))

    @step("WM 1.1/d")
    def end(self, s: Battle) -> Outcome:
        tell(s, "WM 1.1/d", "{group} ends its activation.", group=called(s, self.group))
        close(s, self.group)
        return None


class UnitActivation(_Activation):
    """WM 1.2 The activation of a unit: all of it at once."""

    @step("WM 1.2/a")
    def activate(self, s: Battle) -> Outcome:
        begin(s, self.group)
        return None

    @step("WM 1.3/a")
    def forfeit_what_is_owed(self, s: Battle) -> Outcome:
        return ForcedForfeits(group=self.group)

    @step("WM 3.5.5/b", when=lambda self, s: self._must_forfeit_for_charge(s))
    def compulsory_charge(self, s: Battle) -> Outcome:
        return CompulsoryCharge(group=self.group)

    @step("WM 1.2/b", into="done", when=lambda self, s: self._goes_on(s))
    def normal_movement(self, s: Battle) -> Outcome:
        return NormalMovement(group=self.group)

    @step("WM 8.5/a", into="done")
    def reactions(self, s: Battle) -> Outcome:
        return reactions_to(s, self.group)

    @step("WM 1.2/c", into="done", when=lambda self, s: self._goes_on(s))
    def combat_actions(self, s: Battle) -> Outcome:
        note(s, part="action")
        return CombatActions(unit=self.group)

    @step("WM 2.1/j", into="done", when=lambda self, s: self._goes_on(s))
    def end_of_activation_movement(self, s: Battle) -> Outcome:
        note(s, part="end")
        return UnitEndMoves(left=members(s, self.group))

    @step("WM 12.2/b", into="done")
    def hazards_at_the_end(self, s: Battle) -> Outcome:
        return StandInHazards(left=members(s, self.group))

    @step("WM 1.2/d")
    def end(self, s: Battle) -> Outcome:
        tell(s, "WM 1.2/d", "{group} ends its activation.", group=called(s, self.group))
        close(s, self.group)
        return None


class CombatActions(Procedure):
    """WM 1.2/c The troopers' Combat Actions, one wholly done before the next begins; their player picks the order."""

    unit: str
    trooper: str = ""
    done: Any = None

    def _left(self, s: Battle) -> tuple[str, ...]:
        """Who has still something to do; those with nobody to attack are passed over."""
        assert s.now is not None
        ready = (one for one in members(s, self.unit) if one not in s.now.acted and not has_forfeited(s, one, "action"))
        return tuple(one for one in ready if can_act(s, one))

    @step("WM 1.2/b", into="trooper", check="trooper_refusals")
    def choose_trooper(self, s: Battle) -> Outcome:
        left = self._left(s)
        if not left:
            return DONE
        return choose(
            text("Which trooper of {unit} makes its Combat Action?", unit=called(s, self.unit)),
            by=s.units[self.unit].seat,
            among=left,
            labels=tuple(text("{name}", name=called(s, one)) for one in left),
        )

    def trooper_refusals(self, s: Battle, trooper: Any) -> Iterator[Refusal]:
        unit = called(s, self.unit)
        if trooper in members(s, self.unit):
            name = called(s, trooper)
            if has_forfeited(s, trooper, "action"):
                yield refuse("WM 1.3/a", "{model} has forfeited its Combat Action.", model=name)
            elif s.now is not None and trooper in s.now.acted:
                yield refuse("WM 1/a", "{model} has made its Combat Action.", model=name)
            else:
                yield refuse("WM 7/a", "{model} has nobody to attack.", model=name)
        elif trooper in ("full advance", "run", "charge", "aim", "forfeit"):
            yield refuse("WM 1/b", "The Normal Movement of {model} is over.", model=unit)
        elif trooper in s.models or trooper in s.units:
            yield refuse(
                "WM 1.2/d",
                "{model} is active and has to finish first.",
                text("Go on with {model}.", model=unit),
                model=unit,
            )

    @step("WM 1.2/c", into="done")
    def combat_action(self, s: Battle) -> Outcome:
        assert s.now is not None
        note(s, acted=(*s.now.acted, self.trooper))
        return CombatAction(model=self.trooper)

    @step("WM 1.2")
    def next_trooper(self, s: Battle) -> Outcome:
        return AGAIN


class UnitEndMoves(Procedure):
    """WM 2.1/j Each trooper's own movement at the end of its unit's activation: moved and measured one by one."""

    left: tuple[str, ...]
    done: Any = None

    @step("WM 2.1/j", into="done")
    def next_trooper(self, s: Battle) -> Outcome:
        here = tuple(one for one in self.left if one in s.models)
        if not here:
            return DONE
        self.left = here[1:]
        return EndMoves(model=here[0])

    @step("WM 2.1/l")
    def go_on(self, s: Battle) -> Outcome:
        return AGAIN


class StandInHazards(Procedure):
    """WM 12.2/b Whoever ends an activation in a hazard suffers from it once more."""

    left: tuple[str, ...]

    @step("WM 12.2/b")
    def next_model(self, s: Battle) -> Outcome:
        for number, model in enumerate(self.left):
            if model in s.models:
                found = stands_in(s, placed(s, model), "hazard")
                if found:
                    self.left = self.left[number + 1 :]
                    power = max(ground(one).hazard for one in found)
                    return DamageRoll(target=model, power=power, by=1 - s.models[model].seat, under="WM 12.2/b")
        return DONE

    @step("WM 12.2/c")
    def go_on(self, s: Battle) -> Outcome:
        return AGAIN
