"""An army made from the data set, written in every format and in every way players paste it, reads back the same."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lists.army_help import (
    armies,
    battlescribe_xml,
    essence,
    listforge_json,
    listforge_link,
    listforge_text,
    rosterizer,
    rosz,
)
from referee.lists import ArmyList, Severity, read
from referee.lists.export import FORMATS, export

SLOW = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)

WRITERS: dict[str, Callable[[ArmyList], str | bytes]] = {
    **FORMATS,
    "listforge-json": listforge_json,
    "listforge-link": listforge_link,
    "listforge-text": listforge_text,
    "battlescribe": battlescribe_xml,
    "rosz": rosz,
    "rosterizer": rosterizer,
}


@pytest.mark.parametrize("form", WRITERS)
def test_an_army_reads_back_the_same(form: str) -> None:
    @SLOW
    @given(armies())
    def check(army: ArmyList) -> None:
        written = WRITERS[form](army)
        again = read(written if isinstance(written, bytes) else written.encode())
        assert essence(again) == essence(army)
        assert not [str(f) for f in again.findings if f.severity is Severity.ERROR]

    check()


def _unbulleted(text: str) -> str:
    """The app's habit of bulleting only the first weapon under a model."""
    lines = text.split("\n")
    for at in range(1, len(lines)):
        match = re.match(r"^( +)◦ (\d+x .*)$", lines[at])
        if match and re.match(r"^ +(◦ )?( {2})?\d+x ", lines[at - 1]) and not lines[at - 1].lstrip().startswith("•"):
            lines[at] = f"{match[1]}  {match[2]}"
    return "\n".join(lines)


def _with_entities(text: str) -> str:
    return html.escape(text).replace("•", "&bull;").replace("’", "&rsquo;").replace("é", "&eacute;")


WAYS: dict[str, Callable[[str], str | bytes]] = {
    "CR": lambda text: text.replace("\n", "\r"),
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "NEL": lambda text: text.replace("\n", "\x85"),
    "line separators": lambda text: text.replace("\n", "\u2028"),
    "no-break spaces": lambda text: text.replace(" ", "\u00a0"),
    "narrow spaces": lambda text: text.replace(" Points", "\u202fPoints"),
    "zero-width after bullets": lambda text: text.replace("• ", "•\u200b ").replace("◦ ", "◦ \u200b"),
    "stars": lambda text: text.replace("•", "*").replace("◦", "*"),
    "hyphens": lambda text: text.replace("•", "-").replace("◦", "-"),
    "dashes": lambda text: text.replace("•", "–").replace("◦", "–"),
    "straight quotes": lambda text: text.replace("’", "'"),
    "curly quotes": lambda text: text.replace("'", "’"),
    "NFD": lambda text: unicodedata.normalize("NFD", text),
    "HTML entities": lambda text: _with_entities(text),
    "escaped twice": lambda text: html.escape(html.escape(text)),
    "quoted": lambda text: "".join(f"> {line}\n" for line in text.split("\n")),
    "in a fence": lambda text: f"```\n{text}\n```",
    "in quotation marks": lambda text: f"“{text.strip()}”",
    "chat in front": lambda text: f"hi all, this is what I bring on Saturday\n\n{text}",
    "a link in front": lambda text: f"https://youtu.be/dQw4w9WgXcQ\n{text}",
    "chat behind": lambda text: f"{text}\nWhat do you think? Too many tanks?",
    "indented": lambda text: "".join(f"    {line}\n" for line in text.split("\n")),
    "trailing spaces": lambda text: text.replace("\n", "   \n"),
    "Windows-1252": lambda text: text.replace("◦", "-").encode("cp1252", errors="ignore"),
    "UTF-16": lambda text: text.encode("utf-16"),
    "BOM": lambda text: text.encode("utf-8-sig"),
    "read as Windows-1252 once": lambda text: text.encode().decode("cp1252", "replace").replace("\ufffd", "\x81"),
    "weapons without bullets": _unbulleted,
    "lower-case points": lambda text: re.sub(r"(\d) Points\)", r"\1 points)", text),
    "singular sections": lambda text: text.replace("CHARACTERS", "CHARACTER").replace("DATASHEETS", "DATASHEET"),
    "unknown sections": lambda text: text.replace("CHARACTERS", "HEROES OF LEGEND").replace("BATTLELINE", "THE LINE"),
    "no sections": lambda text: re.sub(r"(?m)^(CHARACTERS|BATTLELINE|DEDICATED TRANSPORTS|OTHER DATA.*)$", "", text),
    "square brackets": lambda text: re.sub(r"\((\d[\d,]*) Points\)", r"[\1 points]", text),
    "old footer": lambda text: text + "\nExported with App Version: v2.4.0 (1), Data Version: v925\n",
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("form", ["gw-app", "wtc-full", "new-recruit-simple"])
def test_however_it_is_pasted(form: str, way: str) -> None:
    @settings(SLOW, max_examples=6)
    @given(armies(most=4))
    def check(army: ArmyList) -> None:
        written = WAYS[way](export(army, form))
        again = read(written.encode() if isinstance(written, str) else written)
        if way in ("Windows-1252", "read as Windows-1252 once"):  # letters outside the page are lost in names
            assert [unit.datasheet for unit in again.units] == [unit.datasheet for unit in army.units]
        else:
            assert essence(again) == essence(army)

    check()


@SLOW
@given(armies(most=3))
def test_the_army_list_is_plain_json(army: ArmyList) -> None:
    again = read(export(army, "gw-app"))
    assert msgspec.convert(msgspec.to_builtins(again), ArmyList) == again
    assert msgspec.json.decode(msgspec.json.encode(again), type=ArmyList) == again


@SLOW
@given(armies(most=4), st.booleans())
def test_a_zip_reads_the_same_under_any_inner_name_stored_or_deflated(army: ArmyList, stored: bool) -> None:
    assert essence(read(rosz(army, inner="../../etc/a list without extension", stored=stored))) == essence(army)
