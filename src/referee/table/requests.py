"""Who asks, from where, in which language; and what is said to whoever asks for what cannot be."""

from __future__ import annotations

import logging
from typing import Any

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException
from litestar.status_codes import HTTP_413_REQUEST_ENTITY_TOO_LARGE, HTTP_422_UNPROCESSABLE_ENTITY

from referee.kernel import InputError, NotAllowed, NotAnOption, NotUnderstood, RefereeError, Text, text
from referee.locale import LANGUAGES, preferred, speaker
from referee.table import views
from referee.table.errors import Refused, Stale
from referee.table.messages import Problem
from referee.table.room import Room
from referee.table.settings import Settings
from referee.table.speech import Speech

LOG = logging.getLogger(__name__)

Connection = ASGIConnection[Any, Any, Any, Any]
CODES: tuple[tuple[type[RefereeError], str], ...] = (
    (NotAllowed, "not_allowed"),
    (NotUnderstood, "not_understood"),
    (NotAnOption, "not_an_option"),
    (InputError, "input"),
    (RefereeError, "gap"),
)


def language_of(connection: Connection, wished: str | None = None) -> str:
    """The language to answer in: the one wished, or the first known one of Accept-Language."""
    if wished in LANGUAGES:
        return str(wished)
    accepted = connection.headers.get("accept-language", "")
    wishes = ":".join(part.split(";")[0].strip() for part in accepted[:200].split(","))
    return preferred({"LANGUAGE": wishes})


def address_of(connection: Connection, settings: Settings) -> str:
    """Where a request comes from."""
    if settings.trusted_proxies:
        forwarded = connection.headers.get("x-forwarded-for", "").split(",")[-1].strip()
        if forwarded:
            return forwarded
    return connection.client.host if connection.client else "?"


def secret_of(connection: Connection) -> str:
    """The secret in the Authorization header, if there is one."""
    scheme, _, secret = connection.headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else ""


def sits(room: Room, secret: str) -> int | None:
    """The seat a secret opens; `None`, a spectator, if there is no secret. Raises Refused."""
    if not secret:
        if not room.about.spectators:
            raise Refused("no_watching", text("This game is not for spectators: open it with a seat's link."), 403)
        return None
    seat = room.about.seat_of(secret)
    if seat is None:
        raise Refused("wrong_secret", text("This link opens no seat of this game."), 403)
    return seat


def must_sit(room: Room, secret: str) -> int:
    """The seat a secret opens. Raises Refused."""
    return seated(sits(room, secret) if secret else None)


def seated(seat: int | None) -> int:
    """The seat, which has to be one: spectators may not do everything. Raises Refused."""
    if seat is None:
        raise Refused("no_seat", text("Only a seat may do this: send its secret."), 401)
    return seat


def problem_of(error: RefereeError, language: str, speech: Speech | None = None) -> Problem:
    """What went wrong, in words and with the rules broken."""
    say = speech.say if speech else speaker(language).say
    version = error.version if isinstance(error, Stale) else None
    code = error.code if isinstance(error, Refused) else next(code for kind, code in CODES if isinstance(error, kind))
    if isinstance(error, NotAllowed) and speech:
        refusals = tuple(views.refusal_words(one, speech) for one in error.refusals)
        return Problem(code, say(error.refusal.reason), version, refusals)
    return Problem(code, say(error.message), version)


def on_referee_error(request: Request[Any, Any, Any], error: RefereeError) -> Response[Problem]:
    """A refusal as an HTTP answer."""
    if not isinstance(error, InputError):
        LOG.error("The rules are not complete: %s", error, exc_info=error)
    status = error.status if isinstance(error, Refused) else HTTP_422_UNPROCESSABLE_ENTITY
    language = language_of(request, request.query_params.get("language"))
    return Response(problem_of(error, language, request.state.get("speech")), status_code=status)


def on_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """A request that does not fit the interface, in the same form as all else that goes wrong."""
    code = "too_large" if error.status_code == HTTP_413_REQUEST_ENTITY_TOO_LARGE else "request"
    detail = error.detail
    extra: Any = getattr(error, "extra", None)
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        detail = "; ".join(f"{one.get('key', '')}: {one.get('message', '')}" for one in extra[:5])
    headers = getattr(error, "headers", None)
    return Response(Problem(code, detail), status_code=error.status_code, headers=headers)


def on_too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[Problem]:
    """JSON that nests without end."""
    return Response(problem_of(Refused("too_deep", TOO_DEEP, 400), language_of(request)), status_code=400)


def on_bug(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """A mistake of ours: the server's log has it, the client is told no more than that."""
    LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return Response(problem_of(Refused("bug", BUG, 500), language_of(request)), status_code=500)


def size_of(answer: Any, most: int) -> int:
    """How many values an answer holds. Raises Refused once there are more than `most`."""
    count, waiting = 0, [answer]
    while waiting:
        one = waiting.pop()
        count += 1
        if count > most:
            raise Refused("too_large", TOO_LARGE, 413)
        if isinstance(one, list | tuple):
            waiting.extend(one)
        elif isinstance(one, dict):
            waiting.extend(one.values())
    return count


BUG: Text = text("Something is wrong with the server. Nothing was changed.")
TOO_DEEP: Text = text("This is nested too deeply.")
TOO_LARGE: Text = text("This answer is too large.")
