"""When what was committed to a SQLite file is on the disk: one flush for all commands that wait for it.

With synchronous=NORMAL a commit writes to the log and returns; SQLite itself syncs the log only before it
moves pages into the database. `LogSync.wait` syncs it before a command is acknowledged, as synchronous=FULL
would, but outside the right to write and once for everybody (group commit, docs/decisions/007).
https://www.sqlite.org/pragma.html#pragma_synchronous and https://www.sqlite.org/wal.html
"""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from threading import Lock

from app.storage.failures import DatabaseError

UNCERTAIN = (
    "The disk reported an error, and what was entered last may be lost. "
    "Stop the program, check the disk, start it again, and look what is there before entering it again."
)


def sync_file(descriptor: int) -> None:
    """Return when a file's content has reached the disk itself; raises OSError."""
    full = getattr(fcntl, "F_FULLFSYNC", None)
    if full is not None:  # macOS: a plain fsync leaves the data in the drive's cache
        fcntl.fcntl(descriptor, full)
    else:
        os.fdatasync(descriptor)


class LogSync:
    """The log of one SQLite file; any thread may wait."""

    def __init__(self, file: Path, sync: Callable[[int], None] = sync_file) -> None:
        self.log = file.with_name(file.name + "-wal")
        self.sync = sync
        self._counting = Lock()
        self._syncing = Lock()
        self._asked = 0
        self._done = 0
        self._failed = False

    def wait(self) -> None:
        """Return when everything committed before the call is on the disk.

        Raises DatabaseError if the disk fails, and ever after: what a failed sync lost, a later one that
        succeeds would hide.
        """
        with self._counting:
            self._asked += 1
            mine = self._asked
        with self._syncing:
            if self._failed:
                raise DatabaseError(UNCERTAIN)
            if self._done >= mine:
                return  # somebody's sync began after our commit
            with self._counting:
                covered = self._asked
            try:
                self._sync()
            except OSError as error:
                self._failed = True
                raise DatabaseError(UNCERTAIN) from error
            self._done = covered

    def _sync(self) -> None:
        try:
            # A descriptor of its own: closing it takes no lock away, for SQLite holds none on its log.
            descriptor = os.open(self.log, os.O_RDWR)
        except FileNotFoundError:
            return  # the last connection closed: its log was moved into the database, which was synced
        try:
            self.sync(descriptor)
        finally:
            os.close(descriptor)
