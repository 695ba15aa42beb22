"""Plays many random games of the berserk book and names every seed that fails.

    python benchmarks/berserk_games.py 10000            # random players, default options
    python benchmarks/berserk_games.py 1000 --any       # every game under options of its own
    python benchmarks/berserk_games.py 1000 --sensible  # the sensible player on both seats

Each game ends with a result; positions are checked on the way (totals, cells, promises, counts), one is saved.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random

from referee.books.berserk import BOOK
from referee.books.berserk.bots import sensible_answer
from referee.books.berserk.state import Battle
from referee.kernel import Game, Seeded

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from books.berserk.invariants import faults

EVERY, CHECKED = 500, 25


def play(seed: int, *, any_options: bool, sensible: bool) -> tuple[int, str]:
    """Play one game; returns the number of decisions and how it ended."""
    random = Random(seed)
    options = {one.name: random.choice(one.values) for one in BOOK.options if one.values} if any_options else None
    game, decisions = BOOK.begin(options, dice=Seeded(str(seed))), 0
    middle = random.randrange(60, 300)
    while game.decision:
        seat = game.decision.by
        if decisions == middle:
            game = Game.load(BOOK, game.save())
        answer = sensible_answer(game, seat, random) if sensible else game.propose(random)
        game.answer(answer)
        decisions += 1
        if decisions % CHECKED == 0:
            assert not (found := faults(game)), found
    assert not (found := faults(game)), found
    s = game.state
    assert isinstance(s, Battle)
    assert s.result is not None
    return decisions, s.result.why


def main(words: list[str]) -> int:
    """Play the games; prints the seeds that failed, and 1 is the exit code if there are any."""
    count = int(next((word for word in words if word.isdigit()), "1000"))
    failed: list[int] = []
    ends: Counter[str] = Counter()
    total, start = 0, time.perf_counter()
    for seed in range(count):
        try:
            decisions, why = play(seed, any_options="--any" in words, sensible="--sensible" in words)
            total += decisions
            ends[why] += 1
        except Exception:
            failed.append(seed)
            print(f"seed {seed} failed", traceback.format_exc(), sep="\n", flush=True)
        if (seed + 1) % EVERY == 0:
            print(f"{seed + 1} games, seeds 0 to {seed}, {total} decisions, {len(failed)} failed", flush=True)
    print(f"{count} games, {total} decisions, {time.perf_counter() - start:.0f} s, {dict(ends)}")
    print(f"failed seeds: {failed or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
