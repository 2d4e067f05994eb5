"""A full hall in one moment, with phones that fetch what changed: `make bench-hall`.

    python -m tests.benchmarks.bench_hall [--players 128,512] [--engines sqlite,postgres] [--tables 64]

Every player's page, one desk and one wall are open. The organizer announces, starts the clock, closes the
round, pairs and publishes the next; in between some tables bid three times, 8 s of thinking before each, and
report. For each moment: until half and until all pages show it, fetches that were given up, processor time of
the server a phone, and the slowest of the bids that two players of another event place all the while. At last
the phones fetch as many bytes from a bare loop, for the ratio. The phones share this machine with the server.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode

from app.deckcheck.catalog import load_catalog
from app.live.notices import Notice
from app.services.event import queries
from app.services.event.settings import TournamentDraft
from app.services.event.tournaments import create_tournament, tournament_id_by_code
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.installation import Installation
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.people import registration, sessions
from app.services.people.accounts import account_named
from app.services.people.entries import Entry
from app.services.play import results, rounds
from app.storage.database import Database
from app.tournament.results import Ending, Outcome, Report
from app.web.requester import ACCOUNT_COOKIE, PLAYER_COOKIE
from app.web.server.capacity import raise_limit
from tests.benchmarks.fetching_phones import Browser, Tally, head
from tests.calls import call_of
from tests.soak.engines import OLGA, Engine, new_database, own_postgres
from tests.soak.two_processes import filled, serving

DESK_PARTS = ("next", "clock", "tables", "reports", "calls", "entry")
PUBLIC = "round,results,standings,clock,tournament,announcement"
WALL = "tournament,round,clock,results,standings,announcement,players"
THINK_SECONDS = 8.0
LONGEST_MOMENT = 90.0
QUIET_SECONDS = 3.0
BID_PAUSE = 0.25
Seats = tuple[int, int, int, int]


@dataclass
class Event:
    """A filled event: its code, tables (id, number, first, second) and the keys of its players."""

    code: str
    tables: Sequence[Seats]
    keys: dict[int, str]


@dataclass
class Hall:
    """The open pages of an event, on processes with these ports and ids."""

    event: Event
    ports: Sequence[int]
    pids: Sequence[int]
    phones: dict[int, Browser]
    screens: Sequence[Browser]
    tally: Tally
    bids: list[float] = field(default_factory=list)
    each: dict[str, float] = field(default_factory=dict)  # milliseconds a phone by the moment's name

    @property
    def pages(self) -> list[Browser]:
        """All open pages."""
        return [*self.phones.values(), *self.screens]

    async def open(self) -> None:
        """Open all pages, 64 at a time."""
        pages = self.pages
        for start in range(0, len(pages), 64):
            await asyncio.gather(*(page.open() for page in pages[start : start + 64]))

    def processor(self) -> float:
        """Seconds of processor time all processes have used."""
        # The number of a process's own clock on Linux (clock_getcpuclockid), exact to less than a tick.
        return sum(time.clock_gettime((~pid << 3) | 2) for pid in self.pids)

    async def desk(self, method: str, path: str, body: str = "") -> None:
        """Give a command by the API."""
        status = await by_api(
            self.ports[0], method, f"/tournaments/{self.event.code}{path}", "token-of-olga", body
        )
        if status >= 400:
            raise SystemExit(f"{method} {path} was answered {status}")

    async def moment(self, name: str, do: Callable[[], Awaitable[object]], *, wakes: bool = True) -> None:
        """Do something, wait until every page shows it, and print what that took."""
        self.tally.clear()
        self.bids.clear()
        used, began = self.processor(), time.perf_counter()
        before = {id(page): page.shown for page in self.pages}
        await do()
        done = time.perf_counter() - began
        waiting = list(self.phones.values())
        while wakes and time.perf_counter() - began < LONGEST_MOMENT + done:
            if all(phone.shown > before[id(phone)] and phone.shown >= phone.version for phone in waiting):
                break
            await asyncio.sleep(0.05)
        await asyncio.sleep(QUIET_SECONDS if not wakes else 0.5)
        shown = sorted(phone.shown_at - began for phone in waiting if phone.shown > before[id(phone)])
        used = self.processor() - used
        half, whole = (
            (shown[len(waiting) // 2] if len(shown) > len(waiting) // 2 else None),
            len(shown) == len(waiting),
        )
        last = shown[-1] if shown and whole else None
        self.each[name] = 1000 * used / len(waiting)
        # Where only those at their tables are woken, nobody waits for all.
        came = f"half {told(half)}, all {told(last)}" if wakes else f"{'of some phones':27}"
        print(
            f"  {name:<10} answered {done:6.2f} s, {came}"
            f" ({len(shown)} shown), fetches {self.tally.fetches:5}, refused {self.tally.refused},"
            f" given up {self.tally.given_up}, processor {self.each[name]:6.2f} ms a phone,"
            f" slowest bid {1000 * max(self.bids, default=0):.0f} ms of {len(self.bids)}",
            flush=True,
        )


def told(seconds: float | None) -> str:
    """Seconds, or that it never came."""
    return f"{seconds:5.2f} s" if seconds is not None else " never "


async def by_api(port: int, method: str, path: str, token: str, body: str = "") -> int:
    """The status of one request over a connection of its own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    content = body.encode()
    writer.write(
        f"{method} /api/v1{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
        "Content-Type: application/json\r\n"
        f"Content-Length: {len(content)}\r\nConnection: close\r\n\r\n".encode()
        + content
    )
    try:
        status, _, _ = await head(reader)
    finally:
        writer.close()
    return status


