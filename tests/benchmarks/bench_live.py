"""How long a bid takes from one phone's tap to the other phone's event, with a full hall connected.

    python tests/benchmarks/bench_live.py http://127.0.0.1:8000 tables.json [--pid SERVER] [--think 15]

`tables.json` is {"code": "ABCDE", "tables": [{"id": 12, "first": TOKEN, "second": TOKEN}, …]}: a published
round whose auctions have not begun, with the players' API tokens. All phones open their stream; then one
auction is run alone, several times over the tables kept for it, and all others at once. Each is bid up to the
end, one step at a time, by players who think for a random time and sometimes tap twice. Then every table is
read again: no bid may be missing or doubled. It fails (exit 1) if one is, if an event did not come, or if the
99th percentile is above 10 times the lone median.
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import sys
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

LONE_TABLES = 8
PATIENCE = 30.0
ALLOWED_RATIO = 10
HIGHEST_BID = 10
DOUBLE_TAPS = 0.2


@dataclass(frozen=True)
class Place:
    """Where the program runs, and the tournament's address in it."""

    host: str
    port: int
    path: str


class Phone:
    """One player: an event stream, and a connection for what he sends."""

    def __init__(self, place: Place, table_id: int, token: str) -> None:
        self.place = place
        self.table_id = table_id
        self.token = token
        self.heard = asyncio.Event()
        self.heard_at = 0.0
        self._sender: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._writers: list[asyncio.StreamWriter] = []

    async def listen(self) -> None:
        """Open the stream, wait for its hello and go on hearing."""
        reader, writer = await self._connect()
        writer.write(self._bytes("GET", f"/live?topics=table/{self.table_id},round,clock", None))
        status, _ = await _head(reader)
        if status != 200:
            raise SystemExit(f"GET …/live was answered {status}: are the tokens those of its players?")
        events = _events(reader)
        assert (await asyncio.wait_for(anext(events), PATIENCE))["version"] >= 0
        self._listening = asyncio.create_task(self._hear(events))

    async def _hear(self, events: AsyncIterator[dict[str, Any]]) -> None:
        async for event in events:
            if event.get("topic") in {f"table/{self.table_id}", "*"}:
                self.heard_at = time.perf_counter()
                self.heard.set()

    async def bid(self, number: int) -> None:
        """Place a bid as many have been placed already; the opening names a side."""
        what = {"version": number, "bid": number} | ({"side": "corp"} if number == 0 else {})
        status, body = await self._ask("POST", f"/tables/{self.table_id}/bids", what)
        if status not in {200, 201}:
            raise SystemExit(f"A bid at table {self.table_id} was answered {status}: {body[:300]!r}")

    async def table(self) -> dict[str, Any]:
        """The table as the API shows it to this player."""
        status, body = await self._ask("GET", f"/tables/{self.table_id}")
        assert status == 200, body
        answer: dict[str, Any] = json.loads(body)
        return answer

    async def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, bytes]:
        # A server closes what was idle for long, perhaps at this moment; a browser then asks anew, too.
        for _ in range(2):
            if self._sender is None or self._sender[0].at_eof():
                self._sender = await self._connect()
            reader, writer = self._sender
            try:
                writer.write(self._bytes(method, path, body))
                status, length = await asyncio.wait_for(_head(reader), PATIENCE)
                return status, await reader.readexactly(length)
            except (ConnectionError, asyncio.IncompleteReadError):
                self._sender = None
        raise SystemExit(f"{method} {path} was not answered: the connection was closed twice")

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection(self.place.host, self.place.port)
        self._writers.append(writer)
        return reader, writer

    def _bytes(self, method: str, path: str, body: dict[str, Any] | None) -> bytes:
        content = json.dumps(body).encode() if body is not None else b""
        head = (
            f"{method} {self.place.path}{path} HTTP/1.1\r\nHost: {self.place.host}:{self.place.port}\r\n"
            f"Authorization: Bearer {self.token}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(content)}\r\n\r\n"
        )
        return head.encode() + content

    async def leave(self) -> None:
        """Close all connections."""
        self._listening.cancel()
        for writer in self._writers:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()


async def _head(reader: asyncio.StreamReader) -> tuple[int, int]:
    """Status and content length of an answer."""
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower().split("\r\n")
    lengths = [int(line.partition(":")[2]) for line in lines if line.startswith("content-length:")]
    return int(lines[0].split()[1]), lengths[0] if lengths else 0


async def _events(reader: asyncio.StreamReader) -> AsyncIterator[dict[str, Any]]:
    """The data of each event; chunk sizes and other lines are passed over."""
    while line := await reader.readline():
        if line.startswith(b"data: "):
            yield json.loads(line[6:])


