"""What is acknowledged is on the disk, and those who wait at the same time share one sync."""

import errno
import threading
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import text

from app.storage.database import Database, DatabaseError
from app.storage.log_sync import LogSync
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


def test_a_sync_that_failed_is_told_and_never_hidden_by_a_later_one(
    sqlite_database: Database, tournament_id: int, disk: Disk
) -> None:
    disk.fails = True
    for _ in range(2):
        with (
            pytest.raises(DatabaseError, match="may be lost"),
            sqlite_database.write_session(tournament_id) as session,
        ):
            session.execute(text("UPDATE tournament SET version = version + 1"))
        disk.fails = False
    assert len(disk.synced) == 1


def test_the_sync_is_of_the_log_itself_and_a_log_that_went_needs_none(
    sqlite_database: Database, tournament_id: int
) -> None:
    assert sqlite_database.file is not None
    log = LogSync(sqlite_database.file)
    seen: list[tuple[int, int]] = []
    log.sync = lambda descriptor: seen.append(
        (Path(f"/proc/self/fd/{descriptor}").stat().st_ino, log.log.stat().st_ino)
    )
    log.wait()
    assert len(seen) == 1
    assert seen[0][0] == seen[0][1]
    sqlite_database.dispose()
    assert not log.log.exists()
    log.wait()
    assert len(seen) == 1
