"""What cards and blows are worth: for bots, and for how the seats stand. Uses what a seat may know and no more."""

from __future__ import annotations

from functools import cache

from referee.books.berserk.features import is_protected, reduction, total
from referee.books.berserk.records import AIR, FIELD, IN_BATTLE, Card
from referee.books.berserk.sheet import SHEETS
from referee.books.berserk.state import Battle, cell_of, lives_left, squad
from referee.books.berserk.strike import answers_strike, one_roll, strike_bonus, two_rolls
from referee.books.berserk.targets import are_adjacent
from referee.kernel import Game

UNKNOWN_COST, UNKNOWN_LIVES = 4, 8
"""What a hidden card of the other side is taken to be."""

KILL = 1.5
"""How much more a card is worth than its last lives."""

DICE = (1, 2, 3, 4, 5, 6)


def is_known_to(card: Card, seat: int) -> bool:
    """May this seat know which card it is?"""
    return not card.hidden or card.seat == seat


def cost_of(s: Battle, card: Card, seat: int) -> float:
    """The printed cost, as far as the seat knows it."""
    return SHEETS[card.kind].cost if is_known_to(card, seat) else UNKNOWN_COST


def lives_of(s: Battle, card: Card, seat: int) -> int:
    """Lives left, as far as the seat knows them."""
    return max(lives_left(s, card), 1) if is_known_to(card, seat) else UNKNOWN_LIVES


def harm_worth(s: Battle, card: Card, wounds: float, seat: int) -> float:
    """What so many wounds on a card are worth to its enemy."""
    lives, cost = lives_of(s, card, seat), cost_of(s, card, seat)
    if wounds >= lives:
        return cost * KILL
    return cost * wounds / max(lives, 1) * 0.9


@cache
def odds(own: int, other: int, answered: bool) -> tuple[tuple[int, int, float], ...]:
    """How likely which levels of strike and reply are, with these bonuses on the dice."""
    found: dict[tuple[int, int], int] = {}
    for mine in DICE:
        for his in DICE if answered else (1,):
            key = two_rolls(mine + own, his + other) if answered else (one_roll(mine + own), -1)
            found[key] = found.get(key, 0) + 1
    every = sum(found.values())
    return tuple((level, reply, count / every) for (level, reply), count in found.items())


def strike_worth(s: Battle, attacker: Card, target: Card, seat: int) -> float:
    """What a simple strike is worth to `seat`: what it does less what comes back."""
    if not is_known_to(target, seat):
        return 1.0
    answered = answers_strike(s, attacker, target)
    own, other = total(s, attacker, "attack experience"), total(s, target, "defence experience")
    worth = 0.0
    for level, reply, chance in odds(own, other, answered):
        if level >= 0:
            worth += chance * harm_worth(s, target, blow(s, attacker, target, level), seat)
        if reply >= 0:
            worth -= chance * harm_worth(s, attacker, blow(s, target, attacker, reply), seat)
    return worth


def blow(s: Battle, striker: Card, struck: Card, level: int) -> int:
    """How many wounds a simple strike of a level would deal."""
    if is_protected(s, struck, "strike", striker):
        return 0
    amount = SHEETS[striker.kind].strike[level] + strike_bonus(s, striker, struck)
    amount -= reduction(s, struck, "strike", striker) + max(total(s, struck, "armour") - struck.armour, 0)
    return max(amount, 0)


def reach_worth(s: Battle, card: Card, cell: str, seat: int) -> float:
    """How good it is for a striker to stand in a cell: near enemies, with the wounded and the dear ones first."""
    from referee.books.berserk.field import KING

    best = 0.0
    for other in s.cards.values():
        if other.seat == seat or other.zone == AIR or other.zone not in IN_BATTLE:
            continue
        there = cell_of(s, other)
        if there:
            best = max(best, (1 + cost_of(s, other, seat) / lives_of(s, other, seat)) / max(KING[cell][there], 1))
    return best


def is_engaged(s: Battle, card: Card) -> bool:
    """Does an enemy stand next to it?"""
    return any(
        other.seat != card.seat and are_adjacent(s, card, other) for other in s.cards.values() if other.zone == FIELD
    )


def standing(s: Battle, seat: int) -> float:
    """The worth of a squad: the costs of its creatures, by the share of their lives that is left."""
    found = 0.0
    for card in squad(s, seat):
        sheet = SHEETS[card.kind]
        if sheet.creature:
            found += sheet.cost * (1 + max(lives_left(s, card), 0) / sheet.life) / 2
    return found


def scores(game: Game) -> tuple[float, ...]:
    """How each seat stands: at the end 1 for the winner (a draw: a half each), until then its share of what is left."""
    s = game.state
    assert isinstance(s, Battle)
    if s.result is not None:
        if s.result.winner is None:
            return (0.5, 0.5)
        return (1.0, 0.0) if s.result.winner == 0 else (0.0, 1.0)
    first, second = standing(s, 0), standing(s, 1)
    both = first + second
    return (first / both, second / both) if both else (0.5, 0.5)
