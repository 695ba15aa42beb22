"""Open answers typed in words: "all north 6", "A3.1 toward 20,10; A3.2 east 2", a point to set a unit up at."""

from __future__ import annotations

import re
from typing import Any

from referee.board import Placed, Pose, board_area
from referee.board.typed import Mistyped, typed_paths, typed_positions
from referee.books.wh40k.proposing import Room, pack
from referee.books.wh40k.state import Battle, on_table, placed, profile_of, unit_of
from referee.books.wh40k.terrain import layout_of
from referee.books.wh40k.view import battle_of
from referee.kernel import Game, MovePaths, NotUnderstood, PlacePositions, Text, text

NOBODY = ("nobody", "none", "stay", "no")

POINT = re.compile(r"(?:at\s+)?(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)(?:\s*,\s*(-?\d+(?:\.\d+)?))?")


def parse(game: Game, words: str) -> Any:
    """The answer typed in words, for the open question that waits. Raises NotUnderstood, saying what would do."""
    s, asked = battle_of(game), game.decision
    if words.strip().lower() in NOBODY:
        return ()
    models = {m.id: placed(s, m) for unit in on_table(s) for m in unit.models}
    names = {m.id: unit_of(s, m.id).name for unit in on_table(s) for m in unit.models}
    try:
        if isinstance(asked, MovePaths):
            return tuple(
                (name, tuple(map(_point, way))) for name, way in typed_paths(words, models, asked.subjects, names)
            )
        if isinstance(asked, PlacePositions):
            point = POINT.fullmatch(words.strip())
            if point:
                return _packed(s, asked, *(float(number or 0) for number in point.groups()))
            return tuple((n, _point(p)) for n, p in typed_positions(words, _anywhere(s, asked), asked.subjects, names))
    except Mistyped as error:
        raise NotUnderstood(Text(error.msgid, error.params)) from None
    raise NotUnderstood("This question is not answered in words.")


def _packed(s: Battle, asked: PlacePositions, x: float, y: float, angle: float) -> Any:
    """Places for the whole unit around a point; whether they are legal is for the rules to say."""
    unit = unit_of(s, asked.subjects[0])
    found = pack(s, unit, (x, y), Room(board_area(layout_of(s).board)), lambda here: True, angle)
    if found is None:
        raise NotUnderstood(text("There is no room for {unit} around {x}, {y}.", unit=unit.name, x=x, y=y))
    return found


def _anywhere(s: Battle, asked: PlacePositions) -> dict[str, Placed]:
    """The models to be set up, for now in the middle of the table."""
    board = layout_of(s).board
    middle = Pose(board.width / 2, board.height / 2)
    unit = unit_of(s, asked.subjects[0])
    return {m.id: Placed(m.id, profile_of(s, m).base, m.pose or middle) for m in unit.models}


def _point(pose: Pose) -> tuple[float, float, float, float]:
    return (pose.x, pose.y, pose.angle, pose.z)
