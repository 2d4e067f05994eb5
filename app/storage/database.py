"""Sessions: a read session is a snapshot; a write session holds its tournament's lock.

By default both engines silently lose updates when two commands read, decide and write at once.
`write_session` is the one place that prevents it (docs/decisions/002): SQLite lets one writer begin at a
time, PostgreSQL locks the row of the tournament. Nothing outside this package opens a transaction otherwise.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import cast

from sqlalchemy import Engine, event, text
from sqlmodel import Session

from app.storage import migration
from app.storage.copies import refuse_to_begin_anew
from app.storage.deadline import Deadline, limited_to, seconds_left
from app.storage.engines import LOCK_WAIT_SECONDS, DialectName, build_engine, parse_url
from app.storage.failures import BUSY, DatabaseBusy, DatabaseError, TournamentMissing, explained
from app.storage.log_sync import LogSync
from app.storage.new_ids import give_ids
from app.storage.sqlite_file import check_integrity, make_private
from app.storage.tables import Tournament

__all__ = ["Database", "DatabaseBusy", "DatabaseError", "TournamentMissing"]

INSTALLATION_LOCK = 4_810_002
# PostgreSQL writers queue here by tournament, so that waiting ones don't occupy connections readers need.
QUEUES = 64


class Database:
    """One database of one process, shared by its threads; made once at start, `dispose()`d at the end."""

    def __init__(
        self,
        url: str,
        *,
        lock_wait_seconds: float = LOCK_WAIT_SECONDS,
        most_waiting: int | None = None,
        measure_wait: Callable[[float], None] = lambda _seconds: None,
    ) -> None:
        """Take a `sqlite:///file` or `postgresql://…` URL, unopened yet; raises DatabaseError for others.

        `lock_wait_seconds` is how long a command waits for others before it gives up as DatabaseBusy, and
        of `most_waiting` threads that write or wait to, one more gives up at once;
        `measure_wait` is told how many seconds each command waited for the right to write.
        """
        parsed = parse_url(url)
        self.url = parsed.render_as_string(hide_password=False)
        self.name = parsed.render_as_string(hide_password=True)
        self.dialect = cast(DialectName, parsed.get_backend_name())
        self.file = Path(parsed.database or "") if self.dialect == "sqlite" else None
        self.engine: Engine = build_engine(parsed, lock_wait_seconds)
        self.log = LogSync(self.file) if self.file else None
        self._writer = self.engine.execution_options(access="write")
        self._reader = self.engine.execution_options(**_reading(self.dialect))
        self._wait = lock_wait_seconds
        self._measure_wait = measure_wait
        self._queues = [threading.Lock() for _ in range(1 if self.file else QUEUES)]
        self._writing: set[int] = set()
        self._one_read: ContextVar[Session | None] = ContextVar("one read", default=None)
        self._waiting = threading.Semaphore(most_waiting) if most_waiting is not None else None

    def __repr__(self) -> str:
        return f"Database({self.name})"

    @contextmanager
    def read_session(self) -> Iterator[Session]:
        """A session that sees one moment of the database, never waits for writers, and can't write."""
        shared = self._one_read.get()
        if shared is not None:
            yield shared
            return
        with explained(), Session(self._reader, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def one_read(self) -> Iterator[None]:
        """Every `read_session` within is the same one: what is asked in turn is of one moment.

        Only where nothing is written within, for it would not be seen.
        """
        with self.read_session() as session:
            before = self._one_read.set(session)
            try:
                yield
            finally:
                self._one_read.reset(before)

    @contextmanager
    def write_session(self, tournament_id: int | None) -> Iterator[Session]:
        """A session that is alone in its tournament: what it reads stays true until it commits at the end.

        None is for what belongs to no tournament yet: making one, accounts. Any exception undoes everything.
        It ends when the commit is on the disk; the next writer need not wait for that. Raises
        TournamentMissing, DatabaseBusy after waiting too long, DatabaseError when disk or server fail.
        """
        if self._one_read.get() is not None:
            raise RuntimeError("write_session was opened within one_read, which would not see what it writes")
        began = time.perf_counter()
        with (
            limited_to(Deadline(seconds_left(self._wait))),
            self._alone(tournament_id),
            explained(),
            Session(self._writer, expire_on_commit=False) as session,
        ):
            if self.file is not None:
                event.listen(session, "before_flush", give_ids)
            self._lock(session, tournament_id)
            self._measure_wait(time.perf_counter() - began)
            if self.log is not None:
                self.log.hold()
            yield session
            session.commit()
        if self.log is not None:
            self.log.wait()

    def migrate(self) -> None:
        """Make or update the schema; several processes may do so at once.

        A SQLite file is checked, and copied before it is changed. Raises DatabaseError if it is damaged, or
        if the database is of a newer version or of another program, or missing while its copies are there.
        """
        with explained():
            if self.file:
                refuse_to_begin_anew(self.file)
                make_private(self.file)
                check_integrity(self.file)
            # Looking first keeps a database on a read-only disk readable.
            if not self.is_migrated():
                migration.upgrade(self.engine)
                self._sync_log()

    def schema_version(self) -> str | None:
        """The schema version of the database, like "0001"; None before the first migration."""
        with explained(), self._reader.connect() as connection:
            return migration.current_revision(connection)

    def is_migrated(self) -> bool:
        """Whether the database has exactly the schema this program was written for."""
        return self.schema_version() == migration.revisions()[-1]

    def ping(self) -> None:
        """Ask the database for nothing; raises DatabaseError when it doesn't answer or takes no commands."""
        if self.log is not None:
            self.log.check()
        with explained(), self._reader.connect() as connection:
            connection.execute(text("SELECT 1"))

    def dispose(self) -> None:
        """Close all connections that are not in use."""
        self.engine.dispose()
        if self.log is not None:
            self.log.close()

    def _sync_log(self) -> None:
        """Bring what was committed outside `write_session` to the disk."""
        if self.log is not None:
            with self._reader.connect():  # keeps the log there
                self.log.hold()
                self.log.wait()

    @contextmanager
    def _alone(self, tournament_id: int | None) -> Iterator[None]:
        """Queue for the right to write within this process: SQLite itself waits by a lottery of pauses."""
        thread = threading.get_ident()
        if thread in self._writing:
            raise RuntimeError(
                "write_session was opened inside another one of the same thread: it would wait for itself"
            )
        with self._one_of_few_who_wait():
            queue = self._queues[(tournament_id or 0) % len(self._queues)]
            if not queue.acquire(timeout=seconds_left(self._wait)):
                raise DatabaseBusy(BUSY)
            self._writing.add(thread)
            try:
                yield
            finally:
                self._writing.discard(thread)
                queue.release()

    @contextmanager
    def _one_of_few_who_wait(self) -> Iterator[None]:
        """Keep threads free for those who only read, whoever it is that wants to write."""
        if self._waiting is None:
            yield
            return
        if not self._waiting.acquire(blocking=False):
            raise DatabaseBusy(BUSY)
        try:
            yield
        finally:
            self._waiting.release()

    def _lock(self, session: Session, tournament_id: int | None) -> None:
        """Begin, and keep other processes out as well; on SQLite beginning alone does that."""
        left = seconds_left(self._wait)
        if self.dialect == "postgresql" and left < 0.9 * self._wait:
            # The time in the queue counts, too. Who waited for nobody is spared the statement.
            session.connection().execute(text(f"SET LOCAL lock_timeout = {max(1, round(left * 1000))}"))
        if tournament_id is not None:
            # SQLAlchemy leaves FOR UPDATE out for SQLite, which has no row locks.
            row = session.get(Tournament, tournament_id, with_for_update=True)
            if row is None:
                raise TournamentMissing("This tournament does not exist any more.")
            # A session forgets what nobody holds, and the command would read its tournament again.
            session.info["tournament"] = row
        elif self.dialect == "postgresql":
            session.connection().execute(
                text("SELECT pg_advisory_xact_lock(:key)"), {"key": INSTALLATION_LOCK}
            )


def _reading(dialect: DialectName) -> dict[str, object]:
    """The engine options that make a transaction a read-only snapshot; for `access` see engines.py."""
    if dialect == "sqlite":
        return {"access": "read"}
    return {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
