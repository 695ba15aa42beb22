"""The HTTP interface. Every handler says what it returns; the OpenAPI schema is made of that."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter, QueryParameter

from referee.kernel import text
from referee.locale import speaker
from referee.table import asking, audience, reading
from referee.table.difference import encode
from referee.table.errors import Refused
from referee.table.messages import (
    Accepted,
    Answer,
    BookOptionWords,
    BookWords,
    GameAsked,
    GameMade,
    Language,
    ListAsked,
    ListRead,
    Proposals,
    Question,
    Reach,
    UndoAsked,
    Verdict,
    Words,
)
from referee.table.page_words import PAGE
from referee.table.requests import address_of, language_of, must_sit, secret_of, sits, size_of
from referee.table.room import Room
from referee.table.rooms import Rooms, bot_names
from referee.table.speech import speech

Wished = Annotated[Language | None, QueryParameter(name="language", description="en, hu or ru")]
Name = Annotated[str, PathParameter(max_length=80)]
GameId = Annotated[str, PathParameter(max_length=40)]
Asked = Request[Any, Any, State]


def rooms_of(request: Asked) -> Rooms:
    """The games of the server."""
    rooms: Rooms = request.app.state.rooms
    return rooms


async def _room(request: Asked, game_id: str) -> Room:
    room = await rooms_of(request).find(game_id)
    request.state["speech"] = speech(language_of(request, request.query_params.get("language")), room.book)
    return room


@get("/api/books", tags=["books"], summary="The books that can be played here")
async def list_books(request: Asked, language: Wished = None) -> list[BookWords]:
    """Each with its options, its bots, and whether lists can be brought."""
    shelf = rooms_of(request).shelf
    found = []
    for name in shelf.names():
        book = shelf.load(name)
        say = speech(language_of(request, language), book).say
        options = tuple(
            BookOptionWords(one.name, say(one.about), one.default, one.values, one.rule) for one in book.options
        )
        takes, samples = book.read_list is not None, book.samples is not None
        found.append(BookWords(name, book.title, book.edition, book.seats, options, bot_names(book), takes, samples))
    return found


@get("/api/books/{book:str}/rules", tags=["books"], summary="What a rule says, in short")
async def show_rule(
    request: Asked, book: Name, rule: Annotated[str, QueryParameter(max_length=80)], language: Wished = None
) -> Words:
    """The title and gist of a rule of the book's index, in our own words."""
    said = speech(language_of(request, language), rooms_of(request).shelf.load(book))
    found = said.rule(rule)
    if found is None:
        raise Refused("no_rule", text("The index has no rule {rule}.", rule=rule), 404)
    return found


@get("/api/words/{language:str}", tags=["page"], summary="The page's own words in a language")
async def page_words(language: Name) -> dict[str, str]:
    """English sentences with their translations."""
    say = speaker(language).say
    return {sentence: say(text(sentence)) for sentence in PAGE}


@post("/api/lists", tags=["books"], summary="Look at an exported list before playing with it", status_code=200)
async def read_list(request: Asked, data: JSONBody[ListAsked]) -> ListRead:
    """What the list holds, and what in it cannot be taken."""
    book = rooms_of(request).shelf.load(data.book)
    said = speech(language_of(request, request.query_params.get("language")), book)
    return await asyncio.to_thread(reading.look_at, book, data.text, said)


@post("/api/games", tags=["games"], summary="Make a game")
async def make_game(request: Asked, data: JSONBody[GameAsked]) -> GameMade:
    """The seats' secrets are told here and never again."""
    settings = rooms_of(request).settings
    return await rooms_of(request).make(data, address_of(request, settings), str(request.base_url).rstrip("/"))


@get("/api/games/{game_id:str}", tags=["games"], summary="The game as you may see it")
async def show_game(request: Asked, game_id: GameId, language: Wished = None) -> Response[bytes]:
    """With a seat's secret in the Authorization header, that seat's view; without, a spectator's."""
    room = await _room(request, game_id)
    seat = sits(room, secret_of(request))
    async with room.lock:
        found = audience.whole_for(room, seat, language_of(request, language))
        return Response(encode(found), media_type="application/json")


