"""What a card may declare now: the actions, what they cost, and why not."""

from __future__ import annotations

from collections.abc import Iterator

from referee.books.berserk.features import has
from referee.books.berserk.field import BESIDE, CELLS, KING, NEXT
from referee.books.berserk.price import CLOSING, can_pay, price_refusals, with_amount
from referee.books.berserk.records import FIELD, IN_BATTLE, Card
from referee.books.berserk.sheet import SHEETS
from referee.books.berserk.state import Battle, lives_left, name_of
from referee.books.berserk.targets import ability_targets, has_strike_target, has_target, strike_targets
from referee.kernel import Refusal, Text, refuse, text
from referee.text.berserk_ability import Ability, Resource

MOVE, STRIKE, JUMP, TELEPORT, GATHER = "move", "strike", "jump", "teleport", "gather"
OUTRIGHT = frozenset((MOVE, STRIKE))
MOVEMENTS = frozenset((MOVE, JUMP, TELEPORT))
ONE_STEP = (Resource("moves", 1),)
NOTHING: tuple[Resource, ...] = ()


def may_act_slowly(s: Battle, seat: int) -> bool:
    """BER F08/b: slow actions are declared by the active player in the choice subphase, on an empty stack."""
    return s.phase == "choice" and seat == s.active and not s.queue and not s.stack and not s.working


def ability_of(s: Battle, card: Card, action: str) -> Ability | None:
    """The printed ability behind an action, if there is one."""
    if not action.isdigit():
        return None
    abilities = SHEETS[card.kind].abilities
    return abilities[int(action)] if int(action) < len(abilities) else None


def price_of(s: Battle, card: Card, action: str, amount: int = 0) -> tuple[Resource, ...]:
    """The payment of an action, with X stated."""
    if action == MOVE:
        return ONE_STEP
    if action == STRIKE:
        # BER F10/d: a card that may strike twice pays nothing for the first strike.
        return NOTHING if card.strikes == 0 and has(s, card, "strikes twice") else CLOSING
    if action in (JUMP, TELEPORT):
        return (Resource("moves", card.moves),) if card.moves else NOTHING
    if action == GATHER:
        return CLOSING
    ability = ability_of(s, card, action)
    return with_amount(ability.payment, amount) if ability is not None else NOTHING


def free_steps(s: Battle, card: Card) -> list[str]:
    """BER F09/a, b: the free cells one step away."""
    near = NEXT if s.rules.steps == "any" or has(s, card, "diagonal") else BESIDE
    return [cell for cell in near[card.cell] if cell not in s.cells]


def can_step(s: Battle, card: Card) -> bool:
    """Is there any free cell one step away?"""
    for cell in BESIDE[card.cell]:
        if cell not in s.cells:
            return True
    diagonally = s.rules.steps == "any" or has(s, card, "diagonal")
    return diagonally and not all(map(s.cells.__contains__, NEXT[card.cell]))


def cell_targets(s: Battle, card: Card, action: str) -> list[str]:
    """The cells to which a movement may be declared."""
    if action == MOVE:
        return free_steps(s, card)
    reach = SHEETS[card.kind].jump if action == JUMP else len(CELLS)
    return [cell for cell in CELLS if cell not in s.cells and KING[card.cell][cell] <= reach]


def targets_of(s: Battle, card: Card, action: str) -> list[str]:
    """Everything that may be named as the target of an action."""
    if action == STRIKE:
        return strike_targets(s, card)
    if action in MOVEMENTS:
        return cell_targets(s, card, action)
    ability = ability_of(s, card, action)
    return ability_targets(s, card, ability) if ability is not None and ability.aim is not None else []


def needs_target(s: Battle, card: Card, action: str) -> bool:
    """BER 501.1/b, d: can the target of this action be named outright?"""
    if action in OUTRIGHT:
        return True
    if action == GATHER:
        return False
    ability = ability_of(s, card, action)
    return ability is None or ability.aim is not None


def may_declare(s: Battle, card: Card, action: str, ability: Ability | None) -> bool:
    """Has the card the means and a target for this jump, teleport or printed action? Who may act is asked elsewhere."""
    if ability is None:
        return (
            card.zone == FIELD
            and is_unmoved(s, card)
            and can_pay(s, card, price_of(s, card, action))
            and bool(cell_targets(s, card, action))
        )
    if not can_pay(s, card, SHEETS[card.kind].least[action]):
        return False
    if ability.deeds and not finds_its_attack(s, card, ability):
        return False
    return ability.aim is None or has_target(s, card, ability)


