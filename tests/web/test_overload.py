"""More requests than can be worked on: the urgent first, the others refused in time, and rest afterwards."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest

from app.web.server.admission import AT_A_TABLE, EVERYBODY, STREAM, Admission, rank_of
from app.web.server.turns import Rank, TooBusy, Turns
from app.web.server.write_turns import urgency

WORK = 0.02
TURNS = 4
T = TypeVar("T")


class NoTime(asyncio.SelectorEventLoop):
    """A loop whose clock goes only while nobody has anything to do: a busy machine changes nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0
        self._look = self._selector.select  # type: ignore[attr-defined]
        self._selector.select = self._wait  # type: ignore[attr-defined]

    def time(self) -> float:
        return self._now

    def _wait(self, timeout: float | None) -> Any:
        self._now += timeout or 0.0
        return self._look(0)


def in_no_time(work: Coroutine[Any, Any, T]) -> T:
    """The outcome of work in which minutes pass at once."""
    with asyncio.Runner(loop_factory=NoTime) as runner:
        return runner.run(work)


def some_turns(most: int, **more: Any) -> Turns:
    """Turns by the clock of the running loop."""
    return Turns(most, clock=asyncio.get_running_loop().time, **more)


class Machine:
    """An application that can do 200 requests a second, and what it did."""

    def __init__(self, seconds: float = WORK) -> None:
        self.seconds = seconds
        self.done: list[str] = []
        self.busy = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.busy += 1
        assert self.busy <= TURNS
        await asyncio.sleep(self.seconds)
        self.busy -= 1
        self.done.append(scope["path"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


async def ask(app: Admission, path: str, gives_up: float = 30.0) -> tuple[int, float, dict[bytes, bytes]]:
    """Status (0: given up), seconds and headers of a request whose client hangs up after `gives_up`."""
    began = asyncio.get_running_loop().time()
    gone = asyncio.get_running_loop().create_future()
    asyncio.get_running_loop().call_later(gives_up, lambda: gone.done() or gone.set_result(None))
    heads: list[Any] = []
    first = True

    async def receive() -> Any:
        nonlocal first
        if first:
            first = False
            return {"type": "http.request", "body": b"", "more_body": False}
        await asyncio.shield(gone)
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            heads.append(message)

    live = [(b"x-requested-with", b"live")]
    scope = {"type": "http", "method": "GET", "path": path, "headers": live, "query_string": b""}
    await app(scope, receive, send)
    took = asyncio.get_running_loop().time() - began
    if not heads:
        return 0, took, {}
    return heads[0]["status"], took, dict(heads[0]["headers"])


def test_four_times_what_can_be_done_is_survived() -> None:
    """Who is served is served in time, who is not is told so, and afterwards everything is as before."""

    async def run() -> None:
        machine = Machine()
        app = Admission(machine, some_turns(TURNS))
        tasks, began = [], asyncio.get_running_loop().time()
        for number in range(3200):  # 800 a second for four seconds, to a machine that can do 200
            ahead = began + number / 800 - asyncio.get_running_loop().time()
            if ahead > 0:
                await asyncio.sleep(ahead)
            path = "/t/ABCDE/me/fragment" if number % 4 == 0 else "/t/ABCDE/standings"
            tasks.append((path, asyncio.create_task(ask(app, path))))
        answers = [(path, *await task) for path, task in tasks]
        assert {status for _, status, _, _ in answers} == {200, 429}
        at_tables = [took for path, status, took, _ in answers if path.endswith("fragment") and status == 200]
        assert at_tables and max(at_tables) < AT_A_TABLE.patience + 1
        others = [
            took for path, status, took, _ in answers if not path.endswith("fragment") and status == 200
        ]
        assert max(others, default=0) < EVERYBODY.patience + 1
        assert len(at_tables) / 800 > len(others) / 2400, "tables come before everybody else"
        refused = [headers for _, status, _, headers in answers if status == 429]
        assert refused and all(1 <= int(headers[b"retry-after"]) <= 30 for headers in refused)
        assert app.turns.is_free and app.turns.waiting == 0
        status, took, _ = await ask(app, "/t/ABCDE/standings")
        assert status == 200 and took < 1, "when the load has gone nothing of it is left"

    in_no_time(run())


def test_who_hung_up_while_waiting_costs_nothing() -> None:
    async def run() -> None:
        machine = Machine(seconds=3.0)
        app = Admission(machine, some_turns(TURNS))
        crowd = [asyncio.create_task(ask(app, f"/t/ABCDE/{n}", gives_up=1.0)) for n in range(100)]
        statuses = [status for status, _, _ in await asyncio.gather(*crowd)]
        assert statuses.count(200) == TURNS == len(machine.done)
        assert statuses.count(0) == 100 - TURNS
        assert app.turns.is_free

    in_no_time(run())


def test_the_more_urgent_has_the_next_turn() -> None:
    async def run() -> list[str]:
        turns, order = some_turns(1), []

        async def work(name: str, rank: Rank) -> None:
            began = await turns.take(rank)
            order.append(name)
            await asyncio.sleep(0)
            turns.give_back(began)

        first = await turns.take(EVERYBODY)
        ranks = {"a": EVERYBODY, "b": AT_A_TABLE, "c": STREAM, "d": AT_A_TABLE}
        tasks = [asyncio.create_task(work(name, rank)) for name, rank in ranks.items()]
        await asyncio.sleep(0)
        turns.give_back(first)
        await asyncio.gather(*tasks)
        return order

    assert in_no_time(run()) == ["c", "b", "d", "a"]


def test_who_would_wait_too_long_is_told_before_waiting() -> None:
    async def run() -> None:
        turns = some_turns(1, seconds_each=2.0)
        await turns.take(EVERYBODY)
        began = asyncio.get_running_loop().time()
        waiting = asyncio.create_task(turns.take(Rank(1, 5.0)))
        await asyncio.sleep(0)
        with pytest.raises(TooBusy) as told:
            await turns.take(Rank(1, 3.0))  # one waits before, and each takes two seconds
        assert asyncio.get_running_loop().time() - began < 1 and told.value.seconds == 2
        waiting.cancel()

    in_no_time(run())


def test_what_is_urgent() -> None:
    """Bids, then results and the desk; streams, then tables, then everybody."""
    bid, result, join = (f"/t/ABCDE/{path}" for path in ("me/bid", "me/result", "join"))
    assert urgency(bid) < urgency(result) < urgency(join)
    assert urgency("/api/v1/tournaments/ABCDE/tables/7/bids") == urgency(bid)
    assert urgency("/t/ABCDE/desk/next") == urgency(result)
    assert rank_of("/api/v1/tournaments/ABCDE/live") == STREAM
    assert rank_of("/t/ABCDE/me/fragment") == rank_of("/t/ABCDE/desk/parts/next") == AT_A_TABLE
    assert rank_of("/t/ABCDE/standings") == rank_of("/") == EVERYBODY
