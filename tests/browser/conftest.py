"""What a browser test needs: the program, served for its file; a Chromium; and phones that allow no error."""

import json
import runpy
import shutil
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    expect,
    sync_playwright,
)

from tests.browser.hosting import Host, hosting
from tests.browser.looking import Hall, Look, opened
from tests.plugins import loads

pytest_configure = loads("tests.databases", "tests.servers")

if TYPE_CHECKING:
    from tests.servers import Server
    from tests.stages import Stages

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
def phone(new_context: Callable[..., BrowserContext], server: "Host | Server") -> Callable[..., Page]:
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
def desktop(new_context: Callable[..., BrowserContext], server: "Host | Server") -> Callable[..., Page]:
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


def answer(page: Page, name: str = "Yes, confirm") -> None:
    """Tap a button that asks for an answer, and wait until the server has taken it.

    A report says how the game ended, too: only what the server answers takes the button away.
    """
    button = page.get_by_role("button", name=name)
    button.click()
    expect(button).to_have_count(0)


IDENTITIES = (
    ("NBN: Making News", "Noise: Hacker Extraordinaire"),
    ("Jinteki: Personal Evolution", "Gabriel Santiago: Consummate Professional"),
    ("Haas-Bioroid: Engineering the Future", "Steve Cambridge: Master Grifter"),
    ("Weyland Consortium: Building a Better World", 'Ayla "Bios" Rahim: Simulant Specialist'),
)


@dataclass
class Organizer:
    """An organizer who runs an event of two rounds through the API, for tests that look at the phones."""

    server: Host
    token: str
    code: str = ""
    tables: list[dict[str, Any]] = field(default_factory=list)
    joined: int = 0

    def ask(self, method: str, path: str = "", body: Any = None) -> Any:
        """The answer to a request below the event's address."""
        request = urllib.request.Request(
            f"{self.server.url}/api/v1/tournaments{f'/{self.code}' if self.code else ''}{path}",
            method=method,
            data=json.dumps(body).encode() if body is not None else None,
            headers={"authorization": f"Bearer {self.token}", "content-type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as refused:
            raise AssertionError(f"{method} {path}: {refused.code} {refused.read().decode()}") from refused

    def make_event(self) -> None:
        """Make the event; its code is kept."""
        event = {"name": "Berlin Refresh", "date": datetime.now(UTC).date().isoformat(), "planned_rounds": 2}
        self.code = self.ask("POST", body=event)["code"]

    def let_join(self, page: Page, name: str) -> None:
        """A player goes from the start page by the code to the player's own page."""
        corp, runner = IDENTITIES[self.joined % len(IDENTITIES)]
        self.joined += 1
        page.goto("/")
        page.get_by_label("Code of the event").fill(self.code.lower())
        page.get_by_role("button", name="Go to the event").click()
        page.get_by_role("link", name="Join", exact=True).first.click()
        page.get_by_label("Your name").fill(name)
        page.get_by_text("No list at hand? Name your identities").click()
        page.get_by_label("Corp identity").fill(corp)
        page.get_by_label("Runner identity").fill(runner)
        page.get_by_role("button", name="Join").click()
        expect(page.get_by_role("heading", name=f"You are in, {name}")).to_be_visible()
        expect(page.get_by_role("img", name=f"QR code of the personal link of {name}")).to_be_visible()
        page.get_by_role("link", name="To my table").click()
        expect(page.get_by_text("Round 1 has not been paired yet")).to_be_visible()

    def publish(self, number: int) -> None:
        """Pair and publish a round and start its clock."""
        self.ask("POST", "/rounds", {"expected_number": number})
        self.tables = self.ask("POST", f"/rounds/{number}/publish")["tables"]
        self.ask("POST", f"/rounds/{number}/clock", {"action": "start"})

    def close(self, number: int) -> None:
        """Close a round."""
        self.ask("POST", f"/rounds/{number}/close")

    def table_of(self, name: str) -> dict[str, Any]:
        """The table of a player in the round published last, as it is now."""
        found = next(t for t in self.tables if name in (t["first"]["name"], t["second"]["name"]))
        shown: dict[str, Any] = self.ask("GET", f"/tables/{found['id']}")
        return shown

    def seats_of(self, name: str) -> tuple[str, str]:
        """Who bids first at a player's table, and the other."""
        table = self.table_of(name)
        return table["first"]["name"], table["second"]["name"]


@pytest.fixture(scope="module")
def server(migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """One served program for the events of a file."""
    file = tmp_path_factory.mktemp("server") / "event.sqlite3"
    shutil.copy(migrated_sqlite, file)
    with hosting(file) as host:
        yield host


@pytest.fixture(scope="module")
def token(server: Host) -> str:
    """The token of Olga, who runs all events of a file."""
    return server.token()


@pytest.fixture
def organizer(server: Host, token: str) -> Organizer:
    """Olga with a new event that nobody has joined yet."""
    made = Organizer(server, token)
    made.make_event()
    return made


@pytest.fixture(scope="module")
def hall(filled: tuple[Path, "Stages"], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A server with an event in every stage; ask for it before anything that opens the browser."""
    with opened(*filled, tmp_path_factory.mktemp("hall")) as made:
        yield made


@pytest.fixture
def look(hall: Hall, new_context: Callable[..., BrowserContext]) -> Look:
    """Eyes that have seen nothing yet."""
    return Look(hall, new_context)
