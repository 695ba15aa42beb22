"""What holds for a card now: its printed features, those of its formation, and those it got for a time."""

from __future__ import annotations

import msgspec

from referee.books.berserk.field import BESIDE
from referee.books.berserk.records import FIELD, Card
from referee.books.berserk.sheet import SHEETS
from referee.books.berserk.state import Battle
from referee.kernel import Effect, add_effect
from referee.text.berserk_ability import MAGIC, MELEE, RANGED, Feature

ATTACKS = ("strike", "special strike", "shot", "throw", "discharge", "magic strike", "row strike")

_NONE: tuple[Feature, ...] = ()


def features(s: Battle, card: Card, name: str) -> tuple[Feature, ...]:
    """Every feature of that name that the card has now. A hidden card has none (BER F14/d)."""
    if card.hidden:
        return _NONE
    sheet = SHEETS[card.kind]
    found = sheet.features.get(name, _NONE)
    if sheet.in_formation and name in sheet.in_formation and is_in_formation(s, card):
        found += sheet.in_formation[name]
    if s.effects:
        for effect in s.effects:
            if effect.subject == card.id and effect.kind == name:
                found += (msgspec.convert(effect.value, Feature),)
    return found


def has(s: Battle, card: Card, name: str) -> bool:
    """Has the card this feature now?"""
    if card.hidden:
        return False
    sheet = SHEETS[card.kind]
    if name in sheet.features:
        return True
    if not sheet.in_formation and not s.effects:
        return False
    return bool(features(s, card, name))


def total(s: Battle, card: Card, name: str) -> int:
    """The sum of a numbered feature: who has it and gets it again has both (BER 118/a)."""
    return sum(feature.amount for feature in features(s, card, name))


def give(s: Battle, card: Card, feature: Feature, rule: str, until: str, source: str) -> None:
    """The card has a feature more, until the named moment (for good if it is empty)."""
    add_effect(s, Effect(feature.name, rule, card.id, until, msgspec.to_builtins(feature), source))


def is_in_formation(s: Battle, card: Card) -> bool:
    """BER F12/p: does another card of its side with formation stand beside it?"""
    if card.zone != FIELD:
        return False
    for cell in BESIDE[card.cell]:
        other = s.cells.get(cell)
        if other is not None:
            neighbour = s.cards[other]
            if neighbour.seat == card.seat and not neighbour.hidden and SHEETS[neighbour.kind].formation:
                return True
    return False


def covers(word: str, kind: str, by_flyer: bool) -> bool:
    """Does a word of a protection ("ranged attacks") cover an ability of this kind?"""
    if word == kind:
        return True
    match word:
        case "melee":
            return kind in MELEE
        case "attack" | "all attacks":
            return kind in ATTACKS
        case "ranged attacks":
            return kind in RANGED or kind == "row strike"
        case "magic attacks":
            return kind in MAGIC
        case "non-magic attacks":
            return kind in ATTACKS and kind not in MAGIC
        case "magic":
            return kind in MAGIC or kind == "spell"
        case "flyers' attacks":
            return by_flyer and kind in ATTACKS
        case "non-flyers' attacks":
            return not by_flyer and kind in ATTACKS
        case _:
            return False


def is_protected(s: Battle, card: Card, kind: str, source: Card | None) -> bool:
    """BER F12/f: has the card a protection against this kind that its source does not ignore?"""
    found = features(s, card, "protection")
    if not found:
        return False
    by_flyer = source is not None and SHEETS[source.kind].flyer
    ignored = [word for one in features(s, source, "ignores protection") for word in one.kinds] if source else []
    return any(covers(word, kind, by_flyer) for one in found for word in one.kinds if word not in ignored)


def reduction(s: Battle, card: Card, kind: str, source: Card | None) -> int:
    """BER F12/e: by how much the card lessens an attack of this kind."""
    found = features(s, card, "less")
    if not found:
        return 0
    by_flyer = source is not None and SHEETS[source.kind].flyer
    return sum(one.amount for one in found if any(covers(word, kind, by_flyer) for word in one.kinds))
