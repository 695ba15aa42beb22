"""The duel with a bot that tries what it may not, so that its refusals can be seen."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

import duel
from referee.kernel import Game


def stubborn(game: Game, seat: int, random: Random) -> Any:
    """A card it has not, half of the time."""
    return 99 if random.random() < 0.5 else game.propose(random)


BOOK = msgspec.structs.replace(duel.BOOK, bots={"stubborn": stubborn})
