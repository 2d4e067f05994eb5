"""The numbers Prometheus reads, and who may read them."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx2 as httpx
import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families
from pydantic import SecretStr

from app.settings import Settings
from app.storage.database import Database
from app.web.app import create_app
from app.web.http.metrics import is_stream
from tests.web.conftest import Event

if TYPE_CHECKING:
    from tests.servers import Server

TOKEN = "a-token-for-prometheus"
Values = dict[tuple[str, frozenset[tuple[str, str]]], float]


def values(text: str) -> Values:
    """Every sample by name and labels."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def value(found: Values, name: str, **labels: str) -> float:
    return found.get((name, frozenset(labels.items())), 0.0)


@pytest.fixture
def local(http: TestClient) -> TestClient:
    """The same application, asked from this computer."""
    return TestClient(http.app, client=("127.0.0.1", 50000))


def read(local: TestClient) -> Values:
    answer = local.get("/metrics")
    assert answer.status_code == 200
    return values(answer.text)


def test_requests_are_counted_by_route_and_never_by_path(event: Event, local: TestClient) -> None:
    route = "/api/v1/tournaments/{code}/players"
    before = read(local)
    event.get("/players")
    event.get("/players")
    event.http.get("/api/v1/tournaments/XXXXX/players")
    event.http.get("/no/such/place")
    after = read(local)

    def more(name: str, **labels: str) -> float:
        return value(after, name, **labels) - value(before, name, **labels)

    assert more("cache_refresh_requests_total", method="GET", route=route, status="200") == 2
    assert more("cache_refresh_requests_total", method="GET", route=route, status="404") == 1
    assert more("cache_refresh_requests_total", method="any", route="unmatched", status="404") == 1
    assert more("cache_refresh_request_seconds_count", method="GET", route=route) == 3
    assert event.code not in local.get("/metrics").text


def test_bids_pairing_and_waiting_are_counted(event: Event, local: TestClient) -> None:
    for name in ("Ada", "Bao"):
        event.player(name)
    before = read(local)
    table = event.start_round()["tables"][0]
    event.settle(table)
    after = read(local)

    def more(name: str, **labels: str) -> float:
        return value(after, name, **labels) - value(before, name, **labels)

    assert more("cache_refresh_bids_total") == 2
    assert more("cache_refresh_pairing_seconds_count") == 1
    assert more("cache_refresh_commands_total", command="publish_round") == 1
    assert more("cache_refresh_command_seconds_count", command="place_bid") == 2
    assert more("cache_refresh_lock_wait_seconds_count") >= 4


def test_a_repeated_bid_is_not_counted_again(event: Event, local: TestClient) -> None:
    for name in ("Ada", "Bao"):
        event.player(name)
    table = event.start_round()["tables"][0]
    bid = {"version": 0, "side": "corp", "bid": 3}
    event.post(f"/tables/{table['id']}/bids", bid, event.token_at(table, "first"))
    before = value(read(local), "cache_refresh_bids_total")
    event.post(f"/tables/{table['id']}/bids", bid, event.token_at(table, "first"))
    assert value(read(local), "cache_refresh_bids_total") == before


@pytest.mark.parametrize(
    ("client", "headers", "status"),
    [
        pytest.param("127.0.0.1", {}, 200, id="this computer"),
        pytest.param("::1", {}, 200, id="this computer by IPv6"),
        pytest.param("192.168.1.7", {}, 404, id="somebody in the hall"),
        pytest.param("127.0.0.1", {"x-forwarded-for": "203.0.113.9"}, 404, id="through a proxy here"),
        pytest.param("127.0.0.1", {"forwarded": "for=203.0.113.9"}, 404, id="through another proxy here"),
        pytest.param("192.168.1.7", {"authorization": f"Bearer {TOKEN}"}, 200, id="with the token"),
        pytest.param("192.168.1.7", {"authorization": "Bearer another-token-of-16"}, 404, id="wrong token"),
        pytest.param("192.168.1.7", {"authorization": f"Basic {TOKEN}"}, 404, id="another scheme"),
        pytest.param("127.0.0.1", {"authorization": "Bearer wrong"}, 404, id="wrong token from here"),
    ],
)
def test_who_may_read_them(client: str, headers: dict[str, str], status: int, tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'm.sqlite3'}", metrics_token=SecretStr(TOKEN))
    asking = TestClient(create_app(settings), client=(client, 50000))
    assert asking.get("/metrics", headers=headers).status_code == status


def test_without_a_token_in_the_settings_no_token_opens_them(http: TestClient) -> None:
    for given in ("None", "", "x" * 16):
        answer = http.get("/metrics", headers={"authorization": f"Bearer {given}"})
        assert answer.status_code == 404


def test_an_event_stream_is_known_by_its_answer() -> None:
    def start(kind: str) -> Any:
        return {"headers": [(b"content-type", kind.encode())]}

    assert is_stream(start("text/event-stream; charset=utf-8"))
    assert not is_stream(start("text/html"))


def test_open_streams_are_counted_while_they_are_open(server: "Server") -> None:
    url = server.url
    token = server.run("token", "create", server_account(server)).strip()
    made = httpx.post(
        f"{url}/api/v1/tournaments",
        json={"name": "Live", "date": "2018-02-15"},
        headers={"authorization": f"Bearer {token}"},
    )
    with httpx.stream("GET", f"{url}/api/v1/tournaments/{made.json()['code']}/live?topics=round") as stream:
        heard = stream.iter_text()  # kept: a forgotten one closes the stream
        assert stream.status_code == 200 and next(heard)
        during = values(httpx.get(f"{url}/metrics").text)
    assert value(during, "cache_refresh_open_streams") == 1


def server_account(server: "Server") -> str:
    """A new organizer of a running server; the name."""
    server.sign_in_link("Olga")
    return "Olga"


@pytest.mark.postgres
def test_two_processes_on_postgres_add_up(
    make_server: Callable[..., "Server"], postgres_database: Database
) -> None:
    server = make_server("--workers", "2", DATABASE_URL=postgres_database.url)
    for _ in range(20):
        assert httpx.get(f"{server.url}/healthz").status_code == 200
    found = values(httpx.get(f"{server.url}/metrics").text)
    counted = value(found, "cache_refresh_requests_total", method="GET", route="/healthz", status="200")
    assert counted == 20
