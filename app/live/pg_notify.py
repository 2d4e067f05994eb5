"""Sends notices to the other processes on the same PostgreSQL (LISTEN/NOTIFY) and recovers lost ones.

Each process tells its own hub at once, and the others with NOTIFY after the commit: inside the transaction it
would make all commits of the server wait for one another (docs/decisions/020). Two threads do it, one to send
and one to listen, so a command never waits for either. Versions of a tournament have no gaps. A listener
that has not heard of a version some seconds after it was committed, because a process died between
commit and NOTIFY or a connection broke, tells its own streams that everything may have changed.
"""

import json
import logging
import queue
import threading
import uuid
from collections.abc import Callable, Collection, Mapping

import psycopg

from app.live.hub import EVERYTHING, Hub
from app.live.missed_versions import Heard
from app.live.notices import Notice

CHANNEL = "crm"
LONGEST_PAYLOAD = 7999  # bytes; PostgreSQL refuses a payload of 8000
LONGEST_BACKLOG = 10_000  # notices; what is dropped beyond is found again by its missing version
CHECK_SECONDS = 5.0
WAKE_SECONDS = 0.5
RETRY_SECONDS = 1.0
CONNECTION = {
    "application_name": "cache-refresh-live",
    "connect_timeout": 5,
    # A server that vanished without a word is noticed within seconds, not after TCP's two hours.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}

log = logging.getLogger(__name__)


class Bridge:
    """Between a hub and those of the other processes. `start()` once, `stop()` at the end; `tell` any time.

    `url` is the database's own; `versions` answers which of the given tournaments have which version now, and
    is called on a thread of the bridge.
    """

    def __init__(
        self,
        hub: Hub,
        url: str,
        versions: Callable[[Collection[int]], Mapping[int, int]],
        check_seconds: float = CHECK_SECONDS,
    ) -> None:
        self._hub = hub
        self._url = url.replace("postgresql+psycopg://", "postgresql://", 1)
        self._versions = versions
        self._check_seconds = check_seconds
        self._origin = uuid.uuid4().hex
        self._outbox: queue.Queue[Notice | None] = queue.Queue(LONGEST_BACKLOG)
        self._heard = Heard()
        self._stopping = threading.Event()
        self.listening = threading.Event()
        self._threads = [
            threading.Thread(target=self._send, name="live-send", daemon=True),
            threading.Thread(target=self._listen, name="live-listen", daemon=True),
        ]

    def tell(self, notice: Notice) -> None:
        """Tell this process's streams now and the other processes soon; never waits and never fails."""
        self._heard.add(notice)
        self._hub.publish(notice)
        try:
            self._outbox.put_nowait(notice)
        except queue.Full:
            log.warning(
                "The database has not taken notices for long; other processes will look for themselves."
            )

    def start(self) -> None:
        """Begin to send and to listen; both connect by themselves, and again whenever they are cut off."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Send what is left, then end both threads; waits a second or two at most."""
        self._stopping.set()
        try:
            self._outbox.put_nowait(None)
        except queue.Full:
            log.warning("Notices were still unsent when the process stopped.")
        for thread in self._threads:
            thread.join(timeout=2)

    def _connect(self) -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(self._url, autocommit=True, **CONNECTION)  # type: ignore[arg-type]

    def _send(self) -> None:
        """Hand one notice after the other to the database, each until it took it."""
        notice: Notice | None = None
        while not self._stopping.is_set() or not self._outbox.empty():
            try:
                with self._connect() as connection:
                    while True:
                        notice = notice or self._outbox.get()
                        if notice is None:
                            return
                        connection.execute(
                            "SELECT pg_notify(%s, %s)", (CHANNEL, payload(notice, self._origin))
                        )
                        notice = None
            except psycopg.Error as error:
                log.warning("Telling other processes of changes failed, trying again: %s", error)
                if self._stopping.wait(RETRY_SECONDS):
                    return

    def _listen(self) -> None:
        """Hear the other processes, and look every few seconds whether something was missed."""
        while not self._stopping.is_set():
            try:
                with self._connect() as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._catch_up()
                    self.listening.set()
                    self._hear(connection)
            except Exception as error:  # whatever it is, this thread must go on
                # Once per outage, not once a second as long as it lasts.
                level = logging.WARNING if self.listening.is_set() else logging.INFO
                log.log(level, "Hearing changes of other processes failed, trying again: %s", error)
                self._stopping.wait(RETRY_SECONDS)
            finally:
                self.listening.clear()

    def _hear(self, connection: psycopg.Connection[tuple[object, ...]]) -> None:
        quiet = 0.0
        while not self._stopping.is_set():
            for each in connection.notifies(timeout=WAKE_SECONDS):
                self._pass_on(each.payload)
                if self._stopping.is_set():
                    return
            quiet += WAKE_SECONDS
            if quiet >= self._check_seconds:
                quiet = 0.0
                connection.execute("SELECT 1")
                self._look_for_missed()

    def _pass_on(self, text: str) -> None:
        heard = parse(text)
        if heard is None:
            log.warning("Something that is no notice came over the channel %s: %.80r", CHANNEL, text)
            return
        origin, notice = heard
        if origin != self._origin:
            self._heard.add(notice)
            self._hub.publish(notice)

    def _catch_up(self) -> None:
        """After a time of not listening anything may have changed."""
        for tournament_id, version in self._versions(self._hub.watched()).items():
            self._heard.start(tournament_id, version)
            self._hub.publish(Notice(tournament_id, version, frozenset({EVERYTHING})))

    def _look_for_missed(self) -> None:
        watched = self._hub.watched()
        self._heard.forget_all_but(watched)
        for tournament_id, version in self._versions(watched).items():
            if self._heard.missed(tournament_id, version):
                log.warning("Version %d of tournament %d was not told; looking anew.", version, tournament_id)
                self._hub.publish(Notice(tournament_id, version, frozenset({EVERYTHING})))


def payload(notice: Notice, origin: str) -> str:
    """The notice as JSON for NOTIFY; too many topics become `*`, everything."""
    fields = {"origin": origin, "tournament": notice.tournament_id, "version": notice.version}
    text = json.dumps(fields | {"topics": sorted(notice.topics)})
    return text if len(text) <= LONGEST_PAYLOAD else json.dumps(fields | {"topics": [EVERYTHING]})


def parse(text: str) -> tuple[str, Notice] | None:
    """Who sent what, or None if it is no notice: anybody with access to the database may NOTIFY."""
    try:
        fields = json.loads(text)
        topics = frozenset(str(each) for each in fields["topics"])
        return str(fields["origin"]), Notice(int(fields["tournament"]), int(fields["version"]), topics)
    except (ValueError, KeyError, TypeError):
        return None
