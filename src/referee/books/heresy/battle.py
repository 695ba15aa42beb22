"""HH BAT A battle: choosing the sector, turning its cards up, command hands, goes in turn, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.books.heresy.exchange import PASS_LABEL, RETREAT, use_procedure, use_refusals
from referee.books.heresy.field import units_that_bar_retreat
from referee.books.heresy.menu import WINDOWS, ask_use
from referee.books.heresy.piles import DrawCards
from referee.books.heresy.state import (
    NOBODY,
    SEATS,
    Lying,
    Stage,
    War,
    defender,
    destroy,
    discard,
    seat_name,
    stand,
    turn_up,
    unclaimed,
)
from referee.books.heresy.winner import DetermineWinner
from referee.kernel import (
    AGAIN,
    DONE,
    PASS,
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

HAND = 6
"""Cards of a command hand, and of a deployment hand (HH BAT/d, HH DEP/a)."""

GO_PROMPT = text("What do you do in this battle?")
SECTOR_PROMPT = text("At which sector is your battle?")
RETREAT_LABEL = text("Retreat")
_OR_PASS = {PASS: PASS_LABEL}
_OR_RETREAT = {PASS: PASS_LABEL, RETREAT: RETREAT_LABEL}


class Battle(Procedure):
    """HH BAT One battle of `chooser`. The sector is captured by one player, or by nobody."""

    chooser: Seat
    sector: int = NOBODY

    @step("HH BAT/a", into="sector", check="sector_refusals")
    def choose_the_sector(self, s: War) -> Outcome:
        if self.sector != NOBODY:
            return None
        among = battlefields(s, self.chooser)
        if not among:
            tell(s, "HH BAT/b", "{player} has no sector to fight at.", player=seat_name(s, self.chooser))
            return DONE
        labels = tuple(Text("{sector}", {"sector": s.sectors[at].name}) for at in among)
        return choose(SECTOR_PROMPT, by=self.chooser, among=among, labels=labels)

    @step("HH BAT/c")
    def turn_the_cards_up(self, s: War) -> Outcome:
        s.stage, s.battle, s.chooser = Stage.BATTLE, self.sector, self.chooser
        s.fought = (*s.fought, self.sector)
        tell(s, "HH BAT/c", "Battle at {sector}.", sector=s.sectors[self.sector].name)
        for lying in cards_at(s, self.sector):
            if not lying.face_up:
                turn_up(s, lying)
                tell(s, "HH BAT/c", "{card} ({id}) is turned up.", card=s.pool[lying.card].name, id=lying.id)
        if s.readings.readying == "battle":
            ready_all(s, self.sector)
        return None

    @step("HH BAT/d")
    def first_command_hand(self, s: War) -> Outcome:
        return DrawCards(by=self.chooser, count=HAND)

    @step("HH BAT/i")
    def second_command_hand(self, s: War) -> Outcome:
        return DrawCards(by=1 - self.chooser, count=HAND)

    @step("HH BAT/e")
    def goes_in_turn(self, s: War) -> Outcome:
        return Goes(first=first_to_act(s, self.chooser))

    @step("HH PASS/d")
    def determine_the_winner(self, s: War) -> Outcome:
        s.stage = Stage.WINNER
        return DetermineWinner()

    @step("HH BAT/f")
    def discard_the_command_hands(self, s: War) -> Outcome:
        for seat in SEATS:
            discard(s, seat, s.hands[seat])
        s.battle = s.chooser = NOBODY
        s.stage = Stage.BATTLE_CHOICE
        expire(s, "battle end")
        return None

    def sector_refusals(self, s: War, answer: Any) -> Iterator[Refusal]:
        """Why the battle may not be there."""
        if not isinstance(answer, int) or isinstance(answer, bool) or not 0 <= answer < len(s.sectors):
            yield from use_refusals(s, self.chooser, answer, "")
            return
        sector = s.sectors[answer]
        if sector.captor != NOBODY:
            yield refuse("HH BAT/g", "{sector} is captured already.", sector=sector.name)
        if not has_cards_at(s, self.chooser, answer):
            yield refuse("HH BAT/a", "You have no cards at {sector}.", sector=sector.name)
        if answer in s.fought and any(at not in s.fought for at in unclaimed(s)):
            yield refuse(
                "HH BAT/b",
                "The attacker has fought at {sector} this turn, and another sector is still unclaimed.",
                sector=sector.name,
            )


class Goes(Procedure):
    """HH BAT/e One go after another, in turn, until a retreat or two passes one after the other."""

    first: Seat
    goes: int = 0
    passes: int = 0
    choice: str = PASS
    spent: Any = None

    @property
    def seat(self) -> Seat:
        """Whose go it is."""
        return self.first if self.goes % 2 == 0 else 1 - self.first

    @step("HH PASS/a", into="choice", check="go_refusals")
    def take_a_go(self, s: War) -> Outcome:
        seat = self.seat
        more = _OR_PASS if units_that_bar_retreat(s, seat) else _OR_RETREAT
        return ask_use(s, GO_PROMPT, seat, WINDOWS[1], more)

    @step("HH BA/b", into="spent")
    def carry_it_out(self, s: War) -> Outcome:
        seat = self.seat
        if self.choice == PASS:
            self.passes += 1
            tell(s, "HH PASS/a", "{player} passes.", player=seat_name(s, seat))
            if self.passes < 2:
                self.goes += 1
                return AGAIN
            return None
        self.passes = 0
        if self.choice == RETREAT:
            return Retreat(by=seat)
        return use_procedure(s, seat, self.choice)

    @step("HH PASS/c")
    def two_passes_or_a_retreat_end_the_battle(self, s: War) -> Outcome:
        if self.passes == 2:
            tell(s, "HH PASS/c", "Both have passed: the battle is over.")
            return DONE
        return DONE if self.choice == RETREAT else None

    @step("HH PASS/b")
    def next_go(self, s: War) -> Outcome:
        # `spent` is true after a battle action, nothing after an ability that takes no action.
        if self.spent is True:
            self.goes += 1
        return AGAIN

    def go_refusals(self, s: War, answer: Any) -> Iterator[Refusal]:
        """Why this may not be done in the go."""
        if answer == RETREAT:
            for lying in units_that_bar_retreat(s, self.seat):
                if lying.posture is Posture.READY:
                    yield refuse("HH RET/a", "{card} ({id}) is ready.", card=s.pool[lying.card].name, id=lying.id)
                else:
                    yield refuse("HH RET/b", "{card} ({id}) is advancing.", card=s.pool[lying.card].name, id=lying.id)
            return
        found = False
        for refusal in use_refusals(s, self.seat, answer, "go"):
            found = True
            yield refusal
        if not found:
            yield refuse("HH A4.1/a", "A go is a pass, a retreat, or an ability, which begins with its announcement.")


class Retreat(Procedure):
    """HH RET The battle is over at once and all cards of the player in the sector are destroyed."""

    by: Seat

    @step("HH RET/g")
    def end_the_battle(self, s: War) -> Outcome:
        tell(s, "HH RET/g", "{player} retreats: the battle is over.", player=seat_name(s, self.by))
        return None

    @step("HH RET/h")
    def destroy_all_cards_there(self, s: War) -> Outcome:
        # Reading: a ship in the fleet area is not in the sector; the option `retreat-fleet` counts it there.
        fleet_too = s.readings.retreat_fleet == "destroyed"
        for lying in list(s.table.values()):
            if lying.owner == self.by and lying.sector == s.battle and (fleet_too or not lying.in_fleet):
                destroy(s, lying)
                tell(s, "HH RET/h", "{card} ({id}) is destroyed.", card=s.pool[lying.card].name, id=lying.id)
        return None


def cards_at(s: War, sector: int) -> list[Lying]:
    """The cards that lie at a sector; ships in the fleet area do not."""
    return [x for x in s.table.values() if x.sector == sector and not x.in_fleet]


def has_cards_at(s: War, seat: Seat, sector: int) -> bool:
    """Has the seat a card there, face up or face down?"""
    return any(x.owner == seat for x in cards_at(s, sector))


def battlefields(s: War, seat: Seat) -> tuple[int, ...]:
    """The sectors a player may choose for his battle: unclaimed, with cards of his, and a new one if there is one."""
    open_sectors = unclaimed(s)
    fresh = [at for at in open_sectors if at not in s.fought]
    # Reading: where only the sector fought over already has cards of his, and another is unclaimed, he has no battle.
    return tuple(at for at in (fresh or open_sectors) if has_cards_at(s, seat, at))


def first_to_act(s: War, chooser: Seat) -> Seat:
    """Who has the first go in a battle."""
    # Reading: the player whose battle it is; the option `first-to-act` names others.
    who = s.readings.first_to_act
    if who == "attacker":
        return s.attacker
    if who == "defender":
        return defender(s)
    return chooser if who == "chooser" else 1 - chooser


def ready_all(s: War, sector: int | None = None) -> None:
    """Make all cards ready, or those at one sector."""
    for lying in list(s.table.values()):
        if lying.posture is not Posture.READY and sector in (None, lying.sector):
            stand(s, lying, Posture.READY)
