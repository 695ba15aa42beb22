"""The save format: a state and a stack of frames as JSON, at any decision.

Frames are saved by the rule id of the step they stand at, so that a save survives changes to the code around it. What
stands in a field of type `Any` comes back as it was put there: tuples as tuples, texts and parts of costs as such.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from referee.kernel.citation import RuleId, Text, text
from referee.kernel.cost import PARTS
from referee.kernel.dice import Dice
from referee.kernel.errors import Unreadable
from referee.kernel.procedure import REGISTRY, Procedure
from referee.kernel.state import State

FORMAT = 1
"""The version of the save format."""


class Frame(msgspec.Struct, frozen=True):
    """A frame as it is saved: the procedure's tag, the rule id of the step it stands at, and its fields."""

    procedure: str
    rule: RuleId
    fields: msgspec.Raw


class Save(msgspec.Struct, frozen=True):
    """A game as it is saved."""

    format: int
    book: str
    edition: str
    state: msgspec.Raw
    stack: list[Frame]
    dice: Dice


class _Head(msgspec.Struct):
    format: int


def encode(book: str, edition: str, state: State, stack: Iterable[Procedure], dice: Dice) -> bytes:
    """The JSON of a game."""
    to_json = msgspec.json.encode
    frames = [Frame(one.tag, one.steps[one.at].rule, msgspec.Raw(to_json(one))) for one in stack]
    return to_json(Save(FORMAT, book, edition, msgspec.Raw(state_json(state)), frames, dice))


def state_json(state: State) -> bytes:
    """The JSON of a state. Records that stay the same all game long, such as the armies' profiles, are written once."""
    names = _record_fields(type(state))
    if not names:
        return msgspec.json.encode(state)
    fields = {name: getattr(state, name) for name in state.__struct_fields__}
    for name in names:
        fields[name] = _written(fields[name])
    return msgspec.json.encode(fields)


_WRITTEN: dict[int, tuple[Any, msgspec.Raw]] = {}
"""The records that were written last and their JSON, by identity: as they are kept here, nothing else can have it."""


def _written(record: Any) -> msgspec.Raw:
    known = _WRITTEN.get(id(record))
    if known is None:
        if len(_WRITTEN) >= 64:
            _WRITTEN.clear()
        known = _WRITTEN[id(record)] = (record, msgspec.Raw(msgspec.json.encode(record)))
    return known[1]


@cache
def _record_fields(kind: type[State]) -> tuple[str, ...]:
    """The fields of a state that hold one frozen record."""
    fields = msgspec.structs.fields(kind)
    return tuple(one.name for one in fields if isinstance(one.type, type) and issubclass(one.type, msgspec.Struct))


def decode(book: str, kind: type[State], data: bytes) -> tuple[State, list[Procedure], Dice]:
    """State, stack and dice of the game that `encode` wrote. Raises Unreadable, naming the place."""
    try:
        head = msgspec.json.decode(data, type=_Head)
        if head.format != FORMAT:
            raise Unreadable(
                text("The save has format {given}; this version reads format {known}.", given=head.format, known=FORMAT)
            )
        save = msgspec.json.decode(data, type=Save)
    except msgspec.MsgspecError as error:
        raise Unreadable(text("This is not a saved game: {error}.", error=str(error))) from None
    if save.book != book:
        raise Unreadable(text("The save is of the book {given}, not {known}.", given=save.book, known=book))
    try:
        state = msgspec.json.decode(save.state, type=kind)
    except msgspec.MsgspecError as error:
        raise Unreadable(text("The save is damaged: {error}.", error=f"state, {error}")) from None
    _revive_fields(state, book)
    return state, [_load_frame(frame, book) for frame in save.stack], save.dice


def _load_frame(frame: Frame, book: str) -> Procedure:
    kind = REGISTRY.get(frame.procedure)
    if kind is None:
        raise Unreadable(text("The save names a procedure {name} that this version has not.", name=frame.procedure))
    try:
        loaded = msgspec.json.decode(frame.fields, type=kind)
    except msgspec.MsgspecError as error:
        raise Unreadable(text("The save is damaged: {error}.", error=f"{frame.procedure}, {error}")) from None
    _revive_fields(loaded, book)
    for at, step in enumerate(kind.steps):
        if step.rule == frame.rule:
            loaded.at = at
            return loaded
    raise Unreadable(text("{name} has no step {rule} in this version.", name=frame.procedure, rule=frame.rule))


# --- fields of type Any ----------------------------------------------------------------------------------------------


def _revive_fields(record: State | Procedure, book: str) -> None:
    for name in _loose_fields(type(record)):
        value = getattr(record, name)
        if isinstance(value, list) and isinstance(record, State):
            setattr(record, name, [_revive(one, book) for one in value])
        else:
            setattr(record, name, _revive(value, book))


def _revive(value: Any, book: str) -> Any:
    """A value read from JSON as it was before it was written."""
    if isinstance(value, list | tuple):
        return tuple(_revive(one, book) for one in value)
    if isinstance(value, dict):
        value = {name: _revive(one, book) for name, one in value.items()}
        if "part" in value:
            return msgspec.convert(value, _part(value["part"], book))
        return msgspec.convert(value, Text) if "msgid" in value else value
    if isinstance(value, msgspec.Struct) and (names := _loose_fields(type(value))):
        return msgspec.structs.replace(value, **{name: _revive(getattr(value, name), book) for name in names})
    return value


def _part(name: str, book: str) -> type:
    """The kind of part of a cost that a save names: of this book, if several books have one of that name."""
    kinds = [kind for tag, kind in PARTS.items() if tag.endswith(f".{name}")]
    if not kinds:
        raise Unreadable(text("The save names a part of a cost {name} that this version has not.", name=name))
    return PARTS.get(f"{book}.{name}", kinds[0])


@cache
def _loose_fields(kind: type) -> tuple[str, ...]:
    """The fields of a record whose type says `Any` somewhere, so that reading JSON cannot tell what stood there."""
    return tuple(field.name for field in msgspec.structs.fields(kind) if _is_loose(field.type, ()))


def _is_loose(kind: Any, seen: tuple[Any, ...]) -> bool:
    if kind in (Any, list, tuple, dict):
        return True
    if isinstance(kind, type) and not isinstance(kind, types.GenericAlias) and issubclass(kind, msgspec.Struct):
        inner = () if kind in seen else msgspec.structs.fields(kind)
        return any(_is_loose(field.type, (*seen, kind)) for field in inner)
    return any(_is_loose(one, seen) for one in typing.get_args(kind) if one is not ...)
