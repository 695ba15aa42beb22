"""Players for the table's load and kill tests: they speak to a server through its WebSockets and answer anything."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, cast

import httpx
import msgspec
from websockets.client import ClientProtocol
from websockets.exceptions import WebSocketException
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

ROOT = Path(__file__).parent.parent


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


class Server:
    """`referee serve` in a process of its own."""

    def __init__(self, database: str) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.database = database
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Start it; returns how many seconds it took until it answered."""
        command = [sys.executable, "-m", "referee.cli", "serve", "--port", str(self.port), "--database", self.database]
        command += ["--games-an-hour", "1000000", "--book", "table.card_duel"]
        paths = [str(ROOT / "tests"), *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        began = time.perf_counter()
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        while time.perf_counter() - began < 180:
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.address}/api/health", timeout=5):
                return time.perf_counter() - began
            time.sleep(0.05)
        raise SystemExit("the server does not start")

    def kill(self) -> None:
        """End it at once, as a crash would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def busy(self) -> float:
        """How many seconds of a processor it has used."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def make(self, client: httpx.AsyncClient, book: str, seed: str) -> dict[str, Any]:
        """A new game for two people."""
        answer = await client.post(f"{self.address}/api/games", json={"book": book, "seed": seed}, timeout=60)
        answer.raise_for_status()
        made: dict[str, Any] = answer.json()
        return made


class Heard(msgspec.Struct):
    """What a player needs of a message; views are skipped."""

    type: str
    ref: str = ""
    version: int | None = None
    over: bool = False
    again: bool = False
    code: str = ""
    message: str = ""
    decision: dict[str, Any] | None = None
    answers: list[Any] = []


HEARD = msgspec.json.Decoder(Heard)


class Link(asyncio.Protocol):
    """A WebSocket to the server, with nothing on top of the protocol: hundreds of clients share one processor."""

    def __init__(self, address: str, hear: Callable[[bytes], None]) -> None:
        self._protocol = ClientProtocol(parse_uri(address), max_size=2**24)
        self._hear = hear
        loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = loop.create_future()
        self.lost: asyncio.Future[None] = loop.create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._protocol.send_request(self._protocol.connect())
        self._flush()

    def data_received(self, data: bytes) -> None:
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame):
                if event.opcode is Opcode.TEXT:
                    self._hear(bytes(event.data))
            elif isinstance(event, Response) and not self.opened.done():
                self.opened.set_result(None)
        self._flush()
        if self._protocol.close_expected():
            self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        for waiting in (self.opened, self.lost):
            if not waiting.done():
                waiting.set_result(None)

    def send(self, message: Any) -> None:
        """Send a message, if the connection still stands."""
        if not self.lost.done():
            with contextlib.suppress(WebSocketException):
                self._protocol.send_text(msgspec.json.encode(message))
                self._flush()

    def close(self) -> None:
        """Go."""
        self._transport.close()

    def _flush(self) -> None:
        self._transport.write(b"".join(self._protocol.data_to_send()))


