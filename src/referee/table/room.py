"""One game at the table: its session, those who look at it, and everything that may be asked of it.

A change is made in memory, then stored, and only then shown to anybody or acknowledged. What a request says is the
version it speaks of; a request that speaks of another version is refused, and never read as if it meant this one.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

import msgspec

from referee.kernel import Book, Event, Game, NotAllowed, RefereeError, RollDice, Text, text
from referee.record import Answered, Entry, Log, Past, Record, Replay, Session, Undone, read
from referee.table.errors import Refused, Stale
from referee.table.messages import Accepted
from referee.table.seating import About
from referee.table.storage import Change, Conflict, Store, StoredGame

LOG = logging.getLogger(__name__)

Bot = Callable[[Game, int, Random], Any]


class Fresh(Log):
    """The lines of a record that are not stored yet."""

    def __init__(self) -> None:
        super().__init__(None)

    def take(self) -> str:
        """The new lines; they are the caller's from now on."""
        data, self.data = self.data, b""
        return data.decode()


class Happened(msgspec.Struct, frozen=True):
    """What a change caused: `number` is the answer's, 0 for what is no answer; `said` is for all to read."""

    version: int
    number: int
    by: int | None
    events: tuple[Event, ...] = ()
    said: Text | None = None


class Wish(msgspec.Struct, frozen=True):
    """A seat would like to take back its last answer; `needed` have not said yet whether they agree."""

    by: int
    to: int
    agreed: tuple[int, ...]
    needed: tuple[int, ...]


class Listener:
    """Somebody who looks on: a seat or a spectator (`None`), in a language. What he is told waits in `heard`."""

    def __init__(self, seat: int | None, language: str, most: int = 100) -> None:
        self.seat = seat
        self.language = language
        self.heard: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._most = most

    def tell(self, message: bytes) -> None:
        """Put a message in the queue. Who does not read is cut off, and may come in again."""
        if self.heard.qsize() >= self._most:
            self.heard.put_nowait(None)
        else:
            self.heard.put_nowait(message)


