"""How decisions and answers are put in words: the options with their labels, an answer in the log, how to answer."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.kernel.citation import Text, text
from referee.kernel.decision import (
    Allocate,
    ChooseOne,
    ChooseSome,
    Confirm,
    Decision,
    MovePaths,
    Number,
    Order,
    PlacePositions,
    Point,
    RollDice,
    shown,
)
from referee.locale import Speaker


class Choice(msgspec.Struct, frozen=True):
    """One of the options of a decision: the answer, its words, and the plain words it may be called by as well."""

    value: Any
    words: str
    plain: str


def choices(decision: Decision, speaker: Speaker) -> tuple[Choice, ...]:
    """The options as they are numbered for the player: what a choice, an order or an allocation is among."""
    if isinstance(decision, ChooseOne | ChooseSome | Order | Allocate):
        labels = decision.labels or (None,) * len(decision.among)
        return tuple(
            Choice(value, speaker.say(label) if label else value_words(value, speaker), value_words(value, speaker))
            for value, label in zip(decision.among, labels, strict=False)
        )
    if isinstance(decision, Confirm):
        return (
            Choice(True, speaker.say(text("yes")), "yes"),
            Choice(False, speaker.say(text("no")), "no"),
        )
    return ()


def value_words(value: Any, speaker: Speaker) -> str:
    """A value in words where it has no label."""
    match value:
        case None:
            return speaker.say(text("none"))
        case bool():
            return speaker.say(text("yes") if value else text("no"))
        case str():
            return speaker.say(value)
        case tuple() | list():
            return ", ".join(value_words(one, speaker) for one in value)
    return shown(value)


def answer_words(decision: Decision, answer: Any, speaker: Speaker, most: int = 3) -> str:
    """An answer in words, as the log shows it; of many members the first `most`."""
    named = {shown(choice.value): choice.words for choice in choices(decision, speaker)}
    match decision:
        case ChooseSome() | Order():
            return _joined([named.get(shown(one), shown(one)) for one in answer], most * 4, speaker)
        case Allocate():
            pairs = zip(decision.among, answer, strict=False)
            return _joined([f"{named.get(shown(one), shown(one))}: {share}" for one, share in pairs], most * 4, speaker)
        case MovePaths():
            return _joined([_way_words(one, way, speaker) for one, way in answer], most, speaker)
        case PlacePositions():
            return _joined([f"{one} {_point_words(point)}" for one, point in answer], most, speaker)
        case RollDice():
            return ", ".join(map(str, answer))
    return named.get(shown(answer)) or value_words(answer, speaker)


def how_to_answer(decision: Decision) -> Text:
    """One sentence: what to type."""
    match decision:
        case ChooseOne():
            return text("Type a number, or the words of an option.")
        case ChooseSome():
            return text(
                "Type numbers or words with commas between (1, 3 or 1-4), or all, or none; "
                "from {minimum} to {maximum} of them.",
                minimum=decision.minimum,
                maximum=decision.maximum,
            )
        case Order():
            return text("Type all the numbers in the order wished, such as 2, 1, 3.")
        case Allocate():
            return text(
                "Share out {total}: type a number for each, in their order, such as 2, 0, 1; or name = number.",
                total=decision.total,
            )
        case Number():
            return text(
                "Type a whole number from {minimum} to {maximum}.", minimum=decision.minimum, maximum=decision.maximum
            )
        case Confirm():
            return text("Type yes or no.")
        case RollDice():
            return text("Type what the dice show, such as 3, 5.")
        case MovePaths():
            return text(
                'Type who goes where, such as "all north 6", or "suggest" to see a legal answer and "ok" to take it.'
            )
    return text('Type where each is put, such as "20,10", or "suggest" to see a legal answer and "ok" to take it.')


def _way_words(one: str, way: tuple[Point, ...], speaker: Speaker) -> str:
    if not way:
        return speaker.say(text("{one} stays", one=one))
    return f"{one} > " + " > ".join(_point_words(point) for point in way)


def _point_words(point: Point) -> str:
    x, y, angle, z = point
    tail = f" {angle:g}°" if angle else ""
    height = f" ^{z:g}" if z else ""
    return f"({x:.4g}, {y:.4g}){tail}{height}"


def _joined(parts: list[str], most: int, speaker: Speaker) -> str:
    if not parts:
        return speaker.say(text("none"))
    if len(parts) <= most + 1:
        return "; ".join(parts)
    return "; ".join(parts[:most]) + "; " + speaker.say(text("and {count} more", count=len(parts) - most))
