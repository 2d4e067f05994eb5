"""What the log tells of a request, and that no secret ever gets there."""

import json
import logging
import logging.config
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.storage.database import Database
from app.web.http.logs import JsonLines, PlainLines, is_told, log_config
from tests.web.conftest import Event, bearer


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Any:
    """The requests logged so far, as the program would write them."""
    caplog.set_level(logging.INFO)

    def read() -> list[dict[str, Any]]:
        records = [record for record in caplog.records if record.name == "app.requests"]
        return [json.loads(JsonLines().format(record)) for record in records]

    return read


def test_a_request_is_one_line_with_route_tournament_and_actor(event: Event, lines: Any) -> None:
    player = event.player("Ada")
    event.get("/players", event.tokens[player])
    line = lines()[-1]
    assert line["route"] == "/api/v1/tournaments/{code}/players"
    assert (line["method"], line["status"], line["tournament"]) == ("GET", 200, event.code)
    assert line["actor"] == f"player/{player}"
    assert line["level"] == "info" and line["milliseconds"] > 0
    event.get("/journal", event.token)
    assert lines()[-1]["actor"].startswith("organizer/")
    event.get()
    assert "actor" not in lines()[-1]


def test_the_answer_carries_the_id_of_its_line(http: TestClient) -> None:
    first, second = http.get("/healthz"), http.get("/healthz")
    assert len(first.headers["x-request-id"]) == 16
    assert first.headers["x-request-id"] != second.headers["x-request-id"]


def test_an_id_from_outside_is_not_believed(http: TestClient) -> None:
    answer = http.get("/healthz", headers={"x-request-id": "0" * 16})
    assert answer.headers["x-request-id"] != "0" * 16


def test_no_secret_reaches_the_log(event: Event, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    http = event.http
    player = event.player("Ada")
    secrets = [event.tokens[player], event.token, "link-Olga", "pass-word-of-olga", "guessed-secret", "WRONG"]
    http.get(f"/p/{event.tokens[player]}", follow_redirects=False)
    http.get("/sign-in/link-Olga")
    http.post("/sign-in/link-Olga", headers={"sec-fetch-site": "same-origin"})
    http.post(
        "/sign-in",
        data={"name": "Olga", "password": "pass-word-of-olga"},
        headers={"sec-fetch-site": "same-origin"},
    )
    http.get("/p/guessed-secret")
    http.get("/sign-in/link-Olga/guessed-secret")
    http.get("/nowhere/guessed-secret?key=guessed-secret")
    http.get("/t/WRONGcode-guessed-secret")
    http.get("/api/v1/tournaments", headers=bearer("guessed-secret"))
    written = "\n".join(
        JsonLines().format(record) for record in caplog.records if not record.name.startswith("httpx")
    )
    assert written.count("/sign-in/{secret}") >= 2 and "/p/{secret}" in written
    assert [secret for secret in secrets if secret in written] == []


def test_a_failure_is_answered_with_the_headers_of_every_answer_and_logged(
    http: TestClient, lines: Any
) -> None:
    app = http.app
    assert isinstance(app, FastAPI)

    @app.get("/api/v1/broken")
    def broken() -> None:
        raise RuntimeError("details nobody outside may read")

    lenient = TestClient(app, raise_server_exceptions=False)
    answer = lenient.get("/api/v1/broken")
    assert answer.status_code == 500
    assert answer.json()["code"] == "internal-error"
    assert "details" not in answer.text
    assert "content-security-policy" in answer.headers and "x-request-id" in answer.headers
    assert (lines()[-1]["status"], lines()[-1]["level"]) == (500, "warning")


def test_a_failed_statement_does_not_tell_its_values(database: Database) -> None:
    with pytest.raises(DBAPIError) as caught, database.write_session(None) as session:
        session.connection().execute(text("SELECT * FROM nothing WHERE x = :x"), {"x": "hash-of-a-secret"})
    assert "hash-of-a-secret" not in str(caught.value)


def test_a_terminal_is_told_of_requests_that_went_wrong_alone() -> None:
    def record(name: str, level: int) -> logging.LogRecord:
        return logging.LogRecord(name, level, __file__, 1, "GET /x 200", None, None)

    assert not is_told(record("app.requests", logging.INFO))
    assert is_told(record("app.requests", logging.WARNING))
    assert is_told(record("uvicorn.error", logging.INFO))


@pytest.mark.parametrize(
    ("style", "terminal", "expected"),
    [
        ("auto", True, PlainLines),
        ("auto", False, JsonLines),
        ("json", True, JsonLines),
        ("text", False, PlainLines),
    ],
)
def test_lines_are_for_people_on_a_terminal_and_for_programs_elsewhere(
    style: str, terminal: bool, expected: type[logging.Formatter]
) -> None:
    config = log_config(style, terminal)
    # A copy under another name: the logging of the tests themselves must not change.
    del config["root"], config["loggers"]
    made = logging.config.DictConfigurator(config)
    made.configure()
    formatter = made.config["formatters"]["line"]
    assert isinstance(formatter, expected)
