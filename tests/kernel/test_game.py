"""Games: asking, answering, explaining, copying; what goes wrong changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, ClassVar

import pytest

import duel
import raid
from referee.kernel import (
    AGAIN,
    ByHand,
    ChooseSome,
    Effect,
    Game,
    InputError,
    MovePaths,
    NotAllowed,
    NotAnOption,
    NotUnderstood,
    Number,
    Outcome,
    Procedure,
    RefereeError,
    Refusal,
    Roll,
    RulesGap,
    Scripted,
    Seeded,
    State,
    add_effect,
    choose,
    refuse,
    step,
    tell,
    text,
)

Begin = Callable[..., Game]


def snapshot(game: Game) -> tuple[Any, ...]:
    return (game.digest(), game.decision, game.told, game.rolls, [frame.at for frame in game.stack])


# --- refusals --------------------------------------------------------------------------------------------------------


def test_a_rule_that_forbids_is_named_and_nothing_changes() -> None:
    game = duel.BOOK.begin(dice=Seeded("1"))
    before = snapshot(game)
    with pytest.raises(NotAllowed) as caught:
        game.answer(3)
    assert caught.value.refusal.rule == "DUEL 2.2"
    assert str(caught.value) == "DUEL 2.2: A 3 costs more than your 1 mana."
    assert snapshot(game) == before


def test_what_no_rule_speaks_of_is_not_an_option() -> None:
    game = raid.BOOK.begin(dice=Seeded("1"))
    before = snapshot(game)
    with pytest.raises(NotAnOption, match="dance is not an option here: stop") as caught:
        game.answer("dance")
    assert not isinstance(caught.value, NotAllowed)
    assert snapshot(game) == before


def test_check_says_nothing_of_a_legal_answer_and_raises_for_none_at_all() -> None:
    game = raid.BOOK.begin(dice=Seeded("1"))
    assert game.check("stop") is None
    assert game.check("storm") == refuse("RAID 2.2", "You have no raider.")
    assert game.why("stop") == ()
    with pytest.raises(NotAnOption):
        game.check("dance")
    with pytest.raises(NotAnOption):
        game.why("dance")


def test_why_gives_every_reason_in_the_order_of_the_rules() -> None:
    game = raid.BOOK.begin(lists=(0, 0), dice=Seeded("1"))
    add_effect(game.state, Effect("cursed", "RAID 7/f", str(game.decision.by if game.decision else 0)))
    assert [one.rule for one in game.why("hire")] == ["RAID 3/a", "RAID 2.3"]
    assert [one.rule for one in game.why("storm")] == ["RAID 2.2", "RAID 2.3"]
    assert game.check("hire") == game.why("hire")[0]


def test_an_open_answer_is_checked_before_it_counts() -> None:
    game = raid.BOOK.begin(dice=Scripted((2, 6)))
    game.answer("hire")
    before = snapshot(game)
    with pytest.raises(NotUnderstood):
        game.answer([["t1", ["x", "y"]]])
    with pytest.raises(NotAnOption):
        game.answer({"t9": [1, 1]})
    with pytest.raises(NotAllowed, match=r"RAID 5\.1: t1 would stand outside the hall"):
        game.answer({"t1": [13, 1]})
    assert [one.rule for one in game.why({"t1": [13, 1]})] == ["RAID 5.1"]
    assert snapshot(game) == before
    game.answer({"t1": [12, 1]})
    assert game.state.tokens["t1"].at == (12.0, 1.0)  # type: ignore[attr-defined]


class Team(Procedure):
    """Some of a few, but not the first two together."""

    who: tuple[str, ...] = ()

    @step("T 1", into="who", check="refusals")
    def select(self, s: State) -> Outcome:
        return ChooseSome(by=0, prompt=text("Who?"), among=("a", "b", "c"), minimum=2, maximum=2)

    def refusals(self, s: State, who: Any) -> Iterator[Refusal]:
        if {"a", "b"} <= set(who):
            yield refuse("T 2", "a and b do not go together.")


def test_a_combination_is_checked_too_and_never_proposed(begin: Begin) -> None:
    game = begin(Team())
    with pytest.raises(NotAllowed, match="T 2: a and b do not go together"):
        game.answer(["a", "b"])
    assert game.check(["b", "a"]) == refuse("T 2", "a and b do not go together.")
    assert all(game.check(game.propose(Random(seed))) is None for seed in range(50))
    game.answer(["a", "c"])
    assert game.is_over


def test_a_game_that_is_over_takes_no_answer(begin: Begin) -> None:
    game = begin(Team())
    game.answer(["a", "c"])
    for ask in (game.answer, game.check, game.why):
        with pytest.raises(NotAnOption, match="The game is over"):
            ask("a")
    with pytest.raises(NotAnOption, match="The game is over"):
        game.propose(Random(1))
    assert game.options() == ()
    assert game.where() == ()


class Strict(Procedure):
    """A checker that knows the units there are and stumbles over anything else."""

    unit: str = ""

    @step("T 1", into="unit", check="refusals")
    def select(self, s: State) -> Outcome:
        return choose(text("Which?"), by=0, among=("u1", ("u2", 1)))

    def refusals(self, s: State, unit: Any) -> Iterator[Refusal]:
        name, number = (unit, 0) if isinstance(unit, str) else unit
        if {"u1": 1, "u2": 2, "u3": 3}[name] + number > 2:
            yield refuse("T 2", "{unit} is too large.", unit=name)


@pytest.mark.parametrize("answer", [7, None, [1, 2, 3], {"a": 1}, 0.5, ["u1"]])
def test_a_checker_that_stumbles_over_what_is_like_no_option_is_no_error(begin: Begin, answer: Any) -> None:
    game = begin(Strict())
    for ask in (game.answer, game.check, game.why):
        with pytest.raises(NotAnOption, match="is not an option here"):
            ask(answer)


def test_a_checker_that_stumbles_over_what_is_like_an_option_is_a_bug(begin: Begin) -> None:
    game = begin(Strict())
    assert str(game.check("u3")) == "T 2: u3 is too large."
    for answer in ("u9", ["u9", 1]):
        with pytest.raises(KeyError, match="u9"):
            game.check(answer)


def test_a_book_explains_what_is_no_answer_to_the_question(begin: Begin) -> None:
    def explain(game: Game, answer: Any) -> Iterator[Refusal]:
        if answer == "charge":
            yield refuse("T 9", "This is not the Charge phase.")

    for kind in (Team, Wander):
        game = begin(kind(), explain=explain)
        assert [one.rule for one in game.why("charge")] == ["T 9"]
        with pytest.raises(NotAllowed, match="T 9: This is not the Charge phase"):
            game.answer("charge")
        with pytest.raises(InputError):
            game.answer(0.5)


# --- open questions --------------------------------------------------------------------------------------------------


class Wander(Procedure):
    """An open question whose proposer never ends, or finds nothing, or is not there."""

    paths: Any = ()
    found: ClassVar[tuple[Any, ...]] = ()

    @step("T 1", into="paths", propose="proposals")
    def select(self, s: State) -> Outcome:
        return MovePaths(by=0, prompt=text("Which way?"), subjects=("m",))

    def proposals(self, s: State, random: Random) -> Iterator[Any]:
        while True:
            yield (("m", ((random.random(), 0.0, 0.0, 0.0),)),)


class Lost(Wander):
    def proposals(self, s: State, random: Random) -> Iterator[Any]:
        return iter(())


def test_a_proposer_without_end_is_cut_off(begin: Begin) -> None:
    game = begin(Wander())
    options = game.options()
    assert 1 < len(options) < 100
    assert all(game.check(option) is None for option in options)


def test_a_proposer_that_finds_nothing_is_named(begin: Begin) -> None:
    game = begin(Lost())
    assert game.options() == ()
    with pytest.raises(RefereeError, match="T 1 asks a question and finds no answer"):
        game.propose(Random(1))


def test_an_open_question_without_proposer_is_named(begin: Begin) -> None:
    class Dumb(Procedure):
        paths: Any = ()

        @step("T 1", into="paths")
        def select(self, s: State) -> Outcome:
            return MovePaths(by=0, prompt=text("Which way?"), subjects=("m",))

    with pytest.raises(RefereeError, match="proposes nothing"):
        begin(Dumb()).options()


# --- events, rolls, where --------------------------------------------------------------------------------------------


def test_the_set_up_tells_what_it_did_and_what_was_rolled() -> None:
    game = raid.BOOK.begin(dice=Scripted((5,)))
    assert [event.rule for event in game.told] == ["RAID 0/a", "RAID 1/a"]
    assert [(roll.rule, roll.purpose, roll.dice) for roll in game.rolls] == [("RAID 0/a", "first turn", (5,))]
    assert game.state.events == []


def test_an_answer_returns_what_it_caused_and_nothing_older() -> None:
    game = raid.BOOK.begin(dice=Scripted((2, 6)))
    events = game.answer("hire")
    assert [event.rule for event in events] == ["RAID 3/b"]
    assert game.told == events
    assert [roll.dice for roll in game.rolls] == [(6,)]
    game.answer({"t1": [1, 1]})
    assert game.told == ()
    assert game.rolls == ()


def test_where_names_the_rules_from_the_outermost_in() -> None:
    game = raid.BOOK.begin(dice=Scripted((2, 6)))
    game.answer("hire")
    assert [str(place) for place in game.where()] == [
        "Begin RAID 0/b",
        "Turn RAID 1/b",
        "Deeds RAID 2/b",
        "Hire RAID 5/b",
    ]


def test_a_decision_without_a_rule_carries_that_of_its_step() -> None:
    game = raid.BOOK.begin(dice=Seeded("1"))
    assert game.decision is not None
    assert game.decision.rule == "RAID 2/a"


# --- what goes wrong -------------------------------------------------------------------------------------------------


class Broken(Procedure):
    """Changes things, then fails."""

    choice: str = ""
    error: ClassVar[type[BaseException]] = ValueError

    @step("T 1", into="choice")
    def select(self, s: State) -> Outcome:
        return choose(text("What?"), by=0, among=("go",))

    @step("T 2")
    def change(self, s: State) -> Outcome:
        s.rolled = 7
        s.streams = {"x": 1}
        tell(s, "T 2", "Something happened.")
        return None

    @step("T 3")
    def roll(self, s: State) -> Outcome:
        return Roll(under="T 3", purpose="luck", by=0)

    @step("T 4")
    def fail(self, s: State) -> Outcome:
        raise self.error("the step failed")


class Interrupted(Broken):
    error: ClassVar[type[BaseException]] = KeyboardInterrupt


@pytest.mark.parametrize("kind", [Broken, Interrupted])
def test_a_step_that_fails_leaves_the_game_as_it_was(begin: Begin, kind: type[Broken]) -> None:
    game = begin(kind(), dice=Seeded("1"))
    before, state = snapshot(game), game.state.clone()
    with pytest.raises(kind.error, match="the step failed") as caught:
        game.answer("go")
    assert snapshot(game) == before
    assert game.state == state
    assert caught.value.__notes__ == [f"at {kind.__name__} T 4"]
    with pytest.raises(kind.error):
        game.answer("go")


def test_steps_that_never_end_are_stopped(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(Procedure):
        choice: str = ""

        @step("T 1", into="choice", when=lambda self, s: not self.choice)
        def select(self, s: State) -> Outcome:
            return choose(text("What?"), by=0, among=("go",))

        @step("T 2")
        def again(self, s: State) -> Outcome:
            return AGAIN

    monkeypatch.setattr("referee.kernel.game.ENDLESS", 1000)
    game = begin(Endless())
    with pytest.raises(RefereeError, match="T 2 goes on for ever"):
        game.answer("go")
    assert game.options() == ("go",)


# --- rules that are not written --------------------------------------------------------------------------------------


class Unwritten(Procedure):
    """A gap in a step or in a step's condition, then a question."""

    choice: str = ""
    gold: int = 0

    @step("T 1", into="gold")
    def gap(self, s: State) -> Outcome:
        raise RulesGap("T 1 is not written.")

    @step("T 2", into="choice")
    def ask(self, s: State) -> Outcome:
        return choose(text("Done?"), by=0, among=("yes",))


