"""`doctor`: looks at everything an event needs on this computer, and says of each part ok, warn or fail.

It changes nothing. A part that fails does not keep the others from being looked at; the exit status is 1 when
something would keep the program from running.
"""

import json
import re
import shutil
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import typer
from pydantic import ValidationError

from app.commands.findings import Finding, Findings, private
from app.commands.opening import setting_sentence
from app.commands.sound_database import database, events, names
from app.deckcheck.catalog import load_catalog
from app.settings import Settings
from app.storage import migration
from app.web.addresses import addresses

DISTRIBUTION = "cache-refresh-manager"
OLDEST_PYTHON = (3, 11)
MEGABYTE = 1024 * 1024
FAIL_BELOW = 100 * MEGABYTE
WARN_BELOW = 1024 * MEGABYTE
FEW_CONNECTIONS = 600
LEVELS = ("ok", "warn", "fail")


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
    yield from private("data folder", data_dir, "700")


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
        yield from private("secrets", file, "600")


def clock(now: datetime, program_made: float) -> Findings:
    """The computer's clock: it can't be earlier than the program it runs. `program_made` is a timestamp."""
    told = now.astimezone().strftime("%Y-%m-%d %H:%M %Z")
    if now.timestamp() < program_made - 86_400:
        yield Finding("fail", "clock", f"{told} is before the program was made: set the computer's clock.")
    else:
        yield Finding("ok", "clock", told)


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
