"""What everybody sees of an event: never more than what is settled, whoever looks."""

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.services.kernel.actors import Actor, ActorKind
from app.services.people import sessions
from app.services.people.accounts import account_named

LIVE = {"x-requested-with": "live"}
PAGES = ("", "/pairings", "/pairings?by=name", "/standings", "/bracket", "/pool")


def words(markup: str) -> str:
    """The text of a page or a part of it."""
    main = markup.partition("<main")[2].partition("</main")[0] or markup
    bare = re.sub(r"<svg.*?</svg>|<[^>]+>", " ", main, flags=re.S)
    return " ".join(bare.split())


def see(event: Any, path: str = "", http: Any = None) -> str:
    answer = (http or event.http).get(f"/t/{event.code}{path}")
    assert answer.status_code == 200, answer.text
    return words(answer.text)


@pytest.mark.parametrize("path", PAGES)
def test_an_event_with_nothing_yet(event: Any, path: str) -> None:
    answer = event.http.get(f"/t/{event.code.lower()}{path}")
    assert answer.status_code == 200 and "Spring Refresh" in answer.text


def test_empty_pages_say_when_there_will_be_something(event: Any) -> None:
    assert "Round 1 is paired when the organizer starts it." in see(event, "/pairings")
    assert "They appear when round 1 is closed." in see(event, "/standings")
    assert "when the organizer starts the cut" in see(event, "/bracket")


def test_a_draft_is_nobodys_but_the_staffs(event: Any) -> None:
    for name in ("Ana", "Ben"):
        event.player(name)
    event.post("/rounds", {"expected_number": 1}, status=201)
    assert "No pairings yet" in see(event, "/pairings")
    assert event.http.get(f"/t/{event.code}/rounds/1").status_code == 404


@pytest.mark.parametrize("organizer", [False, True], ids=["public", "organizer"])
def test_bids_and_reports_show_only_when_settled_and_final(event: Any, organizer: bool) -> None:
    http = TestClient(event.http.app, base_url="http://testserver")
    if organizer:
        sign_in(event, http)
    for name in ("Ana", "Ben"):
        event.player(name)
    table = event.start_round()["tables"][0]
    first, second = (event.token_at(table, seat) for seat in ("first", "second"))
    bids = f"/tables/{table['id']}/bids"
    event.post(bids, {"version": 0, "side": "runner", "bid": 6}, first)
    page = see(event, "/pairings?by=table", http)
    assert "waiting" in page and "bidding" not in page and "bid 6" not in page and "Runner" not in page
    event.post(bids, {"version": 1, "pass": True}, second)
    page = see(event, "/pairings?by=table", http)
    assert "playing" in page and f"{table['first']['name']} bid 6 on Runner" in page
    report = {"outcome": "corp", "ending": "flatline"}
    event.post(f"/tables/{table['id']}/result", report, first)
    page = see(event, "/pairings?by=table", http)
    assert "playing" in page and "won as Corp" not in page and "reported" not in page
    event.post(f"/tables/{table['id']}/result", report, second)
    assert f"{table['second']['name']} won as Corp by flatline" in see(event, "/pairings?by=table", http)


def sign_in(event: Any, http: TestClient) -> None:
    context = event.http.app.state.context
    account = account_named(context.installation, "Olga")
    actor = Actor(ActorKind.ORGANIZER, account.id, account.name)
    sessions.open_session(context.installation, context.now(), "olga-is-here", actor)
    http.cookies.set("organizer", "olga-is-here")
    assert f"/t/{event.code}/desk" in http.get(f"/t/{event.code}").text


def test_pairings_by_name_have_both_directions(event: Any) -> None:
    for name in ("Zoe", "Ana", "Émile"):
        event.player(name)
    shown = event.start_round()["tables"]
    page = see(event, "/pairings")
    assert page == see(event, "/pairings?by=name"), "by name while people look for their tables"
    for table in shown:
        first = table["first"]["name"]
        if table["bye"]:
            assert f"{first} – bye" in page
        else:
            second, number = table["second"]["name"], table["table_number"]
            assert f"{first} {number} {second}" in page and f"{second} {number} {first}" in page


