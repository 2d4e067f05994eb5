"""Drafts, players, decks, settings, journal, staff, the projector and the sheets, through their pages."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from app.web.presenters.printing import cutting_order
from tests.web.conftest import words

if TYPE_CHECKING:
    from tests.web.conftest import Clerk, Event

NAMES = ("Ana", "Ben", "Chidi", "Dagny", "Esi")
DECK = "NBN: Making News\n3 Hedge Fund\n"


@pytest.fixture
def olga(clerk: "Callable[..., Clerk]", event: "Event") -> "Clerk":
    """The owner of `event` at the desk, with five players in."""
    for name in NAMES:
        event.player(name)
    return clerk("Olga")


def draft_of(olga: "Clerk", event: "Event", number: int = 1) -> str:
    """Pair a round; the address of its draft."""
    olga.post(f"/t/{event.code}/desk/next", command="pair_round", number=str(number))
    return f"/t/{event.code}/desk/rounds/{number}"


def seats(olga: "Clerk") -> dict[str, str]:
    """Name -> value of the seat's box in the draft."""
    return {
        name: value
        for value, name in re.findall(
            r'name="seat" value="([^"]+)"[^>]*>\s*<span><bdi>(\w+)</bdi> <small>', olga.page
        )
    }


def test_two_seats_of_a_draft_change_places_the_bye_too(olga: "Clerk", event: "Event") -> None:
    path = draft_of(olga, event)
    assert "Cost adds up the squared differences in points between opponents; 0 is perfect." in olga.words
    assert "Cost 0 the lowest possible" in olga.words
    bye = next(t["first"]["name"] for t in event.get("/rounds/1", event.token)["tables"] if t["bye"])
    boxes = seats(olga)
    other = next(name for name in boxes if name != bye)
    olga.post(f"{path}/swap", status=422, seat=[boxes[bye]])
    assert "Pick two seats to swap; 1 is picked" in olga.words
    assert re.search(rf'value="{boxes[bye]}"\s+checked', olga.page)
    olga.post(f"{path}/swap", seat=[boxes[bye], boxes[other]])
    assert "changed places in round 1" in olga.words
    assert other in [t["first"]["name"] for t in event.get("/rounds/1", event.token)["tables"] if t["bye"]]


def test_a_bye_has_no_table_number_anywhere(olga: "Clerk", event: "Event") -> None:
    draft_of(olga, event)
    bye = next(t for t in event.get("/rounds/1", event.token)["tables"] if t["bye"])
    name, number = bye["first"]["name"], bye["table_number"]
    assert f"Table – {name}" in olga.words and "Lock the bye" in olga.words
    options = re.findall(r'<option value="(\d+)"[^>]*>([^<]+)', olga.page)
    assert options.count((str(bye["id"]), f"{name}, bye")) == 1, "to take apart, not to number"
    olga.post(f"/t/{event.code}/desk/next", command="publish_round", number="1")
    for page in ("", "/rounds/1"):
        olga.get(f"/t/{event.code}/desk{page}")
        assert f"Table – {name}" in olga.words and f"Table {number}" not in olga.words
    olga.get(f"/t/{event.code}/desk/tables/{bye['id']}")
    assert f"Bye {name}, bye" in olga.words and f"Table {number}" not in olga.words
    olga.post(f"/t/{event.code}/desk/entry", status=404, line=f"{number} C")
    assert f"Round 1 has no table {number}" in olga.words


def test_a_draft_is_taken_apart_paired_by_hand_and_numbered(olga: "Clerk", event: "Event") -> None:
    path = draft_of(olga, event)
    table = next(t for t in event.get("/rounds/1", event.token)["tables"] if not t["bye"])
    olga.post(f"{path}/lock", table=str(table["id"]), locked="1")
    assert "Unlock" in olga.words
    olga.post(f"{path}/take-apart", table=str(table["id"]))
    assert "Not paired yet" in olga.words
    olga.post(f"/t/{event.code}/desk/next", status=409, command="publish_round", number="1")
    assert "Not paired yet" in olga.words
    first, second = table["first"]["player_id"], table["second"]["player_id"]
    olga.post(f"{path}/pair", first=str(second), second=str(first))
    assert "were paired by hand" in olga.words
    hand = next(t for t in event.get("/rounds/1", event.token)["tables"] if t["first"]["player_id"] == second)
    olga.post(f"{path}/table-number", table=str(hand["id"]), table_number="12")
    assert "is now table 12" in olga.words
    olga.post(f"{path}/table-number", status=422, table=str(hand["id"]), table_number="0")
    assert "A table number goes from 1 to 9999" in olga.words
    olga.post(f"{path}/shuffle")
    assert "was drawn again" in olga.words


