"""A cache of public answers: each is rendered once per change.

What everybody may see has a stamp (services/kernel/memory.py): bids, reports and check-ins are nobody's
business but the table's and leave public answers as they are (docs/decisions/030).
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import datetime
from weakref import WeakValueDictionary

from app.services.kernel.memory import Memory, Stamp, Subject, is_shown
from app.storage.database import Database
from app.web.asides import Asides

__all__ = ["Held", "Published", "Stamp", "is_shown"]

MOST_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True)
class Held:
    """An answer as it is sent. `until` is the moment it must be made anew even if nothing changed."""

    body: bytes
    packed: bytes  # the body in gzip
    media_type: str
    etag: str
    stamp: Stamp
    until: datetime | None = None
    disposition: str | None = None  # the name it is saved under
    asides: Asides | None = None  # a page, in pieces, from which those of single readers are made

    @property
    def size(self) -> int:
        """The bytes it takes in memory."""
        twice = 2 if self.asides is not None else 1
        return twice * (len(self.body) + len(self.packed))


class Published:
    """The answers one process keeps, the longest unused ones dropped first; for use by many threads."""

    def __init__(self, most_bytes: int = MOST_BYTES, memory: Memory | None = None) -> None:
        self._most = most_bytes
        self._memory = memory if memory is not None else Memory()
        self._lock = threading.Lock()
        self._held: OrderedDict[Hashable, Held] = OrderedDict()
        self._size = 0
        self._rendering: WeakValueDictionary[Hashable, _Turn] = WeakValueDictionary()

    def stamp(self, database: Database, tournament_id: int) -> Stamp:
        """The tournament's present stamp; raises Refused (404)."""
        return self.moment(database, tournament_id)[0]

    def moment(self, database: Database, tournament_id: int) -> tuple[Stamp, int]:
        """The present stamp and the version of everything; raises Refused (404)."""
        with database.read_session() as session:
            marks = self._memory.marks(session, tournament_id)
            return marks.of(Subject.SHOWN), marks.present.version

    def answer(self, key: Hashable, stamp: Stamp, now: datetime, render: Callable[[], Held]) -> Held:
        """What is kept under the key if it is still true, else what `render` makes, in one thread alone."""
        found = self.current(key, stamp, now)
        if found is not None:
            return found
        with self._lock:
            turn = self._rendering.get(key)
            if turn is None:
                turn = self._rendering[key] = _Turn()
        with turn.lock:
            found = self.current(key, stamp, now)
            if found is None:
                found = render()
                self._keep(key, found)
            return found

    def current(self, key: Hashable, stamp: Stamp, now: datetime) -> Held | None:
        """What is kept under the key if it is still true."""
        with self._lock:
            held = self._held.get(key)
            if held is None or held.stamp < stamp or (held.until is not None and held.until <= now):
                return None
            self._held.move_to_end(key)
            return held

    def _keep(self, key: Hashable, held: Held) -> None:
        with self._lock:
            before = self._held.pop(key, None)
            self._size += held.size - (before.size if before is not None else 0)
            self._held[key] = held
            while self._size > self._most and self._held:
                _, dropped = self._held.popitem(last=False)
                self._size -= dropped.size


class _Turn:
    """The right to render one answer; gone with the last thread that waits for it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
