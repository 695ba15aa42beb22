"""A server to speak to, in this process or in one of its own, and a browser to look at its page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("litestar", reason="the extra `table` is not installed")

from litestar.testing import TestClient

from table.tables import app_at

if TYPE_CHECKING:
    from litestar import Litestar
    from playwright.sync_api import Page

    from table.live import LiveServer


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    with TestClient(app_at(tmp_path)) as client:
        yield client


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    from table.live import LiveServer  # it needs playwright, which not every test here does

    running = LiveServer(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.kill()


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    from table.live import CHROMIUM, FLAGS

    return {"executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture
def faults(page: Page) -> Iterator[list[str]]:
    """What goes wrong in the page's scripts; nothing may."""
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(str(error)))
    yield found
    assert found == []
