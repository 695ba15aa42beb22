"""All games of the server: made, found, read from the database when asked for, forgotten when nobody looks on."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from typing import Any

import msgspec

from referee.kernel import Book, ByHand, Dice, InputError, Seeded, text
from referee.record import Session
from referee.table import audience, reading, room
from referee.table.errors import Refused
from referee.table.messages import GameAsked, GameMade, SeatMade
from referee.table.room import Room
from referee.table.seating import About, Place, hash_of, new_id, new_secret
from referee.table.settings import Bucket, Settings
from referee.table.shelf import Shelf
from referee.table.storage import Change, Store, StoredGame

BOT_PAUSE = 0.4
"""How long a bot waits before each answer while people look, in seconds."""


class Rooms:
    """The games of the server."""

    def __init__(self, settings: Settings, store: Store, shelf: Shelf, *, bot_pause: float = BOT_PAUSE) -> None:
        self.settings = settings
        self.store = store
        self.shelf = shelf
        self.bot_pause = bot_pause
        self._awake: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._makers: dict[str, Bucket] = {}
        self._stored = store.count()

    async def find(self, name: str) -> Room:
        """The game of that id. Raises Refused if there is none."""
        found = self._awake.get(name)
        if found is not None and not found.broken:
            self._awake.move_to_end(name)
            return found
        if name not in self._loading:
            self._loading[name] = asyncio.create_task(self._load(name))
            self._loading[name].add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(self._loading[name])

    async def _load(self, name: str) -> Room:
        if len(name) > 40 or not name.isprintable():
            raise _no_game()
        stored, changes = await self.stored(name)
        about = msgspec.json.decode(stored.about, type=About)
        book = self.shelf.load(about.book)
        fresh = await asyncio.to_thread(room.resume, stored, changes, about, book, self.store)
        old = self._awake.get(name)
        if old is not None:
            fresh.listeners = old.listeners
            old.sleep()
            for listener in fresh.listeners:
                audience.welcome(fresh, listener)
        self._take_in(fresh)
        return fresh

    def _take_in(self, fresh: Room) -> None:
        fresh.pause, fresh.on_change = self.bot_pause, audience.tell
        self._awake[fresh.id] = fresh
        self._awake.move_to_end(fresh.id)
        for name in list(self._awake):
            if len(self._awake) <= self.settings.limits.awake:
                break
            one = self._awake[name]
            if not one.listeners and not one.lock.locked() and one is not fresh:
                one.sleep()
                del self._awake[name]
        fresh.play_bots()

    async def make(self, asked: GameAsked, address: str, origin: str) -> GameMade:
        """A new game. Raises Refused where a limit is reached, InputError where the book does not take it."""
        self._count_maker(address)
        book = self.shelf.load(asked.book)
        places, keys = _places(book, asked, self.settings.limits.text)
        dice: Dice = ByHand() if asked.dice == "by_hand" else Seeded(asked.seed or secrets.token_hex(16))
        about = About(book.name, places, dice, asked.spectators)
        session = await asyncio.to_thread(_begin, book, asked, places, dice)
        stored = StoredGame(new_id(), time.time(), msgspec.json.encode(about), session.data.decode())
        await self.store.create(stored)
        self._stored += 1
        self._take_in(room.begin(stored, about, book, session, self.store))
        watch = f"{origin}/g/{stored.id}"
        seats = tuple(
            SeatMade(seat, place.name, place.bot, keys[seat], f"{watch}#{keys[seat]}" if keys[seat] else None)
            for seat, place in enumerate(places)
        )
        return GameMade(stored.id, seats, watch)

    async def stored(self, name: str) -> tuple[StoredGame, list[Change]]:
        """A game as the database has it. Raises Refused if there is none."""
        stored = await asyncio.to_thread(self.store.game, name)
        if stored is None:
            raise _no_game()
        return stored, await asyncio.to_thread(self.store.changes, name)

    def _count_maker(self, address: str) -> None:
        limits = self.settings.limits
        if self._stored >= limits.games:
            raise Refused("full", text("This server has {count} games and takes no more.", count=self._stored), 503)
        now = time.monotonic()
        if len(self._makers) > 10_000:
            self._makers.clear()
        bucket = self._makers.setdefault(address, Bucket(limits.games_an_hour / 3600, limits.games_an_hour, now))
        if not bucket.take(now):
            raise Refused("too_many", text("Too many games were made from your address. Wait a while."), 429)

    async def close(self) -> None:
        """Stop everything that goes on by itself."""
        for one in self._awake.values():
            one.sleep()


def _no_game() -> Refused:
    return Refused("no_game", text("There is no such game."), 404)


def _places(book: Book, asked: GameAsked, longest: int) -> tuple[tuple[Place, ...], list[str | None]]:
    if len(asked.seats) > len(book.seats):
        raise InputError(text("{book} has {count} seats.", book=book.name, count=len(book.seats)))
    places: list[Place] = []
    keys: list[str | None] = []
    for at, known in enumerate(book.seats):
        seat = asked.seats[at] if at < len(asked.seats) else None
        name = (seat.name.strip() if seat else "") or known.capitalize()
        if len(name) > longest or not name.isprintable():
            raise InputError(text("A name has {count} printable characters at most.", count=longest))
        bot = seat.bot if seat else ""
        if bot and bot not in bot_names(book):
            known_bots = ", ".join(bot_names(book))
            raise InputError(
                text("{book} has no bot {name}. There is: {known}.", book=book.name, name=bot, known=known_bots)
            )
        key = None if bot else new_secret()
        places.append(Place(name, bot, hash_of(key) if key else ""))
        keys.append(key)
    return tuple(places), keys


def bot_names(book: Book) -> tuple[str, ...]:
    """The bots that can play a book: its own, and one that answers at random."""
    return (*book.bots, *(("random",) if "random" not in book.bots else ()))


def _begin(book: Book, asked: GameAsked, places: tuple[Place, ...], dice: Dice) -> Session:
    lists: tuple[Any, ...] = ()
    if any(asked.lists):
        if len(asked.lists) > len(book.seats):
            raise InputError(text("{book} has {count} seats.", book=book.name, count=len(book.seats)))
        lists = reading.lists_for(book, asked.lists)
    names = [place.name for place in places]
    return Session.begin(book, asked.options, lists, names, dice)
