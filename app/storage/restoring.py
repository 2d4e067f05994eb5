"""A backup takes the place of a database: what was there is kept beside it, and nobody may be using it.

A SQLite database may also be restored from a copy of its file, as the program makes them at every round and
before a migration.
"""

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, inspect, text

from app.storage.backup_reading import load_backup, read_header
from app.storage.backups import ENDING, write_backup
from app.storage.database import Database
from app.storage.failures import DatabaseError, explained
from app.storage.serving_lock import held
from app.storage.sqlite_file import IN_USE, check_integrity, close_log, copy_file, sync_folder, sync_whole

LEAVING_SECONDS = 2.0
WORKPLACE = "cache-refresh-restore-"
DAMAGED_COPY = "{file} is damaged, so nothing was changed: restore another copy. ({reason})"
FOREIGN_COPY = "{file} can't be restored, so nothing was changed. {reason}"
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
    with ExitStack() as inside:
        if database.file is not None:
            inside.enter_context(held(database.file, "a restore", lambda _holder: IN_USE))
            clear_interrupted(database.file)
        folder = inside.enter_context(TemporaryDirectory(prefix=WORKPLACE, dir=_folder(database)))
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
        try:
            _refuse_cut(source)
            check_integrity(source)
            copy_file(source, copy)
        except DatabaseError as error:
            raise DatabaseError(DAMAGED_COPY.format(file=source, reason=error)) from error
    opened = Database(f"sqlite:///{copy}")
    try:
        try:
            opened.migrate()
        except DatabaseError as error:
            raise DatabaseError(FOREIGN_COPY.format(file=source, reason=error)) from error
        if not is_file:
            load_backup(opened, source)
        yield opened
    finally:
        opened.dispose()


def _refuse_cut(source: Path) -> None:
    """SQLite takes a file that ends within a page for whole, and what is missing for zeros."""
    with source.open("rb") as file:
        size = int.from_bytes(file.read(18)[16:], "big")
    page = 65_536 if size == 1 else size
    if page == 0 or source.stat().st_size % page:
        raise DatabaseError("It ends too early.")


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
    kept = _second_names(target, now)
    _put_in_place(fresh, target)
    return Restored(kept if there else None)


def _second_names(target: Path, now: datetime) -> Path:
    """Give what is there another name as well, so that the new file takes its place in one step."""
    if target.exists() and target.stat().st_size > 0:  # SQLite would drop the log of an empty one
        close_log(target, damaged_is_fine=True)
    kept = free_name(target, now)
    for ending in ("", "-wal"):  # the log of a damaged file may hold what the file lacks
        file, name = (each.with_name(each.name + ending) for each in (target, kept))
        if not file.exists() or file.stat().st_size == 0:
            continue
        try:
            os.link(file, name)
        except OSError:  # a disk without such names, like a memory card
            shutil.copy2(file, name)
            sync_whole(name)
    sync_folder(target.parent)
    return kept


def _put_in_place(fresh: Path, target: Path) -> None:
    """Killed at any moment of it, the old database or the new one is there, and whole."""
    sync_whole(fresh)
    for ending in ("-wal", "-shm"):
        # Only a damaged database still has them. They would be read into the new one.
        target.with_name(target.name + ending).unlink(missing_ok=True)
    os.replace(fresh, target)
    sync_folder(target.parent)


def clear_interrupted(target: Path) -> None:
    """Remove what a restore that was killed left beside a database; nobody else may have it."""
    for folder in target.parent.glob(f"{WORKPLACE}*"):
        shutil.rmtree(folder, ignore_errors=True)
    for kept in target.parent.glob(f"{target.stem}.before-restore-*{target.suffix}"):
        # The second name of the database that is still in place: a copy that changes with it is none.
        if target.exists() and kept.samefile(target):
            kept.unlink()


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
