"""What a browser test needs: the program as its own process, a Chromium, and phones that allow no error."""

import os
import runpy
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    sync_playwright,
)

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 60
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
Theme = Literal["light", "dark"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test of this folder is a browser test."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@dataclass
class Server:
    """`python -m app serve` as a process of its own, with its data in a folder of the test."""

    folder: Path
    port: int
    environment: dict[str, str] = field(default_factory=dict)
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
                [sys.executable, "-m", "app", "serve", "--host", "127.0.0.1", "--port", str(self.port)],
                cwd=ROOT,
                env={**os.environ, "CACHE_REFRESH_DATA_DIR": str(self.folder), **self.environment},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
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
            env={
                **os.environ,
                "CACHE_REFRESH_DATA_DIR": str(self.folder),
                "CACHE_REFRESH_HOST": "127.0.0.1",
                "CACHE_REFRESH_PORT": str(self.port),
                **self.environment,
            },
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


@pytest.fixture
def make_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Makes started servers; keyword arguments are variables of their environment."""
    made: list[Server] = []

    def make(**environment: str) -> Server:
        folder = tmp_path / f"server{len(made) + 1}"
        folder.mkdir()
        server = Server(folder, free_port(), environment)
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


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium for the tests of one file; contexts keep its users apart.

    Not for the whole run: while Playwright is open, no other test of the process can run an event loop.
    """
    found = runpy.run_path(str(Path(__file__).with_name("install_chromium.py")))["find_chromium"]()
    assert found, "No Chromium was found; `make browser` installs it or says how."
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=list(CHROMIUM_FLAGS), headless=True)
        yield chromium
        chromium.close()


@dataclass
class Complaints:
    """What went wrong in the browser: errors in scripts and console, failed requests, answers from 400 up."""

    heard: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def expect(self, part: str) -> None:
        """Tolerate complaints with these words in this test, because the test provokes them."""
        self.expected.append(part)

    def unexpected(self) -> list[str]:
        """The complaints nobody announced."""
        return [text for text in self.heard if not any(part in text for part in self.expected)]

    def listen_to(self, context: BrowserContext) -> None:
        """Hear everything that goes wrong in the pages of a context."""
        context.on("console", self._console)
        context.on("weberror", lambda error: self.heard.append(f"uncaught: {error.error}"))
        context.on("requestfailed", self._failed)
        context.on("response", self._answered)

    def _console(self, message: ConsoleMessage) -> None:
        # The browser's own line about a bad answer repeats what _answered hears, without saying where.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.heard.append(f"console: {message.text}")

    def _failed(self, request: Request) -> None:
        # A page that is left aborts its stream and what it was still loading: that is no fault.
        if request.failure != "net::ERR_ABORTED":
            self.heard.append(f"failed: {request.method} {request.url} {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.heard.append(f"answer: {response.status} {response.request.method} {response.url}")


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    """Collects what goes wrong in all pages of the test, which fails at its end if there is anything."""
    collected = Complaints()
    yield collected
    assert collected.unexpected() == []


@pytest.fixture
def new_context(browser: Browser, complaints: Complaints) -> Iterator[Callable[..., BrowserContext]]:
    """Makes browser contexts, each a person with cookies of their own; arguments as Browser.new_context."""
    made: list[BrowserContext] = []

    def make(**options: Any) -> BrowserContext:
        context = browser.new_context(**{"locale": "en-GB", "timezone_id": "UTC", **options})
        context.set_default_timeout(10_000)
        complaints.listen_to(context)
        made.append(context)
        return context

    yield make
    for context in made:
        context.close()


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext], server: Server) -> Callable[..., Page]:
    """Makes phones: a touch page of 360 × 640 in a context of its own; relative addresses reach `server`."""

    def make(theme: Theme = "light", javascript: bool = True, **options: Any) -> Page:
        return new_context(
            base_url=server.url,
            viewport={"width": 360, "height": 640},
            device_scale_factor=2,
            has_touch=True,
            is_mobile=True,
            color_scheme=theme,
            java_script_enabled=javascript,
            **options,
        ).new_page()

    return make


@pytest.fixture
def desktop(new_context: Callable[..., BrowserContext], server: Server) -> Callable[..., Page]:
    """Makes laptops: a page of 1280 × 800 in a context of its own; relative addresses reach `server`."""

    def make(theme: Theme = "light", javascript: bool = True, **options: Any) -> Page:
        return new_context(
            base_url=server.url,
            viewport={"width": 1280, "height": 800},
            color_scheme=theme,
            java_script_enabled=javascript,
            **options,
        ).new_page()

    return make


def free_port() -> int:
    """A TCP port nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
