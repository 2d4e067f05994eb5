"""What is imported is asked for in pyproject.toml, so that a fresh machine has it and not only this one."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

OURS = {"app", "tests", "migrations"}
# Imported for their types or parts, and so firmly a part of one that is asked for that they come with it.
COMES_WITH = {"anyio": "fastapi", "starlette": "fastapi", "sqlalchemy": "sqlmodel", "click": "typer"}
COMES_WITH |= {
    "psycopg_pool": "psycopg",
    "pydantic": "fastapi",
    "grimp": "import-linter",
    "markupsafe": "jinja2",
}


def imported(path: Path) -> set[str]:
    """The top-level names a Python file imports from elsewhere."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.partition(".")[0])
    return found - set(sys.stdlib_module_names) - OURS


def asked_for(root: Path, *extras: str) -> set[str]:
    """The names of the distributions in pyproject.toml, in lower case with hyphens."""
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    lines = list(project["dependencies"])
    for extra in extras:
        lines += project["optional-dependencies"][extra]
    return {normal(re.split(r"[\s\[<>=!~;]", line, maxsplit=1)[0]) for line in lines}


def normal(name: str) -> str:
    """A distribution's name as registries compare it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def missing(paths: list[Path], asked: set[str]) -> list[str]:
    """Which imports nothing in pyproject.toml brings."""
    known = packages_distributions()
    found = []
    for path in paths:
        for name in sorted(imported(path)):
            brought_by = {normal(each) for each in known.get(name, [])} | {COMES_WITH.get(name, "")}
            if not brought_by & asked:
                found.append(f"{path}: {name}")
    return found


def test_the_program_imports_only_what_it_asks_for(root: Path, app_modules: list[Path]) -> None:
    assert missing(app_modules, asked_for(root)) == []


def test_tests_and_tools_import_only_what_they_ask_for(root: Path, text_files: dict[Path, str]) -> None:
    files = [root / path for path in text_files if path.suffix == ".py" and path.parts[0] != "app"]
    local = {path.stem for path in files}
    found = missing(files, asked_for(root, "dev"))
    assert [each for each in found if each.rpartition(" ")[2] not in local] == []
