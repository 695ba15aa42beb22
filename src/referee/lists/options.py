"""Could models carry this, all in all? The datasheet's defaults, changed by its options any number of times.

Reading: the data set does not say how often most options may be taken, so any number is allowed; what an option takes
away without any model having it counts as a default the data forgot. Wargear that no default and no option names may
have come in place of anything: models with it are not judged. Doubt is for what cannot be at all.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from referee.lists.army import ListedModel
from referee.lists.dataset import singular
from referee.lists.datasheets import Row
from referee.lists.wargear import Gear

_MOST_STEPS = 400


@dataclass
class Budget:
    """Combinations that may be tried for one army; after that models are given the benefit of the doubt."""

    left: int = 6000


Carried = Counter[str]
Change = tuple[Carried, Carried]
"""What is given up, and what is taken for it."""


def misfit(gear: Gear, row: Row, models: Iterable[ListedModel], budget: Budget) -> tuple[Carried, Carried] | None:
    """What the models of a row have too much of, and too little, against the nearest that options give.

    By names of wargear; None if options explain everything, or if that cannot be judged.
    """
    wanted, number = Counter[str](), 0
    names: dict[str, str] = {}
    for model in models:
        number += model.count
        for item in model.wargear:
            if item.id is None:
                return None
            names[_key(gear, item.id)] = item.name
            wanted[_key(gear, item.id)] += item.count * model.count
    defaults = _keys(gear, row.default_weapon_ids)
    if wanted == {item: many * number for item, many in defaults.items()}:
        return None
    changes = _changes(gear, row)
    if not wanted.keys() <= {*defaults, *(item for _, taken in changes for item in taken)}:
        return None
    nearest = _nearest(Counter({item: many * number for item, many in defaults.items()}), wanted, changes, budget)
    if nearest is None or nearest == wanted:
        return None
    return _named(wanted - nearest, names, gear), _named(nearest - wanted, names, gear)


def _named(items: Carried, names: dict[str, str], gear: Gear) -> Carried:
    known = {_key(gear, item_id): gear.name_of(item_id) for item_id in gear.ids.values()}
    return Counter({names.get(item) or known.get(item, item): many for item, many in items.items()})


@lru_cache(maxsize=16384)
def _key(gear: Gear, item_id: str) -> str:
    return singular(gear.key_of(gear.own(item_id)))


def _keys(gear: Gear, item_ids: Iterable[str]) -> Carried:
    return Counter(_key(gear, item_id) for item_id in item_ids)


@lru_cache(maxsize=2048)
def _changes(gear: Gear, row: Row) -> list[Change]:
    """Options, other loadouts, leaving out what an option only adds, and defaults the data forgot."""
    defaults = _keys(gear, row.default_weapon_ids)
    options: list[Change] = []
    for option in gear.options:
        if option.model_constraint.model_name in (None, row.name):
            options += [(_keys(gear, option.replaces), _keys(gear, bundle)) for bundle in option.bundles or ((),)]
    forgotten = {item for given, _ in options for item in given} - defaults.keys()
    abilities = {_key(gear, item_id) for item_id in gear.sheet.ability_ids}
    optional = {item for given, taken in options if not given for item in taken} | (abilities & defaults.keys())
    changes = [(Counter({i: n for i, n in given.items() if i in defaults}), taken) for given, taken in options]
    changes += [(defaults, _keys(gear, item_ids)) for item_ids in gear.loadouts(row)]
    changes += [(Counter([item]), Counter[str]()) for item in sorted(optional)]
    return changes + [(Counter[str](), Counter([item])) for item in sorted(forgotten)]


def _nearest(start: Carried, wanted: Carried, changes: list[Change], budget: Budget) -> Carried | None:
    """What changes of `start` come nearest to `wanted`; None if there are too many to try."""
    order = count()
    found, best = start, _distance(start, wanted)
    queue = [(best, next(order), start)]
    seen = {frozenset(start.items())}
    for _ in range(min(_MOST_STEPS, budget.left)):
        if not queue:
            return found
        budget.left -= 1
        distance, _, carried = heapq.heappop(queue)
        if distance < best:
            found, best = carried, distance
        if best == 0:
            return found
        for after in _after(carried, start, wanted, changes):
            state = frozenset(after.items())
            if state not in seen:
                seen.add(state)
                heapq.heappush(queue, (_distance(after, wanted), next(order), after))
    return None


def _after(carried: Carried, start: Carried, wanted: Carried, changes: list[Change]) -> Iterator[Carried]:
    """What one change more gives; never more of anything than is wanted or was there."""
    for given, taken in changes:
        if all(carried[item] >= many for item, many in given.items()):
            after = carried - given + taken
            if all(after[item] <= max(wanted[item], start[item]) for item in taken):
                yield after


def _distance(one: Carried, other: Carried) -> int:
    return sum(abs(one[item] - other[item]) for item in one.keys() | other.keys())
