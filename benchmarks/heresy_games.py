"""Plays many random games of the heresy book and names every seed that fails.

    python benchmarks/heresy_games.py 10000          # default options
    python benchmarks/heresy_games.py 10000 --any    # every game under options of its own

Each game is checked: it ends within four turns, no card is lost, and the position it ends in is saved and loaded.
"""

from __future__ import annotations

import sys
import time
import traceback
from random import Random

from referee.books.heresy import BOOK
from referee.books.heresy.state import SEATS, War
from referee.kernel import Game, Seeded

EVERY = 500


def play(seed: int, *, any_options: bool) -> int:
    """Play one random game; returns the number of decisions."""
    random = Random(seed)
    options = {one.name: random.choice(one.values) for one in BOOK.options} if any_options else None
    game, decisions = BOOK.begin(options, dice=Seeded(str(seed))), 0
    middle = random.randrange(50, 150)
    while game.decision:
        if decisions == middle:
            game = Game.load(BOOK, game.save())
        game.answer(game.propose(random))
        decisions += 1
    s = game.state
    assert isinstance(s, War)
    assert s.turn <= 4, "the game went on after its last turn"
    for seat in SEATS:
        cards = len(s.decks[seat]) + len(s.hands[seat]) + len(s.discards[seat])
        assert cards + sum(x.owner == seat for x in s.table.values()) == 60, "a card was lost or made"
    return decisions


def main(words: list[str]) -> int:
    """Play the games; prints the seeds that failed, and 1 is the exit code if there are any."""
    count = int(next((word for word in words if word.isdigit()), "1000"))
    failed: list[int] = []
    total, start = 0, time.perf_counter()
    for seed in range(count):
        try:
            total += play(seed, any_options="--any" in words)
        except Exception:
            failed.append(seed)
            print(f"seed {seed} failed", traceback.format_exc(), sep="\n", flush=True)
        if (seed + 1) % EVERY == 0:
            print(f"{seed + 1} games, seeds 0 to {seed}, {total} decisions, {len(failed)} failed", flush=True)
    print(f"{count} games, {total} decisions, {time.perf_counter() - start:.0f} s, failed seeds: {failed or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
