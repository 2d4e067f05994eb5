"""A backup read back, and what is wrong with one that can't be restored: a sentence for each kind of damage.

Nothing of a file is believed: lines may be cut, changed or of another program. A database takes a backup in
one transaction, and whatever is wrong ends it, so that nothing has changed.
"""

import gzip
import json
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from pathlib import Path
from typing import Any, NoReturn

from sqlalchemy import JSON, Boolean, Connection, Date, DateTime, Float, Integer, MetaData, Table, insert
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from app.storage import migration
from app.storage.backups import FORMAT, VERSION, give_ids, tables_of
from app.storage.database import Database
from app.storage.failures import DatabaseError, explain

BATCH = 500
NOT_A_BACKUP = "{file} is no backup of this program. Name a file that `python -m app backup` made."
DAMAGED_BACKUP = "{file} is no backup that can be restored: {damage}. Nothing was changed; take another one."


class DamagedBackup(DatabaseError):
    """A backup can't be read to its end, or contradicts itself."""


@dataclass(frozen=True)
class Header:
    """What the first line says: the schema's version, when it was made, the columns of each table."""

    schema: str
    made_at: datetime
    tables: dict[str, list[str]]


def read_header(file: Path) -> Header:
    """The first line of a backup; raises DatabaseError when it is none, or of a newer program."""
    return _header(file, next(_lines(file), None))


def load_backup(database: Database, file: Path) -> Header:
    """Replace whatever a database holds by a backup, in one transaction; nobody may use it meanwhile.

    Raises DatabaseError, and then nothing has changed.
    """
    lines = _lines(file)
    header = _header(file, next(lines, None))
    with _damage_explained(file), migration.migrating(database.engine) as connection:
        _drop_everything(connection)
        migration.bring_to(connection, header.schema)
        _Loading(connection, file, header).load(lines)
        migration.bring_to(connection)
    return header


def _header(file: Path, line: Any) -> Header:
    if not isinstance(line, dict) or line.get("format") != FORMAT:
        raise DamagedBackup(NOT_A_BACKUP.format(file=file))
    version, schema, made_at, tables = (line.get(key) for key in ("version", "schema", "made_at", "tables"))
    if not isinstance(version, int) or not isinstance(schema, str):
        _damaged(file, "its first line does not say which version made it")
    if version != VERSION or schema not in migration.revisions():
        raise DatabaseError(
            f"{file} was made by a newer version of the program (its schema is {schema}, "
            f"this program knows up to {migration.revisions()[-1]}). Restore it with that version."
        )
    if not isinstance(tables, dict) or not all(_is_names(columns) for columns in tables.values()):
        _damaged(file, "its first line does not name its tables and columns")
    try:
        return Header(schema, datetime.fromisoformat(str(made_at)), tables)
    except ValueError:
        _damaged(file, "its first line does not say when it was made")


def _is_names(columns: Any) -> bool:
    return isinstance(columns, list) and all(isinstance(each, str) for each in columns)


def _damaged(file: Path, damage: str) -> NoReturn:
    raise DamagedBackup(DAMAGED_BACKUP.format(file=file, damage=damage))


def _lines(file: Path) -> Iterator[Any]:
    number = 0
    try:
        with gzip.open(file, "rt", encoding="ascii") as lines:
            for line in lines:
                number += 1
                yield json.loads(line)
    except FileNotFoundError:
        raise DatabaseError(f"There is no file {file}.") from None
    except EOFError:
        _damaged(file, "it ends too early")
    except (gzip.BadGzipFile, zlib.error):
        if number == 0:
            raise DamagedBackup(NOT_A_BACKUP.format(file=file)) from None
        _damaged(file, "bytes of it were changed")
    except OSError as error:
        raise DatabaseError(f"{file} can't be read: {error.strerror}.") from error
    except (ValueError, RecursionError):  # no ASCII, no JSON, numbers without end, lists within lists
        if number <= 1:
            raise DamagedBackup(NOT_A_BACKUP.format(file=file)) from None
        _damaged(file, f"its line {number} can't be read")


@contextmanager
def _damage_explained(file: Path) -> Iterator[None]:
    """Tell a value the database does not take, or a row that is there twice, as damage of the file."""
    try:
        yield
    except SQLAlchemyError as error:
        if (known := explain(error)) is not None:
            raise known from error
        cause = error.orig if isinstance(error, DBAPIError) else error
        _damaged(file, f"the database does not take a row of it ({type(cause).__name__})")
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        # A migration of an older backup met values no program ever wrote.
        raise DamagedBackup(
            DAMAGED_BACKUP.format(file=file, damage="its rows do not fit together")
        ) from error
    except migration.BrokenReferences as error:
        _damaged(file, f"rows of {', '.join(error.tables)} refer to rows that are missing")