class Room:
    """One game in memory. All methods that change it take its lock; nothing is seen before it is stored."""

    def __init__(
        self, stored: StoredGame, about: About, book: Book, session: Session, log: Fresh, store: Store, version: int
    ) -> None:
        self.id = stored.id
        self.about = about
        self.book = book
        self.session = session
        self.version = version
        self.history: list[Happened] = []
        self.keys: dict[str, tuple[int, int | None]] = {}
        self.wish: Wish | None = None
        self.listeners: list[Listener] = []
        self.told: dict[int | None, Any] = {}
        """What the listeners of a seat know of the view."""
        self.lock = asyncio.Lock()
        self.broken = False
        """Has storing failed? Then memory and database may differ, and the room is read anew."""
        self._log = log
        self._store = store
        self._playing: asyncio.Task[None] | None = None

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.session.game

    # --- changing ----------------------------------------------------------------------------------------------

    async def answer(self, seat: int, version: int, answer: Any, key: str) -> Accepted:
        """Answer the decision of `version` for a seat. Raises Stale, Refused, or the kernel's InputError."""
        return await _to_the_end(self._answer(seat, version, answer, key))

    async def undo(self, seat: int, version: int, does: str, key: str) -> Accepted:
        """Ask for an undo, agree to it, decline it, or withdraw it."""
        return await _to_the_end(self._undo(seat, version, does, key))

    async def _answer(self, seat: int, version: int, answer: Any, key: str) -> Accepted:
        async with self.lock:
            known = self._known(key, seat)
            if known is not None:
                return known
            self._at(version)
            asked = self.game.decision
            if asked is not None and asked.by != seat:
                raise Refused("not_yours", text("{name} decides now.", name=self.about.seats[asked.by].name))
            if asked is not None and asked.is_open:
                events = await asyncio.to_thread(self.session.answer, answer, by=seat)
            else:
                events = self.session.answer(answer, by=seat)
            return await self._keep(key or f"answer {version}", seat, events)

    async def _undo(self, seat: int, version: int, does: str, key: str) -> Accepted:
        async with self.lock:
            known = self._known(key, seat)
            if known is not None:
                return known
            self._at(version)
            if does == "ask":
                return await self._ask_undo(seat, key)
            wish = self.wish
            if wish is None:
                raise Refused("no_undo", text("Nobody has asked to take anything back."))
            if does == "withdraw" and seat == wish.by:
                self.wish = None
                self.show(None)
                return Accepted(self.version)
            if seat not in wish.needed or does == "withdraw":
                raise Refused("not_yours", text("It is not you who is asked to agree."))
            if does == "decline":
                self.wish = None
                with contextlib.suppress(NotAllowed):
                    self.session.undo(wish.by, dict.fromkeys(wish.agreed, True) | {seat: False})
                said = text("{name} does not agree to take it back.", name=self.about.seats[seat].name)
                return await self._keep(key or f"undo {version}", seat, (), said)
            needed = tuple(one for one in wish.needed if one != seat)
            self.wish = Wish(wish.by, wish.to, (*wish.agreed, seat), needed)
            if needed:
                self.show(None)
                return Accepted(self.version)
            return await self._take_back(self.wish, key)

    async def _ask_undo(self, seat: int, key: str) -> Accepted:
        undo = self.session.undo_of(seat)
        bots = tuple(one for one in undo.consent if one in self.about.bots)
        needed = tuple(one for one in undo.consent if one not in bots)
        wish = Wish(seat, undo.to, bots, needed)
        if not needed:
            return await self._take_back(wish, key)
        self.wish = wish
        self.show(None)
        return Accepted(self.version)

    async def _take_back(self, wish: Wish, key: str) -> Accepted:
        self.session.undo(wish.by, dict.fromkeys(wish.agreed, True))
        said = text("{name} takes back a decision.", name=self.about.seats[wish.by].name)
        return await self._keep(key or f"undo {self.version}", wish.by, (), said)

    async def _keep(self, key: str, seat: int | None, events: tuple[Event, ...], said: Text | None = None) -> Accepted:
        """Store what has just been done, then show it to everybody."""
        change = Change(self.version + 1, key, seat, self._log.take())
        try:
            await self._store.append(self.id, change)
        except Conflict:
            self.broken = True
            return await self._stored_before(key, seat)
        except BaseException:
            self.broken = True
            raise
        self.version = change.version
        self.keys[key] = (change.version, seat)
        self.wish = None
        number = 0 if said else self.session.last
        happened = Happened(change.version, number, seat, events, said)
        self.history.append(happened)
        self.show(happened)
        self.play_bots()
        return Accepted(self.version)

    async def _stored_before(self, key: str, seat: int | None) -> Accepted:
        """What another server has stored under a key, such as one that was killed while its database was committing.

        Raises Stale if there is nothing. The table's own keys, which have a space in them, do not say what was meant.
        """
        known = None if " " in key else await asyncio.to_thread(self._store.change, self.id, key)
        if known is None or known.seat != seat:
            raise Stale(self.version)
        return Accepted(known.version, again=True)

    def show(self, happened: Happened | None) -> None:
        """Tell everybody who looks on how things stand; `happened` is what has just been done, if anything."""
        if self.listeners:
            try:
                self.on_change(self, happened)
            except Exception:  # What was stored stays; who looks on comes in again and is told anew.
                LOG.exception("Game %s cannot be shown.", self.id)
                for listener in self.listeners:
                    listener.heard.put_nowait(None)

    def _known(self, key: str, seat: int) -> Accepted | None:
        """The answer that came under this key before, if it did."""
        if self.broken:
            raise Refused("again", text("The game is being read anew. Send it again."), 503)
        found = self.keys.get(key) if key else None
        if found is None:
            return None
        if found[1] != seat:
            raise Refused("key", text("Another seat has used this key."))
        return Accepted(found[0], again=True)

    def _at(self, version: int) -> None:
        if version != self.version:
            raise Stale(self.version)

    # --- bots --------------------------------------------------------------------------------------------------

    def play_bots(self) -> None:
        """Let the bot whose decision it is think, unless one does already."""
        asked = self.game.decision
        if asked is None or asked.by not in self.about.bots or (self._playing and not self._playing.done()):
            return
        if len(self.about.bots) == len(self.about.seats) and not self.listeners:
            return
        self._playing = asyncio.create_task(self._play_bots())

    async def _play_bots(self) -> None:
        try:
            while await self._one_bot_answer():
                pass
        except (Stale, Refused):
            pass
        except Exception:
            LOG.exception("A bot could not answer in game %s.", self.id)

    async def _one_bot_answer(self) -> bool:
        """One answer of a bot. False when it is not a bot's turn."""
        if self.pause:
            await asyncio.sleep(self.pause)
        async with self.lock:
            asked, version = self.game.decision, self.version
            if asked is None or asked.by not in self.about.bots or self.broken:
                return False
            game = self.game.clone()
        seat, random = asked.by, Random(f"{self.id} {version}")
        answer = asked.sample(random) if isinstance(asked, RollDice) else await self._think(game, seat, random)
        async with self.lock:
            if self.version != version or self.broken:
                return not self.broken
            try:
                events = self.session.answer(answer, by=seat)
            except RefereeError:
                LOG.exception("The bot of seat %d gave an illegal answer in game %s.", seat, self.id)
                events = self.session.answer(self.game.propose(random), by=seat)
            await self._keep(f"bot {version}", seat, events)
        return True

    async def _think(self, game: Game, seat: int, random: Random) -> Any:
        bot = self.bot(seat)
        try:
            return await asyncio.to_thread(bot, game.clone(), seat, random)
        except Exception:
            LOG.exception("The bot of seat %d failed in game %s; it answers at random.", seat, self.id)
            return await asyncio.to_thread(game.propose, random)

    def bot(self, seat: int) -> Bot:
        """The bot that plays a seat."""
        name = self.about.seats[seat].bot
        return self.book.bots.get(name, at_random)

    on_change: Callable[[Room, Happened | None], None] = staticmethod(lambda room, happened: None)
    """Tells the listeners; set by whoever knows how to speak to them."""

    pause: float = 0.0
    """How long a bot waits before each answer, so that people can follow it."""

    def sleep(self) -> None:
        """Stop what goes on by itself; the room is about to be forgotten."""
        if self._playing:
            self._playing.cancel()

    # --- looking back ------------------------------------------------------------------------------------------

    def steps(self) -> int:
        """How many answers hold: the steps one can go through."""
        return len(self.session.past)

    def at_step(self, step: int) -> tuple[Game, Past | None]:
        """The game after so many answers, and the answer that was given next, if any."""
        past = self.session.past
        if not 0 <= step <= len(past):
            raise Refused("no_step", text("There are steps 0 to {last}, not {given}.", last=len(past), given=step), 404)
        return (past[step].before, past[step]) if step < len(past) else (self.game, None)


