"""The public 40k data set (package wh40kdc), as far as army lists need it.

Only the needed columns are decoded, once per process and not before the first list is read: about 40 ms instead of the
half second that importing the package and its whole bundle takes. Powered by 40kdc-data.
"""

from __future__ import annotations

import difflib
import importlib.util
import re
import unicodedata
from collections.abc import Iterable
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

import msgspec


class Tier(msgspec.Struct, frozen=True):
    """A price of a datasheet: from `models` to `models_max` models, for the nth to mth copy in the army."""

    models: int
    cost: int
    models_max: int | None = None
    unit_count_min: int | None = None
    unit_count_max: int | None = None
    host_faction: str | None = None


class ItemCost(msgspec.Struct, frozen=True):
    item_id: str
    cost: int


class Profile(msgspec.Struct, frozen=True):
    name: str


class ConditionalKeyword(msgspec.Struct, frozen=True):
    keyword: str
    required_detachment_id: str | None = None
    required_faction_keyword: str | None = None


class Datasheet(msgspec.Struct, frozen=True):
    """A unit of the data set. `id` is unique within `faction_id` only."""

    id: str
    name: str
    faction_id: str
    keywords: tuple[str, ...] = ()
    faction_keywords: tuple[str, ...] = ()
    points: tuple[Tier, ...] = ()
    allied_points: tuple[Tier, ...] = ()
    weapon_ids: tuple[str, ...] = ()
    ability_ids: tuple[str, ...] = ()
    role: str | None = None
    attachment_role: str | None = None
    wargear_costs: tuple[ItemCost, ...] = ()
    aliases: tuple[str, ...] = ()
    is_legend: bool = False
    game_modes: tuple[str, ...] = ()
    excluded_faction_keywords: tuple[str, ...] = ()
    conditional_keywords: tuple[ConditionalKeyword, ...] = ()
    profiles: tuple[Profile, ...] = ()

    @property
    def is_character(self) -> bool:
        """True for characters and epic heroes."""
        return self.role in ("character", "epic-hero") or "Character" in self.keywords

    @property
    def is_epic_hero(self) -> bool:
        """True for named characters, of whom an army has one of each."""
        return self.role == "epic-hero" or "Epic Hero" in self.keywords


class Variant(msgspec.Struct, frozen=True):
    name: str
    weapon_ids: tuple[str, ...] = ()


class Row(msgspec.Struct, frozen=True):
    """One kind of model in a unit."""

    name: str
    min: int
    max: int
    default_weapon_ids: tuple[str, ...] = ()
    profile_name: str | None = None
    loadout_variants: tuple[Variant, ...] = ()


class TierRow(msgspec.Struct, frozen=True):
    name: str
    min: int
    max: int


class CompositionTier(msgspec.Struct, frozen=True):
    models: tuple[TierRow, ...] = ()


class Composition(msgspec.Struct, frozen=True):
    """The models a unit may have: rows, and the combinations of row sizes that are allowed."""

    unit_id: str
    faction_id: str
    models: tuple[Row, ...]
    tiers: tuple[CompositionTier, ...] = ()


class Constraint(msgspec.Struct, frozen=True):
    any_number: bool = False
    max_count: int | None = None
    model_name: str | None = None
    per_n_models: int | None = None


class Option(msgspec.Struct, frozen=True):
    """A wargear option: what may be taken, in place of what, by whom."""

    unit_id: str
    faction_id: str
    replaces: tuple[str, ...] = ()
    replacement: tuple[str, ...] = ()
    replacement_choice: tuple[tuple[str, ...], ...] = ()
    model_constraint: Constraint = Constraint()

    @property
    def bundles(self) -> tuple[tuple[str, ...], ...]:
        """What may be taken: each bundle is one choice."""
        return self.replacement_choice or ((self.replacement,) if self.replacement else ())


class KeywordMinimum(msgspec.Struct, frozen=True):
    keyword: str
    min: int


class GrantedKeyword(msgspec.Struct, frozen=True):
    keyword: str
    to_keywords: tuple[str, ...] = ()
    max_selected: int | None = None


class Restrictions(msgspec.Struct, frozen=True):
    required_keywords: tuple[str, ...] = ()
    excluded_keywords: tuple[str, ...] = ()


class Detachment(msgspec.Struct, frozen=True):
    id: str
    name: str
    faction_id: str
    detachment_points: int | None = None
    force_dispositions: tuple[str, ...] | None = None
    tags: tuple[str, ...] = ()
    restrictions: Restrictions | None = None
    unit_minimums: tuple[KeywordMinimum, ...] = ()
    granted_keywords: tuple[GrantedKeyword, ...] = ()
    game_modes: tuple[str, ...] = ()


