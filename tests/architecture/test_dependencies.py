"""What is imported is asked for in pyproject.toml, so that a fresh machine has it and not only this one."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions, version
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

OURS = {"app", "tests", "migrations"}
# Imported for their types or parts, and so firmly a part of one that is asked for that they come with it.
COMES_WITH = {"anyio": "fastapi", "starlette": "fastapi", "sqlalchemy": "sqlmodel", "click": "typer"}
COMES_WITH |= {
    "psycopg_pool": "psycopg",
    "pydantic": "fastapi",
    "pydantic_core": "fastapi",
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
    local = {path.stem for path in files} | {path.parts[0] for path in text_files}
    found = missing(files, asked_for(root, "dev"))
    assert [each for each in found if each.rpartition(" ")[2] not in local] == []


PIN = re.compile(r"([a-z0-9-]+)==([\w.]+)")


def pins(root: Path) -> dict[str, str]:
    """The versions in constraints.txt by name; any other line there fails."""
    lines = (root / "constraints.txt").read_text().splitlines()
    found = [PIN.fullmatch(line) for line in lines if not line.startswith("#")]
    assert all(found), "names and versions alone: no address, no option"
    return {normal(match[1]): match[2] for match in found if match}


def test_what_is_installed_is_what_the_tests_ran_with(root: Path) -> None:
    pinned = pins(root)
    asked = asked_for(root, "dev") - {"tzdata"}  # for Windows alone
    assert sorted(asked - set(pinned)) == [], "make constraints"
    assert {name: version(name) for name in asked} == {name: pinned[name] for name in asked}, (
        "make constraints"
    )


def test_every_bound_has_an_end_and_holds_the_tested_version(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    pinned = pins(root)
    for line in (*project["dependencies"], *project["optional-dependencies"]["dev"]):
        wanted = Requirement(line)
        operators = sorted(each.operator for each in wanted.specifier)
        assert operators == ["<", ">="], line
        tested = pinned.get(normal(wanted.name))
        assert tested is None or tested in wanted.specifier, line
        # The next line of versions that may break something is left out.
        end = Version(next(each.version for each in wanted.specifier if each.operator == "<"))
        assert tested is None or end.release[0] - Version(tested).release[0] in (0, 1), line


def test_installing_uses_the_constraints(root: Path) -> None:
    makefile, dockerfile = (root / "Makefile").read_text(), (root / "Dockerfile").read_text()
    installs = re.findall(r".* install .*", makefile.replace("apt-get install", "")) + re.findall(
        r"pip install .*", dockerfile
    )
    assert len(installs) >= 3
    assert [line for line in installs if "--constraint constraints.txt" not in line] == []
    assert "COPY pyproject.toml constraints.txt" in dockerfile
    assert "!constraints.txt" in (root / ".dockerignore").read_text().splitlines()


def test_only_the_parts_of_uvicorn_that_are_used_are_installed(root: Path) -> None:
    assert {"uvicorn", "httptools", "uvloop"} <= asked_for(root)
    assert "uvicorn[" not in (root / "pyproject.toml").read_text()
    assert {"websockets", "watchfiles"} & set(pins(root)) == set()
