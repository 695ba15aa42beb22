"""From army lists to the units of a battle: nothing is lost on the way, and unknown bases are errors, not defaults."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee import lists
from referee.board import Oval, Round
from referee.books.wh40k import BOOK, SAMPLES, samples
from referee.books.wh40k.muster import Army, gather, read_list
from referee.kernel import NotAnOption, Seeded

LISTS = Path(lists.__file__).parent / "samples"


def tree(*units: tuple[str, int], **more: Any) -> dict[str, Any]:
    """A list of units by datasheet id, as `referee.lists` gives it."""
    rows = [
        {"id": f"{sheet}-{i}", "name": sheet, "datasheet": sheet, "points": 100, "line": i}
        | {"models": [{"name": sheet, "profile": sheet, "count": count}]}
        for i, (sheet, count) in enumerate(units, start=1)
    ]
    return {"name": "Test", "units": rows, "points_limit": 2000, **more}


@pytest.mark.parametrize(("name", "kept"), list(zip(SAMPLES, samples(), strict=True)))
def test_the_sample_armies_are_their_lists(name: str, kept: Any) -> None:
    army = lists.read(LISTS / f"{name}.txt")
    assert kept == read_list(army)
    assert sum(len(unit["models"]) for unit in kept["units"]) == sum(unit.model_count for unit in army.units)
    assert sum(unit["points"] for unit in kept["units"]) == army.counted_points


def test_19_01_a_leader_and_its_bodyguard_are_one_unit() -> None:
    given = tree(("intercessor-squad", 5), ("captain", 1))
    given["units"][1]["attached_to"] = "intercessor-squad-1"
    army = msgspec.convert(read_list(given), Army)
    assert [(unit.name, len(unit.models), unit.points) for unit in army.units] == [
        ("intercessor-squad + captain", 6, 200)
    ]


def test_19_01_twin_without_the_attachment_they_are_two() -> None:
    army = msgspec.convert(read_list(tree(("intercessor-squad", 5), ("captain", 1))), Army)
    assert len(army.units) == 2


def test_bases_have_their_true_sizes() -> None:
    army = msgspec.convert(read_list(tree(("intercessor-squad", 5), ("outrider-squad", 3))), Army)
    bases = [army.profiles[unit.models[0]].base for unit in army.units]
    assert bases == [Round(32.0), Oval(90.0, 52.5)]


def test_a_unit_without_a_datasheet_is_refused_with_its_line() -> None:
    given = tree(("intercessor-squad", 5))
    given["units"][0]["datasheet"] = None
    with pytest.raises(NotAnOption, match="line 1 of the list"):
        read_list(given)


def test_an_unknown_base_is_an_error_that_says_how_to_give_it() -> None:
    armies = (read_list(tree(("harridan", 1))), read_list(tree(("boyz", 10))))
    with pytest.raises(NotAnOption, match="The bases of harridan are not known"):
        gather(armies, BOOK.settled(), "open")
    s = gather(armies, BOOK.settled({"bases": "harridan=160mm"}), "open")
    assert s.roster.profiles[s.units["A1"].models[0].profile].base == Round(160.0)


@pytest.mark.parametrize("given", ["harridan", "harridan=big", "harridan=40"])
def test_a_base_that_is_none_is_refused(given: str) -> None:
    armies = (read_list(tree(("harridan", 1))), read_list(tree(("boyz", 10))))
    with pytest.raises(NotAnOption, match="is no base"):
        gather(armies, BOOK.settled({"bases": given}), "open")


def test_two_armies_are_needed() -> None:
    with pytest.raises(NotAnOption, match="needs two armies"):
        BOOK.begin({}, (samples()[0],), dice=Seeded("1"))
