"""A whole application on its own database, an organizer's token, and events played through the API."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.services import accounts, callers
from app.settings import Settings
from app.web.app import create_app

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
def http(tmp_path: Path, timepiece: Timepiece) -> Iterator[TestClient]:
    """The application under the test client, with seeds and secrets that repeat from run to run."""
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'event.sqlite3'}", environment="development")
    seeds, secrets = count(1000), count(1)
    app = create_app(
        settings, now=timepiece, seed=lambda: next(seeds), secret=lambda: f"secret-{next(secrets):04d}"
    )
    with TestClient(app, base_url="http://testserver") as client:
        yield client


def organizer_token(http: TestClient, now: datetime, name: str = "Olga") -> str:
    """An account with a token that may write."""
    installation = http.app.state.context.installation  # type: ignore[attr-defined]
    accounts.create_account(installation, now, name, f"link-{name}")
    callers.create_token(installation, now, name, "test", callers.Scope.WRITE, f"token-{name}")
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
