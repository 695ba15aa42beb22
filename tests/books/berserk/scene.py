"""Small battles for tests: cards with printed text put where they are needed, in the middle of a turn."""

from __future__ import annotations

from typing import Any

from referee.books.berserk import BOOK
from referee.books.berserk.actions import STRIKE
from referee.books.berserk.declaration import Declaration, declaration_refusals
from referee.books.berserk.harm import enter
from referee.books.berserk.options import settled_rules
from referee.books.berserk.priority import PASS
from referee.books.berserk.records import AIR, FIELD, GRAVE, HOST, Card
from referee.books.berserk.sheet import SHEETS, own_key
from referee.books.berserk.state import Battle, lives_left
from referee.books.berserk.turn import Turns
from referee.kernel import Game, Scripted
from referee.text.berserk_cards import Names, PrintedCard

NAME = "Проба"
"""The printed name of every test card: lines may name it."""

QUIET = {"BER F08/e": PASS, "BER F10.1/a": "none", "BER 502.1/e": "none", "BER F10.2/h": "both", "BER F12/l": "stay"}
"""How the questions that nobody cares about are answered."""


class Scene:
    """A battle being laid out: `put` the cards, then `play`."""

    def __init__(self, active: Any = 0, turn: Any = 1, first: Any = 0, **options: Any) -> None:
        given = {name.replace("_", " "): value for name, value in options.items()}
        self.s = Battle(rules=settled_rules(BOOK.settled(given)), active=active, turn=turn, first=first)

    def put(
        self,
        one: str,
        at: str = "",
        *text: str,
        seat: int = 0,
        life: int = 9,
        strike: tuple[int, int, int] = (1, 2, 3),
        move: int = 1,
        kind: str = "creature",
        on: str = "",
        zone: str = "",
        cost: int = 3,
        elements: tuple[Any, ...] = (),
        elite: bool = False,
        **changes: Any,
    ) -> Scene:
        """A card `one` in cell `at` (a flyer: none) of `seat`, with printed lines; `changes` to its record."""
        lifeless = kind == "terrain"
        walks = kind == "creature"
        card = PrintedCard(
            key=one.lower().replace(" ", "-"),
            name=Names(NAME, one, one),
            type=kind,  # type: ignore[arg-type]
            cost=cost,
            elements=elements,
            elite=elite,
            life=0 if lifeless else life,
            move=move if walks else 0,
            strike=None if kind in ("artifact", "terrain") else strike,
            text=text,
        )
        key = own_key(card)
        self.s.own = {**self.s.own, key: card}
        SHEETS.pop(key, None)
        self.s.__post_init__()
        where = zone or (HOST if on else FIELD if at else AIR)
        record = Card(one, key, seat, seat, where, at, on, moves=card.move)
        for name, value in changes.items():
            record = _changed(record, name, value)
        if where == GRAVE:
            self.s.cards[one] = record
        else:
            enter(self.s, record)
        return self

    def play(self, *dice: int, phase: str = "choice_subphase") -> Game:
        """The game at the first question of the choice subphase (or of another step of the turn)."""
        for seat, spare in ((0, "Z0"), (1, "Z1")):
            if self.s.living[seat] == 0:
                self.put(spare, "a1" if seat == 0 else "e6", seat=seat)
        at = next(number for number, step in enumerate(Turns.steps) if step.name == phase)
        game = Game(BOOK, self.s, [Turns(at=at)], Scripted(dice))
        game.run()
        return game


def _changed(card: Card, name: str, value: Any) -> Card:
    import msgspec

    return msgspec.structs.replace(card, **{name: value})


def declare(game: Game, source: str, action: str, *targets: str, amount: int = 0) -> Game:
    """Declare an action, answering question by question."""
    game.answer(source)
    game.answer(action)
    if asked(game) == "BER 501.2/l":
        game.answer(amount)
    if asked(game) == "BER 501.1/b":
        assert game.decision is not None
        game.answer(tuple(targets) if game.decision.__class__.__name__ == "ChooseSome" else targets[0])
    return game


def finish(game: Game, **answers: Any) -> Game:
    """Answer quietly until the active player is asked to declare something, with nothing declared any more."""
    for _ in range(60):
        if game.decision is None:
            return game
        s = state(game)
        if asked(game) == "BER F08/e" and not (s.queue or s.stack or s.working) and game.decision.by == s.active:
            return game
        rule = asked(game)
        quiet = game.options()[0] if rule == "BER 405/b" else QUIET.get(rule)
        assert quiet is not None or rule in answers, f"{rule} is asked: {game.decision}"
        game.answer(answers.get(rule, quiet))
    raise AssertionError("it does not end")


def until(game: Game, rule: str) -> Game:
    """Answer quietly until a question is asked under a rule."""
    for _ in range(60):
        if asked(game) == rule:
            return game
        game.answer(QUIET[asked(game)])
    raise AssertionError(f"{rule} is never asked")


def end_turn(game: Game) -> Game:
    """Pass until the other player is asked in his choice subphase."""
    turn = state(game).turn
    for _ in range(30):
        s = state(game)
        if game.decision is None or (s.turn > turn and s.phase == "choice" and game.decision.by == s.active):
            return game
        game.answer(QUIET[asked(game)])
    raise AssertionError("the turn does not end")


def state(game: Game) -> Battle:
    """The game's state."""
    assert isinstance(game.state, Battle)
    return game.state


def asked(game: Game) -> str:
    """Under which rule a question is asked."""
    return game.decision.rule if game.decision is not None else ""


def card(game: Game, one: str) -> Card:
    """A card's record."""
    return state(game).cards[one]


def lives(game: Game, one: str) -> int:
    """The lives a card has left; 0 in the graveyard."""
    found = card(game, one)
    return lives_left(state(game), found) if found.zone in (FIELD, AIR, HOST) else 0


def refused(game: Game, source: str, action: str, *targets: str, amount: int = 0, seat: int | None = None) -> list[str]:
    """Under which rules a whole declaration is refused; none if it may be made."""
    who = state(game).active if seat is None else seat
    return [
        refusal.rule
        for refusal in declaration_refusals(state(game), who, Declaration(source, action, tuple(targets), amount))
    ]


def why(game: Game, answer: Any) -> list[str]:
    """Under which rules an answer to the question that waits is refused."""
    return [refusal.rule for refusal in game.why(answer)]


__all__ = [
    "PASS",
    "STRIKE",
    "Scene",
    "asked",
    "card",
    "declare",
    "end_turn",
    "finish",
    "lives",
    "refused",
    "state",
    "until",
    "why",
]
