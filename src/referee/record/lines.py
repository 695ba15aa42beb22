"""The lines of a record: what each kind says. A record is JSON lines, read and written only through these."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.kernel import Dice, RuleId, Seat

FORMAT = 1
"""The version of the record format."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="line"):
    """The base of all lines."""


class Header(Line, frozen=True, tag="record"):
    """The first line: which game this is. A game begun with these begins in the same position."""

    format: int
    referee: str
    """The version of the referee that wrote it."""
    book: str
    edition: str
    options: dict[str, str]
    seats: tuple[str, ...]
    """The names of those who play."""
    lists: tuple[Any, ...]
    """Their army lists or decks, as the book's plain JSON."""
    dice: str
    """The kind of dice: `seeded`, `scripted`, `by_hand`."""
    source: Dice | None = None
    """The dice themselves with their seed, only if it was asked for: whoever reads a seed knows every roll to come."""
    rolls: int = 0
    """So many roll lines of the set-up follow."""


class Answered(Line, frozen=True, tag="answer"):
    """An answer. Numbers count from 1 and are never used twice, also after an undo."""

    number: int
    rule: RuleId
    by: Seat
    answer: Any
    purpose: str = ""
    """Of dice that were typed in by hand: what they were rolled for."""
    rolls: int = 0
    """So many roll lines of this answer follow."""
    digest: str = ""
    """The name of the position after the answer, every few answers."""


class Shown(Line, frozen=True, tag="roll"):
    """What the source of dice has shown, because of the answer before."""

    rule: RuleId
    purpose: str
    by: Seat
    sides: int
    dice: tuple[int, ...]


class Consented(Line, frozen=True, tag="consent"):
    """A seat was asked whether answers from number `to` on may be taken back."""

    by: Seat
    to: int
    given: bool


class Undone(Line, frozen=True, tag="undo"):
    """Answers from number `to` on were taken back; `digest` names the position in which `to` had been asked."""

    by: Seat
    to: int
    digest: str


class Resumed(Line, frozen=True, tag="resume"):
    """The record was taken up again: by which referee, with which dice if they are others, and what had been cut."""

    referee: str
    dice: str = ""
    cut: str = ""


class Closed(Line, frozen=True, tag="close"):
    """The end of a session: the number of the last answer and the name of the position."""

    number: int
    digest: str
    over: bool


Entry = Answered | Shown | Consented | Undone | Resumed | Closed
AnyLine = Header | Entry
