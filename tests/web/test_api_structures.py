"""Whole events of the structures beside Cache Refresh through the JSON API: results, points, cut, exports."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.services.exchange.archive_format import VERSION
from tests.web.conftest import Event, bearer, organizer_token

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ida")


def made(http: TestClient, structure: str, players: int, **settings: Any) -> Event:
    """An event of a structure with so many players."""
    token = organizer_token(http, datetime(2018, 2, 15, 10, 0, tzinfo=UTC), f"Olga {structure}")
    body = {
        "name": structure,
        "date": "2018-02-15",
        "deck_policy": "none",
        "structure": structure,
        **settings,
    }
    answer = http.post("/api/v1/tournaments", json=body, headers=bearer(token))
    assert answer.status_code == 201, answer.text
    event = Event(http, token, answer.json()["code"])
    for name in NAMES[:players]:
        event.player(name)
    return event


def report(event: Event, table: dict[str, Any], body: dict[str, Any]) -> dict[str, Any]:
    """Both players report the same."""
    event.post(f"/tables/{table['id']}/result", body, event.token_at(table, "first"))
    return event.post(f"/tables/{table['id']}/result", body, event.token_at(table, "second"))  # type: ignore[no-any-return]


def problem(event: Event, path: str, body: Any, token: str | None, status: int) -> tuple[str, str]:
    """The code and the sentence of a refusal."""
    said = event.post(path, body, token, status)
    return said["code"], said["detail"]


def points(event: Event) -> dict[str, int]:
    return {row["name"]: row["points"] for row in event.get("/standings")["rows"]}


@pytest.mark.parametrize(
    ("structure", "minutes"), [("cache-refresh", 40), ("single-sided", 40), ("double-sided", 65)]
)
def test_a_structure_is_fixed_once_round_1_is_published(
    http: TestClient, structure: str, minutes: int
) -> None:
    event = made(http, structure, 4)
    assert (event.get()["structure"], event.get()["round_minutes"]) == (structure, minutes)
    other = "double-sided" if structure == "single-sided" else "single-sided"
    edit = http.patch(event.path, json={"structure": "chess"}, headers=bearer(event.token))
    assert (edit.status_code, edit.json()["code"]) == (422, "invalid-setting")
    event.post("/rounds", {"expected_number": 1}, status=201)
    for wanted in (other, structure):
        edit = http.patch(event.path, json={"structure": wanted}, headers=bearer(event.token))
        assert edit.json()["structure"] == wanted
        draft = event.get("/rounds/1", event.token)
        assert {table["sides_by"] for table in draft["tables"]} == {
            {"cache-refresh": "auction", "single-sided": "assigned", "double-sided": "both"}[wanted]
        }
    assert edit.json()["round_minutes"] == minutes
    assert edit.json()["cut_sides"] == ("auction" if structure == "cache-refresh" else "seed")
    event.post("/rounds/1/publish")
    edit = http.patch(event.path, json={"structure": other}, headers=bearer(event.token))
    assert (edit.status_code, edit.json()["code"]) == (409, "structure-is-fixed")
    assert "once round 1 is published" in edit.json()["detail"]


def test_a_single_sided_event(http: TestClient) -> None:
    event = made(http, "single-sided", 8, cut={"kind": "single", "size": 4})
    assert event.get()["cut_sides"] == "seed"
    shown = event.start_round()
    for table in shown["tables"]:
        assert table["auction"] is None and table["state"] == "playing"
        assert table["corp_player_id"] == table["first"]["player_id"]
        assert table["runner_player_id"] == table["second"]["player_id"]
        assert table["starting"] == {"corp": {"hand": 5, "credits": 5}, "runner": {"hand": 5, "credits": 5}}
    tables = shown["tables"]
    path = f"/tables/{tables[0]['id']}"
    corp, runner = (event.token_at(tables[0], seat) for seat in ("first", "second"))
    bid = {"version": 0, "side": "corp", "bid": 3}
    assert problem(event, f"{path}/bids", bid, corp, 409) == (
        "sides-are-assigned", "Sides are assigned in this tournament: you play Corp.",
    )  # fmt: skip
    assert "you play Runner." in problem(event, f"{path}/bids", {"version": 0, "pass": True}, runner, 409)[1]
    settle = {"action": "settle", "winner": tables[0]["first"]["player_id"], "side": "corp", "bid": 1}
    name = tables[0]["first"]["name"]
    assert problem(event, f"{path}/auction", settle, None, 409) == (
        "sides-are-assigned", f"Sides are assigned in this tournament: {name} plays Corp.",
    )  # fmt: skip
    phone = problem(event, f"{path}/one-phone", {"action": "share"}, runner, 409)
    assert phone == ("sides-are-assigned", "Sides are assigned in this tournament: you play Runner.")
    uneven = {"outcome": "tie", "ending": "time", "corp_points": 3, "runner_points": 2}
    assert problem(event, f"{path}/result", uneven, corp, 422)[0] == "points-contradict-outcome"
    decked = {"outcome": "corp", "ending": "decked"}
    assert problem(event, f"{path}/result", decked, corp, 422)[0] == "ending-contradicts-outcome"
    game = {"game": 1, "outcome": "corp"}
    assert problem(event, f"{path}/result", game, corp, 422)[0] == "one-game"

    done = report(
        event, tables[0], {"outcome": "tie", "ending": "time", "corp_points": 3, "runner_points": 3}
    )
    assert (done["result"]["outcome"], done["result"]["decided_by"], done["result"]["winner_id"]) == (
        "tie", "tie", None,
    )  # fmt: skip
    drawn = report(event, tables[1], {"intentional_draw": True})
    assert drawn["result"]["intentional_draw"] and drawn["result"]["final"]
    report(event, tables[2], {"outcome": "corp", "ending": "agenda"})
    report(event, tables[3], {"outcome": "runner", "ending": "agenda"})
    event.post("/rounds/1/close")
    by_name = points(event)
    assert [by_name[tables[n][seat]["name"]] for n in range(4) for seat in ("first", "second")] == [
        1, 1, 1, 1, 3, 0, 0, 3,
    ]  # fmt: skip
    rows = event.get("/standings")["rows"]
    assert sum(row["ties"] for row in rows) == 4 and all(
        row["wins"] + row["losses"] + row["ties"] == 1 for row in rows
    )
    assert sum(row["corp_games"] for row in rows) == sum(row["runner_games"] for row in rows) == 4
    balance = {player["id"]: player["side_balance"] for player in event.get("/players")}
    assert all(
        balance[t["first"]["player_id"]] == 1 and balance[t["second"]["player_id"]] == -1 for t in tables
    )

    second = event.start_round()
    for table in second["tables"]:
        # With an even number of games everybody is balanced.
        assert balance[table["first"]["player_id"]] == -1 and balance[table["second"]["player_id"]] == 1
        report(event, table, {"outcome": "draw", "ending": "time"})
    assert second["quality"]["sides_over"] == second["quality"]["same_sides"] == 0
    event.post("/rounds/2/close")
    assert {player["side_balance"] for player in event.get("/players")} == {0}
    nrtm = event.get("/export/nrtm.json")
    games = [game for each in nrtm["rounds"] for game in each]
    assert {game["player1"]["role"] for game in games} == {"corp"}
    tied = next(game for game in nrtm["rounds"][0] if game["table"] == tables[0]["table_number"])
    assert (
        tied["player1"]["corpScore"]
        == tied["player2"]["runnerScore"]
        == tied["player1"]["combinedScore"]
        == 1
    )
    assert tied["player1"]["runnerScore"] == tied["player2"]["corpScore"] == 0
    assert [game["intentionalDraw"] for game in games].count(True) == 1
    statistics = event.get("/statistics")
    assert statistics["games"] == 7 and statistics["left_out"] == 1 and statistics["drawn"] == 5


def play_cut(event: Event) -> list[dict[str, Any]]:
    """All games of the cut; every game is a tie."""
    played = []
    while event.get()["next"]["command"] in ("start_cut", "pair_cut"):
        number = event.post("/cut", {}, status=201)["round"]
        for table in event.post(f"/rounds/{number}/publish")["tables"]:
            assert table["sides_by"] == "seed"
            if table["corp_player_id"] is None:
                side = {"action": "choose-side", "side": "runner"}
                event.post(f"/tables/{table['id']}/auction", side, event.token_at(table, "first"))
            played.append(report(event, table, {"outcome": "tie", "ending": "time"}))
        event.post(f"/rounds/{number}/close")
    return played


@pytest.mark.parametrize("structure", ["single-sided", "double-sided"])
def test_a_tied_game_of_the_cut_goes_to_the_higher_seed(http: TestClient, structure: str) -> None:
    event = made(http, structure, 4, cut={"kind": "single", "size": 4}, planned_rounds=1)
    for table in event.start_round()["tables"]:
        report(event, table, {"intentional_draw": True})
    event.post("/rounds/1/close")
    assert set(points(event).values()) == ({1} if structure == "single-sided" else {3})
    games = play_cut(event)
    assert len(games) == 3
    for game in games:
        assert game["result"]["decided_by"] == "higher-seed"
        assert game["result"]["winner_id"] == game["first"]["player_id"]
    assert points(event) == dict.fromkeys(NAMES[:4], 1 if structure == "single-sided" else 3)
    event.post("/finish")
    assert event.get("/bracket")["places"][0]["player_id"] == games[-1]["first"]["player_id"]


def test_sides_of_a_draft_can_be_swapped_with_a_warning(http: TestClient) -> None:
    event = made(http, "single-sided", 2)
    first = event.start_round()["tables"][0]
    report(event, first, {"outcome": "corp"})
    event.post("/rounds/1/close")
    event.post("/rounds", {"expected_number": 2}, status=201)
    draft = event.get("/rounds/2", event.token)
    table = draft["tables"][0]
    assert table["corp_player_id"] == first["runner_player_id"]
    assert "as" in table["reason"] and "did when they met before" in table["reason"]
    swapped = event.post("/rounds/2/swap-sides", {"table_id": table["id"]})
    assert swapped["tables"][0]["corp_player_id"] == first["corp_player_id"]
    name = first["first"]["name"]
    assert any(
        f"{name} plays Corp against" in said and "once more" in said
        for said in swapped["quality"]["warnings"]
    )
    assert "they met with these sides before" in event.get("/journal", event.token)[0]["summary"]
    number = event.get("/journal", event.token)[0]["number"]
    event.post(f"/journal/{number}/undo")
    assert event.get("/rounds/2", event.token)["tables"][0]["corp_player_id"] == first["runner_player_id"]


def test_a_double_sided_round(http: TestClient) -> None:
    event = made(http, "double-sided", 9)
    shown = event.start_round()
    tables = shown["tables"]
    seats = {n: [event.token_at(tables[n], seat) for seat in ("first", "second")] for n in range(4)}
    ids = {n: [tables[n][seat]["player_id"] for seat in ("first", "second")] for n in range(4)}
    path = f"/tables/{tables[0]['id']}/result"
    assert [game["corp_player_id"] for game in tables[0]["games"]] == ids[0]
    assert tables[0]["auction"] is None
    bid = {"version": 0, "side": "corp", "bid": 3}
    assert problem(event, f"/tables/{tables[0]['id']}/bids", bid, seats[0][0], 409) == (
        "sides-are-assigned", "Each of you plays both sides in this tournament, so nobody bids.",
    )  # fmt: skip
    assert problem(event, path, {"outcome": "corp"}, seats[0][0], 422)[0] == "game-number"
    # 4-1: the first seat wins as Corp, then a tie
    after = report(event, tables[0], {"game": 1, "outcome": "corp", "ending": "agenda"})
    assert after["games"][0]["result"]["final"] and after["state"] == "playing"
    assert after["result"] is None
    same = {"game": 2, "outcome": "tie", "corp_player_id": ids[0][0]}
    assert problem(event, path, same, seats[0][0], 422) == (
        "sides-not-swapped", "The same player was Corp in both games: each plays each side once.",
    )  # fmt: skip
    assert problem(event, path, {"game": 1, "outcome": "runner"}, seats[0][1], 409)[0] == "result-final"
    late = problem(event, path, {"intentional_draw": True}, seats[0][0], 422)
    assert late[0] == "intentional-draw-contradicts"
    done = report(event, tables[0], {"game": 2, "outcome": "tie", "ending": "time"})
    assert (done["result"]["first_match_points"], done["result"]["second_match_points"]) == (4, 1)
    assert done["result"]["winner_id"] == ids[0][0] and done["state"] == "done"
    assert problem(event, path, {"two_for_one": ids[0][0]}, seats[0][0], 409)[0] == "result-final"
    # 2 for 1
    path = f"/tables/{tables[1]['id']}/result"
    two = {"two_for_one": ids[1][1]}
    assert problem(event, path, two, seats[1][0], 422)[0] == "two-for-one-contradicts"
    report(event, tables[1], {"game": 1, "outcome": "runner", "corp_player_id": ids[1][0]})
    assert problem(event, path, {"two_for_one": ids[1][0]}, seats[1][0], 422)[0] == "two-for-one-contradicts"
    both = {"game": 2, "outcome": "corp", **two}
    assert problem(event, path, both, seats[1][0], 422)[0] == "two-for-one-contradicts"
    claimed = event.post(path, two, seats[1][1])
    assert claimed["state"] == "reported" and claimed["result"] is None
    done = event.post(path, two, seats[1][0])
    assert done["result"]["two_for_one"] and done["result"]["second_match_points"] == 6
    # 2 for 1 on a tie
    report(event, tables[2], {"game": 1, "outcome": "tie"})
    path = f"/tables/{tables[2]['id']}/result"
    tied = problem(event, path, {"two_for_one": ids[2][0]}, seats[2][0], 422)
    assert tied == (
        "two-for-one-contradicts",
        "2 for 1 goes to who won the game: check who won, or report each game.",
    )
    # an intentional draw that one player proposes lapses with a report
    path = f"/tables/{tables[3]['id']}/result"
    assert event.post(path, {"intentional_draw": True}, seats[3][0])["state"] == "playing"
    assert "agree_to_draw" in event.get(f"/tables/{tables[3]['id']}", seats[3][1])["may"]
    assert event.get(f"/tables/{tables[3]['id']}")["round_reports"] is None
    lapsed = event.post(path, {"game": 1, "outcome": "corp"}, seats[3][1])
    assert [each["number"] for each in lapsed["round_reports"]] == [1]
    event.post(path, {"game": 1, "outcome": "corp"}, seats[3][0])
    # closing asks about second games
    missing = event.post("/rounds/1/close", {}, status=409)
    assert missing["code"] == "game-2-missing"
    numbers = sorted(tables[n]["table_number"] for n in (2, 3))
    assert (
        f"tables {numbers[0]} and {numbers[1]}:" in missing["detail"]
        and "end it as a tie" in missing["detail"]
    )
    event.post("/rounds/1/close", {"end_as_tie": [tables[2]["id"], tables[3]["id"]]})
    by_name = points(event)
    assert [by_name[tables[n][seat]["name"]] for n in range(4) for seat in ("first", "second")] == [
        4, 1, 0, 6, 2, 2, 4, 1,
    ]  # fmt: skip
    bye = next(table for table in tables if table["bye"])
    assert by_name[bye["first"]["name"]] == 6
    exported = {game["table"]: game for game in event.get("/export/nrtm.json")["rounds"][0]}
    game = exported[tables[0]["table_number"]]
    assert game["player1"] == {
        "id": game["player1"]["id"], "role": None, "corpScore": 3, "runnerScore": 1, "combinedScore": 4,
    }  # fmt: skip
    assert (game["player2"]["corpScore"], game["player2"]["runnerScore"]) == (1, 0)
    game = exported[tables[1]["table_number"]]
    assert game["twoForOne"] and not game["intentionalDraw"]
    assert (game["player2"]["corpScore"], game["player2"]["runnerScore"]) == (3, 3)
    line = next(row for row in event.get("/standings")["rows"] if row["player_id"] == ids[0][0])
    assert (line["wins"], line["ties"], line["losses"], line["corp_games"], line["runner_games"]) == (
        1,
        1,
        0,
        1,
        1,
    )


def test_the_organizers_word_on_two_games(http: TestClient) -> None:
    event = made(http, "double-sided", 4)
    tables = event.start_round()["tables"]
    path = f"/tables/{tables[0]['id']}/result"
    ids = [tables[0][seat]["player_id"] for seat in ("first", "second")]
    event.post(path, {"intentional_draw": True})
    assert event.get(f"/tables/{tables[0]['id']}")["result"]["first_match_points"] == 3
    event.post(path, {"game": 1, "outcome": "corp", "reason": "They played after all"})
    assert event.get(f"/tables/{tables[0]['id']}")["result"] is None
    event.post(path, {"game": 2, "outcome": "corp"})
    event.post(f"/tables/{tables[1]['id']}/result", {"game": 1, "outcome": "double-loss"})
    event.post("/rounds/1/close", {"without_result": [tables[1]["id"]]}, status=200)
    assert sorted(points(event).values()) == [0, 0, 3, 3]
    corrected = event.post(path, {"game": 2, "outcome": "runner", "reason": "typed wrong"})
    assert (corrected["result"]["first_match_points"], corrected["result"]["second_match_points"]) == (6, 0)
    row = next(row for row in event.get("/standings")["rows"] if row["player_id"] == ids[0])
    assert (row["points"], row["wins"]) == (6, 2)
    entry = event.get("/journal", event.token)[0]
    assert "game 2" in entry["summary"] and "typed wrong" in entry["summary"]
    event.post(f"/journal/{entry['number']}/undo")
    assert sorted(points(event).values()) == [0, 0, 3, 3]
    lost = problem(event, path, {"intentional_draw": True, "game": 1}, None, 422)
    assert lost == ("invalid-request", '"intentional_draw" stands alone: leave the other fields out.')


def test_points_of_an_intentional_draw_can_be_changed_and_everything_follows(http: TestClient) -> None:
    event = made(http, "double-sided", 2)
    table = event.start_round()["tables"][0]
    report(event, table, {"intentional_draw": True})
    event.post("/rounds/1/close")
    assert set(points(event).values()) == {3}
    edit = http.patch(event.path, json={"settings": {"id_points": 2}}, headers=bearer(event.token))
    assert edit.status_code == 200 and set(points(event).values()) == {2}
    number = event.get("/journal", event.token)[0]["number"]
    event.post(f"/journal/{number}/undo")
    assert set(points(event).values()) == {3}
    edit = http.patch(event.path, json={"settings": {"id_points": 7}}, headers=bearer(event.token))
    assert (edit.status_code, edit.json()["code"]) == (422, "invalid-setting")


def test_a_draw_by_will_is_too_late_when_the_minutes_are_over(http: TestClient, timepiece: Any) -> None:
    event = made(http, "single-sided", 2)
    table = event.start_round()["tables"][0]
    path = f"/tables/{table['id']}/result"
    event.post("/rounds/1/clock", {"action": "start"})
    event.post(path, {"intentional_draw": True}, event.token_at(table, "first"))
    timepiece.pass_time(minutes=41)
    said = problem(event, path, {"intentional_draw": True}, event.token_at(table, "second"), 409)
    assert said[0] == "intentional-draw-too-late"
    event.post(path, {"intentional_draw": False}, event.token_at(table, "second"))
    assert event.get(f"/tables/{table['id']}", event.token)["round_reports"] == []


def test_cache_refresh_knows_no_tie_and_no_draw_by_will(http: TestClient) -> None:
    event = made(http, "cache-refresh", 2)
    table = event.start_round()["tables"][0]
    event.settle(table)
    path, token = f"/tables/{table['id']}/result", event.token_at(table, "first")
    assert problem(event, path, {"outcome": "tie"}, token, 422)[0] == "no-ties"
    assert problem(event, path, {"intentional_draw": True}, token, 409)[0] == "no-intentional-draw"
    assert problem(event, path, {"game": 1, "outcome": "corp"}, token, 422)[0] == "one-game"
    assert event.get(f"/tables/{table['id']}")["games"] == []


@pytest.mark.parametrize("structure", ["single-sided", "double-sided"])
def test_an_archive_takes_a_structure_with_it(http: TestClient, structure: str) -> None:
    event = made(http, structure, 5)
    for table in event.start_round()["tables"]:
        if not table["bye"]:
            for number in (1, 2) if structure == "double-sided" else (None,):
                report(event, table, {"outcome": "corp"} | ({"game": number} if number else {}))
    event.post("/rounds/1/close")
    whole = http.get(f"{event.path}/export/archive.json", headers=bearer(event.token))
    assert json.loads(whole.text)["version"] == VERSION
    brought = http.post("/api/v1/tournaments/import", content=whole.content, headers=bearer(event.token))
    assert brought.status_code == 201, brought.text
    again = Event(http, event.token, brought.json()["code"])
    assert again.get("/standings")["rows"][0]["points"] == event.get("/standings")["rows"][0]["points"]
    assert again.get()["structure"] == structure
    exported = [http.get(f"{each.path}/export/pairings.csv").text for each in (event, again)]
    assert exported[0] == exported[1]
    assert exported[0].splitlines()[0].endswith("game,agreed,first points,second points")
    assert len(exported[0].splitlines()) == (4 if structure == "single-sided" else 6)
