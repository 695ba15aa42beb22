"""An ability in words, for its author and for players: what the referee will do, part by part."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from referee.kernel import Text, count_text, text
from referee.text.ability import in_turn
from referee.text.heresy import (
    Ability,
    Condition,
    CostPart,
    Deed,
    Discard,
    Do,
    DoThis,
    Draw,
    Fact,
    Has,
    IsAttacker,
    Letters,
    Line,
    Many,
    Objects,
    OpponentDiscards,
    Outnumbers,
    PickFromHand,
    Posture,
    Shield,
    Test,
    ThisIs,
    Verb,
    What,
    Whose,
)

LETTERS: dict[Letters, Text] = {
    Letters.ACTION: text("Battle action"),
    Letters.TACTIC: text("Tactic"),
    Letters.M: text("Ability marked М"),
    Letters.R: text("Ability marked Р"),
    Letters.SH: text("Ability marked Ш"),
}
VERBS: dict[Verb, Text] = {
    Verb.TURN: text("to turn"),
    Verb.DESTROY: text("to destroy"),
    Verb.READY: text("to make ready"),
    Verb.ADVANCE: text("to send forward"),
}
KINDS: dict[tuple[Whose, What], Text] = {
    (Whose.OWN, What.UNIT): text("own units"),
    (Whose.OWN, What.ASSET): text("own assets"),
    (Whose.OWN, What.SHIP): text("own ships"),
    (Whose.ENEMY, What.UNIT): text("enemy units"),
    (Whose.ENEMY, What.ASSET): text("enemy assets"),
    (Whose.ENEMY, What.SHIP): text("enemy ships"),
}
POSTURES: dict[Posture, Text] = {
    Posture.READY: text("ready"),
    Posture.ADVANCING: text("advancing"),
    Posture.TURNED: text("turned"),
}


def said(line: Line) -> Text:
    """The line in words."""
    if isinstance(line, Shield):
        if line.verb is Verb.TURN:
            return text("The opponent's abilities cannot turn this card.")
        return text("The opponent's abilities cannot destroy this card.")
    sentences = [text("{letters}.", letters=LETTERS[line.letters])]
    sentences += [_condition(one) for one in line.conditions]
    if line.cost:
        sentences.append(text("Price, in this order: {parts}.", parts=_parts(line.cost)))
    else:
        sentences.append(text("No price."))
    sentences.append(text("Effect: {parts}.", parts=_parts(line.deeds)))
    return in_turn(sentences)


def price(line: Line) -> Text | None:
    """What the line costs, in words; nothing if it costs nothing."""
    return _parts(line.cost) if isinstance(line, Ability) and line.cost else None


@lru_cache(maxsize=1000)
def in_words(line: Line) -> dict[str, Any]:
    """The line for players, by language: as printed in Russian, and as the referee reads it in the others."""
    read = said(line)
    return {"ru": line.words, "en": read, "hu": read}


def _parts(parts: Sequence[CostPart | Deed]) -> Text:
    words = _part(parts[-1])
    for part in reversed(parts[:-1]):
        words = text("{first}; {rest}", first=_part(part), rest=words)
    return words


def _part(part: CostPart | Deed) -> Text:
    match part:
        case Do():
            return text("{verb}: {objects}", verb=VERBS[part.verb], objects=_objects(part.objects))
        case DoThis():
            return text("{verb}: this card", verb=VERBS[part.verb])
        case Discard():
            return count_text(
                "discard {count} card of one's choice", "discard {count} cards of one's choice", part.number
            )
        case Test():
            return text("pass a test on {needed} or more", needed=part.needed)
        case OpponentDiscards():
            return count_text(
                "the opponent discards {count} card, if he has it",
                "the opponent discards {count} cards, or all he has",
                part.number,
            )
        case PickFromHand():
            return count_text(
                "pick {count} card of the opponent's hand unseen; it is discarded",
                "pick {count} cards of the opponent's hand unseen; they are discarded",
                part.number,
            )
        case Draw():
            return count_text("draw {count} card", "draw {count} cards", part.number)


def _objects(objects: Objects) -> Text:
    kind = KINDS[objects.whose, objects.what]
    if objects.posture is not None:
        kind = text("{kind} ({posture})", kind=kind, posture=POSTURES[objects.posture])
    if objects.many is Many.ALL:
        return text("all {kind}, none chosen", kind=kind)
    if objects.many is Many.UP_TO:
        return text("{kind}, up to {number}, chosen when announced", kind=kind, number=objects.number)
    return text("{kind}, exactly {number}, chosen when announced", kind=kind, number=objects.number)


def _condition(condition: Condition) -> Text:
    fact = _fact(condition.fact)
    if condition.holds:
        return text("Usable only if {fact}.", fact=fact)
    return text("Not usable if {fact}.", fact=fact)


def _fact(fact: Fact) -> Text:
    match fact:
        case Has():
            kind = KINDS[fact.whose, fact.what]
            if fact.posture is not None:
                kind = text("{kind} ({posture})", kind=kind, posture=POSTURES[fact.posture])
            if not fact.number:
                return text("there is none of these in the battle: {kind}", kind=kind)
            return text("there are at least {number} of these in the battle: {kind}", number=fact.number, kind=kind)
        case ThisIs():
            return text("this card is {posture}", posture=POSTURES[fact.posture])
        case Outnumbers():
            if fact.more:
                return text("its player has more units in the battle than the opponent")
            return text("its player has fewer units in the battle than the opponent")
        case IsAttacker():
            if fact.attacker:
                return text("its player is the attacker")
            return text("its player is the defender")
