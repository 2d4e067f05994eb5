"""Ids for many new rows at once, so that SQLite takes them in one statement.

SQLAlchemy asks SQLite for the id of each new row, a statement a row. Who writes is alone in the file, so the
ids can be given before: those that AUTOINCREMENT would give, which never come again.
"""

from collections import defaultdict
from typing import Any

from sqlalchemy import inspect, text
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
        last = session.connection().execute(_LAST, {"name": name}).scalar() or 0
        rows.sort(key=lambda row: inspect(row).insert_order)
        for number, row in enumerate(rows, start=last + 1):
            row.id = number
