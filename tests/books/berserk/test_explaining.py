"""May a whole declaration be made? Asked in words, at a question for the card that acts."""

from __future__ import annotations

from random import Random

import pytest

from books.berserk.scene import Scene, state
from referee.books.berserk import BOOK
from referee.kernel import Game, NotAllowed, NotAnOption, Seeded

LINES = ("[з]: Метание на 2, дальность 2", "X[ф]: Ранить существо противника на X")


def battle() -> Game:
    scene = Scene().put("C", "c2", *LINES, chips=2).put("T", "c4", seat=1).put("U", "c6", seat=1)
    return scene.play()


def reasons(game: Game, words: str) -> list[str]:
    assert BOOK.explain is not None
    known = BOOK.explain(game, words)
    assert known is not None
    return [refusal.rule for refusal in known]


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        ("C 0 T", []),
        ("C 0 U", ["BER 501.4/a"]),
        ("C 1 U x=2", []),
        ("C 1 U x3", ["BER 501.2/i"]),
        ("C 1 U", ["BER 501.2/l"]),
        ("C move c3", []),
        ("C move e5", ["BER F09/a"]),
        ("C 0", ["BER 501.1/b"]),
        ("C fly T", ["BER 501.1/c"]),
        ("T strike C", ["BER F08/a"]),
    ],
)
def test_501_1_a_whole_declaration_is_judged_with_every_reason(words: str, rules: list[str]) -> None:
    game = battle()
    assert reasons(game, words) == rules
    if rules:
        assert [one.rule for one in game.why(words)] == rules
        with pytest.raises(NotAllowed):
            game.answer(words)
    else:
        with pytest.raises(NotAnOption):
            game.answer(words)


def test_501_1_words_that_are_no_declaration_are_none() -> None:
    assert BOOK.explain is not None
    assert BOOK.explain(battle(), "C") is None
    assert BOOK.explain(battle(), "nobody strikes") is None
    before = BOOK.begin({}, dice=Seeded("before"))
    while not state(before).cards:
        before.answer(before.propose(Random(1)))
    assert BOOK.explain(before, f"{next(iter(state(before).cards))} strike n1") is None
