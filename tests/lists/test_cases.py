"""What public bug reports and real files show, each with a list of our own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lists.army_help import codes, essence, zipped
from referee.lists import ArmyList, Certainty, ListRefused, Severity, read

FIXTURES = Path(__file__).parent / "fixtures"
WOLVES = (FIXTURES / "gw_wolves_three_detachments.txt").read_text(encoding="utf-8")
ROSTER = (FIXTURES / "wolves.ros").read_bytes()


def is_wolves(army: ArmyList) -> bool:
    return essence(army) == essence(read(WOLVES))


def roster(forces: str, system: str = "Warhammer 40,000 9th Edition", costs: str = "") -> str:
    return (
        f'<roster name="Test" gameSystemName="{system}" xmlns="http://www.battlescribe.net/schema/rosterSchema">'
        f"<costs>{costs}</costs><forces>{forces}</forces></roster>"
    )


def selection(name: str, points: float, inner: str = "", kind: str = "unit") -> str:
    costs = f'<cost name=" PL" value="4.0"/><cost name="pts" value="{points}"/><cost name="CP" value="-2.0"/>'
    return (
        f'<selection name="{name}" type="{kind}" number="1"><costs>{costs}</costs>'
        f"<selections>{inner}</selections></selection>"
    )


def force(name: str, catalogue: str, units: str, inner: str = "") -> str:
    head = f'<force name="{name}" catalogueName="{catalogue}">'
    return f"{head}<selections>{units}</selections><forces>{inner}</forces></force>"


# --- forces ----------------------------------------------------------------------------------------------------------


def test_forces_side_by_side_and_nested_keep_all_units_with_their_force() -> None:
    inner = force("Reserve", "Leagues of Votann", selection("Hekaton Land Fortress", 240))
    forces = force("Patrol", "Leagues of Votann", selection("Grimnyr", 65)) + force(
        "Patrol", "Chaos - Chaos Space Marines", selection("Dark Apostle", 95), inner
    )
    army = read(roster(forces, costs='<cost name="pts" value="400"/>'))
    assert [(unit.datasheet, unit.force) for unit in army.units] == [
        ("grimnyr", "Patrol"),
        ("dark-apostle", "Patrol (2)"),
        ("hekaton-land-fortress", "Patrol / Reserve"),
    ]
    assert army.counted_points == 400
    assert "points-sum" not in codes(army.findings)


def test_forces_whose_points_do_not_add_up_are_said() -> None:
    army = read(roster(force("Patrol", "Necrons", selection("Overlord", 85)), costs='<cost name="pts" value="400"/>'))
    assert "points-sum" in codes(army.findings)


def test_accents_power_levels_and_negative_command_points() -> None:
    army = read(roster(force("Patrol", "Leagues of Votann", selection("Brôkhyr Iron-master", 90.0))))
    assert (army.units[0].datasheet, army.units[0].points) == ("brokhyr-iron-master", 90)
    assert army.edition == "9th"


def test_a_force_without_units_is_no_error() -> None:
    army = read(roster(force("Patrol", "Imperium - Grey Knights", "")))
    assert army.units == ()
    assert army.faction is not None
    assert army.faction.id == "grey-knights"
    assert all(finding.severity is not Severity.ERROR for finding in army.findings)


def test_another_game_is_refused_with_all_its_forces_named() -> None:
    forces = force("Handbook", "Slaves to Darkness", "", force("Regiment", "Blades of Khorne", ""))
    with pytest.raises(ListRefused) as refusal:
        read(roster(forces, system="Age of Sigmar 4.0"))
    assert "Slaves to Darkness; Blades of Khorne" in str(refusal.value)


def test_units_inside_units_are_units_of_their_own() -> None:
    army = read(roster(force("Patrol", "Necrons", selection("Overlord", 85, selection("Lychguard", 100)))))
    assert [(unit.datasheet, unit.points) for unit in army.units] == [("overlord", 85), ("lychguard", 100)]
    assert army.counted_points == 185


def test_a_unit_selected_twice_is_two_units() -> None:
    xml = roster(force("Patrol", "Necrons", selection("Lychguard", 200).replace('number="1"', 'number="2"', 1)))
    army = read(xml)
    assert [unit.points for unit in army.units] == [100, 100]
    assert "unit-copies" in codes(army.findings)


# --- containers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("list.rosz", zipped({"list.ros": ROSTER})),
        ("without extension", zipped({"list.ros": ROSTER})),
        ("plain.rosz", ROSTER),
        ("stored.rosz", zipped({"list.ros": ROSTER}, stored=True)),
        ("other.rosz", zipped({"some other name.ros": ROSTER})),
        ("outside.rosz", zipped({"../../outside.ros": ROSTER})),
        ("note.rosz", zipped({"list.ros": ROSTER, "note.txt": b"see you there"})),
    ],
)
def test_a_roster_is_known_by_its_content(name: str, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert is_wolves(read(path))
    assert [path.name for path in tmp_path.iterdir()] == [name]


# --- formats that drift ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("CHARACTERS", "CHARACTER"),
        ("CHARACTERS", "HEROES AND VILLAINS"),
        ("BATTLELINE", "Core units:"),
        ("•", "*"),
        ("•", "-"),
        ("◦", "▪"),
        ("Strike Force (2,000 Points)", "Strike Force (2,000 Points)\nTable Size: 44 x 60"),
        ("Disruption", "Disruption\nCrusade: no"),
        ("ATTACHED UNITS\n\n", ""),
        ("(850 Points)", "[850 pts]"),
        (" Points)", " pts.)"),
        ("Exported with", "Shared from"),
    ],
)
def test_a_changed_format_loses_no_unit(old: str, new: str) -> None:
    text = WOLVES.replace(old, new)
    army = read(text)
    assert len(army.units) == 8
    assert army.counted_points == army.stated_points == 850
    assert is_wolves(army) or army.findings


def test_a_changed_total_is_compared() -> None:
    army = read(WOLVES.replace("Rhino (65", "Rhino (75", 1))
    (finding,) = [finding for finding in army.findings if finding.code == "points-sum"]
    assert finding.severity is Severity.ERROR
    assert str(finding) == "line 1: The list states 850 points; its units add up to 860."


# --- what programs write ---------------------------------------------------------------------------------------------


def test_an_older_editions_list_is_read_and_its_edition_named() -> None:
    text = re.sub(r"\n.*Detachment Points\)\nDisruption", "\nChampions of Fenris", WOLVES).replace("v2.4.0", "v1.29.0")
    army = read(text)
    assert army.edition == "10th"
    assert "edition" in codes(army.findings)
    assert len(army.units) == 8


def test_the_same_wargear_on_two_lines_is_one() -> None:
    text = """Farsight (90 Points)

