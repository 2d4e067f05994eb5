"""`serve` as its organizer, another program and the operating system see it."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx2 as httpx
import psutil
import pytest

from app.commands.serving import greeting
from app.storage.database import Database
from app.web.addresses import Addresses

if TYPE_CHECKING:
    from tests.conftest import Server

LINK = re.compile(r"^(http://\S+/sign-in/\S+)$", re.M)


def refused(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A start of the program that must end by itself."""
    return subprocess.run(
        [sys.executable, "-m", "app", "serve", *arguments],
        env={**os.environ, "CACHE_REFRESH_DATA_DIR": str(folder), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )


def wait_for(condition: Callable[[], Any]) -> None:
    """Wait up to 90 s (a busy machine) for something to come true."""
    deadline = time.monotonic() + 90
    while not condition():
        assert time.monotonic() < deadline, "it did not happen within 90 s"
        time.sleep(0.1)


def workers_of(server: "Server") -> set[int]:
    """The process ids of the serving processes below the one that watches them."""
    assert server.process is not None
    found = set()
    for child in psutil.Process(server.process.pid).children():
        with suppress(psutil.NoSuchProcess):  # it ended just now
            if "spawn_main" in " ".join(child.cmdline()):
                found.add(child.pid)
    return found


def test_one_line_on_standard_output_then_it_answers(server: "Server") -> None:
    assert httpx.get(f"{server.url}/healthz").status_code == 200
    assert httpx.get(f"{server.url}/readyz").status_code == 200
    assert server.process is not None and server.process.stdout is not None
    # The fixture has read the line with the URL; nothing follows it until the end. The log is elsewhere.
    server.process.send_signal(signal.SIGTERM)
    assert server.process.stdout.read() == ""
    assert "Application startup complete" in server.log


def test_the_first_start_alone_shows_a_link_that_signs_in(server: "Server") -> None:
    links = LINK.findall(server.log)
    assert len(links) == 1
    assert links[0].startswith(server.url)
    server.restart()
    assert LINK.findall(server.log) == links


def test_it_ends_at_once_when_told(server: "Server") -> None:
    begun = time.monotonic()
    assert server.stop() in {0, -signal.SIGTERM}
    assert time.monotonic() - begun < 5
    assert "Finished server process" in server.log


def test_a_port_in_use_is_named_before_the_database_is_touched(server: "Server", tmp_path: Path) -> None:
    ended = refused(tmp_path / "other", "--host", "127.0.0.1", "--port", str(server.port))
    assert ended.returncode == 1
    assert f"Port {server.port} is in use" in ended.stderr
    assert f"--port {server.port + 1}" in ended.stderr
    assert ended.stdout == ""
    assert list((tmp_path / "other").glob("*.sqlite3*")) == []


@pytest.mark.parametrize(
    ("arguments", "environment", "words"),
    [
        pytest.param(["--workers", "2"], {}, "need PostgreSQL", id="several processes on SQLite"),
        pytest.param(["--host", "no.such.host.invalid"], {}, "no network address", id="unknown host"),
        pytest.param(["--host", "192.0.2.77"], {}, "no network address", id="address of another computer"),
        pytest.param([], {"DATABASE_URL": "mysql://db"}, "not supported", id="other database"),
        pytest.param([], {"CACHE_REFRESH_PORT": "http"}, "CACHE_REFRESH_PORT", id="port that is no number"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    arguments: list[str], environment: dict[str, str], words: str, tmp_path: Path
) -> None:
    ended = refused(tmp_path, *arguments, **environment)
    assert ended.returncode == 1
    assert words in ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.stdout == ""


def test_greeting_shows_phones_their_address() -> None:
    text = greeting(Addresses("http://127.0.0.1:8000", "http://192.168.1.20:8000"), None, colours=False)
    assert "http://192.168.1.20:8000" in text
    assert "▀" in text
    assert "sign-in/" not in text


def test_greeting_without_a_network_says_what_to_do() -> None:
    text = greeting(
        Addresses("http://127.0.0.1:8000", None), "http://127.0.0.1:8000/sign-in/x", colours=False
    )
    assert "connect the computer" in text
    assert "▀" not in text
    assert LINK.findall(text) == ["http://127.0.0.1:8000/sign-in/x"]


@pytest.fixture
def two_workers(make_server: Callable[..., "Server"], postgres_database: Database) -> "Server":
    """Two processes on a PostgreSQL database."""
    return make_server("--workers", "2", DATABASE_URL=postgres_database.url)


@pytest.mark.postgres
def test_two_processes_on_postgres_share_the_port_and_end_together(two_workers: "Server") -> None:
    workers = workers_of(two_workers)
    assert len(workers) == 2
    assert len(LINK.findall(two_workers.log)) == 1
    assert httpx.get(f"{two_workers.url}/readyz").status_code == 200
    assert two_workers.stop() == 0
    assert not any(psutil.pid_exists(worker) for worker in workers)


@pytest.mark.postgres
def test_a_dead_process_on_postgres_is_replaced(two_workers: "Server") -> None:
    before = workers_of(two_workers)
    os.kill(min(before), signal.SIGKILL)
    wait_for(lambda: len(workers_of(two_workers) - before) == 1)
    assert max(before) in workers_of(two_workers)
    wait_for(lambda: two_workers.log.count("Application startup complete") == 3)
    assert httpx.get(f"{two_workers.url}/readyz").status_code == 200


@pytest.mark.postgres
def test_a_rolling_restart_on_postgres_refuses_nobody(two_workers: "Server") -> None:
    before = workers_of(two_workers)
    assert two_workers.process is not None
    two_workers.process.send_signal(signal.SIGHUP)
    answers = []

    def all_new() -> bool:
        answers.append(httpx.get(f"{two_workers.url}/healthz").status_code)
        workers = workers_of(two_workers)
        return len(workers) == 2 and not workers & before

    wait_for(all_new)
    assert set(answers) == {200}


@pytest.mark.postgres
def test_no_process_on_postgres_outlives_a_killed_parent(two_workers: "Server") -> None:
    workers = workers_of(two_workers)
    two_workers.kill()
    wait_for(lambda: not any(psutil.pid_exists(worker) for worker in workers))
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind(("127.0.0.1", two_workers.port))
