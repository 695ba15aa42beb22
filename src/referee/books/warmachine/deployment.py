"""WM 13 Before the battle: the armies are deployed, the first player's first."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from referee.board import distance, end_faults, more_than, outer_radius
from referee.books.warmachine.placing import crowd, placed_at
from referee.books.warmachine.sequence import Rounds
from referee.books.warmachine.state import Battle, Model, called, change, profile
from referee.books.warmachine.terrain import no_standing
from referee.kernel import AGAIN, DONE, Outcome, PlacePositions, Procedure, Refusal, refuse, step, tell, text

DEPTHS = (7.0, 10.0)
"""WM 13/b: how deep the first and the second player's zones are, in inches."""
TOGETHER = 3.0


def zone(s: Battle, seat: int) -> tuple[float, float]:
    """From which y to which y a seat deploys: the first player at the bottom of the table, the second at the top."""
    depth = DEPTHS[seat]
    return (s.layout.board.height - depth, s.layout.board.height) if seat == 0 else (0.0, depth)


class Battlefield(Procedure):
    """WM 13 Deployment, then the battle."""

    done: Any = None

    @step("WM 13/a", into="done")
    def first_player_deploys(self, s: Battle) -> Outcome:
        s.phase = "deployment"
        return Deploy(seat=0)

    @step("WM 13/b", into="done")
    def second_player_deploys(self, s: Battle) -> Outcome:
        return Deploy(seat=1)

    @step("WM 13/c")
    def starting_points(self, s: Battle) -> Outcome:
        for one in list(s.models.values()):
            kind = s.profiles[one.profile].kind
            arc = s.profiles[one.profile].arc
            change(s, one.id, focus=arc if kind == "warcaster" else 0, fury=arc if kind == "warlock" else 0)
        s.phase = "battle"
        return None

    @step("WM 6", into="done")
    def battle(self, s: Battle) -> Outcome:
        return Rounds()


class Deploy(Procedure):
    """WM 13/a One player's models, unit by unit."""

    seat: int
    spots: tuple[tuple[str, tuple[float, float, float, float]], ...] = ()

    def _next(self, s: Battle) -> tuple[str, ...]:
        """The models of the next unit, or the next independent model."""
        for one in s.reserve.values():
            if one.seat == self.seat:
                return tuple(
                    m.id for m in s.reserve.values() if m.seat == self.seat and (m.unit or m.id) == (one.unit or one.id)
                )
        return ()

    @step("WM 13/a", into="spots", check="spot_refusals", propose="propose_spots")
    def choose_spots(self, s: Battle) -> Outcome:
        subjects = self._next(s)
        if not subjects:
            return DONE
        low, high = zone(s, self.seat)
        one = s.reserve[subjects[0]]
        name = called(s, one.unit) if one.unit else called(s, one.id)
        return PlacePositions(
            by=self.seat,
            prompt=text("Deploy {name}, wholly between y = {low} and y = {high}.", name=name, low=low, high=high),
            subjects=subjects,
            about={"zone": (low, high)},
        )

    def spot_refusals(self, s: Battle, answer: Any) -> Iterator[Refusal]:
        table, low, high = s.clone(), *zone(s, self.seat)
        missing = [one for one in self._next(s) if one not in [name for name, _ in answer]]
        if missing:
            yield refuse("WM 13/a", "{model} is not deployed.", model=called(s, missing[0]))
        for model, (x, y, *_) in answer:
            here = placed_at(s, model, x, y)
            r = outer_radius(here.base)
            if more_than(low, y - r) or more_than(y + r, high):
                yield refuse(
                    "WM 13/b",
                    "{model} is not wholly between {low} and {high}.",
                    model=called(s, model),
                    low=low,
                    high=high,
                )
            for fault in end_faults(here, crowd(table), no_standing(s), s.layout.board):
                yield refuse("WM 13/b", "There is no room: {other} is in the way.", other=called(table, fault.id))
            table.models[model] = _moved(s, model, x, y)
        names = [model for model, _ in answer]
        for number, a in enumerate(names):
            for b in names[number + 1 :]:
                away = distance(placed_at(table, a, *_xy(table, a)), placed_at(table, b, *_xy(table, b)))
                if more_than(away, TOGETHER):
                    yield refuse("WM 13/d", "{a} and {b} are more than 3 inches apart.", a=called(s, a), b=called(s, b))

    def propose_spots(self, s: Battle, random: Random) -> Iterator[Any]:
        """Close together, somewhere in the zone; systematically if chance finds nothing."""
        low, high = zone(s, self.seat)
        models = self._next(s)
        width = s.layout.board.width
        starts = [(random.uniform(4.0, width - 4.0), random.uniform(low + 1.5, high - 1.5)) for _ in range(40)]
        grid = [(x, y) for y in _steps(low + 1.0, high - 1.0) for x in _steps(1.5, width - 1.5)]
        for x, y in (*starts, *grid):
            answer = tuple(
                (one, (*spot, 0.0, 0.0)) for one, spot in zip(models, _cluster(s, models, x, y), strict=True)
            )
            if next(self.spot_refusals(s, answer), None) is None:
                yield answer

    @step("WM 13/b")
    def deploy(self, s: Battle) -> Outcome:
        for model, (x, y, *_) in self.spots:
            s.models[model] = _moved(s, model, x, y)
            del s.reserve[model]
            tell(s, "WM 13/b", "{model} is deployed.", model=called(s, model))
        return AGAIN


def _moved(s: Battle, model: str, x: float, y: float) -> Model:
    return msgspec.structs.replace(s.reserve[model], x=x, y=y)


def _xy(s: Battle, model: str) -> tuple[float, float]:
    return (s.models[model].x, s.models[model].y)


def _steps(low: float, high: float) -> list[float]:
    count = max(1, int((high - low) / 0.7))
    return [low + (high - low) * i / count for i in range(count + 1)]


def _cluster(s: Battle, models: tuple[str, ...], x: float, y: float) -> list[tuple[float, float]]:
    """Places side by side in two rows round a point."""
    gap = profile_base(s, models[0]) / 25.4 + 0.1
    half = (len(models) + 1) // 2
    return [(x + (i % half - (half - 1) / 2) * gap, y + (gap if i >= half else 0.0)) for i in range(len(models))]


def profile_base(s: Battle, model: str) -> int:
    """The base size of a model that is not deployed yet."""
    return profile(s, s.reserve[model]).base
