"""A sensible player for movement: toward objectives, in coherency, out of engagement, falling back when it should."""

from __future__ import annotations

import math
from random import Random
from typing import Any

from referee.books.wh40k.measuring import is_engaged, placed_models
from referee.books.wh40k.move_types import (
    DESPERATE_ESCAPE,
    DISEMBARK,
    GROUND,
    INGRESS,
    ORDERED_RETREAT,
    SKIES,
    STATIONARY,
    MoveModels,
)
from referee.books.wh40k.movement import END, unselected
from referee.books.wh40k.moving import ADVANCE, FALL_BACK, Move
from referee.books.wh40k.proposing import away, centre, fan, first_legal, reach
from referee.books.wh40k.state import Battle, Unit, Where, on_table
from referee.books.wh40k.terrain import layout_of
from referee.books.wh40k.using import CANCEL
from referee.books.wh40k.view import battle_of
from referee.books.wh40k.windows import NOTHING_MORE
from referee.kernel import PASS, QUIET, Game, Paths, Seat

CLOSE = 4.0
"""Inches from an objective within which a unit is content to stay."""


def sensible(game: Game, seat: Seat, random: Random) -> Any:
    """An answer for `seat` to the decision that waits."""
    s, asked = battle_of(game), game.decision
    frame = game.stack[-1]
    if isinstance(frame, MoveModels):
        return march(s, frame.unit, frame.move)
    if asked is not None and not asked.is_open:
        options = asked.options()
        if options and isinstance(options[0], str):
            return _pick(s, options, random)
    return game.propose(random)


def _pick(s: Battle, options: tuple[Any, ...], random: Random) -> Any:
    if NOTHING_MORE in options:
        return NOTHING_MORE
    if PASS in options:
        uses = [option for option in options if option not in (PASS, QUIET)]
        return random.choice(uses) if random.random() < 0.15 else PASS
    if CANCEL in options:
        return options[0]
    if any(" in " in str(option) for option in options):
        rides = [option for option in options if " in " in option and not option.endswith("reserves")]
        return random.choice(rides) if rides and random.random() < 0.7 else options[-1]
    if END in options:
        return min((unit.id for unit in unselected(s)), key=lambda name: _urgency(s, s.units[name]))
    if ORDERED_RETREAT in options or DESPERATE_ESCAPE in options:
        return options[0]
    if GROUND in options:
        return SKIES if random.random() < 0.3 else GROUND
    if STATIONARY in options:
        return _move_type(s, options, random)
    return random.choice(options)


def _urgency(s: Battle, unit: Unit) -> tuple[int, str]:
    """Engaged units move first, then passengers, then the others, those in reserves last."""
    rank = {Where.EMBARKED: 1, Where.TABLE: 2, Where.RESERVES: 3}.get(unit.where, 4)
    if unit.where is Where.TABLE and is_engaged(s, unit):
        rank = 0
    return rank, unit.id


def _move_type(s: Battle, options: tuple[Any, ...], random: Random) -> Any:
    for name in (INGRESS, DISEMBARK):
        if name in options:  # there may be no room: then the unit can be selected again, so it is not tried for ever
            return name if random.random() < 0.7 else STATIONARY
    if "fall-back" in options:
        return "fall-back"
    if "normal" in options:
        return "advance" if random.random() < 0.25 else "normal"
    return STATIONARY


def march(s: Battle, unit_id: str, move: Move) -> Paths:
    """A legal move toward the nearest objective that no friend is nearer to; away from the enemy when falling back."""
    unit = s.units[unit_id]
    if move.type == FALL_BACK:
        return away(s, unit_id, move)
    here, farthest = centre(placed_models(s, unit)), reach(s, unit, move)
    for goal in _goals(s, unit):
        if math.hypot(goal[0] - here[0], goal[1] - here[1]) < CLOSE and move.type != ADVANCE:
            return ()
        paths = first_legal(s, unit_id, move, fan(here, goal, farthest))
        if paths:
            return paths
    return ()


def _goals(s: Battle, unit: Unit) -> list[tuple[float, float]]:
    here = centre(placed_models(s, unit))
    friends = [centre(placed_models(s, other)) for other in on_table(s, unit.seat) if other.id != unit.id]

    def rank(goal: tuple[float, float]) -> float:
        mine = math.hypot(goal[0] - here[0], goal[1] - here[1])
        held = sum(math.hypot(goal[0] - x, goal[1] - y) < CLOSE for x, y in friends)
        return mine + 12 * held

    places = [(one.x, one.y) for one in layout_of(s).objectives]
    return sorted(places, key=rank)[:2] or [here]
