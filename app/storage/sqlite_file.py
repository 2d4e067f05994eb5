"""How the file of a SQLite database is copied while it is in use, and how its health is checked."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from app.storage.failures import DAMAGED, DatabaseError, explained


def copy_file(source: Path, target: Path) -> None:
    """Copy a database to a new file as it is between two commands; readers and writers may go on meanwhile.

    The target appears only when it is complete. Raises DatabaseError, for instance when the disk is full.
    """
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    try:
        with explained(), closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(partial)) as new:
            old.backup(new)
        shutil.copymode(source, partial)
        os.replace(partial, target)
    finally:
        partial.unlink(missing_ok=True)


def check_integrity(file: Path) -> None:
    """Read a file from end to end; raises DatabaseError if it is damaged. A missing file is sound."""
    if not file.exists() or file.stat().st_size == 0:
        return
    with explained(), closing(sqlite3.connect(file)) as connection:
        complaints = [row[0] for row in connection.execute("PRAGMA quick_check(3)")]
    if complaints != ["ok"]:
        raise DatabaseError(f"{DAMAGED} (SQLite says: {'; '.join(complaints)})")
