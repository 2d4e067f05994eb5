"""An event as a place: the start page's list, where and when, the feed, the squares, the poster."""

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from app.storage.column_rules import KEPT_KEYS, RULES, Mark, columns_with
from app.storage.database import Database
from app.storage.tables import metadata
from tests.soak.every_read import EXPORTS, READS, STAFF_READS
from tests.web.conftest import bearer, words
from tests.web.test_pages_player import SAME, new_browser

if TYPE_CHECKING:
    from tests.web.conftest import Clerk, Event

SAID = {
    "listed": True,
    "place": "Kaffeklubben",
    "begins": "Doors 9:30",
    "fee": "50 kr.",
    "schedule": "10:00 Round 1\n\n16:00 Top 4",
    "links": "https://example.org/refresh\njavascript:alert(1)",
    "player_limit": 3,
    "wifi_name": "Guests",
    "wifi_password": "megacity-7",
}


def say(event: "Event", **settings: Any) -> None:
    """Change what the organizer tells of the event."""
    answer = event.http.patch(event.path, json={"settings": settings}, headers=bearer(event.token))
    assert answer.status_code == 200, answer.text


def see(event: "Event", path: str = "") -> str:
    """The words of a public page."""
    answer = event.http.get(f"/t/{event.code}{path}")
    assert answer.status_code == 200, answer.text
    return words(answer.text)


def test_only_listed_events_stand_on_the_start_page(event: "Event") -> None:
    assert "Spring Refresh" not in words(event.http.get("/").text)
    say(event, **SAID)
    page = words(event.http.get("/").text)
    assert "Coming Spring Refresh 15 Feb 2018, Kaffeklubben registration open" in page
    for name in ("Ana", "Ben"):
        event.player(name)
    event.start_round()
    assert "Running Spring Refresh" in words(event.http.get("/?q=spring").text)
    assert "No event is called “winter”." in words(event.http.get("/?q=winter").text)
    say(event, listed=None)
    assert "Spring Refresh" not in words(event.http.get("/").text)


def test_what_is_over_stands_below_its_year(event: "Event") -> None:
    say(event, listed=True)
    for name in ("Ana", "Ben"):
        event.player(name)
    (table,) = event.start_round()["tables"]
    event.settle(table)
    event.finish(table)
    event.post("/rounds/1/close")
    event.post("/finish")
    assert "Over, 2018 Spring Refresh 15 Feb 2018 final standings" in words(event.http.get("/").text)


def test_the_event_says_where_and_when_and_leads_to_the_web_alone(event: "Event") -> None:
    say(event, **SAID)
    page = see(event)
    assert "Where Kaffeklubben When Doors 9:30 Fee 50 kr. Schedule 10:00 Round 1 16:00 Top 4" in page
    assert "Links example.org/refresh" in page and "javascript" not in page
    assert "Players 0 of 3" in page
    for name in ("Ana", "Ben", "Cleo"):
        event.player(name)
    full = see(event)
    assert "All places are taken. Who joins now waits, and plays when a place is free before round 1." in full
    assert "Join the waiting list" in full


def test_who_comes_too_late_waits_is_told_their_number_and_then_of_a_place(
    event: "Event", clerk: Any
) -> None:
    say(event, player_limit=2)
    ana, _ = (event.player(name) for name in ("Ana", "Ben"))
    phones = {}
    for name in ("Cleo", "Dan", "Eve"):
        browser = new_browser(event)
        assert "You join the waiting list" in words(browser.get(f"/t/{event.code}/join").text)
        sides = {"corp_identity": "NBN: Making News", "runner_identity": "Noise: Hacker Extraordinaire"}
        phones[name] = browser
        joined = words(browser.post(f"/t/{event.code}/join", data={"name": name, **sides}, headers=SAME).text)
        assert f"You are on the waiting list, {name}" in joined
    assert "You are number 3 on the waiting list." in joined
    assert "Players 2 of 2, 3 waiting" in see(event)

    def own(name: str) -> str:
        return words(phones[name].get(f"/t/{event.code}/me").text)

    assert "You are the first on the waiting list: the next place that is free is yours." in own("Cleo")
    assert "You are number 2 on the waiting list." in own("Dan")
    olga: Clerk = clerk()
    desk = f"/t/{event.code}/desk/players"
    listed = words(olga.get(f"{desk}?show=waiting"))
    assert "3 of 5" in listed and "number 1 on the waiting list" in listed
    board = olga.get(f"/t/{event.code}/desk")
    assert "3 players are on the waiting list" in words(board) and f"{desk}?show=waiting" in board
    olga.post(f"{desk}/{ana}/drop")
    assert "A place became free: you are in, and play from round 1 on." in own("Cleo")
    assert "You are in. Round 1 has not been paired yet" in own("Cleo")
    assert "You are the first on the waiting list" in own("Dan")
    dan = next(each["id"] for each in event.get("/players") if each["name"] == "Dan")
    page = words(olga.get(f"{desk}/{dan}"))
    assert "Number 1 on the waiting list: not paired until a place is free." in page
    assert "waiting list" not in words(olga.post(f"{desk}/{dan}/place"))
    assert "You are in. Round 1 has not been paired yet" in own("Dan")
    event.start_round()
    assert "You are the first on the waiting list" in own("Eve")
    assert [each["waiting"] for each in event.get("/players")] == [None, None, None, None, 1]