async def bidding(hall: Hall, tables: Sequence[Seats]) -> None:
    """Three bids and a pass at each table by the players' phones, thinking before each."""
    chance, moves = random.Random(4), ({"bid": 0, "side": "corp"}, {"bid": 1}, {"bid": 2}, {"pass": 1})

    async def play(table: Seats, *seats: Browser) -> None:
        for version, move in enumerate(moves):
            await asyncio.sleep(chance.uniform(0, 2 * THINK_SECONDS))
            await tap(hall, seats[version % 2], "bid", table[0], version=version, **move)

    await at_tables(hall, tables, play)


async def reporting(hall: Hall, tables: Sequence[Seats]) -> None:
    """Both players of each table report."""
    chance = random.Random(5)

    async def report(table: Seats, *seats: Browser) -> None:
        for phone in seats:
            await asyncio.sleep(chance.uniform(0, THINK_SECONDS))
            await tap(hall, phone, "result", table[0], outcome="corp", ending="agenda")

    await at_tables(hall, tables, report)


async def at_tables(hall: Hall, tables: Sequence[Seats], play: Callable[..., Awaitable[None]]) -> None:
    """Let the phones of each table play."""
    # A browser sends a form over another connection than the one it fetches by.
    taps = {player: Browser(p.port, p.headers, "", (), hall.tally) for player, p in hall.phones.items()}
    await asyncio.gather(*(play(table, taps[table[2]], taps[table[3]]) for table in tables))
    for phone in taps.values():
        phone.hang_up()


async def tap(hall: Hall, phone: Browser, path: str, table: int, **form: object) -> None:
    """Send a form of a player's page."""
    began = time.perf_counter()
    status, _, body = await phone.ask(
        "POST", f"/t/{hall.event.code}/me/{path}?table={table}", urlencode(form)
    )
    hall.bids.append(time.perf_counter() - began)
    if status != 200:
        raise SystemExit(f"{path} at table {table} was answered {status}: {body[:200]!r}")


async def bid_on(hall: Hall, other: Event) -> None:
    """Two players of another event bid one after the other for ever, by the API."""
    table, _, first, second = other.tables[0]
    path = f"/tournaments/{other.code}/tables/{table}"
    while True:
        for number in range(11):
            body = json.dumps({"version": number, "bid": number} | ({} if number else {"side": "corp"}))
            began = time.perf_counter()
            key = other.keys[(first, second)[number % 2]]
            status = await by_api(hall.ports[0], "POST", f"{path}/bids", key, body)
            hall.bids.append(time.perf_counter() - began if status < 400 else float("inf"))
            await asyncio.sleep(BID_PAUSE)
        again = '{"action": "restart", "reason": "The next auction"}'
        await by_api(hall.ports[0], "POST", f"{path}/auction", "token-of-olga", again)


