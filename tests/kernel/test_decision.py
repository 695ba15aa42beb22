"""Decisions: what each kind takes for an answer, and what it says to what it does not take."""

from __future__ import annotations

import contextlib
import math
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.kernel import (
    Allocate,
    AnyDecision,
    ChooseSome,
    Confirm,
    Decision,
    InputError,
    MovePaths,
    NotAnOption,
    NotUnderstood,
    Number,
    Order,
    PlacePositions,
    RollDice,
    choose,
    text,
)

ASK = text("What?")
ONE = choose(ASK, by=0, among=("a", "b", ("c", 1), None), unit="u1")
SOME = ChooseSome(by=0, prompt=ASK, among=("a", "b", "c"), minimum=1, maximum=2)
ORDER = Order(by=0, prompt=ASK, among=("a", "b", "c"))
SHARE = Allocate(by=0, prompt=ASK, among=("a", "b"), total=5, limits=(3, 5))
NUMBER = Number(by=0, prompt=ASK, minimum=-1, maximum=4)
PATHS = MovePaths(by=0, prompt=ASK, subjects=("m1", "m2"))
PLACES = PlacePositions(by=0, prompt=ASK, subjects=("m1", "m2"))
YES = Confirm(by=0, prompt=ASK)
ROLL = RollDice(by=0, prompt=ASK, count=2, sides=6, purpose="charge")
ALL: tuple[Decision, ...] = (ONE, SOME, ORDER, SHARE, NUMBER, PATHS, PLACES, YES, ROLL)
CLOSED = tuple(decision for decision in ALL if not decision.is_open)

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["a", "b", "c", "m1", "m2"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3) | st.integers(), inner, max_size=3),
    max_leaves=12,
)


@pytest.mark.parametrize("decision", ALL, ids=lambda one: type(one).__name__)
@given(answer=anything)
def test_any_answer_is_understood_or_refused_as_input(decision: Decision, answer: Any) -> None:
    with contextlib.suppress(InputError):
        value = decision.understand(answer)
        assert decision.understand(value) == value
        hash(value)


@pytest.mark.parametrize("decision", CLOSED, ids=lambda one: type(one).__name__)
@given(seed=st.integers())
def test_a_sample_is_an_answer_also_after_a_trip_through_json(decision: Decision, seed: int) -> None:
    value = decision.sample(Random(seed))
    assert decision.understand(value) == value
    assert decision.understand(msgspec.json.decode(msgspec.json.encode(value))) == value


@pytest.mark.parametrize("decision", ALL, ids=lambda one: type(one).__name__)
def test_a_decision_is_plain_json_and_comes_back(decision: Decision) -> None:
    data = msgspec.json.encode(decision)
    back = msgspec.json.decode(data, type=AnyDecision)
    assert type(back) is type(decision)
    assert msgspec.json.encode(back) == data


@pytest.mark.parametrize("decision", CLOSED, ids=lambda one: type(one).__name__)
def test_every_listed_option_is_an_answer(decision: Decision) -> None:
    for option in decision.options():
        assert decision.understand(option) == option


def test_open_kinds_list_nothing() -> None:
    assert [decision for decision in ALL if decision.is_open] == [PATHS, PLACES]
    assert PATHS.options() == ()


def test_choose_one_keeps_the_option_itself() -> None:
    numbers = choose(ASK, by=0, among=(0, 1))
    assert numbers.understand(True) is numbers.among[1]
    assert ONE.understand(["c", 1]) == ("c", 1)
    assert ONE.understand(None) is None
    with pytest.raises(NotAnOption, match="z is not an option here: a, b"):
        ONE.understand("z")


