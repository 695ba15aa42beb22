"""The move types of the Movement phase (09.04 to 09.07): who may make them, and how each is made."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from referee.board import path_length
from referee.books.wh40k.characteristics import modifiers_of
from referee.books.wh40k.dice import ADVANCE as ADVANCE_ROLL
from referee.books.wh40k.dice import BattleRoll, BattleShockRoll, HazardRolls
from referee.books.wh40k.eligibility import ACTION, ADVANCED, CHARGE, FELL_BACK, SHOOT, bar, record_move
from referee.books.wh40k.embarking import Embark
from referee.books.wh40k.measuring import engaging_units, is_coherent, is_engaged, is_held
from referee.books.wh40k.moving import (
    ADVANCE,
    FALL_BACK,
    NORMAL,
    Move,
    MoveType,
    maximum_distance,
    move_refusals,
    ways,
)
from referee.books.wh40k.proposing import away, moves
from referee.books.wh40k.state import KEYWORD, Battle, Unit, UnitId, Where, has_keyword, placed, profile_of, stand
from referee.kernel import (
    DONE,
    MovePaths,
    Outcome,
    Paths,
    Procedure,
    Refusal,
    RuleId,
    choose,
    effects_on,
    fold,
    has_effect,
    mark_used,
    phrase,
    refuse,
    step,
    tell,
    text,
    times_used,
)

STATIONARY = "remain stationary"
DISEMBARK = "disembark"
INGRESS = "ingress"

ORDERED_RETREAT = "ordered retreat"
DESPERATE_ESCAPE = "desperate escape"

GROUND = "on the ground"
SKIES = "take to the skies"

TITLES = {
    STATIONARY: text("Remain stationary (09.04)"),
    "normal": text("Normal move (09.05)"),
    "advance": text("Advance move (09.06)"),
    "fall-back": text("Fall-back move (09.07)"),
    DISEMBARK: text("Disembark move (18.04)"),
    INGRESS: text("Ingress move (20.04)"),
}

NO_ORDERED_RETREAT = "cannot choose ordered retreat"
NO_TEST = "desperate escape tests pass"
"""Kinds of effects: ordered retreat is barred; Desperate Escape tests succeed without dice (01.05.01)."""
THROUGH_MODELS = "moves through models"
THROUGH_TERRAIN = "moves through terrain"
"""Kinds of effects whose value is `{"moves": types of move, none for all, "but": keywords that stop it}`."""
ADVANCE_IS = "advance roll is"
"""The kind of effect by which no advance roll is made: the value is added to M instead."""
MORE_HAZARDS = "more hazard rolls when falling back"

FORCES_TEST = "forces a desperate escape test"
"""The kind of effect by which a rule makes the unit take Desperate Escape tests when it falls back (09.07.01/e)."""


# --- facts -----------------------------------------------------------------------------------------------------------


def normal_move_refusals(s: Battle, unit: Unit) -> Iterator[Refusal]:
    """Why the unit may not make a normal move (09.05, 09.05.01)."""
    yield from _unengaged_on_table(s, unit, "40K 09.05/a", phrase("a normal move"))
    if times_used(s, "40K 09.05.01", unit.seat, unit.id):
        yield refuse("40K 09.05.01", "{unit} has made its one normal move of this phase.", unit=unit.name)


def advance_refusals(s: Battle, unit: Unit) -> Iterator[Refusal]:
    """Why the unit may not make an advance move (09.06)."""
    yield from _unengaged_on_table(s, unit, "40K 09.06/a", phrase("an advance move"))


def fall_back_refusals(s: Battle, unit: Unit) -> Iterator[Refusal]:
    """Why the unit may not make a fall-back move (09.07)."""
    if unit.where is not Where.TABLE or not is_engaged(s, unit):
        yield refuse("40K 09.07/a", "{unit} is unengaged: only an engaged unit can fall back.", unit=unit.name)
    yield from _may_move(s, unit)


def fall_back_modes(s: Battle, unit: Unit) -> tuple[str, ...]:
    """The modes open to the unit, in printed order; none of them is compulsory (09.02.02, 09.07/c, /d)."""
    barred = unit.shocked or has_effect(s, NO_ORDERED_RETREAT, unit.id)
    return (DESPERATE_ESCAPE,) if barred else (ORDERED_RETREAT, DESPERATE_ESCAPE)


def move_of(
    s: Battle,
    unit: UnitId,
    type_: MoveType,
    *,
    extra: float = 0.0,
    skies: bool = False,
    limit: float | None = None,
    may_engage: tuple[UnitId, ...] = (),
) -> Move:
    """A move of the unit with what effects let it pass through; each covers all types of move, or those it names."""
    models = [e.value for e in effects_on(s, THROUGH_MODELS, unit) if _covers(e.value, type_)]
    terrain = [e.value for e in effects_on(s, THROUGH_TERRAIN, unit) if _covers(e.value, type_)]
    barred = tuple(dict.fromkeys(word for value in models for word in value["but"])) if models else None
    walks = any(e.value == "MOBILE" for e in effects_on(s, KEYWORD, unit))
    return Move(
        type_,
        extra=extra,
        skies=skies,
        through_models=barred,
        through_terrain=bool(terrain) or walks,
        limit=limit,
        may_engage=may_engage,
    )


def _covers(value: dict[str, Any], type_: MoveType) -> bool:
    return not value["moves"] or type_.name in value["moves"]


def _unengaged_on_table(s: Battle, unit: Unit, rule: RuleId, move: str) -> Iterator[Refusal]:
    if unit.where is not Where.TABLE:
        yield refuse(
            rule,
            "{unit} is not on the battlefield: it cannot make {move}.",
            unit=unit.name,
            move=text(move),
        )
        return
    if is_held(s, unit):
        yield refuse(
            rule,
            "{unit} is engaged with {enemies}: it cannot make {move}.",
            instead=text("It may remain stationary or fall back."),
            unit=unit.name,
            enemies=", ".join(s.units[other].name for other in engaging_units(s, unit)),
            move=text(move),
        )
    yield from _may_move(s, unit)


def _may_move(s: Battle, unit: Unit) -> Iterator[Refusal]:
    for effect in effects_on(s, "cannot move", unit.id):
        yield refuse(effect.rule, "{unit} cannot move now: {because}.", unit=unit.name, because=text(effect.source))
    if has_keyword(s, unit, "AIRCRAFT"):
        yield refuse("40K 23.02", "{unit} is an AIRCRAFT: it can only make ingress moves.", unit=unit.name)
    if unit.where is Where.TABLE and all(profile_of(s, model).m is None for model in unit.models):
        yield refuse("40K 02.02", "{unit} has M '-': it can never be moved.", unit=unit.name)


# --- procedures ------------------------------------------------------------------------------------------------------


class MoveModels(Procedure):
    """40K 03.01 The models of a unit move. The result is whether the move was made.

    An answer that moves nobody is always taken. If the unit then fails a condition of the move, the move is taken back
    whole. Reading: what was rolled before stays rolled with all it caused, and the unit stays selected.
    """

    unit: UnitId
    move: Move
    paths: Paths = ()

    @step("40K 03.01/a", into="paths", check="refusals", propose="proposals")
    def move_models(self, s: Battle) -> Outcome:
        unit = s.units[self.unit]
        limits = {model.id: maximum_distance(s, unit, model, self.move) for model in unit.models}
        return MovePaths(
            by=unit.seat,
            prompt=text("Move {unit}: {move}.", unit=unit.name, move=text(self.move.type.title)),
            subjects=tuple(model.id for model in unit.models),
            about={"unit": unit.id, "limits": limits, "move": self.move.type.name, "skies": self.move.skies},
        )

    @step("40K 03.01/b")
    def end_the_move(self, s: Battle) -> Outcome:
        unit = s.units[self.unit]
        going = ways(self.paths)
        if not going and (is_engaged(s, unit) or not is_coherent(s, [placed(s, m) for m in unit.models])):
            tell(s, "40K 03.01", "{unit} cannot end its move legally: the move is taken back.", unit=unit.name)
            self.result = False
            return None
        gone = [path_length(placed(s, m).pose, going[m.id]).total for m in unit.models if m.id in going]
        stand(s, unit.id, {name: way[-1] for name, way in going.items()})
        tell(
            s,
            self.move.type.distance,
            '{unit} ends its {move} after {gone}".',
            unit=unit.name,
            move=text(self.move.type.title),
            gone=max(gone, default=0.0),
        )
        self.result = True
        return None

    def refusals(self, s: Battle, paths: Paths) -> Iterator[Refusal]:
        return move_refusals(s, self.unit, self.move, paths)

    def proposals(self, s: Battle, random: Random) -> Iterator[Any]:
        if self.move.type == FALL_BACK:
            escape = away(s, self.unit, self.move)
            if escape:
                yield escape
        yield from moves(s, self.unit, self.move, random)


class MovingUnit(Procedure):
    """What normal, advance and fall-back moves share: taking to the skies is declared first (21.03)."""

    unit: UnitId
    limit: float | None = None
    """Inches, where the rule that gives the move says how far it goes."""
    sky: str = GROUND
    moved: bool = False

    def _flies(self, s: Battle) -> bool:
        return any("FLY" in profile_of(s, model).keywords for model in s.units[self.unit].models)

    def _move(self, s: Battle, type_: MoveType, *, extra: float = 0.0, through_enemies: bool = False) -> Outcome:
        move = move_of(s, self.unit, type_, extra=extra, skies=self.sky == SKIES, limit=self.limit)
        return MoveModels(unit=self.unit, move=msgspec.structs.replace(move, through_enemies=through_enemies))

    @step("40K 21.03", into="sky", when=lambda self, s: self._flies(s))
    def declare_taking_to_the_skies(self, s: Battle) -> Outcome:
        unit = s.units[self.unit]
        return choose(
            text("Does {unit} take to the skies?", unit=unit.name),
            by=unit.seat,
            among=(GROUND, SKIES),
            labels=(text("On the ground"), text('Take to the skies: 2" less, over models and terrain')),
        )


class NormalMove(MovingUnit):
    """40K 09.05 A normal move."""

    @step("40K 09.05/b", into="moved")
    def move(self, s: Battle) -> Outcome:
        mark_used(s, "40K 09.05.01", s.units[self.unit].seat, self.unit, until="phase end")
        return self._move(s, NORMAL)

    @step("40K 09.05/c")
    def after_moving(self, s: Battle) -> Outcome:
        if not self.moved:
            return DONE
        record_move(s, self.unit, "normal", "40K 09.05")
        self.result = True
        return Embark(unit=self.unit)


class AdvanceMove(MovingUnit):
    """40K 09.06 An advance move."""

    dice: tuple[int, ...] = ()

    @step("40K 09.06/b", into="dice")
    def make_an_advance_roll(self, s: Battle) -> Outcome:
        fixed = effects_on(s, ADVANCE_IS, self.unit)
        if fixed:
            self.dice = (max(int(e.value) for e in fixed),)
            tell(
                s,
                fixed[0].rule,
                '{source}: {added}" are added, no advance roll is made.',
                source=fixed[0].source,
                added=self.dice[0],
            )
            return None
        return BattleRoll(under="40K 09.06/b", purpose=ADVANCE_ROLL, by=s.units[self.unit].seat, subject=self.unit)

    @step("40K 09.06/c", into="moved")
    def move(self, s: Battle) -> Outcome:
        return self._move(s, ADVANCE, extra=max(0.0, fold(sum(self.dice), modifiers_of(s, self.unit, ADVANCE_ROLL))))

    @step("40K 09.06/e")
    def after_moving(self, s: Battle) -> Outcome:
        if not self.moved:
            return DONE
        bar(s, self.unit, CHARGE, "40K 09.06/e", ADVANCED)
        bar(s, self.unit, ACTION, "40K 09.06/e", ADVANCED)
        record_move(s, self.unit, "advance", "40K 09.06")
        self.result = True
        return Embark(unit=self.unit)


class FallBackMove(MovingUnit):
    """40K 09.07 A fall-back move."""

    mode: str = ""
    failed: int = 0
    passed: bool = True

    @step("40K 09.07/b", into="mode", check="mode_refusals")
    def select_mode(self, s: Battle) -> Outcome:
        unit = s.units[self.unit]
        modes = fall_back_modes(s, unit)
        labels = {ORDERED_RETREAT: text("Ordered retreat"), DESPERATE_ESCAPE: self._desperate_label(s)}
        return choose(
            text("Which fall-back mode for {unit}?", unit=unit.name),
            by=unit.seat,
            among=modes,
            labels=[labels[mode] for mode in modes],
        )

    @step("40K 09.07/e", into="failed", when=lambda self, s: self._is_tested(s))
    def make_hazard_rolls(self, s: Battle) -> Outcome:
        count = len(s.units[self.unit].models)
        count += sum(int(e.value) for e in effects_on(s, MORE_HAZARDS, self.unit))
        return HazardRolls(unit=self.unit, count=count, under="40K 09.07/e", is_desperate_escape=True)

    @step("40K 09.07/g", into="moved")
    def move(self, s: Battle) -> Outcome:
        if not s.units[self.unit].models:
            return DONE
        return self._move(s, FALL_BACK, through_enemies=self.mode == DESPERATE_ESCAPE)

    @step("40K 09.07/i")
    def after_moving(self, s: Battle) -> Outcome:
        if not self.moved:
            return DONE
        for action in (SHOOT, CHARGE, ACTION):
            bar(s, self.unit, action, "40K 09.07/i", FELL_BACK)
        record_move(s, self.unit, "fall-back", "40K 09.07")
        self.result = True
        return None

    @step("40K 09.07/j", into="passed", when=lambda self, s: self._owes_battle_shock_roll(s))
    def make_a_battle_shock_roll(self, s: Battle) -> Outcome:
        return BattleShockRoll(unit=self.unit, under="40K 09.07/j")

    @step("40K 18.02", when=lambda self, s: bool(s.units[self.unit].models))
    def embark(self, s: Battle) -> Outcome:
        return Embark(unit=self.unit)

    def mode_refusals(self, s: Battle, mode: Any) -> Iterator[Refusal]:
        for effect in effects_on(s, NO_ORDERED_RETREAT, self.unit) if mode == ORDERED_RETREAT else ():
            yield refuse(
                effect.rule,
                "{unit} cannot choose ordered retreat: {source}.",
                unit=s.units[self.unit].name,
                source=effect.source,
            )
        if mode == ORDERED_RETREAT and s.units[self.unit].shocked:
            yield refuse(
                "40K 09.07/c",
                "{unit} is battle-shocked: it cannot choose ordered retreat.",
                instead=text("Desperate escape."),
                unit=s.units[self.unit].name,
            )

    def _is_tested(self, s: Battle) -> bool:
        if has_effect(s, NO_TEST, self.unit):
            return False
        return self.mode == DESPERATE_ESCAPE or has_effect(s, FORCES_TEST, self.unit)

    def _owes_battle_shock_roll(self, s: Battle) -> bool:
        """Reading: one roll, also where a rule forces the test on a unit that chose the mode anyway (09.07.01/f)."""
        unit = s.units[self.unit]
        if not unit.models:
            return False
        chosen = self.mode == DESPERATE_ESCAPE and not unit.shocked
        return chosen or has_effect(s, FORCES_TEST, self.unit)

    def _desperate_label(self, s: Battle) -> Any:
        unit = s.units[self.unit]
        if away(s, self.unit, Move(FALL_BACK, through_enemies=True)):
            return text("Desperate escape: {count} hazard rolls first", count=len(unit.models))
        return text(
            "Desperate escape: {count} hazard rolls first (no legal end was found for the move!)",
            count=len(unit.models),
        )
