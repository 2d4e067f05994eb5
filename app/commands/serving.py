"""`serve`: from settings to a program that answers, and what its organizer reads in the terminal.

Standard output gets exactly one line, the address, when connections are accepted, so that another program
can wait for it. Everything for people goes to standard error: the log, the addresses, the QR code, and at the
first start the link that makes the first organizer.
"""

import gc
import os
import sys
from datetime import UTC, datetime
from typing import Annotated

import typer

from app.commands.accounts import sign_in_url
from app.commands.opening import alone_on, explained, fail, installation, new_secret
from app.services.kernel.errors import Refused
from app.services.people import accounts
from app.settings import Settings
from app.storage.database import Database
from app.web.addresses import Addresses, addresses, terminal_qr

FIRST_ORGANIZER = "Organizer"


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; 0.0.0.0 for all.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Port; 0 takes a free one.")] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes; more than 1 need PostgreSQL.")] = 1,
) -> None:
    """Bring the database up to date and serve the program."""
    gc.disable()  # until the server has started, which see
    # Here and not above: the web server takes longer to import than a whole `check` takes to run.
    from app.web.server import workers as web

    with explained():
        settings = _choose(host, port)
        database = Database(settings.database_url)
        if workers > 1 and database.dialect == "sqlite":
            raise fail(
                "Several processes need PostgreSQL: with SQLite only one process hears what another one "
                "changed, so phones would miss bids. Leave --workers away, or set DATABASE_URL=postgresql://…"
            )
        with alone_on(database, settings.port):
            try:
                bound = web.listen(settings.host, settings.port)
            except web.ListenError as error:
                raise fail(str(error)) from None
            settings = _choose(host, bound.getsockname()[1])
            database.migrate()
            database.dispose()
            status = web.serve(bound, workers, lambda: _greet(settings))
    raise typer.Exit(status)


def _choose(host: str | None, port: int | None) -> Settings:
    """The settings with these chosen; the serving processes read them from the environment as well."""
    if host is not None:
        os.environ["CACHE_REFRESH_HOST"] = host
    if port is not None:
        os.environ["CACHE_REFRESH_PORT"] = str(port)
    return Settings()


def _greet(settings: Settings) -> None:
    """Called when connections are accepted."""
    reached = addresses(settings.host, settings.port, settings.public_url)
    sys.stderr.write(greeting(reached, _first_link(settings), colours=sys.stderr.isatty()))
    sys.stderr.flush()
    print(f"Serving on {reached.local}", flush=True)


def _first_link(settings: Settings) -> str | None:
    """The link that signs the first organizer in; None when there are accounts already."""
    with installation(settings) as opened:
        if accounts.has_accounts(opened):
            return None
        secret = new_secret()
        try:
            accounts.create_account(opened, datetime.now(UTC), FIRST_ORGANIZER, secret)
        except Refused:
            return None  # another process of the same installation was faster, and shows its link
    return sign_in_url(settings, secret)


def greeting(reached: Addresses, link: str | None, *, colours: bool) -> str:
    """What the organizer reads when the program is ready."""
    lines = ["", f"On this computer:  {reached.local}"]
    if reached.hall:
        lines += [f"On phones:         {reached.hall}", "", terminal_qr(reached.hall, colours)]
    else:
        lines += [
            "Phones can't reach this address: connect the computer to the hall's network and start again."
        ]
    if link:
        lines += ["", "Sign in as the first organizer with this link; it works once:", link]
    else:
        lines += ["", f"Locked out? A new sign-in link: python -m app organizer link {FIRST_ORGANIZER}"]
    return "\n".join([*lines, "", ""])
