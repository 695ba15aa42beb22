"""What a seat may know, as plain JSON. Nothing else of a game may reach a player."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from referee.books.berserk.actions import label
from referee.books.berserk.price import Price, describe_parts
from referee.books.berserk.records import DEALT, GRAVE, IN_BATTLE, REPLACED, SQUAD, Card, Item
from referee.books.berserk.sheet import SHEETS, Sheet
from referee.books.berserk.state import Battle
from referee.books.berserk.zones import zones
from referee.kernel import Game, Text, phrase, text
from referee.text.ability import in_turn

UNSORTED = (DEALT, SQUAD)
PROMISED = ("close", "chips", "moves", "wounds", "destroy")
"""The kinds of resources a card can promise to pay."""


def view(game: Game, seat: int | None) -> dict[str, Any]:
    """The table as `seat` may see it (`None`: a spectator, who sees what both may)."""
    s = game.state
    assert isinstance(s, Battle)
    cards = [shown for card in s.cards.values() if (shown := shown_card(s, card, seat))]
    in_battle = [card.seat for card in s.cards.values() if card.zone in IN_BATTLE]
    return {
        "book": "berserk",
        "turn": s.turn,
        "phase": s.phase,
        "active": s.active if s.turn else None,
        "first": s.first if s.phase != "preparation" or s.gold != (0, 0) else None,
        "cards": cards,
        "zones": zones(s, cards),
        "queue": [shown_item(item) for item in s.queue],
        "stack": [one for stage in STAGES for one in under_way(s, stage)],
        "stacked": [shown_item(item) for item in s.stack],
        "working": [shown_item(item) for item in s.working],
        "fight": msgspec.to_builtins(s.fight) if s.fight else None,
        "seats": [{"seat": one, "facts": _facts(s, one, seat, in_battle)} for one in (0, 1)],
        "decks": [len(s.decks.get(one, ())) for one in (0, 1)],
        "crystals": [_purse(s, one, seat) for one in (0, 1)],
        "waiting": [{"seat": one.seat, "source": one.source} for one in s.triggers],
        "result": msgspec.to_builtins(s.result) if s.result else None,
    }


def _purse(s: Battle, one: int, seat: int | None) -> dict[str, int] | None:
    # Reading: what is left in a purse while recruiting would tell which cards were bought; only its owner sees it.
    return {"gold": s.gold[one], "silver": s.silver[one]} if one == seat else None


def _facts(s: Battle, one: int, seat: int | None, in_battle: list[int]) -> dict[str, Any]:
    """`in_battle`: whose each card in battle is."""
    purse = _purse(s, one, seat)
    gold = {"Gold": purse["gold"], "Silver": purse["silver"]} if purse and not s.turn else {}
    return gold | {"Cards": in_battle.count(one)}


def shown_card(s: Battle, card: Card, seat: int | None) -> dict[str, Any] | None:
    """A card as a seat may see it: of a hidden one of the other side only where it lies.

    Nothing of cards dealt and recruited by the other side: they lie face down before their player, and nobody else
    sees even how they are sorted. The same card in the same state is the same object again, so it must not be changed.
    """
    if card.zone == REPLACED:
        return None
    if card.seat != seat:
        if card.zone in UNSORTED:
            return None
        if card.hidden:
            return _face_down(card)
    return _face_up(SHEETS[card.kind], card, s.committed.get(card.id, ()))


@lru_cache(4096)
def _face_down(card: Card) -> dict[str, Any]:
    return {"id": card.id, "seat": card.seat, "zone": card.zone, "cell": card.cell, "hidden": True}


@lru_cache(8192)
def _face_up(sheet: Sheet, card: Card, promised: tuple[Price, ...]) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "id": card.id, "seat": card.seat, "owner": card.owner, "zone": card.zone,
        "cell": card.cell if card.zone in IN_BATTLE else "",
        "host": card.host, "kind": sheet.kind, "name": msgspec.to_builtins(sheet.card.name), "type": sheet.type,
        "elements": list(sheet.card.elements), "elite": sheet.card.elite, "unique": sheet.card.unique,
        "cost": sheet.cost, "text": card_text(card.kind), "role": sheet.type, "hidden": card.hidden,
    }  # fmt: skip
    if sheet.type != "terrain":
        shown |= {"life": sheet.life, "lives": max(sheet.life + card.extra - card.wounds, 0), "wounds": card.wounds}
    if sheet.creature:
        shown |= {"strike": list(sheet.strike), "move": sheet.move, "moves": card.moves}
    shown["facts"] = _numbers(shown)
    shown["marks"] = _marks(card)
    if card.zone == GRAVE:
        shown["gone"] = True
    if card.zone in IN_BATTLE:
        shown |= {"closed": card.closed, "chips": card.chips, "poison": card.poison, "armour used": card.armour}
        shown["promised"] = _promised(promised)
        shown["facts"] |= {name: count for name, count in (("Chips", card.chips), ("Poison", card.poison)) if count}
    return shown


def _promised(prices: tuple[Price, ...]) -> dict[str, int]:
    """What a card has promised to pay, by kind."""
    parts = [part for price in prices for part in price.parts]
    sums = {kind: sum(part.amount for part in parts if part.kind == kind) for kind in PROMISED}
    return {kind: count for kind, count in sums.items() if count}


def _marks(card: Card) -> list[str]:
    marks = {
        phrase("closed"): card.zone in IN_BATTLE and card.closed,
        phrase("face down"): card.hidden and card.zone in IN_BATTLE,
        phrase("dead"): card.zone == GRAVE,
    }
    return [name for name, holds in marks.items() if holds]


def _numbers(shown: dict[str, Any]) -> dict[str, Any]:
    """A card's numbers as screens show them."""
    facts: dict[str, Any] = {}
    if "life" in shown:
        facts["Life"] = f"{shown['lives']}/{shown['life']}"
    if "strike" in shown:
        facts |= {"Strike": "-".join(map(str, shown["strike"])), "Move": shown["move"]}
    return facts


