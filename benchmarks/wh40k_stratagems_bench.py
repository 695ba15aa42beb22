"""Which stratagems may I use now, on what? For two armies of 2,000 points at a moment of the Movement phase.

    python benchmarks/wh40k_stratagems_bench.py
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from referee.books.wh40k import BOOK
from referee.books.wh40k.moments import END_OF, START_OF, UNIT_ENDED_MOVE
from referee.books.wh40k.state import Battle, Phase, on_table
from referee.books.wh40k.stratagems import usable, usable_on
from referee.kernel import Seeded

GOAL = 1.0
"""Milliseconds."""


def battle(seed: int) -> Battle:
    """The battle of the two sample armies, as it stands at the end of the second round's first Movement phase."""
    random, game = Random(seed), BOOK.begin({}, dice=Seeded(str(seed)))
    while game.decision is not None:
        s = game.state
        assert isinstance(s, Battle)
        if s.round == 2 and s.phase is Phase.MOVEMENT and len(on_table(s)) > 20:
            return s
        game.answer(BOOK.bots["sensible"](game, game.decision.by, random))
    raise SystemExit("the battle was over too early")


def moved(s: Battle) -> Battle:
    """The same battle, one unit of which has just been touched: what is known about where units stand is stale."""
    fresh = s.clone()
    unit = on_table(fresh)[0]
    fresh.units[unit.id] = replace(unit, shocked=unit.shocked)
    return fresh


def milliseconds(work: Callable[[], object], times: int = 300) -> float:
    """The median time that `work` takes."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        found.append((time.perf_counter() - start) * 1000)
    return statistics.median(found)


def main() -> int:
    """Measure, print, and fail if the goal is missed."""
    s = battle(7)
    s.cp = (6, 6)
    mover = on_table(s, s.active)[0].id
    slow = 0.0
    print(f"{len(s.units)} units, {sum(len(unit.models) for unit in s.units.values())} models,", end=" ")
    print(f"{sum(len(own) for own in s.roster.stratagems) + 22} stratagems")
    moments = (
        (Phase.MOVEMENT, UNIT_ENDED_MOVE, mover),
        (Phase.MOVEMENT, END_OF[Phase.MOVEMENT], ""),
        (Phase.SHOOTING, START_OF[Phase.SHOOTING], ""),
        (Phase.FIGHT, START_OF[Phase.FIGHT], ""),
    )
    for phase, name, subject in moments:
        s.phase = phase
        for seat in (0, 1):
            offered = milliseconds(lambda: usable(s, seat, name, subject))  # noqa: B023
            whole = milliseconds(lambda: usable_on(s, seat, name, subject))  # noqa: B023
            fresh = milliseconds(lambda: usable_on(moved(s), seat, name, subject), 50)  # noqa: B023
            slow = max(slow, whole)
            print(f"{name}, seat {seat + 1}: which {offered:.3f} ms, which on what {whole:.3f} ms,", end=" ")
            print(f"just after a unit has moved {fresh:.3f} ms: {len(usable_on(s, seat, name, subject))} of them")
    print(f"slowest {slow:.3f} ms, the goal is {GOAL:g} ms")
    return 0 if slow <= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
