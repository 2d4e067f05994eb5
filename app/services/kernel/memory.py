"""What one process keeps of events between requests, and when it is not true any more.

Every command is an entry of the journal, and an entry holds the columns it changed. So a request reads the
version of its event, and only when that moved reads what the new entries changed: each change touches some
subjects, and what was kept of these is read again. No notice has to arrive for this to be right, in however
many processes (docs/decisions/022).
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar, cast
from weakref import WeakValueDictionary

from sqlmodel import Session

from app.services.kernel.errors import not_found
from app.storage import journal
from app.storage.column_rules import RULES, public_columns

T = TypeVar("T")

# Who was away for this long reads everything anew rather than what happened.
MOST_ENTRIES = 100
# Rows kept of all events together; a row takes one to three kilobytes.
MOST_ROWS = 60_000
# Rows that belong to one table and change nothing else.
_OF_A_TABLE = frozenset({"bid", "auction_entry", "game_report", "game", "round_report"})
_SEAT_COLUMNS = frozenset({"round_id", "table_number", "first_id", "second_id", "game_number"})


class Subject(StrEnum):
    """What a kept value can be about; a change touches those it may alter."""

    SHOWN = "shown"  # everything that everybody may see
    EVENT = "event"  # the event's state: phase, round, open tables
    FIELD = "field"  # settings, rounds with their clocks, players
    SEATS = "seats"  # who sits where in which round
    STANDINGS = "standings"  # results of closed rounds, and whom they belong to
    SAID = "said"  # announcements
    JUDGED = "judged"  # calls for a judge and penalties


@dataclass(frozen=True, order=True)
class Stamp:
    """The last version of a tournament that changed something.

    `life` is counted up where versions went backwards, because a copy of the database was put back.
    """

    life: int
    version: int


@dataclass(frozen=True)
class Marks:
    """The version of an event at one moment, and the last versions that touched each subject and table."""

    present: Stamp
    subjects: Mapping[Subject, int]
    tables: Mapping[int, int]
    all_tables: int

    @classmethod
    def anew(cls, present: Stamp) -> "Marks":
        """Everything may have changed."""
        return cls(present, dict.fromkeys(Subject, present.version), {}, present.version)

    def of(self, subject: Subject) -> Stamp:
        """When the subject was touched last."""
        return Stamp(self.present.life, self.subjects[subject])

    def of_table(self, table_id: int) -> Stamp:
        """When a table, its bids or its reports were touched last."""
        return Stamp(self.present.life, max(self.tables.get(table_id, 0), self.all_tables))


# When the standings were read, and the tables whose results they count.
Counted = tuple[Stamp, frozenset[int]]


@dataclass(frozen=True)
class _Kept:
    value: object
    stamp: Stamp
    rows: int


class _Turn:
    """The right to read one value anew; gone with the last thread that waits for it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()


@dataclass
class Memory:
    """The values one process keeps, the longest unused ones dropped first; for use by many threads.

    Kept values are shared: nobody may change them.
    """

    most_rows: int = MOST_ROWS
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)
    _known: dict[int, Marks] = field(default_factory=dict, repr=False)
    # The tables whose results the kept standings count: a correction there touches them.
    _counted: dict[int, Counted] = field(default_factory=dict, repr=False)
    _kept: OrderedDict[Hashable, _Kept] = field(default_factory=OrderedDict, repr=False)
    _reading: WeakValueDictionary[Hashable, _Turn] = field(default_factory=WeakValueDictionary, repr=False)
    _rows: int = 0

    def marks(self, session: Session, tournament_id: int) -> Marks:
        """An event's marks at the session's moment; Refused (404). One statement while nothing changed."""
        # Before the version is read: otherwise another thread's newer one would look like a copy put back.
        known = self._known.get(tournament_id)
        version = journal.version_of(session, tournament_id)
        if version is None:
            raise not_found("tournament")
        if known is not None and known.present.version == version:
            return known
        if known is None:
            fresh = Marks.anew(Stamp(0, version))
        elif version < known.present.version:
            fresh = Marks.anew(Stamp(known.present.life + 1, version))
        else:
            changes = journal.changes_since(session, tournament_id, known.present.version, MOST_ENTRIES)
            fresh = _moved(known, version, changes, self._counted.get(tournament_id))
        with self._lock:
            newer = self._known.get(tournament_id)
            if newer is None or newer.present < fresh.present:
                self._known[tournament_id] = fresh
        return fresh

    def count(self, tournament_id: int, stamp: Stamp, tables: frozenset[int]) -> None:
        """Remember which tables the standings read at this stamp count."""
        with self._lock:
            before = self._counted.get(tournament_id)
            if before is None or before[0] <= stamp:
                self._counted[tournament_id] = (stamp, tables)

    def kept(self, key: Hashable, stamp: Stamp, read: Callable[[], T], rows: Callable[[T], int]) -> T:
        """What is kept under the key if it was read at this stamp or later, else what `read` gives now.

        One thread alone reads; `rows` tells how many rows the value holds.
        """
        found = self._current(key, stamp)
        if found is None:
            with self._lock:
                turn = self._reading.get(key)
                if turn is None:
                    turn = self._reading[key] = _Turn()
            with turn.lock:
                found = self._current(key, stamp)
                if found is None:
                    value = read()
                    found = _Kept(value, stamp, 1 + rows(value))
                    self._keep(key, found)
        return cast(T, found.value)

    def _current(self, key: Hashable, stamp: Stamp) -> _Kept | None:
        with self._lock:
            found = self._kept.get(key)
            if found is None or found.stamp < stamp:
                return None
            self._kept.move_to_end(key)
            return found

    def _keep(self, key: Hashable, found: _Kept) -> None:
        with self._lock:
            before = self._kept.pop(key, None)
            self._rows += found.rows - (before.rows if before is not None else 0)
            self._kept[key] = found
            while self._rows > self.most_rows and len(self._kept) > 1:
                _, dropped = self._kept.popitem(last=False)
                self._rows -= dropped.rows


