"""Commands and pages per second beside an empty endpoint: one process on SQLite, one and two on PostgreSQL.

    python -m tests.soak.load

Sixteen connections to each arrangement, in turns: /healthz, the public pairings, a table by the API, bids of
sixteen tables. Two processes get every other connection. The arrangements take turns on the same machine as
this client, so compare ratios, not rates.
"""

import asyncio
import contextlib
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from statistics import median

from tests.soak.engines import Engine, Postgres, new_database, own_postgres
from tests.soak.phone import Place, Sender, Tally
from tests.soak.two_processes import filled, serving

CONNECTIONS = 16
SECONDS = 1.5
TURNS = 4
TABLES_A_TURN = 16
HIGHEST_BID = 10
Arrangement = tuple[Engine, int]
Results = dict[Arrangement, dict[str, float]]
Seats = tuple[int, int, int, int]
ARRANGEMENTS: tuple[Arrangement, ...] = (("sqlite", 1), ("postgres", 1), ("postgres", 2))


@dataclass(frozen=True)
class Target:
    """A served hall: ports, code, tables (id, number, two players) and the keys of players."""

    ports: Sequence[int]
    code: str
    tables: Sequence[Seats]
    keys: dict[int, str]

    def senders(self, keys: Sequence[str]) -> list[Sender]:
        """A connection for each key, spread over the processes."""
        made = []
        for key, port in zip(keys, cycle(self.ports), strict=False):
            sender = Sender(Place("127.0.0.1", port), key, Tally())
            sender.path = f"/api/v1/tournaments/{self.code}"
            made.append(sender)
        return made


async def asked(target: Target, path: str, keys: Sequence[str]) -> float:
    """Answers a second to GET requests, over one connection for each key."""
    senders = target.senders(keys)

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


async def bid(target: Target, tables: Sequence[Seats]) -> float:
    """Bids a second, all tables at once, each from 0 to 10 without a pause."""

    async def auction(table: Seats) -> None:
        seats = target.senders([target.keys[player] for player in table[2:]])
        for number in range(HIGHEST_BID + 1):
            body = {"version": number, "bid": number, **({"side": "corp"} if number == 0 else {})}
            await seats[number % 2].command("POST", f"/tables/{table[0]}/bids", body)
        for sender in seats:
            sender.hang_up()

    began = time.perf_counter()
    await asyncio.gather(*(auction(table) for table in tables))
    return len(tables) * (HIGHEST_BID + 1) / (time.perf_counter() - began)


async def measure(targets: dict[Arrangement, Target]) -> Results:
    """The median rate of each kind of request; arrangements take turns, so that all meet the same machine."""
    rates: dict[Arrangement, dict[str, list[float]]] = {each: {} for each in targets}
    for turn in range(TURNS):
        for kind in ("empty endpoint", "public pairings", "a table, by the API", "bids"):
            for arrangement, target in targets.items():
                rate = await one(kind, target, target.tables[turn * TABLES_A_TURN :][:TABLES_A_TURN])
                rates[arrangement].setdefault(kind, []).append(rate)
    return {each: {kind: median(found) for kind, found in kinds.items()} for each, kinds in rates.items()}


async def one(kind: str, target: Target, tables: Sequence[Seats]) -> float:
    """The rate of one kind of request now; bids go to `tables`, whose auctions have not begun."""
    match kind:
        case "empty endpoint":
            return await asked(target, "/healthz", [""] * CONNECTIONS)
        case "public pairings":
            return await asked(target, f"/t/{target.code}/pairings", [""] * CONNECTIONS)
        case "a table, by the API":
            table_id, _, first, _ = target.tables[-1]
            path = f"/api/v1/tournaments/{target.code}/tables/{table_id}"
            return await asked(target, path, [target.keys[first]] * CONNECTIONS)
        case _:
            return await bid(target, tables)


async def run(postgres: Postgres) -> Results:
    """Fill and serve all arrangements, and measure them."""
    async with contextlib.AsyncExitStack() as stack:
        targets = {}
        for engine, processes in ARRANGEMENTS:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cache-refresh-load-")))
            url = stack.enter_context(new_database(engine, folder, postgres, f"load_{processes}"))
            code, tables, keys = await asyncio.to_thread(filled, url, TURNS * TABLES_A_TURN + 1)
            ports = []
            for _ in range(processes):
                served = serving(url, folder, CACHE_REFRESH_RATE_LIMITS="false")
                ports.append((await stack.enter_async_context(served)).port)
            targets[engine, processes] = Target(ports, code, tables, keys)
        return await measure(targets)


def table(results: Results) -> Iterator[str]:
    """The rates and, in brackets, their ratio to the empty endpoint of the same arrangement."""
    yield "| | " + " | ".join(f"{engine} × {count}" for engine, count in results) + " |"
    yield "|---|" + "---|" * len(results)
    for kind in next(iter(results.values())):
        cells = [
            f"{rates[kind]:.0f}/s ({rates[kind] / rates['empty endpoint']:.2f})" for rates in results.values()
        ]
        yield f"| {kind} | " + " | ".join(cells) + " |"


def main() -> int:
    """Measure all arrangements and print the table."""
    with own_postgres() as postgres:
        print("\n".join(table(asyncio.run(run(postgres)))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
