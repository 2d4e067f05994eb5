"""A day of three events in browsers: those out of a cut go on, a tap moves one; a wall."""

import json
import re
import urllib.request
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Organizer
from tests.browser.hosting import Host

EVENTS = {
    "cache-refresh": ("Main event", ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay")),
    "duel": ("Duels", ()),
    "table-points": ("X.NET table", ("Gus", "Hana")),
}
TODAY = datetime.now(UTC).date().isoformat()


@pytest.fixture
def links() -> dict[str, str]:
    """Name -> personal link, of the players entered so far."""
    return {}


@pytest.fixture
def events(server: Host, token: str, links: dict[str, str]) -> dict[str, Organizer]:
    """Olga's three events by structure, with who came for each."""
    made = {}
    for structure, (name, players) in EVENTS.items():
        made[structure] = Organizer(server, token)
        body = {"name": name, "date": TODAY, "structure": structure, "planned_rounds": 1}
        if structure == "cache-refresh":
            body["cut"] = {"kind": "single", "size": 2}
        made[structure].code = made[structure].ask("POST", body={**body, "deck_policy": "none"})["code"]
        for player in players:
            links[player] = made[structure].ask("POST", "/players", {"name": player})["token"]
    return made


def play_to_the_cut(main: Organizer, links: dict[str, str]) -> tuple[str, ...]:
    """One round, in which the first seat buys the Corp and wins, and the cut; who is out of it."""
    main.publish(1)
    for table in main.tables:
        first, second = (links[table[seat]["name"]] for seat in ("first", "second"))
        where = f"/tables/{table['id']}"
        as_player(main, first, f"{where}/bids", {"version": 0, "side": "corp", "bid": 3})
        as_player(main, second, f"{where}/bids", {"version": 1, "pass": True})
        for who in (first, second):
            as_player(main, who, f"{where}/result", {"outcome": "corp", "ending": "agenda"})
    main.close(1)
    main.ask("POST", "/cut", {})
    main.ask("POST", "/rounds/2/publish")
    seeds = {seed["name"] for seed in main.ask("GET", "/bracket")["seeds"]}
    return tuple(name for name in EVENTS["cache-refresh"][1] if name not in seeds)


def as_player(event: Organizer, link: str, path: str, body: Any) -> None:
    request = urllib.request.Request(
        f"{event.server.url}/api/v1/tournaments/{event.code}{path}",
        data=json.dumps(body).encode(),
        headers={"authorization": f"Bearer {link}", "content-type": "application/json"},
    )
    urllib.request.urlopen(request).close()


def sign_in(desk: Page, server: Host) -> None:
    link = server.sign_in_link("Olga")
    desk.goto(link[link.index("/", 8) :])
    desk.get_by_role("button").first.click()


def no_sideways(page: Page) -> None:
    """Nothing is wider than the screen."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url


def test_a_day_of_three_events(
    events: dict[str, Organizer],
    links: dict[str, str],
    server: Host,
    phone: Callable[..., Page],
    desktop: Callable[..., Page],
    complaints: Any,
) -> None:
    complaints.expect("401")  # the page of the event that was left
    main, duels, xnet = events.values()
    desk = desktop()
    sign_in(desk, server)
    desk.goto(f"/t/{main.code}/desk/day")
    new = desk.locator("form", has_text="A new day")
    new.get_by_label("Name").fill("Berlin Saturday")
    new.get_by_label("Where").fill("Hall 3")
    new.get_by_label("Date").fill(TODAY)
    new.get_by_role("button", name="Make it, with this event").click()
    expect(desk.get_by_text("The event belongs to Berlin Saturday.", exact=True)).to_be_visible()
    for event in (duels, xnet):
        desk.goto(f"/t/{event.code}/desk/day")
        desk.get_by_label("A day of yours").select_option("Berlin Saturday")
        desk.get_by_role("button", name="Save").click()
        expect(desk.get_by_role("heading", name="Berlin Saturday")).to_be_visible()
    address = desk.get_by_role("link", name="Page of the day").get_attribute("href")
    assert address is not None

    out = play_to_the_cut(main, links)
    mover, *others = out
    assert len(others) == 3
    hand = phone()
    hand.goto(f"/p/{links[mover]}")
    hand.goto(f"/t/{main.code}/me")
    expect(hand.get_by_role("heading", name="Your table is elsewhere")).to_have_count(0)

    # Those out of the cut begin the duels, and a phone left open on the old page is told the way there.
    desk.goto(f"/t/{duels.code}/desk/day")
    desk.get_by_label("Out of the cut of").select_option("Main event")
    desk.get_by_role("button", name="Let them play here").click()
    expect(desk.get_by_text("Players go on")).to_be_visible()
    for name in out:
        expect(desk.locator("li", has_text=name).get_by_role("button", name="To X.NET table")).to_be_visible()
    expect(
        hand.get_by_text(f"This phone plays in Duels now, as {mover}: the table is there.")
    ).to_be_visible()
    no_sideways(hand)
    hand.get_by_role("link", name="To my table").click()
    expect(hand).to_have_url(re.compile(f"/t/{duels.code}/me"))

    # One tap, and one of them sits at X.NET.
    desk.locator("li", has_text=mover).get_by_role("button", name="To X.NET table").click()
    expect(desk.locator("li", has_text=mover)).to_have_count(0)
    expect(hand.get_by_text(f"This phone plays in X.NET table now, as {mover}")).to_be_visible()
    hand.get_by_role("link", name="To my table").click()
    expect(hand.get_by_text("Round 1 has not been paired yet")).to_be_visible()

    duels.publish(1)
    xnet.publish(1)
    expect(hand.locator("tr.mine")).to_contain_text(mover)
    everybody = phone("dark")
    everybody.goto(address)
    for kind, event in zip(EVENTS.values(), events.values(), strict=True):
        part = everybody.locator("section", has=everybody.get_by_role("heading", name=kind[0]))
        expect(part.get_by_role("link", name="Pairings")).to_have_attribute(
            "href", f"/t/{event.code}/pairings"
        )
    expect(everybody.get_by_text("Hall 3")).to_be_visible()
    no_sideways(everybody)

    wall = desktop()
    wall.set_viewport_size({"width": 1920, "height": 1080})
    shown = wall.goto(f"{address}/wall")
    for name in ("Main event", "Duels", "X.NET table", "Main event"):
        expect(wall.get_by_role("banner")).to_contain_text(name)
        no_sideways(wall)
        onward = shown.headers["refresh"] if shown is not None else ""
        assert onward.startswith("24; url=/d/")
        shown = wall.goto(server.url + onward.partition("url=")[2])


def test_an_open_desk_hears_of_who_is_called_to_two_tables(
    events: dict[str, Organizer], server: Host, desktop: Callable[..., Page]
) -> None:
    _, duels, xnet = events.values()
    desk = desktop()
    sign_in(desk, server)
    desk.goto(f"/t/{xnet.code}/desk/day")
    new = desk.locator("form", has_text="A new day")
    new.get_by_label("Name").fill("Twice")
    new.get_by_label("Date").fill(TODAY)
    new.get_by_role("button", name="Make it, with this event").click()
    duels.ask("POST", "/day", {"day": xnet.ask("GET")["day"]})
    for event, names in ((duels, ("Gus", "Ida")), (xnet, ("Ida",))):
        for name in names:
            event.ask("POST", "/players", {"name": name})
    xnet.publish(1)
    desk.goto(f"/t/{xnet.code}/desk")
    expect(desk.locator("[data-fragment$='/parts/next']")).to_be_visible()
    said = desk.get_by_text("In a running round of Duels as well: Gus and Ida.")
    expect(said).to_have_count(0)
    expect(desk.locator("[data-live-badge][data-state=live]").first).to_be_visible()
    duels.publish(1)
    expect(said).to_be_visible()
    duels.ask("POST", f"/players/{duels.ask('GET', '/players')[0]['id']}/drop")
    expect(desk.get_by_text("In a running round of Duels as well: Ida.")).to_be_visible()
