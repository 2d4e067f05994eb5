"""What cannot be in an event of assigned sides or two games: the code, the sentence, and nothing changed."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.web.conftest import Event, bearer
from tests.web.test_api_structures import made, report

CORP, RUNNER, TIE = ({"outcome": outcome} for outcome in ("corp", "runner", "tie"))
GAME_1 = {"game": 1, "outcome": "corp"}
# What was done before by both players, who asks, for what, and what is answered. `first` and `second` stand
# for the ids of the players.
REFUSED: list[tuple[str, str, list[dict[str, Any]], str, str, dict[str, Any], tuple[int, str, str]]] = [
    (
        "a bid where sides are assigned",
        "single-sided",
        [],
        "bids",
        "first",
        {"version": 0, "side": "corp", "bid": 3},
        (409, "sides-are-assigned", "Sides are assigned in this tournament: you play Corp."),
    ),
    (
        "a pass where sides are assigned",
        "single-sided",
        [],
        "bids",
        "second",
        {"version": 0, "pass": True},
        (409, "sides-are-assigned", "Sides are assigned in this tournament: you play Runner."),
    ),
    (
        "a tie with unequal agenda points",
        "single-sided",
        [],
        "result",
        "first",
        {**TIE, "corp_points": 5, "runner_points": 4},
        (422, "points-contradict-outcome", "a tie needs equal agenda points"),
    ),
    (
        "the Corp wins with R&D empty",
        "single-sided",
        [],
        "result",
        "first",
        {**CORP, "ending": "decked"},
        (422, "ending-contradicts-outcome", "When R&D is empty the Runner wins"),
    ),
    (
        "a game with a number where one is played",
        "single-sided",
        [],
        "result",
        "first",
        GAME_1,
        (422, "one-game", "This table plays one game: report it without a number."),
    ),
    (
        "2 for 1 where one game is played",
        "single-sided",
        [],
        "result",
        "first",
        {"two_for_one": "first"},
        (422, "one-game", "This table plays one game"),
    ),
    (
        "a game without a number where two are played",
        "double-sided",
        [],
        "result",
        "first",
        CORP,
        (422, "game-number", "This table plays two games: say which one, 1 or 2."),
    ),
    (
        "2 for 1 together with a second game",
        "double-sided",
        [GAME_1, {"game": 2, "outcome": "corp"}],
        "result",
        "owner",
        {"two_for_one": "first"},
        (422, "two-for-one-contradicts", "2 for 1 is agreed before the second game"),
    ),
    (
        "2 for 1 after the other player reported the second game",
        "double-sided",
        [GAME_1],
        "result",
        "first",
        {"two_for_one": "first", "before": {"game": 2, "outcome": "tie"}},
        (422, "two-for-one-contradicts", "take its result back first"),
    ),
    (
        "2 for 1 on a tie",
        "double-sided",
        [{"game": 1, "outcome": "tie"}],
        "result",
        "first",
        {"two_for_one": "first"},
        (422, "two-for-one-contradicts", "2 for 1 goes to who won the game"),
    ),
    (
        "2 for 1 to the loser",
        "double-sided",
        [GAME_1],
        "result",
        "second",
        {"two_for_one": "second"},
        (422, "two-for-one-contradicts", "2 for 1 goes to who won the game"),
    ),
    (
        "the same player Corp in both games",
        "double-sided",
        [GAME_1],
        "result",
        "second",
        {"game": 2, "outcome": "corp", "corp_player_id": "first"},
        (422, "sides-not-swapped", "each plays each side once"),
    ),
    (
        "an intentional draw after a game",
        "double-sided",
        [GAME_1],
        "result",
        "first",
        {"intentional_draw": True},
        (422, "intentional-draw-contradicts", "A game was reported already: it counts"),
    ),
]


@pytest.mark.parametrize(
    ("structure", "before", "where", "who", "body", "answer"),
    [row[1:] for row in REFUSED],
    ids=[row[0] for row in REFUSED],
)
def test_what_contradicts_the_structure_is_refused_and_changes_nothing(
    http: TestClient,
    structure: str,
    before: list[dict[str, Any]],
    where: str,
    who: str,
    body: dict[str, Any],
    answer: tuple[int, str, str],
) -> None:
    event = made(http, structure, 2)
    table = event.start_round()["tables"][0]
    for said in before:
        report(event, table, said)
    body = dict(body)
    other = "second" if who == "first" else "first"
    if "before" in body:
        event.post(f"/tables/{table['id']}/result", body.pop("before"), event.token_at(table, other))
    for field, value in body.items():
        if value in ("first", "second"):
            body[field] = table[value]["player_id"]
    token = event.token if who == "owner" else event.token_at(table, who)
    shown = event.get(f"/tables/{table['id']}", event.token)
    entries = len(event.get("/journal", event.token))
    status, code, sentence = answer
    refused = event.post(f"/tables/{table['id']}/{where}", body, token, status)
    assert refused["code"] == code
    assert sentence in refused["detail"] and refused["detail"].endswith(".")
    assert event.get(f"/tables/{table['id']}", event.token) == shown
    assert len(event.get("/journal", event.token)) == entries


def test_a_round_is_not_closed_while_second_games_are_open(http: TestClient) -> None:
    event = made(http, "double-sided", 4)
    tables = event.start_round()["tables"]
    for table in tables:
        report(event, table, GAME_1)
    refused = event.post("/rounds/1/close", {}, status=409)
    numbers = " and ".join(str(number) for number in sorted(table["table_number"] for table in tables))
    assert refused["code"] == "game-2-missing"
    assert f"no result at tables {numbers}: enter it, or end it as a tie" in refused["detail"]
    assert event.get("/rounds/1")["state"] == "published"
    assert all(event.get(f"/tables/{table['id']}")["result"] is None for table in tables)
    event.post("/rounds/1/close", {"end_as_tie": [table["id"] for table in tables]})
    assert event.get("/rounds/1")["state"] == "closed"


@pytest.mark.parametrize("structure", ["single-sided", "double-sided"])
def test_a_draw_proposed_by_one_stays_a_proposal_and_lapses_with_a_report(
    http: TestClient, structure: str
) -> None:
    event = made(http, structure, 2)
    table = event.start_round()["tables"][0]
    path = f"/tables/{table['id']}/result"
    event.post(path, {"intentional_draw": True}, event.token_at(table, "first"))
    again = event.post(path, {"intentional_draw": True}, event.token_at(table, "first"))
    assert again["result"] is None and [said["kind"] for said in again["round_reports"]] == [
        "intentional-draw"
    ]
    told = event.post(path, GAME_1 if structure == "double-sided" else CORP, event.token_at(table, "second"))
    assert not [said for said in told["round_reports"] if said["kind"] == "intentional-draw"]
    late = event.post(path, {"intentional_draw": True}, event.token_at(table, "first"), 422)
    assert late["code"] == "intentional-draw-contradicts"


@pytest.mark.parametrize("structure", ["cache-refresh", "single-sided", "double-sided"])
def test_the_structure_is_fixed_with_the_first_published_round(http: TestClient, structure: str) -> None:
    event: Event = made(http, structure, 2)
    event.start_round()
    other = "single-sided" if structure != "single-sided" else "double-sided"
    answer = http.patch(event.path, json={"structure": other}, headers=bearer(event.token))
    assert (answer.status_code, answer.json()["code"]) == (409, "structure-is-fixed")
    assert event.get()["structure"] == structure


def test_sides_played_equally_often_are_drawn_in_a_later_round_of_the_cut(http: TestClient) -> None:
    """Nobody chooses again; another draft draws anew, and the table and the journal say so."""
    event = made(http, "single-sided", 4, cut={"kind": "single", "size": 4}, planned_rounds=1)
    for table in event.start_round()["tables"]:
        report(event, table, CORP)
    event.post("/rounds/1/close")
    number = event.post("/cut", {}, status=201)["round"]
    choice = {"action": "choose-side", "side": "corp"}
    for game in event.post(f"/rounds/{number}/publish")["tables"]:
        event.post(f"/tables/{game['id']}/auction", choice, event.token_at(game, "first"))
        report(event, game, CORP)
    event.post(f"/rounds/{number}/close")
    assert "drawn" not in str(event.get("/journal", event.token)), "the higher seeds chose their sides"
    number, corps = number + 1, set()
    for _ in range(12):
        event.post("/cut", {}, status=201)
        (final,) = event.get(f"/rounds/{number}", event.token)["tables"]
        corps.add(final["corp_player_id"])
        deleted = http.request(
            "DELETE",
            f"{event.path}/rounds/{number}",
            json={"confirm": f"round {number}"},
            headers=bearer(event.token),
        )
        assert deleted.status_code == 200
    assert corps == {final["first"]["player_id"], final["second"]["player_id"]}, "by lot, not by seed"
    event.post("/cut", {}, status=201)
    (final,) = event.post(f"/rounds/{number}/publish")["tables"]
    refused = event.post(f"/tables/{final['id']}/auction", choice, event.token_at(final, "first"), 409)
    assert refused["code"] == "sides-settled"
    seats = {seat["player_id"]: seat["name"] for seat in (final["first"], final["second"])}
    assert (
        f"{seats[final['corp_player_id']]} plays Corp, as drawn: both had played the sides equally often"
        " in this cut"
    ) in http.get(f"/t/{event.code}/rounds/{number}").text
    told = [
        entry["summary"] for entry in event.get("/journal", event.token) if entry["command"] == "pair_cut"
    ]
    assert told[0] == (
        f"Round {number} of the cut was paired as a draft: final. Both had played the sides equally often at"
        f" table {final['table_number']}, so who plays which was drawn"
    )


def test_a_cut_of_assigned_sides_goes_by_the_policy(http: TestClient) -> None:
    """The higher seed chooses first; then who played a side less has it; a tied game is the higher seed's."""
    event = made(http, "single-sided", 4, cut={"kind": "single", "size": 4}, planned_rounds=1)
    for table in event.start_round()["tables"]:
        report(event, table, CORP)
    event.post("/rounds/1/close")
    number = event.post("/cut", {}, status=201)["round"]
    games = event.post(f"/rounds/{number}/publish")["tables"]
    seeds = [row["player_id"] for row in event.get("/standings")["rows"]]
    assert {games[0]["first"]["player_id"], games[1]["first"]["player_id"]} == set(seeds[:2])
    for game, side in zip(games, ("corp", "runner"), strict=True):
        path = f"/tables/{game['id']}"
        choice = {"action": "choose-side", "side": side}
        refused = event.post(f"{path}/result", CORP, event.token_at(game, "first"), 409)
        assert "choose them, then report" in refused["detail"]
        event.post(f"{path}/auction", choice, event.token_at(game, "second"), 403)
        event.post(f"{path}/auction", choice, event.token_at(game, "first"))
        page = http.get(f"/t/{event.code}/rounds/{number}").text
        assert f"{game['first']['name']}, the higher seed, chose {side.capitalize()}" in page
        report(event, game, {"outcome": side})
    event.post(f"/rounds/{number}/close")
    number = event.post("/cut", {}, status=201)["round"]
    final = event.post(f"/rounds/{number}/publish")["tables"][0]
    # One was Corp and one Runner in the first game of the cut: now each has the other side, nobody chooses.
    assert final["corp_player_id"] == games[1]["first"]["player_id"]
    assert final["runner_player_id"] == games[0]["first"]["player_id"]
    page = http.get(f"/t/{event.code}/rounds/{number}").text
    assert f"{games[1]['first']['name']} plays Corp by the sides played before in this cut" in page
    done = report(event, final, {"outcome": "tie", "ending": "time"})
    assert done["result"]["decided_by"] == "higher-seed" and done["result"]["winner_id"] == seeds[0]
    event.post(f"/rounds/{number}/close")
    page = http.get(f"/t/{event.code}/rounds/{number}").text
    assert "wins it, the higher seed" in page
