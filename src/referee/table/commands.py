"""`referee serve`: the web table."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from referee.kernel.citation import phrase
from referee.kernel.errors import NotAnOption


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
Own = Annotated[
    list[str] | None,
    typer.Option(
        "--book", metavar="MODULE:NAME", help=phrase("Your own book beside the others; NAME is BOOK if left out.")
    ),
]
Days = Annotated[int, typer.Option(help=phrase("Forget games made longer ago than this; 0 keeps all."))]

Rate = Annotated[int, typer.Option(help=phrase("How many games one address may make in an hour."))]

Demo = Annotated[
    bool,
    typer.Option("--demonstrate", help=phrase("Let two bots play each book through the table, check it, and end.")),
]


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8040,
    database: Database = "referee-games.sqlite",
    browser: Browser = False,
    proxy: Proxy = False,
    books: Own = None,
    keep_days: Days = 0,
    games_an_hour: Rate = 120,
    demo: Demo = False,
) -> None:
    """Serve until Ctrl+C. Examples: `referee serve --open`; `referee serve --host 0.0.0.0 --port 80`;
    `referee serve --book mygames.duel:DUEL`."""
    try:
        from referee.table.demonstration import demonstrate
        from referee.table.running import run
        from referee.table.settings import Limits, Settings
        from referee.table.shelf import Shelf, own_book
    except ImportError as error:
        typer.echo(f"The web table needs more packages ({error.name}): pip install 'referee-tabletop[table]'", err=True)
        raise typer.Exit(2) from None
    own = tuple(books or ())
    for name in own:
        try:
            own_book(name)
        except NotAnOption as error:
            typer.echo(f"--book {name}: {error}", err=True)
            raise typer.Exit(2) from None
    limits = Limits(games_an_hour=games_an_hour)
    if demo:
        with TemporaryDirectory() as folder:
            settings = Settings(f"sqlite:///{Path(folder) / 'demonstration.sqlite'}", limits, proxy, own)
            raise typer.Exit(run(host, port, settings, errand=lambda address: demonstrate(address, Shelf(own))))
    url = database if "://" in database else f"sqlite:///{Path(database)}"
    raise typer.Exit(run(host, port, Settings(url, limits, proxy, own), open_browser=browser, keep_days=keep_days))


def open_when_there(address: str) -> None:
    """Open a browser a moment from now, if there is a screen to show it on."""
    if sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        threading.Timer(0.7, webbrowser.open, (address,)).start()
