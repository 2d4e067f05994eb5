"""A disk that is full or may only be read: commands say so in a sentence, and everybody goes on reading."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import event as engine_event

from app.settings import Settings
from app.storage.database import Database
from app.storage.failures import FULL, READ_ONLY, UNOPENABLE, DatabaseError
from app.storage.sqlite_file import copy_file
from app.web.app import create_app
from tests.web.conftest import CORP, RUNNER, Clerk, Event, bearer

NOBODY = 65534


def database_of(event: Event) -> Database:
    found: Database = event.http.app.state.context.installation.database  # type: ignore[attr-defined]
    return found


@contextmanager
def full_disk(event: Event) -> Iterator[None]:
    """No page can be added to the file from here on, as on a disk without a free block."""
    database = database_of(event)

    def no_room(connection: Any, _record: object) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")

    engine_event.listen(database.engine, "connect", no_room)
    database.dispose()
    yield
    engine_event.remove(database.engine, "connect", no_room)
    database.dispose()


def joining(event: Event, name: str) -> Any:
    player = {"name": name, "corp_identity": CORP[0], "runner_identity": RUNNER[0]}
    return event.http.post(f"{event.path}/players", json=player)


def names(event: Event) -> list[str]:
    return [player["name"] for player in event.get("/players")]


def test_a_full_disk_is_told_reading_goes_on_and_so_does_all_when_there_is_room(event: Event) -> None:
    clerk = Clerk(event.http, "Olga")
    event.player("Ana")
    with full_disk(event):
        refused = None
        for number in range(400):
            answer = joining(event, f"Player {number}")
            if answer.status_code != 201:
                refused = answer
                break
        assert refused is not None
        problem = refused.json()
        assert (refused.status_code, problem["code"], problem["detail"]) == (503, "storage-full", FULL)
        assert refused.headers["retry-after"] == "5"
        there = names(event)
        assert len(there) == number + 1, "a refused command left something, or an accepted one is gone"
        assert f"Player {number}" not in there
        form = {
            "key": "k" * 43,
            "name": "By the page",
            "corp_identity": CORP[0],
            "runner_identity": RUNNER[0],
        }
        page = clerk.post(f"/t/{event.code}/join", status=503, **form)
        assert "The disk of the database is full" in page
        for path in ("", "/standings", "/desk", "/desk/players"):
            assert clerk.get(f"/t/{event.code}{path}")
        assert event.http.get("/readyz").status_code == 200
    assert joining(event, f"Player {number}").status_code == 201
    assert names(event) == [*there, f"Player {number}"]


@contextmanager
def ordinary_user(folder: Path) -> Iterator[None]:
    """As whoever has no rights over a folder but those it gives to all: root may write anywhere."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)
        for path in (folder, *folder.iterdir()):
            path.chmod(0o700)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder others may look into, unlike those pytest makes."""
    with tempfile.TemporaryDirectory(prefix="cache-refresh-disk-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
def kept(event: Event, folder: Path) -> Path:
    """The file of an event with one player, in a folder of its own."""
    event.player("Ana")
    source, file = database_of(event).file, folder / "kept.sqlite3"
    assert source is not None
    copy_file(source, file)
    return file


def test_a_file_that_may_only_be_read_is_served_and_commands_are_refused(event: Event, kept: Path) -> None:
    kept.chmod(0o444)
    kept.parent.chmod(0o777)
    settings = Settings(
        database_url=f"sqlite:///{kept}", data_dir=kept.parent / "data", environment="development"
    )
    with ordinary_user(kept.parent), TestClient(create_app(settings)) as http:
        reading = Event(http, event.token, event.code)
        assert names(reading) == ["Ana"]
        assert http.get(f"/t/{event.code}").status_code == 200
        refused = joining(reading, "Ben")
        problem = refused.json()
        assert (refused.status_code, problem["code"], problem["detail"]) == (503, "read-only", READ_ONLY)
        closing = http.patch(reading.path, json={"registration_open": False}, headers=bearer(event.token))
        assert (closing.status_code, closing.json()["code"]) == (503, "read-only")
        assert names(reading) == ["Ana"]


def test_a_folder_that_may_not_be_written_is_told_before_anything_is_served(kept: Path) -> None:
    kept.chmod(0o444)
    kept.parent.chmod(0o555)
    with ordinary_user(kept.parent):
        for file in (kept, kept.parent / "new.sqlite3", kept.parent / "deeper" / "new.sqlite3"):
            with pytest.raises(DatabaseError) as refused:
                Database(f"sqlite:///{file}").migrate()
            assert str(refused.value) in (UNOPENABLE, READ_ONLY)
