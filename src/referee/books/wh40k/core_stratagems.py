"""The core stratagems (15.02 to 15.12): prices, WHEN, TARGET and RESTRICTIONS. All players have them (15.01/n)."""

from __future__ import annotations

from referee.books.wh40k.moments import (
    BEFORE_BATTLE_SHOCK,
    END_OF_CHARGE,
    END_OF_COMMAND,
    END_OF_MOVEMENT,
    JUST_AFTER_A_ROLL,
    SELECTED_TO_FIGHT,
    START_OF_SHOOTING,
    UNIT_ENDED_CHARGE,
    UNIT_FOUGHT,
)
from referee.books.wh40k.names import Phase, Where
from referee.books.wh40k.stratagem_records import Section, Stratagem, Target, Trigger
from referee.kernel import phrase

ALL_PHASES = (Phase.COMMAND, Phase.MOVEMENT, Phase.SHOOTING, Phase.CHARGE, Phase.FIGHT)

COMMAND_REROLL = "command-re-roll"
EPIC_CHALLENGE = "epic-challenge"
INSANE_BRAVERY = "insane-bravery"
EXPLOSIVES = "explosives"
CRUSHING_IMPACT = "crushing-impact"
RAPID_INGRESS = "rapid-ingress"
FIRE_OVERWATCH = "fire-overwatch"
SMOKESCREEN = "smokescreen"
HEROIC_INTERVENTION = "heroic-intervention"
COUNTEROFFENSIVE = "counter-offensive"
NEW_ORDERS = "new-orders"

INTO_THE_FRAY = phrase("into the fray")

REROLLED_KINDS = (
    "advance roll",
    "charge roll",
    "damage roll",
    "hazard roll",
    "hit roll",
    "save roll",
    "wound roll",
    "number of attacks",
)
"""The rolls Command Re-roll names (15.02); a battle-shock roll is none of them."""

CORE = (
    Stratagem(
        COMMAND_REROLL,
        "Command Re-roll",
        1,
        ALL_PHASES,
        "either",
        moments=(JUST_AFTER_A_ROLL,),
        target=Target(where=(Where.TABLE, Where.EMBARKED, Where.RESERVES), facts=("is the subject",)),
        rule="40K 15.02",
    ),
    Stratagem(
        EPIC_CHALLENGE,
        "Epic Challenge",
        1,
        (Phase.FIGHT,),
        "either",
        moments=(SELECTED_TO_FIGHT,),
        target=Target(all_of=("CHARACTER",), facts=("is the subject",)),
        rule="40K 15.03",
    ),
    Stratagem(
        INSANE_BRAVERY,
        "Insane Bravery",
        1,
        (Phase.COMMAND,),
        "your-turn",
        moments=(BEFORE_BATTLE_SHOCK,),
        target=Target(facts=("is the subject",)),
        per="battle",
        rule="40K 15.04",
    ),
    Stratagem(
        EXPLOSIVES,
        "Explosives",
        1,
        (Phase.SHOOTING,),
        "your-turn",
        target=Target(any_of=("EXPLOSIVES", "GRENADES"), facts=("unengaged", "eligible to shoot", "has not advanced")),
        rule="40K 15.05",
    ),
    Stratagem(
        CRUSHING_IMPACT,
        "Crushing Impact",
        1,
        (Phase.CHARGE,),
        "your-turn",
        moments=(UNIT_ENDED_CHARGE,),
        target=Target(any_of=("MONSTER", "VEHICLE"), facts=("is the subject",)),
        rule="40K 15.06",
    ),
    Stratagem(
        RAPID_INGRESS,
        "Rapid Ingress",
        1,
        (Phase.MOVEMENT,),
        "opponent-turn",
        moments=(END_OF_MOVEMENT,),
        target=Target(none_of=("AIRCRAFT",), where=(Where.RESERVES,)),
        rule="40K 15.07",
        first_round=2,
    ),
    Stratagem(
        FIRE_OVERWATCH,
        "Fire Overwatch",
        1,
        (Phase.MOVEMENT,),
        "opponent-turn",
        moments=(END_OF_MOVEMENT,),
        target=Target(none_of=("TITANIC",), facts=("unengaged",)),
        rule="40K 15.08",
    ),
    Stratagem(
        SMOKESCREEN,
        "Smokescreen",
        1,
        (Phase.SHOOTING,),
        "opponent-turn",
        moments=(START_OF_SHOOTING,),
        target=Target(all_of=("SMOKE",)),
        rule="40K 15.10",
    ),
    Stratagem(
        HEROIC_INTERVENTION,
        "Heroic Intervention",
        1,
        (Phase.CHARGE,),
        "opponent-turn",
        moments=(END_OF_CHARGE,),
        target=Target(facts=("unengaged", 'within 12" of an enemy', "VEHICLE only as CHARACTER or WALKER")),
        rule="40K 15.11",
        sections=(Section(INTO_THE_FRAY, 1),),
    ),
    Stratagem(
        COUNTEROFFENSIVE,
        "Counteroffensive",
        2,
        (Phase.FIGHT,),
        "opponent-turn",
        moments=(UNIT_FOUGHT,),
        target=Target(facts=("eligible to fight",)),
        trigger=Trigger(side="enemy"),
        rule="40K 15.12",
    ),
    Stratagem(
        NEW_ORDERS,
        "New Orders",
        1,
        (Phase.COMMAND,),
        "your-turn",
        moments=(END_OF_COMMAND,),
        target=Target(count=0),
        per="battle",
        rule="40K 15 New Orders",
    ),
)
