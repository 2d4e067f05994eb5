"""Events as files: `export` writes the archive of one, `import` makes an event of an archive."""

import os
import secrets
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from app.commands.accounts import known_organizer
from app.commands.opening import explained, fail, installation
from app.services.event.tournaments import MOST_SEED, tournament_id_by_code
from app.services.exchange import archives
from app.services.kernel.actors import SYSTEM, Actor, ActorKind
from app.services.kernel.installation import Installation
from app.services.people.accounts import account_named
from app.settings import Settings


def export_event(
    code: Annotated[str, typer.Argument(metavar="CODE", help="The five letters of the event.")],
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write there instead.")] = None,
) -> None:
    """Print the archive of an event: everything but secrets, to be imported anywhere."""
    with explained(), installation(Settings()) as opened:
        text = archives.archive(opened, tournament_id_by_code(opened, code))
    if out is None:
        sys.stdout.buffer.write(text.encode())
        return
    try:
        with open(out, "wb", opener=_for_this_user) as file:
            file.write(text.encode())
    except OSError as error:
        raise fail(f"{out} can't be written: {error.strerror}.") from None
    typer.echo(f"{out}: {len(text.encode()) // 1024 + 1} kB")


def _for_this_user(path: str, flags: int) -> int:
    """Opens a file that nobody else may read if it is new: an archive holds names and decks."""
    return os.open(path, flags, 0o600)


def import_event(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An archive.json.")],
    owner: Annotated[
        str | None, typer.Option(metavar="NAME", help="An organizer who becomes owner beside those in it.")
    ] = None,
) -> None:
    """Make the event of an archive and print its code; players need new personal links."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise fail(f"{file} can't be read: {error.strerror}.") from None
    with explained(), installation(Settings()) as opened:
        imported = archives.import_archive(
            opened,
            _importer(opened, owner),
            datetime.now(UTC),
            content,
            seed=secrets.randbelow(MOST_SEED),
            makes_accounts=True,
        )
    if imported.code != imported.archived_code:
        typer.echo(f"{imported.archived_code} is taken here; the event has another code.", err=True)
    typer.echo(imported.code)


def _importer(opened: Installation, owner: str | None) -> Actor:
    if owner is None:
        return SYSTEM
    with known_organizer(owner):
        account = account_named(opened, owner)
    return Actor(ActorKind.ORGANIZER, account.id, account.name)
