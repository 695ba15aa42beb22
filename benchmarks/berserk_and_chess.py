"""Random play of Berserk beside random play of python-chess, in turn in one run, so that a busy machine matters less.

pip install chess
python benchmarks/berserk_and_chess.py 60
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent))
from berserk_bench import random_game

PLIES = 300


def chess_game(seed: int) -> int:
    """Play one random game of chess, as python-chess plays it; returns the number of moves of both sides."""
    import chess

    random, board, plies = Random(seed), chess.Board(), 0
    while plies < PLIES and not board.is_game_over():
        moves = list(board.legal_moves)
        board.push(moves[int(random.random() * len(moves))])
        plies += 1
    return plies


def rate(game: Callable[[int], int], seeds: Iterable[int]) -> float:
    """Decisions in a second of CPU time."""
    start = time.process_time()
    decisions = sum(game(seed) for seed in seeds)
    return decisions / (time.process_time() - start)


def main(words: list[str]) -> int:
    """Measure so many rounds; prints the best rates and the median of the ratios."""
    try:
        import chess  # noqa: F401
    except ImportError:
        print("python-chess is not installed: pip install chess")
        return 2
    rounds = int(next((word for word in words if word.isdigit()), "30"))
    chess_rates, ours, ratios = [], [], []
    for turn in range(rounds):
        seeds = range(3 * turn, 3 * turn + 3)
        before, own, after = rate(chess_game, seeds), rate(random_game, range(2)), rate(chess_game, seeds)
        chess_rates += [before, after]
        ours.append(own)
        ratios.append(2 * own / (before + after))
        print(f"\r{turn + 1}/{rounds}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(f"python-chess: {max(chess_rates):,.0f} moves/s at best")
    print(f"berserk: {max(ours):,.0f} decisions/s at best, {statistics.median(ratios):.2f} times as many (median)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
