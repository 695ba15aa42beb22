"""WM 4 How effects restrict a model's movement: toward, directly toward, away, directly away, several at once."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec

from referee.board import TOLERANCE
from referee.books.warmachine.duties import effects
from referee.books.warmachine.state import Battle, How, called
from referee.kernel import Refusal, RuleId, Text, refuse, text

RULES: dict[str, RuleId] = {
    "toward": "WM 4.1/b",
    "directly toward": "WM 4.1/c",
    "away": "WM 4.1/d",
    "directly away": "WM 4.1/e",
}
KINDS: tuple[How, ...] = ("toward", "directly toward", "away", "directly away")
XY = tuple[float, float]
HAIR = 1e-9
"""Inches: a leg shorter than this goes nowhere."""


class Restriction(msgspec.Struct, frozen=True):
    """A model may only move in one of the four ways with regard to a model; its place is kept, should it go."""

    how: How
    of: str
    x: float
    y: float


def restrictions(s: Battle, model: str) -> tuple[Restriction, ...]:
    """What restricts the model's movement now. Effects on models that are gone restrict nothing."""
    found = []
    for how in KINDS:
        for effect in effects(s, f"only {how}", model):
            other = s.models.get(str(effect.value))
            if other is not None:
                found.append(Restriction(how, other.id, other.x, other.y))
    return tuple(found)


def kept_for(one: Restriction, start: XY, path: Sequence[XY]) -> float:
    """For how many inches of a path a restriction is kept; infinite if for all of it."""
    centre = (one.x, one.y)
    if one.how.startswith("directly"):
        return _straight_for(one, start, path)
    done, here, best = 0.0, start, math.dist(start, centre)
    for there in path:
        length = math.dist(here, there)
        if length > HAIR:
            nearest = _nearest(here, there, centre)
            low = math.dist(nearest, centre)
            if one.how == "toward":
                best = min(best, low)
                if math.dist(there, centre) > best + TOLERANCE:
                    return done + math.dist(here, nearest)
            else:
                if low < best - TOLERANCE:
                    return done
                best = max(best, math.dist(there, centre))
        done, here = done + length, there
    return math.inf


def _straight_for(one: Restriction, start: XY, path: Sequence[XY]) -> float:
    """The same for the two kinds that hold a model to the line between the centres at the start of the move."""
    dx, dy = one.x - start[0], one.y - start[1]
    away = math.hypot(dx, dy) or 1.0
    sign = 1.0 if one.how == "directly toward" else -1.0
    ux, uy = sign * dx / away, sign * dy / away
    done, here, progress = 0.0, start, 0.0
    for there in path:
        length = math.dist(here, there)
        ahead = (there[0] - start[0]) * ux + (there[1] - start[1]) * uy
        aside = abs((there[0] - start[0]) * uy - (there[1] - start[1]) * ux)
        if length > TOLERANCE and (aside > TOLERANCE or ahead <= progress):
            return done
        if sign > 0 and ahead > away + TOLERANCE:
            return away
        done, here, progress = done + length, there, max(progress, ahead)
    return math.inf


def _nearest(a: XY, b: XY, point: XY) -> XY:
    dx, dy = b[0] - a[0], b[1] - a[1]
    part = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy)
    part = min(1.0, max(0.0, part))
    return (a[0] + part * dx, a[1] + part * dy)


def path_refusals(found: Sequence[Restriction], start: XY, path: Sequence[XY], s: Battle) -> Iterator[Refusal]:
    """WM 4.1: which restrictions a path breaks, and where."""
    if not path or all(math.dist(start, point) <= TOLERANCE for point in path):
        return  # WM 4.1/f
    if not may_move(found, start):
        yield refuse("WM 4.1/g", "Its restrictions cannot all be kept, so it cannot move at all.")
        return
    for one in found:
        after = kept_for(one, start, path)
        if math.isfinite(after):
            yield refuse(
                RULES[one.how],
                "It may move only {how} {of}; after {after} inches of this way it does not.",
                how=how_name(one.how),
                of=called(s, one.of),
                after=after,
            )


def how_name(how: How) -> Text:
    """A kind of restriction in words."""
    if how == "toward":
        return text("toward")
    if how == "directly toward":
        return text("directly toward")
    return text("away from") if how == "away" else text("directly away from")


def may_move(found: Sequence[Restriction], start: XY) -> bool:
    """WM 4.1/g: is there any direction in which all restrictions can be kept together?"""
    return not found or bool(open_directions(found, start))


def open_directions(found: Sequence[Restriction], start: XY) -> tuple[float, ...]:
    """Directions (degrees) in which all restrictions can be kept at first: one of each stretch of them."""
    bearings = [math.degrees(math.atan2(one.y - start[1], one.x - start[0])) for one in found]
    marks = sorted({round((b + turn) % 360.0, 9) for b in bearings for turn in (0.0, 90.0, 180.0, 270.0)})
    middles = [(a + b) / 2 for a, b in zip(marks, [*marks[1:], marks[0] + 360.0], strict=True)] if marks else []
    return tuple(
        turn
        for turn in (*marks, *middles)
        if all(_opens(one.how, turn - b) for one, b in zip(found, bearings, strict=True))
    )


def _opens(how: How, turn: float) -> bool:
    """May a model move at `turn` degrees from the bearing of the other model?"""
    ahead = math.cos(math.radians(turn))
    if how == "toward":
        return ahead > 1e-7
    if how == "away":
        return ahead <= 1e-7
    return abs(ahead - (1.0 if how == "directly toward" else -1.0)) < 1e-12
