"""A player that knows the book: it charges what it can reach, shoots what it sees, and goes toward the rest."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import islice
from random import Random
from typing import Any

from referee.board import Pose, find_path, path_length, within
from referee.board.directions import Arc
from referee.board.paths import shortened
from referee.books.warmachine.advance import obstacles_for, rough_after, shortened_by_rough
from referee.books.warmachine.attacks import defence, weapon_of
from referee.books.warmachine.charge_lines import charge_line, end_point, successful_arcs
from referee.books.warmachine.damage import armour, boxes_left
from referee.books.warmachine.measuring import is_engaged, reached_by
from referee.books.warmachine.placing import centres, enemies, gap, placed
from referee.books.warmachine.sight import sees
from referee.books.warmachine.state import LEADERS, Battle, members, profile
from referee.books.warmachine.terrain import closed_to
from referee.books.warmachine.travel import XY
from referee.kernel import Allocate, Confirm, Game, Number, Seat

Answer = Callable[[Game, Battle, Random], Any]
FRONT = 2
GOOD_ROLL = 7
"""Two dice reach this more often than not."""


def play(game: Game, seat: Seat, random: Random) -> Any:
    """The bot's answer to the question that waits."""
    s, decision = game.state, game.decision
    assert isinstance(s, Battle)
    assert decision is not None
    handler = HANDLERS.get(decision.rule)
    if handler is not None:
        answer = handler(game, s, random)
        if answer is not None and game.check(answer) is None:
            return answer
    if isinstance(decision, Confirm):
        return _boost(game, s)
    return game.propose(random)


def threat(s: Battle, target: str) -> float:
    """How much the bot would like to be rid of a model: leaders first, then what is nearly gone."""
    kind = profile(s, target)
    return (30.0 if kind.kind in LEADERS else 0.0) + kind.points + 10.0 / max(1, boxes_left(s, target))


def nearest_enemy(s: Battle, model: str) -> str:
    """The enemy nearest to a model; nothing if there is none."""
    found = [one.id for one in enemies(s, s.models[model].seat)]
    return min(found, key=lambda one: (centres(s, model, one), one), default="")


def shooting_range(s: Battle, model: str) -> float:
    """The longest range of the model's guns, 0 without one."""
    return max((weapon.range for weapon in profile(s, model).weapons if weapon.kind == "ranged"), default=0.0)


def targets_in_range(s: Battle, model: str, extra: float = 0.0) -> list[str]:
    """The enemies that the model's guns reach, perhaps after so many inches more."""
    far = shooting_range(s, model)
    mine = s.models[model].seat
    return [
        one.id for one in enemies(s, mine) if far and gap(s, model, one.id) <= far + extra and sees(s, model, one.id)
    ]


def can_reach(s: Battle, mover: str, target: str) -> tuple[Arc, ...]:
    """The directions in which a charge would succeed; nothing is worked out for what is too far away."""
    if gap(s, mover, target) > profile(s, mover).spd + 5:
        return ()
    return successful_arcs(s, mover, target)


def best_charge(s: Battle, movers: Iterable[str]) -> tuple[str, str]:
    """A mover and a target that a charge brings together, the best there is; empty words if there is none.

    Of a unit only the few troopers nearest to an enemy are looked at.
    """
    front = sorted((gap(s, one, nearest_enemy(s, one)), one) for one in movers if nearest_enemy(s, one))
    found = [
        (threat(s, one.id), mover, one.id)
        for _, mover in front[:FRONT]
        for one in enemies(s, s.models[mover].seat)
        if gap(s, mover, one.id) <= profile(s, mover).spd + 5 and sees(s, mover, one.id) and can_reach(s, mover, one.id)
    ]
    _, mover, target = max(found, default=(0.0, "", ""))
    return mover, target


def _movement(game: Game, s: Battle, random: Random) -> Any:
    among = game.options()
    group = s.now.id if s.now else ""
    mine = members(s, group)
    if "charge" in among and best_charge(s, mine)[0]:
        return "charge"
    if any(is_engaged(s, one) for one in mine) or any(reached_by(s, one) for one in mine):
        return "forfeit" if "forfeit" in among else among[0]
    lead = mine[0]
    if shooting_range(s, lead):
        if any(targets_in_range(s, one) for one in mine) and "aim" in among:
            return "aim"
        if "full advance" in among and (targets_in_range(s, lead, profile(s, lead).spd) or "run" not in among):
            return "full advance"
    if profile(s, lead).kind in LEADERS and s.round <= 2:
        return "full advance" if "full advance" in among else among[0]
    far = nearest_enemy(s, lead)
    if "run" in among and far and gap(s, lead, far) > profile(s, lead).spd + 4:
        return "run"
    return "full advance" if "full advance" in among else among[0]


