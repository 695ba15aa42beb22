"""WM 6 Rounds and turns: Maintenance Phase, Control Phase, Activation Phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.books.warmachine.activation import ModelActivation, UnitActivation
from referee.books.warmachine.costs import MOST_FOCUS, in_control
from referee.books.warmachine.ending import after_last_round
from referee.books.warmachine.state import Battle, called, change, groups, profile, seat_of
from referee.kernel import (
    AGAIN,
    DONE,
    END,
    Allocate,
    Number,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    RulesGap,
    choose,
    expire,
    phrase,
    refuse,
    step,
    tell,
    text,
)

ANYTIME = ("heal", "feat")
ATTACKS = ("melee attacks", "ranged attacks", "headbutt", "throw", "no attacks")
MOVES = ("forfeit", "aim", "full advance", "run", "charge", "slam", "trample")


def rounds(s: Battle) -> int:
    """How many rounds are played."""
    return int(s.options.get("rounds", "7"))


def own(s: Battle, kind: str) -> tuple[str, ...]:
    """The active player's models of a kind."""
    return tuple(one.id for one in s.models.values() if one.seat == s.active and s.profiles[one.profile].kind == kind)


class Rounds(Procedure):
    """WM 6 The battle: round after round, each player's turn in each."""

    done: Any = None

    @step("WM 6/a", into="done")
    def turn(self, s: Battle) -> Outcome:
        tell(s, "WM 6/a", "Round {round}, turn of {seat}.", round=s.round, seat=s.seats[s.active])
        return Turn()

    @step("WM 6/b")
    def next_turn(self, s: Battle) -> Outcome:
        if s.active == 0:
            s.active = 1
            return AGAIN
        if s.round >= rounds(s):
            after_last_round(s)
            return END
        s.active, s.round = 0, s.round + 1
        return AGAIN


class Turn(Procedure):
    """WM 6.1-6.3 One player's turn."""

    done: Any = None

    @step("WM 6.1", into="done")
    def maintenance_phase(self, s: Battle) -> Outcome:
        s.activated, s.now, s.past, s.phase = (), None, None, "maintenance"
        expire(s, f"turn start {s.active}")
        return Maintenance()

    @step("WM 6.2", into="done")
    def control_phase(self, s: Battle) -> Outcome:
        s.phase = "control"
        return Control()

    @step("WM 6.3", into="done")
    def activation_phase(self, s: Battle) -> Outcome:
        s.phase = "activation"
        return ActivationPhase()

    @step("WM 6.4")
    def end(self, s: Battle) -> Outcome:
        expire(s, "phase end")
        expire(s, "turn end")
        return None


class Maintenance(Procedure):
    """WM 6.1 The Maintenance Phase."""

    @step("WM 6.1/a")
    def remove_focus(self, s: Battle) -> Outcome:
        """Warjacks lose their focus; leaders keep no more than their ARC; the fury of warbeasts stays."""
        for model in own(s, "warjack"):
            change(s, model, focus=0)
        for model in own(s, "warcaster"):
            change(s, model, focus=min(s.models[model].focus, profile(s, model).arc))
        for model in own(s, "warlock"):
            change(s, model, fury=min(s.models[model].fury, profile(s, model).arc))
        return None


