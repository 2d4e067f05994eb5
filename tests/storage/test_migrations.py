"""The schema on both engines: it is what the tables say, rows survive its changes, strangers are refused."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, inspect, text

from app.storage import migration
from app.storage.database import Database, DatabaseError
from app.storage.packed_changes import pack
from app.storage.tables import metadata

Rows = dict[str, list[dict[str, Any]]]

# What a later release might do: on SQLite the altered column means copying a table and dropping the old one.
NEXT_RELEASE = """
import sqlalchemy as sa
from alembic import op

revision = "9001"
down_revision = {before!r}


def upgrade():
    with op.batch_alter_table("tournament") as batch:
        batch.add_column(sa.Column("venue", sa.String(), nullable=False, server_default="a hall"))
        batch.alter_column("name", existing_type=sa.String(), type_=sa.String(200))
    {last}
"""


@pytest.fixture
def empty(empty_url: str) -> Iterator[Database]:
    """A database without any table."""
    database = Database(empty_url)
    yield database
    database.dispose()


@pytest.fixture
def next_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Lets the program have one more migration, from `release()` on; gives the folder of its migrations."""
    folder = tmp_path / "migrations"
    shutil.copytree(migration.MIGRATIONS, folder)
    monkeypatch.setattr(migration, "MIGRATIONS", folder)
    yield folder
    monkeypatch.undo()
    migration.revisions.cache_clear()


def release(folder: Path, last: str = "pass") -> None:
    """Install the next release, whose migration ends with the statement `last`."""
    source = NEXT_RELEASE.format(before=migration.revisions()[-1], last=last)
    (folder / "versions" / "9001_venue.py").write_text(source)
    migration.revisions.cache_clear()


def value_for(column: Any, number: int) -> Any:
    """A value of the column's type that differs from row to row."""
    kind = column.type.python_type
    values: dict[type, Any] = {
        bool: number % 2 == 1,
        int: number,
        float: number / 2,
        str: f"Grüße {number}",
        date: date(2018, 2, number),
        datetime: datetime(2018, 2, number, 13, 30, 0, 5, tzinfo=UTC),
        object: {"číslo": number},  # what JSON says of itself
    }
    return values[kind]


def fill(connection: Connection) -> None:
    """Put two rows into every table of whatever schema is there, each referring to its parents' rows."""
    schema = MetaData()
    schema.reflect(connection)
    for table in schema.sorted_tables:
        if table.name == "alembic_version":
            continue
        for number in (1, 2):
            row = {
                column.name: value_for(column, number)
                for column in table.columns
                # Keys count from 1 by themselves; what refers to them gets the same number.
                if not (column.primary_key and column.autoincrement is True)
            }
            connection.execute(table.insert().values(**row))


def rows_of(database: Database) -> Rows:
    """All rows of all tables, as the driver gives them."""
    schema = MetaData()
    with database.engine.connect() as connection:
        schema.reflect(connection)
        return {
            table.name: [
                dict(row._mapping)
                for row in connection.execute(table.select().order_by(*table.primary_key.columns))
            ]
            for table in schema.sorted_tables
            if table.name != "alembic_version"
        }


def test_versions_are_known_without_the_library_that_migrates() -> None:
    script = ScriptDirectory.from_config(migration.alembic_config())
    known = [revision.revision for revision in script.walk_revisions()]
    assert list(migration.revisions()) == known[::-1]


def test_the_migrated_schema_is_what_the_tables_say(database: Database) -> None:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )
        assert compare_metadata(context, metadata) == []


def test_every_table_is_made_once_and_only_once(empty: Database) -> None:
    assert (empty.schema_version(), empty.is_migrated()) == (None, False)
    empty.migrate()
    empty.migrate()
    assert (empty.schema_version(), empty.is_migrated()) == (migration.revisions()[-1], True)
    assert set(inspect(empty.engine).get_table_names()) == {*metadata.tables, "alembic_version"}


