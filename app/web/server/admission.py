"""Which requests are worked on now when more come than can be: bids first, then results, then their tables.

Requests that may write have turns of their own (write_turns.py), and ask here for none. Pages and reads take
turns here: those of players at tables before those of everybody else. Who would wait too long is answered 429
with the time to come again, and whose client has gone while waiting is forgotten.
"""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.sentences import say
from app.services.kernel.errors import Kind, Refused
from app.web.http.errors import refusal_response
from app.web.server.turns import Rank, TooBusy, Turns

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
# What costs nothing, and must be answered when everything else waits.
_FREE = ("/static/", "/healthz", "/readyz", "/metrics")
# Less than pages wait for an answer (static/fetching.js): waiting costs nothing, being asked again does.
STREAM = Rank(0, 15.0)  # without it a page hears nothing, and it ends its turn at once
AT_A_TABLE = Rank(1, 12.0)
EVERYBODY = Rank(2, 6.0)


class Admission:
    """Gives turns to requests that only read."""

    def __init__(self, app: ASGIApp, turns: Turns) -> None:
        self.app = app
        self.turns = turns

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in _SAFE or scope["path"].startswith(_FREE):
            await self.app(scope, receive, send)
            return
        caller = _Caller(receive)
        try:
            rank = rank_of(scope["path"])
            if self.turns.is_free:
                began: float | None = await self.turns.take(rank)
            else:
                began = await caller.unless_gone(self.turns.take(rank))
        except TooBusy as busy:
            await busy_response(scope, busy.seconds)(scope, receive, send)
            return
        if began is None:
            return
        had = True

        async def first_send(message: Message) -> None:
            # What follows the head of an answer needs no thread; a stream would keep its turn for an hour.
            nonlocal had
            if had:
                had = False
                self.turns.give_back(began)
            await send(message)

        try:
            await self.app(scope, caller.receive, first_send)
        finally:
            if had:
                self.turns.give_back(began)


def rank_of(path: str) -> Rank:
    """How urgent a request to read is, by its address."""
    parts = path.split("/")
    if parts[-1] == "live":
        return STREAM
    if "me" in parts or "tables" in parts or "desk" in parts:
        return AT_A_TABLE
    return EVERYBODY


def busy_response(scope: Scope, seconds: int) -> Response:
    """The answer to who must come again; for a page's script one that costs next to nothing."""
    sentence = say(
        "The server has more to do than it can at this moment. Try again in {wait} s.", wait=seconds
    )
    if Headers(scope=scope).get("x-requested-with") == "live":
        return PlainTextResponse(str(sentence), int(Kind.TOO_MANY), {"retry-after": str(seconds)})
    return refusal_response(scope, Refused("too-busy", sentence, Kind.TOO_MANY, retry_after_seconds=seconds))


class _Caller:
    """The receiving end of a request that may hang up while it waits."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._first: list[Message] = []

    async def receive(self) -> Message:
        """As the server's own `receive`, with what was read while waiting first."""
        return self._first.pop(0) if self._first else await self._receive()

    async def unless_gone(self, taking: Coroutine[Any, Any, float]) -> float | None:
        """The moment the turn began; None when the client hung up before it did."""
        task = asyncio.create_task(taking)
        gone = asyncio.create_task(self._hangs_up())
        try:
            await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
            return task.result() if task.done() else None
        finally:
            for each in (task, gone):
                if not each.done():
                    each.cancel()
                    with suppress(asyncio.CancelledError):
                        await each

    async def _hangs_up(self) -> None:
        while True:
            message = await self._receive()
            self._first.append(message)
            if message["type"] == "http.disconnect":
                return
