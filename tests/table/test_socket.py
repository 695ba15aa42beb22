"""The WebSocket: who hears what, what is said twice, what is too much."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from referee.table.difference import changed, parts_of
from table.tables import Table, app_at, make

if TYPE_CHECKING:
    from collections.abc import Iterator

Client = TestClient[Litestar]


@contextmanager
def visit(table: Table, seat: int | None, **more: Any) -> Iterator[Any]:
    """A connection that has said hello and heard the first state."""
    with table.client.websocket_connect(f"/api/games/{table.id}/socket") as socket:
        secret = "" if seat is None else table.secrets[seat]
        socket.send_json({"type": "hello", "secret": secret, **more})
        yield socket


def heard(socket: Any, kind: str, limit: int = 10) -> Any:
    """The next message of a kind; of a state that tells only what has changed, the whole."""
    for _ in range(limit):
        message = socket.receive_json()
        if message["type"] == "state":
            socket.known = message["view"] = message["view"] or changed_view(socket.known, message["change"])
        if message["type"] == kind:
            return message
    raise AssertionError(f"no {kind} was heard")


def changed_view(known: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """A view, from the one known and what has changed."""
    now = {key: value for key, value in {**known, **change["keys"]}.items() if key not in change["gone"]}
    for key, news in change["lists"].items():
        things = {one["id"]: one for one in [*known[key], *news["changed"]]}
        now[key] = [things[name] for name in news["ids"]]
    return now


def test_both_seats_and_spectators_hear_of_an_answer(client: Client) -> None:
    table = make(client)
    with visit(table, 0) as first, visit(table, 1) as second, visit(table, None) as watching:
        for socket in (first, second, watching):
            assert heard(socket, "state")["version"] == 0
        first.send_json({"type": "answer", "ref": "a", "version": 0, "answer": 3, "key": "k"})
        states = [heard(socket, "state") for socket in (first, second, watching)]
        assert heard(first, "accepted") == {"type": "accepted", "version": 1, "again": False, "ref": "a"}
        assert [state["version"] for state in states] == [1, 1, 1]
        assert [state["view"]["secret"] for state in states] == [3, 0, None]
        assert [state["decision"]["mine"] for state in states] == [False, True, False]


def test_b23_hidden_cards_are_in_no_byte_the_other_seat_received(client: Client) -> None:
    table = make(client, "card_duel")
    received: list[str] = []
    with visit(table, 1) as second, visit(table, 0) as first:
        heard(first, "state")
        received.append(second.receive_text())
        for answer in (9, "nothing", None, None):
            first.send_json({"type": "answer", "ref": "a", "version": 0, "answer": answer})
        received += [second.receive_text() for _ in range(2)]
    everything = "".join(received)
    assert "Secret-1-" in everything
    assert "Secret-0-" not in everything


def test_b31_an_answer_said_again_after_a_reconnect_is_acknowledged(client: Client) -> None:
    table = make(client, "card_duel")
    said = {"type": "answer", "version": 0, "answer": 1, "key": "once"}
    with visit(table, 0) as socket:
        socket.send_json(said)
        assert not heard(socket, "accepted")["again"]
    with visit(table, 0) as socket:
        socket.send_json(said)
        assert heard(socket, "accepted") == {"type": "accepted", "version": 1, "again": True}


def test_b31_two_answers_with_one_version_the_second_is_refused(client: Client) -> None:
    table = make(client, "card_duel")
    with visit(table, 0) as socket:
        for ref in ("a", "b"):
            socket.send_json({"type": "answer", "ref": ref, "version": 0, "answer": 1, "key": ref})
        assert heard(socket, "accepted")["ref"] == "a"
        problem = heard(socket, "problem")
        assert (problem["ref"], problem["code"]) == ("b", "stale")


def test_a_spectator_cannot_answer(client: Client) -> None:
    table = make(client)
    with visit(table, None) as socket:
        socket.send_json({"type": "answer", "ref": "a", "version": 0, "answer": 3})
        assert heard(socket, "problem")["code"] == "no_seat"


def test_a_wrong_secret_is_turned_away(client: Client) -> None:
    table = make(client)
    table.secrets[0] = "guess"
    with visit(table, 0) as socket:
        assert heard(socket, "problem")["code"] == "wrong_secret"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_the_language_can_be_changed_without_a_new_connection(client: Client) -> None:
    table = make(client)
    with visit(table, 0) as socket:
        assert heard(socket, "state")["decision"]["title"] == "A secret number"
        socket.send_json({"type": "language", "language": "hu"})
        state = heard(socket, "state")
        assert state["decision"]["title"] == "A secret number (hu)"
        assert state["fresh"]


def test_who_is_here_is_told(client: Client) -> None:
    table = make(client)
    with visit(table, 0) as first:
        assert heard(first, "here")["seats"] == [0]
        with visit(table, 1) as second:
            heard(second, "here")
            assert heard(first, "here")["seats"] == [0, 1]
        assert heard(first, "here")["seats"] == [0]


@pytest.mark.parametrize(
    "message",
    [
        "not json",
        "[]",
        '{"type":"hello"}',
        '{"type":"dance"}',
        '{"type":"answer","version":"x"}',
        '{"type":"answer","version":0,"answer":1,"sudo":true}',
        '{"type":"check","version":0,"answer":' + "[" * 4000 + "]" * 4000 + "}",
        '{"type":"answer","version":0,"answer":1,"key":"a b"}',
    ],
)
def test_what_is_no_message_is_refused_and_the_connection_stays(client: Client, message: str) -> None:
    table = make(client)
    with visit(table, 0) as socket:
        socket.send_text(message)
        assert heard(socket, "problem")["message"]
        socket.send_json({"type": "ping", "ref": "p"})
        assert heard(socket, "pong")["ref"] == "p"


def test_a_mistake_of_ours_ends_no_connection(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("referee.table.asking.propose", fail)
    with visit(make(client), 0) as socket:
        socket.send_json({"type": "propose", "ref": "a", "version": 0})
        assert heard(socket, "problem")["code"] == "bug"
        socket.send_json({"type": "ping", "ref": "p"})
        assert heard(socket, "pong")["ref"] == "p"


def test_too_many_messages_are_refused(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path, rate=1, burst=5)) as client, visit(make(client), 0) as socket:
        for _ in range(8):
            socket.send_json({"type": "ping"})
        assert heard(socket, "problem", 20)["code"] == "too_fast"


def test_the_changes_of_a_view_add_up_to_the_view(client: Client) -> None:
    table = make(client, "card_duel", seats=[{"bot": "random"}, {"bot": "random"}])
    with visit(table, None) as socket:
        for _ in range(1000):
            state = heard(socket, "state")
            if state["over"]:
                break
        assert state["view"] == table.state()["view"]


def test_what_has_not_changed_is_not_told_again() -> None:
    things = [{"id": str(at), "x": at} for at in range(20)]
    before = parts_of({"terrain": ["much"] * 50, "things": things, "old": 1})
    view = {"terrain": ["much"] * 50, "things": [*things[1:], {"id": "0", "x": 7}], "round": 2}
    assert changed(before, parts_of(view, before), view, lambda value, key, data: value) == {
        "keys": {"round": 2},
        "lists": {"things": {"ids": [*map(str, range(1, 20)), "0"], "changed": [{"id": "0", "x": 7}]}},
        "gone": ["old"],
    }