def test_a_round_goes_back_to_a_draft_and_is_deleted_by_its_name(olga: "Clerk", event: "Event") -> None:
    path = draft_of(olga, event)
    olga.post(f"/t/{event.code}/desk/next", command="publish_round", number="1")
    olga.post(f"{path}/withdraw")
    assert "Round 1 went back to a draft" in olga.words
    olga.post(f"{path}/delete", status=422, confirm="round 2")
    assert 'value="round 2"' in olga.page
    olga.post(f"{path}/delete", confirm="round 1")
    assert "Round 1 was deleted" in olga.words


def test_a_player_is_edited_dropped_and_reinstated(olga: "Clerk", event: "Event") -> None:
    player = next(iter(event.tokens))
    path = f"/t/{event.code}/desk/players/{player}"
    entry = {"pronouns": "", "corp_identity": "", "runner_identity": "", "fixed_table": "7"}
    olga.post(f"{path}/entry", name="Ana B", first_round_bye="1", **entry)
    assert "The entry of Ana was changed" in olga.words
    shown = event.get(f"/players/{player}", event.token)
    assert (shown["name"], shown["fixed_table"], shown["first_round_bye"]) == ("Ana B", 7, True)
    olga.post(f"{path}/entry", status=409, name="Ben", **entry)
    assert "Ben is entered already" in olga.words and 'value="Ben"' in olga.page
    olga.post(f"{path}/drop")
    assert "Ana B dropped" in olga.words
    olga.get(f"/t/{event.code}/desk/players?show=dropped")
    assert "Ana B" in olga.words and "1 of 5" in olga.words
    olga.post(f"{path}/reinstate")
    assert "Ana B is back" in olga.words


def test_a_new_link_is_shown_once_as_a_code_and_ends_the_old_one(olga: "Clerk", event: "Event") -> None:
    player, token = next(iter(event.tokens.items()))
    page = olga.post(f"/t/{event.code}/desk/players/{player}/link")
    link = re.search(r"http://testserver(/p/[\w-]+)", page)
    assert link is not None and "<svg" in page
    old = event.http.get(f"/api/v1/tournaments/{event.code}", headers={"authorization": f"Bearer {token}"})
    assert old.status_code == 401
    assert link[1] not in olga.get(f"/t/{event.code}/desk/players/{player}")


def test_a_deck_is_handed_in_judged_and_allowed_with_a_reason(olga: "Clerk", event: "Event") -> None:
    player = next(iter(event.tokens))
    path = f"/t/{event.code}/desk/players/{player}/decks/corp"
    olga.post(path, status=422, deck="  ")
    assert "Paste the list" in olga.words
    olga.post(path, deck=DECK)
    assert "Not legal" in olga.words
    olga.post(f"{path}/override", status=422, reason=" ")
    assert "Say why this deck may be played" in olga.words
    olga.post(f"{path}/override", reason="the judge counted the sleeves")
    assert "Allowed by Olga" in olga.words
    olga.get(f"/t/{event.code}/desk/decks")
    assert "allowed" in olga.words and "the judge counted the sleeves" in olga.words
    olga.post(f"{path}/override", withdraw="1")
    assert "Not legal" in olga.words
    olga.get(f"/t/{event.code}/desk/decks?show=illegal")
    assert "Ana" in olga.words and "Ben" not in olga.words
    assert "Hedge Fund" in olga.get(f"/t/{event.code}/print/decks")
    narrow = olga.get(f"/t/{event.code}/print/decks?columns=2")
    assert re.search(r"<div>\s*<h2>Ana ", narrow), "the name goes with the list wherever that is printed"


