"""A printed card worked out: its features as numbers, its actions, its triggers. Not part of the state."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import msgspec

from referee.kernel import Text, text
from referee.text.berserk_ability import Ability, Feature, Resource
from referee.text.berserk_cards import PrintedCard, abilities_of, read_cards
from referee.text.berserk_words import describe

CONTENT = Path(__file__).with_name("content")


TURN_EVENTS = ("turn start", "enemy turn start", "turn end", "enemy turn end")
"""The conditions that come with the turn."""


class Sheet:
    """What the rules ask of a printed card, ready to hand."""

    __slots__ = (
        "abilities",
        "actions",
        "card",
        "cost",
        "counts_as",
        "creature",
        "events",
        "fast",
        "fast_in_attacks_only",
        "features",
        "flyer",
        "formation",
        "gathers",
        "in_formation",
        "jump",
        "kind",
        "least",
        "life",
        "move",
        "name",
        "names",
        "needs_attack",
        "repeats",
        "slow",
        "strike",
        "strike_words",
        "strikes",
        "symbiont",
        "teleports",
        "timed",
        "type",
        "words",
    )  # fmt: skip

    def __init__(self, card: PrintedCard) -> None:
        self.card = card
        self.kind = card.key
        self.names: dict[str, str] = msgspec.to_builtins(card.name)
        self.name = Text("{name}", {"name": self.names})
        self.type = card.type
        self.cost = card.cost
        self.creature = card.is_creature
        self.flyer = card.type == "flyer"
        as_creature = ("creature", "flyer" if self.flyer else "ground") if self.creature else ()
        self.counts_as = frozenset(("card", *as_creature))
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
        weak, medium, strong = self.strike
        self.strike_words = text("simple strike {weak}-{medium}-{strong}", weak=weak, medium=medium, strong=strong)
        self.least = {
            key: tuple(Resource(part.kind, 1) if part.x else part for part in one.payment) for key, one in self.actions
        }
        self.needs_attack = tuple(key for key, one in self.fast if changes_attack(one))
        self.fast_in_attacks_only = len(self.needs_attack) == len(self.fast)
        # abilities with several targets that need not be different: one card may be named again
        self.repeats = tuple(str(at) for at, one in enumerate(self.abilities) if may_repeat(one))
        self.events: dict[str, tuple[int, ...]] = {}
        for at, one in enumerate(self.abilities):
            if one.event is not None:
                self.events[one.event.what] = (*self.events.get(one.event.what, ()), at)
        self.timed = any(name in self.events for name in TURN_EVENTS)
        # 123.3: a card with a chip in a payment of its text may gather chips.
        self.gathers = any(part.kind == "chips" for _, one in self.actions for part in one.payment)


def changes_attack(ability: Ability) -> bool:
    """Does it change an attack that is under way, so that without one it has nothing to do?"""
    return any(deed.do in ("level", "cap", "block") for deed in ability.deeds)


def may_repeat(ability: Ability) -> bool:
    """Has it several targets that need not be different?"""
    return ability.aim is not None and ability.aim.most > 1 and not ability.aim.different


def _by_name(features: Iterable[Feature]) -> dict[str, tuple[Feature, ...]]:
    found: dict[str, tuple[Feature, ...]] = {}
    for feature in features:
        found[feature.name] = (*found.get(feature.name, ()), feature)
    return found


@cache
def shipped() -> dict[str, PrintedCard]:
    """The cards that come with the book, by key."""
    cards = [card for path in sorted(CONTENT.glob("cards-*.toml")) for card in read_cards(_text(path), path.name)]
    return {card.key: card for card in cards}


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


SHEETS: dict[str, Sheet] = {}
"""The sheet of every card, by its key. A game puts in what it needs when it begins or is loaded: the shipped cards, and
its own ones, whose key ends in a digest of what is printed on them, so that a key stands for one card for ever.
"""


def know(own: Mapping[str, PrintedCard]) -> None:
    """Work out the shipped cards, and those of a game that are not among them."""
    if not SHEETS:
        SHEETS.update({kind: Sheet(card) for kind, card in shipped().items()})  # at once: other threads read it
    for kind, card in own.items():
        if kind not in SHEETS:
            SHEETS[kind] = Sheet(card)


def own_key(card: PrintedCard) -> str:
    """The key under which a card that is not among the shipped ones is kept in a game."""
    return f"{card.key}--{hashlib.blake2b(msgspec.json.encode(card), digest_size=4).hexdigest()}"
