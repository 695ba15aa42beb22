"""The table's server killed again and again under load: is every accepted answer in the record once, does all go on?

    python benchmarks/table_kill.py --kills 50
    python benchmarks/table_kill.py --kills 50 --postgresql     # with a PostgreSQL started here, on loopback

Games are played as fast as they go, the server is killed (SIGKILL) at a random moment and started again; clients come
back by themselves and say again what had not been acknowledged. At the end every record is replayed.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import uvloop

from referee.record import Replay, read
from referee.table.seating import About
from referee.table.shelf import Shelf
from referee.table.storage import Store
from table_load import audit
from table_players import Pair, Server, free_port

PATIENCE = 600.0
"""How long a client waits for a reply, in seconds. It asks again after each restart, and gives no other answer."""


async def play_on(server: Server, book: str, pair: Pair, pairs: list[Pair], running: asyncio.Event) -> int:
    """Answer whatever is asked, one after another, until told to stop; returns how many were sent.

    When a game is over, another is begun.
    """
    sent = 0
    while running.is_set():
        seat = pair.asked()
        if seat is None:
            if pair.seats[0].over:
                with contextlib.suppress(httpx.HTTPError):
                    async with httpx.AsyncClient() as client:
                        made = await server.make(client, book, f"kill {len(pairs)}")
                    pair.stop()
                    pair = Pair(server, made, len(pairs))
                    pairs.append(pair)
            await asyncio.sleep(0.02)
            continue
        key = f"{pair.id}.{sent}"
        with contextlib.suppress(TimeoutError):
            replied = seat.goal(key)
            if await seat.answer(key):
                sent += 1
                await asyncio.wait_for(replied, PATIENCE)
        await asyncio.sleep(0.03)
    return sent


async def trial(book: str, games: int, kills: int, database: str, seed: int) -> dict[str, Any]:
    """Play, kill, start again; the figures."""
    server, random, starts = Server(database), Random(seed), []
    server.start()
    running = asyncio.Event()
    running.set()
    async with httpx.AsyncClient() as client:
        pairs = [Pair(server, await server.make(client, book, f"kill {at}"), at) for at in range(games)]
    playing = [asyncio.create_task(play_on(server, book, pair, pairs, running)) for pair in list(pairs)]
    began = time.perf_counter()
    try:
        for _ in range(kills):
            await all_there(pairs, games)
            await asyncio.sleep(random.random() * 2)
            server.kill()
            starts.append(await asyncio.to_thread(server.start))
        running.clear()
        sent = sum(await asyncio.gather(*playing))
        resumed = await all_resume(server, pairs)
    finally:
        for pair in pairs:
            pair.stop()
        server.kill()
    lost, doubled = audit(database, pairs)
    again = sum(again for pair in pairs for seat in pair.seats for _, again in seat.acknowledged.values())
    return {
        "database": database.partition(":")[0],
        "book": book,
        "games": len(pairs),
        "kills": len(starts),
        "seconds": round(time.perf_counter() - began, 1),
        "start s (median)": round(sorted(starts)[len(starts) // 2], 2),
        "answers sent": sent,
        "acknowledged": sum(len(seat.acknowledged) for pair in pairs for seat in pair.seats),
        "said again and acknowledged as taken": again,
        "neither acknowledged nor refused": sum(seat.unsettled() for pair in pairs for seat in pair.seats),
        "refused": dict(Counter(one["code"] for pair in pairs for seat in pair.seats for one in seat.problems)),
        "refused and yet in the record": refused_and_stored(database, pairs),
        "lost": lost,
        "doubled": doubled,
        "games resumed": f"{resumed} of {len(pairs)}",
        "records that replay": f"{replayed(database, pairs)} of {len(pairs)}",
    }


def refused_and_stored(database: str, pairs: list[Pair]) -> int:
    """How many answers were refused, and stand in the record all the same."""
    store, found = Store(database), 0
    for pair in pairs:
        stored = {change.key for change in store.changes(pair.id)}
        found += sum(one["key"] in stored for seat in pair.seats for one in seat.problems)
    store.close()
    return found


async def all_there(pairs: list[Pair], enough: int) -> None:
    """Wait until so many players are back at their tables, so that the server is killed under load."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(20):
            while sum(seat.is_here for pair in pairs for seat in pair.seats) < enough:
                await asyncio.sleep(0.05)


async def all_resume(server: Server, pairs: list[Pair]) -> int:
    """How many games both seats are shown again after the last start."""
    async with httpx.AsyncClient() as client:
        answers = [await client.get(f"{server.address}/api/games/{pair.id}", timeout=60) for pair in pairs]
    return sum(answer.status_code == 200 for answer in answers)


def replayed(database: str, pairs: list[Pair]) -> int:
    """How many records run again from their first line to their last without a difference."""
    store, shelf, good = Store(database), Shelf(("table.card_duel",)), 0
    for pair in pairs:
        stored = store.game(pair.id)
        assert stored is not None
        book = shelf.load(msgspec.json.decode(stored.about, type=About).book)
        lines = stored.head + "".join(change.lines for change in store.changes(pair.id))
        Replay(read(lines.encode()), book=book, verify=True).run()
        good += 1
    store.close()
    return good


@contextlib.contextmanager
def postgresql() -> Iterator[str]:
    """A PostgreSQL of its own on loopback, installed with apt where it is missing; its URL."""
    folder = Path(tempfile.mkdtemp(prefix="referee-postgresql-"))
    if shutil.which("initdb") is None and not list(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        subprocess.run(["apt-get", "install", "-y", "-qq", "postgresql"], check=True, stdout=subprocess.DEVNULL)
    found = shutil.which("initdb") or str(sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))[-1])
    programs, port = Path(found).resolve().parent, free_port()
    as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    if as_user:
        shutil.chown(folder, "postgres")
    data = folder / "data"
    options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={folder}"

    def run(*words: str) -> None:
        subprocess.run([*as_user, *words], check=True, stdout=subprocess.DEVNULL, cwd=folder)

    run(str(programs / "initdb"), "-D", str(data), "-U", "referee", "-A", "trust")
    run(str(programs / "pg_ctl"), "-D", str(data), "-o", options, "-l", str(folder / "log"), "-w", "start")
    try:
        yield f"postgresql+psycopg://referee@127.0.0.1:{port}/postgres"
    finally:
        run(str(programs / "pg_ctl"), "-D", str(data), "-m", "fast", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--book", default="card_duel", help="card_duel (of the tests), berserk, heresy, ...")
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgresql", action="store_true")
    asked = parser.parse_args()
    with contextlib.ExitStack() as stack:
        if asked.postgresql:
            database = stack.enter_context(postgresql())
        else:
            database = f"sqlite:///{stack.enter_context(tempfile.TemporaryDirectory())}/kill.sqlite"
        figures = uvloop.run(trial(asked.book, asked.games, asked.kills, database, asked.seed))
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
