"""`doctor`: looks at everything an event needs on this computer, and says of each part ok, warn or fail.

It changes nothing. A part that fails does not keep the others from being looked at; the exit status is 1 when
something would keep the program from running.
"""

import json
import re
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import typer
from pydantic import ValidationError
from sqlalchemy import text

from app.commands.opening import setting_sentence
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
from app.web.addresses import addresses

DISTRIBUTION = "cache-refresh-manager"
OLDEST_PYTHON = (3, 11)
OLDEST_POSTGRES = 14
MEGABYTE = 1024 * 1024
FAIL_BELOW = 100 * MEGABYTE
WARN_BELOW = 1024 * MEGABYTE
MOST_CLOCK_SECONDS = 5.0
FEW_CONNECTIONS = 600
MOST_SAID = 3
WHAT_TO_DO = "Undo the last commands in its journal, or bring back the copy of an earlier round."
LEVELS = ("ok", "warn", "fail")


@dataclass(frozen=True)
class Finding:
    """What was found of one part: `level` is ok, warn or fail; the sentence says what to do."""

    level: str
    part: str
    sentence: str


Findings = Iterator[Finding]


def doctor() -> None:
    """Look at everything an event needs here, and say of each part ok, warn or fail."""
    findings = list(examine())
    for finding in findings:
        typer.echo(f"{finding.level:<5} {finding.part}: {finding.sentence}")
    counts = {level: sum(finding.level == level for finding in findings) for level in LEVELS}
    typer.echo(f"{counts['ok']} ok, {counts['warn']} to look at, {counts['fail']} to mend.")
    raise typer.Exit(1 if counts["fail"] else 0)


def examine() -> Findings:
    """Every finding, in the order in which things are needed."""
    yield from python(sys.version_info[:3])
    yield from packages()
    yield from catalogue()
    try:
        settings = Settings()
    except ValidationError as error:
        for problem in error.errors():
            yield Finding("fail", "settings", setting_sentence(problem))
        return
    yield Finding("ok", "settings", f"{settings.environment}, data in {settings.data_dir.absolute()}")
    yield from folder(settings.data_dir)
    yield from space(settings.data_dir, shutil.disk_usage)
    yield from secrets_file(Path(".env"))
    yield from clock(datetime.now(UTC), Path(migration.__file__).stat().st_mtime)
    yield from database(settings.database_url)
    yield from events(settings)
    yield from names(settings, datetime.now(UTC))
    yield from connections()
    yield from port(settings)
    yield from network(settings)


def python(version: tuple[int, ...]) -> Findings:
    """The interpreter."""
    told = ".".join(str(part) for part in version)
    if version < OLDEST_PYTHON:
        yield Finding("fail", "python", f"{told} is too old: install Python 3.11 or newer.")
    else:
        yield Finding("ok", "python", told)


def packages(distribution: str = DISTRIBUTION) -> Findings:
    """What the program is built on is installed."""
    try:
        required = metadata.requires(distribution) or []
    except metadata.PackageNotFoundError:
        yield Finding("fail", "packages", "The program is not installed here: run make setup.")
        return
    names = [re.split(r"[^\w.-]", each, maxsplit=1)[0] for each in required if ";" not in each]
    missing = [name for name in names if not _is_installed(name)]
    if missing:
        yield Finding("fail", "packages", f"{', '.join(missing)} missing: run make setup.")
    else:
        yield Finding("ok", "packages", f"all {len(names)} installed")


def _is_installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def catalogue() -> Findings:
    """The cards."""
    began = time.perf_counter()
    try:
        cards = len(load_catalog().cards)
    except (OSError, ValueError, KeyError) as error:
        yield Finding("fail", "cards", f"The card tables can't be read ({error}): install the program again.")
        return
    yield Finding("ok", "cards", f"{cards} titles, read in {(time.perf_counter() - began) * 1000:.0f} ms")


def folder(data_dir: Path) -> Findings:
    """The data folder is there, is ours, and nobody else looks into it."""
    if not data_dir.exists():
        yield Finding("ok", "data folder", f"{data_dir} will be made at the first start")
        return
    try:
        probe = data_dir / f".doctor-{time.monotonic_ns()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        sentence = f"{data_dir} can't be written ({error.strerror}): give this user the right to."
        yield Finding("fail", "data folder", sentence)
        return
    yield from _private("data folder", data_dir, "700")


def _private(part: str, path: Path, wanted: str) -> Findings:
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        sentence = f"other users of this computer may look into {path}: chmod {wanted} {path}"
        yield Finding("warn", part, sentence)
    else:
        yield Finding("ok", part, f"{path} is this user's alone")


def space(data_dir: Path, usage: Callable[[Path], tuple[int, int, int]]) -> Findings:
    """The disk has room; `usage` answers total, used and free bytes, like shutil.disk_usage."""
    there = next(path for path in (data_dir.absolute(), *data_dir.absolute().parents) if path.exists())
    free = usage(there)[2]
    told = f"{free // MEGABYTE} MB free"
    if free < FAIL_BELOW:
        yield Finding("fail", "disk", f"{told}: free some before the event, bids could not be saved.")
    elif free < WARN_BELOW:
        yield Finding("warn", "disk", f"{told}: an event takes some ten MB with its copies; free more.")
    else:
        yield Finding("ok", "disk", told)


def secrets_file(file: Path) -> Findings:
    """A file with the database's password is nobody else's business; there need not be one."""
    if file.exists():
        yield from _private("secrets", file, "600")


def clock(now: datetime, program_made: float) -> Findings:
    """The computer's clock: it can't be earlier than the program it runs. `program_made` is a timestamp."""
    told = now.astimezone().strftime("%Y-%m-%d %H:%M %Z")
    if now.timestamp() < program_made - 86_400:
        yield Finding("fail", "clock", f"{told} is before the program was made: set the computer's clock.")
    else:
        yield Finding("ok", "clock", told)


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
    yield from _private("database file", file, "600")
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


def connections() -> Findings:
    """The system lets the program take enough connections: a phone needs one, for moments a second one."""
    from app.web.server.capacity import Capacity, obtainable_descriptors

    yield from room_for_phones(Capacity.of(obtainable_descriptors()).connections)


def room_for_phones(number: int) -> Findings:
    """Whether so many connections at once are enough."""
    told = f"{number} at once"
    if number < FEW_CONNECTIONS:
        sentence = f"{told} are few for a full hall: raise the limit of open files (ulimit -Hn 4096)."
        yield Finding("warn", "connections", sentence)
    else:
        yield Finding("ok", "connections", told)


def port(settings: Settings) -> Findings:
    """The port is free, or it is this program that has it."""
    from app.web.server.workers import ListenError, listen

    try:
        listen(settings.host, settings.port).close()
    except ListenError as error:
        if _answers(settings.port):
            yield Finding("ok", "port", f"{settings.port}: the program is running")
        else:
            yield Finding("fail", "port", str(error))
        return
    yield Finding("ok", "port", f"{settings.port} is free")


def _answers(number: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{number}/healthz", timeout=2) as answer:
            return bool(json.load(answer) == {"status": "alive"})
    except (URLError, OSError, ValueError):
        return False


def network(settings: Settings) -> Findings:
    """Phones have an address to go to."""
    hall = addresses(settings.host, settings.port, settings.public_url).hall
    if hall is None:
        sentence = "phones can't reach this computer: connect it to the hall's network, or use a hotspot."
        yield Finding("warn", "network", sentence)
    else:
        yield Finding("ok", "network", f"phones go to {hall}")
