"""What has to hold in every position of every game; shared by the property tests and the long runs."""

from __future__ import annotations

from referee.books.berserk.records import AIR, FIELD, HOST, IN_BATTLE
from referee.books.berserk.sheet import SHEETS
from referee.books.berserk.state import Battle, lives_left
from referee.kernel import Game


def faults(game: Game) -> list[str]:
    """Everything that is wrong with a position, in words; nothing if all is well."""
    s = game.state
    assert isinstance(s, Battle)
    found = _numbers(s) + _places(s)
    if s.phase != "preparation" and game.decision is not None:
        found += _counts(s)
    if game.decision is not None and game.decision.rule == "BER F08/e" and s.phase == "choice":
        idle = not (s.queue or s.stack or s.working)
        if idle and game.decision.by == s.active and s.committed:
            found.append(f"promises are left with an empty stack: {s.committed}")
    if game.decision is None and s.result is None:
        found.append("it is over without a result")
    return found


def _numbers(s: Battle) -> list[str]:
    found = []
    for card in s.cards.values():
        numbers = (card.chips, card.moves, card.wounds, card.armour, card.poison, card.extra, card.strikes)
        if min(numbers) < 0:
            found.append(f"{card.id} has a number below zero: {numbers}")
        if card.zone in IN_BATTLE and SHEETS[card.kind].life and lives_left(s, card) <= 0 and not s.working:
            found.append(f"{card.id} is in battle without lives")
    if min(*s.gold, *s.silver) < 0:
        found.append(f"a purse is below zero: {s.gold} {s.silver}")
    for one, prices in s.committed.items():
        for kind in ("close", "destroy"):
            if sum(part.amount for price in prices for part in price.parts if part.kind == kind) > 1:
                found.append(f"{one} has promised its {kind} twice")
    return found


def _places(s: Battle) -> list[str]:
    found = [
        f"{cell} holds {one}, which stands elsewhere" for cell, one in s.cells.items() if s.cards[one].cell != cell
    ]
    for card in s.cards.values():
        if card.zone == FIELD and s.cells.get(card.cell) != card.id:
            found.append(f"{card.id} says it stands in {card.cell}")
        if card.zone == HOST and card.id not in s.riders.get(card.host, ()):
            found.append(f"{card.id} rides on nothing")
        if card.zone == AIR and card.cell:
            found.append(f"{card.id} flies and stands in {card.cell}")
    return found


def _counts(s: Battle) -> list[str]:
    living = tuple(
        sum(
            1
            for card in s.cards.values()
            if card.seat == seat and card.zone in IN_BATTLE and SHEETS[card.kind].creature
        )
        for seat in (0, 1)
    )
    fast = sorted(card.id for card in s.cards.values() if card.zone in IN_BATTLE and SHEETS[card.kind].fast)
    found = [] if living == s.living else [f"{living} creatures are counted as {s.living}"]
    timed = sorted(card.id for card in s.cards.values() if card.zone in IN_BATTLE and SHEETS[card.kind].timed)
    if fast != sorted(s.instants) or timed != sorted(s.timed):
        found.append(f"{fast} and {timed} are kept as {s.instants} and {s.timed}")
    return found
