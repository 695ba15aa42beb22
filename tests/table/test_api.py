"""The interface: whose answers are taken, which versions, what each seat is shown."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from referee import books
from referee.kernel import Seeded
from referee.table.asking import _stands
from table.tables import Table, app_at, make

Client = TestClient[Litestar]


def test_a_game_has_a_secret_for_each_person_and_none_for_bots(client: Client) -> None:
    table = make(client, seats=[{"name": "Ann"}, {"bot": "first"}])
    first, second = table.made["seats"]
    assert first["name"] == "Ann"
    assert first["secret"]
    assert first["link"].endswith(f"/g/{table.id}#{first['secret']}")
    assert second["secret"] is None
    assert second["link"] is None


def test_only_the_seat_that_decides_is_told_the_options(client: Client) -> None:
    table = make(client)
    assert table.state(0)["decision"]["maximum"] == 3
    for other in (1, None):
        decision = table.state(other)["decision"]
        assert decision["prompt"] == "Choose a secret number."
        assert decision["rule"] == "SK 1.1"
        assert "maximum" not in decision


def test_each_seat_is_shown_its_own_view(client: Client) -> None:
    table = make(client)
    assert table.answer(0, 2).status_code == 200
    assert [table.state(seat)["view"]["secret"] for seat in (0, 1, None)] == [2, 0, None]


def test_an_answer_without_the_secret_is_refused(client: Client) -> None:
    table = make(client)
    assert table.post("/answers", None, version=0, answer=1).status_code == 401
    other = make(client)
    table.secrets = other.secrets
    refused = table.post("/answers", 0, version=0, answer=1)
    assert refused.status_code == 403
    assert refused.json()["code"] == "wrong_secret"


def test_the_other_seat_may_not_decide(client: Client) -> None:
    table = make(client)
    refused = table.answer(1, 2)
    assert refused.status_code == 409
    assert refused.json()["code"] == "not_yours"
    assert table.state(0)["version"] == 0


def test_b31_of_two_answers_to_one_version_the_second_is_stale(client: Client) -> None:
    table = make(client, "card_duel")
    assert table.answer(0, 1, version=0).json() == {"version": 1, "again": False}
    refused = table.answer(0, None, version=0)
    assert refused.status_code == 409
    assert refused.json()["code"] == "stale"
    assert refused.json()["version"] == 1
    assert table.state(0)["version"] == 1


def test_b31_the_same_key_again_is_acknowledged_and_changes_nothing(client: Client) -> None:
    table = make(client, "card_duel")
    first = table.answer(0, 1, version=0, key="k1")
    again = table.answer(0, 1, version=0, key="k1")
    assert first.json() == {"version": 1, "again": False}
    assert again.json() == {"version": 1, "again": True}
    assert table.state(0)["steps"] == 1


def test_another_seat_may_not_use_the_key(client: Client) -> None:
    table = make(client, "card_duel")
    table.answer(0, 1, version=0, key="k1")
    assert table.answer(1, 1, version=1, key="k1").json()["code"] == "key"


def test_a_refusal_has_rule_title_reason_and_what_would_do(client: Client) -> None:
    table = to_the_move(make(client))
    model = table.state(0)["decision"]["subjects"][0]
    refused = table.answer(0, [[model, [[20.0, 6.0]]]])
    assert refused.status_code == 422
    (refusal,) = refused.json()["refusals"]
    assert refusal["rule"] == "SK 4.2"
    assert refusal["title"] == "Moving"
    assert refusal["reason"] == f"{model} moves 16 inches."
    assert refusal["instead"] == "It may move up to 6 inches."


def test_checking_gives_every_reason_and_changes_nothing(client: Client) -> None:
    table = to_the_move(make(client))
    state = table.state(0)
    model = state["decision"]["subjects"][0]
    verdict = table.post("/check", 0, version=state["version"], answer=[[model, [[60.0, 6.0]]]]).json()
    assert [one["rule"] for one in verdict["refusals"]] == ["SK 4.2", "SK 4.3"]
    assert not verdict["legal"]
    legal = table.post("/check", 0, version=state["version"], answer=[[model, [[8.0, 6.0]]]]).json()
    assert legal == {"version": state["version"], "legal": True, "refusals": []}
    assert table.state(0)["version"] == state["version"]


def test_only_the_seat_that_decides_may_check(client: Client) -> None:
    table = to_the_move(make(client))
    version = table.state(0)["version"]
    assert table.post("/check", 1, version=version, answer=[]).json()["code"] == "not_yours"
    assert table.post("/check", 0, version=version - 1, answer=[]).json()["code"] == "stale"


def test_proposals_are_legal(client: Client) -> None:
    table = to_the_move(make(client))
    version = table.state(0)["version"]
    answers = table.get("/proposals", 0, version=version, count=5).json()["answers"]
    assert len(answers) == 5
    for answer in answers:
        assert table.post("/check", 0, version=version, answer=answer).json()["legal"]


def test_the_reach_ends_where_moves_are_refused(client: Client) -> None:
    table = to_the_move(make(client))
    state = table.state(0)
    model = state["decision"]["subjects"][0]
    (area,) = table.get("/reach", 0, version=state["version"], subject=model).json()["areas"]
    # The guard stands at 4 by 6, two models below one another: 6 inches to the right, 3.37 to the left.
    assert max(x for x, _ in area) == 10.0
    assert 0.63 <= min(x for x, _ in area) < 1.0
    assert table.get("/reach", 0, version=state["version"], subject="blue guard 1").status_code == 404


@pytest.mark.parametrize("name", [name for name in books.names() if name in ("wh40k", "warmachine")])
def test_the_models_of_a_wargame_are_found_in_its_view(name: str) -> None:
    book = books.load(name)
    game, random = book.begin(dice=Seeded("1")), Random(1)
    stands: dict[str, Any] = {}
    for _ in range(60):
        stands = dict(_stands(book.view(game, 0)))
        if len(stands) > 5:
            break
        game.answer(game.propose(random))
    assert len(stands) > 5


def test_spectators_can_be_kept_out(client: Client) -> None:
    table = make(client, spectators=False)
    assert table.get().status_code == 403
    assert table.get(seat=0).status_code == 200


def test_undo_of_what_showed_nothing_needs_nobody(client: Client) -> None:
    table = make(client, "card_duel")
    table.answer(0, None)
    assert table.post("/undo", 0, version=1, does="ask").json()["version"] == 2
    state = table.state(0)
    assert state["steps"] == 0
    assert "takes back" in state["log"][-1]["text"]


def test_undo_of_what_showed_a_card_needs_consent(client: Client) -> None:
    table = make(client, "card_duel")
    table.answer(0, 1)
    assert table.post("/undo", 0, version=1, does="ask").json()["version"] == 1
    assert table.state(1)["undo"]["wish"]["asks_you"]


def test_undo_of_anothers_answer_needs_consent(client: Client) -> None:
    table = to_the_move(make(client))
    version = table.state(0)["version"]
    assert table.post("/undo", 1, version=version, does="ask").json()["version"] == version
    assert table.state(0)["undo"]["wish"] == {"by": 1, "needed": [0], "mine": False, "asks_you": True}
    assert table.post("/undo", 1, version=version, does="agree").json()["code"] == "not_yours"
    assert table.post("/undo", 0, version=version, does="agree").status_code == 200
    assert table.state(0)["steps"] == 1


def test_b21_a_roll_taken_back_shows_the_same_again(client: Client) -> None:
    table = to_the_move(make(client))
    while (state := table.state(0))["decision"]["prompt"] != "Shoot at which unit?":
        table.answer(0, "end phase" if state["decision"]["kind"] == "choose_one" else [])
    rolls = []
    for _ in range(2):
        table.answer(0, "blue guard")
        table.answer(1, "pass")
        state = table.state(0)
        rolls.append([entry["dice"] for entry in state["log"] if "dice" in entry][-1])
        table.post("/undo", 0, version=state["version"], does="ask")
        assert table.state(1)["undo"]["wish"]["asks_you"]
        table.post("/undo", 1, version=state["version"], does="agree")
    assert rolls[0] == rolls[1]


def test_undo_declined_leaves_the_game(client: Client) -> None:
    table = to_the_move(make(client))
    before = table.state(0)
    table.post("/undo", 1, version=before["version"], does="ask")
    table.post("/undo", 0, version=before["version"], does="decline")
    after = table.state(0)
    assert after["steps"] == before["steps"]
    assert after["undo"]["wish"] is None
    assert after["decision"]["prompt"] == before["decision"]["prompt"]


def test_the_steps_of_the_record_can_be_gone_through(client: Client) -> None:
    table = to_the_move(make(client))
    assert table.get("/steps/0").json()["next"]["rule"] == "SK 1.1"
    last = table.state(0)["steps"]
    assert table.get(f"/steps/{last}").json()["next"] is None
    assert table.get(f"/steps/{last + 1}").status_code == 404


def test_the_record_has_no_seed(client: Client) -> None:
    table = make(client, seed="the secret seed")
    table.answer(0, 1)
    record = table.get("/record").text
    assert "the secret seed" not in record
    assert record.count("\n") == 2


def test_a_record_with_hidden_cards_is_kept_until_the_end(client: Client) -> None:
    table = make(client, "card_duel")
    assert table.get("/record", 0).json()["code"] == "hidden"
    for _ in range(500):
        state = table.state(0)
        if state["over"]:
            break
        seat = state["decision"]["by"]
        table.answer(seat, table.state(seat)["decision"]["among"][-1]["value"])
    assert table.get("/record", 0).text.startswith('{"line":"record"')


def test_a_bot_answers_by_itself(client: Client) -> None:
    table = make(client, seats=[{}, {"bot": "first"}])
    table.answer(0, 2)
    for _ in range(200):
        state = table.state(0)
        if state["decision"]["by"] == 0:
            break
    assert state["version"] > 1
    assert state["decision"]["mine"]


def test_real_dice_are_typed_in(client: Client) -> None:
    table = to_the_move(make(client, dice="by_hand"))
    while (state := table.state(0))["decision"]["prompt"] != "Shoot at which unit?":
        table.answer(0, "end phase" if state["decision"]["kind"] == "choose_one" else [])
    table.answer(0, "blue guard")
    table.answer(1, "pass")
    decision = table.state(0)["decision"]
    assert (decision["kind"], decision["count"], decision["sides"]) == ("roll", 3, 6)
    assert table.answer(0, [7, 1, 1]).status_code == 422
    assert table.answer(0, [5, 1, 6]).status_code == 200
    assert table.state(0)["log"][-1]["text"] == "Blue Guard loses a model."


def test_a_request_in_hungarian_is_answered_in_hungarian(client: Client) -> None:
    table = make(client)
    assert table.get(seat=0, language="hu").json()["decision"]["title"] == "A secret number (hu)"
    found = client.get("/api/books/skirmish/rules", params={"rule": "SK 4.2"}, headers={"Accept-Language": "hu-HU,hu"})
    assert found.json()["title"] == "Moving (hu)"


def test_what_is_not_there_is_said(client: Client) -> None:
    assert client.get("/api/games/nothing").json()["code"] == "no_game"
    assert client.get("/api/books/skirmish/rules", params={"rule": "SK 99"}).status_code == 404
    refused = client.post("/api/games", json={"book": "chess"})
    assert refused.status_code == 422
    assert "There is no book chess" in refused.json()["message"]
    unknown = client.post("/api/games", json={"book": "skirmish", "sets": []})
    assert unknown.status_code == 400
    assert unknown.json()["code"] == "request"


def test_an_address_may_not_make_games_without_end(tmp_path: Any) -> None:
    with TestClient(app_at(tmp_path, games_an_hour=2)) as client:
        codes = [client.post("/api/games", json={"book": "skirmish"}).status_code for _ in range(3)]
    assert codes == [201, 201, 429]


def test_a_full_server_takes_no_more_games(tmp_path: Any) -> None:
    with TestClient(app_at(tmp_path, games=1)) as client:
        codes = [client.post("/api/games", json={"book": "skirmish"}).status_code for _ in range(2)]
    assert codes == [201, 503]


def test_what_is_too_large_is_refused(tmp_path: Any) -> None:
    with TestClient(app_at(tmp_path, request=10_000, points=10)) as client:
        table = make(client)
        assert table.post("/answers", 0, version=0, answer=["x" * 20_000]).status_code == 413
        many = table.post("/answers", 0, version=0, answer=list(range(100)))
        assert many.status_code == 413
        assert many.json()["code"] == "too_large"
        deep = client.post(
            f"/api/games/{table.id}/answers",
            headers=table.headers(0),
            content='{"version":0,"answer":' + "[" * 4000 + "]" * 4000 + "}",
        )
        assert 400 <= deep.status_code < 500


def test_a_list_is_not_a_file_of_the_server(client: Client) -> None:
    refused = client.post("/api/lists", json={"book": "wh40k", "text": "/etc/passwd"})
    assert refused.status_code in (409, 422)
    assert "root" not in refused.text


def to_the_move(table: Table) -> Table:
    """Play on until the first seat moves its first unit."""
    assert table.answer(0, 2).status_code == 200
    places = [[f"blue guard {at}", [40.0, 4.0 + 2 * at]] for at in (1, 2, 3)]
    assert table.answer(1, places).status_code == 200
    assert table.answer(0, ["red guard", "red scouts"]).status_code == 200
    assert table.answer(0, "red guard").status_code == 200
    return table


def test_a_list_that_is_refused_is_told_with_its_seat(client: Client) -> None:
    refused = client.post("/api/games", json={"book": "heresy", "lists": [None, "three of this"]})
    assert refused.status_code == 422
    assert refused.json()["message"].startswith("The list of ")
