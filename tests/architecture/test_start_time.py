"""A command loads what it needs and nothing more, and what was compiled once is kept."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {"sqlalchemy", "alembic", "fastapi", "uvicorn", "pydantic_settings"}
PROGRAM = """
import sys
from typer.testing import CliRunner
from app.cli import app
done = CliRunner().invoke(app, sys.argv[1:])
print(done.exit_code, *sorted(set(sys.modules)))
"""


@pytest.mark.parametrize(
    ("arguments", "needless"),
    [
        (["pool", "--help"], HEAVY),
        (["check", "/dev/null"], HEAVY),
        (["backup", "--help"], {"fastapi", "uvicorn"}),
    ],
    ids=lambda each: each[0] if isinstance(each, list) else "",
)
def test_a_command_does_not_load_what_it_does_not_need(
    arguments: list[str], needless: set[str], root: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments], cwd=root, capture_output=True, text=True, check=True
    )
    _status, *loaded = done.stdout.split()
    assert "app.cli" in loaded
    assert set(loaded) & needless == set()


COLLECTING = """
import sys
import pytest
status = pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", *sys.argv[1:]])
print("loaded", int(status), *sorted(set(sys.modules)))
"""


@pytest.mark.parametrize("room", ["tournament", "deckcheck", "judge"])
def test_tests_of_a_pure_room_load_neither_database_nor_web(room: str, root: Path) -> None:
    """A file of pure tests runs in a second or two; importing the program takes longer than the tests."""
    done = subprocess.run(
        [sys.executable, "-c", COLLECTING, f"tests/{room}"], cwd=root, capture_output=True, text=True
    )
    _loaded, status, *loaded = done.stdout.splitlines()[-1].split()
    assert status == "0" and any(name.startswith("app.") for name in loaded), done.stdout
    assert {name for name in loaded if name in HEAVY or name.startswith("app.web")} == set()


SERVING = """
import sys, tempfile
from pathlib import Path
from app.settings import Settings
from app.storage.database import Database
from app.web.app import create_app, routes
folder = Path(tempfile.mkdtemp())
url = f"sqlite:///{folder}/event.sqlite3"
for needed in ("alembic", ""):
    database = Database(url)
    database.migrate()
    database.dispose()
    if needed:
        assert needed in sys.modules
        for name in [each for each in sys.modules if each.split(".")[0] == needed]:
            del sys.modules[name]
create_app(Settings(database_url=url, data_dir=folder))
made = [each.path for each in routes() if "dependant" in vars(each)]
from app.storage.tables import Tournament
print(len(routes()), len(made), Tournament.__pydantic_complete__, *sorted(set(sys.modules)))
"""


def test_a_start_makes_nothing_that_is_not_asked_for(root: Path) -> None:
    """Handlers are looked through when they are asked, rows never check, and what migrates or speaks to
    PostgreSQL is loaded where there is something to migrate, or a PostgreSQL."""
    done = subprocess.run(
        [sys.executable, "-c", SERVING], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    routes, made, checks, *loaded = done.stdout.split()
    assert int(routes) > 200 and made == "0" and checks == "False"
    assert set(loaded) & {"alembic", "psycopg"} == set()


def test_an_unknown_command_is_named(root: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "app", "srve"], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "No such command 'srve'" in done.stderr


def test_make_keeps_what_python_compiled(root: Path) -> None:
    """Also where the shell forbids it: else each process of a run would compile every file of tests anew."""
    shown = subprocess.run(
        ["make", "--no-print-directory", "--eval=shown:; @env", "shown"],
        cwd=root,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "PATH=" in shown.stdout and "PYTHONDONTWRITEBYTECODE" not in shown.stdout