def test_settings_are_saved_together_and_refused_together(olga: "Clerk", event: "Event") -> None:
    path = f"/t/{event.code}/desk/settings"
    fields = dict(
        re.findall(r'<input id="f-[^"]*" name="([^"]+)" type="\w+" value="([^"]*)"', olga.get(path))
    )
    olga.post(path, **{**fields, "name": "Autumn Refresh", "cut": "double-4"})
    shown = event.get()
    assert (shown["name"], shown["cut_kind"], shown["cut_size"]) == ("Autumn Refresh", "double", 4)
    olga.post(path, status=422, **{**fields, "name": "Winter", "round_minutes": "0"})
    assert "A round lasts 1 to 600 minutes" in olga.words and 'value="Winter"' in olga.page
    assert event.get()["name"] == "Autumn Refresh"


def test_the_registration_closes_and_the_event_ends_and_goes_on(olga: "Clerk", event: "Event") -> None:
    path = f"/t/{event.code}/desk/settings"
    olga.post(f"{path}/registration", open="0")
    assert event.get()["registration_open"] is False
    olga.post(f"{path}/finish", status=409)
    assert "Nothing was changed" in olga.words
    draft_of(olga, event)
    olga.post(f"/t/{event.code}/desk/next", command="publish_round", number="1")
    ids = [str(t["id"]) for t in event.get("/rounds/1", event.token)["tables"] if not t["bye"]]
    olga.post(f"/t/{event.code}/desk/rounds/1/close", without=ids)
    olga.post(f"{path}/finish")
    assert "The tournament is finished" in olga.words
    olga.post(f"{path}/reopen")
    assert event.get()["phase"] == "swiss"


def test_a_person_is_erased_after_the_event_only(olga: "Clerk", event: "Event") -> None:
    player = next(iter(event.tokens))
    path = f"/t/{event.code}/desk/players/{player}/erase"
    olga.post(path, status=422, confirm="yes")
    olga.post(path, status=409, confirm="erase")
    assert "finish the tournament first" in olga.words
    test_the_registration_closes_and_the_event_ends_and_goes_on(olga, event)
    olga.post(f"/t/{event.code}/desk/settings/finish")
    olga.post(path, confirm="erase")
    assert f"Player {player} was erased" in olga.words


def test_the_journal_undoes_or_says_why_not(olga: "Clerk", event: "Event") -> None:
    draft_of(olga, event)
    olga.get(f"/t/{event.code}/desk/journal")
    assert (
        "Can’t be undone: A tournament is not undone but deleted: its owner does that in the settings."
        in olga.words
    )
    undo = re.search(r'action="([^"]+/undo)"', olga.page)
    assert undo is not None
    olga.post(undo[1])
    assert "Undone: Round 1 was paired as a draft" in olga.words
    assert event.get("/rounds", event.token) == []
    olga.post(f"/t/{event.code}/desk/journal/999/undo", status=404)


def test_an_undo_leads_back_to_this_site_only(olga: "Clerk", event: "Event") -> None:
    draft_of(olga, event)
    number = event.get("/journal", event.token)[0]["number"]
    olga.post(f"/t/{event.code}/desk/journal/{number}/undo", back="//elsewhere.example/")
    assert olga.path == f"/t/{event.code}/desk/journal"


def test_a_helper_comes_by_a_link_and_goes_again(
    olga: "Clerk", event: "Event", clerk: "Callable[..., Clerk]"
) -> None:
    page = olga.post(f"/t/{event.code}/desk/staff/invitations", role="judge", label="for Judith")
    link = re.search(r"http://testserver(/invitation/[\w-]+)", page)
    assert link is not None
    judge = clerk("Judith")
    judge.get(link[1])
    judge.post(link[1])
    assert judge.path == f"/t/{event.code}/desk"
    clerk("Third").post(link[1], status=410)
    olga.get(f"/t/{event.code}/desk/staff")
    row = re.search(r'id="role-(\d+)"(?:(?!id="role-).)*?option value="judge" selected', olga.page, re.DOTALL)
    assert row is not None
    judge.post(f"/t/{event.code}/desk/staff/{row[1]}", status=403, role="owner")
    olga.post(f"/t/{event.code}/desk/staff/{row[1]}", remove="1")
    judge.get(f"/t/{event.code}/desk", status=401)


