"""Plays a raid to its end with a record, saying each answer's number once it has been given; made to be killed.

python play_until_killed.py RECORD SEED
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import raid
from referee.kernel import Seeded
from referee.record import Session


def main(path: Path, seed: str) -> None:
    if path.exists():
        session = Session.resume(path, book=raid.BOOK)
    else:
        session = Session.begin(raid.BOOK, dice=Seeded(seed), path=path)
    print("ready", flush=True)
    while session.decision:
        session.answer(session.game.propose(Random(session.game.digest())))
        print(session.last, flush=True)
    session.close()


main(Path(sys.argv[1]), sys.argv[2])
