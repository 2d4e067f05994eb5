"""Pages of single-sided and double-sided events: what players, the desk and everybody read and can do."""

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.web.conftest import Clerk, Event, bearer
from tests.web.test_api_structures import made, report


def words(page: str) -> str:
    """The text of a page without its marks."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def phone(http: TestClient, event: Event, player: int) -> str:
    """The player's page."""
    token = event.tokens[player]
    http.get(f"/p/{token}")
    answer = http.get(f"/t/{event.code}/me")
    assert answer.status_code == 200, answer.text
    http.cookies.clear()
    return words(answer.text)


def send(http: TestClient, event: Event, player: int, path: str, **fields: Any) -> str:
    """The answer to a form of the player's page."""
    http.get(f"/p/{event.tokens[player]}")
    answer = http.post(f"/t/{event.code}/me/{path}", data=fields, headers={"origin": "http://testserver"})
    http.cookies.clear()
    assert answer.status_code in (200, 303, 409, 422), answer.text
    return words(answer.text)


def desk_of(http: TestClient, event: Event) -> Clerk:
    """The browser of the organizer who made the event."""
    return Clerk(http, f"Olga {event.get()['name']}")


def test_phones_of_a_single_sided_round(http: TestClient) -> None:
    event = made(http, "single-sided", 2)
    table = event.start_round()["tables"][0]
    corp, runner = table["first"]["player_id"], table["second"]["player_id"]
    shown = phone(http, event, corp)
    assert f"You are Corp against {table['second']['name']}" in shown
    assert "A drawn game is a tie." in shown and "Tie" in shown and "Draw " not in shown
    assert "the bid" not in shown.casefold() and "auction" not in shown.casefold()
    assert f"You are Runner against {table['first']['name']}" in phone(http, event, runner)
    send(http, event, corp, f"draw?table={table['id']}", draw="1")
    assert "proposes an intentional draw" in phone(http, event, runner)
    send(http, event, runner, f"draw?table={table['id']}", draw="0")
    assert "Propose an intentional draw" in phone(http, event, runner)
    send(http, event, corp, f"result?table={table['id']}", outcome="tie", ending="time")
    assert "A tie at time" in phone(http, event, runner)
    send(http, event, runner, f"result?table={table['id']}", outcome="tie", ending="time")
    assert event.get(f"/tables/{table['id']}")["result"]["decided_by"] == "tie"
    assert "A tie at time" in words(http.get(f"/t/{event.code}/rounds/1").text)
    event.post("/rounds/1/close")
    assert "tied" in phone(http, event, corp)


def test_the_reader_finds_the_own_side_above_the_pairings(http: TestClient) -> None:
    event = made(http, "single-sided", 2)
    table = event.start_round()["tables"][0]
    sides = {table["corp_player_id"]: "Corp", table["runner_player_id"]: "Runner"}
    for seat, other in (("first", "second"), ("second", "first")):
        http.get(f"/p/{event.token_at(table, seat)}")
        page = words(http.get(f"/t/{event.code}/pairings").text)
        http.cookies.clear()
        assert f"You are {sides[table[seat]['player_id']]} against {table[other]['name']}" in page


