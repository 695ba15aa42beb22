"""The field in the terminal, in the reader's language."""

from __future__ import annotations

from books.berserk.scene import Scene, declare
from referee.books.berserk import BOOK
from referee.locale import speaker


def test_the_sketch_speaks_the_readers_language_and_keeps_its_columns() -> None:
    scene = Scene().put("C", "c2", "[и][з]: Ранить существо противника на 1").put("P", on="C", kind="companion")
    scene.put("G", zone="grave").put("F", kind="flyer", seat=1)
    game = declare(scene.put("T", "c5", "[и][з]: Излечить Пробу на 1", seat=1, wounds=1).play(), "C", "0", "T")
    assert BOOK.sketch_said is not None
    russian = BOOK.sketch_said(game, 0, 100, speaker("ru", "berserk").say)
    english = BOOK.sketch(game, 0, 100)
    for words, other in (
        ("Ход 1: юг, подфаза Выбора", "Turn 1: south, choice subphase"),
        ("юг, кладбище: Проба", "south, graveyard: G"),
        ("север, дополнительная зона: Проба F", "north, beside the field: F F"),
        ("юг, на других картах: Проба P на C", "south, on other cards: P P on C"),
        ("объявлено: C, цель: T: Быстрое. Оплата: закрыть эту карту.", "declared: C at T: Instant. Payment:"),
    ):
        assert (words in russian, other in english) == (True, True), (words, russian, english)
        assert (other in russian, words in english) == (False, False)
    for columns in (40, 80):
        said = BOOK.sketch_said(game, 0, columns, speaker("ru", "berserk").say)
        assert max(map(len, said.splitlines())) <= columns
