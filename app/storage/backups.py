"""A whole database as one file, of either engine for either engine: gzip, a JSON value on each line.

The first line tells the schema, the tables and their columns, then comes a line for each row, and the last
tells how many rows of each table there were and which ids were given out: a file cut short is known as such.
It is written from one snapshot, the state between two commands, and read (backup_reading.py) into the schema
it was made with, which is then brought up to date. It holds every hash of a password or link: keep it as the
database.
"""

import gzip
import json
import os
from collections.abc import Iterable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import IO, Any

from sqlalchemy import JSON, Connection, MetaData, Table, select, text

from app.storage import migration
from app.storage.database import Database
from app.storage.failures import DISK_FAILED, FULL, DatabaseError, StorageFull
from app.storage.sqlite_file import private_file, private_folder, sync_folder

FORMAT = "cache-refresh-backup"
VERSION = 1
ENDING = ".jsonl.gz"
BATCH = 500


def write_backup(database: Database, file: Path, now: datetime) -> dict[str, int]:
    """Write the database as it is now to a new file; answers the rows of each table.

    Commands go on meanwhile. The file appears only when it is complete and on the disk, and only its owner
    may read it. Raises DatabaseError.
    """
    partial = file.with_name(file.name + ".partial")
    try:
        private_folder(file.parent)
        with open(private_file(partial), "wb") as raw:
            with gzip.open(raw, "wt", compresslevel=6, encoding="ascii", newline="\n") as out:
                counts = _write(database, out, now)
            raw.flush()
            os.fsync(raw.fileno())
        os.replace(partial, file)
        sync_folder(file.parent)
    except OSError as error:
        raise _disk(error) from error
    finally:
        partial.unlink(missing_ok=True)
    return counts


def _disk(error: OSError) -> DatabaseError:
    if error.errno in (28, 122):  # ENOSPC, EDQUOT
        return StorageFull(FULL)
    return DatabaseError(f"{DISK_FAILED} ({error.strerror}: {error.filename or 'the backup'})")


def _write(database: Database, out: IO[str], now: datetime) -> dict[str, int]:
    counts: dict[str, int] = {}
    with database.read_session() as session:
        connection = session.connection()
        schema = migration.current_revision(connection)
        if schema is None:
            raise DatabaseError("There is nothing to back up yet: start the program first.")
        tables = tables_of(connection)
        columns = {table.name: list(table.columns.keys()) for table in tables}
        head = {"format": FORMAT, "version": VERSION, "schema": schema, "made_at": now.isoformat()}
        _line(out, {**head, "tables": columns})
        for table in tables:
            counts[table.name] = 0
            order = list(table.primary_key.columns)
            for row in connection.execute(select(table).order_by(*order)).yield_per(BATCH):
                _line(out, [table.name, *(_portable(value) for value in row)])
                counts[table.name] += 1
        _line(out, {"rows": counts, "given_ids": _given_ids(connection, tables)})
    return counts


def _line(out: IO[str], value: object) -> None:
    out.write(json.dumps(value, separators=(",", ":")) + "\n")


def tables_of(connection: Connection) -> list[Table]:
    """The tables as the database has them, those that others refer to first."""
    found = MetaData()
    found.reflect(connection)
    for table in found.tables.values():
        for column in table.columns:
            if isinstance(column.type, JSON):
                column.type = JSON(none_as_null=True)  # else NULL would become the word null
    return [table for table in found.sorted_tables if table.name != "alembic_version"]


def _portable(value: Any) -> Any:
    if isinstance(value, datetime):
        # SQLite gives moments without their zone, which is always UTC.
        return (value if value.tzinfo else value.replace(tzinfo=UTC)).astimezone(UTC).isoformat()
    return value.isoformat() if isinstance(value, date) else value


def _given_ids(connection: Connection, tables: Iterable[Table]) -> dict[str, int]:
    """The highest id each table ever gave out; the next row must get a higher one."""
    if connection.dialect.name == "sqlite":
        rows = connection.execute(text("SELECT name, seq FROM sqlite_sequence"))
        # A table that a migration made anew stands there with 0: it gave out no id yet.
        return {str(name): int(last) for name, last in rows if last}
    found: dict[str, int] = {}
    for table in tables:
        sequence = _sequence(connection, table)
        if sequence is not None:
            last, called = connection.exec_driver_sql(f"SELECT last_value, is_called FROM {sequence}").one()  # noqa: S608 - a name the database gave
            if called:
                found[table.name] = int(last)
    return found


def _sequence(connection: Connection, table: Table) -> str | None:
    if "id" not in table.columns:
        return None
    query = text("SELECT pg_get_serial_sequence(:name, 'id')")
    found: str | None = connection.execute(query, {"name": table.name}).scalar()
    return found


def give_ids(connection: Connection, tables: dict[str, Table], given: dict[str, int]) -> None:
    """Let the next row of each table get a higher id than these, which were given out before."""
    if connection.dialect.name == "sqlite":
        connection.execute(text("DELETE FROM sqlite_sequence"))
    for name, last in given.items():
        if last < 1:
            continue  # in backups of before; PostgreSQL knows no such number
        if connection.dialect.name == "sqlite":
            values = {"name": name, "seq": last}
            connection.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :seq)"), values)
        elif sequence := _sequence(connection, tables[name]):
            connection.execute(text("SELECT setval(:sequence, :last)"), {"sequence": sequence, "last": last})
