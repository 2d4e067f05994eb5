"""Puts the web application together: routes, middleware, lifespan."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from anyio import to_thread
from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, Mount

from app.deckcheck.catalog import load_catalog
from app.deckcheck.tables import ADDED
from app.live.hub import Hub
from app.services.event.versions import versions
from app.services.kernel.installation import Installation
from app.settings import Settings
from app.storage.database import Database
from app.storage.engines import LOCK_WAIT_SECONDS
from app.storage.round_copies import COPIED_AFTER, RoundCopies
from app.web.api.routes import API
from app.web.api_docs import SWAGGER, observing_router
from app.web.cache.public_cache import PublicMemory
from app.web.cache.response_cache import Published
from app.web.context import Context, utc_now
from app.web.housekeeping import LOOKED_AFTER, AnnouncementEnds, Housekeeping
from app.web.http.archive_upload import ArchiveUploads
from app.web.http.errors import add_error_handlers
from app.web.http.language import SpokenLanguage
from app.web.http.logs import RequestLog
from app.web.http.metrics import Measured, note_command, note_lock_wait
from app.web.http.packing import PackedOnPlainHttp
from app.web.http.password_queue import PasswordQueue
from app.web.http.rate_limits import Rates
from app.web.http.request_line import RequestLine
from app.web.http.security import BodyLimit, CrossSiteRefusal, ProtectiveHeaders
from app.web.http.static_files import VersionedFiles, icons_router
from app.web.http.throttling import RateLimit
from app.web.http.unread_body import UnreadBody
from app.web.pages.player.own_parts import OwnParts
from app.web.pages.routes import PAGES
from app.web.server.admission import Admission
from app.web.server.route_finder import RouteFinder
from app.web.server.turns import Turns
from app.web.server.write_turns import WriteTurns
from app.web.templating import STATIC

if TYPE_CHECKING:
    from app.live.pg_notify import Bridge

# One writes and the rest prepare or show. More only take the interpreter from the one all wait for: with
# 40 the slowest bids of a full hall took six times as long (docs/decisions/007).
SQLITE_THREADS = 8
POSTGRES_THREADS = 40


def create_app(
    settings: Settings | None = None,
    *,
    now: Callable[[], datetime] = utc_now,
    seconds: Callable[[], float] = time.monotonic,
    **chance: Any,
) -> FastAPI:
    """The application of one process; clocks, `seed` and `secret` can be given for tests.

    `seconds` refills limits of requests. The lifespan migrates the database and closes it at the end.
    """
    settings = settings or Settings()
    threads = SQLITE_THREADS if settings.database_url.startswith("sqlite") else POSTGRES_THREADS
    database = Database(settings.database_url, most_waiting=threads // 2, measure_wait=note_lock_wait)
    hub = Hub()
    bridge = _bridge(database, hub)
    tell = bridge.tell if bridge is not None else hub.publish
    copies = RoundCopies(database.file, now) if database.file is not None else None
    catalog = load_catalog(settings.data_dir / ADDED)
    housekeeping = Housekeeping(lambda: installation, settings.data_dir, now)
    installation = Installation(database, catalog, tell, _measure(copies, housekeeping))
    ends = AnnouncementEnds(lambda: installation, now)
    helpers = [helper for helper in (bridge, copies, housekeeping, ends) if helper is not None]
    published = Published(memory=installation.memory)
    context = Context(installation, hub, settings, now, published=published, **chance)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        await to_thread.run_sync(database.migrate)
        to_thread.current_default_thread_limiter().total_tokens = threads
        for helper in helpers:
            helper.start()
        yield {"hub": hub, "leaving": context.leaving}
        hub.close()
        for helper in helpers:
            await to_thread.run_sync(helper.stop)
        database.dispose()

    app = FastAPI(
        title="Cache Refresh Manager",
        version="1",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    _add_state(app, context, seconds)
    app.router.routes.extend(routes())
    _add_middlewares(app, settings, turns=threads // 2)
    return app


def _add_state(app: FastAPI, context: Context, seconds: Callable[[], float]) -> None:
    """What requests find at the application: the context, and what is counted for the whole process."""
    app.state.context = context
    app.state.uploads = ArchiveUploads()
    app.state.passwords = PasswordQueue()
    app.state.rates = Rates(seconds)


def _bridge(database: Database, hub: Hub) -> "Bridge | None":
    """What carries notices to other processes; an SQLite file is served by one process alone."""
    if database.dialect != "postgresql":
        return None
    from app.live.pg_notify import Bridge  # and with it the driver

    return Bridge(hub, database.url, lambda ids: versions(database, ids))


def _measure(copies: RoundCopies | None, housekeeping: Housekeeping) -> Callable[[str, float], None]:
    """What is told of every command: the metrics, the copies made at each round, and who cleans up."""

    def measure(command: str, seconds: float) -> None:
        note_command(command, seconds)
        if copies is not None and command in COPIED_AFTER:
            copies.soon()
        if command in LOOKED_AFTER:
            housekeeping.soon()

    return measure


@cache
def routes() -> tuple[BaseRoute, ...]:
    """All routes. They know no application, and their handlers are looked through when they are asked for."""
    # Before the pages: an event's short address would take any first word of a path for its code.
    unlisted = (*observing_router.routes, *icons_router.routes, *PAGES)
    for route in unlisted:
        assert isinstance(route, APIRoute)
        route.include_in_schema = False
    # Packed they are a third.
    static = Mount("/static", GZipMiddleware(VersionedFiles(directory=STATIC)), name="static")
    parts = Mount("/api/docs/parts", VersionedFiles(directory=SWAGGER), name="api-docs-parts")
    listed = [route for route in (*API, *unlisted) if isinstance(route, APIRoute)]
    return (static, parts, RouteFinder(listed), *listed)


def _add_middlewares(app: FastAPI, settings: Settings, turns: int) -> None:
    """The last one added is asked first; `app.state.rates` is there already."""
    add_error_handlers(app)
    reading = Turns(turns)
    app.add_middleware(Admission, turns=reading)
    app.add_middleware(PublicMemory, context=app.state.context)
    app.add_middleware(OwnParts, context=app.state.context, turns=reading)
    app.add_middleware(WriteTurns, turns=turns, wait_seconds=LOCK_WAIT_SECONDS)
    app.add_middleware(BodyLimit)
    app.add_middleware(CrossSiteRefusal)
    if settings.rate_limits:
        app.add_middleware(RateLimit, rates=app.state.rates, context=app.state.context)
    app.add_middleware(PackedOnPlainHttp, secure=settings.secure)
    app.add_middleware(RequestLine)
    app.add_middleware(Measured)
    app.add_middleware(RequestLog)
    app.add_middleware(ProtectiveHeaders, secure=settings.secure)
    app.add_middleware(SpokenLanguage, secure=settings.secure)
    app.add_middleware(UnreadBody)
