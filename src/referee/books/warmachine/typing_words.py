"""Answers typed in words: the ways and places of models, the directions of charges."""

from __future__ import annotations

import math
from typing import Any

from referee.board import Placed
from referee.board.typed import Mistyped, typed_paths, typed_positions
from referee.books.warmachine.charge_lines import charge_line, end_point
from referee.books.warmachine.placing import placed, placed_at
from referee.books.warmachine.state import Battle, called
from referee.kernel import Game, MovePaths, NotUnderstood, PlacePositions, Text, text


def parse(game: Game, words: str) -> Any:
    """From words typed in to an answer of the open question that waits. Raises NotUnderstood.

    For a charge, "12 degrees" or "toward 20,10" is a direction: the charger goes as far as it has to. "12 degrees 4"
    and "20,10" say where it stops.
    """
    s, decision = game.state, game.decision
    assert isinstance(s, Battle)
    try:
        if isinstance(decision, MovePaths):
            if "charge" in decision.about:
                return _charge(s, decision.subjects[0], decision.about["charge"], words)
            ways = typed_paths(words, _models(s), decision.subjects, _names(s))
            return tuple((one, tuple((p.x, p.y, 0.0, 0.0) for p in way)) for one, way in ways)
        if isinstance(decision, PlacePositions):
            spots = typed_positions(words, _models(s), decision.subjects, _names(s))
            return tuple((one, (p.x, p.y, 0.0, 0.0)) for one, p in spots)
    except Mistyped as error:
        raise NotUnderstood(Text(error.msgid, error.params)) from None
    raise NotUnderstood(text("This question is answered with one of its options."))


def _models(s: Battle) -> dict[str, Placed]:
    """All models by id; those not deployed yet at their table's corner."""
    here = {one: placed(s, one) for one in s.models}
    return here | {one: placed_at(s, one, 0.0, 0.0) for one in s.reserve}


def _names(s: Battle) -> dict[str, str]:
    return {one: called(s, one) for one in (*s.models, *s.reserve)}


def _charge(s: Battle, mover: str, target: str, words: str) -> Any:
    """A charge's end. A direction without a distance is charged as far as it has to be, or to touching the target."""
    plain = words.replace("°", " degrees").replace("degrees", " ").split()
    if len(plain) in (1, 2) and all(_is_number(one) for one in plain):
        degrees = float(plain[0])
        distance = float(plain[1]) if len(plain) == 2 else charge_line(s, mover, target, degrees).longest
    else:
        ((_, way),) = typed_paths(words, _models(s), (mover,), _names(s))
        one = s.models[mover]
        if not way:
            return ()
        end = way[-1]
        degrees = math.degrees(math.atan2(end.y - one.y, end.x - one.x))
        distance = math.hypot(end.x - one.x, end.y - one.y)
        if "toward" in words.casefold() and not _is_number(words.split()[-1].strip('"')):
            distance = charge_line(s, mover, target, degrees).longest
    x, y = end_point(s, mover, degrees, distance)
    return ((mover, ((x, y, 0.0, 0.0),)),)


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True
