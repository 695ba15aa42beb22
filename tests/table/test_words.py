"""The page's words: what its modules say is in the catalogues."""

from __future__ import annotations

import re

from litestar import Litestar
from litestar.testing import TestClient

from referee.table.page_words import PAGE
from referee.table.server import STATIC

SAYS = re.compile(r'\bt\(\s*"((?:[^"\\]|\\.)*)"')


def test_every_sentence_of_the_page_is_collected_for_translation() -> None:
    said = {sentence for path in STATIC.glob("*.js") for sentence in SAYS.findall(path.read_text(encoding="utf-8"))}
    assert len(said) > 100
    assert said == set(PAGE)


def test_the_page_is_told_its_words_in_a_language(client: TestClient[Litestar]) -> None:
    assert client.get("/api/words/hu").json()["Confirm"] == "Megerősítés"
    assert client.get("/api/words/ru").json()["Confirm"] == "Подтвердить"
    assert client.get("/api/words/en").json()["Confirm"] == "Confirm"


def test_the_page_loads_nothing_from_elsewhere(client: TestClient[Litestar]) -> None:
    for path in [*STATIC.rglob("*.js"), *STATIC.rglob("*.css"), *STATIC.rglob("*.html")]:
        if "vendor" not in path.parts:
            assert "https://" not in path.read_text(encoding="utf-8"), path.name
    answer = client.get("/")
    assert "default-src 'self'" in answer.headers["content-security-policy"]


def test_every_module_of_the_page_is_served(client: TestClient[Litestar]) -> None:
    for path in STATIC.rglob("*.js"):
        answer = client.get(f"/static/{path.relative_to(STATIC).as_posix()}")
        assert answer.status_code == 200
        assert "javascript" in answer.headers["content-type"]
