"""BER 501.1, 501.2, 502.1 The declaration: source, action, amount of resources, target; then the promise to pay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from referee.books.berserk.actions import (
    JUMP,
    MOVE,
    MOVEMENTS,
    STRIKE,
    ability_of,
    action_refusals,
    actions_of,
    label,
    largest_amount,
    needs_target,
    price_of,
    source_refusals,
    targets_of,
)
from referee.books.berserk.field import BESIDE, CELLS, KING, NEXT
from referee.books.berserk.harm import take_off
from referee.books.berserk.naming import HIDDEN, NameTargets, fewest
from referee.books.berserk.price import Price, price_refusals
from referee.books.berserk.records import FIELD, IN_BATTLE, Card, Item
from referee.books.berserk.sheet import SHEETS
from referee.books.berserk.state import Battle, name_of, put, sheet
from referee.books.berserk.targets import ability_refusals, strike_refusals
from referee.kernel import (
    DONE,
    ChooseSome,
    Decision,
    Number,
    Outcome,
    Procedure,
    Refusal,
    Text,
    choose,
    refuse,
    step,
    tell,
    text,
)

BACK = "back"
"""The answer of a player who takes another card after all: nothing has been declared yet."""


class Declaration(msgspec.Struct, frozen=True):
    """A whole declaration as a player would say it: "this card does that to those, with so much"."""

    source: str = ""
    action: str = ""
    targets: tuple[str, ...] = ()
    amount: int = 0


def declaration_refusals(s: Battle, seat: int, said: Declaration) -> Iterator[Refusal]:
    """Why this declaration cannot be made now: every reason. Nothing is changed."""
    if not said.source:
        yield refuse("BER 501.1/a", "The source is missing: a declaration names the card that acts.")
        return
    card = s.cards.get(said.source)
    if card is None:
        yield refuse("BER 501.1/a", "There is no card {source}.", source=said.source)
        return
    if not said.action:
        yield refuse("BER 501.1/c", "The action is missing: a declaration names the action itself.")
        return
    if card.seat != seat or card.zone not in IN_BATTLE or card.hidden:
        yield from source_refusals(s, seat, card)
        return
    reasons = list(action_refusals(s, card, said.action))
    yield from reasons
    if any(one.rule == "BER 501.1/c" for one in reasons):
        return
    ability = ability_of(s, card, said.action)
    if ability is not None and ability.has_x:
        yield from amount_refusals(s, card, said.action, said.amount)
    elif said.amount:
        yield refuse("BER 501.2/l", "The payment is printed: there is no amount to state.")
    yield from targets_refusals(s, card, said.action, said.targets)


def amount_refusals(s: Battle, card: Card, action: str, amount: Any) -> Iterator[Refusal]:
    """BER 501.2/l: the number of resources used has to be stated, and to be there."""
    if not isinstance(amount, int) or isinstance(amount, bool):
        yield refuse("BER 501.2/l", "The number of resources used has to be stated.")
    elif amount < 1:
        # Reading: X is at least 1. Alternative: an X of 0 may be stated.
        yield refuse("BER 501.2/l", "At least 1 has to be stated.")
    else:
        yield from price_refusals(s, card, price_of(s, card, action, amount))
        ability = ability_of(s, card, action)
        if ability is not None and amount > (most := largest_amount(s, card, ability)) and ability.states_wounds:
            # Reading: X wounds as an effect are at most the lives left. Alternative: any number.
            yield refuse("BER 501.2/l", "At most {most} can be stated.", most=most)


def targets_refusals(s: Battle, card: Card, action: str, targets: tuple[Any, ...]) -> Iterator[Refusal]:
    """Why these cannot be named as the targets of the action."""
    if not needs_target(s, card, action):
        if targets:
            yield refuse("BER 501.1/d", "No target can be named for this action: source and action are all.")
        return
    ability = ability_of(s, card, action)
    least, most, different = 1, 1, False
    if ability is not None and ability.aim is not None:
        least, most, different = fewest(s, ability), ability.aim.most, ability.aim.different
    if len(targets) < least:
        yield refuse("BER 501.1/b", "The target is missing: it is named in the declaration.")
    if len(targets) > most:
        yield refuse(
            "BER 501.4/ex2a", "Targets named: {given}; at most {most} are allowed.", given=len(targets), most=most
        )
    if different and len(dict.fromkeys(targets)) < len(targets):
        yield refuse("BER 501.4/ex2b", "The targets have to be different.")
    for target in dict.fromkeys(targets):
        yield from one_target_refusals(s, card, action, target)


def one_target_refusals(s: Battle, card: Card, action: str, target: Any) -> Iterator[Refusal]:
    """Why this one cannot be named as a target of the action."""
    if action in MOVEMENTS:
        yield from cell_refusals(s, card, action, target)
        return
    named = s.cards.get(target) if isinstance(target, str) else None
    if named is None:
        yield refuse("BER 501.1/b", "There is no card {target}.", target=str(target))
    elif action == STRIKE:
        yield from strike_refusals(s, card, named)
    else:
        ability = ability_of(s, card, action)
        if ability is not None:
            yield from ability_refusals(s, card, ability, named)


def cell_refusals(s: Battle, card: Card, action: str, cell: Any) -> Iterator[Refusal]:
    """Why a movement cannot be declared to this cell."""
    if cell not in CELLS:
        yield refuse("BER 506.1", "{target} is no cell: they are a1 to e6.", target=str(cell))
        return
    if cell in s.cells:
        yield refuse("BER F09/b", "{cell} is occupied.", cell=cell)
    if card.zone != FIELD:
        return
    if action == MOVE:
        near = NEXT if s.rules.steps == "any" else BESIDE
        if cell not in near[card.cell] and not (cell in NEXT[card.cell] and cell in targets_of(s, card, action)):
            yield refuse("BER F09/a", "{cell} is not one step away from {here}.", cell=cell, here=card.cell)
    elif action == JUMP and KING[card.cell][cell] > SHEETS[card.kind].jump:
        yield refuse("BER 506.6/b", "{cell} is too far for the jump.", cell=cell)


class Declare(Procedure):
    """BER 501 A card declares a game action. The result is true if it was declared, false if it was let be."""

    seat: int
    source: str
    action: str = ""
    amount: int = 0
    target: Any = None

    @step("BER 501.1/c", into="action", check="check_action")
    def name_the_action(self, s: Battle) -> Outcome:
        card = s.cards[self.source]
        actions = actions_of(s, card)
        words = [label(s, card, action) for action in actions]
        return choose(
            WHICH_ACTION, by=self.seat, among=(*actions, BACK), labels=(*words, TAKE_BACK), source=self.source
        )

    @step(
        "BER 501.2/l",
        into="amount",
        when=lambda self, s: self.action.isdigit() and self.states_amount(s),
        check="check_amount",
    )
    def state_the_amount(self, s: Battle) -> Outcome:
        card = s.cards[self.source]
        ability = ability_of(s, card, self.action)
        assert ability is not None
        most = largest_amount(s, card, ability)
        return Number(by=self.seat, prompt=HOW_MANY, minimum=1, maximum=most, about={"source": self.source})

    @step(
        "BER 501.1/b",
        into="target",
        when=lambda self, s: self.action != BACK and needs_target(s, s.cards[self.source], self.action),
        check="check_target",
    )
    def name_the_target(self, s: Battle) -> Outcome:
        card = s.cards[self.source]
        if self.action in SHEETS[card.kind].repeats:
            return NameTargets(seat=self.seat, source=card.id, kind=card.kind, ability=int(self.action))
        return ask_targets(s, card, self.action, self.seat)

    @step("BER 501.2/m")
    def promise_to_pay(self, s: Battle) -> Outcome:
        if self.action == BACK:
            self.result = False
            return DONE
        card = s.cards[self.source]
        targets = as_tuple(self.target)
        declare(s, card, self.action, targets, self.amount)
        self.result = True
        return None

    def states_amount(self, s: Battle) -> bool:
        ability = ability_of(s, s.cards[self.source], self.action)
        return ability is not None and ability.has_x

    def check_action(self, s: Battle, answer: Any) -> Iterator[Refusal]:
        yield from action_refusals(s, s.cards[self.source], answer if isinstance(answer, str) else str(answer))

    def check_amount(self, s: Battle, answer: Any) -> Iterator[Refusal]:
        yield from amount_refusals(s, s.cards[self.source], self.action, answer)

    def check_target(self, s: Battle, answer: Any) -> Iterator[Refusal]:
        yield from targets_refusals(s, s.cards[self.source], self.action, as_tuple(answer))


WHICH_ACTION = text("Which action?")
TAKE_BACK = text("take another card")
HOW_MANY = text("How many (X)?")
WHICH_TARGET = text("At which target?")
WHICH_TARGETS = text("At which targets?")
WHERE_TO = text("To which cell?")


def ask_targets(s: Battle, card: Card, action: str, seat: int) -> Decision:
    """The question for the target or targets of an action."""
    found = tuple(targets_of(s, card, action))
    if action in MOVEMENTS:
        return choose(WHERE_TO, by=seat, among=found, source=card.id)
    ability = ability_of(s, card, action)
    labels = tuple(target_label(s, one) for one in found)
    if ability is not None and ability.aim is not None and ability.aim.most > 1:
        return ChooseSome(
            by=seat,
            prompt=WHICH_TARGETS,
            among=found,
            labels=labels,
            minimum=fewest(s, ability),
            maximum=min(ability.aim.most, len(found)),
            about={"source": card.id},
        )
    return choose(WHICH_TARGET, by=seat, among=found, labels=labels, source=card.id)


def target_label(s: Battle, one: str) -> Text:
    """A card as a target, in words that everybody may read."""
    card = s.cards[one]
    return HIDDEN if card.hidden else SHEETS[card.kind].name


def declare(s: Battle, card: Card, action: str, targets: tuple[str, ...], amount: int) -> Item:
    """The action is declared: it joins the queue, and its payment is promised. Naming a hidden card reveals it."""
    parts = price_of(s, card, action, amount)
    s.declared += 1
    item = Item(
        s.declared, card.seat, card.id, action, targets, amount=amount, price=parts, kind=card.kind
    )  # fmt: skip
    Price(card.id, parts).commit(s, card.seat)
    s.queue = (*s.queue, item)
    if action not in MOVEMENTS:
        shown = ", ".join(targets) or "-"
        tell(s, "BER 501.1", "{card} declares at {targets}: {action}", card=name_of(s, card),
             action=label(s, card, action), targets=shown)  # fmt: skip
        for one in targets:
            reveal(s, one)
    return item


def reveal(s: Battle, one: str) -> None:
    """BER F14/e: attacking a hidden card reveals it as part of the declaration."""
    card = s.cards.get(one)
    if card is None or not card.hidden:
        return
    card = put(s, card, hidden=False)
    tell(s, "BER F14/e", "{card} is revealed.", card=name_of(s, card))
    if sheet(s, card).type == "terrain":
        take_off(s, card)


def as_tuple(answer: Any) -> tuple[Any, ...]:
    if answer is None:
        return ()
    return tuple(answer) if isinstance(answer, list | tuple) else (answer,)
