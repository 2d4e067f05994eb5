"""`backup` writes the whole installation to one file as it runs; `restore` puts such a file in its place."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from app.commands.opening import explained, fail
from app.settings import Settings
from app.storage.backups import ENDING, write_backup
from app.storage.database import Database
from app.storage.restoring import restore as put_in_place


def backup(
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to; default: data/backups/.")
    ] = None,
) -> None:
    """Write all events and accounts to one file; the program may be running."""
    now = datetime.now(UTC)
    with explained():
        settings = Settings()
        file = out or settings.data_dir / "backups" / f"cache-refresh-{now:%Y%m%dT%H%M%SZ}{ENDING}"
        if file.exists():
            raise fail(f"{file} exists already: name another file.")
        database = Database(settings.database_url)
        try:
            if database.file is not None and not database.file.exists():
                raise fail(f"There is no database {database.file} yet: start the program first.")
            counts = write_backup(database, file, now)
        finally:
            database.dispose()
    typer.echo(
        f"{file}: {counts['tournament']} tournaments, {counts['player']} players, "
        f"{file.stat().st_size // 1024 + 1} kB"
    )


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup, or a copy of a SQLite database.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a database that is there.")] = False,
) -> None:
    """Put a backup in the place of the database; the program must be stopped. What was there is kept."""
    with explained():
        settings = Settings()
        database = Database(settings.database_url)
        try:
            done = put_in_place(database, file, datetime.now(UTC), settings.data_dir, force)
        finally:
            database.dispose()
    typer.echo(f"Restored from {file}.")
    if done.kept is not None:
        typer.echo(f"What was there before is kept: {done.kept}")
