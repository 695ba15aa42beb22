"""The golden games are played again, answer by answer."""

from __future__ import annotations

import pytest

from books.berserk.golden_games import GAMES, Golden, transcript


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.name)
def test_a_golden_game_goes_as_it_went(golden: Golden) -> None:
    kept = golden.path.read_text(encoding="utf-8").splitlines()
    for number, (line, expected) in enumerate(zip(transcript(golden), kept, strict=True), 1):
        assert line == expected, f"line {number} of {golden.path.name}"
