"""Migrates the database to this program's schema: Alembic, one transaction, one process at a time.

A database of a newer program or of another one is refused before anything is touched. A SQLite file is copied
first, so that a migration can always be taken back by putting the copy in place. Alembic itself is loaded
only where there is something to migrate.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text

from app.storage.failures import DatabaseError
from app.storage.sqlite_file import copy_file

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).resolve().parents[2] / "migrations"
# Any fixed number will do; it keeps two starting processes apart.
MIGRATION_LOCK = 4_810_001
# Alembic keeps what it is doing in globals of its modules.
_one_in_this_process = threading.Lock()


class BrokenReferences(DatabaseError):
    """Rows refer to rows that are not there; `tables` names where."""

    def __init__(self, tables: list[str]) -> None:
        super().__init__(f"The migration would leave rows of {', '.join(tables)} without what they refer to.")
        self.tables = tables


def alembic_config(connection: Connection | None = None) -> "Config":
    """Alembic's configuration; commands run on the connection, if given, and leave its commit to us."""
    from alembic.config import Config

    _refuse_missing()
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _refuse_missing() -> None:
    if not (MIGRATIONS / "env.py").is_file():
        raise DatabaseError(
            f"The folder {MIGRATIONS} with the database's migrations is missing. Install it again."
        )


@lru_cache(maxsize=1)
def revisions() -> tuple[str, ...]:
    """Every schema version this program knows, the oldest first; the last is the one it needs.

    Each is the number its file's name begins with, and they follow one another.
    """
    _refuse_missing()
    return tuple(sorted(file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("*_*.py")))


def current_revision(connection: Connection) -> str | None:
    """The schema version of a database, None before its first migration."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def refuse_foreign(connection: Connection) -> None:
    """Raise DatabaseError if the database belongs to a newer program or to another one."""
    current = current_revision(connection)
    if current is None:
        if inspect(connection).get_table_names():
            raise DatabaseError(
                "This database holds the tables of another program. Let DATABASE_URL name an empty one."
            )
    elif current not in revisions():
        raise DatabaseError(
            f"This database was made by a newer version of the program (its schema is {current}, this "
            f"program knows up to {revisions()[-1]}). Start the newer version, or restore a copy from before."
        )


def upgrade(engine: Engine, target: str = "head") -> str | None:
    """Bring a database to a schema version, the newest unless told; returns the version it had before.

    Everything happens or nothing: both engines undo a migration that fails half-way.
    """
    with migrating(engine) as connection:
        refuse_foreign(connection)
        before = current_revision(connection)
        wanted = revisions()[-1] if target == "head" else target
        if before != wanted:
            if before is not None and engine.dialect.name == "sqlite":
                file = Path(engine.url.database or "")
                copy_file(file, free_name(file, before, wanted))
            bring_to(connection, target)
    return before


def bring_to(connection: Connection, target: str = "head") -> None:
    """Run the migrations up to a version on a connection from `migrating`."""
    from alembic import command

    with _one_in_this_process:
        command.upgrade(alembic_config(connection), target)


def free_name(file: Path, before: str, after: str) -> Path:
    """Where the copy made before a migration goes: beside the file, never over an older copy."""
    base = f"{file.stem}.{before}-before-{after}"
    names = (f"{base}{number}{file.suffix}" for number in ["", *(f".{n}" for n in range(2, 1000))])
    return next(path for name in names if not (path := file.with_name(name)).exists())


@contextmanager
def migrating(engine: Engine) -> Iterator[Connection]:
    """A connection in a transaction that keeps all other migrations (on SQLite all other writers) out."""
    with engine.execution_options(access="write").connect() as connection:
        if engine.dialect.name == "sqlite":
            with _without_foreign_keys(connection), connection.begin():
                yield connection
                _check_foreign_keys(connection)
        else:
            with connection.begin():
                # Another process may be migrating a large database: that is worth waiting for.
                connection.execute(text("SET LOCAL lock_timeout = '10min'"))
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
                yield connection


@contextmanager
def _without_foreign_keys(connection: Connection) -> Iterator[None]:
    """SQLite changes a table by copying and dropping it, which must not cascade to other rows."""
    cursor = connection.connection.cursor()
    cursor.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()


def _check_foreign_keys(connection: Connection) -> None:
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
    if broken:
        raise BrokenReferences(sorted({str(row[0]) for row in broken}))
