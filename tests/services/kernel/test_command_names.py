"""Every command has a name of its own, and a right and a lifecycle that decide about it."""

import ast
from pathlib import Path

from app.services.kernel.permissions import PERMISSIONS, RIGHT_OF, right_of
from app.tournament.lifecycle import COMMANDS

SERVICES = Path(__file__).resolve().parents[3] / "app" / "services"
# One name where two functions do the same: erasing one or all; an invitation with or without an account; an
# announcement ended by hand or by its time.
SHARED = {"erase_player", "accept_invitation", "end_announcement"}

# What a command that runs for a repeated request, too, knows it by. The rest are held by `command()` itself.
KNOWS_A_REPEAT_BY = {
    "add_players": "is_repeat",
    "check_decks": "is_repeat",
    "hand_in_deck": "_is_repeat",
    "undo": "is_repeat",
    "register_player": "_joined_before",
    # The secret comes from the key of the request.
    "issue_link": "link_hash",
    # An invitation is used once.
    "accept_invitation": "used_by_account_id",
    # Who went already is not moved again; one request may move many.
    "hand_over_player": "living_player",
    "receive_player": "_may_return",
    # The program itself erases who is left, without a request.
    "erase_player": "_named",
}


def functions() -> list[tuple[ast.FunctionDef, ast.Call]]:
    """The function of each command, and what makes it one."""
    found = [
        each
        for path in sorted(SERVICES.rglob("*.py"))
        for each in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(each, ast.FunctionDef)
    ]
    return [
        (function, call)
        for function in found
        for call in function.decorator_list
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "command"
    ]


def named() -> list[tuple[str, str]]:
    """The name of each command and its function."""
    return [(str(ast.literal_eval(call.args[0])), function.name) for function, call in functions()]


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


def test_every_command_with_an_answer_holds_the_key_of_its_request() -> None:
    asks = {}
    for function, call in functions():
        held = function.returns is not None and ast.unparse(function.returns) in ("None", "int")
        if not held or any(given.arg == "anew" for given in call.keywords):
            asks[str(ast.literal_eval(call.args[0]))] = ast.unparse(function)
    assert asks.keys() == KNOWS_A_REPEAT_BY.keys()
    assert [name for name, body in asks.items() if KNOWS_A_REPEAT_BY[name] not in body] == []