@pytest.mark.parametrize("before", migration.revisions())
def test_rows_of_every_earlier_schema_survive(empty: Database, before: str) -> None:
    migration.upgrade(empty.engine, before)
    with empty.engine.begin() as connection:
        fill(connection)
    old = rows_of(empty)
    empty.migrate()
    new = rows_of(empty)
    assert all(len(rows) == 2 for rows in old.values())
    assert {
        name: [
            {key: new_row[key] for key in old_row} for old_row, new_row in zip(rows, new[name], strict=True)
        ]
        for name, rows in old.items()
    } == old


def test_rows_survive_the_rebuilding_of_a_table_others_refer_to(
    database: Database, next_release: Path
) -> None:
    with database.engine.begin() as connection:
        fill(connection)
    old = rows_of(database)
    release(next_release)
    assert not database.is_migrated()
    database.migrate()
    assert database.schema_version() == "9001"
    new = rows_of(database)
    assert [event.pop("venue") for event in new["tournament"]] == ["a hall", "a hall"]
    assert new == old
    # References are looked after again on the same connections.
    with database.engine.connect() as connection:
        connection.execute(text("DELETE FROM tournament WHERE id = 1"))
        assert connection.execute(text("SELECT count(*) FROM round")).scalar_one() == 1


@pytest.mark.parametrize(
    "last", ['raise RuntimeError("power cut")', 'op.execute("INSERT INTO nowhere VALUES (1)")']
)
def test_a_migration_that_fails_changes_nothing(database: Database, next_release: Path, last: str) -> None:
    with database.engine.begin() as connection:
        fill(connection)
    before = (database.schema_version(), rows_of(database))
    release(next_release, last)
    with pytest.raises(Exception, match=r"power cut|nowhere"):
        database.migrate()
    assert (database.schema_version(), rows_of(database)) == before


def test_on_sqlite_a_migration_that_breaks_references_is_undone(
    sqlite_database: Database, next_release: Path
) -> None:
    with sqlite_database.engine.begin() as connection:
        fill(connection)
    release(next_release, 'op.execute("DELETE FROM player WHERE id = 1")')
    with pytest.raises(DatabaseError, match=r"deck.*without what they refer to"):
        sqlite_database.migrate()
    assert len(rows_of(sqlite_database)["player"]) == 2


def test_a_sqlite_file_is_copied_before_it_changes(sqlite_database: Database, next_release: Path) -> None:
    file = sqlite_database.file
    assert file is not None
    with sqlite_database.engine.begin() as connection:
        fill(connection)
    old_version, old_rows = sqlite_database.schema_version(), rows_of(sqlite_database)
    sqlite_database.migrate()
    assert list(file.parent.glob("*-before-*")) == []

    release(next_release)
    sqlite_database.migrate()
    (copy,) = file.parent.glob("*-before-*")
    assert copy.name == f"test.{old_version}-before-9001.sqlite3"
    before = Database(f"sqlite:///{copy}")
    assert (before.schema_version(), rows_of(before)) == (old_version, old_rows)
    before.dispose()


def test_an_older_copy_is_never_written_over(tmp_path: Path) -> None:
    file = tmp_path / "event.sqlite3"
    first = migration.free_name(file, "0001", "0002")
    first.touch()
    second = migration.free_name(file, "0001", "0002")
    second.touch()
    assert [first.name, second.name, migration.free_name(file, "0001", "0002").name] == [
        "event.0001-before-0002.sqlite3",
        "event.0001-before-0002.2.sqlite3",
        "event.0001-before-0002.3.sqlite3",
    ]


def test_a_database_of_a_newer_program_is_refused(database: Database, next_release: Path) -> None:
    release(next_release)
    database.migrate()
    (next_release / "versions" / "9001_venue.py").unlink()
    migration.revisions.cache_clear()
    with pytest.raises(DatabaseError, match=r"newer version.*its schema is 9001"):
        database.migrate()
    assert database.schema_version() == "9001"


