"""Sheets as the printer gets them: what belongs together stays together, nothing falls over a cut."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Organizer
from tests.browser.hosting import Host

# The printable width of both papers at the margins browsers take, in CSS pixels.
PAPERS = {"a4": 718, "letter": 741}
LONG = ("Maximiliane Eleonore Freifrau von Hohenstein", "Bartholomew Featherstonehaugh-Cholmondeley")
OVER = """selector => [...document.querySelectorAll(selector)].map(box => {
  const edge = box.getBoundingClientRect().bottom
  const inside = [...box.querySelectorAll('*')].map(each => each.getBoundingClientRect().bottom)
  return {over: Math.max(...inside) - edge, scroll: box.scrollHeight - box.clientHeight}
})"""


def printed(desk: Page, address: str) -> None:
    """Open a sheet as it goes to paper."""
    desk.emulate_media(media="print")
    desk.goto(address)
    desk.evaluate("document.fonts.ready.then(() => null)")


@pytest.fixture
def desk(desktop: Callable[..., Page], server: Host) -> Page:
    """The laptop of Olga, signed in."""
    made = desktop()
    made.goto(server.sign_in_link("Olga"))
    made.locator("main form button").first.click()
    made.wait_for_load_state()
    return made


@pytest.mark.parametrize("structure", ["cache-refresh", "double-sided", "single-sided", "duel"])
def test_every_slip_and_card_fits_between_the_cuts(
    server: Host, token: str, desk: Page, structure: str
) -> None:
    event = {
        "name": "The Long Afternoon of Everybody Who Ever Played",
        "date": datetime.now(UTC).date().isoformat(),
        "structure": structure,
        "format": "cyberpunk" if structure == "duel" else "standard",
        "planned_rounds": 2,
    }
    organizer = Organizer(server, token)
    organizer.code = organizer.ask("POST", body=event)["code"]
    for name in LONG:
        player = {"name": name}
        if structure != "duel":
            player |= {
                "corp_identity": "Weyland Consortium: Building a Better World",
                "runner_identity": "Gabriel Santiago: Consummate Professional",
            }
        organizer.ask("POST", "/players", player)
    organizer.ask("POST", "/rounds", {"expected_number": 1})
    sheets = {"slips": ".slip", "bids": ".bid-card"} if structure == "cache-refresh" else {"slips": ".slip"}
    for language in ("en", "ja"):
        for paper, width in PAPERS.items():
            desk.set_viewport_size({"width": width, "height": 1000})
            for sheet, box in sheets.items():
                printed(desk, f"/t/{organizer.code}/print/{sheet}?paper={paper}&lang={language}")
                found = desk.evaluate(OVER, box)
                assert found and all(each["over"] <= 0 and each["scroll"] <= 0 for each in found), (
                    f"{sheet} on {paper} in {language}: {found}"
                )


def test_headings_of_the_pairings_stay_whole_above_one_column(organizer: Organizer, desk: Page) -> None:
    for name in LONG:
        organizer.ask("POST", "/players", {"name": name})
    organizer.ask("POST", "/rounds", {"expected_number": 1})
    desk.set_viewport_size({"width": PAPERS["a4"], "height": 1000})
    for kind in ("pairings-by-table", "pairings-by-name"):
        printed(desk, f"/t/{organizer.code}/print/{kind}?lang=en")
        assert desk.evaluate("getComputedStyle(document.querySelector('.print-list')).columnCount") == "auto"
        lines = desk.evaluate(
            """[...document.querySelectorAll('thead th')].map(head => {
              const words = document.createRange()
              words.selectNodeContents(head)
              return words.getClientRects().length
            })"""
        )
        assert lines == [1, 1, 1], kind
