"""Backups of either engine for either engine: what comes back, what is refused, and that nothing is lost."""

import gzip
import json
import sqlite3
import stat
import threading
from contextlib import closing
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, select, text

from app.deckcheck.catalog import load_catalog
from app.services.event.queries import players_view
from app.services.event.settings import TournamentDraft
from app.services.event.tournaments import create_tournament
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.installation import Installation
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.people.accounts import create_account
from app.services.people.entries import Entry
from app.services.people.registration import register_player
from app.storage.backup_reading import load_backup, read_header
from app.storage.backups import write_backup
from app.storage.database import Database, DatabaseError
from app.storage.failures import StorageFull, StorageReadOnly
from app.storage.migration import revisions
from app.storage.restoring import IN_USE, NEEDS_FORCE, restore
from app.storage.round_copies import RoundCopies
from app.storage.tables import metadata
from tests.calls import call_of

Rows = dict[str, list[Any]]
ENGINES = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]


def rows(database: Database) -> Rows:
    """Everything in a database."""
    with database.read_session() as session:
        return {
            table.name: [
                tuple(row) for row in session.connection().execute(select(table).order_by(*table.primary_key))
            ]
            for table in metadata.sorted_tables
        }


@pytest.fixture
def filled(database: Database, now: datetime) -> Installation:
    """An event with players, decks, a journal, and a gap in the ids."""
    return fill(database, now)


def fill(database: Database, now: datetime, name: str = "Berlin") -> Installation:
    installation = Installation(database, load_catalog(), lambda _: None)
    account = create_account(installation, now, f"Olga {name}", f"link-{name}")
    organizer = Actor(ActorKind.ORGANIZER, account.id, account.name)
    draft = TournamentDraft(f"{name} Söder 'quoted' \"twice\"", date(2018, 2, 15), deck_policy="optional")
    made = create_tournament(installation, organizer, now, draft, seed=len(name))
    for each in ("Ada", "Bao", "Zoë 測試"):
        join(installation, made.id, each, now)
    with database.write_session(made.id) as session:
        session.connection().execute(text("DELETE FROM player WHERE name = 'Bao'"))
        session.connection().execute(text("DELETE FROM sign_in_link"))
    return installation


def join(installation: Installation, tournament_id: int, name: str, now: datetime) -> int:
    entry = Entry(name, corp_identity="NBN: Making News", runner_identity="Gabriel Santiago")
    nobody = Actor(ActorKind.PUBLIC, None, name)
    return register_player(
        call_of(installation, tournament_id, nobody, now), entry, f"secret-{name}"
    ).value.player_id


@pytest.fixture
def backup(filled: Installation, tmp_path: Path, now: datetime) -> Path:
    file = tmp_path / "backups" / "one.jsonl.gz"
    write_backup(filled.database, file, now)
    return file


@pytest.fixture(params=ENGINES)
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """Another database, with tables and nothing in them."""
    if request.param == "sqlite":
        made = Database(f"sqlite:///{tmp_path / 'other.sqlite3'}")
        made.migrate()
        request.addfinalizer(made.dispose)
        return made
    found: Database = request.getfixturevalue("postgres_other")
    return found


@pytest.fixture
def postgres_other(postgres_server: str, migrated_postgres: str) -> Any:
    from tests.databases import new_postgres_database

    with new_postgres_database(postgres_server, migrated_postgres) as url:
        made = Database(url)
        yield made
        made.dispose()


def test_everything_comes_back_on_either_engine(
    filled: Installation, backup: Path, other: Database, now: datetime
) -> None:
    before = rows(filled.database)
    assert sum(len(each) for each in before.values()) > 8
    load_backup(other, backup)
    assert rows(other) == before
    assert other.is_migrated()


def test_ids_given_out_before_are_never_given_again(backup: Path, other: Database, now: datetime) -> None:
    load_backup(other, backup)
    installation = Installation(other, load_catalog(), lambda _: None)
    highest = max(each.id for each in players_view(installation, 1, ORGANIZER_VIEWER))
    with other.write_session(1) as session:
        session.connection().execute(text("DELETE FROM player WHERE id = :id"), {"id": highest})
    assert join(installation, 1, "Cleo", now) == highest + 1