def test_phones_of_a_double_sided_round(http: TestClient) -> None:
    event = made(http, "double-sided", 2)
    table = event.start_round()["tables"][0]
    first, second = table["first"]["player_id"], table["second"]["player_id"]
    name = table["first"]["name"]
    shown = phone(http, event, first)
    assert "Each of you plays both sides" in shown and "Game 1" in shown and "Game 2" in shown
    path = f"games?table={table['id']}"
    assert "Say who won at least one game." in send(http, event, first, path)
    game_1 = {"outcome_1": "corp", "corp_1": str(first), "ending_1": "agenda", "corp_points_1": "7"}
    assert "sides once" not in send(http, event, first, path, **game_1)
    both = {**game_1, "outcome_2": "tie", "corp_2": str(first)}
    assert "each plays each side once" in send(http, event, first, path, **both)
    both["corp_2"] = str(second)
    send(http, event, first, path, **both)
    seen = phone(http, event, second)
    assert f"{name} reports: game 1, {name} won as Corp by agenda points; game 2, a tie." in seen
    assert "Yes, confirm" in seen
    http.get(f"/p/{event.tokens[second]}")
    page = http.get(f"/t/{event.code}/me").text
    form = re.search(rf'<form method="post" action="[^"]*{re.escape(path)}"[^>]*>(.*?)</form>', page, re.S)
    assert form is not None
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form.group(1)))
    http.cookies.clear()
    send(http, event, second, path, **fields)
    done = event.get(f"/tables/{table['id']}")["result"]
    assert (done["first_match_points"], done["second_match_points"]) == (4, 1)
    public = words(http.get(f"/t/{event.code}/rounds/1").text)
    assert f"{name} 4, {table['second']['name']} 1: game 1, {name} won as Corp" in public


def test_the_desk_of_a_double_sided_round(http: TestClient) -> None:
    event = made(http, "double-sided", 4)
    tables = event.start_round()["tables"]
    olga = desk_of(http, event)
    desk = f"/t/{event.code}/desk"
    assert "game 1 of 2" in words(olga.get(desk))
    path = f"{desk}/tables/{tables[0]['id']}"
    page = words(olga.get(path))
    assert "Intentional draw" in page and "Game 2" in page and "Settle the auction" not in page
    first = tables[0]["first"]["player_id"]
    olga.post(f"{path}/games", outcome_1="corp", corp_1=str(first))
    assert "game 2 of 2" in words(olga.get(desk))
    assert "2 for 1" in words(olga.get(path))
    olga.post(f"{path}/games", two_for_one=str(first))
    assert event.get(f"/tables/{tables[0]['id']}")["result"]["two_for_one"]
    olga.post(f"{desk}/tables/{tables[1]['id']}/draw")
    event.post("/rounds/1/close")
    standings = words(http.get(f"/t/{event.code}/standings").text)
    assert " 6 " in standings


def test_a_tie_is_entered_by_a_line(http: TestClient) -> None:
    event = made(http, "single-sided", 2)
    table = event.start_round()["tables"][0]
    olga, desk = desk_of(http, event), f"/t/{event.code}/desk"
    assert "A tie" in words(olga.get(f"{desk}/entry/preview?line={table['table_number']}+T"))
    olga.post(f"{desk}/entry", line=f"{table['table_number']} T")
    assert event.get(f"/tables/{table['id']}")["result"]["decided_by"] == "tie"


@pytest.mark.parametrize("structure", ["single-sided", "double-sided"])
def test_every_page_of_a_structure_opens(http: TestClient, structure: str) -> None:
    event = made(http, structure, 4, cut={"kind": "single", "size": 2}, planned_rounds=1)
    olga = desk_of(http, event)
    desk, public = f"/t/{event.code}/desk", f"/t/{event.code}"
    event.post("/rounds", {"expected_number": 1}, status=201)
    olga.get(f"{desk}/rounds/1")
    tables = event.post("/rounds/1/publish")["tables"]
    pages = ["", "/rounds/1", "/standings", "/statistics", "/wall", "/print"]
    for table in tables:
        report(event, table, {"intentional_draw": True} if table is tables[0] else
               {"outcome": "corp", **({"game": 1} if structure == "double-sided" else {})})  # fmt: skip
    for page in pages:
        assert http.get(public + page, headers=bearer(event.token)).status_code == 200, page
    for page in (
        "",
        "/players",
        "/rounds",
        "/rounds/1",
        "/settings",
        f"/tables/{tables[1]['id']}",
        "/journal",
    ):
        olga.get(desk + page)
    if structure == "double-sided":
        report(event, tables[1], {"outcome": "tie", "game": 2})
    event.post("/rounds/1/close")
    number = event.post("/cut", {}, status=201)["round"]
    cut = event.post(f"/rounds/{number}/publish")["tables"][0]
    olga.get(f"{desk}/tables/{cut['id']}")
    side = {"action": "choose-side", "side": "corp"}
    event.post(f"/tables/{cut['id']}/auction", side, event.token_at(cut, "first"))
    assert "higher seed" in phone(http, event, cut["first"]["player_id"])
    report(event, cut, {"outcome": "tie"})
    event.post(f"/rounds/{number}/close")
    event.post("/finish")
    for page in [*pages, "/bracket", f"/players/{cut['first']['player_id']}"]:
        assert http.get(public + page, headers=bearer(event.token)).status_code == 200, page
    olga.get(f"{desk}/players/{cut['first']['player_id']}")


