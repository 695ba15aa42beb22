"""Every sentence of the code is in the catalogues, translated into every language, with the same places in braces."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from referee.locale import DOMAINS, LANGUAGES
from referee.locale.extract import catalogue, faults, sentences

LANGS = [lang for lang in LANGUAGES if lang != "en"]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("domain", [domain for domain in DOMAINS if next(sentences(domain), None)])
def test_every_sentence_is_translated_with_the_same_places(domain: str, lang: str) -> None:
    found = list(faults(catalogue(domain, lang)))
    assert not found


def package(tmp_path: Path, code: str) -> Path:
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "one.py").write_text(code)
    return tmp_path


def test_sentences_are_found_wherever_the_code_speaks(tmp_path: Path) -> None:
    code = """
text("plain {x}", x=text("inner"))
refuse("R 1", "refused", instead=text("instead"))
tell(s, "R 1", "told " "in two")
count_text("{count} one", "{count} many", 3)
raise NotAnOption(text("deep {x}", x=listed(phrase("deeper"))))
raise RulesGap("a gap")
text("this" if x else "that")
screen.note("noted")
text(variable)
text(f"{formatted}")
other("not a sentence")
"""
    found = [(one.msgid, one.plural) for one in sentences("text", package(tmp_path, code))]
    assert found == [
        ("plain {x}", ""),
        ("inner", ""),
        ("refused", ""),
        ("instead", ""),
        ("told in two", ""),
        ("{count} one", "{count} many"),
        ("deep {x}", ""),
        ("deeper", ""),
        ("a gap", ""),
        ("this", ""),
        ("that", ""),
        ("noted", ""),
    ]


def test_faults_are_named() -> None:
    catalog = Catalog(locale="hu")
    catalog.add("{a} and {b}", "{a}")
    catalog.add("{a}", "{x}")
    catalog.add("new", "")
    catalog.add(("{count} die", "{count} dice"), ("kocka", "{count} kocka"))
    catalog.add("fine {a}", "jó {a}")
    said = list(faults(catalog))
    assert len(said) == 3
    assert "'{a} and {b}' has ['a', 'b'], '{a}' has ['a']" in said[0]
    assert said[2] == "not translated: 'new'"


def test_translations_are_kept_and_those_of_gone_sentences_dropped(tmp_path: Path) -> None:
    code = package(tmp_path, 'text("kept")\ntext("fresh")\n')
    folder = tmp_path / "words"
    (folder / "hu").mkdir(parents=True)
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    (folder / "hu" / "text.po").write_text(head + 'msgid "kept"\nmsgstr "marad"\n\nmsgid "gone"\nmsgstr "elment"\n')
    fresh = catalogue("text", "hu", folder, code)
    assert [(message.id, message.string) for message in fresh if message.id] == [("kept", "marad"), ("fresh", None)]
