"""What cannot be in an event of each structure, sent by the forms of phone and desk: status and sentence, and
nothing changes; what was typed stands in the form again."""

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.web.conftest import Event
from tests.web.test_api_pods import event_of, ids
from tests.web.test_api_structures import made, report
from tests.web.test_pages_structures import desk_of, words

GAME_1 = {"game": 1, "outcome": "corp"}
# Structure, what both players reported before, the form and who sends it, its fields (first and second stand
# for ids of the players), status, sentence.
REFUSED: list[tuple[str, str, list[dict[str, Any]], str, str, dict[str, str], int, str]] = [
    ("a bid", "single-sided", [], "bid", "first", {"side": "corp", "bid": "3", "version": "0"}, 409,
     "Sides are assigned in this tournament: you play Corp."),
    ("a pass", "single-sided", [], "bid", "second", {"pass": "1", "version": "0"}, 409,
     "Sides are assigned in this tournament: you play Runner."),
    ("a tie with unequal points", "single-sided", [], "result", "first",
     {"outcome": "tie", "ending": "time", "corp_points": "5", "runner_points": "4"}, 422,
     "a tie needs equal agenda points"),
    ("the Corp by an empty R&D", "single-sided", [], "result", "first",
     {"outcome": "corp", "ending": "decked"}, 422, "is empty the Runner wins: check who won."),
    ("2 for 1 with a second game", "double-sided", [GAME_1], "games", "first",
     {"two_for_one": "first", "outcome_2": "corp"}, 422, "2 for 1"),
    ("2 for 1 on a tie", "double-sided", [{"game": 1, "outcome": "tie"}], "games", "first",
     {"two_for_one": "first"}, 422, "2 for 1 goes to who won the game"),
    ("the same player Corp twice", "double-sided", [GAME_1], "games", "second",
     {"outcome_2": "corp", "corp_2": "first"}, 422, "each plays each side once"),
    ("a draw by will after a game", "double-sided", [GAME_1], "draw", "first", {"draw": "1"}, 422,
     "A game was reported already: it counts"),
    ("thirteen Gig dice", "duel", [], "duel", "first",
     {"outcome": "first", "ending": "gigs", "first_dice": "13", "second_dice": "2"}, 422,
     "There are 12 Gig dice"),
    ("fewer than none", "duel", [], "duel", "first",
     {"outcome": "first", "ending": "gigs", "first_dice": "7", "second_dice": "-1"}, 422,
     "There are 12 Gig dice"),
    ("a winner with six", "duel", [], "duel", "second",
     {"outcome": "second", "ending": "gigs", "first_dice": "2", "second_dice": "6"}, 422, "needs 7 dice"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("structure", "before", "form", "who", "fields", "status", "sentence"),
    [row[1:] for row in REFUSED],
    ids=[f"{row[1]}: {row[0]}" for row in REFUSED],
)
def test_a_form_that_contradicts_the_structure(
    http: TestClient,
    structure: str,
    before: list[dict[str, Any]],
    form: str,
    who: str,
    fields: dict[str, str],
    status: int,
    sentence: str,
) -> None:
    event = made(http, structure, 2)
    table = event.start_round()["tables"][0]
    for said in before:
        report(event, table, said)
    seats = {seat: str(table[seat]["player_id"]) for seat in ("first", "second")}
    sent = {
        name: seats.get(value, value) if name in ("two_for_one", "corp_2") else value
        for name, value in fields.items()
    }
    shown = event.get(f"/tables/{table['id']}", event.token)
    entries = len(event.get("/journal", event.token))
    http.get(f"/p/{event.token_at(table, who)}")
    answer = http.post(
        f"/t/{event.code}/me/{form}?table={table['id']}", data=sent, headers={"origin": "http://testserver"}
    )
    http.cookies.clear()
    assert answer.status_code == status, words(answer.text)
    assert sentence in words(answer.text)
    for name, value in sent.items():
        if name.endswith(("_points", "_dice")):
            assert re.search(rf'name="{name}"[^>]*value="{value}"', answer.text), "what was typed stays"
    assert event.get(f"/tables/{table['id']}", event.token) == shown
    assert len(event.get("/journal", event.token)) == entries


def test_a_round_of_two_games_is_not_closed_at_the_desk_while_second_ones_are_open(http: TestClient) -> None:
    event = made(http, "double-sided", 4)
    tables = event.start_round()["tables"]
    for table in tables:
        report(event, table, GAME_1)
    olga = desk_of(http, event)
    refused = words(olga.post(f"/t/{event.code}/desk/rounds/1/close", 409))
    assert "no result at tables 1 and 2: enter it, or end it as a tie" in refused
    assert event.get("/rounds/1")["state"] == "published"
    assert "At time: end what was not begun as a tie" in words(olga.get(f"/t/{event.code}/desk"))


@pytest.mark.parametrize(
    "structure", ["cache-refresh", "single-sided", "double-sided", "duel", "table-points"]
)
def test_settings_keep_the_structure_once_round_1_is_published(http: TestClient, structure: str) -> None:
    event: Event = event_of(http, 3) if structure == "table-points" else made(http, structure, 2)
    olga, path = desk_of(http, event), f"/t/{event.code}/desk/settings"
    assert olga.get(path).count('<option value="single-sided"') == 1, "open while nobody plays"
    event.start_round()
    other = "duel" if structure != "duel" else "single-sided"
    page = olga.get(path)
    assert "Fixed since round 1 was published." in words(page) and f'<option value="{other}"' not in page
    refused = words(olga.post(path, 409, structure=other, retention_days=""))
    assert "The structure is fixed once round 1 is published: take round 1 back to a draft first" in refused
    assert event.get()["structure"] == structure


def test_points_of_a_table_that_cannot_be(http: TestClient) -> None:
    event = event_of(http, 7)
    _, three = event.start_round()["pods"]
    a, b, c = ids(three)
    names = {seat["player_id"]: seat["name"] for seat in three["seats"]}
    olga, path = desk_of(http, event), f"/t/{event.code}/desk/pods/{three['id']}/result"
    for points, ending, status, sentence in (
        (("120", "", "7"), "points", 422, f"Enter the points of everybody; these are missing: {names[b]}."),
        (("12x", "1", "7"), "points", 422, f"The points of {names[a]} are a whole number, like 84."),
        (("90", "80", "7"), "points", 422, "Nobody has 120 points: choose “at time” if the game ended so."),
        (("120", "20000", "7"), "points", 422, f"Points are 0 to 10000; look at: {names[b]}."),
        (
            ("125", "120", "7"),
            "points",
            409,
            f"{names[a]} and {names[b]} have 120 points or more, but the game",
        ),
    ):
        typed = {f"p{player}": own for player, own in zip((a, b, c), points, strict=True)}
        page = olga.post(path, status, **typed, ending=ending)
        assert sentence in words(page), words(page)
        assert all(f'name="{name}" value="{own}"' in page for name, own in typed.items())
    assert event.get(f"/pods/{three['id']}")["final"] is False


def test_a_draft_with_a_table_of_two_or_seven_is_not_published(http: TestClient) -> None:
    event = event_of(http, 10)
    olga, base = desk_of(http, event), f"/t/{event.code}/desk"
    olga.post(f"{base}/next", command="pair_round", number="1")
    one, _, other = event.get("/rounds/1", event.token)["pods"]
    assert (len(one["seats"]), len(other["seats"])) == (4, 3)
    olga.post(f"{base}/rounds/1/move", player=str(ids(other)[0]), pod=str(one["id"]))
    said = "A table has 3 to 6 players, not 2: draw again, or move somebody."
    assert said in words(olga.post(f"{base}/next", 422, command="publish_round", number="1"))
    olga.post(f"{base}/rounds/1/move", player=str(ids(other)[1]), pod=str(one["id"]))
    said = "A table has 3 to 6 players, not 7: draw again, or move somebody."
    full = olga.post(f"{base}/rounds/1/move", 422, player=str(ids(other)[2]), pod=str(one["id"]))
    assert said in words(full)
    assert event.get("/rounds/1", event.token)["state"] == "draft"
