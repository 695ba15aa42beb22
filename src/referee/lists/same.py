"""Whether two lists mean the same army, however each was written."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from referee.lists.army import ArmyList, Certainty, ListedModel, ListedUnit, Named, Wargear
from referee.lists.dataset import key


def meaning(army: ArmyList) -> ArmyList:
    """The army with names as keys, and without lines, findings, format and program."""
    return replace(
        army,
        units=tuple(map(_unit, army.units)),
        detachments=_named(army.detachments),
        format="",
        edition=None,
        made_with="",
        findings=(),
    )


def _unit(unit: ListedUnit) -> ListedUnit:
    return replace(
        unit,
        name=key(unit.name),
        models=tuple(map(_model, unit.models)),
        enhancements=_named(unit.enhancements),
        line=None,
        certainty=Certainty.EXACT,
        assumed=(),
    )


def _model(model: ListedModel) -> ListedModel:
    wargear = tuple(Wargear(key(item.name), item.id, item.count) for item in model.wargear)
    return replace(model, name=key(model.name), profile=key(model.profile), wargear=wargear)


def _named(named: tuple[Named, ...]) -> tuple[Named, ...]:
    return tuple(Named(key(each.name), each.id) for each in named)


def difference(one: ArmyList, other: ArmyList) -> str | None:
    """The first place in which two lists mean different armies, such as `units[3].models[0].count`; None if nowhere."""
    return _difference(msgspec.to_builtins(meaning(one)), msgspec.to_builtins(meaning(other)), "")


def _difference(one: Any, other: Any, place: str) -> str | None:
    if one == other:
        return None
    if isinstance(one, dict) and isinstance(other, dict):
        for name in {**one, **other}:
            found = _difference(one.get(name), other.get(name), f"{place}.{name}".lstrip("."))
            if found:
                return found
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        for at, (left, right) in enumerate(zip(one, other, strict=True)):
            found = _difference(left, right, f"{place}[{at}]")
            if found:
                return found
    return place