T'au Empire
Retaliation Cadre (3 Detachment Points)
Purge the Foe
Strike Force (2,000 Points)

CHARACTERS

Commander in Coldstar Battlesuit (95 Points)
  • Warlord
  • 1x Battlesuit fists
  • 1x Fusion blaster
  • 3x Fusion blaster
  • 2x Shield Drone
"""
    unit = read(text.replace("(90", "(95")).units[0]
    assert {item.name: item.count for item in unit.models[0].wargear} == {
        "Battlesuit fists": 1,
        "Fusion blaster": 4,
        "Shield Drone": 2,
    }
    assert unit.certainty is Certainty.EXACT


def test_wtc_continued_header_lines_give_each_enhancement_to_its_bearer() -> None:
    text = """+++++++++++++++++++++++++++++++++++++++++++++++
+ FACTION KEYWORD: Xenos - T'au Empire
+ DETACHMENT: Experimental Prototype Cadre
+ TOTAL ARMY POINTS: 225pts
+
+ WARLORD: Char1: Commander in Coldstar Battlesuit
+ ENHANCEMENT: Plasma Accelerator Rifle (on Char1: Commander in Coldstar Battlesuit)
& Fusion Blades (on Char2: Commander in Coldstar Battlesuit)
+ NUMBER OF UNITS: 2
+++++++++++++++++++++++++++++++++++++++++++++++