def test_the_password_of_the_wifi_is_on_the_poster_alone(event: "Event", clerk: Any) -> None:
    say(event, **SAID)
    olga: Clerk = clerk()
    poster = words(olga.get(f"/t/{event.code}/print/poster"))
    assert "Wi-Fi Network Guests Password megacity-7" in poster
    for path in ("", "/wall", "/pairings", "/standings"):
        assert "megacity-7" not in event.http.get(f"/t/{event.code}{path}").text
    assert "megacity-7" not in event.http.get(event.path).text
    say(event, wifi_name=None)
    assert "Wi-Fi" not in words(olga.get(f"/t/{event.code}/print/poster"))


def test_what_is_declared_a_secret_leaves_by_no_file_and_no_journal(event: "Event", clerk: Any) -> None:
    """The declaration of the columns decides: every value of a secret one, and what is said of the Wi-Fi."""
    say(event, **SAID)
    say(event, wifi_password="megacity-8")
    event.player("Ana")
    olga: Clerk = clerk()
    olga.post(f"/t/{event.code}/desk/staff/invitations", role="judge", label="x")
    kept = {key for keys in KEPT_KEYS.values() for key in keys}
    secrets = {"megacity-7", "megacity-8", SAID["wifi_name"]}
    assert kept == {"wifi_name", "wifi_password"}
    database: Database = event.http.app.state.context.installation.database  # type: ignore[attr-defined]
    with database.read_session() as session:
        for name in RULES:
            table = metadata.tables[name]
            for column in columns_with(name, Mark.SECRET):
                secrets |= set(session.connection().execute(select(table.c[column])).scalars()) - {None}
    assert len(secrets) > 6
    for path in ("", *STAFF_READS, *EXPORTS, *READS):
        told = event.http.get(event.path + path, headers=bearer(event.token)).text
        assert not [each for each in secrets if each in told], path
    assert not [each for each in secrets if each in olga.get(f"/t/{event.code}/desk/journal")]
    archive = event.http.get(f"{event.path}/export/archive.json", headers=bearer(event.token))
    sent = {**bearer(event.token), "content-type": "application/json"}
    made = event.http.post("/api/v1/tournaments/import", content=archive.content, headers=sent)
    again = f"/api/v1/tournaments/{made.json()['code']}/export/archive.json"
    assert event.http.get(again, headers=bearer(event.token)).json()["journal"] == archive.json()["journal"]


def test_settled_prices_and_results_are_news_and_open_bids_are_not(event: "Event") -> None:
    for name in ("Ana", "Ben"):
        event.player(name)
    (table,) = event.start_round()["tables"]
    first = table["first"]["name"]
    event.post(
        f"/tables/{table['id']}/bids",
        {"version": 0, "side": "corp", "bid": 4},
        event.token_at(table, "first"),
    )
    assert "Latest" not in see(event), "an open auction is the table's alone"
    event.post(f"/tables/{table['id']}/bids", {"version": 1, "pass": True}, event.token_at(table, "second"))
    assert f"{first} bought Corp for 4 Round 1, table 1" in see(event)
    second = table["second"]["name"]
    event.finish(table)
    assert f"{first} beat {second} as Corp Round 1, table 1" in see(event)


@pytest.fixture
def played(event: "Event") -> "Event":
    """Five players after a round in which the first bidder bought the Corp for 2 and won."""
    for name in ("Ana", "Ben", "Cleo", "Dan", "Eve"):
        event.player(name)
    for table in event.start_round()["tables"]:
        if not table["bye"]:
            event.settle(table, bid=2)
            event.finish(table)
    event.post("/rounds/1/close")
    return event


def test_each_round_is_a_square_with_side_bid_and_words(played: "Event") -> None:
    page = played.http.get(f"/t/{played.code}/standings").text
    assert page.count('class="sq won corp"') == 2 + 1, "two winners, and the legend"
    assert page.count('class="sq lost runner"') == 2 + 1 and page.count('class="sq bye "') == 1 + 1
    assert page.count(", bought for 2. </span>") == 2, "who did not buy has no bid"
    assert "Round 1: bye" in page and "Round 1: won as Corp against" in page
    assert page.count('href="#i-nbn"') + page.count('href="#i-haas-bioroid"') > 0, "factions have marks"


def test_names_can_be_searched(played: "Event") -> None:
    found = see(played, "/standings?q=cle")
    assert "Cleo" in found and "Ana" not in found and "Names with “cle”." in found
    assert "Nobody here is called “zoe”." in see(played, "/standings?q=zoe")
    assert played.http.get(f"/t/{played.code}/standings?q={'x' * 61}").status_code == 422


def test_the_line_of_the_cut_follows_its_last_place(played: "Event") -> None:
    played.post("/cut", {"kind": "single", "size": 4}, status=201)
    rows = [row["name"] for row in played.get("/standings")["rows"]]
    page = see(played, "/standings")
    table = page[page.index("Ext. SoS") :]
    assert table.index(rows[3]) < table.index("Top 4") < table.index(f" 5 {rows[4]}")


def test_the_bidding_cards_are_eight_to_a_page(event: "Event", clerk: Any) -> None:
    olga: Clerk = clerk()
    page = olga.get(f"/t/{event.code}/print/bids")
    assert page.count('class="bid-card"') == 8
    assert "Bid 0 1 2 3 4 5 6 7 8 9 10" in words(page)