def test_a_database_of_another_program_is_refused(empty: Database) -> None:
    with empty.engine.begin() as connection:
        connection.execute(text("CREATE TABLE invoices (id INTEGER)"))
    with pytest.raises(DatabaseError, match="tables of another program"):
        empty.migrate()
    assert inspect(empty.engine).get_table_names() == ["invoices"]


def test_several_processes_may_start_at_once(empty: Database) -> None:
    start = "import sys; from app.storage.database import Database; Database(sys.argv[1]).migrate()"
    processes = [
        subprocess.Popen([sys.executable, "-c", start, empty.url], stderr=subprocess.PIPE) for _ in range(3)
    ]
    complaints = [process.communicate(timeout=60)[1].decode() for process in processes]
    assert [
        (process.returncode, complaint) for process, complaint in zip(processes, complaints, strict=True)
    ] == [(0, "")] * 3
    assert empty.is_migrated()


def test_the_way_back_leaves_nothing(database: Database) -> None:
    with migration.migrating(database.engine) as connection:
        command.downgrade(migration.alembic_config(connection), "base")
    assert inspect(database.engine).get_table_names() == ["alembic_version"]


def test_the_command_line_migrates_the_database_of_the_settings(
    empty: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", empty.url)
    command.upgrade(migration.alembic_config(), "head")
    assert empty.is_migrated()


SIDES_BEFORE = """
INSERT INTO tournament (id, code, name, date, format, pool_date, pool_overrides, info, phase,
 registration_open, round_minutes, deck_policy, decks_change, decks_open, timed_win_points, cut_kind,
 cut_size, cut_sides, hide_last_rounds, settings, seed, version, created_at)
 VALUES (1, 'ABCDE', 'Old', '2018-02-15', 'cache-refresh', '2018-02-15', '{}', '', 'top-cut', true,
 40, 'none', 'locked', 'never', 3, 'single', 4, 'seed', 0, '{}', 1, 0, '2018-02-15 12:00:00+00:00');
INSERT INTO player (id, tournament_id, name, name_key, pronouns, first_round, first_round_bye, dropped,
 household, lot, joined_by, erased, joined_at)
 SELECT n, 1, 'P' || n, 'p' || n, '', 1, false, false, '', n, 'organizer', false,
 '2018-02-15 12:00:00+00:00'
 FROM (SELECT 1 AS n UNION SELECT 2 UNION SELECT 3 UNION SELECT 4) AS numbers;
INSERT INTO cut_seed (tournament_id, player_id, seed) SELECT 1, id, id FROM player;
INSERT INTO round (id, tournament_id, number, stage, state, seed, quality, clock_length, clock_added,
 clock_elapsed, paired_at) VALUES
 (1, 1, 1, 'top-cut', 'published', 1, '{}', 2400, 0, 0, '2018-02-15 12:00:00+00:00');
INSERT INTO pairing (id, tournament_id, round_id, first_id, second_id, locked, reason, game_number,
 extra_seconds, auction, settled_by, bid_winner_id, bid_side, bid, outcome, ending, winner_id, decided_by,
 final) VALUES
 (1, 1, 1, 4, 1, false, '', 1, 0, 1, 'seed', 1, 'runner', 0, 'draw', null, 4, 'draw-rule', true),
 (2, 1, 1, 3, 2, false, '', 2, 0, 1, null, null, null, null, null, null, null, null, false),
 (3, 1, 1, 1, 2, false, '', null, 0, 1, 'forfeit', 2, 'corp', 0, 'corp', 'forfeit', 2, 'game', true),
 (4, 1, 1, 3, 4, false, '', null, 0, 1, 'hand', 4, 'corp', 2, 'corp', 'agenda', 4, 'game', true)
"""


def test_bids_of_0_that_nobody_made_become_sides_of_their_own(empty: Database) -> None:
    migration.upgrade(empty.engine, "0001")
    with empty.engine.begin() as connection:
        for statement in SIDES_BEFORE.strip().split(";\n"):
            connection.execute(text(statement))
    migration.upgrade(empty.engine, "0002")
    rows = rows_of(empty)["pairing"]
    shown = ("first_id", "second_id", "sides_by", "corp_seat", "settled_by", "bid_winner_id", "bid")
    assert [tuple(row[name] for name in shown) for row in rows] == [
        (1, 4, "seed", "second", "seed", None, None),
        (2, 3, "seed", None, None, None, None),
        (1, 2, "auction", None, None, None, None),
        (3, 4, "auction", None, "hand", 4, 2),
    ]
    assert [(row["outcome"], row["winner_id"], row["decided_by"]) for row in rows] == [
        ("draw", 4, "draw-rule"),
        (None, None, None),
        (None, 2, "forfeit"),
        ("corp", 4, "game"),
    ]


CALLS_BEFORE = """
INSERT INTO announcement (id, tournament_id, kind, player_id, text, made_at, ended_at) VALUES
 (1, 1, 'announcement', null, 'Lunch', '2018-02-15 12:00:00+00:00', null),
 (2, 1, 'call', 3, 'Help', '2018-02-15 12:01:00+00:00', '2018-02-15 12:02:00+00:00'),
 (3, 1, 'call', 4, '', '2018-02-15 12:03:00+00:00', null);
INSERT INTO deck_check (id, tournament_id, player_id, round_number, picked_at, finding) VALUES
 (1, 1, 3, 1, '2018-02-15 12:00:00+00:00', 'In order')
"""


def test_calls_move_to_a_table_of_their_own(empty: Database) -> None:
    migration.upgrade(empty.engine, "0003")
    before = SIDES_BEFORE.strip().split(";\n")[:2]
    with empty.engine.begin() as connection:
        for statement in (*before, *CALLS_BEFORE.strip().split(";\n")):
            connection.execute(text(statement))
    migration.upgrade(empty.engine, "0004")
    rows = rows_of(empty)
    assert [row["text"] for row in rows["announcement"]] == ["Lunch"]
    shown = ("player_id", "reason", "claimed_by", "ended_by", "note", "extra_seconds")
    assert [tuple(row[name] for name in shown) for row in rows["judge_call"]] == [
        (3, "Help", None, None, "", 0),
        (4, "", None, None, "", 0),
    ]
    assert [row["ended_at"] is None for row in rows["judge_call"]] == [False, True]
    (check,) = rows["deck_check"]
    assert (check["finding"], check["counted"], check["unlisted"], check["outcome"]) == (
        "In order",
        None,
        "",
        None,
    )


ONE_BY_ONE = [
    {"table": "player", "id": key, "before": {"lot": key, "dropped": False}, "after": after}
    for key, after in ((1, {"lot": 4, "dropped": True}), (2, {"lot": 3, "dropped": True}))
]


def test_the_way_back_takes_groups_of_changes_apart(empty: Database) -> None:
    migration.upgrade(empty.engine, "0008")
    kept = [pack(ONE_BY_ONE), ONE_BY_ONE[:1]]
    assert "ids" in kept[0][0], "what a program of before can't read"
    with empty.engine.begin() as connection:
        fill(connection)
        schema = MetaData()
        schema.reflect(connection, only=["journal"])
        journal = schema.tables["journal"]
        for entry, changes in enumerate(kept, 1):
            connection.execute(journal.update().where(journal.c.id == entry).values(changes=changes))
    old = rows_of(empty)
    with migration.migrating(empty.engine) as connection:
        command.downgrade(migration.alembic_config(connection), "0007")
    new = rows_of(empty)
    assert [row.pop("changes") for row in new["journal"]] == [ONE_BY_ONE, ONE_BY_ONE[:1]]
    assert [row.pop("changes") for row in old["journal"]] == kept
    assert new == old, "nothing else changes"
