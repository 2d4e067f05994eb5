"""Every page of the organizers, in a real browser: axe in both themes and three widths, nothing sideways.

See test_every_page_of_everybody.py for the other pages; two files, so that two processes share the walk.
"""

from typing import Any

import pytest

from app.services.kernel.permissions import Role
from app.web.requester import ACCOUNT_COOKIE
from tests.browser.looking import Hall, Look
from tests.browser.test_every_page_of_everybody import DESK
from tests.stages import session_of
from tests.walk import Walk, desk_walk

pytestmark = pytest.mark.slow
NO_PAGE = {
    "/t/{code}/desk/entry/preview": "the sentence of a line being typed, for the script of the dashboard",
    "/t/{code}/desk/parts": "parts of the dashboard",
    "/t/{code}/desk/parts/{name}": "a part of the dashboard",
    "/t/{code}/desk/tables/{table_id}/part": "what of a table's page changes",
    "/t/{code}/desk/staff/invitations/{key}": "what became of an invitation, below its code",
    "/t/{code}/desk/pods/{pod_id}/part": "what of such a page changes where several sit at a table",
}
OWNER = (ACCOUNT_COOKIE, session_of(Role.OWNER))


@pytest.fixture(scope="module")
def desk(hall: Hall) -> Walk:
    return hall.walked(desk_walk)


def test_every_route_of_the_desk_is_walked(hall: Hall, desk: Walk) -> None:
    missing = {route for route in hall.routes() - set(desk.pages) if route.startswith(DESK)}
    assert missing == set(NO_PAGE), "pages no link leads to"


def test_pages_of_the_desk(desk: Walk, look: Look, complaints: Any) -> None:
    look.at_all(desk, OWNER, lambda route: route.startswith(DESK))
    assert not look.faults, "\n".join(look.faults)


def test_pages_that_a_form_of_the_desk_leads_to(hall: Hall, desk: Walk, look: Look, complaints: Any) -> None:
    complaints.expect("answer: 4")
    page = look.come_in(OWNER)
    code = hall.stages.open.code
    page.goto(f"/t/{code}/desk/players")
    page.get_by_label("One player a line").fill("Somebody\nSomebody\nNobody; no such identity")
    page.get_by_role("button", name="Look at the list").click()
    page.wait_for_load_state()
    look.at(page)
    page.goto("/organize")
    page.get_by_label("Name").fill(" ")
    page.get_by_role("button", name="Make the event").click()
    page.wait_for_load_state()
    look.at(page)
    assert not look.faults, "\n".join(look.faults)


FAULTY = """<!doctype html><html lang="en"><title>Faulty</title>
<style>button { height: 30px } summary { display: block; height: 44px } img { width: 9px; height: 9px }
@media (max-width: 1000px) { img { display: none } }</style>
<body class="player"><main><h1>Faulty</h1><h3>No second level</h3><button>Small</button>
<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
<p style="color: #999; background: #fff">Pale</p><p style="width: 900px">Wide</p>
<details><summary>More</summary><p style="color: #ccc">Paler</p></details></main></body></html>"""


def test_a_look_sees_what_is_wrong(hall: Hall, look: Look, complaints: Any) -> None:
    page = look.come_in()
    page.set_content(FAULTY)
    look.at(page)
    seen = "\n".join(look.faults)
    assert "320 folded: heading-order" in seen and "320: heading-order" in seen
    assert "1280: image-alt" in seen and "768: image-alt" not in seen
    assert "320 light folded: color-contrast" in seen and "320 light: color-contrast" in seen
    assert "768: scrolls sideways" in seen and "1280: scrolls sideways" not in seen
    assert "30 px high" in seen
