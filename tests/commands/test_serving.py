"""`serve` as its organizer, another program and the operating system see it."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2 as httpx
import psutil
import pytest
from typer.testing import CliRunner

from app.cli import app as cli
from app.commands.serving import greeting
from app.web.addresses import Addresses
from tests.databases import new_postgres_database
from tests.servers import Server, free_port

LINK = re.compile(r"^(http://\S+/sign-in/\S+)$", re.M)


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One process on SQLite, for every test that leaves it as it was."""
    yield from ended(Server(tmp_path_factory.mktemp("server"), free_port()))


@pytest.fixture
def server(shared_server: Server) -> Server:
    """A running server."""
    return running(shared_server)


@pytest.fixture(scope="module")
def shared_workers(
    postgres_server: str, migrated_postgres: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """Two processes on a PostgreSQL database."""
    with new_postgres_database(postgres_server, migrated_postgres) as url:
        folder = tmp_path_factory.mktemp("workers")
        yield from ended(Server(folder, free_port(), ("--workers", "2"), {"DATABASE_URL": url}))


@pytest.fixture
def two_workers(shared_workers: Server) -> Server:
    """Two running processes."""
    return running(shared_workers)


def running(server: Server) -> Server:
    """The server, started unless it runs: an interpreter and its imports take seconds."""
    if server.process is None:
        server.start()
    return server


def ended(server: Server) -> Iterator[Server]:
    """The server, killed afterwards if it still runs."""
    yield server
    if server.process is not None:
        server.kill()


def wait_for(condition: Callable[[], Any]) -> None:
    """Wait up to 90 s (a busy machine) for something to come true."""
    deadline = time.monotonic() + 90
    while not condition():
        assert time.monotonic() < deadline, "it did not happen within 90 s"
        time.sleep(0.1)


def workers_of(server: Server) -> set[int]:
    """The process ids of the serving processes below the one that watches them."""
    assert server.process is not None
    found = set()
    for child in psutil.Process(server.process.pid).children():
        with suppress(psutil.NoSuchProcess):  # it ended just now
            if "spawn_main" in " ".join(child.cmdline()):
                found.add(child.pid)
    return found


def test_a_port_in_use_is_named_before_the_database_is_touched(server: Server, tmp_path: Path) -> None:
    other = {"CACHE_REFRESH_DATA_DIR": str(tmp_path / "other"), "CACHE_REFRESH_HOST": "127.0.0.1"}
    second = subprocess.run(
        [sys.executable, "-m", "app", "serve", "--port", str(server.port)],
        env={**os.environ, **other},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert second.returncode == 1
    assert f"Port {server.port} is in use" in second.stderr
    assert f"--port {server.port + 1}" in second.stderr
    assert second.stdout == ""
    assert list((tmp_path / "other").glob("*.sqlite3*")) == []


def test_a_second_start_on_the_same_database_is_refused_with_who_has_it(server: Server) -> None:
    second = subprocess.run(
        [sys.executable, "-m", "app", "serve", "--port", "0"],
        env={**os.environ, "CACHE_REFRESH_DATA_DIR": str(server.folder), "CACHE_REFRESH_HOST": "127.0.0.1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert server.process is not None
    assert (second.returncode, second.stdout) == (1, "")
    holder = f"process {server.process.pid} on port {server.port}, since "
    assert f"The program is running already on {server.folder}" in second.stderr
    assert holder in second.stderr and "--port" not in second.stderr
    assert httpx.get(f"{server.url}/readyz").status_code == 200


def test_the_first_start_alone_shows_a_link_that_signs_in(server: Server) -> None:
    links = LINK.findall(server.log)
    assert len(links) == 1
    assert links[0].startswith(server.url)
    server.restart()
    assert LINK.findall(server.log) == links


def test_it_says_one_line_answers_and_ends_at_once_when_told(server: Server) -> None:
    assert httpx.get(f"{server.url}/healthz").status_code == 200
    assert httpx.get(f"{server.url}/readyz").status_code == 200
    assert "Application startup complete" in server.log
    begun = time.monotonic()
    assert server.process is not None and server.process.stdout is not None
    server.process.send_signal(signal.SIGTERM)
    # The line with the URL was read at the start; nothing follows it until the end. The log is elsewhere.
    assert server.process.stdout.read() == ""
    assert server.stop() in {0, -signal.SIGTERM}
    assert time.monotonic() - begun < 5
    assert "Finished server process" in server.log


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
    arguments: list[str],
    environment: dict[str, str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # What a chosen option leaves in the environment goes with the test.
    for name in ("DATABASE_URL", "CACHE_REFRESH_HOST", "CACHE_REFRESH_PORT"):
        monkeypatch.setenv(name, environment.get(name, ""))
    monkeypatch.setenv("CACHE_REFRESH_DATA_DIR", str(tmp_path))
    ended = CliRunner().invoke(cli, ["serve", *arguments])
    assert (ended.exit_code, type(ended.exception)) == (1, SystemExit)
    assert words in ended.stderr
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


@pytest.mark.postgres
def test_a_dead_process_on_postgres_is_replaced(two_workers: Server) -> None:
    before, started = workers_of(two_workers), two_workers.log.count("Application startup complete")
    os.kill(min(before), signal.SIGKILL)
    wait_for(lambda: len(workers_of(two_workers) - before) == 1)
    assert max(before) in workers_of(two_workers)
    wait_for(lambda: two_workers.log.count("Application startup complete") == started + 1)
    assert httpx.get(f"{two_workers.url}/readyz").status_code == 200


@pytest.mark.postgres
def test_a_rolling_restart_on_postgres_refuses_nobody(two_workers: Server) -> None:
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
def test_two_processes_on_postgres_share_the_port_and_end_together(two_workers: Server) -> None:
    workers = workers_of(two_workers)
    assert len(workers) == 2
    assert len(LINK.findall(two_workers.log)) == 1
    assert httpx.get(f"{two_workers.url}/readyz").status_code == 200
    assert two_workers.stop() == 0
    assert not any(psutil.pid_exists(worker) for worker in workers)


@pytest.mark.postgres
def test_no_process_on_postgres_outlives_a_killed_parent(two_workers: Server) -> None:
    workers = workers_of(two_workers)
    two_workers.kill()
    wait_for(lambda: not any(psutil.pid_exists(worker) for worker in workers))
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind(("127.0.0.1", two_workers.port))
