from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from record_help import OPENED, begin
from referee.record import Session


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "raid.jsonl"


@pytest.fixture
def session(path: Path) -> Iterator[Session]:
    """A raid that is being recorded."""
    with begin(path) as one:
        yield one


@pytest.fixture(autouse=True)
def _close_files() -> Iterator[None]:
    yield
    while OPENED:
        OPENED.pop()._log.close()
