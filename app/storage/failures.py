"""Which failures of a database mean something to an organizer, and the sentence that says what to do.

Anything else (a violated constraint, a mistake in a statement) passes unchanged: it is the caller's business
or a bug.
Codes: https://www.sqlite.org/rescode.html and PostgreSQL's Appendix A.
"""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from app.sentences import message


class DatabaseError(Exception):
    """The database can't do what was asked; the text is a sentence for the person who runs the program."""

    code = "database-unavailable"


class DatabaseBusy(DatabaseError):
    """Others held the database for too long; nothing was changed, and the same command may be tried again."""

    code = "busy"


class StorageFull(DatabaseError):
    """There is no room on the disk; nothing was changed, and reading goes on."""

    code = "storage-full"


class StorageReadOnly(DatabaseError):
    """The database may only be read; nothing was changed, and reading goes on."""

    code = "read-only"


class TournamentMissing(DatabaseError):
    """The tournament a command was meant for isn't in the database (any more)."""


BUSY = message("The database was busy for too long, so nothing was changed. Try again.")
UNREACHABLE = message(
    "The database can't be reached. Check that its server runs and that DATABASE_URL is right."
)
FULL = message("The disk of the database is full, so nothing was changed. Free some space and try again.")
READ_ONLY = message(
    "The database can only be read here; nothing was changed. Check that its file may be written."
)
DAMAGED = message(
    "The database is damaged. Stop the program and restore the newest copy with `python -m app restore`."
)
NOT_A_DATABASE = message("This file is not a SQLite database. Check DATABASE_URL.")
UNOPENABLE = message(
    "The database file can't be opened. Check that its folder exists and that this user may write there."
)
OUT_OF_DESCRIPTORS = message(
    "Too many connections are open at this moment, so nothing was changed. Try again in a few seconds."
)
DISK_FAILED = message("The disk of the database reported an error, so nothing was changed. Check the disk.")

SQLITE_SENTENCES = {
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_PROTOCOL: BUSY,  # readers and writers met too often at the same lock
    sqlite3.SQLITE_SCHEMA: BUSY,  # a copy was put back beneath an open connection
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: NOT_A_DATABASE,
    sqlite3.SQLITE_CANTOPEN: UNOPENABLE,
    sqlite3.SQLITE_IOERR: DISK_FAILED,
}
_KINDS = {BUSY: DatabaseBusy, OUT_OF_DESCRIPTORS: DatabaseBusy, FULL: StorageFull, READ_ONLY: StorageReadOnly}
POSTGRES_SENTENCES = {
    "55P03": BUSY,  # lock_not_available
    "40P01": BUSY,  # deadlock_detected
    "40001": BUSY,  # serialization_failure
    "57014": BUSY,  # query_canceled
    "53300": BUSY,  # too_many_connections
    "53100": FULL,  # disk_full
    "25006": READ_ONLY,  # read_only_sql_transaction
    "58030": DISK_FAILED,  # io_error
    "XX001": DAMAGED,  # data_corrupted
}
# Whole classes: a broken connection, a server that stops or starts, no room, no such database, not let in.
POSTGRES_CLASSES = {"08": UNREACHABLE, "57": UNREACHABLE, "53": BUSY, "3D": UNREACHABLE, "28": UNREACHABLE}


def explain(error: Exception) -> DatabaseError | None:
    """The sentence for a failure of driver or pool, or None when it isn't the database's own."""
    if isinstance(error, PoolTimeoutError):
        return DatabaseBusy(BUSY)
    if not isinstance(error, sqlite3.Error | DBAPIError):
        return None
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        # The low byte is the primary code, the rest says where. Errors of the module itself have none.
        sentence = SQLITE_SENTENCES.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
        if sentence in (UNOPENABLE, DISK_FAILED) and _no_file_can_be_opened():
            # SQLite does not tell why it could not open a file, and this cause passes by itself.
            sentence = OUT_OF_DESCRIPTORS
    else:
        state = getattr(cause, "sqlstate", None) or ""
        sentence = POSTGRES_SENTENCES.get(state, POSTGRES_CLASSES.get(state[:2]))
        if sentence is None and isinstance(error, DBAPIError) and _lost_connection(error):
            sentence = UNREACHABLE
    if sentence is None:
        return None
    return _KINDS.get(sentence, DatabaseError)(sentence)


@contextmanager
def explained() -> Iterator[None]:
    """Turn the failures that `explain` knows into their sentence, and leave all others as they are."""
    try:
        yield
    except (sqlite3.Error, DBAPIError, PoolTimeoutError) as error:
        plain = explain(error)
        if plain is None:
            raise
        raise plain from error


def is_out_of_files(error: OSError) -> bool:
    """Whether the process, or the whole machine, has no descriptor left for another file or connection."""
    return error.errno in (errno.EMFILE, errno.ENFILE)


def _no_file_can_be_opened() -> bool:
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError as error:
        return is_out_of_files(error)
    return False


def _lost_connection(error: DBAPIError) -> bool:
    """Whether PostgreSQL never answered: psycopg then has no code, only the class of the error."""
    no_code = getattr(error.orig, "sqlstate", None) is None
    return error.connection_invalidated or (no_code and type(error.orig).__name__ == "OperationalError")