def prepared(url: str, players: int, live_tables: int) -> tuple[Event, Event]:
    """The hall with a published first round, most of its tables with their result; another event."""
    event = Event(*filled(url, players // 2))
    database = Database(url)
    unheard: list[Notice] = []
    installation, now = Installation(database, load_catalog(), unheard.append), datetime.now(UTC)
    olga = Actor(ActorKind.ORGANIZER, account_named(installation, OLGA).id, OLGA)
    tournament_id = tournament_id_by_code(installation, event.code)
    call = call_of(installation, tournament_id, olga, now)
    for table, _, first, _ in event.tables[live_tables:]:
        forfeit = Report(Outcome.CORP, Ending.FORFEIT)
        results.correct_result(call, table, forfeit, winner_id=first)
    for player in event.keys:
        actor = Actor(ActorKind.PLAYER, player, "", tournament_id)
        sessions.open_session(installation, now, f"session-{player}", actor)
    sessions.open_session(installation, now, "session-of-olga", olga)
    other = _other_event(installation, olga, now)
    database.dispose()
    return event, other


def _other_event(installation: Installation, olga: Actor, now: datetime) -> Event:
    """An event of two players, whose only table is being played."""
    made = create_tournament(installation, olga, now, TournamentDraft("Another", now.date()), seed=2)
    call = call_of(installation, made.id, olga, now)
    keys = [f"other-{number}-" + "k" * 40 for number in range(2)]
    entered = registration.register_players(call, [Entry("One"), Entry("Two")], keys).value
    rounds.pair_round(call, 1)
    rounds.publish_round(call, 1)
    (table,) = queries.round_view(installation, made.id, 1, ORGANIZER_VIEWER, now).tables
    assert table.second is not None
    seats = (table.id, 1, table.first.player_id, table.second.player_id)
    return Event(made.code, [seats], {row.player_id: key for row, key in zip(entered, keys, strict=True)})


def pages_of(event: Event, ports: Sequence[int], tally: Tally) -> tuple[dict[int, Browser], list[Browser]]:
    """The page of every player, of two processes every other one at each; a desk and a wall."""
    live, base = f"/api/v1/tournaments/{event.code}/live", f"/t/{event.code}"
    phones = {}
    for number, player in enumerate(sorted(event.keys)):
        topics = f"seat/{player},round,clock,tournament,announcement"
        signed = f"Cookie: {PLAYER_COOKIE}=session-{player}\r\n"
        port = ports[number % len(ports)]
        phones[player] = Browser(port, signed, f"{live}?topics={topics}", [f"{base}/me/fragment"], tally)
    desk_signed = f"Cookie: {ACCOUNT_COOKIE}=session-of-olga\r\n"
    desk = Browser(ports[0], desk_signed, live, [f"{base}/desk/parts?names={','.join(DESK_PARTS)}"], tally)
    wall = Browser(ports[-1], "", f"{live}?topics={WALL}", [f"{base}/wall"], tally)
    return phones, [desk, wall]


@asynccontextmanager
async def full_hall(
    engine: Engine, processes: int, players: int, live_tables: int
) -> AsyncIterator[tuple[Hall, Event]]:
    """A served hall with all its pages open, and the other event."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cache-refresh-hall-")))
        postgres = stack.enter_context(own_postgres()) if engine == "postgres" else None
        url = stack.enter_context(new_database(engine, folder, postgres, "hall"))
        event, other = prepared(url, players, live_tables)
        servers = [await stack.enter_async_context(serving(url, folder)) for _ in range(processes)]
        ports, pids = [each.port for each in servers], [each.process.pid for each in servers if each.process]
        tally = Tally()
        hall = Hall(event, ports, pids, *pages_of(event, ports, tally), tally)
        await hall.open()
        try:
            yield hall, other
        finally:
            await asyncio.gather(*(page.close() for page in hall.pages))


async def bare_loop(hall: Hall, size: int) -> float:
    """Milliseconds of processor time a request of a loop that only answers with `size` bytes."""
    command = (sys.executable, "-m", "tests.benchmarks.bare_loop", str(size))
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    port = int(await process.stdout.readline())
    phones = [Browser(port, phone.headers, "", ["/"], Tally()) for phone in hall.phones.values()]
    bare = replace(hall, pids=[process.pid])
    for phone in phones:
        await phone.ask("GET", "/t/ABCDE/me/fragment")
    used = bare.processor()
    for _ in range(3):
        await asyncio.gather(*(phone.ask("GET", "/t/ABCDE/me/fragment") for phone in phones))
    used = bare.processor() - used
    for phone in phones:
        phone.hang_up()
    process.terminate()
    await process.wait()
    return 1000 * used / len(phones) / 3


async def run(engine: Engine, processes: int, players: int, live_tables: int) -> None:
    """One arrangement from the announcement to the next round, printed line by line."""
    async with full_hall(engine, processes, players, live_tables) as (hall, other):
        print(f"{players} phones, {engine}, {processes} process{'es' if processes > 1 else ''}", flush=True)
        bidder = asyncio.create_task(bid_on(hall, other))
        await asyncio.sleep(1)
        said = '{"text": "Lunch until two"}'
        await hall.moment("announce", lambda: hall.desk("POST", "/announcements", said))
        size = hall.tally.bytes // max(1, hall.tally.fetches)
        await hall.moment("start", lambda: hall.desk("POST", "/rounds/1/clock", '{"action": "start"}'))
        live = hall.event.tables[:live_tables]
        await hall.moment("bidding", lambda: bidding(hall, live), wakes=False)
        await hall.moment("reports", lambda: reporting(hall, live), wakes=False)
        await hall.moment("close", lambda: hall.desk("POST", "/rounds/1/close"))
        await hall.moment("pair", lambda: hall.desk("POST", "/rounds", "{}"), wakes=False)
        await hall.moment("publish", lambda: hall.desk("POST", "/rounds/2/publish"))
        bidder.cancel()
        with suppress(asyncio.CancelledError):
            await bidder
        bare = await bare_loop(hall, size)
        times = ", ".join(f"{name} {used / bare:.0f}" for name, used in hall.each.items())
        print(
            f"  a bare loop with {size} bytes: {bare:.3f} ms a request; as many of these: {times}", flush=True
        )


def main() -> int:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", default="128,512,2000", help="2000 are the most of an event")
    parser.add_argument("--engines", default="sqlite,postgres")
    parser.add_argument("--tables", type=int, default=64, help="tables that bid and report by their phones")
    arguments = parser.parse_args()
    raise_limit()
    for engine in arguments.engines.split(","):
        for players in arguments.players.split(","):
            asyncio.run(run(engine, 2 if engine == "postgres" else 1, int(players), arguments.tables))
    return 0


if __name__ == "__main__":
    sys.exit(main())
