"""Sessions on both engines: writers lose nothing, readers see one moment, failures are sentences."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime
from pathlib import Path

import pytest
from sqlalchemy import event as engine_event
from sqlalchemy import text
from sqlmodel import Session, select

from app.storage.access_tables import Account
from app.storage.database import Database, DatabaseBusy, DatabaseError, TournamentMissing
from app.storage.tables import Tournament


@pytest.fixture
def tournament_id(database: Database, now: datetime) -> int:
    return add_tournament(database, "AAAAA", now)


@pytest.fixture
def neighbour(database: Database) -> Iterator[Database]:
    """The same database as another process would have it, one that loses patience at once."""
    other = Database(database.url, lock_wait_seconds=0.05)
    yield other
    other.dispose()


def add_tournament(database: Database, code: str, now: datetime) -> int:
    day = date(2018, 2, 15)
    event = Tournament(
        code=code, name="Chiba", date=day, format="cache-refresh", pool_date=day, seed=1, created_at=now
    )
    with database.write_session(None) as session:
        session.add(event)
    assert event.id is not None
    return event.id


def version_of(database: Database, tournament_id: int) -> int:
    with database.read_session() as session:
        return session.exec(select(Tournament.version).where(Tournament.id == tournament_id)).one()


def at_once(threads: int, work: Callable[[int], object]) -> None:
    """Run `work(0)`, `work(1)`… each in its own thread, all starting together."""
    barrier = threading.Barrier(threads)

    def run(number: int) -> None:
        barrier.wait()
        work(number)

    with ThreadPoolExecutor(threads) as pool:
        for future in [pool.submit(run, number) for number in range(threads)]:
            future.result()


@pytest.mark.parametrize("processes", [1, 2])
def test_400_of_400_concurrent_increments_are_kept(
    database: Database, tournament_id: int, processes: int
) -> None:
    # Two Database objects share nothing but the database, as two processes would.
    others = [Database(database.url) for _ in range(processes - 1)]
    doors = [database, *others]

    def increment(number: int) -> None:
        for _ in range(50):
            with doors[number % processes].write_session(tournament_id) as session:
                event = session.get_one(Tournament, tournament_id)
                event.version += 1

    at_once(8, increment)
    for other in others:
        other.dispose()
    assert version_of(database, tournament_id) == 400


def test_commands_of_no_tournament_wait_for_each_other(database: Database, now: datetime) -> None:
    others = [Database(database.url) for _ in range(2)]

    def make_account(number: int) -> None:
        for _ in range(10):
            with others[number % 2].write_session(None) as session:
                count = len(session.exec(select(Account)).all())
                session.add(Account(name=f"{count}", name_key=f"{count}", created_at=now))

    at_once(4, make_account)
    for other in others:
        other.dispose()
    with database.read_session() as session:
        assert sorted(int(name) for name in session.exec(select(Account.name))) == list(range(40))


@pytest.mark.postgres
def test_on_postgres_tournaments_do_not_wait_for_each_other(
    postgres_database: Database, now: datetime
) -> None:
    database = postgres_database
    first, second = (add_tournament(database, code, now) for code in ("AAAAA", "BBBBB"))
    both_inside = threading.Barrier(2)

    def meet(number: int) -> None:
        with database.write_session((first, second)[number]):
            both_inside.wait(timeout=5)

    at_once(2, meet)
    assert both_inside.broken is False


def test_a_writer_gives_up_when_another_process_holds_the_tournament(
    database: Database, neighbour: Database, tournament_id: int
) -> None:
    with (
        database.write_session(tournament_id),
        pytest.raises(DatabaseBusy, match="nothing was changed"),
        neighbour.write_session(tournament_id),
    ):
        pytest.fail("two writers were in one tournament")
    with neighbour.write_session(tournament_id) as session:
        session.get_one(Tournament, tournament_id).version = 7
    assert version_of(database, tournament_id) == 7


def test_a_writer_gives_up_when_another_thread_holds_the_tournament(
    neighbour: Database, tournament_id: int
) -> None:
    def write() -> None:
        with neighbour.write_session(tournament_id):
            pytest.fail("two writers were in one tournament")

    with neighbour.write_session(tournament_id), ThreadPoolExecutor(1) as pool:
        refused = pool.submit(write).exception()
    assert isinstance(refused, DatabaseBusy)


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_any_exception_undoes_everything(
    database: Database, tournament_id: int, error: type[BaseException]
) -> None:
    with pytest.raises(error), database.write_session(tournament_id) as session:
        session.get_one(Tournament, tournament_id).version = 1
        session.flush()
        raise error
    assert version_of(database, tournament_id) == 0
    with database.write_session(tournament_id) as session:
        session.get_one(Tournament, tournament_id).version = 2
    assert version_of(database, tournament_id) == 2


def test_a_write_session_inside_another_is_refused_at_once(database: Database, tournament_id: int) -> None:
    with (
        database.write_session(tournament_id),
        pytest.raises(RuntimeError, match="inside another"),
        database.write_session(None),
    ):
        pytest.fail("the second session opened")


def test_a_command_does_not_read_the_tournament_it_locked_again(
    database: Database, tournament_id: int
) -> None:
    asked: list[str] = []
    engine_event.listen(database.engine, "before_cursor_execute", lambda *seen: asked.append(seen[2]))
    with database.write_session(tournament_id) as session:
        assert session.get_one(Tournament, tournament_id).id == tournament_id
    assert len([statement for statement in asked if "FROM tournament" in statement]) == 1


def test_a_tournament_that_is_gone_is_named(database: Database) -> None:
    with pytest.raises(TournamentMissing), database.write_session(99):
        pytest.fail("a session opened for no tournament")


def test_a_reader_sees_one_moment_and_keeps_nobody_waiting(database: Database, tournament_id: int) -> None:
    versions = select(Tournament.version)
    with database.read_session() as reader:
        assert reader.exec(versions).one() == 0
        with database.write_session(tournament_id) as session:
            session.get_one(Tournament, tournament_id).version = 1
        assert reader.exec(versions).one() == 0
    assert version_of(database, tournament_id) == 1


def test_a_reader_does_not_wait_for_a_writer(database: Database, tournament_id: int) -> None:
    with database.write_session(tournament_id) as session:
        session.get_one(Tournament, tournament_id).version = 1
        session.flush()
        assert version_of(database, tournament_id) == 0


def test_a_reader_cannot_write(database: Database, tournament_id: int) -> None:
    def write(session: Session) -> None:
        session.get_one(Tournament, tournament_id).version = 1
        session.flush()

    with pytest.raises(DatabaseError, match="can only be read"), database.read_session() as session:
        write(session)
    # The same connection, back from the pool, writes again.
    with database.write_session(tournament_id) as session:
        write(session)
    assert version_of(database, tournament_id) == 1


def test_rows_stay_usable_after_the_session(database: Database, tournament_id: int, now: datetime) -> None:
    with database.write_session(tournament_id) as session:
        written = session.get_one(Tournament, tournament_id)
        written.version = 3
    with database.read_session() as session:
        read = session.get_one(Tournament, tournament_id)
    assert (written.version, read.version, read.created_at) == (3, 3, now)


def test_an_unreachable_server_is_a_sentence(tmp_path: Path) -> None:
    database = Database(f"postgresql://postgres@/nothing?host={tmp_path}")
    with pytest.raises(DatabaseError, match="Check that its server runs"):
        database.ping()


@pytest.mark.postgres
def test_a_lost_connection_is_replaced(postgres_database: Database, now: datetime) -> None:
    add_tournament(postgres_database, "AAAAA", now)
    other = Database(postgres_database.url)
    with other.write_session(None) as session:
        session.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
    other.dispose()
    assert version_of(postgres_database, 1) == 0


@pytest.mark.postgres
def test_a_connection_lost_in_mid_command_is_a_sentence(postgres_database: Database) -> None:
    with (
        pytest.raises(DatabaseError, match="can't be reached"),
        postgres_database.write_session(None) as session,
    ):
        session.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
    postgres_database.ping()


def test_sqlite_is_set_up_for_a_log_that_commands_bring_to_the_disk(sqlite_database: Database) -> None:
    with sqlite_database.read_session() as session:
        settings = {
            name: session.execute(text(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert settings == {"journal_mode": "wal", "synchronous": 1, "foreign_keys": 1, "busy_timeout": 10_000}


def test_a_full_disk_changes_nothing_and_leaves_the_event_readable(
    sqlite_database: Database, now: datetime
) -> None:
    tournament_id = add_tournament(sqlite_database, "AAAAA", now)
    with (
        pytest.raises(DatabaseError, match="disk of the database is full"),
        sqlite_database.write_session(tournament_id) as session,
    ):
        session.execute(text("PRAGMA max_page_count = 1"))  # no less than the file has: no page more
        event = session.get_one(Tournament, tournament_id)
        event.version = 1
        session.flush()
        event.info = "x" * 1_000_000
    assert version_of(sqlite_database, tournament_id) == 0


def test_a_damaged_file_is_refused_at_start(sqlite_database: Database, now: datetime) -> None:
    add_tournament(sqlite_database, "AAAAA", now)
    sqlite_database.dispose()
    assert sqlite_database.file is not None
    with sqlite_database.file.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * 3 * 4096)
    with pytest.raises(DatabaseError, match="restore the newest copy"):
        sqlite_database.migrate()


def test_another_kind_of_file_is_refused_at_start(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Remember the milk. " * 100)
    with pytest.raises(DatabaseError, match="not a SQLite database"):
        Database(f"sqlite:///{tmp_path / 'notes.txt'}").migrate()


def test_the_folder_of_a_sqlite_file_is_made_for_its_owner_only(tmp_path: Path) -> None:
    Database(f"sqlite:///{tmp_path / 'a' / 'b' / 'event.sqlite3'}")
    assert (tmp_path / "a" / "b").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    "url",
    ["postgres://to:tea@db/event", "postgresql://to:tea@db/event", "postgresql+psycopg://to:tea@db/event"],
)
def test_every_spelling_of_postgres_means_psycopg_and_no_password_shows(url: str) -> None:
    database = Database(url)
    assert (database.dialect, database.url) == ("postgresql", "postgresql+psycopg://to:tea@db/event")
    assert repr(database) == "Database(postgresql+psycopg://to:***@db/event)"


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("sqlite://", "in-memory"),
        ("sqlite:///:memory:", "in-memory"),
        ("sqlite:///file:event?mode=memory&uri=true", "in-memory"),
        ("mysql://db/event", "names mysql"),
        ("postgresql+psycopg2://db/event", "names postgresql.psycopg2"),
        ("event.sqlite3", "no database address"),
        ("", "no database address"),
    ],
)
def test_urls_of_other_databases_are_refused(url: str, reason: str) -> None:
    with pytest.raises(DatabaseError, match=reason):
        Database(url)


def test_reads_within_one_read_are_of_one_moment(database: Database) -> None:
    with database.one_read():
        with database.read_session() as first, database.read_session() as second:
            assert first is second
        with pytest.raises(RuntimeError, match="one_read"), database.write_session(None):
            pass
    with database.read_session() as after:
        assert after is not first
