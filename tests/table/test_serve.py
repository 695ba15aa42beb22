"""`referee serve`: what it says when it cannot serve."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from referee.table.running import run
from referee.table.settings import Settings


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
