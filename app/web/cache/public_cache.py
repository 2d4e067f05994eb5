"""Serves public answers from memory: to whom, under which key, and 304 for browsers that have them.

A page for everybody is made once, of a visit by nobody; what players and staff see besides is put in for
each of them (asides.py). Answers that depend on who may see what are kept for anonymous visitors alone
(`held`). For those an answer must be asked for again each time (`no-cache`), and asking costs little: an ETag
of the content's hash. A request of nobody signed in for an answer that is there is served before the router
is asked.
"""

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from fastapi import Request
from pydantic import TypeAdapter
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from app.services.kernel.errors import Refused
from app.services.kernel.permissions import Role
from app.storage.failures import DatabaseError
from app.web.asides import Asides, Onlooker
from app.web.cache.coalesced_version import Stamps
from app.web.cache.response_cache import Held, Stamp
from app.web.context import Context
from app.web.http.packing import accepts_gzip, packs_for_one
from app.web.requester import ACCOUNT_COOKIE, PLAYER_COOKIE, Visit
from app.web.templating import theme_of
from app.words.reader import language, present_reader

# How old an answer with a running clock may be: the page's script counts by itself from when the round ends.
TICK = timedelta(seconds=1)
MOST_NAMES = 5000
PACKED_LEVEL = 6


@dataclass(frozen=True)
class Ticking:
    """An answer that changes by time alone, or by what is not told to everybody."""

    response: Response


Rendered = Response | Ticking


@dataclass(frozen=True)
class _Place:
    """Where the answer to a request is kept, and the route it came by, for the log."""

    tournament_id: int
    key: Hashable
    route: Any


class PublicMemory:
    """Serves what is kept in memory without asking the router; everything else goes on."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self.app = app
        self.context = context
        self.stamps = Stamps(context.published, context.installation.database)
        self._places: OrderedDict[Hashable, _Place] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "GET":
            request = Request(scope)
            place = self._places.get(_name(request)) if _is_nobody(request) else None
            response = await self._kept(request, place) if place is not None else None
            if response is not None:
                await response(scope, receive, send)
                return
            scope.setdefault("state", {})["remember"] = self._remember
        await self.app(scope, receive, send)

    async def _kept(self, request: Request, place: _Place) -> Response | None:
        try:
            stamp = await self.stamps.present(place.tournament_id)
        except (Refused, DatabaseError):
            return None  # the handler meets the same, and says it as every other refusal
        found = self.context.published.current(place.key, stamp, self.context.now())
        if found is None:
            return None
        request.scope["route"] = place.route
        return _answer(request, found)

    def _remember(self, request: Request, tournament_id: int, key: Hashable) -> None:
        """Know the way from this request to its answer; a handler's own thread calls it."""
        self._places[_name(request)] = _Place(tournament_id, key, request.scope.get("route"))
        while len(self._places) > MOST_NAMES:
            self._places.popitem(last=False)


def _is_nobody(request: Request) -> bool:
    cookies = request.cookies
    signed = ACCOUNT_COOKIE in cookies or PLAYER_COOKIE in cookies
    return not signed and "authorization" not in request.headers


def _name(request: Request) -> Hashable:
    # As a hash: thousands of names are kept, and an address may be long.
    # With the host, which some answers hold as the address to type into a phone.
    asked = (request.headers.get("host"), request.scope["path"], request.scope["query_string"])
    name = hashlib.sha256(repr(asked).encode("utf-8", "replace")).digest()
    reader = present_reader()
    return (name, theme_of(request), reader and (reader.language, reader.chosen), _is_part(request))


def _is_part(request: Request) -> bool:
    return request.headers.get("x-requested-with") == "live"


def held(request: Request, here: Visit, key: Hashable, render: Callable[[], Rendered]) -> Response:
    """The answer of `render`, for nobody signed in from memory where it is still true; 304 for who has it.

    `key` is what of the query the answer depends on, of few different values. Refusals are not kept.
    """
    if here.role is not Role.PUBLIC or here.as_player is not None:
        return _response(render())
    return made_once(request, here, key, lambda _nobody: render())


