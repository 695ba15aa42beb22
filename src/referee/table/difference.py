"""Of a view only what has changed: a battlefield is large, and one answer moves little of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

FEW = 6
"""A list of so many things or fewer is sent whole."""

Part = bytes | dict[str, bytes]
Parts = dict[str, Part]
Say = Callable[[Any, str], Any]
"""Says a value that stands under a key in the reader's language."""


def parts_of(view: dict[str, Any]) -> Parts:
    """A view in the pieces that are compared: its keys, and of long lists of things with ids, the things."""
    return {key: _part(value) for key, value in view.items()}


def _part(value: Any) -> Part:
    if isinstance(value, list) and len(value) > FEW and all(isinstance(one, dict) and "id" in one for one in value):
        things = {str(one["id"]): encode(one) for one in value}
        if len(things) == len(value):
            return things
    return encode(value)


def changed(before: Parts, now: Parts, view: dict[str, Any], say: Say) -> dict[str, Any]:
    """What to tell somebody who knows `before`: new values, in lists new things, and what is gone."""
    keys: dict[str, Any] = {}
    lists: dict[str, Any] = {}
    for key, part in now.items():
        old = before.get(key)
        if old == part:
            continue
        if isinstance(part, dict) and isinstance(old, dict):
            news = [say(one, "") for one in view[key] if old.get(str(one["id"])) != part[str(one["id"])]]
            lists[key] = {"ids": list(part), "changed": news}
        else:
            keys[key] = say(view[key], key)
    return {"keys": keys, "lists": lists, "gone": [key for key in before if key not in now]}


def encode(message: Any) -> bytes:
    """A message as JSON."""
    return msgspec.json.encode(message, enc_hook=repr)
