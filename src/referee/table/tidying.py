"""Garbage in cycles is looked for while nobody answers: to look through all games stops the server for a moment.

With 200 games the interpreter, left to itself, stops for a tenth to a quarter of a second again and again.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable

YOUNG = (10_000, 50, 1_000)
"""When the interpreter looks by itself: often at what is new, practically never at everything."""
QUIET = 5.0
"""Nobody has answered for so many seconds: a good moment."""
SELDOM = 60.0
"""So many seconds lie between two looks at least."""
LATEST = 900.0
"""After so many seconds it is done even if it is never quiet."""


def begin() -> None:
    """What is there when the server starts stays: it is not looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG)


async def tidy(written: Callable[[], int]) -> None:
    """Look for garbage now and then, until cancelled; `written` counts what has been stored."""
    last = time.monotonic()
    while True:
        before = written()
        await asyncio.sleep(QUIET)
        since = time.monotonic() - last
        if since > LATEST or (since > SELDOM and written() == before):
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            last = time.monotonic()
