"""`python -m app serve` for the tests: a process of its own, with its data in a folder of the test.

A plugin of pytest that the folders with tests of the served program load.
"""

import os
import resource
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
START_SECONDS = 120  # a machine with many tests at once is slow to import


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that start the program as processes of its own: a quick run does without them."""
    for item in items:
        if {"make_server", "free_port"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.served)


@dataclass
class Server:
    """`python -m app serve` as a process of its own, with its data in a folder of the test."""

    folder: Path
    port: int
    arguments: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)
    descriptors: int | None = None  # how many it may have; None for as many as this process
    process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        """The address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """What it wrote to standard error since the first start."""
        return (self.folder / "stderr.log").read_text()

    def start(self) -> None:
        """Start it and wait for its line on standard output."""
        with open(self.folder / "stderr.log", "a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "app", "serve", *self.arguments],
                cwd=ROOT,
                env=self._variables(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                preexec_fn=self._limit_descriptors if self.descriptors is not None else None,
            )
        assert self.process.stdout is not None
        late = threading.Timer(START_SECONDS, self.process.kill)
        late.start()
        line = self.process.stdout.readline()
        late.cancel()
        assert self.url in line, f"The server did not start:\n{self.log}"

    def stop(self) -> int:
        """Ask it to end (SIGTERM); returns its exit status. Fails if it takes longer than 15 s."""
        return self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it as a power cut would (SIGKILL)."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        """End it in order and start it on the same port and data."""
        self.stop()
        self.start()

    def run(self, *arguments: str) -> str:
        """Run another command of the program on the same data; returns its standard output."""
        done = subprocess.run(
            [sys.executable, "-m", "app", *arguments],
            cwd=ROOT,
            env=self._variables(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=START_SECONDS,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def sign_in_link(self, name: str = "Olga") -> str:
        """A one-time link that signs in a new organizer."""
        return self.run("organizer", "create", name).strip().splitlines()[-1]

    def token(self, name: str = "Olga") -> str:
        """The API token of a new organizer."""
        self.run("organizer", "create", name)
        return self.run("token", "create", name).strip().splitlines()[-1]

    def _limit_descriptors(self) -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (self.descriptors or 0, self.descriptors or 0))

    def _variables(self) -> dict[str, str]:
        # Nothing of the developer's own installation: its DATABASE_URL least of all.
        outside = {
            name: value
            for name, value in os.environ.items()
            if name != "DATABASE_URL" and not name.startswith("CACHE_REFRESH_")
        }
        chosen = {
            "CACHE_REFRESH_DATA_DIR": str(self.folder),
            "CACHE_REFRESH_HOST": "127.0.0.1",
            "CACHE_REFRESH_PORT": str(self.port),
            "CACHE_REFRESH_DRAIN_SECONDS": "0",  # no proxy stands before it
        }
        return {**outside, **chosen, **self.environment}

    def _end(self, number: signal.Signals) -> int:
        assert self.process is not None and self.process.stdout is not None
        self.process.send_signal(number)
        try:
            status = self.process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        finally:
            self.process.stdout.close()
        self.process = None
        return status


@contextmanager
def running(folder: Path) -> Iterator[Server]:
    """A server with its data in the folder, until the end of the block."""
    started = Server(folder, free_port())
    started.start()
    try:
        yield started
    finally:
        started.kill()


@pytest.fixture
def make_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Makes started servers; arguments are options of `serve`, keywords are variables of its environment."""
    made: list[Server] = []

    def make(*arguments: str, **environment: str) -> Server:
        folder = tmp_path / f"server{len(made) + 1}"
        folder.mkdir()
        server = Server(folder, free_port(), arguments, environment)
        made.append(server)
        server.start()
        return server

    yield make
    for server in made:
        if server.process is not None:
            server.kill()


@pytest.fixture
def server(make_server: Callable[..., Server]) -> Server:
    """A started server with an empty database."""
    return make_server()


def free_port() -> int:
    """A TCP port nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
