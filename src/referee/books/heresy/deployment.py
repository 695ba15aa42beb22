"""HH TURN A turn: the first wave, regular deployment, and the two battles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from referee.books.heresy.battle import HAND, Battle, ready_all
from referee.books.heresy.declaring import hand_names
from referee.books.heresy.exchange import use_refusals
from referee.books.heresy.piles import DrawCards, Replenish, has_to_replenish
from referee.books.heresy.state import (
    NOBODY,
    Stage,
    War,
    defender,
    draw_top,
    is_captured,
    lay,
    out_of_hand,
    seat_name,
    unclaimed,
)
from referee.books.heresy.winner import LAST_TURN, finish, winner_at_the_end
from referee.kernel import (
    AGAIN,
    DONE,
    END,
    Event,
    Outcome,
    Procedure,
    Refusal,
    Seat,
    Text,
    choose,
    expire,
    refuse,
    step,
    tell,
    text,
)
from referee.text.heresy import Posture

WAVE_PROMPT = text("At which sector does the top card of your deck arrive?")
CARD_PROMPT = text("Which card do you deploy?")
PLACE_PROMPT = text("At which sector do you deploy the card?")


def sector_ids(sectors: Sequence[int]) -> tuple[str, ...]:
    """What views call these sectors: where they can be clicked."""
    return tuple(f"sector {at}" for at in sectors)


class Turn(Procedure):
    """HH TURN Deployment, then the attacker's battle, then the defender's; after the last turn the game ends."""

    @step("HH TURN/a")
    def begin(self, s: War) -> Outcome:
        s.turn += 1
        s.fought = ()
        tell(s, "HH TURN/a", "Turn {number}.", number=s.turn)
        # Reading: when cards become ready again is not said: as a turn begins; the option `readying` names other times.
        if s.readings.readying == "turn":
            ready_all(s)
        return None

    @step("HH WAVE/a")
    def first_wave(self, s: War) -> Outcome:
        s.stage = Stage.FIRST_WAVE
        return FirstWave()

    @step("HH DEP/a")
    def defender_draws(self, s: War) -> Outcome:
        s.stage = Stage.DEPLOYMENT
        return DrawCards(by=defender(s), count=HAND)

    @step("HH DEP/f")
    def attacker_draws(self, s: War) -> Outcome:
        return DrawCards(by=s.attacker, count=HAND)

    @step("HH DEP/b")
    def regular_deployment(self, s: War) -> Outcome:
        return Deployment()

    @step("HH TURN/b")
    def attackers_battle(self, s: War) -> Outcome:
        s.stage = Stage.BATTLE_CHOICE
        return Battle(chooser=s.attacker)

    @step("HH TURN/c")
    def defenders_battle(self, s: War) -> Outcome:
        return Battle(chooser=defender(s))

    @step("HH END/c")
    def end_the_turn(self, s: War) -> Outcome:
        expire(s, "turn end")
        if s.turn < LAST_TURN:
            return AGAIN
        finish(s, winner_at_the_end(s))
        return END


class FirstWave(Procedure):
    """HH WAVE The players place the top cards of their decks face up, in turn, one at every unclaimed sector."""

    goes: int = 0
    sector: int = NOBODY
    placed: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """The sectors each seat has reinforced this turn."""

    def seat(self, s: War) -> Seat:
        """Whose go it is: the defender begins."""
        return defender(s) if self.goes % 2 == 0 else s.attacker

    def free(self, s: War, seat: Seat) -> tuple[int, ...]:
        """The sectors where a seat still places a card this turn."""
        if not s.decks[seat] and not has_to_replenish(s, seat, 1):
            return ()
        return tuple(at for at in unclaimed(s) if at not in self.placed[seat])

    @step("HH WAVE/d")
    def end_when_all_are_placed(self, s: War) -> Outcome:
        seat = self.seat(s)
        if self.free(s, seat):
            return None
        if not self.free(s, 1 - seat):
            return DONE
        self.goes += 1
        return None

    @step("HH WAVE/a", into="sector", check="sector_refusals")
    def choose_the_sector(self, s: War) -> Outcome:
        seat = self.seat(s)
        free = self.free(s, seat)
        if len(free) == 1:
            self.sector = free[0]
            return None
        labels = tuple(Text("{sector}", {"sector": s.sectors[at].name}) for at in free)
        return choose(WAVE_PROMPT, by=seat, among=free, labels=labels, ids=sector_ids(free))

    @step("HH CARD/e", when=lambda self, s: has_to_replenish(s, self.seat(s), 1))
    def replenish(self, s: War) -> Outcome:
        return Replenish(by=self.seat(s))

    @step("HH WAVE/b")
    def place_the_top_card_face_up(self, s: War) -> Outcome:
        seat = self.seat(s)
        (card,) = draw_top(s, seat)
        # Reading: first wave cards arrive ready; the option `first-wave-posture` has them advance.
        posture = Posture(s.readings.first_wave_posture)
        lying = lay(s, seat, card, self.sector, face_up=True, posture=posture)
        mine = (*self.placed[seat], self.sector)
        self.placed = (mine, self.placed[1]) if seat == 0 else (self.placed[0], mine)
        tell(
            s,
            "HH WAVE/b",
            "{player}'s first wave at {sector}: {card} ({id}).",
            player=seat_name(s, seat),
            sector=s.sectors[self.sector].name,
            card=s.pool[card].name,
            id=lying.id,
        )
        self.goes += 1
        self.sector = NOBODY
        return AGAIN

    def sector_refusals(self, s: War, answer: Any) -> Iterator[Refusal]:
        """Why the card may not arrive there."""
        seat = self.seat(s)
        if not _is_sector(s, answer):
            yield from use_refusals(s, seat, answer, "")
            return
        if is_captured(s, answer):
            yield refuse("HH DEP/e", "{sector} is captured already.", sector=s.sectors[answer].name)
        if answer in self.placed[seat]:
            yield refuse(
                "HH WAVE/c", "A first wave card of yours is at {sector} already.", sector=s.sectors[answer].name
            )


class Deployment(Procedure):
    """HH DEP The players deploy their hands face down, one card in turn, at any unclaimed sectors."""

    goes: int = 0
    name: str = ""
    sector: int = NOBODY

    def seat(self, s: War) -> Seat:
        """Whose go it is: the defender begins; a player without cards is passed over."""
        seat = defender(s) if self.goes % 2 == 0 else s.attacker
        return seat if s.hands[seat] else 1 - seat

    @step("HH DEP/b", into="name", check="card_refusals")
    def choose_the_card(self, s: War) -> Outcome:
        seat = self.seat(s)
        hand = s.hands[seat]
        if not hand:
            return DONE
        pool = s.pool
        labels = [Text("{card}", {"card": pool[card].name}) for card in hand]
        return choose(CARD_PROMPT, by=seat, among=tuple(hand_names(s, hand)), labels=labels)

    @step("HH DEP/c", into="sector", check="sector_refusals")
    def choose_the_sector(self, s: War) -> Outcome:
        seat, free = self.seat(s), unclaimed(s)
        if len(free) == 1:
            self.sector = free[0]
            return None
        labels = [Text("{sector}", {"sector": s.sectors[at].name}) for at in free]
        source = f"hand.{self.name}"
        return choose(PLACE_PROMPT, by=seat, among=free, labels=labels, ids=sector_ids(free), source=source)

    @step("HH DEP/d")
    def place_it_face_down(self, s: War) -> Outcome:
        seat = self.seat(s)
        card = hand_names(s, s.hands[seat])[self.name]
        out_of_hand(s, seat, card)
        lying = lay(s, seat, card, self.sector, face_up=False)
        where = s.sectors[self.sector].name
        player = seat_name(s, seat)
        shown = text(
            "{player} deploys {card} ({id}) face down at {sector}.",
            player=player,
            card=s.pool[card].name,
            id=lying.id,
            sector=where,
        )
        cover = text("{player} deploys a card ({id}) face down at {sector}.", player=player, id=lying.id, sector=where)
        s.events.append(Event("HH DEP/d", shown, seats=(seat,), cover=cover))
        self.goes = 0 if seat == s.attacker else 1
        self.name, self.sector = "", NOBODY
        return AGAIN

    def card_refusals(self, s: War, answer: Any) -> Iterator[Refusal]:
        """Why this card may not be deployed."""
        if isinstance(answer, str) and "." not in answer:
            yield refuse("HH DEP/b", "There is no card {card} in your hand.", card=answer)
            return
        yield from use_refusals(s, self.seat(s), answer, "")

    def sector_refusals(self, s: War, answer: Any) -> Iterator[Refusal]:
        """Why the card may not be deployed there."""
        if not _is_sector(s, answer):
            yield from use_refusals(s, self.seat(s), answer, "")
        elif is_captured(s, answer):
            yield refuse("HH DEP/e", "{sector} is captured already.", sector=s.sectors[answer].name)


def _is_sector(s: War, answer: Any) -> bool:
    return isinstance(answer, int) and not isinstance(answer, bool) and 0 <= answer < len(s.sectors)
