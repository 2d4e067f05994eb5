"""Every bad input of a program: the right status and code, a sentence, nothing changed, nothing lost."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.web.conftest import Event, bearer

REPORT = {"outcome": "corp", "ending": "agenda"}


@pytest.fixture
def table(event: Any) -> dict[str, Any]:
    """A table of the first round of four players, nobody has bid yet."""
    for name in ("Ana", "Ben", "Cleo", "Dan"):
        event.player(name)
    tables: list[dict[str, Any]] = event.start_round()["tables"]
    return tables[0]


def refused(event: Any, path: str, body: Any, token: str | None, status: int, code: str) -> dict[str, Any]:
    """The problem of a refused request; the event's version shows that nothing was changed."""
    version = event.get()["version"]
    answer = event.http.post(
        event.path + path, json=body, headers={"authorization": f"Bearer {token}"} if token else {}
    )
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = answer.json()
    assert problem["code"] == code and problem["status"] == status
    assert problem["detail"].endswith(".") and set(problem) >= {"type", "title"}
    assert event.get()["version"] == version
    return problem


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"version": 1, "bid": 3}, 409, "bid-too-low"),
        ({"version": 1, "bid": 4}, 409, "bid-too-low"),
        ({"version": 1, "bid": 11}, 422, "bid-out-of-range"),
        ({"version": 1, "bid": -1}, 422, "bid-out-of-range"),
        ({"version": 1, "bid": 5, "side": "runner"}, 409, "side-already-named"),
        ({"version": 0, "bid": 5}, 409, "auction-moved-on"),
        ({"version": 2, "bid": 5}, 409, "auction-moved-on"),
        ({"version": 1, "bid": 5.5}, 422, "invalid-request"),
        ({"version": 1, "bid": "5"}, 422, "invalid-request"),
        ({"version": 1, "bid": True}, 422, "invalid-request"),
        ({"version": 1, "bid": None}, 422, "invalid-request"),
        ({"version": 1, "bid": 5, "pass": True}, 422, "invalid-request"),
        ({"version": 1, "bid": 5, "hurry": True}, 422, "invalid-request"),
        ({"bid": 5}, 422, "invalid-request"),
        ([], 422, "invalid-request"),
    ],
    ids=str,
)
def test_a_bad_bid(event: Any, table: dict[str, Any], body: Any, status: int, code: str) -> None:
    path = f"/tables/{table['id']}/bids"
    event.post(path, {"version": 0, "side": "corp", "bid": 4}, event.token_at(table, "first"))
    problem = refused(event, path, body, event.token_at(table, "second"), status, code)
    if code == "auction-moved-on":
        assert problem["table"]["auction"]["high_bid"] == 4
    assert event.get(f"/tables/{table['id']}", event.token)["auction"]["bids"] == [
        {"seat": "first", "bid": 4}
    ]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"version": 0, "pass": True}, 409, "opener-cannot-pass"),
        ({"version": 0, "bid": 3}, 422, "side-missing"),
        ({"version": 0, "bid": 3, "side": "both"}, 422, "invalid-request"),
    ],
    ids=str,
)
def test_a_bad_opening(event: Any, table: dict[str, Any], body: Any, status: int, code: str) -> None:
    refused(event, f"/tables/{table['id']}/bids", body, event.token_at(table, "first"), status, code)


def test_a_bid_out_of_turn_or_of_somebody_else(event: Any, table: dict[str, Any]) -> None:
    path, second = f"/tables/{table['id']}/bids", event.token_at(table, "second")
    opening = {"version": 0, "side": "corp", "bid": 4}
    refused(event, path, opening, second, 409, "not-your-turn")
    players = (event.token_at(table, "first"), second)
    stranger = next(token for token in event.tokens.values() if token not in players)
    refused(event, path, opening, stranger, 403, "not-your-table")
    refused(event, path, opening, None, 401, "not-signed-in")
    refused(event, path, opening, "no-token", 401, "wrong-credentials")
    refused(event, path, opening, event.token, 422, "seat-missing")


