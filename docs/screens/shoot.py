"""Take the pictures of the table that the README shows: a game of each book, played on to a telling moment.

    python docs/screens/shoot.py            # all
    python docs/screens/shoot.py berserk    # one book

Needs Chromium (Debian: apt-get install chromium) and the extra `dev`.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

HERE = Path(__file__).parent
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
WIDE, PHONE = {"width": 1400, "height": 880}, {"width": 390, "height": 844}
SHOTS: dict[str, dict[str, Any]] = {
    "wh40k": {"stop": "paths", "after": 16, "scheme": "light"},
    "warmachine": {"stop": "paths", "after": 8, "scheme": "dark"},
    "berserk": {"stop": "choose_one", "after": 44, "scheme": "dark"},
    "heresy": {"stop": "choose_one", "after": 40, "scheme": "light"},
}


class Game:
    """A game against the book's bot, played through the interface."""

    def __init__(self, address: str, book: str, seed: str) -> None:
        books = {one["name"]: one for one in httpx.get(f"{address}/api/books", timeout=60).json()}
        seats = [{"name": "Ann"}, {"name": "Ben", "bot": books[book]["bots"][0]}]
        made = httpx.post(f"{address}/api/games", json={"book": book, "seed": seed, "seats": seats}, timeout=60)
        made.raise_for_status()
        self.at = f"{address}/api/games/{made.json()['id']}"
        self.link: str = made.json()["seats"][0]["link"]
        self.headers = {"Authorization": f"Bearer {made.json()['seats'][0]['secret']}"}
        self.random = Random(seed)

    def state(self) -> Any:
        """The game as its seat sees it."""
        return httpx.get(self.at, headers=self.headers, timeout=60).json()

    def play(self, stop: str, after: int) -> None:
        """Answer until a decision of the kind `stop` comes after so many answers of one's own."""
        given = 0
        while True:
            state = self.state()
            if state["over"]:
                return
            if not state["decision"]["mine"]:
                time.sleep(0.15)
                continue
            if given >= after and state["decision"]["kind"] == stop:
                return
            answer = {"version": state["version"], "answer": self.choose(state)}
            said = httpx.post(f"{self.at}/answers", headers=self.headers, json=answer, timeout=60)
            given += said.status_code == 200

    def choose(self, state: Any) -> Any:
        """Some sensible answer: what ends long lists of declarations, what moves units on."""
        decision = state["decision"]
        if decision["kind"] == "choose_one":
            options = [one for one in decision["among"] if "oncede" not in one["label"]]
            active = ("normal", "advance", "attack", "strike", "charge")
            passing = [one for one in options if one.get("passes") == "quiet"]
            done = [one for one in options if one["label"].lower().startswith("nothing more")]
            keep = [one for one in options if one["label"].lower() not in ("finish", "deal again")]
            options = keep or options
            if done or passing or len(options) > 12:
                return (done or passing or options[-1:])[0]["value"]
            good = [one for one in options if any(word in one["label"].lower() for word in active)]
            plain = [one for one in options if "passes" not in one]
            return self.random.choice(good or plain or options)["value"]
        query = {"version": state["version"], "count": 4}
        found = httpx.get(f"{self.at}/proposals", headers=self.headers, params=query, timeout=120).json()
        return found["answers"][-1]


def page_of(browser: Browser, scheme: Any, size: Any, language: str = "en") -> Page:
    """A fresh page."""
    context = browser.new_context(viewport=size, color_scheme=scheme, locale=language, device_scale_factor=1)
    return context.new_page()


def shoot(browser: Browser, address: str, book: str) -> None:
    """One book: the wide picture, and one of a phone."""
    asked = SHOTS[book]
    game = Game(address, book, "screens")
    game.play(asked["stop"], asked["after"])
    page = page_of(browser, asked["scheme"], WIDE)
    page.goto(game.link)
    page.locator(".decision.mine").wait_for(timeout=60_000)
    if asked["stop"] == "paths":
        page.locator(".reach polygon").first.wait_for(timeout=60_000)
        page.get_by_role("button", name="Suggest").click()
        page.locator(".verdict.good").wait_for(timeout=60_000)
    page.wait_for_timeout(800)
    page.screenshot(path=HERE / f"{book}.png")
    phone = page_of(browser, "light" if asked["scheme"] == "dark" else "dark", PHONE)
    phone.goto(game.link)
    phone.locator(".decision.mine").wait_for(timeout=60_000)
    phone.wait_for_timeout(800)
    phone.screenshot(path=HERE / f"{book}-phone.png")


def main(wanted: list[str]) -> None:
    """All books, or those named; and the page before the game."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "referee.cli",
            "serve",
            "--port",
            str(port),
            "--database",
            f"{folder}/s.sqlite",
        ]
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
                    print(HERE / f"{book}.png")
                page = page_of(browser, "light", WIDE)
                page.goto(address)
                page.locator(".book").first.wait_for(timeout=60_000)
                page.screenshot(path=HERE / "books.png")
        finally:
            server.kill()
            server.wait()


if __name__ == "__main__":
    main(sys.argv[1:])
