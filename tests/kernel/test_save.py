"""Saves: at every decision, also within a window or a roll; what cannot be read is refused, naming the place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import duel
import raid
from referee.kernel import (
    Book,
    ByHand,
    Dice,
    Effect,
    Game,
    Outcome,
    Procedure,
    RollDice,
    Seeded,
    State,
    Text,
    Unreadable,
    add_effect,
    choose,
    step,
    text,
)
from referee.kernel.save import state_json

Begin = Callable[..., Game]


@pytest.mark.parametrize("dice", [Seeded("3"), ByHand()], ids=["seeded", "by hand"])
@pytest.mark.parametrize("book", [duel.BOOK, raid.BOOK], ids=lambda book: book.name)
def test_b25_every_decision_is_saved_and_plays_on_the_same(book: Book, dice: Dice) -> None:
    kinds, inside_a_window = set(), False
    for seed in range(6):
        game, random = book.begin(dice=dice), Random(seed)
        while game.decision:
            loaded = Game.load(book, game.save())
            assert loaded.state == game.state
            assert loaded.stack == game.stack
            assert (loaded.decision, loaded.dice, loaded.where()) == (game.decision, game.dice, game.where())
            assert loaded.save() == game.save()
            kinds.add(type(game.decision))
            inside_a_window |= "REF window/b" in [place.rule for place in game.where()]
            answer = game.propose(random)
            assert loaded.answer(answer) == game.answer(answer)
            assert loaded.digest() == game.digest()
        assert Game.load(book, game.save()).is_over
    if book is raid.BOOK:
        assert inside_a_window
        assert (RollDice in kinds) == (dice == ByHand())


class Keeper(Procedure):
    """Holds what a field of any type may hold."""

    choice: Any = None
    about: Text = Text("")
    pair: tuple[Any, ...] = ()

    @step("T 1", into="choice")
    def ask(self, s: State) -> Outcome:
        return choose(text("What?"), by=0, among=("a", ("b", ("c", 1))))

    @step("T 2")
    def ask_again(self, s: State) -> Outcome:
        add_effect(s, Effect("kept", "T 2", value=(self.choice, (1, 2))))
        self.result = self.choice
        return None

    @step("T 3")
    def ask_at_last(self, s: State) -> Outcome:
        return choose(text("Sure?"), by=0, among=("yes",))


def test_b28_tuples_texts_and_parts_come_back_as_such(begin: Begin) -> None:
    about = text("{n} of {unit}", n=(1, 2), unit=text("{name}", name="Boyz"))
    game = begin(Keeper(about=about, pair=((1, (2,)), raid.Gold(3), text("x"))))
    game.answer(["b", ["c", 1]])
    loaded = Game.load(game.book, game.save())
    assert loaded.stack == game.stack
    assert loaded.state == game.state
    (frame,) = loaded.stack
    assert isinstance(frame, Keeper)
    assert (frame.choice, frame.result) == (("b", ("c", 1)), ("b", ("c", 1)))
    assert frame.about == about
    assert frame.pair == ((1, (2,)), raid.Gold(3), text("x"))
    assert loaded.state.effects[0].value == (("b", ("c", 1)), (1, 2))


def damaged(**changes: Any) -> bytes:
    save = msgspec.json.decode(duel.BOOK.begin(dice=Seeded("1")).save())
    return msgspec.json.encode(save | changes)


FRAME: dict[str, Any] = {"procedure": "duel.Turn", "rule": "DUEL 1.2", "fields": {}}


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "This is not a saved game"),
        (b"\xff\x00", "This is not a saved game"),
        (b"[1, 2]", "This is not a saved game: Expected `object`"),
        (b'{"format": 1}', "This is not a saved game: Object missing required field `book`"),
        (b'{"format": 9, "anything": 1}', "format 9; this version reads format 1"),
        (damaged(format="1"), r"\$\.format"),
        (damaged(book="chess"), "of the book chess, not duel"),
        (damaged(state={"life": ["x", 1]}), r"state, Expected `int`, got `str` - at `\$\.life\[0\]`"),
        (damaged(stack=[FRAME | {"procedure": "duel.Nap"}]), "procedure duel.Nap that this version has not"),
        (damaged(stack=[FRAME | {"rule": "DUEL 9"}]), "duel.Turn has no step DUEL 9 in this version"),
        (damaged(stack=[FRAME | {"fields": {"at": "x"}}]), r"duel\.Turn, Expected `int`.*at"),
        (damaged(stack=[FRAME]), "stands at DUEL 1.2, which asks nothing"),
        (damaged(state={}), "does not fit DUEL 2.1, where it stands"),
        (damaged(dice={"dice": "loaded"}), r"dice"),
    ],
)
def test_a_save_that_cannot_be_read_names_the_place(data: bytes, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        Game.load(duel.BOOK, data)


def test_a_part_of_a_cost_that_is_gone_is_named(begin: Begin) -> None:
    data = begin(Keeper(pair=(raid.Gold(3),))).save().replace(b'"Gold"', b'"Silver"')
    book = begin(Keeper()).book
    with pytest.raises(Unreadable, match="part of a cost Silver"):
        Game.load(book, data)


@given(st.data())
def test_a_cut_or_changed_save_is_read_or_refused_as_input(data: st.DataObject) -> None:
    game = raid.BOOK.begin(dice=Seeded("1"))
    save = bytearray(game.save())
    if data.draw(st.booleans()):
        del save[data.draw(st.integers(0, len(save) - 1)) :]
        with pytest.raises(Unreadable):
            Game.load(raid.BOOK, bytes(save))
    else:
        save[data.draw(st.integers(0, len(save) - 1))] = data.draw(st.integers(0, 255))
        try:
            assert Game.load(raid.BOOK, bytes(save)).decision
        except Unreadable:
            assert bytes(save) != game.save()


def test_a_save_outlives_a_step_put_before_the_one_it_stands_at(begin: Begin) -> None:
    game = begin(Keeper())
    data = game.save()
    steps = Keeper.steps
    try:
        Keeper.steps = (steps[0], steps[1], steps[2])[::-1]
        loaded = Game.load(game.book, data)
        assert loaded.stack[0].at == 2
        assert loaded.decision == game.decision
    finally:
        Keeper.steps = steps


class Profile(msgspec.Struct, frozen=True):
    names: dict[str, int]


class Army(State):
    profile: Profile
    other: Profile | None = None
    turn: int = 0


def test_a_record_that_stays_the_same_is_written_as_any_other() -> None:
    s = Army(profile=Profile({"a": 1}))
    for turn in range(100):
        s.turn = turn
        assert state_json(s) == msgspec.json.encode(s)
        s.profile = Profile({"a": turn})
        assert state_json(s) == msgspec.json.encode(s)


def test_a_save_of_format_1_loads() -> None:
    """A game of the raid, saved by version 0.1.0. It is never written anew."""
    data = (Path(__file__).parent / "golden" / "format_1.json").read_bytes()
    game = Game.load(raid.BOOK, data)
    assert game.save() == data
    while game.decision:
        game.answer(game.propose(Random(1)))
