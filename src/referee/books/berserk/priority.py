"""BER F08 Priority and the stack: declare or pass, until both have passed on an empty stack."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from referee.books.berserk.actions import MOVEMENTS, anything_to_declare, may_act_slowly, source_refusals, sources
from referee.books.berserk.declaration import Declare, declaration_refusals
from referee.books.berserk.explaining import said_at_once
from referee.books.berserk.harm import SIDES
from referee.books.berserk.records import Result
from referee.books.berserk.resolve import Move, Resolve
from referee.books.berserk.sheet import SHEETS
from referee.books.berserk.state import Battle
from referee.books.berserk.triggers import DeclareTriggered
from referee.kernel import AGAIN, DONE, END, Outcome, Procedure, Refusal, choose, refuse, step, tell, text

PASS = "pass"
"""The answer of a player who gives up priority without declaring anything (BER F08/e)."""

CONCEDE = "concede"
"""The answer of a player who gives the battle up."""

WHICH_CARD = text("With which card do you declare something?")
RESPOND = text("Do you declare something in response?")
PASSES = text("pass")
CONCEDES = text("concede the battle")


class Priority(Procedure):
    """BER F08 Players declare or pass in turn. Inside an action under way the stack is left as deep as it was."""

    seat: int
    floor: int = 0
    passes: int = 0
    cards: tuple[str, ...] = ()
    """The cards that may be named now: what the question offers."""
    again: bool = False
    """Has the card named last been let be, so that nothing has changed?"""
    source: Any = None
    declared: bool = False

    @step("BER F08/f")
    def both_have_passed(self, s: Battle) -> Outcome:
        """What is queued enters the stack together; the top of the stack is performed."""
        if s.triggers:
            return None
        if self.passes < 2:
            if may_act_slowly(s, self.seat) or anything_to_declare(s):
                return None
            self.passes = 2  # neither player has anything to declare: both pass unasked
        if s.queue:
            s.stack = (*s.stack, *s.queue)
            s.queue = ()
        if len(s.stack) <= self.floor:
            return DONE
        item = s.stack[-1]
        s.stack = s.stack[:-1]
        self.passes = 0
        self.seat = s.active
        return Move(item=item) if item.action in MOVEMENTS else Resolve(item=item)

    @step("BER 405/a", into="declared", when=lambda self, s: bool(s.triggers))
    def declare_triggered_features(self, s: Battle) -> Outcome:
        """Whoever has priority declares what was triggered on his side before anything else."""
        mine = any(one.seat == self.seat for one in s.triggers)
        seat = self.seat if mine else 1 - self.seat
        self.passes = 0
        return DeclareTriggered(seat=seat)

    @step("BER F08/e", into="source", check="check_source", propose="propose")
    def declare_or_pass(self, s: Battle) -> Outcome:
        self.source = None
        if self.passes >= 2 or s.triggers:
            return None
        slowly = may_act_slowly(s, self.seat)
        cards = self.cards if self.again else tuple(sources(s, self.seat, slowly))
        self.cards = cards
        if not cards:
            self.source = PASS
            return None
        there = s.cards
        labels = [SHEETS[there[one].kind].name for one in cards]
        if slowly:
            return choose(
                WHICH_CARD, by=self.seat, among=(*cards, PASS, CONCEDE), labels=(*labels, PASSES, CONCEDES)
            )  # fmt: skip
        return choose(RESPOND, by=self.seat, among=(*cards, PASS), labels=(*labels, PASSES))

    @step("BER F08/a", into="declared")
    def declare(self, s: Battle) -> Outcome:
        source = self.source
        if source is None:
            return None
        if source == PASS:
            self.passes += 1
            self.seat = 1 - self.seat
            self.declared = False
            return None
        if source == CONCEDE:
            return concede(s, self.seat)
        return Declare(seat=self.seat, source=source)

    @step("BER F08/d")
    def priority_goes_on(self, s: Battle) -> Outcome:
        """After a declaration the other player has priority, and both have to pass again."""
        if self.declared and not s.triggers:
            self.passes = 0
            self.seat = 1 - self.seat
        self.again = not self.declared and self.source not in (None, PASS) and not s.triggers
        self.declared = False
        return AGAIN

    def check_source(self, s: Battle, answer: Any) -> Iterator[Refusal]:
        card = s.cards.get(answer) if isinstance(answer, str) else None
        if answer == CONCEDE:
            yield refuse("BER F01/g", "The battle is conceded in one's own turn, with nothing declared.")
        elif (said := said_at_once(s, answer)) is not None:
            yield from declaration_refusals(s, self.seat, said)
        elif card is None:
            yield refuse(
                "BER 501.1/a",
                "{answer} is no card: a declaration names its source first.",
                answer=str(answer),
                instead=text("Cards now: {cards}.", cards=", ".join(sources(s, self.seat)) or "-"),
            )
        else:
            yield from source_refusals(s, self.seat, card)

    def propose(self, s: Battle, random: Random) -> Iterator[Any]:
        """Any card, or passing; conceding is for players to think of."""
        among = (*self.cards, PASS)
        return iter((among[int(random.random() * len(among))],))


def concede(s: Battle, seat: int) -> Outcome:
    """BER F01/g: the player gives the battle up."""
    s.result = Result(1 - seat, "conceded")
    s.phase = "over"
    tell(s, "BER F01/g", "The {side} side concedes.", side=text(SIDES[seat]))
    return END
