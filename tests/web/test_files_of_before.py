"""A database and an archive of the version before structures open, and every page shows what it showed."""

import json
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from app.services.event.consistency import contradictions
from app.services.exchange import archives
from app.settings import Settings
from app.storage.tables import Tournament
from app.web.app import create_app
from tests.web.conftest import Clerk, bearer, organizer_token, words

FILES = Path(__file__).parents[1] / "files_of_before"
CODE = "ZZFFY"
STANDINGS = [("Dan", 3), ("Ana", 3), ("Ben", 2), ("Eve", 0), ("Cleo", 0)]
PUBLIC = (
    "",
    "/standings",
    "/rounds/1",
    "/rounds/2",
    "/rounds/2?by=name",
    "/statistics",
    "/wall",
    "/players/1",
)
DESK = ("", "/players", "/rounds", "/rounds/2", "/tables/5", "/journal", "/settings", "/players/1")


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[TestClient]:
    """The program on the database of before, which it migrates as it starts."""
    file = tmp_path / "event.sqlite3"
    with sqlite3.connect(file) as database:
        database.executescript((FILES / "event.sql").read_text())
    database.close()
    settings = Settings(database_url=f"sqlite:///{file}", data_dir=tmp_path, environment="development")
    app = create_app(settings, now=lambda: datetime(2026, 12, 2, 10, 0, tzinfo=UTC))
    with TestClient(app, base_url="http://testserver") as client:
        yield client


def walk(http: TestClient, code: str, desk: str) -> None:
    """Open the pages of an event, and hold what they say of its first round."""
    for page in PUBLIC:
        answer = http.get(f"/t/{code}{page}")
        assert answer.status_code == 200, page
    rows = http.get(f"/api/v1/tournaments/{code}/standings").json()["rows"]
    assert [(row["name"], row["points"]) for row in rows] == STANDINGS
    assert all(row["ties"] == 0 for row in rows)
    shown = http.get(f"/api/v1/tournaments/{code}").json()
    assert (shown["structure"], shown["timed_win_points"], shown["phase"]) == ("cache-refresh", 2, "swiss")
    first = words(http.get(f"/t/{code}/rounds/1").text)
    assert "A draw at time:" in first and "won as Runner at time" in first and "bid 2 on Corp" in first
    standings = words(http.get(f"/t/{code}/standings").text)
    assert "Record SoS" in standings and "W–L–T" not in standings
    clerk = Clerk(http, desk)
    for page in DESK:
        if not page.startswith("/tables"):
            clerk.get(f"/t/{code}/desk{page}")
    assert "One report waits" in words(clerk.get(f"/t/{code}/desk"))


def test_a_database_of_before_is_opened_and_played_on(opened: TestClient) -> None:
    walk(opened, CODE, "Olga")
    clerk = Clerk(opened, "Olga")
    desk = f"/t/{CODE}/desk"
    running = opened.get(f"/api/v1/tournaments/{CODE}/rounds/2").json()
    waiting = next(table for table in running["tables"] if table["result"] is None)
    clerk.post(f"{desk}/accept", table=str(waiting["id"]))
    clerk.post(f"{desk}/next", command="close_round", number="2")
    rows = opened.get(f"/api/v1/tournaments/{CODE}/standings").json()["rows"]
    assert sum(row["points"] for row in rows) == sum(points for _, points in STANDINGS) + 3 * 3
    with opened.app.state.context.installation.database.read_session() as session:  # type: ignore[attr-defined]
        assert contradictions(session, session.get(Tournament, 1)) == []


def test_an_archive_of_before_comes_in(http: TestClient) -> None:
    whole = (FILES / "archive.json").read_text()
    assert json.loads(whole)["version"] == 1
    token = organizer_token(http, datetime(2026, 12, 2, tzinfo=UTC), "Olga")
    made = http.post("/api/v1/tournaments/import", content=whole.encode(), headers=bearer(token))
    assert made.status_code == 201, made.text
    code = made.json()["code"]
    walk(http, code, "Olga")
    installation = http.app.state.context.installation  # type: ignore[attr-defined]
    with installation.database.read_session() as session:
        row = session.get(Tournament, 1)
        assert row is not None and contradictions(session, row) == []
    again = json.loads(archives.archive(installation, 1))
    assert again["version"] > 1 and len(again["pairing"]) == len(json.loads(whole)["pairing"])
