"""A phone in a hall with bad Wi-Fi: it sends again, the very same, what was not answered.

It never asks on the off chance, but looks at its table when its stream says so. So a round that comes to
its end is one in which every opponent heard every bid.
"""

import asyncio
import json
import random
import ssl
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from tests.soak.script import Script

ANSWER_SECONDS = 30.0
SILENCE_SECONDS = 40.0  # a stream beats every 12 s
PATIENCE_SECONDS = 120.0
TRY_AGAIN = {502, 503, 504}

Answer = dict[str, Any]


class Unanswered(AssertionError):
    """Something a phone waited for did not come."""


@dataclass(frozen=True)
class Place:
    """Where the program is reached: directly or by a proxy, with or without TLS."""

    host: str
    port: int
    tls: ssl.SSLContext | None = None
    keep_connections: bool = True
    think_seconds: float = 0.0


@dataclass(frozen=True)
class Command:
    """An acknowledged command: its path, what was sent, and how often it had to be sent."""

    path: str
    body: Answer | None
    sent: int
    by_desk: bool


@dataclass
class Tally:
    """What happened to all phones of a run; `delays` are seconds from a tap to the opponent's event."""

    acknowledged: list[Command] = field(default_factory=list)
    lost_answers: int = 0
    refused_for_now: int = 0
    streams_opened: int = 0
    heard_by_topic: int = 0
    heard_by_catching_up: int = 0
    delays: list[float] = field(default_factory=list)
    tapped: dict[tuple[int, int], float] = field(default_factory=dict)
    step: asyncio.Event = field(default_factory=asyncio.Event)

    def count(self, command: Command) -> None:
        """A command was acknowledged."""
        self.acknowledged.append(command)
        self.step.set()

    async def reaches(self, number: int) -> None:
        """Wait until so many commands were acknowledged."""
        while len(self.acknowledged) < number:
            self.step.clear()
            await self.step.wait()


