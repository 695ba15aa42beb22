"""`referee serve`: what it says when it cannot serve."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from referee.kernel import NotAnOption
from referee.table.commands import add_commands
from referee.table.running import run
from referee.table.settings import Settings
from referee.table.shelf import Shelf

TESTS = Path(__file__).parent.parent


def test_a_port_that_is_taken_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        port = listening.getsockname()[1]
        assert run("127.0.0.1", port, Settings(f"sqlite:///{tmp_path / 'games.sqlite'}")) == 2
    assert f"127.0.0.1:{port} cannot be listened on" in capsys.readouterr().err


@pytest.mark.parametrize("url", ["nonsense", "oracle9://x", "sqlite:////no/such/folder/games.sqlite"])
def test_a_database_that_cannot_be_opened_is_said(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("127.0.0.1", 0, Settings(url)) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_book_of_ones_own_is_a_module_or_module_and_name() -> None:
    assert Shelf(["table.skirmish"]).load("skirmish") is Shelf(["table.skirmish:BOOK"]).load("skirmish")
    assert "skirmish" in Shelf(["table.skirmish:BOOK"]).names()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("no.such.module", "There is no module no.such.module"),
        ("table.skirmish:NOTHING", "table.skirmish:NOTHING is not a book."),
        ("referee.kernel:Game", "referee.kernel:Game is not a book."),
    ],
)
def test_what_is_no_book_is_said_before_serving(given: str, said: str) -> None:
    app = typer.Typer()
    add_commands(app)
    answer = CliRunner().invoke(app, ["--book", given])
    assert answer.exit_code == 2
    assert f"--book {given}: {said}" in answer.output


def test_a_book_that_breaks_when_it_is_read_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_book.py").write_text("BOOK = 1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(NotAnOption, match="broken_book cannot be read: ZeroDivisionError"):
        Shelf(["broken_book"])


def test_bots_demonstrate_a_book_through_the_table_and_it_is_checked(tmp_path: Path) -> None:
    script = """
import sys
from referee.table.demonstration import play
from referee.table.commands import add_commands
from referee.table.running import run
from referee.table.settings import Settings
from referee.table.shelf import Shelf
settings = Settings(f"sqlite:///{sys.argv[1]}/games.sqlite", extra_books=("table.card_duel",))
book = Shelf(settings.extra_books).load("card_duel")
sys.exit(run("127.0.0.1", 0, settings, errand=lambda address: print(play(address, book)) or 0))
"""
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    command = [sys.executable, "-c", script, str(tmp_path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert "The table is open at http://127.0.0.1:" in done.stdout
    assert "to its end; its record replays to the same" in done.stdout
