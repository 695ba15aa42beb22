"""Bytes to characters: code pages, byte orders, and what forums and chats do to a text."""

from __future__ import annotations

import contextlib
import html
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lists.army_help import codes, essence
from referee.lists import ListRefused, read
from referee.lists.encoding import decoded, unquoted, without_disguise

WOLVES = (Path(__file__).parent / "fixtures" / "gw_wolves_three_detachments.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_unicode_in_every_form(encoding: str) -> None:
    assert essence(read(WOLVES.encode(encoding))) == essence(read(WOLVES))


@pytest.mark.parametrize(
    ("code_page", "title"),
    [
        ("cp1252", "Écraseurs d’os"),
        ("cp1250", "Őrült sárkányok"),
        ("cp1250", "Zażółć gęślą jaźń"),
        ("cp1251", "Волки Севера идут на войну"),
        ("mac_roman", "Écraseurs d’os"),
    ],
)
def test_code_pages_are_told_by_their_letters_and_noted(code_page: str, title: str) -> None:
    text = WOLVES.replace("Saga night", title).replace("◦", "-")
    army = read(text.encode(code_page))
    assert army.name == title
    assert "code-page" in codes(army.findings)
    assert [unit.datasheet for unit in army.units] == [unit.datasheet for unit in read(WOLVES).units]


def test_a_roster_in_a_code_page_its_first_line_names() -> None:
    head = '<?xml version="1.0" encoding="windows-1251"?>'
    xml = f'{head}<roster name="Волки" gameSystemName="Warhammer 40,000"><forces/></roster>'
    assert read(xml.encode("cp1251")).name == "Волки"


def test_text_that_was_utf_8_and_read_as_something_else_is_mended_line_by_line() -> None:
    assert without_disguise("Khârn the Betrayer â€¢ Emperorâ€™s Children".replace("Khârn", "KhÃ¢rn"))[0] == (
        "Khârn the Betrayer • Emperor’s Children"
    )


def test_text_that_only_looks_mended_stays() -> None:
    assert without_disguise("Â\u00a0plain Ã")[0].strip() != ""


@pytest.mark.parametrize(
    ("pasted", "plain"),
    [
        ("> a\n> b\n> c", "a\nb\nc"),
        (">> a\n>> b", "a\nb"),
        ("```\na\n```", "\na\n"),
        ("“a\nb”", "a\nb"),
        ('"a\nb"', "a\nb"),
        ("«a»", "a"),
        ("a &amp; b &#39;c&#39;", "a & b 'c'"),
        ("a &amp;amp; b", "a & b"),
        ("<p>a</p><br/>", "a"),
        ("| a\n| b", "a\nb"),
        ("a<br>b<br/>c<br>", "a\nb\nc"),
        ("a<br>\nb<br>\nc", "a\nb\nc"),
        ("<p>a</p><p>b</p>", "a\nb"),
        ("a&lt;br&gt;b", "a\nb"),
        ("<style>p {\ncolor: red}</style><div>a</div>", "a"),
        ("a < b and c > d", "a < b and c > d"),
        ("1x Tank & Spank", "1x Tank & Spank"),
    ],
)
def test_what_is_put_around_a_list_is_taken_off(pasted: str, plain: str) -> None:
    assert unquoted(pasted) == plain


@pytest.mark.parametrize("line_end", ["<br>", "<br />\n", "</p><p>", "</div>\n<div>"])
@pytest.mark.parametrize("head", ["", "<!DOCTYPE html>\n<html><head><style>p {\n}</style></head><body><p>"])
def test_a_list_saved_as_a_web_page(head: str, line_end: str) -> None:
    page = head + html.escape(WOLVES).replace("\n", line_end)
    army = read(page.encode())
    assert army.is_exact
    assert essence(army) == essence(read(WOLVES))


@pytest.mark.parametrize("piece", ["<script>", "</p>", "<br>", "<!--", "<style ", "</script", "<p>&lt;br&gt;"])
def test_pages_made_to_slow_patterns_down(piece: str) -> None:
    began = time.process_time()
    with contextlib.suppress(ListRefused):
        read(piece * (390_000 // len(piece)))
    assert time.process_time() - began < 10


@given(st.binary(max_size=200))
def test_any_bytes_are_some_text(content: bytes) -> None:
    text, _ = decoded(content)
    assert "\x00" not in without_disguise(text)[0]


@given(st.text(max_size=200))
def test_lines_keep_their_numbers(text: str) -> None:
    plain = without_disguise(text)[0]
    assert unquoted(plain).count("\n") == plain.count("\n") or plain.strip() != plain
    assert "\r" not in plain


def test_essence_is_what_is_compared() -> None:
    assert essence(read(WOLVES)) != essence(read(WOLVES.replace("9x Blood Claw\n", "8x Blood Claw\n")))