@post("/api/games/{game_id:str}/answers", tags=["games"], summary="Answer the decision that waits", status_code=200)
async def give_answer(request: Asked, game_id: GameId, data: JSONBody[Answer]) -> Accepted:
    """The version has to be the game's; an answer under a key that was used before is acknowledged only."""
    room = await _room(request, game_id)
    seat = must_sit(room, secret_of(request))
    limits = rooms_of(request).settings.limits
    size_of(data.answer, limits.points * 5)
    key_fits(data.key, limits.text)
    return await room.answer(seat, data.version, data.answer, data.key)


@post("/api/games/{game_id:str}/check", tags=["games"], summary="Would this be legal?", status_code=200)
async def check_answer(request: Asked, game_id: GameId, data: JSONBody[Question], language: Wished = None) -> Verdict:
    """Changes nothing; every reason is given if it is not legal."""
    room = await _room(request, game_id)
    seat = must_sit(room, secret_of(request))
    size_of(data.answer, rooms_of(request).settings.limits.points * 5)
    said = speech(language_of(request, language), room.book)
    return await asking.check(room, seat, data.version, data.answer, said)


@get("/api/games/{game_id:str}/proposals", tags=["games"], summary="Some legal answers")
async def show_proposals(
    request: Asked,
    game_id: GameId,
    version: Annotated[int, QueryParameter(ge=0)],
    count: Annotated[int, QueryParameter(ge=1, le=16)] = 6,
) -> Proposals:
    """To the question of this version."""
    room = await _room(request, game_id)
    return await asking.propose(room, must_sit(room, secret_of(request)), version, count)


@get("/api/games/{game_id:str}/reach", tags=["games"], summary="Where may this one go?")
async def show_reach(
    request: Asked,
    game_id: GameId,
    version: Annotated[int, QueryParameter(ge=0)],
    subject: Annotated[str, QueryParameter(max_length=200)],
) -> Reach:
    """Areas in inches in which a subject of a move may end."""
    room = await _room(request, game_id)
    return await asking.reach(room, must_sit(room, secret_of(request)), version, subject)


@post("/api/games/{game_id:str}/undo", tags=["games"], summary="Take back, or agree to it", status_code=200)
async def take_back(request: Asked, game_id: GameId, data: JSONBody[UndoAsked]) -> Accepted:
    """Seats that saw something because of what is taken back, or acted since, have to agree."""
    room = await _room(request, game_id)
    key_fits(data.key, rooms_of(request).settings.limits.text)
    return await room.undo(must_sit(room, secret_of(request)), data.version, data.does, data.key)


@get("/api/games/{game_id:str}/steps/{step:int}", tags=["games"], summary="The game after so many answers")
async def show_step(
    request: Asked, game_id: GameId, step: Annotated[int, PathParameter()], language: Wished = None
) -> Response[bytes]:
    """As the asker might have seen it then."""
    room = await _room(request, game_id)
    seat = sits(room, secret_of(request))
    async with room.lock:
        found = audience.step_for(room, seat, language_of(request, language), step)
    return Response(encode(found), media_type="application/json")


@get("/api/games/{game_id:str}/record", tags=["games"], summary="The record, without the seed")
async def download_record(request: Asked, game_id: GameId) -> Response[bytes]:
    """JSON lines that `referee replay` reads. While cards are hidden, it can be had only once the game is over."""
    room = await _room(request, game_id)
    sits(room, secret_of(request))
    async with room.lock:
        if room.book.secrets is not None and not room.game.is_over:
            raise Refused("hidden", text("The record holds what is hidden: it can be had when the game is over."))
        stored, changes = await rooms_of(request).stored(room.id)
    data = stored.head + "".join(change.lines for change in changes)
    headers = {"Content-Disposition": f'attachment; filename="{room.book.name}-{room.id}.jsonl"'}
    return Response(data.encode(), media_type="application/jsonl", headers=headers)


def key_fits(key: str, longest: int) -> None:
    """Raises Refused for a key that is too long for the database, or one of the table's own."""
    if len(key) > min(longest, 80) or " " in key or not key.isprintable():
        raise Refused("key", text("A key has at most {count} letters, and no spaces.", count=80), 422)


HANDLERS = [
    list_books, show_rule, page_words, read_list, make_game, show_game, give_answer, check_answer, show_proposals,
    show_reach, take_back, show_step, download_record,
]  # fmt: skip
