"""Running the command line as a user would, in this process."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from referee.cli import main


class Ran(msgspec.Struct, frozen=True):
    """How a command ended: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


Referee = Callable[..., Ran]


@pytest.fixture
def referee(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Referee:
    """`referee("play", "duel:BOOK", typed="1\\nquit\\n")`."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def run(*arguments: object, typed: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main([str(one) for one in arguments])
        out, err = capsys.readouterr()
        code = end.value.code
        assert "Traceback" not in out + err
        return Ran(code if isinstance(code, int) else 1 if code else 0, out, err)

    return run
