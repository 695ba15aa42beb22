"""What a Berserk line may say and nobody could do: it is refused, so that no card is played without its text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.kernel import Text, text
from referee.text.berserk_ability import Ability, Amount, Feature, Resource

ZERO = text("0 is not possible here.")
TWICE = text("this is said twice.")
CONTRADICTION = text("these words contradict each other.")
NO_RANGE = text("nothing here has a range.")
NO_COUNT = text("there is nothing here that this could count.")
NO_ATTACK = text("there is no attack here that this could mean.")
NO_CHIPS = text("no chips are paid in this line.")
NO_REACH = text("the range of the jump is missing.")
PRINTED_ONLY = text("this feature works only where it is printed on the card itself.")
INSTANT_ONLY = text("only an instant can change an attack under way.")
NO_POISON = text("this can do nothing about poison.")
UNKNOWN_X = text("X is neither paid nor explained in this line.")

ATTACKERS = ("struck", "target", "defends")
"""The conditions that have an attacker."""

ATTACKED = ("hit", "miss", "rage")
"""The conditions that have a card attacked."""

ON_THE_CARD = ("incarnation", "jump", "teleport", "formation", "decoy", "redirects")
"""Features that are looked for on the printed card only."""


def only(known: str) -> Text:
    """The only words that are understood at a place."""
    return text("only this is understood here: {known}.", known=known)


def nonsense(ability: Ability) -> Iterator[tuple[str, Text]]:
    """What in a sentence could not be done: a pattern of the words it concerns (lower case), and why."""
    if ability.feature is not None:
        yield from _feature_nonsense(ability.feature, ability.formation)
        return
    yield from _payment_nonsense(ability.payment)
    event = ability.event.what if ability.event is not None else ""
    amounts = tuple(_amounts(ability))
    paid = any(part.x for part in ability.payment)
    stated = paid or (not event and ability.states_wounds)
    if not stated and any(amount.per == "x" for amount in amounts):
        yield r"(?<!\w)[xх](?!\w)", UNKNOWN_X
    if event != "hit" and any(amount.per == "dealt" for amount in amounts):
        yield r"ран, нанес", NO_COUNT
    attack = ability.attack
    who = {deed.whom for deed in ability.deeds} | ({attack.at} if attack is not None else set())
    if "attacker" in who and not _has_attacker(ability):
        yield r"атаковавш", NO_ATTACK
    if "struck" in who and event not in ATTACKED:
        yield r"атакованн", NO_ATTACK
    if attack is not None and attack.per_chip and not any(part.kind == "chips" for part in ability.payment):
        yield r"потраченн", NO_CHIPS
    if not event and not ability.instant and any(deed.do in ("level", "cap", "block") for deed in ability.deeds):
        yield r"свести|блокировать", INSTANT_ONLY
    for deed in ability.deeds:
        if deed.feature is not None:
            yield from _feature_nonsense(deed.feature, True)


def _has_attacker(ability: Ability) -> bool:
    event = ability.event
    if event is None or event.what not in ATTACKERS:
        return False
    return event.what != "target" or not {"spell", "impact"} & set(event.kinds)


def _amounts(ability: Ability) -> Iterator[Amount]:
    for deed in ability.deeds:
        yield deed.amount
        if deed.turns is not None:
            yield deed.turns
    if ability.attack is not None:
        yield from ability.attack.levels


def _payment_nonsense(payment: tuple[Resource, ...]) -> Iterator[tuple[str, Text]]:
    kinds: list[str] = [part.kind for part in payment]
    for kind, words in (("close", r"\[з\]|закры"), ("destroy", "уничтож")):
        if kinds.count(kind) > 1:
            yield words, TWICE


def _feature_nonsense(feature: Feature, passing: bool) -> Iterator[tuple[str, Text]]:
    if passing and feature.name in ON_THE_CARD:
        words = {
            "incarnation": "инкарнация|воплощение", "jump": "прыжок", "teleport": "телепорт",
            "formation": r"(?<!^)строй", "decoy": "выстрел|метани|разряд", "redirects": "может перенаправить",
        }  # fmt: skip
        yield words[feature.name], PRINTED_ONLY
    if feature.name in ("less", "not chosen", "ignores protection") and "poison" in feature.kinds:
        yield "отравлени", NO_POISON


def place_of(pattern: str, sentence: str) -> int:
    """Where in a sentence the words of a pattern stand; its beginning if they are not found."""
    found = re.search(pattern, sentence.lower().replace("ё", "е"))
    return found.start() if found else 0
