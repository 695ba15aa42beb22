"""What the tests of the table share: a server with two small books, games, and their seats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

from referee.table.server import create_app
from referee.table.settings import Limits, Settings

BOOKS = ("table.skirmish", "table.card_duel")


class Table:
    """A game and how its seats speak to the server."""

    def __init__(self, client: TestClient[Litestar], made: dict[str, Any]) -> None:
        self.client = client
        self.id = made["id"]
        self.secrets = [seat["secret"] for seat in made["seats"]]
        self.made = made

    def headers(self, seat: int | None) -> dict[str, str]:
        return {} if seat is None else {"Authorization": f"Bearer {self.secrets[seat]}"}

    def get(self, path: str = "", seat: int | None = None, **params: Any) -> Any:
        return self.client.get(f"/api/games/{self.id}{path}", headers=self.headers(seat), params=params)

    def post(self, path: str, seat: int | None, **body: Any) -> Any:
        return self.client.post(f"/api/games/{self.id}{path}", headers=self.headers(seat), json=body)

    def state(self, seat: int | None = None) -> Any:
        return self.get(seat=seat).json()

    def answer(self, seat: int, answer: Any, **more: Any) -> Any:
        """Answer the decision that waits; the version is asked for first."""
        version = more.pop("version", None)
        version = self.state(seat)["version"] if version is None else version
        return self.post("/answers", seat, version=version, answer=answer, **more)


def app_at(folder: Path, **limits: Any) -> Litestar:
    settings = Settings(f"sqlite:///{folder / 'games.sqlite'}", Limits(**limits), extra_books=BOOKS)
    return create_app(settings, bot_pause=0)


def make(client: TestClient[Litestar], book: str = "skirmish", **more: Any) -> Table:
    answer = client.post("/api/games", json={"book": book, "seed": "1", **more})
    assert answer.status_code == 201, answer.text
    return Table(client, answer.json())
