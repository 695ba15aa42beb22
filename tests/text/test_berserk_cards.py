"""Card files of Berserk: the shipped ones, and what is said of wrong ones, line by line."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import jsonschema
import pytest
import typer
from typer.testing import CliRunner

import referee.books.berserk.sheet as sheet
from referee.kernel import Unreadable
from referee.text.berserk_cards import check_file, examine, read_cards, schema
from referee.text.commands import add_commands

CARD = """book = "berserk"

[[card]]
key = "tester"
name = { ru = "Проба", en = "Tester", hu = "Próba" }
type = "creature"
elements = ["swamp"]
cost = 3
life = 5
move = 1
strike = [1, 2, 3]
text = [
  '[з]: Выстрел на 1, дальность 3.',
  'Броня 1.',
]
"""


def problems(raw: str) -> list[tuple[int, str]]:
    return [(one.line, str(one.message)) for one in examine(raw, "cards.toml")[0].every_problem()]


def test_the_shipped_cards_are_all_understood_and_enough() -> None:
    found = sheet.shipped()
    assert len(found) >= 60
    for path in sorted(sheet.CONTENT.glob("cards-*.toml")):
        assert check_file(path).is_right, path.name
    assert {element for card in found.values() for element in card.elements} == {
        "steppe", "mountains", "forest", "swamp", "darkness",
    }  # fmt: skip
    assert {card.type for card in found.values()} == {
        "creature", "flyer", "companion", "parasite", "artifact", "terrain",
    }  # fmt: skip


def test_every_shipped_card_has_three_names_and_no_two_share_one() -> None:
    for language in ("ru", "en", "hu"):
        names = [getattr(card.name, language) for card in sheet.shipped().values()]
        assert all(names)
        assert len(names) == len(dict.fromkeys(names))


def test_the_schema_says_what_a_card_needs() -> None:
    body = schema()
    card = body["$defs"]["PrintedCard"]
    assert card["required"] == ["key", "name", "type", "cost"]
    assert card["additionalProperties"] is False
    assert card["properties"]["type"]["enum"] == sorted(
        ["creature", "flyer", "companion", "parasite", "artifact", "terrain"]
    )


def test_the_schema_takes_the_shipped_cards_and_refuses_broken_ones() -> None:
    judge = jsonschema.Draft202012Validator(schema())
    for path in sorted(sheet.CONTENT.glob("cards-*.toml")):
        assert list(judge.iter_errors(tomllib.loads(path.read_text(encoding="utf-8")))) == [], path.name
    for old, new in (
        ('type = "creature"', 'type = "equipment"'),
        ("cost = 3", "cost = 0"),
        ("cost = 3", "colour = 3"),
        ('key = "tester"', 'key = "Проба"'),
        ('hu = "Próba"', 'hu = ""'),
        ("strike = [1, 2, 3]", "strike = [1, 2]"),
        ('book = "berserk"', 'book = "chess"'),
    ):
        assert judge.is_valid(tomllib.loads(CARD))
        assert not judge.is_valid(tomllib.loads(CARD.replace(old, new))), new


def test_a_remark_after_the_head_of_a_card_moves_no_line() -> None:
    raw = CARD.replace("[[card]]", "[[card]] # first") + CARD.partition("\n\n")[2].replace("tester", "other").replace(
        "Броня 1", "Бруня 1"
    )
    ((line, _),) = problems(raw)
    assert raw.splitlines()[line - 1].strip() == "'Бруня 1.',"


def test_the_schema_lies_beside_the_cards() -> None:
    written = json.loads((sheet.CONTENT / "cards.schema.json").read_text(encoding="utf-8"))
    assert written == json.loads(json.dumps(schema()))


def test_a_right_card_is_read_with_its_lines() -> None:
    (card,) = read_cards(CARD)
    assert (card.key, len(card.text), card.is_creature) == ("tester", 2, True)
    report, _ = examine(CARD, "cards.toml")
    assert [line.line for line in report.cards[0].lines] == [13, 14]
    assert "shot of 1 on every level" in str(report.cards[0].lines[0].understood)


def test_a_line_that_is_not_understood_keeps_the_card_out() -> None:
    raw = CARD.replace("Выстрел на 1, дальность 3", "Выстрел на один")
    report, cards = examine(raw, "cards.toml")
    assert cards == ()
    ((line, message),) = problems(raw)
    assert line == 13
    assert message.startswith("column 17: “один” is not understood here. Expected: a number, X")
    with pytest.raises(Unreadable, match="cards, line 13: column 17"):
        read_cards(raw)
    assert not report.is_right


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('type = "creature"', 'type = "equipment"', 6, "Invalid enum value 'equipment'"),
        ("cost = 3", "cost = 0", 8, ">= 1"),
        ("life = 5\n", "", 3, "life is missing"),
        ("strike = [1, 2, 3]\n", "", 3, "strike is missing"),
        ('type = "creature"', 'type = "terrain"', 3, "a terrain has no life, movement or strike"),
        ('type = "creature"', 'type = "artifact"', 3, "an artifact has no movement and no strike"),
        ('type = "creature"', 'type = "flyer"', 3, "a flyer or symbiont has no movement number"),
        ("cost = 3", "cost = 3\ncolour = 1", 9, "unknown field `colour`"),
        ('key = "tester"', 'key = "Проба"', 4, "matching regex"),
        ('book = "berserk"', 'book = "chess"', 1, "for which book"),
        ('book = "berserk"', 'book = "berserk"\nextra = 1', 2, "no field extra"),
        ('elements = ["swamp"]', 'elements = ["swamp", "swamp"]', 3, "an element stands here twice"),
        ('hu = "Próba"', 'hu = ""', 5, ">= 1"),
        ('ru = "Проба"', 'ru = " "', 5, "matching regex"),
        ("[[card]]", "[card]", 3, "every card begins with a line [[card]]"),
    ],
)
def test_wrong_fields_are_named_with_their_line(old: str, new: str, line: int, words: str) -> None:
    found = problems(CARD.replace(old, new))
    assert any(at == line and words in message for at, message in found), found


def test_a_key_twice_and_broken_toml_are_named() -> None:
    twice = CARD + CARD.partition("\n\n")[2]
    assert any("stands in the file twice, first in line 3" in message for _, message in problems(twice))
    ((line, message),) = problems(CARD.replace("cost = 3", "cost = = 3"))
    assert (line, "Invalid value" in message) == (8, True)


def run(*arguments: str) -> tuple[int, str]:
    app = typer.Typer()
    add_commands(app)
    result = CliRunner().invoke(app, [*arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


@pytest.fixture
def card_file(tmp_path: Path) -> Path:
    path = tmp_path / "cards.toml"
    path.write_text(CARD, encoding="utf-8")
    return path


def test_check_cards_says_line_by_line_what_was_understood(card_file: Path) -> None:
    code, said = run("check-cards", str(card_file), "--lang", "en")
    assert code == 0
    assert "Payment: close this card. Action: shot of 1 on every level." in said
    assert "Cards understood: 1 of 1." in said


def test_check_cards_points_at_what_it_does_not_understand(card_file: Path) -> None:
    card_file.write_text(CARD.replace("Броня 1", "Бруня 1"), encoding="utf-8")
    code, said = run("check-cards", str(card_file), "--lang", "en")
    assert code == 1
    assert "  Бруня 1.\n  ^" in said
    code, said = run("check-cards", str(card_file), "--json")
    (report,) = json.loads(said)
    assert (code, report["right"]) == (1, False)
    assert report["cards"][0]["lines"][1]["problem"]["at"] == 0


def test_check_cards_reads_back_in_the_language_asked_for(card_file: Path) -> None:
    for language, words in (("ru", "Оплата"), ("hu", "Fizetés")):
        code, said = run("check-cards", str(card_file), "--lang", language)
        assert code == 0
        assert words in said


def test_check_cards_speaks_of_throws_as_this_game_does(card_file: Path) -> None:
    card_file.write_text(CARD.replace("Выстрел на 1", 'Метание "ножа" на 1'), encoding="utf-8")
    code, said = run("check-cards", str(card_file), "--lang", "ru")
    assert (code, "метание «ножа» на 1 на любом уровне" in said, "бросок модели" in said) == (0, True, False)


def test_check_cards_reads_files_with_a_byte_order_mark_and_other_line_ends(card_file: Path) -> None:
    card_file.write_bytes(b"\xef\xbb\xbf" + CARD.replace("\n", "\r\n").encode())
    code, said = run("check-cards", str(card_file), "--lang", "en")
    assert (code, "Cards understood: 1 of 1." in said) == (0, True)


def test_check_cards_refuses_what_it_cannot_read(tmp_path: Path) -> None:
    assert run("check-cards", str(tmp_path / "none.toml"), "--lang", "en")[0] == 2
    other = tmp_path / "other.toml"
    other.write_text('book = "chess"\n', encoding="utf-8")
    code, said = run("check-cards", str(other), "--lang", "en")
    assert (code, 'book = "berserk"' in said) == (2, True)
    other.write_bytes(b"\xff\xfe")
    assert run("check-cards", str(other), "--lang", "en")[0] == 2


def test_check_cards_prints_the_schema() -> None:
    code, said = run("check-cards", "--schema", "berserk")
    assert (code, json.loads(said)["title"]) == (0, "Berserk cards")


def test_check_deck_names_every_fault(tmp_path: Path) -> None:
    good = sheet.CONTENT / "deck-deep-wood.toml"
    assert run("check-deck", "berserk", str(good), "--lang", "en") == (0, f"{good}: a legal deck; cards: 31.\n")
    bad = tmp_path / "deck.txt"
    bad.write_text("4x Степной бегун\n", encoding="utf-8")
    code, said = run("check-deck", "berserk", str(bad), "--lang", "en")
    assert code == 1
    assert "BER F02/a: The deck has 4 cards" in said
    assert "BER F02/b: Plain Runner is in the deck 4 times" in said
    code, said = run("check-deck", "berserk", str(bad), "--json")
    assert [one["rule"] for one in json.loads(said)[0]["refusals"]] == ["BER F02/a", "BER F02/b"]
    assert run("check-deck", "berserk", str(tmp_path / "none.txt"))[0] == 2
