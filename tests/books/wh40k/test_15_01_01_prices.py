"""15.01.01 Modifying CP costs, 15.01.02 affected by a stratagem, 15.01.03 whose stratagems and whose units."""

from __future__ import annotations

from typing import Any

import pytest

from books.wh40k.uses import FASTER, at, kinds, made_up, scene, use
from referee.books.wh40k import BOOK
from referee.books.wh40k.command_points import gain_cp
from referee.books.wh40k.stratagem_records import Section, Target
from referee.books.wh40k.stratagems import price_of, why_not
from referee.books.wh40k.using import AFFECTED, CANCEL, RAISES, USE
from referee.kernel import PASS, Effect, expire

START = "start of the Movement phase"


def cost(amount: int, subject: str = "0", of: str = "", until: str = "turn end") -> Effect:
    kind = f"stratagem cost of {of}" if of else "stratagem cost"
    return Effect(kind, "X 1", subject, until, value=amount, source=f"rule {amount:+d}")


def price(
    effects: list[Effect],
    cp: int = 1,
    extra: int = 0,
    seat: int = 0,
    target: str = "A1",
    options: dict[str, str] | None = None,
) -> int:
    play = at(effects=effects, board=scene(options=options or {}))
    return price_of(play.s, seat, made_up("S", cp=cp), (target,), extra).total


# --- 15.01.01


def test_15_01_01_a_a_rule_changes_the_price_of_what_it_covers() -> None:
    assert price([cost(-1, of="s")], cp=2) == 1
    assert price([cost(1, "A1")]) == 2


@pytest.mark.parametrize("other", [cost(1, of="t"), cost(1, "1"), cost(1, "A2")])
def test_15_01_01_a_twin_and_of_nothing_else(other: Effect) -> None:
    assert price([other]) == 1


def test_15_01_01_a_there_is_no_ceiling() -> None:
    assert price([cost(1), cost(1, "A1")]) == 3


def test_15_01_01_a_reading_with_the_option_price_ceiling_it_rises_by_one_at_most() -> None:
    assert price([cost(1), cost(1, "A1")], options={"price ceiling": "+1"}) == 2


def test_15_01_01_a_cited_b08_the_price_depends_on_the_target() -> None:
    play = at(own=[made_up("S", cp=2)], cp=(1, 0), effects=[cost(-1, "A2")])
    play.answer(USE + "s")
    assert play.options() == ("A2", CANCEL)
    play.refused("A1", "40K 15.01/l", "costs 2 CP; you have 1")
    play.answer("A2")
    assert play.s.cp == (0, 0)


def test_15_01_01_b_never_below_0cp() -> None:
    assert price([cost(-1), cost(-1, "A1")]) == 0
    play = use(at(own=[made_up("S")], effects=[cost(-1), cost(-1, "A1")]), "s", "A1")
    assert (play.s.cp, play.s.cp_history[0].floored) == ((3, 3), True)


def test_15_01_01_b_twin_a_use_for_0cp_is_a_use() -> None:
    play = use(at(own=[made_up("S"), made_up("T")], cp=(0, 0), effects=[cost(-1, "A1")]), "s", "A1")
    assert "40K 15.01/h" in [r.rule for r in why_not(play.s, 0, "s", "A2", START)]
    assert "40K 15.01/i" in [r.rule for r in why_not(play.s, 0, "t", "A1", START)]


@pytest.mark.parametrize("order", [(-1, -1, 1), (1, -1, -1), (-1, 1, -1)])
def test_15_01_01_b_cited_b06_r10_modifiers_add_up_in_any_order_before_the_floor(order: tuple[int, ...]) -> None:
    assert price([cost(amount) for amount in order]) == 0
    assert price([cost(-1), cost(1)]) == 1


def test_15_01_01_b_reading_with_the_option_price_floor_each_is_held_at_0() -> None:
    assert price([cost(-1), cost(-1), cost(1)], options={"price floor": "each"}) == 1


def test_15_01_01_b_cited_r03_for_0cp_without_a_name_is_one_less() -> None:
    assert price([cost(-1, "A1")], cp=2) == 1
    assert price([cost(-1, "A1")], cp=1) == 0


def test_15_01_01_b_cited_r11_a_named_free_stratagem_is_free_and_no_second_use() -> None:
    play = use(at(own=[made_up("S", cp=2)], cp=(0, 0), effects=[cost(-2, of="s")]), "s", "A1")
    assert [r.rule for r in why_not(play.s, 0, "s", "A2", START)] == ["40K 15.01/h"]


RAISE = Effect(RAISES, "X 2", "1", "battle end", value=1, source="Aura")


def test_15_01_01_c_cited_r02_a_raised_price_that_can_be_paid_is_paid() -> None:
    play = at(own=[made_up("S")], cp=(3, 0), effects=[RAISE]).answer(USE + "s", "A1")
    assert play.game.decision is not None
    assert (play.game.decision.by, play.options()[0]) == (1, "Aura")
    play.answer("Aura")
    assert (play.s.cp, kinds(play.s, "A1")) == ((1, 0), [("M", 2)])
    (entry,) = play.s.cp_history
    assert (entry.printed, [(m.amount, m.rule, m.source) for m in entry.modifiers]) == (1, [(1, "X 2", "Aura")])


def test_15_01_01_c_twin_cited_r01_one_that_cannot_is_not_paid_nothing_happens_and_the_use_counts() -> None:
    play = at(own=[made_up("S"), made_up("T")], cp=(1, 0), effects=[RAISE]).answer(USE + "s", "A1", "Aura")
    assert (play.s.cp, kinds(play.s, "A1")) == ((1, 0), [])
    assert [r.rule for r in why_not(play.s, 0, "s", "A2", START)] == ["40K 15.01/h"]
    assert [r.rule for r in why_not(play.s, 0, "t", "A1", START)] == ["40K 15.01/i"]


