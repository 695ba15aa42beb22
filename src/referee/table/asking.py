"""Asking before answering: is it legal, what would be, where can this one go. Nothing here changes a game."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any, TypeVar

from referee.kernel import Game, InputError, MovePaths, NotAllowed, text
from referee.table import views
from referee.table.errors import Refused, Stale
from referee.table.messages import Proposals, Reach, Verdict
from referee.table.room import Room
from referee.table.speech import Speech

T = TypeVar("T")

REASONS = 12
"""So many reasons are given at most."""
DIRECTIONS = 24
STEPS = 6
"""So many distances are tried in a direction."""
FINENESS = 2
"""The last of them is halved so often."""
FAR = 12.0
"""How far to look, in inches, where the decision does not say how far its subjects may go."""


async def check(room: Room, seat: int, version: int, answer: Any, speech: Speech) -> Verdict:
    """Would this answer be taken? Every reason if not. Raises Stale and Refused."""
    game = await _asked(room, seat, version)

    def reasons() -> Verdict:
        try:
            refusals = tuple(islice(game.why(answer), REASONS))
        except NotAllowed as error:
            refusals = error.refusals
        except InputError as error:
            said = views.refusal_words_of(game, error.message, speech)
            return Verdict(version, False, (said,))
        return Verdict(version, not refusals, tuple(views.refusal_words(one, speech) for one in refusals))

    return await _apart(game, reasons)


async def propose(room: Room, seat: int, version: int, count: int) -> Proposals:
    """Some legal answers to the question that waits. Raises Stale and Refused."""
    game = await _asked(room, seat, version)
    random = Random(version)
    return await _apart(game, lambda: Proposals(version, tuple(game.propose(random) for _ in range(count))))


async def reach(room: Room, seat: int, version: int, subject: str) -> Reach:
    """Where a subject of a move may end if all go the same way, tried out. Raises Stale and Refused."""
    game = await _asked(room, seat, version)
    decision = game.decision
    if not isinstance(decision, MovePaths) or subject not in decision.subjects:
        raise Refused("no_subject", text("{subject} does not move now.", subject=subject), 404)
    stands = dict(_stands(room.book.view(game, seat)))
    if subject not in stands:
        raise Refused("no_subject", text("{subject} does not move now.", subject=subject), 404)

    def area() -> Reach:
        way = tuple(_outline(game, decision, stands, subject))
        return Reach(version, subject, (way,) if len(way) > 2 else (), False)

    return await asyncio.to_thread(area)


def _outline(
    game: Game, decision: MovePaths, stands: dict[str, tuple[float, float]], subject: str
) -> Iterator[tuple[float, float]]:
    far = _told_limit(decision, subject)
    x, y = stands[subject]
    subjects = [one for one in decision.subjects if one in stands]
    for direction in range(DIRECTIONS):
        angle = 2 * math.pi * direction / DIRECTIONS
        near = _furthest(game, subjects, stands, math.cos(angle), math.sin(angle), far)
        yield (round(x + near * math.cos(angle), 2), round(y + near * math.sin(angle), 2))


def _furthest(
    game: Game, subjects: list[str], stands: dict[str, tuple[float, float]], east: float, south: float, far: float
) -> float:
    """How far the subjects may go together in one direction, found by trying."""

    def may_go(inches: float) -> bool:
        ways = [(one, ((stands[one][0] + inches * east, stands[one][1] + inches * south),)) for one in subjects]
        return game.check(ways) is None

    # What is legal far away may not be so nearer by, where something stands: look from afar, then more closely.
    part = far / STEPS
    near = next((part * step for step in range(STEPS, 0, -1) if may_go(part * step)), 0.0)
    if near == far:
        return far
    for _ in range(FINENESS):
        part /= 2
        if may_go(near + part):
            near += part
    return near


def _told_limit(decision: MovePaths, subject: str) -> float:
    """How far the decision says that the subject may go, if it says so."""
    limits = decision.about.get("limits")
    told = [limits.get(subject)] if isinstance(limits, dict) else []
    told += [decision.about.get(name) for name in ("inches", "limit", "distance", "move")]
    return next((float(one) for one in told if isinstance(one, int | float) and 0 < one <= 100), FAR)


def _stands(view: dict[str, Any]) -> Iterator[tuple[str, tuple[float, float]]]:
    """Where each model of a view stands."""
    for unit in (view.get("field") or view).get("units", ()):
        for model in unit.get("models", ()):
            if model.get("x") is not None:
                yield model["id"], (float(model["x"]), float(model["y"]))


async def _asked(room: Room, seat: int, version: int) -> Game:
    """A copy of the game whose decision is this seat's to make."""
    async with room.lock:
        if version != room.version:
            raise Stale(room.version)
        decision = room.game.decision
        if decision is None or decision.by != seat:
            raise Refused("not_yours", text("It is not yours to decide now."))
        return room.game.clone()


async def _apart(game: Game, work: Callable[[], T]) -> T:
    """Open questions are looked at in another thread, since their checks measure."""
    if game.decision is not None and game.decision.is_open:
        return await asyncio.to_thread(work)
    return work()
