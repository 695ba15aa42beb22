"""What the rules of this book do not cover yet, settled by the players and recorded: models put right by hand."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

from referee.board import end_faults
from referee.books.warmachine.damage import Suffer, remove
from referee.books.warmachine.ending import check_end
from referee.books.warmachine.placing import crowd, placed_at
from referee.books.warmachine.state import Battle, called, change, profile
from referee.books.warmachine.terrain import no_standing
from referee.books.warmachine.travel import move_to
from referee.kernel import (
    AGAIN,
    DONE,
    Effect,
    Number,
    Outcome,
    PlacePositions,
    Procedure,
    Refusal,
    RuleId,
    Text,
    add_effect,
    choose,
    lift,
    phrase,
    refuse,
    step,
    tell,
    text,
)

FINISHED = "done"
DEEDS: dict[str, str] = {
    "damage": phrase("damage a model"),
    "heal": phrase("heal a model"),
    "place": phrase("place a model"),
    "knock down": phrase("knock a model down"),
    "stand up": phrase("stand a model up"),
    "focus": phrase("set a model's focus"),
    "fury": phrase("set a model's fury"),
    "give an effect": phrase("put an effect on a model"),
    "lift an effect": phrase("end an effect on a model"),
    "destroy": phrase("destroy a model"),
    "remove from play": phrase("remove a model from play"),
    FINISHED: phrase("all is settled"),
}
EFFECTS: dict[str, str] = {
    "must forfeit movement": phrase("must forfeit its Normal Movement"),
    "must forfeit action": phrase("must forfeit its Combat Action"),
    "must forfeit one": phrase("must forfeit one part"),
    "must run": phrase("must run"),
    "must charge": phrase("must charge"),
    "cannot run": phrase("cannot run"),
    "cannot charge": phrase("cannot charge"),
    "cannot advance": phrase("cannot advance"),
    "slowed": phrase("SPD -2"),
    "hastened": phrase("SPD +2"),
}
UNTIL: dict[str, str] = {
    "activation end": phrase("until its next activation ends"),
    "turn end": phrase("until this turn ends"),
    "round": phrase("for one round"),
}
SPEED = {"slowed": -2, "hastened": 2}


class SettleByHand(Procedure):
    """REF by-hand The players settle what is not written; each thing they do is an answer of the record."""

    delivers: ClassVar[bool] = False
    of: RuleId
    gap: Text
    deed: str = ""
    model: str = ""
    amount: int = 0
    effect: str = ""
    until: str = ""
    spot: tuple[tuple[str, tuple[float, float, float, float]], ...] = ()
    done: Any = None

    def _by(self, s: Battle) -> int:
        return s.active

    @step("WM 15/a", into="deed")
    def choose_deed(self, s: Battle) -> Outcome:
        return choose(
            text("{rule}: {gap} What happens?", rule=self.of, gap=self.gap),
            by=self._by(s),
            among=tuple(DEEDS),
            labels=tuple(text(DEEDS[one]) for one in DEEDS),
            gap=self.of,
        )

    @step("WM 15/b", into="model")
    def choose_model(self, s: Battle) -> Outcome:
        if self.deed == FINISHED or not s.models:
            return DONE
        return choose(
            text("Which model?"),
            by=self._by(s),
            among=tuple(s.models),
            labels=tuple(text("{name}", name=called(s, one)) for one in s.models),
        )

    @step("WM 15/c", into="amount", when=lambda self, s: self.deed in ("damage", "heal", "focus", "fury"))
    def choose_amount(self, s: Battle) -> Outcome:
        most = 3 if self.deed in ("focus", "fury") and profile(s, self.model).kind == "warjack" else 40
        return Number(by=self._by(s), prompt=text("How many points?"), minimum=0, maximum=most)

    @step("WM 15/d", into="effect", when=lambda self, s: self.deed in ("give an effect", "lift an effect"))
    def choose_effect(self, s: Battle) -> Outcome:
        return choose(
            text("Which effect?"),
            by=self._by(s),
            among=tuple(EFFECTS),
            labels=tuple(text(EFFECTS[one]) for one in EFFECTS),
        )

    @step("WM 15/e", into="until", when=lambda self, s: self.deed == "give an effect")
    def choose_duration(self, s: Battle) -> Outcome:
        return choose(
            text("How long does it last?"),
            by=self._by(s),
            among=tuple(UNTIL),
            labels=tuple(text(UNTIL[one]) for one in UNTIL),
        )

    @step(
        "WM 15/f",
        into="spot",
        check="spot_refusals",
        propose="propose_spots",
        when=lambda self, s: self.deed == "place",
    )
    def choose_spot(self, s: Battle) -> Outcome:
        return PlacePositions(
            by=self._by(s), prompt=text("Where is {model} put?", model=called(s, self.model)), subjects=(self.model,)
        )

    def spot_refusals(self, s: Battle, answer: Any) -> Iterator[Refusal]:
        if len(answer) != 1:
            yield refuse("WM 15/f", "One place is asked for.")
        for model, (x, y, *_) in answer:
            here = placed_at(s, model, x, y)
            for fault in end_faults(here, crowd(s, (model,)), no_standing(s), s.layout.board):
                yield refuse("WM 15/f", "There is no room: {other} is in the way.", other=called(s, fault.id))

    def propose_spots(self, s: Battle, random: Random) -> Iterator[Any]:
        one, board = s.models[self.model], s.layout.board
        for _ in range(20):
            answer = ((self.model, (random.random() * board.width, random.random() * board.height, 0.0, 0.0)),)
            if next(self.spot_refusals(s, answer), None) is None:
                yield answer
        yield ((self.model, (one.x, one.y, 0.0, 0.0)),)

    @step("WM 15/g", into="done")
    def carry_out(self, s: Battle) -> Outcome:
        tell(s, "WM 15/g", "By hand: {deed}: {model}.", deed=text(DEEDS[self.deed]), model=called(s, self.model))
        one = s.models[self.model]
        if self.deed == "damage":
            return Suffer(model=self.model, points=self.amount, under=self.of)
        if self.deed in ("destroy", "remove from play"):
            remove(s, self.model, self.of, destroyed=self.deed == "destroy")
            return check_end(s)
        if self.deed == "give an effect":
            add_effect(s, self._effect(s))
        elif self.deed == "lift an effect":
            lift(s, "speed" if self.effect in SPEED else self.effect, self.model)
        elif self.deed == "place":
            move_to(s, self.model, self.spot[0][1][0], self.spot[0][1][1])
        elif self.deed == "heal":
            change(s, self.model, damage=max(0, one.damage - self.amount))
        elif self.deed in ("knock down", "stand up"):
            change(s, self.model, knocked_down=self.deed == "knock down")
        elif self.deed == "focus":
            change(s, self.model, focus=self.amount)
        else:
            change(s, self.model, fury=self.amount)
        return None

    def _effect(self, s: Battle) -> Effect:
        seat = s.models[self.model].seat
        until = {"activation end": f"activation end {self.model}", "turn end": "turn end"}.get(
            self.until, f"turn start {self._by(s)}"
        )
        kind = "speed" if self.effect in SPEED else self.effect
        return Effect(kind, self.of, self.model, until, SPEED.get(self.effect), s.seats[seat])

    @step("WM 15/h")
    def go_on(self, s: Battle) -> Outcome:
        return AGAIN


def settle(s: Battle, rule: RuleId, gap: Text) -> Procedure:
    """The procedure by which the players settle a rule that is not written."""
    return SettleByHand(of=rule, gap=gap)