def test_choose_some_counts_and_refuses_doubles() -> None:
    assert SOME.understand(["c", "a"]) == ("c", "a")
    with pytest.raises(NotAnOption, match="0 were chosen, from 1 to 2"):
        SOME.understand([])
    with pytest.raises(NotAnOption, match="3 were chosen"):
        SOME.understand(["a", "b", "c"])
    with pytest.raises(NotAnOption, match="a is named twice"):
        SOME.understand(["a", "a"])
    with pytest.raises(NotUnderstood, match="A list is asked for"):
        SOME.understand("a")


def test_order_wants_each_once() -> None:
    assert ORDER.understand(["c", "a", "b"]) == ("c", "a", "b")
    with pytest.raises(NotAnOption, match="named once"):
        ORDER.understand(["c", "a"])


def test_allocate_adds_up_within_limits() -> None:
    assert SHARE.understand([2, 3]) == (2, 3)
    assert SHARE.understand({"b": 5}) == (0, 5)
    with pytest.raises(NotAnOption, match="a can take 3 at most, not 4"):
        SHARE.understand([4, 1])
    for wrong in ([2, 2], [5], [-1, 6], {"a": 1}):
        with pytest.raises(NotAnOption, match="5 has to be shared out"):
            SHARE.understand(wrong)
    with pytest.raises(NotUnderstood):
        SHARE.understand([2.0, 3.0])


@given(st.lists(st.integers(0, 9), min_size=1, max_size=5), st.data())
def test_a_sample_of_allocate_keeps_every_limit(limits: list[int], data: st.DataObject) -> None:
    total = data.draw(st.integers(0, sum(limits)))
    asked = Allocate(by=0, prompt=ASK, among=tuple(range(len(limits))), total=total, limits=tuple(limits))
    shares = asked.understand(asked.sample(Random(1)))
    assert sum(shares) == total
    assert all(share <= limit for share, limit in zip(shares, limits, strict=True))


def test_number_keeps_its_bounds() -> None:
    assert NUMBER.understand(4) == 4
    assert NUMBER.options() == (-1, 0, 1, 2, 3, 4)
    with pytest.raises(NotAnOption, match="5 is not from -1 to 4"):
        NUMBER.understand(5)
    for wrong in (True, "3", 2.0, None):
        with pytest.raises(NotUnderstood):
            NUMBER.understand(wrong)


def test_confirm_takes_yes_or_no_only() -> None:
    assert YES.understand(False) is False
    for wrong in (1, 0, "yes", None):
        with pytest.raises(NotUnderstood):
            YES.understand(wrong)


def test_typed_dice_have_to_be_possible() -> None:
    assert ROLL.understand([1, 6]) == (1, 6)
    with pytest.raises(NotAnOption, match="2 dice are asked for, 1 were given"):
        ROLL.understand(4)
    for wrong in ([0, 3], [3, 7]):
        with pytest.raises(NotAnOption, match="does not show"):
            ROLL.understand(wrong)
    with pytest.raises(NotUnderstood):
        ROLL.understand([1, True])


def test_paths_and_positions_are_made_whole() -> None:
    assert PATHS.understand({"m1": [[1, 2], [3, 4, 90, 1]]}) == (("m1", ((1.0, 2.0, 0.0, 0.0), (3.0, 4.0, 90.0, 1.0))),)
    assert PLACES.understand([["m2", [1, 2, 45]]]) == (("m2", (1.0, 2.0, 45.0, 0.0)),)
    with pytest.raises(NotAnOption, match="m3 is not an option here: m1, m2"):
        PLACES.understand({"m3": [1, 2]})
    with pytest.raises(NotAnOption, match="m1 is named twice"):
        PLACES.understand([["m1", [1, 2]], ["m1", [1, 3]]])


@pytest.mark.parametrize(
    "wrong", [[1], [1, 2, 3, 4, 5], ["1", 2], [True, 2], [math.nan, 1], [math.inf, 1], [10**400, 1]]
)
def test_a_place_is_two_to_four_sane_numbers(wrong: Any) -> None:
    with pytest.raises(NotUnderstood, match="A place is x and y in inches"):
        PLACES.understand({"m1": wrong})