def made_once(request: Request, here: Visit, key: Hashable, render: Callable[[Visit], Rendered]) -> Response:
    """What `render` makes of a visit by nobody, once per change, as this visitor sees it (asides.py).

    `key` is as in `held`. Who is signed in gets it without an ETag, for the version they are told moves on.
    """
    context = here.context
    # Before rendering: what changes meanwhile makes the answer old, not the other way round.
    stamp, version = context.published.moment(context.installation.database, here.tournament_id)
    name = (here.tournament_id, request.url.path, key, theme_of(request), language(), _is_part(request))
    found = context.published.answer(
        name, stamp, context.now(), lambda: _held(render(here.as_nobody()), stamp, here)
    )
    if here.role is not Role.PUBLIC or here.as_player is not None:
        return _personal(request, here, found, version)
    if hasattr(request.state, "remember") and _is_nobody(request):
        request.state.remember(request, here.tournament_id, name)
    return _answer(request, found)


def seen_by(request: Request, here: Visit, rendered: Rendered) -> Response:
    """What was made of a visit by nobody and is not kept, as this visitor sees it."""
    response = _response(rendered)
    page = Asides.of(bytes(response.body)).shown_to(here.onlooker(here.version()))
    return Response(page, response.status_code, media_type=response.headers["content-type"])


def _personal(request: Request, here: Visit, found: Held, version: int) -> Response:
    headers = {"vary": "x-requested-with"}
    if found.disposition is not None:
        headers["content-disposition"] = found.disposition
    if found.asides is None:
        return Response(found.body, media_type=found.media_type, headers=headers)
    reader = here.onlooker(version)
    if packs_for_one(request.scope, here.context.settings.secure):
        headers["content-encoding"] = "gzip"
        return Response(found.asides.packed_for(reader), media_type=found.media_type, headers=headers)
    return Response(found.asides.shown_to(reader), media_type=found.media_type, headers=headers)


def json_of(kind: Any, value: Any) -> Response:
    """A value of a known type as the JSON that FastAPI would answer."""
    return Response(_adapter(kind).dump_json(value), media_type="application/json")


_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}


def _adapter(kind: Any) -> TypeAdapter[Any]:
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def _response(rendered: Rendered) -> Response:
    return rendered.response if isinstance(rendered, Ticking) else rendered


def _held(rendered: Rendered, stamp: Stamp, here: Visit) -> Held:
    response = _response(rendered)
    body, asides = bytes(response.body), None
    if response.headers["content-type"].startswith("text/html"):
        asides = Asides.of(body)
        body = asides.shown_to(Onlooker(stamp.version))
    return Held(
        body,
        gzip.compress(body, PACKED_LEVEL, mtime=0),
        response.headers["content-type"],
        f'"{hashlib.sha256(body).hexdigest()[:32]}"',
        stamp,
        here.context.now() + TICK if isinstance(rendered, Ticking) else None,
        response.headers.get("content-disposition"),
        asides,
    )


def _answer(request: Request, found: Held) -> Response:
    packed = accepts_gzip(request) and len(found.packed) < len(found.body)
    headers = {
        "etag": f'{found.etag[:-1]}-gzip"' if packed else found.etag,
        "cache-control": "no-cache",
        "vary": "accept-encoding, accept-language, cookie, authorization, x-requested-with",
    }
    if found.disposition is not None:
        headers["content-disposition"] = found.disposition
    if _has(request, found.etag):
        return Response(status_code=304, headers=headers)
    if packed:
        headers["content-encoding"] = "gzip"
    body = found.packed if packed else found.body
    return Response(body, media_type=found.media_type, headers=headers)


def _has(request: Request, etag: str) -> bool:
    """Whether the browser has this very answer (RFC 9110, If-None-Match; weak comparison)."""
    told = request.headers.get("if-none-match", "")
    either = (etag, f'{etag[:-1]}-gzip"')
    return told == "*" or any(each.strip().removeprefix("W/") in either for each in told.split(","))
