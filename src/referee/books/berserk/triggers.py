"""BER 405 Triggered features: what was triggered has to be declared, what says "may" can be left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.books.berserk.declaration import as_tuple, reveal, target_label
from referee.books.berserk.naming import NameTargets
from referee.books.berserk.records import Item, Trigger
from referee.books.berserk.sheet import SHEETS
from referee.books.berserk.state import Battle, name_of
from referee.books.berserk.targets import ability_refusals, ability_targets
from referee.kernel import DONE, ChooseSome, Outcome, Procedure, Refusal, choose, refuse, step, tell, text
from referee.text.berserk_ability import Ability

DECLARE, LEAVE = "declare", "leave"
DECLARE_OR_LEAVE = (text("declare it"), text("leave it"))


class DeclareTriggered(Procedure):
    """BER 405 One triggered feature of a seat is declared. The result is true if it was."""

    seat: int
    which: str = ""
    will: str = DECLARE
    target: Any = None

    @step("BER 405/b", into="which")
    def select(self, s: Battle) -> Outcome:
        """BER 543.5: each of several is declared separately, in the order its player wishes."""
        mine = [str(at) for at, one in enumerate(s.triggers) if one.seat == self.seat]
        if len(mine) == 1 or self._are_alike(s, mine):
            self.which = mine[0]
            return None
        labels = [SHEETS[s.triggers[int(at)].kind].name for at in mine]
        return choose(text("Which triggered feature is declared first?"), by=self.seat, among=mine, labels=labels)

    @step("BER 405/c", into="will", when=lambda self, s: self._ability(s).may, check="check_will")
    def may_be_left(self, s: Battle) -> Outcome:
        words = SHEETS[self._trigger(s).kind].words[self._trigger(s).ability]
        return choose(
            text("Use this? {feature}", feature=words), by=self.seat, among=(DECLARE, LEAVE), labels=DECLARE_OR_LEAVE
        )

    @step("BER 405/d", into="target", when=lambda self, s: self._asks_target(s), check="check_target")
    def name_the_target(self, s: Battle) -> Outcome:
        """BER 501.4/ex1a: triggered features obey the limits of the choice too."""
        trigger, ability = self._trigger(s), self._ability(s)
        if str(trigger.ability) in SHEETS[trigger.kind].repeats:
            return NameTargets(seat=self.seat, source=trigger.source, kind=trigger.kind, ability=trigger.ability)
        found = tuple(ability_targets(s, s.cards[trigger.source], ability))
        labels = tuple(target_label(s, one) for one in found)
        assert ability.aim is not None
        prompt = text("At which target? {feature}", feature=SHEETS[trigger.kind].words[trigger.ability])
        if ability.aim.most > 1:
            return ChooseSome(
                by=self.seat,
                prompt=prompt,
                among=found,
                labels=labels,
                minimum=ability.aim.least,
                maximum=min(ability.aim.most, len(found)),
            )
        return choose(prompt, by=self.seat, among=found, labels=labels)

    @step("BER 405/e")
    def declare(self, s: Battle) -> Outcome:
        trigger, ability = self._trigger(s), self._ability(s)
        at = int(self.which)
        s.triggers = s.triggers[:at] + s.triggers[at + 1 :]
        card = s.cards[trigger.source]
        self.result = False
        if self.will == LEAVE:
            return DONE
        targets = as_tuple(self.target)
        if ability.attack is not None and ability.attack.at == "attacker":
            targets = (trigger.subject,)
        elif ability.aim is not None and not targets:
            tell(s, "BER 405/d", "{card}: no target can be named, the feature is not declared.", card=name_of(s, card))
            return DONE
        s.declared += 1
        item = Item(
            s.declared, trigger.seat, trigger.source, str(trigger.ability), targets, subject=trigger.subject,
            dealt=trigger.dealt, kind=trigger.kind,
        )  # fmt: skip
        s.queue = (*s.queue, item)
        words = SHEETS[trigger.kind].words[trigger.ability]
        tell(s, "BER 405/a", "{card} declares a triggered feature: {feature}", card=name_of(s, card), feature=words)
        for one in targets:
            reveal(s, one)
        self.result = True
        return None

    def _trigger(self, s: Battle) -> Trigger:
        return s.triggers[int(self.which)]

    def _ability(self, s: Battle) -> Ability:
        trigger = self._trigger(s)
        return SHEETS[trigger.kind].abilities[trigger.ability]

    def _are_alike(self, s: Battle, mine: list[str]) -> bool:
        first, *rest = (s.triggers[int(at)] for at in mine)
        return all(one == first for one in rest)

    def _asks_target(self, s: Battle) -> bool:
        ability = self._ability(s)
        if self.will == LEAVE or ability.aim is None:
            return False
        return bool(ability_targets(s, s.cards[self._trigger(s).source], ability))

    def check_will(self, s: Battle, answer: Any) -> Iterator[Refusal]:
        yield refuse("BER 405/c", "The feature is declared or left.")

    def check_target(self, s: Battle, answer: Any) -> Iterator[Refusal]:
        ability, source = self._ability(s), s.cards[self._trigger(s).source]
        assert ability.aim is not None
        targets = as_tuple(answer)
        if len(targets) < ability.aim.least:
            yield refuse("BER 405/b", "What was triggered has to be declared: a target has to be named.")
        if ability.aim.different and len(dict.fromkeys(targets)) < len(targets):
            yield refuse("BER 501.4/ex2b", "The targets have to be different.")
        for one in dict.fromkeys(targets):
            card = s.cards.get(one) if isinstance(one, str) else None
            if card is None:
                yield refuse("BER 501.1/b", "There is no card {target}.", target=str(one))
            else:
                yield from ability_refusals(s, source, ability, card)
