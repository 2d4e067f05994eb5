"""A cache of public answers: each is rendered once per change. Says how a change is noticed.

Every command is an entry of the journal, and an entry holds the columns it changed. So a process asks the
database for the version of a tournament at each request, and only when that moved reads what the new entries
did: bids, reports and check-ins are nobody's business but the table's and leave public answers as they are.
No notice has to arrive for this to be right, in however many processes (docs/decisions/030).
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from weakref import WeakValueDictionary

from app.services.kernel.errors import not_found
from app.storage import journal
from app.storage.database import Database

MOST_BYTES = 32 * 1024 * 1024
# Who was away for this long renders anew rather than read what happened.
MOST_ENTRIES = 100
_HIDDEN_TABLES = frozenset({"bid", "auction_entry", "game_report", "deck", "deck_check", "membership"})
_HIDDEN_COLUMNS = frozenset(
    {
        "first_ready_at",
        "second_ready_at",
        "locked",
        "reason",
        "one_phone_id",
        "one_phone_asked_at",
        "one_phone_since",
    }
)


@dataclass(frozen=True, order=True)
class Stamp:
    """The last version of a tournament that changed what everybody may see.

    `life` is counted up where versions went backwards, because a copy of the database was put back.
    """

    life: int
    version: int


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

    @property
    def size(self) -> int:
        """The bytes it takes in memory."""
        return len(self.body) + len(self.packed)


@dataclass(frozen=True)
class _Known:
    version: int
    stamp: Stamp


class Published:
    """The answers one process keeps, the longest unused ones dropped first; for use by many threads."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._lock = threading.Lock()
        self._held: OrderedDict[Hashable, Held] = OrderedDict()
        self._size = 0
        self._rendering: WeakValueDictionary[Hashable, _Turn] = WeakValueDictionary()
        self._known: dict[int, _Known] = {}

    def stamp(self, database: Database, tournament_id: int) -> Stamp:
        """The tournament's present stamp; raises Refused (404)."""
        known = self._known.get(tournament_id)
        with database.read_session() as session:
            version = journal.version_of(session, tournament_id)
            if version is None:
                raise not_found("tournament")
            if known is not None and known.version == version:
                return known.stamp
            if known is None:
                stamp = Stamp(0, version)
            elif version < known.version:
                stamp = Stamp(known.stamp.life + 1, version)
            else:
                changes = journal.changes_since(session, tournament_id, known.version, MOST_ENTRIES)
                stamp = _moved(known, version, changes)
        with self._lock:
            newer = self._known.get(tournament_id)
            if newer is None or (newer.stamp.life, newer.version) < (stamp.life, version):
                self._known[tournament_id] = _Known(version, stamp)
        return stamp

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


def _moved(known: _Known, version: int, entries: Sequence[tuple[int, list[dict[str, Any]]]]) -> Stamp:
    if len(entries) >= MOST_ENTRIES:
        return Stamp(known.stamp.life, version)
    shown = [number for number, changes in entries if is_shown(changes)]
    return Stamp(known.stamp.life, max([known.stamp.version, *shown]))


def is_shown(changes: Sequence[dict[str, Any]]) -> bool:
    """Whether changes of the journal touch anything that everybody may see.

    An entry without changes did something the journal does not keep, like erasing a name: that is shown.
    """
    return not changes or any(_touches_shown(change) for change in changes)


def _touches_shown(change: dict[str, Any]) -> bool:
    if change["table"] in _HIDDEN_TABLES:
        return False
    if change["table"] != "pairing" or change["before"] is None or change["after"] is None:
        return True
    return not {*change["before"], *change["after"]} <= _HIDDEN_COLUMNS
