"""Playing in the terminal: questions with their rule, refusals with theirs, commands, clean endings."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

import duel
import raid
from referee import lists
from referee.cli import main
from referee.record import read, replay

from .conftest import Referee

RAID = ("play", "raid:BOOK", "--seed", "3")


def test_a_question_shows_whose_it_is_its_rule_and_numbered_options(referee: Referee) -> None:
    ran = referee("play", "duel:BOOK", "--seed", "7", typed="?\nquit\n")
    assert ran.code == 0
    assert "first  DUEL 2.1" in ran.out
    assert "Play a card?" in ran.out
    assert "   1  none\n   2  1\n" in ran.out
    assert "Turn DUEL 1.2 > PlayCards DUEL 2.1" in ran.out
    assert "Type a number, or the words of an option." in ran.out


def test_a_refusal_names_the_rule_and_changes_nothing(referee: Referee, tmp_path: Path) -> None:
    path = tmp_path / "d.jsonl"
    ran = referee("play", "duel:BOOK", "--seed", "7", "--record", path, typed="=3\n=9\n9\nquit\n")
    assert "DUEL 2.2\n    A 3 costs more than your 1 mana." in ran.out
    assert "DUEL 2.1\n    You have no 9 in hand." in ran.out
    assert "There is no option number 9" in ran.out
    assert read(path).last == 0


def test_why_says_every_reason_before_trying(referee: Referee) -> None:
    ran = referee(*RAID, "--seats", "human,human", typed="why storm\nwhy stop\nquit\n")
    assert "RAID 2.2\n    You have no raider." in ran.out
    assert "✓ This may be answered." in ran.out


def test_options_words_win_over_commands_and_a_slash_forces_the_command(referee: Referee) -> None:
    ran = referee(*RAID, "--seats", "human,human", typed="sho\n1\n/undo\n/nonsense\nquit\n")
    assert "Which card?" in ran.out
    assert "Are you sure?" in ran.out
    assert 'There is no command "nonsense"' in ran.out


def test_undo_takes_back_and_asks_for_consent_only_where_something_was_shown(referee: Referee, tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    typed = "show\n1\nundo\n1\nyes\nundo\nno\nundo\nyes\nquit\n"
    ran = referee(*RAID, "--seats", "human,human", "--record", path, typed=typed)
    assert ran.out.count("Something was shown since") == 2
    assert "Answers taken back: 1." in ran.out
    assert "has to agree" in ran.out
    kinds = [json.loads(line)["line"] for line in path.read_text().splitlines()]
    assert kinds.count("undo") == 2
    assert kinds.count("consent") == 2


def test_hidden_cards_do_not_show_to_the_other_seat(referee: Referee) -> None:
    ran = referee(*RAID, "--seats", "human:Ann,human:Ben", typed="stop\n\nquit\n")
    before, after = ran.out.split("press Enter to see your table.")
    own = [card for card in raid.CARDS if card in before]
    assert own
    assert not [card for card in own if card in after]


def test_a_bots_hidden_choice_is_not_told(referee: Referee, tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    ran = referee(*RAID, "--seats", "human,bot", "--record", path, typed="stop\n" * 3)
    assert read(path).last > 3
    shown = replay(path, book=raid.BOOK).state.log  # type: ignore[attr-defined]
    drawn_by_bot = [card for card in raid.CARDS if card not in shown and f"draw {card}" not in ran.out]
    assert drawn_by_bot
    assert not [card for card in drawn_by_bot if card in ran.out]


def test_suggest_ok_and_auto_give_legal_answers(referee: Referee, tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    ran = referee(*RAID, "--seats", "human,human", "--record", path, typed="ok\nsuggest\nok\n\nauto 5\nquit\n")
    assert "Nothing was suggested yet" in ran.out
    assert read(path).last >= 2


def test_save_log_where_table_options_help_rule(referee: Referee, tmp_path: Path) -> None:
    copy = tmp_path / "copy.jsonl"
    typed = f"1\nsave {copy}\nsave {copy}\nsave\nlog\nwhere\ntable\noptions\nhelp\nrule 2.1\nrule 77\n? 2.2\nquit\n"
    ran = referee("play", "duel:BOOK", "--seed", "7", typed=typed)
    assert ran.code == 0
    assert "is there already. Give another name." in ran.out
    assert '"save" needs the name of a file.' in ran.out
    assert "has no rule 77" in ran.out
    assert read(copy, allow_cut=True).last >= 1
    on = referee("play", "duel:BOOK", "--resume", copy, typed="quit\n")
    assert on.code == 0


def test_rule_without_an_id_is_the_rule_under_which_is_asked(referee: Referee) -> None:
    asked = referee("play", "duel:BOOK", "--seed", "7", typed="?\nquit\n").out
    told = referee("play", "duel:BOOK", "--seed", "7", typed="rule\nquit\n").out
    gist = told[told.index("> ") :].splitlines()[0][2:].strip()
    assert gist
    assert gist in asked


def test_the_end_of_input_is_a_clean_end_and_the_game_can_be_gone_on_with(referee: Referee, tmp_path: Path) -> None:
    path = tmp_path / "d.jsonl"
    ran = referee("play", "duel:BOOK", "--seed", "7", "--record", path, typed="1\n")
    assert ran.code == 0
    assert f"referee play duel:BOOK --resume {path}" in ran.out
    given = read(path).last
    on = referee("play", "duel:BOOK", "--resume", path, typed="1\n")
    assert on.code == 0
    assert read(path).last > given


def test_without_a_name_a_record_is_kept_among_the_players_data(referee: Referee, tmp_path: Path) -> None:
    referee("play", "duel:BOOK", "--seed", "7", typed="1\n")
    referee("play", "duel:BOOK", "--seed", "7", typed="1\n")
    kept = sorted(one.name for one in (tmp_path / "data" / "referee" / "records").glob("*.jsonl"))
    assert kept == ["duel-7-2.jsonl", "duel-7.jsonl"]


def test_interrupting_is_a_clean_end(tmp_path: Path) -> None:
    path = tmp_path / "d.jsonl"
    command = [sys.executable, "-m", "referee.cli", "play", "duel:BOOK", "--seed", "7", "--record", str(path)]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1]), "LANG": "C"}
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        preexec_fn=take_interrupts,
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        process.stdin.write("1\n")
        process.stdin.flush()
        while read_last(path) < 1:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in out + err
    assert "--resume" in out
    assert replay(path, book=duel.BOOK, verify=True)


def take_interrupts() -> None:
    """A test run started in the background ignores Ctrl-C, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def read_last(path: Path) -> int:
    return sum('"answer"' in line for line in path.read_text().splitlines()) if path.exists() else 0


