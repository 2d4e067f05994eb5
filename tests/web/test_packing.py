"""What is packed for the way: public answers once for a change, one person's on plain http alone."""

import gzip
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.requests import Request

from app.settings import Settings
from app.web.app import create_app
from app.web.http.packing import accepts_gzip
from tests.web.conftest import Event, bearer

GZIP = {"accept-encoding": "gzip"}
PLAIN = {"accept-encoding": "identity"}


def raw(http: TestClient, path: str, **headers: str) -> tuple[Any, bytes]:
    """The headers and the bytes of an answer as they were sent."""
    with http.stream("GET", path, headers={"cookie": "", **headers}) as answer:
        assert answer.status_code == 200
        return answer.headers, b"".join(answer.iter_raw())


@pytest.fixture
def full(event: Event) -> Event:
    """An event with some players in it."""
    for number in range(30):
        event.player(f"Player {number}")
    event.start_round()
    return event


def test_a_public_page_is_packed_once_and_the_same(full: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = []
    compress = gzip.compress

    def counted(body: bytes, *args: Any, **named: Any) -> bytes:
        packed.append(len(body))
        return compress(body, *args, **named)

    monkeypatch.setattr("app.web.cache.public_cache.gzip.compress", counted)
    path = f"/t/{full.code}/pairings"
    headers, body = raw(full.http, path, **PLAIN)
    assert "content-encoding" not in headers
    for _ in range(3):
        small_headers, small = raw(full.http, path, **GZIP)
        assert small_headers["content-encoding"] == "gzip" and gzip.decompress(small) == body
        assert len(small) < len(body) / 3
    assert len(packed) == 1, "not for every reader"
    assert "accept-encoding" in small_headers["vary"]
    assert small_headers["etag"] != headers["etag"], "two representations have two tags"
    for tag in (headers["etag"], small_headers["etag"], f"W/{headers['etag']}"):
        assert full.http.get(path, headers={"if-none-match": tag, "cookie": ""}).status_code == 304


def test_a_persons_page_is_packed_on_plain_http_alone(full: Event, tmp_path: Path) -> None:
    path, ada = f"/t/{full.code}/me", next(iter(full.tokens.values()))
    headers, body = raw(full.http, path, **GZIP, **bearer(ada))
    assert headers["content-encoding"] == "gzip" and b"<html" in gzip.decompress(body)
    secure = Settings(
        database_url=f"sqlite:///{tmp_path / 'event.sqlite3'}", public_url="https://netrunner.example"
    )
    app = create_app(secure, now=full.http.app.state.context.now)  # type: ignore[attr-defined]
    with TestClient(app, base_url="https://netrunner.example") as http:
        headers, body = raw(http, path, **GZIP, **bearer(ada))
        assert "content-encoding" not in headers and b"<html" in body
        for public in (f"/t/{full.code}/pairings", "/static/app.css"):
            assert raw(http, public, **GZIP)[0]["content-encoding"] == "gzip"
    # A proxy that speaks TLS tells so by the scheme, whatever the settings say.
    behind = TestClient(full.http.app, base_url="https://testserver")
    assert "content-encoding" not in raw(behind, path, **GZIP, **bearer(ada))[0]


def test_an_event_stream_is_never_packed(full: Event) -> None:
    head = full.http.head(f"{full.path}/live", headers=GZIP)
    assert head.headers["content-type"].startswith("text/event-stream")
    assert "content-encoding" not in head.headers


def test_the_proxy_packs_nothing() -> None:
    caddyfile = Path(__file__).resolve().parents[2] / "deploy" / "Caddyfile"
    assert "encode" not in caddyfile.read_text()


TOLD = {"gzip": True, "br, gzip;q=0.5": True, "GZIP": True, "gzip ; q=1": True, "gzip;q=0": False}
TOLD |= {"gzip; q=0.0": False, "": False, "br": False, "identity": False}


@pytest.mark.parametrize(("told", "takes"), TOLD.items())
def test_who_takes_gzip(told: str, takes: bool) -> None:
    scope = {"type": "http", "headers": [(b"accept-encoding", told.encode())]}
    assert accepts_gzip(Request(scope)) is takes
