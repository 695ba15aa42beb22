"""WM 7 The Combat Action of one model: what it may be, initial attacks, additional attacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.board import within
from referee.books.warmachine.anytime import AnyTime, anytime_options, anytime_refusals, is_anytime
from referee.books.warmachine.attacks import Attack, weapon_of
from referee.books.warmachine.charge import bound_to
from referee.books.warmachine.costs import boost_price, can_pay
from referee.books.warmachine.duties import has_forfeited, voluntary_refusals
from referee.books.warmachine.measuring import engages, is_engaged
from referee.books.warmachine.movement import OPTIONS, MakeBargain, bargain_named, bargain_options
from referee.books.warmachine.placing import enemies, gap
from referee.books.warmachine.power_attacks import Headbutt, Throw, power_attack_refusals
from referee.books.warmachine.sight import sees
from referee.books.warmachine.state import Battle, Weapon, called, note, profile
from referee.books.warmachine.wording import option_words
from referee.kernel import (
    AGAIN,
    DONE,
    Outcome,
    Pay,
    Procedure,
    Refusal,
    RulesGap,
    Text,
    choose,
    refuse,
    step,
    tell,
    text,
)

KINDS = ("melee attacks", "ranged attacks", "headbutt", "throw", "no attacks")
"""WM 7/a: what a Combat Action can be; special attacks and actions come with their names."""

ENDED = "done"
Pick = tuple[str, str]


def special(s: Battle, model: str) -> tuple[str, ...]:
    """The model's special attacks and actions as options."""
    one = profile(s, model)
    attacks = (f"special attack: {name}" for name in one.special_attacks)
    return (*attacks, *(f"special action: {name}" for name in one.special_actions))


def melee_refusals(s: Battle, attacker: str, weapon: Weapon, target: str) -> Iterator[Refusal]:
    """Why this melee attack may not be made."""
    if target not in s.models or s.models[target].seat == s.models[attacker].seat:
        yield refuse("WM 8/c", "{target} is no enemy on the table.", target=called(s, target))
        return
    if attacker in (s.now.barred if s.now else ()):
        yield refuse("WM 2.1/g", "{model} was placed and cannot move: it may not attack.", model=called(s, attacker))
    if not within(gap(s, attacker, target), weapon.range):
        yield refuse(
            "WM 8/d",
            "{target} is {distance} inches away; {weapon} reaches {range}.",
            target=called(s, target),
            distance=gap(s, attacker, target),
            weapon=weapon.name,
            range=weapon.range,
        )
    elif not sees(s, attacker, target):
        yield refuse("WM 8/d", "{model} does not see {target}.", model=called(s, attacker), target=called(s, target))


def ranged_refusals(s: Battle, attacker: str, target: str) -> Iterator[Refusal]:
    """Why this ranged attack may not be made. Range is checked once it is declared."""
    if target not in s.models or s.models[target].seat == s.models[attacker].seat:
        yield refuse("WM 8/c", "{target} is no enemy on the table.", target=called(s, target))
        return
    if attacker in (s.now.barred if s.now else ()):
        yield refuse("WM 2.1/g", "{model} was placed and cannot move: it may not attack.", model=called(s, attacker))
    if not sees(s, attacker, target):
        yield refuse("WM 8/d", "{model} does not see {target}.", model=called(s, attacker), target=called(s, target))
    if is_engaged(s, attacker) and not engages(s, target, attacker):
        yield refuse("WM 8/e", "{model} is engaged and may shoot only at who engages it.", model=called(s, attacker))


def picks(s: Battle, attacker: str, weapons: tuple[str, ...]) -> tuple[Pick, ...]:
    """Every attack that may be made with these weapons, as (weapon, target); only the bound one if there is one."""
    found: list[Pick] = []
    for name in dict.fromkeys(weapons):
        weapon = weapon_of(s, attacker, name)
        for enemy in enemies(s, s.models[attacker].seat):
            if weapon.kind == "melee":
                faults = melee_refusals(s, attacker, weapon, enemy.id)
            else:
                faults = ranged_refusals(s, attacker, enemy.id)
            if next(faults, None) is None:
                found.append((name, enemy.id))
    bound = bound_to(s, attacker)
    only = [pick for pick in found if pick[1] == bound and weapon_of(s, attacker, pick[0]).kind == "melee"]
    return tuple(only or found)