def _mover(game: Game, s: Battle, random: Random) -> Any:
    among = game.options()
    if s.now is not None and s.now.movement == "charge":
        mover, _ = best_charge(s, among)
        return mover or among[0]
    return min(among, key=lambda one: (centres(s, one, nearest_enemy(s, one)) if nearest_enemy(s, one) else 0.0, one))


def _charge_target(game: Game, s: Battle, random: Random) -> Any:
    mover = getattr(game.stack[-1], "mover", "")
    _, target = best_charge(s, (mover,))
    return target or game.options()[0]


def _charge_way(game: Game, s: Battle, random: Random) -> Any:
    frame = game.stack[-1]
    mover, target = getattr(frame, "mover", ""), getattr(frame, "target", "")
    arcs = successful_arcs(s, mover, target)
    if not arcs:
        return None
    arc = max(arcs, key=lambda one: one.end - one.start)
    line = charge_line(s, mover, target, arc.middle)
    distance = min(line.longest, max(line.shortest, 3.0))
    return ((mover, ((*end_point(s, mover, arc.middle, distance), 0.0, 0.0),)),)


def _way(game: Game, s: Battle, random: Random) -> Any:
    frame = game.stack[-1]
    model, kind = getattr(frame, "model", ""), getattr(frame, "kind", "")
    limit = float(getattr(frame, "limit", 0.0))
    enemy = nearest_enemy(s, model)
    if not enemy or getattr(frame, "found", None):
        return None
    gun = shooting_range(s, model)
    if kind == "end move" and gun:
        return _best(game, lambda spot: math.dist(spot, (s.models[enemy].x, s.models[enemy].y)), random)
    keep = gun - 1.0 if gun and kind == "full advance" else 0.0
    if profile(s, model).kind in LEADERS:
        keep = max(keep, 9.0)
    path = toward(s, model, enemy, limit, keep)
    if path:
        return ((model, tuple((x, y, 0.0, 0.0) for x, y in path)),)
    return _best(game, lambda spot: -math.dist(spot, (s.models[enemy].x, s.models[enemy].y)), random)


def toward(s: Battle, model: str, enemy: str, limit: float, keep: float) -> tuple[XY, ...]:
    """As much of a short way toward an enemy as a move allows, `keep` inches from it; nothing if there is none."""
    one, other = s.models[model], s.models[enemy]
    away = gap(s, model, enemy)
    if away <= keep + 0.1:
        return ()
    crowd = obstacles_for(s, model).without((enemy,))
    path = find_path(placed(s, model), Pose(other.x, other.y), crowd, closed_to(s, model), s.layout.board)
    if path is None:
        return ()
    start = Pose(one.x, one.y)
    whole = path_length(start, path).total - (centres(s, model, enemy) - away) - 0.02
    path = shortened(start, path, max(0.0, min(limit, whole - keep)))
    points = tuple((pose.x, pose.y) for pose in path)
    if rough_after(s, model, points) is not None:
        path = shortened(start, path, max(0.0, min(shortened_by_rough(limit), whole - keep)))
    return tuple((pose.x, pose.y) for pose in path)


def _best(game: Game, worth: Callable[[XY], float], random: Random) -> Any:
    """The best of a few answers that the referee proposes."""
    proposals = list(islice(game._proposals(random), 6))
    return max(proposals, key=lambda answer: max((worth(way[-1][:2]) for _, way in answer if way), default=-1e9))


def _place(game: Game, s: Battle, random: Random) -> Any:
    """The placing of a few that brings the most troopers near an enemy."""

    def worth(answer: Any) -> float:
        return -sum(
            min((math.dist((x, y), (one.x, one.y)) for one in enemies(s, s.active)), default=0.0)
            for _, (x, y, *_) in answer
        ) - 100.0 * (8 - len(answer))

    return max(islice(game._proposals(random), 3), key=worth, default=None)


def _action(game: Game, s: Battle, random: Random) -> Any:
    among = game.options()
    model = getattr(game.stack[-1], "model", "")
    if "melee attacks" in among:
        return "melee attacks"
    for option in among:
        if option.startswith("cast ") and _worth_casting(s, model, option.removeprefix("cast ")):
            return option
    if "ranged attacks" in among and targets_in_range(s, model):
        return "ranged attacks"
    if "heal" in among and s.models[model].focus + s.models[model].fury > 2:
        return "heal"
    return "no attacks" if "no attacks" in among else among[0]


def _worth_casting(s: Battle, model: str, name: str) -> bool:
    spell = next(one for one in profile(s, model).spells if one.name == name)
    near = [one for one in enemies(s, s.models[model].seat) if within(gap(s, model, one.id), spell.range)]
    return spell.offensive and any(sees(s, model, one.id) for one in near)


