"""Writes many rows of one table with one statement, and tells the session's recorder of each.

A session makes an object of each row and compares it column by column, which for a thousand tables takes
longer than everybody else may wait for the write lock. Rows are values here: `{column: value}` as the columns
hold them. Objects that the session holds of such rows are read anew when they are asked next.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Table, bindparam, insert, inspect, select, update
from sqlalchemy.orm.attributes import set_attribute
from sqlmodel import Session, SQLModel

from app.storage.new_ids import last_id
from app.storage.recording import json_values, recorder_of, table_name

Values = Mapping[str, Any]
_READ_AT_ONCE = 10_000


def insert_rows(session: Session, model: type[SQLModel], rows: Sequence[Values]) -> list[int]:
    """Insert new rows, with the model's defaults for what they leave out; their ids in the same order."""
    if not rows:
        return []
    session.flush()
    whole = [{**_defaults(model, row), **row} for row in rows]
    ids = _insert(session, model, whole)
    recorder = recorder_of(session)
    if recorder is not None:
        for key, row in zip(ids, whole, strict=True):
            recorder.add(table_name(model), key, None, json_values(model, {**row, "id": key}.items()))
    return ids


def _insert(session: Session, model: type[SQLModel], rows: Sequence[Mapping[str, Any]]) -> list[int]:
    table = _table(model)
    connection = session.connection()
    given = [row.get("id") for row in rows]
    if None in given and connection.dialect.name == "sqlite":
        # It gives no ids back for many rows; who writes is alone in the file.
        given = list(range(first := last_id(connection, table.name) + 1, first + len(rows)))
    if None not in given:
        connection.execute(insert(table), [{**row, "id": key} for row, key in zip(rows, given, strict=True)])
        return [key for key in given if key is not None]
    made = insert(table).returning(table.c.id, sort_by_parameter_order=True)
    without = [{name: value for name, value in row.items() if name != "id"} for row in rows]
    return list(connection.execute(made, without).scalars())


def update_rows(session: Session, model: type[SQLModel], rows: Iterable[tuple[int, Values, Values]]) -> None:
    """Change rows, each given by its id, what its columns hold now, and what they shall hold."""
    session.flush()
    table, recorder = _table(model), recorder_of(session)
    alike: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    ids = set()
    for key, before, after in rows:
        names = tuple(name for name in after if after[name] != before[name])
        if not names:
            continue
        ids.add(key)
        alike.setdefault(names, []).append({"row": key, **{f"new_{name}": after[name] for name in names}})
        if recorder is not None:
            old, new = (json_values(model, ((n, side[n]) for n in names)) for side in (before, after))
            recorder.add(table_name(model), key, old, new)
    for names, values in alike.items():
        change = update(table).where(table.c.id == bindparam("row"))
        session.connection().execute(change.values({n: bindparam(f"new_{n}") for n in names}), values)
    _forget(session, model, ids)


def delete_rows(session: Session, model: type[SQLModel], rows: Iterable[Values]) -> None:
    """Delete rows, each given with all its columns as they are now."""
    session.flush()
    table, recorder = _table(model), recorder_of(session)
    there = list(rows)
    if not there:
        return
    if recorder is not None:
        for row in there:
            recorder.add(table_name(model), row["id"], json_values(model, row.items()), None)
    gone = table.delete().where(table.c.id == bindparam("row"))
    session.connection().execute(gone, [{"row": row["id"]} for row in there])
    _forget(session, model, (row["id"] for row in there), gone=True)


def assign(row: SQLModel, **values: Any) -> None:
    """Set what differs on an object of the session, for commands over a thousand of them: to compare costs a
    tenth of setting, and the model checks nothing that is set anyway."""
    for name, value in values.items():
        if getattr(row, name) != value:
            set_attribute(row, name, value)


def rows_with_ids(session: Session, model: type[SQLModel], ids: Sequence[int]) -> list[dict[str, Any]]:
    """The rows with these ids with all their columns, in the order of their ids."""
    return rows_whose(session, model, "id", ids)


def rows_whose(
    session: Session, model: type[SQLModel], column: str, values: Sequence[int]
) -> list[dict[str, Any]]:
    """The rows that have one of these values in a column, with all columns, in the order of their ids."""
    session.flush()
    table = _table(model)
    found: list[dict[str, Any]] = []
    for begin in range(0, len(values), _READ_AT_ONCE):
        some = table.c[column].in_(values[begin : begin + _READ_AT_ONCE])
        query = select(table).where(some).order_by(table.c.id)
        found += [dict(row) for row in session.connection().execute(query).mappings()]
    return found


def _table(model: type[SQLModel]) -> Table:
    table = inspect(model).local_table
    assert isinstance(table, Table)
    return table


def _forget(session: Session, model: type[SQLModel], ids: Iterable[int], *, gone: bool = False) -> None:
    """Let no object of the session go on telling what these rows held before."""
    mapper = inspect(model)
    for key in ids:
        held = session.identity_map.get(mapper.identity_key_from_primary_key((key,)))
        if held is not None:
            session.expunge(held) if gone else session.expire(held)


@cache
def _fields(model: type[SQLModel]) -> tuple[tuple[str, Any], ...]:
    columns = inspect(model).columns
    return tuple((n, f) for n, f in model.model_fields.items() if n in columns and not f.is_required())


def _defaults(model: type[SQLModel], row: Values) -> dict[str, Any]:
    return {
        name: field.get_default(call_default_factory=True)
        for name, field in _fields(model)
        if name not in row
    }
