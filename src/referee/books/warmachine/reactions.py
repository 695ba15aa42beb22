"""WM 8.5 Answers to an enemy's advance: shots that a special rule allows, once the whole unit has moved."""

from __future__ import annotations

from typing import Any

from referee.books.warmachine.attacks import Attack
from referee.books.warmachine.measuring import in_melee
from referee.books.warmachine.placing import enemies, gap
from referee.books.warmachine.sight import sees
from referee.books.warmachine.state import Battle, called, has, profile, seat_of
from referee.kernel import Outcome, Procedure, Seat, Text, Window, mark_used, phrase, text, times_used

SNAP_SHOT = "Snap Shot"
ADVANCED = phrase("an enemy has advanced")


def advancers(s: Battle, group: str) -> tuple[str, ...]:
    """Who of the group has advanced in this Normal Movement: placed troopers have not."""
    now = s.now
    if now is None or now.movement not in ("full advance", "run", "charge"):
        return ()
    moved = now.mover if group in s.units else group
    return (moved,) if moved in s.models else ()


def snap_shots(s: Battle, seat: int, target: str) -> tuple[str, ...]:
    """The models that may answer the advance of `target` with a shot."""
    return tuple(
        one.id
        for one in enemies(s, 1 - seat)
        if has(s, one, SNAP_SHOT)
        and not one.knocked_down
        and not times_used(s, "WM 8.5/b", seat, one.id)
        and gap(s, one.id, target) <= max((w.range for w in profile(s, one).weapons if w.kind == "ranged"), default=0.0)
        and sees(s, one.id, target)
        and not in_melee(s, one.id)
    )


class AfterAdvance(Window):
    """WM 8.5 An enemy has advanced: each model that may shoot at it now does so once a turn."""

    def offers(self, s: Battle, seat: Seat) -> tuple[Any, ...]:
        return snap_shots(s, seat, self.subject) if self.subject in s.models else ()

    def prompt(self, s: Battle, seat: Seat) -> Text:
        return text("{model} has advanced. Who shoots at it?", model=called(s, self.subject))

    def respond(self, s: Battle, seat: Seat, choice: Any) -> Procedure:
        mark_used(s, "WM 8.5/b", seat, choice, until="turn end")
        weapon = next(one.name for one in profile(s, choice).weapons if one.kind == "ranged")
        return Attack(attacker=choice, target=self.subject, weapon=weapon, kind="ranged")


def reactions_to(s: Battle, group: str) -> Outcome:
    """The window after a group's Normal Movement, if anybody may answer it."""
    for model in advancers(s, group):
        seat = 1 - seat_of(s, group)
        if snap_shots(s, seat, model):
            return AfterAdvance(moment=ADVANCED, seats=(seat,), subject=model)
    return None
