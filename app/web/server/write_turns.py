"""Limits how many requests that may write hold a thread at once, so that others always find one.

A command waits for the right to write in its thread. Without turns, a few waiting commands would hold all
threads, and pages, `/healthz` and `/readyz` would wait with them. A turn is taken when the request's body is
complete, for a slow sender must not keep it, and given back with the answer. Waiting for the turn and for
the right to write have one deadline together (storage/deadline.py).
"""

import anyio
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.storage.deadline import Deadline, limited_to

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class WriteTurns:
    """At most `turns` requests that may write are at work at once."""

    def __init__(self, app: ASGIApp, turns: int, wait_seconds: float) -> None:
        self.app = app
        self._turns = turns
        self._wait_seconds = wait_seconds
        self._free: anyio.Semaphore | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in _SAFE:
            await self.app(scope, receive, send)
            return
        if self._free is None:
            self._free = anyio.Semaphore(self._turns)
        turn = _Turn(self._free, self._wait_seconds)

        async def whole_receive() -> Message:
            message = await receive()
            if message["type"] == "http.request" and not message.get("more_body", False):
                await turn.take()
            return message

        async def last_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                turn.give_back()
            await send(message)

        with limited_to(turn.deadline):
            try:
                if not _has_body(Headers(scope=scope)):
                    await turn.take()
                await self.app(scope, whole_receive, last_send)
            finally:
                turn.give_back()


class _Turn:
    """The turn of one request: waited for, had, given back; each at most once."""

    def __init__(self, free: anyio.Semaphore, wait_seconds: float) -> None:
        self.deadline = Deadline(wait_seconds)
        self._free = free
        self._asked = False
        self._has = False

    async def take(self) -> None:
        """Wait for a turn. When the time is over it returns as well: the database then refuses as busy."""
        if self._asked:
            return
        self._asked = True
        self.deadline.start()
        with anyio.move_on_after(self.deadline.left()):
            await self._free.acquire()
            self._has = True

    def give_back(self) -> None:
        if self._has:
            self._has = False
            self._free.release()


def _has_body(headers: Headers) -> bool:
    return headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
