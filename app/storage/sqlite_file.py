"""How the file of a SQLite database is copied while it is in use, and how its health is checked."""

import errno
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from app.storage.failures import BUSY, DAMAGED, UNOPENABLE, DatabaseBusy, DatabaseError, explained
from app.storage.log_sync import sync_file

IN_USE = "The program is still running on this database: stop it first, then restore."


def copy_file(source: Path, target: Path) -> None:
    """Copy a database to a new file as it is between two commands; readers and writers may go on meanwhile.

    The target appears only when it is complete. Raises DatabaseError, for instance when the disk is full.
    """
    partial = private_file(target.with_name(target.name + ".partial"))
    try:
        with explained(), closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(partial)) as new:
            old.backup(new)
        sync_whole(partial)
        os.replace(partial, target)
        sync_folder(target.parent)
    finally:
        partial.unlink(missing_ok=True)


def sync_whole(file: Path) -> None:
    """Return when a file that nobody has open is on the disk; raises OSError."""
    opened = os.open(file, os.O_RDONLY)
    try:
        sync_file(opened)
    finally:
        os.close(opened)


def sync_folder(folder: Path) -> None:
    """Return when the names in a folder are on the disk, where the system can do that; raises OSError."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # shared folders that keep names at once
            raise
    finally:
        os.close(opened)


def private_folder(folder: Path) -> None:
    """Make a folder, and the missing ones above it, for this user alone; what is there stays as it is."""
    for each in reversed([folder, *folder.parents]):
        if not each.exists():
            each.mkdir(mode=0o700, exist_ok=True)


def private_file(file: Path) -> Path:
    """The file, new and empty, readable by this user alone: it will hold hashes of passwords and links."""
    file.unlink(missing_ok=True)
    os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    return file


def make_private(file: Path) -> None:
    """Make a database file that is not there yet, readable by this user alone; SQLite's log files follow it.

    The rights of a file that is there are its owner's decision. Raises DatabaseError.
    """
    if file.exists():
        return
    try:
        with suppress(FileExistsError):  # another process may be making it, too
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise DatabaseError(UNOPENABLE) from error


def check_integrity(file: Path) -> None:
    """Read a file from end to end; raises DatabaseError if it is damaged. A missing file is sound."""
    if not file.exists() or file.stat().st_size == 0:
        return
    with explained(), closing(sqlite3.connect(file)) as connection:
        complaints = [str(row[0]) for row in connection.execute("PRAGMA quick_check(3)")]
    if complaints != ["ok"]:
        raise DatabaseError(f"{DAMAGED} (SQLite says: {'; '.join(complaints)})")


def write_anew(file: Path, wait_seconds: float = 10.0) -> None:
    """Write the file and its log anew, so that nothing is left in them of what was deleted or changed.

    Readers go on meanwhile, writers wait. Raises DatabaseError, for instance when the disk is full.
    """
    with explained(), closing(sqlite3.connect(file, timeout=wait_seconds, isolation_level=None)) as opened:
        opened.execute("VACUUM")
        waits, *_ = opened.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if waits:
        raise DatabaseBusy(BUSY)


def close_log(file: Path, damaged_is_fine: bool = False) -> None:
    """Put the write-ahead log into the file; refused while somebody else has it open."""
    try:
        with closing(sqlite3.connect(file, timeout=1.0)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise DatabaseError(IN_USE) from None
        if not damaged_is_fine:
            raise
    except sqlite3.DatabaseError:
        if not damaged_is_fine:
            raise