def test_a_backup_of_a_backup_is_equal(backup: Path, other: Database, now: datetime, tmp_path: Path) -> None:
    load_backup(other, backup)
    write_backup(other, tmp_path / "again.gz", now)
    first, again = (gzip.decompress(each.read_bytes()) for each in (backup, tmp_path / "again.gz"))

    def lines(content: bytes) -> list[str]:
        return sorted(json.dumps(json.loads(line), sort_keys=True) for line in content.splitlines())

    assert lines(again) == lines(first)
    assert len(lines(first)) > 8


def test_only_its_owner_may_read_it_and_it_holds_no_secret(backup: Path) -> None:
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert stat.S_IMODE(backup.parent.stat().st_mode) == 0o700
    content = gzip.decompress(backup.read_bytes())
    assert b"secret-Ada" not in content and b"Ada" in content


def test_a_backup_taken_while_players_join_is_a_state_between_two_commands(
    filled: Installation, now: datetime, tmp_path: Path
) -> None:
    stop = threading.Event()

    def go_on_joining() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            join(filled, 1, f"Player {number}", now)

    joining = threading.Thread(target=go_on_joining)
    joining.start()
    try:
        for number in range(4):
            write_backup(filled.database, tmp_path / f"{number}.gz", now)
    finally:
        stop.set()
        joining.join()
    sizes = []
    for number in range(4):
        restored = Database(f"sqlite:///{tmp_path / f'{number}.sqlite3'}")
        restored.migrate()
        load_backup(restored, tmp_path / f"{number}.gz")
        found = rows(restored)
        entries = [row for row in found["journal"] if "register_player" in row]
        with restored.read_session() as session:
            version = session.connection().execute(text("SELECT version FROM tournament")).scalar_one()
            last = session.connection().execute(text("SELECT max(number) FROM journal")).scalar_one()
            people = session.connection().execute(text("SELECT count(*) FROM player")).scalar_one()
        # Every entry has its player (one was deleted by hand), and the version is the last entry's.
        assert (len(entries), last) == (people + 1, version)
        sizes.append(people)
        restored.dispose()
    assert sizes == sorted(sizes)


def rewritten(backup: Path, change: Any) -> Path:
    lines = [json.loads(line) for line in gzip.decompress(backup.read_bytes()).splitlines()]
    change(lines)
    target = backup.with_name("changed.gz")
    target.write_bytes(gzip.compress(b"\n".join(json.dumps(line).encode() for line in lines)))
    return target


def newer(lines: list[Any]) -> None:
    lines[0]["schema"] = "9999"


def newer_form(lines: list[Any]) -> None:
    lines[0]["version"] = 2


def without_end(lines: list[Any]) -> None:
    lines.pop()


def without_a_row(lines: list[Any]) -> None:
    lines.remove(next(line for line in lines if isinstance(line, list) and line[0] == "player"))


def of_an_unknown_table(lines: list[Any]) -> None:
    lines.insert(1, ["treasure", 1])


def test_what_cannot_be_restored_changes_nothing(backup: Path, other: Database, now: datetime) -> None:
    fill(other, now, "Paris")
    before = rows(other)
    cases = [(newer, "newer version"), (newer_form, "newer version"), (without_end, "no backup")]
    cases += [(without_a_row, "no backup"), (of_an_unknown_table, "no backup")]
    for change, words in cases:
        with pytest.raises(DatabaseError, match=words):
            load_backup(other, rewritten(backup, change))
        assert rows(other) == before, change.__name__


