"""A full hall on two processes of one PostgreSQL, while parts of it are stopped and started in mid-round.

    python -m tests.soak.two_processes [--tables 128] [--think 2.5]

Two real `serve` processes on a PostgreSQL of their own (fsync on), behind the proxy of this folder. All
tables bid, each request over a new connection to either process. Meanwhile one process ends in order and
comes back, then the other is killed, PostgreSQL is restarted in order, and at last crashes. A phone acts only
when its stream wakes it, so the end of the round shows that every opponent heard every bid. Ends with 1 if
something acknowledged is missing or doubled, or if one request failed while a process ended in order.
"""

import argparse
import asyncio
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from app.deckcheck.catalog import load_catalog
from app.services.event import queries, tournaments
from app.services.event.settings import TournamentDraft
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.installation import Installation
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.people import registration
from app.services.people.accounts import account_named
from app.services.people.entries import MOST_LINES, Entry
from app.services.play import rounds
from app.storage.database import Database
from tests.calls import call_of
from tests.soak.engines import OLGA, Postgres, new_database, own_postgres, prepare
from tests.soak.kills import ROOT, free_port
from tests.soak.phone import Phone, Place, Tally
from tests.soak.proxy import Proxy
from tests.soak.record import not_once, unsound
from tests.soak.script import script_of

SEED = 1
LONGEST_SECONDS = 900
START_SECONDS = 120


