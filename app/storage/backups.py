"""A whole database as one file, of either engine for either engine: gzip, a JSON value on each line.

The first line tells the schema, the tables and their columns, then comes a line for each row, and the last
tells how many rows of each table there were and which ids were given out: a file cut short is known as such.
It is written from one snapshot, the state between two commands, and read into the schema it was made with,
which is then brought up to date. It holds every hash of a password or link: keep it as the database.
"""

import gzip
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import groupby
from pathlib import Path
from typing import IO, Any

from sqlalchemy import JSON, Connection, Date, DateTime, MetaData, Table, insert, select, text

from app.storage import migration
from app.storage.database import Database
from app.storage.failures import DISK_FAILED, FULL, DatabaseError, StorageFull, explained
from app.storage.sqlite_file import private_file, private_folder

FORMAT = "cache-refresh-backup"
VERSION = 1
ENDING = ".jsonl.gz"
BATCH = 500
NOT_A_BACKUP = "is no backup of this program, or it is damaged: take another one."


@dataclass(frozen=True)
class Header:
    """What the first line says: the schema's version, when it was made, the columns of each table."""

    schema: str
    made_at: datetime
    tables: dict[str, list[str]]


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
        tables = _tables(connection)
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


def _tables(connection: Connection) -> list[Table]:
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
        return {str(name): int(last) for name, last in rows}
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


def read_header(file: Path) -> Header:
    """The first line of a backup; raises DatabaseError when it is none, or of a newer program."""
    for line in _lines(file):
        return _header(file, line)
    raise DatabaseError(f"{file} {NOT_A_BACKUP}")


def _header(file: Path, line: Any) -> Header:
    if not isinstance(line, dict) or line.get("format") != FORMAT:
        raise DatabaseError(f"{file} {NOT_A_BACKUP}")
    if line["version"] != VERSION or line["schema"] not in migration.revisions():
        raise DatabaseError(
            f"{file} was made by a newer version of the program (its schema is {line['schema']}, "
            f"this program knows up to {migration.revisions()[-1]}). Restore it with that version."
        )
    return Header(line["schema"], datetime.fromisoformat(line["made_at"]), line["tables"])


def _lines(file: Path) -> Iterator[Any]:
    try:
        with gzip.open(file, "rt", encoding="ascii") as lines:
            for line in lines:
                yield json.loads(line)
    except FileNotFoundError:
        raise DatabaseError(f"There is no file {file}.") from None
    except (OSError, EOFError, ValueError) as error:  # gzip's own errors are among them
        raise DatabaseError(f"{file} {NOT_A_BACKUP}") from error


def load_backup(database: Database, file: Path) -> Header:
    """Replace whatever a database holds by a backup, in one transaction; nobody may use it meanwhile.

    Raises DatabaseError, and then nothing has changed.
    """
    lines = _lines(file)
    header = _header(file, next(lines, None))
    with explained(), migration.migrating(database.engine) as connection:
        _drop_everything(connection)
        migration.bring_to(connection, header.schema)
        _load(connection, file, header, lines)
        migration.bring_to(connection)
    return header


def _drop_everything(connection: Connection) -> None:
    found = MetaData()
    found.reflect(connection)
    found.drop_all(connection)


def _load(connection: Connection, file: Path, header: Header, lines: Iterator[Any]) -> None:
    tables = {table.name: table for table in _tables(connection)}
    counts: Counter[str] = Counter(dict.fromkeys(header.tables, 0))
    end: dict[str, Any] | None = None
    for name, rows in groupby(lines, key=lambda line: line[0] if isinstance(line, list) else None):
        if name is None:
            end = next(rows)
            continue
        if name not in tables or name not in header.tables:
            raise DatabaseError(f"{file} {NOT_A_BACKUP}")
        batch: list[dict[str, Any]] = []
        for row in rows:
            batch.append(_native(tables[name], dict(zip(header.tables[name], row[1:], strict=True))))
            counts[name] += 1
            if len(batch) == BATCH:
                connection.execute(insert(tables[name]), batch)
                batch = []
        if batch:
            connection.execute(insert(tables[name]), batch)
    if end is None or end["rows"] != dict(counts):
        raise DatabaseError(f"{file} {NOT_A_BACKUP}")
    _give_ids(connection, tables, end["given_ids"])


def _native(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    return {name: _value(table.columns[name].type, value) for name, value in row.items()}


def _value(kind: object, value: Any) -> Any:
    if value is None:
        return None
    if isinstance(kind, DateTime):
        return datetime.fromisoformat(value)
    return date.fromisoformat(value) if isinstance(kind, Date) else value


def _give_ids(connection: Connection, tables: dict[str, Table], given: dict[str, int]) -> None:
    if connection.dialect.name == "sqlite":
        connection.execute(text("DELETE FROM sqlite_sequence"))
    for name, last in given.items():
        if connection.dialect.name == "sqlite":
            values = {"name": name, "seq": last}
            connection.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :seq)"), values)
        elif sequence := _sequence(connection, tables[name]):
            connection.execute(text("SELECT setval(:sequence, :last)"), {"sequence": sequence, "last": last})
