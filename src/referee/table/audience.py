"""Those who look at a game: what each is told when something changes, worked out once for each seat and language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.kernel import text
from referee.table import views
from referee.table.difference import Parts, Say, changed, encode, parts_of
from referee.table.room import Happened, Listener, Room
from referee.table.speech import speech

LOG_LENGTH = 2_000
"""So many of the last changes are told to somebody who comes in."""


def common_for(room: Room) -> dict[str, Any]:
    """How the game stands, as far as everybody is told the same."""
    here = {one.seat for one in room.listeners}
    return {
        "type": "state",
        "version": room.version,
        "steps": room.steps(),
        "over": room.game.is_over,
        "book": {"name": room.book.name, "title": room.book.title},
        "dice": type(room.about.dice).__struct_config__.tag,
        "seats": [
            {"seat": at, "name": place.name, "bot": place.bot, "here": at in here}
            for at, place in enumerate(room.about.seats)
        ],
        "scores": room.book.scores(room.game) if room.book.scores else None,
    }


def state_for(
    room: Room, seat: int | None, language: str, view: dict[str, Any], common: dict[str, Any]
) -> dict[str, Any]:
    """How the game stands for a seat that sees `view`; the view itself is left for the caller to add."""
    return {
        **common,
        "you": seat,
        "language": language,
        "view": None,
        "decision": views.decision_for(room.game, seat, speech(language, room.book), view),
        "undo": undo_for(room, seat),
        "outcome": outcome(room, common["scores"], language),
    }


def undo_for(room: Room, seat: int | None) -> dict[str, Any]:
    """May this seat take something back; and who has asked to."""
    wish = room.wish
    can = seat is not None and any(past.by == seat for past in room.session.past)
    if wish is None:
        return {"can": can, "wish": None}
    asked = {"by": wish.by, "needed": list(wish.needed), "mine": wish.by == seat, "asks_you": seat in wish.needed}
    return {"can": can, "wish": asked}


def outcome(room: Room, scores: tuple[float, ...] | None, language: str) -> str:
    """How the game ended, if it has and the book keeps a score."""
    if not room.game.is_over or scores is None:
        return ""
    said = speech(language, room.book)
    best = max(scores)
    winners = [room.about.seats[seat].name for seat, score in enumerate(scores) if score == best]
    if len(winners) > 1:
        return said.say(text("A draw."))
    return said.say(text("{name} has won.", name=winners[0]))


def log_for(room: Room, seat: int | None, language: str, changes: Iterable[Happened]) -> list[dict[str, Any]]:
    """What happened, as a seat may know it."""
    said = speech(language, room.book)
    entries: list[dict[str, Any]] = []
    for one in changes:
        if one.said is not None:
            entries.append({"version": one.version, "rule": "", "text": said.say(one.said)})
        for event in one.events:
            entry = views.event_for(event, seat, said)
            if entry is not None:
                entries.append({"version": one.version, **entry})
    return entries


def step_for(room: Room, seat: int | None, language: str, step: int) -> dict[str, Any]:
    """The game after so many answers, as a seat might have known it then."""
    game, past = room.at_step(step)
    said = speech(language, room.book)
    number = room.session.past[step - 1].number if step else 0
    changes = [one for one in room.history if one.number == number and one.said is None]
    return {
        "step": step,
        "steps": room.steps(),
        "view": views.spoken(room.book.view(game, seat), said),
        "next": {"by": past.by, "rule": past.rule, "title": said.title(past.rule)} if past else None,
        "log": log_for(room, seat, language, changes),
    }


def tell(room: Room, happened: Happened | None) -> None:
    """Tell everybody who looks on what has changed; a message is made once for each seat and language."""
    made: dict[tuple[int | None, str], bytes] = {}
    seen: dict[int | None, tuple[dict[str, Any], Parts | None, Parts]] = {}
    common = common_for(room)
    for listener in room.listeners:
        key = (listener.seat, listener.language)
        if listener.seat not in seen:
            view = room.book.view(room.game, listener.seat)
            known = room.told.get(listener.seat)
            room.told[listener.seat] = now = parts_of(view, known or {}, *(parts for _, _, parts in seen.values()))
            seen[listener.seat] = (view, known, now)
        if key not in made:
            view, known, now = seen[listener.seat]
            say = _saying(room, listener.language)
            message = state_for(room, *key, view, common)
            message["log"] = log_for(room, *key, [happened] if happened else [])
            if known is None:
                message["view"] = views.spoken(view, speech(listener.language, room.book))
            else:
                message["change"] = changed(known, now, view, say)
            made[key] = encode(message)
        listener.tell(made[key])


def _saying(room: Room, language: str) -> Say:
    said = speech(language, room.book)
    return lambda value, key, data: said.piece(key, data, lambda: encode(views.spoken(value, said, key)))


def welcome(room: Room, listener: Listener) -> None:
    """Tell somebody who comes in, or speaks another language now: the state and the log so far."""
    room.told[listener.seat] = parts_of(room.book.view(room.game, listener.seat))
    listener.tell(encode(whole_for(room, listener.seat, listener.language)))


def leave(room: Room, listener: Listener) -> None:
    """Somebody goes. What was told is kept only as long as somebody knows it."""
    if listener in room.listeners:
        room.listeners.remove(listener)
    if all(one.seat != listener.seat for one in room.listeners):
        room.told.pop(listener.seat, None)


def whole_for(room: Room, seat: int | None, language: str) -> dict[str, Any]:
    """All that a seat may know, with the log."""
    view = room.book.view(room.game, seat)
    message = state_for(room, seat, language, view, common_for(room))
    message["view"] = views.spoken(view, speech(language, room.book))
    message["log"] = log_for(room, seat, language, room.history[-LOG_LENGTH:])
    message["fresh"] = True
    return message
