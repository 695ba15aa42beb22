"""Moves and places in typed words: "north 6", "all east 3 then north 2", "toward Boss 4", "12.5,30".

    words      one instruction for each model, set apart by semicolons
    names      a model's id or name, several with commas between them, or "all"; may be left out where only one can move
    ways       joined by "then" or commas left out: "north 6", "ne 2.5", "at 30 degrees 4", "toward 20,10",
               "toward Boss 3", "away from Boss 2", "to 20,10", "20,10", "turn 90", "up 2", "stay"

Inches and degrees, as everywhere on the board: x to the right, y downwards; north is up the screen, towards y = 0.
"toward" without a distance goes all the way to the point, or to touching the model.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from referee.board.shapes import Placed, Pose, outer_radius

COMPASS: dict[str, tuple[float, float]] = {
    "north": (0, -1),
    "south": (0, 1),
    "east": (1, 0),
    "west": (-1, 0),
    "northeast": (1, -1),
    "northwest": (-1, -1),
    "southeast": (1, 1),
    "southwest": (-1, 1),
}
SHORT = {"n": "north", "s": "south", "e": "east", "w": "west"} | {
    "ne": "northeast",
    "nw": "northwest",
    "se": "southeast",
    "sw": "southwest",
}
NUMBER = r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)"
POINT = re.compile(rf"\(?\s*({NUMBER})\s*(?:,\s*|\s+)({NUMBER})(?:\s*,\s*({NUMBER}))?\s*\)?")
DISTANCE = re.compile(rf"({NUMBER})\s*(?:\"|''|inches\b|inch\b|in\b)?")
VERB = re.compile(
    r"(?:north|south)[- ]?(?:east|west)\b|(?:north|south|east|west|toward|towards|away from|to|at|direction"
    r"|turn|face|up|down|stay)\b|(?:ne|nw|se|sw|n|s|e|w)\b(?=\s*[-+.\d])",
    re.IGNORECASE,
)


class Mistyped(ValueError):
    """Words that are no move or place. `msgid` is a sentence with named places, `params` what goes into them."""

    def __init__(self, msgid: str, **params: Any) -> None:
        super().__init__(msgid.format(**params))
        self.msgid = msgid
        self.params = params


def typed_paths(
    words: str, models: Mapping[str, Placed], subjects: Sequence[str], names: Mapping[str, str] | None = None
) -> tuple[tuple[str, tuple[Pose, ...]], ...]:
    """The ways of the subjects named in `words`, in the order typed; ways begin where the models are now.

    `models` are all models by id (a way may go toward any of them), `subjects` the ids that may be named as movers,
    `names` what else a model is called. Raises Mistyped, naming what was not understood and what would be.
    """
    ways: dict[str, tuple[Pose, ...]] = {}
    for statement in (part.strip() for part in words.split(";")):
        if statement:
            movers, rest = _split_names(statement, models, subjects, names or {})
            for mover in movers:
                if mover in ways:
                    raise Mistyped("{name} is named twice.", name=mover)
                ways[mover] = _way(rest, models[mover], models, names or {})
    if not ways:
        raise Mistyped('No move was typed. A move is for example "north 6", "toward 20,10" or "20,10".')
    return tuple(ways.items())


def typed_positions(
    words: str, models: Mapping[str, Placed], subjects: Sequence[str], names: Mapping[str, str] | None = None
) -> tuple[tuple[str, Pose], ...]:
    """The places of the subjects named in `words`: where their ways end. Raises Mistyped."""
    ways = typed_paths(words, models, subjects, names)
    return tuple((mover, way[-1] if way else models[mover].pose) for mover, way in ways)


def _split_names(
    statement: str, models: Mapping[str, Placed], subjects: Sequence[str], names: Mapping[str, str]
) -> tuple[tuple[str, ...], str]:
    """Who is meant, and the rest of the statement."""
    called = _called({one: models[one] for one in subjects if one in models}, names)
    for cut in _cuts(statement):
        head, rest = statement[:cut].strip(" ,:"), statement[cut:].strip(" :")
        if head.casefold() == "all" and rest:
            return tuple(subjects), rest
        parts = [part.strip().casefold() for part in head.split(",")]
        if head and rest and all(part in called for part in parts):
            return tuple(called[part] for part in parts), rest
    if VERB.match(statement) or POINT.match(statement):
        if len(subjects) == 1:
            return tuple(subjects), statement
        raise Mistyped('Say who: "{example} {words}", or "all {words}".', example=subjects[0], words=statement)
    word = statement.split()[0]
    near = difflib.get_close_matches(statement[:20].casefold(), called, 3, 0.3) or list(called)[:6]
    raise Mistyped("{words}: who moves? Known here: {known}.", words=word, known=", ".join(called[one] for one in near))


def _cuts(statement: str) -> list[int]:
    """Where names may end and the way may begin; the longest name first."""
    starts = {match.start() for match in re.finditer(r"(?<=[\s,:])\S", statement)}
    return sorted(starts, reverse=True)


def _called(models: Mapping[str, Placed], names: Mapping[str, str]) -> dict[str, str]:
    """Every id and every name that means one model only, in lower case, and the model's id."""
    called: dict[str, str] = {}
    shared = [name.casefold() for one, name in names.items() if one in models]
    for one in models:
        name = names.get(one, "").casefold()
        if name and shared.count(name) == 1:
            called[name] = one
    return called | {one.casefold(): one for one in models}


