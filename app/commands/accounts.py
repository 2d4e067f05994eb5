"""Accounts and tokens from the command line: for organizers who are new or locked out, and for programs."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Annotated

import typer

from app.commands.opening import explained, fail, installation, new_secret
from app.services.kernel.errors import Kind, Refused
from app.services.people import accounts
from app.services.people.sessions import Scope, create_token
from app.settings import Settings
from app.web.addresses import addresses

organizer = typer.Typer(no_args_is_help=True, help="Organizers' accounts.")
token = typer.Typer(no_args_is_help=True, help="API tokens of organizers.")

Name = Annotated[str, typer.Argument(metavar="NAME", help="The organizer's name.")]


def sign_in_url(settings: Settings, secret: str) -> str:
    """The one-time link to give to an organizer."""
    base = settings.public_url or addresses(settings.host, settings.port).local
    return f"{base}/sign-in/{secret}"


@organizer.command("create")
def create_organizer(name: Name) -> None:
    """Make an account and print a link that signs its organizer in, once, within a week."""
    with explained():
        settings, secret = Settings(), new_secret()
        with installation(settings) as opened:
            accounts.create_account(opened, datetime.now(UTC), name, secret)
    typer.echo(sign_in_url(settings, secret))


@organizer.command("link")
def renew_link(name: Name) -> None:
    """Print a new one-time sign-in link for an account that is there already."""
    with explained(), known_organizer(name):
        settings, secret = Settings(), new_secret()
        with installation(settings) as opened:
            accounts.new_sign_in_link(opened, datetime.now(UTC), name, secret)
    typer.echo(sign_in_url(settings, secret))


@token.command("create")
def create_api_token(
    name: Name,
    label: Annotated[str, typer.Option(help="What the token is for, to tell it from others.")] = "",
    read_only: Annotated[bool, typer.Option("--read-only", help="The token may look, not change.")] = False,
) -> None:
    """Print an API token that acts for this organizer; it can't be shown again."""
    scope = Scope.READ if read_only else Scope.WRITE
    with explained(), known_organizer(name):
        secret = new_secret()
        with installation(Settings()) as opened:
            create_token(opened, datetime.now(UTC), name, label, scope, secret)
    typer.echo(secret)


@contextmanager
def known_organizer(name: str) -> Iterator[None]:
    """Say in the words of the command line that nobody has this name."""
    try:
        yield
    except Refused as refused:
        if refused.kind is not Kind.NOT_FOUND:
            raise
        raise fail(
            f"There is no organizer named {name}. "
            f'Make the account first: python -m app organizer create "{name}"'
        ) from None
