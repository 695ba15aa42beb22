"""Windows: who is asked, in which order, how often; passing, keeping quiet, and what has to be taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.kernel import (
    PASS,
    QUIET,
    Game,
    NotAnOption,
    Outcome,
    Procedure,
    State,
    Window,
    choose,
    expire,
    step,
    tell,
    text,
)

Begin = Callable[..., Game]


class Table(State):
    """What each seat may still do, and what has been done."""

    cards: dict[int, tuple[str, ...]] = {}
    played: list[str] = []


class Play(Procedure):
    """A response: play a card; "slow" asks once more."""

    seat: int
    card: str
    sure: str = ""

    @step("T 2/a", into="sure", when=lambda self, s: self.card == "slow")
    def confirm(self, s: Table) -> Outcome:
        return choose(text("Sure?"), by=self.seat, among=("yes",))

    @step("T 2/b")
    def play(self, s: Table) -> Outcome:
        s.cards[self.seat] = tuple(card for card in s.cards[self.seat] if card != self.card)
        s.played.append(f"{self.seat}:{self.card}")
        tell(s, "T 2/b", "{card} is played.", card=self.card)
        return None


class Moment(Window):
    def offers(self, s: Table, seat: int) -> tuple[Any, ...]:
        return s.cards[seat]

    def respond(self, s: Table, seat: int, choice: Any) -> Procedure:
        return Play(seat=seat, card=choice)

    def is_compulsory(self, s: Table, seat: int, choice: Any) -> bool:
        return str(choice).startswith("must")


class Phase(Procedure):
    """Two windows in a phase, then one in the next phase."""

    @step("T 1/a")
    def first(self, s: Table) -> Outcome:
        return Moment(moment="the first moment", seats=(1, 0))

    @step("T 1/b")
    def second(self, s: Table) -> Outcome:
        return Moment(moment="the second moment", seats=(1, 0))

    @step("T 1/c")
    def end(self, s: Table) -> Outcome:
        expire(s, "phase end")
        return None

    @step("T 1/d")
    def third(self, s: Table) -> Outcome:
        return Moment(moment="the third moment", seats=(1, 0))


def table(**cards: tuple[str, ...]) -> Table:
    return Table(cards={0: cards.get("zero", ()), 1: cards.get("one", ())})


def asked(game: Game) -> tuple[int, str]:
    assert game.decision is not None
    return game.decision.by, str(game.decision.about["moment"])


def test_a_seat_that_can_do_nothing_is_not_asked(begin: Begin) -> None:
    assert begin(Phase(), state=table()).is_over
    assert asked(begin(Phase(), state=table(zero=("a",)))) == (0, "the first moment")


def test_seats_are_asked_in_order_until_all_have_passed(begin: Begin) -> None:
    game = begin(Phase(), state=table(zero=("a",), one=("b",)))
    assert asked(game) == (1, "the first moment")
    assert game.options() == ("b", PASS, QUIET)
    assert str(game.decision.prompt) == "Respond: the first moment?" if game.decision else False
    game.answer(PASS)
    assert asked(game) == (0, "the first moment")
    game.answer(PASS)
    assert asked(game) == (1, "the second moment")


def test_after_a_response_everybody_is_asked_again_from_the_next_seat(begin: Begin) -> None:
    game = begin(Phase(), state=table(zero=("a",), one=("b", "c")))
    game.answer("b")
    assert asked(game) == (0, "the first moment")
    game.answer("a")
    assert asked(game) == (1, "the first moment")
    game.answer(PASS)
    assert asked(game) == (1, "the second moment")
    assert game.state.played == ["1:b", "0:a"]  # type: ignore[attr-defined]


def test_one_pass_does_not_close_the_window_after_the_other_seat_responds(begin: Begin) -> None:
    game = begin(Phase(), state=table(zero=("a", "z"), one=("b",)))
    game.answer(PASS)
    game.answer("a")
    assert asked(game) == (1, "the first moment")


def test_who_keeps_quiet_is_not_asked_until_the_phase_ends(begin: Begin) -> None:
    game = begin(Phase(), state=table(zero=("a",), one=("b",)))
    game.answer(QUIET)
    game.answer(PASS)
    assert asked(game) == (0, "the second moment")
    game.answer(QUIET)
    assert asked(game) == (1, "the third moment")


def test_what_is_compulsory_cannot_be_passed_over_nor_kept_quiet(begin: Begin) -> None:
    game = begin(Phase(), state=table(one=("must", "b")))
    assert game.options() == ("must", "b")
    with pytest.raises(NotAnOption):
        game.answer(PASS)
    game.answer("b")
    assert game.options() == ("must",)
    game.answer("must")
    assert game.is_over


def test_a_compulsory_offer_is_asked_also_of_a_quiet_seat(begin: Begin) -> None:
    game = begin(Phase(), state=table(zero=("a",), one=("b",)))
    game.answer(QUIET)
    game.state.cards[1] = ("must",)  # type: ignore[attr-defined]
    game.answer(PASS)
    assert asked(game) == (1, "the second moment")
    assert game.options() == ("must",)


def test_what_nobody_offered_is_no_response(begin: Begin) -> None:
    game = begin(Phase(), state=table(one=("b",)))
    with pytest.raises(NotAnOption, match="z is not an option here"):
        game.answer("z")


def test_b25_a_window_is_saved_in_the_middle_of_a_response(begin: Begin) -> None:
    game = begin(Phase(), state=table(zero=("a",), one=("slow", "b")))
    game.answer(PASS)
    game.answer("a")
    game.answer("slow")
    loaded = Game.load(game.book, game.save())
    assert (loaded.state, loaded.stack, loaded.decision) == (game.state, game.stack, game.decision)
    for answer in ("yes", PASS, PASS, PASS):
        assert game.answer(answer) == loaded.answer(answer)
        assert game.decision == loaded.decision
        assert game.digest() == loaded.digest()
    assert game.is_over
