"""Pages of players and of the public in every state: axe in both themes and three widths, thumbs."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

WIDTHS = (320, 768, 1280)
LONG = "Bartholomew Featherstonehaugh-Przybyszewski"
SMALL_TARGETS = """() => document.body.classList.contains('player') ? [...document.querySelectorAll(
    'main :is(a, button, summary, select, textarea, input:not([type=hidden]), label.tile, .opt label)')]
  .filter((each) => {
    const { width, height } = each.getBoundingClientRect();
    return width > 1 && height > 1 && height < 43.5 && getComputedStyle(each).opacity !== '0';
  }).map((each) => each.outerHTML.slice(0, 120)) : []"""


class Hall:
    """An event with a player in each state, set up through the API."""

    def __init__(self, organizer: Any) -> None:
        self.ask = organizer.ask
        self.code = organizer.code
        self.links: dict[str, str] = {}
        for number, name in enumerate((LONG, "Ben", "Cleo", "Dan", "Esi", "Farid", "Grete", "Hana", "Ivo")):
            corp = ("NBN: Making News", "Jinteki: Personal Evolution")[number % 2]
            entry = {"name": name, "corp_identity": corp, "runner_identity": "Noise: Hacker Extraordinaire"}
            self.links[name] = self.ask("POST", "/players", entry)["link"]
        self.ask("POST", "/rounds", {"expected_number": 1})
        self.organizer = organizer

    def begin(self) -> list[dict[str, Any]]:
        """Publish: the tables with two players, by number."""
        shown = self.ask("POST", "/rounds/1/publish")["tables"]
        self.ask("POST", "/rounds/1/clock", {"action": "start"})
        self.ask("POST", "/announcements", {"text": "Lunch is at one."})
        return [table for table in shown if not table["bye"]]

    def bid(self, table: dict[str, Any], *, to_the_end: bool) -> None:
        """A bid of 4 for the Corp by the first bidder, and perhaps the pass."""
        path = f"/tables/{table['id']}/bids"
        self.ask("POST", path, {"version": 0, "side": "corp", "bid": 4, "seat": "first"})
        if to_the_end:
            self.ask("POST", path, {"version": 1, "pass": True, "seat": "second"})


@pytest.fixture
def hall(organizer: Any) -> Hall:
    return Hall(organizer)


@pytest.fixture
def faults(desktop: Callable[..., Page]) -> Iterator[Callable[[str, str | None], list[str]]]:
    """Finds what is wrong with a page, as the player of a link or as nobody."""
    pages: dict[tuple[str | None, str], Page] = {}

    def find(path: str, link: str | None = None) -> list[str]:
        found: list[str] = []
        for theme in ("light", "dark"):
            if (link, theme) not in pages:
                pages[link, theme] = desktop(theme)
                pages[link, theme].goto(link or "/")
            page = pages[link, theme]
            page.goto(path)
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 800})
                for each in Axe().run(page).response["violations"]:
                    found.append(f"{path} {theme} {width}: {each['id']} {each['nodes'][0]['target']}")
                if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                    found.append(f"{path} {theme} {width}: scrolls sideways")
                found += [f"{path} {width}: small {each}" for each in page.evaluate(SMALL_TARGETS)]
        return found

    yield find


@pytest.mark.slow
def test_pages_without_an_event(faults: Callable[..., list[str]], complaints: Any) -> None:
    complaints.expect("answer: 422")
    paths = ("/", "/t?code=", "/check", "/pool?date=2018-02-15", "/bids", "/sign-in", "/sign-in/abc")
    assert [fault for path in paths for fault in faults(path)] == []


@pytest.mark.slow
def test_pages_of_an_event_before_round_1(hall: Hall, faults: Callable[..., list[str]]) -> None:
    event, mine = f"/t/{hall.code}", hall.links[LONG]
    found = [
        fault for path in ("", "/join", "/pairings", "/standings", "/pool") for fault in faults(event + path)
    ]
    for path in ("/me", "/me/decks", "/me/drop"):
        found += faults(event + path, mine)
    assert found == []


@pytest.mark.slow
def test_every_state_of_a_players_page(hall: Hall, faults: Callable[..., list[str]]) -> None:
    opening, bidding, settled, reported = hall.begin()
    hall.bid(bidding, to_the_end=False)
    hall.bid(settled, to_the_end=True)
    hall.bid(reported, to_the_end=True)
    hall.ask("POST", f"/tables/{reported['id']}/result", {"outcome": "corp", "ending": "agenda"})
    found: list[str] = []
    for table in (opening, bidding, settled, reported):
        for seat in ("first", "second"):
            found += faults(f"/t/{hall.code}/me", hall.links[table[seat]["name"]])
    for path in ("", "/pairings", "/pairings?by=name", f"/players/{settled['first']['player_id']}"):
        found += faults(f"/t/{hall.code}{path}")
    assert found == []
