"""Effects and limits: whom they concern, and when they end."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from referee.kernel import (
    Effect,
    State,
    add_effect,
    effects_on,
    expire,
    has_effect,
    lift,
    mark_used,
    times_used,
)

MOMENTS = ("phase end", "turn end", "round end", "battle end", "")


def test_an_effect_concerns_its_subject_and_kind_alone() -> None:
    s = State()
    add_effect(s, Effect("slowed", "T 1", "u1", "turn end", value=2))
    assert has_effect(s, "slowed", "u1")
    assert not has_effect(s, "slowed", "u2")
    assert not has_effect(s, "slowed")
    assert not has_effect(s, "cursed", "u1")


def test_effects_are_given_oldest_first_and_lifted_by_kind_and_subject() -> None:
    s = State()
    for value, subject in ((1, "u1"), (2, "u2"), (3, "u1")):
        add_effect(s, Effect("slowed", "T 1", subject, value=value))
    assert [effect.value for effect in effects_on(s, "slowed", "u1")] == [1, 3]
    lift(s, "slowed", "u1")
    assert [effect.value for effect in s.effects] == [2]


@given(st.lists(st.sampled_from(MOMENTS)), st.sampled_from(MOMENTS[:-1]))
def test_expire_ends_what_lasts_until_then_and_nothing_else(untils: list[str], moment: str) -> None:
    s = State()
    for number, until in enumerate(untils):
        add_effect(s, Effect("slowed", "T 1", f"u{number}", until))
        mark_used(s, "T 2", 0, f"u{number}", until=until)
    expire(s, moment)
    for number, until in enumerate(untils):
        holds = until != moment
        assert has_effect(s, "slowed", f"u{number}") == holds
        assert times_used(s, "T 2", 0, f"u{number}") == holds


def test_b10_a_limit_counts_by_rule_player_and_unit() -> None:
    s = State()
    mark_used(s, "T 1", 0, "u1", until="round end")
    assert times_used(s, "T 1", 0, "u1") == 1
    assert times_used(s, "T 1", 0, "u2") == 0
    mark_used(s, "T 1", 0, "u2", until="round end")
    mark_used(s, "T 1", 0, "u1", until="round end")
    assert (times_used(s, "T 1", 0, "u1"), times_used(s, "T 1", 0, "u2")) == (2, 1)
    assert times_used(s, "T 1", 1, "u1") == 0
    assert times_used(s, "T 10", 0, "u1") == 0


def test_b11_a_limit_of_one_phase_is_free_again_in_the_next() -> None:
    s = State()
    mark_used(s, "T 1", 0, until="phase end")
    expire(s, "turn end")
    assert times_used(s, "T 1", 0) == 1
    expire(s, "phase end")
    assert times_used(s, "T 1", 0) == 0


def test_b27_limits_outlive_a_save_and_end_at_their_moment_alone() -> None:
    s = State()
    mark_used(s, "T once a battle", 0, until="battle end")
    mark_used(s, "T once a turn", 0, until="turn end")
    s = msgspec.json.decode(msgspec.json.encode(s), type=State)
    assert times_used(s, "T once a battle", 0) == 1
    assert times_used(s, "T once a turn", 0) == 1
    expire(s, "turn end")
    assert times_used(s, "T once a battle", 0) == 1
    assert times_used(s, "T once a turn", 0) == 0


def test_a_clone_counts_for_itself() -> None:
    s = State()
    twin = s.clone()
    mark_used(twin, "T 1", 0, until="turn end")
    add_effect(twin, Effect("slowed", "T 1"))
    assert times_used(s, "T 1", 0) == 0
    assert s.effects == ()
