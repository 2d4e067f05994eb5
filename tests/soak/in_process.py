"""Asks an application in this very thread: no sockets, no threads, an answer after another.

What a test client does beside the program's own work (threads for a loop, for each request, for each
handler) costs several times that work. Here handlers run where they are called.
"""

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any, TypeVar
from unittest.mock import patch
from urllib.parse import urlencode

from anyio import to_thread
from fastapi import FastAPI

T = TypeVar("T")
HOST = "testserver"


@dataclass(frozen=True)
class Answer:
    """What the application said."""

    status_code: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.content.decode("utf-8", "replace")

    @property
    def is_done(self) -> bool:
        """Whether what was asked was done."""
        return 200 <= self.status_code < 400

    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.content)


@contextmanager
def without_threads() -> Iterator[None]:
    """Handlers run where they are called, with a context of their own as in a thread."""

    async def here(work: Callable[..., T], *arguments: Any, **_: Any) -> T:
        return copy_context().run(work, *arguments)

    with patch.object(to_thread, "run_sync", here):
        yield


class InProcess:
    """An application between its start and its end."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self._state: dict[str, Any] = {}
        self._loop = asyncio.new_event_loop()
        self._told: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        self._says: asyncio.Queue[Any] = asyncio.Queue()
        self._life = self._loop.create_task(self._live())
        self._tell("startup")

    def close(self) -> None:
        """End the application."""
        self._tell("shutdown")
        self._loop.run_until_complete(self._life)
        self._loop.close()

    async def _live(self) -> None:
        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": self._state}
        await self.app(scope, self._told.get, self._says.put)

    def _tell(self, what: str) -> None:
        self._told.put_nowait({"type": f"lifespan.{what}"})
        said = self._loop.run_until_complete(self._says.get())
        assert said["type"] == f"lifespan.{what}.complete", said

    def request(
        self, method: str, address: str, headers: Mapping[str, str], body: bytes | None = None
    ) -> Answer:
        """The answer; a handler that raises is answered 500 by the application itself."""
        path, _, query = address.partition("?")
        sent = {"host": HOST, **headers, **({} if body is None else {"content-length": str(len(body))})}
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "client": ("testclient", 50000),
            "server": (HOST, 80),
            "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
            "state": dict(self._state),
        }
        return self._loop.run_until_complete(self._ask(scope, body or b""))

    async def _ask(self, scope: dict[str, Any], body: bytes) -> Answer:
        head: dict[str, Any] = {}
        parts: list[bytes] = []
        to_come = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Any:
            return to_come.pop() if to_come else await asyncio.Event().wait()

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                head.update(message)
            else:
                parts.append(message.get("body", b""))

        try:
            await self.app(scope, receive, send)
        except Exception as error:
            # It answers 500 and raises again, for its server to log.
            return Answer(500, {}, f"{error!r} {b''.join(parts)!r}".encode())
        headers = {name.decode(): value.decode() for name, value in head["headers"]}
        return Answer(head["status"], headers, b"".join(parts))


def form(values: Mapping[str, Any]) -> tuple[bytes, str]:
    """The fields of a form as a browser sends them, with their media type."""
    return urlencode(values).encode(), "application/x-www-form-urlencoded"


def document(values: Mapping[str, Any]) -> tuple[bytes, str]:
    """JSON with its media type."""
    return json.dumps(values).encode(), "application/json"
