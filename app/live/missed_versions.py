"""Detects versions of a tournament that no notice reported.

Notices of two processes overtake each other, so a gap is no loss yet. It is one when the version was already
in the database at the check before this one and still nobody told it.
"""

import threading
from collections.abc import Collection
from dataclasses import dataclass, field

from app.live.notices import Notice


@dataclass
class _Log:
    """Everything up to `floor` was told, later ones are in `above`; `due` must be told by the next check."""

    floor: int
    due: int
    above: set[int] = field(default_factory=set)

    def close_gap(self) -> None:
        while self.floor + 1 in self.above:
            self.floor += 1
            self.above.remove(self.floor)


class Heard:
    """The versions one process has heard of, by tournament; may be used from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._logs: dict[int, _Log] = {}

    def start(self, tournament_id: int, version: int) -> None:
        """Take everything up to a version as told."""
        with self._lock:
            self._logs[tournament_id] = _Log(version, version)

    def add(self, notice: Notice) -> None:
        """A notice came, in any order; of a tournament that is not followed it doesn't matter."""
        with self._lock:
            log = self._logs.get(notice.tournament_id)
            if log is None or notice.version <= log.floor:
                return
            log.above.add(notice.version)
            log.close_gap()

    def missed(self, tournament_id: int, version: int) -> bool:
        """Whether something of the last check is still untold; `version` is the database's now.

        A tournament asked for the first time is followed from here on, and True: nobody knows what was told
        between its first listener and now.
        """
        with self._lock:
            log = self._logs.get(tournament_id)
            if log is None:
                self._logs[tournament_id] = _Log(version, version)
                return True
            lost = log.floor < log.due
            if lost:
                log.floor = log.due
                log.above = {each for each in log.above if each > log.floor}
                log.close_gap()
            log.due = version
            return lost

    def forget_all_but(self, tournament_ids: Collection[int]) -> None:
        """Follow no tournament but these, which still have listeners."""
        with self._lock:
            for gone in self._logs.keys() - set(tournament_ids):
                del self._logs[gone]
