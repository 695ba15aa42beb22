"""What the public importer (wh40kdc 1.4.5) gets wrong and is done here.

Each test names one gap, shows that our reading is right, and then that the importer's is still wrong: the day that
last line fails, the gap is mended upstream and our own code for it can be weighed again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lists.army_help import codes, doubts, essence
from referee.lists import ArmyList, Certainty, ListRefused, Role, Severity, read

FIXTURES = Path(__file__).parent / "fixtures"
WOLVES = (FIXTURES / "gw_wolves_three_detachments.txt").read_text(encoding="utf-8")
SIMPLE = (FIXTURES / "nr_simple_wolves.txt").read_text(encoding="utf-8")
COMPACT = (FIXTURES / "wtc_compact_wolves.txt").read_text(encoding="utf-8")
TREE: dict[str, Any] = json.loads((FIXTURES / "nr_wolves.json").read_text(encoding="utf-8"))
DETACHMENTS = ["champions-of-fenris", "legends-of-saga-and-song", "veterans-of-the-fang"]


def wolves() -> ArmyList:
    return read(WOLVES)


def is_wolves(army: ArmyList) -> bool:
    return essence(army) == essence(wolves())


def upstream(source: str) -> dict[str, Any]:
    """What the public importer makes of a source; {} if it refuses it."""
    from wh40kdc import try_import_roster

    result = try_import_roster(source)
    return dict(result["roster"]) if result["ok"] else {}


def upstream_units(source: str) -> list[dict[str, Any]]:
    return list(upstream(source).get("units", []))


def upstream_points(source: str) -> int:
    return sum((u["points"] or 0) + (u.get("enhancement_points") or 0) for u in upstream_units(source))


def tree(change: Callable[[dict[str, Any]], object]) -> str:
    """The New Recruit JSON with something changed."""
    copy = json.loads(json.dumps(TREE))
    change(copy)
    return json.dumps(copy)


def units_of(copy: dict[str, Any]) -> list[dict[str, Any]]:
    selections = copy["roster"]["forces"][0]["selections"]
    return [selection for selection in selections if selection["type"] == "unit"]


def test_the_fixtures_are_one_army_in_nine_formats() -> None:
    for path in sorted(FIXTURES.glob("*wolves*")):
        army = read(path)
        assert is_wolves(army), path.name
        assert army.is_exact, (path.name, doubts(army))
    assert wolves().counted_points == 850


def test_a_detachment_whose_name_contains_and() -> None:
    assert [named.id for named in wolves().detachments] == DETACHMENTS
    one = WOLVES.replace(
        "Champions of Fenris, Legends of Saga and Song and Veterans of the Fang (3", "Legends of Saga and Song (1"
    )
    assert [named.id for named in read(one).detachments] == ["legends-of-saga-and-song"]
    assert len(upstream(WOLVES)["detachments"]) != 3


def test_new_recruit_gw_text_with_a_count_before_every_unit() -> None:
    text = (FIXTURES / "nr_gw_wolves.txt").read_text(encoding="utf-8")
    assert is_wolves(read(text))
    assert not any(unit["ref"]["resolved"] for unit in upstream_units(text))


def test_a_hand_typed_list() -> None:
    text = """Space Wolves, 1000 points
Champions of Fenris

