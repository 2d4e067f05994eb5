"""Reverts the changes of a journal entry: which rows block it, and how the old values are restored.

Nothing is removed silently: a row that others refer to is never deleted, although the database would delete
those with it. Rows come back under their old ids.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import Date, Table, inspect, select
from sqlalchemy.types import TypeEngine
from sqlmodel import Session, SQLModel

from app.storage.access_tables import WebSession
from app.storage.bulk import delete_rows, insert_rows, rows_with_ids, update_rows
from app.storage.column_rules import Mark, columns_with, unrecorded
from app.storage.packed_changes import Change
from app.storage.recording import RECORDED, recorded_columns, table_name
from app.storage.tables import metadata
from app.storage.types import UtcDateTime

MODELS: dict[str, type[SQLModel]] = {table_name(model): model for model in RECORDED}
Row = tuple[str, Any]


def key_of(change: Change) -> Row:
    """The table and id of the row a change is about."""
    return change["table"], change["id"]


def changed_since(session: Session, changes: Sequence[Change]) -> list[Row]:
    """The rows that are not as these changes left them."""
    there = _rows(session, changes)
    return [key_of(change) for change in changes if not _is_as_left(there.get(key_of(change)), change)]


def changed_since_each(session: Session, entries: Sequence[Sequence[Change]]) -> list[bool]:
    """Of each entry's changes whether a row is not as they left it; the rows of all are read at once."""
    there = _rows(session, {key_of(change): change for changes in entries for change in changes}.values())
    return [
        any(not _is_as_left(there.get(key_of(change)), change) for change in changes) for changes in entries
    ]


def changed_later(entries: Sequence[tuple[int, Sequence[Change]]]) -> Mapping[int, int]:
    """The numbers of the entries of which a row is not as they left it, told by the entries after them; each
    with the newest entry that changed such a row.

    `entries` are a number and changes each, the oldest first, and all there are since the first of them.
    Where one of them changed something it does not tell, only the rows themselves know.
    """
    rows: dict[Row, dict[str, Any] | None] = {}
    newest: dict[Row, int] = {}
    changed: dict[int, int] = {}
    for number, changes in reversed(entries):
        if moved := [key_of(change) for change in changes if not _is_as_told(rows, change)]:
            changed[number] = max(newest[key] for key in moved)
        for change in changes:
            newest.setdefault(key_of(change), number)
            later, after = rows.get(key_of(change), {}), change["after"]
            rows[key_of(change)] = None if after is None or later is None else {**after, **later}
    return changed


def _is_as_told(rows: Mapping[Row, Mapping[str, Any] | None], change: Change) -> bool:
    """Whether a row is as a change left it, by what is known of the row from later changes."""
    key, after = key_of(change), change["after"]
    if key not in rows:
        return True
    row = rows[key]
    if after is None or row is None:
        return after is None and row is None
    return all(row.get(name, value) == value for name, value in after.items())


def _rows(session: Session, changes: Iterable[Change]) -> dict[Row, dict[str, Any]]:
    """The rows these changes are about, as far as they are there; read with one statement a table."""
    wanted: dict[str, list[Any]] = {}
    for change in changes:
        wanted.setdefault(change["table"], []).append(change["id"])
    return {
        (name, row["id"]): row
        for name, ids in wanted.items()
        for row in rows_with_ids(session, MODELS[name], ids)
    }


def _is_as_left(row: Mapping[str, Any] | None, change: Change) -> bool:
    if change["after"] is None or row is None:
        # Deleted then: still gone, unless SQLite gave its id to another row.
        return change["after"] is None and row is None
    return all(row[name] == value for name, value in _values(change["table"], change["after"]).items())


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
    order = _order()
    ordered = sorted(changes, key=lambda change: (order[change["table"]], change["id"]))
    there = _rows(session, changes)
    made = [change for change in ordered if change["before"] is None]
    _delete(session, there, [change for change in reversed(made) if change["table"] not in _parents()])
    _insert(session, [change for change in ordered if change["after"] is None])
    changed = [change for change in ordered if change["before"] is not None and change["after"] is not None]
    for name, some in groupby(changed, key=itemgetter("table")):
        rows = ((change["id"], there[key_of(change)], _movable(change)) for change in some)
        update_rows(session, MODELS[name], rows)
    _delete(session, there, [change for change in reversed(made) if change["table"] in _parents()])


def _movable(change: Change) -> dict[str, Any]:
    """What a change may put back into a row that is there; a made-up journal could name any column."""
    fixed = columns_with(change["table"], Mark.FIXED)
    before = {name: value for name, value in change["before"].items() if name not in fixed}
    return _values(change["table"], before)


@cache
def _order() -> Mapping[str, int]:
    """The place of each table, parents first."""
    return {table.name: number for number, table in enumerate(metadata.sorted_tables)}


@cache
def _parents() -> frozenset[str]:
    """The tables that others refer to."""
    return frozenset(
        constraint.referred_table.name
        for table in metadata.sorted_tables
        for constraint in table.foreign_key_constraints
    )


def _delete(session: Session, there: Mapping[Row, dict[str, Any]], changes: Iterable[Change]) -> None:
    """Delete rows in this order, those of one table together."""
    for name, some in groupby(changes, key=itemgetter("table")):
        rows = [there[key_of(change)] for change in some]
        if name == "player":
            _end_sessions(session, [row["id"] for row in rows])
        delete_rows(session, MODELS[name], rows)


def _end_sessions(session: Session, player_ids: Sequence[int]) -> None:
    sessions: Table = metadata.tables[table_name(WebSession)]
    session.connection().execute(sessions.delete().where(sessions.c.player_id.in_(player_ids)))


def _insert(session: Session, changes: Iterable[Change]) -> None:
    """Bring rows back in this order, those of one table together; without what is never recorded."""
    for name, some in groupby(changes, key=itemgetter("table")):
        hidden = unrecorded(name)
        rows = [
            _values(name, {key: value for key, value in change["before"].items() if key not in hidden})
            for change in some
        ]
        insert_rows(session, MODELS[name], rows)


def _values(name: str, values: Change) -> dict[str, Any]:
    """The values of a change as the columns hold them: moments and dates were kept as ISO 8601."""
    kinds = _dated(name)
    return {key: _value(kinds[key], value) if key in kinds else value for key, value in values.items()}


@cache
def _dated(name: str) -> Mapping[str, TypeEngine[Any]]:
    """The columns of a table that hold moments or dates, with their types."""
    columns = inspect(MODELS[name]).columns
    return {column: columns[column].type for column, dated in recorded_columns(MODELS[name]).items() if dated}


def _value(kind: TypeEngine[Any], value: Any) -> Any:
    if value is None:
        return None
    if isinstance(kind, UtcDateTime):
        return datetime.fromisoformat(value)
    return date.fromisoformat(value) if isinstance(kind, Date) else value
