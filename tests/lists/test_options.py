"""What models carry all in all against what the datasheet's options give, and prices that tell of a changed line."""

from __future__ import annotations

from pathlib import Path

import pytest

from lists.army_help import codes, doubts, essence
from referee.lists import read
from referee.lists.export import export

SORORITAS = (Path(__file__).parent / "fixtures" / "gw_sororitas.txt").read_text(encoding="utf-8")


def changed(old: str, new: str) -> list[str]:
    assert SORORITAS.count(old) == 1
    return doubts(read(SORORITAS.replace(old, new)))


def test_what_options_give_is_exact() -> None:
    army = read(SORORITAS)
    assert army.is_exact
    assert codes(army.findings) <= {"points-old"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("◦ 8x Boltgun", "◦ 9x Boltgun"),
        ("◦ 8x Boltgun", "◦ 7x Boltgun"),
        ("     ◦ 1x Meltagun\n", "     ◦ 1x Meltagun\n     ◦ 1x Meltagun\n"),
        ("     ◦ 1x Meltagun\n", ""),
        ("     ◦ 1x Plasma pistol\n", ""),
        ("◦ 4x Ministorum hand flamer", "◦ 6x Ministorum hand flamer"),
        ("◦ 2x Penitent flamers", "◦ 1x Penitent flamers"),
        ("• 1x Hallowed chainsword", "• 1x Hallowed chainsword\n  • 1x Power weapon"),
    ],
)
def test_weapons_that_no_options_give_are_doubted(old: str, new: str) -> None:
    assert set(changed(old, new)) & {"wargear-options", "wargear-missing", "wargear-count"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("◦ 8x Boltgun", "◦ 7x Boltgun\n     ◦ 1x Multi-melta"),
        ("     ◦ 1x Boltgun\n", "     ◦ 1x Combi-weapon\n     ◦ 1x Power weapon\n"),
        ("     ◦ 1x Meltagun\n", "     ◦ 1x Meltagun\n     ◦ 1x simulacrum imperialis\n"),
        ("  • 1x Bolt pistol\n  • 1x Hallowed chainsword", "  • 1x Blessed blade\n  • 1x Plasma pistol"),
        ("◦ 2x Twin penitent buzz-blades", "◦ 2x Twin penitent flails"),
    ],
)
def test_twin_other_choices_the_datasheet_gives_are_exact(old: str, new: str) -> None:
    assert changed(old, new) == []


def test_the_finding_says_what_is_too_much_and_what_is_lacking() -> None:
    army = read(SORORITAS.replace("◦ 8x Boltgun", "◦ 9x Boltgun"))
    (finding,) = [finding for finding in army.findings if finding.code == "wargear-options"]
    assert str(finding) == (
        "line 17: Battle Sisters Squad: no options give its Battle Sister what they carry; "
        "too many: 1x Meltagun; too few: -."
    )


def test_a_price_of_another_number_of_models_is_doubted() -> None:
    army = read(SORORITAS.replace("• 2x Penitent", "• 1x Penitent").replace("◦ 2x", "◦ 1x"))
    (finding,) = [finding for finding in army.findings if finding.code == "points-models"]
    assert "140 points are its price at size 2; at size 1, as read, it is 70." in str(finding)
    assert not army.is_exact


def test_a_price_without_the_enhancement_that_is_listed_is_doubted() -> None:
    listed = SORORITAS.replace("  • Warlord", "  • Warlord\n  • Enhancements: Saintly Example")
    assert doubts(read(listed)) == ["enhancement-price"]
    paid = listed.replace("(60 Points)", "(70 Points)").replace("(375 Points)", "(385 Points)")
    assert doubts(read(paid)) == []
    assert doubts(read(paid.replace("  • Enhancements: Saintly Example\n", ""))) == ["enhancement-missing"]


def test_twin_an_old_price_is_a_note() -> None:
    older = SORORITAS.replace("(100 Points)", "(105 Points)").replace("(375 Points)", "(380 Points)")
    army = read(older)
    assert army.is_exact
    assert codes(army.findings) == {"points-old"}


def test_a_warlord_above_the_first_unit_is_not_passed_over_in_silence() -> None:
    lines = SORORITAS.split("\n")
    at = lines.index("Canoness (60 Points)")
    lines[at : at + 2] = [lines[at + 1], lines[at]]
    assert "line-skipped" in doubts(read("\n".join(lines)))


def test_a_misspelt_battle_size_key_is_read_and_said() -> None:
    text = (
        "+ FACTION KEYWORD: Adepta Sororitas\n+ DETACHMENT: Hallowed Martyrs\n+ BATLE SIZE: Strike Force (2000 Points)"
    )
    army = read(f"{text}\n+ TOTAL ARMY POINTS: 60pts\n\n1x Canoness (60 pts): Bolt pistol, Hallowed chainsword\n")
    assert (army.battle_size, army.stated_points) == ("strike-force", 60)
    assert doubts(army) == ["key-unknown"]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('"name": "Detachment"', '"name": "Detachmemt"', "key-unknown"),
        ('"name": "Force Disposition"', '"name": ""', "key-unknown"),
        ('"name": "Hallowed Martyrs"', '"nam": "Hallowed Martyrs"', "choice-missing"),
    ],
)
def test_a_changed_choice_in_json_is_read_by_its_value_or_said_to_be_empty(old: str, new: str, code: str) -> None:
    before = read(SORORITAS)
    written = export(before, "new-recruit-json")
    assert written.count(old) == 1
    after = read(written.replace(old, new))
    assert code in doubts(after)
    if code == "key-unknown":
        assert essence(after) == essence(before)
