"""The lines below a unit's name: models, wargear, enhancements, and who is attached to whom."""

from __future__ import annotations

import re

from referee.lists.army import Role
from referee.lists.dataset import key
from referee.lists.text_lines import Points, TextLine, points_in, split_count, split_with
from referee.lists.written import Kind, WrittenItem, WrittenUnit

_ROLE = re.compile(r"^attached\s+as\s*:?\s*(?P<role>leader|support|bodyguard)\b", re.IGNORECASE)
_ATTACHED_TO = re.compile(
    r"^(?:attachment\s*:\s*(?P<role>leader|support)\s*->\s*(?P<name>.+?)(?:\s*\[provisional\])?"
    r"|(?:attached to|leading|joined to|leads)\s*:?\s*(?P<name2>.+?))$",
    re.IGNORECASE,
)
_ENHANCEMENT = re.compile(
    r"^(?:e|enh|enhancements?|verbesserung(?:en)?|optimisations?|mejoras?|potenziament[oi])\s*:\s*(?P<name>.+)$",
    re.IGNORECASE,
)
_SPOKEN = re.compile(r"^(?:this datasheet also has the .+ keyword|.+\bkeywords?\s*:.*|.+ character)$", re.IGNORECASE)
_LABELS = frozenset({"wargear", "weapons", "weapon", "equipment", "options", "loadout", "gear"})
_CHOICE = re.compile(
    r"^(?:leader|led by|bodyguard|supported by|mark of chaos|daemonic allegiance|god|allegiance|order|chapter)\s*:",
    re.IGNORECASE,
)


class UnitLines:
    """Builds a unit's items from its lines: nesting by indent and bullet."""

    def __init__(self, unit: WrittenUnit, names_with_commas: frozenset[str]) -> None:
        self.unit = unit
        self._whole = names_with_commas
        self._open: list[tuple[tuple[int, int], WrittenItem]] = []

    def add(self, line: TextLine) -> None:
        """Read one more line of the unit."""
        body = line.body
        if self._is_about_unit(line):
            return
        models = split_with(body)
        if models and not line.mark:
            self._add_models(line, *models)
            return
        points = points_in(body)
        name = body
        if points and points[-1].end == len(body.rstrip(" .")):
            name = body[: points[-1].start].strip()
        value = _value(points[-1]) if points else None
        count, name = split_count(name)
        if points and points[-1].extra:
            self._append(line, WrittenItem(line.number, name, count, value, Kind.ENHANCEMENT))
            return
        head, colon, wargear = _split_colon(name)
        if colon and count is None and head.lower() in _LABELS:
            for part in self._listed(line.number, wargear):
                self._append(line, part, opens=False)
            return
        if colon:
            item = WrittenItem(line.number, head, count, value, Kind.MODEL, each=True)
            total = re.match(r"^unit total\s*:\s*", wargear, re.IGNORECASE)
            if total:
                item.each, wargear = False, wargear[total.end() :]
            inner = split_with(wargear)
            if inner:
                part = WrittenItem(
                    line.number, head, inner[0], None, Kind.MODEL, True, self._listed(line.number, inner[1])
                )
                item.items = [part]
            else:
                item.items = self._listed(line.number, wargear)
            self._append(line, item)
            return
        if count is None and "," in name:
            for part in self._listed(line.number, name):
                self._append(line, part, opens=False)
            return
        self._append(line, WrittenItem(line.number, name, count, value))

    def add_inline(self, number: int, wargear: str) -> None:
        """Wargear behind the colon of the unit's own line: `Rhino [75 pts]: Storm bolter, Armoured tracks`."""
        self.unit.items += self._listed(number, wargear)

    def _listed(self, number: int, wargear: str) -> list[WrittenItem]:
        """The items of a list with commas; an attachment among them is the unit's."""
        return [
            wargear_item(number, token) for token in split_list(wargear, self._whole) if not self._is_attachment(token)
        ]

    def _is_attachment(self, body: str) -> bool:
        attached = _ATTACHED_TO.match(body)
        if attached:
            self.unit.role = Role((attached["role"] or "leader").lower())
            self.unit.attached_to = (attached["name"] or attached["name2"]).strip()
        return bool(attached)

    def _is_about_unit(self, line: TextLine) -> bool:
        """Warlord, role, enhancement and keyword lines."""
        body = line.body
        if body.lower().strip("*. ") in (
            "warlord",
            "warlord: yes",
            "kriegsherr",
            "seigneur de guerre",
            "señor de la guerra",
        ):
            self.unit.items.append(WrittenItem(line.number, body, kind=Kind.WARLORD))
            return True
        role = _ROLE.match(body)
        if role:
            self.unit.role = Role(role["role"].lower())
            return True
        if self._is_attachment(body):
            return True
        enhancement = _ENHANCEMENT.match(body)
        if enhancement:
            points = points_in(enhancement["name"])
            name = enhancement["name"][: points[0].start].strip() if points else enhancement["name"]
            value = _value(points[0]) if points else None
            self.unit.items.append(WrittenItem(line.number, name, None, value, Kind.ENHANCEMENT))
            return True
        if (_SPOKEN.match(body) and not split_count(body)[0]) or _CHOICE.match(body):
            self.unit.items.append(WrittenItem(line.number, body, kind=Kind.IGNORED))
            return True
        return False

    def _add_models(self, line: TextLine, count: int, wargear: str) -> None:
        """`2 with Boltgun, Knife`: so many models, each with these."""
        parent = self._parent(line)
        items = self._listed(line.number, wargear)
        item = WrittenItem(line.number, parent.name if parent else "", count, None, Kind.MODEL, each=True, items=items)
        if parent is None:
            self.unit.items.append(item)
        else:
            parent.kind = Kind.MODEL
            parent.items.append(item)
        self._open.append((line.depth, item))

    def _parent(self, line: TextLine) -> WrittenItem | None:
        while self._open and self._open[-1][0] >= line.depth:
            self._open.pop()
        return self._open[-1][1] if self._open else None

    def _append(self, line: TextLine, item: WrittenItem, opens: bool = True) -> None:
        parent = self._parent(line)
        items = parent.items if parent else self.unit.items
        last = items[-1] if items else None
        item.repeated = last is not None and (last.name, last.count, _names(last)) == (
            item.name,
            item.count,
            _names(item),
        )
        items.append(item)
        if opens:
            self._open.append((line.depth, item))


