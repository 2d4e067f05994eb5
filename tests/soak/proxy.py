"""A round-robin proxy of connections: what tests use where the real arrangement has Caddy.

It knows nothing of requests. A connection goes at random to one of the backends that say they are ready, to
another one if that does not listen; if its backend dies, it is closed, and its client asks again.
"""

import asyncio
import random
from collections.abc import Sequence
from contextlib import suppress

CONNECT_SECONDS = 15.0
ASK_EVERY_SECONDS = 0.3
ANSWER_SECONDS = 2.0
PART = 65536


class Proxy:
    """`async with Proxy([8001, 8002]) as proxy:` listens on `proxy.port` of the loopback address."""

    def __init__(self, backends: Sequence[int]) -> None:
        self._backends = tuple(backends)
        self._tasks: set[asyncio.Task[None]] = set()
        self._ready: set[int] = set(backends)
        self.port = 0
        self.served: dict[int, int] = dict.fromkeys(self._backends, 0)

    async def __aenter__(self) -> "Proxy":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, backlog=1024)
        self.port = self._server.sockets[0].getsockname()[1]
        self._tasks.update(asyncio.ensure_future(self._watch(port)) for port in self._backends)
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _watch(self, port: int) -> None:
        """Ask a backend again and again whether it is ready."""
        while True:
            if await _is_ready(port):
                self._ready.add(port)
            else:
                self._ready.discard(port)
            await asyncio.sleep(ASK_EVERY_SECONDS)

    def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._join(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await self._connect()
        except OSError:
            writer.close()
            return
        ways = [asyncio.ensure_future(_pass(reader, back)), asyncio.ensure_future(_pass(there, writer))]
        try:
            # Whichever side ends first ends both: neither end of these connections is half-closed.
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            writer.close()
            back.close()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to a backend; waits for one while none is ready."""
        async with asyncio.timeout(CONNECT_SECONDS):
            while True:
                ready = sorted(self._ready)
                for port in random.sample(ready, len(ready)):
                    with suppress(ConnectionError):
                        connection = await asyncio.open_connection("127.0.0.1", port)
                        self.served[port] += 1
                        return connection
                await asyncio.sleep(0.1)


async def _is_ready(port: int) -> bool:
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                return b" 200 " in await reader.readline()
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return False


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while part := await reader.read(PART):
            writer.write(part)
            await writer.drain()
