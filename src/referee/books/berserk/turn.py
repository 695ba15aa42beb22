"""BER F07 The battle: turns of start, choice and end, until a side has no creature left or time runs out."""

from __future__ import annotations

from msgspec.structs import replace

from referee.books.berserk.actions import anything_to_declare
from referee.books.berserk.features import has, total
from referee.books.berserk.field import CELLS, row_of
from referee.books.berserk.harm import SIDES, bury, fire_for_all, heal, is_decided, replace_dead, wound
from referee.books.berserk.placement import reveal_all
from referee.books.berserk.priority import Priority
from referee.books.berserk.records import AIR, FIELD, GRAVE, IN_BATTLE, Card, Result, Trigger
from referee.books.berserk.sheet import SHEETS
from referee.books.berserk.state import Battle, name_of, next_id, put, squad
from referee.kernel import AGAIN, END, Outcome, Procedure, choose, expire, lift, step, tell, text


class Turns(Procedure):
    """BER F07 Turn after turn, the first player's first."""

    @step("BER F07/a")
    def begin(self, s: Battle) -> Outcome:
        s.turn += 1
        s.phase = "start"
        tell(s, "BER F07/a", "Turn {turn}: the {side} side.", turn=s.turn, side=text(SIDES[s.active]))
        return None

    @step("BER 506.4")
    def open_cards(self, s: Battle) -> Outcome:
        """The active player's cards open, their movement is whole again; the armour of all cards is."""
        active, cards = s.active, s.cards
        for card in list(cards.values()):
            if card.seat != active:
                if card.armour and card.zone in IN_BATTLE:
                    put(s, card, armour=0)
                continue
            if card.zone not in IN_BATTLE:
                continue
            move = SHEETS[card.kind].move
            stunned = card.closed and has(s, card, "stun")
            if stunned:
                lift(s, "stun", card.id)
            if card.closed or not card.stayed or card.moves != move or card.strikes or card.armour:
                cards[card.id] = replace(card, closed=stunned, moves=move, stayed=True, strikes=0, armour=0)
        return None

    @step("BER F12/h")
    def poison_works(self, s: Battle) -> Outcome:
        """Poison wounds the passive player's cards, or the active player's, as the option says."""
        # Reading: poison works at the start of the opponent's turn. Alternative: option "poison" = "own turn".
        seat = 1 - s.active if s.rules.poison == "opponent" else s.active
        poisoned = [card for card in s.cards.values() if card.poison and card.seat == seat and card.zone in IN_BATTLE]
        for card in poisoned:
            wound(s, "BER F12/h", card, card.poison)
        bury(s, tuple(card.id for card in poisoned))
        return END if is_decided(s) else None

    @step("BER F07/b")
    def passive_start(self, s: Battle) -> Outcome:
        fire_for_all(s, "enemy turn start", 1 - s.active)
        return None

    @step("BER F12/q")
    def incarnation(self, s: Battle) -> Outcome:
        seat = s.active
        dead = [card.kind for card in s.cards.values() if card.zone == GRAVE and card.owner == seat]
        return Incarnations(seat=seat) if any("incarnation" in SHEETS[kind].features for kind in dead) else None

    @step("BER F12/i")
    def active_start(self, s: Battle) -> Outcome:
        """Regeneration, Valhalla, and what happens at the start of one's own turn."""
        for card in [card for card in s.cards.values() if card.fell or card.wounds]:
            if card.seat != s.active:
                continue
            if card.fell and card.zone == GRAVE:
                put(s, card, fell=False)
                for at in SHEETS[card.kind].events["valhalla"]:
                    s.triggers = (*s.triggers, Trigger(card.seat, card.id, card.kind, at))
            elif card.wounds and card.zone in IN_BATTLE and has(s, card, "regeneration"):
                heal(s, "BER F12/i", card, total(s, card, "regeneration"))
        fire_for_all(s, "turn start", s.active)
        return None

    @step("BER F07/c")
    def start_phase(self, s: Battle) -> Outcome:
        return Priority(seat=s.active) if anything_to_declare(s) else None

    @step("BER F07/d")
    def choice_subphase(self, s: Battle) -> Outcome:
        s.phase = "choice"
        return Priority(seat=s.active)

    @step("BER F07/e")
    def end_phase(self, s: Battle) -> Outcome:
        s.phase = "end"
        fire_for_all(s, "enemy turn end", 1 - s.active)
        fire_for_all(s, "turn end", s.active)
        return Priority(seat=1 - s.active) if anything_to_declare(s) else None

    @step("BER F07/f")
    def end_of_turn_effects_end(self, s: Battle) -> Outcome:
        expire(s, f"turn {s.turn} end")
        return None

    @step("BER F06/h")
    def hidden_row_is_revealed(self, s: Battle) -> Outcome:
        """After the first player's first turn the second player's third row is revealed."""
        if s.turn != 1:
            return None
        return reveal_all(s, 1 - s.first, rule="BER F06/h")

    @step("BER 604.1")
    def time_may_run_out(self, s: Battle) -> Outcome:
        limit = int(s.rules.turn_limit)
        if limit and s.turn >= limit and s.active != s.first:
            technical_result(s)
            return END
        s.active = 1 - s.active
        return AGAIN