def _attack(game: Game, s: Battle, random: Random) -> Any:
    model = getattr(game.stack[-1], "model", "")
    picks = [one for one in game.options() if one != "done"]
    picks = [one for one in picks if within(gap(s, model, one[1]), weapon_of(s, model, one[0]).range)]
    if not picks:
        return "done" if "done" in game.options() else None
    return max(picks, key=lambda one: (_expected(s, model, *one) + threat(s, one[1]) / 50, one))


def _expected(s: Battle, model: str, weapon: str, target: str) -> float:
    """About how much damage an attack does, as a part of what the target has left."""
    arm = weapon_of(s, model, weapon)
    kind = "melee" if arm.kind == "melee" else "ranged"
    skill = profile(s, model).mat if kind == "melee" else profile(s, model).rat
    chance = min(1.0, max(0.05, (12 - (defence(s, model, target, kind) - skill)) / 10))  # type: ignore[arg-type]
    damage = max(0.5, arm.power + 7 - armour(s, target))
    return chance * min(1.0, damage / max(1, boxes_left(s, target)))


def _more_attacks(game: Game, s: Battle, random: Random) -> Any:
    model = getattr(game.stack[-1], "model", "")
    picks = [one for one in game.options() if one != "done"]
    best = max(picks, key=lambda one: (_expected(s, model, *one) + threat(s, one[1]) / 50, one), default=None)
    leader = profile(s, model).kind in LEADERS
    return best if best and not (leader and s.models[model].focus + s.models[model].fury < 3) else "done"


def _boost(game: Game, s: Battle) -> bool:
    """Boosts what would rather miss; takes the power field for what would hurt."""
    asked = game.decision
    assert asked is not None
    if asked.about.get("boost") == "attack":
        attacker = getattr(game.stack[-1], "model", "")
        needs = defence(s, attacker, asked.about["target"], "melee") - profile(s, attacker).mat
        return needs > GOOD_ROLL
    points = getattr(game.stack[-1], "points", 0)
    return bool(points >= 3)


def _share(game: Game, s: Battle, random: Random) -> Any:
    """Focus for the warjacks, two points each, the rest for the caster."""
    asked = game.decision
    assert isinstance(asked, Allocate)
    left, shares = asked.total, []
    for room in asked.limits[1:]:
        given = min(2, room, left)
        shares.append(given)
        left -= given
    return (left, *shares)


def _most(game: Game, s: Battle, random: Random) -> Any:
    return game.decision.maximum if isinstance(game.decision, Number) else None


def _part(game: Game, s: Battle, random: Random) -> Any:
    """Standing up: the movement where there is somebody to hit, else the Combat Action."""
    among = game.options()
    near = [one for one in (members(s, s.now.id) if s.now else ()) if nearest_enemy(s, one)]
    hit = any(gap(s, one, nearest_enemy(s, one)) <= 1 for one in near)
    wanted = "movement" if hit else "action"
    return wanted if wanted in among else among[0]


def _next(game: Game, s: Battle, random: Random) -> Any:
    """Who can charge first, leaders last."""

    def worth(group: str) -> tuple[float, float, str]:
        lead = members(s, group)[0]
        leader = profile(s, lead).kind in LEADERS
        enemy = nearest_enemy(s, lead)
        return (1.0 if leader else 0.0, gap(s, lead, enemy) if enemy else 0.0, group)

    return min(game.options(), key=worth)


def _first(game: Game, s: Battle, random: Random) -> Any:
    return game.options()[0]


def _end_move(game: Game, s: Battle, random: Random) -> Any:
    model = getattr(game.stack[-1], "model", "")
    free = next((one.name for one in profile(s, model).end_moves if one.how == "free"), "stay")
    return free if shooting_range(s, model) and free in game.options() else "stay"


HANDLERS: dict[str, Answer] = {
    "WM 2/b": _way,
    "WM 2.1/a": _mover,
    "WM 2.1/c": _place,
    "WM 2.1/i": _first,
    "WM 3/a": _movement,
    "WM 3.5.2/a": _charge_target,
    "WM 3.5.2/d": _charge_way,
    "WM 3.5.4/b": _charge_target,
    "WM 3.5.4/d": _charge_way,
    "WM 3.5.5/b": _part,
    "WM 5/b": _end_move,
    "WM 6.2/b": _most,
    "WM 6.2/e": _share,
    "WM 6.3/a": _next,
    "WM 7/a": _action,
    "WM 7.1/b": _attack,
    "WM 7.2/b": _more_attacks,
    "WM 8.4/d": _first,
    "WM 10.3": _part,
    "WM 15/a": lambda game, s, random: "done",
    "REF window/b": _first,
}
"""What the bot does at the questions it knows; at any other it takes a legal answer at random."""

BOTS: dict[str, Callable[[Game, Seat, Random], Any]] = {"bot": play}
