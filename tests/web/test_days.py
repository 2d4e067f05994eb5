"""A day of three events: one page, one wall, players who go on in one tap, and who sits in two at once."""

import re
from typing import Any

from fastapi.testclient import TestClient

from tests.web.conftest import Clerk, Event, bearer
from tests.web.test_api_pods import event_of, ids
from tests.web.test_api_structures import made
from tests.web.test_pages_structures import words


def day_of(http: TestClient, *events: Event) -> str:
    """A day with these events, all made by one account."""
    answer = http.post(
        "/api/v1/days",
        json={"name": "Berlin Saturday", "date": "2018-02-17", "place": "Hall 3"},
        headers=bearer(events[0].token),
    )
    assert answer.status_code == 201, answer.text
    for event in events:
        event.post("/day", {"day": answer.json()["code"]})
    return str(answer.json()["code"])


def same_owner(http: TestClient, first: Event, **settings: Any) -> Event:
    """Another event of the account that made the first."""
    body = {"name": "Other", "date": "2018-02-17", "deck_policy": "none", **settings}
    answer = http.post("/api/v1/tournaments", json=body, headers=bearer(first.token))
    return Event(http, first.token, answer.json()["code"])


def test_a_day_of_three_events(http: TestClient) -> None:
    main = made(http, "cache-refresh", 6, cut={"kind": "single", "size": 2}, planned_rounds=1)
    side = same_owner(http, main, structure="single-sided", name="Side event")
    xnet = same_owner(http, main, structure="table-points", name="X.NET table")
    code = day_of(http, main, side, xnet)
    page = words(http.get(f"/d/{code.lower()}").text)
    assert "Berlin Saturday" in page and "Hall 3" in page
    for name in ("cache-refresh", "Side event", "X.NET table"):
        assert name in page
    assert [event["code"] for event in http.get(f"/api/v1/days/{code}").json()["events"]] == [
        main.code, side.code, xnet.code
    ]  # fmt: skip
    # The wall goes on from event to event, with or without scripts, and begins anew after the last.
    for at, event in enumerate((main, side, xnet)):
        wall = http.get(f"/d/{code}/wall?at={at}")
        assert (
            wall.headers["refresh"] == f"24; url=/d/{code}/wall?at={(at + 1) % 3}" and event.code in wall.text
        )

    for table in main.start_round()["tables"]:
        main.settle(table)
        main.finish(table)
    main.post("/rounds/1/close")
    assert main.post("/players/1/move", {"to": "ZZZZZ"}, status=404)["code"] == "unknown-code"
    refused = side.post("/players/out-of-cut", {"source": main.code}, status=409)
    assert refused["code"] == "no-cut"
    main.post("/cut", {}, status=201)
    main.post("/rounds/2/publish")
    assert side.post("/players/out-of-cut", {"source": main.code}) == {"players": 4}
    assert side.post("/players/out-of-cut", {"source": main.code}) == {"players": 0}
    seeds = {seed["name"] for seed in main.get("/bracket")["seeds"]}
    there = {row["name"]: row["id"] for row in side.get("/players")}
    everybody = {row["name"]: row for row in main.get("/players")}
    assert there.keys() == everybody.keys() - seeds
    assert all(everybody[name]["dropped"] for name in there)
    # The personal link of before opens the event they are in now, and a phone that was signed in is there.
    name = next(iter(there))
    link = main.tokens[everybody[name]["id"]]
    assert http.get(f"{side.path}/players/{there[name]}", headers=bearer(link)).status_code == 200
    opened = http.get(f"/p/{link}")
    assert f"/t/{side.code}/me" in str(opened.url) and name in opened.text
    # The page of the event they left says where they are, and leads there.
    left = http.get(f"/t/{main.code}/me")
    sentence = f"This phone plays in Side event now, as {name}: the table is there."
    assert left.status_code == 401 and sentence in words(left.text)
    assert f'href="/t/{side.code}/me"' in left.text
    http.cookies.clear()
    # One tap at the desk, and back again.
    desk = Clerk(http, "Olga cache-refresh")
    desk.get(f"/t/{side.code}/desk/day")
    assert "To X.NET table" in desk.words
    desk.post(f"/t/{side.code}/desk/day/move", player=str(there[name]), to=xnet.code)
    assert [row["name"] for row in xnet.get("/players")] == [name]
    # Who went on stays in the list of players, and can be moved from where they are alone.
    assert f'name="player" value="{there[name]}"' not in desk.page
    assert side.post(f"/players/{there[name]}/move", {"to": main.code}, status=409)["code"] == "went-on"
    (new,) = (row["id"] for row in xnet.get("/players"))
    xnet.post(f"/players/{new}/move", {"to": side.code})
    back = next(row for row in side.get("/players") if row["name"] == name)
    assert (back["id"], back["dropped"]) == (there[name], False)
    said = [entry["summary"] for entry in side.get("/journal", side.token)]
    assert f"{name} went to X.NET table" in said and f"{name} came from another event of the day" in said
    number = side.get("/journal", side.token)[0]["number"]
    refused = side.post(f"/journal/{number}/undo", status=409)
    assert "move them back to the other event" in refused["detail"]


