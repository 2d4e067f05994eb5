"""What a phone's part costs is the same in an event of any size, and most of it is made once for all.

Counted are the calls of functions, which no other program of the machine changes.
"""

import sys
from typing import Any

import pytest

from app.web.pages.player import own_parts
from tests.web.conftest import Event, bearer
from tests.web.test_own_parts import signed, together

SIZES = (own_parts.MOST_TOGETHER, 4 * own_parts.MOST_TOGETHER)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many functions of Python were called for each crowd of phones that was answered."""
    counts: list[int] = []
    answers_of = own_parts.answers_of

    def counted(*asked: Any) -> Any:
        number = 0

        def note(_frame: Any, what: str, _value: Any) -> None:
            nonlocal number
            number += what == "call"

        sys.setprofile(note)
        try:
            return answers_of(*asked)
        finally:
            sys.setprofile(None)
            counts.append(number)

    monkeypatch.setattr(own_parts, "answers_of", counted)
    return counts


def cost_of_a_part(event: Event, keys: dict[int, str], calls: list[int]) -> float:
    """Calls for each phone when all fetch what an announcement changed, and what it changed was read."""
    for text in ("Lunch until two", "Lunch until three"):
        event.post("/announcements", {"text": text}, status=201)
        together(event, *((key, "en") for key in keys.values()))
        calls.clear()
        answers = together(event, *((key, "en") for key in keys.values()))
        assert all(status == 200 and text in part for status, part in answers)
    return sum(calls) / len(keys)


def new_event(event: Event) -> Event:
    """Another event of the same installation."""
    draft = {"name": "Another", "date": "2018-02-15", "planned_rounds": 5}
    made = event.http.post("/api/v1/tournaments", json=draft, headers=bearer(event.token))
    return Event(event.http, event.token, made.json()["code"])


def test_a_part_costs_the_same_in_an_event_of_any_size(event: Event, calls: list[int]) -> None:
    costs: dict[str, list[float]] = {"before": [], "bidding": [], "between": []}
    for size in SIZES:
        event = new_event(event)
        keys = {
            player: signed(event, player) for player in [event.player(f"Player {n}") for n in range(size)]
        }
        costs["before"].append(cost_of_a_part(event, keys, calls))
        tables = event.start_round()["tables"]
        costs["bidding"].append(cost_of_a_part(event, keys, calls))
        for table in tables:
            event.settle(table)
            event.finish(table)
        event.post("/rounds/1/close")
        costs["between"].append(cost_of_a_part(event, keys, calls))
    for state, (few, many) in costs.items():
        assert many < few + 10, f"{state}: {few:.0f} calls a phone of a few, {many:.0f} of many"
    # 7,296 when each phone's eleven bids and their prices were made for it.
    assert max(costs["bidding"]) < 3000, costs
