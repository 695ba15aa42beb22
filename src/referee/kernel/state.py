"""Everything true on the table: a `State` of frozen records in plain containers.

A book subclasses `State`. Its fields are numbers, strings, tuples, frozen records, or dicts and lists of those. Dicts
and lists belong to one state and are copied shallowly by `clone`; what lies in them is never changed, only replaced.
A table that seldom changes may be declared a `Mapping`: it is shared by clones, so it is replaced as a whole.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Self

import msgspec

from referee.kernel.effect import Effect
from referee.kernel.event import Event
from referee.kernel.limits import Used
from referee.kernel.record import Changing


class State(msgspec.Struct, kw_only=True, gc=False, metaclass=Changing):
    """What is true on the table, and the kernel's own four tables."""

    effects: tuple[Effect, ...] = ()
    limits: Mapping[str, Used] = {}
    streams: Mapping[str, int] = {}
    """How many rolls each dice stream has given (stream: rule id and purpose)."""
    rolled: int = 0
    """How many dice have been rolled in all."""
    events: list[Event] = []
    """What the answer being worked on has caused so far; empty whenever a decision waits."""

    def clone(self) -> Self:
        """An independent copy: containers are copied, frozen records are shared."""
        twin: Self = copier(type(self))(self)
        return twin


@cache
def copier(kind: type[State]) -> Callable[[Any], Any]:
    """The function that copies a state of this kind: written out field by field, since search lives on it.

    Raises TypeError for a field that a shallow copy would share between two games.
    """
    lines = ["def copy_state(s):", " twin = s.__copy__()"]
    for field in msgspec.structs.fields(kind):
        container = typing.get_origin(field.type) or field.type
        is_copied = container in (dict, list)
        for inner in typing.get_args(field.type) if is_copied else (field.type,):
            _refuse_mutable(inner, f"{kind.__name__}.{field.name}")
        if field.name == "events":
            lines.append(" twin.events = []")
        elif is_copied:
            lines.append(f" twin.{field.name} = s.{field.name}.copy()")
    scope: dict[str, Callable[[Any], Any]] = {}
    exec("\n".join([*lines, " return twin"]), scope)
    return scope["copy_state"]


def _refuse_mutable(kind: Any, field: str) -> None:
    """What lies in a state's containers is replaced, never changed: so it has to be immutable itself."""
    container = typing.get_origin(kind) or kind
    if container in (set, frozenset):
        raise TypeError(f"{field} holds a set: sets have no order, use a tuple or a dict")
    if container in (dict, list):
        raise TypeError(f"{field} holds a {container.__name__} within: two games would share it, use a tuple")
    if isinstance(container, type) and issubclass(container, msgspec.Struct) and not container.__struct_config__.frozen:
        raise TypeError(f"{field} holds {container.__name__}, which is not frozen: two games would share it")
    for inner in typing.get_args(kind):
        _refuse_mutable(inner, field)
