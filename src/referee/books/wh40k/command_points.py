"""Command points: every change is written into the CP history; gains beyond the core ones are limited (08.02)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.books.wh40k.state import Battle
from referee.books.wh40k.stratagem_records import CpEntry, Price
from referee.kernel import Seat, tell


def change_cp(s: Battle, seat: Seat, amount: int, reason: str, price: Price | None = None) -> None:
    """Change a player's CP by an amount (negative: paid), and write it into the CP history. Never below 0."""
    totals = list(s.cp)
    totals[seat] += amount
    assert totals[seat] >= 0, "CP are checked before they are paid"
    s.cp = (totals[0], totals[1])
    entry = CpEntry(seat, s.round, s.phase, reason, amount, totals[seat])
    if price is not None:
        floored = price.printed + sum(modifier.amount for modifier in price.modifiers) < 0
        entry = replace(entry, printed=price.printed, modifiers=price.modifiers, floored=floored)
    s.cp_history = (*s.cp_history, entry)


def pay(s: Battle, seat: Seat, reason: str, price: Price) -> None:
    """The player pays the price of a use, at once and in full (15.01/l)."""
    change_cp(s, seat, -price.total, reason, price)


GAIN_LIMIT = 1
"""CP beyond the core ones that a player may gain in a battle round."""


def gain_cp(s: Battle, seat: Seat, amount: int, reason: str) -> int:
    """The player gains CP by a rule: one in a battle round at most. Returns how many were gained."""
    gained = max(0, min(amount, GAIN_LIMIT - s.bonus_cp[seat]))
    if gained:
        bonus = list(s.bonus_cp)
        bonus[seat] += gained
        s.bonus_cp = (bonus[0], bonus[1])
        change_cp(s, seat, gained, reason)
        tell(
            s,
            "40K 08.02/b",
            "{player} gains {count} CP: {reason}.",
            player=s.roster.armies[seat],
            count=gained,
            reason=reason,
        )
    return gained