Ragnar Blackmane - 90
Blood Claws 10 models - 135 pts
Rhino: 65 points
Murderfang 150p
"""
    army = read(text)
    found = {unit.datasheet: unit.points for unit in army.units}
    assert {"rhino": 65, "murderfang": 150}.items() <= found.items()
    loud = " ".join(str(finding) for finding in army.findings)
    for name in ("Ragnar Blackmane", "Blood Claws"):
        assert name in [unit.name for unit in army.units] or name in loud
    assert upstream(text) == {}


def test_an_army_roster_line_alone_as_header() -> None:
    text = SIMPLE.split("\n", 2)[2].replace("# ++ Army Roster ++ [850 pts]", "# ++ Army Roster ++")
    army = read(text)
    assert [unit.datasheet for unit in army.units] == [unit.datasheet for unit in wolves().units]
    assert "points-total" in codes(army.findings)
    assert upstream_points(text) == 0 or upstream(text).get("points", {}).get("total_reported") is None


def test_text_before_an_army_roster() -> None:
    text = "This is the one I told you about\n\n" + SIMPLE
    assert is_wolves(read(text))
    assert upstream_points(text) != 850 or upstream(text)["name"] != "Saga night"


def test_points_in_square_brackets_with_the_whole_word() -> None:
    text = SIMPLE.replace(" pts]", " points]")
    assert is_wolves(read(text))
    assert len(upstream_units(text)) != 8


def test_a_video_link_in_the_first_line() -> None:
    text = "https://youtu.be/dQw4w9WgXcQ\n\n" + WOLVES
    assert is_wolves(read(text))
    assert upstream(text) == {}


def test_a_datasheet_of_two_factions_in_a_deathwatch_list() -> None:
    text = """Long watch (95 Points)

Space Marines
Deathwatch
Black Spear Task Force
Strike Force (2,000 Points)

CHARACTERS

Watch Master (95 Points)
  • 1x Vigil spear
"""
    unit = read(text).units[0]
    assert (unit.datasheet, unit.faction, unit.certainty) == ("watch-master", "adeptus-astartes", Certainty.EXACT)
    ours = [u for u in upstream_units(text) if u["ref"].get("id") == "watch-master"]
    assert not ours


def test_wtc_lines_under_a_header_without_keys_lose_no_unit() -> None:
    text = "Saga night (850 pts)\nSpace Wolves\nChampions of Fenris\n" + COMPACT.split("\n\n", 1)[1]
    army = read(text)
    assert [unit.points for unit in army.units] == [unit.points for unit in wolves().units]
    assert all(unit.datasheet for unit in army.units)
    assert sum(bool(u["ref"]["resolved"]) for u in upstream_units(text)) < 8


@pytest.mark.parametrize(
    ("old", "new"),
    [("(2,000 Points)", "(2000 Point)"), ("CHARACTERS", "CHARACTER"), ("OTHER DATASHEETS", "OTHER DATASHEET")],
)
def test_singular_words(old: str, new: str) -> None:
    assert is_wolves(read(WOLVES.replace(old, new)))


def test_a_disposition_before_the_faction() -> None:
    text = WOLVES.replace("\nDisruption\n", "\n").replace(
        "\nSpace Marines\n", "\nDisposition: Disruption\nSpace Marines\n"
    )
    assert is_wolves(read(text))
    assert len(upstream(text).get("detachments", [])) != 3 or upstream(text).get("force_disposition") != "disruption"


def test_other_header_keys() -> None:
    text = WOLVES.replace(
        "Space Marines\nSpace Wolves\n",
        "Player: Anna\nTeam: North\nFactions Used: Space Wolves\nArmy Points: 850\n",
    )
    assert is_wolves(read(text))


def test_the_first_units_price_is_not_the_total() -> None:
    army = read(WOLVES.split("\n", 2)[2])
    assert army.stated_points is None
    assert "points-total" in codes(army.findings)
    assert len(army.units) == 8


def test_a_title_with_two_totals() -> None:
    army = read(WOLVES.replace("Saga night (850 Points)", "Saga night (850 Points) [845 pts]"))
    assert (army.stated_points, len(army.units)) == (850, 8)
    assert "points-total" in codes(army.findings)


def test_units_the_data_does_not_know_are_named_and_keep_their_models() -> None:
    text = WOLVES.replace("Blood Claws (135", "Bood Clawz (135").replace("Murderfang (", "Iron Priest on Skateboard (")
    army = read(text)
    unknown = [unit for unit in army.units if unit.datasheet is None]
    assert [(unit.name, unit.model_count) for unit in unknown] == [("Bood Clawz", 10), ("Iron Priest on Skateboard", 1)]
    errors = [finding for finding in army.findings if finding.code == "unit-unknown"]
    assert [finding.severity for finding in errors] == [Severity.ERROR, Severity.ERROR]
    assert "Blood Claws" in str(errors[0])
    assert errors[0].line == WOLVES.split("\n").index("Blood Claws (135 Points)") + 1


def test_a_second_kind_of_model_is_counted() -> None:
    text = """Guard (90 Points)