def initial(s: Battle, model: str, kind: str) -> tuple[str, ...]:
    """The names of the weapons of a kind, each as often as it makes initial attacks."""
    return tuple(
        weapon.name for weapon in profile(s, model).weapons if weapon.kind == kind for _ in range(weapon.attacks)
    )


def bound_by_charge(s: Battle, model: str) -> bool:
    """WM 3.5.2/l: has the model charged with success, so that it owes a melee attack?"""
    now = s.now
    return now is not None and now.charge is not None and now.charge.success and now.charge.mover == model


def kind_refusals(s: Battle, model: str, kind: str) -> Iterator[Refusal]:
    """Why the Combat Action may not be this."""
    name = called(s, model)
    if has_forfeited(s, model, "action"):
        yield refuse("WM 1.3/a", "{model} has forfeited its Combat Action.", model=name)
    attacks = kind not in ("no attacks",) and not kind.startswith("special action")
    if attacks and s.now is not None and model in s.now.barred:
        yield refuse("WM 2.1/g", "{model} was placed and cannot move: it may not attack.", model=name)
    if kind == "melee attacks":
        if not picks(s, model, initial(s, model, "melee")):
            yield refuse("WM 8/d", "{model} has no enemy in reach.", model=name)
    elif kind == "ranged attacks":
        if not initial(s, model, "ranged"):
            yield refuse("WM 7/b", "{model} has no ranged weapon.", model=name)
        elif not picks(s, model, initial(s, model, "ranged")):
            yield refuse("WM 8/d", "{model} has no enemy to shoot at.", model=name)
    elif kind in ("headbutt", "throw"):
        yield from power_attack_refusals(s, model, kind)
    elif kind.startswith("special") and kind not in special(s, model):
        yield refuse("WM 7/c", "{model} has no such special attack or action.", model=name)
    allowed = kind == "melee attacks" or kind.startswith("special attack")
    if not allowed and bound_by_charge(s, model) and _could_strike(s, model):
        yield refuse("WM 3.5.2/l", "{model} has charged: initial melee attacks or a special attack.", model=name)
    elif not allowed and kind != "no attacks" and _melee_only(s, model):
        yield refuse("WM 3.5.4/j", "{model}'s unit has charged: melee attacks only.", model=name)


def _could_strike(s: Battle, model: str) -> bool:
    return bool(picks(s, model, initial(s, model, "melee"))) or bool(profile(s, model).special_attacks)


def _melee_only(s: Battle, model: str) -> bool:
    charged = s.now is not None and s.now.charge is not None and s.now.charge.success
    return charged and s.options.get("unit charge actions") == "melee only"


def combat_options(s: Battle, model: str) -> tuple[str, ...]:
    """What the Combat Action may be."""
    return tuple(one for one in (*KINDS, *special(s, model)) if next(kind_refusals(s, model, one), None) is None)


def can_act(s: Battle, model: str) -> bool:
    """Has the model anything to do with its Combat Action?"""
    return combat_options(s, model) != ("no attacks",) or bool(bargain_options(s, model, ("action",)))


