"""What a seat may know: the open cards, its own hand, and of everything hidden only the number and the place."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from referee.books.heresy.abilities import decisions
from referee.books.heresy.declaring import Declare, hand_names
from referee.books.heresy.exchange import Using
from referee.books.heresy.state import NOBODY, SEATS, Lying, Pile, Sector, Stage, War, ability_at
from referee.books.heresy.winner import captured
from referee.kernel import Game, Seat, Text, phrase
from referee.text.heresy import Card, Line, PickFromHand, What
from referee.text.heresy_said import in_words, price

KEPT = 8192
"""So many zones are kept at most. The same zone again is the same object, so it must not be changed."""


def view(game: Game, seat: Seat | None) -> dict[str, Any]:
    """The table as `seat` may see it (`None`: a spectator), as plain JSON."""
    s = game.state
    assert isinstance(s, War)
    return {
        "stage": s.stage.value,
        "round": s.turn,
        "turn": s.chooser if s.chooser != NOBODY else None,
        "attacker": s.attacker if s.attacker != NOBODY else None,
        "planet": s.planet,
        "battle": s.battle if s.battle != NOBODY else None,
        "winner": s.winner if s.winner != NOBODY else None,
        "over": s.stage is Stage.OVER,
        "seats": [_seat(s, who) for who in SEATS],
        "zones": [*_sectors(s, seat), *(zone for who in SEATS for zone in _piles(s, who, seat))],
        "under_way": under_way(game, s),
        "stack": on_the_stack(game, s),
    }


def may_see(s: War, lying: Lying, seat: Seat | None) -> bool:
    """May the seat know what this card is?"""
    # Reading: nobody looks at a face-down card again; the option `face-down` lets its owner.
    return lying.face_up or (lying.owner == seat and s.readings.face_down == "owner-looks")


def under_way(game: Game, s: War) -> list[dict[str, Any]]:
    """The abilities that are being used: their card, what they say, what was chosen, and whether it was paid.

    Hand cards that were chosen are shown by their number only.
    """
    found = []
    for frame, above in zip(game.stack, [*game.stack[1:], None], strict=False):
        if not isinstance(frame, Using):
            continue
        chosen = above.chosen if isinstance(above, Declare) else frame.chosen
        ability = ability_at(s, frame.card, frame.line)
        assert ability is not None
        picks = [
            {"ids": list(one.ids)} if one.ids else {"cards": len(one.cards), "hand": "his" if _is_pick(part) else "own"}
            for one, part in zip(chosen, decisions(ability), strict=False)
        ]
        found.append(
            {
                "seat": frame.by,
                "id": frame.this,
                "name": s.pool[frame.card].name["en"],
                "names": s.pool[frame.card].name,
                "words": ability.words,
                "chosen": picks,
                "paid": frame.paid,
            }
        )
    return found


def on_the_stack(game: Game, s: War) -> list[dict[str, Any]]:
    """The same for screens: the card, its words, the cards it was aimed at, and what it costs."""
    found = []
    for number, frame in enumerate(frame for frame in game.stack if isinstance(frame, Using)):
        ability = ability_at(s, frame.card, frame.line)
        assert ability is not None
        found.append(
            {
                "id": f"use {number}",
                "card": frame.this,
                "name": s.pool[frame.card].name,
                "seat": frame.by,
                "text": [explained(ability)],
                "targets": [one for part in frame.chosen for one in part.ids],
                "cost": price(ability),
                "paid": frame.paid,
            }
        )
    return found


ROLES = {What.UNIT: phrase("unit"), What.ASSET: phrase("asset"), What.SHIP: phrase("ship")}


@lru_cache(2048)
def explained(line: Line) -> Text:
    """A line of a card, in the reader's language."""
    return Text("{words}", {"words": in_words(line)})


def _is_pick(part: Any) -> bool:
    return isinstance(part, PickFromHand)


def _seat(s: War, who: Seat) -> dict[str, Any]:
    role = "" if s.attacker == NOBODY else "attacker" if who == s.attacker else "defender"
    facts = {"Sectors": captured(s, who), "Hand": len(s.hands[who]), "Deck": len(s.decks[who])}
    return {"seat": who, "role": role, "facts": facts}


class Same:
    """A thing that equals only itself: a key for what is worked out of it once."""

    __slots__ = ("thing",)

    def __init__(self, thing: Any) -> None:
        self.thing = thing

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.thing is other.thing


Seen = tuple[tuple[Lying, bool], ...]
"""Cards on the table, and whether a seat may know what they are."""


def _sectors(s: War, seat: Seat | None) -> list[dict[str, Any]]:
    here: list[list[tuple[Lying, bool]]] = [[] for _ in s.sectors]
    for x in s.table.values():
        if not x.in_fleet:
            here[x.sector].append((x, may_see(s, x, seat)))
    pool = Same(s.pool)
    return [_sector(Same(sector), at, at == s.battle, pool, tuple(here[at])) for at, sector in enumerate(s.sectors)]