def _gap(self: Any, s: State) -> bool:
    raise RulesGap("Whether T 1 applies is not written.")


class UnwrittenCondition(Unwritten):
    @step("T 1", when=_gap)
    def gap(self, s: State) -> Outcome:
        raise AssertionError("a step whose condition nobody knows is not run")


class Settle(Procedure):
    """What the players settle by hand."""

    delivers: ClassVar[bool] = False
    rule_id: str
    about: Any
    number: int = 0

    @step("T 9", into="number")
    def agree(self, s: State) -> Outcome:
        return Number(by=1, prompt=self.about, minimum=0, maximum=3)

    @step("T 9/b")
    def apply(self, s: State) -> Outcome:
        s.rolled = self.number
        self.result = "not for anybody"
        return None


@pytest.mark.parametrize("kind", [Unwritten, UnwrittenCondition])
def test_a_gap_is_settled_by_hand_and_play_goes_on(begin: Begin, kind: type[Unwritten]) -> None:
    game = begin(kind(), by_hand=lambda s, rule, about: Settle(rule_id=rule, about=about))
    assert game.decision is not None
    assert (game.decision.by, game.decision.rule) == (1, "T 9")
    assert "not written" in str(game.decision.prompt)
    game.answer(2)
    assert game.state.rolled == 2
    assert game.options() == ("yes",)
    assert game.stack[-1].gold == 0  # type: ignore[attr-defined]


