"""Running the server: one process, one address, games in one database."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
import time
from collections.abc import Callable

import uvicorn
from litestar import Litestar
from sqlalchemy.exc import SQLAlchemyError

from referee.table import tidying
from referee.table.commands import open_when_there
from referee.table.server import create_app
from referee.table.settings import Settings
from referee.table.storage import Store

SWITCH = 0.0005
"""How long a thread may keep the interpreter while another waits, in seconds: the one that stores waits often."""


def run(
    host: str,
    port: int,
    settings: Settings,
    *,
    open_browser: bool = False,
    keep_days: int = 0,
    errand: Callable[[str], int] | None = None,
) -> int:
    """Serve until told to stop, or until the errand, called with the address, is done; the exit code."""
    try:
        listening = socket.create_server((host, port), reuse_port=False)
    except OSError as error:
        print(f"{host}:{port} cannot be listened on: {error.strerror}. Give another --port.", file=sys.stderr)
        return 2
    problem = _prepare(settings, keep_days)
    if problem:
        print(problem, file=sys.stderr)
        listening.close()
        return 2
    app = create_app(settings, bot_pause=0) if errand else create_app(settings)
    shown = "127.0.0.1" if host in ("", "0.0.0.0", "::") else host
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    print(f"The table is open at {address}{'' if errand else ' (Ctrl+C closes it)'}", flush=True)
    if open_browser:
        open_when_there(address)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        ws_max_size=settings.limits.message,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=40,
        proxy_headers=settings.trusted_proxies,
        forwarded_allow_ips="*" if settings.trusted_proxies else None,
        timeout_graceful_shutdown=3,
    )
    sys.setswitchinterval(SWITCH)
    app.on_startup.append(_tidy)
    server = uvicorn.Server(config)
    codes: list[int] = []
    if errand:
        threading.Thread(target=_run_errand, args=(errand, address, server, codes), daemon=True).start()
    with tidying.tidied():
        server.run(sockets=[listening])
    return codes[0] if codes else int(errand is not None)


def _run_errand(errand: Callable[[str], int], address: str, server: uvicorn.Server, codes: list[int]) -> None:
    try:
        while not server.started:
            time.sleep(0.05)
        codes.append(errand(address))
    finally:
        server.should_exit = True


async def _tidy(app: Litestar) -> None:
    store: Store = app.state.rooms.store
    app.state.tidying = asyncio.create_task(tidying.tidy(lambda: store.written))


def _prepare(settings: Settings, keep_days: int) -> str:
    """Open the database once, and forget old games; what is wrong, if something is."""
    try:
        store = Store(settings.database)
    except ImportError as error:
        return f"This database needs {error.name}: pip install 'referee-tabletop[postgresql]'"
    except SQLAlchemyError as error:
        return f"{settings.database} cannot be opened: {str(error).splitlines()[0]}"
    if keep_days > 0:
        print(f"{store.forget_before(time.time() - keep_days * 86400)} old games forgotten.")
    store.close()
    return ""
