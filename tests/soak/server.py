"""The program with draws that repeat from run to run, started anew as often as it is killed.

    python -m tests.soak.server

A line `start DATABASE_URL PORT LOG` (parted by tabs) on standard input starts one server process: a fork made
when the program is loaded, so that two hundred starts don't take an hour, but nothing is opened yet. Its
process id goes to standard output. `end` ends it. Seeds are drawn from what the database holds, so an event
that was interrupted is drawn like one that was not.
"""

import os
import signal
import sys
from contextlib import suppress
from hashlib import blake2b

import psycopg
import uvicorn
from fastapi import FastAPI
from sqlmodel import Session, col, func, select

from app.settings import Settings
from app.storage.database import Database
from app.storage.tables import Round, Tournament
from app.web.app import create_app
from app.web.http.header_timeout import Hasty
from app.web.server.serving import LiveServer


def next_seed(session: Session) -> int:
    """A seed of 31 bits that is the same whenever the same events and rounds are there."""
    seeds = session.exec(select(Round.seed).order_by(col(Round.id))).all()
    tournaments = session.exec(select(func.count()).select_from(Tournament)).one()
    digest = blake2b(f"{tournaments}/{seeds}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") >> 1


def make_app(url: str) -> FastAPI:
    """The application with repeatable draws; it opens nothing before it is served."""

    def seed() -> int:
        database: Database = app.state.context.installation.database
        with database.read_session() as session:
            return next_seed(session)

    app = create_app(Settings(database_url=url, environment="development"), seed=seed)
    return app


def serve(app: FastAPI, port: int) -> None:
    """Serve until killed."""
    database: Database = app.state.context.installation.database
    if database.dialect == "postgresql":
        close_gaps(database.url)
    config = uvicorn.Config(app, "127.0.0.1", port, http=Hasty, log_level="warning", access_log=False)
    LiveServer(config).run()


def close_gaps(url: str) -> None:
    """Let the next player get the next id: an undone transaction of PostgreSQL keeps the ids it drew.

    Lots are drawn from the ids of players, so an event with gaps is another event. The lock waits for a
    transaction of a killed process that is just being committed.
    """
    with psycopg.connect(url.replace("+psycopg", "", 1)) as connection:
        if connection.execute("SELECT to_regclass('player')").fetchone() != (None,):
            connection.execute("LOCK TABLE player IN ACCESS EXCLUSIVE MODE")
            connection.execute(
                "SELECT setval(pg_get_serial_sequence('player', 'id'), max(id)) FROM player"
                " HAVING max(id) > 0"
            )


def start(app: FastAPI, port: int, log: str) -> int:
    """Fork a server whose standard error goes to the end of a file; its process id."""
    child = os.fork()
    if not child:
        os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), sys.stderr.fileno())
        serve(app, port)
        os._exit(0)
    return child


def main() -> None:
    """Do what each line says, until standard input ends."""
    apps: dict[str, FastAPI] = {}
    child = 0
    for line in sys.stdin:
        order, *told = line.rstrip("\n").split("\t")
        if child:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            child = 0
        if order == "start":
            url, port, log = told
            if url not in apps:
                apps[url] = make_app(url)
            child = start(apps[url], int(port), log)
        print(child, flush=True)
    if child:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
