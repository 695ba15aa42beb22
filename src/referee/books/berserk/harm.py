"""Wounds, healing, destruction, and what they trigger. Nobody else changes these."""

from __future__ import annotations

from referee.books.berserk.features import ATTACKS, covers, has, is_protected, reduction, total
from referee.books.berserk.records import AIR, FIELD, GRAVE, HOST, IN_BATTLE, REPLACED, Card, Result, Trigger
from referee.books.berserk.sheet import SHEETS
from referee.books.berserk.state import Battle, cell_of, lives_left, name_of, put
from referee.kernel import lift, phrase, tell, text
from referee.text.berserk_ability import MAGIC


def fire(
    s: Battle,
    what: str,
    card: Card,
    subject: str = "",
    *,
    kind: str = "",
    level: int = -1,
    dealt: int = 0,
    die: int = 0,
) -> None:
    """BER 405/a: something happened to `card`: its features with this condition wait to be declared."""
    events = SHEETS[card.kind].events
    if what not in events or card.hidden:
        return
    abilities = SHEETS[card.kind].abilities
    for at in events[what]:
        event = abilities[at].event
        assert event is not None
        if kind and event.kinds and not any(covers(word, kind, False) for word in event.kinds):
            continue
        if event.levels and LEVEL_NAMES[level] not in event.levels:
            continue
        if event.turn and (event.turn == "own") != (card.seat == s.active):
            continue
        if event.what == "rage" and die > event.amount:
            continue
        s.triggers = (*s.triggers, Trigger(card.seat, card.id, card.kind, at, subject, dealt))


LEVEL_NAMES = ("weak", "medium", "strong", "none")


def hurt(s: Battle, rule: str, card: Card, amount: int, kind: str, source: Card | None) -> int:
    """Lay wounds of an attack, spell or impact on a card; returns how many it really got.

    Protection, reduction and armour are asked here; whether the card dies of it is seen to by `bury`.
    """
    if amount > 0 and is_protected(s, card, kind, source):
        tell(s, "BER F12/f", "{card} is protected.", card=name_of(s, card))
        return 0
    amount -= reduction(s, card, kind, source)
    if amount > 0 and _armour_counts(s, kind, source):
        left = total(s, card, "armour") - card.armour
        prevented = min(amount, left) if left > 0 else 0
        if prevented:
            card = put(s, card, armour=card.armour + prevented)
            amount -= prevented
            tell(s, "BER F12/d", "Armour of {card} prevents wounds: {count}.", card=name_of(s, card), count=prevented)
    if amount <= 0:
        return 0
    wound(s, rule, card, amount)
    return amount


def _armour_counts(s: Battle, kind: str, source: Card | None) -> bool:
    if source is not None and has(s, source, "ignores armour"):
        return False
    if kind in ATTACKS:
        return kind not in MAGIC
    return kind == "impact" and s.rules.armour_impacts == "yes"


def wound(s: Battle, rule: str, card: Card, amount: int) -> None:
    """Lay wounds on a card, whatever their origin."""
    put(s, card, wounds=card.wounds + amount)
    tell(s, rule, "{card} is wounded: {count}.", card=name_of(s, card), count=amount)


def heal(s: Battle, rule: str, card: Card, amount: int) -> int:
    """BER F12/b: remove wounds, never more than there are; returns how many."""
    healed = min(amount, card.wounds)
    if healed > 0:
        put(s, card, wounds=card.wounds - healed)
        tell(s, rule, "{card} is healed: {count}.", card=name_of(s, card), count=healed)
    return max(healed, 0)


def bury(s: Battle, ids: tuple[str, ...], killer: str = "", *, by_attack: bool = False) -> None:
    """BER 503.2: of these cards, those without lives are destroyed, at once and outside the stack."""
    for one in ids:
        card = s.cards.get(one)
        if card is not None and card.zone in IN_BATTLE and SHEETS[card.kind].life and lives_left(s, card) <= 0:
            destroy(s, card, killer, by_attack=by_attack)


def destroy(s: Battle, card: Card, killer: str = "", *, by_attack: bool = False) -> None:
    """A card goes to its owner's graveyard, and what stands on it with it."""
    sheet = SHEETS[card.kind]
    tell(s, "BER F12/a", "{card} is destroyed.", card=name_of(s, card))
    fire(s, "dies", card, killer)
    for other in list(s.cards.values()):
        if other.id != card.id and other.zone in IN_BATTLE and "other dies" in SHEETS[other.kind].events:
            _fire_other_death(s, other, card)
    slayer = s.cards.get(killer)
    if slayer is not None and slayer.zone in IN_BATTLE and slayer.seat != card.seat and sheet.creature:
        fire(s, "kills", slayer, card.id)
    leave(s, card)
    fell = by_attack and "valhalla" in sheet.events
    s.cards[card.id] = Card(
        card.id, card.kind, card.owner, card.owner, GRAVE, cell_of(s, card), returned=card.returned, fell=fell
    )  # fmt: skip
    # Reading: symbionts are destroyed with the card they stand on. Alternative: they go to a free cell.
    for rider in ride(s, card.id, ()):
        destroy(s, s.cards[rider], killer)