def _value(points: Points) -> int | None:
    return points.value if points.value >= 0 else None


def _names(item: WrittenItem) -> list[tuple[str, int | None]]:
    return [(part.name, part.count) for part in item.items]


def _split_colon(name: str) -> tuple[str, bool, str]:
    head, colon, rest = name.partition(":")
    if colon and head.strip() and (not rest or rest[0] == " "):
        return head.strip(), bool(rest.strip()), rest.strip()
    return name, False, ""


def split_list(wargear: str, whole: frozenset[str] = frozenset()) -> list[str]:
    """The names in a list with commas; commas in brackets do not divide, nor those in a name of `whole` (keys)."""
    parts: list[str] = []
    depth = start = 0
    for at, c in enumerate(wargear):
        if c in "([":
            depth += 1
        elif c in ")]":
            depth = max(0, depth - 1)
        elif c in ",;" and depth == 0:
            parts.append(wargear[start:at])
            start = at + 1
    parts.append(wargear[start:])
    names = [part.strip().rstrip(".").strip() for part in parts if part.strip(" .")]
    for at in reversed(range(len(names) - 1)):
        joined = f"{names[at]}, {names[at + 1]}"
        if key(split_count(_ENHANCEMENT.sub(r"\g<name>", joined))[1]) in whole:
            names[at : at + 2] = [joined]
    return names


def wargear_item(number: int | None, token: str) -> WrittenItem:
    """One name of a wargear list, with its count and points."""
    if token.lower().strip("*") == "warlord":
        return WrittenItem(number, token, kind=Kind.WARLORD)
    match = _ENHANCEMENT.match(token)
    points = points_in(token)
    value = _value(points[-1]) if points else None
    name = token[: points[-1].start].strip() if points and points[-1].end == len(token) else token
    if match:
        name = _ENHANCEMENT.sub(lambda found: found["name"], name)
        return WrittenItem(number, name.strip(), None, value, Kind.ENHANCEMENT)
    count, name = split_count(name)
    kind = Kind.ENHANCEMENT if points and points[-1].extra else Kind.UNSAID
    return WrittenItem(number, name, count, value, kind)