def test_a_late_bid_after_the_pass_and_after_10(event: Any, table: dict[str, Any]) -> None:
    path = f"/tables/{table['id']}/bids"
    event.settle(table)
    refused(event, path, {"version": 2, "bid": 9}, event.token_at(table, "first"), 409, "auction-over")
    refused(event, path, {"version": 1, "bid": 9}, event.token_at(table, "second"), 409, "auction-moved-on")
    other = event.get("/rounds/1")["tables"][1]
    path = f"/tables/{other['id']}/bids"
    event.post(path, {"version": 0, "side": "runner", "bid": 10}, event.token_at(other, "first"))
    refused(event, path, {"version": 1, "pass": True}, event.token_at(other, "second"), 409, "auction-over")


def test_the_same_bid_again_is_the_same_answer(event: Any, table: dict[str, Any]) -> None:
    path, first = f"/tables/{table['id']}/bids", event.token_at(table, "first")
    body = {"version": 0, "side": "corp", "bid": 4}
    once = event.post(path, body, first)
    version = event.get(token=event.token)["version"]  # what everybody is told does not count bids
    assert event.post(path, body, first) == once
    event.post(path, {"version": 1, "pass": True}, event.token_at(table, "second"))
    settled = event.post(path, {"version": 1, "pass": True}, event.token_at(table, "second"))
    assert settled["auction"]["settled"] and event.get(token=event.token)["version"] == version + 1


def test_of_two_bids_at_once_exactly_one_is_placed(event: Any, table: dict[str, Any]) -> None:
    path, first = f"{event.path}/tables/{table['id']}/bids", event.token_at(table, "first")

    def bid(amount: int) -> int:
        answer = event.http.post(
            path,
            json={"version": 0, "side": "corp", "bid": amount},
            headers={"authorization": f"Bearer {first}"},
        )
        return int(answer.status_code)

    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(bid, range(8)))
    assert sorted(statuses) == [200] + [409] * 7
    bids = event.get(f"/tables/{table['id']}", event.token)["auction"]["bids"]
    assert bids == [{"seat": "first", "bid": statuses.index(200)}]


def test_a_result_before_the_auction_is_settled(event: Any, table: dict[str, Any]) -> None:
    path = f"/tables/{table['id']}/result"
    refused(event, path, REPORT, event.token_at(table, "first"), 409, "auction-not-settled")
    refused(event, path, REPORT, event.token, 409, "auction-not-settled")
    walkover = {"outcome": "runner", "ending": "forfeit", "winner_id": table["second"]["player_id"]}
    done = event.post(path, walkover)
    assert done["result"]["winner_id"] == table["second"]["player_id"] and done["state"] == "done"


def test_two_different_reports_are_a_dispute_for_the_organizer(event: Any, table: dict[str, Any]) -> None:
    event.settle(table)
    path, first, second = (
        f"/tables/{table['id']}/result",
        event.token_at(table, "first"),
        event.token_at(table, "second"),
    )
    assert event.post(path, REPORT, first)["state"] == "reported"
    disputed = event.post(path, {"outcome": "runner", "ending": "agenda"}, second)
    assert disputed["state"] == "disputed" and disputed["result"]["final"] is False
    assert event.get(f"/tables/{table['id']}")["result"] is None
    blocked = event.get()["next"]
    assert blocked["command"] == "close_round" and blocked["blocked_by"]
    done = event.post(path, {"outcome": "draw", "ending": "time", "corp_points": 3, "runner_points": 3})
    assert done["state"] == "done" and done["result"]["decided_by"] == "draw-rule"
    refused(event, path, {"outcome": "runner"}, second, 409, "result-final")


def test_agenda_points_may_be_below_zero(event: Any, table: dict[str, Any]) -> None:
    event.settle(table)
    path, token = f"/tables/{table['id']}/result", event.token_at(table, "first")
    report = {"outcome": "corp", "ending": "time", "corp_points": -1, "runner_points": -2}
    assert event.post(path, report, token)["reports"][0]["runner_points"] == -2
    refused(event, path, {**report, "runner_points": -21}, token, 422, "points-out-of-range")


