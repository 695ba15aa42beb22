"""Positions for the tests of this book: own cards, laid where a test wants them, in a battle at A's go.

A is seat 0, the attacker, and it is his battle at sector 0. Cards are named by the ids the test gives them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from referee.books.heresy import BOOK
from referee.books.heresy.battle import Battle, Goes
from referee.books.heresy.deployment import Deployment, FirstWave, Turn
from referee.books.heresy.options import readings
from referee.books.heresy.setup import SetUp
from referee.books.heresy.state import Lying, Sector, Stage, War, guards_of, with_pile
from referee.kernel import Event, Game, NotAllowed, NotAnOption, Procedure, Refusal, Scripted
from referee.text.heresy import Ability, Card, Posture, What
from referee.text.heresy_reading import read_line

A, B = 0, 1


def named(key: str) -> dict[str, str]:
    return {"en": key, "hu": key, "ru": key}


def card(key: str, *lines: str, kind: str = "unit", die: int = 3, capture: int = 1, command: str = "") -> Card:
    read = read_line(command) if command else None
    assert read is None or isinstance(read, Ability)
    texts = tuple(read_line(line) for line in lines)
    return Card(key, named(key), What(kind), "unaligned", die, capture if kind == "unit" else 0, texts, read)


def at(frame: Procedure, rule: str) -> Procedure:
    """A frame that stands at the step of that rule."""
    frame.at = next(number for number, step in enumerate(frame.steps) if step.rule == rule)
    return frame


class Scene:
    """Builds a position."""

    def __init__(self, sectors: Sequence[tuple[int, int]] = ((3, 1), (3, 2), (3, 3)), /, **options: str) -> None:
        settled = BOOK.settled({name.replace("_", "-"): value for name, value in options.items()})
        laid = tuple(Sector(f"s{n}", named(f"s{n}"), force, value) for n, (force, value) in enumerate(sectors))
        self.s = War(readings=readings(settled), sectors=laid, planet="x", attacker=A, turn=1)
        self.more_cards(A, 30)
        self.more_cards(B, 30)

    def add(self, one: Card) -> int:
        self.s.pool = (*self.s.pool, one)
        return len(self.s.pool) - 1

    def lay(
        self,
        id: str,
        seat: int,
        *lines: str,
        kind: str = "unit",
        posture: str = "ready",
        sector: int = 0,
        face_up: bool = True,
        capture: int = 1,
        in_fleet: bool | None = None,
    ) -> Scene:
        number = self.add(card(f"card-{id}", *lines, kind=kind, capture=capture))
        fleet = kind == "ship" and face_up if in_fleet is None else in_fleet
        guards = guards_of(self.s.pool[number])
        self.s.table[id] = Lying(id, number, What(kind), seat, sector, face_up, fleet, Posture(posture), guards)
        return self

    def hand(self, seat: int, **commands: str) -> Scene:
        """Put command cards into a hand: key and command line."""
        for key, command in commands.items():
            number = self.add(card(key, command=command))
            self.s.hands = with_pile(self.s.hands, seat, (*self.s.hands[seat], number))
        return self

    def blank(self, seat: int, count: int) -> Scene:
        """Put cards without a command line into a hand: `blank-0`, `blank-1`, ..."""
        for number in range(count):
            added = self.add(card(f"blank-{number}"))
            self.s.hands = with_pile(self.s.hands, seat, (*self.s.hands[seat], added))
        return self

    def deck(self, seat: int, *dice: int) -> Scene:
        """Put cards that show these numbers on top of a deck."""
        top = tuple(self.add(card(f"die-{die}-{n}", die=die)) for n, die in enumerate(dice))
        self.s.decks = with_pile(self.s.decks, seat, top + self.s.decks[seat])
        return self

    def more_cards(self, seat: int, count: int) -> None:
        added = tuple(self.add(card(f"deck-{seat}-{n}")) for n in range(count))
        self.s.decks = with_pile(self.s.decks, seat, self.s.decks[seat] + added)

    def start(self, first: int = A) -> Play:
        """In the battle at sector 0, at the go of `first`."""
        self.s.stage, self.s.battle, self.s.chooser, self.s.fought = Stage.BATTLE, 0, A, (0,)
        battle = at(Battle(chooser=A, sector=0), "HH BAT/e")
        return self.run([at(Turn(), "HH TURN/b"), battle, Goes(first=first)])

    def deployment(self) -> Play:
        """In regular deployment, at the defender's go."""
        self.s.stage = Stage.DEPLOYMENT
        return self.run([at(Turn(), "HH DEP/b"), Deployment()])

    def first_wave(self) -> Play:
        """In the first wave, at the defender's go."""
        self.s.stage = Stage.FIRST_WAVE
        return self.run([at(Turn(), "HH WAVE/a"), FirstWave()])

    def battle_choice(self, rule: str = "HH TURN/b") -> Play:
        """Where a battle is chosen: the attacker's, or with `HH TURN/c` the defender's."""
        self.s.stage = Stage.BATTLE_CHOICE
        return self.run([at(Turn(), rule)])

    def run(self, stack: list[Procedure]) -> Play:
        game = Game(BOOK, self.s, [at(SetUp(), "HH TURN/d"), *stack], Scripted(()))
        game.run()
        return Play(game)


class Play:
    """A game in a test: answers, what they caused, and what is refused."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: list[Event] = list(game.state.events)
        game.state.events.clear()

    @property
    def s(self) -> War:
        assert isinstance(self.game.state, War)
        return self.game.state

    @property
    def by(self) -> int:
        assert self.game.decision is not None
        return self.game.decision.by

    @property
    def rule(self) -> str:
        assert self.game.decision is not None
        return self.game.decision.rule

    def options(self) -> tuple[Any, ...]:
        decision = self.game.decision
        assert decision is not None
        among: tuple[Any, ...] = getattr(decision, "among", ())
        return among

    def answer(self, *answers: Any) -> Play:
        for one in answers:
            self.events += self.game.answer(one)
        return self

    def why(self, answer: Any) -> tuple[str, ...]:
        """The rule ids that refuse an answer."""
        return tuple(refusal.rule for refusal in self.game.why(answer))

    def refused(self, answer: Any, *rules: str) -> Refusal:
        """The answer is refused by these rules (among others), and nothing changes."""
        before, options = self.game.digest(), self.options()
        try:
            self.game.answer(answer)
        except NotAllowed as error:
            first = error.refusal
        except NotAnOption as error:
            raise AssertionError(f"refused without a rule: {error}") from None
        else:
            raise AssertionError(f"{answer!r} was taken")
        assert self.game.digest() == before
        assert self.options() == options
        given = self.why(answer)
        assert set(rules) <= set(given), f"{given} instead of {rules}"
        return first

    def posture(self, id: str) -> str:
        return self.s.table[id].posture.value

    def log(self) -> list[str]:
        return [str(event.text) for event in self.events]

    def log_rules(self) -> list[str]:
        return [event.rule for event in self.events]


def keys(s: War, pile: Sequence[int]) -> list[str]:
    """The keys of the cards of a pile."""
    return [s.pool[number].key for number in pile]


def same(one: Game, other: Game) -> bool:
    """Are two games at the same point?"""
    return one.digest() == other.digest() and msgspec.json.encode(one.state) == msgspec.json.encode(other.state)
