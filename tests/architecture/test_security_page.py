"""Every threat that docs/security.md names has a module that meets it and a test that holds it."""

import re
from pathlib import Path

import pytest

ROW = re.compile(r"^\| (?!threat \||-)(.+) \|$", re.M)
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
MODULE = re.compile(r"`(app/[\w/]+\.py)`")


@pytest.fixture(scope="module")
def rows(root: Path) -> list[list[str]]:
    """The rows of all tables: threat, what is done, where, held by."""
    return [row.split(" | ") for row in ROW.findall((root / "docs/security.md").read_text())]


def test_every_threat_has_a_module_and_a_test(rows: list[list[str]]) -> None:
    assert len(rows) > 25
    assert [row[0] for row in rows if len(row) != 4] == []
    assert [row[0] for row in rows if not MODULE.search(row[2]) or not NAMED.search(row[3])] == []
    assert len({row[0] for row in rows}) == len(rows)


def test_the_modules_are_there(root: Path, rows: list[list[str]]) -> None:
    named = {module for row in rows for module in MODULE.findall(row[2])}
    assert sorted(module for module in named if not (root / module).is_file()) == []


def test_the_tests_are_there(root: Path, rows: list[list[str]]) -> None:
    missing = []
    for row in rows:
        assert NAMED.sub("", row[3]).strip(" ,") == "", f"{row[0]}: tests/….py::test_name, and nothing else"
        for path, name in NAMED.findall(row[3]):
            file = root / path
            if not file.is_file() or not re.search(rf"^def {name}\(", file.read_text(), re.M):
                missing.append(f"{path}::{name}")
    assert missing == []
