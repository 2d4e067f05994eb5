"""A backup takes the place of a database: what was there is kept beside it, and nobody may be using it.

A SQLite database may also be restored from a copy of its file, as the program makes them at every round and
before a migration.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, inspect, text

from app.storage.backups import ENDING, load_backup, read_header, write_backup
from app.storage.database import Database
from app.storage.failures import DatabaseError, explained
from app.storage.sqlite_file import IN_USE, check_integrity, close_log, copy_file

LEAVING_SECONDS = 2.0
SQLITE_MAGIC = b"SQLite format 3\x00"
NEEDS_FORCE = (
    "There is a database already. With --force it is replaced, and kept beside it under another name."
)


@dataclass(frozen=True)
class Restored:
    """What a restore did: where the database that was there is kept, None when there was none."""

    kept: Path | None


def restore(database: Database, source: Path, now: datetime, keep_in: Path, force: bool) -> Restored:
    """Put a backup, or a copy of a SQLite file, in the place of a database.

    Everything is read and checked before the database is touched. `keep_in` is the folder for what a
    PostgreSQL database held. Raises DatabaseError, and then nothing has changed.
    """
    with TemporaryDirectory(prefix="cache-refresh-restore-", dir=_folder(database)) as folder:
        backup = _as_backup(source, Path(folder), now)
        if database.file is not None:
            return _replace_file(database.file, backup, Path(folder), now, force)
        return _replace_tables(database, backup, now, keep_in, force)


def _folder(database: Database) -> Path | None:
    """Beside the database, so that the new file takes the old one's place in one step."""
    return database.file.absolute().parent if database.file is not None else None


def is_sqlite(source: Path) -> bool:
    """Whether a file is a SQLite database; raises DatabaseError if it can't be read."""
    try:
        with source.open("rb") as file:
            return file.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC
    except OSError as error:
        raise DatabaseError(f"{source} can't be read: {error.strerror}.") from None


@contextmanager
def opened_copy(source: Path, folder: Path) -> Iterator[Database]:
    """What a backup or a SQLite file holds, as a database of its own in `folder`, of this program's schema.

    Raises DatabaseError.
    """
    copy, is_file = folder / "copy.sqlite3", is_sqlite(source)
    if is_file:
        check_integrity(source)
        copy_file(source, copy)
    opened = Database(f"sqlite:///{copy}")
    try:
        opened.migrate()
        if not is_file:
            load_backup(opened, source)
        yield opened
    finally:
        opened.dispose()


def _as_backup(source: Path, folder: Path, now: datetime) -> Path:
    """The source as a backup file: itself, or what a SQLite file holds, whichever schema it has."""
    if not is_sqlite(source):
        read_header(source)
        return source
    with opened_copy(source, folder) as opened:
        write_backup(opened, folder / f"copy{ENDING}", now)
    return folder / f"copy{ENDING}"


def _replace_file(target: Path, backup: Path, folder: Path, now: datetime, force: bool) -> Restored:
    there = target.exists() and target.stat().st_size > 0
    if there and not force:
        raise DatabaseError(NEEDS_FORCE)
    fresh = folder / "new.sqlite3"
    made = Database(f"sqlite:///{fresh}")
    try:
        made.migrate()
        load_backup(made, backup)
    finally:
        made.dispose()
    check_integrity(fresh)
    close_log(fresh)
    kept = None
    if there:
        close_log(target, damaged_is_fine=True)
        kept = free_name(target, now)
        target.rename(kept)
    for ending in ("-wal", "-shm"):
        log = target.with_name(target.name + ending)
        if log.exists() and kept is not None:  # of a damaged file: it may hold what the file lacks
            log.rename(kept.with_name(kept.name + ending))
    fresh.replace(target)
    return Restored(kept)


def free_name(target: Path, now: datetime) -> Path:
    """Where a replaced database file goes: beside the new one, never over another."""
    base = f"{target.stem}.before-restore-{now:%Y%m%dT%H%M%SZ}"
    names = (f"{base}{number}{target.suffix}" for number in ["", *(f".{n}" for n in range(2, 1000))])
    return next(path for name in names if not (path := target.with_name(name)).exists())


def _replace_tables(database: Database, backup: Path, now: datetime, keep_in: Path, force: bool) -> Restored:
    kept = None
    with explained(), database.engine.connect() as connection:
        _wait_until_alone(connection)
        there = inspect(connection).has_table("tournament")
    if there:
        if not force:
            raise DatabaseError(NEEDS_FORCE)
        kept = keep_in / f"before-restore-{now:%Y%m%dT%H%M%SZ}{ENDING}"
        write_backup(database, kept, now)
    load_backup(database, backup)
    return Restored(kept)


def _wait_until_alone(connection: Connection) -> None:
    """Raise DatabaseError while the program is connected; one that has just ended is given time to leave."""
    others = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
        "AND pid <> pg_backend_pid() AND application_name LIKE 'cache-refresh%'"
    )
    gives_up = time.monotonic() + LEAVING_SECONDS
    while connection.execute(others).scalar_one():
        if time.monotonic() > gives_up:
            raise DatabaseError(IN_USE)
        # Within one transaction the server shows the same moment again and again.
        connection.rollback()
        time.sleep(0.05)