def test_a_gap_with_nobody_to_settle_it_is_loud_and_changes_nothing(begin: Begin) -> None:
    class Ask(Procedure):
        choice: str = ""

        @step("T 0", into="choice")
        def ask(self, s: State) -> Outcome:
            return choose(text("Go?"), by=0, among=("go",))

        @step("T 0/b")
        def go(self, s: State) -> Outcome:
            return Unwritten()

    game = begin(Ask(), by_hand=None)
    before = snapshot(game)
    with pytest.raises(RulesGap, match="T 1 is not written"):
        game.answer("go")
    assert snapshot(game) == before


# --- clones ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", [duel.BOOK, raid.BOOK], ids=lambda book: book.name)
def test_a_clone_goes_its_own_way_at_every_decision(book: Any) -> None:
    game, random = book.begin(dice=Seeded("9")), Random(9)
    while game.decision:
        before, state = snapshot(game), game.state.clone()
        twin = game.clone()
        assert (twin.digest(), twin.decision) == (game.digest(), game.decision)
        for _ in range(6):
            if twin.decision:
                twin.answer(twin.propose(Random(1)))
        assert snapshot(game) == before
        assert game.state == state
        answer = game.propose(random)
        same = game.clone()
        assert game.answer(answer) == same.answer(answer)
        assert game.digest() == same.digest()


def test_a_clone_may_have_other_dice() -> None:
    game = raid.BOOK.begin(dice=Scripted((2, 6)))
    twin = game.clone(ByHand())
    twin.answer("hire")
    game.answer("hire")
    assert twin.decision is not None
    assert game.decision is not None
    assert (twin.decision.rule, game.decision.rule) == ("RAID 3/b", "RAID 5/b")


def test_the_digest_names_the_position_not_the_code() -> None:
    game = duel.BOOK.begin(dice=Seeded("1"))
    other = duel.BOOK.begin(dice=Seeded("2"))
    assert game.digest() == other.digest()
    other.stack[0].at += 1
    assert game.digest() != other.digest()
    other.stack[0].at -= 1
    other.state.streams = {"DUEL|x": 1}
    assert game.digest() != other.digest()
