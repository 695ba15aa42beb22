"""A demonstration where nobody can click: two bots play each book through the running table, and it is checked.

Each game goes through the same doors as a person's: it is made, watched as a spectator watches it, and its record is
downloaded, replayed and compared digest by digest.
"""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from referee.kernel import Book, RefereeError
from referee.record import Replay, read
from referee.table.rooms import bot_names
from referee.table.shelf import Shelf

LONG_ENOUGH = 150
"""After so many answers a game that hides nothing has shown enough; one that hides cards is played to its end."""
PATIENCE = 150.0
"""So many seconds a game may take."""


def demonstrate(address: str, shelf: Shelf) -> int:
    """Play a game of each book at this address; 0 if all went well. What happens is printed."""
    known = [book for name in shelf.names() if (book := shelf.load(name)).samples or not book.read_list]
    print(f"Two bots play each of {', '.join(book.title for book in known)}:", flush=True)
    with ThreadPoolExecutor(len(known) or 1) as games:
        went_well = list(games.map(lambda book: _told(address, book), known))
    return 0 if all(went_well) else 1


def _told(address: str, book: Book) -> bool:
    try:
        print(f"  {book.title}: {play(address, book)}", flush=True)
    except (OSError, RefereeError, ConnectionClosed, RuntimeError) as error:
        print(f"  {book.title} went wrong: {error}", flush=True)
        return False
    return True


def play(address: str, book: Book) -> str:
    """One game between two of the book's bots, checked; what there is to say of it.

    Raises RefereeError if its record does not replay to the same positions, OSError without a table or in the end.
    """
    bot = bot_names(book)[0]
    asked = {"book": book.name, "seed": "demonstration", "seats": [{"bot": bot} for _ in book.seats]}
    made = _get(f"{address}api/games", asked)
    at = f"{address}api/games/{made['id']}"
    over = _watch(f"{at}/socket".replace("http", "ws", 1), to_the_end=book.secrets is not None)
    with urlopen(f"{at}/record") as answer:
        run = Replay(read(answer.read()), book=book, verify=True)
        answers = sum(1 for _ in run)
    end = "to its end" if over else "and it could go on"
    return f"{answers} answers, {end}; its record replays to the same {run.digests} positions."


def _watch(address: str, to_the_end: bool) -> bool:
    """Look on as a spectator: bots play on only while somebody does. Is the game over?"""
    until = time.monotonic() + PATIENCE
    with connect(address, max_size=None) as link:
        link.send(json.dumps({"type": "hello"}))
        while time.monotonic() < until:
            state = json.loads(link.recv(timeout=PATIENCE))
            if state["type"] == "problem":
                raise RuntimeError(state["message"])
            if state["type"] == "state" and (state["over"] or (not to_the_end and state["steps"] >= LONG_ENOUGH)):
                return bool(state["over"])
    raise TimeoutError(f"it is not over after {PATIENCE:g} seconds.")


def _get(address: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, data, {"Content-Type": "application/json"} if data else {})) as answer:
        return json.load(answer)
