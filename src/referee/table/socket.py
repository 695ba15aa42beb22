"""The WebSocket of a game: states as they come, and the same questions and answers as over HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Any, Literal

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from referee.kernel import RefereeError, text
from referee.locale import LANGUAGES
from referee.table import asking, audience
from referee.table.api import GameId, key_fits
from referee.table.difference import encode
from referee.table.errors import Refused
from referee.table.requests import BUG, problem_of, seated, sits, size_of
from referee.table.room import Listener, Room
from referee.table.rooms import Rooms
from referee.table.settings import Bucket, Limits
from referee.table.speech import speech

LOG = logging.getLogger(__name__)

HELLO_WITHIN = 20.0
"""A connection that says nothing for so many seconds is closed."""


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What a client says. `ref` comes back with the reply."""

    ref: str = ""


class Hello(Said, frozen=True, tag="hello"):
    """The first message: a seat's secret, or none to watch."""

    secret: str = ""
    language: str = "en"


class SaysAnswer(Said, frozen=True, tag="answer", kw_only=True):
    """An answer to the decision of `version`."""

    version: int
    answer: Any
    key: str = ""


class AsksCheck(Said, frozen=True, tag="check", kw_only=True):
    """Would this be legal?"""

    version: int
    answer: Any


class AsksProposals(Said, frozen=True, tag="propose", kw_only=True):
    """Some legal answers."""

    version: int
    count: int = 6


class AsksReach(Said, frozen=True, tag="reach", kw_only=True):
    """Where may this one go?"""

    version: int
    subject: str


class AsksUndo(Said, frozen=True, tag="undo", kw_only=True):
    """Take back, or agree to it."""

    version: int
    does: Literal["ask", "agree", "decline", "withdraw"]
    key: str = ""


class Speaks(Said, frozen=True, tag="language", kw_only=True):
    """Go on in this language."""

    language: str


class Ping(Said, frozen=True, tag="ping"):
    """Still there?"""


AnySaid = Hello | SaysAnswer | AsksCheck | AsksProposals | AsksReach | AsksUndo | Speaks | Ping
DECODER: msgspec.json.Decoder[AnySaid] = msgspec.json.Decoder(AnySaid)


@websocket("/api/games/{game_id:str}/socket")
async def game_socket(socket: WebSocket[Any, Any, State], game_id: GameId) -> None:
    """One connection, from its hello to its end."""
    rooms: Rooms = socket.app.state.rooms
    await socket.accept()
    try:
        room = await rooms.find(game_id)
        hello = await asyncio.wait_for(_heard(socket), HELLO_WITHIN)
        if not isinstance(hello, Hello):
            raise Refused("hello", text("Say hello first."), 400)
        if len(room.listeners) >= rooms.settings.limits.watchers:
            raise Refused("full", text("Too many look at this game already."), 503)
        seat = sits(room, hello.secret)
    except RefereeError as error:
        await _turn_away(socket, error)
        return
    except (WebSocketDisconnect, TimeoutError):
        with contextlib.suppress(Exception):
            await socket.close()
        return
    await Visit(socket, rooms, room, seat, hello).last()


async def _turn_away(socket: WebSocket[Any, Any, State], error: RefereeError) -> None:
    """Say why, and close. The code tells the page whether to try again."""
    status = error.status if isinstance(error, Refused) else 400
    with contextlib.suppress(Exception):
        problem = {"type": "problem", **msgspec.to_builtins(problem_of(error, "en"))}
        await socket.send_data(encode(problem).decode(), mode="text")
        await socket.close(code=4404 if status in (403, 404) else 4000)


async def _heard(socket: WebSocket[Any, Any, State]) -> AnySaid:
    """The next message. Raises Refused if it is not one of ours."""
    data = await socket.receive_data(mode="text")
    try:
        return DECODER.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Refused("message", text("The message is not understood: {error}.", error=str(error)), 400) from None


