"""09 The Movement phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.books.wh40k.disembarking import DisembarkMove, disembark_refusals
from referee.books.wh40k.moments import (
    END_OF_MOVEMENT,
    SELECTED_TO_FALL_BACK,
    SELECTED_TO_MOVE,
    START_OF_MOVEMENT,
    UNIT_ENDED_MOVE,
)
from referee.books.wh40k.move_types import (
    DISEMBARK,
    INGRESS,
    STATIONARY,
    TITLES,
    AdvanceMove,
    FallBackMove,
    NormalMove,
    advance_refusals,
    fall_back_refusals,
    normal_move_refusals,
)
from referee.books.wh40k.reserves import IngressMove, ingress_refusals
from referee.books.wh40k.state import Battle, Unit, UnitId, Where, army
from referee.books.wh40k.using import moment
from referee.books.wh40k.wrecks import Aftermath
from referee.kernel import (
    AGAIN,
    DONE,
    Effect,
    Outcome,
    Procedure,
    Refusal,
    add_effect,
    choose,
    forget_use,
    mark_used,
    refuse,
    step,
    tell,
    text,
    times_used,
)

END = "end the step"
"""The answer that ends the Move Units step: everybody not selected remains stationary."""

MOVE_TYPES = (STATIONARY, "normal", "advance", "fall-back", DISEMBARK, INGRESS)
"""The move types of 09.02/c, in printed order."""


def is_selected(s: Battle, unit: Unit) -> bool:
    """Has the unit been selected to move in this phase (09.02/b)?"""
    return times_used(s, "40K 09.02/b", unit.seat, unit.id) > 0


def unselected(s: Battle) -> list[Unit]:
    """The active player's units that have not been selected to move: on the table, in reserves, embarked."""
    return [unit for unit in army(s, s.active) if not is_selected(s, unit)]


def selection_refusals(s: Battle, unit_id: Any) -> Iterator[Refusal]:
    """Why this unit may not be selected to move now (09.02)."""
    unit = s.units.get(unit_id) if isinstance(unit_id, str) else None
    if unit is None:
        return
    if unit.seat != s.active:
        yield refuse("40K 09.02/a", "{unit} is not a unit of the active player.", unit=unit.name)
    if unit.where is Where.DESTROYED:
        yield refuse("40K 09.02/b", "{unit} has been destroyed.", unit=unit.name)
    elif is_selected(s, unit):
        yield refuse("40K 09.02/b", "{unit} has already been selected to move this phase.", unit=unit.name)


def move_type_refusals(s: Battle, unit_id: UnitId, name: Any) -> Iterator[Refusal]:
    """Why the unit may not make a move of this type now (09.02/c); each type says it under its own number."""
    unit = s.units[unit_id]
    if name == "normal":
        yield from normal_move_refusals(s, unit)
    elif name == "advance":
        yield from advance_refusals(s, unit)
    elif name == "fall-back":
        yield from fall_back_refusals(s, unit)
    elif name == DISEMBARK:
        yield from disembark_refusals(s, unit)
    elif name == INGRESS:
        yield from ingress_refusals(s, unit)
    elif name in ("charge", "pile-in", "consolidate", "scout", "surge"):
        yield refuse(
            "40K 09.02/c",
            "A {name} move is not made in the Move Units step: its own rules say when.",
            name=text(str(name)),
        )


def move_types(s: Battle, unit_id: UnitId) -> tuple[str, ...]:
    """The move types the unit is eligible to make now (09.02/c); remaining stationary always is one (09.04/a)."""
    return tuple(name for name in MOVE_TYPES if next(move_type_refusals(s, unit_id, name), None) is None)


class MovementPhase(Procedure):
    """40K 09 The Movement phase: start, move units, end, each once and in this order."""

    @step("40K 09.01")
    def start_of_the_phase(self, s: Battle) -> Outcome:
        return moment(s, START_OF_MOVEMENT, "40K 09.01")

    @step("40K 09/c")
    def move_units(self, s: Battle) -> Outcome:
        return MoveUnits()

    @step("40K 09.03")
    def end_of_the_phase(self, s: Battle) -> Outcome:
        return moment(s, END_OF_MOVEMENT, "40K 09.03")


