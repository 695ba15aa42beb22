"""The public 40k data set (package wh40kdc), as far as army lists need it.

Decoded once per process and not before the first list is read. Powered by 40kdc-data.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, cached_property, lru_cache
from typing import Any

from referee.lists.bundle import read_bundle
from referee.lists.datasheets import (
    Attachment,
    Bundle,
    Composition,
    Datasheet,
    Detachment,
    Enhancement,
    Faction,
    Item,
    Option,
)

_QUOTES = re.compile("['’‘`´ʼ′\"“”„«»]")
_GAPS = re.compile(r"[\s\-‐‑‒–—_]+")


@lru_cache(maxsize=32768)
def key(name: str) -> str:
    """What two spellings of a name have in common: no case, accents, quotes, hyphens or double spaces.

    >>> key("T’au  Empire") == key("tau-empire")
    True
    >>> key("Khârn the Betrayer")
    'kharn the betrayer'
    """
    if name.isascii():
        if name.replace(" ", "").isalnum():
            return " ".join(name.lower().split())
        plain = name
    else:
        plain = _without_accents(name)
    return _GAPS.sub(" ", _QUOTES.sub("", plain.casefold().replace("&", " and "))).strip()


def _without_accents(name: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))


@lru_cache(maxsize=32768)
def singular(name_key: str) -> str:
    """A key without the plural endings of its words, to compare `Kroot Carnivores` with `Kroot Carnivore`.

    >>> singular("pathfinders")
    'pathfinder'
    """
    return " ".join(_SINGULAR.sub(_singular_ending, word) for word in name_key.split(" "))


_SINGULAR = re.compile(r"(?<=\w{2})(ies|ves|men|s)$")


def _singular_ending(match: re.Match[str]) -> str:
    return {"ies": "y", "ves": "f", "men": "man", "s": ""}[match[1]]


class Data:
    """The data set with the indexes army lists need."""

    def __init__(self, bundle: Bundle) -> None:
        self.bundle = bundle
        self.factions = {faction.id: faction for faction in bundle.factions}
        self.units = {(unit.faction_id, unit.id): unit for unit in bundle.units}
        self._compositions = {(c.faction_id, c.unit_id): c for c in bundle.unit_compositions}
        self.dispositions = {d.id: d for d in bundle.force_dispositions}
        self.allied_rules = bundle.allied_rules

    @cached_property
    def units_by_key(self) -> dict[str, list[Datasheet]]:
        """Datasheets by the key of their names and aliases."""
        return _index((name, unit) for unit in self.bundle.units for name in (unit.name, *unit.aliases))

    @cached_property
    def units_by_singular(self) -> dict[str, list[Datasheet]]:
        """Datasheets by singular key, for `Boy` and `Boyz`-like differences."""
        found: dict[str, list[Datasheet]] = {}
        for name, units in self.units_by_key.items():
            found.setdefault(singular(name), []).extend(units)
        return found

    @cached_property
    def factions_by_key(self) -> dict[str, list[Faction]]:
        return _index((name, faction) for faction in self.bundle.factions for name in (faction.name, *faction.aliases))

    @cached_property
    def detachments_by_key(self) -> dict[str, list[Detachment]]:
        return _index((detachment.name, detachment) for detachment in self.bundle.detachments)

    @cached_property
    def detachments_by_id(self) -> dict[str, list[Detachment]]:
        found: dict[str, list[Detachment]] = {}
        for detachment in self.bundle.detachments:
            found.setdefault(detachment.id, []).append(detachment)
        return found

    @cached_property
    def enhancements_by_key(self) -> dict[str, list[Enhancement]]:
        """Enhancements by name; `X (Upgrade)` is found as `X` too."""
        return _index((name, e) for e in self.bundle.enhancements for name in _with_short(e.name))

    @cached_property
    def enhancements_by_id(self) -> dict[str, Enhancement]:
        return {enhancement.id: enhancement for enhancement in self.bundle.enhancements}

    @cached_property
    def dispositions_by_key(self) -> dict[str, Item]:
        found = {key(item.name): item for item in self.bundle.force_dispositions}
        if "reconnaissance" in found:
            found["recon"] = found["reconnaissance"]
        return found

    @cached_property
    def attachments(self) -> dict[str, list[Attachment]]:
        found: dict[str, list[Attachment]] = {}
        for attachment in self.bundle.leader_attachments:
            found.setdefault(attachment.leader_id, []).append(attachment)
        return found

    @cached_property
    def item_names(self) -> dict[str, str]:
        """Names of weapons, wargear and abilities by id."""
        names = {ability.ability_id: ability.name for ability in self.bundle.abilities}
        names.update((item.id, item.name) for item in self.bundle.wargear)
        names.update((item.id, item.name) for item in self.bundle.weapons)
        return names

    @cached_property
    def melee_ids(self) -> frozenset[str]:
        """Ids of melee weapons."""
        return frozenset(item.id for item in self.bundle.weapons if item.type == "melee")

    @cached_property
    def weapon_keys(self) -> frozenset[str]:
        """Keys of the names of all weapons and wargear."""
        return frozenset(key(item.name) for item in (*self.bundle.weapons, *self.bundle.wargear))

    @cached_property
    def names_with_commas(self) -> frozenset[str]:
        """Keys of the few names of wargear and enhancements that contain a comma."""
        names = [item.name for item in (*self.bundle.weapons, *self.bundle.wargear)]
        names += [enhancement.name for enhancement in self.bundle.enhancements]
        return frozenset(key(name) for name in names if "," in name)

    @cached_property
    def options(self) -> dict[tuple[str, str], list[Option]]:
        found: dict[tuple[str, str], list[Option]] = {}
        for option in self.bundle.wargear_options:
            found.setdefault((option.faction_id, option.unit_id), []).append(option)
        return found

    def composition(self, unit: Datasheet) -> Composition | None:
        """The models of a datasheet; None where the data set has none."""
        return self._compositions.get((unit.faction_id, unit.id))


class Suggestions:
    """Nearest known names for unknown ones, for so many of them: looking is slow."""

    def __init__(self, limit: int) -> None:
        self._left = limit

    def nearest(self, name: str, known: Iterable[str], count: int = 3, likeness: float = 0.6) -> str:
        """The known names most like this one, at least by `likeness` (0 to 1), with commas; empty if there are none."""
        if self._left <= 0:
            return ""
        self._left -= 1
        import difflib

        by_key: dict[str, str] = {}
        for candidate in known:
            by_key.setdefault(key(candidate), candidate)
        matches = difflib.get_close_matches(key(name)[:80], list(by_key), count, likeness)
        return ", ".join(by_key[match] for match in matches)


def without_upgrade(name: str) -> str:
    """`X (Upgrade)` as `X`."""
    return re.sub(r"\s*\(upgrade\)\s*$", "", name, flags=re.IGNORECASE)


def _with_short(name: str) -> tuple[str, ...]:
    return (name, without_upgrade(name)) if name.endswith(")") else (name,)


def _index(pairs: Iterable[tuple[str, Any]]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for name, thing in pairs:
        found.setdefault(key(name), []).append(thing)
    return found


@cache
def data() -> Data:
    """The data set, decoded at the first call."""
    return Data(read_bundle())
