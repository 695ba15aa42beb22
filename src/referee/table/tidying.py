"""Garbage in cycles is looked for while nobody answers: to look through all games stops the server for a moment.

With 200 games the interpreter, left to itself, stops for up to a quarter of a second again and again. Answers leave no
such garbage (measured: one object in fifty answers); connections leave a little.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

QUIET = 5.0
"""Nobody has answered for so many seconds: a good moment."""
SELDOM = 60.0
"""So many seconds lie between two looks at least."""
LATEST = 300.0
"""After so many seconds it is done even if it is never quiet."""


@contextmanager
def tidied() -> Iterator[None]:
    """Meanwhile the interpreter does not look for garbage by itself."""
    gc.disable()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.enable()


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