def _drop_everything(connection: Connection) -> None:
    found = MetaData()
    found.reflect(connection)
    found.drop_all(connection)


class _Loading:
    """The rows of one backup on their way into empty tables of the schema it was made with."""

    def __init__(self, connection: Connection, file: Path, header: Header) -> None:
        self._connection = connection
        self._file = file
        self._tables = {table.name: table for table in tables_of(connection)}
        self._header = header
        self._counts: Counter[str] = Counter(dict.fromkeys(header.tables, 0))

    def load(self, lines: Iterator[Any]) -> None:
        """Take all lines after the first; the last one must agree with what was read."""
        self._check_tables()
        end: Any = None
        for name, rows in groupby(lines, key=_table_name):
            if end is not None:
                _damaged(self._file, "something follows its last line")
            if name is None:
                end, *more = rows
                if more:
                    _damaged(self._file, "something follows its last line")
                continue
            if name not in self._tables:
                _damaged(self._file, "it has rows of an unknown table")
            self._insert(name, rows)
        self._end(end)

    def _check_tables(self) -> None:
        ours = {name: set(table.columns.keys()) for name, table in self._tables.items()}
        theirs = {name: set(columns) for name, columns in self._header.tables.items()}
        if ours != theirs or any(len(set(each)) < len(each) for each in self._header.tables.values()):
            _damaged(self._file, f"its tables are not those of schema {self._header.schema}")

    def _insert(self, name: str, rows: Iterator[Any]) -> None:
        table, columns = self._tables[name], self._header.tables[name]
        batch: list[dict[str, Any]] = []
        for row in rows:
            if len(row) != len(columns) + 1:
                _damaged(self._file, f"a row of {name} has too few or too many values")
            batch.append(self._native(table, columns, row[1:]))
            self._counts[name] += 1
            if len(batch) == BATCH:
                self._connection.execute(insert(table), batch)
                batch = []
        if batch:
            self._connection.execute(insert(table), batch)

    def _native(self, table: Table, columns: list[str], values: list[Any]) -> dict[str, Any]:
        row = {}
        for name, value in zip(columns, values, strict=True):
            try:
                row[name] = _value(table.columns[name].type, value)
            except (ValueError, TypeError):
                _damaged(self._file, f"a row of {table.name} has no value that fits {name}")
        return row

    def _end(self, end: Any) -> None:
        if end is None:
            _damaged(self._file, "its last line is missing")
        rows, given = (end.get("rows"), end.get("given_ids")) if isinstance(end, dict) else (None, None)
        if not isinstance(rows, dict) or not isinstance(given, dict):
            _damaged(self._file, "its last line does not say how many rows there are")
        if rows != dict(self._counts):
            _damaged(self._file, "it does not have as many rows as it says")
        if not all(name in self._tables and _is_id(last) for name, last in given.items()):
            _damaged(self._file, "its last line does not say which ids were given out")
        give_ids(self._connection, self._tables, given)


def _is_id(value: Any) -> bool:
    return type(value) is int and 0 <= value < 2**63


def _table_name(line: Any) -> str | None:
    """The table a line has a row of, None for the last line; a list without a name is of no table."""
    if not isinstance(line, list):
        return None
    return line[0] if line and isinstance(line[0], str) else ""


def _value(kind: object, value: Any) -> Any:
    """A value as the database takes it; raises ValueError or TypeError for one of another kind."""
    if value is None or isinstance(kind, JSON):
        return value
    if isinstance(kind, DateTime):
        return datetime.fromisoformat(value)
    if isinstance(kind, Date):
        return date.fromisoformat(value)
    if isinstance(kind, Float):
        return float(value)
    if isinstance(value, list | dict | float):
        raise TypeError("no column but those of JSON takes it")
    if isinstance(kind, Integer | Boolean):
        # SQLite would keep a word in a column of numbers, and the first reader would fail.
        if not isinstance(value, int) or not -(2**63) <= value < 2**63:
            raise TypeError("no whole number")
        if isinstance(kind, Boolean) and value not in (0, 1):
            raise TypeError("neither yes nor no")
    elif not isinstance(value, str):
        raise TypeError("no text")
    return value
