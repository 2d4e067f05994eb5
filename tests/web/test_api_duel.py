"""A whole event of the Cyberpunk TCG through the JSON API: who begins, Gig dice, ties, the cut, bad input."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.web.conftest import Event, bearer
from tests.web.test_api_structures import NAMES, made, points, problem, report


def won(seat: str = "first") -> dict[str, Any]:
    dice = {"first_dice": 7, "second_dice": 4} if seat == "first" else {"first_dice": 3, "second_dice": 8}
    return {"outcome": seat, "ending": "gigs", **dice}


def test_a_whole_event(http: TestClient) -> None:
    event = made(http, "duel", 5, cut={"kind": "single", "size": 4}, format="standard")
    told = event.get()
    assert (told["structure"], told["format"], told["mwl"], told["cut_sides"], told["round_minutes"]) == (
        "duel", "cyberpunk", None, "none", 50,
    )  # fmt: skip
    assert told["planned_rounds"] == 3
    shown = event.start_round()
    table = next(one for one in shown["tables"] if not one["bye"])
    assert (table["sides_by"], table["state"], table["auction"], table["starting"]) == (
        "none", "playing", None, None,
    )  # fmt: skip
    assert table["corp_player_id"] is table["runner_player_id"] is table["began_player_id"] is None
    first = event.token_at(table, "first")
    mine = event.get(f"/tables/{table['id']}", first)
    assert mine["may"] == ["check_in", "report_result", "tell_who_begins", "propose_draw"]
    began = event.post(f"/tables/{table['id']}/began", {"player_id": table["second"]["player_id"]}, first)
    assert began["began_player_id"] == table["second"]["player_id"]
    done = report(event, table, won())
    assert done["state"] == "done"
    assert {key: done["result"][key] for key in ("outcome", "winner_id", "decided_by", "ending")} == {
        "outcome": "first",
        "winner_id": table["first"]["player_id"],
        "decided_by": "game",
        "ending": "gigs",
    }
    assert (done["result"]["first_dice"], done["result"]["second_dice"]) == (7, 4)
    other = next(one for one in shown["tables"] if not one["bye"] and one["id"] != table["id"])
    tied = report(event, other, {"outcome": "tie", "ending": "time", "first_dice": 5, "second_dice": 5})
    assert (tied["result"]["decided_by"], tied["result"]["winner_id"]) == ("tie", None)
    event.post("/rounds/1/close")
    resting = next(one["first"]["name"] for one in shown["tables"] if one["bye"])
    assert points(event) == {
        table["first"]["name"]: 3,
        table["second"]["name"]: 0,
        other["first"]["name"]: 1,
        other["second"]["name"]: 1,
        resting: 3,
    }
    rows = event.get("/standings")["rows"]
    assert all((row["corp_games"], row["runner_games"]) == (0, 0) for row in rows)
    for number in (2, 3):
        for each in event.start_round()["tables"]:
            if not each["bye"]:
                report(event, each, won("second"))
        event.post(f"/rounds/{number}/close")
    final = cut(event)
    event.post("/finish")
    assert event.get("/bracket")["places"][0]["player_id"] == final["first"]["player_id"]
    sentences = [entry["summary"] for entry in event.get("/journal", event.token)]
    assert f"{table['second']['name']} begins at table {table['table_number']}" in sentences
    assert not [said for said in sentences if "Corp" in said or "Runner" in said or "auction" in said]


def cut(event: Event) -> dict[str, Any]:
    """The cut to its end: every game is a tie, which the higher seed wins; the last table."""
    table: dict[str, Any] = {}
    while event.get()["next"]["command"] in ("start_cut", "pair_cut"):
        number = event.post("/cut", {}, status=201)["round"]
        for table in event.post(f"/rounds/{number}/publish")["tables"]:
            assert (table["sides_by"], table["state"]) == ("none", "playing")
            assert table["draw_winner_id"] == table["first"]["player_id"]
            table = report(event, table, {"outcome": "tie", "ending": "time"})
            assert table["result"]["decided_by"] == "higher-seed"
            assert table["result"]["winner_id"] == table["first"]["player_id"]
        event.post(f"/rounds/{number}/close")
    return table


@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        ({"outcome": "corp"}, "no-sides", "no Corp and no Runner"),
        ({"outcome": "first", "corp_points": 7}, "no-sides", "no Corp and no Runner"),
        ({"outcome": "first", "ending": "flatline"}, "ending-contradicts-outcome", "seven Gigs, overtime"),
        ({"outcome": "first", "first_dice": 13}, "dice-out-of-range", "There are 12 Gig dice"),
        ({"outcome": "first", "second_dice": -1}, "dice-out-of-range", "There are 12 Gig dice"),
        ({"outcome": "first", "ending": "gigs", "first_dice": 6}, "too-few-dice", "needs 7 dice"),
        ({"outcome": "second", "first_dice": 7, "second_dice": 5}, "too-few-dice", "the winner has 5"),
        (
            {"outcome": "tie", "ending": "time", "first_dice": 4, "second_dice": 5},
            "dice-contradict-outcome",
            "4 and 5 are no tie",
        ),
        ({"game": 1, "outcome": "first"}, "one-game", "one game"),
        ({"two_for_one": 1}, "one-game", "one game"),
    ],
)
def test_reports_that_cannot_be_change_nothing(
    http: TestClient, body: dict[str, Any], code: str, words: str
) -> None:
    event = made(http, "duel", 2)
    table = event.start_round()["tables"][0]
    for token in (event.token_at(table, "first"), None):
        said = problem(event, f"/tables/{table['id']}/result", body, token, 422)
        assert said[0] == code and words in said[1]
    assert event.get(f"/tables/{table['id']}", event.token)["state"] == "playing"


def test_nobody_bids_chooses_or_swaps_a_side(http: TestClient) -> None:
    event = made(http, "duel", 2)
    table = event.start_round()["tables"][0]
    path, first = f"/tables/{table['id']}", event.token_at(table, "first")
    winner = table["first"]["player_id"]
    asked = [
        (f"{path}/bids", {"version": 0, "side": "corp", "bid": 3}, first),
        (f"{path}/bids", {"version": 0, "pass": True}, first),
        (f"{path}/auction", {"action": "settle", "winner": winner, "side": "corp", "bid": 1}, None),
        (f"{path}/auction", {"action": "restart"}, None),
        (f"{path}/auction", {"action": "choose-side", "side": "corp"}, first),
        (f"{path}/auction", {"action": "correct", "winner": winner, "side": "corp", "reason": "x"}, None),
        (f"{path}/one-phone", {"action": "share"}, first),
    ]
    for where, body, token in asked:
        assert problem(event, where, body, token, 409) == (
            "no-sides", "This game has no sides: nobody bids and nobody chooses one. Report who won.",
        ), where  # fmt: skip


def test_who_begins_is_told_by_the_table_and_may_be_taken_back(http: TestClient) -> None:
    event = made(http, "duel", 4)
    tables = event.start_round()["tables"]
    path, first = f"/tables/{tables[0]['id']}/began", event.token_at(tables[0], "first")
    begins = {"player_id": tables[0]["first"]["player_id"]}
    for told in (begins, begins, {"player_id": None}, begins):
        assert event.post(path, told, first)["began_player_id"] == told["player_id"]
    stranger = event.token_at(tables[1], "first")
    assert problem(event, path, begins, stranger, 403)[0] == "not-your-table"
    outside = {"player_id": tables[1]["first"]["player_id"]}
    assert problem(event, path, outside, first, 422) == (
        "not-at-the-table", "Name one of the two players of this table.",
    )  # fmt: skip
    report(event, tables[0], won())
    assert problem(event, path, {"player_id": None}, first, 409)[0] == "result-final"
    assert event.post(path, {"player_id": None})["began_player_id"] is None
    netrunner = made(http, "single-sided", 2)
    table = netrunner.start_round()["tables"][0]
    told = {"player_id": table["first"]["player_id"]}
    assert problem(netrunner, f"/tables/{table['id']}/began", told, None, 409)[0] == "game-has-sides"
    seat = {"outcome": "first"}
    assert problem(netrunner, f"/tables/{table['id']}/result", seat, None, 422)[0] == "not-of-this-game"


def test_a_structure_changes_to_and_from_one_with_sides(http: TestClient) -> None:
    event = made(http, "cache-refresh", 4, cut={"kind": "single", "size": 4})
    event.post("/rounds", {"expected_number": 1}, status=201)

    def edit(**changes: Any) -> dict[str, Any]:
        answer = http.patch(event.path, json=changes, headers=bearer(event.token))
        return answer.json()  # type: ignore[no-any-return]

    said = edit(structure="duel")
    assert (said["format"], said["cut_sides"], said["round_minutes"]) == ("cyberpunk", "none", 50)
    draft = event.get("/rounds/1", event.token)
    assert {table["sides_by"] for table in draft["tables"]} == {"none"}
    said = edit(structure="cache-refresh")
    assert (said["format"], said["cut_sides"], said["round_minutes"]) == ("cache-refresh", "auction", 40)
    refused = edit(cut={"kind": "single", "size": 4, "sides": "none"})
    assert refused["code"] == "invalid-setting" and "This game has sides" in refused["detail"]


def test_a_game_loss_and_a_disputed_report(http: TestClient) -> None:
    event = made(http, "duel", 4)
    tables = event.start_round()["tables"]
    loser = tables[0]["first"]["player_id"]
    event.post(
        "/penalties",
        {"player_id": loser, "kind": "game-loss", "infraction": "Late", "table_id": tables[0]["id"]},
        status=201,
    )
    result = event.get(f"/tables/{tables[0]['id']}", event.token)["result"]
    assert (result["outcome"], result["ending"], result["winner_id"]) == (
        "second", "forfeit", tables[0]["second"]["player_id"],
    )  # fmt: skip
    path = f"/tables/{tables[1]['id']}"
    event.post(f"{path}/result", won(), event.token_at(tables[1], "first"))
    event.post(f"{path}/result", won("second"), event.token_at(tables[1], "second"))
    assert event.get(path, event.token)["state"] == "disputed"
    said = event.post(f"{path}/result", won())
    assert said["state"] == "done" and said["result"]["winner_id"] == tables[1]["first"]["player_id"]
    event.post("/rounds/1/close")
    assert sorted(points(event).values()) == [0, 0, 3, 3]
    assert set(points(event)) == set(NAMES[:4])


LIST = "Legends\n1 V\n1 Viktor Vektor\n1 Yorinobu Arasaka\n\nDeck\n" + "\n".join(
    f"3 Card number {number}" for number in range(14)
)


def test_one_deck_is_handed_in_and_judged_by_the_law_of_the_game(http: TestClient) -> None:
    event = made(http, "duel", 1, deck_policy="required")
    player = event.get("/players", event.token)[0]
    assert player["decks"] == {"deck": None} and player["corp_identity"] is None
    path = f"{event.path}/players/{player['id']}"
    handed = http.patch(path, json={"deck": LIST}, headers=bearer(event.token)).json()
    assert handed["decks"]["deck"]["legal"] is True and handed["decks"]["deck"]["cards"] == 42
    many = http.patch(path, json={"deck": LIST.replace("3 Card", "4 Card", 1)}, headers=bearer(event.token))
    assert [each["code"] for each in many.json()["decks"]["deck"]["violations"]] == [
        "copies-exceed-deck-limit"
    ]
    refused = http.patch(path, json={"corp_deck": LIST}, headers=bearer(event.token))
    assert (refused.status_code, refused.json()["code"]) == (422, "no-such-deck")
    assert refused.json()["detail"] == "This event takes one deck from each player: hand it in as deck."
    as_object = {"legends": ["V", "Viktor Vektor", "Yorinobu Arasaka"], "cards": {"Mantis Blades": 3}}
    small = http.patch(path, json={"deck": as_object}, headers=bearer(event.token)).json()
    assert [each["code"] for each in small["decks"]["deck"]["violations"]] == ["deck-too-small"]


def test_exports_know_no_side(http: TestClient) -> None:
    event = made(http, "duel", 2)
    table = event.start_round()["tables"][0]
    event.post(f"/tables/{table['id']}/began", {"player_id": table["second"]["player_id"]})
    report(event, table, won())
    event.post("/rounds/1/close")
    text = http.get(f"{event.path}/export/pairings.csv").text.lstrip("\ufeff").splitlines()
    assert text[0].startswith("round,table,first player,second player,began,winner")
    first, second = table["first"]["name"], table["second"]["name"]
    assert text[1] == f"1,1,{first},{second},{second},{first},first,gigs,game,7,4,,3,0"
    columns = {
        name: http.get(f"{event.path}/export/{name}.csv").text.lstrip("\ufeff").splitlines()[:2]
        for name in ("standings", "final-standings")
    }
    assert columns == {
        "standings": [
            "rank,name,points,wins,losses,byes,sos,sos fraction,extended sos,extended sos fraction,by lot,"
            "dropped,ties",
            f"1,{first},3,1,0,0,0.0000,0,3.0000,3,,,0",
        ],
        "final-standings": ["place,name,place after swiss,points,wins,losses,dropped", f"1,{first},1,3,1,0,"],
    }
    nrtm = http.get(f"{event.path}/export/nrtm.json")
    assert (nrtm.status_code, nrtm.json()["code"]) == (409, "not-for-this-game")
    statistics = event.get("/statistics")
    assert statistics["sides"] == [] and statistics["beginners"] == {"games": 1, "wins": 0, "share": 0.0}
    archive = http.get(f"{event.path}/export/archive.json", headers=bearer(event.token))
    made_again = http.post("/api/v1/tournaments/import", content=archive.content, headers=bearer(event.token))
    assert made_again.status_code == 201, made_again.text
    again = Event(http, event.token, made_again.json()["code"])
    assert points(again) == points(event)
    kept = again.get("/rounds/1")["tables"][0]
    assert kept["result"]["first_dice"] == 7 and kept["began_player_id"] == kept["second"]["player_id"]
