"""Speed of reading army lists.

Run with `pytest benchmarks/lists_bench.py`. The lists are the two sample armies of about 2,000 points, as text and as
New Recruit's JSON; start-up is a fresh interpreter that checks a list, in wall time.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.lists import read
from referee.lists.bundle import bundle_path, read_bundle
from referee.lists.dataset import Data
from referee.lists.datasheets import Bundle
from referee.lists.export import FORMATS, export
from referee.lists.legality import legality
from referee.lists.samples import SAMPLES

Bench = Any


@pytest.mark.parametrize("form", FORMATS)
def test_read_a_list(benchmark: Bench, form: str) -> None:
    """A 2,000-point list, the data set loaded."""
    written = export(read(SAMPLES["azure_gate"]), form).encode()
    army = benchmark(read, written)
    assert army.counted_points == 1970


def test_legality_of_a_list(benchmark: Bench) -> None:
    """The mustering rules on a list that was read."""
    assert benchmark(legality, read(SAMPLES["azure_gate"])) == ()


def test_load_the_data_set(benchmark: Bench) -> None:
    """The kept copy of the columns that lists need."""
    read_bundle()
    assert len(benchmark(lambda: Data(read_bundle())).units) > 1000


def test_load_the_data_set_the_first_time(benchmark: Bench) -> None:
    """The same columns from the data file itself."""
    content = bundle_path().read_bytes()
    assert len(benchmark(lambda: Data(msgspec.json.decode(content, type=Bundle))).units) > 1000


@pytest.mark.parametrize("first", [False, True], ids=["again", "the first time"])
def test_start_check_list(benchmark: Bench, tmp_path: Path, first: bool) -> None:
    """`check-list` in a fresh interpreter. Measured in wall time whatever the timer: the work is another process's."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}

    def start() -> int:
        command = [sys.executable, "-m", "referee.cli", "check-list", str(SAMPLES["azure_gate"])]
        return subprocess.run(command, stdout=subprocess.DEVNULL, env=environment).returncode

    def forget() -> None:
        shutil.rmtree(tmp_path / "referee", ignore_errors=True)

    start()
    assert benchmark.pedantic(start, setup=forget if first else None, rounds=5) == 0
