"""Lists people type: bulleted units, sizes in brackets, a last line nobody knows."""

from __future__ import annotations

import pytest

from lists.army_help import codes, doubts
from referee.lists import ArmyList, read

HEAD = "Saturday\n\nOrks\nWar Horde\nIncursion (1,000 Points)\n300 points\n\n"


def units(army: ArmyList) -> list[tuple[str, int, int | None]]:
    return [(unit.datasheet or unit.name, unit.model_count, unit.points) for unit in army.units]


def test_units_with_bullets_are_units_also_twice_and_without_points() -> None:
    army = read(HEAD + "- Battlewagon (150)\n- Battlewagon (150)\n- 20x Boyz\n- Boyz 75\n")
    assert units(army) == [("battlewagon", 1, 150), ("battlewagon", 1, 150), ("boyz", 20, None), ("boyz", 10, 75)]
    assert {"unit-points", "points-sum"} <= set(doubts(army))


def test_twin_what_is_bulleted_below_a_unit_is_not_a_unit() -> None:
    army = read(HEAD + "Boyz (75)\n- 1x Nob\n- 9x Boy\nBattlewagon (150)\n- 1x Big shoota\n")
    assert units(army) == [("boyz", 10, 75), ("battlewagon", 1, 150)]


@pytest.mark.parametrize("line", ["Boyz (20) - 150 pts", "Boyz [20], 150", "Boyz (20 models) 150pts", "20 Boyz: 150"])
def test_a_size_in_brackets_is_no_price(line: str) -> None:
    assert units(read(f"{HEAD}Warboss 75\n{line}\n")) == [("warboss", 1, 75), ("boyz", 20, 150)]


def test_a_price_in_brackets_is_no_size() -> None:
    assert units(read(f"{HEAD}Warboss (75)\nBoyz (75)\n")) == [("warboss", 1, 75), ("boyz", 10, 75)]


@pytest.mark.parametrize("line", ["Snottygobs 85", "Snottygobs (85)", "Snottygobs - 85pts"])
def test_an_unknown_last_line_with_a_price_is_not_passed_over_in_silence(line: str) -> None:
    army = read(f"{HEAD}Warboss 75\n{line}\n")
    assert any(finding.line == 9 for finding in army.findings)
    assert {"line-skipped", "unit-unknown"} & set(doubts(army))


def test_twin_chat_after_the_list_is_a_note() -> None:
    army = read(f"{HEAD}Warboss 75\n\nsee you at 9\n")
    assert "line-skipped" in codes(army.findings)
    assert "line-skipped" not in doubts(army)
