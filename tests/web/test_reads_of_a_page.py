"""How often a page reads: all it shows of one moment, in one session, with half the statements of before.

Before, each part of a page read for itself: the player's page in 6 to 9 sessions and 17 to 26 statements, the
dashboard in 6 and 19, a bid from the phone's form in 6 and one to write, with 25 (docs/scaling.md).
"""

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.conftest import Clerk, Event
from tests.web.test_statements import Asked, counting, phones

__all__ = ["phones"]

PLAYERS = 8


@pytest.fixture
def hall(event: Event, phones: Callable[[int], dict[str, str]]) -> dict[int, dict[str, str]]:
    """Players with their phones, and a round at its tables."""
    headers = {player: phones(player) for player in [event.player(f"Player {n}") for n in range(PLAYERS)]}
    event.start_round()
    return headers


def counted(event: Event, ask: Callable[[], Any]) -> Asked:
    """What was asked of the database, without what the program's own threads ask now and then."""
    with counting(event.http) as asked:
        ask()
    own = [each for each in asked.statements if "announcement.ended_at <= " in each]
    asked.statements = [each for each in asked.statements if each not in own]
    asked.begun -= len(own)
    return asked


def test_a_players_page_is_read_in_one_session(event: Event, hall: dict[int, dict[str, str]]) -> None:
    headers = next(iter(hall.values()))
    page = {name: value for name, value in headers.items() if name != "x-requested-with"}

    def ask() -> None:
        answer = event.http.get(f"/t/{event.code}/me", headers=page)
        assert answer.status_code == 200 and "Sit down at table" in answer.text

    first, second = counted(event, ask), counted(event, ask)
    # Whose session it is, and then the page.
    assert (first.begun, second.begun) == (2, 2)
    assert len(first.statements) <= 13, "\n".join(first.statements)
    assert len(second.statements) == 2
    assert sum("FROM player " in each for each in first.statements) <= 1


def test_what_publishing_answers_is_read_for_the_hall(event: Event, hall: dict[int, dict[str, str]]) -> None:
    (table, *_) = event.get("/rounds/1")["tables"]
    phone = hall[table["first"]["player_id"]]

    def part() -> None:
        assert "Bid aloud" in event.http.get(f"/t/{event.code}/me/fragment", headers=phone).text

    def wall() -> None:
        assert "Player 3" in event.http.get(f"/t/{event.code}/wall").text

    def pairings() -> None:
        assert "Player 3" in event.http.get(f"/t/{event.code}/pairings").text

    for page in (part, wall, pairings):
        asked = counted(event, page)
        # The version twice, the event's language and state; a phone's key, its calls and penalties.
        assert len(asked.statements) <= 6, "\n".join(asked.statements)
        read = [each for each in asked.statements if "player.lot" in each or "pairing.first_id" in each]
        assert not read, read


def test_the_dashboard_is_read_in_one_session(event: Event, hall: dict[int, dict[str, str]]) -> None:
    olga = Clerk(event.http, "Olga")

    def ask() -> None:
        assert f"/t/{event.code}/desk/tables/" in olga.get(f"/t/{event.code}/desk")

    first, second = counted(event, ask), counted(event, ask)
    # Whose session it is and what they may do here, and then the page.
    assert (first.begun, second.begun) == (2, 2)
    assert len(second.statements) == 3, "\n".join(second.statements)
    (table, *_) = event.get("/rounds/1")["tables"]
    event.settle(table)
    event.finish(table)
    after = counted(event, ask)
    assert after.begun == 2 and len(after.statements) <= 9, "\n".join(after.statements)
    event.post("/announcements", {"text": "Lunch until two"}, status=201)
    after = counted(event, ask)
    assert after.begun == 2 and len(after.statements) <= 5, "\n".join(after.statements)


def test_a_bid_from_the_form_is_one_session_to_read_and_one_to_write(
    event: Event, hall: dict[int, dict[str, str]]
) -> None:
    (table, *_) = event.get("/rounds/1")["tables"]
    headers = hall[table["first"]["player_id"]]
    event.http.get(f"/t/{event.code}/me/fragment", headers=headers)

    def bid() -> None:
        form = {"version": "0", "side": "corp", "bid": "2"}
        answer = event.http.post(f"/t/{event.code}/me/bid?table={table['id']}", data=form, headers=headers)
        assert answer.status_code == 200 and "2" in answer.text

    asked = counted(event, bid)
    written = [each for each in asked.statements if each.startswith(("INSERT", "UPDATE"))]
    assert asked.begun == 3, "whose session it is, the bid, and the page after it"
    assert len(asked.statements) - len(written) <= 12, "\n".join(asked.statements)
