"""Named moments at which rules may be used, and settling by hand what this book does not carry out itself."""

from __future__ import annotations

from typing import Any, ClassVar

from referee.board import board_area
from referee.books.wh40k.setting_up import Limits, SetUp
from referee.books.wh40k.state import (
    Battle,
    UnitId,
    change,
    on_table,
    profile_of,
    remove_model,
    set_wounds,
)
from referee.books.wh40k.terrain import layout_of
from referee.books.wh40k.wrecks import Aftermath
from referee.kernel import (
    AGAIN,
    DONE,
    Number,
    Outcome,
    Procedure,
    RuleId,
    Seat,
    Text,
    Window,
    choose,
    effects_on,
    step,
    tell,
    text,
)


class Moment(Window):
    """40K 01.03.02 A moment: the active player's rules first, then the opponent's.

    A rule that waits for a moment is an effect of the kind `rule at <moment>` on the seat that may use it; its value is
    the rule's name. It is used once and settled by hand.
    """

    under: RuleId = "40K 01.03.02"

    @property
    def rule(self) -> RuleId:
        return self.under

    def offers(self, s: Any, seat: Seat) -> tuple[Any, ...]:
        return tuple(effect.value for effect in effects_on(s, f"rule at {self.moment}", str(seat)))

    def respond(self, s: Any, seat: Seat, choice: Any) -> Procedure:
        kind = f"rule at {self.moment}"
        used = next(e for e in effects_on(s, kind, str(seat)) if e.value == choice)
        s.effects = tuple(e for e in s.effects if e is not used)
        return SettleByHand(by=seat, under=used.rule, reason=text("{rule} is used.", rule=choice))


REMINDER = "minded by hand"
"""The kind of effect that reminds the players of something they have to mind themselves as long as it lasts."""

NOTHING_MORE = "nothing more"
DESTROY = "destroy a model"
WOUND = "set a model's wounds"
PLACE = "place a unit"
SHOCK = "battle-shock a unit"
CALM = "end a unit's battle-shock"
A_MOMENT = "a moment has come"

LABELS = {
    NOTHING_MORE: text("Nothing more: go on"),
    DESTROY: text("A model is destroyed"),
    WOUND: text("A model has other wounds left"),
    PLACE: text("A unit stands elsewhere"),
    SHOCK: text("A unit is battle-shocked"),
    CALM: text("A unit is no longer battle-shocked"),
    A_MOMENT: text("A moment has come at which rules may be used"),
}


class SettleByHand(Procedure):
    """REF by hand: what no rule of this book carries out is settled by the players and recorded like any answer."""

    delivers: ClassVar[bool] = False
    repeats: ClassVar[bool] = True
    """Are further things asked for at once? A kind that has more steps goes on by itself."""
    by: Seat
    under: RuleId
    reason: Text
    action: str = ""
    unit: UnitId = ""
    model: str = ""
    wounds: int = 0

    @property
    def rule(self) -> RuleId:
        return self.under

    def actions(self, s: Battle) -> list[str]:
        """What the players may say has happened."""
        return [NOTHING_MORE, DESTROY, WOUND, PLACE, SHOCK, CALM] if on_table(s) else [NOTHING_MORE]

    @step("40K by hand/a", into="action")
    def select_action(self, s: Battle) -> Outcome:
        actions = self.actions(s)
        return choose(
            text("{reason} Settle by hand: what happened?", reason=self.reason),
            by=self.by,
            among=actions,
            labels=[LABELS[action] for action in actions],
            by_hand=True,
        )

    @step("40K by hand/b", into="unit")
    def select_unit(self, s: Battle) -> Outcome:
        if self.action == NOTHING_MORE:
            return DONE
        units = [u for u in on_table(s) if self.action not in (SHOCK, CALM) or u.shocked == (self.action == CALM)]
        if not units:
            return AGAIN
        return choose(
            text("Which unit?"), by=self.by, among=[u.id for u in units], labels=[text(u.name) for u in units]
        )

    @step("40K by hand/c", into="model", when=lambda self, s: self.action in (DESTROY, WOUND))
    def select_model(self, s: Battle) -> Outcome:
        models = s.units[self.unit].models
        return choose(
            text("Which model?"),
            by=self.by,
            among=[one.id for one in models],
            labels=[text("{name}, {wounds} wounds left", name=one.profile, wounds=one.wounds) for one in models],
        )

    @step("40K by hand/d", into="wounds", when=lambda self, s: self.action == WOUND)
    def select_wounds(self, s: Battle) -> Outcome:
        model = next(one for one in s.units[self.unit].models if one.id == self.model)
        return Number(
            by=self.by, prompt=text("How many wounds has it left?"), minimum=0, maximum=profile_of(s, model).w
        )

    @step("40K by hand/e", when=lambda self, s: self.action == PLACE)
    def place(self, s: Battle) -> Outcome:
        return PlaceByHand(unit=self.unit)

    @step("40K by hand/f")
    def carry_out(self, s: Battle) -> Outcome:
        name = s.units[self.unit].name
        if self.action == DESTROY:
            tell(s, self.under, "{model} of {unit} is destroyed (by hand).", model=self.model, unit=name)
            remove_model(s, self.model)
        elif self.action == WOUND:
            tell(s, self.under, "{model} has {wounds} wounds left (by hand).", model=self.model, wounds=self.wounds)
            set_wounds(s, self.model, self.wounds)
        elif self.action in (SHOCK, CALM):
            change(s, self.unit, shocked=self.action == SHOCK)
            tell(s, self.under, "{unit}: {what} (by hand).", unit=name, what=LABELS[self.action])
        return None

    @step("40K by hand/g")
    def aftermath(self, s: Battle) -> Outcome:
        return Aftermath()

    @step("40K by hand/h")
    def go_on(self, s: Battle) -> Outcome:
        return AGAIN if self.repeats else None


class PlaceByHand(SetUp):
    """REF by hand: a unit is put elsewhere; it may be engaged, but stands on nobody and in coherency."""

    def limits(self, s: Battle) -> Limits:
        foes = tuple(u.id for u in on_table(s, 1 - s.units[self.unit].seat))
        board = layout_of(s).board
        return Limits("40K 03.02", text("the battlefield"), board_area(board), may_engage=foes)


def by_hand(s: Any, rule: RuleId, gap: Text) -> Procedure:
    """How the players settle a rule that is not written (`Book.by_hand`)."""
    return SettleByHand(by=s.active, under=rule, reason=gap)
