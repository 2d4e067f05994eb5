"""What `doctor` finds, part by part."""

import os
import shutil
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.commands import doctor
from app.commands.doctor import MEGABYTE, Finding
from app.settings import Settings
from app.storage.database import Database
from tests.stages import Stages

if TYPE_CHECKING:
    from tests.servers import Server


def levels(findings: doctor.Findings) -> dict[str, str]:
    return {each.part: each.level for each in findings}


def only(findings: doctor.Findings) -> Finding:
    [found] = findings
    return found


@pytest.mark.parametrize(("version", "level"), [((3, 10, 9), "fail"), ((3, 11, 0), "ok"), ((3, 14, 1), "ok")])
def test_python(version: tuple[int, ...], level: str) -> None:
    assert only(doctor.python(version)).level == level


def test_packages_of_this_installation_are_there_and_of_another_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert only(doctor.packages()).level == "ok"
    assert only(doctor.packages("no-such-distribution")).level == "fail"
    monkeypatch.setattr(
        doctor.metadata, "requires", lambda _: ["fastapi>=0.1", "not-there[x]>=2", "z; extra"]
    )
    found = only(doctor.packages())
    assert found.level == "fail" and "not-there missing" in found.sentence


def test_the_cards_are_read() -> None:
    found = only(doctor.catalogue())
    assert found.level == "ok" and "2026 titles" in found.sentence


@pytest.mark.parametrize(
    ("free", "level"), [(99 * MEGABYTE, "fail"), (1023 * MEGABYTE, "warn"), (1024 * MEGABYTE, "ok")]
)
def test_disk_space_is_that_of_the_nearest_folder_there_is(free: int, level: str, tmp_path: Path) -> None:
    asked: list[Path] = []

    def usage(path: Path) -> tuple[int, int, int]:
        asked.append(path)
        return 0, 0, free

    assert only(doctor.space(tmp_path / "not" / "yet", usage)).level == level
    assert asked == [tmp_path]


@pytest.mark.parametrize(("mode", "level"), [(0o700, "ok"), (0o750, "warn"), (0o755, "warn")])
def test_the_data_folder_is_private(mode: int, level: str, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data").chmod(mode)
    assert only(doctor.folder(tmp_path / "data")).level == level
    assert list((tmp_path / "data").iterdir()) == []


def test_a_data_folder_that_is_none_fails(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert only(doctor.folder(tmp_path / "file")).level == "fail"
    assert only(doctor.folder(tmp_path / "none")).level == "ok"


def test_a_file_with_secrets_is_private(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    assert list(doctor.secrets_file(file)) == []
    file.touch()
    file.chmod(0o644)
    found = only(doctor.secrets_file(file))
    assert found.level == "warn" and "chmod 600" in found.sentence
    file.chmod(0o600)
    assert only(doctor.secrets_file(file)).level == "ok"


def test_a_clock_before_the_program_was_made_is_wrong() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    assert only(doctor.clock(now, (now - timedelta(days=30)).timestamp())).level == "ok"
    assert only(doctor.clock(now, (now + timedelta(days=30)).timestamp())).level == "fail"


def test_a_sound_database(database: Database) -> None:
    found = levels(doctor.database(database.url))
    assert set(found.values()) == {"ok"} or found.pop("database file") == "warn"
    assert found["database"] == found["schema"] == "ok"


def test_an_event_that_contradicts_itself_is_named(filled: tuple[Path, Stages], tmp_path: Path) -> None:
    file, stages = shutil.copy(filled[0], tmp_path / "filled.sqlite3"), filled[1]
    asked = Settings(database_url=f"sqlite:///{file}", data_dir=tmp_path)
    assert only(doctor.events(asked)) == Finding("ok", "events", "none contradicts itself")
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE tournament SET cut_size = 8 WHERE code = ?", (stages.cut.code,))
    found = only(doctor.events(asked))
    assert found.level == "fail" and found.sentence == (
        f"{stages.cut.code} contradicts itself: "
        "The top cut has begun, and does not fit its settings or results: "
        "A cut of 8 needs 8 different players in seed order. "
        "Undo the last commands in its journal, or bring back the copy of an earlier round."
    )


@pytest.mark.parametrize(
    "url",
    ["mysql://host/db", "sqlite://", "postgresql://nobody:secret@127.0.0.1:9/none"],
)
def test_a_database_that_cannot_be_used_fails_without_telling_the_password(url: str) -> None:
    found = only(doctor.database(url))
    assert found.level == "fail"
    assert "secret" not in found.sentence


def test_a_missing_database_is_not_made(tmp_path: Path) -> None:
    assert only(doctor.database(f"sqlite:///{tmp_path / 'data' / 'new.sqlite3'}")).level == "ok"
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_database_fails(tmp_path: Path) -> None:
    file = tmp_path / "broken.sqlite3"
    file.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    assert only(doctor.database(f"sqlite:///{file}")).level == "fail"


def test_a_database_of_a_newer_program_fails(sqlite_database: Database) -> None:
    sqlite_database.dispose()
    assert sqlite_database.file is not None
    with closing(sqlite3.connect(sqlite_database.file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    found = levels(doctor.database(sqlite_database.url))
    assert (found["database"], found["schema"]) == ("ok", "fail")


def test_a_port_of_somebody_else_fails(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        taken.settimeout(0.1)
        settings = Settings(data_dir=tmp_path, host="127.0.0.1", port=number)
        assert only(doctor.port(settings)).level == "fail"
    assert only(doctor.port(settings)).level == "ok"


def test_phones_need_an_address(tmp_path: Path) -> None:
    assert only(doctor.network(Settings(data_dir=tmp_path, host="127.0.0.1"))).level == "warn"
    known = Settings(data_dir=tmp_path, public_url="https://netrunner.example")
    assert only(doctor.network(known)) == Finding("ok", "network", "phones go to https://netrunner.example")


def test_beside_a_running_program_everything_is_well(server: "Server") -> None:
    told = server.run("doctor")
    assert "the program is running" in told
    assert " 0 to mend." in told
    assert "ok    database file" in told, "the database was made for everybody to read"


def test_the_exit_status_is_1_when_something_fails(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "app", "doctor"],
        env={**os.environ, "CACHE_REFRESH_DATA_DIR": str(tmp_path), "CACHE_REFRESH_PORT": "http"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert "fail  settings: CACHE_REFRESH_PORT" in done.stdout and "Traceback" not in done.stderr
