"""Costs: an ordered tuple of parts, each of which can say whether it can be paid now, be set aside, and be paid.

When parts are checked, set aside and paid, and what a failed payment uses up, is for the book to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from referee.kernel.citation import Refusal, Text
from referee.kernel.decision import Seat
from referee.kernel.procedure import AGAIN, DONE, Outcome, Procedure, step, tag_of
from referee.kernel.state import State

PARTS: dict[str, type[Part]] = {}
"""Every kind of part by its tag: how a save finds them again."""


class Part(msgspec.Struct, frozen=True, tag_field="part", tag=True, gc=False):
    """The base of the parts of a cost. A book's parts are frozen records, so that a cost can lie in a frame."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        PARTS[tag_of(cls)] = cls

    def describe(self) -> Text:
        """The part in words."""
        raise NotImplementedError

    def refusals(self, s: Any, by: Seat) -> Iterator[Refusal]:
        """Why the part cannot be paid now; nothing if it can."""
        raise NotImplementedError

    def commit(self, s: Any, by: Seat) -> None:
        """Set aside what the part needs, so that nothing else can be paid with it. By default nothing is set aside."""

    def pay(self, s: Any, by: Seat) -> Procedure | bool:
        """Pay. Returns whether it was paid, or a procedure whose result says so (a test that is part of the price)."""
        raise NotImplementedError


def refusals(s: State, parts: Sequence[Part], by: Seat) -> Iterator[Refusal]:
    """Why `by` cannot pay: every reason of every part. Parts that draw on the same purse have to be one part."""
    for part in parts:
        yield from part.refusals(s, by)


class Pay(Procedure):
    """Pay the parts in order. The result is true if all were paid; after a failed part the earlier ones stay paid."""

    parts: tuple[Any, ...]
    by: Seat
    paid: bool = True
    next: int = 0

    @step("REF pay/a", into="paid")
    def pay(self, s: State) -> Outcome:
        if not self.paid or self.next == len(self.parts):
            self.result = self.paid
            return DONE
        outcome = self.parts[self.next].pay(s, self.by)
        self.next += 1
        if isinstance(outcome, Procedure):
            return outcome
        self.paid = outcome
        return AGAIN

    @step("REF pay/b")
    def go_on(self, s: State) -> Outcome:
        return AGAIN
