"""What the desk decides in one tap: a dispute, an announcement with an end, illegal decks before round 1."""

import html
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.web.conftest import Clerk, Event

ILLEGAL = "NBN: Making News\n3 Hedge Fund\n"


@pytest.fixture
def olga(clerk: "Callable[..., Clerk]", event: "Event") -> "Clerk":
    """The owner of `event` at the dashboard."""
    return clerk("Olga")


def disputed(event: "Event") -> dict[str, Any]:
    """The first table of round 1, about which its players disagree."""
    for name in ("Ana", "Ben"):
        event.player(name)
    table = event.settle(event.start_round()["tables"][0])
    for seat, outcome in (("first", "corp"), ("second", "runner")):
        report = {"outcome": outcome, "ending": "agenda", "corp_points": 7, "runner_points": 7}
        report["runner_points" if outcome == "corp" else "corp_points"] = 3
        event.post(f"/tables/{table['id']}/result", report, event.token_at(table, seat))
    return event.get(f"/tables/{table['id']}", event.token)  # type: ignore[no-any-return]


def test_a_dispute_is_decided_by_one_tap_at_the_desk(olga: "Clerk", event: "Event") -> None:
    table = disputed(event)
    page = olga.get(f"/t/{event.code}/desk")
    second = table["second"]["name"]
    assert f"{second} is right" in olga.words and "Decide otherwise at table 1" in olga.words
    before = page.partition(f"{second}</bdi> is right")[0]
    form = before.rpartition('<form method="post" action="')[2]
    action, _, rest = form.partition('"')
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', rest))
    olga.post(html.unescape(action), **fields)
    assert f"decided table 1 in round 1 as {second} reported" in olga.words
    result = event.get(f"/tables/{table['id']}")["result"]
    assert result["final"] and result["winner_id"] == table["second"]["player_id"]
    assert (result["corp_points"], result["runner_points"]) == (3, 7)


def test_an_announcement_says_until_when_and_is_gone_then(
    olga: "Clerk", event: "Event", timepiece: "Callable[..., object]"
) -> None:
    desk = f"/t/{event.code}/desk"
    olga.post(f"{desk}/announcements", text="Lunch", until="15")
    assert "Lunch" in olga.words
    olga.post(f"{desk}/announcements", status=409, text="Swap halls", until="round")
    assert "No round is being played that it could end with" in olga.words and "Swap halls" in olga.page
    olga.post(f"{desk}/announcements", status=422, text="Swap halls", until="soon")
    timepiece.pass_time(minutes=15)  # type: ignore[attr-defined]
    olga.get(desk)
    assert "Everybody reads" not in olga.words
    assert "Lunch" not in olga.get(f"/t/{event.code}")


def with_decks(olga: "Clerk", event: "Event", policy: str) -> None:
    """The desk before round 1 with three players, of whom Ana has a deck that is not legal."""
    olga.post(f"/t/{event.code}/desk/settings", deck_policy=policy)
    ana, *_ = (event.player(name) for name in ("Ana", "Ben", "Chidi"))
    olga.post(f"/t/{event.code}/desk/players/{ana}/decks/corp", deck=ILLEGAL)
    olga.get(f"/t/{event.code}/desk")


def test_an_illegal_deck_stands_in_the_way_where_decks_are_required(olga: "Clerk", event: "Event") -> None:
    with_decks(olga, event, "required")
    assert "Before that: Ana: a deck is not legal" in olga.words
    assert re.search(r'<button class="btn primary"\s+disabled>\s*Pair round 1', olga.page)
    assert "Pair round 1 all the same" in olga.words
    path = olga.link("Ana: a deck is not legal")
    olga.post(f"{path}/decks/corp/override", reason="proxies allowed")
    olga.get(f"/t/{event.code}/desk")
    assert "not legal" not in olga.words and "all the same" not in olga.words.replace(
        "You can pair all the same", ""
    )


def test_an_illegal_deck_is_a_warning_with_its_name_where_decks_are_optional(
    olga: "Clerk", event: "Event"
) -> None:
    with_decks(olga, event, "optional")
    assert "Decks that are not legal: Ana. Decks are optional here, so this stops nobody." in olga.words
    assert "disabled" not in olga.page


def test_a_round_is_paired_all_the_same_by_a_button_of_its_own(olga: "Clerk", event: "Event") -> None:
    with_decks(olga, event, "required")
    olga.post(f"/t/{event.code}/desk/next", command="pair_round", number="1")
    assert "Round 1, draft" in olga.words
