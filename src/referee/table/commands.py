"""`referee serve`: the web table."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from referee.kernel.citation import phrase


def add_commands(app: typer.Typer) -> None:
    """Add the web table's commands."""
    app.command("serve", help=phrase("Open the web table: play in a browser, alone or with others."))(serve)


Host = Annotated[str, typer.Option(help=phrase("Address to listen on; 0.0.0.0 for the whole network."))]
Port = Annotated[int, typer.Option(help=phrase("Port to listen on; 0 takes a free one."))]
Database = Annotated[
    str,
    typer.Option(help=phrase("Where games are kept: a file, or an SQLAlchemy URL such as postgresql+psycopg://...")),
]
Browser = Annotated[bool, typer.Option("--open", help=phrase("Open the page in a browser."))]
Proxy = Annotated[bool, typer.Option("--behind-proxy", help=phrase("Believe X-Forwarded-For and X-Forwarded-Proto."))]
Own = Annotated[list[str] | None, typer.Option("--book", help=phrase("A module with a BOOK of your own."))]
Days = Annotated[int, typer.Option(help=phrase("Forget games made longer ago than this; 0 keeps all."))]

Rate = Annotated[int, typer.Option(help=phrase("How many games one address may make in an hour."))]


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8040,
    database: Database = "referee-games.sqlite",
    browser: Browser = False,
    proxy: Proxy = False,
    books: Own = None,
    keep_days: Days = 0,
    games_an_hour: Rate = 120,
) -> None:
    """Serve until Ctrl+C. Examples: `referee serve --open`; `referee serve --host 0.0.0.0 --port 80`."""
    try:
        from referee.table.running import run
        from referee.table.settings import Limits, Settings
    except ImportError as error:
        typer.echo(f"The web table needs more packages ({error.name}): pip install 'referee-tabletop[table]'", err=True)
        raise typer.Exit(2) from None
    url = database if "://" in database else f"sqlite:///{Path(database)}"
    own = tuple(books or ())
    settings = Settings(url, Limits(games_an_hour=games_an_hour), proxy, own)
    code = run(host, port, settings, open_browser=browser, keep_days=keep_days)
    raise typer.Exit(code)


def open_when_there(address: str) -> None:
    """Open a browser a moment from now, if there is a screen to show it on."""
    if sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        threading.Timer(0.7, webbrowser.open, (address,)).start()
