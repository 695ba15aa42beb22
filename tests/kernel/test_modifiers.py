"""Modifiers: folded once, kind by kind, whatever the order they were collected in."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.kernel import Modifier, RuleConflict, fold

amounts = st.floats(-20, 20).filter(lambda amount: abs(amount) > 1e-3)
modifiers = st.lists(
    st.builds(Modifier, amounts, st.just("T 1"), how=st.sampled_from(["add", "subtract", "multiply", "divide"])),
    max_size=8,
)


@given(st.floats(-50, 50), modifiers, st.integers())
def test_the_order_of_collecting_changes_nothing(base: float, found: list[Modifier], seed: int) -> None:
    mixed = found.copy()
    Random(seed).shuffle(mixed)
    assert fold(base, mixed) == fold(base, found)


@given(st.integers(-50, 50), st.lists(st.integers(-9, 9)))
def test_additions_are_each_counted_once(base: int, added: list[int]) -> None:
    assert fold(base, [Modifier(amount, f"T {n}") for n, amount in enumerate(added)]) == base + sum(added)


def test_kinds_come_in_the_order_of_the_book() -> None:
    found = [Modifier(2, "T 1"), Modifier(2, "T 2", how="multiply"), Modifier(5, "T 3", how="set")]
    assert fold(6, found) == 12
    assert fold(6, found, order=("add", "set", "multiply")) == 10
    assert fold(6, found[:2], order=("add", "multiply")) == 16


def test_b43_plus_one_plus_one_minus_one_is_plus_one_in_every_order() -> None:
    found = [Modifier(1, "T 1"), Modifier(1, "T 2"), Modifier(-1, "T 3")]
    assert {fold(0, mixed) for mixed in permutations(found)} == {1.0}


def test_two_rules_that_set_different_values_are_both_named() -> None:
    with pytest.raises(RuleConflict, match=r"T 1 and T 2 disagree") as caught:
        fold(6, [Modifier(3, "T 1", how="set"), Modifier(4, "T 2", how="set")])
    assert caught.value.rules == ("T 1", "T 2")
    assert fold(6, [Modifier(3, "T 1", how="set"), Modifier(3, "T 2", how="set")]) == 3


def test_a_kind_the_book_does_not_know_is_an_error() -> None:
    with pytest.raises(ValueError, match="T 1: unknown kind of modifier 'halve'"):
        fold(6, [Modifier(2, "T 1", how="halve")])
    with pytest.raises(ValueError, match="T 1: unknown kind"):
        fold(6, [Modifier(2, "T 1")], order=("multiply",))
