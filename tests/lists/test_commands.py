"""`check-list` and `export-list` as a player uses them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from lists.army_help import essence, listforge_link
from referee.lists import read
from referee.lists.commands import add_commands
from referee.lists.samples import SAMPLES

FIXTURES = Path(__file__).parent / "fixtures"
WOLVES = FIXTURES / "gw_wolves_three_detachments.txt"


def run(*arguments: str | Path, stdin: str | bytes | None = None, **env: str) -> Result:
    app = typer.Typer()
    add_commands(app)
    return CliRunner(env={"COLUMNS": "160", **env}).invoke(app, [str(a) for a in arguments], input=stdin)


def test_an_exact_list_is_a_table_and_exit_code_0() -> None:
    result = run("check-list", WOLVES)
    assert result.exit_code == 0
    assert "Saga night" in result.output
    assert "850 of 2000 points, 8 units" in result.output
    assert re.search(r"13 +\+ Ragnar Blackmane +1 +90 +leader of Blood Claws +exact", result.output)
    assert "Legal by the mustering rules" in result.output
    assert "Powered by 40kdc-data" in result.output


def test_warnings_come_with_their_lines_and_exit_code_1(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(WOLVES.read_text(encoding="utf-8").replace("Murderfang", "Murderface"), encoding="utf-8")
    result = run("check-list", path)
    assert result.exit_code == 1
    line = path.read_text(encoding="utf-8").split("\n").index("Murderface (150 Points)") + 1
    assert f"line {line}: No datasheet is called Murderface. Nearest: Murderfang" in result.output


def test_what_cannot_be_read_is_refused_with_exit_code_2(tmp_path: Path) -> None:
    result = run("check-list", tmp_path / "none.txt")
    assert result.exit_code == 2
    assert "There is no file" in result.output
    broken = tmp_path / "broken.json"
    broken.write_text('{"roster": ', encoding="utf-8")
    result = run("check-list", broken)
    assert result.exit_code == 2
    assert "cut off or damaged" in result.output


def test_an_illegal_army_shows_the_rule(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(WOLVES.read_text(encoding="utf-8").replace("  • Warlord\n", ""), encoding="utf-8")
    assert "40K 25/l: The army has no warlord." in run("check-list", path).output


def test_json_is_for_programs() -> None:
    result = run("check-list", WOLVES, "--json")
    assert result.exit_code == 0
    (record,) = json.loads(result.output)
    assert record["read"] == "exact"
    assert record["legal"] == []
    assert record["army"]["units"][0]["attached_to"] == "blood-claws-1"


def test_json_of_a_refusal_says_why(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("hello", encoding="utf-8")
    result = run("check-list", path, "--json")
    assert result.exit_code == 2
    (record,) = json.loads(result.output)
    assert record["read"] == "refused"
    assert record["findings"][0]["code"] == "no-units"
    assert "No unit was found" in record["findings"][0]["text"]


def test_a_folder_is_read_file_by_file_with_the_reasons_counted(tmp_path: Path) -> None:
    for path in FIXTURES.glob("*wolves*"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    text = WOLVES.read_text(encoding="utf-8")
    (tmp_path / "warned.txt").write_text(text.replace("(850 Points)", "(900 Points)"), encoding="utf-8")
    (tmp_path / "refused.txt").write_text("hello", encoding="utf-8")
    result = run("check-list", tmp_path)
    assert result.exit_code == 2
    assert "11 lists: 9 exact, 1 with warnings, 1 refused." in result.output
    assert re.search(r"1 +points-sum", result.output)
    assert re.search(r"1 +no-units", result.output)


def test_what_models_carry_is_shown_on_request() -> None:
    assert "1x Wolf Guard Terminator: Assault cannon, Power fist" in run("check-list", WOLVES, "--models").output


def test_notes_are_counted_and_shown_on_request(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    old = WOLVES.read_text(encoding="utf-8").replace("(65 Points)", "(60 Points)").replace("(850", "(840")
    path.write_text(old, encoding="utf-8")
    result = run("check-list", path)
    assert result.exit_code == 0
    assert "2 notes" in result.output
    assert "the list says 60 points, the data set 65" in run("check-list", path, "--notes").output


def test_markup_and_control_characters_in_names_are_shown_plain(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    text = WOLVES.read_text(encoding="utf-8").replace("Saga night", "[bold red]Saga[/] :smile: \x1b[31m")
    path.write_text(text.replace("Murderfang", "[link=http://x]Murder[/link]"), encoding="utf-8")
    output = run("check-list", path, FORCE_COLOR="1").output
    assert "[bold red]Saga[/] :smile:" in output
    assert "[link=http://x]Murder[/link]" in output


def test_colours_switch_off() -> None:
    assert "\x1b[3" not in run("check-list", WOLVES, "--no-color", FORCE_COLOR="1").output
    assert "\x1b[3" not in run("check-list", WOLVES, NO_COLOR="1", FORCE_COLOR="1").output


def test_a_list_from_standard_input() -> None:
    assert run("check-list", "-", stdin=WOLVES.read_bytes()).exit_code == 0


def test_the_size_limit_can_be_set() -> None:
    result = run("check-list", WOLVES, "--max-bytes", "100")
    assert result.exit_code == 2
    assert "an army list may have 100" in result.output


@pytest.mark.parametrize(
    "form", ["gw-app", "new-recruit-gw", "new-recruit-simple", "new-recruit-json", "wtc-full", "wtc-compact"]
)
def test_export_writes_the_same_army(form: str, tmp_path: Path) -> None:
    target = tmp_path / "out"
    result = run("export-list", FIXTURES / "wolves.ros", "--format", form, "-o", target)
    assert result.exit_code == 0
    assert essence(read(target)) == essence(read(WOLVES))


def test_export_prints_without_a_target() -> None:
    result = run("export-list", FIXTURES / "wolves.ros")
    assert result.output.startswith("Saga night (850 Points)\n")


def test_export_does_not_replace_a_file_unasked(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    target.write_text("mine", encoding="utf-8")
    result = run("export-list", WOLVES, "-o", target)
    assert result.exit_code == 2
    assert "nothing was written" in result.output.replace("\n", " ")
    assert target.read_text(encoding="utf-8") == "mine"
    assert run("export-list", WOLVES, "-o", target, "--force").exit_code == 0


def test_export_names_the_formats_there_are() -> None:
    result = run("export-list", WOLVES, "-f", "word")
    assert result.exit_code == 2
    assert "There is no format word. There are: gw-app" in result.output


def test_export_says_what_a_text_cannot_hold(tmp_path: Path) -> None:
    path = tmp_path / "two.ros"
    rhino = '<selections><selection name="Rhino" type="unit" number="1"/></selections>'
    force = f'<force name="Second" catalogueName="Space Wolves">{rhino}</force>'
    text = (FIXTURES / "wolves.ros").read_text(encoding="utf-8").replace("</forces>", f"{force}</forces>", 1)
    path.write_text(text, encoding="utf-8")
    result = run("export-list", path, "-f", "gw-app")
    assert result.exit_code == 2
    assert "several forces" in result.output


def test_help_shows_examples() -> None:
    assert "referee check-list army.txt" in run("check-list", "--help").output


def test_the_command_starts_without_the_public_importer() -> None:
    """Importing it costs more than reading a list."""
    code = (
        "import sys; from referee.lists import read; from referee.lists.samples import SAMPLES; "
        "read(SAMPLES['azure_gate']); print('wh40kdc' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ, check=True)
    assert result.stdout.strip() == "False"
    assert SAMPLES


@pytest.mark.parametrize(
    ("lang", "beginning"), [("hu", "Seregekről ezek olvashatók"), ("ru", "Списки армий читаются как")]
)
def test_what_would_be_accepted_is_said_in_the_players_language(lang: str, beginning: str) -> None:
    result = run("check-list", "-", "--lang", lang, stdin="nothing here")
    assert result.exit_code == 2
    assert beginning in result.output
    assert "Army lists" not in result.output


@pytest.mark.parametrize("lang", ["en", "hu", "ru"])
def test_the_lines_of_a_summary_stand_in_columns(tmp_path: Path, lang: str) -> None:
    (tmp_path / "exact.txt").write_bytes(WOLVES.read_bytes())
    (tmp_path / "refused.txt").write_text("nothing")
    (tmp_path / "warned.txt").write_text(WOLVES.read_text(encoding="utf-8").replace("Murderfang", "Murderface"))
    lines = run("check-list", tmp_path, "--summary", "--lang", lang).output.split("\n")[:3]
    assert len({line.index(str(tmp_path)) for line in lines}) == 1


def test_a_list_without_units_is_not_called_legal() -> None:
    empty = '{"roster": {"name": "x", "gameSystemName": "Warhammer 40,000", "forces": [{"catalogueName": "Orks"}]}}'
    result = run("check-list", "-", stdin=empty)
    assert result.exit_code == 1
    assert "no units to judge" in result.output
    assert "Legal" not in result.output


def test_a_folder_without_lists_is_said_to_be_one(tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"x")
    result = run("check-list", tmp_path)
    assert result.exit_code == 2
    assert "There are no army lists in" in result.output
    assert json.loads(run("check-list", tmp_path, "--json").output)[0]["findings"][0]["code"] == "folder-empty"


def test_in_a_folder_a_list_is_known_by_what_is_in_it(tmp_path: Path) -> None:
    (tmp_path / "army.bak").write_bytes(WOLVES.read_bytes())
    (tmp_path / "picture.png").write_bytes(b"x")
    result = run("check-list", tmp_path, "--summary")
    assert result.exit_code == 0
    assert "army.bak" in result.output


def test_a_share_link_within_a_line_of_chat_is_the_list() -> None:
    army = read(WOLVES)
    result = run("check-list", "-", stdin=f"what do you think of {listforge_link(army)} ?")
    assert result.exit_code == 0
    assert "850 of 2000 points, 8 units" in result.output
