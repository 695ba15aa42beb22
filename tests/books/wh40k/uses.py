"""Positions for the tests of section 15: a window at a moment, made-up stratagems, and short words for using them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from books.wh40k.scene import Play, Scene, row
from referee.books.wh40k import BOOK
from referee.books.wh40k.moments import START_OF_MOVEMENT
from referee.books.wh40k.state import Battle, Phase
from referee.books.wh40k.stratagem_records import Stratagem
from referee.books.wh40k.using import USE, moment
from referee.books.wh40k.windows import NOTHING_MORE
from referee.kernel import Effect, Game, Scripted

FASTER = {"type": "stat-modifier", "target": "unit", "modifier": {"stat": "M", "operation": "add", "value": 2}}
TESTED = {"type": "battle-shock-test", "target": "target", "modifier": {}}


def made_up(name: str = "S", cp: int = 1, **fields: Any) -> Stratagem:
    """A stratagem of the Movement phase with an effect that makes the target faster."""
    given = {"phases": (Phase.MOVEMENT,), "turn": "either", "effect": FASTER, "duration": "phase"} | fields
    return Stratagem(name.lower(), name, cp, **given)


def scene(**given: Any) -> Scene:
    """Three own units, a tank among them, and two enemy ones, far apart."""
    board = Scene(**given).unit("A1", "Trooper", row(10.0, 30.0, 5)).unit("A2", "Trooper", row(30.0, 30.0, 5))
    board.unit("A3", "Tank", [(20.0, 35.0)])
    return board.unit("B1", "Trooper", row(10.0, 10.0, 5)).unit("B2", "Beast", [(40.0, 10.0)])


def at(
    name: str = START_OF_MOVEMENT,
    subject: str = "",
    *dice: int,
    board: Scene | None = None,
    cp: tuple[int, int] = (3, 3),
    own: Sequence[Stratagem] = (),
    theirs: Sequence[Stratagem] = (),
    phase: Phase = Phase.MOVEMENT,
    effects: Sequence[Effect] = (),
    **fields: Any,
) -> Play:
    """The game at a window; its stratagems are the core ones, A's own and B's."""
    s = (board or scene()).start(effects=effects).s
    s.roster = replace(s.roster, stratagems=(tuple(own), tuple(theirs)))
    s.cp, s.phase = cp, phase
    for field, value in fields.items():
        setattr(s, field, value)
    return again(s, name, subject, *dice)


def again(s: Battle, name: str = START_OF_MOVEMENT, subject: str = "", *dice: int) -> Play:
    """The next window of the same battle."""
    game = Game(BOOK, s, [moment(s, name, "40K 15.01/c", subject)], Scripted(dice, after=s.rolled))
    game.run()
    return Play(game)


def use(play: Play, stratagem: str, target: Any = None, *more: Any) -> Play:
    """Use a stratagem on a target, with further answers; what has to be settled by hand needs nothing."""
    play.answer(USE + stratagem)
    if target is not None:
        play.answer(target)
    play.answer(*more)
    while play.game.decision is not None and NOTHING_MORE in play.options():
        play.answer(NOTHING_MORE)
    return play


def offered(play: Play) -> list[str]:
    """The stratagems on offer now."""
    return [str(option).removeprefix(USE) for option in play.options() if str(option).startswith(USE)]


def kinds(s: Battle, unit: str) -> list[tuple[str, Any]]:
    """The effects on a unit that the stratagem itself has put there: kind and value."""
    return [(e.kind, e.value) for e in s.effects if e.subject == unit and not e.kind.startswith("affected")]
