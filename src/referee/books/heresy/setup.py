"""HH SET Set-up: who attacks, which planet is fought for, and its sectors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.books.heresy.content import planets
from referee.books.heresy.deployment import Turn
from referee.books.heresy.piles import Shuffle
from referee.books.heresy.state import NOBODY, SEATS, War, defender, seat_name
from referee.books.heresy.winner import SECTORS
from referee.kernel import Outcome, Procedure, Refusal, Roll, Seat, Text, choose, phrase, refuse, step, tell, text

ATTACK, DEFEND = "attacker", "defender"
ROLE_PROMPT = text("Do you attack or defend?")
ROLE_LABELS = (text("Attack"), text("Defend"))
PLANET_PROMPT = text("Which planet is fought for?")


class SetUp(Procedure):
    """HH SET Shuffle, compare the top cards, take the roles, pick the planet; then the turns."""

    chooser: Seat = NOBODY
    coin: tuple[int, ...] = ()
    role: str = ""
    planet: str = ""

    @step("HH SET/a")
    def shuffle_first(self, s: War) -> Outcome:
        return Shuffle(by=0)

    @step("HH SET/g")
    def shuffle_second(self, s: War) -> Outcome:
        return Shuffle(by=1)

    @step("HH SET/b")
    def reveal_the_top_cards(self, s: War) -> Outcome:
        s.revealed = (s.decks[0][0], s.decks[1][0])
        for seat in SEATS:
            card = s.pool[s.revealed[seat]]
            tell(
                s,
                "HH SET/b",
                "{player} reveals {card}: {die}.",
                player=seat_name(s, seat),
                card=card.name,
                die=card.die,
            )
        one, two = (s.pool[card].die for card in s.revealed)
        if one != two:
            self.chooser = 0 if one < two else 1
        return None

    @step("HH SET/c", into="coin", when=lambda self, s: self.chooser == NOBODY)
    def flip_a_coin(self, s: War) -> Outcome:
        return Roll(under="HH SET/c", purpose=phrase("a coin: 1 for the first player, 2 for the second"), by=0, sides=2)

    @step("HH SET/d", into="role", check="role_refusals")
    def take_a_role(self, s: War) -> Outcome:
        return choose(ROLE_PROMPT, by=self.who_chooses(), among=(ATTACK, DEFEND), labels=ROLE_LABELS)

    @step("HH SET/h")
    def put_the_cards_back(self, s: War) -> Outcome:
        chooser = self.who_chooses()
        s.attacker = chooser if self.role == ATTACK else 1 - chooser
        s.revealed = ()
        tell(s, "HH SET/d", "Player {number} attacks.", number=s.attacker + 1)
        return None

    @step("HH SET/e", into="planet", check="planet_refusals")
    def pick_the_planet(self, s: War) -> Outcome:
        known = planets()
        labels = tuple(Text("{planet}", {"planet": one.name}) for one in known.values())
        return choose(PLANET_PROMPT, by=defender(s), among=tuple(known), labels=labels)

    @step("HH SET/f")
    def lay_out_the_sectors(self, s: War) -> Outcome:
        planet = planets()[self.planet]
        s.planet = planet.key
        s.sectors = planet.sectors[: SECTORS[s.readings.variant]]
        tell(s, "HH SET/f", "The planet is {planet}.", planet=planet.name)
        return None

    @step("HH TURN/d")
    def play_the_turns(self, s: War) -> Outcome:
        return Turn()

    def who_chooses(self) -> Seat:
        """The player with the lower number on his card, or the one the coin names."""
        return self.coin[0] - 1 if self.coin else self.chooser

    def role_refusals(self, s: War, answer: Any) -> Iterator[Refusal]:
        """Why this is no role."""
        yield refuse("HH SET/d", "There are two roles: attacker and defender.")

    def planet_refusals(self, s: War, answer: Any) -> Iterator[Refusal]:
        """Why this is no planet."""
        yield refuse("HH SET/e", "The planets are: {planets}.", planets=", ".join(planets()))
