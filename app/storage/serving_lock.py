"""One serving process for a SQLite file: the lock that tells a second one who has it.

Phones hear of changes within the process that made them, so two processes on one file would miss each
other's bids. The system gives the lock back when its process ends, however that happens.
"""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from app.storage.failures import UNOPENABLE, DatabaseError

LONGEST_NOTE = 500


class InUse(DatabaseError):
    """Another process has the database file."""


def lock_file(database: Path) -> Path:
    """The file that is locked, beside the database."""
    return database.with_name(f"{database.stem}.lock")


@contextmanager
def held(database: Path, note: str, refusal: Callable[[str], str]) -> Iterator[None]:
    """Hold the lock of a database file within the block; `note` tells others who has it.

    Raises InUse with the sentence `refusal` makes of the note of the one who has it; DatabaseError.
    """
    try:
        opened = os.open(lock_file(database), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise DatabaseError(UNOPENABLE) from error
    try:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(opened, LONGEST_NOTE).decode(errors="replace").strip() or "another process"
            raise InUse(refusal(holder)) from None
        os.ftruncate(opened, 0)
        os.write(opened, f"{note}\n".encode())
        # The file stays: a lock on a file that was removed would keep nobody out.
        yield
    finally:
        os.close(opened)
