"""Which stratagems may I use now, on what? Two armies of 2,000 points in the second battle round. Aim: 1 ms."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from referee.books.wh40k import BOOK
from referee.books.wh40k.moments import END_OF, START_OF, UNIT_ENDED_MOVE
from referee.books.wh40k.state import Battle, Phase, on_table
from referee.books.wh40k.stratagems import usable_on
from referee.kernel import Seeded

MOMENTS = (
    (Phase.MOVEMENT, UNIT_ENDED_MOVE),
    (Phase.MOVEMENT, END_OF[Phase.MOVEMENT]),
    (Phase.SHOOTING, START_OF[Phase.SHOOTING]),
    (Phase.FIGHT, START_OF[Phase.FIGHT]),
)


@cache
def battle(seed: int = 7) -> Battle:
    """The battle of the two sample armies, as it stands in the second round."""
    random, game = Random(seed), BOOK.begin({}, dice=Seeded(str(seed)))
    while game.decision is not None:
        s = game.state
        assert isinstance(s, Battle)
        if s.round == 2 and s.phase is Phase.MOVEMENT and len(on_table(s)) > 20:
            return s
        game.answer(BOOK.bots["sensible"](game, game.decision.by, random))
    raise AssertionError("the battle was over too early")


def at(phase: Phase) -> Battle:
    s = battle().clone()
    s.phase, s.cp = phase, (6, 6)
    return s


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("phase", "moment"), MOMENTS, ids=[moment for _, moment in MOMENTS])
def test_which_stratagems_on_what(benchmark: Any, phase: Phase, moment: str, seat: int) -> None:
    s = at(phase)
    subject = on_table(s, s.active)[0].id if moment == UNIT_ENDED_MOVE else ""
    found = benchmark(usable_on, s, seat, moment, subject)
    benchmark.extra_info["stratagems"] = len(found)
    benchmark.extra_info["targets"] = sum(map(len, found.values()))


def test_which_stratagems_on_what_just_after_a_unit_has_moved(benchmark: Any) -> None:
    """What was known about where units stand is stale: engagement is looked for anew."""
    s = at(Phase.MOVEMENT)

    def moved() -> tuple[tuple[Any, ...], dict[str, Any]]:
        fresh = s.clone()
        unit = on_table(fresh, s.active)[0]
        fresh.units[unit.id] = replace(unit, shocked=unit.shocked)
        return (fresh, 1 - s.active, END_OF[Phase.MOVEMENT], ""), {}

    benchmark.pedantic(usable_on, setup=moved, rounds=50)
