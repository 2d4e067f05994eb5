"""Every command has a name of its own, and a right and a lifecycle that decide about it."""

import ast
from pathlib import Path

from app.services.kernel.permissions import PERMISSIONS, RIGHT_OF, right_of
from app.tournament.lifecycle import COMMANDS

SERVICES = Path(__file__).resolve().parents[3] / "app" / "services"
# One name where two functions do the same: erasing one or all; an invitation with or without an account; an
# announcement ended by hand or by its time.
SHARED = {"erase_player", "accept_invitation", "end_announcement"}


def named() -> list[tuple[str, str]]:
    """The name of each command and its function."""
    functions = [
        each
        for path in sorted(SERVICES.rglob("*.py"))
        for each in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(each, ast.FunctionDef)
    ]
    return [
        (str(ast.literal_eval(call.args[0])), function.name)
        for function in functions
        for call in function.decorator_list
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "command"
    ]


def test_every_command_has_a_right_and_a_lifecycle() -> None:
    assert len(named()) > 50
    missing = [
        name for name, _ in named() if right_of(name) not in PERMISSIONS or right_of(name) not in COMMANDS
    ]
    assert missing == []


def test_no_two_commands_share_a_name_in_the_journal() -> None:
    names = [name for name, _ in named() if name not in SHARED]
    assert sorted(names) == sorted(set(names))


def test_a_right_of_another_command_is_named_only_for_commands_there_are() -> None:
    assert set(RIGHT_OF) <= {name for name, _ in named()}
    assert set(RIGHT_OF).isdisjoint(PERMISSIONS), "one or the other decides"
