"""Four times the fetches that a served program can answer: bids go on, and afterwards all is as before.

What the machine can do is measured first, so the load is four times that on any machine, and on a slow one
the limits are what it needs for so many fetches. Before there were turns for fetches, and answers nobody
waits for were dropped, bids queued with them and the server went on working for phones that had hung up.
"""

import asyncio
import gzip
import json
import re
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.benchmarks.bench_hall import Event, by_api, prepared
from tests.benchmarks.fetching_phones import Browser, Tally
from tests.soak.engines import new_database
from tests.soak.two_processes import serving

PLAYERS = 48
TIMES = 4
LOAD_SECONDS = 6.0
MEASURED_SECONDS = 2.0
MOST_CONNECTIONS = 900
BID_WITHIN = 2.0
REST_WITHIN = 10.0
# On a machine that is slow, or busy with something else, a bid may take as long as so many fetches.
FETCHES_A_BID = 300
MADE = re.compile(
    r'cache_refresh_requests_total\{method="GET",route="/t/\{code\}/me/fragment",status="200"\} ([\d.]+)'
)
BID_PAUSE = 0.3


@dataclass
class Load:
    """Phones that fetch their part, and how they were answered."""

    phones: Sequence[Browser]
    statuses: list[int] = field(default_factory=list)
    _free: list[Browser] = field(default_factory=list)
    _all: list[Browser] = field(default_factory=list)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def one(self, phone: Browser) -> int:
        """One fetch."""
        status, _, body = await phone.ask("GET", phone.parts[0])
        assert status in (200, 429), (status, body[:200])
        self.statuses.append(status)
        return status

    async def made(self) -> float:
        """How many parts the server has made."""
        asker = Browser(self.phones[0].port, "", "", (), Tally())
        _, _, body = await asker.ask("GET", "/metrics")
        asker.hang_up()
        text = gzip.decompress(body) if body.startswith(b"\x1f") else body
        found = MADE.search(text.decode())
        assert found is not None
        return float(found[1])

    async def measured(self) -> float:
        """How many fetches a second are answered to eight phones that ask again and again."""
        end, done = time.perf_counter() + MEASURED_SECONDS, 0

        async def ask(phone: Browser) -> None:
            nonlocal done
            while time.perf_counter() < end:
                assert await self.one(phone) == 200
                done += 1

        began = time.perf_counter()
        await asyncio.gather(*(ask(phone) for phone in self.phones[:8]))
        return done / (time.perf_counter() - began)

    async def go(self, each_second: float) -> None:
        """Ask so many times a second, whether there was an answer or not; at last everybody hangs up."""
        began, sent = time.perf_counter(), 0
        while (passed := time.perf_counter() - began) < LOAD_SECONDS:
            while sent < passed * each_second:
                sent += 1
                self._send(sent)
            await asyncio.sleep(0.01)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for phone in self._all:
            phone.hang_up()

    def _send(self, number: int) -> None:
        if not self._free:
            if len(self._all) >= MOST_CONNECTIONS:
                return
            like = self.phones[number % len(self.phones)]
            self._free.append(Browser(like.port, like.headers, "", like.parts, Tally()))
            self._all.append(self._free[-1])
        task = asyncio.create_task(self._answered(self._free.pop()))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answered(self, phone: Browser) -> None:
        await self.one(phone)
        self._free.append(phone)


async def bid_until(stop: asyncio.Event, port: int, other: Event) -> list[float]:
    """Seconds of each bid that the two players of the other event place in turn."""
    table, _, first, second = other.tables[0]
    path, took = f"/tournaments/{other.code}/tables/{table}", []
    while not stop.is_set():
        for number in range(11):
            bid = json.dumps({"version": number, "bid": number} | ({} if number else {"side": "corp"}))
            began = time.perf_counter()
            status = await by_api(port, "POST", f"{path}/bids", other.keys[(first, second)[number % 2]], bid)
            took.append(time.perf_counter() - began)
            assert status < 400, f"a bid was answered {status}"
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), BID_PAUSE)
            if stop.is_set():
                return took
        again = '{"action": "restart", "reason": "again"}'
        assert await by_api(port, "POST", f"{path}/auction", "token-of-olga", again) < 400
    return took


@pytest.mark.served
@pytest.mark.slow
def test_four_times_what_the_machine_can_do_is_survived() -> None:
    async def run() -> None:
        with (
            tempfile.TemporaryDirectory(prefix="cache-refresh-overload-") as name,
            new_database("sqlite", Path(name), None, "hall") as url,
        ):
            event, other = prepared(url, PLAYERS, PLAYERS // 2)
            async with serving(url, Path(name)) as server:
                await overload(server.port, event, other)

    asyncio.run(run())


async def overload(port: int, event: Event, other: Event) -> None:
    path = f"/t/{event.code}/me/fragment"
    phones = [
        Browser(port, f"Cookie: player=session-{player}\r\n", "", [path], Tally()) for player in event.keys
    ]
    load = Load(phones)
    for phone in phones:
        assert await load.one(phone) == 200
    quiet = await one_by_one(load, 8)
    can = await load.measured()

    stop = asyncio.Event()
    bids = asyncio.create_task(bid_until(stop, port, other))
    await load.go(TIMES * can)
    ended = time.perf_counter()
    stop.set()
    took = await bids
    slow = FETCHES_A_BID / can
    assert len(took) >= 2 and max(took) < max(BID_WITHIN, slow), f"bids: {took} s, {can} fetches a second"

    while (lately := await one_by_one(load, 4)) > max(0.25, 5 * quiet):
        after = time.perf_counter() - ended
        assert after < max(REST_WITHIN, slow), (
            f"{after} s after the load a fetch takes {lately} s, {quiet} s before"
        )
    assert load.statuses.count(200) > can, "meanwhile phones were answered as well"
    # Those at work when all hung up, and those that had just asked.
    made, got = await load.made(), load.statuses.count(200)
    assert made - got < 64 + can / 2, f"{made} parts were made, and {got} were waited for"
    for phone in phones:
        phone.hang_up()


async def one_by_one(load: Load, times: int) -> float:
    """Seconds of a fetch when nobody else asks: the median of some, each of which is answered."""
    took = []
    for phone in load.phones[:times]:
        began = time.perf_counter()
        assert await load.one(phone) == 200
        took.append(time.perf_counter() - began)
    return statistics.median(took)
