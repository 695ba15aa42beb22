"""A program plays over JSON lines: everything it needs is in them, and nothing that is hidden from its seats."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duel
import raid
from referee.record import read, replay

from .conftest import Referee


def lines(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def kinds(out: str) -> list[str]:
    return [line["type"] for line in lines(out)]


def test_a_program_answers_decisions(referee: Referee, tmp_path: Path) -> None:
    path = tmp_path / "d.jsonl"
    typed = '{"answer": 1}\n{"words": "none"}\n{"quit": true}\n'
    ran = referee("play", "duel:BOOK", "--json", "--seed", "7", "--record", path, typed=typed)
    assert ran.code == 0
    first, *_ = lines(ran.out)
    assert first["yours"] == [0]
    asked = next(line for line in lines(ran.out) if line["type"] == "decision")
    assert asked["rule"] == "DUEL 2.1"
    assert asked["decision"]["kind"] == "choose_one"
    assert [one["answer"] for one in asked["options"]] == [None, 1]
    assert asked["view"]["life"] == [20, 20]
    assert kinds(ran.out)[-1] == "end"
    assert lines(ran.out)[-1]["digest"] == replay(path, book=duel.BOOK).digest()


def test_refusals_reasons_undo_and_errors_are_lines_too(referee: Referee) -> None:
    typed = "\n".join(
        (
            '{"answer": 99}',
            '{"why": 9}',
            '{"why": null}',
            "not json",
            '{"nonsense": 1}',
            "{}",
            '{"answer": {"x": 1}}',
            '{"where": true}',
            '{"suggest": true}',
            '{"answer": 1}',
            '{"undo": 1}',
            '{"undo": 50}',
        )
    )
    ran = referee("play", "duel:BOOK", "--json", "--seed", "7", "--seats", "human,human", typed=typed)
    assert ran.code == 0
    found = lines(ran.out)
    refused = [line for line in found if line["type"] == "refused"]
    assert refused[0]["reasons"][0]["rule"] == "DUEL 2.1"
    why = [line for line in found if line["type"] == "why"]
    assert [line["legal"] for line in why] == [False, True]
    assert [line["type"] for line in found].count("error") >= 3
    assert any(line["type"] == "undone" for line in found)
    assert found[-1]["answers"] == 1


def test_nothing_hidden_from_its_seats_reaches_the_program(referee: Referee, tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    typed = '{"answer": "stop"}\n' * 3
    ran = referee("play", "raid:BOOK", "--json", "--seed", "3", "--record", path, typed=typed)
    game = replay(path, book=raid.BOOK)
    hidden = game.state.hands[1]  # type: ignore[attr-defined]
    assert hidden
    assert not [card for card in hidden if card in ran.out]


def test_bots_alone_print_lines(referee: Referee, tmp_path: Path) -> None:
    path = tmp_path / "d.jsonl"
    ran = referee("play", "duel:BOOK", "--json", "--seats", "bot,bot", "--seed", "7", "--record", path)
    assert kinds(ran.out).count("answer") == read(path).last
    assert lines(ran.out)[-1]["over"] is True
