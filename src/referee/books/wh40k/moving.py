"""Moving (03.01): the ways of a unit's models, every reason why they are not legal, and the move itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from referee.board import (
    NO_WALLS,
    Crowd,
    FaultKind,
    Placed,
    Pose,
    Walls,
    end_faults,
    path_length,
    surely_apart,
    surely_apart_from_each_other,
    surely_free,
    surely_outside,
    sweep_faults,
    within,
)
from referee.books.wh40k.characteristics import characteristic
from referee.books.wh40k.measuring import coherency_refusals, engagement_refusals
from referee.books.wh40k.state import Battle, Model, ModelId, Profile, Unit, UnitId, crowd, placed, profile_of, unit_of
from referee.books.wh40k.terrain import climb_refusals, footing_refusals, layout_of, solid_walls, walls_for
from referee.kernel import (
    Paths,
    Point,
    Refusal,
    RuleId,
    effects_on,
    phrase,
    refuse,
    text,
)

SKIES_PENALTY = 2.0
"""Inches taken off a move that takes to the skies (40K 21.03)."""

NOBODY = Crowd()


class MoveType(msgspec.Struct, frozen=True):
    """What section 09 says of one type of move: its name and the rule ids of its distance and of its ending."""

    name: str
    title: str
    distance: RuleId
    unengaged: RuleId


NORMAL = MoveType("normal", phrase("normal move"), "40K 09.05/d", "40K 09.05/c")
ADVANCE = MoveType("advance", phrase("advance move"), "40K 09.06/f", "40K 09.06/d")
FALL_BACK = MoveType("fall-back", phrase("fall-back move"), "40K 09.07/k", "40K 09.07/h")
SURGE = MoveType("surge", phrase("surge move"), "40K 21.02", "40K 21.02")


class Move(msgspec.Struct, frozen=True):
    """One move being made: its type, what an advance roll adds, and what its models may pass through."""

    type: MoveType
    extra: float = 0.0
    """Inches of the advance roll."""
    skies: bool = False
    """Has the unit declared that it takes to the skies (21.03)?"""
    through_enemies: bool = False
    """May moving models pass through enemy models (Desperate Escape, 09.07/f)?"""
    through_models: tuple[str, ...] | None = None
    """If a rule lets them pass through models: the keywords of those they may not pass through."""
    through_terrain: bool = False
    """Does a rule let them pass through terrain?"""
    limit: float | None = None
    """Inches, where the rule that gives the move says how far it goes."""
    may_engage: tuple[UnitId, ...] = ()
    """The enemy units it may end engaged with."""


def maximum_distance(s: Battle, unit: Unit, model: Model, move: Move) -> float:
    """The most inches a model may go: M and its modifiers, the advance roll, taking to the skies. 0 for M '-'."""
    profile = profile_of(s, model)
    if profile.m is None:
        return 0.0
    if move.limit is not None:
        farthest = move.limit
    else:
        farthest = characteristic(s, unit.id, "M", profile.m) + move.extra
        farthest += sum(e.value for e in effects_on(s, "maximum distance", unit.id))
    if move.skies and not all("hover" in profile_of(s, one).abilities for one in unit.models):
        farthest -= SKIES_PENALTY
    return float(max(0.0, farthest))


def in_the_way(s: Battle, unit: Unit, model: Model, move: Move) -> Crowd:
    """The enemy models that this model may not pass through (03.01, 17.01, 21.03, 23.02, 09.07/f)."""
    keywords = profile_of(s, model).keywords
    if move.through_enemies or (move.skies and "FLY" in keywords):
        return NOBODY
    if move.through_models is not None:
        if not move.through_models:
            return NOBODY
        return crowd(s, 1 - unit.seat, without=("AIRCRAFT",), only=move.through_models)
    heavy = "MONSTER" in keywords or "VEHICLE" in keywords
    if heavy and move.type in (NORMAL, ADVANCE):
        return crowd(s, 1 - unit.seat, without=("AIRCRAFT",), only=("MONSTER", "VEHICLE"))
    return crowd(s, 1 - unit.seat, without=("AIRCRAFT",))


def _walls(s: Battle, profile: Profile, move: Move) -> Walls:
    """The walls this model may not pass through in this move."""
    return NO_WALLS if move.through_terrain else walls_for(s, profile, skies=move.skies)


def pose_of(point: Point) -> Pose:
    """A point of an answer as a pose."""
    return Pose(*point)


def ways(paths: Paths) -> dict[ModelId, tuple[Pose, ...]]:
    """The answer to a move as poses by model; models that are not named, or named with no way, stay."""
    return {name: tuple(map(pose_of, way)) for name, way in paths if way}


def move_refusals(
    s: Battle, unit_id: UnitId, move: Move, paths: Paths, free: Mapping[ModelId, bool] | None = None
) -> Iterator[Refusal]:
    """Every reason why the unit may not move like this: each model's way, then where the unit ends (03.01).

    `free` may name the models whose way is known to meet nothing.
    """
    unit = s.units[unit_id]
    going = ways(paths)
    if not going:
        return
    if free is None:
        free = _surely_free(s, unit, move, going)
    ends: list[Placed] = []
    for model in unit.models:
        way = going.get(model.id)
        if way:
            yield from way_refusals(s, unit, model, move, way, is_free=model.id in free)
        ends.append(placed(s, model, way[-1] if way else None))
    yield from ending_refusals(s, unit, ends, moved=going)
    yield from coherency_refusals(s, ends)
    yield from engagement_refusals(s, move.type.unengaged, ends, unit.seat, allowed=move.may_engage)


def _surely_free(s: Battle, unit: Unit, move: Move, going: Mapping[ModelId, tuple[Pose, ...]]) -> dict[ModelId, bool]:
    """The models that go one straight way on the ground and surely meet nothing on it, all looked at together."""
    board = layout_of(s).board
    groups: dict[str, list[Model]] = {}
    for model in unit.models:
        way = going.get(model.id, ())
        if len(way) == 1 and model.pose is not None and way[0].z == model.pose.z == 0.0:
            groups.setdefault(model.profile, []).append(model)
    free: dict[ModelId, bool] = {}
    for models in groups.values():
        walls = _walls(s, profile_of(s, models[0]), move)
        enemies = in_the_way(s, unit, models[0], move)
        flags = surely_free([placed(s, m) for m in models], [going[m.id][0] for m in models], enemies, walls, board)
        free |= {model.id: True for model, flag in zip(models, flags, strict=True) if flag}
    return free


def is_legal(s: Battle, unit_id: UnitId, move: Move, paths: Paths) -> bool:
    """May the unit move like this? The verdict of `move_refusals`, quicker where the answer is no."""
    unit, board = s.units[unit_id], layout_of(s).board
    going = ways(paths)
    free = _surely_free(s, unit, move, going)
    for model in unit.models:
        way = going.get(model.id)
        if way and model.id not in free and profile_of(s, model).m is not None:
            walls, enemies = _walls(s, profile_of(s, model), move), in_the_way(s, unit, model, move)
            if next(sweep_faults(placed(s, model), way, enemies, walls, board, contact=False), None) is not None:
                return False
            free[model.id] = True
    return next(move_refusals(s, unit_id, move, paths, free), None) is None


def way_refusals(
    s: Battle, unit: Unit, model: Model, move: Move, way: tuple[Pose, ...], *, is_free: bool = False
) -> Iterator[Refusal]:
    """Why one model may not go this way: too far, through something, over the edge, up in the air.

    `is_free` says that the way is known to meet nothing.
    """
    profile = profile_of(s, model)
    if profile.m is None:
        yield refuse("40K 02.02", "{model} has M '-': it can never be moved.", model=model.id)
        return
    start = placed(s, model)
    length = path_length(start.pose, way)
    flies = move.skies and "FLY" in profile.keywords
    gone = length.horizontal if flies else length.total
    farthest = maximum_distance(s, unit, model, move)
    if not within(gone, farthest):
        yield refuse(
            move.type.distance,
            '{model} would move {gone}", more than the {farthest}" of its {move}.',
            instead=text('{farthest}" at most.', farthest=farthest),
            model=model.id,
            gone=gone,
            farthest=farthest,
            move=text(move.type.title),
        )
    if is_free:
        return
    board = layout_of(s).board
    walls = _walls(s, profile, move)
    for fault in sweep_faults(start, way, in_the_way(s, unit, model, move), walls, board):
        yield _fault(s, model.id, fault.kind, fault.id, fault.pose)
    if not flies:
        yield from climb_refusals(s, start, way)


def ending_refusals(s: Battle, unit: Unit, ends: list[Placed], moved: Mapping[ModelId, object]) -> Iterator[Refusal]:
    """Why moved (or set up) models may not end where they do: on another model, in a wall, on no floor (03.01)."""
    others = crowd(s, None, but=unit.id)
    walls = solid_walls(s)
    clear = surely_apart(ends, others) & surely_apart_from_each_other(ends) & surely_outside(ends, walls)
    if clear.all() and not any(end.pose.z for end in ends):
        return
    own = Crowd(ends)
    for model, end in zip(unit.models, ends, strict=True):
        if end.id not in moved:
            continue
        for other in (*others.overlapping(end), *own.overlapping(end)):
            if other in moved and other < end.id:
                continue  # said once for the two of them
            yield refuse("40K 03.01", "{model} would end on {other}.", model=end.id, other=other)
        for fault in end_faults(end, NOBODY, walls):
            yield refuse("40K 13.06.01", "{model} would end in a wall of {feature}.", model=end.id, feature=fault.id)
        yield from footing_refusals(s, profile_of(s, model), end)


def _fault(s: Battle, model: ModelId, kind: FaultKind, other: str, pose: Pose) -> Refusal:
    where: dict[str, Any] = {"x": pose.x, "y": pose.y}
    if kind is FaultKind.MODEL:
        unit = unit_of(s, other).name
        return refuse(
            "40K 03.01",
            "{model} would pass through {other} of {unit} at {x}, {y}.",
            model=model, other=other, unit=unit, **where,
        )  # fmt: skip
    if kind is FaultKind.WALL:
        return refuse(
            "40K 13.06",
            "{model} would pass through a wall of {feature} at {x}, {y}.",
            instead=text("It may climb it and come down on the other side."),
            model=model, feature=other, **where,
        )  # fmt: skip
    return refuse("40K 03.01", "{model} would leave the battlefield at {x}, {y}.", model=model, **where)
