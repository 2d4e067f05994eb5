"""How many requests a second the public pages of a running event serve from memory, and rendered each time.

    python tests/benchmarks/bench_public.py [--players 128] [--rounds 5] [--seconds 4]

An event is played in a database of its own, its last round left open. Two processes of the program serve it:
one as it is, one whose memory forgets everything at once, so that it renders the same page from the database
at each request. They are asked in turns over connections that stay open, so that whatever else the machine
does slows both. Beside the rate stands the server's own processor time per request. It fails (exit 1) where
memory is less than ten times as fast.
"""

import argparse
import logging
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection
from pathlib import Path

import uvicorn

from app.deckcheck.catalog import load_catalog
from app.services.event import queries, tournaments
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.installation import Installation
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.people import registration
from app.services.people.accounts import create_account
from app.services.people.entries import Entry
from app.services.play import auctions, clocks, results, rounds
from app.settings import Settings
from app.sides import Side
from app.storage.database import Database
from app.tournament.results import Ending, Outcome, Report
from app.web.app import create_app
from app.web.cache.response_cache import Published
from tests.calls import call_of

CONNECTIONS = 8
WANTED_RATIO = 10
TURNS = 4
FORGETFUL = "BENCH_FORGETFUL"


@dataclass(frozen=True)
class Hall:
    """The event that is asked for."""

    code: str
    rounds: int


def play(url: str, players: int, count: int) -> Hall:
    """Play an event of `players` players up to the middle of its last round."""
    chance = random.Random(128)
    database = Database(url)
    database.migrate()
    program = Installation(database, load_catalog(), lambda notice: None)
    now = datetime.now(UTC) - timedelta(minutes=10)
    actor = Actor(ActorKind.ORGANIZER, create_account(program, now, "Olga", "link").id, "Olga")
    draft = tournaments.TournamentDraft("Bench", now.date(), deck_policy="none", planned_rounds=count)
    made = tournaments.create_tournament(program, actor, now, draft, seed=5)
    names = [Entry(f"Player {number:03}", corp_identity="NBN: Making News") for number in range(players)]
    registration.register_players(
        call_of(program, made.id, actor, now), names, [f"s{n}" for n in range(players)]
    )
    for number in range(1, count + 1):
        rounds.pair_round(call_of(program, made.id, actor, now), number)
        rounds.publish_round(call_of(program, made.id, actor, now), number)
        clocks.set_clock(call_of(program, made.id, actor, now), number, "start")
        shown = queries.round_view(program, made.id, number, ORGANIZER_VIEWER, now)
        for place, table in enumerate(shown.tables):
            if table.bye or (number == count and place % 2):
                continue
            at = (call_of(program, made.id, actor, now), table.id)
            side, outcome = chance.choice(list(Side)), chance.choice((Outcome.CORP, Outcome.RUNNER))
            auctions.settle_auction(
                *at, winner_id=table.first.player_id, side=side, bid=chance.randint(0, 10)
            )
            results.correct_result(*at, Report(outcome, Ending.AGENDA))
        if number < count:
            rounds.close_round(call_of(program, made.id, actor, now), number)
    database.dispose()
    return Hall(made.code, count)


def serve(url: str, port: int) -> None:
    """Serve the database; the process of its own that is measured."""
    app = create_app(Settings(database_url=url, environment="development", rate_limits=False))
    if os.environ.get(FORGETFUL):
        object.__setattr__(app.state.context, "published", Published(most_bytes=0))
    logging.disable(logging.CRITICAL)
    uvicorn.run(app, host="127.0.0.1", port=port, log_config=None, access_log=False)


