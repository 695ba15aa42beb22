"""What abilities do beside attacks: wounds, healing, gains, movement, summoning, one deed after another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from referee.books.berserk.attacks import value
from referee.books.berserk.features import features, give, is_protected
from referee.books.berserk.field import CELLS, KING, NEXT
from referee.books.berserk.harm import bury, cure, destroy, enter, heal, hurt, move_to, replace_dead, wound
from referee.books.berserk.records import AIR, FIELD, GRAVE, IN_BATTLE, Card, Item
from referee.books.berserk.sheet import SHEETS
from referee.books.berserk.state import Battle, cell_of, lives_left, name_of, next_id, put, said_plainly
from referee.books.berserk.targets import are_adjacent
from referee.kernel import AGAIN, DONE, Event, Outcome, Procedure, Refusal, choose, refuse, step, tell, text
from referee.text.berserk_ability import Ability, Deed

STAY = "stay"
NOBODY = "nobody"
LEVELS = {"weak": 0, "medium": 1, "strong": 2}


class Deeds(Procedure):
    """BER F11/g The deeds of an ability, in printed order."""

    item: Item
    index: int = 0
    choice: str = ""
    elite: int = 0
    """Elite cards shown by a prophecy of this ability."""

    @step("BER F11/g")
    def each_deed(self, s: Battle) -> Outcome:
        if self.index >= len(self._ability(s).deeds):
            return DONE
        self.choice = ""
        return None

    @step("BER F11/h", into="choice", when=lambda self, s: self._asks(s), check="check_choice")
    def choose_how(self, s: Battle) -> Outcome:
        """What the deed leaves to its player: a cell, or a card of the deck."""
        deed, seat = self._deed(s), self.item.seat
        if deed.do == "summon":
            kinds = summonable(s, seat, deed.amount.base)
            labels = [SHEETS[kind].name for kind in kinds]
            return choose(
                text("Which creature do you summon?"), by=seat, among=(*kinds, NOBODY), labels=(*labels, text("none"))
            )
        cells = self._cells(s, deed)
        stay = (STAY,) if deed.do in ("move", "jump") else ()
        words = [said_plainly(cell) for cell in cells] + [text("stay") for _ in stay]
        return choose(text("To which cell?"), by=seat, among=(*cells, *stay), labels=words)

    @step("BER F11/i")
    def do(self, s: Battle) -> Outcome:
        deed = self._deed(s)
        self.index += 1
        ability = self._ability(s)
        if deed.do == "prophecy":
            self.elite = foretell(s, self.item.seat, deed.amount.base)
            return AGAIN
        if deed.do == "summon":
            if self.choice not in ("", NOBODY):
                summon(s, self.item, self.choice)
            return AGAIN
        ids = whom(s, self.item, deed)
        for one in ids:
            card = s.cards.get(one)
            if card is not None and not self._is_shielded(s, ability, card):
                self._apply(s, deed, card, ability)
        if deed.do == "wound":
            bury(s, ids, self.item.source)
        return AGAIN

    def _apply(self, s: Battle, deed: Deed, card: Card, ability: Ability) -> None:
        source = s.cards[self.item.source]
        amount = value(s, self.item, deed.amount, source, self.elite)
        if deed.do == "raise":
            if card.zone == GRAVE:
                raise_dead(s, card, self.item.seat, self.choice)
            return
        if card.zone not in IN_BATTLE:
            return
        kind = ability.nature if ability.nature in ("spell", "impact") else ""
        match deed.do:
            case "wound":
                if card.id == source.id:
                    wound(s, "BER F11/i", card, max(amount, 0))
                else:
                    hurt(s, "BER F11/i", card, amount, kind, source)
            case "heal":
                heal(s, "BER F12/b", card, amount)
            case "destroy":
                destroy(s, card, source.id)
            case "finish":
                if lives_left(s, card) <= amount:
                    destroy(s, card, source.id)
            case "close" | "open":
                set_open(s, card, deed.do == "open")
            case "poison":
                poison(s, card, amount)
            case "cure":
                cure(s, card)
            case "gain":
                self._gain(s, deed, card)
            case "gain chips":
                put(s, card, chips=card.chips + max(amount, 0))
            case "lose chips":
                put(s, card, chips=max(card.chips - amount, 0))
            case "lose all chips":
                put(s, card, chips=0)
            case "move" | "jump":
                if self.choice not in ("", STAY) and card.zone == FIELD and self.choice not in s.cells:
                    move_to(s, card, self.choice)
                    tell(s, "BER 506.6/a", "{card} is moved to {cell}.", card=name_of(s, card), cell=self.choice)
            case _:
                change_fight(s, deed, card, amount)

    def _gain(self, s: Battle, deed: Deed, card: Card) -> None:
        assert deed.feature is not None
        source = s.cards[self.item.source]
        until = ""
        if deed.turns is not None:
            turns = value(s, self.item, deed.turns, source)
            until = f"turn {enemy_turn(s, self.item.seat, turns) if turns else s.turn} end"
        give(s, card, deed.feature, "BER 118/a", until, source.id)
        tell(s, "BER 118/a", "{card} gets a feature.", card=name_of(s, card))
        if deed.feature.name == "protection" and "poison" in deed.feature.kinds:
            cure(s, s.cards[card.id])

    def _ability(self, s: Battle) -> Ability:
        return SHEETS[self.item.kind].abilities[int(self.item.action)]

    def _deed(self, s: Battle) -> Deed:
        return self._ability(s).deeds[self.index]

    def _is_shielded(self, s: Battle, ability: Ability, card: Card) -> bool:
        if ability.nature not in ("spell", "impact") or card.id == self.item.source:
            return False
        shielded = is_protected(s, card, ability.nature, s.cards[self.item.source])
        if shielded:
            tell(s, "BER F12/f", "{card} is protected.", card=name_of(s, card))
        return shielded

    def _asks(self, s: Battle) -> bool:
        deed = self._deed(s)
        if deed.do == "summon":
            return bool(summonable(s, self.item.seat, deed.amount.base))
        return deed.do in ("move", "jump", "raise") and bool(self._cells(s, deed))

    def _cells(self, s: Battle, deed: Deed) -> list[str]:
        ids = whom(s, self.item, deed)
        if deed.do == "raise":
            card = s.cards.get(ids[0]) if ids else None
            if card is None or card.zone != GRAVE or SHEETS[card.kind].flyer:
                return []
            return free_next_to(s, s.cards[self.item.source])
        card = s.cards.get(ids[0]) if ids else None
        if card is None or card.zone != FIELD:
            return []
        reach = deed.amount.base or len(CELLS)
        return [cell for cell in CELLS if cell not in s.cells and KING[card.cell][cell] <= reach]

    def check_choice(self, s: Battle, answer: Any) -> Iterator[Refusal]:
        if self._deed(s).do == "summon":
            yield refuse("BER F12/v", "It has to be a creature of your deck that the text allows.")
        elif answer in s.cells:
            yield refuse("BER F09/b", "{cell} is occupied.", cell=str(answer))
        else:
            yield refuse("BER 506.6/b", "{cell} is no cell that the text allows.", cell=str(answer))


def whom(s: Battle, item: Item, deed: Deed) -> tuple[str, ...]:
    """The cards a deed is done to."""
    source = s.cards[item.source]
    match deed.whom:
        case "self":
            return (item.source,)
        case "attacker" | "struck":
            return (item.subject,) if item.subject else ()
        case "target":
            return item.targets
        case _:
            foes = deed.whom == "enemy neighbours"
            return tuple(
                card.id
                for card in s.cards.values()
                if card.zone in IN_BATTLE
                and card.id != source.id
                and not card.hidden
                and SHEETS[card.kind].creature
                and (not foes or card.seat != item.seat)
                and are_adjacent(s, source, card)
            )


def change_fight(s: Battle, deed: Deed, card: Card, amount: int) -> None:
    """BER F10/r: an instant changes the attack that is under way."""
    fight = s.fight
    if fight is None:
        return
    if deed.do == "block":
        s.fight = msgspec.structs.replace(fight, blocked=True)
    elif deed.do == "level" and deed.level is not None and fight.level >= 0:
        s.fight = msgspec.structs.replace(fight, level=LEVELS[deed.level])
    elif deed.do == "cap" and card.id == fight.target:
        s.fight = msgspec.structs.replace(fight, cap=amount)
    elif deed.do == "cap" and card.id == fight.attacker:
        s.fight = msgspec.structs.replace(fight, reply_cap=amount)


def set_open(s: Battle, card: Card, is_open: bool) -> None:
    """BER 506.4: a card that is opened has its full movement again."""
    if is_open:
        put(s, card, closed=False, moves=SHEETS[card.kind].move, stayed=True)
        tell(s, "BER 506.4", "{card} is opened.", card=name_of(s, card))
    else:
        put(s, card, closed=True)
        tell(s, "BER F14/a", "{card} is closed.", card=name_of(s, card))


def poison(s: Battle, card: Card, amount: int) -> None:
    """BER F12/h: poison lasts until it is cured; who is protected from it cannot be poisoned."""
    if any("poison" in one.kinds for one in features(s, card, "protection")):
        tell(s, "BER F12/g", "{card} cannot be poisoned.", card=name_of(s, card))
        return
    put(s, card, poison=card.poison + amount)
    tell(s, "BER F12/h", "{card} is poisoned.", card=name_of(s, card))


def enemy_turn(s: Battle, seat: int, turns: int) -> int:
    """The number of the last of so many turns of the opponent; one under way counts."""
    return s.turn + 2 * turns - (1 if s.active == seat else 2)


def free_next_to(s: Battle, card: Card) -> list[str]:
    """The free cells next to a card."""
    here = cell_of(s, card)
    return [cell for cell in NEXT[here] if cell not in s.cells] if here else []


def raise_dead(s: Battle, card: Card, seat: int, cell: str) -> None:
    """BER F12/u: a creature of the graveyard returns, open and revealed, as a new card: nobody knows the old one."""
    sheet = SHEETS[card.kind]
    if not sheet.flyer and (not cell or cell in s.cells):
        return
    zone = AIR if sheet.flyer else FIELD
    back = Card(
        next_id(s, card.owner), card.kind, seat, card.owner, zone, "" if sheet.flyer else cell, moves=sheet.move
    )
    replace_dead(s, card, back)
    tell(s, "BER F12/u", "{card} returns from the graveyard.", card=name_of(s, back))


def summonable(s: Battle, seat: int, cost: int) -> list[str]:
    """BER F12/v: the creatures of the deck that may be summoned, each kind once."""
    cells = [cell for cell in CELLS if cell not in s.cells]
    found = []
    for kind in dict.fromkeys(s.decks.get(seat, ())):
        sheet = SHEETS[kind]
        if sheet.creature and not sheet.symbiont and (not cost or sheet.cost <= cost) and (sheet.flyer or cells):
            found.append(kind)
    return sorted(found)


def summon(s: Battle, item: Item, kind: str) -> None:
    """A creature comes from the deck, onto a free cell next to the source if there is one."""
    deck = s.decks[item.seat]
    at = deck.index(kind)
    s.decks = {**s.decks, item.seat: deck[:at] + deck[at + 1 :]}
    sheet = SHEETS[kind]
    cells = free_next_to(s, s.cards[item.source]) or [cell for cell in CELLS if cell not in s.cells]
    # Reading: it comes next to its source if it can, otherwise to any free cell, closed. Alternative: open.
    zone, cell = (AIR, "") if sheet.flyer else (FIELD, cells[0])
    card = Card(next_id(s, item.seat), kind, item.seat, item.seat, zone, cell, closed=True)
    enter(s, card)
    tell(s, "BER F12/v", "{card} is summoned.", card=name_of(s, card))


def foretell(s: Battle, seat: int, count: int) -> int:
    """BER F12/t: the top cards of the deck are shown and put on the bottom; returns how many of them are elite."""
    deck = s.decks.get(seat, ())
    shown, rest = deck[:count], deck[count:]
    s.decks = {**s.decks, seat: (*rest, *shown)}
    s.shown = tuple(dict.fromkeys((*s.shown, *shown)))
    names = tuple(SHEETS[kind].names for kind in shown)
    s.events.append(Event("BER F12/t", text("Prophecy shows: {cards}.", cards=names or "-")))
    return sum(1 for kind in shown if SHEETS[kind].card.elite)
