"""A printed card worked out: its features as numbers, its actions, its triggers. Not part of the state."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import msgspec

from referee.kernel import Text, text
from referee.text.berserk_ability import Ability, Feature
from referee.text.berserk_cards import PrintedCard, abilities_of, read_cards
from referee.text.berserk_words import describe

CONTENT = Path(__file__).with_name("content")


class Sheet:
    """What the rules ask of a printed card, ready to hand."""

    __slots__ = (
        "abilities", "actions", "card", "cost", "creature", "events", "fast", "features", "flyer", "formation",
        "gathers", "in_formation", "jump", "kind", "life", "move", "name", "slow", "strike", "strikes",
        "symbiont", "teleports", "type", "words",
    )  # fmt: skip

    def __init__(self, card: PrintedCard) -> None:
        self.card = card
        self.kind = card.key
        self.name: Text = text(card.name.en)
        self.type = card.type
        self.cost = card.cost
        self.creature = card.is_creature
        self.flyer = card.type == "flyer"
        self.symbiont = card.type in ("companion", "parasite")
        self.life = card.life
        self.move = card.move
        self.strike = card.strike or (0, 0, 0)
        self.strikes = any(self.strike)
        self.abilities: tuple[Ability, ...] = abilities_of(card)
        lasting = [one for one in self.abilities if one.feature is not None]
        self.words: tuple[Text, ...] = tuple(describe(one) for one in self.abilities)
        self.features = _by_name(one.feature for one in lasting if one.feature and not one.formation)
        self.in_formation = _by_name(one.feature for one in lasting if one.feature and one.formation)
        self.formation = "formation" in self.features
        self.jump = self.features["jump"][0].amount if "jump" in self.features else 0
        self.teleports = "teleport" in self.features
        self.actions = tuple((str(at), one) for at, one in enumerate(self.abilities) if one.is_action)
        self.slow = tuple((key, one) for key, one in self.actions if not one.instant)
        self.fast = tuple((key, one) for key, one in self.actions if one.instant)
        self.events: dict[str, tuple[int, ...]] = {}
        for at, one in enumerate(self.abilities):
            if one.event is not None:
                self.events[one.event.what] = (*self.events.get(one.event.what, ()), at)
        # 123.3: a card with a chip in a payment of its text may gather chips.
        self.gathers = any(part.kind == "chips" for _, one in self.actions for part in one.payment)


def _by_name(features: Iterable[Feature]) -> dict[str, tuple[Feature, ...]]:
    found: dict[str, tuple[Feature, ...]] = {}
    for feature in features:
        found[feature.name] = (*found.get(feature.name, ()), feature)
    return found


_SHEETS: dict[str, Sheet] = {}


@cache
def shipped() -> dict[str, PrintedCard]:
    """The cards that come with the book, by key."""
    cards = [card for path in sorted(CONTENT.glob("cards-*.toml")) for card in read_cards(_text(path), path.name)]
    return {card.key: card for card in cards}


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def sheet_for(kind: str, own: Mapping[str, PrintedCard]) -> Sheet:
    """The sheet of a card by its key; `own` holds the cards that are not among the shipped ones.

    Own cards have a key that ends in a digest of what is printed on them, so a key stands for one card for ever.
    """
    found = _SHEETS.get(kind)
    if found is None:
        card = own.get(kind) or shipped()[kind]
        found = _SHEETS[kind] = Sheet(card)
    return found


def own_key(card: PrintedCard) -> str:
    """The key under which a card that is not among the shipped ones is kept in a game."""
    return f"{card.key}--{hashlib.blake2b(msgspec.json.encode(card), digest_size=4).hexdigest()}"