def test_a_file_cut_short_is_known_as_such(backup: Path, other: Database, now: datetime) -> None:
    fill(other, now, "Paris")
    before = rows(other)
    content = backup.read_bytes()
    cut = backup.with_name("cut.gz")
    for length in (0, 20, len(content) // 2, len(content) - 8, len(content) - 1):
        cut.write_bytes(content[:length])
        with pytest.raises(DatabaseError, match="no backup"):
            load_backup(other, cut)
        assert rows(other) == before, length


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"no gzip", gzip.compress(b"[]"), gzip.compress(b"\xff")],
    # Bytes of gzip hold the time, and every test process must name the tests alike.
    ids=["nothing", "json", "no-gzip", "gzip-of-a-list", "gzip-of-no-text"],
)
def test_other_files_are_refused(
    content: bytes, sqlite_database: Database, tmp_path: Path, now: datetime
) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    with pytest.raises(DatabaseError, match="no backup"):
        restore(sqlite_database, file, now, tmp_path, force=True)
    with pytest.raises(DatabaseError, match="can't be read"):
        restore(sqlite_database, tmp_path / "missing", now, tmp_path, force=True)
    assert sqlite_database.is_migrated()


def test_the_header_says_what_is_inside(backup: Path, now: datetime) -> None:
    header = read_header(backup)
    assert (header.made_at, header.schema) == (now, revisions()[-1])
    assert "secret_hash" in header.tables["sign_in_link"]


def test_a_database_that_is_there_is_replaced_only_when_told_and_kept(
    backup: Path, filled: Installation, other: Database, now: datetime, tmp_path: Path
) -> None:
    fill(other, now, "Paris")
    before = rows(other)
    other.dispose()
    with pytest.raises(DatabaseError) as refused:
        restore(other, backup, now, tmp_path / "kept", force=False)
    assert str(refused.value) == NEEDS_FORCE
    assert rows(other) == before
    other.dispose()
    kept = restore(other, backup, now, tmp_path / "kept", force=True).kept
    assert rows(other) == rows(filled.database)
    assert kept is not None and kept.exists()
    other.dispose()
    restore(other, kept, now + timedelta(seconds=1), tmp_path / "kept", force=True)
    assert rows(other) == before


def test_a_database_somebody_uses_is_not_replaced(
    backup: Path, other: Database, now: datetime, tmp_path: Path
) -> None:
    fill(other, now, "Paris")
    before = rows(other)
    user = Database(other.url)
    with user.read_session() as session:
        session.connection().execute(text("SELECT 1"))
        other.dispose()
        with pytest.raises(DatabaseError) as refused:
            restore(other, backup, now, tmp_path / "kept", force=True)
    user.dispose()
    assert str(refused.value) == IN_USE
    assert rows(other) == before


def test_a_damaged_file_is_replaced_and_kept_as_it_is(
    sqlite_database: Database, now: datetime, tmp_path: Path
) -> None:
    installation = fill(sqlite_database, now)
    write_backup(installation.database, tmp_path / "b.gz", now)
    before = rows(sqlite_database)
    sqlite_database.dispose()
    file = sqlite_database.file
    assert file is not None
    content = bytearray(file.read_bytes())
    content[100:4000] = b"\xff" * 3900
    file.write_bytes(content)
    kept = restore(sqlite_database, tmp_path / "b.gz", now, tmp_path, force=True).kept
    assert kept is not None and kept.read_bytes() == bytes(content)
    assert rows(sqlite_database) == before


@pytest.fixture
def copies(sqlite_database: Database, now: datetime) -> RoundCopies:
    assert sqlite_database.file is not None
    moments = (now + timedelta(seconds=number) for number in range(100))
    return RoundCopies(sqlite_database.file, lambda: next(moments), kept=3)


def test_a_copy_of_a_round_can_be_restored(
    sqlite_database: Database, copies: RoundCopies, now: datetime, tmp_path: Path
) -> None:
    installation = fill(sqlite_database, now)
    before = rows(sqlite_database)
    copy = copies.make()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    join(installation, 1, "Later", now)
    sqlite_database.dispose()
    restore(sqlite_database, copy, now, tmp_path, force=True)
    assert rows(sqlite_database) == before


def test_only_the_newest_copies_stay_and_nobody_elses_are_touched(copies: RoundCopies) -> None:
    copies.folder.mkdir()
    others = copies.folder / "another-20180215T130000.000000Z.sqlite3"
    others.touch()
    made = [copies.make() for _ in range(5)]
    assert sorted(copies.folder.iterdir()) == sorted([*made[-3:], others])


