"""The first minute: the link of the terminal lets the organizer in, once, and leads to a first event."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from tests.browser.conftest import Complaints
    from tests.conftest import Server

LINK = re.compile(r"^http://\S+/sign-in/\S+$", re.M)
# What the first page may weigh in a hall where everybody opens it at once.
FIRST_PAGE_BYTES = 60_000


def link_in_terminal(server: "Server") -> str:
    """The sign-in link that the first start printed."""
    found = LINK.search(server.log)
    assert found
    return found[0]


def test_the_link_of_the_terminal_signs_in_once(
    server: "Server", desktop: Callable[..., Page], complaints: "Complaints"
) -> None:
    link = link_in_terminal(server)
    organizer = desktop()
    organizer.goto(link)
    organizer.get_by_role("button", name="Sign in").click()
    expect(organizer).to_have_url(f"{server.url}/account?welcome=1")

    complaints.expect("answer: 401 POST")
    somebody = desktop()
    somebody.goto(link)
    somebody.get_by_role("button", name="Sign in").click()
    expect(somebody.get_by_text("was used already")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_first_pages_fit_a_phone_and_are_light(phone: Callable[..., Page], theme: str) -> None:
    for address in ("/", "/check", "/pool", "/bids", "/sign-in"):
        shown = phone(theme)  # a new one each time, which has nothing in its cache
        loaded: list[int] = []
        shown.on("response", lambda answer, into=loaded: into.append(len(answer.body())))
        shown.goto(address, wait_until="networkidle")
        assert shown.evaluate("document.documentElement.scrollWidth") <= 360, address
        assert 0 < sum(loaded) < FIRST_PAGE_BYTES, address
        expect(shown.get_by_role("heading").first).to_be_visible()
