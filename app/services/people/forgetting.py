"""Removes erased names from files: the database's own, its copies and the backups beside it.

A file holds what was deleted in it until it is written anew. Copies and backups keep what they are for,
everything but the erased names. What lies elsewhere, or can't be read, the program can only speak of.
"""

import json
import logging
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlmodel import Session, col, select

from app.services.people.privacy import erase, erasure
from app.storage.backup_reading import read_header
from app.storage.backups import ENDING, write_backup
from app.storage.copies import FOLDER
from app.storage.database import Database
from app.storage.failures import DatabaseError
from app.storage.restoring import is_sqlite, opened_copy
from app.storage.sqlite_file import close_log, private_file, private_folder, write_anew
from app.storage.tables import Journal, Player, Tournament

BACKUPS = "backups"
MARK = "forgotten.json"

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Forgotten:
    """Up to which erasing the files were gone through, and which of them could not be."""

    up_to: str
    left: tuple[Path, ...]


def forget_in_files(
    database: Database, data_dir: Path, goes_on: Callable[[], bool] = lambda: True
) -> Forgotten:
    """Write everything anew that may hold an erased name; at once back when nothing was erased since.

    `goes_on` is asked before each file: a program that is told to end leaves the rest to its next start.
    Raises DatabaseError when the database itself could not be written anew; then the next call tries again.
    """
    with database.read_session() as session:
        newest, erased = _newest_erasing(session), frozenset(_erased(session))
    before = forgotten(data_dir)
    if before.up_to == newest:
        return before
    if database.file is not None:
        write_anew(database.file)
    left = []
    for file in copies_of(database, data_dir):
        if not goes_on():
            return before
        if not _forget_in(file, erased):
            left.append(file)
    state = Forgotten(newest, tuple(left))
    _note(data_dir, state)
    return state


def is_pending(database: Database, data_dir: Path) -> bool:
    """Whether somebody was erased since the files were gone through."""
    with database.read_session() as session:
        return _newest_erasing(session) != forgotten(data_dir).up_to


def forgotten(data_dir: Path) -> Forgotten:
    """What the last call left behind; files that are gone by now are not among it."""
    try:
        told = json.loads((data_dir / MARK).read_bytes())
        left = tuple(file for name in told["left"] if (file := Path(name)).exists())
        return Forgotten(str(told["up_to"]), left)
    except (OSError, ValueError, KeyError, TypeError):
        return Forgotten("", ())


def copies_of(database: Database, data_dir: Path) -> list[Path]:
    """The copies and backups this program makes unless it is told another place."""
    found = [*data_dir.glob(f"{BACKUPS}/*{ENDING}"), *data_dir.glob(f"before-restore-*{ENDING}")]
    if (file := database.file) is not None:
        beside = file.parent.glob(f"{file.stem}.*{file.suffix}")
        found += [each for each in beside if each != file]
        found += file.parent.glob(f"{FOLDER}/{file.stem}-*{file.suffix}")
    return sorted(each for each in found if each.is_file())


Person = tuple[str, datetime, int]


def _erased(session: Session) -> Iterator[Person]:
    """Whoever is erased: the event's code and when it was made, which no two events share, and the id."""
    query = select(Tournament.code, Tournament.created_at, Player.id).where(
        col(Player.tournament_id) == Tournament.id, col(Player.erased)
    )
    for code, made, row_id in session.exec(query):
        yield code, made, row_id or 0


def _newest_erasing(session: Session) -> str:
    query = select(Journal).where(Journal.command == "erase_player").order_by(col(Journal.id).desc()).limit(1)
    entry = session.exec(query).first()
    return "" if entry is None else f"{entry.id} {entry.at.isoformat()}"


def _forget_in(file: Path, erased: frozenset[Person]) -> bool:
    """Erase in one file whoever is erased by now; whether it could be read."""
    try:
        with TemporaryDirectory(prefix="cache-refresh-forget-", dir=file.parent) as folder:
            with opened_copy(file, Path(folder)) as copy:
                if not _erase_in(copy, erased):
                    return True
                if not is_sqlite(file):
                    write_backup(copy, Path(folder) / "new", read_header(file).made_at)
            made = Path(folder) / "new"
            if not made.exists():
                assert copy.file is not None
                write_anew(copy.file)
                close_log(copy.file)
                made = copy.file
            os.replace(made, file)
        return True
    except (DatabaseError, OSError) as error:
        log.error("%s may hold names that were erased since, and can't be gone through: %s", file, error)
        return False


def _erase_in(copy: Database, erased: frozenset[Person]) -> bool:
    query = select(Tournament, Player).where(col(Player.tournament_id) == Tournament.id, ~col(Player.erased))
    with copy.write_session(None) as session:
        found: dict[int, list[Player]] = {}
        for event, row in session.exec(query).all():
            if (event.code, event.created_at, row.id) in erased:
                found.setdefault(event.id, []).append(row)
        for tournament_id, rows in found.items():
            erase(session, tournament_id, erasure(session, tournament_id, rows))
    return bool(found)


def _note(data_dir: Path, state: Forgotten) -> None:
    told = {"up_to": state.up_to, "left": [str(file.absolute()) for file in state.left]}
    private_folder(data_dir)
    partial = private_file(data_dir / f"{MARK}.{os.getpid()}.partial")
    partial.write_text(json.dumps(told))
    os.replace(partial, data_dir / MARK)