def test_an_event_of_a_structure_is_made_and_changed_by_forms(http: TestClient) -> None:
    olga = Clerk(http, "Olga")
    page = olga.get("/organize")
    assert "Double-sided Swiss, 65 minutes" in page
    plain = {"round_minutes": "", "planned_rounds": "", "deck_policy": "none", "cut": "none-0"}
    event = {"name": "Doubles", "date": "2018-02-15", "format": "standard", "structure": "double-sided"}
    olga.post("/organize", **event, **plain)
    code = olga.path.split("/")[2]
    shown = http.get(f"/api/v1/tournaments/{code}").json()
    assert (shown["structure"], shown["round_minutes"]) == ("double-sided", 65)
    settings = words(olga.get(f"/t/{code}/desk/settings"))
    assert "Points for an intentional draw" in settings and "Sides in the cut" not in settings


def test_the_desk_decides_what_was_reported_of_two_games(http: TestClient) -> None:
    event = made(http, "double-sided", 6)
    tables = event.start_round()["tables"]
    olga, desk = desk_of(http, event), f"/t/{event.code}/desk"
    one, differing, both = tables
    name, other = one["first"]["name"], differing["second"]["name"]
    result = "/tables/{}/result"
    event.post(result.format(one["id"]), {"game": 1, "outcome": "corp"}, event.token_at(one, "first"))
    for seat, outcome in (("first", "corp"), ("second", "runner")):
        said = {"game": 1, "outcome": outcome}
        event.post(result.format(differing["id"]), said, event.token_at(differing, seat))
    report(event, both, {"game": 1, "outcome": "runner"})
    shown = words(olga.get(desk))
    assert f"{name} says: game 1, {name} won as Corp" in shown
    assert f"Table {differing['table_number']}: two different reports" in shown
    assert f"{other} says: game 1, {other} won as Runner." in shown
    assert (
        f"Game 2 of table {both['table_number']} has no result:"
        f" {both['first']['name']} and {both['second']['name']}" in shown
    )
    assert f"{both['second']['name']} won as Runner; game 2 has no result" in shown
    # One report of one game is accepted; the table stays out until the other has its result.
    olga.post(f"{desk}/accept", table=str(one["id"]))
    games = event.get(f"/tables/{one['id']}")["games"]
    assert games[0]["result"]["final"] and games[1]["result"] is None
    page = olga.get(desk)
    form = next(
        each
        for each in re.findall(r'<form method="post" action="[^"]*/games">.*?</form>', page, re.S)
        if f"{other} is right" in words(each)
    )
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
    olga.post(f"{desk}/tables/{differing['id']}/games", **fields)
    decided = event.get(f"/tables/{differing['id']}")
    assert decided["games"][0]["result"]["winner_id"] == differing["second"]["player_id"]
    assert decided["state"] == "playing"
    # At time the second games were not begun: two at once, and one on its own page.
    olga.post(f"{desk}/end-games", table=[str(one["id"]), str(differing["id"])])
    assert "ended the second games of tables" in event.get("/journal", event.token)[0]["summary"]
    path = f"{desk}/tables/{both['id']}"
    assert "Game 2 was not begun: end it as a tie" in words(olga.get(path))
    olga.post(f"{path}/games", outcome_2="tie", ending_2="time")
    assert "no result" not in words(olga.get(desk))
    event.post("/rounds/1/close")
    assert sorted(row["points"] for row in event.get("/standings")["rows"]) == [1, 1, 1, 4, 4, 4]


