"""WM 5 Movement at the end of an activation: one at most, as the rule that gives it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.books.warmachine.advance import Advance
from referee.books.warmachine.duties import cannot_move
from referee.books.warmachine.placing import centres, enemies
from referee.books.warmachine.restrictions import Restriction
from referee.books.warmachine.state import Battle, EndMove, called, profile
from referee.kernel import DONE, Outcome, Procedure, Refusal, choose, refuse, step, text

NONE = "stay"


def end_moves(s: Battle, model: str) -> tuple[EndMove, ...]:
    """The movements the model may make at the end of its activation: one of them."""
    return () if cannot_move(s, model) else profile(s, model).end_moves


def end_move_restrictions(s: Battle, model: str, rule: EndMove) -> tuple[Restriction, ...]:
    """WM 5/c: how the rule itself restricts the movement, with regard to the nearest enemy."""
    if rule.how == "free":
        return ()
    nearest = min(
        (one.id for one in enemies(s, s.models[model].seat)), key=lambda one: (centres(s, model, one), one), default=""
    )
    if not nearest:
        return ()
    other = s.models[nearest]
    return (Restriction(rule.how, nearest, other.x, other.y),)


class EndMoves(Procedure):
    """WM 5 The movement of one model at the end of its activation."""

    model: str
    choice: str = ""
    moved: float = 0.0

    @step("WM 5/b", into="choice", check="choice_refusals")
    def choose_rule(self, s: Battle) -> Outcome:
        found = end_moves(s, self.model)
        if not found:
            return DONE
        among = (*(one.name for one in found), NONE)
        return choose(
            text("{model}: which movement at the end of its activation?", model=called(s, self.model)),
            by=s.models[self.model].seat,
            among=among,
            labels=(*(text("{name}", name=one.name) for one in found), text("no movement")),
        )

    def choice_refusals(self, s: Battle, choice: Any) -> Iterator[Refusal]:
        name = called(s, self.model)
        if isinstance(choice, tuple | list) and len(choice) > 1:
            yield refuse("WM 5/b", "{model} makes one movement at the end of its activation, not several.", model=name)
        elif isinstance(choice, str) and (choice in s.models or choice in s.units):
            yield refuse(
                "WM 1.1/e",
                "{model} is active and has to finish first.",
                text("Go on with {model}.", model=name),
                model=name,
            )
        elif choice in ("melee attacks", "ranged attacks", "headbutt", "throw"):
            yield refuse("WM 1/a", "{model} has made its Combat Action.", model=name)

    @step("WM 5/c", into="moved", when=lambda self, s: self.choice != NONE)
    def move(self, s: Battle) -> Outcome:
        rule = next(one for one in end_moves(s, self.model) if one.name == self.choice)
        found = end_move_restrictions(s, self.model, rule)
        return Advance(model=self.model, kind="end move", limit=rule.distance, found=found)
