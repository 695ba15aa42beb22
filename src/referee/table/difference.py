"""Of a view only what has changed: a battlefield is large, and one answer moves little of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

FEW = 2
"""A list of so many things or fewer is sent whole."""

Thing = tuple[Any, bytes]
"""A thing of a list and its JSON. A book that shows the same object again has not changed it."""
Part = bytes | dict[str, Thing]
Parts = dict[str, Part]
Say = Callable[[Any, str, bytes], Any]
"""Says a value that stands under a key, given with its JSON, in the reader's language."""

ENCODER = msgspec.json.Encoder(enc_hook=repr)


def parts_of(view: dict[str, Any], *known: Parts) -> Parts:
    """A view in the pieces that are compared: its keys, and of long lists of things with ids, the things.

    A thing that is the same object as in what is `known`, before or to another seat, is not encoded again.
    """
    parts: Parts = {}
    for key, value in view.items():
        things: dict[str, Thing] = {}
        if value.__class__ is list and len(value) > FEW:
            things = _things(value, [part for one in known if isinstance(part := one.get(key), dict)])
        parts[key] = things or ENCODER.encode(value)
    return parts


def _things(values: list[Any], known: list[dict[str, Thing]]) -> dict[str, Thing]:
    """The things of a list by id; nothing if they have no ids of their own."""
    things: dict[str, Thing] = {}
    for one in values:
        if not isinstance(one, dict) or "id" not in one:
            return {}
        name = str(one["id"])
        for those in known:
            thing = those.get(name)
            if thing is not None and thing[0] is one:
                things[name] = thing
                break
        else:
            things[name] = (one, ENCODER.encode(one))
    return things if len(things) == len(values) else {}


def changed(before: Parts, now: Parts, view: dict[str, Any], say: Say) -> dict[str, Any]:
    """What to tell somebody who knows `before`: new values, in lists new things, and what is gone."""
    keys: dict[str, Any] = {}
    lists: dict[str, Any] = {}
    for key, part in now.items():
        old = before.get(key)
        if isinstance(part, bytes):
            if old != part:
                keys[key] = say(view[key], key, part)
        elif isinstance(old, dict):
            news = [say(thing, "", data) for name, (thing, data) in part.items() if _is_new(data, old.get(name))]
            if news or list(old) != list(part):
                lists[key] = {"ids": list(part), "changed": news}
        else:
            keys[key] = say(view[key], key, encode(view[key]))
    return {"keys": keys, "lists": lists, "gone": [key for key in before if key not in now]}


def _is_new(data: bytes, known: Thing | None) -> bool:
    return known is None or known[1] != data


def encode(message: Any) -> bytes:
    """A message as JSON."""
    return ENCODER.encode(message)
