"""Costs: parts in order; after a failed part the earlier ones stay paid and the later ones are not touched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import raid
from referee.kernel import ByHand, Dice, Game, Outcome, Pay, Procedure, Refusal, Scripted, step
from referee.kernel.cost import PARTS, refusals

Begin = Callable[..., Game]


class Buy(Procedure):
    """Pay a cost and note whether it was paid."""

    parts: tuple[Any, ...]
    paid: bool = False

    @step("T 1", into="paid")
    def pay(self, s: raid.Raid) -> Outcome:
        return Pay(parts=self.parts, by=0)

    @step("T 2")
    def note(self, s: raid.Raid) -> Outcome:
        s.log.append("paid" if self.paid else "not paid")
        return None


def buy(begin: Begin, *parts: Any, gold: int = 3, dice: Dice | None = None) -> Game:
    return begin(Buy(parts=parts), state=raid.Raid(gold={0: gold, 1: 0}), dice=dice or ByHand())


def state(game: Game) -> tuple[list[str], int]:
    assert isinstance(game.state, raid.Raid)
    return game.state.log, game.state.gold[0]


def test_all_parts_are_paid_in_order(begin: Begin) -> None:
    game = buy(begin, raid.Gold(1), raid.Luck(3), raid.Gold(2), dice=Scripted((3,)))
    assert state(game) == (["paid"], 0)


def test_nothing_costs_nothing(begin: Begin) -> None:
    assert state(buy(begin)) == (["paid"], 3)


@pytest.mark.parametrize(
    ("parts", "left"),
    [
        ((raid.Gold(4), raid.Gold(1)), 3),
        ((raid.Gold(1), raid.Luck(3), raid.Gold(1)), 2),
        ((raid.Luck(3), raid.Gold(1)), 3),
        ((raid.Gold(1), raid.Gold(1), raid.Luck(3)), 1),
    ],
)
def test_after_a_failed_part_the_earlier_stay_paid_and_the_later_are_not_touched(
    begin: Begin, parts: tuple[Any, ...], left: int
) -> None:
    assert state(buy(begin, *parts, dice=Scripted((2,)))) == (["not paid"], left)


def test_b28_a_cost_is_saved_while_it_is_being_paid(begin: Begin) -> None:
    game = buy(begin, raid.Gold(1), raid.Luck(3), raid.Gold(2))
    loaded = Game.load(game.book, game.save())
    assert loaded.stack == game.stack
    assert loaded.stack[0].parts == (raid.Gold(1), raid.Luck(3), raid.Gold(2))  # type: ignore[attr-defined]
    loaded.answer([4])
    assert state(loaded) == (["paid"], 0)


def test_every_reason_of_every_part_is_given() -> None:
    s = raid.Raid(gold={0: 1, 1: 0})
    found: list[Refusal] = list(refusals(s, (raid.Gold(2), raid.Luck(6), raid.Gold(5)), 0))
    assert [str(one) for one in found] == [
        "RAID 3/a: You have 1 gold, not 2.",
        "RAID 3/a: You have 1 gold, not 5.",
    ]


def test_parts_are_known_by_book_and_name() -> None:
    assert PARTS["raid.Gold"] is raid.Gold
