"""The organizer's way through an event by pages alone, and what each form says when it is refused."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.web.conftest import Clerk, Event

NAMES = ("Ana", "Ben", "Chidi", "Dagny")


@pytest.fixture
def olga(clerk: "Callable[..., Clerk]", event: "Event") -> "Clerk":
    """The owner of `event` at the dashboard."""
    return clerk("Olga")


def enter(olga: "Clerk", code: str, names: tuple[str, ...] = NAMES) -> None:
    """Enter players by a pasted list."""
    text = "\n".join(names)
    olga.post(f"/t/{code}/desk/players/list", list=text)
    olga.post(f"/t/{code}/desk/players/list", list=text, confirmed="1")


def take_next_step(olga: "Clerk", code: str) -> str:
    """Press the primary button of the dashboard."""
    page = olga.get(f"/t/{code}/desk")
    fields = dict(re.findall(r'<input type="hidden" name="(command|number)" value="([^"]*)"', page))
    return olga.post(f"/t/{code}/desk/next", **fields)


def table_ids(olga: "Clerk", code: str) -> list[int]:
    """The ids of the tables in the grid, by table number."""
    page = olga.get(f"/t/{code}/desk")
    return [int(each) for each in re.findall(r'class="n"><a href="[^"]*/tables/(\d+)"', page)]


def test_a_new_organizer_makes_an_event_and_plays_it_to_the_standings(clerk: "Callable[..., Clerk]") -> None:
    olga = clerk("Nora")
    olga.get("/organize")
    assert "You run no event yet" in olga.words
    olga.post(
        "/organize",
        name="Spring Refresh",
        date="2018-02-15",
        format="cache-refresh",
        pool_date="",
        round_minutes="40",
        planned_rounds="2",
        deck_policy="none",
        cut="none-0",
    )
    code = olga.path.split("/")[2]
    assert "Spring Refresh" in olga.words
    enter(olga, code)
    assert "4 players were entered" in olga.words

    take_next_step(olga, code)
    assert "Round 1, draft" in olga.words
    take_next_step(olga, code)
    assert "Round 1: 2 of 2 tables still out" in olga.words
    assert "Table 1 has no result" in olga.words

    for number, table in enumerate(table_ids(olga, code), start=1):
        olga.get(f"/t/{code}/desk/tables/{table}")
        winner = re.search(r'<option value="(\d+)"', olga.page)
        assert winner is not None
        path = f"/t/{code}/desk/tables/{table}/settle"
        olga.post(path, winner=winner[1], side="corp", bid="3", reason="no phones")
        assert "A draw is lost by" in olga.words
        olga.post(f"/t/{code}/desk/entry", table=str(number), outcome="c")
        assert f"set the result of table {number}" in olga.words

    assert "every table has its result" in olga.words
    take_next_step(olga, code)
    assert "Round 1 was closed" in olga.words
    olga.get(f"/t/{code}/standings")
    assert [name for name in NAMES if name in olga.words] == list(NAMES)
