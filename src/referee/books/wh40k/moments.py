"""The names of the moments at which rules and stratagems may be used (07 to 12)."""

from __future__ import annotations

from referee.books.wh40k.names import Phase
from referee.kernel import phrase

START_OF_TURN = phrase("start of the turn")
END_OF_TURN = phrase("end of the turn")

START_OF_COMMAND = phrase("start of the Command phase")
BEFORE_BATTLE_SHOCK = phrase("just before a battle-shock roll")
END_OF_COMMAND = phrase("end of the Command phase")

START_OF_MOVEMENT = phrase("start of the Movement phase")
SELECTED_TO_MOVE = phrase("just after a unit is selected to move")
SELECTED_TO_FALL_BACK = phrase("just after a unit is selected to fall back")
UNIT_ENDED_MOVE = phrase("just after a unit ends a move")
END_OF_MOVEMENT = phrase("end of the Movement phase")

START_OF_SHOOTING = phrase("start of the Shooting phase")
SELECTED_TO_SHOOT = phrase("just after a unit is selected to shoot")
TARGETS_SELECTED = phrase("just after a unit has selected its targets")
UNIT_SHOT = phrase("just after a unit has shot")
END_OF_SHOOTING = phrase("end of the Shooting phase")

START_OF_CHARGE = phrase("start of the Charge phase")
CHARGE_DECLARED = phrase("just after a unit declares a charge")
UNIT_ENDED_CHARGE = phrase("just after a unit ends a charge move")
END_OF_CHARGE = phrase("end of the Charge phase")

START_OF_FIGHT = phrase("start of the Fight phase")
SELECTED_TO_FIGHT = phrase("just after a unit is selected to fight")
UNIT_FOUGHT = phrase("just after a unit has fought")
END_OF_FIGHT = phrase("end of the Fight phase")

DAMAGE_ALLOCATED = phrase("just after damage is allocated to a unit")
UNIT_DESTROYED = phrase("just after a unit is destroyed")
JUST_AFTER_A_ROLL = phrase("just after a roll")
STRATAGEM_TARGETED = phrase("just after the targets of a stratagem are selected")

START_OF: dict[Phase, str] = {
    Phase.COMMAND: START_OF_COMMAND,
    Phase.MOVEMENT: START_OF_MOVEMENT,
    Phase.SHOOTING: START_OF_SHOOTING,
    Phase.CHARGE: START_OF_CHARGE,
    Phase.FIGHT: START_OF_FIGHT,
}
END_OF: dict[Phase, str] = {
    Phase.COMMAND: END_OF_COMMAND,
    Phase.MOVEMENT: END_OF_MOVEMENT,
    Phase.SHOOTING: END_OF_SHOOTING,
    Phase.CHARGE: END_OF_CHARGE,
    Phase.FIGHT: END_OF_FIGHT,
}

WITHIN_BY_HAND: dict[Phase, tuple[str, ...]] = {
    Phase.SHOOTING: (SELECTED_TO_SHOOT, TARGETS_SELECTED, DAMAGE_ALLOCATED, UNIT_SHOT, UNIT_DESTROYED),
    Phase.CHARGE: (CHARGE_DECLARED, UNIT_ENDED_CHARGE, UNIT_DESTROYED),
    Phase.FIGHT: (SELECTED_TO_FIGHT, TARGETS_SELECTED, DAMAGE_ALLOCATED, UNIT_FOUGHT, UNIT_DESTROYED),
}
"""The moments within phases that are played by hand: the players say when one has come, and for which unit."""

OPENED: dict[Phase, tuple[str, ...]] = {
    Phase.NONE: (START_OF_TURN, END_OF_TURN),
    Phase.COMMAND: (START_OF_COMMAND, BEFORE_BATTLE_SHOCK, JUST_AFTER_A_ROLL, END_OF_COMMAND),
    Phase.MOVEMENT: (
        START_OF_MOVEMENT,
        SELECTED_TO_MOVE,
        SELECTED_TO_FALL_BACK,
        JUST_AFTER_A_ROLL,
        UNIT_ENDED_MOVE,
        END_OF_MOVEMENT,
    ),
    **{phase: (START_OF[phase], *within, JUST_AFTER_A_ROLL, END_OF[phase]) for phase, within in WITHIN_BY_HAND.items()},
}
"""The moments that come in each phase."""

NEVER_OPEN = (JUST_AFTER_A_ROLL, STRATAGEM_TARGETED)
"""Moments only for stratagems that name them."""

PHASES: dict[Phase, str] = {
    Phase.NONE: phrase("no phase"),
    Phase.COMMAND: phrase("Command phase"),
    Phase.MOVEMENT: phrase("Movement phase"),
    Phase.SHOOTING: phrase("Shooting phase"),
    Phase.CHARGE: phrase("Charge phase"),
    Phase.FIGHT: phrase("Fight phase"),
}
PERIODS = {
    "phase": phrase("phase"),
    "turn": phrase("turn"),
    "round": phrase("battle round"),
    "battle": phrase("battle"),
}
PLACES = {
    "undeployed": phrase("undeployed"),
    "table": phrase("on the battlefield"),
    "reserves": phrase("in strategic reserves"),
    "embarked": phrase("embarked"),
    "destroyed": phrase("destroyed"),
}
