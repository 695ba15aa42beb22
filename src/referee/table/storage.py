"""Games as they are played, in a database: SQLite by default, PostgreSQL by URL; one code for both.

Every accepted change of a game is one row: its version, the client's key, and the lines it added to the record. A
change is acknowledged only once its row is committed. Changes of many games that arrive together share one commit.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

BATCH = 256
"""How many changes share a commit at most."""
TOGETHER = 32
"""How many rows share a statement at most."""

META = sa.MetaData()
GAMES = sa.Table(
    "referee_games",
    META,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("about", sa.LargeBinary, nullable=False),
    sa.Column("head", sa.Text, nullable=False),
)
CHANGES = sa.Table(
    "referee_changes",
    META,
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("key", sa.String(80), nullable=False),
    sa.Column("seat", sa.Integer, nullable=True),
    sa.Column("lines", sa.Text, nullable=False),
    sa.UniqueConstraint("game", "key"),
)


class Conflict(Exception):
    """Another change of the same game was stored first: what is in memory is out of date."""


class Shut(Exception):
    """The database has been closed: the server is going down. Nothing was stored."""


class StoredGame(msgspec.Struct, frozen=True):
    """A game as it is stored: when it was made, whatever the table keeps about it, the first lines of its record."""

    id: str
    created: float
    about: bytes
    head: str


class Change(msgspec.Struct, frozen=True):
    """One accepted change: the version it led to, the key it came under, whose it was, the lines of the record."""

    version: int
    key: str
    seat: int | None
    lines: str


Row = tuple[sa.Table, dict[str, Any]]


class Job(NamedTuple):
    """Rows to be stored together, and who waits for it, in which event loop."""

    rows: list[Row]
    done: asyncio.Future[None]
    loop: asyncio.AbstractEventLoop


class Store:
    """The database. Writing is done by one thread of its own; reading by whichever thread asks."""

    def __init__(self, url: str) -> None:
        self.url = sa.make_url(url)
        options: dict[str, Any] = {}
        if self.url.get_backend_name() == "sqlite":
            options["connect_args"] = {"check_same_thread": False, "timeout": 30}
            if self.url.database in (None, "", ":memory:"):
                options["poolclass"] = sa.StaticPool
        self.engine = sa.create_engine(self.url, pool_pre_ping=True, **options)
        if self.url.get_backend_name() == "sqlite":
            sa.event.listen(self.engine, "connect", _durable_sqlite)
        try:
            META.create_all(self.engine)
        except BaseException:
            self.engine.dispose()
            raise
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._closed = False
        self.written = 0
        """How many jobs the writer has done."""
        self._writer = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what waits, then close."""
        self._closed = True
        self._jobs.put(None)
        self._writer.join()
        self.engine.dispose()

    # --- reading -----------------------------------------------------------------------------------------------

    def game(self, name: str) -> StoredGame | None:
        """The game of that id, if there is one."""
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(GAMES).where(GAMES.c.id == name)).first()
        return StoredGame(*row) if row else None

    def changes(self, name: str) -> list[Change]:
        """Every accepted change of a game, in order."""
        wanted = sa.select(CHANGES.c.version, CHANGES.c.key, CHANGES.c.seat, CHANGES.c.lines)
        with self.engine.connect() as connection:
            rows = connection.execute(wanted.where(CHANGES.c.game == name).order_by(CHANGES.c.version)).all()
        return [Change(*row) for row in rows]

    def change(self, name: str, key: str) -> Change | None:
        """The change of a game that came under a key, if one did."""
        return next((change for change in self.changes(name) if change.key == key), None)

    def count(self) -> int:
        """How many games there are."""
        with self.engine.connect() as connection:
            return int(connection.execute(sa.select(sa.func.count()).select_from(GAMES)).scalar_one())

    def forget_before(self, moment: float) -> int:
        """Delete the games made before `moment` (seconds since 1970) and their changes; returns how many."""
        old = sa.select(GAMES.c.id).where(GAMES.c.created < moment)
        with self.engine.begin() as connection:
            connection.execute(sa.delete(CHANGES).where(CHANGES.c.game.in_(old)))
            return connection.execute(sa.delete(GAMES).where(GAMES.c.created < moment)).rowcount

    # --- writing -----------------------------------------------------------------------------------------------

    async def create(self, game: StoredGame, changes: Sequence[Change] = ()) -> None:
        """Store a new game. Returns once it is committed."""
        rows = [(GAMES, msgspec.structs.asdict(game))]
        await self._write(rows + [_row(game.id, change) for change in changes])

    async def append(self, name: str, change: Change) -> None:
        """Store a change. Returns once it is committed; raises Conflict if that version or key is there already."""
        await self._write([_row(name, change)])

    async def _write(self, rows: list[Row]) -> None:
        if self._closed:
            raise Shut("The database is closed.")
        loop = asyncio.get_running_loop()
        job = Job(rows, loop.create_future(), loop)
        self._jobs.put(job)
        await job.done

    def _write_all(self) -> None:
        while True:
            job = self._jobs.get()
            if job is None:
                return
            batch, last = [job], False
            while len(batch) < BATCH and not self._jobs.empty():
                more = self._jobs.get()
                if more is None:
                    last = True
                    break
                batch.append(more)
            self._commit(batch)
            if last:
                return

    def _commit(self, batch: list[Job]) -> None:
        """Commit a batch as one; if it cannot be, each of it by itself, so that only what is wrong fails."""
        error = self._try([row for job in batch for row in job.rows])
        self.written += len(batch)
        if error is None or len(batch) == 1:
            _tell([(job, error) for job in batch])
        else:
            _tell([(job, self._try(job.rows)) for job in batch])

    def _try(self, rows: list[Row]) -> BaseException | None:
        by_table: dict[str, tuple[sa.Table, list[dict[str, Any]]]] = {}
        for table, values in rows:
            by_table.setdefault(table.name, (table, []))[1].append(values)
        try:
            with self.engine.begin() as connection:
                for table, many in by_table.values():
                    for first in range(0, len(many), TOGETHER):
                        connection.execute(*_insert(table, many[first : first + TOGETHER]))
        except IntegrityError as error:
            return Conflict(str(error.orig))
        except sa.exc.SQLAlchemyError as error:
            return error
        return None


Outcome = tuple[Job, BaseException | None]


def _tell(outcomes: list[Outcome]) -> None:
    """Tell those who wait what came of it: one call for each event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[Outcome]] = {}
    for job, error in outcomes:
        by_loop.setdefault(job.loop, []).append((job, error))
    for loop, some in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle, some)


def _settle(outcomes: list[Outcome]) -> None:
    for job, error in outcomes:
        if job.done.cancelled():
            continue
        if error:
            job.done.set_exception(error)
        else:
            job.done.set_result(None)


def _insert(table: sa.Table, rows: Sequence[dict[str, Any]]) -> tuple[sa.TextClause, dict[str, Any]]:
    """One statement for many rows: with a statement for each, the writer would wait for the interpreter at each."""
    values = {f"{name}{at}": value for at, row in enumerate(rows) for name, value in row.items()}
    return _statement(table, len(rows)), values


@cache
def _statement(table: sa.Table, count: int) -> sa.TextClause:
    names = [column.name for column in table.columns]
    places = ", ".join(f"({', '.join(f':{name}{at}' for name in names)})" for at in range(count))
    quoted = ", ".join(f'"{name}"' for name in names)
    return sa.text(f"INSERT INTO {table.name} ({quoted}) VALUES {places}")


def _row(name: str, change: Change) -> Row:
    return CHANGES, {"game": name, **msgspec.structs.asdict(change)}


def _durable_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()