def ask(port: int, path: str, seconds: float, headers: dict[str, str] | None = None) -> tuple[float, int]:
    """Requests a second over some connections at once, and the bytes of an answer."""
    counts, size, end = [], [0], time.perf_counter() + seconds

    def client() -> None:
        connection, asked = HTTPConnection("127.0.0.1", port, timeout=60), 0
        while time.perf_counter() < end:
            connection.request("GET", path, headers=headers or {})
            answer = connection.getresponse()
            body = answer.read()
            assert answer.status == (304 if headers else 200), (answer.status, body[:200])
            asked, size[0] = asked + 1, len(body)
        counts.append(asked)

    began = time.perf_counter()
    threads = [threading.Thread(target=client) for _ in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / (time.perf_counter() - began), size[0]


def started(url: str, forgetful: bool) -> tuple[subprocess.Popen[bytes], int]:
    """The program as a process, and its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    environment = {**os.environ, FORGETFUL: "1" if forgetful else ""}
    process = subprocess.Popen([sys.executable, __file__, "--serve", url, str(port)], env=environment)
    for _ in range(600):
        try:
            HTTPConnection("127.0.0.1", port, timeout=5).request("GET", "/healthz")
            return process, port
        except OSError:
            time.sleep(0.1)
    raise SystemExit("The program did not start.")


def etag_of(port: int, path: str) -> str:
    """The ETag of a page."""
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    return answer.headers["etag"]


@dataclass
class Served:
    """What one way of serving one page came to."""

    requests: float = 0
    seconds: float = 0
    processor: float = 0
    size: int = 0

    @property
    def rate(self) -> float:
        """Requests a second."""
        return self.requests / self.seconds

    @property
    def milliseconds(self) -> float:
        """The server's processor time for one request."""
        return 1000 * self.processor / self.requests

    def add(
        self, pid: int, port: int, path: str, seconds: float, headers: dict[str, str] | None = None
    ) -> None:
        """Ask for a while and count."""
        before, began = processor_seconds(pid), time.perf_counter()
        rate, self.size = ask(port, path, seconds, headers)
        took = time.perf_counter() - began
        self.requests += rate * took
        self.seconds += took
        self.processor += processor_seconds(pid) - before


def processor_seconds(pid: int) -> float:
    """The processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(url: str, hall: Hall, seconds: float) -> int:
    """Print requests a second of each page both ways; the exit code."""
    event = f"/api/v1/tournaments/{hall.code}"
    pages = {
        "standings page": f"/t/{hall.code}/standings",
        "round page (closed)": f"/t/{hall.code}/rounds/{hall.rounds - 1}",
        "round page (being played)": f"/t/{hall.code}/pairings",
        "standings JSON": f"{event}/standings",
        "round JSON (being played)": f"{event}/rounds/{hall.rounds}",
    }
    both = [started(url, forgetful) for forgetful in (False, True)]
    try:
        counted = {name: _in_turns(both, path, seconds) for name, path in pages.items()}
        unchanged, (process, port) = Served(), both[0]
        path = pages["standings page"]
        unchanged.add(process.pid, port, path, seconds, {"if-none-match": etag_of(port, path)})
    finally:
        for process, _ in both:
            process.terminate()
            process.wait()
    print(f"{'':27}{'from memory':>22}{'rendered':>22}{'ratio':>8}{'size':>8}")
    for name, (fast, slow) in counted.items():
        print(
            f"{name:27}{fast.rate:>8.0f}/s {fast.milliseconds:>9.1f} ms{slow.rate:>9.1f}/s"
            f" {slow.milliseconds:>8.1f} ms{fast.rate / slow.rate:>7.0f}×{fast.size / 1024:>5.0f} kB"
        )
    print(f"{'standings page, unchanged':27}{unchanged.rate:>8.0f}/s {unchanged.milliseconds:>9.1f} ms")
    worst = min(fast.rate / slow.rate for name, (fast, slow) in counted.items() if "page" in name)
    print(f"lowest ratio of a page: {worst:.0f}; at least {WANTED_RATIO} are wanted")
    return 0 if worst >= WANTED_RATIO else 1


def _in_turns(
    both: list[tuple[subprocess.Popen[bytes], int]], path: str, seconds: float
) -> tuple[Served, Served]:
    results = (Served(), Served())
    for _, port in both:
        ask(port, path, 0.3)
    for _ in range(TURNS):
        for served, (process, port) in zip(results, both, strict=True):
            served.add(process.pid, port, path, seconds / TURNS)
    return results


def main() -> int:
    """Read the arguments and run."""
    if sys.argv[1:2] == ["--serve"]:
        serve(sys.argv[2], int(sys.argv[3]))
        return 0
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", type=int, default=128)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=4)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/bench.sqlite3"
        began = time.perf_counter()
        hall = play(url, arguments.players, arguments.rounds)
        played = time.perf_counter() - began
        print(f"{arguments.players} players, {arguments.rounds} rounds played in {played:.0f} s; one process")
        return measure(url, hall, arguments.seconds)


if __name__ == "__main__":
    sys.exit(main())