def test_a_refused_form_of_two_games_keeps_what_was_typed(http: TestClient) -> None:
    event = made(http, "double-sided", 2)
    table = event.start_round()["tables"][0]
    olga = desk_of(http, event)
    typed = {
        "outcome_1": "corp",
        "corp_1": str(table["second"]["player_id"]),
        "ending_1": "decked",
        "outcome_2": "tie",
        "corp_2": str(table["first"]["player_id"]),
        "corp_points_2": "5",
    }
    games = f"games?table={table['id']}"
    http.get(f"/p/{event.tokens[table['first']['player_id']]}")
    theirs = http.post(f"/t/{event.code}/me/{games}", data=typed, headers={"origin": "http://testserver"})
    http.cookies.clear()
    path = f"/t/{event.code}/desk/tables/{table['id']}/games"
    for page in (theirs.text, olga.post(path, 422, **typed)):
        assert "is empty the Runner wins: check who won." in page
        assert re.search(r'name="outcome_1" value="corp" checked', page)
        assert re.search(r'<option value="decked" selected>', page)
        assert re.search(rf'<option value="{table["second"]["player_id"]}" selected>', page)
        assert re.search(r'name="corp_points_2"[^>]*value="5"', page)


def test_the_journal_finds_the_games_among_the_results(http: TestClient) -> None:
    event = made(http, "double-sided", 2)
    table = event.start_round()["tables"][0]
    report(event, table, {"game": 1, "outcome": "corp"})
    olga = desk_of(http, event)
    assert "game 1:" in olga.get(f"/t/{event.code}/desk/journal?kind=results")
    assert "game 1:" not in olga.get(f"/t/{event.code}/desk/journal?kind=other")


def test_lines_enter_whole_rounds_of_two_games(http: TestClient) -> None:
    event = made(http, "double-sided", 8)
    tables = {table["table_number"]: table for table in event.start_round()["tables"]}
    olga, desk = desk_of(http, event), f"/t/{event.code}/desk"

    def preview(line: str) -> str:
        return words(olga.get(f"{desk}/entry/preview?line={line.replace(' ', '+')}"))

    def names(number: int) -> list[str]:
        return [tables[number][seat]["name"] for seat in ("first", "second")]

    def worth(number: int) -> list[int]:
        result = event.get(f"/tables/{tables[number]['id']}")["result"]
        return [result["first_match_points"], result["second_match_points"]]

    first, second = names(1)
    page = words(olga.get(desk))
    assert "3 241 1 2 for 1: the player named first takes both games." in page and "2R5" not in page
    # Both games: the player named first has the Corp in the first one.
    assert f"Enter sends: Table 1: game 1, {first} won as Corp; game 2, {first} won as Runner." in preview(
        "1 CR"
    )
    olga.post(f"{desk}/entry", line="1 CR")
    assert worth(1) == [6, 0]
    olga.post(f"{desk}/entry", line="1 cr")
    refused = words(olga.post(f"{desk}/entry", 409, line="1 RC"))
    assert "Table 1 has another result already. Open the table to correct it." in refused
    assert f"Table 1 has another result already: {first} 6, {second} 0" in preview("1 RC")
    assert worth(1) == [6, 0]
    # One game, then the other: the first may be said again.
    olga.post(f"{desk}/entry", line="2 R 7-3")
    assert f"{names(2)[1]} won as Runner, 7–3 by agenda points; game 2 has no result" in words(olga.get(desk))
    olga.post(f"{desk}/entry", line="2 RT")
    assert worth(2) == [1, 4]
    # 2 for 1, with the sides that one player reported.
    report_of_one = {"game": 1, "outcome": "runner", "corp_player_id": tables[3]["second"]["player_id"]}
    event.post(f"/tables/{tables[3]['id']}/result", report_of_one, event.token_at(tables[3], "first"))
    said = preview("3 241 1")
    assert f"game 1, {names(3)[0]} won as Runner; 2 for 1, {names(3)[0]} takes both games." in said
    olga.post(f"{desk}/entry", line="3 241 1")
    assert worth(3) == [6, 0]
    # An intentional draw, and none where a game has its result.
    olga.post(f"{desk}/entry", line="4 C")
    assert "Table 4 has another result already" in preview("4 ID")
    olga.post(f"{desk}/entry", 409, line="4 ID")
    assert "2 for 1" in preview("4 241 1") and "another result" in preview("4 241 2")
    olga.post(f"{desk}/entry", line="4 241 1")
    assert worth(4) == [6, 0]
    olga.post(f"{desk}/tables/{tables[4]['id']}/clear", reason="Wrong slip")
    assert "Table 4: An intentional draw." in preview("4 id")
    olga.post(f"{desk}/entry", line="4 id")
    assert worth(4) == [3, 3]
    told = event.get("/journal", event.token)[0]["summary"]
    assert "entered table 4 in round 1: an intentional draw" in told
    assert "“1C2” is not understood" in preview("4 1C2 C")
    event.post("/rounds/1/close")


