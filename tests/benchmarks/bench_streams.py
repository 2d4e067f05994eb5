"""Fills a hall on a fresh server and runs the live benchmark in it: `make bench-live`.

Starts `python -m app serve` on a new SQLite file, enters 512 players, publishes the first round and hands the
256 tables with the players' tokens to bench_live.py.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from app.deckcheck.catalog import load_catalog
from app.live.notices import Notice
from app.services.event import queries, tournaments
from app.services.event.settings import TournamentDraft
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.installation import Installation
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.people import accounts, registration
from app.services.people.entries import Entry
from app.services.play import rounds
from app.storage.database import Database
from tests.calls import call_of

HERE = Path(__file__).parent
PLAYERS = 512


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, int]]:
    """The address and process id of a server on the database in `folder`."""
    environment = {
        **os.environ,
        "CACHE_REFRESH_DATA_DIR": str(folder),
        "CACHE_REFRESH_ENVIRONMENT": "development",
    }
    command = [sys.executable, "-m", "app", "serve", "--host", "127.0.0.1", "--port", "0"]
    with (
        open(folder / "server.log", "w") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment) as server,
    ):
        assert server.stdout is not None
        try:
            yield server.stdout.readline().split()[-1], server.pid
        finally:
            server.terminate()


def filled(folder: Path, players: int) -> dict[str, Any]:
    """The tables of a published first round of `players`, with their tokens."""
    database = Database(f"sqlite:///{folder / 'cache-refresh.sqlite3'}")
    database.migrate()
    nobody: list[Notice] = []
    installation, now = Installation(database, load_catalog(), nobody.append), datetime.now(UTC)
    account = accounts.create_account(installation, now, "Benchmark", token_urlsafe())
    actor = Actor(ActorKind.ORGANIZER, account.id, account.name)
    made = tournaments.create_tournament(
        installation, actor, now, TournamentDraft("A full hall", now.date()), seed=1
    )
    secrets = [token_urlsafe(32) for _ in range(players)]
    entered = registration.register_players(
        call_of(installation, made.id, actor, now), [Entry(f"Player {n}") for n in range(players)], secrets
    ).value
    tokens = {player.player_id: secret for player, secret in zip(entered, secrets, strict=True)}
    rounds.pair_round(call_of(installation, made.id, actor, now), 1)
    rounds.publish_round(call_of(installation, made.id, actor, now), 1)
    view = queries.round_view(installation, made.id, 1, ORGANIZER_VIEWER, now)
    database.dispose()
    return {
        "code": made.code,
        "tables": [
            {
                "id": table.id,
                "first": tokens[table.first.player_id],
                "second": tokens[table.second.player_id],
            }
            for table in view.tables
            if table.second is not None
        ],
    }


def main() -> int:
    """Fill, serve, measure; the exit status of the benchmark. Further arguments go to bench_live.py."""
    with tempfile.TemporaryDirectory(prefix="cache-refresh-hall-") as name:
        folder = Path(name)
        tables = folder / "tables.json"
        tables.write_text(json.dumps(filled(folder, PLAYERS)))
        with serving(folder) as (url, pid):
            command = [sys.executable, str(HERE / "bench_live.py"), url, str(tables), "--pid", str(pid)]
            return subprocess.run([*command, *sys.argv[1:]], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
