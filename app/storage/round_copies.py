"""Copies of a SQLite database at every round, beside it, the newest ten: for the day its file is damaged.

A command never waits for them: a thread of their own makes one when it is asked, and once for several wishes
that come while it works. A copy that fails is told to the log; the event goes on.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from app.storage.background import Background
from app.storage.failures import DatabaseError
from app.storage.sqlite_file import copy_file, private_folder

KEPT = 10
FOLDER = "copies"
COPIED_AFTER = frozenset({"publish_round", "finish_tournament"})

log = logging.getLogger(__name__)


class RoundCopies(Background):
    """The copies of one database file; the one still wished for at the end is made."""

    def __init__(self, file: Path, now: Callable[[], datetime], kept: int = KEPT) -> None:
        super().__init__("round-copies", self._copy, finishes=True)
        self._file = file
        self._now = now
        self._kept = kept

    @property
    def folder(self) -> Path:
        """Where the copies are."""
        return self._file.parent / FOLDER

    def _copy(self) -> None:
        try:
            self.make()
        except (DatabaseError, OSError) as error:
            log.error("The copy of this round could not be made: %s", error)

    def make(self) -> Path:
        """Make a copy now and remove those beyond the newest; the new one. Raises DatabaseError, OSError."""
        private_folder(self.folder)
        stem, ending = self._file.stem, self._file.suffix
        target = self.folder / f"{stem}-{self._now():%Y%m%dT%H%M%S.%fZ}{ending}"
        copy_file(self._file, target)
        # The names sort by time; copies of another database in this folder are not ours.
        copies = sorted(self.folder.glob(f"{stem}-[0-9]*T[0-9]*Z{ending}"))
        for old in copies[: -self._kept]:
            old.unlink(missing_ok=True)
        return target
