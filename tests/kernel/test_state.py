"""States: a copy is independent; what a copy would share is refused."""

from __future__ import annotations

import msgspec
import pytest

from referee.kernel import State, mark_used


class Thing(msgspec.Struct, frozen=True):
    size: int


class Mutable(msgspec.Struct):
    size: int


class Good(State):
    things: dict[str, Thing] = {}
    names: list[str] = []
    pairs: dict[str, tuple[int, ...]] = {}
    best: Thing | None = None


def test_containers_are_copied_and_records_shared() -> None:
    s = Good(things={"a": Thing(1)}, names=["x"], best=Thing(2))
    twin = s.clone()
    assert twin == s
    assert twin.things["a"] is s.things["a"]
    twin.things["b"] = Thing(2)
    twin.names.append("y")
    mark_used(twin, "T 1", 0, until="turn end")
    assert (s.things, s.names, s.limits) == ({"a": Thing(1)}, ["x"], {})
    assert twin.limits


class Nested(State):
    bags: dict[str, list[str]] = {}


class Sets(State):
    names: set[str] = set()


class Optional(State):
    bag: dict[str, int] | None = None


class Loose(State):
    things: dict[str, Mutable] = {}


class Deep(State):
    things: tuple[tuple[str, list[int]], ...] = ()


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (Nested, r"Nested\.bags holds a list within"),
        (Sets, r"Sets\.names holds a set"),
        (Optional, r"Optional\.bag holds a dict within"),
        (Loose, r"Loose\.things holds Mutable, which is not frozen"),
        (Deep, r"Deep\.things holds a list within"),
    ],
)
def test_what_two_games_would_share_is_refused(kind: type[State], reason: str) -> None:
    with pytest.raises(TypeError, match=reason):
        kind().clone()
