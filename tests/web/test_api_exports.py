"""Exports, import and statistics over HTTP: who gets what, as which kind of file, and what is refused."""

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.services.exchange.archives import LARGEST_ARCHIVE
from app.web.http.security import MOST_ARCHIVE_BYTES

FILES = {
    "nrtm.json": "application/json",
    "standings.csv": "text/csv; charset=utf-8",
    "pairings.csv": "text/csv; charset=utf-8",
    "decks.csv": "text/csv; charset=utf-8",
    "archive.json": "application/json",
}
STAFF_ONLY = {"decks.csv", "archive.json", "warnings"}


@pytest.fixture
def played(event: Any) -> Any:
    """Three players after one round."""
    for name in ("Ana", "Ben", "Cleo"):
        event.player(name)
    for table in event.start_round()["tables"]:
        if not table["bye"]:
            event.settle(table, bid=5)
            event.finish(table, "runner")
    event.post("/rounds/1/close")
    return event


def get(event: Any, name: str, token: str | None = None) -> Any:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    return event.http.get(f"{event.path}/export/{name}", headers=headers)


@pytest.mark.parametrize("name", [*FILES, "warnings"])
def test_who_may_have_which_file(played: Any, name: str) -> None:
    player = next(iter(played.tokens.values()))
    assert get(played, name, played.token).status_code == 200
    for token, refusal in ((None, 401), (player, 403)):
        assert get(played, name, token).status_code == (refusal if name in STAFF_ONLY else 200)


@pytest.mark.parametrize(("name", "kind"), FILES.items())
def test_files_come_with_kind_and_name(played: Any, name: str, kind: str) -> None:
    answer = get(played, name, played.token)
    assert answer.headers["content-type"] == kind
    assert answer.headers["content-disposition"] == f'attachment; filename="{played.code}-{name}"'


def test_warnings_tell_what_the_file_lacks(played: Any) -> None:
    assert get(played, "warnings", played.token).json() == {"warnings": []}
    played.post("/rounds", {"expected_number": 2}, status=201)
    said = get(played, "warnings", played.token).json()["warnings"]
    assert said == ["Round 2 is not closed and so not in the file."]


def upload(http: TestClient, content: bytes | str, token: str | None) -> Any:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    return http.post("/api/v1/tournaments/import", content=content, headers=headers)


def test_an_archive_comes_in_again_beside_the_first(played: Any) -> None:
    archive = get(played, "archive.json", played.token).content
    made = upload(played.http, archive, played.token)
    assert made.status_code == 201, made.text
    code = made.json()["code"]
    assert made.json() == {"code": code, "archived_code": played.code, "name": "Spring Refresh"}
    assert code != played.code
    for name in ("standings.csv", "pairings.csv", "nrtm.json"):
        there = played.http.get(f"/api/v1/tournaments/{code}/export/{name}")
        assert there.content == get(played, name).content
    roles = played.http.get(
        f"/api/v1/tournaments/{code}/journal", headers={"authorization": f"Bearer {played.token}"}
    )
    assert roles.status_code == 200, "who imported it is its owner"
    for token in played.tokens.values():
        mine = played.http.get(
            f"/api/v1/tournaments/{code}/export/archive.json", headers={"authorization": f"Bearer {token}"}
        )
        assert mine.status_code in (401, 403), "no link of before opens the copy"


def test_only_an_account_imports(played: Any) -> None:
    archive = get(played, "archive.json", played.token).content
    player = next(iter(played.tokens.values()))
    for token in (None, player):
        refused = upload(played.http, archive, token)
        assert refused.status_code == 401 and refused.json()["code"] == "not-signed-in"


@pytest.mark.parametrize(
    "content", ["", "{}", "[]", '{"format":"cache-refresh-archive","version":2}', b"\xff"]
)
def test_what_is_no_archive_is_refused_with_a_sentence(played: Any, content: bytes | str) -> None:
    refused = upload(played.http, content, played.token)
    assert (refused.status_code, refused.json()["code"]) == (422, "bad-archive")
    assert refused.headers["content-type"] == "application/problem+json"


def test_an_archive_may_be_larger_than_other_requests(played: Any) -> None:
    assert LARGEST_ARCHIVE == MOST_ARCHIVE_BYTES
    padded = json.dumps({"format": "nrtm", "padding": "." * 2**21})
    assert upload(played.http, padded, played.token).status_code == 422
    told = {"authorization": f"Bearer {played.token}", "content-length": str(MOST_ARCHIVE_BYTES + 1)}
    refused = played.http.post("/api/v1/tournaments/import", content=b"{}", headers=told)
    assert refused.status_code == 413


def test_statistics_are_for_everybody(played: Any) -> None:
    shown = played.get("/statistics")
    assert (shown["games"], shown["left_out"], shown["drawn"]) == (1, 1, 0)
    corp, runner = shown["sides"]
    assert corp["price"] == {"count": 1, "mean": 5.0, "median": 5.0}
    assert (runner["won"]["wins"], runner["won"]["share"]) == (1, 1.0)
    assert shown["bids"][5]["won"] == {"games": 1, "wins": 0, "share": 0.0}
    assert shown["endings"] == [{"ending": "agenda", "games": 1}]
