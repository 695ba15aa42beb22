"""Army lists as plain text, as list builders write them: names with points, a block to each entry."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from typing import Any

import msgspec

from referee.books.warmachine.army import Army, Entry, ProfileData, check_army, read_army, samples
from referee.books.warmachine.state import LEADERS
from referee.kernel import Unreadable, text

LINE = re.compile(r"^(?:(?P<points>\d+)\s+)?(?P<name>\S.*?)(?:\s+\[(?P<each>\d+)\])?$")
PART = re.compile(r"^(?:\d+\s+)?(?:HEAD|LEFT ARM|RIGHT ARM|BACK|SPELL|DEFENSE)\b", re.IGNORECASE)
HEADING = re.compile(r"^(?:PC CARD|PC COMMAND CARD|TOTAL POINTS|DEFENSES)\b", re.IGNORECASE)
SIZE = re.compile(r"^.*-\s*\d+\s*p(?:oin)?ts\.?$", re.IGNORECASE)


class Written(msgspec.Struct, frozen=True):
    """An entry as the list has it."""

    line: int
    name: str
    points: int | None


class WrittenList(msgspec.Struct, frozen=True):
    """A plain-text list: its faction, its entries, the total it states."""

    faction: str
    entries: tuple[Written, ...]
    total: int | None = None


def read_text_list(words: str) -> WrittenList:
    """What a plain-text list says. Raises Unreadable if it has no entries."""
    faction, total = "", None
    entries: list[Written] = []
    blocks = _blocks(words)
    for number, block in enumerate(blocks):
        first = block[0][1]
        stated = re.match(r"TOTAL POINTS\s+(\d+)", first, re.IGNORECASE)
        if stated:
            total = int(stated.group(1))
        if HEADING.match(first):
            continue
        sized = [at for at, (_, line) in enumerate(block) if SIZE.match(line)]
        if number == 0 or sized:
            faction = faction or next((line for _, line in block if " - " in line and not SIZE.match(line)), "")
            if sized or not any(re.match(r"\d+\s", line) for _, line in block):
                continue
        at, line = block[0]
        found = LINE.match(line)
        if found and not PART.match(line):
            entries.append(Written(at, found["name"], int(found["points"]) if found["points"] else None))
    if not entries:
        raise Unreadable(text("No entry was found. Each stands on a line of its own, as in: 9 Saltmarch Pikes"))
    return WrittenList(faction, tuple(entries), total)


def _blocks(words: str) -> list[list[tuple[int, str]]]:
    """The lines in blocks between empty lines, each with its number; comments are left out."""
    blocks: list[list[tuple[int, str]]] = [[]]
    for number, line in enumerate(words.splitlines(), 1):
        line = line.strip()
        if not line:
            blocks.append([])
        elif not line.startswith("#"):
            blocks[-1].append((number, line))
    return [block for block in blocks if block]


def army_of(written: WrittenList, catalogue: Mapping[str, ProfileData], name: str = "") -> Army:
    """The army that a list means, with profiles from a catalogue. Raises Unreadable, naming line and near names.

    A number at the end of a name counts copies ("Pikes 2"). Warjacks and warbeasts are the leader's.
    """
    by_name = {one.name.casefold(): key for key, one in catalogue.items()}
    keys = [_lookup(one, by_name, catalogue) for one in written.entries]
    leader = next((key for key in keys if catalogue[key].kind in LEADERS), "")
    entries = []
    for key in keys:
        one = catalogue[key]
        controlled = one.kind in ("warjack", "warbeast")
        size = 6 if one.kind == "trooper" else 1
        entries.append(Entry(key, size=size, controller=leader if controlled else ""))
    army = Army(
        name or written.faction or "Army",
        tuple(entries),
        {key: catalogue[key] for key in dict.fromkeys(keys)},
        written.faction,
    )
    check_army(army, "list")
    return army


def _lookup(one: Written, by_name: Mapping[str, str], catalogue: Mapping[str, ProfileData]) -> str:
    name = one.name.casefold()
    for wanted in (name, re.sub(r"\s+\d+$", "", name)):
        if wanted in by_name:
            return by_name[wanted]
    near = difflib.get_close_matches(name, by_name, 3) or list(by_name)[:6]
    names = [catalogue[by_name[one]].name for one in near]
    raise Unreadable(
        text(
            "line {line}: {name} is not in the catalogue. There is: {known}.",
            line=one.line,
            name=one.name,
            known=", ".join(names),
        )
    )


def sample_catalogue() -> dict[str, ProfileData]:
    """The profiles of the sample armies: a catalogue for lists of them."""
    found: dict[str, ProfileData] = {}
    for data in samples():
        found |= msgspec.convert(data, Army).profiles
    return found


def read_list(source: Any) -> Any:
    """An army as plain JSON from TOML text, from a plain-text export, or from JSON already. Raises Unreadable."""
    if not isinstance(source, str):
        return msgspec.to_builtins(source)
    if _is_toml(source):
        return msgspec.to_builtins(read_army(source))
    return msgspec.to_builtins(army_of(read_text_list(source), sample_catalogue()))


def _is_toml(words: str) -> bool:
    try:
        return "entries" in tomllib.loads(words)
    except tomllib.TOMLDecodeError:
        return "[[entries]]" in words
