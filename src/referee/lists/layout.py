"""From totals to models: which of a unit's models carry what, where a list states only how many there are."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from referee.lists.army import ListedModel, Wargear
from referee.lists.dataset import key
from referee.lists.datasheets import Row
from referee.lists.wargear import Gear


@dataclass
class Group:
    """Models being read: with totals, or with what each carries, until they are laid out."""

    name: str
    row: Row | None
    count: int
    line: int | None
    each: bool = False
    totals: dict[str, tuple[str, str | None, int]] = field(default_factory=dict)
    """By id or key: name as written, id, count."""

    def take(self, name: str, item_id: str | None, count: int) -> None:
        """Add wargear."""
        at = item_id or key(name)
        known = self.totals.get(at)
        self.totals[at] = (known[0], known[1], known[2] + count) if known else (name, item_id, count)


def laid_out(group: Group, gear: Gear | None, limit: int) -> list[ListedModel]:
    """The group as models that are alike; groups of more than `limit` models are not divided.

    Reading: a list that states totals (`9x Pathfinder`: 3 ion rifles, 6 pulse carbines) does not say who carries
    what. Two divisions are tried, and the one that leaves fewer models without what they should carry is taken: by the
    datasheet's options, what replaces a weapon going to the models without it; or in the order written, each weapon
    starting where the one before ended. The alternative, every division the datasheet allows, is for the player to
    choose at the table.
    """
    profile = group.row.name if group.row else group.name
    if group.each or not 1 < group.count <= limit:
        wargear = tuple(Wargear(name, item_id, count) for name, item_id, count in group.totals.values() if count > 0)
        return [ListedModel(group.name, profile, group.count, wargear)] if group.count > 0 else []
    in_order = _models(group, profile, _starts_in_order(group))
    if gear is None or len(in_order) == 1 or not any(gear.missing(model) for model in in_order):
        return in_order
    by_options = _models(group, profile, _starts_by_options(group, gear))
    return min((in_order, by_options), key=lambda models: sum(len(gear.missing(m)) * m.count for m in models))


def _models(group: Group, profile: str, starts: list[int]) -> list[ListedModel]:
    """The group divided, the odd copies of each item dealt out from its start on, round the end."""
    spans: list[tuple[int, int, Wargear]] = []
    for (name, item_id, total), at in zip(group.totals.values(), starts, strict=True):
        whole, rest = divmod(total, group.count)
        for start, stop, more in _dealt(at, rest, group.count):
            if whole + more:
                spans.append((start, stop, Wargear(name, item_id, whole + more)))
    edges = sorted({0, group.count, *(edge for start, stop, _ in spans for edge in (start, stop))})
    models = []
    for start, stop in pairwise(edges):
        wargear = tuple(item for low, high, item in spans if low <= start and stop <= high)
        models.append(ListedModel(group.name, profile, stop - start, wargear))
    return models


def _starts_in_order(group: Group) -> list[int]:
    starts = []
    at = 0
    for _, _, total in group.totals.values():
        starts.append(at)
        at = (at + total) % group.count
    return starts


def _starts_by_options(group: Group, gear: Gear) -> list[int]:
    """Defaults from the first model on; what replaces one from the first model without it on, one after the other.

    Items of one choice (a power fist and an assault cannon) go to the same models.
    """
    totals = {gear.key_of(item_id): total for _, item_id, total in group.totals.values() if item_id}
    used: dict[str, int] = {}
    placed: dict[tuple[int, int], int] = {}
    starts = []
    for _, item_id, total in group.totals.values():
        bundles = gear.bundles_with(item_id) if item_id else []
        shared = next((placed[n, c] for n, c, _ in bundles if (n, c) in placed), None)
        given = sorted({gear.key_of(i) for _, _, replaced in bundles for i in replaced})
        lost = [name for name in given if totals.get(name, 0) < group.count]
        if shared is not None:
            at = shared
        elif not lost or (group.row and item_id in group.row.default_weapon_ids):
            at = 0
        else:
            at = max(max(totals.get(name, 0), used.get(name, 0)) for name in lost) % group.count
            used.update(dict.fromkeys(lost, at + total))
            placed.update({(number, choice): at for number, choice, _ in bundles})
        starts.append(at)
    return starts


def _dealt(at: int, rest: int, count: int) -> list[tuple[int, int, int]]:
    """Spans of 0 to `count` with one more for `rest` models from `at` on, round the end, and none more elsewhere."""
    if not rest:
        return [(0, count, 0)]
    end = at + rest
    if end <= count:
        spans = [(0, at, 0), (at, end, 1), (end, count, 0)]
    else:
        spans = [(0, end - count, 1), (end - count, at, 0), (at, count, 1)]
    return [span for span in spans if span[0] < span[1]]


def merged(models: list[ListedModel]) -> list[ListedModel]:
    """Models that are alike counted together."""
    found: dict[tuple[str, str, tuple[Wargear, ...]], int] = {}
    for model in models:
        alike = (model.name, model.profile, model.wargear)
        found[alike] = found.get(alike, 0) + model.count
    return [ListedModel(name, profile, count, wargear) for (name, profile, wargear), count in found.items()]
