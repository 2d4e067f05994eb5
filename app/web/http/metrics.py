"""What Prometheus may ask at /metrics: requests by route, commands, waiting for the database, open streams.

Only this computer may ask, or who knows the token of the settings. Names and times are all there is: no
tournament, person or address. Several processes write into one folder (`PROMETHEUS_MULTIPROC_DIR`, set by
the parent), so that whichever answers tells of all.
"""

import asyncio
import hmac
import os
import time
from ipaddress import ip_address

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.services.kernel.errors import Kind, Refused
from app.web.http.logs import route_of

_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
# A proxy on this computer speaks for somebody elsewhere.
_OF_PROXIES = ("forwarded", "x-forwarded-for", "x-real-ip")
FAILED = 500
GONE = 499  # nobody waited for the answer, as proxies count it

REQUESTS = Counter("cache_refresh_requests", "Requests answered.", ("method", "route", "status"))
REQUEST_SECONDS = Histogram(
    "cache_refresh_request_seconds",
    "From a request to the end of its answer; event streams left out.",
    ("method", "route"),
    buckets=_BUCKETS,
)
COMMANDS = Counter("cache_refresh_commands", "Commands that changed something.", ("command",))
COMMAND_SECONDS = Histogram(
    "cache_refresh_command_seconds", "A command alone in its tournament.", ("command",), buckets=_BUCKETS
)
BIDS = Counter("cache_refresh_bids", "Bids and passes placed.")
PAIRING_SECONDS = Histogram("cache_refresh_pairing_seconds", "Pairing a round.", buckets=_BUCKETS)
LOCK_SECONDS = Histogram(
    "cache_refresh_lock_wait_seconds", "Waiting for the right to write.", buckets=(0.001, *_BUCKETS)
)
OPEN_STREAMS = Gauge("cache_refresh_open_streams", "Event streams open now.", multiprocess_mode="livesum")


def note_command(command: str, seconds: float) -> None:
    """A command changed something and took so long."""
    COMMANDS.labels(command).inc()
    COMMAND_SECONDS.labels(command).observe(seconds)
    if command == "place_bid":
        BIDS.inc()
    elif command in ("pair_round", "pair_cut"):
        PAIRING_SECONDS.observe(seconds)


def note_lock_wait(seconds: float) -> None:
    """A command waited so long for the right to write."""
    LOCK_SECONDS.observe(seconds)


class Measured:
    """Counts and times every request under its route's template, and the streams that are open."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status, streams = time.perf_counter(), FAILED, False

        async def seen_send(message: Message) -> None:
            nonlocal status, streams
            if message["type"] == "http.response.start":
                status = message["status"]
                streams = is_stream(message)
                if streams:
                    OPEN_STREAMS.inc()
            await send(message)

        try:
            await self.app(scope, receive, seen_send)
        except (ClientDisconnect, asyncio.CancelledError):
            status = GONE if status == FAILED else status
            raise
        finally:
            route = route_of(scope)
            # An unknown word in place of GET or POST must not make a new series.
            method = scope["method"] if route_of(scope) != "unmatched" else "any"
            REQUESTS.labels(method, route, str(status)).inc()
            if streams:
                OPEN_STREAMS.dec()
            else:
                REQUEST_SECONDS.labels(method, route).observe(time.perf_counter() - began)


def is_stream(start: Message) -> bool:
    """Whether an answer that begins is an event stream."""
    return Headers(raw=start.get("headers", [])).get("content-type", "").startswith("text/event-stream")


def metrics(request: Request) -> Response:
    """The numbers in Prometheus' text form; 404 for who may not ask, as if nothing were here."""
    token = request.app.state.context.settings.metrics_token
    if not may_ask(request, token.get_secret_value() if token else None):
        raise Refused("not-found", "There is nothing at this address; check it.", Kind.NOT_FOUND)
    registry = REGISTRY
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), headers={"content-type": CONTENT_TYPE_LATEST})


def may_ask(request: Request, token: str | None) -> bool:
    """Whether a request knows the token, or comes from this very computer and through no proxy."""
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    if given:
        known = token is not None and hmac.compare_digest(given.strip().encode(), token.encode())
        return known and scheme.lower() == "bearer"
    if request.client is None or any(name in request.headers for name in _OF_PROXIES):
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False
