"""Leaves of published effects that move units: limited moves, surges, reserves, transports, through things."""

from __future__ import annotations

from typing import Any

from referee.books.wh40k.disembarking import MAY_LEAVE, RAPID, DisembarkMove, disembark_refusals
from referee.books.wh40k.effect_reasons import FIGHTING, NOT_UNDERSTOOD
from referee.books.wh40k.effect_support import Deed, Ground, last, lasting
from referee.books.wh40k.effect_units import Node, amount_of, modifier_of, name_of
from referee.books.wh40k.eligibility import record_move
from referee.books.wh40k.measuring import is_engaged
from referee.books.wh40k.move_types import (
    ADVANCE_IS,
    THROUGH_MODELS,
    THROUGH_TERRAIN,
    FallBackMove,
    MoveModels,
    NormalMove,
    fall_back_refusals,
    move_of,
    normal_move_refusals,
)
from referee.books.wh40k.moving import SURGE
from referee.books.wh40k.names import UnitId
from referee.books.wh40k.reserves import IngressMove, ingress_refusals
from referee.books.wh40k.state import Battle, Unit, Where, aboard, has_keyword, leave_table, on_table
from referee.books.wh40k.stratagem_facts import gap_between
from referee.kernel import (
    AGAIN,
    DONE,
    Effect,
    Outcome,
    Procedure,
    Seat,
    add_effect,
    choose,
    has_effect,
    mark_used,
    phrase,
    step,
    tell,
    text,
)

BLOCKERS = {
    "all-models": (),
    "models": (),
    "non-titanic-models": ("TITANIC",),
    "non-monster-vehicle-models": ("MONSTER", "VEHICLE"),
}
"""What the data set lets a unit pass through, and the keywords of those it may not."""


def movement_modifier(node: Node) -> Deed | str:
    """`movement-modifier`: a move of a given length, a way through things, into reserves."""
    given = modifier_of(node)
    kind = given.get("move_type")
    if given.get("to_reserves"):
        return Deed(into_reserves)
    if given.get("passthrough"):
        return passthrough(given)
    amount = amount_of(given.get("distance"))
    if kind in ("pile-in", "consolidation"):
        return FIGHTING
    if amount is None:
        return NOT_UNDERSTOOD
    if kind in ("normal", "reactive"):
        return Deed(_limited_move, amount=amount)
    if kind == "surge":
        return Deed(_surge, amount=amount)
    return lasting(ADVANCE_IS, amount.plus) if kind == "advance" and not amount.count else NOT_UNDERSTOOD


def passthrough(given: Node) -> Deed | str:
    """Through models or terrain, in all types of move or in those named."""
    things, moves = given["passthrough"], list(given.get("applies_to_moves", ()))
    if "normal" in moves or given.get("move_type") == "reactive":
        moves += ["normal"] if "normal" not in moves else []
    if list(things) == ["all-terrain"]:
        return lasting(THROUGH_TERRAIN, {"moves": moves, "but": []})
    if len(things) == 1 and things[0] in BLOCKERS:
        return lasting(THROUGH_MODELS, {"moves": moves, "but": list(BLOCKERS[things[0]])})
    return NOT_UNDERSTOOD


def engagement_passthrough(node: Node) -> Deed | str:
    """`engagement-passthrough`: through enemy models and their engagement range, not ending there (03.01)."""
    return lasting(THROUGH_MODELS, {"moves": [], "but": []})


