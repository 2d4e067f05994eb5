"""Reads what is left of a request before the answer that ends its connection is over.

Whoever is refused before their body was read (too many requests, another site, no place) may still be
sending it. A connection that is closed then is reset by the system, and a reset eats the answer.
"""

import anyio
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LINGER_SECONDS = 2.0
MOST_UNREAD_BYTES = 1024 * 1024
_SAFE = {"GET", "HEAD", "OPTIONS"}


class UnreadBody:
    """Takes the rest of a body in, for a moment, where the connection ends with the answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in _SAFE:
            await self.app(scope, receive, send)
            return
        ends = scope["http_version"] == "1.0" or _closes(Headers(scope=scope))
        complete = False

        async def watched_receive() -> Message:
            nonlocal complete
            message = await receive()
            complete = not message.get("more_body", False)
            return message

        async def patient_send(message: Message) -> None:
            nonlocal ends
            if message["type"] == "http.response.start":
                ends = ends or _closes(Headers(raw=message.get("headers", [])))
            elif ends and not complete and not message.get("more_body", False):
                await _take_in(watched_receive)
            await send(message)

        await self.app(scope, watched_receive, patient_send)


def _closes(headers: Headers) -> bool:
    return "close" in headers.get("connection", "").lower()


async def _take_in(receive: Receive) -> None:
    taken, more = 0, True
    with anyio.move_on_after(LINGER_SECONDS):
        while more and taken < MOST_UNREAD_BYTES:
            message = await receive()
            taken += len(message.get("body", b""))
            more = message.get("more_body", False)
