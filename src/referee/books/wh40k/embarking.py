"""Transports: who fits (18.01) and embarking after a move (18.02)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.board import distance, within
from referee.books.wh40k.measuring import placed_models
from referee.books.wh40k.state import Battle, Unit, UnitId, Where, aboard, leave_table, on_table, profile_of
from referee.kernel import (
    DONE,
    Outcome,
    Procedure,
    Refusal,
    choose,
    effects_on,
    has_effect,
    mark_used,
    refuse,
    step,
    tell,
    text,
)

EMBARK_RANGE = 3.0
"""Inches within which every model of an embarking unit has to be (40K 18.02)."""

STAY = "stay"


def room_taken(s: Battle, transport: UnitId, unit: Unit) -> int:
    """How many places the unit takes in the transport."""
    room = s.roster.transports[transport].room
    taken = 0
    for model in unit.models:
        keywords = profile_of(s, model).keywords
        taken += max([places for keyword, places in room.items() if keyword in keywords], default=1)
    return taken


def capacity_refusals(s: Battle, transport: UnitId, unit: Unit) -> Iterator[Refusal]:
    """Why the unit does not fit into the transport: wrong keywords, or no room for all of it (18.01)."""
    carrier = s.roster.transports[transport]
    for model in unit.models:
        keywords = profile_of(s, model).keywords
        if carrier.needs and not any(keyword in keywords for keyword in carrier.needs):
            yield refuse(
                "40K 18.01",
                "{transport} carries only: {needs}. {unit} is none.",
                transport=s.units[transport].name,
                needs=", ".join(carrier.needs),
                unit=unit.name,
            )
            break
        barred = [keyword for keyword in carrier.bars if keyword in keywords]
        if barred:
            yield refuse(
                "40K 18.01",
                "{transport} does not carry {barred}: {unit} cannot embark.",
                transport=s.units[transport].name,
                barred=", ".join(barred),
                unit=unit.name,
            )
            break
    left = carrier.capacity - sum(room_taken(s, transport, other) for other in aboard(s, transport))
    needed = room_taken(s, transport, unit)
    if needed > left:
        yield refuse(
            "40K 18.01",
            "{transport} has room for {left} more; {unit} needs {needed}.",
            transport=s.units[transport].name,
            left=left,
            unit=unit.name,
            needed=needed,
        )


def embark_refusals(s: Battle, unit: Unit, transport: UnitId) -> Iterator[Refusal]:
    """Why the unit may not embark in the transport after its move (18.02)."""
    if has_effect(s, "set up this turn", unit.id):
        yield refuse("40K 18.02", "{unit} was set up this turn: it cannot embark.", unit=unit.name)
    for effect in effects_on(s, "cannot embark", unit.id):
        yield refuse(effect.rule, "{unit} cannot embark: {source}.", unit=unit.name, source=effect.source)
    carriers = placed_models(s, s.units[transport])
    for model in placed_models(s, unit):
        gap = min(distance(model, carrier) for carrier in carriers)
        if not within(gap, EMBARK_RANGE):
            yield refuse(
                "40K 18.02",
                '{model} is {gap}" from {transport}: every model has to be within {range}".',
                model=model.id,
                gap=gap,
                transport=s.units[transport].name,
                range=EMBARK_RANGE,
            )
    yield from capacity_refusals(s, transport, unit)


class Embark(Procedure):
    """40K 18.02 After a normal, advance or fall-back move the unit may embark. The result is whether it did."""

    unit: UnitId
    transport: str = STAY

    def _transports(self, s: Battle) -> tuple[UnitId, ...]:
        unit = s.units[self.unit]
        carriers = [u.id for u in on_table(s, unit.seat) if u.id in s.roster.transports and u.id != unit.id]
        return tuple(one for one in carriers if next(embark_refusals(s, unit, one), None) is None)

    @step("40K 18.02/a", into="transport", check="refusals")
    def may_embark(self, s: Battle) -> Outcome:
        unit = s.units[self.unit]
        if unit.where is not Where.TABLE or has_effect(s, "set up this turn", unit.id):
            return DONE
        transports = self._transports(s)
        if not transports:
            return DONE
        return choose(
            text("Does {unit} embark?", unit=unit.name),
            by=unit.seat,
            among=(STAY, *transports),
            labels=[text("Stay on the battlefield"), *(text(s.units[one].name) for one in transports)],
        )

    @step("40K 18.02/b", when=lambda self, s: self.transport != STAY)
    def embark(self, s: Battle) -> Outcome:
        leave_table(s, self.unit, Where.EMBARKED, self.transport)
        mark_used(s, "40K 18.02", s.units[self.unit].seat, self.unit, until="phase end")
        unit, transport = s.units[self.unit], s.units[self.transport]
        tell(s, "40K 18.02", "{unit} embarks in {transport}.", unit=unit.name, transport=transport.name)
        self.result = True
        return None

    def refusals(self, s: Battle, transport: Any) -> Iterator[Refusal]:
        if transport in s.roster.transports and transport in s.units:
            yield from embark_refusals(s, s.units[self.unit], transport)
