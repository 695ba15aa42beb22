"""One use of a stratagem, as its effect has to know it."""

from __future__ import annotations

import msgspec

from referee.books.wh40k.names import UnitId
from referee.books.wh40k.stratagem_records import StratagemId
from referee.kernel import Seat


class Use(msgspec.Struct, frozen=True):
    """Who used which stratagem on what ("your units", 15.01.03/c), when, and what the moment concerned."""

    by: Seat
    stratagem: StratagemId
    targets: tuple[UnitId, ...]
    moment: str
    subject: UnitId = ""
    section: str = ""
