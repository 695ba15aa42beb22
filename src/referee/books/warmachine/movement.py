"""WM 3 Normal Movement: the options there are, why some are barred, and what each of them does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.books.warmachine.advance import Advance, MoveKind, allowance
from referee.books.warmachine.anytime import AnyTime, anytime_options, anytime_refusals, is_anytime
from referee.books.warmachine.charge import ChargeOfModel, can_charge, charge_refusals
from referee.books.warmachine.costs import GiveUp, effort
from referee.books.warmachine.duties import (
    bargain_option,
    bargains,
    cannot_move,
    duty,
    effects,
    forfeit_of,
    gain,
    give_up,
    has_forfeited,
    voluntary_refusals,
)
from referee.books.warmachine.measuring import engaged_by, engages, is_engaged
from referee.books.warmachine.power_attacks import Slam, Trample, power_attack_refusals
from referee.books.warmachine.restrictions import may_move, restrictions
from referee.books.warmachine.state import Bargain, Battle, called, has, members, note, seat_of
from referee.books.warmachine.units import UnitMovement, mover_refusals, movers
from referee.books.warmachine.wording import option_words
from referee.kernel import AGAIN, Effect, Outcome, Pay, Procedure, Refusal, choose, refuse, step, tell, text

OPTIONS = ("forfeit", "aim", "full advance", "run", "charge", "slam", "trample")
"""WM 3/b, 3/c: what a Normal Movement can be."""

LATER = ("melee attacks", "ranged attacks", "headbutt", "throw", "no attacks")


def compelled(s: Battle, group: str) -> tuple[str, Effect] | None:
    """WM 3.5.5/a, 3.4/e: the only option that an effect leaves, if there is one, and the effect."""
    charge = effects(s, "must charge", group)
    if charge and _can(s, group, "charge"):
        return "charge", charge[0]
    run = effects(s, "must run", group)
    if run and _can(s, group, "run"):
        return "run", run[0]
    return None


def must_run_and_cannot(s: Battle, group: str) -> bool:
    """WM 3.4/e: does an effect demand a run that cannot be made?"""
    return bool(effects(s, "must run", group)) and not _can(s, group, "run")


def must_charge_and_cannot(s: Battle, group: str) -> bool:
    """WM 3.5.5/b: does an effect demand a charge that cannot be made, or has no target?"""
    return bool(effects(s, "must charge", group)) and not _can(s, group, "charge")


def _can(s: Battle, group: str, option: MoveKind) -> bool:
    """May the group run or charge, leaving aside what it is compelled to do?"""
    if group in s.units:
        return bool(movers(s, group, option)) and not any(True for _ in _unit_refusals(s, group, option))
    if option == "charge":
        return can_charge(s, group)
    return next(run_refusals(s, group), None) is None


def run_refusals(s: Battle, model: str) -> Iterator[Refusal]:
    """Why the model may not run."""
    name = called(s, model)
    for effect in effects(s, "cannot run", model):
        yield refuse(effect.rule, "{model} cannot run: {source}.", model=name, source=effect.source or effect.kind)
    held = cannot_move(s, model)
    if held is not None:
        yield refuse(held.rule, "{model} cannot advance.", model=name)
    one = s.models[model]
    if not may_move(restrictions(s, model), (one.x, one.y)):
        yield refuse(
            "WM 4.1/g", "The restrictions on {model} cannot all be kept, so it cannot move at all.", model=name
        )
    # Reading: the run's own forfeit is a "must", so a Combat Action that is owed already does not bar it. An option.
    past = forfeit_of(s, model, "action")
    owed = duty(s, model, "action") or (past.rule if past else "")
    if owed and s.options.get("run with action owed") == "barred":
        yield refuse("WM 3.4/b", "{model} has no Combat Action to forfeit for the run.", model=name)
    if past is not None and past.gain:
        yield refuse(
            "WM 1.3/e", "{model} has already forfeited its Combat Action for {gain}.", model=name, gain=past.gain
        )
    if owed == "WM 10.3":
        yield refuse("WM 10.3", "{model} stands up by forfeiting its Combat Action and cannot run.", model=name)
    if s.options.get("run while engaged") == "barred" and is_engaged(s, model):
        yield refuse("WM 3/b", "{model} is engaged and cannot run.", model=name)
    for part in effort(s, model, "WM 3.4/f", "WM 3.4/f"):
        yield from part.refusals(s, s.models[model].seat)


def option_refusals(s: Battle, group: str, option: str) -> Iterator[Refusal]:
    """Why this option is not open to the unit or independent model."""
    name = called(s, group)
    only = compelled(s, group)
    if only is not None and option != only[0]:
        rule = "WM 3.5.5/a" if only[0] == "charge" else "WM 3.4/e"
        yield refuse(
            rule, "{model} has to {option} ({source}).", model=name, option=option_words(only[0]), source=only[1].source
        )
    if option in ("slam", "trample"):
        if group in s.units:
            yield refuse("WM 3/c", "A unit makes no power attacks.")
        else:
            yield from power_attack_refusals(s, group, option)
    elif option in ("full advance", "run", "charge"):
        if group in s.units:
            yield from _unit_refusals(s, group, option)
        elif option == "charge":
            yield from charge_refusals(s, group)
        elif option == "run":
            yield from run_refusals(s, group)
        else:
            held = cannot_move(s, group)
            if held is not None:
                yield refuse(held.rule, "{model} cannot advance.", model=name)


def _unit_refusals(s: Battle, unit: str, option: str) -> Iterator[Refusal]:
    """A unit may do what one of its troopers may begin; if none may, the reasons of each."""
    kind: MoveKind = "charge" if option == "charge" else "run" if option == "run" else "full advance"
    if kind == "run" and s.options.get("run with action owed") == "barred":
        for model in members(s, unit):
            if duty(s, model, "action"):
                yield refuse("WM 3.4/b", "{model} has no Combat Action to forfeit for the run.", model=called(s, model))
    if not movers(s, unit, kind):
        for model in members(s, unit):
            yield from mover_refusals(s, unit, model, kind)


def movement_options(s: Battle, group: str) -> tuple[str, ...]:
    """What the unit or independent model may do with its Normal Movement."""
    return tuple(one for one in OPTIONS if next(option_refusals(s, group, one), None) is None)


def bargain_named(s: Battle, model: str, option: str) -> Bargain | None:
    """The bargain that an option names."""
    return next((one for one in bargains(s, model) if bargain_option(one) == option), None)


def bargain_options(s: Battle, model: str, parts: tuple[str, ...] = ("movement", "action")) -> tuple[str, ...]:
    """What the model may give up now for a gain."""
    return tuple(
        bargain_option(one)
        for one in bargains(s, model)
        if one.part in parts and next(voluntary_refusals(s, model, one.part), None) is None
    )


class MakeBargain(Procedure):
    """WM 1.3/b A part of the activation is given up of free will, and what that brings is resolved there and then."""

    model: str
    option: str
    paid: bool = False

    @step("WM 1.3/b", into="paid")
    def pay(self, s: Battle) -> Outcome:
        bargain = bargain_named(s, self.model, self.option)
        assert bargain is not None
        price = GiveUp(self.model, bargain.part, "WM 1.3/b", bargain.name)
        return Pay(parts=(price,), by=s.models[self.model].seat)

    @step("WM 1.3/c")
    def resolve_effect(self, s: Battle) -> Outcome:
        bargain = bargain_named(s, self.model, self.option)
        assert bargain is not None
        if self.paid:
            tell(s, "WM 1.3/c", "{model}: {gain}.", model=called(s, self.model), gain=bargain.name)
            gain(s, self.model, bargain)
        return None


class NormalMovement(Procedure):
    """WM 3 The Normal Movement of a unit or an independent model."""

    group: str
    choice: str = ""
    done: Any = None

    def _is_due(self, s: Battle) -> bool:
        mine = members(s, self.group)
        return bool(mine) and not all(has_forfeited(s, one, "movement") for one in mine)

    @step("WM 3.4/e", when=lambda self, s: self._is_due(s) and must_run_and_cannot(s, self.group))
    def run_that_cannot_be_made(self, s: Battle) -> Outcome:
        """The Combat Action is forfeited, a full advance made instead, and the activation ends."""
        for model in members(s, self.group):
            give_up(s, model, "action", "WM 3.4/e")
        tell(s, "WM 3.4/e", "{model} has to run and cannot: it makes a full advance.", model=called(s, self.group))
        note(s, movement="full advance", over=True)
        return move_of(s, self.group, "full advance")

    @step("WM 3/a", into="choice", check="choice_refusals", when=lambda self, s: self._is_due(s) and not _begun(s))
    def choose_option(self, s: Battle) -> Outcome:
        among = (*movement_options(s, self.group), *self._extras(s))
        if not among:
            return None
        return choose(
            text("{model}: which Normal Movement?", model=called(s, self.group)),
            by=seat_of(s, self.group),
            among=among,
            labels=tuple(option_words(one) for one in among),
        )

    def _extras(self, s: Battle) -> tuple[str, ...]:
        if self.group in s.units:
            return ()
        return (*bargain_options(s, self.group), *anytime_options(s, self.group))

    def choice_refusals(self, s: Battle, choice: Any) -> Iterator[Refusal]:
        name = called(s, self.group)
        if choice in OPTIONS:
            yield from option_refusals(s, self.group, choice)
        elif choice in LATER:
            yield refuse("WM 1/b", "{model} has to deal with its Normal Movement first.", model=name)
        elif isinstance(choice, str) and (choice in s.models or choice in s.units):
            yield refuse(
                "WM 1.1/e",
                "{model} is active and has to finish first.",
                text("Go on with {model}.", model=name),
                model=name,
            )
        elif self.group in s.models and isinstance(choice, str):
            bargain = bargain_named(s, self.group, choice)
            if bargain is not None:
                yield from voluntary_refusals(s, self.group, bargain.part)
            elif is_anytime(s, self.group, choice):
                yield from anytime_refusals(s, self.group, choice)

    @step("WM 3/b", into="done", when=lambda self, s: bool(self.choice) and not _begun(s))
    def carry_out(self, s: Battle) -> Outcome:
        choice, group = self.choice, self.group
        if bargain_named(s, group, choice) if group in s.models else None:
            return MakeBargain(model=group, option=choice)
        if choice not in OPTIONS:
            return AnyTime(model=group, option=choice)
        note(s, movement=choice)
        if choice == "forfeit":
            for model in members(s, group):
                give_up(s, model, "movement", "WM 3.1/a")
            tell(s, "WM 3.1/a", "{model} forfeits its Normal Movement.", model=called(s, group))
            return None
        if choice == "aim":
            return Aim(group=group)
        if choice in ("slam", "trample"):
            return Slam(model=group) if choice == "slam" else Trample(model=group)
        return move_of(s, group, choice)

    @step("WM 1.1/b", when=lambda self, s: self._is_due(s) and not _begun(s) and bool(self.choice))
    def go_on(self, s: Battle) -> Outcome:
        """After a spell, a feat or a bargain the Normal Movement is still to be made."""
        return AGAIN

    @step("WM 7.3/a")
    def leaving_melee(self, s: Battle) -> Outcome:
        """A model that was engaged and advanced out of an enemy's reach forfeits its Combat Action."""
        assert s.now is not None
        if s.now.movement in ("full advance", "run", "charge"):
            for model, former in s.now.engaged_before:
                if model in s.models and _moved_itself(s, model) and not has(s, model, "Unstoppable"):
                    left = [one for one in former if one in s.models and not engages(s, one, model)]
                    if left and not has_forfeited(s, model, "action"):
                        give_up(s, model, "action", "WM 7.3/a")
                        tell(s, "WM 7.3/a", "{model} leaves melee: no Combat Action.", model=called(s, model))
        return None


