"""A server in a process of its own, which can be killed, and a browser's way around the board."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
TESTS = Path(__file__).parent.parent


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


class LiveServer:
    """`referee serve` with the two small books."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._database = folder / "games.sqlite"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "referee.cli", "serve", "--port", str(self.port)]
        command += ["--database", str(self._database), "--book", "table.skirmish", "--book", "table.card_duel"]
        environment = {**os.environ, "PYTHONPATH": str(TESTS)}
        self._process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        for _ in range(300):
            try:
                httpx.get(f"{self.address}/api/health", timeout=1)
                return
            except httpx.HTTPError:
                time.sleep(0.1)
        raise AssertionError("the server does not start")

    def kill(self) -> None:
        """End it at once, as a crash would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def make(self, book: str, **more: Any) -> dict[str, Any]:
        answer = httpx.post(f"{self.address}/api/games", json={"book": book, "seed": "1", **more})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def link(self, made: dict[str, Any], seat: int) -> str:
        return f"{self.address}/g/{made['id']}#{made['seats'][seat]['secret']}"

    def answer(self, made: dict[str, Any], seat: int, answer: Any) -> None:
        headers = {"Authorization": f"Bearer {made['seats'][seat]['secret']}"}
        at = f"{self.address}/api/games/{made['id']}"
        version = httpx.get(at, headers=headers).json()["version"]
        said = httpx.post(f"{at}/answers", headers=headers, json={"version": version, "answer": answer})
        assert said.status_code == 200, said.text

    def state(self, made: dict[str, Any], seat: int) -> Any:
        headers = {"Authorization": f"Bearer {made['seats'][seat]['secret']}"}
        return httpx.get(f"{self.address}/api/games/{made['id']}", headers=headers).json()


def on_screen(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a place on the table is on the screen."""
    script = """([x, y]) => {
        const ground = document.querySelector(".field .ground");
        const point = new DOMPoint(x, y).matrixTransform(ground.getScreenCTM());
        return [point.x, point.y];
    }"""
    across, down = page.evaluate(script, [x, y])
    return across, down


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag on the battlefield, in inches."""
    page.mouse.move(*on_screen(page, *start))
    page.mouse.down()
    page.mouse.move(*on_screen(page, (start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    page.mouse.move(*on_screen(page, *end), steps=4)
    page.mouse.up()


def deployed(server: LiveServer, **more: Any) -> dict[str, Any]:
    """A skirmish whose first seat is about to choose the unit that moves first."""
    made = server.make("skirmish", seats=[{"name": "Ann"}, {"name": "Ben"}], **more)
    server.answer(made, 0, 2)
    server.answer(made, 1, [[f"blue guard {at}", [40.0, 4.0 + 2 * at]] for at in (1, 2, 3)])
    server.answer(made, 0, ["red guard", "red scouts"])
    return made
