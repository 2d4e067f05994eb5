"""What holds names and hashes is its user's alone, whatever the user's own habit (umask) is."""

import os
import stat
import threading
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from app.cli import app
from app.deckcheck.catalog import load_catalog
from app.services.event.settings import TournamentDraft
from app.services.event.tournaments import create_tournament
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.installation import Installation
from app.services.people.accounts import create_account
from app.services.people.forgetting import forget_in_files
from app.storage.database import Database
from app.storage.round_copies import RoundCopies


@pytest.fixture(autouse=True)
def careless() -> Iterator[None]:
    """A user whose files anybody may read and write."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    """The rights of everything in a folder, and of the folder itself."""
    return {
        str(path.relative_to(folder.parent)): f"{stat.S_IMODE(path.stat().st_mode):o}"
        for path in (folder, *folder.rglob("*"))
    }


def expected(found: dict[str, str], folder: Path) -> dict[str, str]:
    return {name: "700" if (folder.parent / name).is_dir() else "600" for name in found}


def made(database: Database) -> str:
    """An event in a database; its code."""
    installation, now = Installation(database, load_catalog(), lambda _: None), datetime.now(UTC)
    account = create_account(installation, now, "Olga", "link")
    olga = Actor(ActorKind.ORGANIZER, account.id, "Olga")
    return create_tournament(installation, olga, now, TournamentDraft("A", date(2018, 2, 15)), seed=1).code


def test_the_data_folder_and_all_it_ever_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    data = home / "of" / "the program"
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("CACHE_REFRESH_DATA_DIR", str(data))
    run = CliRunner().invoke
    database = Database(f"sqlite:///{data / 'cache-refresh.sqlite3'}")
    database.migrate()
    code = made(database)
    assert database.file is not None
    RoundCopies(database.file, lambda: datetime.now(UTC)).make()
    assert run(app, ["backup"]).exit_code == 0
    assert run(app, ["export", code, "--out", str(data / "archive.json")]).exit_code == 0
    with database.write_session(1) as session:
        session.connection().execute(text("UPDATE journal SET command = 'erase_player'"))
    forget_in_files(database, data)
    found = modes(home)
    assert {"cache-refresh.sqlite3-wal", "cache-refresh.sqlite3-shm", "archive.json", "forgotten.json"} <= {
        Path(name).name for name in found
    }
    assert found == expected(found, home)
    database.dispose()
    [backup] = (data / "backups").iterdir()
    assert run(app, ["restore", str(backup), "--force"]).exit_code == 0
    found = modes(home)
    assert any("before-restore" in name for name in found)
    assert found == expected(found, home)


@pytest.mark.postgres
def test_a_backup_of_postgresql_makes_its_folders_private(
    postgres_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", postgres_database.url)
    monkeypatch.setenv("CACHE_REFRESH_DATA_DIR", str(tmp_path / "data"))
    assert CliRunner().invoke(app, ["backup"]).exit_code == 0
    found = modes(tmp_path / "data")
    assert len(found) == 3
    assert found == expected(found, tmp_path / "data")


def test_nobody_could_have_looked_while_files_were_written(
    sqlite_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rights that come after the content come too late."""
    made(sqlite_database)
    monkeypatch.setenv("DATABASE_URL", sqlite_database.url)
    monkeypatch.setenv("CACHE_REFRESH_DATA_DIR", str(tmp_path / "data"))
    seen, stop = set(), threading.Event()

    def look() -> None:
        while not stop.is_set():
            for path in (tmp_path / "data").rglob("*"):
                try:
                    status = path.stat()
                except FileNotFoundError:
                    continue
                if stat.S_ISREG(status.st_mode):
                    seen.add(f"{stat.S_IMODE(status.st_mode):o}")

    looking = threading.Thread(target=look)
    looking.start()
    for number in range(5):
        target = tmp_path / "data" / f"{number}.gz"
        assert CliRunner().invoke(app, ["backup", "--out", str(target)]).exit_code == 0
    stop.set()
    looking.join()
    assert seen == {"600"}


def test_a_file_that_is_there_keeps_the_rights_its_owner_gave_it(
    sqlite_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, shared = made(sqlite_database), tmp_path / "shared.json"
    shared.touch(mode=0o644)
    monkeypatch.setenv("DATABASE_URL", sqlite_database.url)
    assert CliRunner().invoke(app, ["export", code, "--out", str(shared)]).exit_code == 0
    assert stat.S_IMODE(shared.stat().st_mode) == 0o644
    assert shared.stat().st_size > 0
