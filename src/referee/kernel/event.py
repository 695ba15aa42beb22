"""What happened, for the log and the screen. Rules never read events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from referee.kernel.citation import RuleId, Text

if TYPE_CHECKING:
    from referee.kernel.state import State


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing that happened under `rule`. If only some may see it, `seats` names them; `cover` is for the rest."""

    rule: RuleId
    text: Text
    data: dict[str, Any] = {}
    seats: tuple[int, ...] | None = None
    cover: Text | None = None

    def seen_by(self, seat: int | None) -> Event | None:
        """The event as `seat` may see it (`None` is a spectator), or nothing."""
        if self.seats is None or (seat is not None and seat in self.seats):
            return self
        return Event(self.rule, self.cover) if self.cover else None


def tell(s: State, rule: RuleId, msgid: str, /, **params: Any) -> None:
    """Report to everybody that something happened under `rule`."""
    s.events.append(Event(rule, Text(msgid, params)))
