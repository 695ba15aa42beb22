"""Armies written in the formats players use; what is read and written again is the same army."""

from __future__ import annotations

from collections.abc import Callable

from referee.kernel.citation import Text, text
from referee.lists.army import ArmyList, ListRefused
from referee.lists.export_json import new_recruit_json
from referee.lists.export_text import gw_app, new_recruit_gw, new_recruit_simple, wtc_compact, wtc_full
from referee.lists.reader import read
from referee.lists.same import difference
from referee.lists.source import refused

FORMATS: dict[str, Callable[[ArmyList], str]] = {
    "gw-app": gw_app,
    "new-recruit-gw": new_recruit_gw,
    "new-recruit-simple": new_recruit_simple,
    "new-recruit-json": new_recruit_json,
    "wtc-full": wtc_full,
    "wtc-compact": wtc_compact,
}
"""Formats an army can be written in."""


def export(army: ArmyList, format: str) -> str:
    """The army in a format of `FORMATS`.

    What is written is read again before it is given out. Raises ListRefused for another format, or if the format
    cannot hold this army, naming what it would lose.
    """
    writer = FORMATS.get(format)
    if writer is None:
        names = ", ".join(FORMATS)
        message = text("There is no format {format}. There are: {names}.", format=format, names=names)
        raise refused("format-unknown", message)
    forces = dict.fromkeys(unit.force for unit in army.units)
    if len(forces) > 1 and format != "new-recruit-json":
        message = text(
            "The army has several forces ({forces}), which a text cannot show. Write new-recruit-json.",
            forces="; ".join(name or "-" for name in forces),
        )
        raise refused("format-forces", message)
    written = writer(army)
    lost: str | Text | None
    try:
        lost = difference(army, read(written.encode()))
    except ListRefused as refusal:
        lost = refusal.findings[0].message
    if lost is not None:
        message = text("As {format} this army would not read back the same: {place}.", format=format, place=lost)
        raise refused("format-loses", message)
    return written