Aeldari
Guardian Battlehost
Strike Force (2,000 Points)

BATTLELINE

Guardian Defenders (90 Points)
  • 10x Guardian Defender
     ◦ 10x Close combat weapon
     ◦ 10x Shuriken catapult
  • 1x Heavy Weapon Platform
     ◦ 1x Shuriken cannon
"""
    army = read(text)
    assert army.units[0].model_count == 11
    assert "model-range" not in codes(army.findings)


def test_flat_bullets_are_not_models() -> None:
    text = WOLVES.replace("     ◦ ", "  • ")
    army = read(text)
    assert [unit.model_count for unit in army.units] == [1, 10, 1, 1, 5, 1, 1, 5]
    assert is_wolves(army)


def test_a_list_pasted_twice_is_read_once() -> None:
    army = read(WOLVES + "\n" + WOLVES)
    assert is_wolves(army)
    assert "list-twice" in codes(army.findings)
    assert len(upstream_units(WOLVES + "\n" + WOLVES)) != 8


def test_a_list_pasted_twice_without_its_footer_is_read_once() -> None:
    bare = WOLVES.rsplit("\n\n", 1)[0] + "\n"
    army = read(bare + "\n" + bare)
    assert is_wolves(army)
    assert "list-twice" in codes(army.findings)


def test_a_second_list_is_said_unit_by_unit() -> None:
    other = (FIXTURES.parents[2] / "src/referee/lists/samples/tendril_ouroboros.txt").read_text(encoding="utf-8")
    army = read(WOLVES + "\n" + other)
    assert is_wolves(army)
    said = [finding for finding in army.findings if finding.code == "second-list-unit"]
    assert len(said) == 17
    lines = (WOLVES + "\n" + other).split("\n")
    for finding in said:
        assert finding.line is not None
        assert str(finding.message).split(" is of")[0] in lines[finding.line - 1]


def test_a_list_cut_in_half() -> None:
    army = read(WOLVES[: len(WOLVES) // 2])
    assert {"points-sum", "cut-off"} <= codes(army.findings)
    assert any(finding.severity is Severity.ERROR for finding in army.findings)


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("CR", lambda text: text.replace("\n", "\r")),
        ("quoted", lambda text: "".join(f"> {line}\n" for line in text.split("\n"))),
        ("hyphens", lambda text: text.replace("•", "-").replace("◦", "-")),
        ("no-break spaces", lambda text: text.replace(" ", "\u00a0")),
        ("zero-width space", lambda text: text.replace("• ", "• \u200b").replace("◦ ", "◦ \u200b")),
        ("entities", lambda text: text.replace("•", "&#8226;").replace("◦", "&#9702;").replace("(", "&#40;")),
    ],
)
def test_what_copying_does_to_a_text(what: str, change: Callable[[str], str]) -> None:
    text = change(WOLVES)
    assert is_wolves(read(text.encode())), what
    theirs = upstream(text)
    known = sum(bool(w["ref"]["resolved"]) for u in theirs.get("units", []) for w in u["wargear"])
    assert theirs == {} or len(theirs["detachments"]) != 3 or known < 10, what


def test_json_with_a_byte_order_mark() -> None:
    source = "\ufeff" + json.dumps(TREE)
    assert is_wolves(read(source.encode()))
    assert upstream(source) == {}


def test_json_costs_written_as_text_or_under_another_name() -> None:
    def as_text(copy: dict[str, Any]) -> None:
        for unit in units_of(copy):
            unit["costs"] = [{"name": " pts", "value": f"{unit['costs'][0]['value']}.0"}]
        copy["roster"]["costs"] = [{"name": "pts.", "value": "850.0"}]

    source = tree(as_text)
    assert is_wolves(read(source))
    assert upstream_points(source) == 0


def test_json_without_costs_is_loud() -> None:
    army = read(tree(lambda copy: [unit.pop("costs") for unit in units_of(copy)]))
    assert [unit.points for unit in army.units] == [None] * 8
    assert {"unit-points", "points-sum"} <= codes(army.findings)


def test_json_counts_written_as_text() -> None:
    def as_text(copy: dict[str, Any]) -> None:
        for unit in units_of(copy):
            for child in unit["selections"]:
                child["number"] = str(child["number"])

    source = tree(as_text)
    assert is_wolves(read(source))
    assert sum(unit["model_count"] for unit in upstream_units(source)) != sum(u.model_count for u in wolves().units)


def test_json_counts_missing_are_loud() -> None:
    army = read(tree(lambda copy: [child.pop("number") for child in units_of(copy)[1]["selections"]]))
    assert "count-missing" in codes(army.findings)
    assert "model-range" in codes(army.findings)


def test_json_without_types_loses_no_unit() -> None:
    source = tree(lambda copy: [unit.pop("type") for unit in units_of(copy)])
    army = read(source)
    assert is_wolves(army)
    assert "type-missing" in codes(army.findings)
    assert upstream_units(source) == []


def test_json_force_inside_a_force() -> None:
    def nest(copy: dict[str, Any]) -> None:
        force = copy["roster"]["forces"][0]
        moved = units_of(copy)[4:]
        force["selections"] = [s for s in force["selections"] if s not in moved]
        force["forces"] = [{"name": "Auxiliaries", "catalogueName": "Space Wolves", "selections": moved}]

    source = tree(nest)
    army = read(source)
    assert [unit.datasheet for unit in army.units] == [unit.datasheet for unit in wolves().units]
    assert [unit.force for unit in army.units[3:5]] == ["Army Roster", "Army Roster / Auxiliaries"]
    assert army.counted_points == 850
    assert len(upstream_units(source)) == 4


def test_json_without_forces_is_an_army_of_no_units() -> None:
    army = read(tree(lambda copy: copy["roster"].update(forces=[])))
    assert army.units == ()
    assert {"no-units", "points-sum"} <= codes(army.findings)


def test_json_keeps_a_units_own_name() -> None:
    army = read(tree(lambda copy: units_of(copy)[1].update(customName="The Howling Nine")))
    assert (army.units[1].name, army.units[1].custom_name) == ("Blood Claws", "The Howling Nine")


def test_json_of_seventy_units_and_half_a_megabyte() -> None:
    def many(copy: dict[str, Any]) -> None:
        force = copy["roster"]["forces"][0]
        rhino = next(unit for unit in units_of(copy) if unit["name"] == "Rhino")
        padding = {"rules": [{"name": "x", "description": "y" * 6000}]}
        force["selections"] += [{**rhino, **padding} for _ in range(71)]

    source = tree(many)
    assert len(source) > 400_000
    army = read(source.encode())
    assert len(army.units) == 79
    assert army.units[-1].id == "rhino-73"


def test_battlescribe_xml() -> None:
    source = (FIXTURES / "wolves.ros").read_text(encoding="utf-8")
    army = read(source)
    assert is_wolves(army)
    assert army.format == "battlescribe"
    assert upstream(source) == {}


def test_a_limit_below_the_points_is_said() -> None:
    source = (FIXTURES / "wolves.ros").read_text(encoding="utf-8").replace("(2000 Point limit)", "(1000 Point limit)")
    assert "points-limit" in codes(read(source).findings)


def test_attached_units_and_roles_are_kept() -> None:
    ragnar, claws = wolves().units[:2]
    assert (ragnar.role, ragnar.attached_to, claws.role) == (Role.LEADER, claws.id, Role.BODYGUARD)


def test_another_games_roster_is_refused_by_name_with_its_forces() -> None:
    source = (FIXTURES / "wolves.ros").read_text(encoding="utf-8")
    inner = '<forces><force name="Warscroll" catalogueName="Slaves to Darkness"></force></forces></force>'
    source = source.replace("Warhammer 40,000 11th Edition", "Age of Sigmar 4.0").replace("</force>", inner, 1)
    with pytest.raises(ListRefused) as refusal:
        read(source)
    assert refusal.value.findings[0].code == "other-game"
    assert "Age of Sigmar 4.0" in str(refusal.value)
    assert "Slaves to Darkness" in str(refusal.value)
