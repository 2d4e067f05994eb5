"""Requests per second of the deck check beside an empty endpoint of the same server: `make bench-decks`.

Eight connections send one request after the other for some seconds, first to /healthz, then a 49-card text to
the check, in turns so that a busy machine hits both alike. At least a third of the empty endpoint is wanted.
"""

import asyncio
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

from bench_hall import serving

CONNECTIONS = 8
SECONDS = 2.0
TURNS = 4
LISTS = Path(__file__).parents[1] / "deckcheck" / "lists"


async def requests_in(host: str, port: int, request: bytes, seconds: float) -> int:
    """How many answers one connection gets within `seconds`."""
    reader, writer = await asyncio.open_connection(host, port)
    ends, answers = time.perf_counter() + seconds, 0
    while time.perf_counter() < ends:
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        await reader.readexactly(length)
        answers += 1
    writer.close()
    return answers


async def rate(host: str, port: int, request: bytes) -> float:
    """Requests a second over all connections."""
    answers = await asyncio.gather(*(requests_in(host, port, request, SECONDS) for _ in range(CONNECTIONS)))
    return sum(answers) / SECONDS


async def compare(url: str) -> tuple[list[float], list[float]]:
    """The rates of the empty endpoint and of the check, turn by turn."""
    place = urlsplit(url)
    host, port = place.hostname or "", place.port or 80
    deck = (LISTS / "netrunnerdb-download-corp.txt").read_bytes()
    head = f"Host: {place.netloc}\r\nConnection: keep-alive\r\n"
    empty = f"GET /healthz HTTP/1.1\r\n{head}\r\n".encode()
    check = (
        f"POST /api/v1/decks/check?date=2018-02-15 HTTP/1.1\r\n{head}"
        f"Content-Type: text/plain\r\nContent-Length: {len(deck)}\r\n\r\n"
    ).encode() + deck
    rates: tuple[list[float], list[float]] = ([], [])
    for _ in range(TURNS):
        rates[0].append(await rate(host, port, empty))
        rates[1].append(await rate(host, port, check))
    return rates


def main() -> int:
    """Measure and print; exit status 1 when the check is slower than a third."""
    os.environ["CACHE_REFRESH_RATE_LIMITS"] = "false"
    with (
        tempfile.TemporaryDirectory(prefix="cache-refresh-endpoint-") as name,
        serving(Path(name)) as (url, _),
    ):
        empty, check = (statistics.median(each) for each in asyncio.run(compare(url)))
    print(f"empty endpoint: {empty:.0f} requests a second")
    print(f"deck check:     {check:.0f} requests a second")
    print(f"ratio:          {check / empty:.2f} (a third is wanted)")
    return 0 if check * 3 >= empty else 1


if __name__ == "__main__":
    sys.exit(main())
