"""Paths: where a model goes on its way, how long that is, and what it runs into.

A path is a tuple of poses, without the pose the model starts from. Each leg from p to q is a straight slide at p's
angle, followed, when q's angle differs, by a turn on the spot at q the shorter way round (a half turn goes clockwise on
screen). To turn before sliding, begin with a leg that stays where it is. Turning costs nothing; sliding costs its
horizontal length, climbing its vertical length.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec

from referee.board.crowd import Crowd
from referee.board.region import Board
from referee.board.shapes import TOLERANCE, Placed, Pose, at
from referee.board.sweep import Fault, between, slide_faults, turn_faults
from referee.board.walls import NO_WALLS, Walls

Path = tuple[Pose, ...]


class Length(msgspec.Struct, frozen=True):
    """How long a path is, in inches."""

    horizontal: float = 0.0
    vertical: float = 0.0

    @property
    def total(self) -> float:
        """Horizontal and vertical length together."""
        return self.horizontal + self.vertical


def path_length(start: Pose, path: Sequence[Pose]) -> Length:
    """Length of a path from a start: every leg's horizontal length, every climb's and descent's vertical length."""
    horizontal = vertical = 0.0
    for here, there in zip((start, *path), path, strict=False):
        horizontal += math.hypot(there.x - here.x, there.y - here.y)
        vertical += abs(there.z - here.z)
    return Length(horizontal, vertical)


def turn_between(start: float, end: float) -> float:
    """Signed degrees of the shorter turn from one angle to another, in (-180, 180]."""
    turn = math.fmod(end - start, 360.0)
    if turn > 180.0:
        return turn - 360.0
    return turn + 360.0 if turn <= -180.0 else turn


def sweep_faults(
    mover: Placed,
    path: Sequence[Pose],
    crowd: Crowd,
    walls: Walls = NO_WALLS,
    board: Board | None = None,
    *,
    contact: bool = True,
) -> Iterator[Fault]:
    """Every fault of a path, lazily, leg by leg: models and walls it enters, edges it crosses.

    The caller leaves out of `crowd` and `walls` what the model may pass through. The mover itself never blocks.
    Without `contact` it is not worked out where a slide meets what is in its way: quicker, if only that is asked.
    """
    here = mover.pose
    for leg, there in enumerate(path):
        arrived = Pose(there.x, there.y, here.angle, there.z)
        yield from slide_faults(leg, at(mover, here), arrived, crowd, walls, board, contact=contact)
        yield from turn_faults(leg, at(mover, arrived), turn_between(here.angle, there.angle), crowd, walls, board)
        here = there


def end_faults(mover: Placed, crowd: Crowd, walls: Walls = NO_WALLS, board: Board | None = None) -> Iterator[Fault]:
    """What a model at its present pose stands in: other models, walls, or over the edge. The leg is 0."""
    yield from slide_faults(0, mover, mover.pose, crowd, walls, board)


def straight(start: Pose, towards: tuple[float, float], distance: float) -> Path:
    """A path of one leg, `distance` inches straight towards a point (and past it), at the same angle and height."""
    dx, dy = towards[0] - start.x, towards[1] - start.y
    length = math.hypot(dx, dy)
    if length <= TOLERANCE:
        return ()
    return (Pose(start.x + dx / length * distance, start.y + dy / length * distance, start.angle, start.z),)


def shortened(start: Pose, path: Sequence[Pose], limit: float) -> Path:
    """As much of a path as `limit` inches allow. A turn at the end of the last whole leg is kept."""
    left = limit
    done: list[Pose] = []
    here = start
    for there in path:
        length = path_length(here, (there,)).total
        if length > left + TOLERANCE:
            if left > 0:
                done.append(between(here, there, left / length))
            break
        done.append(there)
        left -= length
        here = there
    return tuple(done)


def free_part(
    mover: Placed, to: Pose, crowd: Crowd, walls: Walls = NO_WALLS, board: Board | None = None
) -> tuple[Pose, Fault | None]:
    """How far a straight slide to a pose gets, and what it meets first (None: it arrives)."""
    faults = list(slide_faults(0, mover, Pose(to.x, to.y, mover.pose.angle, to.z), crowd, walls, board))
    if not faults:
        return to, None
    first = min(faults, key=lambda fault: path_length(mover.pose, (fault.pose,)).total)
    return first.pose, first
