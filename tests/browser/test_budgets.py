"""Pages over a hall's bad Wi-Fi (400 ms, 400 kbit/s): few requests and bytes, soon painted; paper."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from app.services.kernel.permissions import Role
from app.web.requester import ACCOUNT_COOKIE, PLAYER_COOKIE
from tests.browser.looking import FIRST_PAGE_BYTES, Hall, Look
from tests.stages import player_session, session_of

WIFI = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
# Milliseconds to the first paint. On a quiet computer 1,300 and 600 hold; tests share theirs.
COLD, WARM = 2600, 1200
TRIES = 4
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
# What came over the network: without the stream, which stays open, the typeface, which is swapped in when it
# is there, the icon of the tab, and what the judge's desk keeps for a lost network after it was painted.
FETCHED = """() => ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
  .filter((each) => each.transferSize > 0)
  .filter((each) => !/[/]live[?]|[/]live$|woff2|icon[.]svg|[/]judge[/](all|timing)/.test(each.name))
  .map((each) => each.transferSize)"""


@pytest.mark.parametrize("address", ["/", "", "/join", "/pairings", "/standings", "/judge", "/me"])
def test_a_page_is_there_soon_and_nearly_free_the_second_time(
    hall: Hall, look: Look, complaints: Any, address: str
) -> None:
    stage = hall.stages.playing
    page = look.come_in((PLAYER_COOKIE, player_session(next(iter(stage.links.values())))))
    if address not in ("/", "/judge"):
        address = f"/t/{stage.code}{address}"
    slow = page.context.new_cdp_session(page)
    slow.send("Network.enable")
    slow.send("Network.emulateNetworkConditions", WIFI)
    # Other tests may hold the processor: of a few tries the fastest tells what the page costs.
    cold, warm = [], []
    for _ in range(TRIES):
        slow.send("Network.clearBrowserCache")
        cold.append(load(page, address, 5))
        warm.append(load(page, address, 1))
        if cold[-1] <= COLD and warm[-1] <= WARM:
            break
    assert min(cold) <= COLD and min(warm) <= WARM, (cold, warm)


def load(page: Page, address: str, most_requests: int) -> float:
    """Open a page within its budget of requests and bytes; the milliseconds to its first paint."""
    page.goto(address)
    painted: float = page.wait_for_function(PAINTED).json_value()
    fetched = page.evaluate(FETCHED)
    assert len(fetched) <= most_requests and sum(fetched) <= FIRST_PAGE_BYTES, fetched
    return painted


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_poster_and_bidding_cards_are_one_page_of_paper(hall: Hall, look: Look, paper: str) -> None:
    page = look.come_in((ACCOUNT_COOKIE, session_of(Role.OWNER)))
    for sheet in ("poster", "bids"):
        page.goto(f"/t/{hall.stages.playing.code}/print/{sheet}")
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper))) == 1, sheet
