"""A restore that is killed leaves the old database or the new one, and a missing database is told."""

import os
import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from app.storage.backups import write_backup
from app.storage.copies import copies_of
from app.storage.database import Database, DatabaseError
from app.storage.restoring import IN_USE, clear_interrupted, restore
from app.storage.round_copies import RoundCopies
from app.storage.serving_lock import InUse, held
from tests.storage.test_backups import Rows, fill, rows

KILLED = 9
STEPS = ("link", "replace", "rename", "unlink", "fsync", "fdatasync", "rmdir", "open")


def killed_before_step(number: int, work: Callable[[], Any]) -> bool:
    """Do the work in a process that is killed before its so-manieth step on the disk; whether it was."""
    child = os.fork()
    if child == 0:
        left = [number]

        def counted(step: Callable[..., Any]) -> Callable[..., Any]:
            def counting(*arguments: Any, **named: Any) -> Any:
                left[0] -= 1
                if left[0] < 0:
                    os._exit(KILLED)
                return step(*arguments, **named)

            return counting

        for name in STEPS:
            setattr(os, name, counted(getattr(os, name)))
        try:
            work()
        except BaseException:
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    ended = os.waitstatus_to_exitcode(status)
    assert ended in (0, KILLED), "the restore failed"
    return ended == KILLED


def content(file: Path) -> Rows:
    opened = Database(f"sqlite:///{file}")
    try:
        return rows(opened)
    finally:
        opened.dispose()


@pytest.fixture
def backup(tmp_path: Path, migrated_sqlite: Path, now: datetime) -> Path:
    """A backup of an event in Paris."""
    shutil.copy(migrated_sqlite, tmp_path / "paris.sqlite3")
    source = Database(f"sqlite:///{tmp_path / 'paris.sqlite3'}")
    fill(source, now, "Paris")
    file = tmp_path / "paris.jsonl.gz"
    write_backup(source, file, now)
    source.dispose()
    return file


def test_a_restore_that_is_killed_leaves_the_old_database_or_the_new_one(
    tmp_path: Path, migrated_sqlite: Path, backup: Path, now: datetime
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    file, kept_aside = folder / "event.sqlite3", tmp_path / "event.sqlite3"
    shutil.copy(migrated_sqlite, kept_aside)
    made = Database(f"sqlite:///{kept_aside}")
    fill(made, now, "Berlin")
    made.dispose()
    old, new = content(kept_aside), content(tmp_path / "paris.sqlite3")
    assert old != new

    def put_back() -> None:
        opened = Database(f"sqlite:///{file}")
        restore(opened, backup, now, folder, force=True)

    seen, step, killed = [], 0, True
    while killed:
        for each in folder.iterdir():
            shutil.rmtree(each) if each.is_dir() else each.unlink()
        shutil.copy(kept_aside, file)
        killed = killed_before_step(step, put_back)
        clear_interrupted(file)
        found = content(file)
        assert found in (old, new), f"killed before step {step}"
        seen.append(found == new)
        left = {each.name for each in folder.iterdir()}
        assert not any(name.startswith("cache-refresh-restore-") for name in left)
        if found == new:
            [kept] = folder.glob("event.before-restore-*.sqlite3")
            assert content(kept) == old
        else:
            assert not list(folder.glob("*before-restore*"))
        step += 1 if step > 40 or not killed else 3
    assert seen == sorted(seen), "first the old one, then the new one"
    assert True in seen[:-1] and False in seen


def test_a_stale_log_never_gets_into_the_restored_database(
    tmp_path: Path, backup: Path, now: datetime
) -> None:
    file = tmp_path / "event.sqlite3"
    log = file.with_name("event.sqlite3-wal")
    log.write_bytes(b"the log of a database that was lost")
    opened = Database(f"sqlite:///{file}")
    restored = restore(opened, backup, now, tmp_path, force=False)
    assert restored.kept is None
    assert content(file) == content(tmp_path / "paris.sqlite3")
    [kept] = tmp_path.glob("event.before-restore-*.sqlite3-wal")
    assert kept.read_bytes() == b"the log of a database that was lost"


def test_a_database_that_is_served_is_not_restored(tmp_path: Path, backup: Path, now: datetime) -> None:
    file = tmp_path / "event.sqlite3"
    opened = Database(f"sqlite:///{file}")
    with held(file, "process 7", str), pytest.raises(InUse) as refused:
        restore(opened, backup, now, tmp_path, force=True)
    assert str(refused.value) == IN_USE
    assert not file.exists()


def test_the_lock_tells_who_has_it_and_ends_with_its_holder(tmp_path: Path) -> None:
    file = tmp_path / "event.sqlite3"
    second = held(file, "process 8", lambda holder: f"in use by {holder}")
    with (
        held(file, "process 7 on port 8000", str),
        pytest.raises(InUse, match="in use by process 7 on port 8000"),
        second,
    ):
        pass
    with held(file, "process 8", str):
        pass


@pytest.mark.parametrize("state", ["missing", "empty"])
def test_a_database_that_is_gone_beside_its_copies_is_not_begun_anew(
    state: str, sqlite_database: Database, now: datetime
) -> None:
    file = sqlite_database.file
    assert file is not None
    fill(sqlite_database, now)
    copy = RoundCopies(file, lambda: now).make()
    sqlite_database.dispose()
    file.unlink()
    if state == "empty":
        file.touch()
    again = Database(f"sqlite:///{file}")
    with pytest.raises(DatabaseError) as refused:
        again.migrate()
    assert str(refused.value) == (
        f"The database {file} is {state}, but there are copies of it. The newest is {copy}. Put it back "
        f"with `python -m app restore {copy}`, or move the copies to another folder to begin with an empty "
        "database."
    )
    assert file.exists() == (state == "empty")
    restore(again, copy, now, file.parent, force=False)
    again.migrate()
    assert len(rows(again)["player"]) == 2
    again.dispose()


def test_a_database_that_is_gone_while_its_log_is_there_is_not_begun_anew(tmp_path: Path) -> None:
    file = tmp_path / "event.sqlite3"
    log = file.with_name("event.sqlite3-wal")
    log.write_bytes(b"what was entered last")
    with pytest.raises(DatabaseError, match=r"is missing, but its log .*event\.sqlite3-wal is there"):
        Database(f"sqlite:///{file}").migrate()
    assert log.read_bytes() == b"what was entered last"


def test_the_newest_copy_is_found_among_all_kinds(tmp_path: Path) -> None:
    file = tmp_path / "event.sqlite3"
    (tmp_path / "copies").mkdir()
    names = [
        "event.0001-before-0002.sqlite3",
        "copies/event-20180215T120000.000000Z.sqlite3",
        "event.before-restore-20180215T130000Z.sqlite3",
        "copies/event-20180215T140000.000000Z.sqlite3",
    ]
    for number, name in enumerate(names):
        (tmp_path / name).write_text("x")
        os.utime(tmp_path / name, (number, number))
    for other in ("another.0001-before-0002.sqlite3", "copies/another-20180215T120000.000000Z.sqlite3"):
        (tmp_path / other).write_text("x")
    (tmp_path / "event.0002-before-0003.sqlite3").touch()
    assert copies_of(file) == [tmp_path / name for name in names]
