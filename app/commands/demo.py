"""`demo`: a filled event in a database of its own, made anew at each start, and served.

The port is taken before the old database goes, so that a second start never takes it from under the first.
"""

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from app.commands.accounts import sign_in_url
from app.commands.opening import alone_on, explained, fail, installation, new_secret
from app.commands.serving import FIRST_ORGANIZER, greeting
from app.services.exchange.demonstration import SHOWN, Demonstration, make_demonstration
from app.services.kernel.actors import Actor, ActorKind
from app.services.people.accounts import create_account
from app.settings import Settings
from app.storage.copies import copies_of
from app.storage.database import Database
from app.tournament.structures import DEFAULT
from app.web.addresses import addresses

DEMO_FILE = "demo.sqlite3"
SEED = 2018


def demo(
    host: Annotated[str | None, typer.Option(help="Address to listen on; 0.0.0.0 for all.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Port; 0 takes a free one.")] = None,
    structure: Annotated[str, typer.Option(help=f"How it is played: {', '.join(SHOWN)}.")] = DEFAULT,
) -> None:
    """Serve a made-up event of 24 players in its third round; nothing else is touched."""
    if structure not in SHOWN:
        raise fail(f"There is no demonstration of {structure}: choose one of {', '.join(SHOWN)}.")
    # Here and not above: the web server takes longer to import than most commands take to run.
    from app.web.server import workers as web

    with explained():
        settings = _settings(host, port)
        with alone_on(Database(settings.database_url), settings.port):
            try:
                bound = web.listen(settings.host, settings.port)
            except web.ListenError as error:
                raise fail(str(error)) from None
            settings = _settings(host, bound.getsockname()[1])
            typer.echo("Making the demonstration …", err=True)
            remove_database(settings.data_dir / DEMO_FILE)
            secret, made = fill(settings, structure)
            status = web.serve(bound, 1, lambda: _greet(settings, secret, made, structure))
    raise typer.Exit(status)


def _settings(host: str | None, port: int | None) -> Settings:
    """The settings with the demonstration's own database; the server reads them from the environment."""
    if host is not None:
        os.environ["CACHE_REFRESH_HOST"] = host
    if port is not None:
        os.environ["CACHE_REFRESH_PORT"] = str(port)
    data_dir = Path(os.environ.get("CACHE_REFRESH_DATA_DIR") or "data")
    os.environ["DATABASE_URL"] = f"sqlite:///{data_dir / DEMO_FILE}"
    return Settings()


def remove_database(file: Path) -> None:
    """Delete a SQLite file with its log and its copies, if they are there."""
    for name in (file.name, f"{file.name}-wal", f"{file.name}-shm"):
        file.with_name(name).unlink(missing_ok=True)
    for copy in copies_of(file):
        copy.unlink(missing_ok=True)


def fill(settings: Settings, structure: str = DEFAULT) -> tuple[str, Demonstration]:
    """Make account and event in an empty database; the secret of the organizer's sign-in link, the event."""
    secret, now = new_secret(), datetime.now(UTC)
    with installation(settings) as opened:
        account = create_account(opened, now, FIRST_ORGANIZER, secret)
        organizer = Actor(ActorKind.ORGANIZER, account.id, account.name)
        return secret, make_demonstration(opened, organizer, now, SEED, new_secret, structure)


def _greet(settings: Settings, secret: str, made: Demonstration, structure: str) -> None:
    """Called when connections are accepted."""
    reached = addresses(settings.host, settings.port, settings.public_url)
    lines = [f"The event has the code {made.code}: {reached.local}/t/{made.code}"]
    what = "in an auction, the one whose turn it is first" if structure == DEFAULT else "at one table"
    lines += [f"Two players {what}; open each in a browser of its own:"]
    lines += [f"{reached.best}/p/{each}" for each in made.pair]
    shown = greeting(reached, sign_in_url(settings, secret), colours=sys.stderr.isatty())
    sys.stderr.write(shown + "\n".join([*lines, "", ""]))
    sys.stderr.flush()
    print(f"Serving on {reached.local}", flush=True)