@dataclass
class Serving:
    """One `python -m app serve`."""

    url: str
    port: int
    folder: Path
    variables: dict[str, str] = field(default_factory=dict)
    process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it and wait for its line on standard output."""
        outside = {name: value for name, value in os.environ.items() if not name.startswith("CACHE_REFRESH_")}
        with open(self.folder / f"{self.port}.log", "ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "app", "serve", "--host", "127.0.0.1", "--port", str(self.port)),
                cwd=ROOT,
                env={**outside, **self._variables()},
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        assert self.process.stdout is not None
        line = await asyncio.wait_for(self.process.stdout.readline(), START_SECONDS)
        assert str(self.port) in line.decode(), f"it did not start, see {self.folder}"

    def _variables(self) -> dict[str, str]:
        chosen = {"DATABASE_URL": self.url, "CACHE_REFRESH_DATA_DIR": str(self.folder)}
        # Longer than the proxy needs to ask twice, however busy this machine is.
        chosen["CACHE_REFRESH_DRAIN_SECONDS"] = "5"
        return {**chosen, **self.variables}

    async def end(self, number: signal.Signals = signal.SIGTERM) -> float:
        """End it in order, or kill it; the seconds that took."""
        assert self.process is not None
        began = time.monotonic()
        if self.process.returncode is None:
            self.process.send_signal(number)
        await asyncio.wait_for(self.process.wait(), 30)
        return time.monotonic() - began


@asynccontextmanager
async def serving(url: str, folder: Path, **variables: str) -> AsyncIterator[Serving]:
    """A started process, ended afterwards; further variables of its environment may be given."""
    one = Serving(url, free_port(), folder, variables)
    await one.start()
    try:
        yield one
    finally:
        await one.end(signal.SIGKILL)


@dataclass
class Hall:
    """A published first round: its tables with their numbers and seats, and the phones by player."""

    place: Place
    tables: Sequence[tuple[int, int, int, int]]
    phones: dict[int, Phone]
    tally: Tally

    async def connect(self) -> None:
        """All phones open their stream."""
        waiting = list(self.phones.values())
        for start in range(0, len(waiting), 32):
            for phone in waiting[start : start + 32]:
                phone.listen()
            await asyncio.gather(*(phone.hearing.wait() for phone in waiting[start : start + 32]))

    async def play(self) -> None:
        """All tables at once, from the first bid to the final result."""
        games = []
        for table_id, number, first, second in self.tables:
            script = script_of(SEED, 1, number)
            games += [self.phones[player].play(table_id, script) for player in (first, second)]
        await asyncio.gather(*games)

    def leave(self) -> None:
        """All phones are switched off."""
        for phone in self.phones.values():
            phone.leave()


def filled(url: str, tables: int) -> tuple[str, list[tuple[int, int, int, int]], dict[int, str]]:
    """Enter the players of so many tables and publish their first round; the code, the tables, the keys."""
    prepare(url)
    database = Database(url)
    installation, now = Installation(database, load_catalog(), lambda _notice: None), datetime.now(UTC)
    actor = Actor(ActorKind.ORGANIZER, account_named(installation, OLGA).id, OLGA)
    draft = TournamentDraft("Two processes", now.date(), deck_policy="none")
    made = tournaments.create_tournament(installation, actor, now, draft, seed=SEED)
    keys = [f"key-{number:04d}-" + "k" * 40 for number in range(2 * tables)]
    entries = [Entry(f"Player {number + 1:03d}") for number in range(2 * tables)]
    call, entered = call_of(installation, made.id, actor, now), list[registration.Registered]()
    for first in range(0, len(entries), MOST_LINES):
        some = slice(first, first + MOST_LINES)
        entered += registration.register_players(call, entries[some], keys[some]).value
    rounds.pair_round(call_of(installation, made.id, actor, now), SEED)
    rounds.publish_round(call_of(installation, made.id, actor, now), 1)
    view = queries.round_view(installation, made.id, 1, ORGANIZER_VIEWER, now)
    database.dispose()
    seats = [
        (table.id, table.table_number or 0, table.first.player_id, table.second.player_id)
        for table in view.tables
        if table.second is not None
    ]
    return made.code, seats, {row.player_id: key for row, key in zip(entered, keys, strict=True)}


def hall(place: Place, code: str, tables: Sequence[tuple[int, int, int, int]], keys: dict[int, str]) -> Hall:
    """The phones of a filled hall."""
    tally = Tally()
    phones = {}
    for player_id, key in keys.items():
        phone = Phone(place, key, tally, f"player {player_id}")
        phone.path, phone.player_id = f"/api/v1/tournaments/{code}", player_id
        phones[player_id] = phone
    return Hall(place, tables, phones, tally)


@dataclass(frozen=True)
class Front:
    """What stands before the processes: where phones reach it, and how many connections each process got."""

    place: Place
    served: dict[int, int]


MakeFront = Callable[[Sequence[int], float], AbstractAsyncContextManager[Front]]


@asynccontextmanager
async def own_proxy(ports: Sequence[int], think: float) -> AsyncIterator[Front]:
    """The proxy of this folder; each request over a connection of its own, so to a process at random."""
    async with Proxy(ports) as proxy:
        place = Place("127.0.0.1", proxy.port, keep_connections=False, think_seconds=think)
        yield Front(place, proxy.served)


@dataclass
class Report:
    """What a run showed; `wrong` says what is not as it must be."""

    tally: Tally
    seconds: float
    served: dict[int, int]
    happened: list[str] = field(default_factory=list)
    failed_in_order: int = 0
    wrong: list[str] = field(default_factory=list)


async def disturb(report: Report, commands: int, first: Serving, second: Serving, postgres: Postgres) -> None:
    """Stop and start one part after the other, at one to four sixths of the round's commands."""
    tally = report.tally

    async def in_order() -> str:
        failed = tally.lost_answers + tally.refused_for_now
        seconds = await first.end()
        await first.start()
        report.failed_in_order = tally.lost_answers + tally.refused_for_now - failed
        return f"a process was stopped in order (in {seconds:.1f} s) and started"

    async def killed() -> str:
        await second.end(signal.SIGKILL)
        await second.start()
        return "the other process was killed and started"

    async def restarted() -> str:
        await asyncio.to_thread(postgres.restart, "fast")
        return "PostgreSQL was restarted"

    async def crashed() -> str:
        await asyncio.to_thread(postgres.restart, "immediate")
        return "PostgreSQL crashed and read its log"

    steps: list[Callable[[], Awaitable[str]]] = [in_order, killed, restarted, crashed]
    for number, step in enumerate(steps, 1):
        await tally.reaches(commands * number // 6)
        began = time.monotonic()
        told = await step()
        report.happened.append(f"{told}: {time.monotonic() - began:.1f} s")


async def run(
    postgres: Postgres,
    url: str,
    folder: Path,
    tables: int,
    think: float,
    undisturbed: bool = False,
    front: MakeFront = own_proxy,
) -> Report:
    """One round of so many tables on two processes, with everything that happens to them."""
    code, seats, keys = await asyncio.to_thread(filled, url, tables)
    commands = sum(4 + len(script_of(SEED, 1, number).moves) for _, number, _, _ in seats)
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(serving(url, folder))
        second = await stack.enter_async_context(serving(url, folder))
        before = await stack.enter_async_context(front((first.port, second.port), think))
        full = hall(before.place, code, seats, keys)
        stack.callback(full.leave)
        await stack.enter_async_context(asyncio.timeout(LONGEST_SECONDS))
        await full.connect()
        began = time.monotonic()
        report = Report(full.tally, 0.0, before.served)
        happening = disturb(report, commands, first, second, postgres)
        await asyncio.gather(full.play(), *([] if undisturbed else [happening]))
        report.seconds = time.monotonic() - began
        if undisturbed:
            happening.close()
        await asyncio.gather(*(phone.hearing.wait() for phone in full.phones.values()))
    report.wrong = await asyncio.to_thread(judged, url, full.tally, folder)
    if report.failed_in_order:
        report.wrong.append(f"{report.failed_in_order} requests failed while a process ended in order")
    if len(full.tally.acknowledged) != commands:
        report.wrong.append(f"{len(full.tally.acknowledged)} commands were acknowledged of {commands}")
    return report


def judged(url: str, tally: Tally, folder: Path) -> list[str]:
    """What is wrong with the database and in the logs."""
    wrong = [*unsound(url), *not_once(url, tally.acknowledged)]
    for log in folder.glob("*.log"):
        for line in log.read_text(errors="replace").splitlines():
            if "Traceback" in line:
                wrong.append(f"a handler failed: {line[:2000]}")
    return wrong


def told(report: Report) -> str:
    """The figures of a run."""
    tally, delays = report.tally, sorted(report.tally.delays)
    repeated = sum(1 for command in tally.acknowledged if command.sent > 1)
    late = statistics.quantiles(delays, n=100)[98]
    return "\n".join(
        [
            *report.happened,
            f"{len(tally.acknowledged)} commands acknowledged in {report.seconds:.0f} s",
            f"{report.failed_in_order} requests failed while a process ended in order",
            f"{repeated} sent again: {tally.lost_answers} answers lost, {tally.refused_for_now} told to wait",
            f"{tally.streams_opened} streams opened, connections by process {sorted(report.served.values())}",
            f"heard by topic {tally.heard_by_topic} times, catching up {tally.heard_by_catching_up} times",
            f"from a tap to the opponent's event: median {1000 * statistics.median(delays):.0f} ms, "
            f"99 % within {1000 * late:.0f} ms, longest {delays[-1]:.1f} s, of {len(delays)}",
        ]
    )


def main(front: MakeFront = own_proxy, says: str = __doc__ or "") -> int:
    """Run, print, and end with whether all was well."""
    parser = argparse.ArgumentParser(description=says.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=128)
    parser.add_argument("--think", type=float, default=2.5, help="mean seconds before a tap")
    parser.add_argument("--undisturbed", action="store_true", help="stop nothing, for comparison")
    parser.add_argument("--logs", type=Path, help="a folder in which the logs of both processes are left")
    arguments = parser.parse_args()
    random.seed(SEED)
    with own_postgres() as postgres, tempfile.TemporaryDirectory(prefix="cache-refresh-two-") as name:
        folder = arguments.logs or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        with new_database("postgres", folder, postgres, "hall") as url:
            report = asyncio.run(
                run(postgres, url, folder, arguments.tables, arguments.think, arguments.undisturbed, front)
            )
    print(told(report))
    print("\n".join(report.wrong) or "every opponent heard every bid; nothing lost, nothing twice")
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
