"""A player that knows the book: it looks one action ahead, at what it may know."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from referee.books.berserk.actions import GATHER, MOVEMENTS, STRIKE, ability_of, actions_of, targets_of
from referee.books.berserk.attacks import value
from referee.books.berserk.declaration import BACK, Declare
from referee.books.berserk.field import row_of
from referee.books.berserk.naming import ENOUGH, NameTargets
from referee.books.berserk.priority import CONCEDE, PASS, Priority
from referee.books.berserk.records import FIELD, SQUAD, Card, Fight, Item
from referee.books.berserk.resolve import NONE, Settle, kind_of
from referee.books.berserk.setup import FINISH, KEEP
from referee.books.berserk.sheet import SHEETS
from referee.books.berserk.state import Battle
from referee.books.berserk.strike import BOTH, LOWER
from referee.books.berserk.worth import (
    blow,
    cost_of,
    harm_worth,
    is_engaged,
    is_known_to,
    lives_of,
    reach_worth,
    strike_worth,
)
from referee.kernel import ChooseSome, Game, Number, Seat
from referee.text.berserk_ability import Ability, Deed

GATHER_WORTH = 0.25
"""What a chip is worth to a card that can pay with it."""

LEAST_WORTH = 0.05
"""Nothing worth less is done."""


def sensible_answer(game: Game, seat: Seat, random: Random) -> Any:
    """Recruits what it can afford, comes to blows, strikes where it pays, heals, defends its dear cards."""
    s, frame, asked = game.state, game.stack[-1], game.decision
    assert isinstance(s, Battle)
    assert asked is not None
    match asked.rule:
        case "BER F04/k":
            return _recruit(s, seat, game.options())
        case "BER F04/g":
            return KEEP
        case "BER F04/c":
            return "first"
        case "BER F06/c":
            return max(game.options(), key=lambda one: _front_worth(s.cards[one]))
        case "BER F06/d":
            wanted = 1 if _front_worth(s.cards[frame.card]) > 0 else 3  # type: ignore[attr-defined]
            return min(
                game.options(), key=lambda cell: (abs(row_of(cell, seat) - wanted), abs(ord(cell[0]) - ord("c")))
            )
        case "BER F10.2/h":
            return _keep_or_lower(s, seat)
        case "BER F15/a":
            return max(game.options(), key=lambda one: lives_of(s, s.cards[one], seat))
        case "BER 405/c":
            return "declare"
        case "BER 405/d":
            return _best_targets(s, asked, game.options(), lambda one: _hurt_or_help(s, one, seat))
    match frame:
        case Priority():
            return _source(s, seat, game.options())
        case Declare():
            return _declaration(game, s, seat, frame)
        case NameTargets():
            return _next_target(s, seat, frame, game.options())
        case Settle():
            return _settle(s, seat, frame, game.options())
    return game.propose(random)


def _recruit(s: Battle, seat: int, options: tuple[Any, ...]) -> Any:
    cards = [one for one in options if one != FINISH]
    if not cards:
        return FINISH
    held = [
        element for card in s.cards.values() if card.zone == SQUAD and card.seat == seat for element in _elements(card)
    ]

    def wish(one: str) -> float:
        sheet = SHEETS[s.cards[one].kind]
        new = [element for element in sheet.card.elements if element not in held]
        return (
            sheet.cost + (2 if sheet.card.elite else 0) + (1 if sheet.creature else -2) - (2 * len(new) if held else 0)
        )

    return max(cards, key=wish)


def _elements(card: Card) -> tuple[str, ...]:
    return SHEETS[card.kind].card.elements


def _front_worth(card: Card) -> float:
    """How much a card wants to stand in front: strong strikers do, archers and healers do not."""
    sheet = SHEETS[card.kind]
    acts = sum(1 for _, ability in sheet.slow if ability.aim is not None and ability.aim.place == "")
    return sum(sheet.strike) - 4 - 2 * acts if sheet.creature and not sheet.flyer else -5


def _source(s: Battle, seat: int, options: tuple[Any, ...]) -> Any:
    best, chosen = LEAST_WORTH, PASS
    for one in options:
        if one in (PASS, CONCEDE):
            continue
        worth, _, _ = best_action(s, s.cards[one], seat)
        if worth > best:
            best, chosen = worth, one
    return chosen


def _declaration(game: Game, s: Battle, seat: int, frame: Declare) -> Any:
    card, asked = s.cards[frame.source], game.decision
    if isinstance(asked, Number):
        return asked.maximum if not asked.maximum > 3 else 3
    if asked is not None and asked.rule == "BER 501.1/c":
        worth, action, _ = best_action(s, card, seat)
        return action if worth > LEAST_WORTH else BACK
    return _best_targets(s, asked, game.options(), lambda one: _target_worth(s, card, frame.action, one, seat))


def _best_targets(s: Battle, asked: Any, options: tuple[Any, ...], worth: Callable[[str], float]) -> Any:
    if isinstance(asked, ChooseSome):
        best = sorted(asked.among, key=worth, reverse=True)
        good = [one for one in best if worth(one) > 0][: asked.maximum]
        return tuple(good) if len(good) >= asked.minimum else tuple(best[: asked.minimum])
    return max(options, key=worth)


def _next_target(s: Battle, seat: int, frame: NameTargets, options: tuple[Any, ...]) -> Any:
    card, action = s.cards[frame.source], str(frame.ability)
    best = max((one for one in options if one != ENOUGH), key=lambda one: _target_worth(s, card, action, one, seat))
    return best if ENOUGH not in options or _target_worth(s, card, action, best, seat) > 0 else ENOUGH


def best_action(s: Battle, card: Card, seat: int) -> tuple[float, str, str]:
    """The most worthy action of a card: its worth, the action, its best target."""
    best: tuple[float, str, str] = (0.0, BACK, "")
    for action in actions_of(s, card):
        ability = ability_of(s, card, action)
        if action == GATHER:
            best = max(best, (GATHER_WORTH if card.chips < 2 and not is_engaged(s, card) else 0.0, action, ""))
            continue
        if ability is not None and ability.aim is None:
            best = max(best, (_untargeted_worth(s, card, ability, seat), action, ""))
            continue
        for target in targets_of(s, card, action):
            best = max(best, (_target_worth(s, card, action, target, seat), action, target))
    return best


def _target_worth(s: Battle, card: Card, action: str, target: str, seat: int) -> float:
    if action == STRIKE:
        return strike_worth(s, card, s.cards[target], seat)
    if action in MOVEMENTS:
        if is_engaged(s, card) or not SHEETS[card.kind].strikes:
            return 0.0
        return 0.3 * (reach_worth(s, card, target, seat) - reach_worth(s, card, card.cell, seat)) - 0.02
    ability = ability_of(s, card, action)
    assert ability is not None
    worth = _ability_worth(s, card, ability, s.cards[target], seat)
    paid = sum(part.amount for part in ability.payment if part.kind == "wounds")
    lost = sum(1 for part in ability.payment if part.kind == "destroy")
    return worth - harm_worth(s, card, paid, seat) - lost * cost_of(s, card, seat)


def _ability_worth(s: Battle, card: Card, ability: Ability, target: Card, seat: int) -> float:
    if ability.attack is not None:
        item = Item(0, seat, card.id, "", amount=1)
        levels = [value(s, item, level, card) for level in ability.attack.levels]
        wounds = (levels[0] * 3 + levels[1] * 2 + levels[2]) / 6
        return harm_worth(s, target, wounds, seat) * (1 if target.seat != seat else -1)
    return sum(_deed_worth(s, card, deed, target, seat) for deed in ability.deeds if deed.whom == "target")


def _deed_worth(s: Battle, card: Card, deed: Deed, target: Card, seat: int) -> float:
    foe = 1.0 if target.seat != seat else -1.0
    if not is_known_to(target, seat):
        return 0.0
    amount = max(deed.amount.base, 1)
    match deed.do:
        case "wound" | "poison":
            return foe * harm_worth(s, target, amount, seat)
        case "destroy" | "finish":
            return foe * cost_of(s, target, seat)
        case "heal":
            return -foe * harm_worth(s, target, 0.9 * min(amount, target.wounds), seat)
        case "cure":
            return -foe * 0.5 * target.poison
        case "close" | "lose chips":
            return 0.0 if target.closed else foe * 0.4 * cost_of(s, target, seat)
        case "open":
            return -foe * 0.3 * cost_of(s, target, seat) if target.closed else 0.0
        case "gain chips" | "gain":
            stun = deed.feature is not None and deed.feature.name == "stun"
            return (1 if stun else -1) * foe * 0.3
        case "level" | "cap":
            return _fight_worth(s, s.fight, deed, seat)
        case "raise":
            return 0.7 * SHEETS[target.kind].cost
    return 0.1 if deed.do == "move" and foe > 0 else 0.0


def _fight_worth(s: Battle, fight: Fight | None, deed: Deed, seat: int) -> float:
    if fight is None:
        return 0.0
    attacker, target = s.cards[fight.attacker], s.cards[fight.target]
    if deed.do == "level":
        gain = blow(s, attacker, target, 2) - (blow(s, attacker, target, fight.level) if fight.level >= 0 else 0)
        return harm_worth(s, target, gain, seat) if attacker.seat == seat and fight.level >= 0 and gain > 1 else 0.0
    if target.seat != seat or fight.level < 0 or fight.kind != "strike":
        return 0.0
    saved = blow(s, attacker, target, fight.level) - 1
    return harm_worth(s, target, saved, seat) if saved > 1 else 0.0


def _untargeted_worth(s: Battle, card: Card, ability: Ability, seat: int) -> float:
    worth = 0.0
    for deed in ability.deeds:
        if deed.do == "block" and s.fight is not None and s.fight.target in s.cards:
            fight = s.fight
            deals = fight.level if fight.kind == "strike" else 1
            worth += 1.0 if deals > 0 and s.cards[fight.target].seat == seat else 0.0
        elif deed.do == "destroy" and deed.whom == "self":
            worth -= cost_of(s, card, seat)
        elif deed.do == "wound" and deed.whom in ("neighbours", "enemy neighbours"):
            near = [one for one in s.cards.values() if one.zone == FIELD and one.id != card.id and _is_near(card, one)]
            for one in near:
                sign = 1 if one.seat != seat else (-1 if deed.whom == "neighbours" else 0)
                worth += sign * harm_worth(s, one, deed.amount.base, seat)
        elif deed.do in ("summon", "prophecy"):
            worth += 0.5
    return worth


def _is_near(one: Card, other: Card) -> bool:
    from referee.books.berserk.field import KING

    return bool(one.cell) and bool(other.cell) and KING[one.cell][other.cell] <= 1


def _keep_or_lower(s: Battle, seat: int) -> str:
    fight = s.fight
    assert fight is not None
    attacker, target = s.cards[fight.attacker], s.cards[fight.target]

    def balance(level: int, reply: int) -> float:
        done = harm_worth(s, target, blow(s, attacker, target, level), seat) if level >= 0 else 0.0
        back = harm_worth(s, attacker, blow(s, target, attacker, reply), seat) if reply >= 0 else 0.0
        return done - back if attacker.seat == seat else back - done

    return BOTH if balance(fight.level, fight.reply) >= balance(fight.level - 1, fight.reply - 1) else LOWER


def _settle(s: Battle, seat: int, frame: Settle, options: tuple[Any, ...]) -> Any:
    """Defend or redirect where the other card can bear it better."""
    item = frame.item
    named, source = s.cards[item.chosen[frame.shot]], s.cards[item.source]
    best, chosen = 0.3, NONE
    for one in options:
        if one == NONE:
            continue
        other = s.cards[one]
        if kind_of(s, item) == "strike":
            gain = strike_worth(s, source, named, source.seat) - strike_worth(s, source, other, source.seat)
        else:
            gain = harm_worth(s, named, 2, 1 - seat) - harm_worth(s, other, 2, 1 - seat)
        if gain > best:
            best, chosen = gain, one
    return chosen


def _hurt_or_help(s: Battle, one: str, seat: int) -> float:
    """Triggered features are read as hurting: the enemy first, and there the card nearest to its end."""
    card = s.cards[one]
    return harm_worth(s, card, 2, seat) * (1 if card.seat != seat else -1)


BOTS: dict[str, Callable[[Game, Seat, Random], Any]] = {"sensible": sensible_answer}
