"""Commands that wait for the right to write leave threads for everybody else, and give up by one deadline."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from app.web import app as web_app
from app.web.app import SQLITE_THREADS
from tests.web.conftest import CORP, RUNNER, Event

DEADLINE = 4.0


@pytest.fixture
def crowded(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Event:
    """An event whose commands wait four seconds instead of ten."""
    monkeypatch.setattr(web_app, "LOCK_WAIT_SECONDS", DEADLINE)
    found: Event = request.getfixturevalue("event")
    return found


@pytest.fixture
def other_writer(crowded: Event) -> Iterator[sqlite3.Connection]:
    """Another process that holds the right to write."""
    file = crowded.http.app.state.context.installation.database.file  # type: ignore[attr-defined]
    with closing(sqlite3.connect(file, check_same_thread=False, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


def join_at_once(event: Event, people: int) -> tuple[list[threading.Thread], list[tuple[Any, float]]]:
    """So many people who join at the same time, and each answer with the seconds it took."""
    answers: list[tuple[Any, float]] = []

    def join(number: int) -> None:
        began = time.monotonic()
        body = {"name": f"Player {number}", "corp_identity": CORP[0], "runner_identity": RUNNER[0]}
        answer = event.http.post(f"{event.path}/players", json=body)
        answers.append((answer, time.monotonic() - began))

    threads = [threading.Thread(target=join, args=(number,)) for number in range(people)]
    for thread in threads:
        thread.start()
    return threads, answers


def test_sixteen_waiting_commands_leave_threads_for_pages_and_end_by_one_deadline(
    crowded: Event, other_writer: sqlite3.Connection
) -> None:
    threads, answers = join_at_once(crowded, 2 * SQLITE_THREADS)
    time.sleep(0.3)
    assert not answers
    for path in ("/healthz", "/readyz", f"/t/{crowded.code}", f"{crowded.path}/players"):
        assert crowded.http.get(path).status_code == 200
        assert not answers, f"{path} was answered after a command gave up"
    for thread in threads:
        thread.join()
    assert {answer.status_code for answer, _ in answers} == {503}
    assert {answer.json()["code"] for answer, _ in answers} == {"busy"}
    assert {answer.headers["retry-after"] for answer, _ in answers} == {"1"}
    # 16 that wait one after the other would take many times as long.
    assert max(seconds for _, seconds in answers) < 2 * DEADLINE
    other_writer.execute("ROLLBACK")
    assert crowded.get("/players") == []


def test_commands_that_wait_are_done_when_the_other_one_is(
    crowded: Event, other_writer: sqlite3.Connection
) -> None:
    threads, answers = join_at_once(crowded, 2 * SQLITE_THREADS)
    time.sleep(0.3)
    other_writer.execute("ROLLBACK")
    for thread in threads:
        thread.join()
    assert {answer.status_code for answer, _ in answers} == {201}
    assert len(crowded.get("/players")) == 2 * SQLITE_THREADS


def test_readiness_does_not_wait_for_a_database_that_does_not_answer(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = event.http.app.state.context.installation.database  # type: ignore[attr-defined]
    answers = threading.Event()
    monkeypatch.setattr("app.web.api.health.LONGEST_SECONDS", 0.2)
    monkeypatch.setattr(database, "ping", lambda: answers.wait(10))
    began = time.monotonic()
    refused = event.http.get("/readyz")
    answers.set()
    assert time.monotonic() - began < 2
    assert (refused.status_code, refused.json()["code"]) == (503, "busy")


def test_readiness_says_that_a_sync_failed(event: Event) -> None:
    database = event.http.app.state.context.installation.database  # type: ignore[attr-defined]

    def fail(_descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    database.log.sync = fail
    body = {"name": "Ana", "corp_identity": CORP[0], "runner_identity": RUNNER[0]}
    uncertain = event.http.post(f"{event.path}/players", json=body)
    assert (uncertain.status_code, uncertain.json()["code"]) == (503, "disk-failed")
    assert "what was entered last may be lost" in uncertain.json()["detail"]
    refused = event.http.post(f"{event.path}/players", json={**body, "name": "Ben"})
    assert "commands are refused; nothing was changed" in refused.json()["detail"]
    assert [player["name"] for player in event.get("/players")] == ["Ana"]
    unready = event.http.get("/readyz")
    assert (unready.status_code, unready.json()["code"]) == (503, "disk-failed")
    assert "start it again" in unready.json()["detail"]
    assert event.http.get("/healthz").status_code == 200
