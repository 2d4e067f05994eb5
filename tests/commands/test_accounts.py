"""Accounts and tokens from the command line: what is printed works, what is wrong is said."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from app.cli import app
from app.commands.opening import installation
from app.services.people.accounts import sign_in_with_link
from app.services.people.sessions import Scope, caller_of_token
from app.settings import Settings

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command of the program on an empty database."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("CACHE_REFRESH_DATA_DIR", str(tmp_path))
    return lambda *arguments: CliRunner().invoke(app, arguments)


def secret_of(link: str) -> str:
    """The secret part of a sign-in link."""
    return link.strip().rpartition("/sign-in/")[2]


def test_the_printed_link_signs_its_organizer_in_once(run: Run) -> None:
    made = run("organizer", "create", "Olga")
    assert made.exit_code == 0
    assert made.stdout.startswith("http://127.0.0.1:8000/sign-in/")
    with installation(Settings()) as opened:
        assert sign_in_with_link(opened, datetime.now(UTC), secret_of(made.stdout)).name == "Olga"


def test_links_lead_to_the_public_address(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CACHE_REFRESH_PUBLIC_URL", "https://netrunner.example")
    assert run("organizer", "create", "Olga").stdout.startswith("https://netrunner.example/sign-in/")


def test_who_is_locked_out_gets_another_link(run: Run) -> None:
    run("organizer", "create", "Olga")
    renewed = run("organizer", "link", "olga")
    assert renewed.exit_code == 0
    with installation(Settings()) as opened:
        assert sign_in_with_link(opened, datetime.now(UTC), secret_of(renewed.stdout)).name == "Olga"


@pytest.mark.parametrize(("option", "scope"), [([], Scope.WRITE), (["--read-only"], Scope.READ)])
def test_the_last_line_is_a_token_of_that_organizer(run: Run, option: list[str], scope: Scope) -> None:
    run("organizer", "create", "Olga")
    made = run("token", "create", "Olga", "--label", "results board", *option)
    assert made.exit_code == 0
    with installation(Settings()) as opened:
        caller = caller_of_token(opened, datetime.now(UTC), made.stdout.splitlines()[-1])
    assert (caller.actor.name, caller.scope) == ("Olga", scope)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["organizer", "create", "olga"], "account named olga already", id="name in use"),
        pytest.param(["organizer", "create", "  "], "A name is needed", id="no name"),
        pytest.param(["organizer", "link", "Ben"], "no organizer named Ben", id="link for nobody"),
        pytest.param(["token", "create", "Ben"], "no organizer named Ben", id="token for nobody"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(run: Run, arguments: list[str], words: str) -> None:
    run("organizer", "create", "Olga")
    refused = run(*arguments)
    assert refused.exit_code == 1
    assert words in refused.stderr
    assert refused.stdout == ""