class CombatAction(Procedure):
    """WM 7 The Combat Action of a model."""

    model: str
    choice: str = ""
    done: Any = None

    def _is_due(self, s: Battle) -> bool:
        return self.model in s.models and not has_forfeited(s, self.model, "action")

    @step("WM 7/a", into="choice", check="choice_refusals", when=lambda self, s: self._is_due(s))
    def choose_kind(self, s: Battle) -> Outcome:
        note(s, part="action")
        extras = (*bargain_options(s, self.model, ("action",)), *anytime_options(s, self.model))
        among = (*combat_options(s, self.model), *(() if self._bound(s) else extras))
        if among == ("no attacks",):
            self.choice = "no attacks"
            return None
        return choose(
            text("{model}: which Combat Action?", model=called(s, self.model)),
            by=s.models[self.model].seat,
            among=among,
            labels=tuple(option_words(one) for one in among),
        )

    def _bound(self, s: Battle) -> bool:
        return bound_by_charge(s, self.model) and self.model not in (s.now.struck if s.now else ())

    def choice_refusals(self, s: Battle, choice: Any) -> Iterator[Refusal]:
        name = called(s, self.model)
        if not isinstance(choice, str):
            return
        bargain = bargain_named(s, self.model, choice)
        if choice in KINDS or choice.startswith("special"):
            yield from kind_refusals(s, self.model, choice)
        elif choice in OPTIONS or choice == "move":
            yield refuse("WM 1/b", "The Normal Movement of {model} is over.", model=name)
        elif choice in s.models and s.now is not None and choice in s.now.members:
            yield refuse("WM 1.2/c", "{model} has to finish its Combat Action first.", model=name)
        elif choice in s.models or choice in s.units:
            rule = "WM 1.2/d" if s.models[self.model].unit else "WM 1.1/e"
            yield refuse(
                rule, "{model} is active and has to finish first.", text("Go on with {model}.", model=name), model=name
            )
        elif bargain is not None:
            if bargain.part == "movement":
                yield refuse("WM 1/b", "The Normal Movement of {model} is over.", model=name)
            yield from voluntary_refusals(s, self.model, bargain.part)
        elif is_anytime(s, self.model, choice):
            if self._bound(s):
                yield refuse(
                    "WM 3.5.2/l", "{model} has charged: initial melee attacks or a special attack.", model=name
                )
            yield from anytime_refusals(s, self.model, choice)

    @step("WM 7/b", into="done", when=lambda self, s: self._is_due(s))
    def carry_out(self, s: Battle) -> Outcome:
        choice, model = self.choice, self.model
        if choice == "melee attacks":
            return InitialAttacks(model=model, left=initial(s, model, "melee"), kind="melee")
        if choice == "ranged attacks":
            return InitialAttacks(model=model, left=initial(s, model, "ranged"), kind="ranged")
        if choice == "headbutt":
            return Headbutt(model=model)
        if choice == "throw":
            return Throw(model=model)
        if choice in special(s, model):
            return Special(model=model, choice=choice)
        if bargain_named(s, model, choice) is not None:
            return MakeBargain(model=model, option=choice)
        if is_anytime(s, model, choice):
            return AnyTime(model=model, option=choice)
        return DONE

    @step("WM 7/d", when=lambda self, s: self._goes_on(s))
    def go_on(self, s: Battle) -> Outcome:
        """After a spell, a feat or a bargain the Combat Action is still to be made."""
        return AGAIN

    def _goes_on(self, s: Battle) -> bool:
        return self._is_due(s) and self.choice not in KINDS and self.choice not in special(s, self.model)

    @step("WM 7.2/a", into="done", when=lambda self, s: self.choice in ("melee attacks", "headbutt", "throw"))
    def additional_attacks(self, s: Battle) -> Outcome:
        return AdditionalAttacks(model=self.model) if self._is_due(s) else None


class Special(Procedure):
    """WM 7/c A special attack or action: its own text rules it."""

    model: str
    choice: str

    @step("WM 7/c")
    def carry_out(self, s: Battle) -> Outcome:
        raise RulesGap("What this special attack or action does is not written: settle it by hand.")


def pick_label(s: Battle, pick: Any) -> Text:
    """An attack in words."""
    if pick == ENDED:
        return text("no more")
    return text("{weapon} at {target}", weapon=pick[0], target=called(s, pick[1]))