@lru_cache(KEPT)
def _sector(same: Same, at: int, is_fought: bool, pool: Same, seen: Seen) -> dict[str, Any]:
    sector: Sector = same.thing
    return {
        "id": f"sector {at}",
        "name": sector.name["en"],
        "names": sector.name,
        "facts": {"Force": sector.force, "Value": sector.value},
        "force": sector.force,
        "value": sector.value,
        "captor": sector.captor if sector.captor != NOBODY else None,
        "fought": is_fought,
        "cards": _lying(pool, seen),
    }


def _piles(s: War, who: Seat, seat: Seat | None) -> list[dict[str, Any]]:
    pool = Same(s.pool)
    fleet = tuple((x, may_see(s, x, seat)) for x in s.table.values() if x.in_fleet and x.owner == who)
    return [
        _fleet(pool, who, fleet),
        _hand(pool, who, tuple(hand_names(s, s.hands[who]).items())) if who == seat else _closed_hand(s, who),
        _deck(pool, who, len(s.decks[who]), s.revealed[who] if s.revealed else NOBODY),
        _discards(pool, who, s.discards[who]),
    ]


@lru_cache(KEPT)
def _fleet(pool: Same, who: Seat, seen: Seen) -> dict[str, Any]:
    return {"id": f"fleet {who}", "name": "Fleet", "seat": who, "cards": _lying(pool, seen)}


def _closed_hand(s: War, who: Seat) -> dict[str, Any]:
    return {"id": f"hand {who}", "name": "Hand", "seat": who, "count": len(s.hands[who])}


@lru_cache(KEPT)
def _hand(pool: Same, who: Seat, names: tuple[tuple[str, int], ...]) -> dict[str, Any]:
    shown = [{"id": f"hand.{name}", **_face(pool.thing[card])} for name, card in names]
    return {"id": f"hand {who}", "name": "Hand", "seat": who, "count": len(names), "cards": shown}


@lru_cache(KEPT)
def _deck(pool: Same, who: Seat, count: int, top: int) -> dict[str, Any]:
    deck = {"id": f"deck {who}", "name": "Deck", "seat": who, "layout": "pile", "count": count}
    return {**deck, "top": _face(pool.thing[top])} if top != NOBODY else deck


@lru_cache(KEPT)
def _discards(pool: Same, who: Seat, pile: Pile) -> dict[str, Any]:
    return {
        "id": f"discards {who}",
        "name": "Discard pile",
        "seat": who,
        "layout": "pile",
        "count": len(pile),
        "cards": [_face(pool.thing[card]) for card in pile],
    }


def _lying(pool: Same, seen: Seen) -> list[dict[str, Any]]:
    return [_card(pool.thing[lying.card], lying, is_known) for lying, is_known in seen]


def _card(card: Card, lying: Lying, is_known: bool) -> dict[str, Any]:
    shown: dict[str, Any] = {"id": lying.id, "seat": lying.owner, "face_up": lying.face_up}
    if not is_known:
        return shown
    posture = lying.posture.value
    marks = [posture] if posture != "ready" else []
    return {**shown, **_face(card), "posture": posture, "marks": marks, "sector": lying.sector}


def _face(card: Card) -> dict[str, Any]:
    return _face_of(Same(card))


@lru_cache(4 * KEPT)
def _face_of(same: Same) -> dict[str, Any]:
    card: Card = same.thing
    return {
        "name": card.name["en"],
        "names": card.name,
        "key": card.key,
        "kind": card.kind.value,
        "side": card.side,
        "die": card.die,
        "capture": card.capture,
        "facts": {"Die": card.die, "Capture": card.capture},
        "role": ROLES[card.kind],
        "text": [explained(line) for line in (*card.lines, *([card.command] if card.command else []))],
        "command": card.command.words if card.command else "",
    }


def secrets(game: Game, seat: Seat | None) -> tuple[str, ...]:
    """What is hidden from the seat now: a word for each card and its place, and the names nobody at the seat knows.

    A name is known once a copy lies open or went through an open discard pile, and to the player who holds or deployed
    a copy.
    """
    s = game.state
    assert isinstance(s, War)
    lying = [x for x in s.table.values() if not may_see(s, x, seat)]
    hidden = [(f"table {x.owner}", x.card) for x in lying]
    for who in SEATS:
        hidden += [(f"deck {who}", card) for card in s.decks[who]]
        if who != seat:
            hidden += [(f"hand {who}", card) for card in s.hands[who]]
    known = dict.fromkeys(
        (
            *(s.hands[seat] if seat is not None else ()),
            *(x.card for x in s.table.values() if x.face_up or x.owner == seat),
            *s.discards[0],
            *s.discards[1],
            *s.revealed,
            *s.reshuffled,
        )
    )
    unknown = [s.pool[card] for _, card in hidden if card not in known]
    words = [f"hidden-{place}-{card}" for place, card in hidden]
    return (*words, *(card.name["en"] for card in unknown), *(card.key for card in unknown))
