"""A whole application on its own database, an organizer's token, and events played through the API."""

import html
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.errors import Refused
from app.services.people import accounts, sessions
from app.settings import Settings
from app.web.app import create_app
from app.web.requester import ACCOUNT_COOKIE
from tests.plugins import loads
from tests.stages import write_hastily

pytest_configure = loads("tests.databases", "tests.servers")

CORP = ("NBN: Making News", "Haas-Bioroid: Engineering the Future", "Jinteki: Personal Evolution")
RUNNER = ("Noise: Hacker Extraordinaire", "Gabriel Santiago: Consummate Professional")


@dataclass
class Timepiece:
    """A clock the test moves."""

    moment: datetime = datetime(2018, 2, 15, 10, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.moment

    def pass_time(self, **interval: float) -> None:
        self.moment += timedelta(**interval)


@dataclass
class Event:
    """An event as a program drives it: the organizer's token and each player's."""

    http: TestClient
    token: str
    code: str
    tokens: dict[int, str] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"/api/v1/tournaments/{self.code}"

    def get(self, path: str = "", token: str | None = None, **query: Any) -> Any:
        answer = self.http.get(self.path + path, headers=bearer(token), params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: Any = None, token: str | None = None, status: int | None = None) -> Any:
        answer = self.http.post(self.path + path, json=body, headers=bearer(token or self.token))
        assert answer.status_code == status if status else answer.is_success, answer.text
        return answer.json()

    def player(self, name: str) -> int:
        number = len(self.tokens)
        made = self.http.post(
            f"{self.path}/players",
            json={
                "name": name,
                "corp_identity": CORP[number % len(CORP)],
                "runner_identity": RUNNER[number % len(RUNNER)],
            },
        )
        assert made.status_code == 201, made.text
        self.tokens[made.json()["id"]] = made.json()["token"]
        return int(made.json()["id"])

    def start_round(self) -> dict[str, Any]:
        number = len(self.get("/rounds", self.token)) + 1
        self.post("/rounds", {"expected_number": number}, status=201)
        return self.post(f"/rounds/{number}/publish")  # type: ignore[no-any-return]

    def token_at(self, table: dict[str, Any], seat: str) -> str:
        return self.tokens[table[seat]["player_id"]]

    def settle(self, table: dict[str, Any], bid: int = 3, side: str = "corp") -> dict[str, Any]:
        self.post(
            f"/tables/{table['id']}/bids",
            {"version": 0, "side": side, "bid": bid},
            self.token_at(table, "first"),
        )
        return self.post(  # type: ignore[no-any-return]
            f"/tables/{table['id']}/bids", {"version": 1, "pass": True}, self.token_at(table, "second")
        )

    def finish(self, table: dict[str, Any], outcome: str = "corp", ending: str = "agenda") -> dict[str, Any]:
        report = {"outcome": outcome, "ending": ending}
        self.post(f"/tables/{table['id']}/result", report, self.token_at(table, "first"))
        return self.post(  # type: ignore[no-any-return]
            f"/tables/{table['id']}/result", report, self.token_at(table, "second")
        )


def bearer(token: str | None) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"} if token else {}


@pytest.fixture
def timepiece() -> Timepiece:
    return Timepiece()


@pytest.fixture
def http(tmp_path: Path, migrated_sqlite: Path, timepiece: Timepiece) -> Iterator[TestClient]:
    """The application under the test client, with seeds and secrets that repeat from run to run."""
    file = tmp_path / "event.sqlite3"
    shutil.copy(migrated_sqlite, file)
    settings = Settings(database_url=f"sqlite:///{file}", data_dir=tmp_path, environment="development")
    seeds, secrets = count(1000), count(1)
    app = create_app(
        settings,
        now=timepiece,
        seconds=lambda: timepiece().timestamp(),  # no limit refills while a slow machine asks
        seed=lambda: next(seeds),
        secret=lambda: f"secret-{next(secrets):04d}",
    )
    write_hastily(app.state.context.installation.database)
    with TestClient(app, base_url="http://testserver") as client:
        yield client


def organizer_token(http: TestClient, now: datetime, name: str = "Olga") -> str:
    """An account with a token that may write."""
    installation = http.app.state.context.installation  # type: ignore[attr-defined]
    accounts.create_account(installation, now, name, f"link-{name}")
    sessions.create_token(installation, now, name, "test", sessions.Scope.WRITE, f"token-{name}")
    return f"token-{name}"


@pytest.fixture
def event(http: TestClient, timepiece: Timepiece) -> Event:
    """An event nobody has joined yet."""
    token = organizer_token(http, timepiece())
    made = http.post(
        "/api/v1/tournaments",
        json={"name": "Spring Refresh", "date": "2018-02-15", "planned_rounds": 5},
        headers=bearer(token),
    )
    assert made.status_code == 201, made.text
    return Event(http, token, made.json()["code"])


_BROWSERS = count()


class Clerk:
    """An organizer's browser; `page` is the text of the last page."""

    def __init__(self, http: TestClient, name: str) -> None:
        self.http = http
        context = http.app.state.context  # type: ignore[attr-defined]
        try:
            account_id = accounts.account_named(context.installation, name).id
        except Refused:
            account_id = accounts.create_account(context.installation, context.now(), name, f"link-{name}").id
        self.secret = f"session-{name}-{next(_BROWSERS)}"
        actor = Actor(ActorKind.ORGANIZER, account_id, name)
        sessions.open_session(context.installation, context.now(), self.secret, actor)
        self.page = ""
        self.path = ""

    def _headers(self) -> dict[str, str]:
        return {"cookie": f"{ACCOUNT_COOKIE}={self.secret}", "origin": "http://testserver"}

    def get(self, path: str, status: int = 200, **headers: str) -> str:
        answer = self.http.get(path, headers={**self._headers(), **headers})
        return self._read(answer, status)

    def post(self, path: str, status: int = 200, files: Any = None, **fields: Any) -> str:
        """Post a form as a browser does; a taken one leads on (303) to the page that is read then."""
        answer = self.http.post(
            path, data=fields, files=files, headers=self._headers(), follow_redirects=False
        )
        if answer.status_code == 303 and status == 200:
            return self.get(answer.headers["location"].partition("#")[0])
        return self._read(answer, status)

    def live(self, path: str, status: int = 200, page: str = "", **fields: Any) -> str:
        """Post a form as live.js does, from that `page`."""
        headers = {**self._headers(), "x-requested-with": "live", "referer": f"http://testserver{page}"}
        return self._read(self.http.post(path, data=fields, headers=headers, follow_redirects=False), status)

    def _read(self, answer: Response, status: int) -> str:
        assert answer.status_code == status, f"{answer.status_code}: {words(answer.text)[:600]}"
        self.page = answer.text
        self.path = answer.url.path
        return answer.text

    @property
    def words(self) -> str:
        """The text of the last page as it is read, without the head."""
        return words(self.page)

    def link(self, text: str) -> str:
        """The address of the first link or form that has this text in it."""
        found = re.search(
            rf'<a [^>]*href="([^"]+)"[^>]*>(?:(?!</a>).)*{re.escape(text)}', self.page, re.DOTALL
        )
        assert found, f"no link {text} on {self.path}"
        return html.unescape(found[1])


def words(page: str) -> str:
    """The text of a page as it is read, without the head."""
    body = page.partition("<body")[2] or page
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


@pytest.fixture
def clerk(http: TestClient) -> Callable[..., Clerk]:
    """Makes browsers of organizers by name; Olga owns `event`."""
    return lambda name="Olga": Clerk(http, name)
