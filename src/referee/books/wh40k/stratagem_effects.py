"""What stratagems do: the core ones (15.02 to 15.12) one by one, the others as the data set describes them."""

from __future__ import annotations

from referee.books.wh40k.core_stratagems import (
    COMMAND_REROLL,
    EPIC_CHALLENGE,
    INSANE_BRAVERY,
    RAPID_INGRESS,
    SMOKESCREEN,
)
from referee.books.wh40k.effect_nodes import RunEffect
from referee.books.wh40k.eligibility import AUTO_PASS
from referee.books.wh40k.reserves import IngressMove
from referee.books.wh40k.state import Battle, Where
from referee.books.wh40k.stratagem_records import Stratagem
from referee.books.wh40k.use_record import Use
from referee.books.wh40k.windows import SettleByHand
from referee.kernel import DONE, Effect, Outcome, Procedure, Seat, add_effect, choose, step, tell, text


def resolve(s: Battle, stratagem: Stratagem, use: Use, dice: tuple[int, ...]) -> Outcome:
    """Carry out the effect of a stratagem on its targets ("your units" are these and no others, 15.01.03/c).

    Reading: a target that was destroyed after the price was paid suffers nothing more; nothing is refunded (15.01/m).
    """
    targets = tuple(unit for unit in use.targets if s.units[unit].where is not Where.DESTROYED)
    if use.targets and not targets:
        tell(s, "40K 15.01/m", "{name}: its target is no more, nothing happens.", name=stratagem.name)
        return None
    if stratagem.id == COMMAND_REROLL:
        return RerollOneDie(by=use.by, dice=dice)
    if stratagem.id == RAPID_INGRESS:
        return IngressMove(unit=targets[0])
    if stratagem.id == INSANE_BRAVERY:
        for unit in targets:
            add_effect(s, Effect(AUTO_PASS, stratagem.rule, unit, until="phase end", source=stratagem.name))
        return None
    if stratagem.effect is not None:
        return RunEffect(use=use, nodes=(stratagem.effect,))
    if stratagem.id == SMOKESCREEN:
        for unit in targets:
            add_effect(s, Effect("benefit of cover", stratagem.rule, unit, until="phase end", source=stratagem.name))
    if stratagem.id == EPIC_CHALLENGE:
        for unit in targets:
            add_effect(s, Effect("melee weapons gain", stratagem.rule, unit, until="phase end", value="PRECISION"))
    return SettleByHand(
        by=use.by,
        under=stratagem.rule,
        reason=text(
            "{name} on {units}: do what its card says.",
            name=f"{stratagem.name}, {use.section}" if use.section in _sections(stratagem) else stratagem.name,
            units=tuple(s.units[unit].name for unit in targets) or "-",
        ),
    )


def _sections(stratagem: Stratagem) -> list[str]:
    return [section.name for section in stratagem.sections]


class RerollOneDie(Procedure):
    """40K 15.02 Of dice rolled together one is re-rolled. The result is its place."""

    by: Seat
    dice: tuple[int, ...]
    die: int = 0

    @step("40K 15.02/a", into="die")
    def select_die(self, s: Battle) -> Outcome:
        if len(self.dice) == 1:
            self.die = self.dice[0]
            return None
        return choose(
            text("Which die is re-rolled?"),
            by=self.by,
            among=self.dice,
            labels=[text("Die {number}", number=place + 1) for place in self.dice],
        )

    @step("40K 15.02/b")
    def name_die(self, s: Battle) -> Outcome:
        self.result = (self.die,)
        tell(s, "40K 15.02", "Die {number} is re-rolled.", number=self.die + 1)
        return DONE
