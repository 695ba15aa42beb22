"""Damage army lists at random for a while and read them: no traceback, no hang, no full memory.

    python benchmarks/fuzz_lists.py --seconds 600 --seed 1

Seeds are the lists of the tests and the samples in every format. What breaks, or takes longer than a second, is kept
in the folder named by `--keep`. Exit code 1 if anything broke.
"""

from __future__ import annotations

import argparse
import io
import random
import resource
import sys
import time
import traceback
import zipfile
from collections import Counter
from pathlib import Path

import msgspec

from referee.lists import ListRefused, read
from referee.lists.export import FORMATS, export
from referee.lists.legality import legality
from referee.lists.samples import SAMPLES

FIXTURES = Path(__file__).parent.parent / "tests" / "lists" / "fixtures"
TOKENS = [
    "\n",
    "\r",
    "  ",
    "• ",
    "◦ ",
    "- ",
    "* ",
    "(80 Points)",
    "[80 pts]:",
    "1x ",
    "99x ",
    "-1x ",
    "0x ",
    "&amp;",
    "> ",
    "<",
    '"',
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "+ DETACHMENT: ",
    "++++++",
    "# ++ x ++",
    "## ",
    "Attached unit 2\n",
    "Attached as: Leader",
    "Warlord",
    "Enhancements: ",
    "1 with ",
    "\x00",
    "\u200b",
    "null",
    "true",
    "1e999",
    "-5",
    '"type":"unit"',
    '"number":',
    "<selection ",
    "</selection>",
    "Strike Force (2,000 Points)\n",
    "Rhino (65 Points)\n",
    "Rhino 65",
    "Space Wolves\n",
    "https://x.y/",
    "H4sI",
    "Exported with App Version: v1.2\n",
]


def seeds() -> list[bytes]:
    """Whole lists to start from."""
    found = [path.read_bytes() for path in sorted(FIXTURES.iterdir())]
    for path in SAMPLES.values():
        found += [export(read(path), form).encode() for form in FORMATS]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(FIXTURES / "wolves.ros")
    return [*found, buffer.getvalue()]


def damaged(content: bytes, others: list[bytes], rng: random.Random) -> bytes:
    """The content with a few random edits."""
    data = bytearray(content)
    for _ in range(rng.choice([1, 1, 2, 3, 8, 30])):
        if not data:
            break
        start = rng.randrange(len(data))
        stop = min(len(data), start + rng.choice([1, 2, 5, 30, 300]))
        match rng.randrange(6):
            case 0:
                del data[start:stop]
            case 1:
                data[start:start] = rng.choice(TOKENS).encode() * rng.choice([1, 1, 1, 2, 50])
            case 2:
                data[start:stop] = rng.randbytes(rng.choice([1, 2, 4]))
            case 3:
                data[start:start] = data[start:stop] * rng.choice([1, 2, 20])
            case 4:
                other = rng.choice(others)
                at = rng.randrange(len(other))
                data[start:start] = other[at : at + rng.choice([10, 100, 2000])]
            case _:
                at = rng.randrange(len(data))
                data[start:stop], data[at : at + 3] = data[at : at + 3], data[start:stop]
    return bytes(data)


def survives(content: bytes, rng: random.Random) -> str:
    """How the content was read; whatever else than a refusal is raised goes through."""
    try:
        army = read(content)
        msgspec.json.encode(army)
        legality(army)
        read(export(army, rng.choice(list(FORMATS))))
    except ListRefused as refusal:
        return refusal.findings[0].code
    return "read"


def main() -> int:
    """Run until the CPU time is used up."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="CPU time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path("fuzzed"))
    options = parser.parse_args()
    rng = random.Random(options.seed)
    others = seeds()
    outcomes: Counter[str] = Counter()
    slowest = 0.0
    end = time.process_time() + options.seconds
    while time.process_time() < end:
        content = damaged(rng.choice(others), others, rng)
        began = time.process_time()
        try:
            outcome = survives(content, rng)
        except Exception:
            outcome = "BROKEN"
            traceback.print_exc()
        took = time.process_time() - began
        outcomes[outcome] += 1
        slowest = max(slowest, took)
        if outcome == "BROKEN" or took > 1:
            options.keep.mkdir(exist_ok=True)
            (options.keep / f"{options.seed}-{outcomes.total()}").write_bytes(content)
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{outcomes.total()} lists, {dict(outcomes.most_common())}, slowest {slowest:.2f} s, {megabytes} MB")
    return 1 if outcomes["BROKEN"] else 0


if __name__ == "__main__":
    sys.exit(main())
