"""The copies that lie beside a SQLite database, and what to do when it is missing while they are there."""

from pathlib import Path

from app.storage.failures import DatabaseError

FOLDER = "copies"
MISSING = (
    "The database {file} is {state}, but there are copies of it. The newest is {newest}. Put it back with "
    "`python -m app restore {newest}`, or move the copies to another folder to begin with an empty database."
)
LOG_LEFT = (
    "The database {file} is {state}, but its log {log} is there and may hold what was entered last. Put both "
    "back where they were, or restore a backup with `python -m app restore FILE`."
)


def copies_of(file: Path) -> list[Path]:
    """Copies of a database file made at rounds, before migrations and before restores; the newest last."""
    stem, ending = file.stem, file.suffix
    found = [
        *(file.parent / FOLDER).glob(f"{stem}-[0-9]*{ending}"),
        *file.parent.glob(f"{stem}.*-before-*{ending}"),
        *file.parent.glob(f"{stem}.before-restore-*{ending}"),
    ]
    times = {each: each.stat() for each in found}
    return sorted((each for each in found if times[each].st_size), key=lambda each: times[each].st_mtime_ns)


def refuse_to_begin_anew(file: Path) -> None:
    """Raise DatabaseError when a database file is missing or empty although there was one here before."""
    if file.exists() and file.stat().st_size > 0:
        return
    state = "empty" if file.exists() else "missing"
    if copies := copies_of(file):
        raise DatabaseError(MISSING.format(file=file, state=state, newest=copies[-1]))
    log = file.with_name(file.name + "-wal")
    if log.exists() and log.stat().st_size > 0:
        raise DatabaseError(LOG_LEFT.format(file=file, state=state, log=log))