class Enhancement(msgspec.Struct, frozen=True):
    id: str
    name: str
    detachment_id: str | None = None
    cost: int | None = None
    upgrade_tag: bool | None = None
    max_targets: int | None = None
    keyword_restrictions: tuple[str, ...] | None = None
    keyword_restriction_groups: tuple[tuple[str, ...], ...] | None = None
    exclusion_keywords: tuple[str, ...] | None = None
    attachment_bodyguard_ids: tuple[str, ...] | None = None


class Attachment(msgspec.Struct, frozen=True):
    """The bodyguard units a leader or support unit may be attached to."""

    leader_id: str
    eligible_bodyguard_ids: tuple[str, ...] = ()
    eligible_bodyguard_keywords: tuple[str, ...] = ()


class Faction(msgspec.Struct, frozen=True):
    id: str
    name: str
    aliases: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    parent_faction_id: str | None = None


class SizeLimit(msgspec.Struct, frozen=True):
    battle_size: str
    max_points: int | None = None
    max_count: int | None = None
    keyword: str | None = None


class AlliedRule(msgspec.Struct, frozen=True):
    """Units of another faction an army may include, and on what terms."""

    id: str
    name: str
    source_faction_id: str | None = None
    army_keywords_any: tuple[str, ...] = ()
    detachment_ids: tuple[str, ...] = ()
    source_datasheet_ids: tuple[str, ...] = ()
    cannot_be_warlord: bool = False
    cannot_take_enhancements: bool = False
    points_limits: tuple[SizeLimit, ...] = ()
    keyword_limits: tuple[SizeLimit, ...] = ()


class Item(msgspec.Struct, frozen=True):
    id: str
    name: str


class Ability(msgspec.Struct, frozen=True):
    ability_id: str
    name: str


class Bundle(msgspec.Struct, frozen=True):
    """The columns of the data file that are decoded."""

    units: tuple[Datasheet, ...]
    unit_compositions: tuple[Composition, ...]
    weapons: tuple[Item, ...]
    wargear: tuple[Item, ...]
    abilities: tuple[Ability, ...]
    wargear_options: tuple[Option, ...]
    detachments: tuple[Detachment, ...]
    enhancements: tuple[Enhancement, ...]
    leader_attachments: tuple[Attachment, ...]
    factions: tuple[Faction, ...]
    force_dispositions: tuple[Item, ...]
    allied_rules: tuple[AlliedRule, ...]


_QUOTES = re.compile("['’‘`´ʼ′\"“”„«»]")
_GAPS = re.compile(r"[\s\-‐‑‒–—_]+")


@lru_cache(maxsize=32768)
def key(name: str) -> str:
    """What two spellings of a name have in common: no case, accents, quotes, hyphens or double spaces.

    >>> key("T’au  Empire") == key("tau-empire")
    False
    >>> key("Khârn the Betrayer")
    'kharn the betrayer'
    """
    plain = name if name.isascii() else _without_accents(name)
    return _GAPS.sub(" ", _QUOTES.sub("", plain.casefold().replace("&", " and "))).strip()


def _without_accents(name: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))


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
        return _index((name, e) for e in self.bundle.enhancements for name in {e.name, without_upgrade(e.name)})

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
    def weapon_keys(self) -> frozenset[str]:
        """Keys of the names of all weapons and wargear."""
        return frozenset(key(item.name) for item in (*self.bundle.weapons, *self.bundle.wargear))

    @cached_property
    def options(self) -> dict[tuple[str, str], list[Option]]:
        found: dict[tuple[str, str], list[Option]] = {}
        for option in self.bundle.wargear_options:
            found.setdefault((option.faction_id, option.unit_id), []).append(option)
        return found

    def composition(self, unit: Datasheet) -> Composition | None:
        """The models of a datasheet; None where the data set has none."""
        return self._compositions.get((unit.faction_id, unit.id))

    def nearest(self, name: str, known: Iterable[str], count: int = 3) -> tuple[str, ...]:
        """The known names most like this one."""
        by_key: dict[str, str] = {}
        for candidate in known:
            by_key.setdefault(key(candidate), candidate)
        wanted = key(name)[:80]
        return tuple(by_key[match] for match in difflib.get_close_matches(wanted, list(by_key), count, 0.6))


def without_upgrade(name: str) -> str:
    """`X (Upgrade)` as `X`."""
    return re.sub(r"\s*\(upgrade\)\s*$", "", name, flags=re.IGNORECASE)


def _index(pairs: Iterable[tuple[str, Any]]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for name, thing in pairs:
        found.setdefault(key(name), []).append(thing)
    return found


def bundle_path() -> Path:
    """Where the data file lies; raises RuntimeError if the package is not installed."""
    spec = importlib.util.find_spec("wh40kdc")
    if spec is None or spec.origin is None:
        raise RuntimeError("the package wh40kdc is not installed")
    return Path(spec.origin).parent / "_bundle.json"


@cache
def data() -> Data:
    """The data set, decoded at the first call."""
    return Data(msgspec.json.decode(bundle_path().read_bytes(), type=Bundle))
