"""07 Battle rounds and turns, 08 the Command phase, and the steps that close a turn and a round."""

from __future__ import annotations

from typing import ClassVar

from referee.books.wh40k.command_points import change_cp
from referee.books.wh40k.dice import BattleShockRoll, at_or_below_half
from referee.books.wh40k.eligibility import HAS_FOUGHT, HAS_SHOT, record_move
from referee.books.wh40k.measuring import is_coherent, placed_models
from referee.books.wh40k.moments import (
    BEFORE_BATTLE_SHOCK,
    END_OF,
    END_OF_COMMAND,
    END_OF_TURN,
    START_OF,
    START_OF_COMMAND,
    START_OF_TURN,
    UNIT_ENDED_CHARGE,
    UNIT_FOUGHT,
    UNIT_SHOT,
    WITHIN_BY_HAND,
)
from referee.books.wh40k.movement import MovementPhase
from referee.books.wh40k.reserves import LateReserves
from referee.books.wh40k.setup import BattleSetUp
from referee.books.wh40k.state import (
    Battle,
    ModelId,
    Phase,
    UnitId,
    Where,
    army,
    change,
    has_keyword,
    leave_table,
    on_table,
    remove_model,
)
from referee.books.wh40k.using import moment
from referee.books.wh40k.windows import A_MOMENT, SettleByHand
from referee.kernel import (
    AGAIN,
    DONE,
    END,
    Effect,
    Outcome,
    Procedure,
    Text,
    add_effect,
    choose,
    expire,
    phrase,
    step,
    tell,
    text,
)

ROUNDS = 5
"""Battle rounds in a battle (event missions)."""


class FightTheBattle(Procedure):
    """40K 07 The whole battle: set-up, then battle rounds, each with both players' turns."""

    @step("40K 01.01")
    def set_up(self, s: Battle) -> Outcome:
        return BattleSetUp()

    @step("40K 07.01")
    def battle_rounds(self, s: Battle) -> Outcome:
        return BattleRound()

    @step("40K 07.04")
    def end_of_the_battle(self, s: Battle) -> Outcome:
        tell(s, "40K 07", "The battle is over.")
        return END


class BattleRound(Procedure):
    """40K 07.01 A battle round: the first player's turn, then the second player's."""

    @step("40K 07.01/a")
    def start(self, s: Battle) -> Outcome:
        s.round += 1
        s.active = s.first
        s.bonus_cp = (0, 0)
        tell(s, "40K 07.01", "Battle round {round} begins.", round=s.round)
        return None

    @step("40K 07.01/b")
    def first_turn(self, s: Battle) -> Outcome:
        return Turn()

    @step("40K 07.01/c")
    def change_players(self, s: Battle) -> Outcome:
        s.active = 1 - s.first
        return None

    @step("40K 07.01/d")
    def second_turn(self, s: Battle) -> Outcome:
        return Turn()

    @step("40K 07.03")
    def end(self, s: Battle) -> Outcome:
        expire(s, "round end")
        return None

    @step("40K 20.03", when=lambda self, s: s.round in (3, ROUNDS))
    def late_reserves(self, s: Battle) -> Outcome:
        return LateReserves(last=s.round == ROUNDS)

    @step("40K 07.01/e")
    def next_round(self, s: Battle) -> Outcome:
        return DONE if s.round >= ROUNDS else AGAIN