def invited(olga: "Clerk", event: "Event", role: str = "judge") -> str:
    """The path of a new invitation."""
    page = olga.post(f"/t/{event.code}/desk/staff/invitations", role=role, label="a helper")
    link = re.search(r"http://testserver(/invitation/[\w-]+)", page)
    assert link is not None
    return link[1]


def test_a_judge_without_an_account_comes_in_by_a_name(
    olga: "Clerk", event: "Event", http: "TestClient"
) -> None:
    link = invited(olga, event)
    phone = TestClient(http.app, base_url="http://testserver", headers={"sec-fetch-site": "same-origin"})
    page = words(phone.get(link).text)
    assert event.get("")["name"] in page and "a judge: calls, biddings, results, decks and the clock" in page
    assert "Sign in with it" in page
    for name, status, says in (("", 422, "name"), ("olga", 409, "Somebody here is called olga already.")):
        refused = phone.post(link, data={"name": name})
        assert refused.status_code == status and says in words(refused.text)
    weak = phone.post(link, data={"name": "Judy", "password": "short"})
    assert weak.status_code == 422 and "A password has 10 to 200 characters" in words(weak.text)
    assert 'value="Judy"' in weak.text
    sent = {"name": "Judy", "once": "k" * 43}
    came = phone.post(link, data=sent)
    assert came.url.path == f"/t/{event.code}/desk" and "Judy is judge now." in words(came.text)
    # A double tap, whose first answer was lost: the same session and no second account.
    again = TestClient(http.app, base_url="http://testserver", headers={"sec-fetch-site": "same-origin"})
    assert again.post(link, data=sent).url.path == f"/t/{event.code}/desk"
    other = TestClient(http.app, base_url="http://testserver", headers={"sec-fetch-site": "same-origin"})
    assert other.get(link).status_code == 410
    assert other.post(link, data={"name": "Mallory"}).status_code == 410
    assert event.get("/journal", event.token)[0]["actor"] == "Judy"


def test_a_helper_without_a_password_brings_another_device_in_by_a_link(
    olga: "Clerk", event: "Event", http: "TestClient"
) -> None:
    phone = TestClient(http.app, base_url="http://testserver", headers={"sec-fetch-site": "same-origin"})
    phone.post(invited(olga, event), data={"name": "Judy"})
    page = phone.post("/account/link").text
    link = re.search(r"http://testserver(/sign-in/[\w-]+)", page)
    assert link is not None and 'aria-label="QR code of the sign-in link"' in page
    laptop = TestClient(http.app, base_url="http://testserver", headers={"sec-fetch-site": "same-origin"})
    laptop.post(link[1])
    assert laptop.get(f"/t/{event.code}/desk").url.path == f"/t/{event.code}/desk"
    assert phone.post(link[1]).status_code == 401


def test_an_invitation_with_a_password_signs_in_by_it_later(
    olga: "Clerk", event: "Event", http: "TestClient"
) -> None:
    phone = TestClient(http.app, base_url="http://testserver", headers={"sec-fetch-site": "same-origin"})
    phone.post(invited(olga, event), data={"name": "Judy", "password": "a short sentence"})
    later = TestClient(http.app, base_url="http://testserver", headers={"sec-fetch-site": "same-origin"})
    later.post("/sign-in", data={"name": "Judy", "password": "a short sentence"})
    assert later.get(f"/t/{event.code}/desk").status_code == 200


def test_the_last_owner_stays(olga: "Clerk", event: "Event") -> None:
    olga.get(f"/t/{event.code}/desk/staff")
    me = re.search(r'id="role-(\d+)"', olga.page)
    assert me is not None
    olga.post(f"/t/{event.code}/desk/staff/{me[1]}", status=409, role="judge")
    assert "An event needs an owner" in olga.words


