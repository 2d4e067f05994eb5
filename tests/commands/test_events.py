"""Events as files from the command line: out of one installation, into another, and what is wrong is said."""

import json
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from app.cli import app
from app.commands.opening import installation
from app.services.event.settings import TournamentDraft
from app.services.event.tournaments import create_tournament, tournament_id_by_code
from app.services.kernel.actors import Actor, ActorKind
from app.services.people.accounts import create_account
from app.services.people.members import members
from app.settings import Settings

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command on the database in a folder of the test: the first argument names it."""
    monkeypatch.delenv("DATABASE_URL", raising=False)

    def run(place: str, *arguments: str) -> Result:
        monkeypatch.setenv("CACHE_REFRESH_DATA_DIR", str(tmp_path / place))
        return CliRunner().invoke(app, arguments)

    return run


@pytest.fixture
def code(run: Run) -> str:
    """An event in the installation `here`."""
    assert run("here", "organizer", "create", "Olga").exit_code == 0
    with installation(Settings()) as opened:
        olga = Actor(ActorKind.ORGANIZER, 1, "Olga")
        draft = TournamentDraft("Köln GNK", date(2018, 2, 15))
        return create_tournament(opened, olga, datetime.now(UTC), draft, seed=3).code


def test_an_event_goes_from_one_installation_to_another(run: Run, code: str, tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    printed = run("here", "export", code.lower())
    assert printed.exit_code == 0
    assert json.loads(printed.stdout)["tournament"]["name"] == "Köln GNK"
    assert run("here", "export", code, "--out", str(file)).exit_code == 0
    assert file.read_text() == printed.stdout
    imported = run("there", "import", str(file))
    assert (imported.exit_code, imported.stdout.strip()) == (0, code)
    assert run("there", "export", code).stdout == printed.stdout
    again = run("there", "import", str(file))
    assert again.exit_code == 0 and again.stdout.strip() != code
    assert "is taken here" in again.stderr


def test_an_owner_can_be_named(run: Run, code: str, tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    run("here", "export", code, "--out", str(file))
    assert "Nadia" in run("there", "import", str(file), "--owner", "Nadia").stderr
    with installation(Settings()) as opened:
        create_account(opened, datetime.now(UTC), "Nadia", "x")
    assert run("there", "import", str(file), "--owner", "Nadia").exit_code == 0
    with installation(Settings()) as opened:
        people = members(opened, tournament_id_by_code(opened, code))
    assert {(member.name, member.role.value) for member in people} == {("Olga", "owner"), ("Nadia", "owner")}


def test_what_can_not_be_done_is_said(run: Run, code: str, tmp_path: Path) -> None:
    unknown = run("here", "export", "ZZZZZ")
    assert unknown.exit_code == 1 and "No tournament has this code" in unknown.stderr
    nowhere = run("here", "export", code, "--out", str(tmp_path / "no" / "where.json"))
    assert nowhere.exit_code == 1 and "can't be written" in nowhere.stderr
    missing = run("here", "import", str(tmp_path / "missing.json"))
    assert missing.exit_code == 1 and "can't be read" in missing.stderr
    (tmp_path / "bad.json").write_text('{"format": "cache-refresh-archive", "version": 99}')
    newer = run("here", "import", str(tmp_path / "bad.json"))
    assert newer.exit_code == 1 and "update the program first" in newer.stderr
