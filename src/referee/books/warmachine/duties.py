"""WM 1.3 Parts of an activation given up, by duty or for a gain; what a model must and cannot do; its speed."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from referee.books.warmachine.state import Activating, Bargain, Battle, Forfeit, Part, called, note, profile
from referee.kernel import Effect, Modifier, Refusal, RuleId, Text, effects_on, fold, lift, refuse, text

RUN_BONUS = 5.0
CHARGE_BONUS = 3.0
CHARGE_ATTACK_DISTANCE = 3.0
UNIT_DISTANCE = 2.0
AIM_BONUS = 2

PARTS: tuple[Part, Part] = ("movement", "action")
KNOCKED_DOWN = "WM 10.3"


def part_name(part: Part) -> Text:
    """A part of an activation in words."""
    return text("Normal Movement") if part == "movement" else text("Combat Action")


def effects(s: Battle, kind: str, model: str) -> tuple[Effect, ...]:
    """The effects of a kind on a model or on its unit."""
    own = effects_on(s, kind, model)
    unit = s.models[model].unit if model in s.models else ""
    return (*own, *effects_on(s, kind, unit)) if unit else own


def under(s: Battle, kind: str, model: str) -> bool:
    """Is the model, or its unit, under an effect of this kind?"""
    return bool(effects(s, kind, model))


def speed(s: Battle, model: str) -> float:
    """The model's current SPD, in inches."""
    changes = [Modifier(effect.value, effect.rule, effect.source) for effect in effects(s, "speed", model)]
    return max(0.0, fold(profile(s, model).spd, changes))


def forfeit_of(s: Battle, model: str, part: Part) -> Forfeit | None:
    """How the model gave up this part in the activation under way, if it has."""
    if s.now is None:
        return None
    return next((one for one in s.now.forfeits if one.model == model and one.part == part), None)


def has_forfeited(s: Battle, model: str, part: Part) -> bool:
    """Has the model given up this part of its activation?"""
    return forfeit_of(s, model, part) is not None


def duty(s: Battle, model: str, part: Part) -> RuleId | None:
    """The rule by which the model is required to give up this part, if there is one."""
    owed = effects(s, f"must forfeit {part}", model)
    return owed[0].rule if owed else None


def owes_one(s: Battle, model: str) -> Effect | None:
    """The effect by which the model must give up one part or the other, as its player chooses."""
    owed = effects(s, "must forfeit one", model)
    return owed[0] if owed else None


def give_up(s: Battle, model: str, part: Part, rule: RuleId, gain: str = "") -> None:
    """The model gives up a part of its activation (once)."""
    assert s.now is not None
    if not has_forfeited(s, model, part):
        note(s, forfeits=(*s.now.forfeits, Forfeit(model, part, rule, gain)))


def take_back(s: Battle, rule: RuleId) -> None:
    """Parts given up under `rule` are not given up after all (WM 2.1/i: the movement begins anew)."""
    assert s.now is not None
    note(s, forfeits=tuple(one for one in s.now.forfeits if one.rule != rule))


def voluntary_refusals(s: Battle, model: str, part: Part) -> Iterator[Refusal]:
    """Why the model may not give up this part of its own will to gain something."""
    past = forfeit_of(s, model, part)
    owed = duty(s, model, part)
    name = part_name(part)
    if owed is not None or (past is not None and not past.gain):
        rule = owed or (past.rule if past else "")
        yield refuse(
            "WM 1.3/d",
            "{model} has to forfeit its {part} anyway ({rule}).",
            model=called(s, model),
            part=name,
            rule=rule,
        )
    elif past is not None:
        yield refuse(
            "WM 1.3/e",
            "{model} has already forfeited its {part} for {gain}: one forfeit, one effect.",
            model=called(s, model),
            part=name,
            gain=past.gain,
        )
    # Reading: the bars of WM 1.3 work part by part. The alternatives are options.
    elif s.options.get("forfeits") == "one in all" and any(one.gain for one in _own(s.now, model)):
        yield refuse(
            "WM 1.3/e", "{model} has already forfeited for an effect in this activation.", model=called(s, model)
        )
    elif s.options.get("owed forfeits") == "any part" and any(_owed(s, model, one) for one in PARTS):
        yield refuse(
            "WM 1.3/d", "{model} is required to forfeit, and may not forfeit for a gain.", model=called(s, model)
        )


def _own(now: Activating | None, model: str) -> tuple[Forfeit, ...]:
    return tuple(one for one in now.forfeits if one.model == model) if now else ()


def _owed(s: Battle, model: str, part: Part) -> bool:
    past = forfeit_of(s, model, part)
    return duty(s, model, part) is not None or (past is not None and not past.gain)


def bargains(s: Battle, model: str) -> tuple[Bargain, ...]:
    """The special rules by which the model may give something up for a gain."""
    return profile(s, model).bargains


def bargain_option(bargain: Bargain) -> str:
    """How a bargain is named among the options."""
    return f"forfeit {bargain.part}: {bargain.name}"


def gain(s: Battle, model: str, bargain: Bargain) -> None:
    """The effect that a voluntary forfeit buys."""
    one = s.models[model]
    if bargain.gain == "heal":
        s.models[model] = msgspec.structs.replace(one, damage=max(0, one.damage - bargain.amount))
    elif bargain.gain == "focus":
        s.models[model] = msgspec.structs.replace(one, focus=one.focus + bargain.amount)
    elif bargain.gain == "fury":
        s.models[model] = msgspec.structs.replace(one, fury=one.fury + bargain.amount)
    else:
        until = f"turn start {one.seat}"
        s.effects = (*s.effects, Effect("armour", "WM 1.3/c", model, until, bargain.amount, bargain.name))


def cannot_move(s: Battle, model: str) -> Effect | None:
    """The effect that prevents the model from moving, if there is one."""
    found = effects(s, "cannot advance", model)
    return found[0] if found else None


def stand_up(s: Battle, model: str) -> None:
    """The model is no longer knocked down."""
    s.models[model] = msgspec.structs.replace(s.models[model], knocked_down=False)
    lift(s, "must forfeit one", model)