Char1: 1x Commander in Coldstar Battlesuit (105 pts)
1 with Battlesuit fists, High-output burst cannon
Char2: 1x Commander in Coldstar Battlesuit (120 pts)
1 with Battlesuit fists, High-output burst cannon
"""
    army = read(text)
    assert army.format == "wtc-full"
    assert [unit.is_warlord for unit in army.units] == [True, False]
    assert [[named.name for named in unit.enhancements] for unit in army.units] == [
        ["Plasma Accelerator Rifle"],
        ["Fusion Blades"],
    ]


def test_a_summary_that_disagrees_is_said() -> None:
    text = (FIXTURES / "wtc_full_wolves.txt").read_text(encoding="utf-8")
    army = read(text.replace("NUMBER OF UNITS: 8", "NUMBER OF UNITS: 9"))
    assert "unit-count" in codes(army.findings)
    army = read(text.replace("WARLORD: Wolf Guard Battle Leader", "WARLORD: Murderfang"))
    assert "warlord" in codes(army.findings)
    army = read(text.replace("+ NUMBER", "+ ENHANCEMENT: Preyslayer (on Char9: Ulrik)\n+ NUMBER"))
    assert "enhancement-placed" in codes(army.findings)


def test_two_names_run_together_by_the_exporter() -> None:
    text = (FIXTURES / "wtc_full_wolves.txt").read_text(encoding="utf-8")
    assert is_wolves(read(text.replace("1 with Armoured tracks, Storm Bolter", "1 with Armoured tracksStorm Bolter")))


def test_listforge_groups_leader_and_bodyguard_under_one_heading() -> None:
    text = """Packs - Space Wolves - Champions of Fenris (225 Points)

Attached Units:
Ragnar Blackmane + Blood Claws (225 pts)
  Ragnar Blackmane (90 pts)
    • Bolt Pistol
    • Frostfang
  Blood Claws (135 pts)
    • Blood Claw Pack Leader
      • Bolt pistol
      • Astartes chainsword
    • 9x Blood Claw
      • 9x Bolt pistol
      • 9x Astartes chainsword
"""
    army = read(text)
    assert army.format == "listforge-text"
    assert army.name == "Packs"
    assert [(unit.datasheet, unit.model_count) for unit in army.units] == [("ragnar-blackmane", 1), ("blood-claws", 10)]
    assert army.units[0].attached_to == army.units[1].id
    assert army.counted_points == 225


def test_a_squad_without_model_lines_has_the_size_of_its_price() -> None:
    text = WOLVES.replace("(850", "(920").replace("Intercessor Squad (80", "Intercessor Squad (150")
    text = re.sub(r"(Intercessor Squad \(150 Points\)\n)(?:  .*\n)+", r"\1", text)
    unit = next(unit for unit in read(text).units if unit.datasheet == "intercessor-squad")
    assert unit.model_count == 10
    assert unit.certainty is Certainty.ASSUMED
    assert any("10 are assumed by its points" in str(assumed) for assumed in unit.assumed)


def test_wargear_totals_are_dealt_out_by_the_datasheets_options() -> None:
    unit = next(unit for unit in read(WOLVES).units if unit.datasheet == "wolf-guard-terminators")
    assert [(model.count, [item.name for item in model.wargear]) for model in unit.models] == [
        (1, ["Relic greataxe"]),
        (1, ["Assault cannon", "Power fist"]),
        (3, ["Master-crafted power weapon", "Storm bolter"]),
    ]
    assert unit.certainty is Certainty.EXACT


def test_an_enhancement_line_lost_is_noticed_by_the_price() -> None:
    army = read(WOLVES.replace("  • Enhancements: Eye of the Hunter\n", ""))
    (finding,) = [finding for finding in army.findings if finding.code == "enhancement-missing"]
    assert "Eye of the Hunter" in str(finding)


def test_old_points_are_a_note() -> None:
    army = read(WOLVES.replace("Murderfang (150", "Murderfang (145").replace("(850", "(845"))
    assert codes(army.findings) == {"points-old"}
    assert army.is_exact


@pytest.mark.parametrize("line", ["Enhancement: Sharp Eyes, Light Fingers", "E: Sharp Eyes, Light Fingers"])
def test_a_name_with_a_comma_in_a_list_with_commas(line: str) -> None:
    text = f"""Astra Militarum - Ghosts - [105 pts]

# ++ Army Roster ++ [105 pts]
## Configuration
Battle Size: Strike Force (2000 Point limit)
Detachment: Recon Element

## Character [105 pts]
Commissar [105 pts]: {line}, Bolt pistol
"""
    unit = read(text).units[0]
    assert [named.name for named in unit.enhancements] == ["Sharp Eyes, Light Fingers"]


def test_wargear_badly_indented_under_other_wargear_is_kept() -> None:
    text = WOLVES.replace("  • 1x Heavy flamer\n", "      ◦ 1x Heavy flamer\n")
    assert is_wolves(read(text))
