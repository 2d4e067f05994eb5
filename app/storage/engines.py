"""Which engine a URL means, and how its connections are set up so that nothing acknowledged is lost.

SQLite: write-ahead log, foreign keys, synchronous=NORMAL because log_sync.py brings every command to the
disk, and transactions begun by us, because the driver's own begin too late to keep two writers apart.
PostgreSQL: psycopg 3, bounded waits, connections tested before use so that a restarted server is noticed.
"""

import sqlite3
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Literal

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError

from app.storage.deadline import seconds_left
from app.storage.failures import UNOPENABLE, DatabaseError
from app.storage.sqlite_file import private_folder

DialectName = Literal["sqlite", "postgresql"]

LOCK_WAIT_SECONDS = 10.0
SQLITE_DRIVERS = frozenset({"sqlite", "sqlite+pysqlite"})
POSTGRES_DRIVERS = frozenset({"postgres", "postgresql", "postgresql+psycopg"})
SQLITE_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = NORMAL",
    "PRAGMA fullfsync = ON",  # macOS: a plain fsync leaves the data in the drive's cache
    "PRAGMA foreign_keys = ON",
)
POSTGRES_SESSION = (
    # A process that was suspended in mid-command must not hold a tournament for the rest of the day.
    "SET idle_in_transaction_session_timeout = '60s'",
    "SET TIME ZONE 'UTC'",
)


def parse_url(url: str) -> URL:
    """The URL with its driver named; raises DatabaseError for all but SQLite files and PostgreSQL."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise DatabaseError(
            "DATABASE_URL is no database address. Use sqlite:///data/cache-refresh.sqlite3 or "
            "postgresql://user:password@host/database"
        ) from None
    if parsed.drivername in POSTGRES_DRIVERS:
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername not in SQLITE_DRIVERS:
        raise DatabaseError(
            f"DATABASE_URL names {parsed.drivername}, which is not supported. "
            "Use sqlite:///… for SQLite or postgresql://… for PostgreSQL."
        )
    if not parsed.database or parsed.database.startswith((":memory:", "file:")):
        raise DatabaseError(
            "An in-memory SQLite database is not supported: it would be lost at the end of the program. "
            "Name a file, like sqlite:///data/cache-refresh.sqlite3"
        )
    return parsed.set(drivername="sqlite+pysqlite")


def build_engine(url: URL, lock_wait_seconds: float) -> Engine:
    """The engine for a parsed URL; no connection is opened yet, but the folder of a SQLite file is made."""
    milliseconds = round(lock_wait_seconds * 1000)
    if url.get_backend_name() == "sqlite":
        # First of all, so that even the change to a write-ahead log waits for its turn.
        statements = (f"PRAGMA busy_timeout = {milliseconds}", *SQLITE_PRAGMAS)
        return _sqlite_engine(url, statements, lock_wait_seconds)
    return _postgres_engine(url, (f"SET lock_timeout = {milliseconds}", *POSTGRES_SESSION))


def _sqlite_engine(url: URL, statements: Sequence[str], lock_wait_seconds: float) -> Engine:
    try:
        # It will hold password hashes: nobody else on the machine needs to look into a folder we make.
        private_folder(Path(url.database or "").parent)
    except OSError as error:
        raise DatabaseError(UNOPENABLE) from error
    # A handler's thread never waits for a connection: they are cheap, only writing is one at a time.
    engine = create_engine(url, pool_size=8, max_overflow=56, hide_parameters=True)
    event.listen(engine, "connect", partial(_set_up_sqlite, statements))
    event.listen(engine, "begin", partial(_begin_sqlite, lock_wait_seconds))
    return engine


def _postgres_engine(url: URL, statements: Sequence[str]) -> Engine:
    # 20 connections keep 2 cores busy; four such processes stay below PostgreSQL's usual limit of 100.
    engine = create_engine(
        url,
        pool_size=10,
        max_overflow=10,
        pool_timeout=LOCK_WAIT_SECONDS,
        pool_pre_ping=True,
        pool_recycle=1800,
        hide_parameters=True,  # a failed statement is logged, and its values are names and hashes
        connect_args={"connect_timeout": round(LOCK_WAIT_SECONDS), "application_name": "cache-refresh"},
    )
    event.listen(engine, "connect", partial(_set_up_postgres, statements))
    return engine


def _set_up_sqlite(statements: Sequence[str], connection: DBAPIConnection, _entry: object) -> None:
    connection.isolation_level = None  # the driver begins nothing by itself; _begin_sqlite does
    cursor = connection.cursor()
    for statement in statements:
        cursor.execute(statement)
    cursor.close()


def _begin_sqlite(lock_wait_seconds: float, connection: Connection) -> None:
    """Begin as the `access` option says; a reader that tries to write is refused.

    Straight to the driver: three statements a request go this way, and SQLAlchemy's part in each costs more
    than SQLite's.
    """
    access = connection.get_execution_options().get("access")
    driver, info = connection.connection.driver_connection, connection.info
    assert isinstance(driver, sqlite3.Connection)
    query_only = access == "read"
    if info.get("query_only") is not query_only:
        driver.execute(f"PRAGMA query_only = {'ON' if query_only else 'OFF'}")
        info["query_only"] = query_only
    if access != "write":
        driver.execute("BEGIN")
        return
    # Other processes are waited for as long as the command has left, not once more from the beginning.
    driver.execute(f"PRAGMA busy_timeout = {round(seconds_left(lock_wait_seconds) * 1000)}")
    driver.execute("BEGIN IMMEDIATE")


def _set_up_postgres(statements: Sequence[str], connection: DBAPIConnection, _entry: object) -> None:
    connection.autocommit = True  # a SET inside a transaction would be undone by its rollback
    cursor = connection.cursor()
    for statement in statements:
        cursor.execute(statement)
    cursor.close()
    connection.autocommit = False
