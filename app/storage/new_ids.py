"""Ids for many new rows at once, so that SQLite takes them in one statement.

SQLAlchemy asks SQLite for the id of each new row, a statement a row. Who writes is alone in the file, so the
ids can be given before: those that AUTOINCREMENT would give, which never come again.
"""

from collections import defaultdict
from typing import Any

from sqlalchemy import Connection, func, inspect, select, text
from sqlalchemy.orm import Session

_LAST = text("SELECT seq FROM sqlite_sequence WHERE name = :name")


def give_ids(session: Session, *_flush: Any) -> None:
    """Give ids to the new rows of each table that has several, in the order they were added."""
    new: dict[type[Any], list[Any]] = defaultdict(list)
    for row in session.new:
        if getattr(row, "id", 0) is None:
            new[type(row)].append(row)
    for model, rows in new.items():
        if len(rows) < 2:
            continue
        name = inspect(model).local_table.name
        last = last_id(session.connection(), name)
        rows.sort(key=lambda row: inspect(row).insert_order)
        for number, row in enumerate(rows, start=last + 1):
            row.id = number


def next_ids(session: Session, model: type[Any], count: int) -> list[int]:
    """Ids for `count` rows that are inserted with them in this transaction, in rising order."""
    connection, name = session.connection(), inspect(model).local_table.name
    if connection.dialect.name == "sqlite":
        first = last_id(connection, name) + 1
        return list(range(first, first + count))
    # Others may insert meanwhile: only the sequence itself can give ids away.
    series = func.generate_series(1, count).table_valued("n")
    given = select(func.nextval(func.pg_get_serial_sequence(name, "id"))).select_from(series)
    return sorted(connection.execute(given).scalars())


def last_id(connection: Connection, table: str) -> int:
    """The highest id that SQLite ever gave to a row of this table; 0 for none."""
    return int(connection.execute(_LAST, {"name": table}).scalar() or 0)
