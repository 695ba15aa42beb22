"""How the web table bears load: many games, two clients each, answers at a steady rate through WebSockets.

    python benchmarks/table_load.py --games 200 --seconds 30

Prints the time from an answer to the moment both seats have been shown what it caused, and whether every answer that
was acknowledged stands in the record once.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import statistics
import tempfile
import time
from collections import Counter
from typing import Any

import httpx
import uvloop

from referee.table.storage import Store
from table_players import Pair, Server


async def play(pair: Pair, rate: float, until: float, offset: float, late: list[float]) -> tuple[list[float], int]:
    """Answers of one game at `rate` a second until a moment; the times they took, and how many were sent."""
    took: list[float] = []
    sent = 0
    await asyncio.sleep(offset)
    due = time.perf_counter()
    while time.perf_counter() < until:
        due += 1 / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        late.append(max(0.0, time.perf_counter() - due))
        seat = pair.asked()
        if seat is None:
            if pair.seats[0].over:
                break
            continue
        key = f"{pair.id}.{sent}"
        version, began = seat.version + 1, time.perf_counter()
        goals = [one.goal(version) for one in pair.seats] + [seat.goal(key)]
        if not await seat.answer(key):
            continue
        sent += 1
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(20):
                for goal in goals:
                    await goal
        if all(version in one.seen for one in pair.seats):
            took.append(max(one.seen[version] for one in pair.seats) - began)
    return took, sent


async def measure(book: str, games: int, seconds: float, rate: float, database: str) -> dict[str, Any]:
    """Run the load; the figures."""
    server = Server(database)
    server.start()
    try:
        async with httpx.AsyncClient() as client:
            pairs = []
            for number in range(games):
                pairs.append(Pair(server, await server.make(client, book, f"load {number}"), number))
        await asyncio.gather(*(pair.ready() for pair in pairs))
        late: list[float] = []
        busy, own, began = server.busy(), time.process_time(), time.perf_counter()
        until = began + seconds
        results = await asyncio.gather(
            *(play(pair, 2 * rate, until, number / games / rate / 2, late) for number, pair in enumerate(pairs))
        )
        lasted = time.perf_counter() - began
        busy, own = server.busy() - busy, time.process_time() - own
        for pair in pairs:
            pair.stop()
    finally:
        server.kill()
    took = sorted(one for times, _ in results for one in times)
    lost, doubled = audit(database, pairs)
    problems = Counter(one["code"] for pair in pairs for seat in pair.seats for one in seat.problems)
    return {
        "book": book,
        "games": games,
        "clients": 2 * games,
        "seconds": round(lasted, 1),
        "answers": sum(sent for _, sent in results),
        "answers a second": round(len(took) / lasted, 1),
        "p50 ms": round(1000 * statistics.median(took), 1),
        "p90 ms": round(1000 * took[int(len(took) * 0.90)], 1),
        "p99 ms": round(1000 * took[int(len(took) * 0.99)], 1),
        "max ms": round(1000 * took[-1], 1),
        "clients late p99 ms": round(1000 * sorted(late)[int(len(late) * 0.99)], 1),
        "server busy": f"{100 * busy / lasted:.0f} % of a core",
        "clients busy": f"{100 * own / lasted:.0f} % of a core",
        "lost": lost,
        "doubled": doubled,
        "problems": dict(problems),
    }


def audit(database: str, pairs: list[Pair]) -> tuple[int, int]:
    """Of all acknowledged answers, how many are not in the stored record, and how many are there more than once."""
    store = Store(database)
    lost = doubled = 0
    for pair in pairs:
        changes = store.changes(pair.id)
        stored = Counter(change.key for change in changes)
        at = {change.key: change.version for change in changes}
        for seat in pair.seats:
            for key, (version, _) in seat.acknowledged.items():
                lost += at.get(key) != version
                doubled += stored[key] > 1
        answers = [json.loads(line) for change in changes for line in change.lines.splitlines()]
        numbers = Counter(one["number"] for one in answers if one["line"] == "answer")
        doubled += sum(count > 1 for count in numbers.values())
    store.close()
    return lost, doubled


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--book", default="card_duel", help="card_duel (of the tests), berserk, heresy, ...")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--rate", type=float, default=2.0, help="answers a second of each client")
    parser.add_argument("--database", default="", help="an SQLAlchemy URL; a fresh SQLite file if left out")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = asked.database or f"sqlite:///{folder}/load.sqlite"
        figures = uvloop.run(measure(asked.book, asked.games, asked.seconds, asked.rate, database))
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