class Control(Procedure):
    """WM 6.2 The Control Phase."""

    left: tuple[str, ...] = ()
    shares: tuple[int, ...] = ()
    leech: int = 0
    shown: tuple[int, ...] = ()
    done: Any = None

    @step("WM 6.2/a")
    def refill(self, s: Battle) -> Outcome:
        for model in own(s, "warcaster"):
            change(s, model, focus=profile(s, model).arc)
        return None

    def _warlock(self, s: Battle) -> str:
        return next(iter(own(s, "warlock")), "")

    def _leechable(self, s: Battle, warlock: str) -> int:
        """How much fury its warbeasts hold within its control range."""
        return sum(s.models[one].fury for one in beasts_of(s, warlock))

    @step("WM 6.2/b", into="leech", when=lambda self, s: self._warlock(s) != "")
    def leech_fury(self, s: Battle) -> Outcome:
        """From warbeasts, up to ARC. Reading: leeching from itself at the price of damage is settled by hand."""
        warlock = self._warlock(s)
        room = profile(s, warlock).arc - s.models[warlock].fury
        most = min(room, self._leechable(s, warlock))
        self.leech = 0
        if most <= 0:
            return None
        return Number(
            by=s.active,
            prompt=text("How much fury does {model} leech from its warbeasts?", model=called(s, warlock)),
            minimum=0,
            maximum=most,
        )

    @step("WM 6.2/c", when=lambda self, s: self.leech > 0)
    def take_fury(self, s: Battle) -> Outcome:
        warlock, left = self._warlock(s), self.leech
        for beast in sorted(beasts_of(s, warlock), key=lambda one: (-s.models[one].fury, one)):
            taken = min(left, s.models[beast].fury)
            change(s, beast, fury=s.models[beast].fury - taken)
            left -= taken
        change(s, warlock, fury=s.models[warlock].fury + self.leech)
        tell(s, "WM 6.2/c", "{model} leeches {amount} fury.", model=called(s, warlock), amount=self.leech)
        return None

    @step("WM 6.2/d")
    def power_up(self, s: Battle) -> Outcome:
        for model in own(s, "warjack"):
            if in_control(s, model):
                change(s, model, focus=min(MOST_FOCUS, s.models[model].focus + 1))
        return None

    def _caster(self, s: Battle) -> str:
        return next(iter(own(s, "warcaster")), "")

    def _jacks(self, s: Battle) -> tuple[str, ...]:
        caster = self._caster(s)
        return tuple(one for one in own(s, "warjack") if s.models[one].controller == caster and in_control(s, one))

    @step("WM 6.2/e", into="shares", when=lambda self, s: self._caster(s) != "")
    def allocate_focus(self, s: Battle) -> Outcome:
        caster, jacks = self._caster(s), self._jacks(s)
        self.shares = ()
        if not jacks:
            return None
        held = s.models[caster].focus
        room = tuple(MOST_FOCUS - s.models[one].focus for one in jacks)
        return Allocate(
            by=s.active,
            prompt=text("Share out the {focus} focus of {model}.", focus=held, model=called(s, caster)),
            among=(caster, *jacks),
            total=held,
            limits=(held, *room),
            labels=tuple(text("{name}", name=called(s, one)) for one in (caster, *jacks)),
        )

    @step("WM 6.2/f", when=lambda self, s: bool(self.shares))
    def give_focus(self, s: Battle) -> Outcome:
        change(s, self._caster(s), focus=self.shares[0])
        for jack, share in zip(self._jacks(s), self.shares[1:], strict=True):
            change(s, jack, focus=s.models[jack].focus + share)
        return None

    @step("WM 6.2/g")
    def beasts_to_check(self, s: Battle) -> Outcome:
        self.left = tuple(one for one in own(s, "warbeast") if s.models[one].fury > 0)
        return None

    @step("WM 6.2/h", into="done", when=lambda self, s: bool(self.left))
    def threshold_checks(self, s: Battle) -> Outcome:
        return ThresholdChecks(left=self.left)


def beasts_of(s: Battle, warlock: str) -> tuple[str, ...]:
    """A warlock's warbeasts within its control range."""
    return tuple(one for one in own(s, "warbeast") if s.models[one].controller == warlock and in_control(s, one))