def finds_its_attack(s: Battle, card: Card, ability: Ability) -> bool:
    """BER F11/k: to block, there has to be an attack of the opponent under way."""
    if not any(deed.do == "block" for deed in ability.deeds):
        return True
    return s.fight is not None and s.cards[s.fight.attacker].seat != card.seat


def is_unmoved(s: Battle, card: Card) -> bool:
    """BER 506.7: is its full movement allowance unspent? One of 0 always is."""
    return card.stayed and card.moves >= SHEETS[card.kind].move


def slow_actions(s: Battle, card: Card) -> Iterator[str]:
    """The slow actions that an open card may declare now."""
    sheet = SHEETS[card.kind]
    promised = card.id in s.committed
    if card.moves and card.zone == FIELD and can_step(s, card) and (not promised or can_pay(s, card, ONE_STEP)):
        yield MOVE
    if sheet.strikes and has_strike_target(s, card) and (not promised or can_pay(s, card, price_of(s, card, STRIKE))):
        yield STRIKE
    for key, ability in sheet.slow:
        if may_declare(s, card, key, ability):
            yield key
    if sheet.gathers and (not promised or can_pay(s, card, CLOSING)):
        yield GATHER
    if sheet.jump and may_declare(s, card, JUMP, None):
        yield JUMP
    if sheet.teleports and may_declare(s, card, TELEPORT, None):
        yield TELEPORT


def fast_actions(s: Battle, card: Card) -> Iterator[str]:
    """BER F08/c: the instant actions that an open card may declare now."""
    peace = s.fight is None
    for key, ability in SHEETS[card.kind].fast:
        if peace and key in SHEETS[card.kind].needs_attack:
            continue
        if may_declare(s, card, key, ability):
            yield key


def actions_of(s: Battle, card: Card) -> tuple[str, ...]:
    """All actions that this card may declare now."""
    if card.closed or card.hidden or card.zone not in IN_BATTLE:
        return ()
    slow = tuple(slow_actions(s, card)) if may_act_slowly(s, card.seat) else ()
    return (*slow, *fast_actions(s, card)) if SHEETS[card.kind].fast else slow


def sources(s: Battle, seat: int, slowly: bool | None = None) -> list[str]:
    """The cards with which `seat` may declare something now; the caller may know already whether slow actions are."""
    cards, peace = s.cards, s.fight is None
    found: list[str] = []
    if not (may_act_slowly(s, seat) if slowly is None else slowly):
        for one in s.instants:
            card = cards[one]
            if card.seat != seat or card.closed or card.hidden:
                continue
            if not (peace and SHEETS[card.kind].fast_in_attacks_only) and next(fast_actions(s, card), None):
                found.append(one)
        return found
    committed = s.committed
    for card in cards.values():
        if card.seat != seat or card.closed or card.hidden or card.zone not in IN_BATTLE:
            continue
        if card.moves and card.zone == FIELD and card.id not in committed and can_step(s, card):
            found.append(card.id)  # most often it can move: nothing else has to be looked at
            continue
        sheet = SHEETS[card.kind]
        slow = (sheet.gathers and card.id not in committed) or next(slow_actions(s, card), None)
        if slow or (sheet.fast and not (peace and sheet.fast_in_attacks_only) and next(fast_actions(s, card), None)):
            found.append(card.id)
    return found


def source_refusals(s: Battle, seat: int, card: Card) -> Iterator[Refusal]:
    """Why this card cannot declare anything now."""
    if card.seat != seat:
        yield refuse("BER F08/a", "{card} is not yours.", card=name_of(s, card))
        return
    if card.zone not in IN_BATTLE:
        yield refuse("BER 501.1/a", "{card} is not in battle.", card=name_of(s, card))
        return
    if card.hidden:
        yield refuse("BER F14/d", "A hidden card cannot act.")
    if card.closed:
        yield refuse("BER F14/a", "{card} is closed: it cannot act.", card=name_of(s, card))
    if not card.hidden and not card.closed and not actions_of(s, card):
        yield refuse("BER 501.1/c", "{card} has nothing that it could declare now.", card=name_of(s, card))