def test_lines_of_assigned_sides_name_the_seat_or_the_side(http: TestClient) -> None:
    event = made(http, "single-sided", 6)
    tables = {table["table_number"]: table for table in event.start_round()["tables"]}
    olga, desk = desk_of(http, event), f"/t/{event.code}/desk"
    assert "bid" not in words(olga.get(desk)).casefold().replace("bid table", "")
    second = tables[1]["second"]["name"]
    said = words(olga.get(f"{desk}/entry/preview?line=1+2+7-4"))
    assert f"{second} won as Runner against {tables[1]['first']['name']}, 7–4" in said
    olga.post(f"{desk}/entry", line="1 2 7-4")
    olga.post(f"{desk}/entry", line="2 ID")
    olga.post(f"{desk}/entry", line="3 1")
    results = [event.get(f"/tables/{tables[number]['id']}")["result"] for number in (1, 2, 3)]
    assert [result["outcome"] for result in results] == ["runner", "tie", "corp"]
    assert results[0]["runner_points"] == 7 and results[1]["intentional_draw"]
    event.post("/rounds/1/close")


def test_standings_say_ties_sides_and_how_they_come_in_words_of_the_structure(http: TestClient) -> None:
    event = made(http, "single-sided", 5)
    tables = [table for table in event.start_round()["tables"] if not table["bye"]]
    report(event, tables[0], {"outcome": "corp"})
    report(event, tables[1], {"outcome": "tie"})
    shown = words(http.get(f"/t/{event.code}/rounds/1?by=name").text)
    assert "Player Table Side Opponent" in shown
    wall = words(http.get(f"/t/{event.code}/wall?show=pairings").text)
    assert f"as Corp against {tables[0]['second']['name']}" in wall
    event.post("/rounds/1/close")
    page = http.get(f"/t/{event.code}/standings").text
    shown = words(page)
    assert "W–L–T Corp–Runner SoS" in shown and " 0–0–1 1–0 " in shown and " 0–0–1 0–1 " in shown
    assert "0–0–0, 1 bye 0–0" in shown
    assert "Round 1: tied as Corp against" in shown and "won as Corp lost as Runner tie bye" in shown
    assert "A win is worth 3 points, a tie 1, a loss nothing; a bye counts as 3." in shown
    assert "An intentional draw gives 1 to each player." in shown
    assert "The pairing assigns the sides" in shown and "bought" not in shown and "two games" not in shown
    paper = words(desk_of(http, event).get(f"/t/{event.code}/print/standings"))
    assert "W–L–T Corp–Runner" in paper
    assert "0–0–1" in words(http.get(f"/t/{event.code}/wall?show=standings").text)
    event.post("/finish")
    end = phone(http, event, tables[1]["first"]["player_id"])
    assert "0 wins, 1 tie and 0 losses." in end and "auction" not in end