async def auction(first: Phone, second: Phone, think: float, chance: random.Random) -> list[float]:
    """Bid 0, 1, 2 … 10 in turn, some by a double tap; seconds from each tap to the opponent's event."""
    delays: list[float] = []
    for number in range(HIGHEST_BID + 1):
        bidder, opponent = (first, second) if number % 2 == 0 else (second, first)
        await asyncio.sleep(chance.uniform(0, 2 * think))
        opponent.heard.clear()
        tapped = time.perf_counter()
        await bidder.bid(number)
        await asyncio.wait_for(opponent.heard.wait(), PATIENCE)
        delays.append(opponent.heard_at - tapped)
        if chance.random() < DOUBLE_TAPS:
            await bidder.bid(number)
    return delays


async def check(phones: list[tuple[Phone, Phone]]) -> list[str]:
    """What is wrong with the auctions as the program remembers them; empty if every bid is there once."""
    wrong = []
    for phone, _ in phones:
        bids = [each["bid"] for each in (await phone.table())["auction"]["bids"]]
        if bids != list(range(HIGHEST_BID + 1)):
            wrong.append(f"table {phone.table_id} has the bids {bids}")
    return wrong


def resident(pid: int | None) -> int:
    """Bytes of memory a process holds; 0 without a process."""
    if pid is None:
        return 0
    status = Path(f"/proc/{pid}/status").read_text()
    return 1024 * int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:")))


def processor(pid: int | None) -> float:
    """Seconds of processor time a process has used; 0 without a process."""
    if pid is None:
        return 0.0
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def run(place: Place, tables: list[dict[str, Any]], pid: int | None, think: float) -> int:
    """Measure and print; the exit code."""
    pairs = [
        (Phone(place, each["id"], each["first"]), Phone(place, each["id"], each["second"])) for each in tables
    ]
    phones = [phone for pair in pairs for phone in pair]
    before = resident(pid)
    for start in range(0, len(phones), 64):
        await asyncio.gather(*(phone.listen() for phone in phones[start : start + 64]))
    memory = f", {(resident(pid) - before) / len(phones) / 1024:.1f} KiB each" if pid else ""
    print(f"{len(phones)} streams open{memory}")
    chance = random.Random(4)
    lone = [delay for pair in pairs[:LONE_TABLES] for delay in await auction(*pair, 0.0, chance)]
    began, used = time.perf_counter(), processor(pid)
    crowd = await asyncio.gather(*(auction(*pair, think, chance) for pair in pairs[LONE_TABLES:]))
    delays = [delay for each in crowd for delay in each]
    ratio = tell(lone, delays, time.perf_counter() - began)
    if pid:
        print(f"server:  {1000 * (processor(pid) - used) / len(delays):.1f} ms of processor time a bid")
    wrong = await check(pairs)
    print("\n".join(wrong) or f"every bid of {len(pairs)} auctions is there once, and its opponent heard it")
    await asyncio.gather(*(phone.leave() for phone in phones))
    return 1 if wrong or ratio > ALLOWED_RATIO else 0


def tell(lone: list[float], crowd: list[float], seconds: float) -> float:
    """Print the delays; the ratio of the crowd's 99th percentile to the lone median."""
    median, late = statistics.median(lone), statistics.quantiles(crowd, n=100)[98]
    print(f"alone:   median {1000 * median:.1f} ms of {len(lone)} bids")
    print(
        f"at once: median {1000 * statistics.median(crowd):.1f} ms, 99 % within {1000 * late:.1f} ms, "
        f"longest {1000 * max(crowd):.1f} ms; {len(crowd)} bids, {len(crowd) / seconds:.0f} a second"
    )
    print(f"ratio:   {late / median:.1f} (99th percentile to lone median; {ALLOWED_RATIO} are allowed)")
    return late / median


def main() -> int:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("url")
    parser.add_argument("tables", type=Path)
    parser.add_argument("--pid", type=int, help="the server's process, to tell the memory of a stream")
    # An auction of three bids is to take less than 45 seconds.
    parser.add_argument("--think", type=float, default=15.0, help="mean seconds between two bids of a table")
    arguments = parser.parse_args()
    prepared = json.loads(arguments.tables.read_text())
    parts = urlsplit(arguments.url)
    place = Place(parts.hostname or "", parts.port or 80, f"/api/v1/tournaments/{prepared['code']}")
    return asyncio.run(run(place, prepared["tables"], arguments.pid, arguments.think))


if __name__ == "__main__":
    sys.exit(main())
