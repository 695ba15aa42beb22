"""Whatever is sent to the interface, the server does not fail: generated from its own OpenAPI schema."""

from __future__ import annotations

import warnings
from typing import Any

import httpx
import pytest

pytest.importorskip("litestar", reason="the extra `table` is not installed")
pytest.importorskip("schemathesis", reason="schemathesis is not installed")

import schemathesis
from hypothesis import HealthCheck, given, settings

from table.live import LiveServer, deployed

NOISY = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.function_scoped_fixture]


def operations(server: LiveServer) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        schema: Any = schemathesis.openapi.from_url(f"{server.address}/api/schema/openapi.json")
        return [found.ok() for found in schema.get_all_operations()]


def test_the_schema_names_every_operation(server: LiveServer) -> None:
    found = {f"{one.method.upper()} {one.path}" for one in operations(server)}
    assert {"POST /api/games", "POST /api/games/{game_id}/answers", "GET /api/games/{game_id}/steps/{step}"} <= found
    assert len(found) == 14


@pytest.mark.filterwarnings("ignore")
def test_no_request_makes_the_server_fail(server: LiveServer) -> None:
    made = deployed(server)
    secret = made["seats"][0]["secret"]

    def send(case: Any) -> None:
        if case.path_parameters and "game_id" in case.path_parameters:
            case.path_parameters["game_id"] = made["id"]
        case.headers = {"Authorization": f"Bearer {secret}"}
        try:
            answer = case.call()
        except (httpx.InvalidURL, ValueError):  # nothing that could be sent
            return
        assert answer.status_code < 500 or answer.json()["code"] == "full", (case.as_curl_command(), answer.text)
        if answer.status_code >= 400 and "json" in (answer.headers.get("content-type") or [""])[0]:
            assert answer.json()["code"]

    for operation in operations(server):
        run = given(case=operation.as_strategy())(send)
        settings(max_examples=15, deadline=None, suppress_health_check=NOISY, database=None, derandomize=True)(run)()
    assert server.state(made, 0)["view"]["units"]