class MoveUnits(Procedure):
    """40K 09.02 The Move Units step: one unit at a time is selected and makes one move."""

    unit: UnitId = ""
    move_type: str = ""
    moved: bool | None = False

    @property
    def has_moved(self) -> bool:
        """Has the unit made a move? Remaining stationary triggers nothing (09.04/c)."""
        return bool(self.moved) and self.move_type != STATIONARY

    @step("40K 09.02/b", into="unit", check="unit_refusals")
    def select_unit(self, s: Battle) -> Outcome:
        units = unselected(s)
        if not units:
            return DONE
        return choose(
            text("Which unit is selected to move?"),
            by=s.active,
            among=(*(unit.id for unit in units), END),
            labels=[*(_label(s, unit) for unit in units), text("End the step: all others remain stationary")],
        )

    @step("40K 09.02.01/c")
    def those_not_selected_remain_stationary(self, s: Battle) -> Outcome:
        if self.unit != END:
            mark_used(s, "40K 09.02/b", s.active, self.unit, until="phase end")
            return None
        for unit in unselected(s):
            mark_used(s, "40K 09.02/b", s.active, unit.id, until="phase end")
            remain_stationary(s, unit)
        return DONE

    @step("40K 15.01/c")
    def just_after_a_unit_is_selected_to_move(self, s: Battle) -> Outcome:
        return moment(s, SELECTED_TO_MOVE, "40K 15.01/c", self.unit)

    @step("40K 09.02/c", into="move_type", check="move_type_refusals")
    def select_move_type(self, s: Battle) -> Outcome:
        types = move_types(s, self.unit)
        return choose(
            text("Which move does {unit} make?", unit=s.units[self.unit].name),
            by=s.active,
            among=types,
            labels=[TITLES[name] for name in types],
            unit=self.unit,
        )

    @step("40K 09.07", when=lambda self, s: self.move_type == "fall-back")
    def just_after_a_unit_is_selected_to_fall_back(self, s: Battle) -> Outcome:
        return moment(s, SELECTED_TO_FALL_BACK, "40K 09.07", self.unit)

    @step("40K 09.02/a", into="moved")
    def resolve_the_move(self, s: Battle) -> Outcome:
        self.moved = True
        if self.move_type == STATIONARY:
            remain_stationary(s, s.units[self.unit])
            return None
        types: dict[str, type[Procedure]] = {
            "normal": NormalMove,
            "advance": AdvanceMove,
            "fall-back": FallBackMove,
            DISEMBARK: DisembarkMove,
            INGRESS: IngressMove,
        }
        return types[self.move_type](unit=self.unit)  # type: ignore[call-arg]  # all of them move one unit

    @step("40K 03.02.01")
    def not_set_up_is_not_selected(self, s: Battle) -> Outcome:
        """A unit that could not be set up goes back where it was and may be selected again."""
        if self.move_type in (DISEMBARK, INGRESS) and not self.moved:
            unit = s.units[self.unit]
            if unit.where in (Where.EMBARKED, Where.RESERVES):
                forget_use(s, "40K 09.02/b", unit.seat, unit.id)
                tell(s, "40K 03.02.01", "{unit} was not set up: it has not been selected to move.", unit=unit.name)
        return None

    @step("40K 18.05")
    def aftermath(self, s: Battle) -> Outcome:
        return Aftermath()

    @step("40K 01.03.02", when=lambda self, s: self.has_moved and s.units[self.unit].where is Where.TABLE)
    def just_after_the_unit_ended_its_move(self, s: Battle) -> Outcome:
        return moment(s, UNIT_ENDED_MOVE, "40K 01.03.02", self.unit)

    @step("40K 09.02.01/a")
    def next_unit(self, s: Battle) -> Outcome:
        return AGAIN

    def unit_refusals(self, s: Battle, unit: Any) -> Iterator[Refusal]:
        return selection_refusals(s, unit)

    def move_type_refusals(self, s: Battle, name: Any) -> Iterator[Refusal]:
        return move_type_refusals(s, self.unit, name)


def remain_stationary(s: Battle, unit: Unit) -> None:
    """The unit remains stationary (09.04): nothing moves, nothing is triggered."""
    add_effect(s, Effect("remained stationary", "40K 09.04", unit.id, until="turn end"))
    if unit.where is Where.TABLE:
        tell(s, "40K 09.04", "{unit} remains stationary.", unit=unit.name)


def _label(s: Battle, unit: Unit) -> Any:
    if unit.where is Where.RESERVES:
        return text("{unit} (in strategic reserves)", unit=unit.name)
    if unit.where is Where.EMBARKED:
        return text("{unit} (in {transport})", unit=unit.name, transport=s.units[unit.transport].name)
    return text(unit.name)