def test_a_closed_pipe_is_no_error() -> None:
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    command = f"{sys.executable} -m referee.cli play duel:BOOK --seats bot,bot --seed 1 | head -n 1"
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, env=environment, check=False)
    assert "Traceback" not in ran.stderr
    assert ran.stdout.strip() == "A small duel, 1"


def test_bots_play_an_annotated_battle(referee: Referee, tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    ran = referee("play", "raid:BOOK", "--seats", "bot,bot", "--seed", "3", "--record", path)
    assert ran.code == 0
    number = read(path).last
    assert f"Decisions: {number}. Refusals met: 0." in ran.out
    assert "RAID 2/a" in ran.out
    assert "The game is over." in ran.out
    again = referee("replay", path, "--book", "raid:BOOK")
    assert [line for line in ran.out.splitlines() if "RAID" in line] == [
        line for line in again.out.splitlines() if "RAID" in line
    ]


def test_each_refusal_a_bot_met_is_printed(referee: Referee) -> None:
    ran = referee("play", "stubborn:BOOK", "--seats", "bot:stubborn,bot:first", "--seed", "3")
    assert ran.code == 0
    assert "DUEL 2.1\n    You have no 99 in hand." in ran.out
    assert "Refusals met: 0." not in ran.out


def test_the_same_seed_plays_the_same_battle(referee: Referee) -> None:
    first = referee("play", "raid:BOOK", "--seats", "bot,bot", "--seed", "3")
    assert first.out == referee("play", "raid:BOOK", "--seats", "bot,bot", "--seed", "3").out
    assert first.out != referee("play", "raid:BOOK", "--seats", "bot,bot", "--seed", "4").out


def test_dice_typed_in_by_hand(referee: Referee, tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    ran = referee("play", "raid:BOOK", "--dice", "hand", "--record", path, typed="?\n7\n4\nquit\n")
    assert "Roll 1 dice with 6 sides for first turn." in ran.out
    assert "A die with 6 sides does not show 7." in ran.out
    assert read(path).last >= 1


def test_hungarian_words_and_commands(referee: Referee) -> None:
    typed = "miért =9\n=9\nvissza\nhol\nsúgó\nkilép\n"
    ran = referee("play", "duel:BOOK", "--seed", "7", "--lang", "hu", typed=typed)
    assert ran.code == 0
    assert "vissza vagy vissza N" in ran.out
    assert "A jegyzőkönyv:" in ran.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("play", "chess"), "There is no book chess."),
        (("play", "nowhere:BOOK"), "There is no module nowhere"),
        (("play", "duel:DECK"), "duel:DECK is not a book."),
        (("play",), "Which book?"),
        (("play", "raid:BOOK", "--option", "colour=red"), "raid has no option colour."),
        (("play", "raid:BOOK", "--option", "colour"), "An option is NAME=VALUE, not colour."),
        (("play", "duel:BOOK", "--seats", "human"), "duel has 2 seats (first, second); 1 were given."),
        (("play", "duel:BOOK", "--seats", "human,dog"), "dog is no seat."),
        (("play", "duel:BOOK", "--seats", "human,bot:deep"), "duel has no player deep. There is: random, first."),
        (("play", "duel:BOOK", "--dice", "loaded"), "Dice cannot be loaded."),
        (("play", "duel:BOOK", "--dice", "hand", "--seats", "bot,bot"), "need a person"),
        (("play", "duel:BOOK", "--army", "nowhere.txt"), "duel is played without lists."),
        (("play", "duel:BOOK", "--record", "/nowhere/at/all.jsonl"), "/nowhere/at/all.jsonl cannot be written"),
        (("play", "--resume", "/nowhere.jsonl"), "/nowhere.jsonl cannot be read"),
        (("play", "duel:BOOK", "--lang", "xx"), "There is no language xx. There is: en, hu, ru."),
        (("rule", "duel:BOOK", "9.9"), "The book duel has no rule 9.9. Near it: DUEL"),
        (("replay", "/nowhere.jsonl"), "/nowhere.jsonl cannot be read"),
    ],
)
def test_bad_input_ends_with_2_and_says_what_would_do(referee: Referee, arguments: tuple[str, ...], says: str) -> None:
    ran = referee(*arguments)
    assert ran.code == 2
    assert says in ran.err
    assert referee(*arguments, "--json").code == 2


