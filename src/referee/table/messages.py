"""What travels between the page and the server, as records: the source of the OpenAPI schema."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Language = Literal["en", "hu", "ru"]


class Words(msgspec.Struct, frozen=True):
    """A rule said in a player's language."""

    rule: str
    title: str
    gist: str
    source: str
    status: str
    reading: str = ""
    alternative: str = ""


class BookOptionWords(msgspec.Struct, frozen=True):
    """An option of a book: its values (any text, if empty) and the default."""

    name: str
    about: str
    default: str
    values: tuple[str, ...]
    rule: str


class BookWords(msgspec.Struct, frozen=True):
    """A book that can be played here."""

    name: str
    title: str
    edition: str
    seats: tuple[str, ...]
    options: tuple[BookOptionWords, ...]
    bots: tuple[str, ...]
    takes_lists: bool
    has_samples: bool


class SeatAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a game to be made: the player's name, and the bot that plays it if one does."""

    name: str = ""
    bot: str = ""


class GameAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to be made. `lists` holds an exported list or deck for each seat, as text; none: the book's samples."""

    book: str
    seats: tuple[SeatAsked, ...] = ()
    options: dict[str, str] = {}
    lists: tuple[str | None, ...] = ()
    dice: Literal["seeded", "by_hand"] = "seeded"
    seed: str = ""
    spectators: bool = True


class SeatMade(msgspec.Struct, frozen=True):
    """A seat of a new game. The secret is the only key to it; it is told this once."""

    seat: int
    name: str
    bot: str
    secret: str | None
    link: str | None


class GameMade(msgspec.Struct, frozen=True):
    """A new game: its id, its seats and the link by which anyone may watch."""

    id: str
    seats: tuple[SeatMade, ...]
    watch: str


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to the decision of `version`. The same key again is acknowledged and changes nothing."""

    version: int
    answer: Any
    key: str = ""


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """May this be answered to the decision of `version`?"""

    version: int
    answer: Any


class UndoAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take an answer back, or say whether somebody else may."""

    version: int
    does: Literal["ask", "agree", "decline", "withdraw"]
    key: str = ""


class Accepted(msgspec.Struct, frozen=True):
    """The answer was taken, and led to `version`. `again`: it had been taken before under the same key."""

    version: int
    again: bool = False


class RefusalWords(msgspec.Struct, frozen=True):
    """Why an answer is not legal: the rule, its title, the reason, and what would be legal."""

    rule: str
    title: str
    reason: str
    instead: str = ""


class Verdict(msgspec.Struct, frozen=True):
    """Whether an answer would be taken, and every reason if not."""

    version: int
    legal: bool
    refusals: tuple[RefusalWords, ...] = ()


class Proposals(msgspec.Struct, frozen=True):
    """Some legal answers to the question that waits."""

    version: int
    answers: tuple[Any, ...]


class Reach(msgspec.Struct, frozen=True):
    """Where one subject may end: polygons in inches. `exact`: from the book; otherwise tried out on a grid."""

    version: int
    subject: str
    areas: tuple[tuple[tuple[float, float], ...], ...]
    exact: bool


class Problem(msgspec.Struct, frozen=True):
    """What went wrong: a short code for programs, a sentence for people, and the refusals if a rule was broken."""

    code: str
    message: str
    version: int | None = None
    refusals: tuple[RefusalWords, ...] = ()


class ListAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An exported list or deck to look at before a game is made with it."""

    book: str
    text: str


class ListRead(msgspec.Struct, frozen=True):
    """What was read from a list: a title, its lines, and what could not be taken."""

    title: str
    lines: tuple[str, ...]
    faults: tuple[str, ...] = ()
