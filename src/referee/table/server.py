"""The application: interface, page, and headers that let the page load nothing from elsewhere."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from litestar import Litestar, Response, get
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.static_files import create_static_files_router

from referee import __version__
from referee.kernel import RefereeError
from referee.table import api
from referee.table.requests import on_bug, on_http_error, on_referee_error, on_too_deep
from referee.table.rooms import BOT_PAUSE, Rooms
from referee.table.settings import Settings
from referee.table.shelf import Shelf
from referee.table.socket import game_socket
from referee.table.storage import Store

STATIC = Path(__file__).parent / "static"
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
}


@get(["/", "/g/{game_id:str}", "/new", "/new/{book:str}"], include_in_schema=False, media_type="text/html")
async def page() -> Response[bytes]:
    """The one page; what it shows follows from its address."""
    return Response((STATIC / "index.html").read_bytes(), media_type="text/html; charset=utf-8")


@get("/api/health", tags=["server"], summary="Is the server there?")
async def health() -> dict[str, str]:
    """For supervisors."""
    return {"status": "ok", "version": __version__}


def create_app(settings: Settings | None = None, *, bot_pause: float = BOT_PAUSE) -> Litestar:
    """The web table as an ASGI application."""
    told = settings or Settings()

    @asynccontextmanager
    async def open_store(app: Litestar) -> AsyncIterator[None]:
        store = Store(told.database)
        app.state.rooms = Rooms(told, store, Shelf(told.extra_books), bot_pause=bot_pause)
        try:
            yield
        finally:
            await app.state.rooms.close()
            store.close()

    return Litestar(
        route_handlers=[
            *api.HANDLERS,
            game_socket,
            health,
            page,
            create_static_files_router(path="/static", directories=[STATIC]),
        ],
        lifespan=[open_store],
        exception_handlers={
            RefereeError: on_referee_error,
            HTTPException: on_http_error,
            RecursionError: on_too_deep,
            Exception: on_bug,
        },
        request_max_body_size=told.limits.request,
        after_request=_with_headers,
        openapi_config=OpenAPIConfig(
            title="Referee, the web table",
            version=__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
            components=Components(
                security_schemes={"seat": SecurityScheme(type="http", scheme="bearer", description="A seat's secret.")}
            ),
        ),
        logging_config=None,
    )


def _with_headers(response: Response[object]) -> Response[object]:
    response.headers.update(HEADERS)
    return response