def test_the_wall_shows_an_organizer_what_everybody_sees(olga: "Clerk", event: "Event") -> None:
    olga.get(f"/t/{event.code}/wall")
    assert "5 players are in" in olga.words and f"http://testserver/{event.code}" in olga.words
    draft_of(olga, event)
    olga.get(f"/t/{event.code}/wall?show=pairings")
    assert "against" not in olga.words
    olga.post(f"/t/{event.code}/desk/next", command="publish_round", number="1")
    page = olga.get(f"/t/{event.code}/wall")
    assert all(name in olga.words for name in NAMES) and olga.words.count("against") == 4
    assert '<noscript><meta http-equiv="refresh"' in page
    assert "<html" not in olga.get(f"/t/{event.code}/wall", **{"x-requested-with": "live"})


def test_the_wall_changes_from_pairings_to_open_tables_to_standings(
    olga: "Clerk", event: "Event", timepiece: "Callable[..., object]"
) -> None:
    draft_of(olga, event)
    olga.post(f"/t/{event.code}/desk/next", command="publish_round", number="1")
    olga.post(f"/t/{event.code}/desk/clock", action="start", number="1")
    timepiece.pass_time(minutes=11)  # type: ignore[attr-defined]
    olga.get(f"/t/{event.code}/wall")
    assert "Still out" in olga.words and "29:00" in olga.words
    ids = [str(t["id"]) for t in event.get("/rounds/1", event.token)["tables"] if not t["bye"]]
    olga.post(f"/t/{event.code}/desk/rounds/1/close", without=ids)
    olga.get(f"/t/{event.code}/wall")
    assert "Standings after round 1" in olga.words


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("pairings-by-name", "Opponent"),
        ("pairings-by-table", "Opponent"),
        ("slips", "bids first"),
        ("standings", "Ext. SoS"),
        ("poster", "Scan, or open"),
        ("bids", "What a bid costs"),
        ("decks", "No deck was handed in yet"),
    ],
)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_sheet_prints_on_both_papers(
    olga: "Clerk", event: "Event", kind: str, said: str, paper: str
) -> None:
    draft_of(olga, event)
    page = olga.get(f"/t/{event.code}/print/{kind}?paper={paper}")
    assert said in olga.words
    assert f"public paper {paper}" in page


@pytest.mark.parametrize("count", [0, 1, 7, 8, 9, 16, 17, 30])
def test_slips_cut_as_one_stack_lie_in_order(count: int) -> None:
    """Pile by pile: the first place of all sheets, then the second."""
    order = cutting_order(list(range(1, count + 1)), 8)
    sheets = [order[start : start + 8] for start in range(0, len(order), 8)]
    piles = [sheet[place] for place in range(8) for sheet in sheets if place < len(sheet)]
    assert piles == list(range(1, count + 1))


def test_a_cut_is_played_from_the_dashboard(olga: "Clerk", event: "Event") -> None:
    draft_of(olga, event)
    olga.post(f"/t/{event.code}/desk/next", command="publish_round", number="1")
    ids = [str(t["id"]) for t in event.get("/rounds/1", event.token)["tables"] if not t["bye"]]
    olga.post(f"/t/{event.code}/desk/rounds/1/close", without=ids)
    olga.post(f"/t/{event.code}/desk/settings/cut", status=422, cut="none-0")
    assert "Choose how many play in the cut" in olga.words
    olga.post(f"/t/{event.code}/desk/settings/cut", cut="single-2")
    assert "The cut to the top 2 began" in olga.words
    olga.post(f"/t/{event.code}/desk/next", command="pair_cut", number="2")
    assert "The bracket says who meets" in olga.words


def test_a_gap_in_a_draft_is_named_and_filled_by_one_button(olga: "Clerk", event: "Event") -> None:
    path = draft_of(olga, event)
    table = next(t for t in event.get("/rounds/1", event.token)["tables"] if not t["bye"])
    gone, left = table["first"], table["second"]
    olga.post(f"/t/{event.code}/desk/players/{gone['player_id']}/drop")
    olga.get(path)
    said = f"{gone['name']} is not in this round any more, so {left['name']} has no opponent: fill the gaps."
    assert said in olga.words and "Fill the gaps" in olga.words
    olga.post(f"{path}/fill-gaps")
    assert "The gaps in the draft of round 1 were filled" in olga.words
    assert said not in olga.words
    olga.post(f"/t/{event.code}/desk/next", command="publish_round", number="1")
    assert event.get("/rounds/1", event.token)["state"] == "published"


