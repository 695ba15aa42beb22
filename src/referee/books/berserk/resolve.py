"""BER 501.2, 502.1 The top of the stack: its target is settled, it is performed, then it is paid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from referee.books.berserk.actions import GATHER, MOVEMENTS, STRIKE
from referee.books.berserk.attacks import Attacks
from referee.books.berserk.deeds import Deeds
from referee.books.berserk.features import covers, features, has
from referee.books.berserk.harm import bury, destroy, fire, is_decided, move_to, take_off
from referee.books.berserk.price import Price, can_pay
from referee.books.berserk.records import AIR, FIELD, IN_BATTLE, Card, Item
from referee.books.berserk.sheet import SHEETS
from referee.books.berserk.state import Battle, name_of, put
from referee.books.berserk.strike import Strike
from referee.books.berserk.targets import TARGETED, ability_refusals, are_adjacent, strike_refusals
from referee.kernel import AGAIN, DONE, END, Outcome, Procedure, Refusal, choose, refuse, step, tell, text
from referee.text.berserk_ability import Ability


class Resolve(Procedure):
    """BER F08/i A declared action is performed and paid."""

    item: Item
    targets: tuple[str, ...] = ()

    @step("BER F08/i")
    def take_it_up(self, s: Battle) -> Outcome:
        reason = why_not_performed(s, self.item)
        if reason:
            tell(s, "BER 501.2/a", "{card}: the action is not performed.", card=name_of(s, s.cards[self.item.source]))
            # Reading: an action that is never performed costs nothing. Alternative: option "not performed" = "paid".
            if s.rules.not_performed == "paid" and reason != "undone":
                pay(s, self.item)
                return END if is_decided(s) else DONE
            Price(self.item.source, self.item.price).release(s)
            return DONE
        s.working = (*s.working, self.item)
        return None

    @step("BER 502.1/c", into="targets")
    def settle_the_target(self, s: Battle) -> Outcome:
        if nature_of(s, self.item) == "attack" and anybody_may_step_in(s, self.item):
            return Settle(item=self.item)
        self.targets = self.item.chosen
        return None

    @step("BER 502.1/g")
    def become_the_target(self, s: Battle) -> Outcome:
        """The cards settled on are the targets now, whoever was named first."""
        item = self.item = msgspec.structs.replace(self.item, targets=self.targets)
        s.working = (*s.working[:-1], item)
        nature = nature_of(s, item)
        if nature in TARGETED:
            kind = kind_of(s, item)
            for one in item.targets:
                card = s.cards.get(one)
                if card is not None and card.zone in IN_BATTLE:
                    fire(s, "target", card, item.source, kind=kind)
        return None

    @step("BER F08/k")
    def perform(self, s: Battle) -> Outcome:
        item = self.item
        if item.action == STRIKE:
            return Strike(item=item, target=item.targets[0])
        if item.action == GATHER:
            card = s.cards[item.source]
            put(s, card, chips=card.chips + 1)
            return None
        ability = printed(s, item)
        if ability.attack is not None:
            return Attacks(item=item)
        return Deeds(item=item)

    @step("BER F01/b")
    def is_the_battle_won(self, s: Battle) -> Outcome:
        """BER 501.2/a: if the action wins the game it is won before anything is paid."""
        return END if is_decided(s) else None

    @step("BER 501.2/a")
    def pay(self, s: Battle) -> Outcome:
        s.working = s.working[:-1]
        pay(s, self.item)
        spend_movement(s, self.item)
        for one in self.item.targets:
            card = s.cards.get(one)
            if card is not None and card.zone == FIELD and not card.hidden and SHEETS[card.kind].flyer:
                take_off(s, card)  # BER F06/i: a flyer that was hidden flies up once the attack is over
        return END if is_decided(s) else None


class Move(Procedure):
    """BER F08/i A movement: it has no target to settle, and nothing is won by it."""

    item: Item

    @step("BER F08/k")
    def perform(self, s: Battle) -> Outcome:
        item = self.item
        if why_not_performed(s, item):
            tell(s, "BER 501.2/a", "{card}: the action is not performed.", card=name_of(s, s.cards[item.source]))
            if s.rules.not_performed == "free":
                Price(item.source, item.price).release(s)
                return DONE
        else:
            move_to(s, s.cards[item.source], item.chosen[0])
        return None

    @step("BER 501.2/a")
    def pay(self, s: Battle) -> Outcome:
        pay(s, self.item)
        return None


def printed(s: Battle, item: Item) -> Ability:
    """The printed ability behind an action; its text is that of the card as it was declared."""
    return SHEETS[item.kind].abilities[int(item.action)]


def nature_of(s: Battle, item: Item) -> str:
    """What kind of action it is: attack, spell, impact, movement or plain."""
    if item.action == STRIKE:
        return "attack"
    if item.action in MOVEMENTS:
        return "movement"
    return "plain" if item.action == GATHER else printed(s, item).nature


def kind_of(s: Battle, item: Item) -> str:
    """The kind of attack, or "spell" or "impact"."""
    if item.action == STRIKE:
        return "strike"
    ability = printed(s, item)
    return ability.attack.kind if ability.attack is not None else ability.nature


def is_triggered(s: Battle, item: Item) -> bool:
    """Was it declared because it was triggered?"""
    return item.action.isdigit() and printed(s, item).event is not None


def why_not_performed(s: Battle, item: Item) -> str:
    """Why an action of the stack is not performed; empty if it is."""
    card = s.cards[item.source]
    if card.zone not in IN_BATTLE and not is_triggered(s, item) and s.rules.source_gone == "not performed":
        # Reading: a source that is gone performs nothing. Alternative: option "source gone" = "performed".
        return "source"
    if item.action in MOVEMENTS and (card.zone not in IN_BATTLE or item.chosen[0] in s.cells):
        return "cell"
    if s.rules.payment_impossible == "undone" and item.price:
        price = Price(item.source, item.price)
        price.release(s)
        enough = can_pay(s, card, item.price)
        price.commit(s, item.seat)
        if not enough:
            return "undone"
    # Reading: the limits are asked once, when declaring. Alternative: option "recheck" = "stack".
    asked = s.rules.recheck == "stack" and nature_of(s, item) in TARGETED and not is_triggered(s, item)
    if asked and any(next(_limits(s, item, card, one), None) is not None for one in item.chosen):
        return "limits"
    return ""


def _limits(s: Battle, item: Item, card: Card, one: str) -> Iterator[Refusal]:
    if item.action == STRIKE:
        return strike_refusals(s, card, s.cards[one])
    return ability_refusals(s, card, printed(s, item), s.cards[one])


def pay(s: Battle, item: Item) -> None:
    """BER 501.2/a: the card pays what it promised, or what is left of it, now that the action has been performed."""
    if not item.price:
        return
    card = s.cards[item.source]
    price = Price(item.source, item.price)
    if card.zone not in IN_BATTLE:
        price.release(s)
        return
    whole = price.pay(s, item.seat)
    if item.action not in MOVEMENTS:
        tell(s, "BER 501.2/a", "{card} pays: {price}.", card=name_of(s, card), price=price.describe())
    if not whole:
        # Reading: as much as possible is paid, the action stands. Alternative: option "payment impossible" = "undone".
        tell(s, "BER 501.2/k", "{card} has not enough left: it pays what it has.", card=name_of(s, card))
    if any(part.kind == "wounds" for part in item.price):
        bury(s, (item.source,))
    card = s.cards[item.source]
    if card.zone in IN_BATTLE and any(part.kind == "destroy" for part in item.price):
        destroy(s, card)


def spend_movement(s: Battle, item: Item) -> None:
    """BER 506.5: a card that has acted loses what is left of its movement."""
    card = s.cards[item.source]
    if card.zone not in IN_BATTLE or is_triggered(s, item):
        return
    if card.moves or card.stayed:
        allowance = SHEETS[card.kind].move
        put(s, card, moves=0, stayed=not allowance)


class Settle(Procedure):
    """BER 502.1 Who is the target at last: a defender, the card it is redirected to, or the card first named."""

    item: Item
    shot: int = 0
    settled: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    """The cards whose redirecting feature has been used on this ability."""
    choice: str = ""

    @step("BER 502.1/f")
    def each_target(self, s: Battle) -> Outcome:
        if self.shot >= len(self.item.chosen):
            self.result = self.settled
            return DONE
        self.choice = ""
        return None

    @step("BER F10.1/a", into="choice", when=lambda self, s: self.item.action == STRIKE, check="check_defender")
    def opponent_may_defend(self, s: Battle) -> Outcome:
        found = defenders(s, self.item.source, self._named)
        if not found:
            return None
        labels = [SHEETS[s.cards[one].kind].name for one in found]
        return choose(
            text("Name a defender for {card}?", card=name_of(s, s.cards[self._named])),
            by=s.cards[self._named].seat,
            among=(*found, NONE),
            labels=(*labels, text("no defender")),
            attacker=self.item.source,
            target=self._named,
        )

    @step("BER 502.1/e", into="choice", when=lambda self, s: self.item.action != STRIKE, check="check_redirect")
    def opponent_may_redirect(self, s: Battle) -> Outcome:
        found = redirectors(s, self._named, kind_of(s, self.item), self.used)
        if not found:
            return None
        labels = [SHEETS[s.cards[one].kind].name for one in found]
        return choose(
            text("Redirect this attack from {card} to another card?", card=name_of(s, s.cards[self._named])),
            by=s.cards[self._named].seat,
            among=(*found, NONE),
            labels=(*labels, text("no")),
            source=self.item.source,
            target=self._named,
        )

    @step("BER 502.1/d")
    def settle(self, s: Battle) -> Outcome:
        chosen = self._named if self.choice in ("", NONE) else self.choice
        if chosen != self._named:
            named = s.cards[chosen]
            if self.item.action == STRIKE:
                tell(s, "BER 502.1/d", "{card} is the defender.", card=name_of(s, named))
                fire(s, "defends", named, self.item.source)
            else:
                tell(s, "BER 502.1/e", "The attack is redirected to {card}.", card=name_of(s, named))
                self.used = (*self.used, chosen)
        self.settled = (*self.settled, chosen)
        self.shot += 1
        return AGAIN

    @property
    def _named(self) -> str:
        return self.item.chosen[self.shot]

    def check_defender(self, s: Battle, answer: Any) -> Iterator[Refusal]:
        card = s.cards.get(answer) if isinstance(answer, str) else None
        if card is None:
            yield refuse("BER F10.1/a", "There is no card {card}.", card=str(answer))
        else:
            yield from defender_refusals(s, s.cards[self.item.source], s.cards[self._named], card)

    def check_redirect(self, s: Battle, answer: Any) -> Iterator[Refusal]:
        card = s.cards.get(answer) if isinstance(answer, str) else None
        if card is None:
            yield refuse("BER 502.1/e", "There is no card {card}.", card=str(answer))
        else:
            yield from redirect_refusals(s, s.cards[self._named], card, kind_of(s, self.item), self.used)


def anybody_may_step_in(s: Battle, item: Item) -> bool:
    """Is there a possible defender, or a card to which the attack could be redirected?"""
    if item.action == STRIKE:
        return bool(defenders(s, item.source, item.chosen[0]))
    kind = kind_of(s, item)
    return any(redirectors(s, one, kind, ()) for one in item.chosen)


NONE = "none"
"""The answer of a player who names no defender, or redirects nothing."""


def defenders(s: Battle, attacker: str, target: str) -> list[str]:
    """BER F10.1: the cards that may be named defender."""
    striker, struck = s.cards[attacker], s.cards[target]
    if striker.zone not in IN_BATTLE or struck.zone not in IN_BATTLE or has(s, striker, "directed"):
        return []
    seat = struck.seat
    return [
        card.id
        for card in s.cards.values()
        if card.seat == seat
        and not card.closed
        and not card.hidden
        and card.id != target
        and card.zone in IN_BATTLE
        and stands_to_defend(s, striker, struck, card)
    ]


def stands_to_defend(s: Battle, striker: Card, struck: Card, card: Card) -> bool:
    """BER F10.1/c, e, f: may an open card defend from where it is? What `defender_refusals` says, without its words."""
    if not SHEETS[card.kind].creature:
        return False
    if struck.zone == AIR:
        return card.zone == AIR
    if has(s, card, "defends any"):
        return True
    if card.zone == AIR or not are_adjacent(s, card, struck):
        return False
    return striker.zone == AIR or are_adjacent(s, card, striker)


def defender_refusals(s: Battle, striker: Card, struck: Card, card: Card) -> Iterator[Refusal]:
    """Why this card cannot be named defender."""
    if has(s, striker, "directed"):
        yield refuse("BER F10.1/h", "The strike is directed: no defender may be named.")
    if card.seat != struck.seat or card.zone not in IN_BATTLE:
        yield refuse("BER F10.1/a", "{card} is not of the side that is attacked.", card=name_of(s, card))
        return
    if card.id == struck.id:
        yield refuse("BER F10.1/b", "The card attacked cannot be its own defender.")
    if card.closed or card.hidden:
        yield refuse("BER F10.1/b", "{card} is not open.", card=name_of(s, card))
    if card.hidden:
        return
    if not SHEETS[card.kind].creature:
        yield refuse("BER F10.1/b", "{card} is not a creature.", card=name_of(s, card))
    if struck.zone == AIR:
        if card.zone != AIR:
            yield refuse("BER F10.1/e", "Only a flyer defends a flyer.")
        return
    if has(s, card, "defends any"):
        return
    if card.zone == AIR:
        yield refuse("BER F10.1/f", "A flyer does not defend ground creatures.")
    elif not are_adjacent(s, card, struck):
        yield refuse("BER F10.1/c", "{card} does not stand next to the card attacked.", card=name_of(s, card))
    elif striker.zone != AIR and not are_adjacent(s, card, striker):
        yield refuse("BER F10.1/c", "{card} does not stand next to the attacker.", card=name_of(s, card))


def redirectors(s: Battle, target: str, kind: str, used: tuple[str, ...]) -> list[str]:
    """The cards that may take this attack onto themselves."""
    struck = s.cards[target]
    if struck.zone not in IN_BATTLE:
        return []
    able = [
        card
        for card in s.cards.values()
        if card.seat == struck.seat and card.id != target and "redirects" in SHEETS[card.kind].features
    ]
    return [card.id for card in able if next(redirect_refusals(s, struck, card, kind, used), None) is None]


def redirect_refusals(s: Battle, struck: Card, card: Card, kind: str, used: tuple[str, ...]) -> Iterator[Refusal]:
    """Why the attack cannot be redirected to this card. The limits of the attack itself are not asked (BER 501.4/d)."""
    mine = [one for one in features(s, card, "redirects") if any(covers(word, kind, False) for word in one.kinds)]
    if card.seat != struck.seat or card.zone not in IN_BATTLE or not mine:
        yield refuse("BER 502.1/e", "No feature lets this attack be redirected to {card}.", card=name_of(s, card))
        return
    if card.id in used:
        yield refuse("BER 501.4/ex2d", "{card} can take one more only, and has taken it.", card=name_of(s, card))
    if all(one.against != "card" and one.against not in SHEETS[struck.kind].counts_as for one in mine):
        yield refuse("BER 502.1/e", "{card} takes nothing that was declared at such a card.", card=name_of(s, card))
    if all(one.place == "adjacent" and not are_adjacent(s, card, struck) for one in mine):
        yield refuse("BER 501.4/ex2d", "{card} does not stand next to the card attacked.", card=name_of(s, card))
