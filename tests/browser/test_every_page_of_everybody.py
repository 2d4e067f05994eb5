"""Every page of the public and of players, in a real browser: axe, themes, widths, thumbs, weight, no error.

The pages are found by walks along all links through events in every stage. A new route of a page that no link
leads to fails the first test: then link it, or say here why nobody sees it as a page.
"""

from typing import Any

import pytest

from app.web.requester import PLAYER_COOKIE
from tests.browser.looking import Hall, Look
from tests.stages import player_session
from tests.walk import Walk, player_walks, public_walk

pytestmark = pytest.mark.slow
NO_PAGE = {
    "/favicon.ico": "an icon",
    "/apple-touch-icon.png": "an icon",
    "/apple-touch-icon-precomposed.png": "an icon",
    "/apple-touch-icon-{size}.png": "an icon",
    "/t": "leads to the event of a typed code",
    "/{code}": "leads to the event of a code",
    "/p/{secret}": "signs a player in and leads to their page",
    "/t/{code}/me/fragment": "what of a player's page changes",
    "/t/{code}/pictures/standings.svg": "a picture to take away",
    "/t/{code}/pictures/bracket.svg": "a picture to take away",
    "/t/{code}/pictures/standings.png": "a picture to take away",
    "/t/{code}/pictures/champion.svg": "a picture to take away",
    "/t/{code}/pictures/champion.png": "a picture to take away",
    "/t/{code}/pictures/event.png": "a picture for link previews",
}
DESK = ("/t/{code}/desk", "/t/{code}/print", "/t/{code}/wall", "/organize", "/account", "/invitation")


@pytest.fixture(scope="module")
def public(hall: Hall) -> Walk:
    return hall.walked(public_walk)


@pytest.fixture(scope="module")
def players(hall: Hall) -> dict[str, Walk]:
    return hall.walked(player_walks)


def test_every_route_of_a_page_is_walked(hall: Hall, public: Walk, players: dict[str, Walk]) -> None:
    found = {route for walk in (public, *players.values()) for route in walk.pages}
    missing = {route for route in hall.routes() - found if not route.startswith(DESK)}
    assert missing == set(NO_PAGE), "pages no link leads to"


def test_pages_of_everybody(public: Walk, look: Look, complaints: Any) -> None:
    look.light = True
    look.at_all(public, None)
    assert not look.faults, "\n".join(look.faults)


def test_pages_that_a_form_leads_to(hall: Hall, public: Walk, look: Look, complaints: Any) -> None:
    complaints.expect("answer: 4")
    page = look.come_in()
    for address in ("/t?code=", "/nothing-here", "/sign-in/no-link", f"/t/{hall.stages.open.code}/me"):
        page.goto(address)
        look.at(page)
    page.goto("/check")
    page.locator("textarea").fill("NBN: Making News\n3x Hedge Fund\n1x No Such Card")
    page.get_by_role("button", name="Check").first.click()
    page.wait_for_load_state()
    look.at(page)
    page.goto(f"/t/{hall.stages.open.code}/join")
    page.get_by_label("Your name").fill("Somebody New")
    page.get_by_role("button", name="Join").click()
    page.wait_for_load_state()
    look.at(page)
    assert not look.faults, "\n".join(look.faults)


def test_pages_of_players(players: dict[str, Walk], look: Look, complaints: Any) -> None:
    look.light = True
    for caller, walk in players.items():
        look.at_all(walk, (PLAYER_COOKIE, player_session(caller.rpartition("/")[2])))
    assert not look.faults, "\n".join(look.faults)