def test_who_comes_late_plays_now_against_the_bye(olga: "Clerk", event: "Event") -> None:
    path = draft_of(olga, event)
    olga.post(f"/t/{event.code}/desk/next", command="publish_round", number="1")
    bye = next(t for t in event.get("/rounds/1", event.token)["tables"] if t["bye"])["first"]
    olga.get(path)
    assert "Somebody came late or dropped by mistake" not in olga.words
    event.player("Late")
    olga.get(path)
    assert "Somebody came late or dropped by mistake" in olga.words
    late = re.findall(r'<option value="(\d+)"[^>]*>Late<', olga.page)
    olga.post(f"{path}/play-bye", player=late[0])
    assert f"Late plays {bye['name']}, who had the bye of round 1" in olga.words
    assert not any(t["bye"] for t in event.get("/rounds/1", event.token)["tables"])


def test_the_first_round_of_a_player_can_be_changed(olga: "Clerk", event: "Event") -> None:
    player = next(iter(event.tokens))
    path = f"/t/{event.code}/desk/players/{player}"
    olga.post(f"{path}/entry", name="Ana", first_round="2")
    assert re.search(r"The entry of Ana was changed: [a-z, ]*first round", olga.words)
    assert event.get(f"/players/{player}", event.token)["first_round"] == 2
    olga.post(f"{path}/entry", status=422, name="Ana", first_round="9")
    assert "The next round to be paired is round 1." in olga.words


def test_products_are_searched_added_and_removed_and_a_custom_pool_is_made(
    olga: "Clerk", event: "Event"
) -> None:
    path = f"/t/{event.code}/desk/pool"
    olga.get(f"{path}?q=terminal")
    assert "Terminal Directive" in olga.words and "In the pool" in olga.words
    olga.post(f"{path}/remove", product="td")
    assert "Taken out of the format Terminal Directive" in olga.words
    olga.post(f"{path}/add", product="td")
    assert "Taken out" not in olga.words
    olga.post(f"{path}/add", status=409, product="td", q="terminal")
    assert "is in the pool already" in olga.words and 'value="terminal"' in olga.page
    olga.post(f"{path}/custom")
    assert "Custom on 15 February 2018" in olga.words and "A deck uses one of these." in olga.words
    olga.post(f"{path}/slots", name="Extras", choose="")
    slot = re.findall(r'name="slot" value="(\d+)"', olga.page)[-1]
    olga.post(f"{path}/add", product="core", boxes="2", slot=slot)
    olga.post(f"{path}/slots/change", status=422, slot=slot, name="Extras", choose="7")
    assert "Choose 1 to 1 of the products" in olga.words
    pool = event.http.get(f"/t/{event.code}/pool").text
    assert "Extras" in pool and "Core Set" in pool


def test_what_is_corrected_is_filled_with_what_is_there(olga: "Clerk", event: "Event") -> None:
    """Who corrects a number types that number alone, and can't change the rest by mistake."""
    desk = f"/t/{event.code}/desk"
    table = next(each for each in event.start_round()["tables"] if each["table_number"] == 1)
    second = table["second"]["player_id"]
    olga.live(f"{desk}/entry", line="1 2r5 c 7-4")
    filled = rf'value="{second}" selected>.*value="runner" selected>.*name="bid" type="text" value="5"'
    page = olga.get(f"{desk}/tables/{table['id']}")
    assert re.search(filled, page[page.index("/settle") :], re.DOTALL)
    olga.live(f"{desk}/entry", line="2 1c0 c")
    event.post("/rounds/1/close")
    page = olga.get(f"{desk}/tables/{table['id']}")
    assert re.search(filled, page[page.index("/sides") :], re.DOTALL)
