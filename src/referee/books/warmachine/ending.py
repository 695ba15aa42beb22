"""WM 14 How a battle ends."""

from __future__ import annotations

from referee.books.warmachine.state import LEADERS, Battle
from referee.kernel import END, Outcome, tell


def lead_alive(s: Battle, seat: int) -> bool:
    """Has this seat a leader on the table or still to deploy?"""
    return any(
        one.seat == seat and s.profiles[one.profile].kind in LEADERS
        for one in (*s.models.values(), *s.reserve.values())
    )


def has_leader(s: Battle, seat: int) -> bool:
    """Had this seat a leader at all?"""
    return lead_alive(s, seat) or any(
        one.seat == seat and s.profiles[one.profile].kind in LEADERS for one in s.lost.values()
    )


def destroyed_points(s: Battle, seat: int) -> int:
    """The worth of this seat's models that are gone: points of the entries, shared out over a unit's models."""
    return sum(_worth(s, one.profile) for one in s.lost.values() if one.seat == seat)


def _worth(s: Battle, profile: str) -> int:
    return max(1, s.profiles[profile].points)


def check_end(s: Battle) -> Outcome:
    """Has somebody won just now? Ends the game if so."""
    if s.phase in ("", "deployment"):
        return None
    standing = [seat for seat in (0, 1) if any(one.seat == seat for one in s.models.values())]
    leaders = [seat for seat in (0, 1) if lead_alive(s, seat)]
    by_leader = s.options.get("victory", "assassination") == "assassination"
    if by_leader and all(has_leader(s, seat) for seat in (0, 1)) and len(leaders) < 2:
        finish(s, leaders[0] if leaders else None, "assassination")
        return END
    if len(standing) < 2:
        finish(s, standing[0] if standing else None, "annihilation")
        return END
    return None


def finish(s: Battle, winner: int | None, how: str) -> None:
    """The battle is over."""
    s.winner, s.ended = winner, how
    if winner is None:
        tell(s, "WM 14/c", "The battle is over: nobody has won.")
    elif how == "assassination":
        tell(s, "WM 14/a", "{seat} wins: the enemy's leader is gone.", seat=s.seats[winner])
    elif how == "annihilation":
        tell(s, "WM 14/b", "{seat} wins: no enemy is left.", seat=s.seats[winner])
    else:
        tell(s, "WM 14/c", "{seat} wins: more of the enemy's army is destroyed.", seat=s.seats[winner])


def after_last_round(s: Battle) -> None:
    """The last round is over: whoever destroyed more has won."""
    lost = [destroyed_points(s, seat) for seat in (0, 1)]
    finish(s, None if lost[0] == lost[1] else 0 if lost[1] > lost[0] else 1, "attrition")