def _moved_itself(s: Battle, model: str) -> bool:
    """Did the model advance, rather than being placed?"""
    assert s.now is not None
    return not s.models[model].unit or model == s.now.mover


def _begun(s: Battle) -> bool:
    """Has the Normal Movement been chosen?"""
    return s.now is not None and bool(s.now.movement)


class Aim(Procedure):
    """WM 3.2 Aiming: no movement, and better ranged attack rolls for the rest of the activation."""

    group: str

    @step("WM 3.2/a")
    def end_the_movement(self, s: Battle) -> Outcome:
        tell(s, "WM 3.2/a", "{model} aims.", model=called(s, self.group))
        return None

    @step("WM 3.2/b")
    def take_aim(self, s: Battle) -> Outcome:
        """Reading: whether a model is engaged is judged at each roll; judged once, when aiming, is an option."""
        aiming = members(s, self.group)
        if s.options.get("aim judged") == "when aiming":
            aiming = tuple(one for one in aiming if not is_engaged(s, one))
        note(s, aiming=aiming)
        return None


class RunOfModel(Procedure):
    """WM 3.4 An independent model runs."""

    model: str
    paid: bool = True
    moved: float = 0.0

    @step("WM 3.4/f", into="paid")
    def pay(self, s: Battle) -> Outcome:
        parts = effort(s, self.model, "WM 3.4/f", "WM 3.4/f")
        return Pay(parts=parts, by=s.models[self.model].seat) if parts else None

    @step("WM 3.4/b")
    def forfeit_action(self, s: Battle) -> Outcome:
        give_up(s, self.model, "action", "WM 3.4/b")
        return None

    @step("WM 3.4/a", into="moved")
    def move(self, s: Battle) -> Outcome:
        return Advance(model=self.model, kind="run", limit=allowance(s, self.model, "run"))

    @step("WM 3.4/c")
    def end(self, s: Battle) -> Outcome:
        note(s, over=True)
        return None


def move_of(s: Battle, group: str, kind: str) -> Procedure:
    """The procedure of a full advance, a run or a charge."""
    if group in s.units:
        word: MoveKind = "charge" if kind == "charge" else "run" if kind == "run" else "full advance"
        return UnitMovement(unit=group, kind=word)
    if kind == "run":
        return RunOfModel(model=group)
    if kind == "charge":
        return ChargeOfModel(model=group)
    return Advance(model=group, kind="full advance", limit=allowance(s, group, "full advance"))


def engaged_now(s: Battle, group: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Who of the group is engaged, and by whom."""
    found = [(one, engaged_by(s, one)) for one in members(s, group)]
    return tuple((one, by) for one, by in found if by)