class Seat:
    """One seat's connection: it keeps itself up, and knows the last version and decision."""

    def __init__(self, server: Server, game: str, secret: str, seed: int) -> None:
        self.server, self.game, self.secret = server, game, secret
        self.version = -1
        self.decision: dict[str, Any] | None = None
        self.over = False
        self.is_here = False
        """Is the connection up, and has the game been seen on it?"""
        self.random = Random(seed)
        self._goals: dict[str | int, asyncio.Future[None]] = {}
        self.seen: dict[int, float] = {}
        """When each version was first seen."""
        self.acknowledged: dict[str, tuple[int, bool]] = {}
        self.problems: list[dict[str, Any]] = []
        self.proposals: asyncio.Queue[list[Any]] = asyncio.Queue()
        self._link: Link | None = None
        self._waiting: dict[str, Any] = {}

    async def stay(self) -> None:
        """Be connected, and again whenever the connection is lost, until cancelled."""
        at = f"ws://127.0.0.1:{self.server.port}/api/games/{self.game}/socket"
        loop = asyncio.get_running_loop()
        while True:
            with contextlib.suppress(OSError):
                _, link = await loop.create_connection(lambda: Link(at, self._hear), "127.0.0.1", self.server.port)
                try:
                    await link.opened
                    link.send({"type": "hello", "secret": self.secret})
                    self._link = link
                    for message in list(self._waiting.values()):
                        link.send(message)
                    await link.lost
                finally:
                    self._link, self.is_here = None, False
                    link.close()
            await asyncio.sleep(0.05 + self.random.random() * 0.1)

    def _hear(self, data: bytes) -> None:
        message = HEARD.decode(data)
        version = message.version if message.version is not None else -1
        if message.type == "state":
            self.version, self.decision, self.over = version, message.decision, message.over
            self.is_here = True
            self.seen.setdefault(version, time.perf_counter())
            self._reach(version)
        elif message.type == "accepted":
            self.acknowledged[message.ref] = (version, message.again)
            self._waiting.pop(message.ref, None)
            self._reach(message.ref)
        elif message.type == "proposals":
            self.proposals.put_nowait(message.answers)
        elif message.type == "problem":
            self.problems.append({"code": message.code, "message": message.message, "key": message.ref})
            self._waiting.pop(message.ref, None)
            self._reach(message.ref)

    def _reach(self, goal: str | int) -> None:
        waiting = self._goals.pop(goal, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    def goal(self, goal: str | int) -> asyncio.Future[None]:
        """Done when a version has been seen, or what was said under a key has been replied to."""
        return self._goals.setdefault(goal, asyncio.get_running_loop().create_future())

    async def answer(self, key: str) -> bool:
        """Answer the decision that waits, if it is this seat's; said again after a reconnect until acknowledged."""
        decision = self.decision
        if decision is None or not decision["mine"] or self._link is None:
            return False
        version = self.version
        answer = await self._choose(decision, version)
        said = {"type": "answer", "ref": key, "version": version, "answer": answer, "key": key}
        self._waiting[key] = said
        if self._link is not None:
            self._link.send(said)
        return True

    def unsettled(self) -> int:
        """How many answers have neither been taken nor refused."""
        return len(self._waiting)

    async def _choose(self, decision: dict[str, Any], version: int) -> Any:
        match decision["kind"]:
            case "choose_one":
                return self.random.choice(decision["among"])["value"]
            case "number":
                return decision["minimum"]
            case "confirm":
                return self.random.random() < 0.5
            case "roll":
                return [self.random.randint(1, decision["sides"]) for _ in range(decision["count"])]
        assert self._link is not None
        self._link.send({"type": "propose", "version": version, "count": 1})
        return (await asyncio.wait_for(self.proposals.get(), 20))[0]


class Pair:
    """A game and its two seats."""

    def __init__(self, server: Server, made: dict[str, Any], seed: int) -> None:
        self.id: str = made["id"]
        secrets = [seat["secret"] for seat in made["seats"]]
        self.seats = [Seat(server, self.id, secret, seed * 2 + at) for at, secret in enumerate(secrets)]
        self.tasks = [asyncio.create_task(seat.stay()) for seat in self.seats]
        self.accepted: dict[str, int] = {}

    async def ready(self) -> None:
        """Wait until both seats know the game."""
        while any(seat.version < 0 for seat in self.seats):
            await asyncio.sleep(0.02)

    def asked(self) -> Seat | None:
        """The seat that decides, as far as both know."""
        if self.seats[0].version != self.seats[1].version or self.seats[0].over:
            return None
        return next((seat for seat in self.seats if seat.decision and seat.decision["mine"]), None)

    def stop(self) -> None:
        """Leave the table."""
        for task in self.tasks:
            task.cancel()