def replace_dead(s: Battle, dead: Card, back: Card) -> None:
    """A card of the graveyard comes back as a new card; who remembers the old one finds it gone."""
    s.cards[dead.id] = Card(dead.id, dead.kind, dead.seat, dead.owner, REPLACED, dead.cell)
    enter(s, back)


def _fire_other_death(s: Battle, other: Card, dead: Card) -> None:
    sheet = SHEETS[other.kind]
    for at in sheet.events["other dies"]:
        event = sheet.abilities[at].event
        assert event is not None
        side = event.kinds[0] if event.kinds else "any"
        ours = dead.seat == other.seat
        if SHEETS[dead.kind].creature and (side == "any" or (side == "own") == ours) and not other.hidden:
            s.triggers = (*s.triggers, Trigger(other.seat, other.id, other.kind, at, dead.id))


def leave(s: Battle, card: Card) -> None:
    """A card leaves the battle zone: its cell is free, its effects and promises are gone."""
    if card.zone == FIELD and s.cells.get(card.cell) == card.id:
        del s.cells[card.cell]
    if card.zone == HOST:
        ride(s, card.host, tuple(one for one in s.riders.get(card.host, ()) if one != card.id))
    s.committed.pop(card.id, None)
    if card.id in s.timed:
        s.timed = tuple(one for one in s.timed if one != card.id)
    if card.id in s.instants:
        s.instants = tuple(one for one in s.instants if one != card.id)
    if s.effects:
        s.effects = tuple(effect for effect in s.effects if effect.subject != card.id)
    if SHEETS[card.kind].creature:
        count_creature(s, card.seat, -1)


def enter(s: Battle, card: Card) -> Card:
    """A card comes into the battle zone, where its record says."""
    s.cards[card.id] = card
    if card.zone == FIELD:
        s.cells[card.cell] = card.id
    if card.zone == HOST:
        ride(s, card.host, (*s.riders.get(card.host, ()), card.id))
    if SHEETS[card.kind].timed:
        s.timed = (*s.timed, card.id)
    if SHEETS[card.kind].fast:
        s.instants = (*s.instants, card.id)
    if SHEETS[card.kind].creature:
        count_creature(s, card.seat, 1)
    return card


def ride(s: Battle, host: str, riders: tuple[str, ...]) -> tuple[str, ...]:
    """These symbionts are on a card now; returns those that were."""
    before = s.riders.get(host, ())
    if riders != before:
        others = {one: on_it for one, on_it in s.riders.items() if one != host}
        s.riders = {**others, host: riders} if riders else others
    return before


def fire_for_all(s: Battle, what: str, seat: int) -> None:
    """Something that concerns every card of a seat happened, such as the start of a turn."""
    for one in s.timed:
        card = s.cards[one]
        if card.seat == seat and what in SHEETS[card.kind].events:
            fire(s, what, card)


def count_creature(s: Battle, seat: int, change: int) -> None:
    """Keep the count of creatures that decides the battle."""
    first, second = s.living
    s.living = (first + change, second) if seat == 0 else (first, second + change)


def move_to(s: Battle, card: Card, cell: str) -> Card:
    """A card of a cell stands in another cell."""
    if s.cells.get(card.cell) == card.id:
        del s.cells[card.cell]
    s.cells[cell] = card.id
    return put(s, card, cell=cell)


def take_off(s: Battle, card: Card) -> Card:
    """A flyer that stood hidden in a cell flies to the additional zone."""
    if s.cells.get(card.cell) == card.id:
        del s.cells[card.cell]
    return put(s, card, zone=AIR, cell="")


def is_decided(s: Battle) -> bool:
    """BER F01/b, c: has a side no creature left? Then the battle is over, and `result` says how."""
    if s.living[0] > 0 and s.living[1] > 0:
        return False
    if s.result is None:
        s.queue = s.stack = s.working = ()
        winner = None if s.living[0] <= 0 and s.living[1] <= 0 else 0 if s.living[1] <= 0 else 1
        s.result = Result(winner, "destroyed")
        s.phase = "over"
        if winner is None:
            tell(s, "BER F01/c", "Both sides have lost their last creature: a draw.")
        else:
            tell(s, "BER F01/b", "The {side} side has won: the other has no creature left.", side=text(SIDES[winner]))
    return True


SIDES = (phrase("south"), phrase("north"))


def cure(s: Battle, card: Card) -> None:
    """The poison of a card is gone."""
    put(s, card, poison=0)
    lift(s, "poison", card.id)
