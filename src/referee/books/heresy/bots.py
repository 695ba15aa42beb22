"""Players that know the book: one plays at random, one looks for what changes something in its favour.

Both answer from what their seat may know: its own hand, the open cards, and the options of the question.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from referee.books.heresy.abilities import Use, find_use
from referee.books.heresy.battle import cards_at
from referee.books.heresy.declaring import Declare, hand_names
from referee.books.heresy.deployment import Deployment
from referee.books.heresy.exchange import RETREAT
from referee.books.heresy.field import Field, candidates
from referee.books.heresy.setup import SetUp
from referee.books.heresy.state import NOBODY, Lying, War, ability_at
from referee.books.heresy.winner import force_at
from referee.kernel import PASS, ChooseOne, ChooseSome, Game, Seat
from referee.text.heresy import Ability, Discard, Do, DoThis, OpponentDiscards, PickFromHand, Posture, Verb, What, Whose


def at_random(game: Game, seat: Seat, random: Random) -> Any:
    """Any legal answer."""
    return game.propose(random)


def sensible(game: Game, seat: Seat, random: Random) -> Any:
    """An answer that looks good: abilities that change something, the best objects, force where it decides."""
    decision, s = game.decision, game.state
    assert decision is not None
    assert isinstance(s, War)
    frame = game.stack[-1]
    if isinstance(frame, Declare) and not isinstance(frame, SetUp):
        return _objects(s, seat, frame, decision, random)
    if isinstance(decision, ChooseSome):
        return _cheapest(s, seat, decision)
    if not isinstance(decision, ChooseOne):
        return game.propose(random)
    if PASS in decision.among:
        return _use(s, seat, decision, random)
    if isinstance(frame, Deployment) and isinstance(decision.among[0], str):
        names = hand_names(s, s.hands[seat])
        return max(decision.among, key=lambda name: (s.pool[names[name]].capture, random.random()))
    if isinstance(decision.among[0], int):
        return max(decision.among, key=lambda at: (_need(s, seat, at), random.random()))
    return game.propose(random)


BOTS: dict[str, Callable[[Game, Seat, Random], Any]] = {"sensible": sensible, "random": at_random}


def _need(s: War, seat: Seat, at: int) -> float:
    """How much a sector deserves the next card or battle: it is worth most where the forces are close."""
    sector = s.sectors[at]
    if sector.captor != NOBODY:
        return -100.0
    mine, theirs = force_at(s, seat, at), force_at(s, 1 - seat, at)
    hidden = sum(x.owner == seat for x in cards_at(s, at) if not x.face_up)
    lead = mine + 1.5 * hidden - theirs
    if s.battle == NOBODY and s.turn and not s.hands[seat]:
        return lead + min(mine + 1.5 * hidden - sector.force, 0) + sector.value / 10
    return -abs(lead - 2) + sector.value / 10


def _use(s: War, seat: Seat, decision: ChooseOne, random: Random) -> Any:
    """The use that changes most; a pass if none changes anything."""
    best, worth = PASS, 0.0
    for answer in decision.among:
        if answer in (PASS, RETREAT):
            continue
        use = find_use(s, seat, answer)
        if isinstance(use, Use):
            gain = _gain(s, seat, use) + random.random() / 10
            if gain > worth + 0.1:
                best, worth = answer, gain
    return best


def _gain(s: War, seat: Seat, use: Use) -> float:
    ability = ability_at(s, use.card, use.line)
    assert ability is not None
    field = Field(s)
    gain = 0.0
    for deed in ability.deeds:
        if isinstance(deed, Do):
            found = candidates(s, field, deed.verb, deed.objects, seat)
            count = min(len(found), deed.objects.number) if deed.objects.is_chosen else len(found)
            values = sorted((_worth(s, x, deed.verb) for x in found), reverse=True)[:count]
            gain += sum(values)
        elif isinstance(deed, OpponentDiscards | PickFromHand):
            gain += 0.4 * min(deed.number, len(s.hands[1 - seat]))
        elif isinstance(deed, DoThis):
            gain += 0.3 if deed.verb is not Verb.TURN else 0.0
        else:
            gain += 0.3 * deed.number
    return gain - _price(s, seat, ability)


def _price(s: War, seat: Seat, ability: Ability) -> float:
    price = 0.05
    for part in ability.cost:
        if isinstance(part, Discard):
            price += 0.3 * part.number
        elif isinstance(part, DoThis | Do):
            price += 1.2 if part.verb is Verb.DESTROY else 0.3
        else:
            price += 0.3
    return price


def _worth(s: War, lying: Lying, verb: Verb) -> float:
    """What the verb is worth on a card, for whom it is done to."""
    capture = s.pool[lying.card].capture or 1
    if verb is Verb.DESTROY:
        return 1.0 * capture
    if verb is Verb.TURN:
        return 0.4 * capture
    return 0.5 if lying.posture is Posture.TURNED else 0.2


def _objects(s: War, seat: Seat, frame: Declare, decision: Any, random: Random) -> Any:
    """The best cards for a deed, the cheapest for a price."""
    part = frame.part(s)
    if not isinstance(part, Do) or not all(isinstance(one, str) for one in decision.among):
        return _cheapest(s, seat, decision) if isinstance(decision, ChooseSome) else decision.sample(random)
    ability = ability_at(s, frame.card, frame.line)
    assert ability is not None
    paying = part in ability.cost or (part.objects.whose is Whose.OWN and part.verb in (Verb.TURN, Verb.DESTROY))
    ranked = sorted(
        decision.among, key=lambda id: (_worth(s, s.table[id], part.verb), random.random()), reverse=not paying
    )
    if isinstance(decision, ChooseSome):
        return tuple(ranked[: decision.minimum if paying else decision.maximum])
    return ranked[0]


def _cheapest(s: War, seat: Seat, decision: ChooseSome) -> Any:
    names = hand_names(s, s.hands[seat])

    def keep(one: Any) -> float:
        card = s.pool[names[one]] if one in names else None
        return 0.0 if card is None else card.capture + (card.kind is What.UNIT)

    return tuple(sorted(decision.among, key=keep)[: max(decision.minimum, 0)])