def pick_refusals(s: Battle, model: str, weapons: tuple[str, ...], pick: Any) -> Iterator[Refusal]:
    """Why this attack may not be made, or the attacks not be ended."""
    bound = bound_to(s, model)
    if pick == ENDED or not (isinstance(pick, tuple | list) and len(pick) == 2):
        if bound and any(target == bound for _, target in picks(s, model, weapons)):
            yield refuse("WM 3.5.2/m", "The first melee attack has to be made at {target}.", target=called(s, bound))
        return
    name, target = pick
    if name not in {weapon.name for weapon in profile(s, model).weapons}:
        yield refuse("WM 7.1/b", "{model} has no {weapon}.", model=called(s, model), weapon=str(name))
        return
    if name not in weapons:
        yield refuse("WM 7.1/b", "{weapon} has made its initial attacks.", weapon=name)
    weapon = weapon_of(s, model, name)
    if weapon.kind == "melee":
        yield from melee_refusals(s, model, weapon, target)
        if bound and target != bound and any(one == bound for _, one in picks(s, model, weapons)):
            yield refuse("WM 3.5.2/m", "The first melee attack has to be made at {target}.", target=called(s, bound))
    else:
        yield from ranged_refusals(s, model, target)


class InitialAttacks(Procedure):
    """WM 7.1 Initial attacks, each finished before the next; `left` names the weapons that have still to strike."""

    model: str
    left: tuple[str, ...]
    kind: str
    pick: str | tuple[str, str] = ENDED
    hit: Any = None

    @step("WM 7.1/b", into="pick", check="pick_refusals")
    def choose_attack(self, s: Battle) -> Outcome:
        if self.model not in s.models:
            return DONE
        found = picks(s, self.model, self.left)
        if not found:
            return DONE
        bound = bound_to(s, self.model)
        among = found if bound and found[0][1] == bound else (*found, ENDED)
        return choose(
            text("{model}: which attack?", model=called(s, self.model)),
            by=s.models[self.model].seat,
            among=among,
            labels=tuple(pick_label(s, one) for one in among),
        )

    def pick_refusals(self, s: Battle, pick: Any) -> Iterator[Refusal]:
        yield from pick_refusals(s, self.model, self.left, pick)

    @step("WM 7.1/c", into="hit")
    def attack(self, s: Battle) -> Outcome:
        if isinstance(self.pick, str):
            return DONE
        weapon, target = self.pick
        left = list(self.left)
        left.remove(weapon)
        self.left = tuple(left)
        return Attack(
            attacker=self.model, target=target, weapon=weapon, kind="melee" if self.kind == "melee" else "ranged"
        )

    @step("WM 7.1/d")
    def next_attack(self, s: Battle) -> Outcome:
        return AGAIN


class AdditionalAttacks(Procedure):
    """WM 7.2 Additional melee attacks, bought one by one with focus or fury."""

    model: str
    pick: str | tuple[str, str] = ENDED
    paid: bool = True
    hit: Any = None

    def _weapons(self, s: Battle) -> tuple[str, ...]:
        return initial(s, self.model, "melee")

    @step("WM 7.2/b", into="pick", check="pick_refusals")
    def choose_attack(self, s: Battle) -> Outcome:
        if self.model not in s.models:
            return DONE
        price = boost_price(s, self.model)
        found = picks(s, self.model, self._weapons(s))
        if not found or not can_pay(s, price, s.models[self.model].seat):
            return DONE
        among = (*found, ENDED)
        return choose(
            text("{model}: buy another attack?", model=called(s, self.model)),
            by=s.models[self.model].seat,
            among=among,
            labels=tuple(pick_label(s, one) for one in among),
        )

    def pick_refusals(self, s: Battle, pick: Any) -> Iterator[Refusal]:
        yield from pick_refusals(s, self.model, self._weapons(s), pick)

    @step("WM 7.2/c", into="paid")
    def pay(self, s: Battle) -> Outcome:
        if isinstance(self.pick, str):
            return DONE
        tell(s, "WM 7.2/c", "{model} buys another attack.", model=called(s, self.model))
        return Pay(parts=boost_price(s, self.model) or (), by=s.models[self.model].seat)

    @step("WM 7.2/d", into="hit")
    def attack(self, s: Battle) -> Outcome:
        assert not isinstance(self.pick, str)
        return Attack(attacker=self.model, target=self.pick[1], weapon=self.pick[0], kind="melee")

    @step("WM 7.2/e")
    def next_attack(self, s: Battle) -> Outcome:
        return AGAIN
