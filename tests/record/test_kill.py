"""Killing the program at any moment loses at most the answer being given, and the game goes on the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import raid
from record_help import lines
from referee.kernel import Game
from referee.record import read, replay

PROGRAM = Path(__file__).with_name("play_until_killed.py")


def run(path: Path, seed: int, kill_after: int | None) -> int:
    """Run the program, and kill it after it has said so many answers; the last number that it said."""
    environment = os.environ | {"PYTHONPATH": str(PROGRAM.parents[1])}
    command = [sys.executable, str(PROGRAM), str(path), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        said, count = 0, 0
        for line in process.stdout:
            said, count = int(line), count + 1
            if count == kill_after:
                process.send_signal(signal.SIGKILL)
        process.wait()
        assert process.returncode in ((0,) if kill_after is None else (0, -signal.SIGKILL))  # it may have been faster
    return said


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here")
@pytest.mark.parametrize("seed", range(3))
def test_a_killed_game_is_resumed_and_ends_as_if_it_had_never_been(tmp_path: Path, seed: int) -> None:
    path, random = tmp_path / "killed.jsonl", Random(seed)
    for _ in range(3):
        said = run(path, seed, random.randint(1, 12))
        kept = read(path, allow_cut=True)
        assert kept.last >= said  # what was shown is in the record; what was under way may be
        assert replay_whole(path).digest()
    run(path, seed, None)
    straight = tmp_path / "straight.jsonl"
    run(straight, seed, None)
    played = [[one for one in lines(file) if one["line"] in ("answer", "roll")] for file in (path, straight)]
    assert played[0] == played[1]
    assert lines(path)[-1] == lines(straight)[-1]
    assert replay(path, book=raid.BOOK, verify=True).is_over


def replay_whole(path: Path) -> Game:
    record = read(path, allow_cut=True)
    return replay(path.read_bytes()[: record.size], book=raid.BOOK)


def test_the_program_plays_what_a_session_plays(tmp_path: Path) -> None:
    path = tmp_path / "whole.jsonl"
    last = run(path, 1, None)
    assert last == read(path).last > 10