def test_standings_of_two_games_show_the_points_of_each_round(http: TestClient) -> None:
    event = made(http, "double-sided", 4)
    tables = event.start_round()["tables"]
    for number, outcome in ((1, "corp"), (2, "tie")):
        report(event, tables[0], {"game": number, "outcome": outcome})
    report(event, tables[1], {"intentional_draw": True})
    edit = {"settings": {"id_points": 2}}
    http.patch(event.path, json=edit, headers=bearer(event.token))
    event.post("/rounds/1/close")
    page = http.get(f"/t/{event.code}/standings").text
    shown = words(page)
    first, second = (tables[0][seat]["name"] for seat in ("first", "second"))
    assert f"Round 1: 4 to 1 points against {second}" in shown
    assert re.search(r'<span class="sq won "[^>]*><span aria-hidden="true">4</span>', page)
    assert "W–L–T SoS" in shown and "1–0–1" in shown and "Corp–Runner" not in shown
    assert "A round has two games. A won game is worth 3 points, a tied one 1" in shown
    assert "a bye counts as 6" in shown and "Two for one" in shown
    assert "An intentional draw gives 2 to each player." in shown and "assigns the sides" not in shown
    event.post("/finish")
    champion = words(http.get(f"/t/{event.code}").text)
    assert f"{first}" in champion and "1 of 2 games won" in champion and "ought a side" not in champion


def test_cache_refresh_standings_have_nothing_of_other_structures(http: TestClient) -> None:
    event = made(http, "cache-refresh", 4)
    for table in event.start_round()["tables"]:
        event.settle(table)
        report(event, table, {"outcome": "corp"})
    shown = words(http.get(f"/t/{event.code}/rounds/1?by=name").text)
    assert "Player Table Opponent" in shown
    event.post("/rounds/1/close")
    shown = words(http.get(f"/t/{event.code}/standings").text)
    assert "Points Record SoS" in shown and "1–0" in shown and "won as Corp, bought for 4" in shown
    assert "A win and a bye are worth 3 points, a loss nothing." in shown
    for word in ("tie ", "Corp–Runner", "two games", "ntentional", "assigns"):
        assert word not in shown
    settings = words(desk_of(http, event).get(f"/t/{event.code}/desk/settings"))
    assert "Sides in the cut" in settings and "Rematch with swapped" not in settings


@pytest.mark.parametrize(
    ("structure", "there", "not_there"),
    [
        ("cache-refresh", ("bids first", "Side named", "draw"), ("2 for 1", "plays Corp", "tie")),
        ("single-sided", ("plays Corp", "plays Runner", "tie"), ("bids first", "Side named", "Game 2")),
        ("double-sided", ("Game 1", "Game 2", "2 for 1", "intentional draw"), ("bids first", "plays Corp")),
    ],
)
def test_paper_asks_what_the_structure_asks(
    http: TestClient, structure: str, there: tuple[str, ...], not_there: tuple[str, ...]
) -> None:
    event = made(http, structure, 4)
    tables = event.start_round()["tables"]
    olga = desk_of(http, event)
    slips = words(olga.get(f"/t/{event.code}/print/slips"))
    assert all(word in slips for word in there), slips
    assert not any(word in slips for word in not_there), slips
    paper = words(olga.get(f"/t/{event.code}/print/pairings-by-name"))
    assert (f"{tables[0]['first']['name']} (Corp)" in paper) is (structure == "single-sided")


def test_what_a_rematch_costs_is_a_setting_of_assigned_sides(http: TestClient) -> None:
    event = made(http, "single-sided", 4)
    olga, path = desk_of(http, event), f"/t/{event.code}/desk/settings"
    assert "Rematch with swapped sides" in words(olga.get(path))
    refused = olga.post(path, 422, swapped_costs="many", retention_days="")
    assert "Say what a rematch costs, like 18; or leave it empty." in words(refused)
    assert 'value="many"' in refused
    olga.post(path, swapped_costs="18", retention_days="")
    assert re.search(r'name="swapped_costs"[^>]*value="18"', olga.get(path))
    olga.post(path, swapped_costs="", retention_days="")
    assert not re.search(r'name="swapped_costs"[^>]*value="18"', olga.get(path))
