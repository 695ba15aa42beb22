"""The names of the moments at which rules and stratagems may be used (07 to 12)."""

from __future__ import annotations

from referee.books.wh40k.state import Phase
from referee.kernel import phrase

START_OF_TURN = phrase("start of the turn")
END_OF_TURN = phrase("end of the turn")

START_OF_COMMAND = phrase("start of the Command phase")
BEFORE_BATTLE_SHOCK = phrase("just before a battle-shock roll")
END_OF_COMMAND = phrase("end of the Command phase")

START_OF_MOVEMENT = phrase("start of the Movement phase")
SELECTED_TO_MOVE = phrase("a unit is selected to move")
UNIT_ENDED_MOVE = phrase("just after a unit ends a move")
END_OF_MOVEMENT = phrase("end of the Movement phase")

START_OF_SHOOTING = phrase("start of the Shooting phase")
END_OF_SHOOTING = phrase("end of the Shooting phase")
START_OF_CHARGE = phrase("start of the Charge phase")
END_OF_CHARGE = phrase("end of the Charge phase")
START_OF_FIGHT = phrase("start of the Fight phase")
END_OF_FIGHT = phrase("end of the Fight phase")

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
