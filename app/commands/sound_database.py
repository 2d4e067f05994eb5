"""What `doctor` finds of the database: whether it is sound, its schema, its events and their names."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import text

from app.commands.findings import Finding, Findings, private
from app.deckcheck.catalog import load_catalog
from app.deckcheck.tables import ADDED
from app.sentences import in_turn
from app.services.event.consistency import unsound_events
from app.services.people.forgetting import forgotten, is_pending
from app.services.people.retention import retention
from app.settings import Settings
from app.storage import migration
from app.storage.copies import FOLDER
from app.storage.database import Database
from app.storage.engines import parse_url
from app.storage.failures import DatabaseError, explained
from app.storage.sqlite_file import check_integrity

OLDEST_POSTGRES = 14
MOST_CLOCK_SECONDS = 5.0
MOST_SAID = 3
WHAT_TO_DO = "Undo the last commands in its journal, or bring back the copy of an earlier round."


def database(url: str) -> Findings:
    """The database can be reached, is sound and has the right schema."""
    try:
        parsed = parse_url(url)
        file = Path(parsed.database or "") if parsed.get_backend_name() == "sqlite" else None
        if file is not None and not file.exists():
            yield Finding("ok", "database", f"{file} will be made at the first start")
            return
        opened = Database(url)
        try:
            yield from _postgres(opened) if file is None else _sqlite(opened, file)
        finally:
            opened.dispose()
    except DatabaseError as error:
        yield Finding("fail", "database", str(error))


def _sqlite(opened: Database, file: Path) -> Findings:
    check_integrity(file)
    yield Finding("ok", "database", f"{file} is sound, {file.stat().st_size // 1024} kB")
    yield from private("database file", file, "600")
    yield from _schema(opened)
    copies = file.parent / FOLDER
    number = len(list(copies.glob("*"))) if copies.is_dir() else 0
    yield Finding("ok", "copies", f"{number} in {copies}")


def _postgres(opened: Database) -> Findings:
    with explained(), opened.engine.connect() as connection:
        ours = datetime.now(UTC)
        version, theirs = connection.execute(
            text("SELECT current_setting('server_version_num')::int, clock_timestamp()")
        ).one()
    major = int(version) // 10_000
    if major < OLDEST_POSTGRES:
        sentence = f"PostgreSQL {major} is too old: {OLDEST_POSTGRES} or newer is needed, 18 is tested."
        yield Finding("fail", "database", sentence)
    else:
        yield Finding("ok", "database", f"PostgreSQL {major} at {opened.name}")
    apart = abs((theirs - ours).total_seconds())
    if apart > MOST_CLOCK_SECONDS:
        sentence = f"the database's clock and this one are {apart:.0f} s apart: set both by the network."
        yield Finding("warn", "clock of the database", sentence)
    yield from _schema(opened)


def _schema(opened: Database) -> Findings:
    found, newest = opened.schema_version(), migration.revisions()[-1]
    if found == newest:
        yield Finding("ok", "schema", f"version {found}")
    elif found is None:
        yield Finding("ok", "schema", "nothing there yet; the first start makes it")
    elif found in migration.revisions():
        sentence = f"version {found} becomes {newest} at the next start, after a copy"
        yield Finding("warn", "schema", sentence)
    else:
        yield Finding("fail", "schema", f"version {found} is of a newer program: start that one.")


def events(settings: Settings) -> Findings:
    """No event contradicts itself."""
    with _present(settings) as opened:
        if opened is None:
            return
        unsound = unsound_events(opened, load_catalog(settings.data_dir / ADDED))
        for code, said in unsound.items():
            sentence = f"{code} contradicts itself: {in_turn(said[:MOST_SAID])} {WHAT_TO_DO}"
            yield Finding("fail", "events", sentence)
        if not unsound:
            yield Finding("ok", "events", "none contradicts itself")


def names(settings: Settings, now: datetime) -> Findings:
    """Names whose time is over are gone, and those that were erased are gone from files, too."""
    with _present(settings) as opened:
        if opened is not None:
            yield from _names(opened, settings.data_dir, now)


@contextmanager
def _present(settings: Settings) -> Iterator[Database | None]:
    """The database, if there is one of this version; what keeps it from being read is a part of its own."""
    opened = None
    try:
        parsed = parse_url(settings.database_url)
        if parsed.get_backend_name() != "sqlite" or Path(parsed.database or "").exists():
            opened = Database(settings.database_url)
        yield opened if opened is not None and opened.is_migrated() else None
    except DatabaseError:
        return
    finally:
        if opened is not None:
            opened.dispose()


def _names(opened: Database, data_dir: Path, now: datetime) -> Findings:
    asked = retention(opened, now)
    if asked.due:
        codes = ", ".join(asked.due)
        yield Finding("warn", "names", f"those of {codes} are to be erased by now: start the program.")
    elif asked.next is not None:
        sentence = (
            f"kept for a time in {len(asked.waiting)} events; the next are erased on {asked.next:%Y-%m-%d}"
        )
        yield Finding("ok", "names", sentence)
    else:
        yield Finding("ok", "names", "no event is set to have them erased")
    if asked.unfinished:
        codes = ", ".join(asked.unfinished)
        yield Finding("warn", "names", f"{codes} never ended, so names stay there: finish the tournament.")
    if is_pending(opened, data_dir):
        sentence = "copies and backups may hold erased ones: the program goes through them while it runs."
        yield Finding("warn", "names", sentence)
    for file in forgotten(data_dir).left:
        yield Finding("warn", "names", f"{file} may hold erased ones and can't be read: delete it.")