async def _to_the_end(work: Coroutine[Any, Any, Accepted]) -> Accepted:
    """Do it to the end, even if whoever asked for it goes away meanwhile."""
    return await asyncio.shield(asyncio.create_task(work))


def at_random(game: Game, seat: int, random: Random) -> Any:
    """The bot every book has: any legal answer."""
    return game.propose(random)


def begin(stored: StoredGame, about: About, book: Book, session: Session, store: Store) -> Room:
    """The room of a new game."""
    log = Fresh()
    room = Room(stored, about, book, Session(session.game, log, [], 0), log, store, 0)
    room.history.append(Happened(0, 0, None, session.opening))
    return room


def resume(stored: StoredGame, changes: list[Change], about: About, book: Book, store: Store) -> Room:
    """The room of a stored game: every accepted answer is given again. Raises Unreadable or Difference."""
    record = read((stored.head + "".join(change.lines for change in changes)).encode())
    run = Replay(record, book=book)
    versions = _versions(stored, changes, record)
    history = [Happened(0, 0, None, run.opening)]
    for moment in run:
        version, seat = versions[moment.line]
        happened = _happened(version, seat, moment.entry, moment.events, about)
        if happened:
            history.append(happened)
    game = run.game
    game.dice = about.dice
    log = Fresh()
    room = Room(stored, about, book, Session(game, log, run.past, record.last), log, store, len(changes))
    room.history = history
    room.keys = {change.key: (change.version, change.seat) for change in changes}
    return room


def _versions(stored: StoredGame, changes: list[Change], record: Record) -> dict[int, tuple[int, int | None]]:
    """Which change each line of the record came with."""
    found: dict[int, tuple[int, int | None]] = {}
    line = stored.head.count("\n")
    for number in range(1, line + 1):
        found[number] = (0, None)
    for change in changes:
        for _ in range(change.lines.count("\n")):
            line += 1
            found[line] = (change.version, change.seat)
    return found


def _happened(version: int, seat: int | None, entry: Entry, events: tuple[Event, ...], about: About) -> Happened | None:
    if isinstance(entry, Answered):
        return Happened(version, entry.number, seat, events)
    if isinstance(entry, Undone):
        said = text("{name} takes back a decision.", name=about.seats[entry.by].name)
        return Happened(version, 0, seat, (), said)
    return None
