"""BER F06 Placement on one's own half, face down, block by block; the reveal; symbionts on their hosts."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from referee.books.berserk.field import half, layers, row_of
from referee.books.berserk.harm import SIDES, enter, ride, take_off
from referee.books.berserk.records import FIELD, HOST, SQUAD, Card
from referee.books.berserk.sheet import SHEETS
from referee.books.berserk.state import Battle, put
from referee.kernel import AGAIN, DONE, Event, Outcome, Procedure, Refusal, choose, refuse, step, tell, text


def open_cells(s: Battle, seat: int) -> list[str]:
    """BER F06/d: the cells of the innermost block that still has a free one."""
    # Reading: the blocks go by the order of play. Alternative: option "placement" = "seat".
    is_first = seat == (s.first if s.rules.placement == "order of play" else 0)
    for block in layers(seat, is_first):
        free = [cell for cell in block if cell not in s.cells]
        if free:
            return free
    return []


class Place(Procedure):
    """BER F06/c One player places a squad, face down."""

    seat: int
    card: str = ""
    cell: str = ""

    @step("BER F06/c", into="card")
    def choose_card(self, s: Battle) -> Outcome:
        left = [card.id for card in s.cards.values() if card.seat == self.seat and card.zone == SQUAD]
        if not left or not open_cells(s, self.seat):
            return DONE
        labels = [SHEETS[s.cards[one].kind].name for one in left]
        return choose(text("Which card do you place?"), by=self.seat, among=left, labels=labels)

    @step("BER F06/d", into="cell", check="check_cell", propose="propose")
    def choose_cell(self, s: Battle) -> Outcome:
        return choose(text("In which cell?"), by=self.seat, among=open_cells(s, self.seat), card=self.card)

    @step("BER F06/e")
    def put_face_down(self, s: Battle) -> Outcome:
        card = put(s, s.cards[self.card], zone=FIELD, cell=self.cell, hidden=True)
        s.cells[self.cell] = card.id
        name = SHEETS[card.kind].name
        shown = text("You place {card} in {cell}.", card=name, cell=self.cell)
        cover = text("The {side} side places a card in {cell}.", side=text(SIDES[self.seat]), cell=self.cell)
        s.events.append(Event("BER F06/e", shown, seats=(self.seat,), cover=cover))
        return AGAIN

    def check_cell(self, s: Battle, cell: Any) -> Iterator[Refusal]:
        if cell not in half(self.seat):
            yield refuse("BER F06/c", "{cell} is not a cell of your half.", cell=str(cell))
        elif cell in s.cells:
            yield refuse("BER F06/c", "{cell} is taken.", cell=cell)
        else:
            yield refuse("BER F06/d", "{cell} opens once the inner block is full.", cell=cell)

    def propose(self, s: Battle, random: Random) -> Iterator[str]:
        yield random.choice(open_cells(s, self.seat))


class Reveal(Procedure):
    """BER F06/f, e Squads are revealed; flyers fly up, symbionts get their hosts."""

    seat: int
    symbiont: str = ""
    host: str = ""

    @step("BER F06/j", into="symbiont")
    def next_symbiont(self, s: Battle) -> Outcome:
        left = _waiting(s, self.seat)
        self.symbiont = left[0] if left else ""
        return None if left else DONE

    @step("BER F15/a", into="host", check="check_host")
    def choose_host(self, s: Battle) -> Outcome:
        found = hosts(s, s.cards[self.symbiont])
        self.host = ""
        if not found:
            return None
        name = SHEETS[s.cards[self.symbiont].kind].name
        labels = [SHEETS[s.cards[one].kind].name for one in found]
        return choose(text("On which creature does {card} go?", card=name), by=self.seat, among=found, labels=labels)

    @step("BER F15/b")
    def put_on_host(self, s: Battle) -> Outcome:
        card = s.cards[self.symbiont]
        if s.cells.get(card.cell) == card.id:
            del s.cells[card.cell]
        if not self.host:
            # Reading: a symbiont without a host goes to the graveyard. Alternative: it stays in its cell.
            tell(s, "BER F15/b", "A symbiont finds no host.")
            s.cards[card.id] = Card(card.id, card.kind, card.owner, card.owner, "grave")
            first, second = s.living
            s.living = (first - 1, second) if card.seat == 0 else (first, second - 1)
            return AGAIN
        s.cards[card.id] = put(s, card, zone=HOST, cell="", host=self.host)
        ride(s, self.host, (*s.riders.get(self.host, ()), card.id))
        return AGAIN

    def check_host(self, s: Battle, answer: Any) -> Iterator[Refusal]:
        side = SHEETS[s.cards[self.symbiont].kind].type
        if side == "companion":
            yield refuse("BER F15/a", "A companion goes on a revealed creature of your own that stands in a cell.")
        else:
            yield refuse("BER F15/a", "A parasite goes on a revealed creature of the opponent that stands in a cell.")


def hosts(s: Battle, card: Card) -> list[str]:
    """The creatures on which a symbiont may go."""
    # Reading: companions go on own creatures, parasites on the opponent's. Alternative: either on either side.
    seat = card.seat if SHEETS[card.kind].type == "companion" else 1 - card.seat
    return [
        other.id
        for other in s.cards.values()
        if other.seat == seat
        and other.zone == FIELD
        and not other.hidden
        and SHEETS[other.kind].creature
        and not SHEETS[other.kind].symbiont
    ]


def _waiting(s: Battle, seat: int) -> list[str]:
    return [
        card.id
        for card in s.cards.values()
        if card.seat == seat and card.zone == FIELD and not card.hidden and SHEETS[card.kind].symbiont
    ]


def reveal_all(s: Battle, seat: int, keep_third_row: bool = False, rule: str = "BER F06/f") -> Procedure:
    """BER F06/f: the cards of a seat are revealed (but for the third row, if it stays hidden); flyers fly up."""
    for card in list(s.cards.values()):
        if card.seat != seat or card.zone != FIELD or not card.hidden:
            continue
        if keep_third_row and row_of(card.cell, seat) == 3:
            continue
        card = put(s, card, hidden=False)
        sheet = SHEETS[card.kind]
        if sheet.flyer or sheet.type == "terrain":
            take_off(s, card)
    tell(s, rule, "The {side} side is revealed.", side=text(SIDES[seat]))
    return Reveal(seat=seat)


def count_squads(s: Battle) -> None:
    """The battle begins: count the creatures, give every card its movement."""
    s.living = (0, 0)
    for card in list(s.cards.values()):
        if card.zone == FIELD:
            sheet = SHEETS[card.kind]
            enter(s, put(s, card, moves=sheet.move))
