"""Browsers in a hall as `static/fetching.js` makes them: a stream, and fetches of what it says has changed.

A page waits the random part of the time it is told, fetches once for everything heard meanwhile, gives a
fetch up after 20 s, and tries again with twice the pause, or when a refusal says.
"""

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

PATIENCE = 20.0
LONGEST_PAUSE = 60.0
ACCEPTED = (200, 304)


@dataclass
class Tally:
    """What all pages of a hall did since `clear`."""

    fetches: int = 0
    given_up: int = 0
    refused: int = 0
    bytes: int = 0
    heard: int = 0

    def clear(self) -> None:
        """Begin to count anew."""
        self.fetches = self.given_up = self.refused = self.bytes = self.heard = 0


@dataclass
class Browser:
    """One open page. `parts` are the addresses it fetches; `shown` is the version all of them show."""

    port: int
    headers: str
    stream: str
    parts: Sequence[str]
    tally: Tally
    version: int = 0
    shown: int = 0
    shown_at: float = 0.0
    _wanted: asyncio.Event = field(default_factory=asyncio.Event)
    _within: float = 0.0
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)
    _line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def open(self) -> None:
        """Open the stream, wait for its hello, and go on listening and fetching."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(self._request("GET", self.stream))
        status, _, _ = await head(reader)
        if status != 200:
            raise SystemExit(f"GET {self.stream} was answered {status}")
        events = _events(reader)
        hello = await asyncio.wait_for(anext(events), 60)
        self.version = self.shown = hello["version"]
        self._tasks = [asyncio.create_task(self._hear(events, writer)), asyncio.create_task(self._keep_up())]

    async def _hear(self, events: AsyncIterator[dict[str, int]], _writer: asyncio.StreamWriter) -> None:
        async for event in events:
            if "topic" in event:
                self.tally.heard += 1
                self.version = max(self.version, event["version"])
                self._within = max(self._within, event.get("within", 0) / 1000)
                self._wanted.set()

    async def _keep_up(self) -> None:
        tries = 0
        while True:
            await self._wanted.wait()
            within, self._within = self._within, 0.0
            await asyncio.sleep(within * random.random())
            self._wanted.clear()
            heard = self.version
            pause = await self._fetch_all()
            if pause is None:
                self.shown, self.shown_at, tries = max(self.shown, heard), time.perf_counter(), 0
                continue
            tries += 1
            pause = pause or min(LONGEST_PAUSE, 2.0**tries)
            await asyncio.sleep(pause * random.uniform(0.75, 1.25))
            self._wanted.set()

    async def _fetch_all(self) -> float | None:
        """Fetch every part; None, or how long to wait before the next try (0: as one likes)."""
        for path in self.parts:
            self.tally.fetches += 1
            try:
                status, after, body = await asyncio.wait_for(self.ask("GET", path), PATIENCE)
            except (TimeoutError, OSError, EOFError):
                self.tally.given_up += 1
                self.hang_up()
                return 0.0
            self.tally.bytes += len(body)
            if status not in ACCEPTED:
                self.tally.refused += 1
                return after
        return None

    async def ask(self, method: str, path: str, form: str = "") -> tuple[int, float, bytes]:
        """Status, seconds of Retry-After and body of an answer, over the page's own connection."""
        for last in (False, True):
            if self._line is None or self._line[0].at_eof():
                self._line = await asyncio.open_connection("127.0.0.1", self.port)
            reader, writer = self._line
            try:
                writer.write(self._request(method, path, form))
                status, length, after = await head(reader)
                return status, after, await reader.readexactly(length)
            except (ConnectionError, asyncio.IncompleteReadError):
                self._line = None
                if last:
                    raise
        raise AssertionError

    def _request(self, method: str, path: str, form: str = "") -> bytes:
        told = (
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(form)}\r\n"
            if form
            else ""
        )
        return (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nX-Requested-With: live\r\n"
            f"Accept-Encoding: gzip\r\nOrigin: http://127.0.0.1:{self.port}\r\n{self.headers}{told}\r\n{form}"
        ).encode()

    def hang_up(self) -> None:
        """Close the connection for fetches; a server sees that nobody waits any more."""
        if self._line is not None:
            self._line[1].close()
            self._line = None

    async def close(self) -> None:
        """Close the page."""
        for task in self._tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*self._tasks)
        self.hang_up()


async def head(reader: asyncio.StreamReader) -> tuple[int, int, float]:
    """Status, content length and seconds of Retry-After of an answer."""
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower().split("\r\n")
    said = dict(line.partition(":")[::2] for line in lines[1:] if line)
    return int(lines[0].split()[1]), int(said.get("content-length", 0)), float(said.get("retry-after", 0))


async def _events(reader: asyncio.StreamReader) -> AsyncIterator[dict[str, int]]:
    while line := await reader.readline():
        if line.startswith(b"data: "):
            yield json.loads(line[6:])
