"""BER 501.1/b Naming several targets one after another, where the same card may be named again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.books.berserk.sheet import SHEETS
from referee.books.berserk.state import Battle
from referee.books.berserk.targets import ability_refusals, ability_targets
from referee.kernel import AGAIN, DONE, Outcome, Procedure, Refusal, Text, choose, refuse, step, text
from referee.text.berserk_ability import Ability

ENOUGH = "enough"
"""The answer of a player who names no further target."""

WHICH_NEXT = text("At which target next?")
NO_MORE = text("no further target")


def fewest(s: Battle, ability: Ability) -> int:
    """How many targets have to be named at least."""
    aim = ability.aim
    assert aim is not None
    return 0 if aim.least == 1 and aim.most > 1 and s.rules.no_targets == "allowed" else aim.least


class NameTargets(Procedure):
    """BER 501.1/b Targets are named one by one until it is enough. The result is all that were named."""

    seat: int
    source: str
    kind: str
    ability: int
    named: tuple[str, ...] = ()
    target: str = ""

    @step("BER 501.1/b", into="target", check="check_target")
    def name_the_next(self, s: Battle) -> Outcome:
        found = ability_targets(s, s.cards[self.source], self.printed)
        labels: list[Text] = [HIDDEN if s.cards[one].hidden else SHEETS[s.cards[one].kind].name for one in found]
        if len(self.named) >= fewest(s, self.printed):
            return choose(
                WHICH_NEXT, by=self.seat, among=(*found, ENOUGH), labels=(*labels, NO_MORE), source=self.source
            )
        return choose(WHICH_NEXT, by=self.seat, among=found, labels=labels, source=self.source)

    @step("BER 501.4/ex2a")
    def is_it_enough(self, s: Battle) -> Outcome:
        aim = self.printed.aim
        assert aim is not None
        if self.target != ENOUGH:
            self.named = (*self.named, self.target)
        if self.target != ENOUGH and len(self.named) < aim.most:
            return AGAIN
        self.result = self.named
        return DONE

    @property
    def printed(self) -> Ability:
        """The ability whose targets are named."""
        return SHEETS[self.kind].abilities[self.ability]

    def check_target(self, s: Battle, answer: Any) -> Iterator[Refusal]:
        card = s.cards.get(answer) if isinstance(answer, str) else None
        if answer == ENOUGH:
            yield refuse("BER 501.1/b", "The target is missing: it is named in the declaration.")
        elif card is None:
            yield refuse("BER 501.1/b", "There is no card {target}.", target=str(answer))
        else:
            yield from ability_refusals(s, s.cards[self.source], self.printed, card)


HIDDEN = text("a hidden card")
