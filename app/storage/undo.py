"""Turning the changes of a journal entry back: which rows stand in the way, and how the old ones return.

Nothing is removed silently: a row that others refer to is never deleted, although the database would delete
those with it. Rows come back under their old ids.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import Date, Table, and_, inspect, select
from sqlalchemy.types import TypeEngine
from sqlmodel import Session, SQLModel

from app.storage.access_tables import WebSession
from app.storage.journal import RECORDED, Change, table_name
from app.storage.tables import metadata
from app.storage.types import UtcDateTime

MODELS: dict[str, type[SQLModel]] = {table_name(model): model for model in RECORDED}
Row = tuple[str, Any]


def key_of(change: Change) -> Row:
    """The table and id of the row a change is about."""
    return change["table"], change["id"]


def changed_since(session: Session, changes: Iterable[Change]) -> list[Row]:
    """The rows that are not as these changes left them."""
    return [key_of(change) for change in changes if not _is_as_left(session, change)]


def _is_as_left(session: Session, change: Change) -> bool:
    row = session.get(MODELS[change["table"]], change["id"])
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
    made = [change for change in ordered if change["before"] is None]
    _delete(session, [change for change in reversed(made) if _is_leaf(change["table"])])
    _insert(session, [change for change in ordered if change["after"] is None])
    for change in ordered:
        if change["before"] is not None and change["after"] is not None:
            row = session.get(MODELS[change["table"]], change["id"])
            for name, value in _values(change["table"], change["before"]).items():
                setattr(row, name, value)
            session.add(row)
    session.flush()
    _delete(session, [change for change in reversed(made) if not _is_leaf(change["table"])])


def _is_leaf(name: str) -> bool:
    return not any(
        constraint.referred_table.name == name
        for table in metadata.sorted_tables
        for constraint in table.foreign_key_constraints
    )


def _delete(session: Session, changes: Iterable[Change]) -> None:
    for change in changes:
        if change["table"] == "player":
            _end_sessions(session, change["id"])
        session.delete(session.get(MODELS[change["table"]], change["id"]))
        session.flush()


def _end_sessions(session: Session, player_id: int) -> None:
    sessions: Table = metadata.tables[table_name(WebSession)]
    session.connection().execute(sessions.delete().where(and_(sessions.c.player_id == player_id)))


def _insert(session: Session, changes: Iterable[Change]) -> None:
    for change in changes:
        model = MODELS[change["table"]]
        session.add(model(**_values(change["table"], change["before"])))
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
