"""What a seat may know: the open cards, its own hand, and of everything hidden only the number and the place."""

from __future__ import annotations

from typing import Any

from referee.books.heresy.abilities import decisions
from referee.books.heresy.declaring import Declare, hand_names
from referee.books.heresy.exchange import Using
from referee.books.heresy.state import NOBODY, SEATS, Lying, Stage, War, ability_at
from referee.books.heresy.winner import captured
from referee.kernel import Game, Seat
from referee.text.heresy import Card, PickFromHand


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


def _is_pick(part: Any) -> bool:
    return isinstance(part, PickFromHand)


def _seat(s: War, who: Seat) -> dict[str, Any]:
    role = "" if s.attacker == NOBODY else "attacker" if who == s.attacker else "defender"
    facts = {"Sectors": captured(s, who), "Hand": len(s.hands[who]), "Deck": len(s.decks[who])}
    return {"seat": who, "role": role, "facts": facts}


def _sectors(s: War, seat: Seat | None) -> list[dict[str, Any]]:
    return [
        {
            "id": f"sector {at}",
            "name": sector.name["en"],
            "names": sector.name,
            "facts": {"Force": sector.force, "Value": sector.value},
            "force": sector.force,
            "value": sector.value,
            "captor": sector.captor if sector.captor != NOBODY else None,
            "fought": at == s.battle,
            "cards": [_lying(s, x, seat) for x in s.table.values() if x.sector == at and not x.in_fleet],
        }
        for at, sector in enumerate(s.sectors)
    ]


def _piles(s: War, who: Seat, seat: Seat | None) -> list[dict[str, Any]]:
    fleet = [_lying(s, x, seat) for x in s.table.values() if x.in_fleet and x.owner == who]
    hand: dict[str, Any] = {"id": f"hand {who}", "name": "Hand", "seat": who, "count": len(s.hands[who])}
    if who == seat:
        names = hand_names(s, s.hands[who])
        hand["cards"] = [{"id": f"hand.{name}", **_face(s.pool[card])} for name, card in names.items()]
    deck: dict[str, Any] = {
        "id": f"deck {who}",
        "name": "Deck",
        "seat": who,
        "layout": "pile",
        "count": len(s.decks[who]),
    }
    if s.revealed:
        deck["top"] = _face(s.pool[s.revealed[who]])
    return [
        {"id": f"fleet {who}", "name": "Fleet", "seat": who, "cards": fleet},
        hand,
        deck,
        {
            "id": f"discards {who}",
            "name": "Discard pile",
            "seat": who,
            "layout": "pile",
            "count": len(s.discards[who]),
            "cards": [_face(s.pool[card]) for card in s.discards[who]],
        },
    ]


def _lying(s: War, lying: Lying, seat: Seat | None) -> dict[str, Any]:
    shown: dict[str, Any] = {"id": lying.id, "seat": lying.owner, "face_up": lying.face_up}
    if not may_see(s, lying, seat):
        return shown
    posture = lying.posture.value
    marks = [posture] if posture != "ready" else []
    return {**shown, **_face(s.pool[lying.card]), "posture": posture, "marks": marks, "sector": lying.sector}


def _face(card: Card) -> dict[str, Any]:
    return {
        "name": card.name["en"],
        "names": card.name,
        "key": card.key,
        "kind": card.kind.value,
        "side": card.side,
        "die": card.die,
        "capture": card.capture,
        "facts": {"Die": card.die, "Capture": card.capture},
        "text": [line.words for line in card.lines],
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
