"""A process that is told to end says so first, and answers until the proxy has heard it."""

import gc
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
import uvicorn

from app.settings import DRAIN_SECONDS, Settings
from app.web.app import create_app
from app.web.server.serving import LiveServer

SOON = 20.0


@dataclass
class Running:
    """A server in a thread; signals are given by hand, for only the main thread gets them."""

    server: LiveServer
    url: str
    thread: threading.Thread

    def told(self, number: signal.Signals) -> None:
        self.server.handle_exit(number, None)

    def ask(self, path: str) -> Any:
        """Over a new connection."""
        return httpx.get(self.url + path)

    def ends_within(self, seconds: float) -> bool:
        self.thread.join(seconds)
        return not self.thread.is_alive()


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Callable[[float], Running]]:
    """Starts a server that drains for so many seconds."""
    made: list[Running] = []

    def start(drain_seconds: float) -> Running:
        app = create_app(Settings(data_dir=tmp_path, environment="development"))
        bound = socket.socket()
        bound.bind(("127.0.0.1", 0))
        server = LiveServer(uvicorn.Config(app, log_level="warning"), drain_seconds)
        thread = threading.Thread(target=server.run, args=([bound],))
        made.append(Running(server, f"http://127.0.0.1:{bound.getsockname()[1]}", thread))
        thread.start()
        deadline = time.monotonic() + SOON
        while not server.started:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        return made[-1]

    yield start
    for running in made:
        running.server.should_exit = True
        assert running.ends_within(SOON)


def test_it_says_that_it_leaves_and_answers_until_then(run: Callable[[float], Running]) -> None:
    running = run(3600)
    assert running.ask("/readyz").status_code == 200
    running.told(signal.SIGTERM)
    leaving = running.ask("/readyz")
    assert (leaving.status_code, leaving.json()["code"]) == (503, "leaving")
    assert "ask another one" in leaving.json()["detail"]
    for path in ("/healthz", "/", "/api/v1/auction/table"):
        assert running.ask(path).status_code == 200, path
    assert running.thread.is_alive()
    running.told(signal.SIGTERM)
    assert running.ends_within(SOON), "a second signal does not wait"


def test_garbage_is_looked_for_again_once_it_has_started(run: Callable[[float], Running]) -> None:
    """`serve` switches that off for the time of its imports."""
    gc.disable()
    try:
        running = run(0)
        assert running.ask("/healthz").status_code == 200
        assert gc.isenabled()
    finally:
        gc.enable()


def test_the_time_is_kept(run: Callable[[float], Running]) -> None:
    running = run(0.5)
    begun = time.monotonic()
    running.told(signal.SIGTERM)
    assert running.ends_within(SOON)
    assert time.monotonic() - begun >= 0.5


@pytest.mark.parametrize(
    ("drain", "number"),
    [pytest.param(3600, signal.SIGINT, id="Ctrl-C"), pytest.param(0, signal.SIGTERM, id="no drain")],
)
def test_it_ends_at_once(run: Callable[[float], Running], drain: float, number: signal.Signals) -> None:
    running = run(drain)
    running.told(number)
    assert running.ends_within(SOON)


def test_only_an_event_drains_unless_told() -> None:
    assert Settings(environment="production").drain_seconds == DRAIN_SECONDS > 0
    assert Settings(environment="development").drain_seconds == 0
    assert Settings(environment="development", drain_seconds=7).drain_seconds == 7
