"""Armies written in the formats players use; what is read and written again is the same army."""

from __future__ import annotations

from collections.abc import Callable

from referee.kernel.citation import text
from referee.lists.army import ArmyList
from referee.lists.export_json import new_recruit_json
from referee.lists.export_text import gw_app, new_recruit_gw, new_recruit_simple, wtc_compact, wtc_full
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
    """The army in a format of `FORMATS`; raises ListRefused for another, or for what the format cannot hold."""
    writer = FORMATS.get(format)
    if writer is None:
        names = ", ".join(FORMATS)
        raise refused(
            "format-unknown", text("There is no format {format}. There are: {names}.", format=format, names=names)
        )
    if not army.units and format != "new-recruit-json":
        raise refused("format-empty", text("The army has no units, which no text shows. Write new-recruit-json."))
    forces = dict.fromkeys(unit.force for unit in army.units)
    if len(forces) > 1 and format != "new-recruit-json":
        message = text(
            "The army has several forces ({forces}), which a text cannot show. Write new-recruit-json.",
            forces="; ".join(name or "-" for name in forces),
        )
        raise refused("format-forces", message)
    return writer(army)
