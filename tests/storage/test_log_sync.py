"""What is acknowledged is on the disk, and those who wait at the same time share one sync."""

import errno
import os
import resource
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path

import pytest

from app.storage.database import Database, DatabaseBusy
from app.storage.log_sync import SyncFailed
from app.storage.tables import Tournament
from tests.storage.test_database import add_tournament, at_once, version_of


class Disk:
    """A disk whose syncs can be held up, counted and made to fail."""

    def __init__(self) -> None:
        self.goes_on = threading.Event()
        self.goes_on.set()
        self.begun = threading.Event()
        self.synced: list[int] = []  # the log's size when each sync began
        self.fails = False

    def sync(self, descriptor: int) -> None:
        self.synced.append(Path(f"/proc/self/fd/{descriptor}").stat().st_size)
        self.begun.set()
        assert self.goes_on.wait(10)
        if self.fails:
            raise OSError(errno.EIO, "Input/output error")


@pytest.fixture
def tournament_id(sqlite_database: Database, now: datetime) -> int:
    return add_tournament(sqlite_database, "AAAAA", now)


@pytest.fixture
def disk(sqlite_database: Database, tournament_id: int) -> Disk:
    """The disk that the database's log is synced to from now on."""
    made = Disk()
    assert sqlite_database.log is not None
    sqlite_database.log.sync = made.sync
    return made


def test_sqlite_syncs_its_log_before_a_command_is_acknowledged(
    sqlite_database: Database, tournament_id: int, disk: Disk
) -> None:
    disk.goes_on.clear()
    acknowledged = threading.Event()

    def write() -> None:
        with sqlite_database.write_session(tournament_id) as session:
            session.get_one(Tournament, tournament_id).version += 1
        acknowledged.set()

    writer = threading.Thread(target=write)
    writer.start()
    assert disk.begun.wait(10)
    assert not acknowledged.wait(0.05)
    # Meanwhile the next may write: nobody holds the right to.
    with sqlite_database.read_session() as session:
        assert session.get_one(Tournament, tournament_id).version == 1
    disk.goes_on.set()
    writer.join(10)
    assert acknowledged.is_set()
    assert disk.synced[-1] > 0


def test_many_commands_share_a_sync_and_none_is_left_out(
    sqlite_database: Database, tournament_id: int, disk: Disk
) -> None:
    disk.goes_on.clear()
    written = [0]

    def write(number: int) -> None:
        with sqlite_database.write_session(tournament_id) as session:
            session.get_one(Tournament, tournament_id).version += 1
            written[0] += 1
            if written[0] == 8:
                disk.goes_on.set()

    at_once(8, write)
    assert version_of(sqlite_database, tournament_id) == 8
    # The first sync began before the last commit; one more covers all that came meanwhile.
    assert len(disk.synced) <= 3


def test_a_sync_that_failed_refuses_commands_before_they_commit(
    sqlite_database: Database, tournament_id: int, disk: Disk
) -> None:
    sqlite_database.ping()
    disk.fails = True
    with pytest.raises(SyncFailed, match="what was entered last may be lost"):
        count_up(sqlite_database, tournament_id)
    disk.fails = False
    version = version_of(sqlite_database, tournament_id)
    with pytest.raises(SyncFailed, match="commands are refused; nothing was changed"):
        count_up(sqlite_database, tournament_id)
    assert version_of(sqlite_database, tournament_id) == version
    assert len(disk.synced) == 1
    with pytest.raises(SyncFailed, match="commands are refused"):
        sqlite_database.ping()


def count_up(database: Database, tournament_id: int) -> None:
    with database.write_session(tournament_id) as session:
        session.get_one(Tournament, tournament_id).version += 1


@contextmanager
def no_descriptor_left() -> Iterator[None]:
    """Nothing more can be opened: the limit is what is open now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    taken = []
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 200), hard))
    try:
        with suppress(OSError):
            while True:
                taken.append(os.open(os.devnull, os.O_RDONLY))
        yield
    finally:
        for each in taken:
            os.close(each)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_command_without_a_free_descriptor_is_done_and_synced(
    sqlite_database: Database, tournament_id: int, disk: Disk
) -> None:
    count_up(sqlite_database, tournament_id)
    with no_descriptor_left():
        count_up(sqlite_database, tournament_id)
    assert len(disk.synced) == 2
    assert version_of(sqlite_database, tournament_id) == 2


def test_without_a_descriptor_for_the_log_a_command_is_refused_and_the_next_one_is_done(
    sqlite_database: Database, tournament_id: int
) -> None:
    assert sqlite_database.log is not None
    with sqlite_database.read_session() as session:
        session.get_one(Tournament, tournament_id)
        count_up(sqlite_database, tournament_id)  # its connection is open from now on
        sqlite_database.log.close()
        with (
            no_descriptor_left(),
            pytest.raises(DatabaseBusy, match="Too many connections are open at this moment"),
        ):
            count_up(sqlite_database, tournament_id)
        sqlite_database.ping()
    assert version_of(sqlite_database, tournament_id) == 1
    count_up(sqlite_database, tournament_id)
    assert version_of(sqlite_database, tournament_id) == 2


def test_a_database_that_cannot_be_opened_for_want_of_descriptors_is_busy_and_not_broken(
    sqlite_database: Database, tournament_id: int
) -> None:
    sqlite_database.dispose()
    with no_descriptor_left(), pytest.raises(DatabaseBusy, match="Too many connections are open"):
        count_up(sqlite_database, tournament_id)
    count_up(sqlite_database, tournament_id)
    assert version_of(sqlite_database, tournament_id) == 1


def test_the_descriptor_is_of_the_log_and_stays_open_until_there_is_another_log(
    sqlite_database: Database, tournament_id: int
) -> None:
    log = sqlite_database.log
    assert log is not None
    seen: list[tuple[int, int, int]] = []
    log.sync = lambda descriptor: seen.append(
        (descriptor, os.fstat(descriptor).st_ino, log.log.stat().st_ino)
    )
    for _ in range(3):
        count_up(sqlite_database, tournament_id)
    assert len({descriptor for descriptor, *_ in seen}) == 1
    # The last connection that closes takes the log away, and the next one makes another.
    sqlite_database.engine.dispose()
    assert not log.log.exists()
    blocker = Path(log.log.parent / "keeps the number of the old file in use")
    blocker.touch()
    count_up(sqlite_database, tournament_id)
    assert len(seen) == 4
    assert all(of_descriptor == of_log for _, of_descriptor, of_log in seen)
    sqlite_database.dispose()
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(seen[-1][0])


def test_an_error_that_a_checkpoint_met_is_told_by_the_next_sync(
    sqlite_database: Database, tournament_id: int
) -> None:
    """The kernel tells an error once to each descriptor that was open before it happened, so ours must be."""
    log = sqlite_database.log
    assert log is not None
    count_up(sqlite_database, tournament_id)
    opened_before: list[int] = []
    log.sync = opened_before.append
    with closing(sqlite3.connect(sqlite_database.file or "")) as other:
        other.execute("PRAGMA wal_checkpoint(PASSIVE)")  # an error here is told to nobody
    held = log._descriptor
    count_up(sqlite_database, tournament_id)
    assert opened_before == [held]
