"""Reverts the changes of a journal entry: which rows block it, and how the old values are restored.

Nothing is removed silently: a row that others refer to is never deleted, although the database would delete
those with it. Rows come back under their old ids.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import Date, Table, inspect, select
from sqlalchemy.types import TypeEngine
from sqlmodel import Session, SQLModel
from sqlmodel import select as select_rows

from app.storage.access_tables import WebSession
from app.storage.column_rules import Mark, columns_with, unrecorded
from app.storage.journal import (
    RECORDED,
    Change,
    row_id,
    table_name,
)
from app.storage.tables import metadata
from app.storage.types import UtcDateTime

MODELS: dict[str, type[SQLModel]] = {table_name(model): model for model in RECORDED}
Row = tuple[str, Any]
_READ_AT_ONCE = 500


def key_of(change: Change) -> Row:
    """The table and id of the row a change is about."""
    return change["table"], change["id"]


def changed_since(session: Session, changes: Sequence[Change]) -> list[Row]:
    """The rows that are not as these changes left them."""
    there = _rows(session, changes)
    return [key_of(change) for change in changes if not _is_as_left(there.get(key_of(change)), change)]


def _rows(session: Session, changes: Iterable[Change]) -> dict[Row, SQLModel]:
    """The rows these changes are about, as far as they are there; read with one statement a table."""
    wanted: dict[str, list[Any]] = {}
    for change in changes:
        wanted.setdefault(change["table"], []).append(change["id"])
    found: dict[Row, SQLModel] = {}
    for name, ids in wanted.items():
        key = inspect(MODELS[name]).primary_key[0]
        for begin in range(0, len(ids), _READ_AT_ONCE):
            some = session.exec(select_rows(MODELS[name]).where(key.in_(ids[begin : begin + _READ_AT_ONCE])))
            found.update({(name, row_id(row)): row for row in some})
    return found


def _is_as_left(row: SQLModel | None, change: Change) -> bool:
    if change["after"] is None or row is None:
        # Deleted then: still gone, unless SQLite gave its id to another row.
        return change["after"] is None and row is None
    values = _values(change["table"], change["after"])
    return all(getattr(row, name) == value for name, value in values.items())


def dependents(session: Session, changes: Sequence[Change]) -> list[Row]:
    """Rows that refer to a row these changes made, other than rows they made or changed themselves.

    Browser sessions are not counted: they end with their player.
    """
    made = {key_of(change) for change in changes if change["before"] is None}
    known = {key_of(change) for change in changes if change["after"] is not None}
    found: list[Row] = []
    for table in metadata.sorted_tables:
        if table.name in (table_name(WebSession), "journal"):
            continue
        for constraint in table.foreign_key_constraints:
            ids = [row_id for name, row_id in made if name == constraint.referred_table.name]
            if ids and len(constraint.columns) == 1:
                column = next(iter(constraint.columns))
                key = next(iter(table.primary_key.columns))
                found += [
                    (table.name, row_id)
                    for row_id in session.connection().execute(select(key).where(column.in_(ids))).scalars()
                ]
    return sorted({row for row in found if row not in known}, key=str)


def restore(session: Session, changes: Sequence[Change]) -> None:
    """Put every row back as it was before. Ask `changed_since` and `dependents` first.

    Leaves go first, so that a row may come back in the place of one with the same unique values; then rows
    come back, parents first; then columns change; rows that others may have referred to go last.
    """
    order = {table.name: number for number, table in enumerate(metadata.sorted_tables)}
    ordered = sorted(changes, key=lambda change: (order[change["table"]], change["id"]))
    there = _rows(session, changes)
    made = [change for change in ordered if change["before"] is None]
    _delete(session, there, [change for change in reversed(made) if _is_leaf(change["table"])])
    _insert(session, [change for change in ordered if change["after"] is None])
    for change in ordered:
        if change["before"] is not None and change["after"] is not None:
            row = there[key_of(change)]
            for name, value in _values(change["table"], _movable(change)).items():
                setattr(row, name, value)
            session.add(row)
    session.flush()
    _delete(session, there, [change for change in reversed(made) if not _is_leaf(change["table"])])


def _movable(change: Change) -> Change:
    """What a change may put back into a row that is there; a made-up journal could name any column."""
    fixed = columns_with(change["table"], Mark.FIXED)
    return {name: value for name, value in change["before"].items() if name not in fixed}


def _is_leaf(name: str) -> bool:
    return not any(
        constraint.referred_table.name == name
        for table in metadata.sorted_tables
        for constraint in table.foreign_key_constraints
    )


def _delete(session: Session, there: Mapping[Row, SQLModel], changes: Iterable[Change]) -> None:
    """Delete rows in this order, those of one table together."""
    for name, some in groupby(changes, key=itemgetter("table")):
        rows = [there[key_of(change)] for change in some]
        if name == "player":
            _end_sessions(session, [row_id(row) for row in rows])
        for row in rows:
            session.delete(row)
        session.flush()


def _end_sessions(session: Session, player_ids: Sequence[int]) -> None:
    sessions: Table = metadata.tables[table_name(WebSession)]
    session.connection().execute(sessions.delete().where(sessions.c.player_id.in_(player_ids)))


def _insert(session: Session, changes: Iterable[Change]) -> None:
    """Bring rows back in this order, those of one table together; without what is never recorded."""
    for name, some in groupby(changes, key=itemgetter("table")):
        hidden = unrecorded(name)
        for change in some:
            kept = {column: value for column, value in change["before"].items() if column not in hidden}
            session.add(MODELS[name](**_values(name, kept)))
        session.flush()


def _values(name: str, values: Change) -> dict[str, Any]:
    """The values of a change as the columns hold them: moments and dates were kept as ISO 8601."""
    columns = inspect(MODELS[name]).columns
    return {key: _value(columns[key].type, value) for key, value in values.items()}


def _value(kind: TypeEngine[Any], value: Any) -> Any:
    if value is None:
        return None
    if isinstance(kind, UtcDateTime):
        return datetime.fromisoformat(value)
    return date.fromisoformat(value) if isinstance(kind, Date) else value
