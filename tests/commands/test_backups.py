"""`backup` and `restore` as their organizer types them, beside a program that runs."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import httpx2 as httpx
import pytest
from click.testing import Result
from typer.testing import CliRunner

from app.cli import app

if TYPE_CHECKING:
    from tests.servers import Server

PLAYER = {"corp_identity": "NBN: Making News", "runner_identity": "Gabriel Santiago"}


Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command of the program, beside the server's process, on the data of a folder."""

    def run(folder: Path, *arguments: str) -> Result:
        monkeypatch.delenv("DATABASE_URL", raising=False)
        monkeypatch.setenv("CACHE_REFRESH_DATA_DIR", str(folder))
        return CliRunner().invoke(app, arguments)

    return run


@pytest.fixture
def event(server: "Server") -> str:
    """The address of an event with two players on a running server."""
    server.sign_in_link("Olga")
    token = server.run("token", "create", "Olga").strip()
    with httpx.Client(base_url=server.url, headers={"authorization": f"Bearer {token}"}) as http:
        settings = {"name": "Kept", "date": "2018-02-15", "deck_policy": "none", "planned_rounds": 3}
        made = http.post("/api/v1/tournaments", json=settings)
        path = f"/api/v1/tournaments/{made.json()['code']}"
        for name in ("Ada", "Bao"):
            assert http.post(f"{path}/players", json={"name": name, **PLAYER}).status_code == 201
        assert http.post(f"{path}/rounds", json={"expected_number": 1}).status_code == 201
        assert http.post(f"{path}/rounds/1/publish").status_code == 200
    return path


def test_a_backup_of_a_running_event_is_restored_after_it_was_lost(
    server: "Server", event: str, run: Run
) -> None:
    told = server.run("backup")
    [file] = (server.folder / "backups").iterdir()
    assert f"{file}: 1 tournaments, 2 players" in told
    before = httpx.get(f"{server.url}{event}").json()
    joined = httpx.post(f"{server.url}{event}/players", json={"name": "Later", **PLAYER})
    assert joined.status_code == 201

    running = run(server.folder, "restore", str(file), "--force")
    assert running.exit_code == 1 and "stop it first" in running.stderr
    assert httpx.get(f"{server.url}{event}").json() != before, "the refused restore changed something"

    server.stop()
    refused = run(server.folder, "restore", str(file))
    assert refused.exit_code == 1 and "--force" in refused.stderr
    restored = run(server.folder, "restore", str(file), "--force")
    assert restored.exit_code == 0, restored.stderr
    assert "is kept: " in restored.stdout and list(server.folder.glob("*.before-restore-*.sqlite3"))
    server.start()
    assert httpx.get(f"{server.url}{event}").json() == before


def test_every_published_round_leaves_a_copy_that_can_be_restored(
    server: "Server", event: str, run: Run
) -> None:
    folder = server.folder / "copies"
    deadline = time.monotonic() + 20
    while not list(folder.glob("*.sqlite3")):
        assert time.monotonic() < deadline, "no copy was made"
        time.sleep(0.05)
    [copy] = folder.glob("*.sqlite3")
    server.kill()
    (server.folder / "cache-refresh.sqlite3").write_bytes(b"\0" * 10_000)
    restored = run(server.folder, "restore", str(copy), "--force")
    assert restored.exit_code == 0, restored.stderr
    server.start()
    assert httpx.get(f"{server.url}{event}").json()["round"] == 1


def test_commands_say_what_to_do(run: Run, tmp_path: Path) -> None:
    nothing = run(tmp_path, "backup")
    assert nothing.exit_code == 1 and "start the program first" in nothing.stderr
    assert not list(tmp_path.glob("*.sqlite3")), "a backup made a database"
    (tmp_path / "there").touch()
    taken = run(tmp_path, "backup", "--out", str(tmp_path / "there"))
    assert taken.exit_code == 1 and "exists already" in taken.stderr
    missing = run(tmp_path, "restore", str(tmp_path / "nowhere"))
    assert missing.exit_code == 1 and "can't be read" in missing.stderr
    for done in (nothing, taken, missing):
        assert type(done.exception) is SystemExit
