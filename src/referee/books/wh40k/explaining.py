"""Why a stratagem may not be used now: at any moment, also where nobody is asked about stratagems (15.01)."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from typing import Any

from referee.books.wh40k.state import Battle, Unit, UnitId
from referee.books.wh40k.stratagem_records import Stratagem
from referee.books.wh40k.stratagems import stratagems_of, why_not
from referee.books.wh40k.using import StratagemMoment, UseStratagem
from referee.kernel import Game, Refusal, Seat, refuse, text

WISH = re.compile(r"use\s+(?P<name>.+?)(?:\s+on\s+(?P<unit>.+?))?(?:\s+as\s+(?P<seat>[12]))?", re.IGNORECASE)
"""`use NAME`, `use NAME on UNIT`, `use NAME on UNIT as 2` (for the second player)."""


def explain(game: Game, answer: Any) -> Iterator[Refusal] | None:
    """Every reason why what is asked for in words, `use NAME [on UNIT] [as 1|2]`, may not be done now.

    Nothing at all if the words are no such wish; no reasons if it may be done.
    """
    match = WISH.fullmatch(answer.strip()) if isinstance(answer, str) else None
    asked = game.decision
    if match is None or asked is None or not isinstance(game.state, Battle):
        return None
    return _reasons(game, game.state, match, int(match["seat"]) - 1 if match["seat"] else asked.by)


def _reasons(game: Game, s: Battle, match: re.Match[str], seat: Seat) -> Iterator[Refusal]:
    moment, subject = _moment(game)
    one = find_stratagem(s, seat, match["name"])
    if one is None:
        near = _near(s, seat, match["name"])
        instead = text("It has: {names}.", names=near) if near else None
        yield refuse("40K 15.01/n", "Your army has no stratagem {name}.", instead=instead, name=match["name"])
        return
    unit = ""
    if match["unit"]:
        found = find_unit(s, seat, match["unit"])
        if found is None:
            names = [f"{known.id} {known.name}" for known in s.units.values() if known.seat == seat]
            instead = text("Your units: {names}.", names=names)
            yield refuse("40K 15.01/d", "There is no unit {name}.", instead=instead, name=match["unit"])
            return
        unit = found.id
    yield from why_not(s, seat, one.id, unit, moment, subject)


def _moment(game: Game) -> tuple[str, UnitId]:
    """The moment that has come and the unit it concerns; nothing if nobody is asked about one."""
    frame = game.stack[-1]
    if isinstance(frame, StratagemMoment | UseStratagem):
        return frame.moment, frame.subject
    return "", ""


def _plain(words: str) -> str:
    return re.sub(r"\W+", " ", words.casefold()).strip()


def find_stratagem(s: Battle, seat: Seat, name: str) -> Stratagem | None:
    """The player's stratagem of that name or id; or the only one whose name begins so."""
    known = stratagems_of(s, seat)
    for one in known:
        if _plain(name) in (_plain(one.name), _plain(one.id)):
            return one
    begins = [one for one in known if _plain(one.name).startswith(_plain(name))]
    return begins[0] if len(begins) == 1 else None


def _near(s: Battle, seat: Seat, name: str) -> list[str]:
    names = {_plain(one.name): one.name for one in stratagems_of(s, seat)}
    return [names[one] for one in difflib.get_close_matches(_plain(name), names, 4, 0.5)] or list(names.values())[:12]


def find_unit(s: Battle, seat: Seat, name: str) -> Unit | None:
    """The unit of that id or name, of the player's own units first; or the only one whose name begins so."""
    if name.upper() in s.units:
        return s.units[name.upper()]
    units = sorted(s.units.values(), key=lambda unit: unit.seat != seat)
    exact = [unit for unit in units if _plain(unit.name) == _plain(name)]
    begins = [unit for unit in units if _plain(unit.name).startswith(_plain(name))]
    return exact[0] if exact else begins[0] if len(begins) == 1 else None