def technical_result(s: Battle) -> None:
    """BER 604.1: compare the summed cost of the cards that each player controls, gold counted as silver."""
    first, second = (sum(SHEETS[card.kind].cost for card in squad(s, seat)) for seat in (0, 1))
    winner = None if first == second else 0 if first > second else 1
    s.result = Result(winner, "time", (first, second))
    s.phase = "over"
    tell(s, "BER 604.1", "Time has run out: cards for {south} against {north}.", south=first, north=second)


class Incarnations(Procedure):
    """BER F12/q Cards of the graveyard with incarnation count their turns, and return."""

    seat: int
    card: str = ""
    cell: str = ""
    counted: bool = False

    @step("BER F12/q")
    def next_card(self, s: Battle) -> Outcome:
        if not self.counted:
            self.counted = True
            for card in list(s.cards.values()):
                if card.zone == GRAVE and card.owner == self.seat and "incarnation" in SHEETS[card.kind].features:
                    put(s, card, tokens=card.tokens + 1)
        dead = [card for card in s.cards.values() if card.tokens and card.zone == GRAVE and card.owner == self.seat]
        ready = [card for card in dead if is_due(card)]
        self.card, self.cell = (ready[0].id if ready else ""), ""
        return None

    @step("BER F12/r", into="cell", when=lambda self, s: self.card != "" and bool(self._cells(s)))
    def choose_cell(self, s: Battle) -> Outcome:
        name = SHEETS[s.cards[self.card].kind].name
        prompt = text("In which cell of the third row does {card} return?", card=name)
        return choose(prompt, by=self.seat, among=self._cells(s))

    @step("BER F12/s")
    def come_back(self, s: Battle) -> Outcome:
        if not self.card:
            return None
        card = s.cards[self.card]
        flyer = SHEETS[card.kind].flyer
        if not self.cell and not flyer:
            return None  # no free cell: it goes on waiting
        zone = AIR if flyer else FIELD
        back = Card(
            next_id(s, self.seat), card.kind, self.seat, self.seat, zone, self.cell, closed=True, returned=True
        )  # fmt: skip
        replace_dead(s, card, back)
        tell(s, "BER F12/q", "{card} returns by incarnation.", card=name_of(s, back))
        return AGAIN

    def _cells(self, s: Battle) -> list[str]:
        if SHEETS[s.cards[self.card].kind].flyer:
            return []
        return [cell for cell in CELLS if row_of(cell, self.seat) == 3 and cell not in s.cells]


def incarnation_of(card: Card) -> int:
    """How many own turns it waits in the graveyard; 0 for a card without incarnation."""
    found = SHEETS[card.kind].features.get("incarnation", ())
    return found[0].amount if found else 0


def is_due(card: Card) -> bool:
    """Has it waited in the graveyard as long as its incarnation says?"""
    turns = incarnation_of(card)
    return bool(turns) and card.tokens >= turns
