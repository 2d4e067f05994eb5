"""Copies of a SQLite database at every round, beside it, the newest ten: for the day its file is damaged.

A command never waits for them: a thread of their own makes one when it is asked, and once for several wishes
that come while it works. A copy that fails is told to the log; the event goes on.
"""

import logging
import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from app.storage.background import Background
from app.storage.copies import FOLDER
from app.storage.failures import DatabaseError
from app.storage.sqlite_file import copy_file, private_folder

KEPT = 10
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
        numbers = [number for number, _ in copies_of(self._file)]
        number = max(numbers, default=0) + 1
        target = self.folder / f"{stem}-{number:06d}-{self._now():%Y%m%dT%H%M%S.%fZ}{ending}"
        copy_file(self._file, target)
        for _, old in copies_of(self._file)[: -self._kept]:
            old.unlink(missing_ok=True)
        return target


def copies_of(file: Path) -> list[tuple[int, Path]]:
    """The copies of a database with their numbers, the oldest first; copies of another one are not ours.

    The number decides and not the time in the name: a clock that was in the future for a while would make
    its copies the newest for good. Copies of earlier versions have no number; they count as 0, by time.
    """
    name = re.compile(
        rf"{re.escape(file.stem)}-(?:(?P<number>\d{{6,}})-)?(?P<time>\d{{8}}T\d{{6}}\.\d+Z){re.escape(file.suffix)}"
    )
    found = [(name.fullmatch(path.name), path) for path in (file.parent / FOLDER).glob(f"{file.stem}-*")]
    ours = [(int(match["number"] or 0), match["time"], path) for match, path in found if match]
    return [(number, path) for number, _, path in sorted(ours)]
