"""A server to speak to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("litestar", reason="the extra `table` is not installed")

from litestar.testing import TestClient

from table.tables import app_at

if TYPE_CHECKING:
    from litestar import Litestar


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    with TestClient(app_at(tmp_path)) as client:
        yield client