def test_both_desks_hear_of_who_sits_in_two_running_rounds(http: TestClient) -> None:
    xnet = event_of(http, 3)
    other = same_owner(http, xnet, structure="single-sided", name="Side event")
    day_of(http, xnet, other)
    for name in ("P00", "P01"):
        other.player(name)
    (pod,) = xnet.start_round()["pods"]
    assert xnet.get("/sit-twice", xnet.token) == []
    other.start_round()
    assert xnet.get("/sit-twice", xnet.token) == ["In a running round of Side event as well: P00 and P01."]
    said = other.get("/sit-twice", other.token)
    assert said == ["In a running round of table-points as well: P00 and P01."]
    desk = Clerk(http, "Olga table-points")
    desk.get(f"/t/{other.code}/desk")
    assert "In a running round of table-points as well: P00 and P01." in desk.words
    xnet.post(f"/pods/{pod['id']}/result", {"points": {str(p): 0 for p in ids(pod)}, "ending": "time"})
    xnet.post("/rounds/1/close")
    assert other.get("/sit-twice", other.token) == []


def test_only_the_owner_puts_an_event_into_a_day_of_their_own(http: TestClient) -> None:
    mine, others = made(http, "single-sided", 0), made(http, "double-sided", 0)
    code = day_of(http, mine)
    refused = others.post("/day", {"day": code}, status=403)
    assert refused["code"] == "not-your-day"
    assert others.post("/day", {"day": "ZZZZZ"}, status=404)["code"] == "not-found"
    other_day = mine.post("/players/1/move", {"to": others.code}, status=403)
    assert other_day["code"] == "not-allowed"
    same = same_owner(http, mine)
    mine.player("Ana")
    assert mine.post("/players/1/move", {"to": same.code}, status=409)["code"] == "other-day"
    assert mine.get()["day"] == code
    number = mine.get("/journal", mine.token)[1]["number"]
    mine.post(f"/journal/{number}/undo")
    assert mine.get()["day"] is None
    # An archive takes no day along: it belongs to the installation.
    archive = http.get(f"{mine.path}/export/archive.json", headers=bearer(mine.token)).json()
    assert "day" not in archive["tournament"]
    assert http.get("/d/ZZZZZ").status_code == 404


def test_a_day_is_made_at_the_desk(http: TestClient) -> None:
    event = made(http, "single-sided", 0)
    desk = Clerk(http, "Olga single-sided")
    desk.get(f"/t/{event.code}/desk/day")
    assert re.search(rf'name="date"[^>]*value="{event.get()["date"]}"', desk.page), "the event's own day"
    desk.post(f"/t/{event.code}/desk/day/new", status=422, name="Saturday", date="")
    assert "Say on which day the event is" in desk.words
    desk.post(f"/t/{event.code}/desk/day/new", name="Saturday", date="2018-02-17", place="Hall 3")
    assert "The event belongs to Saturday" in desk.words
    link = re.search(r"/d/([A-Z]{5})\"", desk.page)
    assert link is not None and event.get()["day"] == link[1]
    desk.post(f"/t/{event.code}/desk/day", day="")
    assert "The event left its day" in desk.words


def test_the_wall_of_a_day_shows_nothing_that_is_said_to_one_player(http: TestClient) -> None:
    event = made(http, "cache-refresh", 4)
    code = day_of(http, event)
    (table, *_) = event.start_round()["tables"]
    event.settle(table)
    for seat, outcome in (("first", "corp"), ("second", "runner")):
        report = {"outcome": outcome, "ending": "agenda"}
        event.post(f"/tables/{table['id']}/result", report, event.token_at(table, seat))
    event.post(f"/tables/{table['id']}/result", {"outcome": "corp", "ending": "agenda"})
    said = "The organizer set the result"
    http.get(f"/p/{event.token_at(table, 'first')}")
    assert said in words(http.get(f"/t/{event.code}/me").text)
    for wall in (f"/d/{code}/wall", f"/t/{event.code}/wall"):
        shown = words(http.get(wall).text)
        assert said not in shown, wall
        assert "Round 1 of 5" in shown
