"""Nothing accepted is lost: games go on after the server has been away."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest
from litestar.testing import TestClient

from referee.table.storage import Change, Conflict, Store, StoredGame
from table.tables import Table, app_at, make
from table.test_api import to_the_move

Result = TypeVar("Result")


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """The result of some work, on a thread of its own: a browser's tests may have left a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


GAME = StoredGame("one", 1000.0, b"{}", "head\n")


def test_b25_b30_a_game_goes_on_after_the_server_was_away(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path)) as client:
        table = to_the_move(make(client))
        before = [table.state(seat) for seat in (0, 1, None)]
    with TestClient(app_at(tmp_path)) as client:
        table.client = client
        assert [table.state(seat) for seat in (0, 1, None)] == before
        assert table.answer(0, []).status_code == 200


def test_b21_dice_go_on_as_they_would_have(tmp_path: Path) -> None:
    def hits(away: bool, folder: Path) -> str:
        folder.mkdir()
        with TestClient(app_at(folder)) as client:
            table = to_the_shot(make(client))
            if not away:
                table.answer(1, "pass")
                return str(table.state(0)["log"][-1]["version"]) + str(table.state(0)["log"])
        with TestClient(app_at(folder)) as client:
            table.client = client
            table.answer(1, "pass")
            return str(table.state(0)["log"][-1]["version"]) + str(table.state(0)["log"])

    assert hits(False, tmp_path / "stayed") == hits(True, tmp_path / "away")


def test_an_undo_holds_after_the_server_was_away(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path)) as client:
        table = make(client, "card_duel")
        table.answer(0, None)
        table.post("/undo", 0, version=1, does="ask")
        before = table.state(0)
    with TestClient(app_at(tmp_path)) as client:
        table.client = client
        assert table.state(0) == before
        assert table.post("/answers", 0, version=2, answer=None).status_code == 200


def test_b31_a_key_is_remembered_after_the_server_was_away(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path)) as client:
        table = make(client, "card_duel")
        table.answer(0, 1, key="k")
    with TestClient(app_at(tmp_path)) as client:
        table.client = client
        assert table.answer(0, 1, version=0, key="k").json() == {"version": 1, "again": True}


def test_b31_what_another_server_has_stored_is_acknowledged_under_its_key_only(tmp_path: Path) -> None:
    """Such as one that was killed while its database was committing."""
    with TestClient(app_at(tmp_path)) as client, TestClient(app_at(tmp_path)) as killed:
        table = make(client, "card_duel")
        Table(killed, table.made).answer(0, 1, version=0, key="k")
        assert table.answer(0, 1, version=0, key="k").json() == {"version": 1, "again": True}
        assert table.state(0)["version"] == 1
        Table(killed, table.made).answer(0, None, version=1, key="l")
        assert table.answer(0, None, version=1, key="m").json()["code"] == "stale"
        assert table.state(0)["version"] == 2


def test_a_version_is_stored_once(tmp_path: Path) -> None:
    async def store_twice() -> list[str]:
        store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
        await store.create(GAME)
        await store.append("one", Change(1, "k", 0, "first\n"))
        with pytest.raises(Conflict):
            await store.append("one", Change(1, "other", 0, "second\n"))
        with pytest.raises(Conflict):
            await store.append("one", Change(2, "k", 0, "second\n"))
        lines = [change.lines for change in store.changes("one")]
        store.close()
        return lines

    assert run(store_twice()) == ["first\n"]


def test_a_change_that_cannot_be_stored_spoils_no_other_of_its_batch(tmp_path: Path) -> None:
    async def store_many() -> tuple[list[bool], int]:
        store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
        await store.create(GAME)
        wrong = [store.append("one", Change(number // 2, f"k{number}", 0, "x\n")) for number in range(40)]
        found = await asyncio.gather(*wrong, return_exceptions=True)
        count = len(store.changes("one"))
        store.close()
        return [one is None for one in found], count

    stored, count = run(store_many())
    assert sum(stored) == count == 20


def test_old_games_can_be_forgotten(tmp_path: Path) -> None:
    async def forget() -> tuple[int, int]:
        store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
        await store.create(GAME, [Change(1, "k", 0, "x\n")])
        forgotten = store.forget_before(2000.0)
        left = len(store.changes("one"))
        store.close()
        return forgotten, left

    assert run(forget()) == (1, 0)


def to_the_shot(table: Table) -> Table:
    """Play on until the second seat may respond to a shot."""
    to_the_move(table)
    while (state := table.state(0))["decision"]["prompt"] != "Shoot at which unit?":
        table.answer(0, "end phase" if state["decision"]["kind"] == "choose_one" else [])
    table.answer(0, "blue guard")
    return table
