"""Starts the program on a machine without make, on Windows too: `python run.py`.

It does what `make run`, `make demo` and `make test` do, with Python's standard library alone: it makes the
environment `.venv`, installs what the program needs, once, and starts it. Any command of the program follows
as it is: `python run.py serve --port 8001`, `python run.py organizer link Organizer`.
"""

import os
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
ENVIRONMENT = HERE / ".venv"
OLDEST = (3, 11)
INPUTS = ("pyproject.toml", "constraints.txt")
TOO_OLD = (
    "Python {wanted} or newer is needed; this one is {found}. Install it from "
    "https://www.python.org/downloads/ and start this file with it, on Windows: py -3.11 run.py"
)
NOT_INSTALLED = "What the program needs could not be installed; the lines above say why. Is there internet?"


def environments_python(environment: Path = ENVIRONMENT, windows: bool = os.name == "nt") -> Path:
    """The Python of an environment."""
    return environment / ("Scripts/python.exe" if windows else "bin/python")


def is_installed(stamp: Path) -> bool:
    """Whether what the stamp stands for was installed after the lists of packages last changed."""
    if not stamp.is_file():
        return False
    return all(stamp.stat().st_mtime >= (HERE / name).stat().st_mtime for name in INPUTS)


def install(what: str, stamps: Sequence[Path]) -> None:
    """Install the program (`.`) or the program and its tests (`.[dev]`) into the environment, if need be."""
    if not environments_python().exists():
        venv.create(ENVIRONMENT, with_pip=True)
    if is_installed(stamps[0]):
        return
    print("Installing what is needed; this happens once and takes a minute or a few …", file=sys.stderr)
    pip = [str(environments_python()), "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
    command = [*pip, "--quiet", "--constraint", "constraints.txt", "--editable", what]
    if subprocess.call(command, cwd=HERE) != 0:
        raise SystemExit(NOT_INSTALLED)
    for stamp in stamps:
        stamp.touch()


def main(arguments: Sequence[str]) -> int:
    """Install what is missing and run the command; its exit code."""
    if sys.version_info < OLDEST:
        wanted, found = (".".join(map(str, version[:2])) for version in (OLDEST, sys.version_info))
        print(TOO_OLD.format(wanted=wanted, found=found), file=sys.stderr)
        return 1
    run, dev = ENVIRONMENT / "run.stamp", ENVIRONMENT / "dev.stamp"
    command, rest = (arguments[0], list(arguments[1:])) if arguments else ("serve", [])
    python = str(environments_python())
    if command in ("test", "setup"):
        install(".[dev]", (dev, run))
        if command == "setup":
            return 0
        subprocess.check_call([python, str(HERE / "tests/browser/install_chromium.py")], cwd=HERE)
        return _call([python, "-m", "pytest", *rest])
    install(".", (run,))
    return _call([python, "-m", "app", "serve" if command == "run" else command, *rest])


def _call(command: Sequence[str]) -> int:
    try:
        return subprocess.call(command, cwd=HERE)
    except KeyboardInterrupt:
        # The program has got the same interrupt and ends by itself.
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
