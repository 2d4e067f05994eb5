"""What passes by itself is 503 with a time to wait, who has gone is no failure, and bodies have bounds."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from psycopg import OperationalError
from sqlalchemy.exc import DBAPIError

from app.storage.failures import (
    BUSY,
    UNREACHABLE,
    DatabaseBusy,
    DatabaseError,
    TournamentMissing,
    explain,
)
from app.web.http import security
from app.web.http.metrics import REQUESTS
from tests.web.conftest import Event, bearer

SAME = {"sec-fetch-site": "same-origin"}


@contextmanager
def failing(event: Event, error: Exception) -> Iterator[None]:
    """Let every question to the database fail."""
    database: Any = event.http.app.state.context.installation.database  # type: ignore[attr-defined]

    @contextmanager
    def fail(*_: Any) -> Iterator[None]:
        raise error
        yield

    database.read_session = database.write_session = fail
    try:
        yield
    finally:
        del database.read_session, database.write_session


@pytest.mark.parametrize(
    ("error", "status", "code", "wait"),
    [
        (DatabaseError(UNREACHABLE), 503, "database-unavailable", "5"),
        (DatabaseBusy(BUSY), 503, "busy", "1"),
        (TournamentMissing("This tournament does not exist any more."), 404, "not-found", None),
    ],
    ids=lambda each: type(each).__name__ if isinstance(each, Exception) else None,
)
def test_a_database_that_is_away_is_said_by_every_kind_of_answer(
    event: Event, error: Exception, status: int, code: str, wait: str | None
) -> None:
    pages = (f"/t/{event.code}/standings", f"/t/{event.code}/pairings")
    for page in pages:  # from here on they are answered from memory, before the router is asked
        assert [event.http.get(page).status_code for _ in range(2)] == [200, 200]
    with failing(event, error):
        pairs = [(event.http.get(page), False) for page in pages]
        pairs += [(event.http.get(f"{event.path}/standings"), True)]
        pairs += [(event.http.post(f"{event.path}/rounds", json={}, headers=bearer(event.token)), True)]
        pairs += [(event.http.get(f"{event.path}/live"), True)]
    for answer, program in pairs:
        assert answer.status_code == status, answer.text
        assert answer.headers.get("retry-after") == wait
        assert code in answer.text if program else "<html" in answer.text
        assert answer.headers["cache-control"] == "no-store"
    assert event.http.get(pages[0]).status_code == 200


@pytest.mark.parametrize("state", ["08006", "08001", "57P01", "57P02", "57P03", "57P05", "3D000", "53200"])
def test_a_server_that_restarts_or_has_no_room_is_known_by_its_code(state: str) -> None:
    cause = type("Failure", (OperationalError,), {"sqlstate": state})("the server said so")
    told = explain(DBAPIError("SELECT 1", None, cause))
    assert told is not None and str(told) in (UNREACHABLE, BUSY)


Sent = list[dict[str, Any]]
Receive = Callable[[], Any]


def scope_of(event: Event, path: str, kind: str, **headers: str) -> dict[str, Any]:
    named = {"content-type": kind, "host": "testserver", **SAME, **headers}
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in named.items()],
        "client": ("10.0.0.7", 5000),
        "server": ("testserver", 80),
        "scheme": "http",
        "state": {},
    }


def answer_to(event: Event, scope: dict[str, Any], receive: Receive) -> Sent:
    """What the application sends to one request, part by part."""
    sent: Sent = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def ask() -> None:
        app: Any = event.http.app
        await app(scope, receive, send)

    asyncio.run(ask())
    return sent


def parts(*messages: dict[str, Any]) -> Receive:
    waiting = list(messages)

    async def receive() -> dict[str, Any]:
        if waiting:
            return waiting.pop(0)
        await asyncio.Event().wait()
        raise AssertionError

    return receive


def body(content: bytes, more: bool = True) -> dict[str, Any]:
    return {"type": "http.request", "body": content, "more_body": more}


GONE = {"type": "http.disconnect"}
FORM, JSON = "application/x-www-form-urlencoded", "application/json"
MULTIPART = "multipart/form-data; boundary=x"
PLACES = [("/check", FORM), ("/check", MULTIPART), ("/api/v1/decks/check", JSON)]


@pytest.mark.parametrize(("path", "kind"), PLACES)
def test_who_hangs_up_in_mid_sentence_is_no_failure(
    event: Event, caplog: pytest.LogCaptureFixture, path: str, kind: str
) -> None:
    caplog.set_level(logging.INFO)
    begun = b'--x\r\nContent-Disposition: form-data; name="deck"\r\n\r\n' if kind == MULTIPART else b'{"de'
    sent = answer_to(event, scope_of(event, path, kind), parts(body(begun), GONE))
    assert [each["status"] for each in sent if "status" in each] in ([], [400])
    lines = [each for each in caplog.records if each.name == "app.requests"]
    assert len(lines) == 1 and lines[0].levelno == logging.INFO
    assert not [each for each in caplog.records if each.exc_info]


def test_who_hangs_up_is_counted_as_gone(event: Event) -> None:
    def count(status: str) -> float:
        return float(REQUESTS.labels("POST", "/check", status)._value.get())

    before, failed = count("499"), count("500")
    answer_to(event, scope_of(event, "/check", FORM), parts(body(b"deck=x"), GONE))
    assert (count("499"), count("500")) == (before + 1, failed)


def test_who_still_waits_when_the_program_stops_is_told_to_come_back(event: Event) -> None:
    sent: Sent = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def stop() -> None:
        app: Any = event.http.app
        waiting = asyncio.Event()

        async def receive() -> dict[str, Any]:
            waiting.set()
            await asyncio.Event().wait()
            raise AssertionError

        request = asyncio.create_task(app(scope_of(event, "/api/v1/decks/check", JSON), receive, send))
        await waiting.wait()
        request.cancel()
        with pytest.raises(asyncio.CancelledError):
            await request

    asyncio.run(stop())
    headers = dict(sent[0]["headers"])
    assert sent[0]["status"] == 503 and headers[b"retry-after"] == b"5"
    assert json.loads(sent[1]["body"])["code"] == "stopping"


@pytest.mark.parametrize(("path", "kind"), PLACES)
def test_a_body_without_an_end_is_refused_before_it_fills_the_memory(
    event: Event, path: str, kind: str
) -> None:
    taken = 0

    async def receive() -> dict[str, Any]:
        nonlocal taken
        taken += 1
        first = b'--x\r\nContent-Disposition: form-data; name="deck"\r\n\r\n' if kind == MULTIPART else b""
        return body(first * (taken == 1) + b"a" * 65536)

    sent = answer_to(event, scope_of(event, path, kind), receive)
    assert sent[0]["status"] == 413
    assert taken <= security.MOST_BODY_BYTES / 65536 + 1


def test_a_told_length_is_refused_unread(event: Event) -> None:
    async def receive() -> dict[str, Any]:
        raise AssertionError("the body was read")

    length = str(security.MOST_BODY_BYTES + 1)
    sent = answer_to(event, scope_of(event, "/check", FORM, content_length=length), receive)
    assert sent[0]["status"] == 413


@pytest.mark.parametrize(("path", "kind"), PLACES)
def test_a_body_that_comes_in_drops_is_refused(
    event: Event, monkeypatch: pytest.MonkeyPatch, path: str, kind: str
) -> None:
    monkeypatch.setattr(security, "BODY_PART_SECONDS", 0.01)
    sent = answer_to(event, scope_of(event, path, kind), parts(body(b"")))
    assert sent[0]["status"] == 408


def test_drops_in_time_end_with_the_minute(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "WHOLE_BODY_SECONDS", 0.05)

    async def drops() -> AsyncIterator[dict[str, Any]]:
        while True:
            await asyncio.sleep(0.001)
            yield body(b"a")

    stream = drops()
    sent = answer_to(event, scope_of(event, "/check", FORM), lambda: anext(stream))
    assert sent[0]["status"] == 408