def _way(words: str, mover: Placed, models: Mapping[str, Placed], names: Mapping[str, str]) -> tuple[Pose, ...]:
    way: list[Pose] = []
    here, rest = mover.pose, words.strip()
    while rest:
        rest = re.sub(r"^(?:then\b|and\b|,)\s*", "", rest)
        verb = VERB.match(rest)
        point = None if verb else POINT.match(rest)
        if point:
            here, rest = _to(here, point), rest[point.end() :].strip()
        elif verb:
            word = re.sub(r"[- ]", "", verb.group().casefold())
            here, rest = _leg(SHORT.get(word, word), rest[verb.end() :].strip(), here, mover, models, names)
        else:
            raise Mistyped(
                'What is "{words}"? A way is for example "north 6", "toward 20,10", "20,10" or "turn 90".', words=rest
            )
        if here != (way[-1] if way else mover.pose):
            way.append(here)
    return tuple(way)


def _leg(
    word: str, rest: str, here: Pose, mover: Placed, models: Mapping[str, Placed], names: Mapping[str, str]
) -> tuple[Pose, str]:
    if word in COMPASS:
        x, y = COMPASS[word]
        distance, rest = _distance(word, rest)
        return _along(here, x, y, distance), rest
    if word == "stay":
        return here, rest
    if word in ("turn", "face"):
        angle, rest = _distance(word, re.sub(r"\s*(?:degrees|°)", "", rest, count=1))
        return Pose(here.x, here.y, angle + (here.angle if word == "turn" else 0.0), here.z), rest
    if word in ("up", "down"):
        height, rest = _distance(word, rest)
        return Pose(here.x, here.y, here.angle, here.z + (height if word == "up" else -height)), rest
    if word in ("at", "direction"):
        angle, rest = _distance(word, rest)
        distance, rest = _distance(word, re.sub(r"^(?:degrees|°)\s*", "", rest))
        return _along(here, math.cos(math.radians(angle)), math.sin(math.radians(angle)), distance), rest
    point = POINT.match(rest)
    if point:
        goal, rest = _to(here, point), rest[point.end() :].strip()
        stop = 0.0
    else:
        goal, stop, rest = _goal(word, rest, mover, models, names)
    if word == "to":
        return goal, rest
    dx, dy = goal.x - here.x, goal.y - here.y
    if word == "awayfrom":
        distance, rest = _distance("away from", rest)
        return _along(here, -dx, -dy, distance), rest
    typed = DISTANCE.match(rest)
    if typed:
        return _along(here, dx, dy, float(typed.group(1))), rest[typed.end() :].strip()
    return _along(here, dx, dy, max(0.0, math.hypot(dx, dy) - stop)), rest


def _goal(
    word: str, rest: str, mover: Placed, models: Mapping[str, Placed], names: Mapping[str, str]
) -> tuple[Pose, float, str]:
    """The model a way goes toward, how far from its centre touching begins, and the rest of the words."""
    called = _called(models, names)
    for name in sorted(called, key=len, reverse=True):
        if re.match(rf"{re.escape(name)}(?![\w-])", rest.casefold()):
            other = models[called[name]]
            return other.pose, outer_radius(mover.base) + outer_radius(other.base), rest[len(name) :].strip()
    near = difflib.get_close_matches(rest.casefold(), called, 3, 0.3) or list(called)[:6]
    raise Mistyped(
        '{word} what? "{words}" is neither a point such as 20,10 nor one of: {known}.',
        word=word,
        words=rest,
        known=", ".join(called[one] for one in near),
    )


def _distance(word: str, rest: str) -> tuple[float, str]:
    typed = DISTANCE.match(rest)
    if typed is None:
        raise Mistyped('How far? After "{word}" comes a number, as in "{word} 6".', word=word)
    return float(typed.group(1)), rest[typed.end() :].strip()


def _to(here: Pose, point: re.Match[str]) -> Pose:
    x, y, z = point.groups()
    return Pose(float(x), float(y), here.angle, here.z if z is None else float(z))


def _along(here: Pose, x: float, y: float, distance: float) -> Pose:
    length = math.hypot(x, y)
    if length == 0:
        return here
    return Pose(here.x + x / length * distance, here.y + y / length * distance, here.angle, here.z)
