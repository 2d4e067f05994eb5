"""What the documentation says exists: commands, options, settings, make targets, links, decisions."""

import re
from pathlib import Path
from typing import Any

import typer
from starlette.routing import Match

from app.cli import app
from app.settings import Settings
from app.web.app import create_app

COMMAND_ROW = re.compile(r"^\| `([a-z][^`]*)` \|", re.M)
MAKE = re.compile(r"\bmake ([a-z][a-z-]*)")
MODULE_CALL = re.compile(r"python -m app((?: [a-z]+)+)")
LINK = re.compile(r"\[[^\]]+\]\(([^)\s]+)\)")
CODE_SPAN = re.compile(r"`[^`\n]*`")
PAGE_ROW = re.compile(r"^\| `(/[^`]*)` \|", re.M)
VARIABLE_ROW = re.compile(r"^\| `([A-Z_]+)` \|", re.M)
DECISION = re.compile(r"docs/decisions/(\d{3})")
# Read by uvicorn itself, for the proxy in front of it.
VARIABLES_OF_OTHERS = {"FORWARDED_ALLOW_IPS"}


def find_command(words: list[str]) -> tuple[typer.core.TyperCommand | None, list[str]]:
    """The command that some words begin with, and the words left over."""
    command = typer.main.get_command(app)
    while words and words[0] in inner_commands(command):
        command = inner_commands(command)[words[0]]
        words = words[1:]
    return (None if inner_commands(command) else command), words


def inner_commands(command: Any) -> dict[str, Any]:
    """The commands of a group by name; none for a command that is no group."""
    if not hasattr(command, "list_commands"):
        return {}
    context = typer.Context(command)
    return {name: command.get_command(context, name) for name in command.list_commands(context)}


def section(text: str, title: str) -> str:
    """The part of a page below a heading."""
    return text.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def test_every_command_of_the_readme_exists_with_its_options(root: Path) -> None:
    rows = COMMAND_ROW.findall(section((root / "README.md").read_text(), "Commands"))
    assert len(rows) > 5
    for row in rows:
        command, rest = find_command(row.split())
        assert command is not None, row
        known = {option for parameter in command.params for option in parameter.opts}
        assert set(re.findall(r"--[a-z-]+", " ".join(rest))) <= known, row


def test_the_readme_names_every_command(root: Path) -> None:
    table = section((root / "README.md").read_text(), "Commands")
    rows = [" ".join(row.split()) for row in COMMAND_ROW.findall(table)]
    tree = typer.main.get_command(app)
    paths = [
        f"{name} {inner}" if inner else name
        for name, command in inner_commands(tree).items()
        for inner in (inner_commands(command) or [""])
    ]
    assert [path for path in paths if not any(row.split(" [")[0].startswith(path) for row in rows)] == []


def test_commands_in_running_text_exist(documents: list[Path]) -> None:
    calls = [(path.name, call) for path in documents for call in MODULE_CALL.findall(path.read_text())]
    assert calls
    assert [call for call in calls if find_command(call[1].split())[0] is None] == []


def test_make_targets_in_the_documentation_exist(root: Path, documents: list[Path]) -> None:
    targets = set(re.findall(r"^([a-z][a-z-]*):", (root / "Makefile").read_text(), re.M))
    named = {target for path in documents for target in re.findall(r"`make ([a-z-]+)", path.read_text())}
    named |= set(re.findall(r"^make ([a-z-]+)", (root / "README.md").read_text(), re.M))
    assert {"run", "test"} <= named
    assert named <= targets


def test_every_target_the_makefile_promises_exists(root: Path) -> None:
    text = (root / "Makefile").read_text()
    phony = re.search(r"^\.PHONY: (.*)$", text, re.M)
    assert phony
    assert set(phony[1].split()) <= set(re.findall(r"^([a-z][a-z-]*):", text, re.M))


def test_the_readme_lists_exactly_the_settings_there_are(root: Path) -> None:
    listed = set(VARIABLE_ROW.findall(section((root / "README.md").read_text(), "Settings")))
    names = {
        "DATABASE_URL" if name == "database_url" else f"CACHE_REFRESH_{name.upper()}"
        for name in Settings.model_fields
    }
    assert listed == names | VARIABLES_OF_OTHERS


def test_every_page_of_the_readme_is_there(root: Path, tmp_path: Path) -> None:
    pages = PAGE_ROW.findall(section((root / "README.md").read_text(), "Pages"))
    assert len(pages) > 5
    routes = create_app(Settings(data_dir=tmp_path)).routes

    def is_served(page: str) -> bool:
        scope = {"type": "http", "method": "GET", "path": page, "root_path": "", "headers": []}
        return any(route.matches(scope)[0] is Match.FULL for route in routes)

    assert not is_served("/t/CODE/no-such-page")
    assert [page for page in pages if not is_served(page)] == []


def test_links_between_pages_lead_somewhere(root: Path, documents: list[Path]) -> None:
    dead = []
    for path in documents:
        for link in LINK.findall(CODE_SPAN.sub("", path.read_text())):
            target = link.partition("#")[0]
            if target and "://" not in target and not (path.parent / target).exists():
                dead.append(f"{path.relative_to(root)}: {link}")
    assert dead == []


def test_the_index_lists_every_decision_once_in_order(root: Path) -> None:
    index = (root / "docs/decisions/README.md").read_text()
    decisions = sorted(path.name for path in (root / "docs/decisions").glob("[0-9]*.md"))
    assert decisions
    assert LINK.findall(index) == decisions
    numbers = [name[:3] for name in decisions]
    assert len(set(numbers)) == len(numbers)


def test_decisions_the_code_refers_to_exist(root: Path, text_files: dict[Path, str]) -> None:
    numbers = {path.name[:3] for path in (root / "docs/decisions").glob("[0-9]*.md")}
    named = {(str(path), number) for path, text in text_files.items() for number in DECISION.findall(text)}
    assert named
    assert sorted(place for place in named if place[1] not in numbers) == []
