"""What a datasheet's models may carry, by name: the data set's ids differ between lists and options, names do not."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from referee.lists.army import ListedModel, Wargear
from referee.lists.dataset import Data, data, key, singular
from referee.lists.datasheets import Datasheet, Option, Row


class Gear:
    """The wargear of one datasheet."""

    def __init__(self, known: Data, sheet: Datasheet) -> None:
        self.sheet = sheet
        composition = known.composition(sheet)
        self.rows: tuple[Row, ...] = composition.models if composition else ()
        self.tiers = composition.tiers if composition else ()
        self.options: list[Option] = known.options.get((sheet.faction_id, sheet.id), [])
        self._names = known.item_names
        self._melee = known.melee_ids
        self.ids: dict[str, str] = {}
        for item_id in self._item_ids():
            self.ids.setdefault(self.key_of(item_id), item_id)
        self._singular: dict[str, str] = {}
        for name_key, item_id in self.ids.items():
            self._singular.setdefault(singular(name_key), item_id)
        self._own = frozenset(self.ids.values())
        self.bounds = {row.name: self._bounds(row) for row in self.rows}

    def _item_ids(self) -> list[str]:
        """Weapons first, so that a weapon wins over an ability of its name."""
        sheet = self.sheet
        ids = list(sheet.weapon_ids)
        for row in self.rows:
            ids += row.default_weapon_ids
            for variant in row.loadout_variants:
                ids += variant.weapon_ids
        for option in self.options:
            for bundle in option.bundles:
                ids += bundle
            ids += option.replaces
        return [*ids, *sheet.ability_ids]

    def key_of(self, item_id: str) -> str:
        """Key of an item's name; its id where the data set has no name for it."""
        return key(self._names.get(item_id) or item_id)

    def name_of(self, item_id: str) -> str:
        """Name of an item."""
        return self._names.get(item_id) or item_id.replace("-", " ").capitalize()

    def find(self, name: str) -> str | None:
        """Id of the wargear of this name; singular and plural, and `The` in front, count as the same."""
        item_id = self._find(key(name))
        return self.own(item_id) if item_id else None

    def own(self, item_id: str) -> str:
        """The datasheet's own item for a general one: its `boltgun-scout-squad` for `boltgun`."""
        own = f"{item_id}-{self.sheet.id}"
        return own if own in self._own else item_id

    def _find(self, wanted: str) -> str | None:
        for candidate in (wanted, wanted.removeprefix("the "), "the " + wanted):
            if candidate in self.ids:
                return self.ids[candidate]
        return self._singular.get(singular(wanted)) or self._renamed(wanted)

    def _renamed(self, wanted: str) -> str | None:
        """An item called so when it got its id: `close-combat-weapon-scout-squad` may have another name now."""
        stem = re.sub(r"[^a-z0-9]+", "-", wanted).strip("-")
        return next((i for i in self.ids.values() if i in (stem, f"{stem}-{self.sheet.id}")), None)

    def close_combat_weapon(self, row: Row | None) -> str | None:
        """The one melee weapon a model has unless it chooses another, which older lists call `Close combat weapon`."""
        melee = [i for i in (row.default_weapon_ids if row else ()) if i in self._melee]
        return melee[0] if len(melee) == 1 else None

    def row_named(self, name: str) -> Row | None:
        """The kind of model a written name means: `Pathfinders w/ pulse carbine` is a Pathfinder."""
        wanted = key(name)
        short = wanted
        for divider in (" w/ ", " with ", " ("):
            short = short.split(divider)[0]
        for test in (wanted, short):
            for row in self.rows:
                names = [row.name, *(variant.name for variant in row.loadout_variants)]
                if any(singular(key(each)) == singular(test) for each in names):
                    return row
        alike = [
            row for row in self.rows if singular(key(row.name).split(" w/ ")[0].split(" with ")[0]) == singular(short)
        ]
        return alike[0] if len(alike) == 1 else None

    def rows_of_profile(self, name: str) -> list[Row]:
        """Rows whose profile has this name, or whose name is part of it or contains it."""
        wanted = singular(key(name))
        found = [row for row in self.rows if row.profile_name and singular(key(row.profile_name)) == wanted]
        if found:
            return found
        words = set(wanted.split())
        return [row for row in self.rows if words & set(singular(key(row.name)).split())]

    def defaults(self, row: Row) -> Counter[str]:
        """Keys of what a model of this row carries if nothing is chosen."""
        return Counter(self.key_of(item_id) for item_id in row.default_weapon_ids)

    def default_wargear(self, row: Row) -> tuple[Wargear, ...]:
        """What a model of this row carries if nothing is chosen."""
        counts = Counter(row.default_weapon_ids)
        return tuple(Wargear(self.name_of(item_id), item_id, count) for item_id, count in counts.items())

    def _bounds(self, row: Row) -> Counter[str]:
        """At most how many of each a model of this row may carry: a loose bound, never too small."""
        bounds = self.defaults(row)
        for variant in row.loadout_variants:
            bounds |= Counter(self.key_of(item_id) for item_id in variant.weapon_ids)
        for option in self.options:
            if option.model_constraint.model_name not in (None, row.name):
                continue
            gain: Counter[str] = Counter()
            for bundle in option.bundles:
                gain |= Counter(self.key_of(item_id) for item_id in bundle)
            times = max(option.model_constraint.max_count or 1, len(option.replaces))
            bounds += Counter({name: count * times for name, count in gain.items()})
            bounds |= Counter(self.key_of(item_id) for item_id in option.replaces)
        return bounds

    def too_many(self, model: ListedModel) -> list[tuple[str, int, int]]:
        """Wargear a model has more of than the datasheet can give: name, count, bound."""
        bounds = self.bounds.get(model.profile)
        if bounds is None:
            return []
        return [
            (item.name, item.count, max(bounds[self.key_of(item.id)], 1))
            for item in model.wargear
            if item.id and item.count > max(bounds[self.key_of(item.id)], 1)
        ]

    def missing(self, model: ListedModel) -> list[str]:
        """Names of what the model should carry and no option explains that it does not."""
        row = next((row for row in self.rows if row.name == model.profile), None)
        if row is None:
            return []
        carried = {singular(self.key_of(item.id) if item.id else key(item.name)) for item in model.wargear}
        for item_ids in self.loadouts(row):
            if all(singular(self.key_of(item_id)) in carried for item_id in item_ids):
                return []
        lacking = [name for name in self.defaults(row) if singular(name) not in carried and self._is_weapon_key(name)]
        return [self.name_of(self.ids[name]) for name in lacking if not self._is_replaced(name, carried)]

    def loadouts(self, row: Row) -> list[tuple[str, ...]]:
        """What models of this row may carry instead of the defaults, whole.

        The data set lists a model with a special weapon without the weapon, which is an option in place of a default;
        such a loadout is left to the options.
        """
        defaults = self.defaults(row)
        replaced = {self.key_of(i) for option in self.options if option.bundles for i in option.replaces}
        found = []
        for variant in row.loadout_variants:
            items = Counter(self.key_of(self.own(item_id)) for item_id in variant.weapon_ids)
            if items - defaults or not (defaults - items).keys() <= replaced:
                found.append(variant.weapon_ids)
        return found

    def _is_weapon_key(self, name_key: str) -> bool:
        """Reading: a default that an option adds to models is one they may do without, though the data lists it."""
        item_id = self.ids.get(name_key)
        if item_id is None or item_id in self.sheet.ability_ids:
            return False
        added = [i for option in self.options if not option.replaces for bundle in option.bundles for i in bundle]
        return not any(i == item_id or item_id == f"{i}-{self.sheet.id}" for i in added)

    def bundles_with(self, item_id: str) -> list[tuple[int, int, tuple[str, ...]]]:
        """The options an item is part of: number of the option, number of the choice, ids of what is given up."""
        wanted = self.key_of(item_id)
        return [
            (number, choice, option.replaces)
            for number, option in enumerate(self.options)
            for choice, bundle in enumerate(option.bundles)
            if any(self.key_of(i) == wanted for i in bundle)
        ]

    def _is_replaced(self, name_key: str, carried: set[str]) -> bool:
        for option in self.options:
            if any(self.key_of(item_id) == name_key for item_id in option.replaces):
                taken = [{singular(self.key_of(item_id)) for item_id in bundle} for bundle in option.bundles]
                if not taken or any(keys & carried for keys in taken):
                    return True
        return False


@lru_cache(maxsize=2048)
def gear(faction_id: str, unit_id: str) -> Gear:
    """The wargear of a datasheet."""
    return Gear(data(), data().units[(faction_id, unit_id)])