class Turn(Procedure):
    """40K 07.02 A turn: its start, the five phases, its end."""

    @step("40K 07.02/a")
    def start_of_turn(self, s: Battle) -> Outcome:
        s.destroyed_this_turn = ()
        expire(s, f"turn start of {s.active}")
        return moment(s, START_OF_TURN, "40K 07.02/a")

    @step("40K 08")
    def command_phase(self, s: Battle) -> Outcome:
        return PhaseFrame(phase=Phase.COMMAND)

    @step("40K 09/a")
    def movement_phase(self, s: Battle) -> Outcome:
        return PhaseFrame(phase=Phase.MOVEMENT)

    @step("40K 10")
    def shooting_phase(self, s: Battle) -> Outcome:
        return PhaseFrame(phase=Phase.SHOOTING)

    @step("40K 11")
    def charge_phase(self, s: Battle) -> Outcome:
        return PhaseFrame(phase=Phase.CHARGE)

    @step("40K 12")
    def fight_phase(self, s: Battle) -> Outcome:
        return PhaseFrame(phase=Phase.FIGHT)

    @step("40K 07.02/b")
    def end_of_turn(self, s: Battle) -> Outcome:
        return moment(s, END_OF_TURN, "40K 07.02/b")

    @step("40K 07.02/j")
    def moments_of_the_turn_are_over(self, s: Battle) -> Outcome:
        """The End of Turn step lies in no phase; what is counted by phase ends with it too."""
        expire(s, "phase end")
        return None

    @step("40K 23.02")
    def aircraft_leave(self, s: Battle) -> Outcome:
        for unit in on_table(s, 1 - s.active):
            if has_keyword(s, unit, "AIRCRAFT"):
                leave_table(s, unit.id, Where.RESERVES)
                tell(s, "40K 23.02", "{unit} returns to strategic reserves.", unit=unit.name)
        return None

    @step("40K 03.03/b")
    def restore_coherency(self, s: Battle) -> Outcome:
        return CoherencyRemovals()

    @step("40K 07.02/c")
    def expire_effects(self, s: Battle) -> Outcome:
        expire(s, "turn end")
        return None


BY_HAND: dict[Phase, Text] = {
    Phase.SHOOTING: text("The Shooting phase is not written yet."),
    Phase.CHARGE: text("The Charge phase is not written yet."),
    Phase.FIGHT: text("The Fight phase is not written yet."),
}


class PhaseFrame(Procedure):
    """40K 07.02 A phase: it begins, is played (or settled by hand), and what lasts until its end is over."""

    phase: Phase

    @step("40K 07.02/d")
    def begin(self, s: Battle) -> Outcome:
        s.phase = self.phase
        expire(s, f"{self.phase} phase start")
        expire(s, f"{self.phase} phase start of {s.active}")
        return None

    @step("40K 07.02/e")
    def play(self, s: Battle) -> Outcome:
        if self.phase is Phase.COMMAND:
            return CommandPhase()
        if self.phase is Phase.MOVEMENT:
            return MovementPhase()
        return PhaseByHand(phase=self.phase)

    @step("40K 07.02/f")
    def end(self, s: Battle) -> Outcome:
        expire(s, "phase end")
        s.phase = Phase.NONE
        return None


class PhaseByHand(Procedure):
    """40K 07.02 A phase that is not written yet: its moments are there, what happens in it is settled by hand."""

    phase: Phase

    @step("40K 07.02/g")
    def start(self, s: Battle) -> Outcome:
        return moment(s, START_OF[self.phase], "40K 07.02/g")

    @step("40K 07.02/h")
    def settle(self, s: Battle) -> Outcome:
        return PlayByHand(by=s.active, under="40K 07.02/h", reason=BY_HAND[self.phase])

    @step("40K 07.02/i")
    def end(self, s: Battle) -> Outcome:
        return moment(s, END_OF[self.phase], "40K 07.02/i")


class PlayByHand(SettleByHand):
    """40K 07.02 Within a phase played by hand: the players also say when a moment comes at which rules may be used."""

    delivers: ClassVar[bool] = False
    repeats: ClassVar[bool] = False
    when: str = ""

    def actions(self, s: Battle) -> list[str]:
        return [*super().actions(s), A_MOMENT] if on_table(s) and s.phase in WITHIN_BY_HAND else super().actions(s)

    @step("40K by hand/i", into="when", when=lambda self, s: self.action == A_MOMENT)
    def select_moment(self, s: Battle) -> Outcome:
        names = WITHIN_BY_HAND[s.phase]
        return choose(text("Which moment has come?"), by=self.by, among=names, labels=[text(name) for name in names])

    @step("40K by hand/j", when=lambda self, s: self.action == A_MOMENT)
    def open_the_moment(self, s: Battle) -> Outcome:
        if self.when == UNIT_ENDED_CHARGE:
            record_move(s, self.unit, "charge", "40K 11")
        elif self.when in (UNIT_SHOT, UNIT_FOUGHT):
            did = HAS_SHOT if self.when == UNIT_SHOT else HAS_FOUGHT
            add_effect(s, Effect(did, "40K by hand/j", self.unit, until="phase end"))
        return moment(s, self.when, "40K by hand/j", self.unit)

    @step("40K by hand/k")
    def go_on_playing(self, s: Battle) -> Outcome:
        return AGAIN


