"""Take the pictures of the table that the README shows: a game of each book, played on to a telling moment.

    python docs/screens/shoot.py            # all
    python docs/screens/shoot.py berserk    # one book

Needs Chromium (Debian: apt-get install chromium) and the extra `dev`. The book's bots play both seats here, in this
process; the server is then told their answers, and the page is opened for the seat whose decision it is.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from referee import books
from referee.kernel import Game, MovePaths
from referee.kernel.dice import Seeded
from referee.table.reading import lists_for

HERE = Path(__file__).parent
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
WIDE, PHONE = {"width": 1400, "height": 880}, {"width": 390, "height": 844}
OTHER = {"light": "dark", "dark": "light"}
MOST = 2500


def moves_in_round(game: Game, number: int, models: int) -> bool:
    """Does the first seat move a unit of at least so many models, in that round or a later one?"""
    asked = game.decision
    return (
        isinstance(asked, MovePaths) and asked.by == 0 and len(asked.subjects) >= models and game.state.round >= number  # type: ignore[attr-defined]
    )


def charges(game: Game) -> bool:
    """Is the first seat asked in which direction to charge?"""
    return game.decision is not None and game.decision.by == 0 and "legal" in game.decision.about


def responds(game: Game) -> bool:
    """May the first seat respond to a declared action, its price said and not yet paid?"""
    asked = game.decision
    return asked is not None and asked.by == 0 and asked.rule == "BER F08/e" and "response" in str(asked.prompt)


def fights(game: Game) -> bool:
    """Is the first seat asked what it does in a battle, with cards in its hand?"""
    asked = game.decision
    return asked is not None and asked.by == 0 and asked.rule == "HH PASS/a" and len(game.options()) > 3


SHOTS: dict[str, tuple[Callable[[Game], bool], int, str, Any]] = {
    "wh40k": (lambda game: moves_in_round(game, 2, 4), 60, "screens", "light"),
    "warmachine": (charges, 60, "screens", "dark"),
    "berserk": (responds, 180, "1", "dark"),
    "heresy": (fights, 180, "2", "light"),
}
"""Of each book: the moment, after how many answers at the earliest, the seed, and the colours of the wide picture."""


def played(book: str) -> Iterator[tuple[int, Any]]:
    """The answers that lead to the moment, each with the seat that gives it."""
    moment, after, seed, _ = SHOTS[book]
    here = books.load(book)
    game = here.begin({}, lists_for(here, ()), dice=Seeded(seed))
    think, random = next(iter(here.bots.values())), Random(seed)
    for given in range(MOST):
        asked = game.decision
        if asked is None or (given >= after and moment(game)):
            return
        answer = think(game.clone(), asked.by, random)
        game.answer(answer)
        yield asked.by, answer


def set_up(address: str, book: str) -> str:
    """A game at the moment of the picture; the link of the first seat."""
    asked = {"book": book, "seed": SHOTS[book][2], "seats": [{"name": "Ann"}, {"name": "Ben"}]}
    made = httpx.post(f"{address}/api/games", json=asked, timeout=60).raise_for_status().json()
    with httpx.Client(base_url=f"{address}/api/games/{made['id']}", timeout=120) as client:
        for version, (seat, answer) in enumerate(played(book)):
            headers = {"Authorization": f"Bearer {made['seats'][seat]['secret']}"}
            client.post("/answers", headers=headers, json={"version": version, "answer": answer}).raise_for_status()
    link: str = made["seats"][0]["link"]
    return link


def page_of(browser: Browser, scheme: Any, size: Any, language: str = "en") -> Page:
    """A fresh page."""
    context = browser.new_context(viewport=size, color_scheme=scheme, locale=language, device_scale_factor=1)
    return context.new_page()


def picture(browser: Browser, link: str, scheme: Any, size: Any, path: Path) -> None:
    """The table as the link's seat sees it; a move is drawn as somebody about to confirm it would see it."""
    page = page_of(browser, scheme, size)
    page.goto(link)
    page.locator(".decision.mine").wait_for(timeout=60_000)
    suggest = page.get_by_role("button", name="Suggest")
    if suggest.count() and page.locator(".field").count():
        if page.locator(".sector").count() == 0:
            page.locator(".reach polygon").first.wait_for(timeout=60_000)
        suggest.click()
        page.locator(".verdict.good").wait_for(timeout=60_000)
    page.mouse.move(0, 0)
    page.wait_for_timeout(800)
    page.screenshot(path=path)
    page.context.close()


def shoot(browser: Browser, address: str, book: str) -> None:
    """One book: the wide picture, and one of a phone in the other colours."""
    began = time.monotonic()
    link, scheme = set_up(address, book), SHOTS[book][3]
    picture(browser, link, scheme, WIDE, HERE / f"{book}.png")
    picture(browser, link, OTHER[scheme], PHONE, HERE / f"{book}-phone.png")
    print(f"{HERE / book}.png ({time.monotonic() - began:.0f} s)", flush=True)


def main(wanted: list[str]) -> None:
    """All books, or those named; and the page before the game."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "referee.cli", "serve", "--port", str(port)]
        command += ["--database", f"{folder}/s.sqlite"]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            for _ in range(600):
                try:
                    httpx.get(f"{address}/api/health", timeout=1)
                    break
                except httpx.HTTPError:
                    time.sleep(0.1)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
                for book in wanted or SHOTS:
                    shoot(browser, address, book)
                page = page_of(browser, "light", WIDE)
                page.goto(address)
                page.locator(".book").first.wait_for(timeout=60_000)
                page.screenshot(path=HERE / "books.png")
        finally:
            server.kill()
            server.wait()


if __name__ == "__main__":
    main(sys.argv[1:])
