"""A damaged backup is told in a sentence that names the damage, and changes nothing."""

import gzip
import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from app.storage.backup_reading import load_backup
from app.storage.backups import write_backup
from app.storage.database import Database, DatabaseError
from app.storage.restoring import restore
from tests.storage.test_backups import fill, rows

Lines = list[Any]


@pytest.fixture
def backup(sqlite_database: Database, now: datetime, tmp_path: Path) -> Path:
    """A backup of a filled database that is there as well."""
    fill(sqlite_database, now)
    file = tmp_path / "backup.jsonl.gz"
    write_backup(sqlite_database, file, now)
    return file


def lines_of(backup: Path) -> Lines:
    return [json.loads(line) for line in gzip.decompress(backup.read_bytes()).splitlines()]


def written(folder: Path, lines: Lines) -> Path:
    file = folder / "changed.jsonl.gz"
    file.write_bytes(gzip.compress("\n".join(json.dumps(line) for line in lines).encode()))
    return file


def refusal(database: Database, file: Path, now: datetime, tmp_path: Path) -> str:
    """What is said of a file; fails unless it is one sentence and nothing has changed."""
    before = rows(database)
    database.dispose()
    with pytest.raises(DatabaseError) as refused:
        restore(database, file, now, tmp_path, force=True)
    assert rows(database) == before
    assert list(tmp_path.glob("cache-refresh-restore-*")) == []
    assert list(tmp_path.glob("*before-restore*")) == []
    return str(refused.value)


def row_of(lines: Lines, table: str) -> list[Any]:
    found: list[Any] = next(line for line in lines if isinstance(line, list) and line[0] == table)
    return found


def column(lines: Lines, table: str, name: str) -> int:
    return int(lines[0]["tables"][table].index(name)) + 1


def set_value(table: str, name: str, value: Any) -> Callable[[Lines], None]:
    def change(lines: Lines) -> None:
        row_of(lines, table)[column(lines, table, name)] = value

    return change


def twice(table: str) -> Callable[[Lines], None]:
    def change(lines: Lines) -> None:
        row = row_of(lines, table)
        lines.insert(lines.index(row), list(row))
        lines[-1]["rows"][table] += 1

    return change


def without(table: str) -> Callable[[Lines], None]:
    def change(lines: Lines) -> None:
        for row in [line for line in lines if isinstance(line, list) and line[0] == table]:
            lines.remove(row)
            lines[-1]["rows"][table] -= 1

    return change


HEAD = {
    "its first line does not say which version made it": [{"version": None}, {"schema": 1}, {"schema": None}],
    "its first line does not name its tables and columns": [
        {"tables": None},
        {"tables": []},
        {"tables": {"player": "id"}},
        {"tables": {"player": [1]}},
    ],
    "its first line does not say when it was made": [{"made_at": None}, {"made_at": "yesterday"}],
    "its tables are not those of schema": [{"tables": {}}, {"tables": {"player": ["id"]}}],
}
END = {
    "its last line does not say how many rows there are": [{}, {"rows": 3, "given_ids": {}}, {"rows": {}}],
    "it does not have as many rows as it says": [{"rows": {}, "given_ids": {}}],
}
GIVEN_IDS = "its last line does not say which ids were given out"
ROWS: list[tuple[Callable[[Lines], None], str]] = [
    (lambda lines: lines.pop(), "its last line is missing"),
    (lambda lines: lines.append(lines[-1]), "something follows its last line"),
    (lambda lines: lines.append(row_of(lines, "player")), "something follows its last line"),
    (lambda lines: lines.remove(row_of(lines, "player")), "it does not have as many rows as it says"),
    (lambda lines: lines.insert(1, ["treasure", 1]), "it has rows of an unknown table"),
    (lambda lines: lines.insert(1, []), "it has rows of an unknown table"),
    (lambda lines: lines.insert(1, [["player"], 1]), "it has rows of an unknown table"),
    (lambda lines: lines.insert(1, 7), "something follows its last line"),
    (lambda lines: row_of(lines, "player").pop(), "a row of player has too few or too many values"),
    (lambda lines: row_of(lines, "player").append(1), "a row of player has too few or too many values"),
    (set_value("player", "name", 7), "a row of player has no value that fits name"),
    (set_value("player", "name", ["Ada"]), "a row of player has no value that fits name"),
    (set_value("player", "id", "one"), "a row of player has no value that fits id"),
    (set_value("player", "id", 2**70), "a row of player has no value that fits id"),
    (set_value("tournament", "created_at", "noon"), "a row of tournament has no value that fits created_at"),
    (set_value("player", "name", None), "the database does not take a row of it (IntegrityError)"),
    (twice("player"), "the database does not take a row of it (IntegrityError)"),
    (without("tournament"), "rows of "),
    (
        lambda lines: lines[-1]["given_ids"].update(player="x"),
        "its last line does not say which ids were given out",
    ),
    (
        lambda lines: lines[-1]["given_ids"].update(nobody=1),
        "its last line does not say which ids were given out",
    ),
]