def shown_item(item: Item) -> dict[str, Any]:
    """A declared action: everything about it was said aloud."""
    return {
        "number": item.number, "seat": item.seat, "source": item.source, "action": item.action,
        "chosen": list(item.chosen), "targets": list(item.targets), "amount": item.amount,
        "price": msgspec.to_builtins(item.price),
    }  # fmt: skip


def under_way(s: Battle, stage: str) -> list[dict[str, Any]]:
    """Declared actions for screens: whose card does what, to which cards, for which price, and how far it has come."""
    return [
        {
            "id": f"action {item.number}", "seat": item.seat, "card": item.source, "name": SHEETS[item.kind].names,
            "text": [_action_words(s, item)], "targets": list(item.targets or item.chosen), "stage": STAGES[stage],
            "cost": describe_parts(item.price) if item.price else None, "paid": False,
        }
        for item in getattr(s, stage)
        if item.kind
    ]  # fmt: skip


STAGES = {"queue": phrase("declared"), "stack": phrase("waits on the stack"), "working": phrase("is performed")}


def _action_words(s: Battle, item: Item) -> Text:
    card = s.cards.get(item.source)
    if card is not None and card.kind == item.kind:
        return label(s, card, item.action)
    return SHEETS[item.kind].words[int(item.action)] if item.action.isdigit() else text("{action}", action=item.action)


@lru_cache(maxsize=1000)
def card_text(kind: str) -> tuple[Text, ...]:
    """A card's text: as printed in Russian, and as the referee reads it in the other languages."""
    sheet = SHEETS[kind]
    if not sheet.words:
        return ()
    read = in_turn(sheet.words)
    printed = " ".join(sheet.card.text)
    return (Text("{words}", {"words": {"ru": printed, "en": read, "hu": read}}),)


def is_known(card: Card, seat: int | None) -> bool:
    """May this seat know which card it is?"""
    if card.zone in (DEALT, SQUAD) or card.hidden:
        return card.seat == seat
    return True


def secrets(game: Game, seat: int | None) -> tuple[str, ...]:
    """The keys and names of the cards that a seat may not know to be there: face down, dealt, recruited or in a deck.

    A kind of card that lies open somewhere, or that the seat itself has, is no secret.
    """
    s = game.state
    assert isinstance(s, Battle)
    hidden: list[str] = []
    known: list[str] = list(s.shown)
    for card in s.cards.values():
        (known if is_known(card, seat) else hidden).append(card.kind)
    for owner, deck in s.decks.items():
        (known if owner == seat else hidden).extend(deck)
    found: list[str] = []
    for kind in dict.fromkeys(hidden):
        if kind not in known:
            names = SHEETS[kind].card.name
            found += [SHEETS[kind].kind, names.ru, names.hu]
    return tuple(found)
