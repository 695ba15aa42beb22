"""Texts in the player's language: plurals, nested texts, refusals, events, words by language."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from referee.kernel import Event, NotAllowed, Text, count_text, refuse, text
from referee.locale import Speaker, preferred, speaker
from referee.locale.catalogue import Catalogue, read

PO = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Language: ru\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"

msgid "{count} model"
msgid_plural "{count} models"
msgstr[0] "{count} модель"
msgstr[1] "{count} модели"
msgstr[2] "{count} моделей"

msgid "{unit} is engaged by {how}."
msgstr "{how}: {unit} в бою."

msgid "a charge"
msgstr "атака"

#, fuzzy
msgid "unsure"
msgstr "не так"

msgid "untranslated"
msgstr ""
"""


@pytest.fixture
def russian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Speaker:
    """A speaker with a catalogue of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "ru"
    folder.mkdir()
    (folder / "kernel.po").write_text(PO, encoding="utf-8")
    monkeypatch.setattr("referee.locale.read", lambda lang, book: read(lang, book, tmp_path))
    return Speaker("ru")


@pytest.mark.parametrize(
    ("count", "said"), [(1, "1 модель"), (2, "2 модели"), (5, "5 моделей"), (11, "11 моделей"), (21, "21 модель")]
)
def test_plurals_follow_the_language(russian: Speaker, count: int, said: str) -> None:
    assert russian.say(count_text("{count} model", "{count} models", count)) == said


def test_texts_inside_texts_are_translated_also_after_json(russian: Speaker) -> None:
    whole = text("{unit} is engaged by {how}.", unit="Boyz", how=text("a charge"))
    assert russian.say(whole) == "атака: Boyz в бою."
    plain = msgspec.json.decode(msgspec.json.encode(whole), type=Text)
    assert russian.say(plain) == "атака: Boyz в бою."


def test_refusals_events_and_errors_are_said(russian: Speaker) -> None:
    refusal = refuse(
        "40K 09.05", "{unit} is engaged by {how}.", unit="Boyz", how=text("a charge"), instead=text("a charge")
    )
    assert russian.say(refusal) == "40K 09.05: атака: Boyz в бою. атака"
    assert russian.say(NotAllowed(refusal)) == russian.say(refusal)
    assert russian.say(Event("40K 09.05", text("a charge"))) == "атака"


def test_what_is_not_translated_is_english(russian: Speaker) -> None:
    assert russian.say("untranslated") == "untranslated"
    assert russian.say("unsure") == "unsure"
    assert russian.say(count_text("{count} die", "{count} dice", 2)) == "2 dice"
    assert russian.say(text("{what} burns", what=text("a charge"))) == "атака burns"


def test_words_by_language_and_lists(russian: Speaker) -> None:
    names = {"en": "Wolf", "ru": "Волк"}
    assert russian.pick(names) == "Волк"
    assert russian.say(text("{card}!", card=names)) == "Волк!"
    assert russian.say(text("{all}", all=(text("a charge"), 2))) == "атака, 2"
    assert speaker("en").pick({"ru": "Волк"}) == "Волк"


def test_the_books_own_domain_has_the_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "hu").mkdir()
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    for domain in ("berserk", "heresy"):
        (tmp_path / "hu" / f"{domain}.po").write_text(head + f'msgid "hit"\nmsgstr "{domain}"\n')
    assert read("hu", "berserk", tmp_path).messages["hit"] == ("berserk",)
    assert read("hu", "heresy", tmp_path).messages["hit"] == ("heresy",)


def test_a_changed_catalogue_is_read_anew_and_a_broken_cache_is_no_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "ru").mkdir()
    path = tmp_path / "ru" / "kernel.po"
    path.write_text(PO, encoding="utf-8")
    assert read("ru", "", tmp_path).messages["a charge"] == ("атака",)
    path.write_text(PO.replace("атака", "рывок!"), encoding="utf-8")
    assert read("ru", "", tmp_path).messages["a charge"] == ("рывок!",)
    (kept,) = (tmp_path / "cache").rglob("*.json")
    kept.write_bytes(b"\x00")
    assert read("ru", "", tmp_path).messages["a charge"] == ("рывок!",)
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/nowhere")
    assert read("ru", "", tmp_path).messages["a charge"] == ("рывок!",)


def test_no_catalogue_is_no_matter(tmp_path: Path) -> None:
    assert read("ru", "", tmp_path) == Catalogue()


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "hu_HU.UTF-8"}, "hu"),
        ({"LANG": "ru"}, "ru"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "hu_HU", "LC_ALL": "ru_RU"}, "ru"),
        ({"LANG": "hu_HU", "LC_ALL": "C"}, "en"),
        ({"LANGUAGE": "de:hu", "LANG": "ru_RU"}, "hu"),
        ({"LANG": "hungarian"}, "en"),
    ],
)
def test_the_language_is_the_systems(environment: dict[str, str], lang: str) -> None:
    assert preferred(environment) == lang
