"""Everything true on the table: decks, hands, discard piles, the sectors, and the cards that lie there.

Cards in decks, hands and discard piles are numbers into `War.pool`, the printed cards of both decks. A card that comes
onto the table gets an id of its own (`c17`), counted in the order of arrival, so that the id says nothing about the
card and a card that leaves and returns is another one.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from referee.books.heresy.options import Readings
from referee.kernel import Seat, State, Text, tell, text
from referee.text.heresy import Ability, Card, Posture, Shield, Verb, What

SEATS = (0, 1)
NOBODY = -1
COMMAND = -1
"""The number of the line that a hand card is played for: the command line at its bottom."""


class Stage(StrEnum):
    """Where the game stands. Additional abilities belong to the battle stage alone."""

    SET_UP = "set-up"
    FIRST_WAVE = "first wave"
    DEPLOYMENT = "deployment"
    BATTLE_CHOICE = "choice of the battle"
    BATTLE = "battle"
    WINNER = "determining the winner"
    OVER = "over"


class Sector(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sector: the force that captures it, its value as a tie-break, and the seat that has captured it."""

    key: str
    name: dict[str, str]
    force: int
    value: int
    captor: Seat = NOBODY


class Lying(msgspec.Struct, frozen=True, gc=False):
    """A card on the table. A ship in the fleet area keeps the sector it was deployed to."""

    id: str
    card: int
    kind: What
    owner: Seat
    sector: int
    face_up: bool
    in_fleet: bool = False
    posture: Posture = Posture.READY
    guards: tuple[Verb, ...] = ()
    """What its own standing texts keep the opponent's abilities from doing to it."""


Pile = tuple[int, ...]
Piles = tuple[Pile, Pile]


class War(State):
    """A whole game. A seat is 0 or 1; attacker and defender are roles for the whole game."""

    readings: Readings = Readings()
    pool: tuple[Card, ...] = ()
    decks: Piles = ((), ())
    hands: Piles = ((), ())
    discards: Piles = ((), ())
    table: dict[str, Lying] = {}
    arrivals: int = 0
    attacker: Seat = NOBODY
    planet: str = ""
    sectors: tuple[Sector, ...] = ()
    stage: Stage = Stage.SET_UP
    turn: int = 0
    battle: int = NOBODY
    """The sector that is fought over."""
    chooser: Seat = NOBODY
    """Whose battle it is."""
    fought: tuple[int, ...] = ()
    """The sectors fought over this turn."""
    revealed: Pile = ()
    """The top cards both have turned over at set-up, one for each seat."""
    winner: Seat = NOBODY
    reshuffled: Pile = ()
    """The printed cards of which a copy has gone from an open discard pile back into a deck."""


# --- changing the state: the only places that do ---


def with_pile(piles: Piles, seat: Seat, pile: Pile) -> Piles:
    """`piles` with the pile of one seat replaced."""
    return (pile, piles[1]) if seat == 0 else (piles[0], pile)


def draw_top(s: War, seat: Seat, count: int = 1) -> Pile:
    """Take cards off the top of a deck: as many as are there."""
    deck = s.decks[seat]
    s.decks = with_pile(s.decks, seat, deck[count:])
    return deck[:count]


def into_hand(s: War, seat: Seat, cards: Pile) -> None:
    """Put cards into a hand."""
    s.hands = with_pile(s.hands, seat, s.hands[seat] + cards)


def out_of_hand(s: War, seat: Seat, card: int) -> None:
    """Take one copy of a card out of a hand."""
    hand = s.hands[seat]
    at = hand.index(card)
    s.hands = with_pile(s.hands, seat, hand[:at] + hand[at + 1 :])


def into_discards(s: War, seat: Seat, cards: Pile) -> None:
    """Put cards on top of a discard pile, face up."""
    s.discards = with_pile(s.discards, seat, s.discards[seat] + cards)