def test_a_list_that_was_not_read_exactly_stops_with_its_line(referee: Referee, tmp_path: Path) -> None:
    sample = (Path(lists.__file__).parent / "samples" / "azure_gate.txt").read_text()
    bad = tmp_path / "bad.txt"
    bad.write_text(sample.replace("Lieutenant (", "Liutenant ("))
    ran = referee("play", "wh40k", "--army", bad, "--army", bad)
    assert ran.code == 2
    (line,) = (number for number, words in enumerate(bad.read_text().splitlines(), 1) if "Liutenant (" in words)
    assert f"{bad}: line {line}: No datasheet is called Liutenant. Nearest: Lieutenant." in ran.err


def test_a_deck_is_read_by_its_book(referee: Referee, tmp_path: Path) -> None:
    bad = tmp_path / "deck.txt"
    bad.write_text("\n".join(f"Card number {number}" for number in range(30)))
    ran = referee("play", "berserk", "--deck", bad, "--deck", bad)
    assert ran.code == 2
    assert "Line 1: there is no card Card number 0" in ran.err
    assert "and 22 more" in ran.err


def test_a_record_is_never_overwritten(referee: Referee, tmp_path: Path) -> None:
    path = tmp_path / "d.jsonl"
    path.write_text("precious")
    assert referee("play", "duel:BOOK", "--record", path).code == 2
    assert path.read_text() == "precious"


def test_a_fault_of_ours_says_so_and_the_record_is_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    broken = msgspec.structs.replace(duel.BOOK, bots={"broken": lambda game, seat, random: 1 // 0})
    monkeypatch.setattr(duel, "BOOK", broken)
    path = tmp_path / "d.jsonl"
    with pytest.raises(SystemExit) as end:
        main(["play", "duel:BOOK", "--seats", "bot,bot:first", "--record", str(path)])
    assert end.value.code == 70
    assert "ZeroDivisionError" in (err := capsys.readouterr().err)
    assert "a fault of the referee, not yours" in err
    assert read(path).last == 0


def test_no_colours_where_nobody_sees_them(referee: Referee) -> None:
    assert "\x1b[" not in referee("play", "duel:BOOK", "--seats", "bot,bot").out
