"""What a program is told that asks for what is not there or cannot be: nothing is dropped without a word."""

from collections import defaultdict
from typing import TYPE_CHECKING

import pytest
from fastapi.routing import APIRoute
from sqlmodel import select

from app.storage.tables import Player, Tournament
from app.web.api.requests import PlayerChanges
from app.web.api.routes import API
from app.web.api.tournaments import MAY_BE_NULL
from tests.web.conftest import bearer

if TYPE_CHECKING:
    from tests.web.conftest import Event

METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE"}


def test_an_address_says_which_methods_it_takes(event: "Event") -> None:
    taken: dict[str, set[str]] = defaultdict(set)
    for route in API:
        if isinstance(route, APIRoute):
            taken[route.path] |= route.methods
    asked = 0
    for path, methods in taken.items():
        address = path.replace("{code}", event.code)
        for name in ("player_id", "table_id", "pod_id", "call_id", "check_id", "number", "format", "day"):
            address = address.replace(f"{{{name}}}", "1")
        for method in METHODS - methods:
            answer = event.http.request(method, address, headers=bearer(event.token))
            if answer.status_code != 405:
                continue  # another route takes it
            asked += 1
            allowed = set(answer.headers["allow"].split(", "))
            assert methods <= allowed and method not in allowed, (method, path, allowed)
            assert ("HEAD" in allowed) == ("GET" in allowed)
    assert asked > 100
    page = event.http.put(f"/t/{event.code}/join", headers={"sec-fetch-site": "same-origin"})
    assert (page.status_code, page.headers["allow"]) == (405, "GET, HEAD, POST")
    file = event.http.post("/static/app.css", headers={"sec-fetch-site": "same-origin"})
    assert (file.status_code, file.headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize("field", ["without_result", "end_as_tie"])
def test_tables_that_are_none_of_the_round_are_refused(event: "Event", field: str) -> None:
    for name in ("Ana", "Ben"):
        event.player(name)
    event.start_round()
    refused = event.post("/rounds/1/close", {field: [999]}, status=404)
    assert refused["code"] == "not-found"
    assert event.get("/rounds/1")["state"] == "published"


def test_a_forfeit_without_sides_needs_its_winner_alone(event: "Event") -> None:
    for name in ("Ana", "Ben"):
        event.player(name)
    table = event.start_round()["tables"][0]
    winner = table["second"]["player_id"]
    done = event.post(f"/tables/{table['id']}/result", {"ending": "forfeit", "winner_id": winner})
    assert (done["result"]["winner_id"], done["result"]["outcome"]) == (winner, None)


@pytest.mark.parametrize(("seat", "outcome"), [("first", "corp"), ("second", "runner")])
def test_a_forfeit_with_its_winner_alone_is_won_by_the_side_they_have(
    event: "Event", seat: str, outcome: str
) -> None:
    event.player("Ana"), event.player("Ben")
    table = event.settle(event.start_round()["tables"][0])
    path, winner = f"/tables/{table['id']}/result", table[seat]["player_id"]
    assert event.post(path, {"ending": "forfeit", "winner_id": 999}, status=422)["field"] == "winner"
    done = event.post(path, {"ending": "forfeit", "winner_id": winner})["result"]
    assert (done["winner_id"], done["outcome"], done["ending"]) == (winner, outcome, "forfeit")


def test_the_reason_in_the_address_counts_beside_an_empty_body(event: "Event") -> None:
    event.player("Ana"), event.player("Ben")
    table = event.settle(event.start_round()["tables"][0])
    path = f"/tables/{table['id']}/result"
    event.post(path, {"outcome": "corp"})
    asked = {"json": {}, "params": {"reason": "q"}, "headers": bearer(event.token)}
    answer = event.http.request("DELETE", event.path + path, **asked)  # type: ignore[arg-type]
    assert answer.status_code == 200 and answer.json()["result"] is None, answer.text


def test_null_changes_nothing_of_what_a_player_needs(event: "Event") -> None:
    player = event.player("Ana")
    before = event.get(f"/players/{player}", event.token)
    for field in PlayerChanges.model_fields.keys() - MAY_BE_NULL:
        path = f"{event.path}/players/{player}"
        answer = event.http.patch(path, json={field: None}, headers=bearer(event.token))
        assert (answer.status_code, answer.json()) == (200, before), field


def test_settings_of_an_earlier_version_are_kept_until_they_are_changed(event: "Event") -> None:
    old = {"begins": "10:75", "between_minutes": 1000, "breaks": "1, 30\n1, 60"}
    database = event.http.app.state.context.installation.database  # type: ignore[attr-defined]
    with database.write_session(1) as session:
        row = session.exec(select(Tournament)).one()
        row.settings = {**row.settings, **old}

    def said(**settings: object) -> "tuple[int, str | None]":
        answer = event.http.patch(event.path, json={"settings": settings}, headers=bearer(event.token))
        return answer.status_code, answer.json().get("field")

    assert said(fee="5 Euro") == said(**old) == (200, None)
    archive = event.http.get(f"{event.path}/export/archive.json", headers=bearer(event.token)).content
    headers = {**bearer(event.token), "content-type": "application/json"}
    imported = event.http.post("/api/v1/tournaments/import", content=archive, headers=headers)
    assert imported.status_code == 201, imported.text
    for name, value in (("begins", "10:76"), ("between_minutes", 601), ("breaks", "2, 10\n2, 20")):
        assert said(**{name: value}) == (422, name)
        new = {"name": "New", "date": "2018-02-15", "settings": {name: value}}
        refused = event.http.post("/api/v1/tournaments", json=new, headers=bearer(event.token))
        assert (refused.status_code, refused.json()["field"]) == (422, name)
    assert said(between_minutes=600, breaks="1, 30\n2, 60", begins="24:00") == (200, None)


def test_who_comes_back_beyond_the_limit_waits_or_is_told_of(event: "Event") -> None:
    ids = {name: event.player(name) for name in ("Ana", "Ben", "Cleo", "Dan")}
    event.start_round()
    for name in ("Ana", "Ben"):
        event.post(f"/players/{ids[name]}/drop")
    limit = event.http.patch(event.path, json={"settings": {"player_limit": 2}}, headers=bearer(event.token))
    assert limit.status_code == 200
    taken = event.http.post(
        f"{event.path}/players/{ids['Ana']}/reinstate", headers=bearer(event.tokens[ids["Ana"]])
    )
    assert (taken.status_code, taken.json()["code"]) == (409, "event-full")
    assert taken.json()["detail"] == "Your place was taken: ask the organizer to let you in again."
    let_in = event.post(f"/players/{ids['Ben']}/reinstate")
    assert (let_in["dropped"], let_in["waiting"]) == (False, None)
    said = event.get("/journal", event.token)[0]["summary"]
    assert said == "Ben is back; more play now than the event has places"
    for table in event.get("/rounds/1")["tables"]:
        event.settle(table)
        event.finish(table)
    event.post("/rounds/1/close")
    # However somebody who has played came to wait, the others' standings need their games.
    database = event.http.app.state.context.installation.database  # type: ignore[attr-defined]
    with database.write_session(1) as session:
        row = session.get(Player, ids["Cleo"])
        row.waiting_since = row.joined_at
    assert {line["name"] for line in event.get("/standings")["rows"]} == set(ids)
    for page in ("standings", "wall", "pairings", "desk/players"):
        assert event.http.get(f"/t/{event.code}/{page}", follow_redirects=True).status_code < 500


def test_a_time_of_day_that_cannot_be_is_refused(event: "Event") -> None:
    def said(begins: str) -> int:
        settings = {"settings": {"begins": begins}}
        return int(event.http.patch(event.path, json=settings, headers=bearer(event.token)).status_code)

    assert [said(begins) for begins in ("99:99", "doors 10:00, round 1 at 10:60", "25:00", "24:30")] == [
        422
    ] * 4
    assert [
        said(begins) for begins in ("10:30", "doors 9:00, round 1 at 10:30", "in the morning", "24:00", "")
    ] == [200] * 5