class ThresholdChecks(Procedure):
    """WM 6.2/h Each warbeast with fury: two dice and its fury must not exceed its threshold, or it frenzies."""

    left: tuple[str, ...]
    beast: str = ""
    shown: tuple[int, ...] = ()

    @step("WM 6.2/h", into="shown")
    def roll(self, s: Battle) -> Outcome:
        here = tuple(one for one in self.left if one in s.models)
        if not here:
            return DONE
        self.beast, self.left = here[0], here[1:]
        return Roll(under="WM 6.2/h", purpose=phrase("threshold"), by=s.active, count=2, subject=self.beast)

    @step("WM 6.2/i")
    def frenzy(self, s: Battle) -> Outcome:
        """A frenzied warbeast has activated already this turn."""
        total, limit = sum(self.shown) + s.models[self.beast].fury, profile(s, self.beast).threshold
        name = called(s, self.beast)
        if total <= limit:
            tell(s, "WM 6.2/i", "{model}: {total} against {limit}, no frenzy.", model=name, total=total, limit=limit)
            return AGAIN
        tell(s, "WM 6.2/i", "{model}: {total} against {limit}, a frenzy.", model=name, total=total, limit=limit)
        s.activated = (*s.activated, self.beast)
        return None

    @step("WM 6.2/j")
    def frenzied_activation(self, s: Battle) -> Outcome:
        raise RulesGap("A frenzied warbeast charges the nearest model: settle it by hand.")

    @step("WM 6.2/k")
    def next_beast(self, s: Battle) -> Outcome:
        return AGAIN


class ActivationPhase(Procedure):
    """WM 6.3 The Activation Phase: every unit and independent model once, in the order its player likes."""

    choice: str = ""
    done: Any = None

    def _ready(self, s: Battle) -> tuple[str, ...]:
        return tuple(one for one in groups(s, s.active) if one not in s.activated)

    @step("WM 6.3/a", into="choice", check="choice_refusals")
    def choose_next(self, s: Battle) -> Outcome:
        ready = self._ready(s)
        if not ready:
            return DONE
        return choose(
            text("{seat}: what activates next?", seat=s.seats[s.active]),
            by=s.active,
            among=ready,
            labels=tuple(text("{name}", name=called(s, one)) for one in ready),
        )

    def choice_refusals(self, s: Battle, choice: Any) -> Iterator[Refusal]:
        if isinstance(choice, tuple | list):
            if len(choice) > 1:
                yield refuse("WM 1.1/a", "One unit or independent model activates at a time.")
            return
        if choice in s.activated:
            yield refuse("WM 6.3/a", "{model} has activated this turn.", model=called(s, choice))
        elif choice in s.models and s.models[choice].unit:
            unit = s.models[choice].unit
            yield refuse(
                "WM 1.2/a",
                "{model} is a trooper: its unit activates as a whole.",
                text("Activate {unit}.", unit=called(s, unit)),
                model=called(s, choice),
            )
        elif (choice in s.models or choice in s.units) and seat_of(s, choice) != s.active:
            yield refuse("WM 6.3/a", "{model} is not yours.", model=called(s, choice))
        else:
            yield from self._too_late(s, choice)

    def _too_late(self, s: Battle, choice: Any) -> Iterator[Refusal]:
        """What somebody whose activation is over would still like to do."""
        if s.past is None or not isinstance(choice, str):
            return
        name = called(s, s.past.id)
        late = choice in ANYTIME or choice.startswith("cast ")
        if late and s.past.over:
            yield refuse("WM 3.4/d", "{model} has run or failed its charge: nothing more at any time.", model=name)
        elif late or choice in ATTACKS or choice in MOVES:
            rule = "WM 3.4/c" if s.past.movement == "run" else "WM 3.5.2/q" if s.past.over else "WM 1.1/d"
            yield refuse(rule, "{model} has ended its activation.", model=name)

    @step("WM 6.3/b", into="done")
    def activate(self, s: Battle) -> Outcome:
        return UnitActivation(group=self.choice) if self.choice in s.units else ModelActivation(group=self.choice)

    @step("WM 6.3/c")
    def go_on(self, s: Battle) -> Outcome:
        return AGAIN
