"""Syncs SQLite's write-ahead log: one fsync for all commands that wait for it (group commit).

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

from app.storage.failures import DISK_FAILED, OUT_OF_DESCRIPTORS, DatabaseBusy, DatabaseError, is_out_of_files

UNCERTAIN = (
    "The disk reported an error, and what was entered last may be lost. "
    "Stop the program, check the disk, start it again, and look what is there before entering it again."
)
STOPPED = (
    "The disk reported an error earlier, so commands are refused; nothing was changed. "
    "Stop the program, check the disk and start it again."
)


class SyncFailed(DatabaseError):
    """The disk did not take what was committed; commands are refused until the program starts again."""

    code = "disk-failed"


def sync_file(descriptor: int) -> None:
    """Return when a file's content has reached the disk itself; raises OSError."""
    full = getattr(fcntl, "F_FULLFSYNC", None)
    if full is not None:  # macOS: a plain fsync leaves the data in the drive's cache
        fcntl.fcntl(descriptor, full)
    else:
        os.fdatasync(descriptor)


class LogSync:
    """The log of one SQLite file; any thread may wait.

    One descriptor of the log stays open for as long as the log exists. To sync needs no new one then, so a
    process that has none left still keeps its word. And the kernel tells a failed write once to every
    descriptor that was open when it failed: one that is open all the time hears of it even when SQLite's own
    checkpoint met the error first and said nothing.
    """

    def __init__(self, file: Path, sync: Callable[[int], None] = sync_file) -> None:
        self.log = file.with_name(file.name + "-wal")
        self.sync = sync
        self._counting = Lock()
        self._syncing = Lock()
        self._asked = 0
        self._done = 0
        self._failed = False
        self._descriptor: int | None = None

    def check(self) -> None:
        """Raise SyncFailed when a sync has failed: what it lost, a later one that succeeds would hide."""
        if self._failed:
            raise SyncFailed(STOPPED)

    def hold(self) -> None:
        """Make sure that a commit made next can be synced; call it in the transaction, before the commit.

        Nothing is lost when it raises: DatabaseBusy without a free descriptor, which passes; SyncFailed.
        """
        self.check()
        # The open transaction keeps the log from being removed, so it is the one the commit will go to.
        if not self._holds_the_log():
            with self._syncing:
                self._close()
                self._open()

    def wait(self) -> None:
        """Return when everything committed before the call is on the disk.

        Raises SyncFailed if the disk fails, and ever after.
        """
        with self._counting:
            self._asked += 1
            mine = self._asked
        with self._syncing:
            if self._failed:
                raise SyncFailed(UNCERTAIN)
            if self._done >= mine:
                return  # somebody's sync began after our commit
            with self._counting:
                covered = self._asked
            if self._descriptor is not None:
                try:
                    self.sync(self._descriptor)
                except OSError as error:
                    self._failed = True
                    raise SyncFailed(UNCERTAIN) from error
            self._done = covered

    def close(self) -> None:
        """Give the descriptor back; the next `hold` opens another one."""
        with self._syncing:
            self._close()

    def _holds_the_log(self) -> bool:
        """Whether the descriptor is of the present log: the last connection to close removes the log."""
        if self._descriptor is None:
            return False
        try:
            return os.path.samestat(os.fstat(self._descriptor), os.stat(self.log))
        except FileNotFoundError:
            return False

    def _open(self) -> None:
        try:
            # To close it later takes no lock away, for SQLite holds none on its log.
            self._descriptor = os.open(self.log, os.O_RDONLY)
        except FileNotFoundError:
            return  # a disk on which SQLite can't keep a log: it syncs every commit itself then
        except OSError as error:
            if is_out_of_files(error):
                raise DatabaseBusy(OUT_OF_DESCRIPTORS) from error
            raise DatabaseError(DISK_FAILED) from error

    def _close(self) -> None:
        if self._descriptor is not None:
            # A log that was removed was moved into the database and synced before.
            os.close(self._descriptor)
            self._descriptor = None