def test_standings_sheets_and_earlier_rounds(event: Any) -> None:
    ids = [event.player(name) for name in ("Ana", "Ben", "Cleo", "Dan", "Eve")]
    for number, outcome in ((1, "draw"), (2, "corp")):
        for table in event.start_round()["tables"]:
            if not table["bye"]:
                event.settle(table, bid=2)
                event.finish(table, outcome, "time")
        event.post(f"/rounds/{number}/close")
    rows = event.get("/standings")["rows"]
    earlier = {row["name"]: row["rank"] for row in event.get("/standings", round=1)["rows"]}
    assert any(earlier[row["name"]] != row["rank"] for row in rows)
    page = see(event, "/standings")
    assert "After round 2" in page
    for row in rows:
        places = earlier[row["name"]] - row["rank"]
        way = f"{'up' if places > 0 else 'down'} {abs(places)} since round 1 "
        arrow = f"{'▲' if places > 0 else '▼'}{abs(places)} {way}" if places else ""
        line = page[page.index(f" {row['rank']} {arrow}{row['name']} ") :]
        assert f" {row['points']} {row['wins']}–{row['losses']}" in line[: line.index("SoS") + 400]
        assert f"{row['sos']['decimal']:.4f}" in page
    assert "After round 1" in see(event, "/standings?round=1")
    assert event.http.get(f"/t/{event.code}/standings?round=3").status_code == 404
    winner = rows[0]
    sheet = see(event, f"/players/{winner['player_id']}")
    assert f"Rank {winner['rank']} of 5" in sheet and "How the numbers come about" in sheet
    assert f"= {winner['sos']['decimal']:g}" in sheet
    assert event.http.get(f"/t/{event.code}/players/{max(ids) + 1}").status_code == 404


def test_the_cut_is_shown_game_by_game(event: Any) -> None:
    for name in ("Ana", "Ben", "Cleo", "Dan"):
        event.player(name)
    for table in event.start_round()["tables"]:
        event.settle(table)
        event.finish(table)
    event.post("/rounds/1/close")
    event.post("/cut", {"kind": "single", "size": 4}, status=201)
    event.post("/rounds/2/publish")
    page = see(event, "/bracket")
    for name in ("Ana", "Ben", "Cleo", "Dan"):
        assert name in page
    assert "Top 4, single elimination." in page and "Winner of game 1" in page


def test_the_cut_decides_the_final_standings(event: Any) -> None:
    for name in ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn"):
        event.player(name)
    for table in event.start_round()["tables"]:
        event.settle(table)
        event.finish(table)
    event.post("/rounds/1/close")
    rows = event.get("/standings")["rows"]
    names = [row["name"] for row in rows]
    swiss = see(event, "/standings")
    assert f"{names[0]}, {names[1]} and {names[2]} are tied; order drawn by lot." in swiss
    assert swiss.count("are tied; order drawn by lot.") == 2
    event.post("/cut", {"kind": "single", "size": 2}, status=201)
    (final,) = event.post("/rounds/2/publish")["tables"]
    event.settle(final)
    event.finish(final, "corp" if final["first"]["player_id"] == rows[1]["player_id"] else "runner")
    event.post("/rounds/2/close")
    event.post("/finish")
    page = see(event, "/standings")
    assert "After the top cut Final standings" in page and "are tied" not in page
    assert page.index(names[1]) < page.index(names[0]) < page.index(names[2])
    assert "After round 1" in see(event, "/standings?round=1")
    assert "Final standings" in see(event)
    wall = see(event, "/wall")
    assert "Champion" in wall and f"1. {names[1]}" in wall and f"3. {names[2]}" in wall
    drawn = event.http.get(f"/t/{event.code}/pictures/standings.svg").text
    assert "Final standings after the top cut" in drawn and drawn.index(names[1]) < drawn.index(names[0])
    sheet = see(event, f"/players/{rows[1]['player_id']}")
    assert "After the Swiss rounds; the cut decided the final place" in sheet
    assert event.get("/standings")["rows"] == rows  # programs keep the Swiss order, which has the numbers
    sign_in(event, event.http)
    paper = see(event, "/print/standings")
    assert "The cut decides its players’ places. Points are those of the Swiss rounds." in paper
    assert "final standings after the top cut" in paper and paper.index(names[1]) < paper.index(names[0])


@pytest.mark.parametrize("path", [path for path in PAGES if path != "/pool"])
def test_a_part_is_what_its_address_answers_to_the_script(event: Any, path: str) -> None:
    for name in ("Ana", "Ben"):
        event.player(name)
    event.start_round()
    page = event.http.get(f"/t/{event.code}{path}")
    address = re.search(r'data-fragment="([^"]+)" data-topics="([^"]+)"', page.text)
    assert address is not None and "standings" in address[2]
    part = event.http.get(address[1].replace("&amp;", "&"), headers=LIVE)
    assert part.text.strip().startswith("<div") and "<html" not in part.text
    assert part.text.strip() in page.text
    assert 'data-live="/api/v1/tournaments/' in page.text and 'data-version="' in page.text


def test_an_unknown_event_and_round(event: Any) -> None:
    assert event.http.get("/t/QQQQQ").status_code == 404
    assert event.http.get(f"/t/{event.code}/rounds/7").status_code == 404


def test_a_hostile_name_stays_text(event: Any) -> None:
    event.player("<script>alert(1)</script>")
    event.player("Ben")
    event.start_round()
    for path in ("/pairings", "/pairings?by=name"):
        page = event.http.get(f"/t/{event.code}{path}").text
        assert "<script>alert" not in page and "&lt;script&gt;alert" in page
