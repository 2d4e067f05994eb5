"""The processes that answer: one, or several that share one listening socket.

The socket is bound before anything else happens, so that a second start of the program says "port in use"
instead of migrating the database under the first. Several processes are watched by a parent that
starts a dead one anew; all of them end in order on SIGTERM (after a drain, see serving.py) or Ctrl-C.
"""

import errno
import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from tempfile import TemporaryDirectory

import uvicorn

from app.settings import Settings
from app.web.http.logs import log_config
from app.web.server.capacity import Capacity, raise_limit
from app.web.server.connections import protocol_for
from app.web.server.serving import LiveServer

logger = logging.getLogger(__name__)

APP = "app.web.app:create_app"
# Behind a proxy with a shorter patience of its own (deploy/Caddyfile) no request meets a closing connection.
KEEP_ALIVE_SECONDS = 65
# How many may have connected and not be accepted yet; the system's own limit may be lower.
MOST_UNACCEPTED = 2048
SHUTDOWN_SECONDS = 10
START_SECONDS = 120
READY = b"ready"
LEAVE = signal.SIGINT  # to one process of several
METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"


class ListenError(Exception):
    """The program can't listen where it was told to; the text is a sentence for the person who started it."""


def listen(host: str, port: int) -> socket.socket:
    """A bound TCP socket; port 0 takes a free one. Raises ListenError."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError:
        raise ListenError(
            f"There is no network address {host} on this computer; use 0.0.0.0 for all."
        ) from None
    bound = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # on Windows the option would let two programs share the port
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(MOST_UNACCEPTED)
    except OSError as error:
        bound.close()
        raise ListenError(_why_not(error, host, port)) from None
    return bound


def serve(bound: socket.socket, workers: int, on_ready: Callable[[], None]) -> int:
    """Answer on a bound socket until told to stop; returns the exit status.

    `on_ready` is called once, when connections are accepted by all workers.
    """
    raise_limit()
    if workers == 1:
        return _serve_here(bound, on_ready)
    gc.enable()  # of the parent, whose start is over here, and who watches for weeks
    with TemporaryDirectory(prefix="cache-refresh-metrics-") as folder:
        # Read by prometheus_client in each process: whichever is asked adds up what all of them counted.
        os.environ[METRICS_FOLDER] = folder
        return _Pool(bound, workers, on_ready).run()


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is in use: the program may be running already. "
            f"Stop that one, or choose another port with --port {port + 1 if port < 65535 else 8000}."
        )
    if error.errno == errno.EACCES:
        return f"Port {port} needs the rights of an administrator; choose one above 1023, like --port 8000."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"There is no network address {host} on this computer; use 0.0.0.0 for all."
    return f"The program can't listen on {host}, port {port}: {error.strerror}."


class _AnnouncingServer(LiveServer):
    """A server that says when it has started."""

    def __init__(self, on_ready: Callable[[], None]) -> None:
        settings = Settings()
        capacity = Capacity.of_process()
        config = uvicorn.Config(
            APP,
            factory=True,
            ws="none",  # nothing here speaks WebSocket; an upgrade is answered as the request it is
            log_config=log_config(settings.log),
            http=protocol_for(capacity),
            backlog=capacity.lobby,  # asyncio accepts as many in one turn of its loop
            access_log=False,  # its lines would hold the secrets of personal links
            server_header=False,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        )
        super().__init__(config, settings.drain_seconds)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for each in sockets or ():
            # The loop made the queue as short as its turns. When it is full, the system forgets who came or
            # resets their connections; who waits in it costs no descriptor.
            each.listen(MOST_UNACCEPTED)
        if self.started:
            self._on_ready()
            threading.Thread(target=_make_ready, name="make ready", daemon=True).start()


def _make_ready() -> None:
    """What else is made for the first who asks, beside the first requests, so that no hall waits for it."""
    # Here and not above: the application is imported when the socket is bound.
    from app.web.app import routes
    from app.web.routes_made_late import make_ready
    from app.web.templating import compile_templates

    compile_templates()
    make_ready(routes())


def _serve_here(bound: socket.socket, on_ready: Callable[[], None]) -> int:
    # Nothing that is imported goes away again: to look for garbage meanwhile takes a fifth of the start.
    # The server switches it on again when it has started.
    gc.disable()
    server = _AnnouncingServer(on_ready)
    with suppress(KeyboardInterrupt):  # uvicorn has ended in order by then, and passes on why
        server.run([bound])
    return 0 if server.started else 1


def _worker(bound: socket.socket, ready: Connection) -> None:
    """What one process of several does; it says when it is ready, and does not outlive its parent."""

    def say_ready() -> None:
        with suppress(OSError):  # the parent may be gone already
            ready.send_bytes(READY)

    threading.Thread(target=_end_with_parent, daemon=True).start()
    sys.exit(_serve_here(bound, say_ready))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


class _Pool:
    """Several processes on one socket, and the parent that watches them."""

    def __init__(self, bound: socket.socket, workers: int, on_ready: Callable[[], None]) -> None:
        self._bound = bound
        self._count = workers
        self._on_ready = on_ready
        self._spawn = multiprocessing.get_context("spawn")
        self._workers: list[tuple[SpawnProcess, Connection]] = []
        self._stop = threading.Event()
        self._renew = threading.Event()

    def run(self) -> int:
        """Start all, keep them alive, end all; the exit status."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: self._stop.set())
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, lambda *_: self._renew.set())
        try:
            self._workers = [self._start() for _ in range(self._count)]
            if not all(self._is_up(*worker) for worker in self._workers):
                return 0 if self._stop.is_set() else 1
            self._on_ready()
            while not self._stop.wait(0.5):
                self._replace_dead()
                if self._renew.is_set():
                    self._renew.clear()
                    self._replace_all()
            return 0
        finally:
            self._end(self._workers)

    def _start(self) -> tuple[SpawnProcess, Connection]:
        # A pipe and not an Event: one side may be killed at any moment, and an Event's lock with it.
        ready, says_ready = self._spawn.Pipe(duplex=False)
        process = self._spawn.Process(target=_worker, args=(self._bound, says_ready))
        process.start()
        says_ready.close()
        return process, ready

    def _is_up(self, process: SpawnProcess, ready: Connection) -> bool:
        """Wait until a process answers; False if it ended instead, took too long, or all are to stop."""
        deadline = time.monotonic() + START_SECONDS
        while not ready.poll(0.1):
            if self._stop.is_set() or not process.is_alive() or time.monotonic() > deadline:
                return False
        try:
            return ready.recv_bytes() == READY
        except EOFError:
            return False

    def _replace_dead(self) -> None:
        for place, (process, _) in enumerate(self._workers):
            if not process.is_alive():
                logger.error(
                    "Process %s ended with status %s; another one starts.", process.pid, process.exitcode
                )
                _forget_gauges(process)
                self._workers[place] = self._start()

    def _replace_all(self) -> None:
        """A rolling restart (on SIGHUP): each process ends only when its successor answers."""
        for place, old in enumerate(self._workers):
            new = self._start()
            if not self._is_up(*new):
                logger.error("A new process did not start; the old ones go on.")
                self._end([new])
                return
            self._workers[place] = new
            # Without a drain: the socket is everybody's, so what comes from now on goes to the others.
            self._end([old], LEAVE)

    def _end(
        self, workers: list[tuple[SpawnProcess, Connection]], number: signal.Signals = signal.SIGTERM
    ) -> None:
        for process, _ in workers:
            _tell(process, number)
        deadline = time.monotonic() + Settings().drain_seconds + SHUTDOWN_SECONDS + 2
        for process, ready in workers:
            ready.close()
            process.join(max(0.0, deadline - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()
            _forget_gauges(process)


def _tell(process: SpawnProcess, number: signal.Signals) -> None:
    if process.pid is not None and process.is_alive():
        with suppress(ProcessLookupError):
            os.kill(process.pid, number)


def _forget_gauges(process: SpawnProcess) -> None:
    """What an ended process has open is nothing; what it counted still counts."""
    for file in Path(os.environ[METRICS_FOLDER]).glob(f"gauge_live*_{process.pid}.db"):
        file.unlink(missing_ok=True)
