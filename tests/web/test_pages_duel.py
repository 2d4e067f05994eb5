"""Pages of an event of the Cyberpunk TCG: what is said at time, and no way to what only auctions have."""

import re

import pytest
from fastapi.testclient import TestClient

from tests.web.conftest import Timepiece
from tests.web.test_api_duel import won
from tests.web.test_api_structures import made, report
from tests.web.test_pages_structures import desk_of, words

OF_AUCTIONS = re.compile(r"\b(?:bids?|bidding|auctions?|Corp|Runner)\b")
AT_TIME = (
    "Finish the turn, then one more turn of the other player. Then more Gig dice win, then more Street Cred;"
    " equal in both"
)


@pytest.mark.parametrize("stage", ["Swiss", "cut"])
def test_the_rule_at_time_is_told_on_wall_phone_and_desk(
    http: TestClient, timepiece: Timepiece, stage: str
) -> None:
    event = made(http, "duel", 2, planned_rounds=1, cut={"kind": "single", "size": 2})
    table = event.start_round()["tables"][0]
    number, end = 1, "is a tie."
    if stage == "cut":
        report(event, table, won())
        event.post("/rounds/1/close")
        number, end = event.post("/cut", {})["round"], "wins for the higher seed."
        event.post(f"/rounds/{number}/publish")
    event.post(f"/rounds/{number}/clock", {"action": "start"})
    timepiece.pass_time(minutes=51)
    desk = desk_of(http, event)
    pages = [http.get(f"/t/{event.code}{path}").text for path in ("", "/wall", "/pairings")]
    http.get(f"/p/{event.token_at(table, 'first')}")
    pages += [http.get(f"/t/{event.code}/me").text, desk.get(f"/t/{event.code}/desk")]
    for page in pages:
        assert f"{AT_TIME} {end}" in words(page)
        assert "agenda" not in page
    for page in pages[:1] + pages[2:]:
        assert "Bid table" not in page


def test_the_desk_speaks_of_no_bid(http: TestClient) -> None:
    event = made(http, "duel", 2)
    table = event.start_round()["tables"][0]
    desk = desk_of(http, event)
    for path in ("rounds/1", f"players/{table['first']['player_id']}", f"tables/{table['id']}"):
        page = desk.get(f"/t/{event.code}/desk/{path}")
        assert OF_AUCTIONS.findall(words(page[page.index("<main") : page.index("</main>")])) == [], path


def test_the_correction_of_a_result_is_filled_with_it(http: TestClient) -> None:
    event = made(http, "duel", 2)
    table = event.start_round()["tables"][0]
    event.post(f"/tables/{table['id']}/result", {"outcome": "second", "first_dice": 3, "second_dice": 7})
    page = desk_of(http, event).get(f"/t/{event.code}/desk/tables/{table['id']}")
    assert re.search(r'<input[^>]*value="second"[^>]*checked', page)
    assert 'name="first_dice" type="number" value="3"' in page
