"""Commands and pages per second beside an empty endpoint: one process on SQLite, one and two on PostgreSQL.

    python -m tests.soak.load

Sixteen connections to each arrangement, in turns: /healthz, the public pairings, a table by the API, bids of
sixteen tables. Two processes get every other connection. The arrangements run one after the other on the
same machine as this client, so compare ratios, not rates.
"""

import asyncio
import contextlib
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from statistics import median

from tests.soak.engines import Engine, Postgres, new_database, own_postgres
from tests.soak.phone import Place, Sender, Tally
from tests.soak.two_processes import filled, serving

CONNECTIONS = 16
SECONDS = 2.0
TURNS = 4
TABLES_A_TURN = 16
HIGHEST_BID = 10
ARRANGEMENTS: tuple[tuple[Engine, int], ...] = (("sqlite", 1), ("postgres", 1), ("postgres", 2))


@dataclass(frozen=True)
class Target:
    """A served hall: ports, code, tables (id, number, two players) and the keys of players."""

    ports: Sequence[int]
    code: str
    tables: Sequence[tuple[int, int, int, int]]
    keys: dict[int, str]

    def senders(self, keys: Sequence[str]) -> list[Sender]:
        """A connection for each key, spread over the processes."""
        made = []
        for key, port in zip(keys, cycle(self.ports), strict=False):
            sender = Sender(Place("127.0.0.1", port), key, Tally())
            sender.path = f"/api/v1/tournaments/{self.code}"
            made.append(sender)
        return made


async def asked(target: Target, path: str) -> float:
    """Answers a second to GET requests."""
    senders = target.senders(list(target.keys.values())[:CONNECTIONS])

    async def ask(sender: Sender) -> int:
        ends, answers = time.perf_counter() + SECONDS, 0
        while time.perf_counter() < ends:
            await sender.look(path)
            answers += 1
        return answers

    began = time.perf_counter()
    answers = await asyncio.gather(*(ask(sender) for sender in senders))
    seconds = time.perf_counter() - began
    for sender in senders:
        sender.hang_up()
    return sum(answers) / seconds


async def bid(target: Target, tables: Sequence[tuple[int, int, int, int]]) -> float:
    """Bids a second, all tables at once, each from 0 to 10 without a pause."""

    async def auction(table: tuple[int, int, int, int]) -> None:
        seats = target.senders([target.keys[player] for player in table[2:]])
        for number in range(HIGHEST_BID + 1):
            body = {"version": number, "bid": number, **({"side": "corp"} if number == 0 else {})}
            await seats[number % 2].command("POST", f"/tables/{table[0]}/bids", body)
        for sender in seats:
            sender.hang_up()

    began = time.perf_counter()
    await asyncio.gather(*(auction(table) for table in tables))
    return len(tables) * (HIGHEST_BID + 1) / (time.perf_counter() - began)


async def measure(target: Target) -> dict[str, float]:
    """The median rate of each kind of request."""
    rates: dict[str, list[float]] = {}
    for turn in range(TURNS):
        tables = target.tables[turn * TABLES_A_TURN :][:TABLES_A_TURN]
        kinds: dict[str, Callable[[], Awaitable[float]]] = {
            "empty endpoint": lambda: asked(target, "/healthz"),
            "public pairings": lambda: asked(target, f"/t/{target.code}/pairings"),
            "a table, by the API": lambda: asked(
                target, f"/api/v1/tournaments/{target.code}/tables/{target.tables[-1][0]}"
            ),
            "bids": lambda tables=tables: bid(target, tables),  # type: ignore[misc]
        }
        for kind, rate in kinds.items():
            rates.setdefault(kind, []).append(await rate())
    return {kind: median(each) for kind, each in rates.items()}


async def run(engine: Engine, processes: int, postgres: Postgres) -> dict[str, float]:
    """Fill, serve and measure one arrangement."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cache-refresh-load-")))
        url = stack.enter_context(new_database(engine, folder, postgres, f"load_{processes}"))
        code, tables, keys = await asyncio.to_thread(filled, url, TURNS * TABLES_A_TURN + 1)
        async with contextlib.AsyncExitStack() as served:
            ports = [
                (
                    await served.enter_async_context(serving(url, folder, CACHE_REFRESH_RATE_LIMITS="false"))
                ).port
                for _ in range(processes)
            ]
            return await measure(Target(ports, code, tables, keys))


def table(results: dict[tuple[Engine, int], dict[str, float]]) -> Iterator[str]:
    """The rates and, in brackets, their ratio to the empty endpoint of the same arrangement."""
    yield "| | " + " | ".join(f"{engine}, {count} process(es)" for engine, count in results) + " |"
    yield "|---|" + "---|" * len(results)
    for kind in next(iter(results.values())):
        cells = [
            f"{rates[kind]:.0f}/s ({rates[kind] / rates['empty endpoint']:.2f})" for rates in results.values()
        ]
        yield f"| {kind} | " + " | ".join(cells) + " |"


def main() -> int:
    """Measure all arrangements and print the table."""
    with own_postgres() as postgres:
        results = {each: asyncio.run(run(*each, postgres)) for each in ARRANGEMENTS}
    print("\n".join(table(results)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