def _limited_move(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
    given = modifier_of(node)
    amount = amount_of(given["distance"])
    assert amount is not None
    falls_back = "fall-back" in given.get("applies_to_moves", ())
    return LimitedMoves(
        units=units, distance=float(amount.total(dice)), falls_back=falls_back, source=ground.stratagem.name
    )


def _surge(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
    amount = amount_of(modifier_of(node)["distance"])
    assert amount is not None
    return SurgeMove(unit=units[0], distance=float(amount.total(dice))) if units else None


def into_reserves(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
    """The units leave the battlefield and go into strategic reserves (20)."""
    for unit in units:
        if s.units[unit].where is not Where.TABLE:
            continue
        leave_table(s, unit, Where.RESERVES)
        mark_used(s, "40K 20.03", s.units[unit].seat, unit, until="battle end")
        tell(s, "40K 20.01", "{unit} is placed into strategic reserves.", unit=name_of(s, unit))
    return None


def ingress(node: Node) -> Deed | str:
    """The units arrive from strategic reserves now."""
    return Deed(_ingress)


def _ingress(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
    least = modifier_of(node).get("min_distance_from_enemy")
    if least is not None:
        last(s, ground, "arrives beyond", units, least)
    for unit in units:
        refusal = next(ingress_refusals(s, s.units[unit]), None)
        if refusal is None:
            return IngressMove(unit=unit)
        tell(s, refusal.rule, "No ingress move: {reason}", reason=refusal.reason)
    return None


def disembark(node: Node) -> Deed | str:
    """`disembark`: passengers get out now; or they may although the transport has made the move named."""
    given = modifier_of(node)
    if given.get("allow_engagement_range"):
        return NOT_UNDERSTOOD
    if given.get("after"):
        return lasting(MAY_LEAVE, given["after"])
    return Deed(_disembark)


def _disembark(s: Battle, ground: Ground, node: Node, units: tuple[UnitId, ...], dice: tuple[int, ...]) -> Outcome:
    passengers = [unit for unit in units if s.units[unit].where is Where.EMBARKED]
    passengers += [one.id for unit in units for one in aboard(s, unit)]
    return GetOut(by=ground.use.by, passengers=tuple(passengers))


MOVES: dict[str, Any] = {
    "movement-modifier": movement_modifier,
    "engagement-passthrough": engagement_passthrough,
    "disembark": disembark,
    "disembark-after-move": disembark,
}


class LimitedMoves(Procedure):
    """40K 09.05 A rule lets units make a normal move (or, engaged, a fall-back move) of up to so many inches."""

    units: tuple[UnitId, ...]
    distance: float
    falls_back: bool
    source: str

    @step("40K 15.01/y")
    def next_unit(self, s: Battle) -> Outcome:
        if not self.units:
            return DONE
        unit, self.units = s.units[self.units[0]], self.units[1:]
        if not unit.models:
            return None
        if self.falls_back and unit.where is Where.TABLE and is_engaged(s, unit):
            refusal = next(fall_back_refusals(s, unit), None)
            move: Procedure = FallBackMove(unit=unit.id, limit=self.distance)
        else:
            refusal = next(normal_move_refusals(s, unit), None)
            move = NormalMove(unit=unit.id, limit=self.distance)
        if refusal is None:
            tell(
                s,
                "40K 09.05",
                '{source}: {unit} may move up to {distance}".',
                source=self.source,
                unit=unit.name,
                distance=self.distance,
            )
            return move
        tell(s, refusal.rule, "{source}: no move. {reason}", source=self.source, reason=refusal.reason)
        return None

    @step("40K 15.01/z")
    def go_on(self, s: Battle) -> Outcome:
        return AGAIN


class SurgeMove(Procedure):
    """40K 21.02 A surge move toward the closest enemy unit. The result is whether it was made.

    Reading: that every model ends engaged with the target or as close as possible is left to the player; that nobody
    else is engaged and that the unit comes no farther away is checked.
    """

    unit: UnitId
    distance: float
    moved: bool = False

    def _target(self, s: Battle) -> Unit | None:
        unit = s.units[self.unit]
        foes = [
            foe
            for foe in on_table(s, 1 - unit.seat)
            if has_keyword(s, unit, "FLY") or not has_keyword(s, foe, "AIRCRAFT")
        ]
        return min(foes, key=lambda foe: gap_between(s, unit, foe, 0.0) or 0.0, default=None)

    @step("40K 21.02/a", into="moved")
    def move(self, s: Battle) -> Outcome:
        unit = s.units[self.unit]
        target = self._target(s) if unit.where is Where.TABLE else None
        barred = has_effect(s, "cannot move", unit.id) or (unit.where is Where.TABLE and is_engaged(s, unit))
        if target is None or barred:
            tell(s, "40K 21.02", "{unit} cannot make a surge move.", unit=unit.name)
            return DONE
        tell(
            s,
            "40K 21.02",
            '{unit} surges toward {target}, up to {distance}".',
            unit=unit.name,
            target=target.name,
            distance=self.distance,
        )
        move = move_of(s, self.unit, SURGE, limit=self.distance, may_engage=(target.id,))
        return MoveModels(unit=self.unit, move=move)

    @step("40K 21.02/b")
    def after_moving(self, s: Battle) -> Outcome:
        if self.moved:
            record_move(s, self.unit, "surge", "40K 21.02")
            why = phrase("it made a surge move")
            add_effect(s, Effect("cannot move", "40K 21.02/b", self.unit, until="phase end", source=why))
        self.result = self.moved
        return None


class GetOut(Procedure):
    """40K 18.04 A rule lets passengers disembark now: those of them that the player wishes, one after another."""

    by: Seat
    passengers: tuple[UnitId, ...]
    unit: UnitId = ""

    def _open(self, s: Battle) -> list[Unit]:
        units = [s.units[one] for one in self.passengers]
        return [one for one in units if next(disembark_refusals(s, one), None) is None]

    @step("40K 18.04/h", into="unit")
    def select_unit(self, s: Battle) -> Outcome:
        units = self._open(s)
        if not units:
            return DONE
        return choose(
            text("Which unit disembarks?"),
            by=self.by,
            among=("", *(unit.id for unit in units)),
            labels=[text("None"), *(text(unit.name) for unit in units)],
        )

    @step("40K 18.04/i")
    def disembark(self, s: Battle) -> Outcome:
        if not self.unit:
            return DONE
        self.passengers = tuple(one for one in self.passengers if one != self.unit)
        return QuickDisembark(unit=self.unit)

    @step("40K 18.04/j")
    def go_on(self, s: Battle) -> Outcome:
        return AGAIN


class QuickDisembark(DisembarkMove):
    """40K 18.04 A disembark move outside the Move Units step. Reading: it is a rapid one, so that no move follows."""

    @step("40K 18.04/a", into="mode")
    def select_mode(self, s: Battle) -> Outcome:
        self.mode = RAPID
        return None