@pytest.mark.parametrize(
    "body",
    [
        {"outcome": "runner", "ending": "flatline"},
        {"outcome": "draw", "ending": "time", "corp_points": 3, "runner_points": 4},
        {"outcome": "corp", "ending": "agenda", "corp_points": 3, "runner_points": 7},
        {"outcome": "won"},
        {"outcome": "corp", "ending": "agenda", "corp_points": 1000},
        {},
    ],
    ids=str,
)
def test_a_report_that_contradicts_itself(event: Any, table: dict[str, Any], body: Any) -> None:
    event.settle(table)
    answer = event.http.post(
        f"{event.path}/tables/{table['id']}/result",
        json=body,
        headers={"authorization": f"Bearer {event.token_at(table, 'first')}"},
    )
    assert answer.status_code == 422 and answer.json()["code"]
    assert event.get(f"/tables/{table['id']}", event.token)["state"] == "playing"


def test_pairing_and_closing_with_open_tables(event: Any, table: dict[str, Any]) -> None:
    problem = refused(event, "/rounds", {"expected_number": 2}, event.token, 409, "not-possible-now")
    assert "tables 1 and 2" in problem["detail"]
    refused(event, "/rounds/1/close", None, event.token, 409, "not-possible-now")
    assert event.post("/rounds", {"expected_number": 1})["number"] == 1
    refused(event, "/rounds", {"expected_number": 5}, event.token, 409, "wrong-round-number")


def test_joining_twice_with_one_name(event: Any) -> None:
    event.player("Ana Müller")
    for name in ("Ana Müller", " ana  MÜLLER "):
        refused(event, "/players", {"name": name}, None, 409, "name-taken")
    refused(event, "/players", {"name": "   "}, None, 422, "invalid-name")
    assert len(event.get("/players")) == 1


def test_a_wrong_code(event: Any) -> None:
    answer = event.http.get("/api/v1/tournaments/ZZZZZ")
    assert answer.status_code == 404 and answer.json()["code"] == "unknown-code"


def test_what_players_may_not_do(event: Any, table: dict[str, Any]) -> None:
    first = event.token_at(table, "first")
    for path, body in (
        ("/rounds", {"expected_number": 2}),
        ("/rounds/1/close", None),
        ("/rounds/1/clock", {"action": "start"}),
        ("/cut", {}),
    ):
        refused(event, path, body, first, 403, "not-allowed")
        refused(event, path, body, None, 401, "not-signed-in")
    other = table["second"]["player_id"]
    refused(event, f"/players/{other}/drop", None, first, 403, "not-allowed")


def test_a_draft_is_hidden_from_others(event: Any) -> None:
    for name in ("Ana", "Ben"):
        event.player(name)
    drafted = event.post("/rounds", {"expected_number": 1})
    assert event.get("/rounds") == [] and event.get()["round"] is None
    path = f"{event.path}/tables/{drafted['tables'][0]['id']}"
    assert event.http.get(path).status_code == 404
    assert event.http.get(f"{event.path}/rounds/1").status_code == 404


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", 'Send either "bid" with a whole number from 0 to 10, or "pass": true.'),
        ("ja", '"bid" に0から10までの整数を入れるか、"pass": true を送ってください。'),
    ],
)
def test_a_rule_of_a_whole_request_is_said_as_one_sentence(event: Event, language: str, said: str) -> None:
    players = [event.player(name) for name in ("Ada", "Ben")]
    (table,) = event.start_round()["tables"]
    answer = event.http.post(
        f"{event.path}/tables/{table['id']}/bids",
        json={"version": 0},
        headers={**bearer(event.tokens[players[0]]), "accept-language": language},
    )
    assert (answer.status_code, answer.json()["detail"]) == (422, said)
