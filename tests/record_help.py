"""Playing and rewriting records, for the tests of several folders."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec

import raid
from referee.kernel import Dice, Seeded
from referee.record import Session

OPENED: list[Session] = []
"""The sessions begun by the test that runs, so that their files are closed after it."""


def begin(path: Path | None, dice: Dice | None = None, **more: Any) -> Session:
    session = Session.begin(raid.BOOK, None, (), ("Ann", "Ben"), dice or Seeded("8"), path, sync=False, **more)
    OPENED.append(session)
    return session


def play(session: Session, answers: int = 10_000, seed: int = 1) -> None:
    """Give so many random answers, or play to the end. What is answered depends on the position alone."""
    while session.decision and answers:
        session.answer(session.game.propose(Random(f"{seed}{session.game.digest()}")))
        answers -= 1


def lines(path: Path) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]


def rewrite(path: Path, kept: list[dict[str, Any]]) -> None:
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in kept))