class Sender:
    """One person's connection: asks until there is an answer. `key`: token, secret of a link, or empty."""

    by_desk = True

    def __init__(self, place: Place, key: str, tally: Tally) -> None:
        self.place = place
        self.key = key
        self.tally = tally
        self.path = ""
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> Any:
        """What the API answers; anything but 200 fails."""
        status, content, _ = await self._ask("GET", self.path + path, None)
        assert status == 200, f"GET {path}: {status} {content[:300]!r}"
        return json.loads(content)

    async def look(self, path: str) -> int:
        """The length of what a path of the whole program answers; anything but 200 fails."""
        status, content, _ = await self._ask("GET", path, None)
        assert status == 200, f"GET {path}: {status} {content[:300]!r}"
        return len(content)

    async def command(self, method: str, path: str, body: Answer | None = None) -> Any:
        """Give a command until it is acknowledged, and count it; a refusal fails."""
        status, content, sent = await self._ask(method, self.path + path, body)
        assert status in {200, 201}, f"{method} {path} {body}: {status} {content[:300]!r}"
        self.tally.count(Command(path, body, sent, self.by_desk))
        return json.loads(content)

    async def try_once(self, method: str, path: str, body: Answer | None = None) -> None:
        """Send a command once, whether or not an answer comes; who does so looks at what is there then."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                status, content = await self._once(method, self.path + path, body, form=False)
        except (OSError, asyncio.IncompleteReadError, TimeoutError):
            self.hang_up()
            self.tally.lost_answers += 1
            return
        assert status in {200, 201} | TRY_AGAIN, f"{method} {path} {body}: {status} {content[:300]!r}"

    async def post_form(self, path: str, fields: dict[str, str]) -> None:
        """Send a form as a browser does, until its page comes."""
        status, content, sent = await self._ask("POST", path, fields, form=True)
        assert status == 200, f"POST {path}: {status} {content[:300]!r}"
        self.tally.count(Command(path, dict(fields), sent, self.by_desk))

    async def _ask(
        self, method: str, path: str, body: Answer | None, form: bool = False
    ) -> tuple[int, bytes, int]:
        began, sent = time.monotonic(), 0
        while True:
            sent += 1
            try:
                async with asyncio.timeout(ANSWER_SECONDS):
                    status, content = await self._once(method, path, body, form)
            except (OSError, asyncio.IncompleteReadError, TimeoutError):
                self.hang_up()
                self.tally.lost_answers += 1
            else:
                if status not in TRY_AGAIN:
                    return status, content, sent
                self.tally.refused_for_now += 1
            if time.monotonic() - began > PATIENCE_SECONDS:
                raise Unanswered(f"{method} {path} had no answer within {PATIENCE_SECONDS:.0f} s")
            await asyncio.sleep(random.uniform(0.02, 0.2))

    async def _once(self, method: str, path: str, body: Answer | None, form: bool) -> tuple[int, bytes]:
        if self._open is None:
            self._open = await asyncio.open_connection(
                self.place.host, self.place.port, ssl=self.place.tls, limit=2**20
            )
        reader, writer = self._open
        writer.write(self._bytes(method, path, body, form))
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        content = await _content(reader, head)
        if "connection: close" in head or not self.place.keep_connections:
            self.hang_up()
        return int(head.split()[1]), content

    def _bytes(self, method: str, path: str, body: Answer | None, form: bool) -> bytes:
        content = b""
        if body is not None:
            content = urlencode(body).encode() if form else json.dumps(body).encode()
        kind = "application/x-www-form-urlencoded" if form else "application/json"
        who = f"Authorization: Bearer {self.key}\r\n" if self.key and not form else ""
        close = "" if self.place.keep_connections else "Connection: close\r\n"
        return (
            f"{method} {path} HTTP/1.1\r\nHost: {self.place.host}:{self.place.port}\r\n{who}{close}"
            f"Content-Type: {kind}\r\nContent-Length: {len(content)}\r\n\r\n"
        ).encode() + content

    def hang_up(self) -> None:
        """Close the connection; the next request opens another one."""
        if self._open is not None:
            self._open[1].close()
            self._open = None


class Phone(Sender):
    """A player's phone: a sender with a stream."""

    by_desk = False

    def __init__(self, place: Place, key: str, tally: Tally, name: str) -> None:
        super().__init__(place, key, tally)
        self.name = name
        self.player_id = 0
        self.streams = 0
        self.woken = asyncio.Event()
        self.hearing = asyncio.Event()
        self.listening: asyncio.Task[None] | None = None
        self._woken_at = 0.0
        self._last_id: str | None = None

    def listen(self) -> None:
        """Begin to hear, and go on for good: a stream that breaks is opened again."""
        self.listening = asyncio.create_task(self._listen())

    def leave(self) -> None:
        """Switch the phone off."""
        if self.listening is not None:
            self.listening.cancel()
        self.hang_up()

    async def play(self, table_id: int, script: Script) -> None:
        """Everything this player does at a table, until the result is final."""
        table: Answer | None = None
        while True:
            if table is None:
                self.woken.clear()
                table = await self.get(f"/tables/{table_id}")
                self._note_delay(table)
            if table["result"] is not None and table["result"]["final"]:
                return
            seat = "first" if table["first"]["player_id"] == self.player_id else "second"
            step = script.step(table, seat, self.player_id)
            if step is not None:
                await asyncio.sleep(self.place.think_seconds * random.uniform(0, 2))
                path, body = step
                if path == "bids":
                    self.tally.tapped[table_id, body["version"]] = time.perf_counter()
                table = await self.command("POST", f"/tables/{table_id}/{path}", body)
                continue
            try:
                await asyncio.wait_for(self.woken.wait(), PATIENCE_SECONDS)
            except TimeoutError:
                raise Unanswered(f"{self.name} was not woken at {table_id}: {table['auction']}") from None
            table = None

    def _note_delay(self, table: Answer) -> None:
        """If the last move is the opponent's and this phone was woken after it, note how long that took."""
        number = (table["auction"]["version"] or 0) - 1
        mover = table["first" if number % 2 == 0 else "second"]["player_id"]
        tapped = self.tally.tapped.get((table["id"], number))
        if tapped is not None and mover != self.player_id and self._woken_at > tapped:
            self.tally.delays.append(self._woken_at - tapped)
            del self.tally.tapped[table["id"], number]

    async def _listen(self) -> None:
        while True:
            try:
                await self._hear_until_cut()
            except (OSError, asyncio.IncompleteReadError, TimeoutError):
                self.hearing.clear()
            await asyncio.sleep(random.uniform(0.05, 0.4))

    async def _hear_until_cut(self) -> None:
        async with asyncio.timeout(ANSWER_SECONDS):
            reader, writer = await asyncio.open_connection(
                self.place.host, self.place.port, ssl=self.place.tls, limit=2**20
            )
        try:
            again = f"Last-Event-ID: {self._last_id}\r\n" if self._last_id else ""
            topics = f"seat/{self.player_id},round,clock,announcement"
            writer.write(
                f"GET {self.path}/live?topics={topics} HTTP/1.1\r\n"
                f"Host: {self.place.host}:{self.place.port}\r\n"
                f"Authorization: Bearer {self.key}\r\n{again}\r\n".encode()
            )
            async with asyncio.timeout(ANSWER_SECONDS):
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            if int(head.split()[1]) != 200:
                raise ConnectionError(head.splitlines()[0])
            async for kind, data, name in _events(reader):
                self._hear(kind, json.loads(data), name)
        finally:
            writer.close()

    def _hear(self, kind: str, data: Answer, name: str | None) -> None:
        if kind == "hello":
            self.streams += 1
            self.tally.streams_opened += 1
            self.hearing.set()
            if self._last_id is None:  # nobody knows what happened before; later a changed id tells it
                self.woken.set()
        if name is not None:
            self._last_id = name
        topic = data.get("topic")
        if topic in {"*", f"seat/{self.player_id}"}:
            if topic == "*":
                self.tally.heard_by_catching_up += 1
            else:
                self.tally.heard_by_topic += 1
            if not self.woken.is_set():
                self._woken_at = time.perf_counter()
            self.woken.set()


async def _content(reader: asyncio.StreamReader, head: str) -> bytes:
    if "transfer-encoding: chunked" in head:
        return b"".join([part async for part in _chunks(reader)])
    lengths = [line.partition(":")[2] for line in head.split("\r\n") if line.startswith("content-length:")]
    return await reader.readexactly(int(lengths[0]) if lengths else 0)


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while True:
        async with asyncio.timeout(SILENCE_SECONDS):
            size = int((await reader.readuntil(b"\r\n")).strip(), 16)
            part = (await reader.readexactly(size + 2))[:-2]
        if not size:
            return
        yield part


async def _events(reader: asyncio.StreamReader) -> AsyncIterator[tuple[str, str, str | None]]:
    """Kind, data and id of each event, as the standard of event streams reads them."""
    text, fields = "", dict[str, str]()
    async for part in _chunks(reader):
        text += part.decode()
        while "\n" in text:
            line, _, text = text.partition("\n")
            name, colon, value = line.rstrip("\r").partition(":")
            if colon and name:
                fields[name] = value.removeprefix(" ")
            elif not name and not colon and "data" in fields:
                yield fields.get("event", ""), fields["data"], fields.get("id")
                fields = {}