def action_refusals(s: Battle, card: Card, action: str) -> Iterator[Refusal]:
    """Why this action cannot be declared by this card now: every reason."""
    sheet = SHEETS[card.kind]
    ability = ability_of(s, card, action)
    known = MOVEMENTS | {STRIKE, GATHER}
    if action not in known and (ability is None or not ability.is_action):
        yield refuse(
            "BER 501.1/c",
            "{answer} is no action: a declaration names the action itself.",
            answer=action,
            instead=text("Actions now: {actions}.", actions=", ".join(actions_of(s, card)) or "-"),
        )
        return
    if card.closed:
        yield refuse("BER F14/a", "{card} is closed: it cannot act.", card=name_of(s, card))
    if (ability is None or not ability.instant) and not may_act_slowly(s, card.seat):
        rule = "BER 506.2" if action in MOVEMENTS else "BER F08/b"
        yield refuse(
            rule, "This can be declared only by the active player in the choice subphase, while nothing is declared."
        )
    yield from _kind_refusals(s, card, action)
    yield from price_refusals(s, card, price_of(s, card, action, 1))
    if needs_target(s, card, action) and not targets_of_safely(s, card, action):
        yield refuse("BER 501.1/b", "There is no target that could be named.")
    if ability is not None and not finds_its_attack(s, card, ability):
        yield refuse("BER F11/k", "There is no attack of the opponent to block.")
    if action == GATHER and not sheet.gathers:
        yield refuse("BER 123.3", "No payment of its text has a chip: it cannot gather chips.")


def targets_of_safely(s: Battle, card: Card, action: str) -> list[str]:
    """The targets of an action that the card may not even have."""
    if action in MOVEMENTS and card.zone != FIELD:
        return []
    return targets_of(s, card, action)


def _kind_refusals(s: Battle, card: Card, action: str) -> Iterator[Refusal]:
    sheet = SHEETS[card.kind]
    if action in MOVEMENTS and (card.zone != FIELD or not sheet.creature):
        yield refuse("BER 506.6/a", "Only a creature that stands in a cell can move.")
    if action == JUMP and not sheet.jump:
        yield refuse("BER 501.1/c", "{card} cannot jump.", card=name_of(s, card))
    if action == TELEPORT and not sheet.teleports:
        yield refuse("BER 501.1/c", "{card} cannot teleport.", card=name_of(s, card))
    if action in (JUMP, TELEPORT) and not is_unmoved(s, card):
        yield refuse("BER 506.7", "It is used in place of movement: the full allowance has to be unspent.")
    if action == STRIKE and not sheet.strikes:
        yield refuse("BER F10/c", "A card whose strike is 0-0-0 cannot strike.")


def largest_amount(s: Battle, card: Card, ability: Ability) -> int:
    """BER 501.2/l: the largest X that can be stated now."""
    if not any(part.x for part in ability.payment):
        return max(lives_left(s, card), 1)
    amount = 1
    while amount < 99 and can_pay(s, card, with_amount(ability.payment, amount + 1)):
        amount += 1
    return amount


MOVE_WORDS = tuple(text("move one cell ({left} left)", left=left) for left in range(100))
TELEPORT_WORDS = text("teleport to any free cell")
GATHER_WORDS = text("close and gather a chip")


def label(s: Battle, card: Card, action: str) -> Text:
    """The action in words."""
    match action:
        case "move":
            return MOVE_WORDS[card.moves]
        case "strike":
            return SHEETS[card.kind].strike_words
        case "jump":
            return text("jump up to {reach} cells", reach=SHEETS[card.kind].jump)
        case "teleport":
            return TELEPORT_WORDS
        case "gather":
            return GATHER_WORDS
        case _:
            return SHEETS[card.kind].words[int(action)]


def anything_to_declare(s: Battle) -> bool:
    """Could anybody use priority now? If not, both pass at once, unasked."""
    if s.triggers:
        return True
    peace = s.fight is None
    for one in s.instants:
        card = s.cards[one]
        if not card.closed and not card.hidden and not (peace and SHEETS[card.kind].fast_in_attacks_only):
            return True
    return False
