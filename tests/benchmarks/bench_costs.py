"""What one request costs the server in processor time and statements: `make bench-costs`.

    python -m tests.benchmarks.bench_costs [--players 32,512,1000] [--repeats 30] [--only bid]

The application is asked within this process, without a network and over a SQLite file, so what is measured is
its own work: the processor time of all its threads. Each line shows the least and the median of some repeats,
and the statements of one. A bid is what phones make of it: the form, the answer to it, what the opponent's
phone fetches, and with a desk open, what that one fetches.
"""

import argparse
import asyncio
import gc
import json
import logging
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI
from sqlalchemy import event as engine_event

from app.services.event import queries
from app.services.event.tournaments import tournament_id_by_code
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.people import sessions
from app.services.people.accounts import account_named
from app.services.play import results, rounds
from app.settings import Settings
from app.tournament.results import Ending, Outcome, Report
from app.web.app import create_app
from app.web.context import Context
from app.web.requester import ACCOUNT_COOKIE, PLAYER_COOKIE
from tests.calls import call_of
from tests.soak.engines import OLGA
from tests.soak.two_processes import filled

Headers = Sequence[tuple[bytes, bytes]]
LIVE = ((b"x-requested-with", b"live"), (b"origin", b"http://127.0.0.1"))
DESK_PARTS = "next,clock,tables,reports,calls,alarm,entry"
DECK = Path(__file__).parents[1] / "deckcheck" / "lists" / "netrunnerdb-download-corp.txt"


@dataclass
class House:
    """An application within this process, an event in it, and the keys of those who ask."""

    app: FastAPI
    code: str
    tables: Sequence[tuple[int, int, int, int]]
    tokens: dict[int, str]
    statements: list[str] = field(default_factory=list)

    async def ask(
        self, method: str, path: str, headers: Headers = (), body: bytes = b"", kind: bytes = b""
    ) -> bytes:
        """The body of an answer, which must not be an error."""
        path, _, query = path.partition("?")
        told = [(b"host", b"127.0.0.1"), (b"accept-language", b"en"), *headers]
        if body:
            told += [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": told,
            "client": ("127.0.0.1", 5000),
            "server": ("127.0.0.1", 80),
            "state": {},
        }
        sent: list[Any] = []
        asked = False

        async def receive() -> dict[str, Any]:
            nonlocal asked
            if asked:
                await asyncio.Event().wait()
            asked = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        answer = b"".join(each.get("body", b"") for each in sent[1:])
        if sent[0]["status"] >= 300:
            raise SystemExit(f"{method} {path} was answered {sent[0]['status']}: {answer[:300]!r}")
        return answer

    async def form(self, path: str, headers: Headers, **fields: object) -> bytes:
        """Send a form as the page's script does."""
        sent = urlencode(fields).encode()
        return await self.ask("POST", path, headers, sent, b"application/x-www-form-urlencoded")


def as_player(player: int) -> Headers:
    """The headers of a phone."""
    return ((b"cookie", f"{PLAYER_COOKIE}=session-{player}".encode()), *LIVE)


def as_organizer(*more: tuple[bytes, bytes]) -> Headers:
    """The headers of the desk's browser."""
    return ((b"cookie", f"{ACCOUNT_COOKIE}=session-of-olga".encode()), *more)


def by_program(token: str) -> Headers:
    """The headers of a program."""
    return ((b"authorization", f"Bearer {token}".encode()),)