def changed_head(change: dict[str, Any]) -> Callable[[Lines], None]:
    return lambda lines: lines[0].update(change)


def changed_end(end: Any) -> Callable[[Lines], None]:
    return lambda lines: lines.__setitem__(-1, end)


KINDS = [
    *ROWS,
    *((changed_head(change), words) for words, changes in HEAD.items() for change in changes),
    *((changed_end(end), words) for words, ends in END.items() for end in ends),
]


def test_each_kind_of_damage_has_its_sentence(
    backup: Path, sqlite_database: Database, now: datetime, tmp_path: Path
) -> None:
    lines, before = lines_of(backup), rows(sqlite_database)
    for change, words in KINDS:
        changed: Lines = json.loads(json.dumps(lines))
        change(changed)
        file = written(tmp_path, changed)
        with pytest.raises(DatabaseError) as refused:
            load_backup(sqlite_database, file)
        said = str(refused.value)
        assert said.startswith(f"{file} is no backup that can be restored: {words}")
        assert said.endswith(". Nothing was changed; take another one.")
    assert rows(sqlite_database) == before


def test_bytes_that_are_lost_or_changed_are_told(
    backup: Path, sqlite_database: Database, now: datetime, tmp_path: Path
) -> None:
    content, file = backup.read_bytes(), tmp_path / "damaged.gz"
    other = f"{file} is no backup of this program. Name a file that `python -m app backup` made."
    for damaged, words in (
        (b"", other),
        (b"\x00" * 500, other),
        (b"SQLite", other),
        (content[:-9], "it ends too early"),
        (content[: len(content) // 2], "it ends too early"),
        (content[:-5] + b"\x00" + content[-4:], "bytes of it were changed"),
        (content + b"more", "bytes of it were changed"),
        (gzip.compress(gzip.decompress(content).replace(b'["player"', b'["player', 1)), "can't be read"),
    ):
        file.write_bytes(damaged)
        assert words in refusal(sqlite_database, file, now, tmp_path), damaged[:20]


def test_no_damage_whatever_ends_in_anything_but_a_sentence(
    backup: Path, sqlite_database: Database, now: datetime, tmp_path: Path
) -> None:
    """Values of all kinds at random places, with the sums that would give them away left right."""
    chance, lines = random.Random(11), lines_of(backup)
    values = [
        None,
        True,
        -1,
        2**63,
        1.5,
        float("inf"),
        "",
        "x",
        "\ud800",
        "2018-02-15",
        [],
        [[]],
        {},
        {"a": 1},
    ]
    target = Database(f"sqlite:///{tmp_path / 'target.sqlite3'}")
    target.migrate()
    refused = 0
    for _ in range(80):
        changed: Lines = json.loads(json.dumps(lines))
        for _ in range(chance.choice((1, 1, 3))):
            spoil(changed, chance, values)
        file = written(tmp_path, changed)
        try:
            load_backup(target, file)
        except DatabaseError as error:
            refused += 1
            assert str(file) in str(error)
    target.dispose()
    assert 30 < refused < 80


def spoil(lines: Lines, chance: random.Random, values: list[Any]) -> None:
    number = chance.randrange(len(lines))
    line, value = lines[number], chance.choice(values)
    if isinstance(line, list) and line:
        line[chance.randrange(len(line))] = value
    elif isinstance(line, dict) and line:
        line[chance.choice(list(line))] = value
    else:
        lines[number] = value


def test_a_copy_of_a_sqlite_file_that_is_damaged_or_of_another_program_is_told(
    sqlite_database: Database, now: datetime, tmp_path: Path
) -> None:
    fill(sqlite_database, now)
    assert sqlite_database.file is not None
    sqlite_database.dispose()
    content, file = bytearray(sqlite_database.file.read_bytes()), tmp_path / "copy.db"
    for start, end in ((100, 4000), (20, 30), (4096, 12_000), (len(content) // 2, len(content))):
        file.write_bytes(bytes(content[:start]) + b"\xff" * (end - start) + bytes(content[end:]))
        assert refusal(sqlite_database, file, now, tmp_path).startswith(f"{file} ")
    for length in (16, 100, 4096, len(content) - 4096, len(content) - 1):
        file.write_bytes(content[:length])
        assert refusal(sqlite_database, file, now, tmp_path).startswith(f"{file} ")
    file.unlink()
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("CREATE TABLE treasure (id INTEGER)")
    said = refusal(sqlite_database, file, now, tmp_path)
    assert said.startswith(f"{file} can't be restored, so nothing was changed. ")
    assert "tables of another program" in said
    assert refusal(sqlite_database, tmp_path, now, tmp_path) == f"{tmp_path} can't be read: Is a directory."
