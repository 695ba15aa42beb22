"""Speed of reading army lists.

Run with `pytest benchmarks/lists_bench.py`. The lists are the two sample armies of about 2,000 points, as text and as
New Recruit's JSON; start-up is a fresh interpreter that checks a list, in wall time.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from referee.lists import read
from referee.lists.bundle import bundle_path
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
    """Decode the columns that lists need."""
    import msgspec

    content = bundle_path().read_bytes()
    known = benchmark(lambda: Data(msgspec.json.decode(content, type=Bundle)))
    assert len(known.units) > 1000


def test_start_check_list(benchmark: Bench) -> None:
    """`check-list` in a fresh interpreter. Measured in wall time whatever the timer: the work is another process's."""
    code = (
        "import typer; from referee.lists.commands import check_list; from referee.lists.samples import SAMPLES; "
        "raise SystemExit(check_list([SAMPLES['azure_gate']]))"
    )

    def start() -> int:
        return subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, env=os.environ).returncode

    assert benchmark.pedantic(start, rounds=5) == 0
