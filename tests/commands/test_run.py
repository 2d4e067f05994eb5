"""`run.py` starts the program where there is no make, with the standard library alone."""

import ast
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import run

ROOT = Path(run.__file__).parent


def test_it_needs_the_standard_library_alone() -> None:
    tree = ast.parse((ROOT / "run.py").read_text(encoding="utf-8"))
    names = [n.name for node in ast.walk(tree) if isinstance(node, ast.Import) for n in node.names]
    names += [str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert names
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A folder with the program and an environment where everything is installed, and nothing else."""
    for name in ("app", "templates", "migrations"):
        (tmp_path / name).symlink_to(ROOT / name)
    for name in ("run.py", "pyproject.toml", "constraints.txt", "alembic.ini"):
        shutil.copy2(ROOT / name, tmp_path)
    environment = tmp_path / ".venv"
    environment.mkdir()
    for each in Path(sys.prefix).iterdir():
        if each.suffix != ".stamp":
            (environment / each.name).symlink_to(each)
    for stamp in ("run.stamp", "dev.stamp"):
        (environment / stamp).touch()
    return tmp_path


def started(house: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What `run.py` says on a machine where nothing can be found by name."""
    nothing = house / "nothing"
    nothing.mkdir(exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if name in ("HOME", "SYSTEMROOT", "TMPDIR")}
    command = [sys.executable, "run.py", *arguments]
    return subprocess.run(
        command, cwd=house, env={**kept, "PATH": str(nothing)}, capture_output=True, text=True, timeout=120
    )


def test_a_command_of_the_program_runs_without_make(house: Path) -> None:
    assert shutil.which("make", path=str(house / "nothing")) is None
    done = started(house, "pool", "--date", "2018-02-15")
    assert done.returncode == 0, done.stderr
    assert "Core Set" in done.stdout and done.stderr == ""
    # Its exit code is that of the command.
    assert started(house, "no-such-command").returncode == 2


def test_what_is_needed_is_installed_anew_only_when_the_lists_changed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(run, "HERE", tmp_path)
    monkeypatch.setattr(run, "ENVIRONMENT", tmp_path / ".venv")
    monkeypatch.setattr(run, "environments_python", lambda: Path(sys.executable))
    monkeypatch.setattr(run.subprocess, "call", lambda command, cwd: asked.append(list(command)) or 0)
    (tmp_path / ".venv").mkdir()
    for name in run.INPUTS:
        (tmp_path / name).touch()
    for _ in range(2):
        assert run.main(["demo"]) == 0
    assert [command[1:3] for command in asked] == [["-m", "pip"], ["-m", "app"], ["-m", "app"]]
    assert asked[0][-4:] == ["--constraint", "constraints.txt", "--editable", "."]
    later = time.time() + 60
    os.utime(tmp_path / "constraints.txt", (later, later))
    run.main([])
    assert [command[1:4] for command in asked[3:]] == [
        ["-m", "pip", "--disable-pip-version-check"],
        ["-m", "app", "serve"],
    ]


def test_a_failed_installation_leaves_no_stamp(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(run, "HERE", tmp_path)
    monkeypatch.setattr(run, "ENVIRONMENT", tmp_path / ".venv")
    monkeypatch.setattr(run, "environments_python", lambda: Path(sys.executable))
    monkeypatch.setattr(run.subprocess, "call", lambda command, cwd: 1)
    for name in run.INPUTS:
        (tmp_path / name).touch()
    with pytest.raises(SystemExit, match="could not be installed"):
        run.main(["serve"])
    assert not (tmp_path / ".venv" / "run.stamp").exists()


def test_windows_has_its_python_elsewhere() -> None:
    here = Path("here")
    assert run.environments_python(here, windows=True) == here / "Scripts/python.exe"
    assert run.environments_python(here, windows=False) == here / "bin/python"


def test_an_old_python_is_told_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run.sys, "version_info", (3, 9, 2))
    assert run.main([]) == 1
    said = capsys.readouterr().err
    assert "Python 3.11 or newer is needed; this one is 3.9." in said and "py -3.11 run.py" in said