@contextmanager
def house(folder: Path, players: int) -> Iterator[House]:
    """An event with one round closed and one being played, half of whose tables have their result."""
    url = f"sqlite:///{folder / 'costs.sqlite3'}"
    code, first_tables, tokens = filled(url, players // 2)
    app = create_app(
        Settings(database_url=url, environment="development", rate_limits=False, data_dir=folder)
    )
    context: Context = app.state.context
    installation, now = context.installation, datetime.now(UTC)
    olga = Actor(ActorKind.ORGANIZER, account_named(installation, OLGA).id, OLGA)
    number = tournament_id_by_code(installation, code)
    for player in tokens:
        sessions.open_session(
            installation, now, f"session-{player}", Actor(ActorKind.PLAYER, player, "", number)
        )
    sessions.open_session(installation, now, "session-of-olga", olga)
    call = call_of(installation, number, olga, now)
    forfeit = Report(Outcome.CORP, Ending.FORFEIT)
    for table, _, first, _ in first_tables:
        results.correct_result(call, table, forfeit, winner_id=first)
    rounds.close_round(call, 1)
    rounds.pair_round(call, 2)
    rounds.publish_round(call, 2)
    view = queries.round_view(installation, number, 2, ORGANIZER_VIEWER, now)
    tables = [
        (each.id, each.table_number or 0, each.first.player_id, each.second.player_id)
        for each in view.tables
        if each.second is not None
    ]
    for table, _, first, _ in tables[len(tables) // 2 :]:
        results.correct_result(call, table, forfeit, winner_id=first)
    found = House(app, code, tables, tokens)

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        found.statements.append(statement)

    engine_event.listen(installation.database.engine, "before_cursor_execute", note)
    yield found
    installation.database.dispose()


@dataclass
class Cost:
    """Milliseconds of processor time and statements of each repeat."""

    times: list[float] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)

    def told(self) -> str:
        """For a line."""
        times = f"{min(self.times):8.2f} {statistics.median(self.times):8.2f} ms"
        return f"{times} {statistics.median(self.counts):5.0f} statements"


class Measure:
    """Adds up what steps cost, by name."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.costs: dict[str, Cost] = {}

    async def step(self, names: Sequence[str], doing: Awaitable[object]) -> None:
        """Wait for something; it counts for the names in a new repeat's last entry of each."""
        del self.house.statements[:]
        began = time.process_time()
        await doing
        spent = (time.process_time() - began) * 1000
        for name in names:
            cost = self.costs.setdefault(name, Cost())
            cost.times[-1] += spent
            cost.counts[-1] += len(self.house.statements)

    def begin(self, *names: str) -> None:
        """A new repeat of these."""
        for name in names:
            cost = self.costs.setdefault(name, Cost())
            cost.times.append(0.0)
            cost.counts.append(0)

    def print(self) -> None:
        """A line for each name."""
        for name, cost in self.costs.items():
            print(f"  {name:<44}{cost.told()}", flush=True)


async def bids(house: House, measure: Measure, repeats: int) -> None:
    """Bids between two phones, table after table, with a desk open; then by the API."""
    base = f"/t/{house.code}"
    names = ("bid: the form and its answer", "bid: the opponent's fetch", "bid: the desk's fetch")
    in_all = ("a bid between two phones, in all", "a bid with a desk open, in all")
    by_api = "a bid by the API"
    for step in range(repeats):
        table, _, first, second = house.tables[step % (len(house.tables) // 2 - 1)]
        version = step // (len(house.tables) // 2 - 1)
        if version % 2:
            first, second = second, first
        move = {"version": version, "bid": version} | ({} if version else {"side": "corp"})
        measure.begin(*names, *in_all)
        gc.collect()
        await measure.step(
            (names[0], *in_all), house.form(f"{base}/me/bid?table={table}", as_player(first), **move)
        )
        await measure.step((names[1], *in_all), house.ask("GET", f"{base}/me/fragment", as_player(second)))
        await measure.step(
            (names[2], in_all[1]),
            house.ask("GET", f"{base}/desk/parts?names={DESK_PARTS}", as_organizer(*LIVE)),
        )
    table, _, first, second = house.tables[len(house.tables) // 2 - 1]
    for version in range(min(11, repeats)):
        measure.begin(by_api)
        sent = json.dumps(
            {"version": version, "bid": version} | ({} if version else {"side": "corp"})
        ).encode()
        token = house.tokens[(first, second)[version % 2]]
        path = f"/api/v1/tournaments/{house.code}/tables/{table}/bids"
        await measure.step((by_api,), house.ask("POST", path, by_program(token), sent, b"application/json"))


async def pages(house: House, measure: Measure, repeats: int) -> None:
    """Pages of the event as a visitor, a player and the organizer see them."""
    base, player = f"/t/{house.code}", house.tables[0][2]
    who: dict[str, Headers] = {
        "visitor": (),
        "player": as_player(player)[:1],
        "organizer": as_organizer(),
    }
    shown = {
        "event": "",
        "pairings": "/pairings",
        "round 1": "/rounds/1",
        "standings": "/standings",
    }
    asked = {
        f"{name}, {asker}": (base + path, headers)
        for name, path in shown.items()
        for asker, headers in who.items()
    }
    asked |= {
        f"{name} as JSON, {asker}": (f"/api/v1/tournaments/{house.code}{path}", headers)
        for name, path in {"standings": "/standings", "round 2": "/rounds/2"}.items()
        for asker, headers in (
            ("visitor", ()),
            ("player", by_program(house.tokens[player])),
            ("organizer", by_program("token-of-olga")),
        )
    }
    asked |= {
        "desk": (f"{base}/desk", as_organizer()),
        "desk, all parts": (f"{base}/desk/parts?names={DESK_PARTS}", as_organizer(*LIVE)),
        "desk: players": (f"{base}/desk/players", as_organizer()),
        "desk: rounds": (f"{base}/desk/rounds", as_organizer()),
        "desk: round 2": (f"{base}/desk/rounds/2", as_organizer()),
        "desk: journal": (f"{base}/desk/journal", as_organizer()),
        "my table": (f"{base}/me", as_player(player)[:1]),
        "healthz": ("/healthz", ()),
    }
    for path, headers in asked.values():
        await house.ask("GET", path, headers)
    gc.collect()
    for _ in range(repeats):
        for name, (path, headers) in asked.items():
            measure.begin(name)
            await measure.step((name,), house.ask("GET", path, headers))


async def decks(house: House, measure: Measure, repeats: int) -> None:
    """The deck check, short and with details."""
    deck = DECK.read_bytes()
    sent = json.dumps({"deck": deck.decode(), "details": True}).encode()
    for _ in range(repeats):
        measure.begin("deck check", "deck check as JSON with details")
        await measure.step(
            ("deck check",),
            house.ask("POST", "/api/v1/decks/check?date=2018-02-15", (), deck, b"text/plain"),
        )
        await measure.step(
            ("deck check as JSON with details",),
            house.ask("POST", "/api/v1/decks/check?date=2018-02-15", (), sent, b"application/json"),
        )


KINDS = {"bid": bids, "pages": pages, "decks": decks}


async def run(folder: Path, players: int, repeats: int, only: Sequence[str]) -> None:
    """Measure an event of some size."""
    print(f"{players} players", flush=True)
    with house(folder, players) as found:
        gc.collect()
        gc.freeze()
        for kind in only:
            measure = Measure(found)
            await KINDS[kind](found, measure, repeats)
            measure.print()


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", default="32,512,1000")
    parser.add_argument("--repeats", type=int, default=30)
    parser.add_argument("--only", default=",".join(KINDS))
    asked = parser.parse_args()
    logging.disable(logging.CRITICAL)
    for players in map(int, asked.players.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(run(Path(folder), players, asked.repeats, asked.only.split(",")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
