"""Commands and pages per second beside an empty endpoint: one process on SQLite, one and two on PostgreSQL.

    python -m tests.soak.load

Sixteen connections to each arrangement, in turns: /healthz, the public pairings, a table by the API, bids of
sixteen tables. Two processes get every other connection. The arrangements take turns on the same machine as
this client, so compare ratios, not rates.

Then, one arrangement after the other, all 512 phones of a hall open their streams, and sixteen tables bid
with pauses: how long until a bid is answered, and until the opponent hears of it. Of two processes, the
players of a table are at different ones. All in all it takes three to four minutes.
"""

import asyncio
import contextlib
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles

from tests.soak.engines import Engine, Postgres, new_database, own_postgres
from tests.soak.phone import Phone, Place, Sender, Tally
from tests.soak.two_processes import filled, serving

CONNECTIONS = 16
SECONDS = 1.5
TURNS = 4
TABLES_A_TURN = 16
TABLES = 256
PAUSE_SECONDS = (0.2, 1.8)  # before each bid while the streams are open
HIGHEST_BID = 10
Arrangement = tuple[Engine, int]
Results = dict[Arrangement, dict[str, float]]
Latencies = dict[Arrangement, dict[str, list[float]]]
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


async def listened(target: Target) -> dict[str, list[float]]:
    """Seconds from a tap to its answer and to the opponent's event, while every phone of the hall listens."""
    phones: dict[int, Phone] = {}
    for _, _, *seats in target.tables:
        for player, port in zip(seats, cycle(target.ports), strict=False):
            phones[player] = Phone(Place("127.0.0.1", port), target.keys[player], Tally(), f"player {player}")
            phones[player].path, phones[player].player_id = f"/api/v1/tournaments/{target.code}", player
    waiting = list(phones.values())
    for start in range(0, len(waiting), 32):
        for phone in waiting[start : start + 32]:
            phone.listen()
        await asyncio.gather(*(phone.hearing.wait() for phone in waiting[start : start + 32]))
    found: dict[str, list[float]] = {"a bid until its answer": [], "a bid until the opponent hears": []}
    answered, heard = found.values()

    async def auction(table: Seats) -> None:
        seats = [phones[player] for player in table[2:]]
        for number in range(HIGHEST_BID + 1):
            await asyncio.sleep(random.uniform(*PAUSE_SECONDS))
            mover, other = seats[number % 2], seats[1 - number % 2]
            body = {"version": number, "bid": number, **({"side": "corp"} if number == 0 else {})}
            other.woken.clear()
            began = time.perf_counter()
            hearing = asyncio.create_task(other.woken.wait())
            hearing.add_done_callback(lambda _, began=began: heard.append(time.perf_counter() - began))
            await mover.command("POST", f"/tables/{table[0]}/bids", body)
            answered.append(time.perf_counter() - began)
            await hearing

    await asyncio.gather(*(auction(table) for table in target.tables[-TABLES_A_TURN - 1 : -1]))
    for phone in waiting:
        phone.leave()
    return found


async def run(postgres: Postgres) -> tuple[Results, Latencies]:
    """Fill and serve all arrangements, and measure them."""
    async with contextlib.AsyncExitStack() as stack:
        targets = {}
        for engine, processes in ARRANGEMENTS:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cache-refresh-load-")))
            url = stack.enter_context(new_database(engine, folder, postgres, f"load_{processes}"))
            code, tables, keys = await asyncio.to_thread(filled, url, TABLES)
            ports = []
            for _ in range(processes):
                served = serving(url, folder, CACHE_REFRESH_RATE_LIMITS="false")
                ports.append((await stack.enter_async_context(served)).port)
            targets[engine, processes] = Target(ports, code, tables, keys)
        rates = await measure(targets)
        return rates, {each: await listened(target) for each, target in targets.items()}


def table(results: Results, latencies: Latencies) -> Iterator[str]:
    """The rates with their ratio to the empty endpoint of the same arrangement, then latencies."""
    yield "| | " + " | ".join(f"{engine} × {count}" for engine, count in results) + " |"
    yield "|---|" + "---|" * len(results)
    for kind in next(iter(results.values())):
        cells = [
            f"{rates[kind]:.0f}/s ({rates[kind] / rates['empty endpoint']:.2f})" for rates in results.values()
        ]
        yield f"| {kind} | " + " | ".join(cells) + " |"
    for kind in next(iter(latencies.values())):
        cells = [_median_and_late(seconds[kind]) for seconds in latencies.values()]
        yield f"| {kind}, {2 * TABLES} streams open | " + " | ".join(cells) + " |"


def _median_and_late(seconds: list[float]) -> str:
    return f"{1000 * median(seconds):.0f} ms, 99 % within {1000 * quantiles(seconds, n=100)[98]:.0f} ms"


def main() -> int:
    """Measure all arrangements and print the table."""
    with own_postgres() as postgres:
        print("\n".join(table(*asyncio.run(run(postgres)))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