def test_copies_of_a_clock_that_was_ahead_do_not_push_out_the_newest(
    sqlite_database: Database, now: datetime
) -> None:
    """FAULTS S13: they sorted last for good, so that every copy made since was removed at once."""
    assert sqlite_database.file is not None
    moments = iter([now + timedelta(days=3650 + day) for day in range(4)] + [now, now + timedelta(hours=1)])
    copies = RoundCopies(sqlite_database.file, lambda: next(moments), kept=3)
    made = [copies.make() for _ in range(6)]
    assert sorted(copies.folder.iterdir()) == sorted(made[-3:])


def test_copies_of_earlier_versions_are_older_than_those_with_a_number(copies: RoundCopies) -> None:
    copies.folder.mkdir()
    old = [copies.folder / f"test-20{year}0101T130000.000000Z.sqlite3" for year in (30, 31)]
    for file in old:
        file.touch()
    made = [copies.make() for _ in range(2)]
    assert sorted(copies.folder.iterdir()) == sorted([*made, old[1]])


def test_wishes_are_granted_in_the_background_and_the_last_one_before_the_end(copies: RoundCopies) -> None:
    copies.start()
    copies.soon()
    copies.stop()
    assert len(list(copies.folder.iterdir())) == 1
    copies.start()
    copies.stop()
    assert len(list(copies.folder.iterdir())) == 1


def test_a_copy_that_fails_is_told_and_the_next_is_made(
    copies: RoundCopies, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies.folder.write_text("in the way")
    copies.start()
    copies.soon()
    copies.stop()
    assert "could not be made" in caplog.text
    copies.folder.unlink()
    copies.start()
    copies.soon()
    copies.stop()
    assert len(list(copies.folder.iterdir())) == 1


def test_a_full_disk_refuses_commands_and_reading_goes_on(sqlite_database: Database, now: datetime) -> None:
    installation = fill(sqlite_database, now)
    sqlite_database.dispose()

    @event.listens_for(sqlite_database.engine, "connect")
    def no_room(connection: Any, _record: object) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")

    joined = 0
    with pytest.raises(StorageFull, match="full") as refused:
        for joined in range(500):
            join(installation, 1, f"Player {joined}", now)
    assert refused.value.code == "storage-full"
    names = [each.name for each in players_view(installation, 1, ORGANIZER_VIEWER)]
    assert len(names) == 2 + joined, "a refused command left something, or an accepted one is gone"


def test_a_read_only_disk_refuses_commands_and_reading_goes_on(
    sqlite_database: Database, now: datetime
) -> None:
    installation = fill(sqlite_database, now)

    @event.listens_for(sqlite_database.engine, "begin")
    def read_only(connection: Any) -> None:
        connection.exec_driver_sql("PRAGMA query_only = ON")

    with pytest.raises(StorageReadOnly) as refused:
        join(installation, 1, "Cleo", now)
    assert refused.value.code == "read-only"
    assert len(players_view(installation, 1, ORGANIZER_VIEWER)) == 2


def test_a_backup_onto_a_full_disk_leaves_nothing(
    filled: Installation, now: datetime, tmp_path: Path
) -> None:
    """/dev/full answers every write with "no space left"; a folder of links to it is a full disk."""
    target = tmp_path / "full.gz"
    full = Path("/dev/full")
    if not full.exists():  # not on every system
        pytest.fail("This test needs /dev/full, which Linux has.")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.storage.backups.private_file", lambda _partial: full)
        with pytest.raises(StorageFull):
            write_backup(filled.database, target, now)
    assert list(tmp_path.glob("full*")) == []


def test_a_new_database_is_its_owners_alone(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'folder' / 'new.sqlite3'}")
    database.migrate()
    with database.write_session(None) as session:
        session.connection().execute(text("SELECT 1"))
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "folder").iterdir()}
    assert modes and set(modes.values()) == {0o600}
    assert stat.S_IMODE((tmp_path / "folder").stat().st_mode) == 0o700
    database.dispose()


def test_a_sqlite_copy_in_use_by_nobody_is_sound(copies: RoundCopies) -> None:
    copy = copies.make()
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