Entry = tuple[int, Sequence[Mapping[str, Any]]]


def _moved(known: Marks, version: int, entries: Sequence[Entry], counted: Counted | None) -> Marks:
    present = Stamp(known.present.life, version)
    if len(entries) >= MOST_ENTRIES:
        return Marks.anew(present)
    subjects, tables, all_tables = dict(known.subjects), dict(known.tables), known.all_tables
    for number, changes in entries:
        if not changes:  # it did something the journal does not keep, like erasing a name
            subjects, all_tables = dict.fromkeys(Subject, number), number
        for change in changes:
            # Since the standings moved nobody may have read which tables they count.
            is_known = counted is not None and counted[0].version >= subjects[Subject.STANDINGS]
            for subject in touched(change, counted[1] if counted is not None and is_known else None):
                subjects[subject] = number
            table = _table_of(change)
            if table is not None:
                tables[table] = number
            elif change["table"] in _OF_A_TABLE:
                all_tables = number
    return Marks(present, subjects, tables, all_tables)


def _table_of(change: Mapping[str, Any]) -> int | None:
    """The table of the round a change is about; None for others, and where the entry does not say."""
    if change["table"] == "pairing":
        return cast(int, change["id"])
    if change["table"] in _OF_A_TABLE:
        values = {**(change["before"] or {}), **(change["after"] or {})}
        return values.get("pairing_id")
    return None


def touched(change: Mapping[str, Any], counted: frozenset[int] | None = None) -> frozenset[Subject]:
    """The subjects a change of the journal may alter; `counted` are the tables in the standings, if known."""
    table, before, after = change["table"], change["before"], change["after"]
    if table in ("judge_call", "penalty"):
        return frozenset({Subject.JUDGED})
    if table in RULES and not public_columns(table):
        return frozenset()
    if table == "announcement":
        return frozenset({Subject.SHOWN, Subject.SAID})
    columns = {*before, *after} if before is not None and after is not None else None
    if table == "pairing":
        return _touched_by_table(change["id"], columns, counted)
    if table == "round" and columns is not None and all(name.startswith("clock_") for name in columns):
        return frozenset({Subject.SHOWN, Subject.EVENT, Subject.FIELD})
    if table == "player":
        return frozenset({Subject.SHOWN, Subject.EVENT, Subject.FIELD, Subject.STANDINGS})
    return frozenset(Subject) - {Subject.SAID, Subject.JUDGED}


def _touched_by_table(
    table_id: int, columns: set[str] | None, counted: frozenset[int] | None
) -> frozenset[Subject]:
    if columns is not None and columns.isdisjoint(public_columns("pairing")):
        return frozenset()
    subjects = {Subject.SHOWN, Subject.EVENT}
    if columns is None or columns & _SEAT_COLUMNS:
        subjects.add(Subject.SEATS)
    if counted is None or table_id in counted:
        subjects.add(Subject.STANDINGS)
    return frozenset(subjects)


def is_shown(changes: Sequence[Mapping[str, Any]]) -> bool:
    """Whether changes of one entry touch anything that everybody may see; one without changes does."""
    return not changes or any(Subject.SHOWN in touched(change) for change in changes)
