"""Catches each row that a command changes, before and after, for its entry in the journal.

Rows are caught where they are written, in the session's flush and by the writers of many rows at once
(bulk.py), so that no service can forget one and undo can rely on them. Secrets and browser sessions are never
recorded.
"""

from collections.abc import Iterable
from datetime import date, datetime
from enum import StrEnum
from functools import cache
from typing import Any

from sqlalchemy import Date, event, inspect
from sqlalchemy.orm import PassiveFlag, UOWTransaction
from sqlalchemy.orm import Session as OrmSession
from sqlalchemy.orm.attributes import get_history
from sqlmodel import Session, SQLModel

from app.storage.access_tables import Membership
from app.storage.column_rules import unrecorded
from app.storage.judging_tables import JudgeCall, Penalty
from app.storage.packed_changes import Change
from app.storage.pod_tables import Pod, PodEntry, PodSeat
from app.storage.tables import (
    Announcement,
    AuctionEntry,
    Bid,
    CutSeed,
    Deck,
    DeckCheck,
    Game,
    GameReport,
    Pairing,
    Player,
    Round,
    RoundReport,
    Tournament,
)
from app.storage.types import EnumText, UtcDateTime

# Everything an event consists of; accounts, tokens and browser sessions are not the event's.
RECORDED: tuple[type[SQLModel], ...] = (
    Tournament,
    Membership,
    Player,
    Deck,
    DeckCheck,
    Round,
    Pairing,
    Bid,
    AuctionEntry,
    GameReport,
    Game,
    RoundReport,
    Pod,
    PodSeat,
    PodEntry,
    CutSeed,
    Announcement,
    JudgeCall,
    Penalty,
)
_RECORDED = frozenset(RECORDED)
# Under this key of its `info` a session has its recorder.
_RECORDER = "recorder"


class Recorder:
    """Collects the changes that one session makes, one entry for each row."""

    def __init__(self, session: Session) -> None:
        self._changes: dict[tuple[str, Any], Change] = {}
        session.info[_RECORDER] = self
        event.listen(session, "after_flush", self._after_flush)

    @property
    def changes(self) -> list[Change]:
        """Rows changed so far: `table`, `id`, `before` (None: new), `after` (None: deleted)."""
        return [c for c in self._changes.values() if c["before"] != c["after"]]

    def add(self, table: str, key: Any, before: Change | None, after: Change | None) -> None:
        """Record what became of a row, JSON-ready; later changes of one row are put together."""
        earlier = self._changes.get((table, key))
        if earlier is not None:
            before = _merge_before(earlier, before)
            after = None if after is None else {**(earlier["after"] or {}), **after}
        self._changes[table, key] = {"table": table, "id": key, "before": before, "after": after}

    def _after_flush(self, session: OrmSession, _context: UOWTransaction) -> None:
        for row in session.new:
            self._add(row, None, row_values(row))
        # The session keeps these in no order of its own; the same command shall leave the same entry.
        for row in sorted(session.dirty, key=_by_table_and_id):
            before, after = _changed_values(row)
            if after:
                self._add(row, before, after)
        for row in session.deleted:
            # A change that was never flushed is no value the row had.
            self._add(row, {**row_values(row), **_changed_values(row)[0]}, None)

    def _add(self, row: Any, before: Change | None, after: Change | None) -> None:
        if type(row) in _RECORDED:
            self.add(table_name(row), row_id(row), before, after)


def recorder_of(session: Session) -> Recorder | None:
    """The recorder of this session; None outside commands."""
    found = session.info.get(_RECORDER)
    assert found is None or isinstance(found, Recorder)
    return found


def _by_table_and_id(row: Any) -> tuple[str, str, Any]:
    key = row_id(row)
    return table_name(row), type(key).__name__, key


def _merge_before(earlier: Change, before: Change | None) -> Change | None:
    if earlier["before"] is None:
        return None
    return {**(before or {}), **earlier["before"]}


def table_name(row: SQLModel | type[SQLModel]) -> str:
    """The name of the table a row or class belongs to."""
    return str(row.__tablename__)


def row_id(row: SQLModel) -> Any:
    """The primary key of a row."""
    state = inspect(row)
    identity = state.identity or state.mapper.primary_key_from_instance(row)
    return identity[0]


@cache
def recorded_columns(model: type[SQLModel]) -> dict[str, bool]:
    """The columns of a table that are recorded, each with whether it holds moments, dates or enums."""
    hidden = unrecorded(table_name(model))
    return {
        name: isinstance(column.type, UtcDateTime | Date | EnumText)
        for name, column in inspect(model).columns.items()
        if name not in hidden
    }


def json_values(model: type[SQLModel], values: Iterable[tuple[str, Any]]) -> Change:
    """The recorded ones of these values by column, JSON-ready."""
    dated = recorded_columns(model)
    return {name: jsonable(value) if dated[name] else value for name, value in values if name in dated}


def row_values(row: SQLModel) -> Change:
    """All recorded columns of a row, JSON-ready."""
    held = inspect(row).dict
    names = recorded_columns(type(row))
    return json_values(type(row), ((n, held[n] if n in held else getattr(row, n)) for n in names))


def _changed_values(row: SQLModel) -> tuple[Change, Change]:
    before: Change = {}
    after: Change = {}
    if type(row) not in _RECORDED:
        return before, after
    touched = inspect(row).committed_state
    for name in recorded_columns(type(row)):
        # To ask each column for its history costs more than to write the row.
        if name not in touched:
            continue
        history = get_history(row, name, PassiveFlag.PASSIVE_NO_INITIALIZE)
        if history.has_changes():
            before[name] = jsonable(history.deleted[0]) if history.deleted else None
            after[name] = jsonable(history.added[0]) if history.added else None
    return before, after


def jsonable(value: Any) -> Any:
    """A column's value as JSON keeps it; moments and dates as ISO 8601, enums as their text."""
    if isinstance(value, StrEnum):
        return str(value)
    return value.isoformat() if isinstance(value, datetime | date) else value
