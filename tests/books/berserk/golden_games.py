"""Golden games: whole games written out, answer by answer, to be read and compared.

`PYTHONPATH=tests python tests/books/berserk/golden_games.py` writes them anew; a rule that changes shows in the
difference, which is to be read before it is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec

from referee.books.berserk import BOOK
from referee.kernel import Seeded

FOLDER = Path(__file__).parent / "golden"


class Golden(msgspec.Struct, frozen=True):
    """A golden game: who plays, under which options, from which seed."""

    name: str
    seed: str
    bots: tuple[str, str] = ("sensible", "sensible")
    options: dict[str, str] = {}

    @property
    def path(self) -> Path:
        """Where it is kept."""
        return FOLDER / f"{self.name}.txt"


GAMES = (
    Golden("two_sensible_players", "golden 10"),
    Golden("steps_and_own_poison", "golden 12", options={"radius": "steps", "poison": "own turn", "re-deals": "0"}),
)


def transcript(golden: Golden) -> Iterator[str]:
    """The game line by line: number, seat, rule and answer, then what came of it."""
    game, random = BOOK.begin(golden.options, dice=Seeded(golden.seed)), Random(golden.seed)
    yield from (f"    {event.rule}  {event.text}" for event in game.told)
    number = 0
    while game.decision:
        number, by, rule = number + 1, game.decision.by, game.decision.rule
        answer = BOOK.bots[golden.bots[by]](game, by, random)
        yield f"{number} seat {by} {rule}: {msgspec.json.encode(answer).decode()}"
        yield from (f"    {event.rule}  {event.text}" for event in game.answer(answer))
    yield f"digest {game.digest()}"


def main() -> None:
    """Write all golden games anew."""
    for golden in GAMES:
        golden.path.write_text("\n".join(transcript(golden)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