def test_15_01_01_c_reading_with_the_option_raised_price_it_is_no_use() -> None:
    board = scene(options={"raised price": "no use"})
    play = at(own=[made_up("S")], cp=(1, 0), effects=[RAISE], board=board).answer(USE + "s", "A1", "Aura")
    assert not why_not(play.s, 0, "s", "A2", START)


def test_15_01_01_c_a_change_without_a_duration_is_for_this_use_only() -> None:
    play = at(own=[made_up("S"), made_up("T")], cp=(3, 0), effects=[RAISE]).answer(USE + "s", "A1", "Aura")
    play.answer(USE + "t", "A2")
    assert play.s.cp == (0, 0)


def test_15_01_01_c_twin_one_with_a_duration_works_until_it_runs_out() -> None:
    play = use(at(own=[made_up("S")], effects=[cost(1, of="s")]), "s", "A1")
    assert play.s.cp == (1, 3)
    expire(play.s, "phase end")
    assert price_of(play.s, 0, made_up("S"), ("A1",), 0).total == 2
    expire(play.s, "turn end")
    assert price_of(play.s, 0, made_up("S"), ("A1",), 0).total == 1


def test_15_01_01_c_the_opponent_may_leave_it() -> None:
    play = at(own=[made_up("S")], cp=(1, 0), effects=[RAISE]).answer(USE + "s", "A1", PASS)
    assert (play.s.cp, kinds(play.s, "A1")) == ((0, 0), [("M", 2)])


def test_15_01_01_the_price_is_raised_after_the_section_is_chosen() -> None:
    one = made_up("S", sections=(Section("more", 1),))
    play = at(own=[one], cp=(3, 0), effects=[RAISE]).answer(USE + "s", "A1", "more", "Aura")
    assert play.s.cp == (0, 0)


# --- 15.01.02


def affected(play: Any, unit: str) -> list[Any]:
    return [e.value for e in play.s.effects if e.kind == AFFECTED and e.subject == unit]


def test_15_01_02_a_unit_selected_as_a_target_is_affected_also_if_nothing_comes_of_it() -> None:
    play = at(own=[made_up("S")], cp=(1, 0), effects=[RAISE]).answer(USE + "s", "A1", "Aura")
    assert affected(play, "A1") == ["s"]


def test_15_01_02_an_enemy_unit_too() -> None:
    play = use(at(own=[made_up("S", target=Target(side="enemy"))]), "s", "B1")
    assert affected(play, "B1") == ["s"]


def test_15_01_02_twin_a_unit_the_effect_picks_is_not_and_a_use_called_off_affects_nobody() -> None:
    pick = {**FASTER, "target": "target"}
    play = at(own=[made_up("S", effect=pick), made_up("T")]).answer(USE + "s", "A1", "B1")
    assert affected(play, "B1") == []
    assert kinds(play.s, "B1") == [("M", 2)]
    play.answer(USE + "t", CANCEL)
    assert affected(play, "A2") == []


# --- 15.01.03


def test_15_01_03_a_your_opponents_stratagems_are_those_the_opponent_uses() -> None:
    theirs_cost_more = cost(1, "1")
    assert price([theirs_cost_more], seat=1, target="B1") == 2
    assert price([theirs_cost_more], seat=1, target="A1") == 2


def test_15_01_03_a_twin_not_ones_own() -> None:
    assert price([cost(1, "1")], seat=0) == 1


def test_15_01_03_b_your_stratagems_are_those_you_use_in_either_turn_on_any_target() -> None:
    play = at(effects=[cost(-1)], active=1)
    assert price_of(play.s, 0, made_up("S"), ("B1",), 0).total == 0


def test_15_01_03_b_twin_not_those_used_on_your_units() -> None:
    assert price([cost(-1)], seat=1, target="A1") == 1


def test_15_01_03_c_your_units_are_all_the_targets() -> None:
    play = use(at(own=[made_up("S", target=Target(count=2))]), "s", ["A1", "A2"])
    assert (kinds(play.s, "A1"), kinds(play.s, "A2")) == ([("M", 2)], [("M", 2)])


def test_15_01_03_c_twin_and_never_another_unit() -> None:
    play = use(at(own=[made_up("S")]), "s", "A1")
    assert (kinds(play.s, "A2"), kinds(play.s, "B1")) == ([], [])


# --- gains of CP


def test_08_02_b_cited_r08_beyond_the_core_ones_one_cp_is_gained_in_a_battle_round() -> None:
    play = at()
    assert gain_cp(play.s, 0, 1, "a card") == 1
    assert play.s.cp == (4, 3)
    assert [(e.reason, e.amount, e.total) for e in play.s.cp_history] == [("a card", 1, 4)]


def test_08_02_b_twin_cited_r08_r09_the_second_gain_of_the_round_is_none() -> None:
    play = at()
    gain_cp(play.s, 0, 1, "a card")
    assert gain_cp(play.s, 0, 1, "a refund") == 0
    assert gain_cp(play.s, 1, 2, "theirs") == 1
    assert play.s.cp == (4, 4)


def test_15_01_l_the_cp_history_is_in_the_view() -> None:
    play = use(at(own=[made_up("S")], effects=[cost(1)]), "s", "A1")
    (entry,) = BOOK.view(play.game, None)["cp_history"]
    assert (entry["seat"], entry["amount"], entry["printed"], entry["modifiers"][0]["source"]) == (0, -2, 1, "rule +1")
    assert any("+1 CP to the price of S" in text for text in play.told("X 1"))