def discard(s: War, seat: Seat, cards: Pile) -> None:
    """Discard cards from a hand."""
    for card in cards:
        out_of_hand(s, seat, card)
    into_discards(s, seat, cards)


def lay(s: War, seat: Seat, card: int, sector: int, *, face_up: bool, posture: Posture = Posture.READY) -> Lying:
    """Lay a card at a sector; a ship that lies face up goes to the fleet area."""
    s.arrivals += 1
    printed = s.pool[card]
    lying = Lying(f"c{s.arrivals}", card, printed.kind, seat, sector, face_up, False, posture, guards_of(printed))
    s.table[lying.id] = lying
    return turn_up(s, lying) if face_up else lying


def turn_up(s: War, lying: Lying) -> Lying:
    """Turn a card face up; a ship goes to the fleet area."""
    to_fleet = lying.kind is What.SHIP and s.readings.ships == "fleet"
    # Reading: a ship goes to the fleet area when it is turned up; the option `ships` has it stay at the sector.
    shown = msgspec.structs.replace(lying, face_up=True, in_fleet=to_fleet)
    s.table[lying.id] = shown
    return shown


def stand(s: War, lying: Lying, posture: Posture) -> None:
    """Change how a card stands."""
    s.table[lying.id] = msgspec.structs.replace(lying, posture=posture)


def destroy(s: War, lying: Lying) -> None:
    """Take a card off the table onto its owner's discard pile."""
    del s.table[lying.id]
    into_discards(s, lying.owner, (lying.card,))


def do_to(s: War, lying: Lying, verb: Verb, rule: str) -> None:
    """Turn, destroy, ready or send forward a card, and report it under `rule`."""
    name = s.pool[lying.card].name
    if verb is Verb.TURN:
        stand(s, lying, Posture.TURNED)
        tell(s, rule, "{card} ({id}) is turned.", card=name, id=lying.id)
    elif verb is Verb.READY:
        stand(s, lying, Posture.READY)
        tell(s, rule, "{card} ({id}) becomes ready.", card=name, id=lying.id)
    elif verb is Verb.ADVANCE:
        stand(s, lying, Posture.ADVANCING)
        tell(s, rule, "{card} ({id}) advances.", card=name, id=lying.id)
    else:
        destroy(s, lying)
        tell(s, rule, "{card} ({id}) is destroyed.", card=name, id=lying.id)


# --- small questions ---


def defender(s: War) -> Seat:
    """The seat that defends."""
    return 1 - s.attacker


def seat_name(s: War, seat: Seat) -> Text:
    """A seat as it is called: by its role, once there is one."""
    if s.attacker == NOBODY:
        return text("Player {number}", number=seat + 1)
    return ATTACKER if seat == s.attacker else DEFENDER


def is_captured(s: War, sector: int) -> bool:
    """Has somebody captured the sector?"""
    return s.sectors[sector].captor != NOBODY


def unclaimed(s: War) -> tuple[int, ...]:
    """The sectors nobody has captured yet."""
    return tuple([at for at, sector in enumerate(s.sectors) if sector.captor == NOBODY])


def ability_at(s: War, card: int, line: int) -> Ability | None:
    """The ability on a line of a printed card (`COMMAND` is the line at its bottom), or nothing."""
    printed = s.pool[card]
    if line == COMMAND:
        return printed.command
    if not 0 <= line < len(printed.lines):
        return None
    found = printed.lines[line]
    return found if found.__class__ is Ability else None


def guards_of(printed: Card) -> tuple[Verb, ...]:
    """What the standing texts of a printed card keep the opponent's abilities from doing to it."""
    return tuple([line.verb for line in printed.lines if isinstance(line, Shield)])


ATTACKER, DEFENDER = text("Attacker"), text("Defender")
POSTURES: dict[Posture, Text] = {
    Posture.READY: text("ready"),
    Posture.ADVANCING: text("advancing"),
    Posture.TURNED: text("turned"),
}
