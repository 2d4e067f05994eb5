"""How a command comes to its settings and its database, and how it says that it can't."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import typer
from pydantic import ValidationError

from app.deckcheck.catalog import load_catalog
from app.deckcheck.tables import ADDED
from app.live.notices import Notice
from app.services.kernel.errors import Refused
from app.services.kernel.installation import Installation
from app.settings import Settings
from app.storage.database import Database, DatabaseError
from app.storage.restoring import clear_interrupted
from app.storage.serving_lock import held

RUNNING = (
    "The program is running already on {file} ({holder}). Use that one, or stop it first: phones at one "
    "would not hear what happens at the other. For another installation set CACHE_REFRESH_DATA_DIR."
)


def new_secret() -> str:
    """256 random bits for a link or a token; only its hash is ever stored."""
    return secrets.token_urlsafe(32)


def fail(sentence: str, status: int = 1) -> typer.Exit:
    """Print a sentence to standard error; the caller raises what is returned, which ends the program."""
    typer.echo(sentence, err=True)
    return typer.Exit(status)


@contextmanager
def explained() -> Iterator[None]:
    """Turn what a person can mend (settings, database, a refused command) into its sentence and exit 1."""
    try:
        yield
    except ValidationError as error:
        raise fail("\n".join(setting_sentence(problem) for problem in error.errors())) from None
    except DatabaseError as error:
        raise fail(str(error)) from None
    except Refused as refused:
        raise fail(refused.sentence) from None


@contextmanager
def installation(settings: Settings) -> Iterator[Installation]:
    """The installation of these settings with its database migrated; closed at the end.

    Raises DatabaseError. For commands beside a running server: nobody listens in this process, so notices
    go nowhere.
    """
    database = Database(settings.database_url)
    try:
        database.migrate()
        yield Installation(
            database=database, catalog=load_catalog(settings.data_dir / ADDED), tell=_nobody_listens
        )
    finally:
        database.dispose()


@contextmanager
def alone_on(database: Database, port: int) -> Iterator[None]:
    """Keep a second program off a SQLite file; PostgreSQL serves several. Raises DatabaseError."""
    if database.file is None:
        yield
        return
    where = f"port {port}" if port else "a free port"
    note = f"process {os.getpid()} on {where}, since {datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    with held(database.file, note, lambda holder: RUNNING.format(file=database.file, holder=holder)):
        clear_interrupted(database.file)
        yield


def _nobody_listens(_notice: Notice) -> None:
    return None


def setting_sentence(problem: Any) -> str:
    """One sentence for one problem pydantic found in the settings; a value is never part of it."""
    if problem["type"] == "value_error":
        return str(problem["ctx"]["error"])
    name = str(problem["loc"][0]) if problem["loc"] else "settings"
    variable = name if name.isupper() else f"CACHE_REFRESH_{name.upper()}"
    return f"{variable}: {problem['msg']}."