class Visit:
    """Somebody at the table, until the connection ends."""

    def __init__(
        self, socket: WebSocket[Any, Any, State], rooms: Rooms, room: Room, seat: int | None, hello: Hello
    ) -> None:
        self._socket = socket
        self._rooms = rooms
        self._name = room.id
        language = hello.language if hello.language in LANGUAGES else "en"
        self._listener = Listener(seat, language)
        limits: Limits = rooms.settings.limits
        self._limits = limits
        self._bucket = Bucket(limits.rate, limits.burst, time.monotonic())

    async def last(self) -> None:
        """Hear and tell until one side goes."""
        room = await self._rooms.find(self._name)
        await self._come_in(room)
        telling = asyncio.create_task(self._tell())
        hearing = asyncio.create_task(self._hear())
        try:
            await asyncio.wait({telling, hearing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (telling, hearing):
                task.cancel()
            await asyncio.gather(telling, hearing, return_exceptions=True)
            await self._go()

    async def _come_in(self, room: Room) -> None:
        async with room.lock:
            room.listeners.append(self._listener)
            audience.welcome(room, self._listener)
        room.play_bots()
        self._say_who_is_here(room)

    async def _go(self) -> None:
        with contextlib.suppress(RefereeError):
            room = await self._rooms.find(self._name)
            audience.leave(room, self._listener)
            self._say_who_is_here(room)
        with contextlib.suppress(Exception):
            await self._socket.close()

    def _say_who_is_here(self, room: Room) -> None:
        here = sorted({one.seat for one in room.listeners if one.seat is not None})
        watching = sum(one.seat is None for one in room.listeners)
        message = encode({"type": "here", "seats": here, "watching": watching})
        for one in room.listeners:
            one.tell(message)

    async def _tell(self) -> None:
        while (message := await self._listener.heard.get()) is not None:
            await self._socket.send_data(message.decode(), mode="text")

    async def _hear(self) -> None:
        while True:
            ref = ""
            try:
                said = await _heard(self._socket)
                ref = said.ref[:80]
                if not self._bucket.take(time.monotonic()):
                    raise Refused("too_fast", text("Too many messages. Wait a moment."), 429)
                reply = await self._reply(said)
            except WebSocketDisconnect:
                return
            except RefereeError as error:
                reply = {"type": "problem", **msgspec.to_builtins(await self._problem(error))}
            except Exception:
                LOG.exception("A message could not be answered in game %s.", self._name)
                reply = {"type": "problem", **msgspec.to_builtins(await self._problem(Refused("bug", BUG, 500)))}
            if reply is not None:
                self._listener.tell(encode({**reply, "ref": ref} if ref else reply))

    async def _problem(self, error: RefereeError) -> Any:
        language = self._listener.language
        room = await self._rooms.find(self._name)
        return problem_of(error, language, speech(language, room.book))

    async def _reply(self, said: AnySaid) -> dict[str, Any] | None:
        room = await self._rooms.find(self._name)
        match said:
            case Ping():
                return {"type": "pong"}
            case Speaks():
                await self._speak(room, said.language)
                return None
            case Hello():
                raise Refused("hello", text("Hello has been said."), 400)
        seat = seated(self._listener.seat)
        words = speech(self._listener.language, room.book)
        match said:
            case SaysAnswer():
                size_of(said.answer, self._limits.points * 5)
                key_fits(said.key, self._limits.text)
                accepted = await room.answer(seat, said.version, said.answer, said.key)
                await self._rooms.find(self._name)  # read anew if another server has stored something
                return _reply("accepted", accepted)
            case AsksCheck():
                size_of(said.answer, self._limits.points * 5)
                return _reply("checked", await asking.check(room, seat, said.version, said.answer, words))
            case AsksProposals():
                count = max(1, min(16, said.count))
                return _reply("proposals", await asking.propose(room, seat, said.version, count))
            case AsksReach():
                return _reply("reach", await asking.reach(room, seat, said.version, said.subject))
            case AsksUndo():
                key_fits(said.key, self._limits.text)
                return _reply("accepted", await room.undo(seat, said.version, said.does, said.key))
        return None

    async def _speak(self, room: Room, language: str) -> None:
        if language not in LANGUAGES:
            raise Refused("language", text("There is: {known}.", known=", ".join(LANGUAGES)), 400)
        async with room.lock:
            self._listener.language = language
            audience.welcome(room, self._listener)


def _reply(kind: str, said: Any) -> dict[str, Any]:
    return {"type": kind, **msgspec.to_builtins(said, enc_hook=repr)}