CORE_CP = phrase("core CP")


class CommandPhase(Procedure):
    """40K 08 The Command phase."""

    @step("40K 08.01")
    def start(self, s: Battle) -> Outcome:
        return moment(s, START_OF_COMMAND, "40K 08.01")

    @step("40K 08.02")
    def gain_core_cp(self, s: Battle) -> Outcome:
        for seat in (0, 1):
            change_cp(s, seat, 1, CORE_CP)
        tell(s, "40K 08.02", "Both players gain 1 CP: {first} and {second}.", first=s.cp[0], second=s.cp[1])
        return None

    @step("40K 08.03")
    def battle_shock(self, s: Battle) -> Outcome:
        return BattleShockStep(units=tuple(unit.id for unit in army(s, s.active)))

    @step("40K 08.05")
    def end(self, s: Battle) -> Outcome:
        return moment(s, END_OF_COMMAND, "40K 08.05")


class BattleShockStep(Procedure):
    """40K 08.03 Every unit that is battle-shocked or at or below half strength makes a battle-shock roll."""

    units: tuple[UnitId, ...]
    next: int = 0
    passed: bool | None = None

    def _needs_a_roll(self, s: Battle) -> bool:
        unit = s.units[self.units[self.next]]
        return bool(unit.models) and (unit.shocked or at_or_below_half(s, unit.id))

    @step("40K 08.03/a")
    def any_left(self, s: Battle) -> Outcome:
        self.passed = None
        return DONE if self.next >= len(self.units) else None

    @step("40K 15.04", when=lambda self, s: self._needs_a_roll(s))
    def just_before_the_roll(self, s: Battle) -> Outcome:
        return moment(s, BEFORE_BATTLE_SHOCK, "40K 15.04", self.units[self.next])

    @step("40K 08.03/b", into="passed", when=lambda self, s: self._needs_a_roll(s))
    def roll(self, s: Battle) -> Outcome:
        return BattleShockRoll(unit=self.units[self.next], under="40K 08.03/b")

    @step("40K 08.03/c")
    def recover(self, s: Battle) -> Outcome:
        unit = s.units[self.units[self.next]]
        if self.passed and unit.shocked:
            change(s, unit.id, shocked=False)
            tell(s, "40K 08.03", "{unit} is no longer battle-shocked.", unit=unit.name)
        self.next += 1
        return AGAIN


class CoherencyRemovals(Procedure):
    """40K 03.03 In the End of Turn step every unit out of coherency loses models, one at a time, until it is coherent.

    They count as destroyed but trigger nothing.
    """

    model: ModelId = ""

    def _broken(self, s: Battle) -> UnitId | None:
        for seat in (s.active, 1 - s.active):
            for unit in on_table(s, seat):
                if not is_coherent(s, placed_models(s, unit)):
                    return unit.id
        return None

    @step("40K 03.03/c", into="model")
    def select_model(self, s: Battle) -> Outcome:
        broken = self._broken(s)
        if broken is None:
            return DONE
        unit = s.units[broken]
        return choose(
            text("{unit} is out of coherency. Which model is removed?", unit=unit.name),
            by=unit.seat,
            among=[model.id for model in unit.models],
            labels=[text(model.profile) for model in unit.models],
        )

    @step("40K 03.03/d")
    def remove(self, s: Battle) -> Outcome:
        unit = s.units[self.model.rpartition(".")[0]]
        tell(s, "40K 03.03", "{model} of {unit} is removed.", model=self.model, unit=unit.name)
        remove_model(s, self.model)
        return AGAIN
