"""BER F11 Attacks other than the simple strike: shots, throws, discharges, magic and special strikes."""

from __future__ import annotations

from typing import Any

from referee.books.berserk.actions import anything_to_declare
from referee.books.berserk.features import features
from referee.books.berserk.harm import bury, fire, hurt
from referee.books.berserk.records import IN_BATTLE, Card, Fight, Item
from referee.books.berserk.sheet import SHEETS
from referee.books.berserk.state import Battle
from referee.books.berserk.strike import drain, eat, moment, one_roll
from referee.kernel import AGAIN, DONE, Outcome, Procedure, Roll, phrase, step, tell
from referee.text.berserk_ability import MELEE, Amount, Attack

ROLLS = {
    "shot": phrase("a shot"), "throw": phrase("a throw"), "discharge": phrase("a discharge"),
    "magic strike": phrase("a magic strike"), "special strike": phrase("a special strike"),
    "row strike": phrase("a strike through a row"),
}  # fmt: skip


class Attacks(Procedure):
    """BER F11 Each attack of an ability has its own roll and its own target."""

    item: Item
    shot: int = 0
    dice: tuple[int, ...] = ()
    outer: Fight | None = None

    @step("BER F11/a")
    def each_attack(self, s: Battle) -> Outcome:
        if self.shot >= len(self.item.targets):
            source = s.cards[self.item.source]
            if source.zone in IN_BATTLE:
                fire(s, "attacks", source, kind=attack_of(s, self.item).kind)
            return DONE
        self.dice = ()
        if s.cards[self._target].zone not in IN_BATTLE:
            # A target that is gone is passed over, the other attacks stand.
            tell(s, "BER 502.1/c", "The attack finds no target.")
            self.shot += 1
            return AGAIN
        self.outer = s.fight
        s.fight = Fight(self.item.source, self._target, attack_of(s, self.item).kind)
        return None

    @step("BER F11/b", into="dice", when=lambda self, s: is_rolled(attack_of(s, self.item)))
    def roll(self, s: Battle) -> Outcome:
        """The attacker rolls alone."""
        kind = attack_of(s, self.item).kind
        return Roll(under="BER F11/b", purpose=ROLLS[kind], by=self.item.seat, count=1, subject=self.item.source)

    @step("BER F11/k")
    def after_the_dice(self, s: Battle) -> Outcome:
        return moment(s) if anything_to_declare(s) else None

    @step("BER F11/d")
    def land(self, s: Battle) -> Outcome:
        fight, target = s.fight, s.cards[self._target]
        assert fight is not None
        s.fight = self.outer
        self.shot += 1
        if target.zone not in IN_BATTLE:
            return AGAIN
        if fight.blocked:
            tell(s, "BER F11/k", "The attack is blocked.")
            return AGAIN
        strike_home(s, self.item, fight, one_roll(self.dice[0]) if self.dice else -1)
        return AGAIN

    @property
    def _target(self) -> str:
        return self.item.targets[self.shot]


def attack_of(s: Battle, item: Item) -> Attack:
    """The attack of an ability."""
    attack = SHEETS[item.kind].abilities[int(item.action)].attack
    assert attack is not None
    return attack


def is_rolled(attack: Attack) -> bool:
    """BER F11/f: a special strike of a fixed number is not rolled."""
    return attack.kind != "special strike" or len(dict.fromkeys(attack.levels)) > 1


def strike_home(s: Battle, item: Item, fight: Fight, level: int) -> None:
    """One attack lands: wounds, what it triggers, the dead."""
    source, target = s.cards[item.source], s.cards[fight.target]
    attack = attack_of(s, item)
    amount = max(strength(s, item, attack, max(level, 0), source), 0)
    if fight.cap >= 0:
        amount = min(amount, fight.cap)
    dealt = hurt(s, "BER F11/d", target, amount, attack.kind, source)
    fire(s, "hit", source, target.id, kind=attack.kind, level=level, dealt=dealt)
    fire(s, "struck", s.cards[target.id], source.id, kind=attack.kind, level=level, dealt=dealt)
    if attack.kind in MELEE:
        drain(s, source.id, dealt)
    bury(s, (target.id,), source.id, by_attack=True)
    eat(s, source.id, target.id)


def strength(s: Battle, item: Item, attack: Attack, level: int, source: Card) -> int:
    """BER 205/a: how many wounds the attack could deal, with everything that counts when it is performed."""
    amount = value(s, item, attack.levels[level], source)
    if attack.per_chip:
        amount += attack.per_chip * sum(part.amount for part in item.price if part.kind == "chips")
    for feature in features(s, source, "bonus per chip"):
        if attack.kind in feature.kinds:
            amount += feature.amount * source.chips
    return amount


def value(s: Battle, item: Item, amount: Amount, source: Card, elite: int = 0) -> int:
    """A printed number now: X as it was stated, counts as they are."""
    counted: Any = {
        "": 0, "x": item.amount, "own wounds": source.wounds, "own chips": source.chips, "dealt": item.dealt,
        "elite": elite,
    }[amount.per]  # fmt: skip
    if amount.cap:
        counted = min(counted, amount.cap)
    return amount.base + int(counted)
