"""From words a player types to an answer of the decision that waits.

Numbers are the numbers of the options shown; words are matched with the options' words; `=` and JSON is the answer
itself, as it stands in records. What matches nothing is passed on as it is, so that the rules can say why not.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from typing import Any

import msgspec

from referee.kernel.citation import text
from referee.kernel.decision import (
    Allocate,
    ChooseOne,
    ChooseSome,
    Confirm,
    Decision,
    Number,
    Order,
    RollDice,
    frozen,
)
from referee.kernel.errors import NotAnOption, NotUnderstood
from referee.kernel.game import Game
from referee.locale import Speaker
from referee.terminal.wording import Choice, choices

YES = {"y", "yes", "i", "igen", "д", "да", "true", "1"}
NO = {"n", "no", "nem", "н", "нет", "false", "2"}
ALL = {"all", "mind", "все", "всё"}
NONE = {"none", "-", "semmi", "egyik sem", "ничего", "никто"}


def read_answer(game: Game, words: str, speaker: Speaker) -> Any:
    """The answer that `words` mean for the question that waits. Raises NotUnderstood or NotAnOption."""
    decision = game.decision
    if decision is None:
        raise NotAnOption("The game is over.")
    words = words.strip()
    if words.startswith("="):
        return _json(words[1:])
    if words[:1] in ("[", "{"):
        return _json(words)
    options = choices(decision, speaker)
    match decision:
        case ChooseOne():
            return _member(words, options)
        case ChooseSome() | Order():
            return _members(words, options)
        case Allocate():
            return _shares(words, options)
        case Number() | RollDice():
            return _numbers(decision, words)
        case Confirm():
            return _yes_or_no(words)
    if game.book.parse is None:
        return _json(words)
    return game.book.parse(game, words)


def is_option(decision: Decision, words: str, speaker: Speaker) -> bool:
    """Are these exactly the words of an option? Then they are no command."""
    folded = words.strip().casefold()
    return any(folded in (one.words.casefold(), one.plain.casefold()) for one in choices(decision, speaker))


def near_options(decision: Decision, words: str, speaker: Speaker) -> list[str]:
    """The options whose words are most like these."""
    named = {one.words.casefold(): one.words for one in choices(decision, speaker)}
    return [named[one] for one in difflib.get_close_matches(words.casefold(), named, 3)]


def _member(words: str, options: Sequence[Choice]) -> Any:
    if re.fullmatch(r"\d+", words):
        number = int(words)
        if 1 <= number <= len(options):
            return options[number - 1].value
        raise NotAnOption(
            text(
                "There is no option number {number}: they go from 1 to {count}. "
                "If {number} itself is the answer, type ={number}.",
                number=number,
                count=len(options),
            )
        )
    folded = words.casefold()
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [one for one in options if fits(one.words.casefold(), folded) or fits(one.plain.casefold(), folded)]
        if len(found) == 1 or (found and fits is str.__eq__):
            return found[0].value
        if found and words:
            raise NotUnderstood(
                text('"{words}" may be: {options}.', words=words, options="; ".join(one.words for one in found[:6]))
            )
    return words


def _members(words: str, options: Sequence[Choice]) -> tuple[Any, ...]:
    folded = words.casefold()
    if folded in ALL:
        return tuple(one.value for one in options)
    if folded in NONE or not folded:
        return ()
    chosen: list[Any] = []
    separator = r"[,;\s]+" if re.fullmatch(r"[\d,;\s-]+", words) else r"\s*[,;]\s*"
    for part in re.split(separator, words.strip(" ,;")):
        span = re.fullmatch(r"(\d+)-(\d+)", part)
        numbers = range(int(span[1]), min(int(span[2]), len(options) + 1) + 1) if span else ()
        chosen += [_member(str(number), options) for number in numbers] if span else [_member(part, options)]
    return tuple(chosen)


def _shares(words: str, options: Sequence[Choice]) -> tuple[int, ...]:
    if "=" not in words and ":" not in words:
        return _whole_numbers(words)
    shares = [0] * len(options)
    values = [one.value for one in options]
    for part in re.split(r"\s*[,;]\s*", words):
        name, _, number = (piece.strip() for piece in re.sub(":", "=", part).rpartition("="))
        value = _member(name, options)
        if value not in values:
            raise NotAnOption(text("{answer} is not an option here: {options}.", answer=name, options=_words(options)))
        (shares[values.index(value)],) = _whole_numbers(number)[:1] or (0,)
    return tuple(shares)


def _numbers(decision: Decision, words: str) -> Any:
    if isinstance(decision, RollDice):
        digits = re.fullmatch(r"\d+", words) and decision.sides < 10 and len(words) == decision.count
        return tuple(map(int, words)) if digits else _whole_numbers(words)
    found = _whole_numbers(words)
    if len(found) != 1:
        raise NotUnderstood(text("A whole number is asked for, not {answer}.", answer=words))
    return found[0]


def _whole_numbers(words: str) -> tuple[int, ...]:
    parts = re.split(r"[,;\s]+", words.strip())
    for part in parts:
        if not re.fullmatch(r"[+-]?\d{1,9}", part):
            raise NotUnderstood(text("A whole number is asked for, not {answer}.", answer=part or words))
    return tuple(map(int, parts))


def _yes_or_no(words: str) -> bool:
    folded = words.casefold()
    if folded in YES | NO:
        return folded in YES
    raise NotUnderstood(text("Yes or no is asked for, not {answer}.", answer=words))


def _json(words: str) -> Any:
    try:
        return frozen(msgspec.json.decode(words))
    except msgspec.DecodeError:
        raise NotUnderstood(text("This is not JSON: {words}.", words=words)) from None


def _words(options: Sequence[Choice]) -> str:
    return ", ".join(one.words for one in options[:12])
