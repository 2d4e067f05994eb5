"""The first minute: the link of the terminal lets the organizer in, once, and leads to a first event."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from tests.browser.conftest import Complaints
    from tests.servers import Server

LINK = re.compile(r"^http://\S+/sign-in/\S+$", re.M)


@pytest.fixture
def server(make_server: Callable[..., "Server"]) -> "Server":
    """The program as a process of its own, started for the first time."""
    return make_server()


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
