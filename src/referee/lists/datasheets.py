"""Records of the public 40k data set, as far as army lists need them.

They hold nothing but names and numbers, so the garbage collector need not look at them.
"""

from __future__ import annotations

import msgspec


class Tier(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A price of a datasheet: from `models` to `models_max` models, for the nth to mth copy in the army."""

    models: int
    cost: int
    models_max: int | None = None
    unit_count_min: int | None = None
    unit_count_max: int | None = None
    host_faction: str | None = None


class ItemCost(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    item_id: str
    cost: int


class Profile(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    name: str


class ConditionalKeyword(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    keyword: str
    required_detachment_id: str | None = None
    required_faction_keyword: str | None = None


class Datasheet(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
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


class Variant(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    name: str
    weapon_ids: tuple[str, ...] = ()


class Row(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One kind of model in a unit."""

    name: str
    min: int
    max: int
    default_weapon_ids: tuple[str, ...] = ()
    profile_name: str | None = None
    loadout_variants: tuple[Variant, ...] = ()


class TierRow(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    name: str
    min: int
    max: int


class CompositionTier(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    models: tuple[TierRow, ...] = ()


class Composition(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The models a unit may have: rows, and the combinations of row sizes that are allowed."""

    unit_id: str
    faction_id: str
    models: tuple[Row, ...]
    tiers: tuple[CompositionTier, ...] = ()


class Constraint(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    max_count: int | None = None
    model_name: str | None = None


class Option(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
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


class KeywordMinimum(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    keyword: str
    min: int


class GrantedKeyword(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    keyword: str
    to_keywords: tuple[str, ...] = ()
    max_selected: int | None = None


class Restrictions(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    required_keywords: tuple[str, ...] = ()
    excluded_keywords: tuple[str, ...] = ()


class Detachment(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
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


class Enhancement(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    id: str
    name: str
    detachment_id: str | None = None
    cost: int | None = None
    upgrade_tag: bool | None = None
    keyword_restrictions: tuple[str, ...] | None = None
    keyword_restriction_groups: tuple[tuple[str, ...], ...] | None = None
    exclusion_keywords: tuple[str, ...] | None = None
    attachment_bodyguard_ids: tuple[str, ...] | None = None


class Attachment(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The bodyguard units a leader or support unit may be attached to."""

    leader_id: str
    eligible_bodyguard_ids: tuple[str, ...] = ()
    eligible_bodyguard_keywords: tuple[str, ...] = ()


class Faction(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    id: str
    name: str
    aliases: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    parent_faction_id: str | None = None


class SizeLimit(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    battle_size: str
    max_points: int | None = None
    max_count: int | None = None
    keyword: str | None = None


class AlliedRule(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
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


class Item(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    id: str
    name: str
    type: str = ""
    """`melee` or `ranged` for weapons."""


class Ability(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    ability_id: str
    name: str


class Bundle(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
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
