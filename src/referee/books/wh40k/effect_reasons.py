"""Why a node of a published effect is done by the players."""

from __future__ import annotations

from referee.kernel import phrase

ATTACKS = phrase("attacks (04 to 06) are not written yet")
SHOOTING = phrase("the Shooting phase (10) is not written yet")
CHARGING = phrase("the Charge phase (11) is not written yet")
FIGHTING = phrase("the Fight phase (12) is not written yet")
VISIBILITY = phrase("visibility and cover (13) are not written yet")
ACTIONS = phrase("actions (16) are not written yet")
DESTROYED = phrase("what becomes of destroyed models is not written yet")
POOLS = phrase("it needs a rule of an army that is not written")
NOT_UNDERSTOOD = phrase("this kind of node is not understood")
ASKED = phrase("a condition is asked of the players")
NOT_PUBLISHED = phrase("its effect is not in the data set")
