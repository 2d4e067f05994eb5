"""The poster asks for what the event asks: two lists, one, or a name; it speaks of bids where people bid."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from fastapi.testclient import TestClient

from tests.web.conftest import bearer
from tests.web.test_api_structures import made
from tests.web.test_pages_structures import desk_of

if TYPE_CHECKING:
    from tests.web.conftest import Clerk, Event


@pytest.mark.parametrize(
    ("policy", "asked"), [("required", "your two deck lists"), ("none", "and your name")]
)
def test_the_poster_asks_for_the_decks_the_event_collects(
    clerk: "Callable[..., Clerk]", event: "Event", policy: str, asked: str
) -> None:
    event.http.patch(event.path, json={"deck_policy": policy}, headers=bearer(event.token))
    olga = clerk("Olga")
    olga.get(f"/t/{event.code}/print/poster")
    assert asked in olga.words and "bid and report on it" in olga.words


def test_the_poster_of_a_duel_speaks_of_one_list_and_no_bid(http: TestClient) -> None:
    event = made(http, "duel", 2, deck_policy="optional")
    desk = desk_of(http, event)
    desk.get(f"/t/{event.code}/print/poster")
    assert "and your deck list" in desk.words
    _, play, steps = desk.words.partition("Play")
    step, check, _ = steps.partition("Check")
    assert play and check and "bid" not in step


def test_an_organizer_is_not_told_to_open_a_personal_link(
    clerk: "Callable[..., Clerk]", event: "Event"
) -> None:
    event.player("Ana")
    olga = clerk("Olga")
    olga.post(f"/t/{event.code}/desk/players", status=409, name="ana")
    assert (
        "Ana is entered already. If this is somebody else" in olga.words
        and "open your personal link" not in olga.words
    )
