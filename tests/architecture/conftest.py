"""The project's own files, as the tests of its build look at them."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOT_OURS = frozenset(
    {".git", ".venv", "data", "build", "__pycache__", ".hypothesis", "node_modules"}
    | {".mypy_cache", ".ruff_cache", ".pytest_cache", ".import_linter_cache"}
)


def project_files(folder: str = ".", *suffixes: str) -> list[Path]:
    """The files below a folder of the project (with these suffixes) that no tool and no run has made."""
    found = []
    for parent, folders, names in os.walk(ROOT / folder):
        # Changed in place, so that the walk doesn't enter them: an environment has thousands of files.
        folders[:] = sorted(
            name for name in folders if name not in NOT_OURS and not name.endswith(".egg-info")
        )
        # In a second working tree of the same repository `.git` is a file.
        kept = [name for name in sorted(names) if name not in NOT_OURS]
        found += [Path(parent) / name for name in kept if not suffixes or name.endswith(suffixes)]
    return found


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the project."""
    return ROOT


@pytest.fixture(scope="session")
def app_modules() -> list[Path]:
    """Every Python file of the program."""
    return project_files("app", ".py")


@pytest.fixture(scope="session")
def templates() -> list[Path]:
    """Every template."""
    return project_files("templates", ".html")


@pytest.fixture(scope="session")
def documents() -> list[Path]:
    """Every page of documentation."""
    return [*sorted(ROOT.glob("*.md")), *project_files("docs", ".md")]


@pytest.fixture(scope="session")
def text_files() -> dict[Path, str]:
    """Every file of the project that is text, with its text."""
    texts = {}
    for path in project_files():
        data = path.read_bytes()
        if b"\0" not in data:
            # Some lists of cards are kept in the encodings people send them in.
            texts[path.relative_to(ROOT)] = data.decode("utf-8", "replace")
    return texts
