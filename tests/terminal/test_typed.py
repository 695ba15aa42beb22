"""What players type becomes an answer, or is not understood; the rules, not the reader, say what is illegal."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

from referee.kernel import (
    Allocate,
    Book,
    ByHand,
    ChooseSome,
    Confirm,
    Decision,
    Index,
    InputError,
    NotAnOption,
    NotUnderstood,
    Number,
    Order,
    Outcome,
    PlacePositions,
    Procedure,
    RollDice,
    State,
    choose,
    step,
    text,
)
from referee.locale import speaker
from referee.terminal.typed import read_answer

P = text("?")
UNITS = ("Boyz", "Big Boyz", "Nobz", "Mek")
QUESTIONS: dict[str, Decision] = {
    "one": choose(P, by=0, among=("b1", "b2", "n1", None), labels=(*map(text, UNITS[:3]), text("nobody"))),
    "cards": choose(P, by=0, among=(None, 3, 5)),
    "some": ChooseSome(by=0, prompt=P, among=UNITS, minimum=0, maximum=4),
    "order": Order(by=0, prompt=P, among=UNITS[:3]),
    "share": Allocate(by=0, prompt=P, among=UNITS[:3], total=4),
    "number": Number(by=0, prompt=P, minimum=-3, maximum=12),
    "sure": Confirm(by=0, prompt=P),
    "roll": RollDice(by=0, prompt=P, count=3, sides=6, purpose="luck"),
    "place": PlacePositions(by=0, prompt=P, subjects=("b1",)),
}


class Quiz(Procedure):
    which: str

    @step("QUIZ 1", propose="nothing")
    def ask(self, s: State) -> Outcome:
        return QUESTIONS[self.which]

    def nothing(self, s: State, random: Any) -> Any:
        return iter(())


def read(which: str, words: str, lang: str = "en") -> Any:
    book = Book(
        name="quiz",
        title="Quiz",
        edition="1",
        prefix="QUIZ",
        state=State,
        set_up=lambda options, lists: (State(), Quiz(which=which)),
        view=lambda game, seat: {},
        draw=lambda game, seat: "",
        index=lambda: Index({}),
        sketch=lambda game, seat, columns: "",
    )
    return read_answer(book.begin(dice=ByHand()), words, speaker(lang))


@pytest.mark.parametrize(
    ("which", "words", "answer"),
    [
        ("one", "2", "b2"),
        ("one", "nobz", "n1"),
        ("one", "boyz", "b1"),
        ("one", "big", "b2"),
        ("one", "b1", "b1"),
        ("one", "nobody", None),
        ("one", '="b2"', "b2"),
        ("one", "Gretchin", "Gretchin"),
        ("cards", "2", 3),
        ("cards", "=5", 5),
        ("cards", "=9", 9),
        ("cards", "none", None),
        ("some", "1,3", ("Boyz", "Nobz")),
        ("some", "1 3", ("Boyz", "Nobz")),
        ("some", "2-4", ("Big Boyz", "Nobz", "Mek")),
        ("some", "mek, nobz", ("Mek", "Nobz")),
        ("some", "all", UNITS),
        ("some", "none", ()),
        ("some", '["Mek"]', ("Mek",)),
        ("order", "3,1,2", ("Nobz", "Boyz", "Big Boyz")),
        ("share", "1 0 3", (1, 0, 3)),
        ("share", "nobz=3, boyz=1", (1, 0, 3)),
        ("number", "-3", -3),
        ("sure", "y", True),
        ("sure", "no", False),
        ("roll", "1 6 3", (1, 6, 3)),
        ("roll", "163", (1, 6, 3)),
        ("place", '{"b1": [1, 2]}', {"b1": (1, 2)}),
    ],
)
def test_words_become_answers(which: str, words: str, answer: Any) -> None:
    assert read(which, words) == answer


@pytest.mark.parametrize("words", ["igen", "IGEN", "да"])
def test_yes_in_every_language(words: str) -> None:
    assert read("sure", words) is True


@pytest.mark.parametrize(
    ("which", "words", "error", "says"),
    [
        ("one", "7", NotAnOption, "from 1 to 4"),
        ("one", "0", NotAnOption, "from 1 to 4"),
        ("one", "o", NotUnderstood, "may be: Boyz; Big Boyz; Nobz"),
        ("one", "=b2", NotUnderstood, "not JSON"),
        ("some", "1,9", NotAnOption, "from 1 to 4"),
        ("share", "one two", NotUnderstood, "whole number"),
        ("share", "mekboy=3", NotAnOption, "mekboy is not an option"),
        ("number", "1 2", NotUnderstood, "whole number"),
        ("number", "1.5", NotUnderstood, "whole number"),
        ("sure", "perhaps", NotUnderstood, "Yes or no"),
        ("roll", "1 x", NotUnderstood, "whole number"),
        ("place", "north 6", NotUnderstood, "not JSON"),
    ],
)
def test_what_cannot_be_an_answer_is_said(which: str, words: str, error: type[InputError], says: str) -> None:
    with pytest.raises(error, match=says):
        read(which, words)


@pytest.mark.parametrize(
    "words", ["", " ", "=", "[", "{", "-", ",", "1-", "1-99999999999", "\x00", "=[[[[", "9" * 400, "ß"]
)
@pytest.mark.parametrize("which", QUESTIONS)
def test_no_words_break_the_reader(which: str, words: str) -> None:
    with contextlib.suppress(InputError):
        read(which, words)
