"""One name for a round: its number, in the cut with its games. Bracket and champion at the desk."""

import html
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.web.test_pages_cut_and_results import cut_round, joined

if TYPE_CHECKING:
    from tests.web.conftest import Clerk, Event


def test_a_round_of_the_cut_is_called_the_same_everywhere(
    clerk: "Callable[..., Clerk]", event: "Event"
) -> None:
    olga = clerk("Olga")
    tables = cut_round(event, "auction")
    at, desk = f"/t/{event.code}", f"/t/{event.code}/desk"
    places = (
        desk,
        f"{desk}/rounds",
        f"{desk}/rounds/2",
        f"{desk}/tables/{tables[0]['id']}",
        f"{at}/pairings",
        f"{at}/wall?show=pairings",
        f"{at}/print/pairings-by-table",
        f"{at}/print/slips",
    )
    for place in places:
        olga.get(place)
        assert "Round 2 (semifinal)" in olga.words, place
        assert not re.search(r"cut 1|Round 1 of", olga.words, re.IGNORECASE), place
    olga.get(f"{at}/bracket")
    assert "Semifinal" in olga.words and "Round 1" not in olga.words


def test_a_draft_of_the_cut_reads_from_the_higher_seed(clerk: "Callable[..., Clerk]", event: "Event") -> None:
    olga = clerk("Olga")
    joined(event, planned_rounds=1, cut={"kind": "single", "size": 4, "sides": "auction"})
    for table in event.start_round()["tables"]:
        event.finish(event.settle(table))
    event.post("/rounds/1/close")
    event.post("/cut", {})
    page = html.unescape(olga.get(f"/t/{event.code}/desk/rounds/2"))
    seeds = re.findall(r'<td data-label="(?:Higher|Lower) seed"><b>(\d)</b>', page)
    assert seeds == ["1", "4", "2", "3"]
    assert "bids first" in page and "/swap" not in page


def test_the_desk_has_the_bracket_and_names_who_won(clerk: "Callable[..., Clerk]", event: "Event") -> None:
    olga = clerk("Olga")
    desk = f"/t/{event.code}/desk"
    for number, tables in ((2, cut_round(event, "auction")), (3, [])):
        for table in tables or event.get(f"/rounds/{number}")["tables"]:
            event.finish(event.settle(table))
        event.post(f"/rounds/{number}/close")
        page = olga.get(desk)
        assert 'id="bracket-tree"' in page and "semifinal" in page
        if number == 2:
            event.post("/cut", {})
            event.post("/rounds/3/publish")
    first = event.get("/bracket")["places"][0]["name"]
    assert f"First place: {first}." in olga.words and "Finish the tournament" in olga.words
    event.post("/finish")
    olga.get(desk)
    assert f"Champion: {first}" in olga.words


def test_without_a_cut_the_standings_name_who_won(clerk: "Callable[..., Clerk]", event: "Event") -> None:
    olga = clerk("Olga")
    joined(event, planned_rounds=1)
    for table in event.start_round()["tables"]:
        event.finish(event.settle(table))
    event.post("/rounds/1/close")
    event.post("/finish")
    page = olga.get(f"/t/{event.code}/desk")
    first = event.get("/standings")["rows"][0]["name"]
    assert f"Champion: {first}" in olga.words and "bracket-tree" not in page
