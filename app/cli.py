"""The command line: `python -m app COMMAND`. Each command lives in a module of app/commands.

A command's module is imported when the command is asked for: `check` needs no database and no web server.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

# Name on the command line -> module and function, or group of commands, in it.
COMMANDS = {
    "serve": ("serving", "serve"),
    "demo": ("demo", "demo"),
    "check": ("decks", "check"),
    "pool": ("decks", "pool"),
    "backup": ("backups", "backup"),
    "restore": ("backups", "restore"),
    "doctor": ("doctor", "doctor"),
    "export": ("events", "export_event"),
    "import": ("events", "import_event"),
    "cards": ("cards", "cards"),
    "organizer": ("accounts", "organizer"),
    "token": ("accounts", "token"),
}
OPTIONS: dict[str, Any] = {
    "add_completion": False,
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,  # the values they would show hold secrets
}


class Commands(TyperGroup):
    """The commands by name, each imported when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, in the order in which help shows them."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of this name, None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name]
        found: typer.Typer | Callable[..., None] = getattr(import_module(f"app.commands.{module}"), name)
        if isinstance(found, typer.Typer):
            group = typer.main.get_group(found)
            group.name = cmd_name
            return group
        single = typer.Typer(**OPTIONS)
        single.command(cmd_name)(found)
        return typer.main.get_command(single)


app = typer.Typer(cls=Commands, no_args_is_help=True, **OPTIONS)


@app.callback()
def main() -> None:
    """Run Cache Refresh tournaments and check decks."""
