"""One phone for both, as the two players' pages show it: asked, agreed, handed over, ended."""

import re
from typing import Any

import pytest

from tests.web.conftest import Timepiece, bearer
from tests.web.test_pages_player import LIVE, Phone, pair, phone, words

__all__ = ["pair", "phone"]  # fixtures

Pair = tuple[dict[str, Any], Phone, Phone]


@pytest.fixture
def both(pair: Pair) -> Pair:
    """A table whose second player agreed to bid on the first one's phone."""
    table, first, second = pair
    second.get("/fragment")
    act(first, table, "share")
    act(second, table, "agree")
    return pair


def act(phone: Phone, table: dict[str, Any], action: str) -> Any:
    return phone.post(f"/one-phone?table={table['id']}", {"action": action})


def move(phone: Phone, table: dict[str, Any], seat: str, **fields: str) -> Any:
    return phone.post(f"/bid?table={table['id']}&seat={seat}", fields, LIVE)


def test_the_other_is_asked_and_says_yes_or_no(pair: Pair) -> None:
    table, first, second = pair
    one, two = table["first"]["name"], table["second"]["name"]
    second.get("/fragment")
    assert "Bid on one phone" in first.shown and "Bid on one phone" in second.shown
    act(first, table, "share")
    assert f"You asked {two} to bid on your phone" in first.shown
    assert "begin" not in first.shown, "a phone that is there must say yes"
    assert f"{one} asks: one phone for both of you?" in second.shown
    act(second, table, "end")
    assert "You asked" not in first.shown and "Bid on one phone" in second.shown
    act(first, table, "share")
    act(second, table, "agree")
    assert f"Both of you bid on {one}’s phone" in second.shown
    assert f"Pass the phone to {one}" in first.shown
    act(second, table, "end")
    assert "Pass the phone" not in first.shown and "You bid first" in first.shown


def test_a_phone_that_was_never_there_is_waited_for_once(pair: Pair, timepiece: Timepiece) -> None:
    table, first, _ = pair
    first.get("/fragment")
    act(first, table, "share")
    assert "If it stays silent for a minute, you two can begin here." in first.shown
    timepiece.pass_time(seconds=61)
    assert "so you two can begin here" in first.shown
    act(first, table, "share")
    assert "Pass the phone to" in first.shown


def test_a_phone_known_to_be_silent_is_not_waited_for(pair: Pair, timepiece: Timepiece) -> None:
    table, first, second = pair
    second.get("/fragment")
    timepiece.pass_time(seconds=61)
    act(first, table, "share")
    assert "Pass the phone to" in first.shown


def test_every_turn_is_handed_over_and_moves_count_for_who_holds_the_phone(both: Pair, event: Any) -> None:
    table, first, second = both
    one, two = table["first"]["name"], table["second"]["name"]
    page = first.get().text
    assert f"Pass the phone to {one}" in words(page) and f"I am {one}" in words(page)
    assert re.search(r'<details id="t\d+-turn-0">\s*<summary', page), "closed until the right one opens it"
    answer = move(first, table, "first", version="0", bid="2", side="runner")
    assert f"Pass the phone to {two}" in words(answer.text) and f"{one} bid 2 for Runner" in words(
        answer.text
    )
    answer = move(first, table, "second", version="1", bid="1")
    assert answer.status_code == 409
    assert re.search(r'<details id="t\d+-turn-1" open>', answer.text), "the refusal is seen"
    answer = move(first, table, "second", version="1", **{"pass": "1"})
    assert "A draw is lost by" in words(answer.text) and "A draw is lost by" in second.shown
    shown = event.get(f"/tables/{table['id']}", event.token)
    assert shown["runner_player_id"] == table["first"]["player_id"]
    assert [entry["actor"] for entry in event.get("/journal", event.token)[:2]] == [one, one]
    page = event.http.get(f"/t/{event.code}/desk/tables/{table['id']}", headers=bearer(event.token)).text
    assert f"Both bid on {one}’s phone since 10:00." in words(page)


def test_what_was_bid_on_one_phone_is_confirmed_on_the_own_or_by_the_organizer(
    both: Pair, event: Any
) -> None:
    table, first, second = both
    two = table["second"]["name"]
    move(first, table, "first", version="0", bid="10", side="corp")
    at, report = f"/result?table={table['id']}", {"outcome": "corp", "ending": "agenda"}
    for _ in range(2):
        first.post(at, report)
    assert f"{two} confirms it on another phone, or the organizer does." in first.shown
    assert event.get(f"/tables/{table['id']}", event.token)["state"] == "reported"
    second.post(at, report)
    assert event.get(f"/tables/{table['id']}")["state"] == "done"


def test_a_move_after_the_other_ended_it_comes_back_with_why(both: Pair, event: Any) -> None:
    table, first, second = both
    move(first, table, "first", version="0", bid="2", side="corp")
    act(second, table, "end")
    answer = move(first, table, "second", version="1", bid="4")
    assert answer.status_code == 403 and "has ended it" in words(answer.text)
    assert len(event.get(f"/tables/{table['id']}", event.token)["auction"]["bids"]) == 1


def test_the_api_does_the_same(event: Any) -> None:
    event.player("Ana")
    event.player("Ben")
    table = event.start_round()["tables"][0]
    one, two = event.token_at(table, "first"), event.token_at(table, "second")
    path = f"/tables/{table['id']}"
    asked = event.post(f"{path}/one-phone", {"action": "share"}, two)
    assert asked["one_phone"]["player_id"] == table["second"]["player_id"]
    assert asked["one_phone"]["since"] is None and "end_one_phone" in asked["may"]
    event.post(f"{path}/one-phone", {"action": "agree"}, one)
    after = event.post(f"{path}/bids", {"version": 0, "side": "corp", "bid": 3, "seat": "first"}, two)
    assert "place_bid" in after["may"] and after["auction"]["turn"] == "second"
    assert event.get(path)["one_phone"] is None, "nobody else is told"
    assert event.post(f"{path}/one-phone", {"action": "end"}, one)["one_phone"] is None
    event.post(f"{path}/one-phone", {"action": "share"}, event.token, 403)
    event.post(f"{path}/one-phone", {"action": "lend"}, one, 422)
